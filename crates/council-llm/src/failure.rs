//! The ways in which a model does not answer. Each has a name of its own, because each asks for something else: to wait,
//! to pay, to shorten the text, to take another model.

use std::{fmt, time::Duration};

use council_engine::Fault;

/// The longest excerpt of a server's own words.
const EXCERPT: usize = 200;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong.
    pub kind: FailureKind,
    /// What the other side said about it, cut short and without control characters.
    pub said: String,
    /// How long it asks to be left alone.
    pub wait: Option<Duration>,
    /// The tokens that the call cost all the same, where the other side said so.
    pub tokens: u64,
    /// Whether the call may have been billed although the other side did not say what it cost.
    pub is_billed: bool,
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    /// The server could not be reached: no such name, refused, no handshake, no connection in time.
    Unreachable,
    /// The server shows a certificate that this system does not trust, so nothing was sent to it.
    Untrusted,
    /// The program that would answer cannot be started.
    NotInstalled,
    /// The connection broke before the answer was complete.
    CutOff,
    /// Too many calls.
    RateLimited,
    /// The server has too much to do, or a fault of its own.
    ServerError,
    /// The key is missing or wrong.
    Unauthorised,
    /// There is no money left.
    Unpaid,
    /// The key may not do this.
    Forbidden,
    /// There is no such model, or no longer.
    NoSuchModel,
    /// The server did not like the question.
    BadRequest,
    /// The server sends the question elsewhere, where neither key nor text follows.
    Redirected,
    /// The answer is not what a model sends: a page, another type, compressed.
    NotAnAnswer,
    /// The answer has more bytes than are read.
    TooLarge,
    /// An event in the answer cannot be read.
    Garbled,
    /// Parts of two answers arrived in one.
    Mixed,
    /// The answer reached the most tokens it may have.
    Truncated,
    /// The model refused.
    Refused,
    /// A filter of the provider held the answer back.
    Filtered,
    /// The model wants to use a tool, and there are none.
    ToolUse,
    /// The model stopped for a reason that is not known here.
    UnknownStop,
    /// The answer is empty.
    Empty,
    /// The schema came back instead of something that follows it.
    SchemaEchoed,
    /// The answer repeats the key.
    KeyEchoed,
}

impl FailureKind {
    /// Every kind.
    pub const ALL: [FailureKind; 24] = [
        FailureKind::Unreachable,
        FailureKind::Untrusted,
        FailureKind::NotInstalled,
        FailureKind::CutOff,
        FailureKind::RateLimited,
        FailureKind::ServerError,
        FailureKind::Unauthorised,
        FailureKind::Unpaid,
        FailureKind::Forbidden,
        FailureKind::NoSuchModel,
        FailureKind::BadRequest,
        FailureKind::Redirected,
        FailureKind::NotAnAnswer,
        FailureKind::TooLarge,
        FailureKind::Garbled,
        FailureKind::Mixed,
        FailureKind::Truncated,
        FailureKind::Refused,
        FailureKind::Filtered,
        FailureKind::ToolUse,
        FailureKind::UnknownStop,
        FailureKind::Empty,
        FailureKind::SchemaEchoed,
        FailureKind::KeyEchoed,
    ];

