//! For pull request comments and job summaries.
//!
//! Text from documents is only ever text here: it cannot format, link, load an image, close a table, mention a person
//! or refer to an issue.

use std::fmt::Write as _;

use council_core::gate::{Outcome, Signal, Weight};

use super::{Report, clean, sheet, worst};

/// Renders reports, with one heading for all of them.
pub fn render(reports: &[Report]) -> String {
    let mut page = String::new();
    let command = reports.first().map_or("", |report| report.command);
    let is_page = |report: &Report| report.sheet.is_some();
    if !reports.iter().any(is_page) {
        let _ = writeln!(page, "### council {command}: {}", spoken(worst(reports)));
    }
    for report in reports {
        describe(&mut page, report, reports.len());
    }
    page
}

fn describe(page: &mut String, report: &Report, of: usize) {
    if let Some(sheet) = &report.sheet {
        page.push_str(&sheet::markdown(sheet));
        next(page, report);
        return;
    }
    if let Some(text) = &report.page {
        let text = clean::block(text);
        let fence = fence(&text);
        let _ = writeln!(page, "\n{fence}text\n{}\n{fence}", text.trim_end_matches('\n'));
    } else {
        let outcome = if of > 1 { format!("{}: ", spoken(report.outcome)) } else { String::new() };
        let subject = match report.subject.as_str() {
            "" => String::new(),
            subject => format!("**{}**: ", plain(subject)),
        };
        let _ = writeln!(page, "\n{outcome}{subject}{}", plain(&report.headline));
    }
    signals(page, report);
    if !report.facts.is_empty() {
        page.push_str("\n| read | |\n|---|---|\n");
    }
    for (name, value) in &report.facts {
        let _ = writeln!(page, "| {} | {} |", plain(name), plain(value));
    }
    next(page, report);
}

fn next(page: &mut String, report: &Report) {
    if !report.next.is_empty() {
        page.push_str("\n**Next**\n\n");
    }
    for step in &report.next {
        let _ = writeln!(page, "- {}", plain(step));
    }
}

fn signals(page: &mut String, report: &Report) {
    if report.noticed().next().is_none() {
        return;
    }
    page.push_str("\n| signal | where | what |\n|---|---|---|\n");
    for weight in [Weight::Block, Weight::Advisory] {
        for signal in report.of_weight(weight) {
            let _ = writeln!(page, "{}", row(signal));
        }
    }
}

fn row(signal: &Signal) -> String {
    let weight = match signal.weight {
        Weight::Block => "**block**",
        Weight::Advisory => "advisory",
    };
    let place = match &signal.place.path {
        Some(_) => plain(&signal.place.to_string()),
        None => String::new(),
    };
    let help = match &signal.help {
        Some(help) => format!("<br>help: {}", plain(help)),
        None => String::new(),
    };
    format!("| {weight} {} | {place} | {}{help} |", plain(&signal.code), plain(&signal.message))
}

fn spoken(outcome: Outcome) -> &'static str {
    super::human::spoken(outcome).0
}

/// Separates what would become a link, a mention or a reference; it shows nothing and is gone from copied text.
const BREAK: &str = "<!-- -->";

/// Returns the text as text on one line, whatever markup it holds.
pub(super) fn plain(text: &str) -> String {
    let shown = clean::line(text);
    let shown = shown.trim();
    let mut escaped = String::with_capacity(shown.len() + 8);
    // Only at its beginning can text become a list.
    let rest = shown.trim_start_matches(|c: char| c.is_ascii_digit());
    escaped.push_str(shown.strip_suffix(rest).unwrap_or_default());
    let mut chars = rest.char_indices();
    while let Some((index, c)) = chars.next() {
        let after = chars.as_str();
        match c {
            '.' | ')' | '-' | '+' if index == 0 => escaped.extend(['\\', c]),
            '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '$' | '!' => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '|' => escaped.push_str("&#124;"),
            '#' if !after.starts_with(|c: char| c.is_ascii_digit()) => escaped.push_str("\\#"),
            '@' | '#' => escaped.extend([c.encode_utf8(&mut [0; 4]), BREAK]),
            ':' if after.starts_with("//") => escaped.extend([":", BREAK]),
            '.' if ends_with_www(&escaped) => escaped.extend([".", BREAK]),
            _ => escaped.push(c),
        }
    }
    escaped
}

fn ends_with_www(text: &str) -> bool {
    text.chars().rev().take(3).all(|c| c.eq_ignore_ascii_case(&'w'))
}

/// Returns a fence that is longer than any in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
