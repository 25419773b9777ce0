//! Practical, 44 to 54: what to do, in which order, and how much of it is enough.

use crate::mode::{Mode, ModeId, Relevance};

pub(super) const MODES: [Mode; 11] = [
    Mode {
        id: ModeId(44),
        name: "Means-end / instrumental reasoning",
        description: "\
            Connects every requirement to a goal and every goal to the means that reach it. A \
            requirement that serves no goal is a candidate for removal; a goal that no \
            requirement serves is a promise without a plan. It also asks whether the means \
            suffices or merely helps.",
        questions: &[
            "Which goal does this requirement serve?",
            "Which goal would be missed although all requirements are met?",
            "Is there a cheaper means to the same end?",
        ],
        signals: "\
            goal, objective, in order to, so that, achiev*, enables, outcome*, purpose, okr*, \
            success criteria, deliverable*, aims, key result*, business value",
        base_relevance: Relevance::percent(85),
    },
    Mode {
        id: ModeId(45),
        name: "Decision-theoretic reasoning",
        description: "\
            Sets out each decision as options, outcomes, chances and values, and asks whether \
            the chosen option is the best one on the document's own terms. It looks for the \
            missing option, the outcome without a value and the cost counted twice or not at \
            all. A decision that no stated number or preference could change has not been \
            reasoned, only announced.",
        questions: &[
            "Which options were on the table, the cheapest one included?",
            "What is each outcome worth, and to whom?",
            "Which figure, if changed, would flip the choice?",
        ],
        signals: "\
            expected value, cost benefit, payoff*, roi, return on investment, investment*, \
            benefit, business case*, choose, choice*, revenue*, cost saving",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(46),
        name: "Multi-criteria decision analysis (MCDA)",
        description: "\
            Lays the criteria side by side and asks how they were weighed. Scores need a scale, \
            weights need a source, and the winner should survive small changes of both; two \
            criteria that measure one thing tilt the table. Requirements ranked “must”, “should” \
            and “could” are examined the same way: by which criterion did this one become a \
            must?",
        questions: &[
            "By which criteria, weighted how and by whom, was this chosen?",
            "Does the winner stay first when the weights shift a little?",
            "Which criterion is counted twice, and whose is missing?",
        ],
        signals: "\
            criteria, criterion, weight*, scoring, matrix, evaluat*, prioriti*, must have, nice \
            to have, comparison*, compare*, shortlist*",
        base_relevance: Relevance::percent(70),
    },
    Mode {
        id: ModeId(47),
        name: "Planning / policy reasoning",
        description: "\
            Checks the road from today to the goal: which steps, in which order, each with its \
            precondition, its owner and its proof of completion. It looks for the step that \
            needs something made later, the date with no slack, the phase without an exit \
            criterion and the point after which nothing can be taken back. A plan must also say \
            what is done when a step fails.",
        questions: &[
            "Which step needs something that only a later step provides?",
            "What ends each phase, and who says so?",
            "If a step fails, what is the way back?",
        ],
        signals: "\
            milestone*, roadmap*, phase*, rollout*, timeline*, sprint*, release, contingenc*, \
            rollback*, backlog*, iteration*, exit criteria",
        base_relevance: Relevance::percent(80),
    },
    Mode {
        id: ModeId(48),
        name: "Optimization reasoning",
        description: "\
            Asks what exactly is to be made best, within which limits and at whose expense. \
            “Optimise”, “maximise” and “as low as possible” need an objective, a budget and a \
            stopping point. Where two quantities are optimised at once it asks for the exchange \
            rate; where one is optimised alone, what it will quietly consume.",
        questions: &[
            "What is the objective, and which limits bound it?",
            "How much of one quantity may be spent to gain another?",
            "When is it good enough to stop?",
        ],
        signals: "\
            optimi*, maximi*, minimi*, efficien*, cost, budget*, utiliz*, utilis*, as possible, \
            memory usage, cpu, bandwidth",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(49),
        name: "Robust / worst-case reasoning",
        description: "\
            Assumes that whatever may fail does, at the worst time and together with something \
            else. Peak load, a slow dependency, a full disk, an expired certificate and hostile \
            input are put to each requirement in turn. The text should say what still works, \
            what is lost and how the system comes back; silence means that everything is lost.",
        questions: &[
            "What still works when this dependency is slow, wrong or gone?",
            "What is the worst load or input, and what is promised then?",
            "How does it come back, in which order, with which data?",
        ],
        signals: "\
            worst case*, retry, retries, timeout*, resilien*, outage*, fallback*, rate limit*, \
            failover*, downtime",
        base_relevance: Relevance::percent(90),
    },
    Mode {
        id: ModeId(50),
        name: "Minimax regret reasoning",
        description: "\
            Judges a choice by how sorry one could be afterwards. It sorts decisions into those \
            that can be taken back cheaply and those that cannot, and for the latter compares \
            the worst regret of each option rather than its average benefit. Lock-in, one-way \
            migrations, public interfaces and promises to customers are where it looks.",
        questions: &[
            "Which decision here cannot be taken back, and by when must it be taken?",
            "In which future would this choice be regretted most, and how badly?",
            "Which cheap step now would keep the other option open?",
        ],
        signals: "\
            irreversibl*, reversibl*, regret*, lock in, hedg*, commitment*, exit strategy, sunk \
            cost, downside*, permanent*, vendor lock*, long term, destructive",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(51),
        name: "Satisficing",
        description: "\
            Asks what is good enough and whether the document says so. Each quality gets a floor \
            below which the product fails and above which effort is better spent elsewhere; \
            “best effort” and “as good as possible” are neither. It guards the scope: whatever \
            lies beyond the stated need is named as lying beyond it.",
        questions: &[
            "What is the lowest value that would still be accepted?",
            "Which requirement is gold plating above the stated need?",
            "How does anyone know that this is done?",
        ],
        signals: "\
            good enough, sufficient*, acceptable, acceptance criteria, acceptance criterion, \
            minimum viable, mvp, definition of done, out of scope, in scope, must meet, time \
            box*, at a minimum, satisf*, scope, done when",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(52),
        name: "Value-of-information reasoning",
        description: "\
            Asks which question is worth answering before anything is built. For every unknown \
            it compares what an answer would cost with what a wrong guess would, and looks for \
            the cheapest experiment that could change the plan. A question whose answer changes \
            nothing is dropped; a decision that depends on an open answer and does not wait for \
            it is a finding.",
        questions: &[
            "Which unknown, once resolved, would change the plan?",
            "What is the cheapest way to find out, and who will do it by when?",
            "Which open question is already being built over?",
        ],
        signals: "\
            open question*, tbd, to be determined, to be decided, spike, research, discovery, \
            pilot*, survey*, interview*, prototype*, proof of concept*, find out, feasib*, user \
            testing, needs clarification, investigation",
        base_relevance: Relevance::percent(75),
    },
    Mode {
        id: ModeId(53),
        name: "Heuristic reasoning",
        description: "\
            Recognises the rules of thumb in a document, its conventions, checklists and “best \
            practices”, and asks where each stops working. A heuristic is a fine starting point \
            and a poor guarantee; this lens names the condition under which it misleads, and \
            asks whether the document notices that condition. It also brings its own: what \
            experienced reviewers ask first.",
        questions: &[
            "Which rule of thumb is applied here, and when does it fail?",
            "Does the text notice when that condition arises?",
            "What would an experienced reviewer check first?",
        ],
        signals: "\
            rule of thumb, rules of thumb, best practice*, guideline*, heuristic*, convention*, \
            shortcut*, checklist*, recommended, recommendation*, common pattern*, style guide*, \
            sensible, guidance, tips",
        base_relevance: Relevance::percent(65),
    },
    Mode {
        id: ModeId(54),
        name: "Search-based / algorithmic reasoning",
        description: "\
            Sees a space of possibilities and a procedure that explores it. It asks how large \
            the space is, what prunes it, what counts as a hit, in which order results come and \
            when the procedure gives up. Search, matching, sorting, scheduling and assignment \
            are checked for ties, limits, empty results and cost that grows faster than the \
            data.",
        questions: &[
            "How does the cost grow with the data, and where is it cut off?",
            "How are ties broken and results ordered, the same way every time?",
            "What is shown when there is no result, or too many?",
        ],
        signals: "\
            algorithm*, search, searches, searching, query, queries, filter*, sort, sorted, \
            sorting, index*, paginat*, travers*, graph, lookup*, autocomplet*, ranking*, \
            recursiv*",
        base_relevance: Relevance::percent(70),
    },
];
