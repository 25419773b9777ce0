//! Whether a session's files say what its journal says.

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::report::Report;
use council_store::Repo;

use super::{ReviewError, Reviewed, outputs};

/// A file that is not what the journal gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The file.
    pub path: String,
    /// The first line that differs, from 1; none where the file is missing.
    pub line: Option<u32>,
}

/// Compares a session's files with what its journal gives, byte for byte.
pub fn compare(repo: &Repo, reviewed: &Reviewed) -> Result<Vec<Difference>, ReviewError> {
    let computed = outputs(reviewed)?;
    let yaml = (reviewed.files.yaml().to_owned(), Some(computed.yaml));
    let bundle = (reviewed.files.bundle().to_owned(), computed.bundle);
    let stage = computed.stage.map(|(path, text)| (path, Some(text)));
    let mut differences = Vec::new();
    for (path, expected) in [yaml, bundle].into_iter().chain(stage) {
        let there = repo.read_if_there(&path)?;
        if there == expected {
            continue;
        }
        let line = there.map(|there| first_difference(&there, expected.as_deref().unwrap_or("")));
        differences.push(Difference { path, line });
    }
    Ok(differences)
}

/// Makes the report of a comparison.
pub fn comparison(reviewed: &Reviewed, differences: &[Difference]) -> Report {
    let (outcome, headline) = match differences {
        [] => (Outcome::Pass, "the files are what the journal gives, byte for byte"),
        [_, ..] => (Outcome::Blocked, "the files are not what the journal gives"),
    };
    let subject = reviewed.files.id();
    let mut report = Report::new("replay", subject, outcome, headline);
    report.signals = differences.iter().map(signal).collect();
    if !differences.is_empty() {
        let id = reviewed.files.id();
        report.next = vec![format!("`council resume {id}` writes them again from the journal")];
    }
    report
}

fn signal(difference: &Difference) -> Signal {
    let mut place = Place::file(&difference.path);
    place.line = difference.line;
    match difference.line {
        Some(_) => Signal::block("replay-differs", place, "the file differs from here on"),
        None => Signal::block("replay-missing", place, "the file is missing"),
    }
}

fn first_difference(one: &str, two: &str) -> u32 {
    let same = one.lines().zip(two.lines()).take_while(|(one, two)| one == two).count();
    u32::try_from(same).unwrap_or(u32::MAX).saturating_add(1)
}