    /// Returns the name that records and reports use.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Unreachable => "UNREACHABLE",
            FailureKind::Untrusted => "UNTRUSTED",
            FailureKind::NotInstalled => "NOT_INSTALLED",
            FailureKind::CutOff => "CUT_OFF",
            FailureKind::RateLimited => "RATE_LIMITED",
            FailureKind::ServerError => "SERVER_ERROR",
            FailureKind::Unauthorised => "UNAUTHORISED",
            FailureKind::Unpaid => "UNPAID",
            FailureKind::Forbidden => "FORBIDDEN",
            FailureKind::NoSuchModel => "NO_SUCH_MODEL",
            FailureKind::BadRequest => "BAD_REQUEST",
            FailureKind::Redirected => "REDIRECTED",
            FailureKind::NotAnAnswer => "NOT_AN_ANSWER",
            FailureKind::TooLarge => "TOO_LARGE",
            FailureKind::Garbled => "GARBLED",
            FailureKind::Mixed => "MIXED",
            FailureKind::Truncated => "TRUNCATED",
            FailureKind::Refused => "REFUSED",
            FailureKind::Filtered => "FILTERED",
            FailureKind::ToolUse => "TOOL_USE",
            FailureKind::UnknownStop => "UNKNOWN_STOP",
            FailureKind::Empty => "EMPTY",
            FailureKind::SchemaEchoed => "SCHEMA_ECHOED",
            FailureKind::KeyEchoed => "KEY_ECHOED",
        }
    }

    /// Tells whether the same question may be answered when it is asked again.
    pub fn is_passing(self) -> bool {
        match self {
            FailureKind::Unreachable
            | FailureKind::CutOff
            | FailureKind::RateLimited
            | FailureKind::ServerError
            | FailureKind::NotAnAnswer
            | FailureKind::Garbled
            | FailureKind::Mixed
            | FailureKind::Empty
            | FailureKind::SchemaEchoed
            | FailureKind::KeyEchoed => true,
            FailureKind::NotInstalled
            | FailureKind::Untrusted
            | FailureKind::Unauthorised
            | FailureKind::Unpaid
            | FailureKind::Forbidden
            | FailureKind::NoSuchModel
            | FailureKind::BadRequest
            | FailureKind::Redirected
            | FailureKind::TooLarge
            | FailureKind::Truncated
            | FailureKind::Refused
            | FailureKind::Filtered
            | FailureKind::ToolUse
            | FailureKind::UnknownStop => false,
        }
    }

    /// Tells whether a model may have worked for it, so that it may be paid for.
    fn may_be_billed(self) -> bool {
        match self {
            FailureKind::CutOff
            | FailureKind::ServerError
            | FailureKind::NotAnAnswer
            | FailureKind::TooLarge
            | FailureKind::Garbled
            | FailureKind::Mixed
            | FailureKind::Truncated
            | FailureKind::Refused
            | FailureKind::Filtered
            | FailureKind::ToolUse
            | FailureKind::UnknownStop
            | FailureKind::Empty
            | FailureKind::SchemaEchoed
            | FailureKind::KeyEchoed => true,
            FailureKind::Unreachable
            | FailureKind::Untrusted
            | FailureKind::NotInstalled
            | FailureKind::RateLimited
            | FailureKind::Unauthorised
            | FailureKind::Unpaid
            | FailureKind::Forbidden
            | FailureKind::NoSuchModel
            | FailureKind::BadRequest
            | FailureKind::Redirected => false,
        }
    }

    /// Returns what somebody can do about it.
    pub fn remedy(self) -> &'static str {
        match self {
            FailureKind::Unreachable => "see whether the server runs and `base_url` is right",
            FailureKind::Untrusted => {
                "see who answers at this address; where its certificate is your own, have this system trust it"
            }
            FailureKind::NotInstalled => {
                "see whether the program is installed and in a folder of `PATH`, or fill the seat with a model"
            }
            FailureKind::CutOff
            | FailureKind::ServerError
            | FailureKind::Garbled
            | FailureKind::Mixed
            | FailureKind::NotAnAnswer => "try again later, or fill the seat with another model",
            FailureKind::RateLimited => "try again later, or lower `concurrency` of the provider",
            FailureKind::Unauthorised => "see whether the key is right",
            FailureKind::Unpaid => "see whether the account has money",
            FailureKind::Forbidden => "see what the key may do",
            FailureKind::NoSuchModel => {
                "see whether the model's name is right and it is still offered"
            }
            FailureKind::BadRequest => {
                "another model may take the question; `schema = \"none\"` asks in words only"
            }
            FailureKind::Redirected => "set `base_url` to where the server really is",
            FailureKind::TooLarge | FailureKind::Truncated => {
                "raise `most_tokens`, or review a shorter text"
            }
            FailureKind::Refused
            | FailureKind::Filtered
            | FailureKind::ToolUse
            | FailureKind::UnknownStop => "fill the seat with another model",
            FailureKind::Empty | FailureKind::SchemaEchoed => {
                "the model may be too small; fill the seat with another"
            }
            FailureKind::KeyEchoed => {
                "see who runs the server: it repeats the key, which others may know now"
            }
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            FailureKind::Unreachable => "the server cannot be reached",
            FailureKind::Untrusted => "the server's certificate is not trusted",
            FailureKind::NotInstalled => "the program cannot be started",
            FailureKind::CutOff => "the answer broke off",
            FailureKind::RateLimited => "too many calls",
            FailureKind::ServerError => "the server failed",
            FailureKind::Unauthorised => "the key is not accepted",
            FailureKind::Unpaid => "the account is not paid",
            FailureKind::Forbidden => "the key may not do this",
            FailureKind::NoSuchModel => "there is no such model",
            FailureKind::BadRequest => "the server did not take the question",
            FailureKind::Redirected => {
                "the server points elsewhere, and neither key nor text is sent there"
            }
            FailureKind::NotAnAnswer => "what came back is not a model's answer",
            FailureKind::TooLarge => "the answer is too large",
            FailureKind::Garbled => "the answer cannot be read",
            FailureKind::Mixed => "parts of two answers came in one",
            FailureKind::Truncated => "the answer reached its longest length",
            FailureKind::Refused => "the model refused",
            FailureKind::Filtered => "the provider held the answer back",
            FailureKind::ToolUse => "the model asked for a tool, and there is none",
            FailureKind::UnknownStop => "the model stopped for a reason unknown here",
            FailureKind::Empty => "the answer is empty",
            FailureKind::SchemaEchoed => "the schema came back instead of an answer",
            FailureKind::KeyEchoed => "the answer repeats the key, and is not kept",
        }
    }
}

