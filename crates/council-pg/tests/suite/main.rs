//! The store on a real Postgres server, in one program.
#![cfg(target_os = "linux")]
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "these tests read fixtures, and a broken set-up may stop them"
)]

mod claims;
mod limits;
mod members;
mod steps;
mod tenants;

use std::{fs, future::Future, time::Duration};

use council_core::council::CouncilSession;
use council_engine::{Entry, Fold};
use council_fixtures::postgres::Postgres;
use council_pg::{
    Address, ClaimedSession, Database, FlowFacts, NewSession, PgJournal, SessionState,
};
use council_store::session::{JournalLine, parse};

/// A journal that was written to a file.
const GOLDEN: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../council/tests/golden/night-bus.jsonl");

const SHAPE: FlowFacts<CouncilSession> = FlowFacts {
    is_human: |name| name == "human",
    provider: |name| name.to_owned(),
    verdict: |_| None,
};

fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(test)
}

/// Starts a server with a store in it; nothing where there is no server to be had.
async fn store() -> Option<(Postgres, Database)> {
    let server = Postgres::start()?;
    let address = owner(&server);
    assert_eq!(Database::migrate(&address).await.unwrap(), 0);
    let database = Database::open(&address, 4).await.unwrap();
    Some((server, database))
}

fn owner(server: &Postgres) -> Address {
    Address::new(&server.url("council", "owner"), None).unwrap()
}

fn golden() -> (Vec<u8>, Vec<JournalLine>) {
    let bytes = fs::read(GOLDEN).unwrap();
    let lines = parse(&bytes).lines;
    assert!(lines.len() > 10, "{} lines", lines.len());
    (bytes, lines)
}

fn records(lines: &[JournalLine]) -> Vec<String> {
    lines.iter().map(|line| line.entry.clone()).collect()
}

fn entry(line: &JournalLine) -> Entry {
    serde_json::from_str(&line.entry).unwrap()
}

fn new<'a>(tenant: &'a str, name: &'a str, entries: &'a [String]) -> NewSession<'a> {
    NewSession {
        tenant,
        name,
        flow: "council",
        packet: "night-bus",
        priority: 5,
        state: SessionState::Open,
        entries,
        ending: None,
        verdict: None,
    }
}

async fn claim(database: &Database, worker: &str) -> Option<ClaimedSession> {
    database.claim(worker, None, &["council"]).await.unwrap()
}

/// Returns a session's fold after some of its lines, and its journal.
fn resumed(
    database: &Database,
    claim: &ClaimedSession,
    lines: &[JournalLine],
) -> (Fold, PgJournal<CouncilSession>) {
    let fold = Fold::replay(lines.iter().map(entry)).unwrap();
    (fold, PgJournal::new(database.clone(), claim.clone(), SHAPE))
}

const SHORT: Duration = Duration::from_millis(300);
