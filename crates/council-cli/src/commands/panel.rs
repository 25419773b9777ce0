//! `council panel`: holds a panel on a PRD and writes the handoff.

use std::path::PathBuf;

use clap::Args;
use council::{
    check::Warnings,
    core::ident::ProjectName,
    panel::{self, PanelError, Request},
};

use crate::{
    clock,
    commands::{Output, check::located},
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council panel`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council panel docs/prd.md --project checkout
  council panel docs/prd.md --project checkout --format json")]
pub(crate) struct PanelArgs {
    /// The PRD, a Markdown file
    #[arg(value_name = "PATH")]
    path: PathBuf,

    /// The project, a folder of `workspace`
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    /// End with exit code 1 if it was approved with concerns
    #[arg(long)]
    strict_warnings: bool,
}

/// Holds a panel.
pub(crate) fn run(args: &PanelArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let repo = settings.repo()?;
    let path = located(&repo, settings.folder()?, &args.path)
        .hint("give the path of a Markdown file inside the repository")?;
    let request = Request { project: project.clone(), path };
    let warnings = if args.strict_warnings { Warnings::Strict } else { Warnings::Shown };
    match panel::convene(&repo, &request, clock::now(), &settings.holder("panel")) {
        Ok(convened) => Ok(panel::report(&convened, warnings).into()),
        Err(error) => ended("panel", &project, error),
    }
}

/// Says why a step of a panel review was not taken: as a result where a human has to act first, as a failure else.
pub(super) fn ended(
    command: &'static str,
    project: &ProjectName,
    error: PanelError,
) -> Result<Output, CommandError> {
    let help = match &error {
        PanelError::Refused(refusal) => {
            return Ok(panel::refused(command, project.as_str(), refusal).into());
        }
        PanelError::Store(error) => error.help(),
        PanelError::Protocol(_) | PanelError::Broken(_) | PanelError::UnknownRecord { .. } => None,
    };
    let failed = CommandError::from(error);
    Err(match help {
        Some(help) => failed.hint(help),
        None => failed,
    })
}
