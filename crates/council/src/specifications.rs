//! Which files of a repository are its specifications, and by which convention.
//!
//! Every surface asks here: the command line without a path, an editor with one file, a pull request with changed ones.

mod convention;

use std::collections::{BTreeMap, BTreeSet};

use council_formats::{packet, project::Project};
use council_rules::{Model, model::Kind};
use council_store::{Repo, StoreError};

pub use convention::Convention;

use crate::{lint::prd_folder, words};

/// The specifications of a repository.
#[derive(Debug, Clone, Default)]
pub struct Specifications {
    configured: Vec<String>,
}

/// A file that is a specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Specification {
    /// The file, relative to the repository.
    pub path: String,
    /// What makes it one.
    pub convention: Convention,
}

impl Specifications {
    /// Takes up where a project says that its specifications are.
    pub fn of(project: &Project) -> Self {
        let plain = |path: &String| path.trim_start_matches("./").trim_end_matches('/').to_owned();
        Self { configured: project.paths.packets.iter().map(plain).collect() }
    }

    /// Tells by which convention a file is a specification, from where it lies and what it is called.
    pub fn convention(&self, repo: &Repo, path: &str) -> Option<Convention> {
        if !packet::is_read(path) {
            return None;
        }
        if packet::is_yaml(path) {
            return prd_folder(repo, path).map(|_| Convention::PrdFolder);
        }
        let is_configured = self.configured.iter().any(|folder| is_below(folder, path));
        if is_configured && !convention::is_beside(path) {
            return Some(Convention::Configured);
        }
        convention::of_path(path, |root| convention::has_bmad(repo, root))
    }

    /// Tells by which convention a file with a text is a specification. Where it lies somewhere else, its own words decide:
    /// requirements, or the sections of a product document.
    pub fn convention_of_text(&self, repo: &Repo, path: &str, text: &str) -> Option<Convention> {
        if let Some(convention) = self.convention(repo, path) {
            return Some(convention);
        }
        // A page of a convention that is no specification, such as a list of tasks, is none by its words either.
        let is_page = packet::is_read(path) && !packet::is_yaml(path);
        if !is_page || convention::is_beside(path) || !is_written_as_one(path, text) {
            return None;
        }
        Some(Convention::Written)
    }

    /// Finds the specifications at or below a folder, hidden folders of a convention included, in the order of their paths.
    pub fn find(&self, repo: &Repo, folder: &str) -> Result<Vec<Specification>, StoreError> {
        let mut files: BTreeSet<String> = repo.markdown(folder)?.into_iter().collect();
        files.extend(repo.yaml(folder)?);
        for configured in self.configured.iter().filter(|path| is_below(folder, path)) {
            if repo.has_file(configured) {
                files.insert(configured.clone());
            } else if repo.has_folder(configured) {
                files.extend(repo.markdown(configured)?);
            }
        }
        let found = files.into_iter().filter_map(|path| {
            let convention = self.convention(repo, &path)?;
            Some(Specification { path, convention })
        });
        Ok(found.collect())
    }
}

/// Says which conventions were found, such as `spec-kit (4 files), Kiro (2 files)`.
pub fn told(found: &[Specification]) -> String {
    let each = counted(found).into_iter();
    let each = each.map(|(one, count)| format!("{} ({})", one.name(), words::count(count, "file")));
    each.collect::<Vec<_>>().join(", ")
}

/// Counts the files of each convention.
pub fn counted(found: &[Specification]) -> BTreeMap<Convention, usize> {
    let mut counts = BTreeMap::new();
    for specification in found {
        *counts.entry(specification.convention).or_default() += 1;
    }
    counts
}

/// Returns what is reviewed together, each once: a feature's folder, a change, a page.
pub fn packets(repo: &Repo, found: &[Specification]) -> Vec<String> {
    let mut packets: Vec<String> = Vec::new();
    for Specification { path, convention } in found {
        let packet = match convention {
            Convention::PrdFolder => prd_folder(repo, path).unwrap_or_else(|| path.clone()),
            Convention::Configured
            | Convention::SpecKit
            | Convention::OpenSpec
            | Convention::Kiro
            | Convention::Bmad
            | Convention::Folder
            | Convention::Named
            | Convention::Written => convention::packet(path),
        };
        if !packets.contains(&packet) {
            packets.push(packet);
        }
    }
    packets
}

/// Returns what a file is reviewed with, whether it is a specification or lies beside one: a feature's folder, a change, else the
/// file alone.
pub(crate) fn packet_of(repo: &Repo, path: &str) -> String {
    prd_folder(repo, path).unwrap_or_else(|| convention::packet(path))
}

pub(crate) fn is_below(folder: &str, path: &str) -> bool {
    let rest = path.strip_prefix(folder);
    folder.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Tells whether a page is a specification by its own words.
fn is_written_as_one(path: &str, text: &str) -> bool {
    let parsed = packet::markdown_prd(path, text);
    let model = Model::of(&parsed.value);
    let is_one = |kind: Kind| match kind {
        Kind::Prd | Kind::Behaviour | Kind::Feature | Kind::Requirements => true,
        Kind::Proposal
        | Kind::Design
        | Kind::Norm
        | Kind::Plan
        | Kind::Tasks
        | Kind::Review
        | Kind::Notes
        | Kind::Function
        | Kind::Page => false,
    };
    model.texts.iter().all(|text| is_one(text.kind)) && council_rules::judged(&model).is_ok()
}

#[cfg(test)]
mod tests;
