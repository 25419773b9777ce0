//! A session while it runs, from its journal: whoever holds it, everybody can follow it, and a position in the journal says
//! how much of it somebody has seen.

use std::time::Duration;

use council_core::finding::SeatId;
use council_engine::{Entry, Fold};
use council_store::Repo;
use jiff::Timestamp;

use crate::{review, run::RunError, words};

/// A session, as far as its journal goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedSession {
    /// What the session is called.
    pub id: String,
    /// How many records the journal has.
    pub position: u64,
    /// What happened, in order.
    pub happened: Vec<JournalEvent>,
    /// How far it is.
    pub state: String,
    /// What came of it, once it has ended.
    pub headline: String,
    /// The seats, and what each is doing.
    pub seats: Vec<(SeatId, &'static str)>,
    /// How many findings there are.
    pub findings: usize,
    /// What it took so far.
    pub tokens: u64,
    /// How long it was at work.
    pub active: Duration,
    /// Whether it has ended.
    pub is_over: bool,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEvent {
    /// Its place in the journal, from 1.
    pub position: u64,
    /// When.
    pub at: Timestamp,
    /// What, in words.
    pub what: String,
}

/// Reads a session as far as its journal goes, without holding it.
pub fn session(repo: &Repo, given: &str) -> Result<FollowedSession, RunError> {
    let files = review::find(repo, given)?;
    let read = repo.read_journal(&files)?;
    let entries = review::entries(&files, &read.lines)?;
    let happened: Vec<JournalEvent> = (1..)
        .zip(&entries)
        .map(|(position, entry)| JournalEvent {
            position,
            at: entry.moment().at,
            what: told(entry),
        })
        .collect();
    let seats = SeatId::ALL.map(|seat| (seat, doing(&entries, seat))).to_vec();
    let fold = Fold::replay(entries)?;
    let record = fold.record();
    let stop = review::stopped(&fold);
    Ok(FollowedSession {
        id: files.id(),
        position: happened.last().map_or(0, |last| last.position),
        happened,
        state: words::state(&record),
        headline: review::headline(&record, stop),
        seats,
        findings: record.findings.len(),
        tokens: record.tokens,
        active: record.now.active,
        is_over: record.ending.is_some(),
    })
}

/// Says what a seat is doing, by the last thing that happened to it.
fn doing(entries: &[Entry], seat: SeatId) -> &'static str {
    let last = entries.iter().rev().find_map(|entry| match entry {
        Entry::Asked { seat: of, .. } if *of == seat => Some("is asked"),
        Entry::Faulted { seat: of, .. } if *of == seat => Some("is asked again"),
        Entry::Answered { seat: of, .. } if *of == seat => Some("has answered"),
        Entry::Lost { seat: of, .. } if *of == seat => Some("is lost"),
        Entry::Opened(_)
        | Entry::Asked { .. }
        | Entry::Faulted { .. }
        | Entry::Answered { .. }
        | Entry::Lost { .. }
        | Entry::Ticked { .. }
        | Entry::OutOfBudget { .. }
        | Entry::Cancelled { .. }
        | Entry::Decided { .. }
        | Entry::Resumed { .. } => None,
    });
    last.unwrap_or("was not asked yet")
}

/// Says what happened.
fn told(entry: &Entry) -> String {
    match entry {
        Entry::Opened(opened) => {
            let seats = opened.reviewers.iter().map(|(seat, name)| format!("{seat} {name}"));
            format!("the session began: {}", seats.collect::<Vec<_>>().join(", "))
        }
        Entry::Asked { seat, round, .. } => format!("{seat} is asked, round {}", round.number()),
        Entry::Answered { seat, tokens, signed, .. } => match signed {
            Some(signed) => format!("{seat} answered, by {}", signed.by),
            None => format!("{seat} answered, {tokens} tokens"),
        },
        Entry::Faulted { seat, reason, .. } => format!("{seat} is asked again: {reason}"),
        Entry::Lost { seat, reason, .. } => format!("{seat} is lost: {reason}"),
        Entry::Ticked { .. } => "time went on".to_owned(),
        Entry::OutOfBudget { .. } => "no call that is left fits the budget".to_owned(),
        Entry::Cancelled { .. } => "somebody stopped the session for good".to_owned(),
        Entry::Decided { decided, .. } => format!("{} decided", decided.by),
        Entry::Resumed { .. } => "another process went on with the session".to_owned(),
    }
}
