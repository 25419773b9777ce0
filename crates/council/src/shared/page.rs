//! What the store says about itself, as pages.

use council_core::gate::Outcome;
use council_formats::report::{Data, Report, sheet::Sheet};
use council_pg::{Overview, SessionState, StoreRow};
use schemars::JsonSchema;
use serde::Serialize;

use crate::words;

/// What `show --store` and `store status` say in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StoreKeys")]
pub struct StoreOutput {
    /// The sessions, the last changed first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<StoreSessionKeys>,
    /// How many sessions of each tenant are in each state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    queue: Vec<QueueKeys>,
    /// Who works, as far as the token lets it be seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    workers: Vec<WorkerKeys>,
    /// What was used this month.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spend: Vec<SpendKeys>,
}

/// One session of a store.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StoreSession")]
struct StoreSessionKeys {
    tenant: String,
    session_id: String,
    packet: String,
    /// `open`, `running`, `waiting`, `done` or `stuck`.
    state: &'static str,
    verdict: Option<String>,
    tokens: u64,
    worker: Option<String>,
    why: Option<String>,
}

/// Sessions of one tenant in one state.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StoreQueue")]
struct QueueKeys {
    tenant: String,
    state: String,
    sessions: i64,
}

/// One worker.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StoreWorker")]
struct WorkerKeys {
    name: String,
    slots: i32,
    busy: i32,
    seconds_since_heard: f64,
}

/// What a tenant used this month.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StoreSpend")]
struct SpendKeys {
    tenant: String,
    tokens: i64,
    limit: Option<i64>,
}

/// Lists sessions of the store.
pub fn listed(rows: &[StoreRow]) -> Report {
    let headline = match rows {
        [] => "the store has no sessions".to_owned(),
        rows => words::count(rows.len(), "session"),
    };
    let mut sheet = Sheet::new(headline.clone());
    let cells = |row: &StoreRow| {
        let state = match (&row.why, row.state) {
            (Some(why), SessionState::Stuck | SessionState::Open) => {
                format!("{}: {why}", row.state.word())
            }
            _ => row.state.word().to_owned(),
        };
        let verdict = row.verdict.clone().unwrap_or_else(|| "–".to_owned());
        [row.name.clone(), row.tenant.clone(), state, verdict, row.tokens.to_string()]
    };
    sheet.table(
        ["session", "tenant", "state", "verdict", "tokens"],
        rows.iter().map(cells).collect(),
    );
    let mut report = Report::new("show", "", Outcome::Skipped, headline);
    let keys = |row: &StoreRow| StoreSessionKeys {
        tenant: row.tenant.clone(),
        session_id: row.name.clone(),
        packet: row.packet.clone(),
        state: row.state.word(),
        verdict: row.verdict.clone(),
        tokens: row.tokens,
        worker: row.worker.clone(),
        why: row.why.clone(),
    };
    report.data = Data::of(&StoreOutput {
        sessions: rows.iter().map(keys).collect(),
        queue: Vec::new(),
        workers: Vec::new(),
        spend: Vec::new(),
    });
    report.sheet = Some(sheet);
    report
}

/// Shows the queue, the workers, the limits and what was used.
pub fn overview(overview: &Overview) -> Report {
    let headline = "the store".to_owned();
    let mut sheet = Sheet::new(headline.clone());
    let none = |limit: Option<String>| limit.unwrap_or_else(|| "–".to_owned());
    sheet.heading("Sessions");
    let rows = overview.sessions.iter();
    let cells =
        rows.map(|(tenant, state, count)| [tenant.clone(), state.clone(), count.to_string()]);
    sheet.table(["tenant", "state", "sessions"], cells.collect());
    sheet.heading("Workers");
    let cells = overview.workers.iter().map(|(name, slots, busy, seen)| {
        [name.clone(), format!("{busy} of {slots}"), format!("{seen:.0} s ago")]
    });
    sheet.table(["worker", "at work", "heard of"], cells.collect());
    sheet.heading("Limits");
    let cells = overview.quotas.iter().map(|(quota, used)| {
        let tenant = if quota.tenant.is_empty() { "all" } else { &quota.tenant };
        [
            quota.provider.clone(),
            tenant.to_owned(),
            format!("{used} of {}", none(quota.most_at_once.map(|most| most.to_string()))),
            none(quota.requests_a_minute.map(|requests| requests.to_string())),
            none(quota.tokens_a_minute.map(|tokens| tokens.to_string())),
        ]
    });
    let columns = ["provider", "tenant", "at once", "requests a minute", "tokens a minute"];
    sheet.table(columns, cells.collect());
    sheet.heading("Tokens this month");
    let cells = overview.spend.iter().map(|(tenant, used, most)| {
        [tenant.clone(), used.to_string(), none(most.map(|most| most.to_string()))]
    });
    sheet.table(["tenant", "used", "of"], cells.collect());
    let mut report = Report::new("store", "", Outcome::Skipped, headline);
    let queue = overview.sessions.iter().map(|(tenant, state, sessions)| QueueKeys {
        tenant: tenant.clone(),
        state: state.clone(),
        sessions: *sessions,
    });
    let workers = overview.workers.iter().map(|(name, slots, busy, seen)| WorkerKeys {
        name: name.clone(),
        slots: *slots,
        busy: *busy,
        seconds_since_heard: *seen,
    });
    let spend = overview.spend.iter().map(|(tenant, tokens, limit)| SpendKeys {
        tenant: tenant.clone(),
        tokens: *tokens,
        limit: *limit,
    });
    report.data = Data::of(&StoreOutput {
        sessions: Vec::new(),
        queue: queue.collect(),
        workers: workers.collect(),
        spend: spend.collect(),
    });
    report.sheet = Some(sheet);
    report
}
