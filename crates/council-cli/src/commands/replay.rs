//! `council replay`: computes a session again from its journal.

use clap::Args;
use council::{
    project,
    review::{self, Demands, Difference},
};

use super::{session::failed, show::named};
use crate::{clock, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  What it came to      council replay latest
  Are the files true   council replay latest --check
  A panel or a forum   council replay my-project --check
  One of its reviews   council replay my-project/r2")]
pub(crate) struct ReplayArgs {
    /// The session: its id, one of its files, its packet, or `latest`; a project with a panel or a forum by its name, one
    /// of its reviews as `PROJECT/r2`, one of its rounds as `PROJECT/round-2`
    #[arg(value_name = "SESSION")]
    session: String,

    /// Compare the session's files with what the journal gives, byte for byte; a difference is exit code 2
    #[arg(long)]
    check: bool,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    store: super::stored::StoreArgs,
}

/// Computes a session again.
pub(crate) fn run(args: &ReplayArgs, settings: &Settings) -> Result<Output, CommandError> {
    #[cfg(feature = "postgres")]
    if let Some(output) =
        super::stored::laid_out(&args.store, settings, &args.session, |name, settings| {
            replayed(name, args.check, settings)
        })?
    {
        return Ok(output);
    }
    replayed(&args.session, args.check, settings)
}

fn replayed(given: &str, is_check: bool, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    if let Some(session) = project::find(&repo, &named(&repo, settings, given)?).map_err(failed)? {
        let replayed = if is_check { project::check } else { project::replay };
        return Ok(replayed(&repo, &session).map_err(failed)?.into());
    }
    let reviewed = review::replay(&repo, given, Some(clock::today())).map_err(failed)?;
    if is_check {
        let differences: Vec<Difference> = review::compare(&repo, &reviewed).map_err(failed)?;
        return Ok(review::comparison(&reviewed, &differences).into());
    }
    Ok(review::report("replay", &reviewed, Demands::default()).into())
}
