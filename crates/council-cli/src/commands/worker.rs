//! `council worker`: works on the sessions of a store.

use std::{sync::Arc, time::Duration};

use clap::Args;
use council::{
    core::gate::Outcome,
    engine::{Patience, Stop},
    formats::report::{Data, Report},
    run::Surroundings,
    shared::{self, Shared, Work, Worked, Worker},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    session::{DrillArgs, failed},
    stored::{StoreArgs, runtime},
};
use crate::{
    clock::SystemClock, commands::Output, error::CommandError, interrupt::interrupted,
    printer::Printer, settings::Settings,
};

/// The arguments of `council worker`.
#[derive(Debug, Args)]
#[command(after_help = "\
A worker takes sessions that were put in with `council review --store URL --detach`, asks whoever fills their seats with the \
keys and settings of its own user, and writes down what they say. Any number of workers may run; one that dies loses its \
sessions to the others, and no answer that was written down is asked for again. Told to stop, it takes nothing new and gives \
back what is not done in time.

Examples:
  council worker --store postgres://council@db.example.org/council
  council worker --sessions 32 --tenant payments
  Until all is done    council worker --until-empty")]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    store: StoreArgs,

    /// How many sessions to work on at a time
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    sessions: u16,

    /// After how many seconds of silence others may take its sessions
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    lease: u64,

    /// How many seconds sessions may go on after the word to stop
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    drain: u64,

    /// Stop when there is nothing left to do
    #[arg(long)]
    until_empty: bool,

    #[command(flatten)]
    drill: DrillArgs,
}

/// What is said in JSON of what a worker did.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WorkerKeys")]
pub(crate) struct WorkerOutput {
    /// Sessions that ended.
    ended: u64,
    /// Sessions that wait for a person.
    waiting: u64,
    /// Sessions that were given back before their end.
    given_back: u64,
    /// Sessions that could not be gone on with.
    failed: u64,
    /// Sessions that another worker took over.
    lost: u64,
}

/// Works until it is told to stop.
pub(crate) fn run(args: &WorkerArgs, settings: &Settings) -> Result<Output, CommandError> {
    let address = args.store.expected(settings)?;
    let repo = settings.repo()?;
    let clock = Arc::new(SystemClock::start());
    let holder = settings.holder("worker");
    let providers = settings.providers()?.with_clock(clock.clone());
    let printer = Printer::new(settings);
    let worker = Worker {
        name: name(settings),
        slots: usize::from(args.sessions),
        tenant: args.store.tenant().map(str::to_owned),
        drill: args.drill.drill(),
        drain: Duration::from_secs(args.drain),
        until_empty: args.until_empty,
    };
    let told = |work: &Work<'_>| printer.note(&said(work));
    let lease = Duration::from_secs(args.lease);
    let tally = runtime()?.block_on(async {
        let interrupt = interrupted()?;
        let around = Surroundings {
            holder: &holder,
            clock: &clock,
            watch: &(),
            patience: Patience::default(),
            providers: &providers,
            most_tokens: None,
        };
        let shared =
            Shared::for_worker(&address, args.store.tenant(), lease).await.map_err(failed)?;
        shared::work(&shared, &worker, &repo, &around, &told, interrupt).await.map_err(failed)
    });
    let Worked { ended, waiting, given_back, failed, lost } = tally?;
    let headline = format!(
        "{ended} ended, {waiting} wait for a person, {given_back} given back, {failed} failed, {lost} lost to others"
    );
    let mut report = Report::new("worker", "", Outcome::Skipped, headline);
    report.data = Data::of(&WorkerOutput { ended, waiting, given_back, failed, lost });
    Ok(report.into())
}

/// Returns a name that no other worker has.
pub(super) fn name(settings: &Settings) -> String {
    let holder = settings.holder("worker");
    format!("{} {} {}", holder.host, holder.pid, holder.started.as_millisecond())
}

fn said(work: &Work<'_>) -> String {
    match work {
        Work::Took(claim) => format!("took {} of {}", claim.name, claim.tenant),
        Work::Stopped(claim, Stop::Ended(_)) => format!("ended {}", claim.name),
        Work::Stopped(claim, Stop::Waiting) => format!("{} waits for a person", claim.name),
        Work::Stopped(claim, Stop::Interrupted) => format!("gave {} back", claim.name),
        Work::Failed(claim, error) => format!("failed to go on with {}: {error}", claim.name),
    }
}
