//! What a worker does: takes sessions, goes on with them, gives them back.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use council_core::council::CouncilSession;
use council_engine::{Clock, Entry, Fold, Journal, Stop, Watch};
use council_formats::report::TOOL_VERSION;
use council_pg::{ClaimedSession, Keeper, Metered, PgError, PgJournal};
use council_store::Repo;
use futures_util::{
    StreamExt as _,
    future::{Either, select},
    stream::FuturesUnordered,
};
use tokio::sync::{Notify, watch};

use super::{COUNCIL, SHAPE, Shared, checkout::replayed};
use crate::{
    drill::Drill,
    review::{Onward, ReviewResult},
    run::{self, DrivenSession, NamedBy, Ready, RunError, Surroundings},
};

/// How long a worker that found nothing waits before it looks again.
const IDLE: Duration = Duration::from_millis(500);

/// How a worker works.
#[derive(Debug, Clone)]
pub struct Worker {
    /// What it is called: no two workers may be called the same.
    pub name: String,
    /// How many sessions it works on at a time.
    pub slots: usize,
    /// The only tenant it works for, if that is meant.
    pub tenant: Option<String>,
    /// Whether it may fill seats with what only stands in for a reviewer.
    pub drill: Drill,
    /// How long sessions may go on after it was told to stop.
    pub drain: Duration,
    /// Whether it stops when there is nothing left to do.
    pub until_empty: bool,
}

/// What a worker did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Worked {
    /// Sessions that ended.
    pub ended: u64,
    /// Sessions that wait for a person.
    pub waiting: u64,
    /// Sessions that were given back before their end.
    pub given_back: u64,
    /// Sessions that could not be gone on with.
    pub failed: u64,
    /// Sessions that another worker took over.
    pub lost: u64,
}

/// Something that a worker says of a session.
#[derive(Debug)]
pub enum Work<'a> {
    /// It was taken.
    Took(&'a ClaimedSession),
    /// It ended, waits or was given back.
    Stopped(&'a ClaimedSession, Stop),
    /// It could not be gone on with.
    Failed(&'a ClaimedSession, &'a RunError),
}

/// What a worker waits for.
enum WorkerEvent {
    Claimed(Result<Option<ClaimedSession>, PgError>),
    Stopped(ClaimedSession, Result<Stop, RunError>),
    LookAgain,
    Told,
    DrainOver,
    Silenced(PgError),
}

/// Whether a worker asks for a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asking {
    /// It does not, and may.
    No,
    /// It does.
    Now,
    /// It did, and there was none: it asks again after a while, or when a session has stopped.
    InVain,
}

impl Asking {
    fn again(self) -> Self {
        if self == Self::InVain { Self::No } else { self }
    }
}

type Waits<'a> = FuturesUnordered<Pin<Box<dyn Future<Output = WorkerEvent> + 'a>>>;

