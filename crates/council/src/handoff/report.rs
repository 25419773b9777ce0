//! What the panel's gates found, in words and as JSON.

use council_core::{
    gate::{
        Hold, Outcome, Signal, Weight,
        rereview::{Advice, Reason},
    },
    handoff::{Delta, GateDecision, Ruling},
    series::{Reviewed, Series},
};
use council_formats::{
    handoff::{name, words},
    report::Report,
};
use serde_json::{Map, Value, json};

use super::{HandoffGate, ReReviewGate};

/// Says whether task generation may start.
pub fn report(gate: &HandoffGate) -> Report {
    let answer = &gate.answer;
    let review = gate.review();
    let project = gate.request.project.as_str();
    let headline = match answer.outcome {
        Outcome::InputNeeded => "there is no council review to go by",
        Outcome::ApprovalNeeded => "task generation waits for a human's word",
        Outcome::Pass | Outcome::Warned if answer.holds.contains(&Hold::Unsigned) => {
            "in order by its text, and task generation waits for somebody who answers for it"
        }
        Outcome::Pass | Outcome::Warned if !answer.holds.is_empty() => {
            "in order, and task generation waits for a review that is whole and no rehearsal"
        }
        Outcome::Pass => "task generation may start",
        Outcome::Warned => "task generation may start, with remarks",
        Outcome::Blocked
        | Outcome::Skipped
        | Outcome::WarnedStrictly
        | Outcome::Missing
        | Outcome::Failed => "task generation may not start",
    };
    let mut report =
        Report::of_gate("gate handoff", subject(project, review), answer.outcome, headline);
    report.facts = facts(review, answer.ruling, &gate.series);
    report.facts.extend(gate.reviewed.iter().map(|path| ("PRD", path.clone())));
    let to_build = gate.to_build.as_ref().map(|prd| prd.path.clone());
    if to_build != gate.reviewed {
        report.facts.extend(to_build.iter().map(|path| ("to build", path.clone())));
    }
    if let Some(reason) = &gate.request.acknowledged {
        report.facts.push(("acknowledged", reason.to_string()));
    }
    report.signals.clone_from(&answer.signals);
    report.data = data(project, review, answer.ruling, &gate.series);
    let fails: Vec<&str> = answer.fails.iter().map(|fail| fail.code()).collect();
    let acknowledged = gate.request.acknowledged.as_ref().map(ToString::to_string);
    report.data.extend(object([
        ("hard_fails", json!(fails)),
        ("advisories", advisories(&answer.signals)),
        ("prd_file", json!(gate.reviewed)),
        ("prd_to_build", json!(to_build)),
        ("acknowledged", json!(acknowledged)),
    ]));
    for hold in &answer.holds {
        report.hold(*hold);
    }
    report
}

/// Says whether the panel meets again. Where it does not, the handoff gate is before the next step.
pub fn rereview_report(gate: &ReReviewGate, handoff: Option<Hold>) -> Report {
    let answer = &gate.answer;
    let review = gate.series.current();
    let project = gate.project.as_str();
    let decision = review.and_then(Reviewed::decision);
    let headline = match (answer.outcome, decision) {
        (Outcome::Pass | Outcome::Warned, _) => "decided: proceed to the next phase",
        (Outcome::InputNeeded, _) if review.is_none() => "there is no council review to go by",
        (Outcome::InputNeeded, _) => "a human has to decide: proceed or reconvene",
        (_, Some(GateDecision::Reconvene)) => "decided: the panel meets again",
        _ => "the review is not ready for a decision",
    };
    let mut report =
        Report::of_gate("gate rereview", subject(project, review), answer.outcome, headline);
    report.facts = facts(review, answer.ruling, &gate.series);
    if let Some(delta) = gate.delta {
        let changed = format!("{} of {} lines, {} %", delta.changed, delta.lines, delta.percent());
        report.facts.push(("PRD changed", changed));
    }
    if let Some(advice) = &answer.advice {
        report.facts.extend(advised(advice));
        report.next.push(format!(
            "`council gate rereview {project}` with `--proceed` or `--reconvene`, `--rationale` and `--by` records the decision"
        ));
    }
    let next_file = review
        .filter(|review| review.decision() == Some(GateDecision::Reconvene))
        .map(|review| name::path(&gate.project, review.number.next()));
    if let Some(next) = &next_file {
        report.next.push(format!("the next review is `{next}`"));
    }
    report.signals.clone_from(&answer.signals);
    report.data = data(project, review, answer.ruling, &gate.series);
    let blocks = answer.signals.iter().filter(|signal| signal.weight == Weight::Block);
    let blocks: Vec<&str> = blocks.map(|signal| signal.code.as_str()).collect();
    report.data.extend(object([
        ("hard_fails", json!(blocks)),
        ("advisories", advisories(&answer.signals)),
        ("next_file", json!(next_file)),
        ("lines_changed_percent", json!(gate.delta.map(Delta::percent))),
        (
            "recommendation",
            json!(answer.advice.as_ref().map(|one| words::decision(one.decision()))),
        ),
        ("reasons", answer.advice.iter().flat_map(|one| &one.reasons).map(reason).collect()),
    ]));
    if let (Outcome::Pass | Outcome::Warned, Some(hold)) = (report.outcome, handoff) {
        report.hold(hold);
    }
    report
}

