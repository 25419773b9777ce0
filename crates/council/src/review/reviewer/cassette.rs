//! The answers of an earlier session, played again from its journal: the same faults, the same words, the same cost.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use council_core::finding::SeatId;
use council_engine::{Answered, BoxFuture, Call, Entry, Fault, Reviewer};
use council_store::session;

use super::ReviewerError;

/// What one seat did in a session, in order.
pub(super) struct Cassette {
    path: String,
    content_hash: String,
    track: Mutex<VecDeque<Result<Answered, Fault>>>,
}

/// Reads what a seat did from a journal.
pub(super) fn load(path: &str, seat: SeatId, text: &str) -> Result<Cassette, ReviewerError> {
    let refuse = |why: String| ReviewerError::Journal { path: path.to_owned(), why };
    let mut content_hash = None;
    let mut track = VecDeque::new();
    for line in session::parse(text.as_bytes()).sound(path)? {
        let entry = serde_json::from_str(&line.entry).map_err(|error| refuse(error.to_string()))?;
        match entry {
            Entry::Opened(opened) => content_hash = Some(opened.opening.content_hash),
            Entry::Answered { seat: who, text, tokens, .. } if who == seat => {
                track.push_back(Ok(Answered { text, tokens }));
            }
            Entry::Faulted { seat: who, reason, tokens, .. } if who == seat => {
                track.push_back(Err(Fault::Passing { reason, wait: None, tokens }));
            }
            Entry::Lost { seat: who, reason, tokens, .. } if who == seat => {
                track.push_back(Err(Fault::Lasting { reason, tokens }));
            }
            Entry::Asked { .. }
            | Entry::Answered { .. }
            | Entry::Faulted { .. }
            | Entry::Lost { .. }
            | Entry::Ticked { .. }
            | Entry::OutOfBudget { .. }
            | Entry::Cancelled { .. }
            | Entry::Resumed { .. } => {}
        }
    }
    let content_hash = content_hash.ok_or_else(|| refuse("it has no first record".to_owned()))?;
    Ok(Cassette { path: path.to_owned(), content_hash, track: Mutex::new(track) })
}

impl Cassette {
    fn next(&self, call: &Call) -> Result<Answered, Fault> {
        let lasting = |reason: String| Fault::Lasting { reason, tokens: 0 };
        if call.opening.content_hash != self.content_hash {
            return Err(lasting(format!("`{}` was recorded on another packet", self.path)));
        }
        let next = self.track.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        next.unwrap_or_else(|| Err(lasting(format!("`{}` has no more answers", self.path))))
    }
}

impl Reviewer for Cassette {
    fn name(&self) -> String {
        format!("cassette:{}", self.path)
    }

    fn bound(&self, _call: &Call) -> u64 {
        let track = self.track.lock().unwrap_or_else(PoisonError::into_inner);
        let next = track.iter().find_map(|result| result.as_ref().ok());
        next.map_or(0, |answered| answered.tokens)
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move { self.next(call) })
    }
}
