//! For GitHub Actions: workflow commands that the runner shows as annotations.
//!
//! The decision comes first, because a step shows only its first ten annotations of a level.

use std::{borrow::Cow, fmt::Write as _};

use council_core::gate::{Outcome, Signal, Weight};

use super::{Report, clean, human};

/// Renders one command for each decision and each signal.
pub fn render(reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        decision(&mut text, report);
    }
    for weight in [Weight::Block, Weight::Advisory] {
        for signal in reports.iter().flat_map(|report| report.of_weight(weight)) {
            annotation(&mut text, signal);
        }
    }
    text
}

fn decision(text: &mut String, report: &Report) {
    let title = property(&format!("council {}", report.command));
    let said = data(&human::decision(report));
    let _ = writeln!(text, "::{} title={title}::{said}", level(report.outcome));
}

fn annotation(text: &mut String, signal: &Signal) {
    let level = match signal.weight {
        Weight::Block => "error",
        Weight::Advisory => "warning",
    };
    let mut properties = Vec::new();
    if let Some(path) = &signal.place.path {
        properties.push(format!("file={}", property(path)));
        properties.extend(signal.place.line.map(|line| format!("line={line}")));
        properties.extend(signal.place.column.map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", property(&signal.code)));
    let message = match &signal.help {
        Some(help) => format!("{}\nhelp: {help}", signal.message),
        None => signal.message.clone(),
    };
    let _ = writeln!(text, "::{level} {}::{}", properties.join(","), data(&message));
}

fn level(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "notice",
        Outcome::Skipped | Outcome::Warned => "warning",
        Outcome::WarnedStrictly
        | Outcome::Missing
        | Outcome::Blocked
        | Outcome::ApprovalNeeded
        | Outcome::InputNeeded
        | Outcome::Failed => "error",
    }
}

/// Escapes text after the second `::`: it can neither end the command nor start another.
fn data(text: &str) -> String {
    clean::block(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which `,` and `:` would end.
fn property(text: &str) -> String {
    let shown: Cow<'_, str> = clean::line(text);
    shown.replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}
