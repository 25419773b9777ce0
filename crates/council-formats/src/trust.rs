//! `trusted.jsonl` in the user's own folder: settings files that the user accepts although others can write them, each
//! by its path and the hash of what it said.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of the file.
pub const FILE: &str = "trusted.jsonl";

/// A file that is accepted as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trusted {
    /// Its whole path.
    pub path: String,
    /// The BLAKE3 hash of its bytes.
    pub blake3: String,
    /// When it was accepted.
    #[schemars(with = "String")]
    pub at: Timestamp,
}

/// A line that says nothing of the kind.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line} does not name a trusted file: {why}")]
pub struct NotTrusted {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

/// Reads the file. One bad line makes all of it worthless, because nobody knows what it was to say.
pub fn read(text: &str) -> Result<Vec<Trusted>, NotTrusted> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let one = |(index, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| NotTrusted { line: index + 1, why: error.to_string() })
    };
    lines.map(one).collect()
}

/// Writes the file.
pub fn write(all: &[Trusted]) -> String {
    let line = |one: &Trusted| serde_json::json!(one).to_string() + "\n";
    all.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_whatever_the_path_holds() {
        let all = ["/a b/council.toml", "/x\n\"/council.toml"].map(|path| Trusted {
            path: path.to_owned(),
            blake3: "ab".to_owned(),
            at: Timestamp::UNIX_EPOCH,
        });
        assert_eq!(write(&all).lines().count(), 2);
        assert_eq!(read(&write(&all)).unwrap(), all);
        assert_eq!(read("").unwrap(), []);
    }

    #[test]
    fn a_bad_line_is_refused_with_its_number() {
        let good = r#"{"path":"/a","blake3":"b","at":"1970-01-01T00:00:00Z"}"#;
        assert_eq!(read(&format!("{good}\n\n{{}}\n")).unwrap_err().line, 3);
        assert!(
            read(r#"{"path":"/a","blake3":"b","at":"1970-01-01T00:00:00Z","all":true}"#).is_err()
        );
    }
}
