//! One scale of severity for every layer.

use crate::journaled::journaled_as_word;

/// How bad a finding is. The order is the order of badness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Optional.
    Note,
    /// Should be fixed.
    Minor,
    /// To be fixed before approval.
    Major,
    /// Must not go on.
    Blocker,
}

/// The words of the contracts for each severity.
const WORDS: [(Severity, &[&str]); 4] = [
    (Severity::Blocker, &["BLOCKER", "CRITICAL", "BLOCK"]),
    (Severity::Major, &["MAJOR", "HIGH"]),
    (Severity::Minor, &["MINOR", "MEDIUM"]),
    (Severity::Note, &["INFO", "LOW", "NOTE"]),
];

impl Severity {
    /// Every severity, worst first.
    pub const ALL: [Severity; 4] =
        [Severity::Blocker, Severity::Major, Severity::Minor, Severity::Note];

    /// Returns our own word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Blocker => "blocker",
            Severity::Major => "major",
            Severity::Minor => "minor",
            Severity::Note => "note",
        }
    }

    /// Reads any of the words the contracts use for a severity, in any case.
    ///
    /// There is no default: an unknown word is `None`, and the caller reports it.
    pub fn read(word: &str) -> Option<Severity> {
        let is = |known: &&str| known.eq_ignore_ascii_case(word.trim());
        let found = WORDS.iter().find(|(_, words)| words.iter().any(is));
        found.map(|(severity, _)| *severity)
    }
}

journaled_as_word!(Severity, |severity| severity.word().to_owned(), Severity::read, "severity");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_scales_are_one() {
        for (severity, words) in [
            (Severity::Blocker, ["BLOCKER", "CRITICAL", "Block"].as_slice()),
            (Severity::Major, ["MAJOR", "HIGH"].as_slice()),
            (Severity::Minor, ["MINOR", "MEDIUM"].as_slice()),
            (Severity::Note, ["INFO", "LOW", "note"].as_slice()),
        ] {
            for word in words {
                assert_eq!(Severity::read(word), Some(severity), "{word}");
            }
        }
    }

    #[test]
    fn an_unknown_word_has_no_severity() {
        assert_eq!(Severity::read("WHATEVER"), None);
        assert_eq!(Severity::read(""), None);
    }
}
