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
    pub kind: Kind,
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
pub enum Kind {
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

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 24] = [
        Kind::Unreachable,
        Kind::Untrusted,
        Kind::NotInstalled,
        Kind::CutOff,
        Kind::RateLimited,
        Kind::ServerError,
        Kind::Unauthorised,
        Kind::Unpaid,
        Kind::Forbidden,
        Kind::NoSuchModel,
        Kind::BadRequest,
        Kind::Redirected,
        Kind::NotAnAnswer,
        Kind::TooLarge,
        Kind::Garbled,
        Kind::Mixed,
        Kind::Truncated,
        Kind::Refused,
        Kind::Filtered,
        Kind::ToolUse,
        Kind::UnknownStop,
        Kind::Empty,
        Kind::SchemaEchoed,
        Kind::KeyEchoed,
    ];

    /// Returns the name that records and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unreachable => "UNREACHABLE",
            Kind::Untrusted => "UNTRUSTED",
            Kind::NotInstalled => "NOT_INSTALLED",
            Kind::CutOff => "CUT_OFF",
            Kind::RateLimited => "RATE_LIMITED",
            Kind::ServerError => "SERVER_ERROR",
            Kind::Unauthorised => "UNAUTHORISED",
            Kind::Unpaid => "UNPAID",
            Kind::Forbidden => "FORBIDDEN",
            Kind::NoSuchModel => "NO_SUCH_MODEL",
            Kind::BadRequest => "BAD_REQUEST",
            Kind::Redirected => "REDIRECTED",
            Kind::NotAnAnswer => "NOT_AN_ANSWER",
            Kind::TooLarge => "TOO_LARGE",
            Kind::Garbled => "GARBLED",
            Kind::Mixed => "MIXED",
            Kind::Truncated => "TRUNCATED",
            Kind::Refused => "REFUSED",
            Kind::Filtered => "FILTERED",
            Kind::ToolUse => "TOOL_USE",
            Kind::UnknownStop => "UNKNOWN_STOP",
            Kind::Empty => "EMPTY",
            Kind::SchemaEchoed => "SCHEMA_ECHOED",
            Kind::KeyEchoed => "KEY_ECHOED",
        }
    }

    /// Tells whether the same question may be answered when it is asked again.
    pub fn is_passing(self) -> bool {
        match self {
            Kind::Unreachable
            | Kind::CutOff
            | Kind::RateLimited
            | Kind::ServerError
            | Kind::NotAnAnswer
            | Kind::Garbled
            | Kind::Mixed
            | Kind::Empty
            | Kind::SchemaEchoed
            | Kind::KeyEchoed => true,
            Kind::NotInstalled
            | Kind::Untrusted
            | Kind::Unauthorised
            | Kind::Unpaid
            | Kind::Forbidden
            | Kind::NoSuchModel
            | Kind::BadRequest
            | Kind::Redirected
            | Kind::TooLarge
            | Kind::Truncated
            | Kind::Refused
            | Kind::Filtered
            | Kind::ToolUse
            | Kind::UnknownStop => false,
        }
    }

    /// Tells whether a model may have worked for it, so that it may be paid for.
    fn may_be_billed(self) -> bool {
        match self {
            Kind::CutOff
            | Kind::ServerError
            | Kind::NotAnAnswer
            | Kind::TooLarge
            | Kind::Garbled
            | Kind::Mixed
            | Kind::Truncated
            | Kind::Refused
            | Kind::Filtered
            | Kind::ToolUse
            | Kind::UnknownStop
            | Kind::Empty
            | Kind::SchemaEchoed
            | Kind::KeyEchoed => true,
            Kind::Unreachable
            | Kind::Untrusted
            | Kind::NotInstalled
            | Kind::RateLimited
            | Kind::Unauthorised
            | Kind::Unpaid
            | Kind::Forbidden
            | Kind::NoSuchModel
            | Kind::BadRequest
            | Kind::Redirected => false,
        }
    }

    /// Returns what somebody can do about it.
    pub fn remedy(self) -> &'static str {
        match self {
            Kind::Unreachable => "see whether the server runs and `base_url` is right",
            Kind::Untrusted => {
                "see who answers at this address; where its certificate is your own, have this system trust it"
            }
            Kind::NotInstalled => {
                "see whether the program is installed and in a folder of `PATH`, or fill the seat with a model"
            }
            Kind::CutOff | Kind::ServerError | Kind::Garbled | Kind::Mixed | Kind::NotAnAnswer => {
                "try again later, or fill the seat with another model"
            }
            Kind::RateLimited => "try again later, or lower `concurrency` of the provider",
            Kind::Unauthorised => "see whether the key is right",
            Kind::Unpaid => "see whether the account has money",
            Kind::Forbidden => "see what the key may do",
            Kind::NoSuchModel => "see whether the model's name is right and it is still offered",
            Kind::BadRequest => {
                "another model may take the question; `schema = \"none\"` asks in words only"
            }
            Kind::Redirected => "set `base_url` to where the server really is",
            Kind::TooLarge | Kind::Truncated => "raise `most_tokens`, or review a shorter text",
            Kind::Refused | Kind::Filtered | Kind::ToolUse | Kind::UnknownStop => {
                "fill the seat with another model"
            }
            Kind::Empty | Kind::SchemaEchoed => {
                "the model may be too small; fill the seat with another"
            }
            Kind::KeyEchoed => {
                "see who runs the server: it repeats the key, which others may know now"
            }
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Kind::Unreachable => "the server cannot be reached",
            Kind::Untrusted => "the server's certificate is not trusted",
            Kind::NotInstalled => "the program cannot be started",
            Kind::CutOff => "the answer broke off",
            Kind::RateLimited => "too many calls",
            Kind::ServerError => "the server failed",
            Kind::Unauthorised => "the key is not accepted",
            Kind::Unpaid => "the account is not paid",
            Kind::Forbidden => "the key may not do this",
            Kind::NoSuchModel => "there is no such model",
            Kind::BadRequest => "the server did not take the question",
            Kind::Redirected => {
                "the server points elsewhere, and neither key nor text is sent there"
            }
            Kind::NotAnAnswer => "what came back is not a model's answer",
            Kind::TooLarge => "the answer is too large",
            Kind::Garbled => "the answer cannot be read",
            Kind::Mixed => "parts of two answers came in one",
            Kind::Truncated => "the answer reached its longest length",
            Kind::Refused => "the model refused",
            Kind::Filtered => "the provider held the answer back",
            Kind::ToolUse => "the model asked for a tool, and there is none",
            Kind::UnknownStop => "the model stopped for a reason unknown here",
            Kind::Empty => "the answer is empty",
            Kind::SchemaEchoed => "the schema came back instead of an answer",
            Kind::KeyEchoed => "the answer repeats the key, and is not kept",
        }
    }
}

