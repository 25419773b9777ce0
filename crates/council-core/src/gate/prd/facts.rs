//! What a PRD folder contains, gathered once for all gates.

use std::collections::{BTreeMap, BTreeSet};

use super::{File, PrdFolder};
use crate::{
    diagnostic::Place,
    tree::{Node, Value},
};

/// The root key of a requirement file.
const REQUIREMENT: &str = "prd_requirement";
/// The root key of an evidence file.
const EVIDENCE: &str = "prd_evidence_artifact";

/// What the gates look at.
pub(super) struct FolderFacts<'a> {
    pub(super) folder: &'a PrdFolder,
    pub(super) requirements: Vec<FolderItem<'a>>,
    pub(super) evidence: Vec<FolderItem<'a>>,
    pub(super) requirement_ids: BTreeSet<&'a str>,
    pub(super) evidence_ids: BTreeSet<&'a str>,
    /// The requirements that the folder takes from other PRDs.
    pub(super) imported: BTreeSet<&'a str>,
    /// Every value of a key `id`, in the order of the files.
    pub(super) ids: Vec<IdDefinition<'a>>,
}

/// A requirement or an evidence artifact.
pub(super) struct FolderItem<'a> {
    pub(super) id: &'a str,
    pub(super) node: &'a Node,
    pub(super) file: &'a File,
}

/// An id and where it is given.
pub(super) struct IdDefinition<'a> {
    pub(super) id: &'a str,
    pub(super) line: Option<u32>,
    pub(super) file: &'a File,
}

impl<'a> FolderFacts<'a> {
    pub(super) fn of(folder: &'a PrdFolder) -> Self {
        let mut ids = Vec::new();
        for (file, root) in trees(folder) {
            visit(root, &mut |key, node| {
                if let ("id", Some(id)) = (key, node.text()) {
                    ids.push(IdDefinition { id, line: node.line, file });
                }
            });
        }
        let (requirements, evidence) = (items(folder, REQUIREMENT), items(folder, EVIDENCE));
        let known = |items: &[FolderItem<'a>]| items.iter().map(|item| item.id).collect();
        Self {
            folder,
            requirement_ids: known(&requirements),
            evidence_ids: known(&evidence),
            imported: imported(folder),
            requirements,
            evidence,
            ids,
        }
    }

    /// Returns the files that could be read, with what they say.
    pub(super) fn trees(&self) -> impl Iterator<Item = (&'a File, &'a Node)> {
        trees(self.folder)
    }

    /// Returns the content below the only root key of a file.
    pub(super) fn section(&self, path: &str) -> Option<(&'a File, &'a Node)> {
        let (file, root) = self.trees().find(|(file, _)| file.path == path)?;
        root.entries().first().map(|entry| (file, &entry.node))
    }

    /// Returns a place in a file of the folder, repo-relative.
    pub(super) fn place(&self, file: &File, line: Option<u32>) -> Place {
        place(self.folder, &file.path, line)
    }

    /// Returns every evidence id that a requirement cites, with the requirement.
    pub(super) fn cited(&self) -> BTreeMap<&'a str, &'a str> {
        let cite = |item: &FolderItem<'a>| -> Vec<(&'a str, &'a str)> {
            let ids =
                item.node.path(&["evidence", "evidence_ids"]).map(Node::items).unwrap_or_default();
            ids.iter().filter_map(Node::text).map(|id| (id, item.id)).collect()
        };
        self.requirements.iter().flat_map(cite).collect()
    }
}

/// Returns a place in a file of a folder, repo-relative.
pub(super) fn place(folder: &PrdFolder, path: &str, line: Option<u32>) -> Place {
    Place::file(format!("{}/{path}", folder.path)).at(line)
}

/// Calls a function for every key and its value, in the order of the file.
pub(super) fn visit<'a>(node: &'a Node, see: &mut impl FnMut(&'a str, &'a Node)) {
    match &node.value {
        Value::Map(entries) => {
            for entry in entries {
                see(&entry.key, &entry.node);
                visit(&entry.node, see);
            }
        }
        Value::List(items) => {
            for item in items {
                visit(item, see);
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {}
    }
}

fn trees(folder: &PrdFolder) -> impl Iterator<Item = (&File, &Node)> {
    folder.files.iter().filter_map(|file| file.tree.as_ref().ok().map(|root| (file, root)))
}

fn items<'a>(folder: &'a PrdFolder, root_key: &str) -> Vec<FolderItem<'a>> {
    let item = |(file, root): (&'a File, &'a Node)| {
        let node = root.get(root_key)?;
        let id = node.get("id").and_then(Node::text).unwrap_or_default();
        Some(FolderItem { id, node, file })
    };
    trees(folder).filter_map(item).collect()
}

fn imported(folder: &PrdFolder) -> BTreeSet<&str> {
    let registry = trees(folder).find(|(file, _)| file.path == "07_traceability.yaml");
    let root = registry.and_then(|(_, root)| root.entries().first()).map(|entry| &entry.node);
    let imports = root.and_then(|node| node.path(&["requirement_registry", "imports"]));
    let ids = imports.map(Node::items).unwrap_or_default().iter();
    ids.filter_map(|import| import.get("requirement_id").and_then(Node::text)).collect()
}
