//! A finished stage review as JSON, in the contract's names.

use council_core::gate::{
    Weight,
    stage::{
        Checkpoint, DisplayVerdict, EvidenceFile, Explanation, FileChoice, Origin, SkipReason,
        StageResolution, StageReview, StageSignal, StageSignalKind, Telemetry,
    },
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::json;

/// What `gate stage` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StageKeys<'a> {
    spec_id: &'a str,
    requested_stage: &'static str,
    /// None for a stage that has none.
    evaluated_checkpoint: Option<&'static str>,
    /// What follows: the work goes on, or a human has to look. None where nothing was reviewed.
    resolution: Option<&'static str>,
    /// The verdict. None where the evidence cannot be read.
    display_verdict: Option<&'static str>,
    /// Why nothing was reviewed, where nothing was.
    skip_reason: Option<&'static str>,
    blocking_signals: Vec<EvidenceSignalKeys<'a>>,
    advisory_signals: Vec<EvidenceSignalKeys<'a>>,
    /// How many files were read.
    artifacts_collected: usize,
    evidence: EvidenceKeys<'a>,
    /// Files that were left out and hold conflicts that the selected evidence lacks.
    overlooked: Vec<&'a str>,
    policy: PolicyKeys,
    /// What a pipeline would be told, which demands what `--ci` does.
    in_ci: InCiKeys,
    /// What another name of the stage means.
    alias_note: Option<&'static str>,
    telemetry: Vec<TelemetryKeys<'a>>,
}

/// What was noticed in the evidence.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StageSignal")]
struct EvidenceSignalKeys<'a> {
    kind: &'static str,
    origin: OriginKeys,
    severity: &'static str,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<u32>,
}

/// Where a signal comes from.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Origin")]
enum OriginKeys {
    /// An agent, by its role.
    Role(&'static str),
    /// The program itself.
    System,
}

/// The evidence of a stage.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Evidence")]
struct EvidenceKeys<'a> {
    folder: &'a str,
    files: Vec<EvidenceFileKeys<'a>>,
    /// Files that look like evidence of the stage and are none.
    passed_over: Vec<PassedOverKeys<'a>>,
    packet: Option<PacketKeys<'a>>,
}

/// A file of the evidence.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EvidenceFile")]
struct EvidenceFileKeys<'a> {
    path: &'a str,
    /// Whether it counts.
    selected: bool,
    /// Why it counts or does not.
    why: String,
    /// Whether it could be read and says something.
    usable: bool,
    time: Option<String>,
    agent: Option<&'a str>,
    model: Option<&'a str>,
    synthesis_status: Option<&'a str>,
}

/// A file that is no evidence.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PassedOver")]
struct PassedOverKeys<'a> {
    name: &'a str,
    /// Why it is none.
    why: String,
}

/// What a pipeline would be told.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "InCi")]
struct InCiKeys {
    policy: PolicyKeys,
    /// The verdict. None where the evidence cannot be read.
    display_verdict: Option<&'static str>,
    /// Why nothing would be reviewed, where nothing would.
    skip_reason: Option<&'static str>,
    /// How the process would end.
    exit_code: u8,
    /// Whether the work might go on.
    allows_progress: bool,
}

/// The packet's file that the stage needs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PacketFile")]
struct PacketKeys<'a> {
    path: &'a str,
    present: bool,
}

/// What the caller demanded.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StagePolicy")]
#[expect(clippy::struct_excessive_bools, reason = "these are the flags of the command")]
struct PolicyKeys {
    select: &'static str,
    strict_artifacts: bool,
    strict_warnings: bool,
    strict_schema: bool,
    diagnostic: bool,
}

/// What a file says of a run.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Telemetry")]
struct TelemetryKeys<'a> {
    path: &'a str,
    /// Whatever it says.
    facts: Map<String, Value>,
    problem: Option<&'a str>,
}

/// What `gate stage --explain` says besides.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplainedKeys<'a> {
    /// Why it was decided so, and what would change it; only with `--explain`.
    explanation: ExplanationKeys<'a>,
}

/// Why a stage was decided as it was.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Explanation")]
struct ExplanationKeys<'a> {
    considered: Vec<ConsideredKeys<'a>>,
    decided_by: &'a str,
    would_change: &'a [String],
}

/// A file that was considered.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Considered")]
struct ConsideredKeys<'a> {
    name: &'a str,
    selected: bool,
    why: &'a str,
}

/// Returns the keys of a review, beside the review that a pipeline would hold.
pub fn keys<'a>(review: &'a StageReview, in_ci: &StageReview) -> StageKeys<'a> {
    StageKeys {
        spec_id: review.read().spec.as_str(),
        requested_stage: review.stage().word(),
        evaluated_checkpoint: review.checkpoint().map(checkpoint_name),
        resolution: review.resolution().map(resolution_name),
        display_verdict: review.display().map(verdict_name),
        skip_reason: review.display().and_then(reason_name),
        blocking_signals: review.blocking().map(of_signal).collect(),
        advisory_signals: review.advisory().map(of_signal).collect(),
        artifacts_collected: review.selected().count(),
        evidence: of_evidence(review),
        overlooked: review.overlooked().into_iter().map(|file| file.path.as_str()).collect(),
        policy: of_policy(review),
        in_ci: InCiKeys {
            policy: of_policy(in_ci),
            display_verdict: in_ci.display().map(verdict_name),
            skip_reason: in_ci.display().and_then(reason_name),
            exit_code: in_ci.outcome().exit_code(),
            allows_progress: in_ci.allows_progress(),
        },
        alias_note: review.stage().alias_note(),
        telemetry: review.read().telemetry.iter().map(of_telemetry).collect(),
    }
}

