//! The files of a project's reviews, written again as they were recorded.

use std::collections::BTreeMap;

use council_core::ident::ProjectName;
use council_engine::Entry;
use council_formats::handoff::name;
use council_store::{Holder, Repo};

use super::{
    current::no_journal,
    log::{self, Log, Recorded},
};
use crate::run::RunError;

/// What was written again.
#[derive(Debug)]
pub struct Restored {
    /// The project.
    pub project: ProjectName,
    /// The files that were missing or edited, and are as they were recorded now.
    pub files: Vec<RestoredFile>,
}

/// A file that was written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredFile {
    /// The file.
    pub path: String,
    /// Where the text is kept that stood there, if there was one.
    pub kept: Option<String>,
}

/// Writes every file of a project's reviews as the last step left it. What somebody put in its place is kept aside, and
/// nothing is recorded: who wants to decide otherwise decides with a command.
pub fn restore(repo: &Repo, project: &ProjectName, holder: &Holder) -> Result<Restored, RunError> {
    if repo.read_log(&name::journal(project))?.is_none_or(|read| read.lines.is_empty()) {
        return Err(no_journal(project));
    }
    // Held while the files are written, so that no step comes between.
    let _log = Log::open(repo, project, holder)?;
    let mut files = Vec::new();
    for (path, text) in recorded(repo, project)? {
        let found = repo.read_bytes_if_there(&path)?;
        if found.as_deref() == Some(text.as_bytes()) {
            continue;
        }
        let kept = match &found {
            Some(bytes) => Some(keep(repo, project, &path, bytes)?),
            None => None,
        };
        repo.write_atomic(&path, text.as_bytes())?;
        files.push(RestoredFile { path, kept });
    }
    Ok(Restored { project: project.clone(), files })
}

/// Returns every file that the journal knows, as it is to be. A version that lay there before the panel met is not one
/// of its files, and the panel's own beginning has its text.
fn recorded(repo: &Repo, project: &ProjectName) -> Result<BTreeMap<String, String>, RunError> {
    let path = name::journal(project);
    let Some(read) = repo.read_log(&path)? else { return Ok(BTreeMap::new()) };
    let (mut read_by_panels, mut files) = (BTreeMap::new(), BTreeMap::new());
    for line in read.sound(&path)? {
        let unknown = |source| RunError::UnknownRecord { path: path.clone(), source };
        match Recorded::read(&line.entry).map_err(unknown)? {
            Recorded::Happened(entry) => {
                if let Entry::Opened(opened) = *entry {
                    read_by_panels.extend(opened.source.files);
                }
            }
            Recorded::Taken(taken) => {
                if let Some(kept) = taken.act.step.reviewed()
                    && let Some(text) = read_by_panels.get(&kept.prd_file)
                    && log::hash(text) == kept.prd_hash
                    && kept.prd_file.starts_with(&format!("workspace/{project}/"))
                    && !kept.prd_file.contains("/../")
                {
                    files.insert(kept.prd_file.clone(), text.clone());
                }
                files.extend(taken.files.into_iter().map(|image| (image.path, image.text)));
            }
        }
    }
    Ok(files)
}

/// Keeps what stands in a file's place, under a name that no reader takes for a review.
fn keep(repo: &Repo, project: &ProjectName, path: &str, bytes: &[u8]) -> Result<String, RunError> {
    let hash = log::hash(&String::from_utf8_lossy(bytes));
    let name = path.rsplit('/').next().unwrap_or(path);
    let kept = format!("workspace/{project}/edited/{}-{name}", hash.get(..8).unwrap_or_default());
    if !repo.has_file(&kept) {
        repo.create_new(&kept, bytes)?;
    }
    Ok(kept)
}
