//! GATE-PRD-LINT: ids, references, placeholders, and what every requirement and evidence artifact must have.

use std::collections::BTreeMap;

use super::{
    FolderFacts, GateFinding, GateReport, PrdGateSettings, Trust, applied,
    facts::{FolderItem, visit},
    found, ids, reference, waiver,
};
use crate::{
    taxonomy::Subcategory,
    tree::{Node, Value},
};

const NETWORK_ACCESS: [&str; 3] = ["ALLOWED", "ALLOW_LISTED_ONLY", "DISALLOWED"];
const PLACEHOLDERS: [&str; 3] = ["TBD", "TODO", "FIXME"];

/// Words that judge instead of measuring; a criterion with one of them has no outcome two people must agree on.
const SUBJECTIVE: [&str; 10] = [
    "adequate",
    "appropriate",
    "easy",
    "good",
    "intuitive",
    "nice",
    "reasonable",
    "robust",
    "seamless",
    "user-friendly",
];

pub(super) fn gate(facts: &FolderFacts<'_>, settings: PrdGateSettings) -> GateReport {
    let mut findings = id_formats(facts, settings);
    findings.extend(duplicates(facts));
    findings.extend(reference::findings(facts));
    findings.extend(placeholders(facts));
    for item in &facts.requirements {
        findings.extend(requirement(facts, item));
    }
    for item in &facts.evidence {
        findings.extend(artifact(facts, item));
    }
    findings.extend(unsorted(facts));
    findings.extend(waiver::findings(facts, settings.today));
    let evidence = vec![format!(
        "{} requirements, {} evidence artifacts, {} ids",
        facts.requirements.len(),
        facts.evidence.len(),
        facts.ids.len()
    )];
    applied("GATE-PRD-LINT", Trust::Trusted, findings, evidence)
}

fn id_formats(facts: &FolderFacts<'_>, settings: PrdGateSettings) -> Vec<GateFinding> {
    let odd = facts
        .ids
        .iter()
        .filter(|given| ids::is_id(given.id) && !settings.profile.accepts(given.id));
    odd.map(|given| {
        let message = format!("the id `{}` does not match its pattern", given.id);
        let help = "use a known prefix and four digits, such as `REQ-0001`";
        found(
            "id-format",
            Subcategory::IdFormat,
            facts.place(given.file, given.line),
            message,
            help,
        )
    })
    .collect()
}

/// Requirements and evidence share one space of ids each; everything else is unique within its file.
fn duplicates(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let mut findings = Vec::new();
    for items in [&facts.requirements, &facts.evidence] {
        let mut seen: BTreeMap<&str, &FolderItem<'_>> = BTreeMap::new();
        for item in items.iter().filter(|item| !item.id.is_empty()) {
            if let Some(first) = seen.insert(item.id, item) {
                let place = facts.place(item.file, item.node.get("id").and_then(|node| node.line));
                let message = format!("`{}` is already the id of {}", item.id, first.file.path);
                let help = "give one of the two another id";
                findings.push(found(
                    "duplicate-id",
                    Subcategory::DuplicateId,
                    place,
                    message,
                    help,
                ));
            }
        }
    }
    findings
}

fn placeholders(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let mut findings = Vec::new();
    if facts.folder.is_template() {
        return findings;
    }
    for file in &facts.folder.files {
        for (at, line) in file.text.lines().enumerate() {
            let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let word = words.into_iter().find(|word| PLACEHOLDERS.contains(word));
            let Some(word) = word.or_else(|| line.contains("???").then_some("???")) else {
                continue;
            };
            let place = facts.place(file, u32::try_from(at + 1).ok());
            let message = format!("the placeholder `{word}`");
            let help = "decide, or move it to the open questions";
            findings.push(found("placeholder", Subcategory::Incompleteness, place, message, help));
        }
    }
    findings
}

