//! What really changed between two versions of a PRD, and which recommendation a change is near.

use council_core::{
    evidence::lock,
    packet::{Document, Packet, Span},
};

use super::{
    KeptIssue,
    lines::{Change, changes},
};

/// The longest piece of text that a change shows.
const SHOWN: usize = 80;

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
}

impl Hunk {
    /// Says what changed.
    pub fn words(&self) -> String {
        let (removed, added) = (short(&self.removed), short(&self.added));
        let what = match (removed.is_empty(), added.is_empty()) {
            (true, true) => "blank lines".to_owned(),
            (true, false) => format!("added `{added}`"),
            (false, true) => format!("removed `{removed}`"),
            (false, false) => format!("`{removed}` became `{added}`"),
        };
        format!("{} (line {}): {what}", self.section, self.after.0)
    }

    /// Tells whether it touches lines of the version before. An insertion touches the lines it stands between.
    fn touches(&self, first: usize, last: usize) -> bool {
        let (start, count) = self.before;
        if count == 0 {
            first < start && start <= last
        } else {
            start <= last && first < start + count
        }
    }
}

/// Compares two versions line by line.
pub(super) fn hunks(before: &Document, after: &Document) -> Vec<Hunk> {
    let old: Vec<&str> = before.text().lines().collect();
    let new: Vec<&str> = after.text().lines().collect();
    let join = |lines: &[&str], start: usize, count: usize| {
        let words =
            lines.get(start..start + count).unwrap_or_default().iter().map(|line| line.trim());
        words.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let (old_starts, new_starts) = (starts(before), starts(after));
    let hunk = |(from, to): Change| {
        // A removal has no line of its own in the new version, so its section is that of the old one.
        let section = if to.is_empty() {
            section(before, &old_starts, from.start)
        } else {
            section(after, &new_starts, to.start)
        };
        Hunk {
            section,
            before: (from.start + 1, from.len()),
            after: (to.start + 1, to.len()),
            removed: join(&old, from.start, from.len()),
            added: join(&new, to.start, to.len()),
        }
    };
    changes(&old, &new).into_iter().map(hunk).collect()
}

/// Returns which hunks change a place where an issue stands, and how many of its places are changed.
pub(super) fn addressing(
    packet: &Packet,
    issue: &KeptIssue,
    hunks: &[Hunk],
) -> (Vec<usize>, usize) {
    let mut found = Vec::new();
    let mut changed = 0;
    for kept in &issue.claims {
        let Ok(locked) = lock(packet, kept.claim(issue.severity)) else { continue };
        let Some(document) = packet.document(&locked.claim().location.path) else { continue };
        let span = locked.quote_span().or_else(|| {
            let (_, place) = packet.find(&locked.claim().location)?;
            Some(place.span)
        });
        let (first, last) = lines(document, span.unwrap_or_default());
        let says = |hunk: &Hunk| {
            let added = hunk.added.to_lowercase();
            kept.terms.iter().any(|term| added.contains(&term.to_lowercase()))
        };
        // What is missing is mended where it was missed, or wherever it now stands.
        let is_near = |hunk: &Hunk| match kept.quote {
            Some(_) => hunk.touches(first, last),
            None => says(hunk) || kept.anchor.is_some() && hunk.touches(first, last + 1),
        };
        let near: Vec<usize> =
            (0..hunks.len()).filter(|at| hunks.get(*at).is_some_and(&is_near)).collect();
        changed += usize::from(!near.is_empty());
        found.extend(near);
    }
    found.sort_unstable();
    found.dedup();
    (found, changed)
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
    format!("{} …", head.trim_end())
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    fn changed(before: &str, after: &str) -> Vec<String> {
        let document = |text| markdown_prd("a.md", text).value.documents.remove(0);
        hunks(&document(before), &document(after)).iter().map(Hunk::words).collect()
    }

    const BEFORE: &str = "# A\n\n## Goals\n\nIt is fast.\n\n## Risks\n\nNone.\n";

    #[test]
    fn a_change_is_named_by_its_section_and_both_wordings() {
        let after = BEFORE.replace("It is fast.", "It answers within 1 s.");
        let words = ["Goals (line 5): `It is fast.` became `It answers within 1 s.`"];
        assert_eq!(changed(BEFORE, &after), words);
    }

    #[test]
    fn what_came_and_what_went_are_told_apart() {
        let after = BEFORE.replace("## Risks\n\nNone.\n", "");
        assert_eq!(changed(BEFORE, &after), ["Risks (line 7): removed `## Risks None.`"]);
        let after = format!("{BEFORE}\n## Rollback\n\nThe flag is turned off.\n");
        assert_eq!(
            changed(BEFORE, &after),
            ["Risks (line 10): added `## Rollback The flag is turned off.`"]
        );
    }

    #[test]
    fn the_same_text_has_no_change() {
        assert_eq!(changed(BEFORE, BEFORE), [""; 0]);
    }
}
