//! The line a finding stands on, cut to what a terminal shows, with a mark below the words that show it.

use super::{ReportFinding, clean};

/// How many characters of a line are shown where nobody knows how wide the terminal is.
const WIDTH: usize = 96;

/// A line and its mark.
pub(super) struct Excerpt {
    /// What is shown of the line.
    pub(super) words: String,
    /// How many characters stand before the mark.
    pub(super) indent: usize,
    /// How many characters are marked.
    pub(super) marked: usize,
}

/// Returns what to show of a finding's line, if there are words that show it.
///
/// Only as much of the line is read as can be shown: it may be the whole document, with a finding in every sentence.
/// Where the terminal says how much room there is, the marks of what was cut stand within it.
pub(super) fn of(finding: &ReportFinding, room: Option<usize>) -> Option<Excerpt> {
    let width = room.map_or(WIDTH, |room| room.saturating_sub(MARKS).max(1));
    if finding.span.is_empty() {
        return None;
    }
    let (before, onward) = finding.original.text().split_at_checked(finding.span.start)?;
    let start = usize::try_from(finding.start.column).ok()?.saturating_sub(1);
    let onward = line(onward, width);
    let ahead = onward.chars().count();
    let is_long = start + ahead > width;
    let back = if is_long { start.min(lead_of(width)) } else { start };
    let before = last(before, back);
    let length = match finding.end {
        end if end.line == finding.start.line => {
            usize::try_from(end.column).ok()?.saturating_sub(1).saturating_sub(start)
        }
        _ => ahead,
    };
    // What is hidden is shown as an escape, so the space before the mark is measured on what is shown.
    let indent = clean::line(before).replace('\t', " ").chars().count();
    let marked = clean::line(first(onward, length.min(width.saturating_sub(back).max(1))))
        .chars()
        .count()
        .max(1);
    let words = [before, first(onward, width.saturating_sub(back))].concat();
    let lead = if start > back { "…" } else { "" };
    let tail = if back + ahead > width { "…" } else { "" };
    Some(Excerpt {
        words: format!("{lead}{}{tail}", clean::line(&words).replace('\t', " ")),
        indent: indent + lead.chars().count(),
        marked,
    })
}

/// How many characters say that a line was cut, on both sides.
const MARKS: usize = 2;

/// Returns how many characters stand before the words that are marked, in a line that is cut.
fn lead_of(width: usize) -> usize {
    width / 3
}

/// Returns what a text has of its first line, as far as that can matter: somewhat more than is shown.
fn line(text: &str, width: usize) -> &str {
    let near = first(text, width + 2);
    match near.split_once('\n') {
        Some((line, _)) => line.strip_suffix('\r').unwrap_or(line),
        None => near,
    }
}

/// Returns the first characters of a text.
fn first(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

/// Returns the last characters of a text.
fn last(text: &str, count: usize) -> &str {
    let Some(steps) = count.checked_sub(1) else {
        return "";
    };
    let start = text.char_indices().rev().nth(steps).map_or(0, |(at, _)| at);
    text.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::{borrow::Cow, sync::Arc};

    use council_core::{
        finding::{Evidence, Location, LocationKind},
        packet::{LineIndex, Original, Span},
        severity::Severity,
        signature::ShortId,
        taxonomy::Subcategory,
    };
    use proptest::prelude::*;

    use super::*;

    fn finding(text: &str, span: Span) -> ReportFinding {
        let lines = LineIndex::new(text);
        let whole =
            Location { path: "a.md".to_owned(), anchor: None, kind: LocationKind::Document };
        ReportFinding {
            original: Arc::new(Original::new("a.md", text)),
            short_id: ShortId::of(
                None,
                Subcategory::Ambiguity,
                &whole,
                &Evidence::Quote(String::new()),
            ),
            span,
            quoted: span,
            start: lines.position(text, span.start),
            end: lines.position(text, span.end),
            rule: "rule",
            kind: "kind",
            subcategory: Subcategory::Ambiguity,
            severity: Severity::Minor,
            confidence: 0.5,
            message: Cow::Borrowed("message"),
            remediation: Cow::Borrowed("remediation"),
            fix: None,
            anchor: None,
        }
    }

    /// Cuts the line as a whole, however long it is.
    fn cut(finding: &ReportFinding) -> (String, usize, usize) {
        let line = usize::try_from(finding.start.line).unwrap() - 1;
        let line: Vec<char> = finding.original.text().lines().nth(line).unwrap().chars().collect();
        let start = usize::try_from(finding.start.column).unwrap() - 1;
        let end = match finding.end {
            end if end.line == finding.start.line => usize::try_from(end.column).unwrap() - 1,
            _ => line.len(),
        };
        let from = if line.len() > WIDTH { start.saturating_sub(lead_of(WIDTH)) } else { 0 };
        let piece = |from: usize, to: usize| -> String {
            line.iter().take(to).skip(from).collect::<String>()
        };
        let shown = |text: String| clean::line(&text).into_owned();
        let lead = if from > 0 { "…" } else { "" };
        let tail = if from + WIDTH < line.len() { "…" } else { "" };
        let words = format!("{lead}{}{tail}", shown(piece(from, from + WIDTH)));
        let indent = shown(piece(from, start)).chars().count() + lead.chars().count();
        (words, indent, shown(piece(start, end.min(from + WIDTH))).chars().count().max(1))
    }

    proptest! {
        #[test]
        fn a_line_is_cut_as_if_all_of_it_had_been_read(
            text in "[aé\t\u{200b}]{0,140}(\r\n|\n)?[b日 ]{1,140}[\n]?[c]{0,3}",
            one in any::<prop::sample::Index>(),
            other in any::<prop::sample::Index>(),
        ) {
            let offsets: Vec<usize> = text.char_indices().filter(|(_, c)| !matches!(c, '\r' | '\n')).map(|(at, _)| at).collect();
            let (one, other) = (*one.get(&offsets), *other.get(&offsets));
            prop_assume!(one != other);
            let finding = finding(&text, Span::new(one, other));
            let excerpt = of(&finding, None).unwrap();
            prop_assert_eq!((excerpt.words, excerpt.indent, excerpt.marked), cut(&finding));
        }
    }
}
