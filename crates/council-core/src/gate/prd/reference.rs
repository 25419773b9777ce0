//! References: between files (`path#root.sub.path`) and to ids.

use super::{File, FolderFacts, GateFinding, facts::visit, found};
use crate::{severity::Severity, taxonomy::Subcategory};

/// A reference to a place in another file.
pub(super) struct FileReference<'a> {
    path: &'a str,
    root: &'a str,
    below: Vec<&'a str>,
}

impl<'a> FileReference<'a> {
    /// Reads `path.yaml#root_key` with dotted keys behind it.
    fn read(text: &'a str) -> Option<Self> {
        let (path, keys) = text.split_once('#')?;
        let yaml =
            path.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "yaml" | "yml"));
        let mut keys = keys.split('.');
        let root = keys.next().filter(|root| !root.is_empty())?;
        let plain = !text.contains(char::is_whitespace);
        (yaml && plain).then(|| Self { path, root, below: keys.collect() })
    }
}

/// Returns a finding for every reference that leads nowhere. What lies outside the folder is not the folder's to prove.
pub(super) fn findings(facts: &FolderFacts<'_>) -> Vec<GateFinding> {
    let mut findings = Vec::new();
    if facts.folder.is_template() {
        return findings;
    }
    for (file, root) in facts.trees() {
        visit(root, &mut |key, node| {
            let texts = node.text().map(|text| (text, node.line)).into_iter();
            let listed =
                node.items().iter().filter_map(|item| item.text().map(|text| (text, item.line)));
            for (text, line) in texts.chain(listed) {
                if let Some(reference) = FileReference::read(text) {
                    findings.extend(broken(facts, file, &reference, text, line));
                } else if let Some(kind) = IdKind::of(key) {
                    findings.extend(dangling(facts, file, kind, text, line));
                }
            }
        });
    }
    findings
}

fn broken(
    facts: &FolderFacts<'_>,
    file: &File,
    reference: &FileReference<'_>,
    text: &str,
    line: Option<u32>,
) -> Option<GateFinding> {
    let beside =
        file.path.rsplit_once('/').map(|(folder, _)| format!("{folder}/{}", reference.path));
    let target = facts.trees().find(|(other, _)| {
        other.path == reference.path || beside.as_deref() == Some(other.path.as_str())
    });
    let place = facts.place(file, line);
    let Some((_, root)) = target else {
        let inside = facts.folder.files.iter().any(|other| other.path == reference.path);
        let local = !reference.path.contains('/')
            || reference.path.starts_with("requirements/")
            || reference.path.starts_with("evidence_artifacts/");
        if inside || !local {
            return None;
        }
        let message = format!("`{text}` names a file that does not exist");
        return Some(found(
            "broken-reference",
            Subcategory::BrokenRef,
            place,
            message,
            "name a file that exists",
        ));
    };
    let Some(node) = root.get(reference.root) else {
        let message = format!("`{text}` names a root key that the file does not have");
        return Some(found(
            "broken-reference",
            Subcategory::BrokenRef,
            place,
            message,
            "name the file's root key",
        ));
    };
    if node.path(&reference.below).is_some() {
        return None;
    }
    // The file and its root are there, so a reader still finds the right page: this is stale, not lost.
    let message = format!("`{text}` names a key that the file does not have");
    let stale =
        found("dangling-subpath", Subcategory::BrokenRef, place, message, "name a key that exists");
    Some(GateFinding { severity: Severity::Major, ..stale })
}

/// What a key of ids refers to.
#[derive(Clone, Copy)]
enum IdKind {
    Requirement,
    Evidence,
}

impl IdKind {
    fn of(key: &str) -> Option<IdKind> {
        match key {
            "requirement_id" | "requirement_ids" => Some(IdKind::Requirement),
            "evidence_id" | "evidence_ids" => Some(IdKind::Evidence),
            _ => None,
        }
    }
}

fn dangling(
    facts: &FolderFacts<'_>,
    file: &File,
    kind: IdKind,
    id: &str,
    line: Option<u32>,
) -> Option<GateFinding> {
    let (known, what) = match kind {
        IdKind::Requirement => (&facts.requirement_ids, "requirement"),
        IdKind::Evidence => (&facts.evidence_ids, "evidence artifact"),
    };
    if known.contains(id) || facts.imported.contains(id) || id.contains(':') {
        return None;
    }
    let message = format!("`{id}` is not the id of any {what}");
    let help = "name one that exists, or import it from the PRD that has it";
    Some(found("broken-reference", Subcategory::BrokenRef, facts.place(file, line), message, help))
}
