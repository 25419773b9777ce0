//! `council resume`: goes on with a session after a crash or an interruption.

use clap::Args;
#[cfg(feature = "postgres")]
use council::shared::{self, Shared};
use council::{
    Mend, Repo,
    drill::Drill,
    forum::ForumProgress,
    panel::PanelProgress,
    project::{self, ProjectSession, Resumed},
    review::{self, Onward},
    run::Surroundings,
};

#[cfg(feature = "postgres")]
use super::worker;
use super::{
    forum, panel,
    session::{self, DemandArgs, DrillArgs},
    show::named,
};
use crate::{answer_form, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council resume`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  The newest session       council resume latest
  By its id                council resume COUNCIL-PRD-0007-20260126-100000
  The newest on a packet   council resume PRD-0007
  A panel or a forum       council resume my-project
  A damaged journal        council resume latest --repair")]
pub(crate) struct ResumeArgs {
    /// The session: its id, one of its files, its packet, or `latest`; a project with a panel or a forum by its name
    #[arg(value_name = "SESSION")]
    session: String,

    /// Keep a copy of a damaged journal and go on from the last record before the damage
    #[arg(long)]
    repair: bool,

    /// End the session for good, with what it has found so far
    #[arg(long)]
    cancel: bool,

    /// The most tokens the session may use, where its record allows itself more than your settings do
    #[arg(long, value_name = "TOKENS")]
    budget: Option<u64>,

    #[command(flatten)]
    demands: DemandArgs,

    #[command(flatten)]
    drill: DrillArgs,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    store: super::stored::StoreArgs,
}

/// Goes on with a session.
pub(crate) fn run(args: &ResumeArgs, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let mend = if args.repair { Mend::CutAtDamage } else { Mend::Refuse };
    let onward = match (args.cancel, args.drill.drill()) {
        (true, _) => Onward::Cancel,
        (false, Drill::Meant) => Onward::Drill,
        (false, Drill::Unsaid) => Onward::Ask,
    };
    #[cfg(feature = "postgres")]
    if let Some(address) = args.store.address(settings)? {
        let demands = args.demands.demands(&settings.project(&repo)?);
        let demands = (demands, args.drill.drill());
        return session::report("resume", settings, demands, async |around, interrupt| {
            let around = Surroundings { most_tokens: args.budget, ..around };
            let shared = Shared::open(&address, args.store.tenant()).await?;
            let worker = (worker::name(settings), onward);
            shared::resume(&shared, &args.session, worker, &repo, &around, interrupt).await
        });
    }
    let given = named(&repo, settings, &args.session)?;
    if let Some(session) = project::find(&repo, &given).map_err(session::failed)? {
        return of_project(args, settings, &repo, &session, onward);
    }
    let demands = args.demands.demands(&settings.project(&repo)?);
    session::run("resume", settings, (demands, args.drill.drill()), async |around, interrupt| {
        let around = Surroundings { most_tokens: args.budget, ..around };
        review::resume(&repo, &args.session, mend, onward, around, interrupt).await
    })
}

/// Goes on with a panel or a round of a forum.
fn of_project(
    args: &ResumeArgs,
    settings: &Settings,
    repo: &Repo,
    session: &ProjectSession,
    onward: Onward,
) -> Result<Output, CommandError> {
    if args.repair {
        let refusal = "`--repair` would cut off decisions that stand in the journal of a project";
        return Err(CommandError::usage(refusal)
            .hint(format!("bring the journal of `{}` back from a copy", session.project)));
    }
    let (project, drill) = (&session.project, args.drill.drill());
    let mut by = None;
    let resumed = loop {
        let resumed = session::driven("resume", settings, async |around, interrupt| {
            let around = Surroundings { most_tokens: args.budget, ..around };
            project::resume(repo, session, onward, around, interrupt).await
        })?;
        let is_waiting = matches!(
            resumed,
            Ok(Resumed::Panel(PanelProgress::Waiting { .. })
                | Resumed::Forum(ForumProgress::Waiting { .. }))
        );
        if !(is_waiting && answer_form::answered(settings, project.as_str(), &mut by)?) {
            break resumed;
        }
    };
    match resumed {
        Ok(Resumed::Panel(held)) => {
            let warnings = args.demands.demands(&settings.project(repo)?).warnings;
            Ok(panel::output("resume", &held, warnings, drill))
        }
        Ok(Resumed::Forum(held)) => Ok(forum::output("resume", &held, drill)),
        Err(error) => panel::ended("resume", project, error),
    }
}
