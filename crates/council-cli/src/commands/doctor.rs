//! `council doctor`: whether what fills the seats answers, and what a session would cost.

use std::time::Duration;

use clap::Args;
use council::{
    core::{council::Moment, depth::Depth},
    doctor::{self, Probe},
    lint,
    review::{self, ReviewRequest},
    run::Spend,
};

use super::{
    review::{SeatingArgs, packet, seated},
    session::{self, LimitArgs},
};
use crate::{clock, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council doctor`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  What the project has settled     council doctor
  One model                        council doctor --reviewer ollama:MODEL
  What a review of it would cost   council doctor docs/prd.md --seat SA-1=openai:MODEL")]
pub(crate) struct DoctorArgs {
    /// The file, the folder or the id of what would be reviewed
    #[arg(value_name = "PATH|ID")]
    packet: Option<String>,

    #[command(flatten)]
    seating: SeatingArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Look at settings only: look for no key, and ask nobody
    #[arg(long)]
    no_probe: bool,
}

/// Examines the reviewers.
pub(crate) fn run(args: &DoctorArgs, settings: &Settings) -> Result<Output, CommandError> {
    let given = args.seating.given()?;
    let repo = settings.repo()?;
    let project = settings.project(&repo)?;
    let seats = seated(&given, &project, &settings.user()?)?;
    let providers = settings.providers()?;
    let probe = if args.no_probe { Probe::Skip } else { Probe::Ask };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let clock = clock::SystemClock::start();
    let sitters = runtime.block_on(doctor::probe(&seats, &providers, &clock, probe));
    let session = match &args.packet {
        None => None,
        Some(given) => {
            let request = ReviewRequest {
                packet: packet(&repo, settings, given)?,
                depth: project.review.depth.map(Depth::from),
                vision: project.review.north_star.clone(),
                lint: lint::LintRequest::default(),
                seats: seats.clone(),
                policy: args.limits.policy(&project),
                spend: Spend { secrets: review::Secrets::Keep, max_cost: None },
                votes: council::core::council::Votes::AsCast,
                long: review::Long::Refuse,
                seed: None,
                stage_evidence: None,
                keeping: review::Keeping::Unrecorded,
            };
            let moment = Moment { at: clock::now(), active: Duration::ZERO };
            let prepared = review::prepare(&repo, &request, moment).map_err(session::failed)?;
            review::estimate(&prepared, &providers).ok().map(|estimate| (prepared, estimate))
        }
    };
    let session = session.as_ref().map(|(prepared, estimate)| (prepared, estimate));
    Ok(doctor::report(&sitters, session).into())
}
