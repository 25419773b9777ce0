//! What became of a packet's findings over its sessions.

use std::sync::Arc;

use council_core::{
    ident::PacketId,
    identity::{DefectStatus, Life, Visit, lives},
    packet::Packet,
    severity::Severity,
    verdict::Verdict,
};
use council_engine::Stop;
use council_formats::report::Report;
use council_store::{Repo, SessionFiles, StoreError};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    review::{self, ReviewResult},
    sessions::{self, Listed, StoredSession},
    words,
};

/// The most sessions that are looked back at, so that a review does not get slower with every review before it.
const MOST: usize = 20;

/// The sessions on a packet, the oldest first, and the lives of its defects over them.
#[derive(Debug)]
pub struct History {
    /// The sessions.
    pub chapters: Vec<Chapter>,
    /// The lives.
    pub lives: Vec<Life>,
}

/// One session.
#[derive(Debug, Clone)]
pub struct Chapter {
    /// What it is called.
    pub id: String,
    /// What was reviewed, if it says.
    pub packet: Option<String>,
    /// Its verdict, if it has one.
    pub verdict: Option<Verdict>,
    /// What it found.
    pub findings: Vec<Listed>,
}

/// Follows the findings of a packet to a session, over the ended sessions before it. A session that cannot be read any
/// more tells nothing.
pub fn up_to(repo: &Repo, last: &SessionFiles) -> Result<History, StoreError> {
    let mut kept = before(repo, last, None)?;
    kept.extend(sessions::of_files(repo, last, None).ok());
    Ok(of(&kept))
}

/// Returns the ended sessions on the packet of a session before it, the oldest first.
fn before(
    repo: &Repo,
    last: &SessionFiles,
    began: Option<Timestamp>,
) -> Result<Vec<StoredSession>, StoreError> {
    let mut kept: Vec<StoredSession> = review::earlier(repo, last, began)?
        .iter()
        .take(MOST)
        .filter_map(|files| sessions::of_files(repo, files, None).ok())
        .filter(has_ended)
        .collect();
    kept.reverse();
    Ok(kept)
}

/// Follows the findings over sessions, the oldest first.
pub fn of(kept: &[StoredSession]) -> History {
    told(kept.iter().map(visited).collect())
}

/// A session as it is followed: what is told of it, and the packet where it is known.
pub(crate) type Visited = (Chapter, Option<Arc<Packet>>);

fn visited(kept: &StoredSession) -> Visited {
    let chapter = Chapter {
        id: kept.id(),
        packet: kept.packet(),
        verdict: kept.verdict(),
        findings: kept.findings(),
    };
    let packet = match kept {
        StoredSession::Folded(folded) => Some(folded.reviewed.fold.packet().clone()),
        StoredSession::Recorded(_) => None,
    };
    (chapter, packet)
}

/// Takes a session that has just been held as it is: its journal need not be read again.
fn held(reviewed: &ReviewResult) -> Visited {
    let record = reviewed.record();
    let chapter = Chapter {
        id: reviewed.files.id(),
        packet: Some(reviewed.files.packet().to_string()),
        verdict: record.judgement().map(|judgement| judgement.verdict),
        findings: sessions::listed(&reviewed.fold, &record),
    };
    (chapter, Some(reviewed.fold.packet().clone()))
}

/// Follows the findings over sessions that were visited, the oldest first.
pub(crate) fn told(visited: Vec<Visited>) -> History {
    let visits: Vec<Visit<'_>> = visited
        .iter()
        .map(|(chapter, packet)| Visit {
            packet: packet.as_deref(),
            findings: chapter.findings.iter().map(|listed| listed.seen.clone()).collect(),
        })
        .collect();
    let lives = lives(&visits);
    History { lives, chapters: visited.into_iter().map(|(chapter, _)| chapter).collect() }
}

/// Returns the newest session on a packet that has ended.
pub fn newest_ended(repo: &Repo, packet: &PacketId) -> Result<Option<SessionFiles>, StoreError> {
    let mut sessions = repo.sessions()?;
    sessions.retain(|files| files.packet() == packet);
    let is_it = |files: &SessionFiles| {
        sessions::of_files(repo, files, None).is_ok_and(|kept| has_ended(&kept))
    };
    Ok(review::newest_first(repo, sessions)?.into_iter().find(is_it))
}