/// Returns the keys of an explanation.
pub fn explanation(explanation: &Explanation) -> ExplainedKeys<'_> {
    let considered = explanation.considered.iter().map(|file| ConsideredKeys {
        name: &file.name,
        selected: file.selected,
        why: &file.why,
    });
    ExplainedKeys {
        explanation: ExplanationKeys {
            considered: considered.collect(),
            decided_by: &explanation.decided_by,
            would_change: &explanation.would_change,
        },
    }
}

fn of_signal(signal: &StageSignal) -> EvidenceSignalKeys<'_> {
    EvidenceSignalKeys {
        kind: kind_name(signal.kind()),
        origin: match signal.origin() {
            Origin::Role(role) => OriginKeys::Role(role.word()),
            Origin::System => OriginKeys::System,
        },
        severity: match signal.severity() {
            Weight::Block => "block",
            Weight::Advisory => "advisory",
        },
        message: &signal.message,
        path: signal.place.path.as_deref(),
        line: signal.place.line,
    }
}

fn of_evidence(review: &StageReview) -> EvidenceKeys<'_> {
    let read = review.read();
    let packet = read.packet.as_ref();
    EvidenceKeys {
        folder: &read.folder,
        files: review.files().map(|(file, choice)| of_file(file, choice)).collect(),
        passed_over: read
            .passed_over
            .iter()
            .map(|file| PassedOverKeys { name: &file.name, why: file.why.to_string() })
            .collect(),
        packet: packet.map(|packet| PacketKeys { path: &packet.path, present: packet.present }),
    }
}

fn of_file(file: &EvidenceFile, choice: FileChoice) -> EvidenceFileKeys<'_> {
    let statement = file.statement.value.as_ref();
    EvidenceFileKeys {
        path: &file.path,
        selected: choice.selected,
        why: choice.why.to_string(),
        usable: file.is_usable(),
        time: file.at.map(|at| at.to_string()),
        agent: statement.and_then(|statement| statement.agent.as_deref()),
        model: statement.and_then(|statement| statement.model.as_deref()),
        synthesis_status: statement.and_then(|statement| statement.status.as_deref()),
    }
}

fn of_policy(review: &StageReview) -> PolicyKeys {
    let policy = review.policy();
    PolicyKeys {
        select: policy.select.word(),
        strict_artifacts: policy.strict.artifacts,
        strict_warnings: policy.strict.warnings,
        strict_schema: policy.strict.schema,
        diagnostic: policy.diagnostic,
    }
}

fn of_telemetry(telemetry: &Telemetry) -> TelemetryKeys<'_> {
    let facts = telemetry.facts.iter();
    TelemetryKeys {
        path: &telemetry.path,
        facts: facts.map(|entry| (entry.key.clone(), json::value(&entry.node))).collect(),
        problem: telemetry.problem.as_deref(),
    }
}

/// Returns the name of a kind of signal.
pub fn kind_name(kind: StageSignalKind) -> &'static str {
    match kind {
        StageSignalKind::Contradiction => "contradiction",
        StageSignalKind::Other => "other",
    }
}

/// Returns the name of a checkpoint.
pub fn checkpoint_name(checkpoint: Checkpoint) -> &'static str {
    match checkpoint {
        Checkpoint::AfterPlan => "after_plan",
        Checkpoint::AfterTasks => "after_tasks",
        Checkpoint::AfterImplement => "after_implement",
        Checkpoint::AfterValidate => "after_validate",
        Checkpoint::BeforeUnlock => "before_unlock",
    }
}

/// Returns the name of a resolution.
pub fn resolution_name(resolution: StageResolution) -> &'static str {
    match resolution {
        StageResolution::AutoApply => "auto_apply",
        StageResolution::Escalate => "escalate",
    }
}

/// Returns the name of a verdict.
pub fn verdict_name(verdict: DisplayVerdict) -> &'static str {
    match verdict {
        DisplayVerdict::Passed => "passed",
        DisplayVerdict::PassedWithWarnings => "passed_with_warnings",
        DisplayVerdict::Failed => "failed",
        DisplayVerdict::Skipped(_) => "skipped",
    }
}

/// Returns the name of the reason for which nothing was reviewed, if nothing was.
pub fn reason_name(verdict: DisplayVerdict) -> Option<&'static str> {
    match verdict {
        DisplayVerdict::Skipped(reason) => Some(match reason {
            SkipReason::NoArtifactsFound => "no_artifacts_found",
            SkipReason::NoUsableArtifacts => "no_usable_artifacts",
            SkipReason::NotApplicable => "not_applicable",
            SkipReason::PolicyDisabled => "policy_disabled",
        }),
        DisplayVerdict::Passed | DisplayVerdict::PassedWithWarnings | DisplayVerdict::Failed => {
            None
        }
    }
}
