//! `cargo xtask orchestrate`: what the engine itself costs. The seats are stubs: a session makes 3 × 5 × 3 = 45 calls, each
//! with two findings, a third of them shared between seats, and everything else is the real path: prompts' reader, the
//! evidence lock, merge, votes, verdict, journal.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use council::{
    Holder, Repo,
    core::{
        council::{Moment, Record, Round},
        depth::Depth,
        finding::SeatId,
        ident::PacketId,
        policy::Policy,
    },
    engine::{
        Answered, BoxFuture, Call, Clock, Entry, Fault, Journal, Patience, PortError, Ports,
        Reviewer, Seats, Start, drive,
    },
    prompts::reply::{FindingReply, OpinionReply, Reply, VoteReply},
    review::{self, Prepared, Request, ReviewerSpec, Surroundings},
};
use council_cli::SystemClock;
use jiff::Timestamp;
use serde_json::json;

/// Where a session is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    /// Nowhere: records go into a vector.
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

/// Runs sessions for a while and prints one JSON object with the figures.
pub(crate) fn run(keep: Keep, stub_ms: u64, at_once: usize, seconds: u64) -> Result<()> {
    let stub_ms = match std::env::var("STUB_MS") {
        Ok(text) => text.parse().context("`STUB_MS` is no number")?,
        Err(_) => stub_ms,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let folder = std::env::current_dir()?.join(".council-cache/orchestrate");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("PRD-0001.md"), packet())?;
    let repo = Repo::open(&folder)?;
    let bench = Bench::new(repo, Duration::from_millis(stub_ms))?;
    runtime.block_on(bench.session(keep))?;
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let mut sessions = 0_u32;
    while began.elapsed() < Duration::from_secs(seconds) {
        let wave = (0..at_once).map(|_| bench.session(keep));
        runtime.block_on(futures_util::future::try_join_all(wave))?;
        sessions += u32::try_from(at_once)?;
    }
    let wall = began.elapsed().as_secs_f64();
    let cpu = cpu_seconds() - cpu;
    let count = f64::from(sessions);
    println!(
        "{}",
        json!({
            "orchestrator": keep.name(), "sessions": sessions,
            "sessions_per_s": round(count / wall), "ms_per_session": round(1e3 * wall / count),
            "us_per_agent_call": round(1e6 * wall / count / 45.0),
            "cpu_ms_per_session": round(1e3 * cpu / count), "rss_mb": round(resident()),
            "import_s": 0.0, "stub_ms": stub_ms, "at_once": at_once,
        })
    );
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
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
        let stub = Arc::new(Stub { latency, clock: clock.clone() });
        let seat = |seat: SeatId| (seat, stub.clone() as Arc<dyn Reviewer>);
        let request = Request {
            packet: "PRD-0001.md".to_owned(),
            depth: Depth::Council,
            vision: None,
            seats: SeatId::ALL.map(|seat| (seat, ReviewerSpec::Rules)).into(),
            policy: Policy::default(),
            seed: None,
            stage_evidence: None,
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

    async fn session(&self, keep: Keep) -> Result<()> {
        let moment = Moment { at: self.clock.now(), active: Duration::ZERO };
        let mut prepared = self.prepared.clone();
        prepared.opened.opening.moment = moment;
        // Thousands of sessions on one packet in one second would look for a free name most of the time.
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        prepared.opened.opening.packet = PacketId::new(format!("PRD-{number}"))?;
        match keep {
            Keep::Memory => self.drive(prepared, &mut InMemory::default()).await,
            Keep::Journal => {
                let packet = &prepared.opened.opening.packet;
                let (_, _, journal) =
                    self.repo.claim_session(packet, moment.at, &holder(moment.at))?;
                self.drive(prepared, &mut OnDisk(journal)).await
            }
            Keep::Files => {
                let holder = holder(moment.at);
                let patience = Patience::default();
                let around =
                    Surroundings { holder: &holder, clock: &self.clock, watch: &(), patience };
                let pending = std::future::pending();
                review::convene(&self.repo, prepared, &self.seats, around, pending).await?;
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

/// A seat that makes one call per mode and waits for all of them.
struct Stub {
    latency: Duration,
    clock: Arc<SystemClock>,
}

impl Stub {
    async fn call(&self, call: &Call, mode: u8) -> Vec<FindingReply> {
        if !self.latency.is_zero() {
            self.clock.sleep(self.latency).await;
        }
        if call.ask.round == Round::Converge {
            return Vec::new();
        }
        let found = |k: u32| {
            let number = (u32::from(mode) * 7 + k * 3 + u32::from(call.ask.round.number())) % 20;
            FindingReply {
                mode,
                subcategory: if k == 0 { "UNDERSPECIFIED" } else { "AMBIGUITY" }.to_owned(),
                severity: if mode % 2 == 1 { "MAJOR" } else { "MINOR" }.to_owned(),
                confidence: 0.8,
                location: format!("PRD-0001.md#REQ-{number:04}"),
                quote: Some("shall respond quickly".to_owned()),
                searched: None,
                rule: None,
                description: format!("REQ-{number:04} lacks a bound"),
                remediation: "state a bound".to_owned(),
                violation: None,
            }
        };
        (0..2).map(found).collect()
    }

    async fn reply(&self, call: &Call) -> String {
        let lenses = &call.opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let modes: Vec<u8> = lens
            .map_or_else(Vec::new, |lens| lens.modes().iter().map(|mode| mode.number()).collect());
        let calls = modes.iter().map(|mode| self.call(call, *mode));
        let findings = futures_util::future::join_all(calls).await.concat();
        let why = || "there is no number".to_owned();
        let asked = call.ask.findings.iter().filter(|shown| shown.must_assess);
        let opinion = |shown: &council::core::council::Shown| OpinionReply {
            finding: shown.id.to_string(),
            holds: true,
            severity: Some("MAJOR".to_owned()),
            rationale: why(),
        };
        let vote =
            |finding: String| VoteReply { finding, vote: "SUPPORT".to_owned(), rationale: why() };
        let reply = Reply {
            findings,
            opinions: asked.map(opinion).collect(),
            validity: call.ask.validity.iter().map(|id| vote(id.to_string())).collect(),
            remediation: call.ask.remediation.iter().map(|(id, _)| vote(id.to_string())).collect(),
            ..Reply::default()
        };
        reply.text()
    }
}

impl Reviewer for Stub {
    fn name(&self) -> String {
        "stub".to_owned()
    }

    fn bound(&self, _call: &Call) -> u64 {
        0
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move { Ok(Answered { text: self.reply(call).await, tokens: 0 }) })
    }
}

#[derive(Default)]
struct InMemory(Vec<Entry>);

impl Journal for InMemory {
    async fn commit(&mut self, entries: &[Entry]) -> Result<(), PortError> {
        self.0.extend_from_slice(entries);
        Ok(())
    }

    async fn snapshot(&mut self, _record: &Record) -> Result<(), PortError> {
        Ok(())
    }
}

struct OnDisk(council::store::Journal);

impl Journal for OnDisk {
    async fn commit(&mut self, entries: &[Entry]) -> Result<(), PortError> {
        let lines = entries.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        Ok(self.0.commit(&lines)?)
    }

    async fn snapshot(&mut self, _record: &Record) -> Result<(), PortError> {
        Ok(())
    }
}

/// Returns the processor time this process has used, in seconds.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
    let ticks: f64 = after
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

/// Returns the memory this process holds, in megabytes.
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 =
        statm.split_whitespace().nth(1).and_then(|field| field.parse().ok()).unwrap_or_default();
    pages * 4096.0 / 1e6
}