/// Adds to a review's report what became of the packet's earlier findings. Without earlier sessions there is nothing to
/// add, and a history that cannot be read never fails a review.
pub fn add(repo: &Repo, reviewed: &ReviewResult, report: &mut Report) {
    if matches!(reviewed.stop, Stop::Interrupted | Stop::Waiting) {
        return;
    }
    let began = reviewed.fold.opened().opening.moment.at;
    let Ok(kept) = before(repo, &reviewed.files, Some(began)) else { return };
    let history = told(kept.iter().map(visited).chain([held(reviewed)]).collect());
    let Some((_, earlier)) = history.chapters.split_last() else { return };
    let Some(previous) = earlier.last() else { return };
    let at = earlier.len();
    let changed = |standing: DefectStatus| -> Vec<&Life> {
        let is_it = |life: &&Life| {
            let before = at.checked_sub(1).and_then(|before| life.at(before));
            let is_news = standing.is_open() || before.is_none_or(DefectStatus::is_open);
            life.at(at) == Some(standing) && is_news
        };
        history.lives.iter().filter(is_it).collect()
    };
    let counts: Vec<String> = DefectStatus::ALL
        .into_iter()
        .filter_map(|standing| match changed(standing).len() {
            0 => None,
            number => Some(format!("{number} {}", words::standing(standing))),
        })
        .collect();
    let counts = if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") };
    report.facts.push(("history", format!("{counts}; before this: {}", previous.id)));
    let of = |standing: DefectStatus| {
        changed(standing).into_iter().filter_map(|life| history.sighting(life)).collect()
    };
    let against = earlier.iter().map(|chapter| chapter.id.as_str()).collect();
    report
        .data
        .add(&HistoryOutput { history: HistoryKeys { standings: Standings::of(of), against } });
}

impl History {
    /// Returns the latest finding of a life, with its session.
    pub fn latest(&self, life: &Life) -> Option<(&Chapter, &Listed)> {
        let (visit, place) = life.last_seen()?;
        let chapter = self.chapters.get(visit)?;
        Some((chapter, chapter.findings.get(place)?))
    }

    /// Returns where a life was last seen.
    pub(crate) fn sighting(&self, life: &Life) -> Option<Sighting<'_>> {
        let (chapter, listed) = self.latest(life)?;
        Some(Sighting {
            session_id: &chapter.id,
            finding_id: &listed.id,
            severity: listed.severity.map(Severity::word),
            description: &listed.description,
            path: listed.place.path.as_deref(),
            line: listed.place.line,
        })
    }
}

/// What is said in JSON of a packet's earlier findings.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryOutput<'a> {
    /// What became of the packet's earlier findings; not there where there were no sessions before.
    history: HistoryKeys<'a>,
}

/// What became of a packet's earlier findings.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "History")]
struct HistoryKeys<'a> {
    #[serde(flatten)]
    standings: Standings<Sighting<'a>>,
    /// The sessions before, the oldest first.
    against: Vec<&'a str>,
}

/// Findings by how they stand.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Standings<T> {
    /// Found for the first time.
    new: Vec<T>,
    /// Found before, and still there.
    open: Vec<T>,
    /// Not found again, while its words still stand.
    not_raised_again: Vec<T>,
    /// Fixed once, and back.
    regressed: Vec<T>,
    /// No longer shown by the text.
    fixed: Vec<T>,
    /// Voted down.
    dismissed: Vec<T>,
}

impl<T> Standings<T> {
    /// Sorts by how things stand.
    pub(crate) fn of(of: impl Fn(DefectStatus) -> Vec<T>) -> Self {
        Self {
            new: of(DefectStatus::New),
            open: of(DefectStatus::Open),
            not_raised_again: of(DefectStatus::NotRaised),
            regressed: of(DefectStatus::Regressed),
            fixed: of(DefectStatus::Fixed),
            dismissed: of(DefectStatus::Dismissed),
        }
    }
}

/// Where a defect was last seen.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Sighting<'a> {
    /// The session.
    session_id: &'a str,
    /// What it was called there.
    finding_id: &'a str,
    /// How grave it was, if that is known.
    severity: Option<&'static str>,
    /// What was said.
    description: &'a str,
    /// The file.
    path: Option<&'a str>,
    /// The line.
    line: Option<u32>,
}

/// Tells whether a session came to a result.
fn has_ended(kept: &StoredSession) -> bool {
    match kept {
        StoredSession::Folded(folded) => matches!(folded.reviewed.stop, Stop::Ended(_)),
        StoredSession::Recorded(_) => true,
    }
}
