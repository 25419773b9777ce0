//! `council init`: writes the project's settings, and sets a forum up where that is asked for.

mod forum;

pub(crate) use forum::InitForumOutput;

use clap::Args;
use council::{
    Repo, StoreError,
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
  A forum, by flags    council init --forum --project checkout --owner \"Ines: users\" \\
                         --owner \"Bo: costs\" --advocate \"Kit: what breaks\"")]
pub(crate) struct InitArgs {
    /// Write your own `config.toml`, where servers, keys and agents are, instead of a project's settings
    #[arg(long, conflicts_with = "forum")]
    user: bool,

    #[command(flatten)]
    forum: ForumSetupArgs,
}

/// Where version control is told what it leaves out.
const IGNORE: &str = ".gitignore";

/// What is added there.
const SESSIONS: &str = "/evidence/";

/// Keeps sessions out of version control where that is up to us, and says what was done or why nothing was.
fn ignored(repo: &Repo) -> Result<String, CommandError> {
    if !repo.has_versions() {
        return Ok(format!("nothing added to `{IGNORE}`: this is not a Git repository"));
    }
    let before = repo.read_if_there(IGNORE)?.unwrap_or_default();
    let is_it = |line: &str| line.trim().trim_matches('/') == SESSIONS.trim_matches('/');
    if before.lines().any(is_it) {
        return Ok(format!("`{IGNORE}` already leaves out `{SESSIONS}`"));
    }
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    let text = format!(
        "{before}{gap}# What `council review` writes; commit it where reviews are kept.\n{SESSIONS}\n"
    );
    repo.write_atomic(IGNORE, text.as_bytes())?;
    Ok(format!("`{SESSIONS}` added to `{IGNORE}`"))
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
    report.facts.push(("sessions", ignored(&repo)?));
    report.next = vec![
        "change a setting by taking away its `#`".to_owned(),
        "`council review PATH` convenes a council".to_owned(),
    ];
    Ok(report.into())
}

/// Writes the user's own settings, for their owner alone.
fn user(settings: &Settings) -> Result<Output, CommandError> {
    let own = settings.own_apart()?.ok_or(SettingsError::NoFolder);
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
