//! # dangling-reference
//!
//! ## What it does
//! Finds references to ids, sections, appendices, tables, figures, footnotes and titles of the packet that are not there.
//!
//! ## Why it hurts
//! The reader cannot follow, and what was meant may have been dropped on the way.
//!
//! ## Example
//! Bad: `FR-1: The export follows FR-97.` where the highest requirement is `FR-12: The export has a header.`
//!
//! Good: `FR-1: The export follows FR-12.` and `FR-12: The export has a header.`
//!
//! Bad: `The export shall have a header (see section 4.7).` where no section has that number.
//!
//! Good:
//!
//! ```markdown
//! # Export
//!
//! ## 4.3 Header
//!
//! The header holds the date.
//!
//! ## 5 Requirements
//!
//! - The export shall have a header (see section 4.3).
//! ```
//!
//! ## When not to apply it
//! Where the id or the section belongs to another document; then name that document. An id is looked for only where at least
//! two of three ids of its family are declared in the packet and hardly any is missing, so ids of issues, proposals and other
//! specifications are left alone.

use std::cell::LazyCell;

use council_core::{
    packet::{ItemId, Packet},
    severity::Severity,
    taxonomy::Subcategory,
};
use memchr::memmem;

use super::{
    footnotes,
    ids::{Ids, Place},
    pointers,
    ranges::Ranges,
    scan, sections, titles,
};
use crate::{Finding, Kind, Model, Reads, Rule, model::Sentence};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "dangling-reference",
    kind: Kind::DanglingReference,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    modes: &[
        (1, "a conclusion needs its premise to be there"),
        (73, "a source that is cited must exist"),
        (40, "a broken link in the chain points at what was lost"),
    ],
    summary: "a reference to something that is not there",
    reads: Reads::SentencesWith(&[&sections::SECTION, &pointers::NUMBERED, &pointers::PICTURED]),
    source: include_str!("dangling_reference.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let ids = Ids::of(model);
    let ranges = LazyCell::new(|| Ranges::of(model));
    for (id, place) in &ids.mentioned {
        let is_missing = ids.is_missing(id);
        let is_strange = || ids.is_strange(id) && is_required(place);
        let is_known =
            || is_own_number(id, place) || is_titled(place) || is_of_another(model.packet, place);
        if !(is_missing || is_strange()) || is_known() || ranges.cover(id) {
            continue;
        }
        let (text, lines) = (place.text, place.text.document.lines());
        let line = lines.span(text.document.text(), lines.line(place.span.start));
        let mut found = Finding::at(
            &RULE,
            text,
            place.span,
            line.unwrap_or(place.span),
            format!("`{id}` is mentioned here and defined nowhere"),
            format!("define `{id}`, or name the id or the document that is meant"),
        );
        // An id of a kind that the packet has none of can be that of a document which is not named.
        if !is_missing {
            found.severity = Severity::Minor;
        }
        findings.push(found);
    }
    sections::dangling(model, findings);
    titles::dangling(model, findings);
    footnotes::dangling(model, findings);
    pointers::dangling(model, findings);
}

/// Tells whether an id is mentioned by what the document requires.
fn is_required(place: &Place<'_, '_>) -> bool {
    let sentences = &place.text.sentences;
    let after = sentences.partition_point(|sentence| sentence.span.start <= place.span.start);
    let sentence = after.checked_sub(1).and_then(|at| sentences.get(at));
    let lists = place.text.lists_demands_at(place.span.start);
    let says = |sentence: &Sentence| {
        let found = scan::Found { text: place.text, sentence, tokens: place.text.tokens(sentence) };
        place.span.end <= sentence.span.end
            && (lists && found.binds() || found.is_near(scan::Found::says_must))
    };
    sentence.is_some_and(says)
}

/// Tells whether an id is the number that the document itself goes by: `Proposal-7` in `Proposal: 0007`.
fn is_own_number(id: &ItemId, place: &Place<'_, '_>) -> bool {
    const HEAD: usize = 20;
    let (_, number) = id.as_str().rsplit_once('-').unwrap_or_default();
    let number = number.trim_start_matches('0');
    let lines = place.text.document.text().lines().take(HEAD);
    let mut keyed = lines.filter_map(|line| line.strip_prefix(id.family())?.strip_prefix(": "));
    keyed.any(|own| own.trim().trim_start_matches('0') == number)
}

