//! Modal & Temporal, 64 to 67: what can and must be, when and where.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 4] = [
    Mode {
        id: ModeId(64),
        name: "Modal reasoning",
        description: "\
            Distinguishes what is, what can be, what must be and what can never be. It asks of \
            each “can” whether an ability, a permission or a mere possibility is meant, and of \
            each “cannot” whether the system prevents it or nobody is expected to try. A state \
            the text excludes must be shown unreachable; a state it promises must be shown \
            reachable.",
        questions: &[
            "Does “can” mean is able to, is allowed to, or might happen?",
            "What makes the excluded state impossible rather than unlikely?",
            "Is there a path from every state to the one the text promises?",
        ],
        signals: "\
            possib*, necessar*, could, might, cannot, impossib*, able to, ability, potential*, \
            reachab*, capab*, in any case, under no circumstances, if needed, optional*",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(65),
        name: "Deontic reasoning",
        description: "\
            Sorts every sentence into obligation, permission, prohibition or none of them, and \
            asks who bears it. Duties that collide, permissions nobody grants, prohibitions \
            without enforcement and passives without an actor are found this way. It also asks \
            what happens after a breach, since a duty without a consequence will be read as \
            advice.",
        questions: &[
            "Who exactly must, may or must not do this?",
            "Which two duties cannot both be fulfilled?",
            "What follows when the rule is broken?",
        ],
        signals: "\
            shall, must, must not, may not, prohibit*, permission*, permitted, obligat*, \
            allowed, forbidden, required to, mandatory, responsib*",
        base_relevance: Relevance::percent(90),
    },
    Mode {
        id: ModeId(66),
        name: "Temporal reasoning",
        description: "\
            Puts everything on a time line and asks about order, duration, deadline and overlap. \
            “After”, “within”, “until” and “immediately” need a clock, a starting event and a \
            behaviour for when the time is up; two events that may arrive in either order need \
            both stories. It finds races, stale reads, expired tokens and the requirement that \
            must hold before the thing it depends on exists.",
        questions: &[
            "From which event does this period run, and by whose clock?",
            "What if the two events arrive in the other order, or at the same instant?",
            "What happens when the time runs out?",
        ],
        signals: "\
            before, after, until, within, expir*, schedul*, concurren*, race condition*, real \
            time, state machine*, retention, async*, simultaneous*, timestamp*",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(67),
        name: "Spatial and diagrammatic reasoning",
        description: "\
            Draws what the text describes: screens, maps, topologies, deployment regions, boxes \
            and arrows. Drawing forces decisions that prose avoids: what is next to what, what \
            contains what, what is visible when the window is narrow. Where picture and words \
            differ, or the picture cannot be drawn, a requirement is missing.",
        questions: &[
            "Can the described layout or topology be drawn without inventing anything?",
            "What is where when the space is smaller, larger or mirrored?",
            "Does every arrow in the diagram have a sentence, and every sentence an arrow?",
        ],
        signals: "\
            diagram*, layout*, screen, wireframe*, mockup*, figure*, responsive, visual*, \
            topolog*, region, geograph*, sidebar*, grid, map, location*, navigation, dashboard*",
        base_relevance: Relevance::percent(65),
    },
];
