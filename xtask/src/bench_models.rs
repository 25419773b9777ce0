//! `cargo xtask bench-models`: how long a session with models takes beside the sum of what it has to wait for, and what
//! it takes to read on a caching provider's accounting beside a layout without a cache. A stand-in on loopback plays the
//! provider, the release binary holds the session.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use council::prompts::tokens::estimate;
use council_testkit::{
    TestEnv,
    provider::{Dialect, ProviderFault, ReceivedRequest, StandIn},
    repo_root,
};
use serde_json::{Value, json};

use crate::{bench, shell};

/// How long a whole answer takes.
const ANSWER: Duration = Duration::from_millis(200);

/// How long a caching provider takes to the first event.
const FIRST: Duration = Duration::from_millis(20);

/// How many rounds a session has: none can begin before the one before it has ended.
const ROUNDS: u32 = 3;

/// How often each is run; the median counts.
const RUNS: usize = 9;

/// When a beginning is kept, from the moment its first answer began.
type Kept = Arc<Mutex<BTreeMap<String, Instant>>>;

/// Holds sessions with both sorts of provider and prints the figures.
pub(crate) fn run() -> Result<()> {
    shell::run(&mut shell::command(
        "cargo",
        &["build", "--profile", "dist", "--package", "council-cli"],
    ))?;
    let example = repo_root().join("examples/prd-invoice-export.md");
    let packet = std::fs::read_to_string(&example).context("failed to read the example")?;
    for (dialect, first) in [(Dialect::Chat, Duration::ZERO), (Dialect::Anthropic, FIRST)] {
        let (mut walls, mut sessions) = (Vec::new(), Vec::new());
        let mut last = None;
        for _ in 0..RUNS {
            let Held { wall, active, report, calls } = session(dialect, first, &packet)?;
            walls.push(wall.as_secs_f64());
            sessions.push(active.as_secs_f64());
            last = Some((report, calls));
        }
        let (wall, active) = (median(walls), median(sessions));
        // Where beginnings are kept, the others wait for the first event of the one that goes ahead.
        let critical = (ANSWER * ROUNDS + first).as_secs_f64();
        let (report, calls) = last.context("nothing was run")?;
        println!(
            "{:<10} {calls} calls, {:.0} ms critical path; the session {:.0} ms: {:.3}; the process {:.0} ms: {:.3}",
            dialect.word(),
            critical * 1e3,
            active * 1e3,
            active / critical,
            wall * 1e3,
            wall / critical,
        );
        if first.is_zero() {
            continue;
        }
        let reading =
            report.pointer("/authority/reading").context("the bundle says nothing of it")?;
        let number = |key: &str| reading.get(key).and_then(Value::as_f64).unwrap_or_default();
        println!(
            "{:<10} {:.0} tokens without a cache, {:.0} with it: {:.1} %",
            "",
            number("tokens_naive"),
            number("tokens_weighted"),
            number("share") * 100.0
        );
    }
    Ok(())
}

