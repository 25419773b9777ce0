//! What really changed between two versions of a PRD, and which recommendation a change is near.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use council_core::{
    evidence::lock,
    handoff::differs_in_substance,
    packet::{Document, Packet, Span},
};

use super::{
    KeptIssue,
    lines::{Change, changes},
    still::StillFound,
};

/// The longest piece of text that a change shows.
const SHOWN: usize = 80;

/// The most changes that a log lists one by one; which recommendations the others are near is shown nowhere.
pub(super) const LISTED: usize = 60;

/// How many different terms are looked for in what was added, at most. A recommendation that needs one more is unproven.
const LOOKED_FOR: usize = 256;

/// A stretch of lines that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The section it is in.
    pub section: String,
    /// The first line in the version before, from 1, and how many lines.
    pub before: (usize, usize),
    /// The first line in the version after, from 1, and how many lines.
    pub after: (usize, usize),
    /// The words that are gone.
    pub removed: String,
    /// The words that came.
    pub added: String,
    /// Whether it says something else than before, and is not only laid out in another way.
    pub is_substance: bool,
}

impl Hunk {
    /// Says what changed.
    pub fn words(&self) -> String {
        let (removed, added) = (short(&self.removed), short(&self.added));
        let what = match (removed.is_empty(), added.is_empty()) {
            (true, true) => "blank lines".to_owned(),
            _ if !self.is_substance => "laid out in another way".to_owned(),
            (true, false) => format!("added “{added}”"),
            (false, true) => format!("removed “{removed}”"),
            (false, false) => format!("“{removed}” became “{added}”"),
        };
        format!("{} (line {}): {what}", self.section, self.after.0)
    }
}

/// Compares two versions line by line, each section by itself: what came or went under a heading of its own is a change
/// of its own.
pub(super) fn sectioned(before: &Document, after: &Document) -> Vec<Hunk> {
    let (old_heads, new_heads) = (heads(before), heads(after));
    compared(before, after, |change| split(change, &old_heads, &new_heads))
}

/// Compares two versions line by line. Lines that differ in blanks only are the same.
pub(super) fn hunks(before: &Document, after: &Document) -> Vec<Hunk> {
    compared(before, after, |change| vec![change])
}

fn compared(
    before: &Document,
    after: &Document,
    split: impl Fn(Change) -> Vec<Change>,
) -> Vec<Hunk> {
    let old: Vec<&str> = before.text().lines().collect();
    let new: Vec<&str> = after.text().lines().collect();
    let (old_words, new_words) = (folded(&old), folded(&new));
    let join = |lines: &[&str], start: usize, count: usize| {
        let words =
            lines.get(start..start + count).unwrap_or_default().iter().map(|line| line.trim());
        words.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let (old_starts, new_starts) = (starts(before), starts(after));
    let hunk = |(from, to): Change| {
        // A blank line before what came or went belongs to what stood there before.
        let (from, to) = match (from.is_empty(), to.is_empty()) {
            (true, false) => (from, without_blanks(&new, to)),
            (false, true) => (without_blanks(&old, from), to),
            (true, true) | (false, false) => (from, to),
        };
        // A removal has no line of its own in the new version, so its section is that of the old one.
        let section = if to.is_empty() {
            section(before, &old_starts, from.start)
        } else {
            section(after, &new_starts, to.start)
        };
        let lines = |all: &[&str], range: &Range<usize>| {
            all.get(range.clone()).unwrap_or_default().join("\n")
        };
        Hunk {
            section,
            is_substance: differs_in_substance(&lines(&old, &from), &lines(&new, &to)),
            before: (from.start + 1, from.len()),
            after: (to.start + 1, to.len()),
            removed: join(&old, from.start, from.len()),
            added: join(&new, to.start, to.len()),
        }
    };
    let old_words: Vec<&str> = old_words.iter().map(String::as_str).collect();
    let new_words: Vec<&str> = new_words.iter().map(String::as_str).collect();
    let is_blank = |lines: &[&str], range: &Range<usize>| {
        lines.get(range.clone()).unwrap_or_default().iter().all(|line| line.trim().is_empty())
    };
    let changes = changes(&old_words, &new_words).into_iter();
    let parts = changes.flat_map(|change| {
        let mut parts = split(change);
        if parts.len() > 1 {
            parts.retain(|(from, to)| !is_blank(&old, from) || !is_blank(&new, to));
        }
        parts
    });
    parts.map(hunk).collect()
}

/// Returns the lines on which a section begins, from 0.
fn heads(document: &Document) -> BTreeSet<usize> {
    let sections = document.sections.iter();
    sections.map(|section| lines(document, section.span).0 - 1).collect()
}

/// Takes a change apart where a section begins. What stands under headings on both sides is compared in order where there
/// are as many; else the old sections went and the new ones came.
fn split(
    (from, to): Change,
    old_heads: &BTreeSet<usize>,
    new_heads: &BTreeSet<usize>,
) -> Vec<Change> {
    let (old, new) = (pieces(&from, old_heads), pieces(&to, new_heads));
    let ([old_first, old_rest @ ..], [new_first, new_rest @ ..]) = (old.as_slice(), new.as_slice())
    else {
        return vec![(from, to)];
    };
    let mut parts = vec![(old_first.clone(), new_first.clone())];
    if old_rest.len() == new_rest.len() {
        parts.extend(old_rest.iter().cloned().zip(new_rest.iter().cloned()));
    } else {
        let start = new_first.end;
        parts.extend(old_rest.iter().map(|gone| (gone.clone(), start..start)));
        parts.extend(new_rest.iter().map(|came| (from.end..from.end, came.clone())));
    }
    parts.retain(|(from, to)| !from.is_empty() || !to.is_empty());
    parts
}

/// Returns the lines before the first heading, which may be none, then those of each heading.
fn pieces(range: &Range<usize>, heads: &BTreeSet<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = range.start;
    for head in heads.range(range.clone()) {
        pieces.push(start..*head);
        start = *head;
    }
    pieces.push(start..range.end);
    pieces
}

fn folded(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Leaves out the blank lines that a stretch begins with, unless there is nothing else.
fn without_blanks(lines: &[&str], range: Range<usize>) -> Range<usize> {
    let stretch = lines.get(range.clone()).unwrap_or_default();
    let first = stretch.iter().position(|line| !line.trim().is_empty());
    range.start + first.unwrap_or(0)..range.end
}

/// Changes to look recommendations up in. What a look costs depends neither on how many changes there are nor on how long
/// they are, apart from the first look for a term.
pub(super) struct ChangeIndex<'a> {
    hunks: &'a [Hunk],
    /// What each change added, in small letters; nothing where it is only laid out in another way.
    added: Vec<String>,
    /// For each change, the first from there on that says something else than before.
    next: Vec<Option<usize>>,
    /// The listed changes that a term came with, and whether any change did.
    said: BTreeMap<String, NearbyChanges>,
}

/// The listed changes that are near a place, and whether any change is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct NearbyChanges {
    listed: Vec<usize>,
    is_any: bool,
}

