//! Domain-Specific, 68 to 74: how particular crafts look at a document.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 7] = [
    Mode {
        id: ModeId(68),
        name: "Scientific reasoning",
        description: "\
            Treats what the document believes about users and systems as hypotheses. Each should \
            say what would be observed if it were false, who could repeat the observation and \
            which rival hypothesis it beats. A statement that every outcome confirms is put \
            aside as a slogan.",
        questions: &[
            "Which observation would show this assumption to be false?",
            "Could somebody else repeat the measurement and get the same figure?",
            "Which rival explanation predicts the same result?",
        ],
        signals: "\
            hypothes*, measurab*, measure, measured, theory, theories, predicts, reproducib*, \
            falsif*, empirical*, data driven, study, studies, evidence based, scientif*, \
            research",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(69),
        name: "Experimental design reasoning",
        description: "\
            Asks how anyone will learn whether it worked. Rollouts, pilots and comparisons need \
            a control, a unit of assignment, a metric fixed in advance, a duration and a \
            stopping rule. It looks for contamination between groups, for metrics chosen after \
            the fact and for the harm an experiment can do before it is read.",
        questions: &[
            "Compared with which control, on which unit, for how long?",
            "Which metric, fixed in advance, decides, and which result would stop the rollout?",
            "How can one group influence the other?",
        ],
        signals: "\
            a b test*, ab test*, experiment*, control group*, treatment*, randomiz*, randomis*, \
            cohort*, sample size*, holdout*, variant*, success metric*, canary, metric, \
            guardrail*, beta, measurement*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(70),
        name: "Engineering design reasoning",
        description: "\
            Works from need to function to form. It asks which function each component serves, \
            which interface it keeps, how much margin it has and how it will be built, tested, \
            operated and replaced. Decisions taken in the requirements that belong to the \
            design, and qualities that no part of the design carries, are its findings.",
        questions: &[
            "Which component carries this quality, and with what margin?",
            "Which requirement prescribes a solution where it should state a need?",
            "How will this be tested, operated, repaired and retired?",
        ],
        signals: "\
            architectur*, technical design, design decision*, specification*, modul*, \
            maintainab*, non functional, functional requirement*, toleranc*, extensib*, testab*, \
            scalab*, deploy*, infrastructure*, tech stack, subsystem*, refactor*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(71),
        name: "Legal reasoning",
        description: "\
            Reads as the other side's lawyer will. It looks for duties from statute, contract \
            and licence that the text touches without naming, for words with a settled legal \
            meaning used loosely, and for promises that create liability. Personal data, money, \
            age, employment and other people's content each bring their own rule, deadline and \
            proof.",
        questions: &[
            "Which law, licence or contract applies to this, and where is it named?",
            "What would a regulator or opposing counsel quote from this text?",
            "Who is liable when it goes wrong, and what record will they need?",
        ],
        signals: "\
            gdpr, hipaa, ccpa, legal*, law, licens*, licenc*, liabilit*, jurisdiction*, \
            contractual*, terms of service, copyright*, data protection, personal data",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(72),
        name: "Moral / ethical reasoning",
        description: "\
            Asks who may be harmed, burdened or left out, and whether they had a say. It looks \
            past the customer to the person recorded, ranked, excluded or replaced, and past \
            legality to fairness, dignity and honest dealing. Designs that profit from \
            confusion, hidden defaults or fatigue are called what they are.",
        questions: &[
            "Who bears the cost of a mistake, and can they object?",
            "Would those affected accept this if it were explained to them plainly?",
            "Does anything here work only because people do not notice it?",
        ],
        signals: "\
            ethic*, fair, fairness, unfair*, harm, harmful, privacy, dark pattern*, consent*, \
            children, minors, discriminat*, inclusi*, equit*, dignity, transparen*, wellbeing, \
            misuse*, surveillance, accessib*",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(73),
        name: "Historical / investigative reasoning",
        description: "\
            Asks how things came to be as they are before they are replaced. It reconstructs the \
            decisions behind the legacy, looks for the duty nobody wrote down because it was \
            always fulfilled, and checks claims about the past against records. For the new \
            system it asks what trace it will leave for the investigator who comes later.",
        questions: &[
            "Which unwritten duty does the present system fulfil?",
            "Which claim about the past is recorded anywhere?",
            "In three years, will the record show who decided this and why?",
        ],
        signals: "\
            history, historic*, legacy, previous, previously, originally, archiv*, audit log*, \
            audit trail*, forensic*, existing system*, changelog*, postmortem*, chronolog*, \
            predecessor*, in the past, since then",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(74),
        name: "Clinical / operational troubleshooting",
        description: "\
            Stands at the bedside of the running system at three in the morning. It asks what \
            the person on call sees first, what they may do without asking, how they tell urgent \
            from loud and how they know it is over. Symptoms, vital signs, first aid, escalation \
            and handover are looked for in the text; what is missing will be improvised.",
        questions: &[
            "Which alarm fires, who receives it, and what may they do alone?",
            "How is the patient kept alive while the cause is sought?",
            "How does anyone know that the incident is over?",
        ],
        signals: "\
            incident*, on call, runbook*, monitor*, alert*, escalat*, triag*, recover*, support \
            ticket*, health check*, observab*, playbook*, mttr, patient*, clinic*, operator*, \
            hotfix*, support team*",
        base_relevance: Relevance::percent(75),
    },
];
