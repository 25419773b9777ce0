//! The deterministic gates on a PRD folder, from a repository to what they found.

use council_core::{
    depth::{NorthStar, Stakes},
    gate::{
        prd::{self, Folder, Settings},
        report::GateReport,
    },
};
use council_formats::prd_folder;
use council_store::{Repo, StoreError};

/// The deepest a PRD folder nests.
const DEEPEST: usize = 4;

/// What the gates found in a folder.
#[derive(Debug, Clone)]
pub struct PrdReview {
    /// The folder.
    pub path: String,
    /// The gates, in order.
    pub gates: Vec<GateReport>,
    /// What is at stake, from which the depth of a review follows.
    pub stakes: Stakes,
}

/// Tells whether a folder is a PRD folder: it has a meta file, or requirements of its own.
pub fn is_prd_folder(repo: &Repo, path: &str) -> bool {
    repo.has_file(&format!("{path}/00_meta.yaml"))
        || repo.has_folder(&format!("{path}/requirements"))
}

/// Reads a PRD folder and runs the gates on it.
pub fn review(repo: &Repo, path: &str, settings: Settings) -> Result<PrdReview, StoreError> {
    let folder = read(repo, path)?;
    let gates = prd::run(&folder, settings);
    let stakes = prd::stakes(&folder, NorthStar::NotAsked);
    Ok(PrdReview { path: path.to_owned(), gates, stakes })
}

/// Reads every YAML file below a folder.
fn read(repo: &Repo, path: &str) -> Result<Folder, StoreError> {
    let mut files = Vec::new();
    collect(repo, path, "", DEEPEST, &mut files)?;
    Ok(prd_folder::read(path, files))
}

fn collect(
    repo: &Repo,
    root: &str,
    below: &str,
    depth: usize,
    files: &mut Vec<(String, String)>,
) -> Result<(), StoreError> {
    let join =
        |one: &str, two: &str| if one.is_empty() { two.to_owned() } else { format!("{one}/{two}") };
    let folder = join(root, below);
    let folder = folder.trim_end_matches('/');
    for name in repo.files(folder)? {
        if matches!(name.rsplit_once('.'), Some((_, "yaml" | "yml"))) {
            files.push((join(below, &name), repo.read(&join(folder, &name))?));
        }
    }
    for name in repo.folders(folder)? {
        if depth > 0 && !name.starts_with('.') {
            collect(repo, root, &join(below, &name), depth - 1, files)?;
        }
    }
    Ok(())
}