impl Failure {
    /// Returns a failure with what the other side said about it.
    pub fn new(kind: Kind, said: impl AsRef<str>) -> Self {
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
        let names: BTreeSet<_> = Kind::ALL.into_iter().map(Kind::name).collect();
        assert_eq!(names.len(), Kind::ALL.len());
    }

    #[test]
    fn what_may_have_been_billed_costs_the_most_it_can_unless_the_server_says() {
        let tokens = |failure: Failure| match failure.costing_at_most(900) {
            Fault::Passing { tokens, .. } | Fault::Lasting { tokens, .. } => tokens,
        };
        assert_eq!(tokens(Failure::new(Kind::CutOff, "")), 900);
        assert_eq!(tokens(Failure::new(Kind::Refused, "").costing(70)), 70);
        assert_eq!(tokens(Failure::new(Kind::Refused, "").costing(0)), 900);
        assert_eq!(tokens(Failure::new(Kind::RateLimited, "")), 0);
        assert_eq!(tokens(Failure::new(Kind::Unreachable, "")), 0);
    }

    #[test]
    fn what_a_server_says_is_cut_short_and_cannot_drive_a_terminal() {
        let failure = Failure::new(Kind::ServerError, format!("\u{1b}[31m{}", "x".repeat(9_000)));
        assert!(failure.to_string().len() < 300);
        assert!(!failure.to_string().contains('\u{1b}'));
    }
}
