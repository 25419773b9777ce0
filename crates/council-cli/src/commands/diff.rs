//! `council diff`: what changed between two sessions.

use clap::Args;
use council::{
    Repo, diff,
    project::{self, ProjectSession},
};

use super::{session::failed, show::named};
use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
A finding is recognised by what shows it, not by its line or its id: sections may move, lines may be reflowed. One that \
is not raised again counts as fixed only if the text no longer shows it. The exit code is 0 whatever changed.

Examples:
  The two newest on the last packet     council diff
  The two newest on a packet            council diff PRD-0007
  A session and the one before it       council diff COUNCIL-PRD-0007-20260126-100000
  Any two                               council diff 20260126-100000 latest
  The last two of a panel or a forum    council diff my-project
  Two reviews of a panel                council diff my-project/r1 my-project/r2
  Two rounds of a forum                 council diff my-project/round-1 my-project/round-2")]
pub(crate) struct DiffArgs {
    /// The earlier session, or a packet; alone, it is compared with the session before it
    #[arg(value_name = "A")]
    from: Option<String>,

    /// The later session
    #[arg(value_name = "B")]
    to: Option<String>,
}

/// Compares two sessions.
pub(crate) fn run(args: &DiffArgs, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let name = |given: &Option<String>| {
        given.as_ref().map(|given| named(&repo, settings, given)).transpose()
    };
    let (from, to) = (name(&args.from)?, name(&args.to)?);
    if let Some(first) = of_project(&repo, from.as_deref())? {
        let second = of_project(&repo, to.as_deref())?;
        if second.is_some() || to.is_none() {
            let report = diff::of_project(&repo, &first, second.as_ref());
            return Ok(report.map_err(failed)?.into());
        }
    }
    let diff = diff::diff(&repo, from.as_deref(), to.as_deref()).map_err(failed)?;
    Ok(diff::report(&diff).into())
}

/// Finds the session of a project that is named, if one is.
fn of_project(repo: &Repo, given: Option<&str>) -> Result<Option<ProjectSession>, CommandError> {
    match given {
        Some(given) => project::find(repo, given).map_err(failed),
        None => Ok(None),
    }
}
