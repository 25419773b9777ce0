//! GATE-PRD-TRACEABILITY: an unbroken chain from customer to evidence, without loops or loose ends.

use std::collections::{BTreeMap, BTreeSet};

use super::{FolderFacts, GateFinding, GateReport, Trust, applied, found};
use crate::{taxonomy::Subcategory, tree::Node};

/// The links before the requirements: the file and what it is about.
const CHAIN: [(&str, &str); 3] = [
    ("01_customer.yaml", "customer"),
    ("02_problem.yaml", "problem"),
    ("03_goals_scope.yaml", "goal"),
];

/// Keys of a section that say nothing about its content.
const ADMINISTRATIVE: [&str; 2] = ["schema_version", "template_version"];

pub(super) fn gate(facts: &FolderFacts<'_>) -> GateReport {
    let mut findings = Vec::new();
    if !facts.folder.is_template() {
        findings.extend(chain(facts));
        findings.extend(unmapped(facts));
        findings.extend(orphans(facts));
        findings.extend(cycles(facts));
    }
    let evidence =
        vec![format!("{} of {} evidence artifacts cited", cited(facts), facts.evidence.len())];
    applied("GATE-PRD-TRACEABILITY", Trust::Deterministic, findings, evidence)
}

fn cited(facts: &FolderFacts<'_>) -> usize {
    let cited = facts.cited();
    facts.evidence.iter().filter(|item| cited.contains_key(item.id)).count()
}

fn chain(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let says_nothing = |node: &Node| {
        node.entries()
            .iter()
            .filter(|entry| !ADMINISTRATIVE.contains(&entry.key.as_str()))
            .all(|entry| entry.node.is_blank())
    };
    let mut findings: Vec<GateFinding> = CHAIN
        .iter()
        .filter_map(|(path, link)| {
            let (file, node) = facts.section(path)?;
            says_nothing(node).then(|| {
                let message =
                    format!("no {link} is stated, so nothing below it is needed by anybody");
                let place = facts.place(file, node.line);
                found(
                    "missing-link",
                    Subcategory::MissingChain,
                    place,
                    message,
                    format!("state the {link}"),
                )
            })
        })
        .collect();
    if facts.requirements.is_empty() {
        let place = super::facts::place(facts.folder, "requirements", None);
        let message = "there is no requirement";
        findings.push(found(
            "missing-link",
            Subcategory::MissingChain,
            place,
            message,
            "add a requirement",
        ));
    }
    findings
}

/// A requirement is mapped when the traceability file registers it or maps it to a section.
fn unmapped(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let Some((_, node)) = facts.section("07_traceability.yaml") else {
        return Vec::new();
    };
    let mut mapped: BTreeSet<&str> = BTreeSet::new();
    super::facts::visit(node, &mut |key, value| match key {
        "requirement_id" => mapped.extend(value.text()),
        "requirement_ids" => mapped.extend(value.items().iter().filter_map(Node::text)),
        _ => {}
    });
    let orphans = facts.requirements.iter().filter(|item| !mapped.contains(item.id));
    orphans
        .map(|item| {
            let message = format!("{} is mapped to no section and no goal", item.id);
            let place = facts.place(item.file, item.node.line);
            found(
                "orphan-requirement",
                Subcategory::OrphanReq,
                place,
                message,
                "map it in 07_traceability.yaml, or drop it",
            )
        })
        .collect()
}

fn orphans(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let cited = facts.cited();
    let loose = facts.evidence.iter().filter(|item| !cited.contains_key(item.id));
    loose
        .map(|item| {
            let message = format!("no requirement cites {}", item.id);
            let place = facts.place(item.file, item.node.line);
            found(
                "orphan-evidence",
                Subcategory::OrphanEvid,
                place,
                message,
                "cite it where it shows something, or drop it",
            )
        })
        .collect()
}

/// Requirements that depend on each other in a circle.
fn cycles(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let depends = |node: &'_ Node| -> Vec<String> {
        let list = node
            .get("depends_on")
            .or_else(|| node.get("dependencies"))
            .map(Node::items)
            .unwrap_or_default();
        list.iter().filter_map(Node::text).map(str::to_owned).collect()
    };
    let edges: BTreeMap<&str, Vec<String>> =
        facts.requirements.iter().map(|item| (item.id, depends(item.node))).collect();
    let reaches_itself = |start: &str| {
        let (mut open, mut seen) = (edges.get(start).cloned().unwrap_or_default(), BTreeSet::new());
        while let Some(next) = open.pop() {
            if next == start {
                return true;
            }
            if seen.insert(next.clone()) {
                open.extend(edges.get(next.as_str()).cloned().unwrap_or_default());
            }
        }
        false
    };
    let circular = facts.requirements.iter().filter(|item| reaches_itself(item.id));
    circular
        .map(|item| {
            let message = format!("{} depends on itself through others", item.id);
            let place = facts.place(item.file, item.node.line);
            found(
                "circular-reference",
                Subcategory::CircularRef,
                place,
                message,
                "break the circle",
            )
        })
        .collect()
}
