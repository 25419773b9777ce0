//! Why the store could not do what it was asked.

use std::{io, path::PathBuf};

use council_core::diagnostic::Diagnostic;
use thiserror::Error;

use crate::{
    ignored::{LONGEST_PATTERN, MOST_BYTES, MOST_PATTERNS},
    owner::Doubt,
    session::{Damage, Holder},
};

/// Why a file could not be had or made.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder given as the repository is none.
    #[error("`{}` is not a folder", path.display())]
    NotAFolder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The path leads out of the repository.
    #[error("`{path}` leads out of the repository")]
    Outside {
        /// The path as given.
        path: String,
    },
    /// Something on the way to what is to be written is a link. Whoever wrote the repository made it, and would say where.
    #[error("`{path}` is a link, and nothing is written through one")]
    Linked {
        /// The link.
        path: String,
    },
    /// The path names something that is not a plain file.
    #[error("`{}` is not a regular file", if path.is_empty() { "." } else { path })]
    NotAFile {
        /// The path as given.
        path: String,
    },
    /// There is no such file.
    #[error("`{path}` does not exist")]
    Missing {
        /// The path as given.
        path: String,
    },
    /// There is such a file already, and nothing is overwritten.
    #[error("`{path}` exists already")]
    Exists {
        /// The path as given.
        path: String,
    },
    /// The system refused to read.
    #[error("failed to read `{path}`")]
    Io {
        /// The path as given.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// The system refused to write: a full disk, a device error, a missing permission.
    #[error("failed to write `{path}`")]
    Write {
        /// The path as given.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// The bytes are not text that may be read.
    #[error("{}: {}", .0.place, .0.message)]
    NotText(Diagnostic),
    /// Somebody else writes this session.
    #[error("the session is held by {}", named(holder.as_ref()))]
    Held {
        /// Who, as far as the lock file tells.
        holder: Option<Holder>,
        /// The lock file.
        path: String,
    },
    /// A journal holds a line that nobody wrote like that, and it is not a torn end.
    #[error("`{path}` is damaged in line {}: {}", damage.line, damage.what)]
    Damaged {
        /// The journal.
        path: String,
        /// Where and what.
        damage: Damage,
    },
    /// A journal larger than any session writes.
    #[error("`{path}` is larger than a journal can be")]
    TooLarge {
        /// The journal.
        path: String,
    },
    /// An ignore file with more in it than a person writes.
    #[error(
        "`{path}` takes the ignore files here beyond {MOST_BYTES} bytes, {MOST_PATTERNS} patterns or \
         {LONGEST_PATTERN} bytes a pattern"
    )]
    TooManyPatterns {
        /// The ignore file.
        path: String,
    },
    /// A folder that lies deeper than folders of people do.
    #[error("`{path}` lies too deep to be looked into")]
    TooDeep {
        /// The folder.
        path: String,
    },
    /// What was to be written into a journal is not one JSON object on one line.
    #[error("what `{path}` was to record is not a JSON object on one line")]
    NotARecord {
        /// The journal.
        path: String,
    },
    /// An earlier write to the journal failed, so nothing later may count.
    #[error("`{path}` takes no more records since a write to it failed")]
    Poisoned {
        /// The journal.
        path: String,
    },
    /// Somebody else could have written the file.
    #[error("`{path}` {}", doubt.sentence())]
    Doubtful {
        /// The file.
        path: String,
        /// Why it is not taken at its word.
        doubt: Doubt,
    },
    /// Every second for a day is taken by a session.
    #[error("there is no free name for a session in `{path}`")]
    NoFreeName {
        /// The folder of the sessions.
        path: String,
    },
}

impl StoreError {
    /// Returns the way out, where there is one that fits everybody.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Damaged { .. } => Some(
                "`council resume --repair` keeps a copy of the journal and goes on from the last record before the damage",
            ),
            Self::Held { .. } => {
                Some("wait for it to end, or end it; a lock of a process that died holds nobody up")
            }
            Self::Write { source, .. }
                if matches!(
                    source.kind(),
                    io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
                ) =>
            {
                Some("make room on the disk, then `council resume` goes on from the last record")
            }
            Self::Doubtful { .. } => Some("make it yours alone with `chown` and `chmod 600`"),
            Self::Poisoned { .. } => Some("`council resume` goes on from the last record"),
            Self::Linked { .. } => Some("make it a folder of its own"),
            Self::NotAFolder { .. }
            | Self::Outside { .. }
            | Self::NotAFile { .. }
            | Self::Missing { .. }
            | Self::Exists { .. }
            | Self::Io { .. }
            | Self::Write { .. }
            | Self::NotText(_)
            | Self::TooLarge { .. }
            | Self::TooManyPatterns { .. }
            | Self::TooDeep { .. }
            | Self::NotARecord { .. }
            | Self::NoFreeName { .. } => None,
        }
    }
}

fn named(holder: Option<&Holder>) -> String {
    holder.map_or_else(|| "a process that did not say its name".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_asked_for_only_where_there_is_none() {
        let help = |kind: io::ErrorKind| {
            StoreError::Write { path: "a".to_owned(), source: kind.into() }.help()
        };
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            assert!(help(kind).is_some_and(|help| help.contains("make room")), "{kind}");
        }
        assert_eq!(help(io::ErrorKind::PermissionDenied), None);
    }
}
