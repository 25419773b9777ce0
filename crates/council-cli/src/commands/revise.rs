//! `council revise`: records a new version of a PRD and proves the revision log against the difference.

use std::path::PathBuf;

use clap::Args;
use council::{
    core::{handoff::CleanLine, ident::ProjectName},
    handoff,
    panel::{self, ReviseRequest},
};

use crate::{
    clock,
    commands::{Output, check::located, panel::ended},
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council revise`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council revise docs/prd.md --project checkout
  council revise docs/prd.md --project checkout --by Ada --format json")]
pub(crate) struct ReviseArgs {
    /// The new version, a Markdown file
    #[arg(value_name = "NEW_PRD")]
    path: PathBuf,

    /// The project, a folder of `workspace`
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    /// Who revised it
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// Records a new version.
pub(crate) fn run(args: &ReviseArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let repo = settings.repo()?;
    let path = located(&repo, settings.folder()?, &args.path)
        .hint("give the path of a Markdown file inside the repository")?;
    let by = args.by.as_deref().and_then(CleanLine::new);
    let request = ReviseRequest { project: project.clone(), path, by };
    match panel::revise(&repo, &request, clock::now(), &settings.holder("revise")) {
        Ok(revision) => {
            let gate = handoff::waits(&repo, &request.project, clock::today());
            Ok(panel::revision_report(&revision, gate).into())
        }
        Err(error) => ended("revise", &project, error),
    }
}
