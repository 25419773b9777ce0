//! The deterministic gates on a PRD folder, from a repository to what they found.

use council_core::{
    depth::{NorthStar, Stakes},
    gate::{
        prd::{self, PrdFolder, PrdGateSettings},
        report::GateReport,
    },
};
use council_formats::prd_folder;
use council_store::{Repo, StoreError};

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
pub fn review(repo: &Repo, path: &str, settings: PrdGateSettings) -> Result<PrdReview, StoreError> {
    let folder = read(repo, path)?;
    let gates = prd::run(&folder, settings);
    let stakes = prd::stakes(&folder, NorthStar::NotAsked);
    Ok(PrdReview { path: path.to_owned(), gates, stakes })
}

/// Reads every YAML file below a folder.
fn read(repo: &Repo, path: &str) -> Result<PrdFolder, StoreError> {
    let is_yaml = |name: &str| matches!(name.rsplit_once('.'), Some((_, "yaml" | "yml")));
    let folder = path.trim_end_matches('/');
    let mut files = Vec::new();
    for file in repo.files_below(folder, is_yaml, |_| true)? {
        let below = file.strip_prefix(folder).unwrap_or(&file).trim_start_matches('/');
        files.push((below.to_owned(), repo.read(&file)?));
    }
    Ok(prd_folder::read(path, files))
}
