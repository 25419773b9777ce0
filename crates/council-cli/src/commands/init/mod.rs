//! `council init`: writes the project's settings, and sets a forum up where that is asked for.

mod forum;

use clap::Args;
use council::{
    StoreError,
    core::gate::Outcome,
    formats::{
        project::{FILE, TEMPLATE},
        report::Report,
        user,
    },
    trust::SettingsError,
};
use forum::ForumSetupArgs;

use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council init`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  Here                 council init
  Somewhere else       council init --repo ../shop
  Servers and keys     council init --user
  A forum, by a form   council init --forum
  A forum, by flags    council init --forum --project checkout --owner \"Ines: users\" --owner \"Bo: costs\" \\
                         --advocate \"Kit: what breaks\"")]
pub(crate) struct InitArgs {
    /// Write your own `config.toml`, where servers, keys and agents are, instead of a project's settings
    #[arg(long, conflicts_with = "forum")]
    user: bool,

    #[command(flatten)]
    forum: ForumSetupArgs,
}

/// Writes `council.toml`, with every setting and its default, or a forum's files.
pub(crate) fn run(args: &InitArgs, settings: &Settings) -> Result<Output, CommandError> {
    if args.forum.is_wanted() {
        return forum::run(&args.forum, settings);
    }
    if args.user {
        return user(settings);
    }
    let repo = settings.repo()?;
    repo.create_new(FILE, TEMPLATE.as_bytes()).map_err(unwritten)?;
    let mut report = Report::new("init", FILE, Outcome::Pass, "written");
    report.next = vec![
        "change a setting by taking away its `#`".to_owned(),
        "`council review PATH` convenes a council".to_owned(),
    ];
    Ok(report.into())
}

/// Writes the user's own settings, for their owner alone.
fn user(settings: &Settings) -> Result<Output, CommandError> {
    let own = settings.own().ok_or(SettingsError::NoFolder);
    let own = own.map_err(|error| settings.refused(error))?;
    own.create_new(user::FILE, user::TEMPLATE.as_bytes()).map_err(unwritten)?;
    let path = own.file(user::FILE).display().to_string();
    let mut report = Report::new("init", path, Outcome::Pass, "written, for you alone");
    report.next = vec![
        "change a setting by taking away its `#`".to_owned(),
        "`council doctor --reviewer PROVIDER:MODEL` says whether a model answers".to_owned(),
    ];
    Ok(report.into())
}

fn unwritten(error: StoreError) -> CommandError {
    let there = matches!(error, StoreError::Exists { .. });
    let failed = CommandError::from(error);
    if there { failed.hint("edit it; nothing is overwritten") } else { failed }
}
