//! `council gate rereview`: whether the panel meets again.

use clap::Args;
use council::{
    core::{
        gate::{Outcome, rereview::Advice},
        handoff::{CleanLine, GateDecision},
        ident::ProjectName,
    },
    formats::report::Report,
    handoff,
    panel::{self, CloseRequest, NextPhase},
};

use crate::{
    clock,
    commands::{Output, decide::left, panel::ended},
    error::{CommandError, Hint as _},
    form,
    printer::Printer,
    settings::{Presence, Settings},
};

/// The arguments of `council gate rereview`.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal and without a decision in flags, a form asks for it.

Examples:
  council gate rereview checkout
  council gate rereview checkout --format json
  council gate rereview checkout --proceed --rationale \"only wording changed\" --by Ada
  council gate rereview checkout --reconvene --rationale \"the interface is new\" --by Ada")]
pub(crate) struct ReReviewArgs {
    /// The project, a folder of `workspace`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    /// Decide that the work goes on
    #[arg(long, requires = "rationale", conflicts_with = "reconvene")]
    proceed: bool,

    /// Decide that the panel meets again, and open the next review
    #[arg(long, requires = "rationale")]
    reconvene: bool,

    /// Why
    #[arg(long, value_name = "REASON")]
    rationale: Option<String>,

    /// Who decides
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// Records a decision on the current review, or reads it, or recommends one.
pub(crate) fn run(args: &ReReviewArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let decision = match (args.proceed, args.reconvene) {
        (true, _) => Some(GateDecision::Proceed),
        (false, true) => Some(GateDecision::Reconvene),
        (false, false) => None,
    };
    if let Some(decision) = decision {
        return decide(args, settings, &project, decision);
    }
    if args.rationale.is_some() || args.by.is_some() {
        return Err(CommandError::usage("`--rationale` and `--by` go with a decision")
            .hint("decide with `--proceed` or `--reconvene`"));
    }
    let repo = settings.repo()?;
    let gate = handoff::rereview(&repo, &project)
        .hint("reviews are read from `workspace/NAME/handoffs` inside the repository only")?;
    let report = handoff::rereview_report(&gate, handoff::waits(&repo, &project, clock::today()));
    if report.outcome == Outcome::InputNeeded
        && gate.answer.advice.is_some()
        && settings.presence == Presence::Human
    {
        let advised = gate.answer.advice.as_ref().map(Advice::decision);
        return at_terminal(settings, &project, &report, advised);
    }
    Ok(report.into())
}

/// Shows what is recommended, asks, shows what was answered, and records it after a yes.
fn at_terminal(
    settings: &Settings,
    project: &ProjectName,
    report: &Report,
    advised: Option<GateDecision>,
) -> Result<Output, CommandError> {
    let printer = Printer::new(settings);
    for (name, value) in report.facts.iter().filter(|(name, _)| *name == "recommended") {
        form::remark(&printer, &format!("{name}: {value}"));
    }
    let Some(by) = form::words("Who decides?", None)? else {
        return Ok(left("gate rereview", project));
    };
    let ways = [
        (GateDecision::Proceed, "proceed to the next phase"),
        (GateDecision::Reconvene, "reconvene the council for a re-review"),
    ];
    let options = ways.map(|(decision, words)| {
        let mark = if advised == Some(decision) { " (recommended)" } else { "" };
        format!("{words}{mark}")
    });
    let options = options.each_ref().map(String::as_str);
    let Some(chosen) = form::choose("What happens next?", &options)? else {
        return Ok(left("gate rereview", project));
    };
    let decision = if chosen == 0 { GateDecision::Proceed } else { GateDecision::Reconvene };
    let (repo, holder) = (settings.repo()?, settings.holder("gate rereview"));
    if let Err(error) = panel::may_close(&repo, project, decision, &holder) {
        return ended("gate rereview", project, error);
    }
    let Some(rationale) = form::words("Why?", None)? else {
        return Ok(left("gate rereview", project));
    };
    let word = council::formats::handoff::words::decision(decision);
    form::remark(&printer, &format!("{word}: {rationale}; decided by {by}"));
    match form::agrees("Record this decision?")? {
        Some(true) => {
            let project = project.clone();
            record(settings, &CloseRequest { project, decision, rationale, by: Some(by) })
        }
        Some(false) | None => Ok(left("gate rereview", project)),
    }
}

fn decide(
    args: &ReReviewArgs,
    settings: &Settings,
    project: &ProjectName,
    decision: GateDecision,
) -> Result<Output, CommandError> {
    let rationale = args.rationale.as_deref().and_then(CleanLine::new);
    let rationale =
        rationale.ok_or_else(|| CommandError::usage("`--rationale` needs a reason in words"))?;
    let by = args.by.as_deref().and_then(CleanLine::new);
    record(settings, &CloseRequest { project: project.clone(), decision, rationale, by })
}

fn record(settings: &Settings, request: &CloseRequest) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let settled = settings.project(&repo)?;
    let phase = match (settled.tasks.to, settings.presence) {
        (None, Presence::Human) => NextPhase::Destination,
        (Some(_), _) | (None, Presence::Nobody) => NextPhase::Tasks,
    };
    match panel::close(&repo, request, clock::now(), &settings.holder("gate rereview")) {
        Ok(closed) => {
            let gate = handoff::waits(&repo, &request.project, clock::today());
            Ok(panel::closed_report(&closed, phase, gate).into())
        }
        Err(error) => ended("gate rereview", &request.project, error),
    }
}