impl<'a> ChangeIndex<'a> {
    /// Prepares changes, which are in order.
    pub(super) fn new(hunks: &'a [Hunk]) -> Self {
        let added = hunks
            .iter()
            .map(|hunk| if hunk.is_substance { hunk.added.to_lowercase() } else { String::new() });
        let added = added.collect();
        let mut next = vec![None; hunks.len()];
        let mut latest = None;
        for (at, slot) in next.iter_mut().enumerate().rev() {
            latest = hunks.get(at).filter(|hunk| hunk.is_substance).map(|_| at).or(latest);
            *slot = latest;
        }
        Self { hunks, added, next, said: BTreeMap::new() }
    }

    /// Returns which listed changes are near a place where an issue stands, and how many of its places are changed. Places
    /// where the new version still shows it are not changed, whatever else changed there.
    pub(super) fn addressing(
        &mut self,
        packet: &Packet,
        issue: &KeptIssue,
        still: &StillFound,
    ) -> (Vec<usize>, usize) {
        let mut found = Vec::new();
        let mut changed = 0;
        for kept in issue.claims.iter().filter(|claim| !still.shows(claim)) {
            let Ok(locked) = lock(packet, kept.claim(issue.severity)) else { continue };
            let Some(document) = packet.document(&locked.claim().location.path) else { continue };
            let span = locked.quote_span().or_else(|| {
                let (_, place) = packet.find(&locked.claim().location)?;
                Some(place.span)
            });
            let (first, last) = lines(document, span.unwrap_or_default());
            // What is missing is mended where it was missed, or wherever it now stands.
            let mut near = match (&kept.quote, &kept.anchor) {
                (Some(_), _) => vec![self.touching(first, last)],
                (None, Some(_)) => {
                    let section = span.and_then(|span| document.section_at(span.start));
                    let added = section.map(|section| self.added_to(&section.title, last));
                    [Some(self.touching(first, last)), added].into_iter().flatten().collect()
                }
                (None, None) => Vec::new(),
            };
            if kept.quote.is_none() {
                near.extend(kept.terms.iter().map(|term| self.saying(term)));
            }
            changed += usize::from(near.iter().any(|near| near.is_any));
            found.extend(near.into_iter().flat_map(|near| near.listed));
        }
        found.sort_unstable();
        found.dedup();
        (found, changed)
    }

