//! What is known of changes, kept in a file, so that a run goes on where another was ended.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The compiler refuses it, or it is of code for another system.
    Unviable,
    /// A test of its own crate fails.
    Caught,
    /// A test of another crate fails.
    CaughtElsewhere,
    /// It cannot be woven in: a constant, or a function that returns a type without a name.
    NotWoven,
    /// The tests of its own crate pass; the others were not asked yet.
    Survived,
    /// Every test passes.
    Missed,
}

/// A line of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    /// The change.
    pub name: String,
    /// The hash of the file that it changes.
    pub source: String,
    /// What became of it.
    pub fate: Fate,
    /// The test that noticed it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
}

/// The file.
#[derive(Debug)]
pub struct Kept {
    file: File,
    known: BTreeMap<(String, String), Fate>,
}

impl Kept {
    /// Reads what is known and goes on writing.
    pub fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let file = file.with_context(|| format!("failed to open `{shown}`"))?;
        let mut known = BTreeMap::new();
        for line in BufReader::new(&file).lines() {
            // A line that was torn is a change that is tried again.
            let Ok(line) = serde_json::from_str::<Line>(&line?) else { continue };
            known.insert((line.name, line.source), line.fate);
        }
        Ok(Self { file, known })
    }

    /// Returns what is known of a change of a file.
    pub fn fate(&self, name: &str, source: &str) -> Option<Fate> {
        self.known.get(&(name.to_owned(), source.to_owned())).copied()
    }

    /// Writes down what became of a change.
    pub fn note(&mut self, name: &str, source: &str, fate: Fate, by: &str) -> Result<()> {
        let line = Line { name: name.to_owned(), source: source.to_owned(), fate, by: by.to_owned() };
        writeln!(self.file, "{}", serde_json::to_string(&line)?)?;
        self.known.insert((line.name, line.source), fate);
        Ok(())
    }
}

/// Returns the hash of a text.
pub fn hash(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
