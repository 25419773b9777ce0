//! Sessions on disk: found by what people call them, read into records.

use council_engine::Entry;
use council_store::{Line, Repo, SessionFiles, StoreError};
use thiserror::Error;

/// What people call the newest session.
pub const LATEST: &str = "latest";

/// Why a session cannot be had.
#[derive(Debug, Error)]
pub enum SessionError {
    /// There is none of that name.
    #[error("there is no session `{0}`")]
    NotFound(String),
    /// There is more than one.
    #[error("`{given}` names more than one session: {}", found.join(", "))]
    Ambiguous {
        /// What was given.
        given: String,
        /// The sessions.
        found: Vec<String>,
    },
    /// There is nothing to compare it with.
    #[error("there is no ended session on the same packet before `{0}`")]
    Alone(String),
    /// It does not have such a finding.
    #[error("there is no finding `{0}`")]
    NoFinding(String),
    /// Its journal has a record that is none.
    #[error("record {number} of `{path}` is not one this program knows")]
    UnknownRecord {
        /// The journal.
        path: String,
        /// Which record.
        number: u64,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// Its journal is another session's.
    #[error("`{path}` is the journal of another session: `{found}`")]
    OtherSession {
        /// The journal.
        path: String,
        /// The session that it is of.
        found: String,
    },
    /// The files could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds a session by its id, the path of one of its files, its packet, or `latest`. Of several sessions on one packet
/// the newest is meant.
pub fn find(repo: &Repo, given: &str) -> Result<SessionFiles, SessionError> {
    let sessions = repo.sessions()?;
    let is_it = |files: &&SessionFiles| {
        let names = [files.yaml(), files.journal(), files.bundle()];
        files.id() == given || files.stamp() == given || names.contains(&given)
    };
    let named: Vec<&SessionFiles> = sessions.iter().filter(is_it).collect();
    match named.as_slice() {
        [only] => return Ok((*only).clone()),
        [] => {}
        [_, _, ..] => {
            let found = named.iter().map(|files| files.id()).collect();
            return Err(SessionError::Ambiguous { given: given.to_owned(), found });
        }
    }
    let newest = sessions.iter().find(|files| given == LATEST || files.packet().as_str() == given);
    newest.cloned().ok_or_else(|| SessionError::NotFound(given.to_owned()))
}

/// Reads the records of a journal. A journal that was put into the place of another one is refused: what follows from it
/// happened to another packet, or at another time.
pub(crate) fn entries(files: &SessionFiles, lines: &[Line]) -> Result<Vec<Entry>, SessionError> {
    let read = |(number, line): (u64, &Line)| {
        serde_json::from_str(&line.entry).map_err(|source| SessionError::UnknownRecord {
            path: files.journal().to_owned(),
            number,
            source,
        })
    };
    let entries: Vec<Entry> = (1..).zip(lines).map(read).collect::<Result<_, _>>()?;
    if let Some(Entry::Opened(opened)) = entries.first() {
        let opening = &opened.opening;
        if opening.id.to_string() != files.id() || opening.packet != *files.packet() {
            let (path, found) = (files.journal().to_owned(), opening.id.to_string());
            return Err(SessionError::OtherSession { path, found });
        }
    }
    Ok(entries)
}
