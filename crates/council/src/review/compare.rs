//! Whether a session's files say what its journal says.

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::report::Report;
use council_store::Repo;

use super::{ReviewResult, outputs, stage_evidence};
use crate::run::RunError;

/// A file that is not what the journal gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The file.
    pub path: String,
    /// The first line that differs, from 1; none where the file is missing.
    pub line: Option<u32>,
}

/// Compares a session's files with what its journal gives, byte for byte.
pub fn compare(repo: &Repo, reviewed: &ReviewResult) -> Result<Vec<Difference>, RunError> {
    let computed = outputs(reviewed)?;
    let yaml = (reviewed.files.yaml().to_owned(), Some(computed.yaml));
    let bundle = (reviewed.files.bundle().to_owned(), computed.bundle);
    let stage = match computed.stage {
        Some((path, text)) => Some((stage_evidence::kept(repo, &path, &text)?, Some(text))),
        None => None,
    };
    let mut differences = Vec::new();
    for (path, expected) in [yaml, bundle].into_iter().chain(stage) {
        // As it is on the disk: what a text editor or version control did to its line ends is a difference too.
        let there = repo.read_bytes_if_there(&path)?;
        let expected = expected.as_deref().map(str::as_bytes);
        differences.extend(difference(path, there.as_deref(), expected));
    }
    Ok(differences)
}

/// Returns where a file is not what it should be.
pub(crate) fn difference(
    path: String,
    there: Option<&[u8]>,
    expected: Option<&[u8]>,
) -> Option<Difference> {
    let line = || there.map(|there| first_difference(there, expected.unwrap_or_default()));
    (there != expected).then(|| Difference { path, line: line() })
}

/// Makes the report of a comparison.
pub fn comparison(reviewed: &ReviewResult, differences: &[Difference]) -> Report {
    let (outcome, headline) = match differences {
        [] => (Outcome::Pass, "the files are what the journal gives, byte for byte"),
        [_, ..] => (Outcome::Blocked, "the files are not what the journal gives"),
    };
    let subject = reviewed.files.id();
    let mut report = Report::new("replay", subject, outcome, headline);
    report.signals = differences.iter().map(differs).collect();
    if !differences.is_empty() {
        let id = reviewed.files.id();
        report.next = vec![format!("`council resume {id}` writes them again from the journal")];
    }
    report
}

/// Says where a file is not what it should be.
pub(crate) fn differs(difference: &Difference) -> Signal {
    let mut place = Place::file(&difference.path);
    place.line = difference.line;
    match difference.line {
        Some(_) => Signal::block("replay-differs", place, "the file differs from here on"),
        None => Signal::block("replay-missing", place, "the file is missing"),
    }
}

/// Returns the first line that differs: the one after the newlines that both have in common.
fn first_difference(one: &[u8], two: &[u8]) -> u32 {
    let same = one.iter().zip(two).take_while(|(one, two)| one == two);
    let lines = same.filter(|(byte, _)| **byte == b'\n').count();
    u32::try_from(lines).unwrap_or(u32::MAX).saturating_add(1)
}
