//! How strict a stage review is, decided by the caller and passed in.

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
    /// All of them.
    All,
}

impl StagePolicy {
    /// Returns what a pipeline should demand: the newest run, and every strictness.
    pub fn ci() -> Self {
        let strict = Strict { artifacts: true, warnings: true, schema: true };
        Self { select: Select::LatestRun, strict, diagnostic: false }
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
    pub const ALL: [Select; 3] = [Select::LexMax, Select::LatestRun, Select::All];

    /// Returns the selection's word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Select::LexMax => "lexmax",
            Select::LatestRun => "latest-run",
            Select::All => "all",
        }
    }
}