/// Tells whether an id is defined on the spot, among others: `**AB-1 — Sharing**, **AB-2 — Printing**: later`,
/// `**AB-1/AB-2:** both`.
fn is_titled(place: &Place<'_, '_>) -> bool {
    let text = place.text.document.text();
    let before = text.get(..place.span.start).unwrap_or_default();
    let after = text.get(place.span.end..).unwrap_or_default();
    let opens = ["**", "__", "/"].iter().any(|mark| before.ends_with(mark));
    opens && [" — ", " – ", " - ", ": ", ":**"].iter().any(|mark| after.starts_with(mark))
}

/// How far around an id the document is named that it belongs to.
const NEAR: usize = 160;

/// Tells whether an id is said to stand in a document that is not part of the packet: `Q43, see decisions.md`,
/// `spec 011 FR-50`, `[FR-50](https://…)`.
fn is_of_another(packet: &Packet, place: &Place<'_, '_>) -> bool {
    let text = place.text.document.text();
    let passage = place.text.passages.get(place.passage);
    let (from, to) =
        passage.map_or((0, text.len()), |passage| (passage.span.start, passage.span.end));
    let from = text.ceil_char_boundary(place.span.start.saturating_sub(NEAR).max(from));
    let to = text.floor_char_boundary(place.span.end.saturating_add(NEAR).min(to));
    let before = text.get(from..place.span.start).unwrap_or_default();
    let after = text.get(place.span.end..to).unwrap_or_default();
    let end = after.trim_start_matches(['*', '_', '`']);
    // A link whose target stands elsewhere: `[AB-1]`, `[the plan of AB-1][plan]`.
    // The id may be only a part of what is linked: `[AB-1, section 3][section]`.
    let label = end.find(['[', ']']).and_then(|at| end.get(at..)).unwrap_or_default();
    let is_linked = label.starts_with("](")
        || label.starts_with("][")
        || end.starts_with(']') && is_target(text, text.get(place.span.start..place.span.end));
    is_linked || is_introduced(before) || {
        let sentence = before.rfind(['.', '\n', ';']).filter(|at| {
            before.get(at + 1..).is_none_or(|rest| rest.starts_with(char::is_whitespace))
        });
        let same = before.get(sentence.map_or(0, |at| at + 1)..).unwrap_or_default();
        names_file(packet, same) || names_file(packet, up_to_stop(after))
    }
}

/// Tells whether a document says where a link with a name leads: `[AB-1]: https://…`.
fn is_target(text: &str, name: Option<&str>) -> bool {
    let target = format!("[{}]:", name.unwrap_or_default());
    let lower = target.to_ascii_lowercase();
    [target, lower].iter().any(|target| memmem::find(text.as_bytes(), target.as_bytes()).is_some())
}

/// Tells whether the words right before an id name the document that it is from.
fn is_introduced(before: &str) -> bool {
    const DOCUMENTS: [&str; 17] = [
        "spec", "prd", "feature", "epic", "story", "rfc", "srs", "upstream", "parent", "original",
        "document", "doc", "plan", "issue", "ticket", "legacy", "previous",
    ];
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    // What stands before a bracket or in quotation marks is about something else.
    let before = before.rsplit(['(', ')', '"', '”']).next().unwrap_or(before);
    let words = before.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    let last: Vec<&str> = words.collect();
    let near = last.iter().rev().take(3);
    near.into_iter().any(|word| DOCUMENTS.iter().any(|own| own.eq_ignore_ascii_case(word)))
}

/// Returns the words to the end of their sentence or line.
fn up_to_stop(after: &str) -> &str {
    let stops = after.match_indices(['.', ';', '\n']);
    let end = stops.map(|(at, _)| at).find(|at| {
        let rest = after.get(at + 1..).unwrap_or_default();
        after.get(*at..).is_some_and(|stop| stop.starts_with('\n'))
            || rest.is_empty()
            || rest.starts_with(char::is_whitespace)
    });
    after.get(..end.unwrap_or(after.len())).unwrap_or(after)
}

