//! `council resume`: goes on with a session after a crash or an interruption.

use clap::Args;
use council::{
    Mend,
    drill::Drill,
    review::{self, Onward},
};

use super::session::{self, DemandArgs, DrillArgs};
use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council resume`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  The newest session       council resume latest
  By its id                council resume COUNCIL-PRD-0007-20260126-100000
  The newest on a packet   council resume PRD-0007
  A damaged journal        council resume latest --repair")]
pub(crate) struct ResumeArgs {
    /// The session: its id, one of its files, its packet, or `latest`
    #[arg(value_name = "SESSION")]
    session: String,

    /// Keep a copy of a damaged journal and go on from the last record before the damage
    #[arg(long)]
    repair: bool,

    /// End the session for good, with what it has found so far
    #[arg(long)]
    cancel: bool,

    #[command(flatten)]
    demands: DemandArgs,

    #[command(flatten)]
    drill: DrillArgs,
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
    let demands = args.demands.demands(&settings.project(&repo)?);
    session::run("resume", settings, (demands, args.drill.drill()), async |around, interrupt| {
        review::resume(&repo, &args.session, mend, onward, around, interrupt).await
    })
}
