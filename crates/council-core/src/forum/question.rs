//! What a seat asks that nobody holds: it takes no position, and what it asks is for whoever decides.

use super::words::words;

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// What it is about.
    pub about: About,
    /// The question.
    pub text: String,
}

words! {
    /// What a question is about.
    pub enum About {
        /// What is proposed.
        Proposal = "proposal",
        /// What it is for.
        Purpose = "purpose",
        /// A goal or a decision that the project has written down.
        Packet = "packet",
        /// A kind of risk, with another way to go.
        Risk = "risk",
    }
}
