//! For GitHub Actions: workflow commands that the runner shows as annotations.
//!
//! The decision comes first, because a step shows only its first ten annotations of a level.

use std::{
    borrow::Cow,
    cmp::Reverse,
    io::{self, Write},
};

use council_core::gate::{Outcome, Weight};

use super::{Noticed, Report, clean, human};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes one command for each decision and each signal.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    for report in reports {
        let title = property(&format!("council {}", report.command));
        let facts = report.full_facts().map(|(name, value)| format!("\n{name}: {value}"));
        let said = data(
            &std::iter::once(human::decision(report)).chain(facts).collect::<Vec<_>>().concat(),
        );
        writeln!(out, "::{} title={title}::{said}", level(report.outcome))?;
    }
    for weight in [Weight::Block, Weight::Advisory] {
        let mut all: Vec<Noticed<'_>> =
            reports.iter().flat_map(|report| report.of_weight(weight)).collect();
        // What points at words is worth more of the ten places than what points at the first line of a file.
        all.sort_by_key(|noticed| (Reverse(noticed.severity()), !noticed.is_quoted()));
        for noticed in all {
            writeln!(out, "{}", annotation(noticed))?;
        }
    }
    Ok(())
}

fn annotation(noticed: Noticed<'_>) -> String {
    let level = match noticed.weight() {
        Weight::Block => "error",
        Weight::Advisory => "warning",
    };
    let mut properties = Vec::new();
    if let Some(path) = noticed.path() {
        properties.push(format!("file={}", property(path)));
        properties.extend(noticed.line().map(|line| format!("line={line}")));
        properties.extend(noticed.column().map(|column| format!("col={column}")));
    }
    let title = format!("{}[{}]", noticed.severity().word(), noticed.code());
    properties.push(format!("title={}", property(&title)));
    format!("::{level} {}::{}", properties.join(","), data(&noticed.advice()))
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
