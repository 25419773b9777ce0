//! Formal, 1 to 8: what follows, what is possible, what fits.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 8] = [
    Mode {
        id: ModeId(1),
        name: "Deductive reasoning",
        description: "\
            Takes the stated rules as premises and works out what must follow from them, whether \
            or not the author wrote it down. A requirement that follows from two others is a \
            check on them; a consequence nobody wants is a defect in a premise. It also looks \
            for the missing step: a conclusion the document states although nothing before it \
            carries it.",
        questions: &[
            "Which consequences do these requirements have together that none of them states?",
            "Which conclusion is stated without premises that carry it?",
            "For each “if”, what holds when the condition is false?",
        ],
        signals: "\
            precondition*, postcondition*, invariant*, only if, implies, therefore, follows \
            from, business rule, guarantee*, must hold, whenever, otherwise",
        base_relevance: Relevance::percent(90),
    },
    Mode {
        id: ModeId(2),
        name: "Mathematical / proof-theoretic reasoning",
        description: "\
            Reads every guarantee as a theorem and asks what its proof would be: which lemmas it \
            needs, by induction over what, and where an assumption is used silently. A guarantee \
            whose proof cannot even be sketched is either too strong or lacks a premise the \
            document must add. Invariants are checked at every operation that could break them, \
            and a procedure that loops must say why it stops.",
        questions: &[
            "What would a proof of this guarantee rest on, and does the document state those premises?",
            "Which operation could break the stated invariant, and who restores it?",
            "Why does each repeated step end?",
        ],
        signals: "\
            prove, proven, proof, theorem*, lemma*, correctness, formal verification, formally, \
            soundness, terminat*, invariant*, deterministic*, provabl*, by induction",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(3),
        name: "Constructive (intuitionistic) reasoning",
        description: "\
            Accepts that something exists only when the document shows how to make it. “There is \
            a fallback”, “a report can be produced”, “the data can be restored” each need a \
            procedure, an input and an owner; a claim with no way to carry it out is treated as \
            not made. Choices are held to the same bar: “A or B” must say which one, decided by \
            what.",
        questions: &[
            "By which steps, from which inputs, is each promised artifact made?",
            "Where does the text say that something exists or is possible without saying how to obtain it?",
            "For each “either … or”, what decides between the two?",
        ],
        signals: "\
            generat*, artifact*, artefact*, reference implementation*, proof of concept*, \
            working example*, demonstrat*, export*, provision*, constructive*, how to, derive*, \
            restor*, reconstruct*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(4),
        name: "Equational / algebraic reasoning",
        description: "\
            Treats operations as algebra: what combines, in which order, and which laws hold. It \
            asks whether an operation may be repeated, reordered, undone or merged without \
            changing the result, and whether two descriptions of one quantity are really equal. \
            Totals, conversions and round trips are recomputed; a law the users rely on and the \
            text does not state is a gap.",
        questions: &[
            "May this operation safely be repeated, reordered or applied twice?",
            "Does reading back what was written give the same value, through every conversion?",
            "Do the parts add up to the stated total, in the same unit?",
        ],
        signals: "\
            idempoten*, round trip*, equivalen*, merg*, convert*, conversion*, canonical*, \
            formula*, calculat*, undo, aggregat*",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(5),
        name: "Model-theoretic / semantic reasoning",
        description: "\
            Asks which worlds the text allows. For its terms and rules it builds one small \
            concrete situation in which every sentence is true, then a second, different one; if \
            the two lead to different products, the specification does not determine what is to \
            be built, and if there is none, it demands what cannot exist. A word with two \
            meanings shows up as a sentence that is true in one reading and false in the other.",
        questions: &[
            "What is the smallest concrete situation in which every statement holds?",
            "Which two different systems would both satisfy this text?",
            "Does each term denote the same thing everywhere it is used?",
        ],
        signals: "\
            semantic*, definition*, defined as, glossary, meaning*, domain model*, ontolog*, \
            terminology, refers to, denot*, concept, stands for, interpretation*, is defined, \
            vocabular*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(6),
        name: "Constraint / satisfiability reasoning",
        description: "\
            Collects every limit, range, exclusion and cardinality in the document and asks \
            whether one assignment can satisfy them all at once. It looks for the tightest \
            combination: the limits that leave no room, the pair that excludes each other, the \
            bound without a unit. Where a solution exists, it asks whether the constraints pin \
            it down enough to test.",
        questions: &[
            "Can all limits hold at the same time, at their extreme values?",
            "Which constraint has no number, unit or scope?",
            "If two constraints collide, which one yields?",
        ],
        signals: "\
            constraint*, at most, at least, maximum, minimum, must not exceed, no more than, up \
            to, mutually exclusive, quota*, limit, unique",
        base_relevance: Relevance::percent(90),
    },
    Mode {
        id: ModeId(7),
        name: "Type-theoretic reasoning",
        description: "\
            Reads data and interfaces as types: what each field may hold, what each operation \
            takes and gives back, and which combinations should not be representable at all. A \
            status that is a free string, an optional field that is needed later, an operation \
            with no result for some of its inputs are defects found without running anything. It \
            follows values across boundaries and stops where the shapes no longer fit.",
        questions: &[
            "What exactly may each field contain, and may it be absent?",
            "Which invalid states can this data model represent?",
            "Does what one component hands over match what the next one expects?",
        ],
        signals: "\
            enum*, nullable, optional field, required field, data type, typed, payload*, \
            function signature, serializ*, serialis*",
        base_relevance: Relevance::percent(85),
    },
    Mode {
        id: ModeId(8),
        name: "Counterexample-guided reasoning",
        description: "\
            Tries to break each general statement with one concrete case. For every “all”, \
            “never” and “always” and for every acceptance criterion it constructs the smallest \
            input or sequence that meets the words and defeats the intent: the empty list, the \
            second click, the name with an apostrophe. A requirement survives when the attempt \
            fails and the text says why.",
        questions: &[
            "What is the smallest input that satisfies the wording and violates the intent?",
            "Which case do the universal statements forget: empty, one, many, twice, at the same time?",
            "Could a wrong implementation pass every acceptance criterion?",
        ],
        signals: "\
            edge case*, corner case*, invalid, malformed, empty, always, never, test case*, \
            unexpected*, for every, counterexample*",
        base_relevance: Relevance::percent(95),
    },
];
