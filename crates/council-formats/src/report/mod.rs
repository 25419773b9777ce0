//! What a command says, as data: rendered late, by one small file per format.

pub mod clean;
pub mod concise;
mod data;
pub mod event;
mod excerpt;
mod finding;
mod fingerprint;
pub mod github;
pub mod gitlab;
pub mod human;
pub mod json;
pub mod jsonl;
pub mod junit;
mod keys;
mod layout;
pub mod markdown;
mod noticed;
pub mod pr_comment;
pub mod rdjsonl;
pub mod sarif;
pub mod schema;
pub mod sheet;
#[cfg(test)]
mod testing;
mod wrap;

use std::io;

use council_core::gate::{Hold, Outcome, Signal, Weight, allows_progress};

pub use data::Data;
pub use finding::ReportFinding;
pub use noticed::Noticed;
pub use wrap::{WIDEST, Width};

/// The version of every JSON this program prints.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// The version of the program, in every JSON it prints.
pub const TOOL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The command that lists what it found in any number of files.
pub const LISTING: &str = "lint";

/// How what was noticed is told to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// The decision, then each thing that was noticed.
    Each,
    /// The decision, then what was noticed, the worst first, with the repeats of a rule folded.
    Folded,
    /// What was noticed in all reports, the worst first, with the repeats of a rule folded; then the decision.
    Listing,
    /// The same, with every repeat.
    WholeListing,
}

/// What a manual says about a code, for formats that carry it along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manual {
    /// What is found, in a few words.
    pub summary: &'static str,
    /// The page, as Markdown.
    pub page: String,
    /// Where the page is.
    pub address: String,
}

/// What a command found, ready for any format.
#[derive(Debug, Clone)]
pub struct Report {
    /// The command, such as `gate stage`.
    pub command: &'static str,
    /// What it looked at, such as `SPEC-PAY-001 plan`.
    pub subject: String,
    /// What it decided.
    pub outcome: Outcome,
    /// What the work waits for, whatever was decided.
    pub holds: Vec<Hold>,
    /// The decision in words, such as `passed with warnings`.
    pub headline: String,
    /// A few lines of what was read, as name and value.
    pub facts: Vec<(&'static str, String)>,
    /// What it noticed.
    pub signals: Vec<Signal>,
    /// What it found in a text, with the exact place.
    pub findings: Vec<ReportFinding>,
    /// How people are told of both.
    pub telling: Telling,
    /// Looks a code up in the manual.
    pub manual: fn(&str) -> Option<Manual>,
    /// The name of the test suite it is in test reporters, where the subject changes from run to run.
    pub suite: Option<String>,
    /// What to do next.
    pub next: Vec<String>,
    /// Remarks for standard error: worth saying, no part of the result in any format.
    pub notes: Vec<String>,
    /// A text that is itself the product, such as a manual page: people read it in place of the headline.
    pub page: Option<String>,
    /// A page as data, which people read in place of everything else.
    pub sheet: Option<sheet::Sheet>,
    /// The command's own keys in JSON.
    pub data: Data,
    /// Whether the request could have had any number of reports, so that in JSON it is one of a list even if it is alone.
    pub is_among_others: bool,
    /// Whether every format carries the facts and the command's own keys, also those that usually name only the decision and
    /// what was noticed.
    pub is_in_full: bool,
    /// Why the command could not do its work, where it could not; the headline says what went wrong.
    pub failure: Option<CommandFailure>,
}

/// Why a command could not do its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandFailure {
    /// How the process ends. Wrong usage is no outcome and has a code of its own.
    pub exit_code: u8,
    /// What the failure comes from, outermost first.
    pub causes: Vec<String>,
    /// The ways out.
    pub hints: Vec<String>,
}

impl Report {
    /// Returns the report of a gate or a review, which speaks of the work: nothing holds it but the outcome.
    pub fn of_gate(
        command: &'static str,
        subject: impl Into<String>,
        outcome: Outcome,
        headline: impl Into<String>,
    ) -> Self {
        Self { holds: Vec::new(), ..Self::new(command, subject, outcome, headline) }
    }

