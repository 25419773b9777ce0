//! The review of one stage: what was selected, what it signals, what follows.

use std::collections::BTreeSet;

use super::{
    evidence::{AgentStatement, EvidenceFile, PacketFile, StageRead},
    policy::StagePolicy,
    select::{FileChoice, select},
    signal::{Cause, StageSignal},
    stages::{Checkpoint, Stage},
};
use crate::gate::{Hold, Outcome, Weight, allows_progress};

/// What a stage review found. Every conclusion is computed from the signals, never stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StageReview {
    read: StageRead,
    choices: Vec<FileChoice>,
    signals: Vec<StageSignal>,
    policy: StagePolicy,
}

/// What a review asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageResolution {
    /// The work may go on without a human.
    AutoApply,
    /// A human must look.
    Escalate,
}

/// What a review shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayVerdict {
    /// Nothing to say.
    Passed,
    /// Only advisories.
    PassedWithWarnings,
    /// Something blocks.
    Failed,
    /// Nothing was reviewed.
    Skipped(SkipReason),
}

/// Why nothing was reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// The stage has no evidence.
    NoArtifactsFound,
    /// The stage has evidence and none of what was selected could be read.
    NoUsableArtifacts,
    /// The stage leaves no evidence by its nature.
    NotApplicable,
    /// The stage is reviewed only when asked for.
    PolicyDisabled,
}

/// Judges what was read. Total and pure; the order of the files does not matter.
pub fn judge(mut read: StageRead, policy: StagePolicy) -> StageReview {
    read.files.sort_by(|a, b| a.path.cmp(&b.path));
    read.telemetry.sort_by(|a, b| a.path.cmp(&b.path));
    let choices = select(&read.files, policy.select);
    let mut review = StageReview { read, choices, signals: Vec::new(), policy };
    if review.not_reviewed().is_none() {
        review.signals = review.selected().flat_map(StageSignal::of_file).collect();
        let missing = review.missing_packet().map(StageSignal::packet_missing);
        review.signals.extend(missing);
    }
    review
}

impl StageReview {
    /// Returns the stage that was asked for.
    pub fn stage(&self) -> Stage {
        self.read.stage
    }

