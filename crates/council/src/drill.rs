//! Drills: seats that a script, a recording or a program of this machine fills, which is how a set-up is tried out and
//! never how a document is judged.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::report::Report;
use schemars::JsonSchema;
use serde::Serialize;

/// Whether somebody said that a drill is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drill {
    /// It was said: the command may end well, and the work still does not go on.
    Meant,
    /// It was not, so what fills the seats could be somebody's trick.
    Unsaid,
}

/// What is said in JSON of a drill.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrillOutput<'a> {
    /// What stood in for reviewers; not there where nothing did.
    drill: &'a BTreeSet<&'static str>,
}

/// Says in every format what stood in for reviewers. Unless a drill is meant, the command does not end well.
pub fn mark(report: &mut Report, stand_ins: &BTreeSet<&'static str>, drill: Drill) {
    if stand_ins.is_empty() {
        return;
    }
    let kinds = stand_ins.iter().copied().collect::<Vec<_>>().join(", ");
    report.headline = format!("drill ({kinds}): {}", report.headline);
    report.data.add(&DrillOutput { drill: stand_ins });
    let message = format!("seats are filled by what only stands in for a reviewer: {kinds}");
    let signal = match drill {
        Drill::Meant => Signal::advisory("DRILL", Place::default(), message),
        Drill::Unsaid => Signal::block("DRILL", Place::default(), message)
            .help("give `--drill` where that is meant; a drill never lets the work go on"),
    };
    report.signals.insert(0, signal);
    if drill == Drill::Unsaid && report.outcome.exit_code() == 0 {
        report.outcome = Outcome::Blocked;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(outcome: Outcome, drill: Drill) -> Report {
        let mut report = Report::new("review", "x", outcome, "passed");
        mark(&mut report, &BTreeSet::from(["loopback", "scripted"]), drill);
        report
    }

    #[test]
    fn a_drill_stands_in_the_headline_and_ends_well_only_where_it_is_meant() {
        let unsaid = marked(Outcome::Pass, Drill::Unsaid);
        assert_eq!(unsaid.headline, "drill (loopback, scripted): passed");
        assert_eq!(unsaid.outcome.exit_code(), 2);
        assert_eq!(marked(Outcome::Warned, Drill::Unsaid).outcome.exit_code(), 2);
        assert_eq!(marked(Outcome::Skipped, Drill::Unsaid).outcome.exit_code(), 2);
        assert_eq!(marked(Outcome::Failed, Drill::Unsaid).outcome, Outcome::Failed);
        assert_eq!(marked(Outcome::Pass, Drill::Meant).outcome, Outcome::Pass);
        assert_eq!(marked(Outcome::Pass, Drill::Meant).signals.len(), 1);
    }

    #[test]
    fn a_review_without_stand_ins_is_no_drill() {
        let mut report = Report::new("review", "x", Outcome::Pass, "passed");
        mark(&mut report, &BTreeSet::new(), Drill::Unsaid);
        assert_eq!((report.headline.as_str(), report.outcome), ("passed", Outcome::Pass));
        assert!(report.signals.is_empty() && report.data.is_empty());
    }
}
