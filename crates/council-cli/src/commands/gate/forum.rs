//! `council gate forum`: whether a human has decided what a project's forum came to.

use clap::Args;
use council::{
    core::ident::ProjectName,
    drill,
    forum::{self, ForumRequest},
};

use crate::{
    commands::{Output, session::DrillArgs},
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate forum`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council gate forum checkout
  council gate forum checkout --format json")]
pub(crate) struct GateForumArgs {
    /// The project, such as `checkout`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    #[command(flatten)]
    drill: DrillArgs,
}

/// Looks at the forum.
pub(crate) fn run(args: &GateForumArgs, settings: &Settings) -> Result<Output, CommandError> {
    let request = ForumRequest { project: ProjectName::new(&args.project)? };
    let repo = settings.repo()?;
    let review = forum::review(&repo, &request)
        .hint("the forum is read inside the repository only; see `--repo`")?;
    let mut report = forum::report(&review);
    drill::mark(&mut report, &review.stand_ins, args.drill.drill());
    Ok(report.into())
}
