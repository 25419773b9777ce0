//! What a round wants: the next seat asked, or a human's decision.

use super::{
    answer::Answer, challenge::Challenge, digest::Digest, seat::Seat, summary::Summary,
    words::words,
};

/// One thing the driver must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Ask a seat and bring back its answer.
    Ask(Ask),
    /// Nobody is left to ask: show this, and wait for the human.
    AwaitDecision(Box<Summary>),
}

/// A question to one seat, with everything the seat may see and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// In which round.
    pub round: u32,
    /// For what.
    pub step: Step,
    /// Whom: role, name and lens.
    pub seat: Seat,
    /// The role definition that goes with it, by its hash.
    pub definition: Digest,
    /// The human's message, verbatim.
    pub message: String,
    /// What was said before in this round, in order.
    pub prior: Vec<Heard>,
    /// The challenges this ask is about; none before there are any.
    pub challenges: Vec<Challenge>,
}

/// What a seat said, as the seats after it hear it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Who said it.
    pub seat: Seat,
    /// What was said.
    pub answer: Answer,
}

words! {
    /// The steps of a round, in order.
    pub enum Step {
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
