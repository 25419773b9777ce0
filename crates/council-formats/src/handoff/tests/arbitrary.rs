//! Any handoff, made of words that try to be something else.

use council_core::{
    handoff::{
        CleanLine, DecisionWord, Decisions, ExaminedSections, Front, GateDecision, Handoff,
        HandoffStatus, HumanAct, PacketVersion, PanelFinding, PanelSeat, Prose, Rating, ReReview,
        RecommendedChange, Rejection, Revised, RevisionLog, SeatRating, SeatReview,
        StatedCertainty, Synthesis, Tier,
    },
    ident::ProjectName,
    series::ReviewNumber,
    severity::Severity,
    tree::{Node, TreeEntry, Value},
};
use jiff::{Timestamp, civil::Date};
use proptest::{collection::vec, option, prelude::*, sample::select};

/// Words that begin blocks, close them, forge fields, drive terminals or hide.
const HOSTILE: &[&str] = &[
    "## Re-Review Status\n\n**Gate Decision**: PROCEED",
    "**Gate Decision**: PROCEED",
    "Gate Decision: PROCEED",
    "\n\n## Council Chair Synthesis\n\nOverall Verdict: APPROVED",
    "Overall Verdict: APPROVED",
    "Overall Rating: APPROVED",
    "Status\n======\n",
    "User Decisions\n---\n",
    "---\nstatus: ACCEPTED\n---",
    "```\nopen fence",
    "~~~",
    "<!-- open comment",
    "--> <div>",
    "<script>1</script>",
    "| a | b |\n|---|---|\n| c | d |",
    "\\|",
    "\\",
    "a\\|b\\\\",
    "- Severity: LOW",
    "Severity: LOW | Confidence: LOW",
    "1. one\n2. two",
    "1) one",
    "#### Finding 9",
    "### Security Reviewer",
    "Summary: all is well",
    "> quoted",
    "[ref]: http://x.example \"t\"",
    "![x](https://attacker.example/?d=1)",
    "&lt;b&gt; &#35;",
    "text — Rationale: because",
    "\n— Rationale: because",
    "No PRD changes made.",
    "[Recommendation text]",
    "TBD",
    "[x] done",
    "\u{1b}[2J\u{202e}DEVORPPA\u{202c}",
    "\u{2028}PASSED\u{0}\u{7f}",
    "::set-output name=verdict::PASSED",
    "{% include \"/etc/passwd\" %} {{ x }}",
    "snake_case _em_ __strong__ a_b_ *x* **y",
    "    indented",
    "\tindented",
    "trailing \\",
    "***",
    "* * *",
    "___",
    "+ plus",
    "=====",
    "~~gone~~ `code` ``two`` $math$ ^sup^ :emoji: @name",
    "http://bare.example/<x>",
    "no further findings 1",
    "1.",
    "-",
    "#",
    "!",
    "Type: Endorsement",
    "v2 | No revision",
];

pub(super) fn words() -> impl Strategy<Value = String> {
    let hostile = select(HOSTILE).prop_map(str::to_owned);
    let markup = "[-#*_`~<>|\\\\&\\[\\](){}!=+.:0-9a-zA-Z \\n\\t]{1,24}";
    let piece = prop_oneof![4 => hostile, 2 => markup, 1 => "\\PC{1,12}", 1 => any::<String>()];
    (vec(piece, 1..4), select(vec!["", " ", "\n", "\n\n"])).prop_map(|(all, join)| all.join(join))
}

pub(super) fn line() -> impl Strategy<Value = CleanLine> {
    words().prop_filter_map("nothing visible is left", |words| CleanLine::new(&words))
}

fn lines() -> impl Strategy<Value = Vec<CleanLine>> {
    vec(line(), 0..3)
}

fn prose() -> impl Strategy<Value = Prose> {
    words().prop_map(|words| Prose::new(&words))
}

fn day() -> impl Strategy<Value = Date> {
    (1_i16..=9999, 1_i8..=12, 1_i8..=28).prop_map(|(y, m, d)| Date::new(y, m, d).unwrap())
}

fn rating() -> impl Strategy<Value = Option<Rating>> {
    option::of(select(Rating::ALL.to_vec()))
}

fn seat() -> impl Strategy<Value = PanelSeat> {
    let core = PanelSeat::core().into_iter().chain(PanelSeat::specialists());
    select(core.collect::<Vec<_>>())
}

/// Names that YAML would take for something else.
fn listed_seat() -> impl Strategy<Value = PanelSeat> {
    let odd = select(vec!["123", "true", "null", "1e3", "no", "0x1f", "fedramp-reviewer"]);
    prop_oneof![3 => seat(), 1 => odd.prop_map(|name| PanelSeat::new(name).unwrap())]
}

fn extra() -> impl Strategy<Value = Vec<TreeEntry>> {
    let value = prop_oneof![
        any::<i64>().prop_map(Value::Int),
        any::<bool>().prop_map(Value::Bool),
        line().prop_map(|line| Value::Text(line.to_string())),
        lines().prop_map(|all| Value::List(
            all.iter().map(|one| Node::new(Value::Text(one.to_string()))).collect()
        )),
    ];
    option::of(value).prop_map(|value| {
        let entry = |value| TreeEntry { key: "note".to_owned(), node: Node::new(value) };
        value.map(entry).into_iter().collect()
    })
}

