//! Sessions on disk: found by what people call them, read into records.

use council_core::council::stamp;
use council_engine::Entry;
use council_store::{JournalLine, Repo, SessionFiles, StoreError};
use jiff::Timestamp;
use serde::Deserialize;
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
    /// It has no session that was cut off.
    #[error("`{0}` has no session that was cut off")]
    NothingCutOff(String),
    /// Two sessions are of different projects.
    #[error("`{0}` and `{1}` are not sessions of one project")]
    OtherProject(String, String),
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

impl SessionError {
    /// Returns the way out.
    pub fn help(&self) -> String {
        match self {
            Self::NoFinding(_) => "`council show SESSION` lists the findings of a session".to_owned(),
            Self::Alone(_) => "review the packet again, or name two sessions".to_owned(),
            Self::NothingCutOff(name) => format!("`council show {name}` says what there is"),
            Self::OtherSession { found, .. } => {
                format!("restore the session's own journal; that of `{found}` stays with its own")
            }
            Self::OtherProject(..) => {
                "name two reviews or two rounds of one project, such as `shop/r1 shop/r2`".to_owned()
            }
            Self::NotFound(_)
            | Self::Ambiguous { .. }
            | Self::UnknownRecord { .. }
            | Self::Store(_) => {
                "list the sessions with `council show`; `PROJECT`, `PROJECT/r1` and `PROJECT/round-1` name those of a project"
                    .to_owned()
            }
        }
    }
}

/// Finds a session by its id, the path of one of its files, its packet, or `latest`. Of several sessions on one packet
/// the one that began last is meant.
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
    let is_meant = |files: &SessionFiles| given == LATEST || files.packet().as_str() == given;
    let newest = newest(repo, sessions.into_iter().filter(is_meant))?;
    newest.ok_or_else(|| SessionError::NotFound(given.to_owned()))
}

/// Returns the session that began last. The sessions come with the newest name first.
fn newest(
    repo: &Repo,
    sessions: impl Iterator<Item = SessionFiles>,
) -> Result<Option<SessionFiles>, StoreError> {
    let mut newest: Option<(SessionStart, SessionFiles)> = None;
    for files in sessions {
        // No session begins after the time in its name.
        if newest.as_ref().is_some_and(|(start, _)| files.stamp() < start.began.as_str()) {
            break;
        }
        let start = SessionStart::of(repo, &files)?;
        if newest.as_ref().is_none_or(|(newest, _)| start > *newest) {
            newest = Some((start, files));
        }
    }
    Ok(newest.map(|(_, files)| files))
}

/// Orders sessions by when they began, the newest first.
pub(crate) fn newest_first(
    repo: &Repo,
    sessions: Vec<SessionFiles>,
) -> Result<Vec<SessionFiles>, StoreError> {
    let start = |files: SessionFiles| Ok((SessionStart::of(repo, &files)?, files));
    let mut started = sessions.into_iter().map(start).collect::<Result<Vec<_>, StoreError>>()?;
    // Sessions on several packets that began together stay in the order of the packets.
    started.sort_by(|(one, _), (other, _)| other.cmp(one));
    Ok(started.into_iter().map(|(_, files)| files).collect())
}

/// Returns the sessions on the packet of a session that began before it, the newest first. When it began need not be
/// read where it is known.
pub(crate) fn earlier(
    repo: &Repo,
    last: &SessionFiles,
    began: Option<Timestamp>,
) -> Result<Vec<SessionFiles>, StoreError> {
    let start = match began {
        Some(at) => SessionStart::new(last, Some(at)),
        None => SessionStart::of(repo, last)?,
    };
    let mut started = Vec::new();
    for files in repo.sessions()? {
        if files.packet() == last.packet() && files.stamp() != last.stamp() {
            started.push((SessionStart::of(repo, &files)?, files));
        }
    }
    started.retain(|(one, _)| *one < start);
    started.sort_by(|(one, _), (other, _)| other.cmp(one));
    Ok(started.into_iter().map(|(_, files)| files).collect())
}