/// Works on sessions until it is told to stop, or until there are none where that is wanted.
pub async fn work<C: Clock + 'static, W: Watch>(
    shared: &Shared,
    worker: &Worker,
    repo: &Repo,
    around: &Surroundings<'_, C, W>,
    told: &dyn Fn(&Work<'_>),
    interrupt: impl Future<Output = ()>,
) -> Result<Worked, RunError> {
    let keeper = Keeper::new(shared.database.clone(), &worker.name, TOOL_VERSION, worker.slots);
    let (stop, stopped) = watch::channel(false);
    let mut tally = Worked::default();
    let (mut busy, mut is_told, mut asking) = (0, false, Asking::No);
    let mut waits: Waits<'_> = FuturesUnordered::new();
    waits.push(Box::pin(async { WorkerEvent::Silenced(keeper.beat().await) }));
    waits.push(Box::pin(async {
        interrupt.await;
        WorkerEvent::Told
    }));
    waits.push(Box::pin(look(shared)));
    loop {
        if !is_told && asking == Asking::No && busy < worker.slots {
            asking = Asking::Now;
            waits.push(Box::pin(async {
                let flows = [COUNCIL];
                WorkerEvent::Claimed(
                    shared.database.claim(&worker.name, worker.tenant.as_deref(), &flows).await,
                )
            }));
        }
        if is_told && busy == 0 && asking != Asking::Now {
            return Ok(tally);
        }
        let Some(turn) = waits.next().await else { return Ok(tally) };
        match turn {
            WorkerEvent::Claimed(claimed) => {
                asking = Asking::No;
                match claimed? {
                    // Taken before the word to stop came.
                    Some(claim) if is_told => shared.database.release(&claim, None).await?,
                    Some(claim) => {
                        told(&Work::Took(&claim));
                        busy += 1;
                        let lost = keeper.hold(&claim);
                        let stopped = stopped.clone();
                        waits.push(Box::pin(async move {
                            let stop =
                                one(shared, &claim, repo, worker.drill, around, lost, stopped);
                            let stop = stop.await;
                            WorkerEvent::Stopped(claim, stop)
                        }));
                    }
                    None if worker.until_empty && busy == 0 => return Ok(tally),
                    None => asking = Asking::InVain,
                }
            }
            WorkerEvent::LookAgain => {
                asking = asking.again();
                waits.push(Box::pin(look(shared)));
            }
            WorkerEvent::Stopped(claim, result) => {
                busy -= 1;
                asking = asking.again();
                keeper.drop(&claim);
                settle(shared, &claim, &result, &mut tally).await?;
                match &result {
                    Ok(stop) => told(&Work::Stopped(&claim, *stop)),
                    Err(error) => told(&Work::Failed(&claim, error)),
                }
            }
            WorkerEvent::Told => {
                is_told = true;
                let drain = around.clock.sleep(worker.drain);
                waits.push(Box::pin(async move {
                    drain.await;
                    WorkerEvent::DrainOver
                }));
            }
            WorkerEvent::DrainOver => drop(stop.send(true)),
            WorkerEvent::Silenced(error) => return Err(error.into()),
        }
    }
}

/// Waits a little, and opens what workers that died had taken.
async fn look(shared: &Shared) -> WorkerEvent {
    tokio::time::sleep(IDLE).await;
    match shared.database.sweep().await {
        Ok(()) => WorkerEvent::LookAgain,
        Err(error) => WorkerEvent::Silenced(error),
    }
}

/// Counts how a session stopped, and gives back what has not ended.
async fn settle(
    shared: &Shared,
    claim: &ClaimedSession,
    result: &Result<Stop, RunError>,
    worked: &mut Worked,
) -> Result<(), RunError> {
    match result {
        Ok(Stop::Ended(_)) => worked.ended += 1,
        Ok(Stop::Waiting) => worked.waiting += 1,
        Ok(Stop::Interrupted) => {
            worked.given_back += 1;
            shared.database.release(claim, None).await?;
        }
        Err(error) if error.is_fenced() => worked.lost += 1,
        Err(error) => {
            worked.failed += 1;
            shared.database.release(claim, Some(&said(error))).await?;
        }
    }
    Ok(())
}

/// Says an error with its causes, on one line.
fn said(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        said = format!("{said}: {cause}");
        source = cause.source();
    }
    said.chars().filter(|c| !c.is_control()).take(500).collect()
}

/// Goes on with a session that was taken, until it ends, waits, is lost, or the worker stops.
async fn one<C: Clock + 'static, W: Watch>(
    shared: &Shared,
    claim: &ClaimedSession,
    repo: &Repo,
    drill: Drill,
    around: &Surroundings<'_, C, W>,
    lost: Arc<Notify>,
    mut stopped: watch::Receiver<bool>,
) -> Result<Stop, RunError> {
    let fold = fold(shared, claim).await?;
    let is_lost = AtomicBool::new(false);
    let interrupt = async {
        let lost = std::pin::pin!(lost.notified());
        let stopped = std::pin::pin!(stopped.wait_for(|is_over| *is_over));
        if let Either::Left(_) = select(lost, stopped).await {
            is_lost.store(true, Ordering::Relaxed);
        }
    };
    let DrivenSession { stop, .. } =
        drive(shared, claim, fold, repo, drill, around, interrupt).await?;
    if stop == Stop::Interrupted && is_lost.load(Ordering::Relaxed) {
        return Err(PgError::Fenced(claim.name.clone()).into());
    }
    Ok(stop)
}

