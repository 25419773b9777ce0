//! What a seat says, after its reply was read. Nothing here is trusted: an empty field is an empty answer, and the
//! round decides what that means.

use super::{ask::Step, challenge::ChallengeId, seat::SeatId, words::words};

/// One thing that happened to a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// The seat that was asked has answered.
    Answered {
        /// Who.
        seat: SeatId,
        /// What.
        answer: Answer,
    },
    /// The seat that was asked has answered, and nobody can read it.
    Unreadable {
        /// Who.
        seat: SeatId,
        /// Why not.
        reason: String,
    },
    /// The seat that was asked will not answer in this round.
    Lost {
        /// Who.
        seat: SeatId,
        /// Why.
        reason: Loss,
    },
}

impl Input {
    /// Returns whose input it is.
    pub fn seat(&self) -> SeatId {
        match self {
            Input::Answered { seat, .. }
            | Input::Unreadable { seat, .. }
            | Input::Lost { seat, .. } => *seat,
        }
    }
}

words! {
    /// Why a seat was lost.
    pub enum Loss {
        /// It did not answer in time.
        Timeout = "timeout",
        /// The call failed.
        Failure = "failure",
        /// It refused to answer.
        Refusal = "refusal",
        /// What it said could not be read, also when it was asked again.
        Unreadable = "unreadable",
    }
}

/// What a seat said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// An owner's position before it has heard anybody.
    Draft(Position),
    /// An owner's position on the message.
    Position(Position),
    /// An advocate's challenge.
    Challenge(Objection),
    /// An advocate's statement that no risk is left uncovered.
    NoUncoveredRisk {
        /// What was examined.
        examined: Vec<String>,
    },
    /// The alternative that an advocate's challenge lacked.
    Alternative(String),
    /// An owner's replies to the open challenges.
    Replies(Vec<Reply>),
    /// An advocate's judgement of the replies to its challenges.
    Evaluations(Vec<Evaluation>),
}

impl Answer {
    /// Returns the step it answers.
    pub fn step(&self) -> Step {
        match self {
            Answer::Draft(_) => Step::Draft,
            Answer::Position(_) => Step::Position,
            Answer::Challenge(_) | Answer::NoUncoveredRisk { .. } => Step::Challenge,
            Answer::Alternative(_) => Step::Alternative,
            Answer::Replies(_) => Step::Reply,
            Answer::Evaluations(_) => Step::Evaluation,
        }
    }
}

/// Where an owner stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// What the owner recommends.
    pub position: String,
    /// Why.
    pub reason: String,
    /// What that means for the proposal on the table.
    pub stance: Option<Stance>,
    /// How the owner takes up the owners before.
    pub engages: Vec<Engagement>,
}

impl Position {
    /// Returns the stance of an answer that takes a position; words without a stance and a stance without words take
    /// none.
    pub fn taken(&self) -> Option<Stance> {
        if self.position.trim().is_empty() { None } else { self.stance }
    }
}

words! {
    /// What an owner thinks of the proposal on the table.
    pub enum Stance {
        /// Do it.
        Support = "support",
        /// Do not.
        Oppose = "oppose",
        /// No stake in it.
        Abstain = "abstain",
    }
}

/// How one owner takes up another's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engagement {
    /// Whose position.
    pub with: SeatId,
    /// How.
    pub manner: Manner,
}

words! {
    /// The ways of taking up a position.
    pub enum Manner {
        /// The same.
        Agrees = "agrees",
        /// The same, but better.
        Refines = "refines",
        /// Something else.
        Diverges = "diverges",
    }
}

/// A challenge as an advocate words it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Objection {
    /// What fails if the direction is taken.
    pub risk: String,
    /// What to do instead; blank if the advocate gave none.
    pub alternative: String,
    /// What must be answered before the risk counts as mitigated; blank if there is no question.
    pub question: String,
}

/// How an owner answers a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The challenge.
    pub challenge: ChallengeId,
    /// The answer.
    pub stand: Stand,
    /// The reason; a rejection without one is a dismissal.
    pub rationale: String,
}

words! {
    /// The ways of answering a challenge.
    pub enum Stand {
        /// The risk is real and the direction changes.
        Accepted = "accepted",
        /// The risk is real and covered.
        Mitigated = "mitigated",
        /// The risk does not stand.
        Rejected = "rejected",
    }
}

/// What an advocate makes of the replies to its challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The challenge.
    pub challenge: ChallengeId,
    /// The judgement.
    pub judgement: Judgement,
    /// The reason.
    pub note: String,
}

words! {
    /// The judgements an advocate can come to.
    pub enum Judgement {
        /// The challenge is answered.
        Conceded = "conceded",
        /// It is not, and stays open.
        Insufficient = "insufficient",
        /// The group cannot settle it; the human must.
        Escalated = "escalated",
    }
}
