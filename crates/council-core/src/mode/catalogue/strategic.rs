//! Strategic & Social, 55 to 58: other people, and what they will do about it.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 4] = [
    Mode {
        id: ModeId(55),
        name: "Game-theoretic / strategic reasoning",
        description: "\
            Treats everyone the document touches as a player with moves and interests: users, \
            competitors, partners, fraudsters, other teams. It asks what each of them does once \
            the rule is known, and whether the design still works against the best reply. \
            Depending on a party that gains nothing by cooperating is a risk, whatever its \
            contract says.",
        questions: &[
            "What is each party's best reply once this rule is public?",
            "Who gains by not cooperating, and what stops them?",
            "Does the outcome hold when a competitor or partner changes course?",
        ],
        signals: "\
            competitor*, competit*, market, vendor*, partner*, fraud*, adversar*, strateg*, \
            supplier*, marketplace*, cooperat*, free rid*",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(56),
        name: "Theory-of-mind / mental-state reasoning",
        description: "\
            Asks what each person knows, believes, wants and fears at each moment of use. What \
            the document knows is not what its user knows: labels, warnings and empty screens \
            are read with that person's eyes, under that person's stress. It finds the step that \
            is obvious only to its author, the message that will be misread and the person \
            nobody imagined.",
        questions: &[
            "What does the person believe is happening at this moment, and are they right?",
            "What does the author assume they know, and never tells them?",
            "Whose view is missing: the newcomer, the operator, the person affected but absent?",
        ],
        signals: "\
            mental model*, confus*, user expectation*, intuit*, frustrat*, perceiv*, \
            notification*, trust, aware*, novice*, first time user*, empath*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(57),
        name: "Negotiation and coalition reasoning",
        description: "\
            Reads the specification as a settlement between parties who want different things. \
            It lists who must agree, what each gives up and what each would do without an \
            agreement, and finds the points papered over with a word that every side reads its \
            own way. Approvals without an approver and promises made on behalf of another team \
            are where it breaks.",
        questions: &[
            "Who must agree, and has each of them agreed?",
            "Which wording hides a disagreement?",
            "What happens if one party withdraws its support?",
        ],
        signals: "\
            stakeholder*, agreement*, consensus, approv*, sign off*, signoff*, negotiat*, \
            ownership, owner, cross functional, cross team, alignment, buy in, raci, coalition*, \
            sponsor*",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(58),
        name: "Mechanism design / incentive engineering",
        description: "\
            Designs backwards from behaviour: given these rules, what do they reward? Prices, \
            quotas, rankings, rewards and performance targets are read as incentives, and the \
            cheapest way to score well without doing what was meant is looked for. A rule that \
            has to be policed by hand was designed the wrong way round.",
        questions: &[
            "What is the cheapest way to score well without the intended behaviour?",
            "Who pays, who benefits, and is it the same person who decides?",
            "Does honest use remain the best strategy?",
        ],
        signals: "\
            incentiv*, pricing, price, reward*, penalt*, gamif*, billing, billed, auction*, \
            quota*, kpi*, referral*, loyalty, subscription*, credits, fair use, reputation*, \
            free tier, fee",
        base_relevance: Relevance::percent(65),
    },
];