/// When a session began, to the second, as names have it: by its own record, else by its name. A name can be some
/// seconds late, because every second is given to one session only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct SessionStart {
    began: String,
    name: String,
}

impl SessionStart {
    /// Reads when a session began.
    fn of(repo: &Repo, files: &SessionFiles) -> Result<Self, StoreError> {
        let recorded = repo.first_line(files)?.and_then(|line| {
            let opened: OpeningRecord = serde_json::from_str(&line.entry).ok()?;
            Some(opened.opening.moment.at)
        });
        Ok(Self::new(files, recorded))
    }

    /// Takes when a session began by its own record, if that is known.
    fn new(files: &SessionFiles, recorded: Option<Timestamp>) -> Self {
        let name = files.stamp().to_owned();
        let began = recorded.map_or_else(|| name.clone(), |at| stamp(at).min(name.clone()));
        Self { began, name }
    }
}

/// The first record of a journal, as much of it as says when.
#[derive(Deserialize)]
struct OpeningRecord {
    opening: OpeningFields,
}

#[derive(Deserialize)]
struct OpeningFields {
    moment: OpeningTime,
}

#[derive(Deserialize)]
struct OpeningTime {
    at: Timestamp,
}

/// Reads the records of a journal. A journal that was put into the place of another one is refused: what follows from it
/// happened to another packet, or at another time.
pub(crate) fn entries(
    files: &SessionFiles,
    lines: &[JournalLine],
) -> Result<Vec<Entry>, SessionError> {
    let read = |(number, line): (u64, &JournalLine)| {
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

#[cfg(test)]
mod tests {
    use council_core::ident::PacketId;
    use council_store::Holder;

    use super::*;

    fn holder() -> Holder {
        let host = "desk".to_owned();
        Holder { pid: 7, host, started: Timestamp::UNIX_EPOCH, command: String::new() }
    }

    /// Claims a session under a time and records that it began at another.
    fn session(repo: &Repo, packet: &str, name: &str, began: &str) -> String {
        let packet = PacketId::new(packet).unwrap();
        let name: Timestamp = name.parse().unwrap();
        let (_, files, mut journal) = repo.claim_session(&packet, name, &holder()).unwrap();
        let opening = format!(r#"{{"event":"opened","opening":{{"moment":{{"at":"{began}"}}}}}}"#);
        journal.commit(&[opening]).unwrap();
        files.id()
    }

    #[test]
    fn the_newest_session_is_the_one_that_began_last_whatever_its_name_says() {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        let ahead = session(&repo, "PRD-1", "2026-01-26T10:05:00Z", "2026-01-26T10:00:00Z");
        let last = session(&repo, "PRD-2", "2026-01-26T10:03:00Z", "2026-01-26T10:03:00Z");
        let first = session(&repo, "PRD-2", "2026-01-26T10:04:00Z", "2026-01-26T10:02:00Z");
        // No session began after its name.
        let forged = session(&repo, "PRD-3", "2026-01-26T09:00:00Z", "2099-01-01T00:00:00Z");
        assert_eq!(find(&repo, LATEST).unwrap().id(), last);
        assert_eq!(find(&repo, "PRD-1").unwrap().id(), ahead);
        assert_eq!(find(&repo, "PRD-2").unwrap().id(), last);
        let all = newest_first(&repo, repo.sessions().unwrap()).unwrap();
        let ids: Vec<_> = all.iter().map(SessionFiles::id).collect();
        assert_eq!(ids, [last, first, ahead, forged]);
    }

    #[test]
    fn a_session_without_a_journal_began_when_its_name_says() {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        session(&repo, "PRD-1", "2026-01-26T10:05:00Z", "2026-01-26T10:00:00Z");
        let packet = PacketId::new("PRD-1").unwrap();
        let legacy = SessionFiles::of(&packet, "20260126-100100");
        repo.write_atomic(legacy.yaml(), b"a: 1\n").unwrap();
        assert_eq!(find(&repo, LATEST).unwrap().id(), legacy.id());
    }
}