fn subject(project: &str, review: Option<&Reviewed>) -> String {
    match review {
        Some(review) => format!("{project} {}", review.number),
        None => project.to_owned(),
    }
}

fn facts(
    review: Option<&Reviewed>,
    ruling: Option<Ruling>,
    series: &Series,
) -> Vec<(&'static str, String)> {
    let Some(review) = review else {
        return Vec::new();
    };
    let mut facts = vec![("review", review.path.clone())];
    facts.extend(ruling.map(|one| ("verdict", words::rating_phrase(one.verdict).to_owned())));
    facts.extend(review.status().map(|status| ("status", words::status(status).to_owned())));
    let decision = review.decision();
    facts.extend(decision.map(|one| ("gate decision", words::decision(one).to_owned())));
    if series.reviews().len() > 1 {
        let state = |one: &Reviewed| {
            let status = one.status().map_or("unreadable", words::status);
            let decision = one.decision().map(|one| format!(", {}", words::decision(one)));
            format!("{} {status}{}", one.number, decision.unwrap_or_default())
        };
        let all: Vec<String> = series.reviews().iter().map(state).collect();
        facts.push(("series", all.join("; ")));
    }
    facts
}

fn advised(advice: &Advice) -> Vec<(&'static str, String)> {
    let decision = words::decision(advice.decision());
    if advice.reasons.is_empty() {
        let why = "little was changed and nothing critical was touched";
        return vec![("recommended", format!("{decision}: {why}"))];
    }
    let said = |one: &Reason| ("recommended", format!("{decision}: {}", reason(one)));
    advice.reasons.iter().map(said).collect()
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Many { applied } => format!("{applied} recommendations were applied, more than 3"),
        Reason::Critical { touched } => format!("something critical was touched: {touched}"),
        Reason::Much(delta) => {
            format!("{} % of the PRD's lines changed, more than 15 %", delta.percent())
        }
    }
}

/// Returns the keys both gates have.
fn data(
    project: &str,
    review: Option<&Reviewed>,
    ruling: Option<Ruling>,
    series: &Series,
) -> Map<String, Value> {
    let front = review.and_then(|review| review.handoff.value.front.as_ref());
    let stated = front.and_then(|front| front.verdict);
    let series = series.reviews().iter().map(member).collect::<Value>();
    object([
        ("project", json!(project)),
        ("file", json!(review.map(|review| &review.path))),
        ("review_number", json!(review.map(|review| review.number.value()))),
        ("verdict", json!(ruling.map(|ruling| words::rating(ruling.verdict)))),
        ("stated_verdict", json!(stated.map(words::rating))),
        ("computed_verdict", json!(ruling.and_then(|one| one.computed).map(words::rating))),
        ("status", json!(review.and_then(Reviewed::status).map(words::status))),
        ("gate_decision", json!(review.and_then(Reviewed::decision).map(words::decision))),
        ("series", series),
    ])
}

fn member(review: &Reviewed) -> Value {
    json!({
        "file": review.path,
        "review_number": review.number.value(),
        "status": review.status().map(words::status),
        "gate_decision": review.decision().map(words::decision),
    })
}

fn advisories(signals: &[Signal]) -> Value {
    let advisory = signals.iter().filter(|signal| signal.weight == Weight::Advisory);
    advisory.map(|signal| signal.code.as_str()).collect()
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
