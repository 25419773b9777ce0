//! # dangling-reference
//!
//! ## What it does
//! Finds references to ids, sections and files of the packet that are not there.
//!
//! ## Why it hurts
//! The reader cannot follow, and what was meant may have been dropped on the way.
//!
//! ## Example
//! Bad: `As FR-97 says, …` where the highest requirement is FR-12.
//!
//! Good: `As FR-7 says, …`
//!
//! Bad: `See section 4.7.` where the fourth section ends with 4.3.
//!
//! Good: `See section 4.3.`
//!
//! ## When not to apply it
//! Where the id or the section belongs to another document; then name that document. A section's number is looked for only
//! where the packet numbers its sections.

use std::collections::BTreeSet;

use council_core::{
    packet::{ItemId, Packet, Span, Target},
    severity::Severity,
    taxonomy::Subcategory,
};

use super::sections;
use crate::{Finding, Kind, Model, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "dangling-reference",
    kind: Kind::DanglingReference,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    modes: &[
        (1, "a conclusion needs its premise to be there"),
        (73, "a source that is cited must exist"),
        (40, "a broken link in the chain points at what was lost"),
    ],
    summary: "a reference to something that is not there",
    source: include_str!("dangling_reference.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let packet = model.packet;
    let own = ItemId::new(&packet.id.to_string());
    let mut defined: BTreeSet<&ItemId> = BTreeSet::new();
    let mut families: BTreeSet<&str> = BTreeSet::new();
    for document in &packet.documents {
        for definition in &document.definitions {
            defined.insert(&definition.id);
            families.insert(definition.id.family());
        }
    }
    for text in &model.texts {
        for reference in &text.document.references {
            let Target::Id(id) = &reference.target else {
                continue;
            };
            // What is named like the packet itself is another packet.
            let is_packet = own.as_ref().is_some_and(|own| own.family() == id.family());
            if defined.contains(id)
                || is_packet
                || !families.contains(id.family())
                || is_of_another(packet, text.document.text(), reference.span)
            {
                continue;
            }
            let line = text
                .document
                .lines()
                .span(text.document.text(), reference.line)
                .unwrap_or(reference.span);
            findings.push(Finding::at(
                &RULE,
                text,
                reference.span,
                line,
                format!("`{id}` is mentioned here and defined nowhere"),
                format!("define `{id}`, or name the id that is meant"),
            ));
        }
    }
    sections::dangling(model, findings);
}

/// How far behind an id the document is named that it belongs to.
const NEAR: usize = 60;

/// Tells whether an id is said to stand in a document that is not part of the packet: `Q43, see decisions.md`.
fn is_of_another(packet: &Packet, text: &str, id: Span) -> bool {
    let end = text.floor_char_boundary(id.end.saturating_add(NEAR));
    let rest = Span::new(id.end, end).of(text);
    let sentence = rest.split_inclusive(['\n', ' ']).scan(true, |goes_on, word| {
        let is_wanted = *goes_on;
        *goes_on = is_wanted && !word.ends_with('\n') && !word.trim_end().ends_with(['.', ';']);
        is_wanted.then_some(word)
    });
    let is_file = |word: &str| {
        let name = word.trim_matches(|c: char| !c.is_alphanumeric());
        let name = name.rsplit(['/', '(']).next().unwrap_or(name);
        let is_document = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && ["md", "yaml", "yml", "json", "pdf", "docx", "html"].contains(&ending)
        });
        is_document && !packet.documents.iter().any(|one| one.path().ends_with(name))
    };
    sentence.into_iter().any(is_file)
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn dangling(sentence: &str) -> usize {
        let text = format!("# A\n\n## Requirements\n\n- FR-1: The page must open.\n\n{sentence}\n");
        let packet = markdown_prd("prd.md", &text).value;
        check_with(&packet, |rule| rule.id == "dangling-reference").len()
    }

    #[test]
    fn an_id_that_is_said_to_stand_in_another_document_is_not_looked_for_here() {
        for elsewhere in [
            "See FR-9 in `decisions.md`.",
            "It follows FR-9, answered in ../legacy/PAYMENTS.md.",
            "It follows FR-9 ([the other](other.md)).",
        ] {
            assert_eq!(dangling(elsewhere), 0, "{elsewhere}");
        }
        for here in [
            "See FR-9 in `prd.md`.",
            "See FR-9. The rest is in decisions.md.",
            "See FR-9\nand decisions.md.",
            "See FR-9 and version 2.1.",
        ] {
            assert_eq!(dangling(here), 1, "{here}");
        }
    }
}
