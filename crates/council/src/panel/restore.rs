//! The files of a project's reviews, written again as they were recorded.

use std::collections::BTreeMap;

use council_core::ident::ProjectName;
use council_engine::Entry;
use council_formats::handoff::name;
use council_store::{Holder, Repo};

use super::{
    current::{expect_journal, no_journal},
    log::{self, Log, Recorded},
};
pub use crate::log::RestoredFile;
use crate::{log::put_back, run::RunError};

/// What was written again.
#[derive(Debug)]
pub struct Restored {
    /// The project.
    pub project: ProjectName,
    /// The files that were missing or edited, and are as they were recorded now.
    pub files: Vec<RestoredFile>,
}

/// Writes every file of a project's reviews as the last step left it. What somebody put in its place is kept aside, and
/// nothing is recorded: who wants to decide otherwise decides with a command.
pub fn restore(repo: &Repo, project: &ProjectName, holder: &Holder) -> Result<Restored, RunError> {
    if repo.read_log(&name::journal(project))?.is_none_or(|read| read.lines.is_empty()) {
        expect_journal(repo, project)?;
        return Err(no_journal(project));
    }
    // Held while the files are written, so that no step comes between.
    let _log = Log::open(repo, project, holder)?;
    let files =
        put_back(repo, recorded(repo, project)?, |path, bytes| aside(project, path, bytes))?;
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

/// Names where what stands in a file's place is kept, so that no reader takes it for a review.
fn aside(project: &ProjectName, path: &str, bytes: &[u8]) -> String {
    let hash = log::hash(&String::from_utf8_lossy(bytes));
    let name = path.rsplit('/').next().unwrap_or(path);
    format!("workspace/{project}/edited/{}-{name}", hash.get(..8).unwrap_or_default())
}
