//! `council import`: puts sessions of the repository into a store.

use clap::Args;
use council::{
    core::gate::Outcome,
    formats::report::{Data, Report},
    shared::{self, Shared},
};

use super::{
    export::ExportOutput,
    stored::{StoreArgs, wait},
};
use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council import`.
#[derive(Debug, Args)]
#[command(after_help = "\
Everything that happened goes along, byte for byte. A session that has not ended goes on in the store.

Examples:
  council import latest --store postgres://council@db.example.org/council")]
pub(crate) struct ImportArgs {
    /// The sessions: their id, one of their files, their packet, or `latest`
    #[arg(value_name = "SESSION", required = true)]
    sessions: Vec<String>,

    #[command(flatten)]
    store: StoreArgs,
}

/// Puts them in.
pub(crate) fn run(args: &ImportArgs, settings: &Settings) -> Result<Output, CommandError> {
    let (address, repo) = (args.store.expected(settings)?, settings.repo()?);
    let sessions = wait(async {
        let shared = Shared::open(&address, args.store.tenant()).await?;
        let mut sessions = Vec::new();
        for session in &args.sessions {
            sessions.push(shared::import(&shared, &repo, session).await?);
        }
        Ok(sessions)
    })?;
    let headline = format!("put in {}", sessions.join(", "));
    let mut report = Report::new("import", "", Outcome::Skipped, headline);
    report.data = Data::of(&ExportOutput { sessions, files: Vec::new() });
    Ok(report.into())
}
