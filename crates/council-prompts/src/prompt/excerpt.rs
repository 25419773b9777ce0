//! What of the packet a seat is shown again: nobody has to read all of it once more to judge a finding about one place.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use council_core::{
    council::{CouncilOpening, CouncilQuestion, NeededReading, ShownFinding},
    packet::{Document, Packet, Span},
    slice::{PacketSlice, pieces},
};

use super::{
    findings::{is_asked_about, is_judged},
    is_scored, sliced,
};

/// From which share of the packet on, in percent, all of it is shown.
const NEARLY_ALL: usize = 85;

/// How much is shown before and after what a finding quotes, in bytes and to the end of a line, where it is judged.
const AROUND_JUDGED: usize = 500;

/// The same where only its remediation is voted on: nobody doubts then that the text has the defect.
const AROUND_MENDED: usize = 0;

/// A section up to this length is shown whole where a finding in it is judged.
const SHORT: usize = 1_200;

/// The lines that are shown, by the document's place in the packet.
pub(crate) type Excerpt = BTreeMap<usize, BTreeSet<usize>>;

/// Returns the lines that the findings of a question speak of; none where everything has to be read: to raise something, to
/// hold it against the vision, or to tell whether something is missing.
pub(super) fn of(
    packet: &Packet,
    opening: &CouncilOpening,
    ask: &CouncilQuestion,
) -> Option<Excerpt> {
    if ask.may_raise || is_scored(opening, ask) || sliced(opening, ask.seat).is_some() {
        return None;
    }
    let asked = || ask.findings.iter().filter(|shown| is_asked_about(ask, shown));
    if asked().any(|shown| shown.reads == NeededReading::Everything && is_judged(ask, shown)) {
        return None;
    }
    let pieces = pieces(packet);
    let mut excerpt = Excerpt::new();
    let (mut all, mut kept) = (0, 0);
    for (at, document) in packet.documents.iter().enumerate() {
        let lines = lines(document);
        let own: Vec<&PacketSlice<'_>> =
            pieces.iter().filter(|piece| piece.path == document.path()).collect();
        let mut read: Vec<Range<usize>> = own.iter().map(|piece| heading(piece)).collect();
        for shown in asked() {
            read.extend(own.iter().flat_map(|piece| parts(shown, piece, is_judged(ask, shown))));
        }
        let meets = |line: &Range<usize>| {
            read.iter().any(|part| part.start < line.end && line.start < part.end)
        };
        let shown: BTreeSet<usize> =
            lines.iter().enumerate().filter(|(_, line)| meets(line)).map(|(at, _)| at).collect();
        all += document.text().len();
        kept += shown.iter().filter_map(|at| lines.get(*at)).map(Range::len).sum::<usize>();
        excerpt.insert(at, shown);
    }
    (kept * 100 < all * NEARLY_ALL).then_some(excerpt)
}

/// Returns where the lines of a document are.
fn lines(document: &Document) -> Vec<Range<usize>> {
    let mut start = 0;
    let line = |line: &str| {
        let begin = start;
        start += line.len();
        begin..start
    };
    document.text().split_inclusive('\n').map(line).collect()
}

/// Returns where the heading of a piece is; what stands before the first heading is its own.
fn heading(piece: &PacketSlice<'_>) -> Range<usize> {
    let first = piece.text.lines().next().map_or(0, str::len);
    let length = if piece.anchor.is_some() { first } else { piece.text.len() };
    piece.span.start..piece.span.start + length
}

/// Returns what a finding needs of a piece.
fn parts(shown: &ShownFinding, piece: &PacketSlice<'_>, is_judged: bool) -> Vec<Range<usize>> {
    let reach = if is_judged { AROUND_JUDGED } else { AROUND_MENDED };
    let quotes: &[(String, Span)] = match &shown.reads {
        NeededReading::Everything => &[],
        NeededReading::Quotes(quotes) => quotes,
    };
    let meets = |span: &Span| span.start < piece.span.end && piece.span.start < span.end;
    let here = quotes.iter().filter(|(path, span)| path == piece.path && meets(span));
    let mut parts: Vec<Range<usize>> = here.map(|(_, span)| around(*span, piece, reach)).collect();
    if !parts.is_empty() && is_judged && piece.text.len() <= SHORT {
        parts.push(piece.span.start..piece.span.end);
        return parts;
    }
    let is_place =
        || piece.anchor.is_some_and(|anchor| shown.location == format!("{}#{anchor}", piece.path));
    if quotes.is_empty() && is_place() {
        parts.push(piece.span.start..piece.span.end);
    }
    if is_judged {
        parts.extend(named(shown, piece));
    }
    parts
}

/// Returns a span and what stands around it in its piece. A line that is shown in part is shown whole.
fn around(span: Span, piece: &PacketSlice<'_>, reach: usize) -> Range<usize> {
    let start = span.start.saturating_sub(reach).max(piece.span.start);
    start..(span.end + reach).min(piece.span.end)
}

/// Returns what a finding speaks of in a piece without quoting it: all of it by its heading, or a line by the id of what
/// is stated there.
fn named(shown: &ShownFinding, piece: &PacketSlice<'_>) -> Vec<Range<usize>> {
    let title = piece.text.lines().next().unwrap_or_default().trim_matches(['#', ' ']);
    if piece.anchor.is_some() && title.len() > 3 && shown.description.contains(title) {
        return vec![around(Span::new(piece.span.start, piece.span.start), piece, SHORT)];
    }
    let ids: Vec<&str> = ids(&shown.description).collect();
    let mut stated = Vec::new();
    let mut start = piece.span.start;
    for line in piece.text.split_inclusive('\n') {
        if ids.iter().any(|id| states(line, id)) {
            stated.push(start..start + line.len());
        }
        start += line.len();
    }
    stated
}

/// Returns the words of a text that are ids, such as `FR4` and `PM-D31`.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.map(|word| word.trim_matches('-')).filter(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.contains(|c: char| c.is_ascii_digit())
    })
}

/// Tells whether a line begins with an id, whatever marks it as an item or a heading.
fn states(line: &str, id: &str) -> bool {
    let line = line.trim_start_matches(['#', '-', '*', '|', '`', '[', '(', ' ', '\t']);
    let rest = line.strip_prefix(id);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_words_with_a_capital_and_a_number() {
        let found: Vec<&str> =
            ids("FR4's retries and PM-D31 break D133, in 3 of 5 P1 cases").collect();
        assert_eq!(found, ["FR4", "PM-D31", "D133", "P1"]);
    }

    #[test]
    fn a_line_states_what_it_begins_with() {
        for line in ["- **FR4**: The service retries.", "### FR4 Retries", "| FR4 | retries |"] {
            assert!(states(line, "FR4"), "{line}");
        }
        for line in ["- **FR44**: other", "as FR4 says", "- FR4-2: a part of it"] {
            assert!(!states(line, "FR4"), "{line}");
        }
    }
}
