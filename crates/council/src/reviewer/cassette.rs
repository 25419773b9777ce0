//! The answers of an earlier session, played again from its journal: the same faults, the same words, the same cost.
//!
//! A folder keeps a copy of the journal of the session that was recorded into it. A journal holds the packet and every
//! answer and never a key, so the folder is all that a bug report needs.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Mutex, PoisonError},
};

use council_core::{council::CouncilSession, depth::Depth};
use council_engine::{BoxFuture, Call, Entry, Fault, Reviewer, ReviewerReply};
use council_store::{Repo, StoreError};

use super::{Fillable, ReviewerError, ReviewerSpec};

/// What one seat did, in order, for each packet that the journal has a session on.
pub(super) struct Cassette {
    place: String,
    tracks: Mutex<BTreeMap<String, Track>>,
}

type Track = VecDeque<Result<ReviewerReply, Fault>>;

/// The journal in a folder that was recorded into.
const TAPE: &str = "cassette.jsonl";

/// Returns the journal that a place holds or is, if it does.
pub(super) fn tape(repo: &Repo, place: &str) -> Option<String> {
    let within = format!("{place}/{TAPE}");
    [within, place.to_owned()].into_iter().find(|path| repo.has_file(path))
}

/// Keeps the journal of a session that has ended in the folders that it was to be recorded into.
pub(crate) fn keep<'a>(
    repo: &Repo,
    named: impl Iterator<Item = &'a String>,
    journal: &str,
) -> Result<(), StoreError> {
    let mut places = BTreeSet::new();
    for name in named {
        if let Ok(ReviewerSpec::Cassette { place, source: Some(_) }) = name.parse() {
            places.insert(place);
        }
    }
    places.iter().try_for_each(|place| repo.copy_log(journal, &format!("{place}/{TAPE}")))
}

/// Reads what a seat did from a journal.
pub(super) fn load<F: Fillable>(
    repo: &Repo,
    place: &str,
    seat: &F::Seat,
) -> Result<Cassette, ReviewerError> {
    let path = tape(repo, place).unwrap_or_else(|| place.to_owned());
    let refuse = |why: String| ReviewerError::Journal { path: path.clone(), why };
    let read = repo.read_log(&path)?.ok_or_else(|| refuse("it is not there".to_owned()))?;
    let mut tracks: BTreeMap<String, Track> = BTreeMap::new();
    let mut content_hash = None;
    for line in read.sound(&path)? {
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
                track.push_back(Ok(ReviewerReply { text, tokens, delivery: None }));
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
            | Entry::Decided { .. }
            | Entry::Resumed { .. } => {}
        }
    }
    if tracks.is_empty() {
        return Err(refuse("it has no session".to_owned()));
    }
    Ok(Cassette { place: place.to_owned(), tracks: Mutex::new(tracks) })
}

/// Returns how deep the first session of a recording went.
pub(super) fn depth(repo: &Repo, place: &str) -> Result<Depth, ReviewerError> {
    let path = tape(repo, place).unwrap_or_else(|| place.to_owned());
    let refuse = |why: &str| ReviewerError::Journal { path: path.clone(), why: why.to_owned() };
    let read = repo.read_log(&path)?.ok_or_else(|| refuse("it is not there"))?;
    for line in read.sound(&path)? {
        match CouncilSession::entry(&line.entry) {
            Ok(Some(Entry::Opened(opened))) => return Ok(opened.opening.depth),
            Ok(_) => {}
            Err(error) => return Err(refuse(&error.to_string())),
        }
    }
    Err(refuse("it has no session"))
}

impl Cassette {
    fn next(&self, content_hash: &str) -> Result<ReviewerReply, Fault> {
        let lasting = |reason: String| Fault::Lasting { reason, tokens: 0 };
        let mut tracks = self.tracks.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(track) = tracks.get_mut(content_hash) else {
            return Err(lasting(format!("`{}` was recorded on another packet", self.place)));
        };
        let next = track.pop_front();
        next.unwrap_or_else(|| Err(lasting(format!("`{}` has no more answers", self.place))))
    }
}

impl<F: Fillable> Reviewer<F> for Cassette {
    fn name(&self) -> String {
        format!("cassette:{}", self.place)
    }

    fn bound(&self, call: &Call<F>) -> u64 {
        let tracks = self.tracks.lock().unwrap_or_else(PoisonError::into_inner);
        let track = tracks.get(F::content_hash(&call.opening));
        let next = track.and_then(|track| track.iter().find_map(|result| result.as_ref().ok()));
        next.map_or(0, |answered| answered.tokens)
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move { self.next(F::content_hash(&call.opening)) })
    }
}
