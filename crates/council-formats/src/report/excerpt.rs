//! The line a finding stands on, cut to what a terminal shows, with a mark below the words that show it.

use super::{Finding, clean};

/// How many characters of a line are shown.
const WIDTH: usize = 96;

/// How many characters stand before the words that are marked, in a line that is cut.
const LEAD: usize = 32;

/// A line and its mark.
pub(super) struct Excerpt {
    /// The number of the line.
    pub(super) number: String,
    /// What is shown of it.
    pub(super) words: String,
    /// The space before the mark.
    pub(super) indent: String,
    /// The mark.
    pub(super) mark: String,
}

/// Returns what to show of a finding's line, if it has one.
pub(super) fn of(finding: &Finding) -> Option<Excerpt> {
    let place = &finding.signal.place;
    let (line, column, source) = (place.line?, place.column?, finding.source.as_ref()?);
    let start = usize::try_from(column).ok()?.saturating_sub(1);
    let length = source.chars().count();
    let end = match finding.end {
        Some(end) if end.line == line => usize::try_from(end.column).ok()?.saturating_sub(1),
        Some(_) => length,
        None => start + 1,
    };
    let from = if length > WIDTH { start.saturating_sub(LEAD) } else { 0 };
    let cut =
        |skip: usize, take: usize| -> String { source.chars().skip(skip).take(take).collect() };
    // What is hidden is shown as an escape, so the space before the mark is measured on what is shown.
    let before = clean::line(&cut(from, start - from.min(start))).replace('\t', " ");
    let marked =
        clean::line(&cut(start, end.saturating_sub(start))).chars().count().clamp(1, WIDTH);
    let lead = if from > 0 { "…" } else { "" };
    let tail = if from + WIDTH < length { "…" } else { "" };
    Some(Excerpt {
        number: line.to_string(),
        words: format!("{lead}{}{tail}", clean::line(&cut(from, WIDTH)).replace('\t', " ")),
        indent: " ".repeat(before.chars().count() + lead.chars().count()),
        mark: "^".repeat(marked),
    })
}