    /// Finds the changes that touch lines of the version before. An insertion touches the lines it stands between, and
    /// what is only laid out in another way is no change.
    fn touching(&self, first: usize, last: usize) -> NearbyChanges {
        let start = self.hunks.partition_point(|hunk| hunk.before.0 + hunk.before.1 <= first);
        let touches = |at: &usize| self.hunks.get(*at).is_some_and(|hunk| hunk.before.0 <= last);
        let says = |at: &usize| self.hunks.get(*at).is_some_and(|hunk| hunk.is_substance);
        let listed = (start..LISTED).take_while(touches).filter(says).collect();
        let next = self.next.get(start).copied().flatten();
        NearbyChanges { listed, is_any: next.is_some_and(|next| touches(&next)) }
    }

    /// Finds what was added to a section after its last line. What stands there under a heading of its own is not in it.
    fn added_to(&self, section: &str, last: usize) -> NearbyChanges {
        let start = self.hunks.partition_point(|hunk| hunk.before.0 <= last);
        let follows = |at: &usize| {
            let hunk = self.hunks.get(*at);
            hunk.is_some_and(|hunk| hunk.before == (last + 1, 0))
        };
        let is_in = |at: &usize| {
            let hunk = self.hunks.get(*at);
            hunk.is_some_and(|hunk| hunk.is_substance && hunk.section == section)
        };
        let all: Vec<usize> = (start..self.hunks.len()).take_while(follows).filter(is_in).collect();
        let is_any = !all.is_empty();
        NearbyChanges { listed: all.into_iter().filter(|at| *at < LISTED).collect(), is_any }
    }

    /// Finds the changes that a term came with.
    fn saying(&mut self, term: &str) -> NearbyChanges {
        let term = term.to_lowercase();
        if let Some(known) = self.said.get(&term) {
            return known.clone();
        }
        if self.said.len() == LOOKED_FOR {
            return NearbyChanges::default();
        }
        let says = |at: &usize| self.added.get(*at).is_some_and(|added| added.contains(&term));
        let listed = (0..LISTED).filter(says).collect();
        let is_any = (0..self.added.len()).any(|at| says(&at));
        let found = NearbyChanges { listed, is_any };
        self.said.insert(term, found.clone());
        found
    }
}

/// Returns where each line of a document begins. Counted once, so that many changes stay cheap.
fn starts(document: &Document) -> Vec<usize> {
    let lengths = document.text().split_inclusive('\n').map(str::len);
    let start = |end: &mut usize, length: usize| {
        let start = *end;
        *end += length;
        Some(start)
    };
    lengths.scan(0, start).collect()
}

/// Names the section a line is in, from 0.
fn section(document: &Document, starts: &[usize], line: usize) -> String {
    let found = starts.get(line).and_then(|start| document.section_at(*start));
    found.map_or("the document", |section| section.title.as_str()).to_owned()
}

/// Returns the first and last line of a piece of a document, from 1.
fn lines(document: &Document, span: Span) -> (usize, usize) {
    let line =
        |offset: usize| usize::try_from(document.position(offset).line).unwrap_or(usize::MAX);
    let first = line(span.start);
    (first, line(span.end.saturating_sub(1)).max(first))
}

