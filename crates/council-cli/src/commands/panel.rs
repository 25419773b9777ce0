//! `council panel`: holds a panel on a PRD and writes the handoff.

use std::path::PathBuf;

use clap::Args;
use council::{
    check::Warnings,
    core::ident::ProjectName,
    drill::{self, Drill},
    formats::report::Report,
    panel::{self, PanelProgress, PanelRequest, Unfinished},
    review::NotAStage,
    run::RunError,
};

use super::session::{self, DrillArgs, LimitArgs, SpendArgs};
use crate::{
    answer_form,
    commands::{Output, check::located},
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council panel`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council panel docs/prd.md --project checkout
  council panel docs/prd.md --project checkout --dry-run
  council panel --project checkout
  council panel docs/prd.md --project checkout --seat security-reviewer=human
  council panel docs/prd.md --project checkout --stage-evidence SPEC-PAY-001:plan
  council panel docs/prd.md --project checkout --reviewer loopback:127.0.0.1:4567 --drill
  council panel docs/prd.md --project checkout --seat council-chair=scripted:drill.yaml --drill")]
pub(crate) struct PanelArgs {
    /// The PRD, a Markdown file
    ///
    /// Default: the newest version on record, which is what a reconvened panel reads.
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,

    /// The project, a folder of `workspace`
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    /// What fills every seat, the chair's too
    ///
    /// `rules` is the offline reviewer, `PROVIDER:MODEL` a model, `agent:NAME` a coding agent of this machine, `human` a
    /// person, who answers with `council answer`. `scripted:FILE` answers what a file says, `cassette:DIR` what an earlier panel answered (and `cassette:DIR=PROVIDER:MODEL` asks and
    /// records it once), `loopback:ADDRESS` what a program on this machine answers. Default: what `council.toml` says, else
    /// `rules`.
    #[arg(long, value_name = "REVIEWER")]
    reviewer: Option<String>,

    /// What fills one seat, such as `security-reviewer=human`
    #[arg(long = "seat", value_name = "SEAT=REVIEWER")]
    seats: Vec<String>,

    /// Give up a panel that was begun on this project and cut off, and begin anew
    ///
    /// Without it such a panel goes on, and nobody is asked again who has answered.
    #[arg(long)]
    anew: bool,

    /// Show who would be asked what and what it could cost, and ask nobody
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    spend: SpendArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    drill: DrillArgs,

    /// Also write the result as evidence for a stage gate, such as `SPEC-PAY-001:plan`
    #[arg(long, value_name = "SPEC-ID:STAGE")]
    stage_evidence: Option<String>,

    /// End with exit code 1 if it was approved with concerns
    #[arg(long)]
    strict_warnings: bool,
}

/// Holds a panel.
pub(crate) fn run(args: &PanelArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let mut seating = session::seating(args.reviewer.as_deref(), &args.seats)?;
    let spend = args.spend.spend()?;
    let stage_evidence = args.stage_evidence.as_deref().map(str::parse).transpose();
    let stage_evidence =
        stage_evidence.map_err(|error: NotAStage| CommandError::usage(error.to_string()))?;
    let repo = settings.repo()?;
    let settled = settings.project(&repo)?;
    if seating.every.is_none() {
        seating.every = session::of_project(&settled, settings)?;
    }
    let path = match &args.path {
        Some(given) => located(&repo, settings.folder()?, given)
            .hint("give the path of a Markdown file inside the repository")?,
        None => panel::newest(&repo, &project)?.ok_or_else(|| {
            CommandError::usage(format!("project `{project}` has no version of a PRD on record"))
                .hint("give the path of the PRD")
        })?,
    };
    let mut request = PanelRequest {
        project: project.clone(),
        path,
        seating,
        policy: args.limits.policy(&settled),
        spend,
        unfinished: if args.anew { Unfinished::GiveUp } else { Unfinished::GoOn },
        drill: args.drill.drill(),
        stage_evidence,
    };
    if args.dry_run {
        let providers = settings.providers()?;
        return match panel::dry_run(&repo, &request, &providers, crate::clock::now()) {
            Ok(report) => Ok(report.into()),
            Err(error) => ended("panel", &project, error),
        };
    }
    let warnings = if args.strict_warnings { Warnings::Strict } else { Warnings::Shown };
    let mut by = None;
    let held = loop {
        let held = session::driven("panel", settings, async |around, interrupt| {
            panel::convene(&repo, &request, around, interrupt).await
        })?;
        let is_waiting = matches!(held, Ok(PanelProgress::Waiting { .. }));
        if !(is_waiting && answer_form::answered(settings, project.as_str(), &mut by)?) {
            break held;
        }
        request.unfinished = Unfinished::GoOn;
    };
    match held {
        Ok(held) => Ok(output("panel", &held, warnings, args.drill.drill())),
        Err(error) => ended("panel", &project, error),
    }
}

/// Says how far a panel got.
pub(in crate::commands) fn output(
    command: &'static str,
    held: &PanelProgress,
    warnings: Warnings,
    drill: Drill,
) -> Output {
    let is_interrupted = match held {
        PanelProgress::Convened(convened) => {
            let report = panel::report(convened, warnings);
            let mut report = Report { command, ..report };
            drill::mark(&mut report, &convened.stand_ins(), drill);
            return report.into();
        }
        PanelProgress::Aborted { .. } | PanelProgress::Waiting { .. } => false,
        PanelProgress::Interrupted { .. } => true,
    };
    match panel::unheld_report(held).map(|report| Report { command, ..report }) {
        Some(report) if is_interrupted => Output::Interrupted(Box::new(report)),
        Some(report) => report.into(),
        None => Output::Reports(Vec::new()),
    }
}

/// Says why a step of a panel review was not taken: as a result where a human has to act first, as a failure else.
pub(in crate::commands) fn ended(
    command: &'static str,
    project: &ProjectName,
    error: RunError,
) -> Result<Output, CommandError> {
    session::ended(|refusal| panel::refused(command, project.as_str(), refusal), error)
}
