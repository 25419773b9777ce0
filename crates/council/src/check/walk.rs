//! The contract files below a folder.

use std::{collections::BTreeSet, path::Path};

use council_store::{Repo, StoreError};

use super::CheckedKind;

/// Folders that hold nothing a person wrote.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// How many folders may lie around one that is looked into. What each costs grows with them.
const DEEPEST: usize = 100;

/// Returns the files below a folder that are of a known kind (of the one that was asked for), sorted.
pub(super) fn contract_files(
    repo: &Repo,
    folder: &str,
    kind: Option<CheckedKind>,
) -> Result<Vec<String>, StoreError> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut pending = vec![folder.trim_end_matches('/').to_owned()];
    while let Some(folder) = pending.pop() {
        // A link can lead back to a folder above it: every real folder is visited once.
        let real =
            repo.relative(repo.root(), Path::new(if folder.is_empty() { "." } else { &folder }));
        if !real.is_ok_and(|real| seen.insert(real)) {
            continue;
        }
        if folder.matches('/').count() >= DEEPEST {
            return Err(StoreError::TooDeep { path: folder });
        }
        let below =
            |name: String| if folder.is_empty() { name } else { format!("{folder}/{name}") };
        let plain = |name: &String| !name.starts_with('.') && !SKIPPED.contains(&name.as_str());
        if super::packet::folder_kind(repo, &folder) == Some(CheckedKind::PrdFolder) {
            if kind.is_none_or(|kind| kind == CheckedKind::PrdFolder) {
                found.push(folder);
            }
            continue;
        }
        for path in repo.files(&folder)?.into_iter().filter(plain).map(below) {
            let detected = repo.read(&path).ok().and_then(|text| CheckedKind::detect(&path, &text));
            if detected.is_some() && kind.is_none_or(|kind| detected == Some(kind)) {
                found.push(path);
            }
        }
        pending.extend(repo.folders(&folder)?.into_iter().filter(plain).map(below));
    }
    found.sort();
    Ok(found)
}
