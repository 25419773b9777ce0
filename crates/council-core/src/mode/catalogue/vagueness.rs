//! Vagueness, 25 to 29: words and classes without a sharp edge.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 5] = [
    Mode {
        id: ModeId(25),
        name: "Fuzzy reasoning / fuzzy logic",
        description: "\
            Finds the words that hold by degree, such as “fast”, “large”, “recent” and “easy”, \
            and asks where they begin and end. Each needs a scale, a measure and a region that \
            counts as satisfied; where a soft boundary is really meant, the grading is written \
            down. Until then two honest testers will disagree about the same build.",
        questions: &[
            "At which measured value does this adjective begin to be true?",
            "Would two testers agree on a borderline case?",
            "Is a soft boundary intended, and if so, how is it graded?",
        ],
        signals: "\
            fast, quick, quickly, slow, easy, easily, user friendly, intuitive, seamless*, \
            reasonabl*, adequate*, appropriate*, robust, smooth*, high quality, large, \
            significant*, modern",
        base_relevance: Relevance::percent(85),
    },
    Mode {
        id: ModeId(26),
        name: "Many-valued and partial logics",
        description: "\
            Asks what happens when the answer is neither yes nor no: unknown, not applicable, \
            pending, partly done. Rules written for two values are run with the third, and every \
            status is checked for what an absent value means. A requirement that treats “not \
            known” as “no” decides something nobody decided.",
        questions: &[
            "What does the rule say when the value is unknown or not yet there?",
            "Is “not applicable” told apart from “missing” and from “false”?",
            "Which states between done and not done can occur, and what is allowed in them?",
        ],
        signals: "\
            partial*, unknown, null, undefined, pending, not applicable, n a, in progress, \
            incomplete*, draft, status, statuses, tri state, indeterminate, skipped, \
            inconclusive, missing",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(27),
        name: "Rough set reasoning",
        description: "\
            Looks at classifications through the attributes that are really recorded. Cases the \
            data cannot tell apart have to be treated alike, so a category defined by something \
            nobody stores splits into the certain, the impossible and the boundary in between. \
            It asks what is done with the boundary, and which attribute could be dropped without \
            anyone being classified differently.",
        questions: &[
            "Can the stated attributes decide membership for every case?",
            "Which cases look identical in the data and should be treated differently?",
            "What happens to those on the boundary?",
        ],
        signals: "\
            segment*, eligib*, classif*, attribute, borderline, granular*, bucket*, tier, label, \
            labeled, labelled, categoriz*, categoris*, qualif*, grouped, grouping*, tag",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(28),
        name: "Prototype / similarity-based category reasoning",
        description: "\
            Notices that a category is described by its typical member and asks about the \
            others. “Users such as analysts”, “documents like invoices” and “etc.” evoke a \
            centre and leave the edge to the implementer. It holds atypical members against the \
            prototype and says which requirement silently assumes a typical one.",
        questions: &[
            "What is the least typical case that still belongs to this category?",
            "Which requirement holds only for the typical member?",
            "Where does a list end in “such as” or “etc.” instead of a rule?",
        ],
        signals: "\
            such as, typical*, for instance, etc, and so on, e g, archetype*, kinds of, types \
            of, representative, category, categories, taxonom*, average user*, target user*, \
            including but not limited to, and the like",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(29),
        name: "Qualitative reasoning",
        description: "\
            Reasons with directions instead of numbers: what rises when this rises, what \
            saturates, what turns over. It draws the influences the text states or implies and \
            follows each change to its end, looking for the sign that flips and the quantity \
            pushed both ways. It catches requirements that are plausible one by one and together \
            move the system the wrong way.",
        questions: &[
            "If this quantity doubles, which others rise, fall or stay?",
            "Which quantity do two requirements push in opposite directions?",
            "Where does “more” stop being better?",
        ],
        signals: "\
            increas*, decreas*, improv*, reduc*, grow, growth, growing, higher, lower, faster, \
            proportional*, scales with, diminishing, saturat*, slower, the more",
        base_relevance: Relevance::percent(65),
    },
];
