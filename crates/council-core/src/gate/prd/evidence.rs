//! GATE-PRD-EVIDENCE-STANDARDS: the evidence is of a known kind and says how sensitive it is.

use super::{FolderFacts, GateReport, Trust, applied, found, schema::EVIDENCE_CATEGORIES};
use crate::{taxonomy::Subcategory, tree::Node};

pub(super) fn gate(facts: &FolderFacts<'_>) -> GateReport {
    let mut findings = Vec::new();
    for item in &facts.evidence {
        let category = item.node.get("category");
        let word = category.and_then(Node::text).unwrap_or_default();
        if !EVIDENCE_CATEGORIES.contains(&word) && !facts.folder.is_template() {
            let place =
                facts.place(item.file, category.or(Some(item.node)).and_then(|node| node.line));
            let message = format!("no standard says what makes {} enough as `{word}`", item.id);
            let help = "use a kind of evidence with a standard";
            findings.push(found(
                "evidence-without-standard",
                Subcategory::Insufficient,
                place,
                message,
                help,
            ));
        }
        if item.node.path(&["data", "classification"]).is_none_or(Node::is_blank)
            && !facts.folder.is_template()
        {
            let place = facts.place(item.file, item.node.line);
            let message = format!("{} has no data classification", item.id);
            let help = "say PUBLIC, INTERNAL, CONFIDENTIAL or RESTRICTED";
            findings.push(found(
                "evidence-unclassified",
                Subcategory::MissingDataClass,
                place,
                message,
                help,
            ));
        }
    }
    let evidence = vec![format!("{} evidence artifacts", facts.evidence.len())];
    applied("GATE-PRD-EVIDENCE-STANDARDS", Trust::Deterministic, findings, evidence)
}
