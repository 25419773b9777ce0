//! How strict a stage review is, decided by the caller and passed in.

use std::fmt;

use super::{
    review::SkipReason,
    stages::{Checkpoint, Stage},
};

/// What the caller demands of a stage review.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StagePolicy {
    /// Which of a stage's evidence files are read.
    pub select: Select,
    /// What counts as a failure beyond a conflict.
    pub strict: Strict,
    /// Whether the diagnostic checkpoints are reviewed at all.
    pub diagnostic: bool,
}

/// What counts as a failure beyond a conflict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Strict {
    /// A missing packet file or missing evidence fails.
    pub artifacts: bool,
    /// A warning fails softly.
    pub warnings: bool,
    /// Evidence that cannot be read fails the review itself.
    pub schema: bool,
}

/// Which of a stage's evidence files are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Select {
    /// The one with the greatest name.
    #[default]
    LexMax,
    /// Those of the newest run.
    LatestRun,
    /// The one with the greatest name, and those of the newest run.
    Either,
    /// All of them.
    All,
}

impl StagePolicy {
    /// Returns what a pipeline should demand: the newest run, and every strictness.
    pub fn ci() -> Self {
        let strict = Strict { artifacts: true, warnings: true, schema: true };
        Self { select: Select::LatestRun, strict, diagnostic: false }
    }

    /// Returns what both demand together. It is never laxer than either of them, so that a repository's settings can add to
    /// what a caller demands and take nothing away.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            select: self.select.and(other.select),
            strict: Strict {
                artifacts: self.strict.artifacts || other.strict.artifacts,
                warnings: self.strict.warnings || other.strict.warnings,
                schema: self.strict.schema || other.strict.schema,
            },
            diagnostic: self.diagnostic || other.diagnostic,
        }
    }

    /// Returns the checkpoint to evaluate for a stage, or why there is nothing to look at whatever its evidence.
    pub fn checkpoint(self, stage: Stage) -> Result<Checkpoint, SkipReason> {
        let checkpoint = stage.checkpoint().ok_or(SkipReason::NotApplicable)?;
        if checkpoint.is_diagnostic() && !self.diagnostic {
            return Err(SkipReason::PolicyDisabled);
        }
        Ok(checkpoint)
    }
}

impl Select {
    /// Every selection, the default first.
    pub const ALL: [Select; 4] = [Select::LexMax, Select::LatestRun, Select::Either, Select::All];

    /// Returns the selection's word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Select::LexMax => "lexmax",
            Select::LatestRun => "latest-run",
            Select::Either => "lexmax+latest-run",
            Select::All => "all",
        }
    }

    /// Returns the selection that reads what either reads.
    fn and(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        if self == Select::All || other == Select::All { Select::All } else { Select::Either }
    }
}

/// The flags that ask for it: what is printed can be typed.
impl fmt::Display for StagePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--select {}", self.select.word())?;
        let flags = [
            (self.strict.artifacts, "--strict-artifacts"),
            (self.strict.warnings, "--strict-warnings"),
            (self.strict.schema, "--strict-schema"),
            (self.diagnostic, "--diagnostic"),
        ];
        flags.iter().filter(|(is_on, _)| *is_on).try_for_each(|(_, flag)| write!(f, " {flag}"))
    }
}
