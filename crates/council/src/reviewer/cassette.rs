//! The answers of an earlier session, played again from its journal: the same faults, the same words, the same cost.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use council_engine::{Answered, BoxFuture, Call, Entry, Fault, Reviewer};
use council_store::session;

use super::{Fillable, ReviewerError};

/// What one seat did, in order, for each packet that the journal has a session on.
pub(super) struct Cassette {
    path: String,
    tracks: Mutex<BTreeMap<String, Track>>,
}

type Track = VecDeque<Result<Answered, Fault>>;

/// Reads what a seat did from a journal.
pub(super) fn load<F: Fillable>(
    path: &str,
    seat: &F::Seat,
    text: &str,
) -> Result<Cassette, ReviewerError> {
    let refuse = |why: String| ReviewerError::Journal { path: path.to_owned(), why };
    let mut tracks: BTreeMap<String, Track> = BTreeMap::new();
    let mut content_hash = None;
    for line in session::parse(text.as_bytes()).sound(path)? {
        let entry = F::entry(&line.entry).map_err(|error| refuse(error.to_string()))?;
        let Some(entry) = entry else { continue };
        if let Entry::Opened(opened) = &entry {
            content_hash = Some(F::content_hash(&opened.opening).to_owned());
        }
        let hash = content_hash.clone();
        let hash = hash.ok_or_else(|| refuse("it does not begin with an opening".to_owned()))?;
        let track = tracks.entry(hash).or_default();
        match entry {
            Entry::Answered { seat: who, text, tokens, .. } if who == *seat => {
                track.push_back(Ok(Answered { text, tokens, delivery: None }));
            }
            Entry::Faulted { seat: who, reason, tokens, .. } if who == *seat => {
                track.push_back(Err(Fault::Passing { reason, wait: None, tokens }));
            }
            Entry::Lost { seat: who, reason, tokens, .. } if who == *seat => {
                track.push_back(Err(Fault::Lasting { reason, tokens }));
            }
            Entry::Opened(_)
            | Entry::Asked { .. }
            | Entry::Answered { .. }
            | Entry::Faulted { .. }
            | Entry::Lost { .. }
            | Entry::Ticked { .. }
            | Entry::OutOfBudget { .. }
            | Entry::Cancelled { .. }
            | Entry::Resumed { .. } => {}
        }
    }
    if tracks.is_empty() {
        return Err(refuse("it has no session".to_owned()));
    }
    Ok(Cassette { path: path.to_owned(), tracks: Mutex::new(tracks) })
}

impl Cassette {
    fn next(&self, content_hash: &str) -> Result<Answered, Fault> {
        let lasting = |reason: String| Fault::Lasting { reason, tokens: 0 };
        let mut tracks = self.tracks.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(track) = tracks.get_mut(content_hash) else {
            return Err(lasting(format!("`{}` was recorded on another packet", self.path)));
        };
        let next = track.pop_front();
        next.unwrap_or_else(|| Err(lasting(format!("`{}` has no more answers", self.path))))
    }
}

impl<F: Fillable> Reviewer<F> for Cassette {
    fn name(&self) -> String {
        format!("cassette:{}", self.path)
    }

    fn bound(&self, call: &Call<F>) -> u64 {
        let tracks = self.tracks.lock().unwrap_or_else(PoisonError::into_inner);
        let track = tracks.get(F::content_hash(&call.opening));
        let next = track.and_then(|track| track.iter().find_map(|result| result.as_ref().ok()));
        next.map_or(0, |answered| answered.tokens)
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move { self.next(F::content_hash(&call.opening)) })
    }
}
