//! Causal & Explanatory, 37 to 43: what makes what happen.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 7] = [
    Mode {
        id: ModeId(37),
        name: "Causal inference",
        description: "\
            Asks whether the intervention the document proposes will cause the effect it \
            promises. It separates what goes along with success from what brings it about, looks \
            for a common cause of both, and asks what else changes at the same time. A success \
            metric that would move without the feature proves nothing about it.",
        questions: &[
            "By what path does this feature cause the promised effect?",
            "What else could move the metric in the same period?",
            "Is the claimed effect a correlation seen among existing users?",
        ],
        signals: "\
            cause, caused, causing, effect, impact*, leads to, lead to, result in, results in, \
            attribution, driver*, due to, uplift, confound*, influenc*, consequence*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(38),
        name: "Causal discovery",
        description: "\
            Reads the document as somebody who will have to find out what causes what from data \
            not yet collected. It asks which variables are recorded, at which grain and for how \
            long, and whether the planned telemetry could ever tell the candidate causes apart. \
            What is not logged before the launch cannot be explained after it.",
        questions: &[
            "Which candidate causes could the collected data tell apart?",
            "Which variable needed to explain a surprise is not recorded?",
            "Do the logs keep order, identity and context long enough?",
        ],
        signals: "\
            telemetry, analytics, instrument*, tracking, correlat*, investigat*, explorat*, \
            funnel*, event log*, log data, data collection, churn, trace, tracing, clickstream*, \
            usage pattern*, usage data",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(39),
        name: "Counterfactual reasoning",
        description: "\
            Imagines the nearby world in which one thing is different: the feature is not built, \
            the other option was taken, the dependency is gone. The difference between the two \
            worlds is the real value of the feature, and the document should say how large it \
            is. It also tests blame and credit: would the failure have happened anyway?",
        questions: &[
            "What happens if nothing is built at all?",
            "What would have to be different for the rejected option to be the right one?",
            "Which promised benefit would occur without this work?",
        ],
        signals: "\
            what if, would have, do nothing, status quo, instead of, without this, in the \
            absence, hypothetical*, opportunity cost*, non goal, today, currently, current \
            state, workaround*, had been, would otherwise, alternatively",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(40),
        name: "Mechanistic reasoning",
        description: "\
            Opens the box and asks how it works, part by part: what each component takes in, \
            what it does, what triggers it and what it hands on. Every promised behaviour must \
            be carried by some part; a box labelled “processing” or “smart matching” with \
            nothing inside is a hole. It follows one item through the whole machine and stops \
            where the text goes silent.",
        questions: &[
            "Which part does this, triggered by what, and what does it hand on?",
            "Where does an item wait, and what moves it on?",
            "Which promised behaviour has no part that produces it?",
        ],
        signals: "\
            mechanism*, how it works, component, pipeline*, internals, trigger*, queue*, cache*, \
            caching, lifecycle*, life cycle, protocol*, under the hood, job, worker*, webhook*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(41),
        name: "Diagnostic reasoning",
        description: "\
            Starts from the symptom a user or operator will see and asks whether they could find \
            its cause. An error needs an identity, a place and enough context to separate this \
            fault from its neighbours; two different faults with one message cannot be told \
            apart. It lists the failures the document foresees and looks for those that would \
            pass for success.",
        questions: &[
            "From this error alone, could somebody tell what went wrong and where?",
            "Which two faults produce the same symptom?",
            "Which failure would nobody notice?",
        ],
        signals: "\
            error, failure, fault*, bug, symptom*, root cause*, diagnos*, error code*, error \
            message*, error handling, stack trace*, debug*, logging, defect*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(42),
        name: "Model-based / simulation reasoning",
        description: "\
            Runs the specification in the head. It picks starting values, plays the rules \
            forward step by step with several users and a clock, and watches for what the text \
            does not mention: a queue that grows, a state nobody leaves, a counter that \
            overflows. A rule that cannot be executed by hand cannot be executed by a machine \
            either.",
        questions: &[
            "Played forward with concrete values, where does the run get stuck?",
            "Which state is never left, and which queue never drains?",
            "What do two actors at the same moment do to each other?",
        ],
        signals: "\
            simulat*, scenario, dry run*, load test*, emulat*, sandbox*, staging, digital twin*, \
            replay*, test environment*, mock, mocked, stress test*, test data, synthetic*",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(43),
        name: "Systems thinking",
        description: "\
            Looks at the whole of which this is a part. It draws what lies upstream and \
            downstream, the loops that feed back, the delays and the shared resources, and asks \
            how a local improvement changes the rest. Overload that causes retries that cause \
            overload, a team that becomes everybody's bottleneck, a metric that feeds on itself \
            are found here.",
        questions: &[
            "Which loop does this close, and what dampens it?",
            "Who upstream or downstream must change because of this?",
            "Which shared resource do several parts exhaust together?",
        ],
        signals: "\
            feedback loop*, ecosystem*, upstream, downstream, end to end, bottleneck*, cascad*, \
            microservice*, side effect*, coupled, coupling, platform, interdependen*",
        base_relevance: Relevance::percent(85),
    },
];
