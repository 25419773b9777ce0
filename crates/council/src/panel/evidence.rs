//! What a human sees before deciding: every recommendation with what shows it, group by group.

use std::fmt::Write as _;

use council_core::{
    diagnostic::Place,
    finding::Confidence,
    gate::{Outcome, Signal},
    handoff::StatedCertainty,
};
use council_formats::{
    handoff::words,
    report::{Data, Report},
};

use super::{KeptClaim, KeptGroup, KeptIssue, Undecided, keys};

/// Says what has to be decided: one signal for each recommendation, at the line it is about.
pub fn undecided_report(open: &Undecided) -> Report {
    let headline = format!("nothing is said to the recommendations of review {}", open.number);
    let project = open.project.as_str();
    let mut report = Report::new("decide", project, Outcome::InputNeeded, headline.clone());
    let help = format!(
        "`council decide --project {project}` with `--accept` and `--reject`, by number or by group, `--accept-all` or `--reject-all`, and `--by`"
    );
    let place = Place::file(&open.path);
    report.signals.push(Signal::block("DECISION_MISSING", place, headline).help(help));
    report.signals.extend(open.kept.issues.iter().map(|issue| signal(open, issue)));
    report.facts.extend(open.kept.groups.iter().map(|group| ("group", heading(group))));
    report.data = Data::of(&keys::UndecidedKeys {
        project,
        file: &open.path,
        review_number: open.number.value(),
        groups: &open.kept.groups,
        recommendations: &open.kept.issues,
        waived: open.carried.values().collect(),
    });
    report
}

/// Says what a group is about and what shows it, a line for each thing.
pub fn group_lines(open: &Undecided, group: &KeptGroup) -> Vec<String> {
    let mut lines = vec![heading(group)];
    let said =
        [("agreed", &group.agreed), ("disputed", &group.disputed), ("choice", &group.choice)];
    for (label, said) in said {
        lines.extend(said.iter().map(|said| format!("  {label}: {said}")));
    }
    for issue in members(open, group) {
        lines.push(format!("  {} [{}] {}", issue.number, graded(issue), issue.recommendation));
        for claim in &issue.claims {
            // A rule's recommendation says what is wrong; its words and their line are left to be shown.
            let is_whole = claim.description.split_whitespace().count() > 3;
            let shown = if is_whole && issue.recommendation.contains(&claim.description) {
                seen(claim)
            } else {
                shown(claim)
            };
            lines.push(format!("      {shown}"));
        }
        lines.extend(carried(open, issue).map(|words| format!("      {words}")));
    }
    lines
}

/// Says what shows one recommendation of a group.
pub fn issue_lines(open: &Undecided, group: &KeptGroup, issue: &KeptIssue) -> Vec<String> {
    group_lines(open, &KeptGroup { recommendations: vec![issue.number], ..group.clone() })
}

fn members<'o>(open: &'o Undecided, group: &KeptGroup) -> Vec<&'o KeptIssue> {
    let issues = open.kept.issues.iter();
    issues.filter(|issue| group.recommendations.contains(&issue.number)).collect()
}

fn heading(group: &KeptGroup) -> String {
    let numbers: Vec<String> = group.recommendations.iter().map(ToString::to_string).collect();
    let severity = group.severity.map_or("", words::severity);
    format!("G{} {}: {} [{}]", group.number, severity, group.topic, numbers.join(", "))
}

/// Says how bad it is, how sure who is of it.
fn graded(issue: &KeptIssue) -> String {
    let sure = |claim: &KeptClaim| Confidence::new(claim.confidence).map(StatedCertainty::of);
    let surest: Option<StatedCertainty> = issue.claims.iter().filter_map(sure).max();
    let confidence = surest.map(|surest| format!(", confidence {}", words::certainty(surest)));
    let confidence = confidence.unwrap_or_default();
    format!("{}{confidence}; {}", words::severity(issue.severity), issue.seats.join(", "))
}

/// Says what is wrong, and what shows it.
fn shown(claim: &KeptClaim) -> String {
    format!("{}: {} ({})", place(claim), claim.description, evidence(claim))
}

/// Says what shows a finding, for somebody who has just been told what is wrong.
fn seen(claim: &KeptClaim) -> String {
    format!("{}: {}", place(claim), evidence(claim))
}

fn place(claim: &KeptClaim) -> String {
    match (claim.line, &claim.anchor) {
        (Some(line), _) => format!("line {line}"),
        (None, Some(anchor)) => format!("in {anchor}"),
        (None, None) => "in the document".to_owned(),
    }
}

/// Returns the words that show it, or what was looked for in vain.
fn evidence(claim: &KeptClaim) -> String {
    match &claim.quote {
        Some(quote) => format!("“{}”", quote.split_whitespace().collect::<Vec<_>>().join(" ")),
        None => format!("not found in it: {}", claim.terms.join(", ")),
    }
}

fn carried(open: &Undecided, issue: &KeptIssue) -> Option<String> {
    let declined = open.carried.get(&issue.number)?;
    let (owner, until) = (declined.owner.as_ref()?, declined.until?);
    Some(format!("waived already: {owner} carries it until {until}: {}", declined.rationale))
}

fn signal(open: &Undecided, issue: &KeptIssue) -> Signal {
    let line = issue.claims.first().and_then(|claim| claim.line);
    let place = Place { line, ..Place::file(&open.kept.prd_file) };
    let mut message = format!("recommendation {} [{}]", issue.number, graded(issue));
    for claim in &issue.claims {
        let _ = write!(message, "; {}", shown(claim));
    }
    message.extend(carried(open, issue).map(|words| format!("; {words}")));
    let signal = Signal::advisory("UNDECIDED", place, message).graded(issue.severity);
    signal.help(advice(issue))
}

/// Says what would mend it, after what is wrong was said: a rule's advice by itself, else the whole recommendation.
fn advice(issue: &KeptIssue) -> String {
    let first = issue.claims.first().filter(|claim| !claim.remediation.trim().is_empty());
    match first.and_then(|claim| Some((claim, claim.rule.as_ref()?))) {
        Some((claim, rule)) => format!("{} (rule {rule})", claim.remediation),
        None => issue.recommendation.clone(),
    }
}
