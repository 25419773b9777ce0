//! `council init`: writes the project's settings.

use clap::Args;
use council::{
    StoreError,
    core::gate::Outcome,
    formats::{
        project::{FILE, TEMPLATE},
        report::Report,
    },
};

use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council init`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  Here                 council init
  Somewhere else       council init --repo ../shop")]
pub(crate) struct InitArgs {}

/// Writes `council.toml`, with every setting and its default.
pub(crate) fn run(_args: &InitArgs, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    repo.create_new(FILE, TEMPLATE.as_bytes()).map_err(|error| {
        let there = matches!(error, StoreError::Exists { .. });
        let failed = CommandError::from(error);
        if there { failed.hint("edit it; nothing is overwritten") } else { failed }
    })?;
    let mut report = Report::new("init", FILE, Outcome::Pass, "written");
    report.next = vec![
        "change a setting by taking away its `#`".to_owned(),
        "`council review PATH` convenes a council".to_owned(),
    ];
    Ok(report.into())
}
