//! The stage review, from a repository to a report.

use std::collections::BTreeMap;

use council_core::{
    gate::{
        Signal, Weight,
        stage::{
            Cause, Checkpoint, DisplayVerdict, Origin, SkipReason, Stage, StagePolicy, StageRead,
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
    /// What a pipeline demands, so that the answer can say how that would end.
    pub in_ci: StagePolicy,
    /// The day of the review: evidence can hold until a day.
    pub today: Date,
}

/// A stage as it was reviewed.
#[derive(Debug, Clone)]
pub struct StageResult {
    /// The review that was asked for.
    pub review: StageReview,
    /// The review that a pipeline would hold.
    pub in_ci: StageReview,
}

/// Reviews a stage by the evidence its agents left. A stage that is not reviewed is answered without opening a file.
pub fn review(repo: &Repo, request: &StageRequest) -> Result<StageResult, StoreError> {
    let root = match &request.evidence_root {
        Some(folder) => EvidenceRoot::new(repo, folder)?,
        None => EvidenceRoot::default(),
    };
    let StageRequest { spec, stage, policy, in_ci, .. } = request;
    let read = |policy: &StagePolicy| match policy.checkpoint(*stage) {
        Ok(checkpoint) => read_stage(repo, &root, spec, *stage, checkpoint),
        Err(_) => Ok(StageRead::nothing(spec.clone(), *stage, root.statements(spec))),
    };
    let here = read(policy)?;
    let there = if policy.diagnostic == in_ci.diagnostic { here.clone() } else { read(in_ci)? };
    Ok(StageResult {
        review: judge(here.on(request.today), *policy),
        in_ci: judge(there.on(request.today), *in_ci),
    })
}

/// Says what a review found.
pub fn report(reviewed: &StageResult) -> Report {
    let StageResult { review, in_ci } = reviewed;
    let subject = format!("{} {}", review.read().spec, review.stage().word());
    let mut report = Report::of_gate("gate stage", subject, review.outcome(), headline(review));
    report.facts = facts(review, in_ci);
    report.is_in_full = true;
    report.signals = review.blocking().chain(review.advisory()).map(signal).collect();
    report.next = next(review);
    report.notes = notes(review);
    report.data = Data::of(&spelled::keys(review, in_ci));
    for hold in review.holds() {
        report.hold(hold);
    }
    report
}

/// Says what a review found, and why, and what would change it.
pub fn explained(reviewed: &StageResult) -> Report {
    let explanation = reviewed.review.explain();
    let mut report = report(reviewed);
    report.facts.push(("decided by", explanation.decided_by.clone()));
    for way in &explanation.would_change {
        report.facts.push(("would change", way.clone()));
    }
    report.data.add(&spelled::explanation(&explanation));
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
        DisplayVerdict::Passed | DisplayVerdict::PassedWithWarnings | DisplayVerdict::Failed => {
            words.to_owned()
        }
    }
}

/// Returns what every surface says of a review, in the contract's words.
fn facts(review: &StageReview, in_ci: &StageReview) -> Vec<(&'static str, String)> {
    let checkpoint = review.checkpoint().map_or("none", spelled::checkpoint_name);
    let resolution = review.resolution().map_or("none", spelled::resolution_name);
    let progress = if review.allows_progress() { "may go on" } else { "has to wait" };
    let ci_progress = if in_ci.allows_progress() { "may go on" } else { "has to wait" };
    let mut facts = vec![
        ("stage", review.stage().word().to_owned()),
        ("checkpoint", checkpoint.replace('_', " ")),
        ("verdict", verdict(review)),
        ("resolution", resolution.replace('_', " ")),
        ("policy", review.policy().to_string()),
        ("exit code", format!("{}, the work {progress}", review.outcome().exit_code())),
        (
            "in CI",
            format!(
                "{}, {}, the work {ci_progress} ({})",
                in_ci.outcome().exit_code(),
                verdict(in_ci),
                in_ci.policy()
            ),
        ),
    ];
    facts.extend(review.stage().alias_note().map(|note| ("alias", note.to_owned())));
    if review.checkpoint().is_some() {
        facts.extend(evidence(review));
    }
    facts
}

/// Returns the verdict, and of a skipped review also why, as JSON has them but with blanks.
fn verdict(review: &StageReview) -> String {
    let Some(display) = review.display() else { return "none".to_owned() };
    let word = spelled::verdict_name(display);
    let said = match spelled::reason_name(display) {
        Some(reason) => format!("{word}, {reason}"),
        None => word.to_owned(),
    };
    said.replace('_', " ")
}

/// Returns what was read and what was left out, each with the reason.
fn evidence(review: &StageReview) -> Vec<(&'static str, String)> {
    let read = review.read();
    let (selected, all) = (review.selected().count(), review.files().count());
    let mut facts =
        vec![("folder", read.folder.clone()), ("evidence", format!("{selected} of {all} files"))];
    for (is_selected, name) in [(true, "read"), (false, "left out")] {
        facts.extend(by_reason(review, is_selected).into_iter().map(|said| (name, said)));
    }
    facts.extend(review.overlooked().into_iter().map(|file| {
        ("overlooked", format!("{} holds conflicts that the selected evidence lacks", file.name()))
    }));
    facts.extend(read.packet.as_ref().map(|packet| {
        let state = if packet.present { "present" } else { "missing" };
        ("packet", format!("{}, {state}", packet.path))
    }));
    let telemetry = read.telemetry.iter();
    facts.extend(telemetry.map(|one| ("telemetry", format!("{}, never decides", one.path))));
    facts
}

/// Returns the files that were read, or that were not, those of one reason on a line.
fn by_reason(review: &StageReview, is_selected: bool) -> Vec<String> {
    let explanation = review.explain();
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in explanation.considered.iter().filter(|file| file.selected == is_selected) {
        reasons.entry(&file.why).or_default().push(&file.name);
    }
    reasons.into_iter().map(|(why, names)| format!("{}: {why}", names.join(", "))).collect()
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
    let origin = match signal.origin() {
        Origin::Role(role) => format!("role {}", role.word()),
        Origin::System => "system".to_owned(),
    };
    make(code, signal.place.clone(), &signal.message)
        .detail("kind", spelled::kind_name(signal.kind()))
        .detail("origin", origin)
        .help(help)
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
