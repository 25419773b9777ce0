//! How many there are of everything, in words.

use std::fmt::Write as _;

use council_core::{gate::Outcome, severity::Severity};

use crate::report::Report;

/// Says how many reports there are, how they ended, worst first, and how bad what they noticed is.
pub(super) fn of(reports: &[Report]) -> String {
    let mut outcomes: Vec<_> = reports.iter().map(|report| report.outcome).collect();
    outcomes.sort_unstable_by(|a, b| b.cmp(a));
    let endings = outcomes
        .chunk_by(|a, b| counted(*a) == counted(*b))
        .filter_map(|same| Some(format!("{} {}", same.len(), counted(*same.first()?))));
    let endings: Vec<_> = endings.collect();
    let mut text = format!("{} checked: {}", reports.len(), endings.join(", "));
    if let Some(said) = severities(reports) {
        let _ = write!(text, " ({said})");
    }
    text
}

/// Says how many things of each severity reports noticed, the worst first, if they noticed anything.
fn severities(reports: &[Report]) -> Option<String> {
    let mut counts = [0_usize; Severity::ALL.len()];
    for noticed in reports.iter().flat_map(Report::noticed) {
        let at = Severity::ALL.iter().position(|severity| *severity == noticed.severity());
        if let Some(count) = at.and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    let each = Severity::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let each: Vec<String> = each
        .map(|(severity, count)| match count {
            1 => format!("1 {}", severity.word()),
            count => format!("{count} {}s", severity.word()),
        })
        .collect();
    (!each.is_empty()).then(|| each.join(", "))
}

/// Returns how reports that ended so are counted.
fn counted(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "passed",
        Outcome::Skipped => "skipped",
        Outcome::Warned | Outcome::WarnedStrictly => "with warnings",
        Outcome::Missing => "missing",
        Outcome::Blocked => "blocked",
        Outcome::ApprovalNeeded => "without approval",
        Outcome::InputNeeded => "without input",
        Outcome::Failed => "failed",
    }
}
