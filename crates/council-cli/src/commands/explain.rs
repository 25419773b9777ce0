//! `council explain`: why a finding, a verdict or a rule is what it is.

use clap::Args;
use council::{
    core::signature::ShortId,
    explain, manual, project,
    review::LATEST,
    rules::{self, Rule},
};

use super::{session::failed, show::named};
use crate::{clock, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  A finding's whole life            council explain F-3c9d01b2a7
  By its number in a session        council explain FND-PRD-0007-003
  As it was in an earlier session   council explain FND-PRD-0007-003 --session 20260126-100000
  What would change the verdict     council explain --verdict
  Of another session                council explain --verdict PRD-0007
  A panel's recommendation          council explain 3 --session my-project/r2
  A forum's challenge               council explain CH-1 --session my-project
  What a rule looks for             council explain vague-time")]
pub(crate) struct ExplainArgs {
    /// A finding's id or the name of a rule; a recommendation's number or a challenge's id of a project; with `--verdict` a session, by default the newest
    #[arg(value_name = "FINDING|RULE|SESSION", required_unless_present = "verdict")]
    what: Option<String>,

    /// Explain the verdict of a session: what decided it, and the fewest facts that would change it
    #[arg(long, conflicts_with = "session")]
    verdict: bool,

    /// The session that has the finding; by default the newest one that has
    #[arg(long, value_name = "SESSION")]
    session: Option<String>,
}

/// Explains what was asked for.
pub(crate) fn run(args: &ExplainArgs, settings: &Settings) -> Result<Output, CommandError> {
    let given = args.what.as_deref().unwrap_or(LATEST).trim();
    if args.verdict {
        let repo = settings.repo()?;
        if let Some(session) =
            project::find(&repo, &named(&repo, settings, given)?).map_err(failed)?
        {
            return Ok(explain::verdict_of_project(&repo, &session).map_err(failed)?.into());
        }
        let explained = explain::verdict(&repo, &named(&repo, settings, given)?, clock::today())
            .map_err(failed)?;
        return Ok(explain::report(&explained).into());
    }
    if given.starts_with("FND-") || ShortId::is_like(given) || args.session.is_some() {
        let repo = settings.repo()?;
        let session = args.session.as_ref();
        let session = session.map(|session| named(&repo, settings, session)).transpose()?;
        if let Some(name) = &session
            && let Some(session) = project::find(&repo, name).map_err(failed)?
        {
            return Ok(explain::of_project(&repo, &session, given).map_err(failed)?.into());
        }
        let explained =
            explain::finding(&repo, given, session.as_deref(), clock::today()).map_err(failed)?;
        return Ok(explain::report(&explained).into());
    }
    match rule(given) {
        Ok(rule) => Ok(manual::page("explain", rule).into()),
        // Who names a session and no finding of it wants to know how it came out.
        Err(no_rule) => explained(settings, given, no_rule),
    }
}

/// Explains the verdict of a session, if there is one of this name.
fn explained(
    settings: &Settings,
    given: &str,
    no_rule: CommandError,
) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let name = named(&repo, settings, given)?;
    if let Ok(Some(session)) = project::find(&repo, &name) {
        return Ok(explain::verdict_of_project(&repo, &session).map_err(failed)?.into());
    }
    match explain::verdict(&repo, &name, clock::today()) {
        Ok(verdict) => Ok(explain::report(&verdict).into()),
        Err(_) => Err(no_rule),
    }
}

/// Finds a rule by its name, or says which one may have been meant.
pub(super) fn rule(name: &str) -> Result<&'static Rule, CommandError> {
    rules::rule(name.trim()).ok_or_else(|| {
        let refusal = CommandError::usage(format!("there is no rule `{name}`"));
        match manual::nearest(name.trim()) {
            Some(meant) => refusal.hint(format!("did you mean `{meant}`?")),
            None => refusal.hint("list them with `council rules`"),
        }
    })
}
