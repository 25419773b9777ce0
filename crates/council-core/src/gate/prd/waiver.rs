//! Waivers: a record with a reason, a signature and an end, or none at all.

use jiff::civil::Date;

use super::{File, FolderFacts, GateFinding, facts::visit, found};
use crate::{taxonomy::Subcategory, tree::Node};

/// The shortest rationale that says something.
const SHORTEST_RATIONALE: usize = 10;

/// Returns a finding for every waiver that does not hold and every gate that is waived without one.
pub(super) fn findings(facts: &FolderFacts<'_>, today: Date) -> Vec<GateFinding> {
    let mut records: Vec<(&File, &Node)> = Vec::new();
    let mut waived: Vec<(&File, &Node)> = Vec::new();
    for (file, root) in facts.trees() {
        visit(root, &mut |key, node| {
            let candidates = std::iter::once(node).chain(node.items());
            for map in candidates {
                let text = |key: &str| map.get(key).and_then(Node::text);
                if text("id").is_some_and(|id| id.starts_with("WVR-")) {
                    records.push((file, map));
                }
                if text("gate_status") == Some("WAIVED")
                    || (key == "gates" && text("status") == Some("WAIVED"))
                {
                    waived.push((file, map));
                }
            }
        });
    }
    let mut findings: Vec<GateFinding> = Vec::new();
    for (file, record) in &records {
        findings.extend(record_findings(facts, file, record, today));
    }
    for (file, gate) in waived {
        findings.extend(unbacked(facts, file, gate, &records));
    }
    findings
}

fn record_findings(
    facts: &FolderFacts<'_>,
    file: &File,
    record: &Node,
    today: Date,
) -> Vec<GateFinding> {
    let text = |key: &str| record.get(key).and_then(Node::text).unwrap_or_default();
    let id = text("id");
    let place = || facts.place(file, record.line);
    let mut findings = Vec::new();
    if text("rationale").trim().chars().count() < SHORTEST_RATIONALE {
        let message = format!("the waiver {id} gives no reason");
        findings.push(found(
            "waiver-unfounded",
            Subcategory::WaiverMissing,
            place(),
            message,
            "say why it is waived",
        ));
    }
    if record.get("required_signoffs").is_none_or(Node::is_blank) {
        let message = format!("nobody has to sign the waiver {id}");
        let help = "name who signs it";
        findings.push(found(
            "waiver-unsigned",
            Subcategory::InvalidAuthority,
            place(),
            message,
            help,
        ));
    }
    let Ok(end) = text("expiration_date").parse::<Date>() else {
        let message = format!("the waiver {id} has no expiration date");
        let help = "give a date as YYYY-MM-DD";
        findings.push(found("waiver-endless", Subcategory::WaiverMissing, place(), message, help));
        return findings;
    };
    if text("status") == "EXPIRED" || end < today {
        let message = format!("the waiver {id} ran out on {end}");
        findings.push(found(
            "waiver-expired",
            Subcategory::WaiverExpired,
            place(),
            message,
            "renew it or fix the cause",
        ));
    }
    findings
}

/// A waived gate must name an approved waiver whose scope includes it.
fn unbacked(
    facts: &FolderFacts<'_>,
    file: &File,
    gate: &Node,
    records: &[(&File, &Node)],
) -> Option<GateFinding> {
    let text =
        |node: &Node, key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let (gate_id, waiver_id) = (text(gate, "gate_id"), text(gate, "waiver_id"));
    let covers = |record: &Node| {
        let scope = record.path(&["scope", "gate_ids"]).map(Node::items).unwrap_or_default();
        let named = scope.iter().filter_map(Node::text).any(|id| id == gate_id);
        text(record, "id") == waiver_id && text(record, "status") == "APPROVED" && named
    };
    if records.iter().any(|(_, record)| covers(record)) {
        return None;
    }
    let message = format!("`{gate_id}` is waived without an approved waiver for it");
    let help = "name the waiver in `waiver_id`, and the gate in its scope";
    Some(found(
        "waiver-missing",
        Subcategory::WaiverMissing,
        facts.place(file, gate.line),
        message,
        help,
    ))
}
