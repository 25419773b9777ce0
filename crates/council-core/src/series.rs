//! The reviews of one project in order.

use std::{fmt, num::NonZeroU32};

use serde::{Deserialize, Serialize};

use crate::{
    diagnostic::Parsed,
    handoff::{GateDecision, Handoff, HandoffStatus, SeatReview},
};

/// Which review of a series: 1, 2, 3 …
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReviewNumber(NonZeroU32);

impl ReviewNumber {
    /// The first review.
    pub const FIRST: ReviewNumber = ReviewNumber(NonZeroU32::MIN);

    /// Takes a number from 1.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Returns the number.
    pub fn value(self) -> u32 {
        self.0.get()
    }

    /// Returns the number of the review after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for ReviewNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

/// One review of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesReview {
    /// Its file.
    pub path: String,
    /// Its number by the name of its file.
    pub number: ReviewNumber,
    /// Its text.
    pub text: String,
    /// What the text says.
    pub handoff: Parsed<Handoff>,
}

impl SeriesReview {
    /// Returns whether a human has acted on it, as far as the file says.
    pub fn status(&self) -> Option<HandoffStatus> {
        self.handoff.value.front.as_ref()?.status
    }

    /// Returns the decision of the re-review gate.
    pub fn decision(&self) -> Option<GateDecision> {
        self.handoff.value.rereview.as_ref()?.decision
    }

    /// Returns the number the file states.
    pub fn stated(&self) -> Option<ReviewNumber> {
        self.handoff.value.front.as_ref()?.number
    }

    /// Tells whether the review waits for a human. A status that cannot be read is not waiting: it is looked at.
    pub fn is_pending(&self) -> bool {
        self.status() == Some(HandoffStatus::Pending)
    }

    /// Tells whether the review has been opened and nobody has spoken: there is nothing in it yet to remark on.
    pub fn is_shell(&self) -> bool {
        self.is_pending() && self.handoff.value.reviews.iter().all(SeatReview::is_empty)
    }
}

/// The reviews of one project, by number, and what is wrong with their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    reviews: Vec<SeriesReview>,
    faults: Vec<SeriesFault>,
}

/// What is wrong with the order of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeriesFault {
    /// Two files claim one number and differ.
    Twins {
        /// The number.
        number: ReviewNumber,
        /// The file that is read.
        path: String,
        /// The file that is not.
        other: String,
    },
    /// A review is missing between two others.
    Gap {
        /// The number that is missing.
        missing: ReviewNumber,
    },
    /// A file states another number than its name.
    Misnumbered {
        /// The file.
        path: String,
        /// The number by its name.
        named: ReviewNumber,
        /// The number it states.
        stated: ReviewNumber,
    },
    /// The panel was to meet again, and there is no file of that review.
    NotReconvened {
        /// The file that says so.
        path: String,
        /// The number that is missing.
        missing: ReviewNumber,
    },
}

impl Series {
    /// Puts reviews in order and notes what is wrong with it.
    pub fn new(mut all: Vec<SeriesReview>) -> Self {
        all.sort_by(|one, other| (one.number, &one.path).cmp(&(other.number, &other.path)));
        let mut faults = Vec::new();
        let mut reviews: Vec<SeriesReview> = Vec::new();
        for review in all {
            match reviews.last() {
                Some(kept) if kept.number == review.number => {
                    if kept.text != review.text {
                        faults.push(twins(kept, &review));
                    }
                }
                Some(_) | None => reviews.push(review),
            }
        }
        faults.extend(gaps(&reviews));
        faults.extend(reviews.iter().filter_map(misnumbered));
        faults.extend(not_reconvened(&reviews));
        Self { reviews, faults }
    }

    /// Returns the reviews, first to last.
    pub fn reviews(&self) -> &[SeriesReview] {
        &self.reviews
    }

    /// Returns what is wrong with the order.
    pub fn faults(&self) -> &[SeriesFault] {
        &self.faults
    }

    /// Returns the review with the highest number, whether anyone has acted on it or not.
    pub fn current(&self) -> Option<&SeriesReview> {
        self.reviews.last()
    }

    /// Returns the review with the highest number that someone has acted on.
    pub fn latest(&self) -> Option<&SeriesReview> {
        self.reviews.iter().rev().find(|review| !review.is_pending())
    }
}

fn twins(kept: &SeriesReview, other: &SeriesReview) -> SeriesFault {
    SeriesFault::Twins { number: kept.number, path: kept.path.clone(), other: other.path.clone() }
}