impl Failure {
    /// Returns a failure with what the other side said about it.
    pub fn new(kind: FailureKind, said: impl AsRef<str>) -> Self {
        let printable = said.as_ref().chars().map(|c| if c.is_control() { ' ' } else { c });
        let said: String = printable.take(EXCERPT).collect();
        let is_billed = kind.may_be_billed();
        Self { kind, said: said.trim().to_owned(), wait: None, tokens: 0, is_billed }
    }

    /// Adds how long the other side asks to be left alone.
    #[must_use]
    pub fn after(self, wait: Option<Duration>) -> Self {
        Self { wait, ..self }
    }

    /// Adds what the call cost all the same, where that is known.
    #[must_use]
    pub fn costing(self, tokens: u64) -> Self {
        Self { tokens, is_billed: self.is_billed && tokens == 0, ..self }
    }

    /// Returns the fault, which costs the most it can have cost where the other side may have billed it and did not say.
    pub fn costing_at_most(self, most: u64) -> Fault {
        let tokens = if self.is_billed { most } else { self.tokens };
        Self { tokens, ..self }.into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.kind.sentence())?;
        if self.said.is_empty() { Ok(()) } else { write!(f, " ({})", self.said) }
    }
}

impl std::error::Error for Failure {}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        let reason = failure.to_string();
        let Failure { kind, wait, tokens, .. } = failure;
        if kind.is_passing() {
            Fault::Passing { reason, wait, tokens }
        } else {
            Fault::Lasting { reason, tokens }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_failure_has_a_name_of_its_own() {
        let names: BTreeSet<_> = FailureKind::ALL.into_iter().map(FailureKind::name).collect();
        assert_eq!(names.len(), FailureKind::ALL.len());
    }

    #[test]
    fn what_may_have_been_billed_costs_the_most_it_can_unless_the_server_says() {
        let tokens = |failure: Failure| match failure.costing_at_most(900) {
            Fault::Passing { tokens, .. } | Fault::Lasting { tokens, .. } => tokens,
        };
        assert_eq!(tokens(Failure::new(FailureKind::CutOff, "")), 900);
        assert_eq!(tokens(Failure::new(FailureKind::Refused, "").costing(70)), 70);
        assert_eq!(tokens(Failure::new(FailureKind::Refused, "").costing(0)), 900);
        assert_eq!(tokens(Failure::new(FailureKind::RateLimited, "")), 0);
        assert_eq!(tokens(Failure::new(FailureKind::Unreachable, "")), 0);
    }

    #[test]
    fn what_a_server_says_is_cut_short_and_cannot_drive_a_terminal() {
        let failure =
            Failure::new(FailureKind::ServerError, format!("\u{1b}[31m{}", "x".repeat(9_000)));
        assert!(failure.to_string().len() < 300);
        assert!(!failure.to_string().contains('\u{1b}'));
    }
}
