//! `council diff`: what changed between two sessions.

use std::path::PathBuf;

use clap::Args;
use council::{
    Repo,
    diff::{self, BaseRequest},
    lint::{LintRequest, MinorFindings},
    project::{self, ProjectSession},
    specifications::Specifications,
};

use super::{session::failed, show::named};
use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
A finding is recognised by what shows it, not by its line or its id: sections may move, lines may be reflowed. One that \
is not raised again counts as fixed only if the text no longer shows it. The exit code is 0 whatever changed between \
sessions; with `--base` a new blocker or major ends with 2, as in `council lint`.

Examples:
  The two newest on the last packet     council diff
  The two newest on a packet            council diff PRD-0007
  A session and the one before it       council diff COUNCIL-PRD-0007-20260126-100000
  Any two                               council diff 20260126-100000 latest
  The last two of a panel or a forum    council diff my-project
  Two reviews of a panel                council diff my-project/r1 my-project/r2
  A branch against its base             council diff --base origin/main
  As a comment on a pull request        council diff --base origin/main --format pr-comment
  Two rounds of a forum                 council diff my-project/round-1 my-project/round-2")]
pub(crate) struct DiffArgs {
    /// Compare the specifications here with those of a revision of git: a branch, a tag or a commit
    ///
    /// It is compared with the commit where this branch left that revision. Shown are new findings, what became of the others,
    /// ids that mean something else now and who refers to them, and what the change may contradict in other specifications.
    /// Git's files are read; no program is started.
    #[arg(long, value_name = "REVISION")]
    base: Option<String>,

    /// End with exit code 1 if there are only minor findings, with `--base`
    #[arg(long, requires = "base")]
    strict_warnings: bool,

    /// The earlier session and the later one, or a packet; one alone is compared with the session before it. With `--base`,
    /// the files and folders to look at
    #[arg(value_name = "SESSION|PATH")]
    named: Vec<PathBuf>,
}

/// Compares two sessions, or a branch with its base.
pub(crate) fn run(args: &DiffArgs, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    if let Some(base) = &args.base {
        return against_base(args, base, &repo, settings);
    }
    if args.named.len() > 2 {
        let refusal = "more than two sessions cannot be compared";
        return Err(CommandError::usage(refusal)
            .hint("name two, or compare files with a revision of git: `--base REVISION`"));
    }
    let name = |at: usize| {
        let given = args.named.get(at).map(|given| given.display().to_string());
        given.map(|given| named(&repo, settings, &given)).transpose()
    };
    let (from, to) = (name(0)?, name(1)?);
    if let Some(first) = of_project(&repo, from.as_deref())? {
        let second = of_project(&repo, to.as_deref())?;
        if second.is_some() || to.is_none() {
            let report = diff::of_project(&repo, &first, second.as_ref());
            return Ok(report.map_err(failed)?.into());
        }
    }
    let diff = diff::diff(&repo, from.as_deref(), to.as_deref()).map_err(failed)?;
    Ok(diff::report(&diff).into())
}

/// Compares the specifications with those of a revision.
fn against_base(
    args: &DiffArgs,
    base: &str,
    repo: &Repo,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let project = settings.project(repo)?;
    let mut request = LintRequest::default();
    super::lint::settle(&mut request, &project)?;
    let folder = settings.folder()?;
    let paths = args.named.iter().map(|path| repo.relative_or_gone(folder, path));
    let request = BaseRequest {
        base: base.to_owned(),
        paths: paths.collect::<Result<Vec<_>, _>>()?,
        specifications: Specifications::of(&project),
        lint: request,
        warnings: if args.strict_warnings { MinorFindings::Strict } else { MinorFindings::Shown },
    };
    match diff::against_base(repo, &request) {
        Ok(report) => Ok(report.into()),
        Err(error) => {
            let help = error.help();
            Err(CommandError::from(error).hint(help))
        }
    }
}

/// Finds the session of a project that is named, if one is.
fn of_project(repo: &Repo, given: Option<&str>) -> Result<Option<ProjectSession>, CommandError> {
    match given {
        Some(given) => project::find(repo, given).map_err(failed),
        None => Ok(None),
    }
}
