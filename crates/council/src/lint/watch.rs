//! What a request names, as it was at one moment, so that a change of it is noticed.

use std::collections::BTreeMap;

use council_store::{Repo, Stamp};

use super::{LintRequest, walk};

/// The files of a request with their stamps; a file without one is not there or cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snapshot {
    stamps: BTreeMap<String, Option<Stamp>>,
}

impl Snapshot {
    /// Looks at every file that a request names.
    ///
    /// Whoever takes a snapshot before linting and compares it with the next one misses no change: what is written
    /// while the file is read differs from what was seen before.
    pub fn of(repo: &Repo, request: &LintRequest) -> Snapshot {
        let stamps = walk::files(repo, request).files.into_iter().map(|file| {
            let stamp = repo.stamp(&file);
            (file, stamp)
        });
        Snapshot { stamps: stamps.collect() }
    }
}
