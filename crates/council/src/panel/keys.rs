//! What the commands of a panel say in JSON.

use council_formats::handoff::twin::TwinShape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{KeptDecision, KeptDeclined, KeptGroup, KeptIssue, KeptRevision, kept::ReviewBasis};

/// What `panel` says.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PanelKeys<'a> {
    /// A panel that came to a review.
    Convened(Box<ConvenedKeys<'a>>),
    /// A panel that has not.
    Unheld(UnheldKeys<'a>),
    /// A panel that nobody has held.
    DryRun(crate::cost::DryRunKeys),
    /// A step that was refused.
    Refused {},
}

/// A panel that came to a review: what stands beside the handoff, and where the files are.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConvenedKeys<'a> {
    #[serde(flatten)]
    pub(super) review: TwinShape<'a, &'a ReviewBasis>,
    /// Where everything is.
    pub(super) files: PanelFilesKeys<'a>,
}

/// The files of a panel.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PanelFiles")]
pub struct PanelFilesKeys<'a> {
    pub(super) review: &'a str,
    pub(super) twin: &'a str,
    pub(super) journal: String,
    pub(super) prd: &'a str,
}

/// A panel that has not come to a review.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnheldKeys<'a> {
    pub(super) project: &'a str,
}

/// A human's decision on a panel review.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewDecidedKeys<'a> {
    pub(super) project: &'a str,
    /// The review.
    pub(super) file: &'a str,
    pub(super) review_number: u32,
    pub(super) status: &'static str,
    pub(super) decision: &'a KeptDecision,
    pub(super) by: Option<&'a str>,
    pub(super) decided_at: String,
    /// Whether it was recorded now, or stood already.
    pub(super) recorded_now: bool,
}

/// What a human is asked to decide.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UndecidedKeys<'a> {
    pub(super) project: &'a str,
    /// The review.
    pub(super) file: &'a str,
    pub(super) review_number: u32,
    /// What is decided at once.
    pub(super) groups: &'a [KeptGroup],
    /// Every recommendation with what shows it: findings, quotes, lines, seats, severity and confidence.
    pub(super) recommendations: &'a [KeptIssue],
    /// Waivers of earlier reviews that hold.
    pub(super) waived: Vec<&'a KeptDeclined>,
}

/// A new version of a PRD.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RevisedKeys<'a> {
    pub(super) project: &'a str,
    pub(super) review_number: u32,
    pub(super) revision: &'a KeptRevision,
    /// What changed, in words.
    pub(super) changes: Vec<String>,
    /// Whether it was recorded now, or stood already.
    pub(super) recorded_now: bool,
}

/// A decision at the re-review gate.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClosedKeys<'a> {
    pub(super) project: &'a str,
    /// The review.
    pub(super) file: &'a str,
    pub(super) review_number: u32,
    pub(super) gate_decision: &'a str,
    pub(super) rationale: &'a str,
    pub(super) by: Option<&'a str>,
    pub(super) decided_at: String,
    /// The file of the next review, where the panel meets again.
    pub(super) next_file: Option<&'a str>,
    /// The phase after this one, where it does not.
    pub(super) next_phase: Option<&'static str>,
    /// Whether it was recorded now, or stood already.
    pub(super) recorded_now: bool,
}

/// Files that were written again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RestoredKeys<'a> {
    pub(super) project: &'a str,
    /// The files that were missing or edited, and are as they were recorded now.
    pub(super) restored: Vec<RestoredFileKeys<'a>>,
}

/// A file that was written again.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RestoredFile")]
pub struct RestoredFileKeys<'a> {
    pub(super) file: &'a str,
    /// Where the text is kept that stood there, if there was one.
    pub(super) kept: Option<&'a str>,
}

/// What task generation starts from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TasksKeys<'a> {
    pub(super) project: &'a str,
    /// The version to build.
    pub(super) prd: &'a str,
    /// The review that let it pass.
    pub(super) review: &'a str,
    /// What there is to do, in order.
    pub(super) items: Vec<TaskKeys<'a>>,
    /// How many accepted revisions the PRD has already; they are no tasks.
    pub(super) applied: usize,
    /// How many recommendations were declined; they are no tasks.
    pub(super) declined: usize,
}

/// One thing to do.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Task")]
pub struct TaskKeys<'a> {
    /// `requirement`, `accepted-revision` for one that the PRD does not show, or `open-question`.
    pub(super) sort: &'static str,
    pub(super) title: &'a str,
    /// When it is done, or what is missing.
    pub(super) details: Vec<&'a str>,
    /// The line of the PRD where it stands, where it stands there.
    pub(super) line: Option<u32>,
    /// Who has to answer for it.
    pub(super) owner: Option<&'a str>,
}