fn short(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    let head: String = text.chars().take(SHOWN).collect();
    let whole = head.rsplit_once(' ').map_or(head.as_str(), |(words, _)| words);
    format!("{} …", whole.trim_end())
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    fn changed(before: &str, after: &str) -> Vec<String> {
        let document = |text| markdown_prd("a.md", text).value.documents.remove(0);
        sectioned(&document(before), &document(after)).iter().map(Hunk::words).collect()
    }

    const BEFORE: &str = "# A\n\n## Goals\n\nIt is fast.\n\n## Risks\n\nNone.\n";

    #[test]
    fn a_change_is_named_by_its_section_and_both_wordings() {
        let after = BEFORE.replace("It is fast.", "It answers within 1 s.");
        let words = ["Goals (line 5): “It is fast.” became “It answers within 1 s.”"];
        assert_eq!(changed(BEFORE, &after), words);
    }

    #[test]
    fn what_came_and_what_went_are_told_apart() {
        let after = BEFORE.replace("## Risks\n\nNone.\n", "");
        assert_eq!(changed(BEFORE, &after), ["Risks (line 7): removed “## Risks None.”"]);
        let after = format!("{BEFORE}\n## Rollback\n\nThe flag is turned off.\n");
        assert_eq!(
            changed(BEFORE, &after),
            ["Rollback (line 11): added “## Rollback The flag is turned off.”"]
        );
    }

    #[test]
    fn a_change_that_runs_into_a_new_section_is_told_apart_from_it() {
        let after =
            "# A\n\n## Goals\n\nIt is fast.\n\n## Risks\n\nThe bank.\n\n## Rollback\n\nThe flag.\n";
        let words = [
            "Risks (line 9): “None.” became “The bank.”",
            "Rollback (line 11): added “## Rollback The flag.”",
        ];
        assert_eq!(changed(BEFORE, after), words);
        let renamed = BEFORE.replace("It is fast.\n\n## Risks", "It is small.\n\n## Dangers");
        let words = [
            "Goals (line 5): “It is fast.” became “It is small.”",
            "Dangers (line 7): “## Risks” became “## Dangers”",
        ];
        assert_eq!(changed(BEFORE, &renamed), words);
        let shorter = "# A\n\n## Goals\n\nIt is small.\n";
        let words = [
            "Goals (line 5): “It is fast.” became “It is small.”",
            "Risks (line 6): removed “## Risks None.”",
        ];
        assert_eq!(changed(BEFORE, shorter), words);
        let two = format!("{BEFORE}\n## B\n\nOne.\n\n## C\n\nTwo.\n");
        let words = ["B (line 11): added “## B One.”", "C (line 15): added “## C Two.”"];
        assert_eq!(changed(BEFORE, &two), words);
    }

    #[test]
    fn the_same_text_has_no_change_and_blanks_are_none() {
        assert_eq!(changed(BEFORE, BEFORE), [""; 0]);
        let blank = BEFORE.replace('\n', "  \n");
        assert_eq!(changed(BEFORE, &blank), [""; 0]);
    }

    #[test]
    fn what_is_shown_of_a_change_ends_with_a_word() {
        let long = "authorisation ".repeat(12);
        assert_eq!(short(&long), format!("{} …", "authorisation ".repeat(5).trim_end()));
    }

    #[test]
    fn a_new_section_is_not_added_to_the_one_before_it() {
        let document = |text: &str| markdown_prd("a.md", text).value.documents.remove(0);
        let with = |text: &str| sectioned(&document(BEFORE), &document(&format!("{BEFORE}{text}")));
        let below = with("\nThe bank is asked twice.\n");
        assert!(ChangeIndex::new(&below).added_to("Risks", 9).is_any, "{below:?}");
        let beside = with("\n## Rollback\n\nThe flag is turned off.\n");
        assert_eq!(ChangeIndex::new(&beside).added_to("Risks", 9), NearbyChanges::default());
    }

    #[test]
    fn a_change_of_layout_is_named_as_one_and_is_near_nothing() {
        let document = |text: &str| markdown_prd("a.md", text).value.documents.remove(0);
        let after = BEFORE.replace("It is fast.", "**It** is\nfast. ");
        let found = sectioned(&document(BEFORE), &document(&after));
        let words: Vec<String> = found.iter().map(Hunk::words).collect();
        assert_eq!(words, ["Goals (line 5): laid out in another way"]);
        let mut near = ChangeIndex::new(&found);
        assert_eq!(near.touching(1, 99), NearbyChanges::default());
        assert_eq!(near.saying("fast"), NearbyChanges::default());
    }

    #[test]
    fn a_place_is_near_the_changes_that_touch_it_and_an_insertion_stands_between_lines() {
        let hunk = |before| Hunk {
            section: String::new(),
            before,
            after: before,
            removed: String::new(),
            added: "A Retry".to_owned(),
            is_substance: true,
        };
        let hunks = [(2, 1), (5, 0), (9, 3)].map(hunk);
        let near = ChangeIndex::new(&hunks);
        let listed = |first, last| near.touching(first, last).listed;
        assert_eq!(listed(1, 1), [0; 0]);
        assert_eq!(listed(2, 3), [0]);
        assert_eq!((listed(4, 5), listed(5, 6)), (vec![1], vec![]));
        assert_eq!((listed(11, 20), listed(12, 20)), (vec![2], vec![]));
        assert_eq!(listed(1, 99), [0, 1, 2]);
    }

    #[test]
    fn looking_up_costs_no_more_than_what_is_listed() {
        let words = |at: usize| format!("Retry {at}");
        let hunk = |at: usize| Hunk {
            section: String::new(),
            before: (2 * at + 1, 1),
            after: (2 * at + 1, 1),
            removed: String::new(),
            added: words(at),
            is_substance: true,
        };
        let hunks: Vec<Hunk> = (0..10_000).map(hunk).collect();
        let mut near = ChangeIndex::new(&hunks);
        let all = near.touching(1, 20_000);
        assert_eq!((all.listed.len(), all.is_any), (LISTED, true));
        assert_eq!(near.saying("RETRY"), all);
        let late = near.saying("retry 9999");
        assert_eq!((late.listed.len(), late.is_any), (0, true));
        assert_eq!(near.touching(19_999, 19_999), late);
        for at in 0..10_000 {
            near.saying(&words(at));
        }
        assert_eq!(near.said.len(), LOOKED_FOR);
        assert_eq!(near.saying("retry 9998"), NearbyChanges::default());
    }
}
