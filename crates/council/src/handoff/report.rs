//! What the panel's gates found, in words and as JSON.

use council_core::{
    gate::{
        Hold, Outcome, Signal, Weight,
        handoff::Acknowledged,
        rereview::{Advice, RereviewReason},
    },
    handoff::{GateDecision, LineDelta, PanelRuling},
    series::{Series, SeriesReview},
};
use council_formats::{
    handoff::{name, words},
    report::{Data, Report},
};
use schemars::JsonSchema;
use serde::Serialize;

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
            "in order by its text, but somebody has to answer for it before task generation starts"
        }
        Outcome::Pass | Outcome::Warned if !answer.holds.is_empty() => {
            "in order, but task generation needs a complete review that is not a drill"
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
    if let Some(Acknowledged { by, reason }) = &gate.acknowledged {
        report.facts.push(("acknowledged", format!("{reason} (by {by})")));
    }
    report.signals.clone_from(&answer.signals);
    report.data = Data::of(&HandoffKeys {
        review: keys(project, review, answer.ruling, &gate.series),
        hard_fails: answer.fails.iter().map(|fail| fail.code()).collect(),
        advisories: advisories(&answer.signals),
        prd_file: gate.reviewed.as_deref(),
        prd_to_build: to_build.as_deref(),
        acknowledged: gate.acknowledged.as_ref().map(|one| one.reason.as_str()),
        acknowledged_by: gate.acknowledged.as_ref().map(|one| one.by.as_str()),
    });
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
    let decision = review.and_then(SeriesReview::decision);
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
        if advice.reasons.iter().any(|one| matches!(one, RereviewReason::NotRevised)) {
            report.next.push(format!(
                "`council revise NEW_PRD --project {project}` records what was carried out, before anybody decides here"
            ));
        }
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
    let blocks = answer.signals.iter().filter(|signal| signal.weight == Weight::Block);
    report.data = Data::of(&ReReviewKeys {
        review: keys(project, review, answer.ruling, &gate.series),
        hard_fails: blocks.map(|signal| signal.code.as_str()).collect(),
        advisories: advisories(&answer.signals),
        next_file: next_file.as_deref(),
        lines_changed_percent: gate.delta.map(LineDelta::percent),
        recommendation: answer.advice.as_ref().map(|one| words::decision(one.decision())),
        reasons: answer.advice.iter().flat_map(|one| &one.reasons).map(reason).collect(),
    });
    if let (Outcome::Pass | Outcome::Warned, Some(hold)) = (report.outcome, handoff) {
        report.hold(hold);
    }
    report
}

fn subject(project: &str, review: Option<&SeriesReview>) -> String {
    match review {
        Some(review) => format!("{project} {}", review.number),
        None => project.to_owned(),
    }
}

fn facts(
    review: Option<&SeriesReview>,
    ruling: Option<PanelRuling>,
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
        let state = |one: &SeriesReview| {
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
    let said = |one: &RereviewReason| ("recommended", format!("{decision}: {}", reason(one)));
    advice.reasons.iter().map(said).collect()
}

fn reason(reason: &RereviewReason) -> String {
    match reason {
        RereviewReason::Many { applied } => {
            format!("{applied} recommendations were applied, more than 3")
        }
        RereviewReason::NotRevised => {
            "recommendations were accepted, and no new version is recorded with `council revise`"
                .to_owned()
        }
        RereviewReason::Unanswered { numbers } => {
            let (said, are) = match numbers.as_slice() {
                [only] => (format!("recommendation {only}"), "is"),
                _ => (format!("recommendations {}", crate::words::numbers(numbers.clone())), "are"),
            };
            format!(
                "PROCEED is not possible yet: {said} {are} CRITICAL and unchanged; revise the PRD, or reconvene"
            )
        }
        RereviewReason::Critical { touched } => {
            format!("something critical was touched: {touched}")
        }
        RereviewReason::Much(delta) => {
            format!("{} % of the PRD's lines changed, more than 15 %", delta.percent())
        }
    }
}

/// What `gate handoff` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HandoffKeys<'a> {
    #[serde(flatten)]
    review: GatedReviewKeys<'a>,
    /// What stops task generation.
    hard_fails: Vec<&'a str>,
    /// What does not.
    advisories: Vec<&'a str>,
    /// The PRD that was reviewed.
    prd_file: Option<&'a str>,
    /// The PRD that is to be built.
    prd_to_build: Option<&'a str>,
    /// Why the work goes on although the panel said to revise, where somebody recorded that.
    acknowledged: Option<&'a str>,
    /// Who recorded it.
    acknowledged_by: Option<&'a str>,
}

/// What `gate rereview` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReReviewKeys<'a> {
    #[serde(flatten)]
    review: GatedReviewKeys<'a>,
    /// What stops the work.
    hard_fails: Vec<&'a str>,
    /// What does not.
    advisories: Vec<&'a str>,
    /// The file of the next review, where the panel meets again.
    next_file: Option<&'a str>,
    /// How much of the PRD changed.
    lines_changed_percent: Option<usize>,
    /// What is advised.
    recommendation: Option<&'static str>,
    /// Why.
    reasons: Vec<String>,
}

/// What both gates say of the review.
#[derive(Debug, Serialize, JsonSchema)]
struct GatedReviewKeys<'a> {
    project: &'a str,
    /// The review.
    file: Option<&'a str>,
    review_number: Option<u32>,
    /// The verdict that counts.
    verdict: Option<&'static str>,
    /// The verdict as the file states it.
    stated_verdict: Option<&'static str>,
    /// The verdict that the seats amount to.
    computed_verdict: Option<&'static str>,
    status: Option<&'static str>,
    gate_decision: Option<&'static str>,
    /// Every review of the project.
    series: Vec<MemberKeys<'a>>,
}

/// A review of a project.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SeriesMember")]
struct MemberKeys<'a> {
    file: &'a str,
    review_number: u32,
    status: Option<&'static str>,
    gate_decision: Option<&'static str>,
}

fn keys<'a>(
    project: &'a str,
    review: Option<&'a SeriesReview>,
    ruling: Option<PanelRuling>,
    series: &'a Series,
) -> GatedReviewKeys<'a> {
    let front = review.and_then(|review| review.handoff.value.front.as_ref());
    let stated = front.and_then(|front| front.verdict);
    GatedReviewKeys {
        project,
        file: review.map(|review| review.path.as_str()),
        review_number: review.map(|review| review.number.value()),
        verdict: ruling.map(|ruling| words::rating(ruling.verdict)),
        stated_verdict: stated.map(words::rating),
        computed_verdict: ruling.and_then(|one| one.computed).map(words::rating),
        status: review.and_then(SeriesReview::status).map(words::status),
        gate_decision: review.and_then(SeriesReview::decision).map(words::decision),
        series: series.reviews().iter().map(member).collect(),
    }
}

fn member(review: &SeriesReview) -> MemberKeys<'_> {
    MemberKeys {
        file: &review.path,
        review_number: review.number.value(),
        status: review.status().map(words::status),
        gate_decision: review.decision().map(words::decision),
    }
}

fn advisories(signals: &[Signal]) -> Vec<&str> {
    let advisory = signals.iter().filter(|signal| signal.weight == Weight::Advisory);
    advisory.map(|signal| signal.code.as_str()).collect()
}