/// Names the first missing number of every gap: naming each of them would let one file name cost millions of signals.
fn gaps(reviews: &[SeriesReview]) -> Vec<SeriesFault> {
    let mut faults = Vec::new();
    let mut expected = ReviewNumber::FIRST;
    for review in reviews {
        if review.number > expected {
            faults.push(SeriesFault::Gap { missing: expected });
        }
        expected = review.number.next();
    }
    faults
}

fn misnumbered(review: &SeriesReview) -> Option<SeriesFault> {
    let stated = review.stated()?;
    (stated != review.number).then(|| SeriesFault::Misnumbered {
        path: review.path.clone(),
        named: review.number,
        stated,
    })
}

fn not_reconvened(reviews: &[SeriesReview]) -> Vec<SeriesFault> {
    let is_there = |number| reviews.iter().any(|review| review.number == number);
    let asks = |review: &&SeriesReview| review.decision() == Some(GateDecision::Reconvene);
    let fault = |review: &SeriesReview| SeriesFault::NotReconvened {
        path: review.path.clone(),
        missing: review.number.next(),
    };
    reviews.iter().filter(asks).filter(|one| !is_there(one.number.next())).map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handoff::{Front, ReReview};

    fn review(
        number: u32,
        status: Option<HandoffStatus>,
        decision: Option<GateDecision>,
    ) -> SeriesReview {
        let number = ReviewNumber::new(number).unwrap();
        let front = Front { number: Some(number), status, ..Front::new() };
        let rereview = ReReview { decision, ..ReReview::default() };
        let handoff =
            Handoff { front: Some(front), rereview: Some(rereview), ..Handoff::default() };
        SeriesReview {
            path: format!("{number}.md"),
            number,
            text: number.to_string(),
            handoff: Parsed::clean(handoff),
        }
    }

    const DONE: Option<HandoffStatus> = Some(HandoffStatus::Accepted);
    const OPEN: Option<HandoffStatus> = Some(HandoffStatus::Pending);
    const AGAIN: Option<GateDecision> = Some(GateDecision::Reconvene);

    fn latest(reviews: Vec<SeriesReview>) -> Option<u32> {
        Series::new(reviews).latest().map(|review| review.number.value())
    }

    #[test]
    fn the_latest_is_the_highest_that_someone_acted_on() {
        assert_eq!(latest(vec![review(2, DONE, None), review(10, DONE, None)]), Some(10));
        assert_eq!(latest(vec![review(1, DONE, AGAIN), review(2, OPEN, None)]), Some(1));
        assert_eq!(latest(vec![review(1, OPEN, None)]), None);
    }

    #[test]
    fn a_status_nobody_can_read_is_not_skipped() {
        assert_eq!(latest(vec![review(1, DONE, None), review(2, None, None)]), Some(2));
    }

    #[test]
    fn every_gap_is_named_once_however_wide() {
        let series = Series::new(vec![review(2, DONE, None), review(4_000_000_000, DONE, None)]);
        let missing = |number| SeriesFault::Gap { missing: ReviewNumber::new(number).unwrap() };
        assert_eq!(series.faults(), [missing(1), missing(3)]);
    }

    #[test]
    fn a_file_that_states_another_number_is_a_fault() {
        let mut odd = review(1, DONE, None);
        odd.handoff.value.front.as_mut().unwrap().number = ReviewNumber::new(3);
        assert!(matches!(Series::new(vec![odd]).faults(), [SeriesFault::Misnumbered { .. }]));
    }

    #[test]
    fn reconvening_needs_the_next_file() {
        let alone = Series::new(vec![review(1, DONE, AGAIN)]);
        assert!(matches!(alone.faults(), [SeriesFault::NotReconvened { .. }]));
        let followed = Series::new(vec![review(1, DONE, AGAIN), review(2, OPEN, None)]);
        assert_eq!(followed.faults(), []);
    }

    #[test]
    fn two_first_reviews_may_only_be_copies() {
        let one = review(1, DONE, None);
        let mut copy = one.clone();
        copy.path = "r1-copy.md".to_owned();
        assert_eq!(Series::new(vec![one.clone(), copy.clone()]).faults(), []);
        copy.text = "other".to_owned();
        let series = Series::new(vec![copy, one]);
        assert!(matches!(series.faults(), [SeriesFault::Twins { .. }]));
        assert_eq!(series.reviews().len(), 1);
    }
}
