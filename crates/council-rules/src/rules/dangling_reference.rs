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
    packet::{ItemId, Target},
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
            if defined.contains(id) || is_packet || !families.contains(id.family()) {
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
