//! A finished stage review as JSON, in the contract's names.

use council_core::gate::{
    Weight, allows_progress,
    stage::{
        Checkpoint, DisplayVerdict, EvidenceFile, Explanation, Kind, Origin, Resolution,
        SkipReason, StageReview, StageSignal, Telemetry,
    },
};
use serde_json::{Map, Value, json};

use crate::json;

/// Returns the review's own JSON object.
pub fn value(review: &StageReview) -> Map<String, Value> {
    let outcome = review.outcome();
    let signals = |signals: &mut dyn Iterator<Item = &StageSignal>| -> Value {
        signals.map(of_signal).collect()
    };
    object([
        ("spec_id", json!(review.read().spec.as_str())),
        ("requested_stage", json!(review.stage().word())),
        ("evaluated_checkpoint", json!(review.checkpoint().map(checkpoint_name))),
        ("resolution", json!(review.resolution().map(resolution_name))),
        ("display_verdict", json!(review.display().map(verdict_name))),
        ("skip_reason", json!(review.display().and_then(reason_name))),
        ("exit_code", json!(outcome.exit_code())),
        ("allows_progress", json!(allows_progress(outcome, &[]))),
        ("blocking_signals", signals(&mut review.blocking())),
        ("advisory_signals", signals(&mut review.advisory())),
        ("artifacts_collected", json!(review.selected().count())),
        ("evidence", of_evidence(review)),
        ("policy", of_policy(review)),
        ("alias_note", json!(review.stage().alias_note())),
        ("telemetry", review.read().telemetry.iter().map(of_telemetry).collect()),
    ])
}

/// Returns an explanation as JSON.
pub fn explanation(explanation: &Explanation) -> Value {
    let considered: Value = explanation
        .considered
        .iter()
        .map(|file| json!({ "name": file.name, "selected": file.selected, "why": file.why }))
        .collect();
    json!({
        "considered": considered,
        "decided_by": explanation.decided_by,
        "would_change": explanation.would_change,
    })
}

fn of_signal(signal: &StageSignal) -> Value {
    let kind = match signal.kind() {
        Kind::Contradiction => "contradiction",
        Kind::Other => "other",
    };
    let origin = match signal.origin() {
        Origin::Role(role) => json!({ "role": role.word() }),
        Origin::System => json!("system"),
    };
    let severity = match signal.severity() {
        Weight::Block => "block",
        Weight::Advisory => "advisory",
    };
    json!({
        "kind": kind,
        "origin": origin,
        "severity": severity,
        "message": signal.message,
        "path": signal.place.path,
        "line": signal.place.line,
    })
}

fn of_evidence(review: &StageReview) -> Value {
    let read = review.read();
    let files: Value =
        review.files().map(|(file, choice)| of_file(file, choice.selected)).collect();
    let packet = read
        .packet
        .as_ref()
        .map(|packet| json!({ "path": packet.path, "present": packet.present }));
    json!({ "folder": read.folder, "files": files, "packet": packet })
}

fn of_file(file: &EvidenceFile, selected: bool) -> Value {
    let statement = file.statement.value.as_ref();
    json!({
        "path": file.path,
        "selected": selected,
        "usable": statement.is_some(),
        "time": file.at.map(|at| at.to_string()),
        "agent": statement.and_then(|statement| statement.agent.as_deref()),
        "model": statement.and_then(|statement| statement.model.as_deref()),
        "synthesis_status": statement.and_then(|statement| statement.status.as_deref()),
    })
}

fn of_policy(review: &StageReview) -> Value {
    let policy = review.policy();
    json!({
        "select": policy.select.word(),
        "strict_artifacts": policy.strict.artifacts,
        "strict_warnings": policy.strict.warnings,
        "strict_schema": policy.strict.schema,
        "diagnostic": policy.diagnostic,
    })
}

fn of_telemetry(telemetry: &Telemetry) -> Value {
    let facts: Map<_, _> =
        telemetry.facts.iter().map(|entry| (entry.key.clone(), json::value(&entry.node))).collect();
    json!({ "path": telemetry.path, "facts": facts, "problem": telemetry.problem })
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

fn resolution_name(resolution: Resolution) -> &'static str {
    match resolution {
        Resolution::AutoApply => "auto_apply",
        Resolution::Escalate => "escalate",
    }
}

fn verdict_name(verdict: DisplayVerdict) -> &'static str {
    match verdict {
        DisplayVerdict::Passed => "passed",
        DisplayVerdict::PassedWithWarnings => "passed_with_warnings",
        DisplayVerdict::Failed => "failed",
        DisplayVerdict::Skipped(_) => "skipped",
    }
}

fn reason_name(verdict: DisplayVerdict) -> Option<&'static str> {
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

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
