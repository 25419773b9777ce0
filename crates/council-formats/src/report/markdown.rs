//! For pull request comments and job summaries.
//!
//! Text from documents is only ever text here: it cannot format, link, load an image, close a table, mention a person
//! or refer to an issue.

use std::{
    cmp::Reverse,
    io::{self, Write},
};

use council_core::gate::{Outcome, Weight};

use super::{Noticed, Report, clean, sheet, worst};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes reports, with one heading for all of them.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    let command = reports.first().map_or("", |report| report.command);
    let is_page = |report: &Report| report.sheet.is_some();
    if !reports.iter().any(is_page) {
        writeln!(out, "### council {command}: {}", spoken(worst(reports)))?;
    }
    for report in reports {
        describe(out, report, reports.len())?;
    }
    Ok(())
}

fn describe(out: &mut impl Write, report: &Report, of: usize) -> io::Result<()> {
    if let Some(sheet) = &report.sheet {
        out.write_all(sheet::markdown(sheet).as_bytes())?;
        return next(out, report);
    }
    if let Some(text) = &report.page {
        let text = clean::block(text);
        let fence = fence(&text);
        writeln!(out, "\n{fence}text\n{}\n{fence}", text.trim_end_matches('\n'))?;
    } else {
        let outcome = if of > 1 { format!("{}: ", spoken(report.outcome)) } else { String::new() };
        let subject = match report.subject.as_str() {
            "" => String::new(),
            subject => format!("**{}**: ", plain(subject)),
        };
        writeln!(out, "\n{outcome}{subject}{}", plain(&report.headline))?;
    }
    signals(out, report)?;
    if !report.facts.is_empty() {
        out.write_all(b"\n| read | |\n|---|---|\n")?;
    }
    for (name, value) in &report.facts {
        writeln!(out, "| {} | {} |", plain(name), plain(value))?;
    }
    next(out, report)
}

fn next(out: &mut impl Write, report: &Report) -> io::Result<()> {
    if !report.next.is_empty() {
        out.write_all(b"\n**Next**\n\n")?;
    }
    for step in &report.next {
        writeln!(out, "- {}", plain(step))?;
    }
    Ok(())
}

fn signals(out: &mut impl Write, report: &Report) -> io::Result<()> {
    if report.noticed().next().is_none() {
        return Ok(());
    }
    out.write_all(b"\n| severity | where | what |\n|---|---|---|\n")?;
    let mut all: Vec<Noticed<'_>> = report.noticed().collect();
    all.sort_by_key(|noticed| Reverse((noticed.weight(), noticed.severity())));
    all.into_iter().try_for_each(|noticed| writeln!(out, "{}", row(noticed)))
}

fn row(noticed: Noticed<'_>) -> String {
    let severity = match noticed.weight() {
        Weight::Block => format!("**{}**", noticed.severity().word()),
        Weight::Advisory => noticed.severity().word().to_owned(),
    };
    let place = match noticed.path() {
        Some(_) => plain(&noticed.place().to_string()),
        None => String::new(),
    };
    let help = match noticed.help() {
        Some(help) => format!("<br>help: {}", plain(help)),
        None => String::new(),
    };
    let details = noticed.details().iter();
    let details: Vec<String> =
        details.map(|(name, value)| format!("<br>{}: {}", plain(name), plain(value))).collect();
    let details = details.concat();
    let (code, message) = (plain(noticed.code()), plain(noticed.message()));
    format!("| {severity} {code} | {place} | {message}{details}{help} |")
}

fn spoken(outcome: Outcome) -> &'static str {
    super::human::spoken(outcome).0
}

/// Separates what would become a link, a mention or a reference; it shows nothing and is gone from copied text.
const BREAK: &str = "<!-- -->";

/// Returns the text as text on one line, whatever markup it holds.
pub fn plain(text: &str) -> String {
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