    /// Returns the checkpoint that was evaluated.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.read.stage.checkpoint()
    }

    /// Returns what was read.
    pub fn read(&self) -> &StageRead {
        &self.read
    }

    /// Returns what the caller demanded.
    pub fn policy(&self) -> StagePolicy {
        self.policy
    }

    /// Returns the evidence files by name, each with whether the decision is based on it.
    pub fn files(&self) -> impl Iterator<Item = (&EvidenceFile, FileChoice)> {
        self.read.files.iter().zip(self.choices.iter().copied())
    }

    /// Returns the files the decision is based on.
    pub fn selected(&self) -> impl Iterator<Item = &EvidenceFile> {
        self.files().filter(|(_, choice)| choice.selected).map(|(file, _)| file)
    }

    /// Returns the files that were left out although they hold conflicts that no selected file holds.
    pub fn overlooked(&self) -> Vec<&EvidenceFile> {
        let known: BTreeSet<_> = self.selected().flat_map(conflicts).collect();
        let left_out = self.files().filter(|(_, choice)| !choice.selected).map(|(file, _)| file);
        left_out.filter(|file| conflicts(file).iter().any(|text| !known.contains(text))).collect()
    }

    /// Returns the signals that block.
    pub fn blocking(&self) -> impl Iterator<Item = &StageSignal> {
        self.signals.iter().filter(|signal| signal.severity() == Weight::Block)
    }

    /// Returns the signals that are only worth knowing.
    pub fn advisory(&self) -> impl Iterator<Item = &StageSignal> {
        self.signals.iter().filter(|signal| signal.severity() == Weight::Advisory)
    }

    /// Returns the resolution, none where nothing was reviewed. Computed from the signals, so that applying over a
    /// blocking signal cannot exist.
    pub fn resolution(&self) -> Option<StageResolution> {
        if self.blocking().next().is_some() {
            return Some(StageResolution::Escalate);
        }
        if self.skipped().is_some() || self.is_unreadable() {
            return None;
        }
        Some(StageResolution::AutoApply)
    }

    /// Returns what to show, none where the evidence could not be read and the caller demands that it can.
    pub fn display(&self) -> Option<DisplayVerdict> {
        if self.is_unreadable() {
            return None;
        }
        if let Some(reason) = self.skipped() {
            return Some(DisplayVerdict::Skipped(reason));
        }
        Some(match self.resolution() {
            Some(StageResolution::AutoApply) if self.signals.is_empty() => DisplayVerdict::Passed,
            Some(StageResolution::AutoApply) => DisplayVerdict::PassedWithWarnings,
            Some(StageResolution::Escalate) | None => DisplayVerdict::Failed,
        })
    }

    /// Returns what the review decides: the worst of what each demand says.
    pub fn outcome(&self) -> Outcome {
        let base = match self.display() {
            None => Outcome::Failed,
            Some(DisplayVerdict::Failed) => Outcome::Blocked,
            Some(DisplayVerdict::Skipped(reason)) => self.skip_outcome(reason),
            Some(DisplayVerdict::PassedWithWarnings) => Outcome::Warned,
            Some(DisplayVerdict::Passed) => Outcome::Pass,
        };
        let warned = self.policy.strict.warnings && self.advisory().next().is_some();
        let warned = if warned { Outcome::WarnedStrictly } else { Outcome::Pass };
        let missing =
            if self.missing_packet().is_some() { Outcome::Missing } else { Outcome::Pass };
        base.max(warned).max(missing)
    }

    /// Returns what the work waits for although the outcome lets it go on.
    pub fn holds(&self) -> Vec<Hold> {
        match self.display() {
            Some(DisplayVerdict::Passed | DisplayVerdict::PassedWithWarnings)
                if self.nobody_reviewed() =>
            {
                vec![Hold::NothingReviewed]
            }
            Some(
                DisplayVerdict::Passed
                | DisplayVerdict::PassedWithWarnings
                | DisplayVerdict::Failed
                | DisplayVerdict::Skipped(_),
            )
            | None => Vec::new(),
        }
    }

    /// Tells whether the work may go on.
    pub fn allows_progress(&self) -> bool {
        allows_progress(self.outcome(), &self.holds())
    }

    /// Tells whether every selected file only reports that its agent failed, or says nothing. The contract shows a failure
    /// as a pass with warnings; it is no review that automation may build on.
    pub fn nobody_reviewed(&self) -> bool {
        let whole = self.selected().filter(|file| file.statement.diagnostics.is_empty());
        let mut said = whole.filter_map(|file| file.statement.value.as_ref());
        !said.any(AgentStatement::is_review)
    }

    /// Returns why nothing was reviewed, if so.
    pub fn skipped(&self) -> Option<SkipReason> {
        if let Some(reason) = self.not_reviewed() {
            return Some(reason);
        }
        if self.read.files.is_empty() {
            return Some(SkipReason::NoArtifactsFound);
        }
        let usable = self.selected().any(EvidenceFile::is_usable);
        (!usable).then_some(SkipReason::NoUsableArtifacts)
    }

    /// Returns why the stage is not reviewed whatever its evidence.
    fn not_reviewed(&self) -> Option<SkipReason> {
        self.policy.checkpoint(self.read.stage).err()
    }

    fn skip_outcome(&self, reason: SkipReason) -> Outcome {
        match reason {
            SkipReason::NotApplicable => Outcome::Skipped,
            SkipReason::NoArtifactsFound
            | SkipReason::NoUsableArtifacts
            | SkipReason::PolicyDisabled => {
                if self.policy.strict.artifacts {
                    Outcome::Missing
                } else {
                    Outcome::Skipped
                }
            }
        }
    }

    /// Tells whether evidence could not be read and the caller demands that it can.
    fn is_unreadable(&self) -> bool {
        self.policy.strict.schema
            && self.signals.iter().any(|signal| signal.cause == Cause::Unreadable)
    }

    /// Returns the packet file that is demanded and not there.
    fn missing_packet(&self) -> Option<&PacketFile> {
        if !self.policy.strict.artifacts || self.not_reviewed().is_some() {
            return None;
        }
        self.read.packet.as_ref().filter(|packet| !packet.present)
    }
}

/// Returns the texts of a file's blocking signals.
fn conflicts(file: &EvidenceFile) -> Vec<String> {
    let signals = StageSignal::of_file(file).into_iter();
    let blocking = signals.filter(|signal| signal.severity() == Weight::Block);
    blocking.map(|signal| signal.message).collect()
}