/// Tells whether words name a file that is not part of the packet, or an address.
fn names_file(packet: &Packet, words: &str) -> bool {
    words.split_whitespace().any(|word| {
        let path = word.trim_matches(|c: char| !c.is_alphanumeric());
        let path = path.rsplit('(').next().unwrap_or(path);
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_document = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty() && ["md", "pdf", "docx", "html"].contains(&ending)
        });
        let is_own = || packet.documents.iter().any(|one| one.path().ends_with(path));
        word.contains("://") || (is_document && !is_own())
    })
}

#[cfg(test)]
mod tests {
    use council_core::severity::Severity;
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn dangling(sentence: &str) -> usize {
        let listed =
            "- FR-1: The page must open.\n- FR-2: The page must shut.\n- FR-3: It prints.\n";
        let text = format!("# A\n\n## Requirements\n\n{listed}\n{sentence}\n");
        let packet = markdown_prd("prd.md", &text).value;
        check_with(&packet, |rule| rule.id == "dangling-reference").len()
    }

    #[test]
    fn an_id_that_is_said_to_stand_in_another_document_is_not_looked_for_here() {
        for elsewhere in [
            "See FR-9 in `decisions.md`.",
            "It follows FR-9, answered in ../legacy/PAYMENTS.md.",
            "It follows FR-9 ([the other](other.md)).",
            "It follows [FR-9](https://example.org/9).",
            "Source: `specs/011-sales/spec.md` in the other repository, FR-9.",
            "It follows spec 011 FR-9.",
            "It follows [FR-9, second part][other].",
            "It follows FR-9, FR-10, FR-11 and FR-12.",
            "- **FR-8/FR-9:** both are printed.",
        ] {
            assert_eq!(dangling(elsewhere), 0, "{elsewhere}");
        }
        for here in [
            "See FR-9 in `prd.md`.",
            "See FR-9. The rest is in decisions.md.",
            "See FR-9\nand decisions.md.",
            "See FR-9 and version 2.1.",
            "The page must shut when it says \"spec done\" (ref. FR-9).",
            "The page must write `state.json`, unless FR-9 applies.",
        ] {
            assert_eq!(dangling(here), 1, "{here}");
        }
    }

    #[test]
    fn an_id_of_a_kind_that_nothing_here_has_is_a_small_matter() {
        let severities = |sentence: &str| {
            let packet =
                markdown_prd("prd.md", &format!("# A\n\n## Requirements\n\n{sentence}\n")).value;
            let found = check_with(&packet, |rule| rule.id == "dangling-reference");
            found.iter().map(|finding| finding.severity).collect::<Vec<_>>()
        };
        let found = severities("The page shall open (see REQ-417).");
        assert!(matches!(found[..], [severity] if severity <= Severity::Minor), "{found:?}");
        assert_eq!(severities("The page shall open as PRD REQ-417 says."), []);
        assert_eq!(severities("The page shall open on the Z-80 and the SR-71."), []);
        assert_eq!(severities("REQ-417 was dropped last year."), []);
        let limits =
            "- NFR-1: The page shall open in 2 s (see FR-8).\n- NFR-2: The page shall shut in 1 s.";
        assert_eq!(
            severities(limits),
            [],
            "the other half of the requirements is another document"
        );
    }

    #[test]
    fn ids_of_a_family_that_is_not_defined_here_are_left_alone() {
        let text = "# KEP-1: A\n\n- FR-1: x\n- FR-2: y\n\nSee KEP-5440, UC-7, `L2`/L3, RFC-2119 and v1.2.\n";
        let packet = markdown_prd("prd.md", text).value;
        assert!(check_with(&packet, |rule| rule.id == "dangling-reference").is_empty());
    }

    #[test]
    fn an_id_is_reported_once_and_its_parts_belong_to_it() {
        assert_eq!(dangling("See FR-9. As FR-9 says."), 1);
        for known in ["See FR-01.", "See FR-2.4.", "See FR-2a.", "See `FR-3`."] {
            assert_eq!(dangling(known), 0, "{known}");
        }
    }
}
