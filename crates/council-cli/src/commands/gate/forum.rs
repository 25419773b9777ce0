//! `council gate forum`: whether a human has decided what a project's forum came to.

use clap::Args;
use council::{
    core::ident::ProjectName,
    forum::{self, ForumRequest},
};

use crate::{
    commands::Output,
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate forum`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council gate forum checkout
  council gate forum checkout --format json")]
pub(crate) struct ForumArgs {
    /// The project, such as `checkout`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,
}

/// Looks at the forum.
pub(crate) fn run(args: &ForumArgs, settings: &Settings) -> Result<Output, CommandError> {
    let request = ForumRequest { project: ProjectName::new(&args.project)? };
    let repo = settings.repo()?;
    let review = forum::review(&repo, &request)
        .hint("the forum is read inside the repository only; see `--repo`")?;
    Ok(forum::report(&review).into())
}
