//! `cargo xtask orchestrate`: what the engine itself costs. The seats are stubs: a session makes 3 × 5 × 3 = 45 calls, each
//! with two findings, a third of them shared between seats, and everything else is the real path: prompts' reader, the
//! evidence lock, merge, votes, verdict, journal.

mod disk;
mod stub;
mod usage;

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use council::SystemClock;
use council::{
    Holder, Repo,
    core::{
        council::{CouncilRecord, Moment},
        depth::Depth,
        finding::SeatId,
        ident::PacketId,
        policy::Policy,
    },
    engine::{Clock, Entry, Fold, Journal, Patience, Ports, Reviewer, Seats, Start, drive},
    lint,
    providers::Providers,
    review::{self, Prepared, ReviewRequest, ReviewerSpec, Surroundings},
    run::Spend,
};
use jiff::Timestamp;
use serde_json::json;

use stub::Stub;

/// Where a session is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    /// Nowhere, as an orchestrator without a checkpointer.
    Memory,
    /// The journal on disk, synced.
    Journal,
    /// The journal, the session file and the bundle on disk, synced, as `council review` leaves them.
    Files,
}

impl Keep {
    fn name(self) -> &'static str {
        match self {
            Keep::Memory => "council (memory)",
            Keep::Journal => "council (journal on disk)",
            Keep::Files => "council (journal, session and bundle on disk)",
        }
    }
}

/// How the sessions are run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Where a session is kept.
    pub(crate) keep: Keep,
    /// How long a stub call takes, in milliseconds; `STUB_MS` outranks it.
    pub(crate) stub_ms: u64,
    /// How many sessions run at the same time in one thread.
    pub(crate) at_once: usize,
    /// How many threads run sessions.
    pub(crate) threads: usize,
    /// How long to go on, in seconds.
    pub(crate) seconds: u64,
}

/// Runs sessions for a while and prints one JSON object with the figures.
pub(crate) fn run(load: Load) -> Result<()> {
    let stub_ms = match std::env::var("STUB_MS") {
        Ok(text) => text.parse().context("`STUB_MS` is no number")?,
        Err(_) => load.stub_ms,
    };
    let folder = std::env::current_dir()?.join(".council-cache/orchestrate");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let figures = measure(&folder, Load { stub_ms, ..load });
    let _ = std::fs::remove_dir_all(&folder);
    println!("{}", figures?);
    Ok(())
}

fn measure(folder: &Path, load: Load) -> Result<serde_json::Value> {
    let Load { keep, stub_ms, at_once, threads, seconds } = load;
    std::fs::write(folder.join("PRD-0001.md"), packet())?;
    let bench = Bench::new(Repo::open(folder)?, Duration::from_millis(stub_ms))?;
    bench.run(load, Duration::ZERO)?;
    let (began, cpu) = (Instant::now(), usage::cpu_seconds());
    let sessions = thread::scope(|scope| {
        let one = || bench.run(load, Duration::from_secs(seconds));
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        let counted = all.into_iter().map(|thread| thread.join().map_err(|_| panicked())?);
        counted.sum::<Result<u32>>()
    })?;
    let wall = began.elapsed().as_secs_f64();
    let cpu = usage::cpu_seconds() - cpu;
    let count = f64::from(sessions);
    let mut figures = json!({
        "orchestrator": keep.name(), "sessions": sessions,
        "sessions_per_s": round(count / wall), "ms_per_session": round(1e3 * wall / count),
        "us_per_agent_call": round(1e6 * wall / count / 45.0),
        "cpu_ms_per_session": round(1e3 * cpu / count), "rss_mb": round(usage::resident()),
        "import_s": 0.0, "stub_ms": stub_ms, "at_once": at_once, "threads": threads,
    });
    if let (Keep::Journal | Keep::Files, Some(object)) = (keep, figures.as_object_mut()) {
        // What the disk itself can do right now, with as many writers.
        let appends = disk::synced_appends_per_s(folder, threads)?;
        object.insert("disk_synced_appends_per_s".to_owned(), json!(round(appends)));
    }
    Ok(figures)
}

fn panicked() -> anyhow::Error {
    anyhow::anyhow!("a thread panicked")
}

