//! `council export`: writes sessions of a store into the repository.

use clap::Args;
use council::{
    core::gate::Outcome,
    formats::report::{Data, Report},
    shared::{self, Shared},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::stored::{StoreArgs, wait};
use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council export`.
#[derive(Debug, Args)]
#[command(after_help = "\
The journal, the record and the bundle are what a run in this repository would have left. What is there already and differs \
is not overwritten.

Examples:
  council export latest --store postgres://council@db.example.org/council
  council export COUNCIL-PRD-0007-20260126-100000")]
pub(crate) struct ExportArgs {
    /// The sessions: their id, their packet, or `latest`
    #[arg(value_name = "SESSION", required = true)]
    sessions: Vec<String>,

    #[command(flatten)]
    store: StoreArgs,
}

/// What is said in JSON of sessions that were written or put in.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExportedKeys")]
pub(crate) struct ExportOutput {
    /// The sessions.
    pub(super) sessions: Vec<String>,
    /// The journals that were written.
    pub(super) files: Vec<String>,
}

/// Writes them.
pub(crate) fn run(args: &ExportArgs, settings: &Settings) -> Result<Output, CommandError> {
    let (address, repo) = (args.store.expected(settings)?, settings.repo()?);
    let exported = wait(async {
        let shared = Shared::open(&address, args.store.tenant()).await?;
        let mut exported = Vec::new();
        for session in &args.sessions {
            exported.push(shared::export(&shared, &repo, session).await?);
        }
        Ok(exported)
    })?;
    let sessions: Vec<String> = exported.iter().map(council::SessionFiles::id).collect();
    let files = exported.iter().map(|files| files.journal().to_owned()).collect();
    let headline = format!("wrote {}", sessions.join(", "));
    let mut report = Report::new("export", "", Outcome::Skipped, headline);
    report.data = Data::of(&ExportOutput { sessions, files });
    Ok(report.into())
}
