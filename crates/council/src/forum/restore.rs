//! The files of a project's forum, written again as they were recorded.

use std::collections::BTreeMap;

use council_core::{gate::forum::Looked, ident::ProjectName};
use council_store::{Holder, Repo};

use super::{
    convene::journal_lost,
    gate::{self, ForumLocation, beside},
    log::{self, Log},
};
use crate::{
    log::{hash, put_back},
    panel::RestoredFile,
    run::RunError,
};

/// Writes the record and the handoffs of a project's forum as the last steps left them; nothing where it has no journal.
/// What somebody put in their place is kept aside, and nothing is recorded.
pub fn restore(
    repo: &Repo,
    project: &ProjectName,
    holder: &Holder,
) -> Result<Option<Vec<RestoredFile>>, RunError> {
    let ForumLocation { found, home } = gate::find(repo, project)?;
    if log::read(repo, &home)?.is_none_or(|taken| taken.is_empty()) {
        let is_recorded = !matches!(found.record, Looked::Missing(_));
        let has_config = matches!(found.config, Looked::Read { .. });
        return if is_recorded && has_config {
            Err(journal_lost(project, &home))
        } else {
            Ok(None)
        };
    }
    // Held while the files are written, so that no step comes between.
    let log = Log::open(repo, &home, holder)?;
    let mut files = BTreeMap::new();
    for image in log.taken().iter().flat_map(|taken| &taken.files) {
        files.insert(image.path.clone(), image.text.clone());
    }
    let folder = beside(&home, council_formats::forum_record::FOLDER);
    put_back(repo, files, |path, bytes| {
        let hash = hash(&String::from_utf8_lossy(bytes));
        let name = path.rsplit('/').next().unwrap_or(path);
        format!("{folder}/edited/{}-{name}", hash.get(..8).unwrap_or_default())
    })
    .map(Some)
}