fn round(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Twenty requirements and the filler of the other orchestrators' workload.
fn packet() -> String {
    let requirement = |number: u32| {
        format!("- REQ-{number:04}: The system shall respond quickly to user requests.\n")
    };
    let requirements: String = (0..20).map(requirement).collect();
    format!("# Bench\n\n## Requirements\n\n{requirements}")
}

struct Bench {
    repo: Repo,
    prepared: Prepared,
    seats: Seats,
    clock: Arc<SystemClock>,
    number: AtomicUsize,
}

impl Bench {
    fn new(repo: Repo, latency: Duration) -> Result<Self> {
        let clock = Arc::new(SystemClock::start());
        let stub = Arc::new(Stub::new(latency));
        let seat = |seat: SeatId| (seat, stub.clone() as Arc<dyn Reviewer>);
        let request = ReviewRequest {
            packet: "PRD-0001.md".to_owned(),
            depth: Some(Depth::Council),
            vision: None,
            lint: lint::LintRequest::default(),
            seats: SeatId::ALL.map(|seat| (seat, ReviewerSpec::Rules)).into(),
            policy: Policy::default(),
            long: review::Long::Refuse,
            seed: None,
            stage_evidence: None,
            keeping: review::Keeping::Recorded,
            spend: Spend { secrets: review::Secrets::Keep, max_cost: None },
            votes: council::core::council::Votes::AsCast,
        };
        let moment = Moment { at: clock.now(), active: Duration::ZERO };
        // The other orchestrators know their packet and their modes before the clock starts, so this one does too.
        let prepared = review::prepare(&repo, &request, moment)?;
        Ok(Self {
            repo,
            prepared,
            seats: SeatId::ALL.map(seat).into(),
            clock,
            number: AtomicUsize::new(1),
        })
    }

    /// Runs sessions until a time is over, at least one wave of them, and returns how many.
    fn run(&self, load: Load, time: Duration) -> Result<u32> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let began = Instant::now();
        let mut sessions = 0;
        while sessions == 0 || began.elapsed() < time {
            let wave = (0..load.at_once).map(|_| self.session(load.keep));
            runtime.block_on(futures_util::future::try_join_all(wave))?;
            sessions += u32::try_from(load.at_once)?;
        }
        Ok(sessions)
    }

    async fn session(&self, keep: Keep) -> Result<()> {
        let moment = Moment { at: self.clock.now(), active: Duration::ZERO };
        let mut prepared = self.prepared.clone();
        prepared.opened.opening.moment = moment;
        // Thousands of sessions on one packet in one second would look for a free name most of the time.
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        prepared.opened.opening.packet = PacketId::new(format!("PRD-{number}"))?;
        match keep {
            Keep::Memory => self.drive(prepared, &mut Nowhere).await,
            Keep::Journal => {
                let packet = &prepared.opened.opening.packet;
                let (_, _, journal) =
                    self.repo.claim_session(packet, moment.at, &holder(moment.at))?;
                self.drive(prepared, &mut OnDisk(journal)).await
            }
            Keep::Files => {
                let holder = holder(moment.at);
                let patience = Patience::default();
                let around = Surroundings {
                    holder: &holder,
                    clock: &self.clock,
                    watch: &(),
                    patience,
                    providers: &Providers::default(),
                    most_tokens: None,
                };
                let pending = std::future::pending();
                review::convene(&self.repo, prepared, self.seats.clone(), around, pending).await?;
                Ok(())
            }
        }
    }

    async fn drive(&self, prepared: Prepared, journal: &mut impl Journal) -> Result<()> {
        let ports = Ports { journal, clock: &*self.clock, watch: &() as &() };
        let start = Start::New(Box::new(prepared.opened), prepared.packet);
        let patience = Patience::default();
        let pending = std::future::pending();
        let (fold, _) = drive(start, &self.seats, &patience, ports, pending).await?;
        let record = fold.record();
        anyhow::ensure!(record.judgement().is_some(), "the session has no verdict");
        anyhow::ensure!(record.findings.len() > 10, "the stubs' findings were not heard");
        Ok(())
    }
}

fn holder(started: Timestamp) -> Holder {
    let (host, command) = ("here".to_owned(), "cargo xtask orchestrate".to_owned());
    Holder { pid: std::process::id(), host, started, command }
}

struct Nowhere;

impl Journal for Nowhere {
    type Error = io::Error;

    async fn commit(&mut self, _entries: &[Entry], _fold: &Fold) -> io::Result<()> {
        Ok(())
    }

    async fn snapshot(&mut self, _record: &CouncilRecord) -> io::Result<()> {
        Ok(())
    }
}

struct OnDisk(council::store::Journal);

impl Journal for OnDisk {
    type Error = io::Error;

    async fn commit(&mut self, entries: &[Entry], _fold: &Fold) -> io::Result<()> {
        let lines = entries.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        self.0.commit(&lines).map_err(io::Error::other)
    }

    async fn snapshot(&mut self, _record: &CouncilRecord) -> io::Result<()> {
        Ok(())
    }
}
