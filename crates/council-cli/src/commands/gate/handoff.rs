//! `council gate handoff`: whether task generation may start on a reviewed PRD.

use clap::Args;
use council::{
    core::{handoff::CleanLine, ident::ProjectName},
    drill,
    handoff::{self, HandoffRequest},
    panel::{self, Acknowledgement, Vouch},
    run::RunError,
};

use crate::{
    clock,
    commands::{Output, panel::ended, session::DrillArgs},
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate handoff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council gate handoff checkout
  council gate handoff checkout --format json
  council gate handoff checkout --acknowledge \"the open finding is tracked as PAY-112\" --by Ada
  council gate handoff checkout --unsigned \"reviewed in the old tool\" --by Ada")]
pub(crate) struct HandoffArgs {
    /// The project, a folder of `workspace`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    #[command(flatten)]
    acknowledge: AcknowledgeArgs,

    /// Answer for a review that Council did not write, and say why it may be built
    ///
    /// It is recorded with the texts it is about: the gate and `council tasks` then pass until one of them changes.
    /// Without it such a review passes by its text alone, and `allows_progress` is false. With `--ci`, or
    /// where `CI` says that this is a pipeline, nothing is recorded: a pipeline answers for nothing.
    #[arg(long, value_name = "REASON", requires = "by", conflicts_with = "acknowledge")]
    unsigned: Option<String>,

    /// End with 11 where no journal shows who decided, as an automation needs it
    #[arg(long)]
    ci: bool,

    #[command(flatten)]
    drill: DrillArgs,
}

/// A human's word that the work goes on.
#[derive(Debug, Args)]
pub(crate) struct AcknowledgeArgs {
    /// Say why to go on although the panel said to revise and nothing was changed
    ///
    /// It is recorded and holds until the review changes; without it such a review ends with 11. It answers nothing else:
    /// a hard fail still blocks. A pipeline, which `CI` or `--ci` tells, acknowledges nothing.
    #[arg(long, value_name = "REASON", requires = "by")]
    acknowledge: Option<String>,

    /// Who says so
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

impl AcknowledgeArgs {
    /// Returns what was acknowledged by whom, if it was.
    pub(crate) fn said(&self) -> Result<Option<Acknowledgement>, CommandError> {
        let (Some(reason), Some(by)) = (&self.acknowledge, &self.by) else { return Ok(None) };
        let reason = CleanLine::new(reason)
            .ok_or_else(|| CommandError::usage("`--acknowledge` needs a reason in words"))?;
        let by = CleanLine::new(by).ok_or_else(|| CommandError::usage("`--by` needs a name"))?;
        Ok(Some(Acknowledgement { reason, by }))
    }
}

/// Judges the latest review.
pub(crate) fn run(args: &HandoffArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let (said, vouch) = (args.acknowledge.said()?, vouch(args)?);
    if args.acknowledge.by.is_some() && said.is_none() && vouch.is_none() {
        return Err(CommandError::usage("`--by` goes with `--acknowledge` or `--unsigned`"));
    }
    let repo = settings.repo()?;
    let answers = said.is_some() || vouch.is_some();
    let is_ci = args.ci || (answers && settings.is_pipeline);
    let request = HandoffRequest { project, today: clock::today(), is_ci };
    let (now, holder) = (clock::now(), settings.holder("gate handoff"));
    let gate = match (said, vouch) {
        (Some(said), _) => panel::acknowledge(&repo, &request, &said, now, &holder),
        (None, Some(vouch)) => panel::vouch(&repo, &request, &vouch, now, &holder),
        (None, None) => handoff::gate(&repo, &request),
    };
    match gate {
        Ok(gate) => {
            let mut report = handoff::report(&gate);
            drill::mark(&mut report, &gate.stand_ins, args.drill.drill());
            Ok(report.into())
        }
        Err(error @ RunError::Refused(_)) => ended("gate handoff", &request.project, error),
        Err(error) => Err(error)
            .hint("reviews are read from `workspace/NAME/handoffs` inside the repository only"),
    }
}

/// Returns who answers for a review that others wrote, if somebody does.
fn vouch(args: &HandoffArgs) -> Result<Option<Vouch>, CommandError> {
    let (Some(reason), Some(by)) = (&args.unsigned, &args.acknowledge.by) else { return Ok(None) };
    let reason = CleanLine::new(reason)
        .ok_or_else(|| CommandError::usage("`--unsigned` needs a reason in words"))?;
    let by = CleanLine::new(by).ok_or_else(|| CommandError::usage("`--by` needs a name"))?;
    Ok(Some(Vouch { reason, by }))
}
