//! `council gate handoff`: whether task generation may start on a reviewed PRD.

use clap::Args;
use council::{
    core::{handoff::Line, ident::ProjectName},
    handoff::{self, HandoffRequest},
};

use crate::{
    clock,
    commands::Output,
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate handoff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council gate handoff checkout
  council gate handoff checkout --format json
  council gate handoff checkout --acknowledge \"the open finding is tracked as PAY-112\"")]
pub(crate) struct HandoffArgs {
    /// The project, a folder of `workspace`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    #[command(flatten)]
    acknowledged: Acknowledged,
}

/// A human's word that the work goes on.
#[derive(Debug, Args)]
pub(crate) struct Acknowledged {
    /// Say why to go on although the panel said to revise and nothing was changed
    ///
    /// Without it such a review ends with 11. It answers nothing else: a hard fail still blocks.
    #[arg(long, value_name = "REASON")]
    acknowledge: Option<String>,
}

impl Acknowledged {
    /// Returns the reason, if one was given.
    pub(crate) fn reason(&self) -> Result<Option<Line>, CommandError> {
        let Some(reason) = &self.acknowledge else { return Ok(None) };
        let reason = Line::new(reason);
        reason
            .map(Some)
            .ok_or_else(|| CommandError::usage("`--acknowledge` needs a reason in words"))
    }
}

/// Judges the latest review.
pub(crate) fn run(args: &HandoffArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let acknowledged = args.acknowledged.reason()?;
    let repo = settings.repo()?;
    let gate =
        handoff::gate(&repo, &HandoffRequest { project, acknowledged, today: clock::today() })
            .hint("reviews are read from `workspace/NAME/handoffs` inside the repository only")?;
    Ok(handoff::report(&gate).into())
}
