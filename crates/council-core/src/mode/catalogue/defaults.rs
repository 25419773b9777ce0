//! Inconsistency & Defaults, 30 to 36: rules with exceptions, and contradictions.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 7] = [
    Mode {
        id: ModeId(30),
        name: "Non-monotonic reasoning",
        description: "\
            Watches how conclusions have to be withdrawn when more becomes known. Rules with \
            “unless”, flags that switch behaviour and late exceptions are followed through: what \
            was already done on the old conclusion, and who takes it back? It looks for \
            decisions the document treats as final although a later fact can overturn them.",
        questions: &[
            "Which later fact would cancel this conclusion, and what is undone then?",
            "Is the list of exceptions closed, or open to addition?",
            "What happens to work in flight when a flag or a status changes?",
        ],
        signals: "\
            unless, except, exception*, exempt*, otherwise, special case*, feature flag*, \
            cancel*, revok*, withdraw*, exclud*, retract*, revers*, toggle*, no longer",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(31),
        name: "Default / typicality reasoning",
        description: "\
            Asks what happens when nobody says anything. Every setting, field and permission \
            behaves somehow before it is touched; this lens finds the defaults the document does \
            not state, and those that are wrong for most of its users or unsafe for a few. It \
            also checks that the people who live with a default can see and change it.",
        questions: &[
            "What is the behaviour before anyone configures anything?",
            "For whom is the default wrong, and what does that cost them?",
            "Is the safe choice the default one?",
        ],
        signals: "\
            default*, by default, setting, configur*, out of the box, preset*, if not specified, \
            implicit*, usual*, initial, initially, opt in, opt out, preference*, pre populated",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(32),
        name: "Defeasible reasoning",
        description: "\
            Treats most requirements as rules that hold unless a stronger one defeats them, and \
            asks for the order of strength. “Should”, “normally” and “in general” need a \
            defeater and somebody entitled to apply it. Where two rules cover one case and \
            neither yields, the specification leaves the decision to whoever writes the code.",
        questions: &[
            "Which rule wins when both apply?",
            "Who may depart from a “should”, on what grounds, and is that recorded?",
            "Which requirement is stated as absolute and cannot be meant so?",
        ],
        signals: "\
            should, precedence, normally, in general, generally, presum*, overrid*, waiver*, \
            waive, waived, ideally, where possible, best effort, when feasible, exceptions to, \
            takes priority",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(33),
        name: "Belief revision and belief update",
        description: "\
            Follows change: what the system, its users and its documents hold to be true, and \
            how that is corrected when the world moves. Each update is asked what it makes false \
            elsewhere, in caches, copies, exported files, agreements and older clients. It \
            prefers the smallest revision that restores consistency and flags changes whose \
            consequences the text never mentions.",
        questions: &[
            "When this fact changes, which copies and conclusions become wrong?",
            "Which older version must keep working, and for how long?",
            "Does the document itself contradict something it supersedes?",
        ],
        signals: "\
            version, versioning, deprecat*, supersed*, revis*, migrat*, backward compatib*, \
            backwards compatib*, breaking change*, obsolete, stale*, sync, synced, synchroniz*, \
            invalidat*, refresh*, upgrade*",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(34),
        name: "Paraconsistent reasoning",
        description: "\
            Accepts that a large document contradicts itself, and keeps working without letting \
            one contradiction justify everything. It isolates the conflict, lists what depends \
            on each side and what stays true under both. It asks the same of the product: when \
            two sources disagree it must carry on sensibly and show the disagreement, not pick \
            one in silence.",
        questions: &[
            "Which two statements cannot both be met, and what depends on each?",
            "What remains true whichever side wins?",
            "How does the system behave while its sources disagree?",
        ],
        signals: "\
            contradict*, inconsisten*, conflict*, mismatch*, reconcil*, diverg*, discrepanc*, \
            source of truth, eventual consistency, eventually consistent, disagree*, out of \
            sync, duplicate record*, data quality, split brain, drift",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(35),
        name: "Argumentation theory",
        description: "\
            Reconstructs the argument for each decision: the claim, the grounds, the warrant \
            that links them and the attacks on all three. An objection that is raised and not \
            answered stands; an alternative rejected without a reason was not really considered. \
            The result is a map of which conclusions are defended and which are merely asserted.",
        questions: &[
            "What is the strongest objection to this decision, and where is it answered?",
            "Which link from grounds to claim is left unsaid?",
            "Were the rejected alternatives rejected for reasons that still hold?",
        ],
        signals: "\
            argue*, objection*, pros and cons, pros, cons, alternatives considered, rejected, \
            justif*, claim, counterargument*, rationale*, in favor of, in favour of, we chose, \
            rebut*, why not",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(36),
        name: "Assurance-case / safety-case reasoning",
        description: "\
            Demands a case, not a promise: for every property that matters a claim, an argument \
            and evidence somebody can inspect. It starts at the hazard, asks which control \
            removes it, and which test or record shows the control working in service. Claims \
            that rest on process alone, on evidence nobody has planned or on a single barrier \
            are marked.",
        questions: &[
            "Which evidence will show that this property holds, and who keeps it?",
            "Which hazard has no control, or one control that can fail silently?",
            "Would an independent assessor be convinced?",
        ],
        signals: "\
            safety, hazard*, assurance, certif*, fail safe*, fail closed, safety critical, \
            mitigat*, verification, verified, acceptance test*, evidence, traceab*, trustworth*, \
            mission critical, controls, inspection*",
        base_relevance: Relevance::percent(75),
    },
];
