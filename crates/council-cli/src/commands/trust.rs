//! `council trust`: accepts a `council.toml` that others can write, as it is now.

use std::path::{Path, PathBuf};

use clap::Args;
use council::{
    StoreError,
    core::gate::Outcome,
    formats::{
        project::FILE,
        report::{Data, Report},
        trust::Trusted,
    },
    trust,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{clock, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council trust`.
#[derive(Debug, Args)]
#[command(after_help = "\
A `council.toml` that belongs to another user, or that lies where everybody can put one, is not followed. Accepting it \
holds for what it says now: another word in it, and it is refused again. What is accepted stands in the user's own \
folder, and never makes a repository more than a repository.

Examples:
  The one of this repository   council trust
  Another one                  council trust ../shop/council.toml
  What is accepted             council trust --list
  No more                      council trust --revoke ../shop/council.toml")]
pub(crate) struct TrustArgs {
    /// The `council.toml`, or the folder that it lies in [default: that of the repository]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,

    /// Take back what was accepted
    #[arg(long)]
    revoke: bool,

    /// List what is accepted
    #[arg(long, conflicts_with_all = ["path", "revoke"])]
    list: bool,
}

/// Accepts a settings file, takes it back, or lists them all.
pub(crate) fn run(args: &TrustArgs, settings: &Settings) -> Result<Output, CommandError> {
    let own = settings.own_apart()?;
    let refused = |error| settings.refused(error);
    if args.list {
        return Ok(listed(&trust::accepted(own.as_ref()).map_err(refused)?).into());
    }
    let path = match &args.path {
        None => settings.repo()?.root().join(FILE),
        Some(given) if given.file_name().is_some_and(|name| name == FILE) => {
            settings.folder()?.join(given)
        }
        Some(given) => settings.folder()?.join(given).join(FILE),
    };
    if args.revoke {
        let revoked = trust::revoke(own.as_ref(), &plain(&path)).map_err(refused)?;
        return Ok(about(&revoked, "no longer trusted").into());
    }
    // Whoever brings a link brings no settings, and would learn what it leads to.
    if settings.repo()?.is_led_out(settings.folder()?, &path) {
        return Err(refused(StoreError::Outside { path: path.display().to_string() }.into()));
    }
    let accepted = trust::accept(own.as_ref(), &path, clock::now()).map_err(refused)?;
    Ok(about(&accepted, "trusted as it is now").into())
}

/// Takes `.` and what leads back out of a path, for a file that is gone and has no real path any more.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                plain.pop();
            }
            part @ (std::path::Component::Prefix(_)
            | std::path::Component::RootDir
            | std::path::Component::Normal(_)) => plain.push(part),
        }
    }
    plain
}

/// What `trust` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TrustOutput<'a> {
    /// What was accepted or taken back, or all that is accepted.
    trusted: &'a [Trusted],
}

fn about(one: &Trusted, headline: &str) -> Report {
    let mut report = Report::new("trust", one.path.clone(), Outcome::Pass, headline);
    report.facts = vec![("blake3", one.blake3.clone())];
    report.data = Data::of(&TrustOutput { trusted: std::slice::from_ref(one) });
    report
}

fn listed(all: &[Trusted]) -> Report {
    let headline = match all.len() {
        0 => "nothing is trusted that others can write".to_owned(),
        1 => "1 file is trusted as it was".to_owned(),
        several => format!("{several} files are trusted as they were"),
    };
    let mut report = Report::new("trust", "", Outcome::Pass, headline);
    report.facts = all
        .iter()
        .map(|one| ("trusted", format!("{} since {}, {}", one.path, one.at, one.blake3)))
        .collect();
    report.data = Data::of(&TrustOutput { trusted: all });
    report
}
