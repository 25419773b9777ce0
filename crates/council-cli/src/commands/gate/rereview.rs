//! `council gate rereview`: whether the panel meets again.

use clap::Args;
use council::{core::ident::ProjectName, handoff};

use crate::{
    commands::Output,
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate rereview`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council gate rereview checkout
  council gate rereview checkout --format json")]
pub(crate) struct ReReviewArgs {
    /// The project, a folder of `workspace`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,
}

/// Reads the decision on the current review, or recommends one.
pub(crate) fn run(args: &ReReviewArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let repo = settings.repo()?;
    let gate = handoff::rereview(&repo, &project)
        .hint("reviews are read from `workspace/NAME/handoffs` inside the repository only")?;
    Ok(handoff::rereview_report(&gate).into())
}
