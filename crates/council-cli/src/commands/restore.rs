//! `council restore`: writes the files of a project's reviews and of its forum as they were recorded.

use clap::Args;
use council::{
    core::ident::ProjectName,
    forum, handoff,
    panel::{self, Restored},
    run::RunError,
};

use crate::{
    clock,
    commands::{Output, panel::ended},
    error::CommandError,
    settings::Settings,
};

/// The arguments of `council restore`.
#[derive(Debug, Args)]
#[command(after_help = "\
The journal holds every review, its JSON and every version of the PRD. A file that is missing is written again; one that \
was edited is written as it was recorded, and the edit is kept under `workspace/NAME/edited`. The record and the handoffs \
of a forum are written again from its own journal, and edits are kept under `agent-work/edited`.

Examples:
  council restore checkout
  council restore checkout --format json")]
pub(crate) struct RestoreArgs {
    /// The project, a folder of `workspace` or one with a forum
    #[arg(value_name = "NAME", allow_hyphen_values = true)]
    project: String,
}

/// Writes the files again.
pub(crate) fn run(args: &RestoreArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let repo = settings.repo()?;
    let holder = settings.holder("restore");
    let of_forum = match forum::restore(&repo, &project, &holder) {
        Ok(files) => files,
        Err(error) => return ended("restore", &project, error),
    };
    match (panel::restore(&repo, &project, &holder), of_forum) {
        (Ok(mut restored), of_forum) => {
            restored.files.extend(of_forum.unwrap_or_default());
            let gate = handoff::waits(&repo, &project, clock::today());
            Ok(panel::restored_report(&restored, gate).into())
        }
        // A project that has only a forum.
        (Err(RunError::Refused(_)), Some(files)) => {
            let gate = forum::waits(&repo, &project);
            let restored = Restored { project: project.clone(), files };
            let mut report = panel::restored_report(&restored, gate);
            report.next = vec![format!("`council gate forum {project}` says what comes next")];
            Ok(report.into())
        }
        (Err(error), _) => ended("restore", &project, error),
    }
}