/// One session.
struct Held {
    /// How long the process took.
    wall: Duration,
    /// How long the session took, from its opening to its last record.
    active: Duration,
    /// What it reported.
    report: Value,
    /// How many calls it made.
    calls: usize,
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// Holds one session.
fn session(dialect: Dialect, first: Duration, packet: &str) -> Result<Held> {
    let kept = Kept::default();
    let play =
        move |call: &ReceivedRequest, _: usize| (cached(&kept, call, first), reply(&call.body));
    let server = StandIn::stream(dialect, first, ANSWER.saturating_sub(first), play)?;
    let env = TestEnv::new(bench::binary()?);
    env.write("prd.md", packet);
    let (wire, url) = (dialect.word(), server.base_url());
    env.write_user(&format!("[providers.here]\nwire = \"{wire}\"\nbase_url = \"{url}\"\n"));
    let seats = ["SA-1=here:a", "SA-2=here:a", "SA-3=here:a"].map(|seat| ["--seat", seat]);
    let arguments = ["review", "prd.md", "--format", "json", "--budget", "500000"];
    let began = Instant::now();
    let output = env.run(arguments.iter().chain(seats.iter().flatten()));
    let wall = began.elapsed();
    let report: Value = serde_json::from_str(&output.stdout)
        .with_context(|| format!("no report: {}", output.stderr))?;
    ensure!(report.get("verdict").is_some(), "the session has no verdict: {report}");
    let journal = report.pointer("/files/journal").and_then(Value::as_str).unwrap_or_default();
    let journal = env.read(journal).context("there is no journal")?;
    let active = active(&journal).context("the journal does not say how long it took")?;
    Ok(Held { wall, active, report, calls: server.received().len() })
}

/// Returns how long a session was active when its last record was written.
fn active(journal: &str) -> Option<Duration> {
    let (_, last) = journal.rsplit_once("\"active\":{\"secs\":")?;
    let (seconds, rest) = last.split_once(",\"nanos\":")?;
    let (nanos, _) = rest.split_once('}')?;
    Some(Duration::new(seconds.parse().ok()?, nanos.parse().ok()?))
}

/// Counts the tokens of a question as Anthropic does: what stands before the last mark is found in the cache as far as
/// an answer to a question that begins alike has begun, and is put there beyond that.
fn cached(kept: &Kept, call: &ReceivedRequest, first: Duration) -> ProviderFault {
    let body: Value = serde_json::from_str(&call.body).unwrap_or_default();
    let text =
        |block: &Value| block.get("text").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut beginning = body.pointer("/system/0").map(text).unwrap_or_default();
    let tokens = |text: &str| u32::try_from(estimate(text)).unwrap_or(u32::MAX);
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let (mut read, mut until_mark) = (0, 0);
    let blocks = body.pointer("/messages/0/content").and_then(Value::as_array);
    for block in blocks.into_iter().flatten() {
        beginning += &text(block);
        if block.get("cache_control").is_none() {
            continue;
        }
        until_mark = tokens(&beginning);
        match kept.get(&beginning) {
            Some(since) if *since <= now => read = until_mark,
            Some(_) => {}
            None => {
                kept.insert(beginning.clone(), now + first);
            }
        }
    }
    let fresh = tokens(&beginning).saturating_sub(until_mark);
    ProviderFault::Cached { fresh, read, written: until_mark.saturating_sub(read) }
}

/// Answers any question of a council: one finding a seat first, doubt of everybody else's, then votes.
fn reply(body: &str) -> String {
    let mut ids: Vec<&str> = body
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with("FND-"))
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let about = |entry: &dyn Fn(&str) -> Value| ids.iter().map(|id| entry(id)).collect::<Value>();
    if body.contains("This is the first of three rounds") {
        let mode = body
            .split_once("Your modes:")
            .and_then(|(_, rest)| rest.split_once("- "))
            .and_then(|(_, rest)| rest.split_once(' '))
            .and_then(|(number, _)| number.parse::<u8>().ok());
        let seat = ["SA-1", "SA-2", "SA-3"]
            .iter()
            .position(|seat| body.contains(&format!("You are {seat}")));
        let terms = ["zeppelin", "ornithopter", "gyrocopter"];
        let term = seat.and_then(|seat| terms.get(seat)).unwrap_or(&"airship");
        return json!({"findings": [{
            "mode": mode, "subcategory": "MISSING_FALLBACK", "severity": "MAJOR", "confidence": 0.9,
            "location": "prd.md", "quote": null, "searched": {"terms": [term], "sections": []},
            "description": format!("nothing is said of the {term}"), "remediation": "say it",
            "violation": null,
        }], "questions": []})
        .to_string();
    }
    if body.contains("This is the second of three rounds") {
        let opinion = |id: &str| json!({"finding": id, "holds": false, "severity": null, "rationale": "not needed"});
        return json!({"opinions": about(&opinion), "proposals": []}).to_string();
    }
    let vote = |id: &str| json!({"finding": id, "vote": "OPPOSE", "rationale": "not needed"});
    json!({"validity": about(&vote), "remediation": about(&vote)}).to_string()
}