fn requirement(facts: &FolderFacts<'_>, item: &FolderItem<'_>) -> Vec<GateFinding> {
    if facts.folder.is_template() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let place = || facts.place(item.file, item.node.line);
    let criteria = item.node.get("acceptance_criteria").map(Node::items).unwrap_or_default();
    if criteria.iter().all(Node::is_blank) {
        let message = format!("{} has no acceptance criterion", item.id);
        let help = "say what is observed when it holds";
        findings.push(found(
            "requirement-without-criterion",
            Subcategory::Untestable,
            place(),
            message,
            help,
        ));
    }
    if item.node.path(&["evidence", "evidence_ids"]).is_none_or(Node::is_blank) {
        let message = format!("{} cites no evidence", item.id);
        let help = "name the evidence artifact that will show it";
        findings.push(found(
            "requirement-without-evidence",
            Subcategory::MissingChain,
            place(),
            message,
            help,
        ));
    }
    for criterion in criteria {
        let text = criterion.text().unwrap_or_default().to_lowercase();
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '-'));
        if let Some(word) = words.find(|word| SUBJECTIVE.contains(word)) {
            let message = format!("a criterion of {} judges by `{word}`", item.id);
            let place = facts.place(item.file, criterion.line);
            let help = "name a number, a state or an output instead";
            findings.push(found(
                "vague-criterion",
                Subcategory::CriterionVague,
                place,
                message,
                help,
            ));
        }
    }
    findings
}

fn artifact(facts: &FolderFacts<'_>, item: &FolderItem<'_>) -> Vec<GateFinding> {
    if facts.folder.is_template() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let place = |node: Option<&Node>| {
        facts.place(item.file, node.or(Some(item.node)).and_then(|node| node.line))
    };
    let commands = item.node.path(&["verification", "commands"]);
    if commands.is_none_or(Node::is_blank) {
        let message = format!("{} has no verification command", item.id);
        let help = "add the command that produces it";
        findings.push(found(
            "evidence-without-command",
            Subcategory::NonReproducible,
            place(commands),
            message,
            help,
        ));
    }
    if item.node.path(&["capture", "paths"]).is_none_or(Node::is_blank) {
        let message = format!("{} has no capture path", item.id);
        let help = "say where the evidence is kept";
        findings.push(found(
            "evidence-without-capture",
            Subcategory::MissingCapture,
            place(None),
            message,
            help,
        ));
    }
    for command in commands.map(Node::items).unwrap_or_default() {
        let name = command.get("id").and_then(Node::text).unwrap_or("a command");
        let access = command.get("network_access");
        let help = format!("use one of {}", NETWORK_ACCESS.join(", "));
        match access.and_then(Node::text) {
            None | Some("") => {
                let message = format!("{name} of {} does not declare its network access", item.id);
                let place = place(Some(command));
                findings.push(found(
                    "command-without-network-access",
                    Subcategory::NetworkUndefined,
                    place,
                    message,
                    help,
                ));
            }
            Some(word) if !NETWORK_ACCESS.contains(&word) => {
                let message = format!("{name} of {} declares the network access `{word}`", item.id);
                let place = place(access);
                findings.push(found(
                    "unknown-network-access",
                    Subcategory::InvalidNetworkAccess,
                    place,
                    message,
                    help,
                ));
            }
            Some(_) => {}
        }
    }
    findings
}

/// Lists of ids are sorted, so that two versions of a file differ only where they differ.
fn unsorted(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let mut findings = Vec::new();
    for (file, root) in facts.trees() {
        visit(root, &mut |key, node| {
            let Value::List(items) = &node.value else {
                return;
            };
            let texts: Option<Vec<&str>> = items.iter().map(Node::text).collect();
            if key.ends_with("ids") && texts.is_some_and(|texts| !texts.is_sorted()) {
                let place = facts.place(file, node.line);
                let message = format!("the list `{key}` is not sorted");
                findings.push(found(
                    "unsorted-ids",
                    Subcategory::SortOrder,
                    place,
                    message,
                    "sort it by id",
                ));
            }
        });
    }
    findings
}
