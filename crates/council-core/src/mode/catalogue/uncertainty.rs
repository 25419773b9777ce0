//! Uncertainty, 20 to 24: what is only probably so, in numbers or in order.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 5] = [
    Mode {
        id: ModeId(20),
        name: "Probabilistic logic",
        description: "\
            Combines rules with probabilities and checks that the combination is coherent. The \
            availability of a chain, the chance that two safeguards fail together, the \
            confidence of a result derived from uncertain inputs: each is recomputed, with the \
            independence it assumes made explicit. Numbers that cannot all be true, such as a \
            service more available than what it depends on, are contradictions.",
        questions: &[
            "What does the combined figure come to when the parts are multiplied out?",
            "Which events are assumed independent and share a cause?",
            "Can all stated probabilities hold at once?",
        ],
        signals: "\
            availability, uptime, nines, sla, slo, reliabilit*, failure rate*, probabilistic*, \
            independently, redundan*, stochastic*, chance, mtbf, joint probabilit*",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(21),
        name: "Imprecise probability / interval probability",
        description: "\
            Keeps what is not known as an interval instead of a made-up point. Every estimate is \
            widened to the range its author would really defend, and the plan is tested at both \
            ends. Where the decision is the same throughout the range, the vagueness is \
            harmless; where it flips, the document needs a better number or a rule for both \
            outcomes.",
        questions: &[
            "Between which bounds would the author bet that this number lies?",
            "Does the design still hold at the unfavourable end?",
            "Which decision depends on a figure given more precisely than it is known?",
        ],
        signals: "\
            approximately, roughly, between, best case, upper bound*, lower bound*, margin*, \
            interval*, estimated, range, ballpark, plus or minus",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(22),
        name: "Evidential reasoning (Dempster-Shafer)",
        description: "\
            Weighs each claim by the sources that speak for it, against it or not at all, and \
            keeps “no evidence” apart from “evidence against”. Sources that copy one another \
            count once; a conflict between sources is reported, not averaged away. In a \
            specification it asks what each cited study, log, interview or sign-off really \
            supports.",
        questions: &[
            "Which source supports this claim, and is it independent of the others?",
            "Where is missing evidence treated as evidence of absence?",
            "When two sources disagree, what does the document do?",
        ],
        signals: "\
            evidence, data source, cited, citation*, corroborat*, attestation*, provenance, \
            conflicting, customer interview*, reported by, credib*, verifiable",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(23),
        name: "Maximum-entropy reasoning",
        description: "\
            Assumes nothing beyond what the text states and asks what follows when everything \
            unsaid is spread as evenly as possible: traffic over the day, users over regions, \
            inputs over their whole range. Wherever a design works only for a more convenient \
            spread, that spread is a hidden assumption and belongs in the document. It is the \
            lens for choices nobody knows they made.",
        questions: &[
            "What does the design assume about the mix of inputs that no sentence states?",
            "Does it still work when load, data and users are spread evenly, or arrive all at once?",
            "Which unspecified choice will an implementer make at random?",
        ],
        signals: "\
            unspecified, uniform*, evenly, random*, load balanc*, traffic, workload*, unbiased, \
            entropy, distribution*, distributed, peak, skew*, shard*, no assumption*, arbitrary",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(24),
        name: "Qualitative probability / ranking-function",
        description: "\
            Orders possibilities by how surprising they would be, without numbers. Priorities, \
            severities and likelihood classes are checked as rankings: is the order consistent, \
            does a rule tell the classes apart, does the rarest class get the treatment its rank \
            claims? A risk table in which everything is “medium” ranks nothing.",
        questions: &[
            "What separates one level of this scale from the next?",
            "Would two readers put the same item on the same level?",
            "What happens in the case ranked least likely, once it happens?",
        ],
        signals: "\
            priority, priorities, p0, p1, p2, p3, severity, severities, unlikely, rare, rarely, \
            most likely, risk level, high risk, low risk, medium, exceptional*, by priority",
        base_relevance: Relevance::percent(65),
    },
];
