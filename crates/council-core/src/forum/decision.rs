//! What the human decides. Only this makes a decision: no words in a message or an answer can.

use jiff::Timestamp;
use thiserror::Error;

use super::{digest::Digest, line::TrimmedLine, status::Blocker, summary::RoundSummary};
use crate::ident::ProjectName;

/// What a person does about a round they were shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundAct {
    /// The round.
    pub round: u32,
    /// The hash of the summary they were shown.
    pub hash: Digest,
    /// Who.
    pub by: TrimmedLine,
    /// When.
    pub at: Timestamp,
    /// What.
    pub choice: RoundChoice,
}

/// What can be decided about a round. The next message goes on with the discussion, with or without a decision to keep it
/// open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundChoice {
    /// The majority position is approved.
    Approve,
    /// The proposal is changed; the words are what the next round is about.
    Redirect(String),
    /// The human decides alone, whatever the forum came to; the words are the decision.
    Unilateral(String),
    /// The human has seen it and keeps the discussion open; the next message goes on with it.
    Open,
}

impl RoundChoice {
    /// Returns the word for it.
    pub fn word(&self) -> &'static str {
        match self {
            RoundChoice::Approve => "approve",
            RoundChoice::Redirect(_) => "redirect",
            RoundChoice::Unilateral(_) => "unilateral",
            RoundChoice::Open => "open",
        }
    }

    /// Returns the human's words, where the choice has any.
    pub fn words(&self) -> Option<&str> {
        match self {
            RoundChoice::Approve | RoundChoice::Open => None,
            RoundChoice::Redirect(words) | RoundChoice::Unilateral(words) => Some(words),
        }
    }

    /// Tells whether it ends the discussion and lets intent be handed off.
    pub fn closes(&self) -> bool {
        match self {
            RoundChoice::Approve | RoundChoice::Unilateral(_) => true,
            RoundChoice::Redirect(_) | RoundChoice::Open => false,
        }
    }
}

/// An act that was accepted: it names the latest round and the summary that was shown. It cannot be made otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundDecision(RoundAct);

impl RoundDecision {
    /// Returns what was done.
    pub fn act(&self) -> &RoundAct {
        &self.0
    }

    /// Accepts an act on the latest summary, or says why not.
    pub(crate) fn on(latest: &RoundSummary, act: RoundAct) -> Result<Self, DiscussionRefusal> {
        if act.round != latest.number() {
            return Err(DiscussionRefusal::NotLatest { round: act.round, latest: latest.number() });
        }
        if act.hash != *latest.digest() {
            return Err(DiscussionRefusal::Stale {
                given: act.hash,
                shown: latest.digest().clone(),
            });
        }
        if act.choice.words().is_some_and(|words| words.trim().is_empty()) {
            return Err(DiscussionRefusal::NoWords { choice: act.choice.word() });
        }
        // An open round may be approved as far as there is something to approve; what was open is recorded with it.
        if act.choice == RoundChoice::Approve && !latest.has_position() {
            return Err(DiscussionRefusal::NoPosition { blockers: latest.blockers() });
        }
        Ok(Self(act))
    }
}

/// Why something was not taken into a discussion.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DiscussionRefusal {
    /// There is no round to decide about.
    #[error("nothing was discussed yet, expected a round before a decision")]
    NothingShown,
    /// A newer round exists, or none with this number.
    #[error("round {round} is not the latest, expected round {latest}")]
    NotLatest {
        /// The round named.
        round: u32,
        /// The latest round.
        latest: u32,
    },
    /// The hash is not that of the latest summary.
    #[error("hash `{given}` is stale, expected that of the latest summary, `{shown}`")]
    Stale {
        /// The hash named.
        given: Digest,
        /// The hash of the latest summary.
        shown: Digest,
    },
    /// An approval where no majority holds anything.
    #[error("there is no position that could be approved: {}", told(blockers))]
    NoPosition {
        /// What is in the way.
        blockers: Vec<Blocker>,
    },
    /// A redirection or a decision that says nothing.
    #[error("a `{choice}` decision without words, expected what is decided")]
    NoWords {
        /// Which.
        choice: &'static str,
    },
    /// The round has its decision.
    #[error("round {round} is decided, expected a new round before another decision")]
    Decided {
        /// The round.
        round: u32,
    },
    /// The forum is another project's.
    #[error("the forum of `{found}` cannot go on with the discussion of `{expected}`")]
    OtherProject {
        /// The project of the discussion.
        expected: ProjectName,
        /// The project given.
        found: ProjectName,
    },
    /// A summary that does not follow the latest round.
    #[error("round {round} does not follow the latest round of the discussion")]
    OutOfOrder {
        /// The round.
        round: u32,
    },
}

/// Says what is in the way, what is of one sort at once.
fn told(blockers: &[Blocker]) -> String {
    let (mut points, mut seats, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for blocker in blockers {
        match blocker {
            Blocker::NoMajorityOn(point) => points.push(point.to_string()),
            Blocker::Unheld(seat) => seats.push(seat.to_string()),
            Blocker::NoMajority
            | Blocker::OpenChallenge(_)
            | Blocker::InvalidChallenge(_)
            | Blocker::Violation(_)
            | Blocker::Lost(_) => rest.push(blocker.to_string()),
        }
    }
    let listed = |what: &str, all: Vec<String>| {
        (!all.is_empty()).then(|| format!("{what} {}", all.join(", ")))
    };
    let points = listed("the project owners have no majority on", points);
    let seats = listed("nobody holds", seats);
    points.into_iter().chain(seats).chain(rest).collect::<Vec<_>>().join("; ")
}
