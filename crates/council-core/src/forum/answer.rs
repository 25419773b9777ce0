//! What a seat says, after its reply was read. Nothing here is trusted: an empty field is an empty answer, and the
//! round decides what that means.

use super::{
    ask::RoundStep,
    challenge::ChallengeId,
    point::{OnPoint, PointId},
    question::OpenQuestion,
    seat::ForumSeatId,
    words::words,
};

/// One thing that happened to a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForumInput {
    /// The seat that was asked has answered.
    Answered {
        /// Who.
        seat: ForumSeatId,
        /// What.
        answer: ForumAnswer,
    },
    /// The seat that was asked has answered, and nobody can read it.
    Unreadable {
        /// Who.
        seat: ForumSeatId,
        /// Why not.
        reason: String,
    },
    /// The seat that was asked will not answer in this round.
    Lost {
        /// Who.
        seat: ForumSeatId,
        /// Why.
        reason: Loss,
    },
}

impl ForumInput {
    /// Returns whose input it is.
    pub fn seat(&self) -> ForumSeatId {
        match self {
            ForumInput::Answered { seat, .. }
            | ForumInput::Unreadable { seat, .. }
            | ForumInput::Lost { seat, .. } => *seat,
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
pub enum ForumAnswer {
    /// The points that the message makes.
    Reading(Vec<String>),
    /// What a seat asks that nobody holds.
    Questions(Vec<OpenQuestion>),
    /// An owner's position before it has heard anybody.
    Draft(OwnerPosition),
    /// An owner's position on the message.
    Position(OwnerPosition),
    /// An advocate's challenge.
    Challenge(Objection),
    /// An advocate's statement that no risk is left uncovered.
    NoUncoveredRisk {
        /// What was examined.
        examined: Vec<String>,
    },
    /// An advocate's challenges to the points, and what it examined.
    Examination(Examination),
    /// The alternative that an advocate's challenge lacked.
    Alternative(String),
    /// An owner's replies to the open challenges.
    Replies(Vec<ReplyToChallenge>),
    /// An owner's replies to the open challenges, and where it stands now.
    Restated {
        /// The replies.
        replies: Vec<ReplyToChallenge>,
        /// The points on which the owner says again where it stands.
        points: Vec<OnPoint>,
    },
    /// An advocate's judgement of the replies to its challenges.
    Evaluations(Vec<Evaluation>),
}

impl ForumAnswer {
    /// Returns the step it answers.
    pub fn step(&self) -> RoundStep {
        match self {
            ForumAnswer::Reading(_) => RoundStep::Reading,
            ForumAnswer::Questions(_) => RoundStep::Question,
            ForumAnswer::Draft(_) => RoundStep::Draft,
            ForumAnswer::Position(_) => RoundStep::Position,
            ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_) => RoundStep::Challenge,
            ForumAnswer::Alternative(_) => RoundStep::Alternative,
            ForumAnswer::Replies(_) | ForumAnswer::Restated { .. } => RoundStep::Reply,
            ForumAnswer::Evaluations(_) => RoundStep::Evaluation,
        }
    }
}

/// Where an owner stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnerPosition {
    /// What the owner recommends.
    pub position: String,
    /// Why.
    pub reason: String,
    /// What that means for the proposal on the table, where it is not read as points.
    pub stance: Option<Stance>,
    /// Where the owner stands on each point.
    pub points: Vec<OnPoint>,
    /// How the owner takes up the owners before.
    pub engages: Vec<Engagement>,
}

impl OwnerPosition {
    /// Returns the stance of an answer that takes a position; words without a stance and a stance without words take
    /// none.
    pub fn taken(&self) -> Option<Stance> {
        if self.position.trim().is_empty() { None } else { self.stance }
    }

    /// Returns what is said of a point; two statements about one point are none.
    pub fn on(&self, point: PointId) -> Option<&OnPoint> {
        only(self.points.iter().filter(|one| one.point == point))
    }
}

/// Returns the one item there is.
pub(crate) fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engagement {
    /// Whose position.
    pub with: ForumSeatId,
    /// How.
    pub manner: Manner,
    /// Why; blank where nobody asked for it.
    pub why: String,
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
    /// The point it is raised against, where the proposal is read as points.
    pub point: Option<PointId>,
}

/// What an advocate found when it looked at the points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Examination {
    /// The challenges.
    pub raised: Vec<Objection>,
    /// What was examined, also where nothing was raised.
    pub examined: Vec<ExaminedPoint>,
}

/// What an advocate examined of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExaminedPoint {
    /// Which.
    pub point: PointId,
    /// What was looked at, and what came of it.
    pub what: String,
}

/// How an owner answers a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyToChallenge {
    /// The challenge.
    pub challenge: ChallengeId,
    /// The answer.
    pub stand: ChallengeResponse,
    /// The reason; a rejection without one is a dismissal.
    pub rationale: String,
}

words! {
    /// The ways of answering a challenge.
    pub enum ChallengeResponse {
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
    /// The judgement of the challenge, against what the owners say now.
    pub judgement: AdvocateJudgement,
    /// The reason.
    pub note: String,
    /// What becomes of each owner's answer, where each is judged.
    pub answers: Vec<JudgedAnswer>,
}

/// What an advocate makes of one owner's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedAnswer {
    /// Whose answer.
    pub owner: ForumSeatId,
    /// The judgement.
    pub judgement: AdvocateJudgement,
    /// The reason.
    pub note: String,
}

words! {
    /// The judgements an advocate can come to.
    pub enum AdvocateJudgement {
        /// The challenge is answered.
        Conceded = "conceded",
        /// It is not, and stays open.
        Insufficient = "insufficient",
        /// The group cannot settle it; the human must.
        Escalated = "escalated",
    }
}
