//! Ampliative, 9 to 19: what was not seen, judged by what was.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 11] = [
    Mode {
        id: ModeId(9),
        name: "Inductive reasoning",
        description: "\
            Examines generalisations drawn from instances: “customers do X”, “requests are \
            small”, “this has always worked”. It asks how many cases were seen, who chose them \
            and why the next case should resemble them. A requirement that rests on a handful of \
            examples is marked with what would have to be observed before the general rule may \
            stand.",
        questions: &[
            "From how many observed cases is this rule drawn, and how were they chosen?",
            "Which group of users or inputs is not among the examples?",
            "What observation would overturn the generalisation?",
        ],
        signals: "\
            observed, observation*, pattern, usage data, trend*, generaliz*, generalis*, \
            recurring, in most cases, commonly, so far, samples, often, frequently, experience \
            shows",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(10),
        name: "Statistical reasoning (frequentist)",
        description: "\
            Treats targets and claims as statements about repeated measurement. A percentile \
            needs a population, a window and a load; a comparison needs a sample large enough to \
            show the difference; a rate needs a denominator. It refuses a figure that could be \
            met by choosing when to look, and asks which error rate the decision can bear.",
        questions: &[
            "Over which population and window is this figure measured, and by whom?",
            "How large must the sample be before the difference means anything?",
            "What share of wrong decisions does the threshold allow?",
        ],
        signals: "\
            statistic*, significance, confidence interval*, sample size*, percentile*, p50, p90, \
            p95, p99, error rate*, median, average*, variance, standard deviation*, success \
            rate*, conversion rate*, baseline*",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(11),
        name: "Bayesian probabilistic reasoning",
        description: "\
            Asks what was believed before, what evidence arrived and how far it should move the \
            belief. It separates how likely a thing is from how vividly it is described, and \
            insists on the base rate before a signal is trusted. In a specification it tests \
            risk tables, alarms, fraud and relevance scores: of the cases flagged, what share \
            will be real?",
        questions: &[
            "What is the base rate, and does the design still work at that rate?",
            "How much would this piece of evidence change the decision?",
            "Which belief in this document could no result change?",
        ],
        signals: "\
            bayes*, prior probabilit*, posterior, base rate*, belief*, odds, likely, false \
            alarm*, risk score, risk assessment*, risk register, new evidence",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(12),
        name: "Likelihood-based reasoning",
        description: "\
            Compares rival explanations only by how well each predicts what is observed. For \
            detectors, classifiers, matching and thresholds it asks what the signal looks like \
            when the thing is there, what it looks like when it is not, and whether the two can \
            be told apart at the stated cut. A signal equally probable under both is no \
            evidence, however often it fires.",
        questions: &[
            "How often would this signal appear if the opposite were true?",
            "At the stated threshold, how many misses and how many false alarms are there?",
            "Which measurement would best separate the two explanations?",
        ],
        signals: "\
            likelihood*, false positive*, false negative*, precision, recall, threshold*, \
            detection*, detects, classifier*, anomal*, scores, cutoff*, match rate*, \
            sensitivity, specificity, signal to noise",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(13),
        name: "Abductive reasoning",
        description: "\
            Looks for the best explanation of why the document says what it says: the problem \
            behind the request, the incident behind the odd requirement, the assumption that \
            makes a strange number sensible. It then asks whether a different, simpler problem \
            would explain the same symptoms, since a solution to the wrong problem meets every \
            criterion and helps nobody.",
        questions: &[
            "What must be true for this requirement to make sense?",
            "What other problem would produce the same complaints?",
            "Which requirement has no reason anyone could guess?",
        ],
        signals: "\
            because, the reason*, explanation*, why, problem statement*, pain point*, suggests \
            that, suspect*, complain*, motivat*, symptom*, we believe, best explain*, underlying",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(14),
        name: "Analogical reasoning",
        description: "\
            Tests every “like X” in the text. It maps the parts of the known system to the parts \
            of the new one and looks for the relation that does not carry over: another scale, \
            another trust boundary, another kind of user. An analogy that holds is used to \
            import requirements the author forgot; one that breaks is reported with the place \
            where it breaks.",
        questions: &[
            "Which property of the original does the comparison silently rely on?",
            "Where does the likeness end, and what is different there?",
            "What does the known system need that this document leaves out?",
        ],
        signals: "\
            similar to, similarly, analog*, inspired by, same way, just like, comparable*, \
            modeled on, modelled on, counterpart*, familiar*, resembl*, akin to, parity, as \
            with, mirrors",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(15),
        name: "Case-based reasoning",
        description: "\
            Retrieves the earlier cases closest to this one, such as previous releases, past \
            incidents and existing customers, and asks what happened there. The differences \
            between then and now are listed before the old solution is reused. A plan that \
            repeats a known failure without naming what has changed is a finding.",
        questions: &[
            "Which earlier project or incident is closest, and how did it end?",
            "What differs from that case, and does the difference matter?",
            "Which lesson already paid for is missing here?",
        ],
        signals: "\
            case stud*, precedent*, previous project*, past project*, lessons learned, lesson \
            learned, prior art, earlier version*, reuse*, existing customer*, existing \
            solution*, retrospective*, past incident*, existing implementation*, prior work, \
            already solved",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(16),
        name: "Explanation-based learning",
        description: "\
            Takes one worked example from the document and explains step by step why it comes \
            out as it does, using only the stated rules. The explanation shows which features of \
            the example matter and which are accidents, and so what the general rule is. An \
            example the rules cannot explain reveals a missing rule; a rule that no example \
            exercises may not mean what its author thinks.",
        questions: &[
            "Can each step of the example be derived from the written rules?",
            "Which detail of the example is essential, and which is accident?",
            "Which rule has no example, and would an example change it?",
        ],
        signals: "\
            example*, worked example*, for example, walkthrough*, tutorial*, onboarding, \
            training, template*, sample response*, sample request*, sample output*, illustrat*, \
            step by step, documentation, learning",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(17),
        name: "Simplicity / compression reasoning",
        description: "\
            Prefers the shortest specification that covers all the needs. It looks for two \
            mechanisms that do one job, options nobody asked for, special cases one general rule \
            would absorb, and text that can go without loss. Each concept has to pay for itself: \
            if removing it changes no acceptance test, it is cost without a requirement.",
        questions: &[
            "What can be removed without any acceptance criterion failing?",
            "Which two concepts are one concept under two names?",
            "Which special cases would a single rule cover?",
        ],
        signals: "\
            simple, simpler, simplif*, simplicity, minimal*, complexity, redundan*, consolidat*, \
            unified, unify, streamlin*, overhead, lean, lightweight, bloat*, dedup*, eliminat*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(18),
        name: "Reference-class / outside view reasoning",
        description: "\
            Sets the inside story aside and asks how such undertakings usually end. Estimates, \
            adoption figures, migration dates and savings are compared with the class they \
            belong to before any argument for being different is heard. A deviation from the \
            class must be justified by a stated advantage, not by optimism.",
        questions: &[
            "Of projects like this one, how many met such a date or figure?",
            "Why should this one do better than its class?",
            "Which estimate has no precedent behind it?",
        ],
        signals: "\
            estimate*, estimation*, deadline*, benchmark*, industry average*, industry \
            standard*, historical data, similar project, forecast*, track record, q1, q2, q3, \
            q4, weeks, target date, adoption, effort",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(19),
        name: "Fermi / order-of-magnitude reasoning",
        description: "\
            Does the arithmetic the document leaves out. From users, requests, sizes and rates \
            it derives load, storage, bandwidth, cost and staff to the nearest power of ten and \
            compares them with what the text promises. A target off by a factor of ten is wrong \
            whatever the details; a quantity that cannot even be bounded has been forgotten.",
        questions: &[
            "What load, storage and cost follow from the stated numbers?",
            "Which stated figure is off by a factor of ten from what the others imply?",
            "Which quantity decides feasibility and is nowhere given?",
        ],
        signals: "\
            volume*, capacity, per second, per minute, per day, million*, thousand*, gb, rps, \
            concurrent user, order of magnitude, storage",
        base_relevance: Relevance::percent(85),
    },
];
