//! Gates: total functions from what was read to an outcome.

pub mod forum;
pub mod handoff;
pub mod prd;
mod progress;
pub mod report;
pub mod rereview;
pub mod stage;

use crate::{
    diagnostic::{Diagnostic, Level, Place},
    severity::Severity,
    signature::ShortId,
};

pub use progress::{Hold, allows_progress};

/// Whether a signal stops the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Worth knowing; does not stop anything.
    Advisory,
    /// Stops the work until a human has looked.
    Block,
}

/// One thing a gate noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    /// A stable name, such as `STATUS_PENDING` or `unclosed-front-matter`.
    pub code: String,
    /// Whether it stops the work.
    pub weight: Weight,
    /// How bad it is, where somebody graded it.
    pub graded: Option<Severity>,
    /// The name under which people speak of it, where it has one.
    pub short_id: Option<ShortId>,
    /// What is wrong: a lowercase fragment without a period.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// What to do about it.
    pub help: Option<String>,
    /// What else a gate knows of it, as name and value.
    pub details: Vec<(&'static str, String)>,
}

impl Signal {
    /// Returns a signal that stops the work.
    pub fn block(code: impl Into<String>, place: Place, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            weight: Weight::Block,
            graded: None,
            short_id: None,
            message: message.into(),
            place,
            help: None,
            details: Vec::new(),
        }
    }

    /// Returns a signal that is only worth knowing.
    pub fn advisory(code: impl Into<String>, place: Place, message: impl Into<String>) -> Self {
        Self { weight: Weight::Advisory, ..Self::block(code, place, message) }
    }

    /// Returns how bad it is on the one scale: what stops the work and was not graded is a blocker, the rest is minor.
    pub fn severity(&self) -> Severity {
        self.graded.unwrap_or(match self.weight {
            Weight::Block => Severity::Blocker,
            Weight::Advisory => Severity::Minor,
        })
    }

    /// Says how bad it is.
    #[must_use]
    pub fn graded(mut self, severity: Severity) -> Self {
        self.graded = Some(severity);
        self
    }

    /// Says under which name people speak of it.
    #[must_use]
    pub fn named(mut self, short_id: ShortId) -> Self {
        self.short_id = Some(short_id);
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds something that a gate knows of it.
    #[must_use]
    pub fn detail(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.details.push((name, value.into()));
        self
    }
}

/// A diagnostic seen as a signal: an error blocks, the rest is advisory.
impl From<Diagnostic> for Signal {
    fn from(diagnostic: Diagnostic) -> Self {
        let weight =
            if diagnostic.level == Level::Error { Weight::Block } else { Weight::Advisory };
        Self {
            code: diagnostic.code.to_owned(),
            weight,
            graded: (diagnostic.level == Level::Note).then_some(Severity::Note),
            short_id: None,
            message: diagnostic.message,
            place: diagnostic.place,
            help: diagnostic.help,
            details: Vec::new(),
        }
    }
}

/// What a gate or a review decided. The order is the order of strictness: several outcomes combine with `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Nothing to say.
    Pass,
    /// Passed, with something to say.
    Warned,
    /// There was nothing to look at, and nobody demanded it. It holds the work, so it is stricter than a warning.
    Skipped,
    /// Passed, with something to say, and the caller treats warnings as a soft failure.
    WarnedStrictly,
    /// There was nothing to look at, and the caller demanded it.
    Missing,
    /// A human must look.
    Blocked,
    /// A human approval is needed and there is none.
    ApprovalNeeded,
    /// Input is missing and there is nobody to ask.
    InputNeeded,
    /// The tool or its surroundings failed, or a session was aborted.
    Failed,
}

impl Outcome {
    /// Every outcome, the mildest first.
    pub const ALL: [Outcome; 9] = [
        Outcome::Pass,
        Outcome::Warned,
        Outcome::Skipped,
        Outcome::WarnedStrictly,
        Outcome::Missing,
        Outcome::Blocked,
        Outcome::ApprovalNeeded,
        Outcome::InputNeeded,
        Outcome::Failed,
    ];

    /// Returns the exit code of the command line, which is part of the interface.
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Pass | Outcome::Skipped | Outcome::Warned => 0,
            Outcome::WarnedStrictly => 1,
            Outcome::Missing | Outcome::Blocked => 2,
            Outcome::Failed => 3,
            Outcome::InputNeeded => 10,
            Outcome::ApprovalNeeded => 11,
        }
    }
}