/// Goes on with one session of the store in this process, or ends it.
pub async fn resume<C: Clock + 'static, W: Watch>(
    shared: &Shared,
    given: &str,
    (worker, onward): (String, Onward),
    repo: &Repo,
    around: &Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    let name = shared.database.find(shared.tenant(), given).await?;
    let claim = shared.database.claim_session(shared.tenant(), &name, &worker).await?;
    let keeper = Keeper::new(shared.database.clone(), &worker, TOOL_VERSION, 1);
    let lost = keeper.hold(&claim);
    let resumed = async {
        let mut fold = fold(shared, &claim).await?;
        if onward == Onward::Cancel && fold.session().ending().is_none() {
            let active = fold.latest().active;
            let moment = council_core::flow::Moment { at: around.clock.now(), active };
            let entry = Entry::Cancelled { moment };
            fold.take(&entry)?;
            journal(shared, &claim).commit(&[entry], &fold).await?;
            let stop = fold.session().ending().map_or(Stop::Interrupted, Stop::Ended);
            return Ok(DrivenSession { fold, stop });
        }
        let interrupt = async {
            select(std::pin::pin!(interrupt), std::pin::pin!(lost.notified())).await;
        };
        drive(shared, &claim, fold, repo, onward.drill(), around, interrupt).await
    };
    let resumed = match select(std::pin::pin!(resumed), std::pin::pin!(keeper.beat())).await {
        Either::Left((resumed, _)) => resumed,
        Either::Right((error, _)) => Err(error.into()),
    };
    settle(
        shared,
        &claim,
        &resumed.as_ref().map(|ran| ran.stop).map_err(again),
        &mut Worked::default(),
    )
    .await?;
    let DrivenSession { stop, .. } = resumed?;
    let standing = shared.database.standing(shared.tenant(), &name).await?;
    let (_, lines) = shared.database.journal(standing.id, &name, &standing.chain).await?;
    let (_, reviewed) = replayed(&name, &lines)?;
    Ok(ReviewResult { stop, ..reviewed })
}

/// Says an error again where it has to be said twice.
fn again(error: &RunError) -> RunError {
    if error.is_fenced() {
        return PgError::Fenced(String::new()).into();
    }
    RunError::Broken(said(error))
}

async fn fold(shared: &Shared, claim: &ClaimedSession) -> Result<Fold, RunError> {
    let (_, lines) = shared.database.journal(claim.id, &claim.name, &claim.chain).await?;
    Ok(replayed(&claim.name, &lines)?.1.fold)
}

fn journal(shared: &Shared, claim: &ClaimedSession) -> PgJournal<CouncilSession> {
    PgJournal::new(shared.database.clone(), claim.clone(), SHAPE)
}

async fn drive<C: Clock + 'static, W: Watch>(
    shared: &Shared,
    claim: &ClaimedSession,
    fold: Fold,
    repo: &Repo,
    drill: Drill,
    around: &Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<DrivenSession<CouncilSession>, RunError> {
    let mut journal = StoreJournal(journal(shared, claim));
    if let Some(ending) = fold.session().ending() {
        journal.0.commit(&[], &fold).await?;
        return Ok(DrivenSession { stop: Stop::Ended(ending), fold });
    }
    let ready = run::go_on(repo, fold, NamedBy::ByRecord, drill, around)?;
    let ready: Ready<CouncilSession> = ready.map_seats(|seat, name, reviewer| {
        if name == "rules" || crate::reviewer::awaited(name).is_some() {
            return reviewer;
        }
        Arc::new(Metered::new(shared.database.clone(), claim, seat, reviewer))
    });
    ready.run_in(&mut journal, around, interrupt).await
}

/// The store's journal, with the errors of a run.
struct StoreJournal(PgJournal<CouncilSession>);

impl Journal for StoreJournal {
    type Error = RunError;

    fn room(&self) -> u64 {
        self.0.room()
    }

    async fn commit(&mut self, entries: &[Entry], fold: &Fold) -> Result<(), RunError> {
        Ok(self.0.commit(entries, fold).await?)
    }

    async fn snapshot(
        &mut self,
        record: &council_core::council::CouncilRecord,
    ) -> Result<(), RunError> {
        Ok(self.0.snapshot(record).await?)
    }
}
