//! The stage review, from a repository to a report.

use council_core::{
    gate::{
        Signal, Weight,
        stage::{
            Cause, Checkpoint, DisplayVerdict, SkipReason, Stage, StagePolicy, StageRead,
            StageReview, StageSignal, judge,
        },
    },
    ident::SpecId,
};
use council_formats::{
    consensus::{name, review as spelled},
    report::{Data, Report},
};
use council_store::{
    Repo, StoreError,
    evidence::{EvidenceRoot, read_stage},
};
use jiff::civil::Date;

/// What to review.
#[derive(Debug, Clone)]
pub struct StageRequest {
    /// The spec.
    pub spec: SpecId,
    /// The stage.
    pub stage: Stage,
    /// The folder of the evidence, repo-relative; the contract's unless given.
    pub evidence_root: Option<String>,
    /// What the caller demands.
    pub policy: StagePolicy,
    /// The day of the review: evidence can hold until a day.
    pub today: Date,
}

/// Reviews a stage by the evidence its agents left. A stage that is not reviewed is answered without opening a file.
pub fn review(repo: &Repo, request: &StageRequest) -> Result<StageReview, StoreError> {
    let root = match &request.evidence_root {
        Some(folder) => EvidenceRoot::new(repo, folder)?,
        None => EvidenceRoot::default(),
    };
    let StageRequest { spec, stage, policy, .. } = request;
    let read = match policy.checkpoint(*stage) {
        Ok(checkpoint) => read_stage(repo, &root, spec, *stage, checkpoint)?,
        Err(_) => StageRead::nothing(spec.clone(), *stage, root.statements(spec)),
    };
    Ok(judge(read.on(request.today), *policy))
}

/// Says what a review found.
pub fn report(review: &StageReview) -> Report {
    let mut report = decided(review);
    if let [only] = review.selected().collect::<Vec<_>>().as_slice() {
        report.facts.push(("read", only.name().to_owned()));
    }
    report
}

/// Says what a review found, and why, and what would change it.
pub fn explained(review: &StageReview) -> Report {
    let explanation = review.explain();
    let mut report = decided(review);
    for file in &explanation.considered {
        let verb = if file.selected { "read" } else { "left out" };
        report.facts.push((verb, format!("{}: {}", file.name, file.why)));
    }
    report.facts.push(("decided by", explanation.decided_by.clone()));
    for way in &explanation.would_change {
        report.facts.push(("would change", way.clone()));
    }
    report.data.add(&spelled::explanation(&explanation));
    report
}

/// Returns the report without what was read.
fn decided(review: &StageReview) -> Report {
    let subject = format!("{} {}", review.read().spec, review.stage().word());
    let mut report = Report::of_gate("gate stage", subject, review.outcome(), headline(review));
    report.facts = facts(review);
    report.signals = review.blocking().chain(review.advisory()).map(signal).collect();
    report.next = next(review);
    report.notes = notes(review);
    report.data = Data::of(&spelled::keys(review));
    report
}

fn headline(review: &StageReview) -> String {
    let Some(display) = review.display() else {
        return "no verdict, the evidence cannot be read".to_owned();
    };
    let words = display.words();
    match display {
        DisplayVerdict::Skipped(reason) => review.why_skipped(reason),
        DisplayVerdict::PassedWithWarnings if review.nobody_reviewed() => {
            format!("{words}, but every agent failed and nothing was reviewed")
        }
        DisplayVerdict::Passed if review.nobody_reviewed() => {
            format!("{words}, but the evidence is a template and nothing was reviewed")
        }
        DisplayVerdict::Passed | DisplayVerdict::PassedWithWarnings | DisplayVerdict::Failed => {
            words.to_owned()
        }
    }
}

fn facts(review: &StageReview) -> Vec<(&'static str, String)> {
    let Some(checkpoint) = review.checkpoint() else {
        return Vec::new();
    };
    let mut facts = vec![("checkpoint", spelled::checkpoint_name(checkpoint).replace('_', " "))];
    if let Some(note) = review.stage().alias_note() {
        facts.push(("alias", note.to_owned()));
    }
    let (selected, all) = (review.selected().count(), review.files().count());
    let select = review.policy().select.word();
    facts.push(("folder", review.read().folder.clone()));
    facts.push(("evidence", format!("{selected} of {all} files, selected by {select}")));
    facts
}

fn signal(signal: &StageSignal) -> Signal {
    let make = match signal.severity() {
        Weight::Block => Signal::block,
        Weight::Advisory => Signal::advisory,
    };
    let (code, help) = match signal.cause {
        Cause::Conflict(_) => ("CONTRADICTION", "settle the conflict and write new evidence"),
        Cause::AgentError => ("AGENT_ERROR", "run the agent again"),
        Cause::Unreadable => ("UNREADABLE_EVIDENCE", "write the file again or remove it"),
        Cause::PacketMissing => ("PACKET_FILE_MISSING", "finish the stage before its review"),
    };
    make(code, signal.place.clone(), &signal.message).help(help)
}

fn next(review: &StageReview) -> Vec<String> {
    let Some(DisplayVerdict::Skipped(reason)) = review.display() else {
        return Vec::new();
    };
    let step = match reason {
        SkipReason::NotApplicable => review.stage().advice().unwrap_or_default().to_owned(),
        SkipReason::PolicyDisabled => "add `--diagnostic` to review this stage".to_owned(),
        SkipReason::NoUsableArtifacts => "write the evidence of this stage again".to_owned(),
        SkipReason::NoArtifactsFound => {
            let stage = review.checkpoint().map_or(review.stage(), Checkpoint::evidence_stage);
            format!("write `{}` into `{}`", name::pattern(stage), review.read().folder)
        }
    };
    vec![step]
}

/// Returns the remarks for standard error: a skipped review, and conflicts that the selection leaves out.
fn notes(review: &StageReview) -> Vec<String> {
    let skipped = match review.display() {
        Some(DisplayVerdict::Skipped(reason)) => {
            Some(format!("nothing was reviewed: {}", review.why_skipped(reason)))
        }
        Some(
            DisplayVerdict::Passed | DisplayVerdict::PassedWithWarnings | DisplayVerdict::Failed,
        )
        | None => None,
    };
    let overlooked = review.overlooked().into_iter().map(|file| {
        format!("`{}` was left out and holds conflicts that the selected evidence lacks", file.path)
    });
    skipped.into_iter().chain(overlooked).collect()
}
