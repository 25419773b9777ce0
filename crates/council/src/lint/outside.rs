//! Files that a user names outside of the repository: read by themselves, and shown as they were named.

use std::path::{Path, PathBuf};

use council_store::{Repo, StoreError};

use super::{Linted, RuleSelection, read, refused};

/// A file or a folder that is not in the repository.
#[derive(Debug, Clone)]
pub struct Outside {
    /// The name to show for it.
    pub shown: String,
    /// Where it is.
    pub place: PathBuf,
}

/// Lints a file, or all Markdown below a folder. Settings of the repository do not hold there.
pub(super) fn lint(outside: &Outside, rules: &RuleSelection) -> Vec<Linted> {
    let refuse = |error: &StoreError| vec![refused(&outside.shown, error)];
    let Ok(folder) = Repo::open(&outside.place) else {
        return match file(&outside.place) {
            Ok((folder, name)) => vec![read(&folder, &name, &outside.shown, rules)],
            Err(error) => refuse(&error),
        };
    };
    match folder.markdown(".") {
        Ok(files) => {
            let shown = outside.shown.trim_end_matches('/');
            let named = files.iter().map(|file| (file, format!("{shown}/{file}")));
            named.map(|(file, shown)| read(&folder, file, &shown, rules)).collect()
        }
        Err(error) => refuse(&error),
    }
}

/// Returns the folder of a file, and its name there.
fn file(place: &Path) -> Result<(Repo, String), StoreError> {
    let missing = || StoreError::Missing { path: place.display().to_string() };
    let name = place.file_name().and_then(|name| name.to_str()).ok_or_else(missing)?;
    let folder = place.parent().ok_or_else(missing)?;
    Ok((Repo::open(folder)?, name.to_owned()))
}
