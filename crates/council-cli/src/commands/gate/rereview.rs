//! `council gate rereview`: whether the panel meets again.

use clap::Args;
use council::{
    core::{
        handoff::{GateDecision, Line},
        ident::ProjectName,
    },
    handoff,
    panel::{self, CloseRequest},
};

use crate::{
    clock,
    commands::{Output, panel::ended},
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate rereview`.
#[derive(Debug, Args)]
#[command(after_help = "\
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
    Ok(handoff::rereview_report(&gate).into())
}

fn decide(
    args: &ReReviewArgs,
    settings: &Settings,
    project: &ProjectName,
    decision: GateDecision,
) -> Result<Output, CommandError> {
    let rationale = args.rationale.as_deref().and_then(Line::new);
    let rationale =
        rationale.ok_or_else(|| CommandError::usage("`--rationale` needs a reason in words"))?;
    let by = args.by.as_deref().and_then(Line::new);
    let repo = settings.repo()?;
    let request = CloseRequest { project: project.clone(), decision, rationale, by };
    match panel::close(&repo, &request, clock::now(), &settings.holder("gate rereview")) {
        Ok(closed) => Ok(panel::closed_report(&closed).into()),
        Err(error) => ended("gate rereview", project, error),
    }
}
