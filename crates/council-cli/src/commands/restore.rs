//! `council restore`: writes the files of a project's reviews as they were recorded.

use clap::Args;
use council::{core::ident::ProjectName, handoff, panel};

use crate::{
    clock,
    commands::{Output, panel::ended},
    error::CommandError,
    settings::Settings,
};

/// The arguments of `council restore`.
#[derive(Debug, Args)]
#[command(after_help = "\
The journal holds every review, its JSON and every version of the PRD. A file that is missing is written again; one that
was edited is written as it was recorded, and the edit is kept under `workspace/NAME/edited`.

Examples:
  council restore checkout
  council restore checkout --format json")]
pub(crate) struct RestoreArgs {
    /// The project, a folder of `workspace`
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,
}

/// Writes the files again.
pub(crate) fn run(args: &RestoreArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let repo = settings.repo()?;
    match panel::restore(&repo, &project, &settings.holder("restore")) {
        Ok(restored) => {
            let gate = handoff::waits(&repo, &project, clock::today());
            Ok(panel::restored_report(&restored, gate).into())
        }
        Err(error) => ended("restore", &project, error),
    }
}