    /// Returns a report of a command that could not do its work.
    pub fn failed(
        command: &'static str,
        message: impl Into<String>,
        failure: CommandFailure,
    ) -> Self {
        let mut report = Self::new(command, "", Outcome::Failed, message);
        report.next.clone_from(&failure.hints);
        report.failure = Some(failure);
        // What lists files has one shape, also where it has none to list.
        if command == LISTING {
            report.telling = Telling::Listing;
        }
        report
    }

    /// Returns how the process ends because of this report.
    pub fn exit_code(&self) -> u8 {
        self.failure.as_ref().map_or(self.outcome.exit_code(), |failure| failure.exit_code)
    }

    /// Returns a report that says what was decided and nothing more. It is no gate's, so the work never goes on because
    /// of it.
    pub fn new(
        command: &'static str,
        subject: impl Into<String>,
        outcome: Outcome,
        headline: impl Into<String>,
    ) -> Self {
        Self {
            command,
            subject: subject.into(),
            outcome,
            holds: vec![Hold::NoGate],
            headline: headline.into(),
            facts: Vec::new(),
            signals: Vec::new(),
            findings: Vec::new(),
            telling: Telling::Each,
            manual: |_| None,
            suite: None,
            next: Vec::new(),
            notes: Vec::new(),
            page: None,
            sheet: None,
            data: Data::default(),
            is_among_others: false,
            is_in_full: false,
            failure: None,
        }
    }

    /// Holds the work. People are told why where nothing else says it: that a gate is next is what a report is about.
    pub fn hold(&mut self, hold: Hold) {
        self.holds.push(hold);
        match hold {
            Hold::NoGate | Hold::GateClosed => {}
            Hold::Degraded | Hold::Drilled | Hold::Unsigned | Hold::NothingReviewed => {
                self.facts.push(("on hold", hold.says().to_owned()));
            }
        }
    }

    /// Tells whether the work may go on.
    pub fn allows_progress(&self) -> bool {
        allows_progress(self.outcome, &self.holds)
    }

    /// Tells whether it decided that all is well, whatever else the work waits for.
    fn passes(&self) -> bool {
        matches!(self.outcome, Outcome::Pass | Outcome::Warned)
    }

    /// Returns its facts for a format that usually leaves them out, a line each.
    fn full_facts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let facts = if self.is_in_full { self.facts.as_slice() } else { &[] };
        facts.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Returns everything it noticed, findings included, in order.
    pub fn noticed(&self) -> impl Iterator<Item = Noticed<'_>> {
        let findings = self.findings.iter().map(Noticed::Finding);
        self.signals.iter().map(Noticed::Signal).chain(findings)
    }

    /// Returns what it noticed of a weight, in order.
    pub fn of_weight(&self, weight: Weight) -> impl Iterator<Item = Noticed<'_>> {
        self.noticed().filter(move |noticed| noticed.weight() == weight)
    }
}

/// Tells whether the work may go on after all of them. No report is no decision.
pub fn all_allow_progress(reports: &[Report]) -> bool {
    !reports.is_empty() && reports.iter().all(Report::allows_progress)
}

/// Returns the worst outcome. No report is no decision, and there is no default decision: that has failed.
pub fn worst(reports: &[Report]) -> Outcome {
    reports.iter().map(|report| report.outcome).max().unwrap_or(Outcome::Failed)
}

/// Returns how the process ends because of reports: as the first one of the worst outcome says.
fn exit_code(reports: &[Report]) -> u8 {
    let worst = worst(reports);
    let decisive = reports.iter().find(|report| report.outcome == worst);
    decisive.map_or(worst.exit_code(), Report::exit_code)
}

/// Returns the name of an outcome in the machine formats.
fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Skipped => "skipped",
        Outcome::Warned => "warned",
        Outcome::WarnedStrictly => "warned_strictly",
        Outcome::Missing => "missing",
        Outcome::Blocked => "blocked",
        Outcome::ApprovalNeeded => "approval_needed",
        Outcome::InputNeeded => "input_needed",
        Outcome::Failed => "failed",
    }
}

/// Returns the name of a weight in the machine formats.
fn weight_name(weight: Weight) -> &'static str {
    match weight {
        Weight::Advisory => "advisory",
        Weight::Block => "block",
    }
}

/// Returns what a format writes, as one text.
fn rendered(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    // Memory takes whatever is written.
    let _ = write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}
