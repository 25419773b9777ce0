//! What a round wants: the next seat asked, or a human's decision.

use super::{
    answer::{ForumAnswer, OwnerPosition},
    challenge::Challenge,
    digest::Digest,
    point::Point,
    seat::ForumSeat,
    summary::RoundSummary,
    words::words,
};

/// One thing the driver must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForumEffect {
    /// Ask a seat and bring back its answer.
    Ask(Box<ForumQuestion>),
    /// Nobody is left to ask: show this, and wait for the human.
    AwaitDecision(Box<RoundSummary>),
}

/// A question to one seat, with everything the seat may see and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForumQuestion {
    /// In which round.
    pub round: u32,
    /// For what.
    pub step: RoundStep,
    /// Whom: role, name and lens.
    pub seat: ForumSeat,
    /// The role definition that goes with it, by its hash.
    pub definition: Digest,
    /// The human's message, verbatim.
    pub message: String,
    /// The points that it is read as; none before it is, and none where it is taken whole.
    pub points: Vec<Point>,
    /// What was said before in this round, in order.
    pub prior: Vec<EarlierAnswer>,
    /// The challenges this ask is about; none before there are any.
    pub challenges: Vec<Challenge>,
    /// The challenges that the rounds before left behind, so that nobody raises again what a human already has.
    pub standing: Vec<Challenge>,
    /// What the seat itself drafted before it heard anybody.
    pub drafted: Option<OwnerPosition>,
    /// What was wrong with the seat's first answer, where it is asked to mend it.
    pub repair: Option<String>,
}

/// What a seat said, as the seats after it hear it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierAnswer {
    /// Who said it.
    pub seat: ForumSeat,
    /// What was said.
    pub answer: ForumAnswer,
}

impl RoundStep {
    /// How often a seat is asked for it at most: once more where the first answer breaks the protocol.
    pub fn tries(self) -> u8 {
        match self {
            // A draft counts for nothing, and the alternative is itself what is asked for a second time.
            RoundStep::Draft | RoundStep::Alternative | RoundStep::Question => 1,
            RoundStep::Reading
            | RoundStep::Position
            | RoundStep::Challenge
            | RoundStep::Reply
            | RoundStep::Evaluation => 2,
        }
    }
}

words! {
    /// The steps of a round, in order.
    pub enum RoundStep {
        /// The message is read as points.
        Reading = "reading",
        /// A seat that nobody holds asks questions.
        Question = "question",
        /// An owner drafts its position before it hears anybody.
        Draft = "draft",
        /// An owner answers the message.
        Position = "position",
        /// An advocate challenges what the owners said.
        Challenge = "challenge",
        /// An advocate adds the alternative its challenge lacked; asked once.
        Alternative = "alternative",
        /// An owner answers the open challenges.
        Reply = "reply",
        /// An advocate judges the replies to its own challenges.
        Evaluation = "evaluation",
    }
}
