//! `council show`: the sessions of the repository, and one session as a page.

use std::path::Path;

use clap::Args;
use council::{Repo, project, review::SessionError, run::RunError, sessions, show};

use super::{check::located, session::failed};
#[cfg(feature = "web")]
use crate::error::Hint as _;
use crate::{clock, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council show`.
#[derive(Debug, Args)]
#[command(after_help = "\
Reading decides nothing: the exit code is 0 whatever the verdict was, and JSON says so with the outcome `skipped`.

Examples:
  Every session            council show
  The newest               council show latest
  The newest on a packet   council show PRD-0007
  A panel or a forum       council show my-project
  One of its reviews       council show my-project/r2
  One of its rounds        council show my-project/round-1
  A record from elsewhere  council show old/prd_review_2026-01-26.json
  For a pull request       council show latest --format markdown
  To mail or print         council show latest --html review.html")]
pub(crate) struct ShowArgs {
    /// The session: its id, one of its files, its packet, or `latest`; a project with a panel or a forum by its name, one
    /// of its reviews as `PROJECT/r2`, one of its rounds as `PROJECT/round-2`; any other record of a review by its path
    #[arg(value_name = "SESSION")]
    session: Option<String>,

    /// Write the session as one page that needs nothing else: no scripts, to be mailed or printed
    #[cfg(feature = "web")]
    #[arg(long, value_name = "FILE", requires = "session")]
    html: Option<std::path::PathBuf>,

    /// Write the picture of what was covered, modes and sections, as SVG
    #[cfg(feature = "web")]
    #[arg(long, value_name = "FILE", requires = "session")]
    svg: Option<std::path::PathBuf>,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    store: super::stored::StoreArgs,
}

/// Shows what was asked for.
pub(crate) fn run(args: &ShowArgs, settings: &Settings) -> Result<Output, CommandError> {
    #[cfg(feature = "postgres")]
    if let Some(output) = in_store(args, settings)? {
        return Ok(output);
    }
    shown(args, args.session.as_deref(), settings)
}

/// Shows what a store has, if one is named.
#[cfg(feature = "postgres")]
fn in_store(args: &ShowArgs, settings: &Settings) -> Result<Option<Output>, CommandError> {
    use super::stored::{laid_out, wait};
    use council::shared::{Shared, listed};
    /// The most sessions of a list.
    const MOST: i64 = 200;
    if let Some(session) = &args.session {
        return laid_out(&args.store, settings, session, |name, settings| {
            shown(args, Some(name), settings)
        });
    }
    let Some(address) = args.store.address(settings)? else { return Ok(None) };
    let rows = wait(async {
        let shared = Shared::open(&address, args.store.tenant()).await?;
        Ok(shared.store().list(Some(shared.tenant()), MOST).await?)
    })?;
    Ok(Some(listed(&rows).into()))
}

#[cfg_attr(not(feature = "web"), expect(unused_variables, reason = "only the page writes files"))]
fn shown(
    args: &ShowArgs,
    session: Option<&str>,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let Some(given) = session else {
        return Ok(show::listing(&show::list(&repo, clock::today())?).into());
    };
    if let Some(session) = project::find(&repo, given).map_err(failed)?
        && let Some(report) = project::show(&repo, &session).map_err(failed)?
    {
        return Ok(report.into());
    }
    match sessions::load(&repo, &named(&repo, settings, given)?, Some(clock::today())) {
        Ok(kept) => {
            #[cfg(feature = "web")]
            export(args, &kept)?;
            Ok(show::report(&kept).into())
        }
        // What is no session may be a project, which has a panel or a forum instead.
        Err(error @ RunError::Session(SessionError::NotFound(_))) => {
            match show::project(&repo, given, clock::today()).map_err(failed)? {
                Some(report) => Ok(report.into()),
                None => Err(failed(error)),
            }
        }
        Err(error) => Err(failed(error)),
    }
}

/// Writes what was asked for as files. What is there already is not replaced.
#[cfg(feature = "web")]
fn export(args: &ShowArgs, kept: &sessions::StoredSession) -> Result<(), CommandError> {
    if let Some(path) = &args.html {
        create(path, &council_web::export::page(kept))?;
    }
    if let Some(path) = &args.svg {
        let picture = council_web::export::coverage(kept).ok_or_else(|| {
            CommandError::failure(
                "this session has no picture: nothing was claimed in it, or it has no journal",
            )
        })?;
        create(path, &picture)?;
    }
    Ok(())
}

#[cfg(feature = "web")]
#[expect(clippy::disallowed_types, reason = "the user names a file, which may be anywhere")]
fn create(path: &Path, text: &str) -> Result<(), CommandError> {
    use std::io::Write as _;
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written
        .map_err(CommandError::from)
        .map_err(|error| error.context(format!("failed to write `{}`", path.display())))
        .hint("nothing is overwritten: name a new file in an existing folder")
}

/// Names a session: by the path of one of its files in the repository, else as given.
pub(super) fn named(repo: &Repo, settings: &Settings, given: &str) -> Result<String, CommandError> {
    Ok(match located(repo, settings.folder()?, Path::new(given)) {
        Ok(path) if repo.has_file(&path) => path,
        // It is an id, or nothing at all; the library says which.
        Ok(_) | Err(_) => given.to_owned(),
    })
}
