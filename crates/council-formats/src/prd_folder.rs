//! The files of a PRD folder, parsed for the deterministic gates.

use council_core::gate::prd::{File, PrdFolder};

use crate::yaml;

/// Parses the files of a folder; a file that cannot be read keeps its reason.
pub fn read(path: &str, files: Vec<(String, String)>) -> PrdFolder {
    let mut files: Vec<File> = files
        .into_iter()
        .map(|(path, text)| File { tree: yaml::read(&path, &text), path, text })
        .collect();
    files.sort_by(|one, two| one.path.cmp(&two.path));
    PrdFolder { path: path.to_owned(), files, atlas: None }
}