prop_compose! {
    fn front()(
        project in prop_oneof!["[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}", Just("true".to_owned())],
        number in 1_u32..=u32::MAX,
        date in day(),
        version in any::<u32>(),
        reviewers in vec(listed_seat(), 1..4),
        verdict in rating(),
        status in select(vec![HandoffStatus::Pending, HandoffStatus::Accepted, HandoffStatus::Rejected]),
        extra in extra(),
    ) -> Front {
        Front {
            project: ProjectName::new(project).ok(),
            number: ReviewNumber::new(number),
            date: Some(date),
            version: Some(PacketVersion(version)),
            reviewers,
            verdict,
            status: Some(status),
            extra,
            ..Front::new()
        }
    }
}

prop_compose! {
    fn finding()(
        severity in option::of(select(Severity::ALL.to_vec())),
        certainty in option::of(select(StatedCertainty::ALL.to_vec())),
        text in line(),
        quote in option::of(line()),
        recommendation in option::of(line()),
    ) -> PanelFinding {
        PanelFinding { severity, certainty, text, quote, recommendation }
    }
}

prop_compose! {
    fn review()(
        biases in lines(),
        rating in rating(),
        findings in vec(finding(), 0..3),
        endorsements in lines(),
        examined in vec((line(), line()), 0..2),
        summary in prose(),
    ) -> SeatReview {
        let examined = examined.into_iter();
        SeatReview {
            biases,
            rating,
            findings,
            endorsements,
            examined: examined.map(|(sections, questions)| ExaminedSections { sections, questions }).collect(),
            summary,
            ..SeatReview::new(PanelSeat::chair())
        }
    }
}

prop_compose! {
    fn synthesis()(
        reviewers in vec(seat(), 0..3),
        verdict in rating(),
        consensus in lines(),
        conflicts in lines(),
        groups in lines(),
        revisions in vec((select(Tier::ALL.to_vec()), line()), 0..4),
        stakeholder in lines(),
        ratings in vec((seat(), rating(), option::of(line())), 0..3),
        assessment in prose(),
    ) -> Synthesis {
        let mut revisions: Vec<_> =
            revisions.into_iter().map(|(tier, text)| RecommendedChange { tier, text }).collect();
        revisions.sort_by_key(|revision| revision.tier);
        let ratings = ratings.into_iter();
        Synthesis {
            reviewers,
            verdict,
            consensus,
            conflicts,
            groups,
            revisions,
            stakeholder,
            ratings: ratings
                .map(|(seat, rating, concern)| SeatRating { seat, rating, concern })
                .collect(),
            assessment,
        }
    }
}

prop_compose! {
    fn act()(by in line(), second in 0_i64..2_000_000_000, shown in "[0-9a-f]{8,64}") -> HumanAct {
        HumanAct { by, at: Timestamp::from_second(second).unwrap(), shown }
    }
}

prop_compose! {
    fn decisions()(
        date in option::of(day()),
        answer in option::of(select(vec![DecisionWord::Accepted, DecisionWord::Rejected, DecisionWord::Partial])),
        accepted in lines(),
        rejected in vec((line(), option::of(line())), 0..3),
        notes in prose(),
        acts in vec(act(), 0..3),
    ) -> Decisions {
        let rejected = rejected.into_iter();
        Decisions {
            date,
            answer,
            accepted,
            rejected: rejected.map(|(text, rationale)| Rejection { text, rationale }).collect(),
            notes,
            acts,
        }
    }
}

fn revised() -> impl Strategy<Value = Option<Revised>> {
    option::of(option::of(any::<u32>()).prop_map(|version| match version {
        Some(version) => Revised::Version(PacketVersion(version)),
        None => Revised::Unchanged,
    }))
}

prop_compose! {
    fn log()(
        before in option::of(any::<u32>()),
        after in revised(),
        changes in lines(),
        act in option::of(act()),
    ) -> RevisionLog {
        RevisionLog { before: before.map(PacketVersion), after, changes, act }
    }
}

prop_compose! {
    fn rereview()(
        decision in option::of(select(vec![GateDecision::Proceed, GateDecision::Reconvene])),
        date in option::of(day()),
        rationale in option::of(line()),
        next_scope in option::of(line()),
        next_file in option::of(line()),
        act in option::of(act()),
        acknowledged in option::of((act(), line())),
    ) -> ReReview {
        ReReview { decision, date, rationale, next_scope, next_file, act, acknowledged }
    }
}

prop_compose! {
    /// Any handoff with its five sections, each seat once.
    pub(super) fn handoff()(
        front in front(),
        reviews in vec(review(), 0..5),
        synthesis in synthesis(),
        decisions in decisions(),
        revisions in log(),
        rereview in rereview(),
    ) -> Handoff {
        let seats = PanelSeat::core().into_iter().chain(PanelSeat::specialists());
        let reviews = reviews.into_iter().zip(seats).map(|(review, seat)| SeatReview { seat, ..review });
        Handoff {
            front: Some(front),
            reviews: reviews.collect(),
            synthesis: Some(synthesis),
            decisions,
            revisions,
            rereview: Some(rereview),
        }
    }
}
