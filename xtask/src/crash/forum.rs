//! A kill at every system call of a forum's steps: nobody is asked again who has answered, and no act stands twice.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use anyhow::{Context as _, Result, bail};
use council_testkit::TestEnv;
use serde_json::Value;

use super::{
    inject::Stride,
    tally::{Problem, Tally},
    trace::{self, FILES_AND_NETWORK},
};

const FOLDER: &str = "projects/shop/agent-work";
const RECORD: &str = "projects/shop/agent-work/forum.json";
const JOURNAL: &str = "projects/shop/agent-work/forum.journal.jsonl";

const INIT: &[&str] = &[
    "init",
    "--forum",
    "--project",
    "shop",
    "--owner",
    "Ines: users",
    "--owner",
    "Bo: costs",
    "--advocate",
    "Kit: risk",
];
const ROUND: &[&str] = &["forum", "--project", "shop", "Ship the export in March", "--once"];

/// What a journal and a record say happened: how often each thing was recorded, and how many rounds there are.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told {
    events: BTreeMap<String, usize>,
    rounds: usize,
    files: Vec<String>,
}

/// Kills a round and a decision at every file call; tells what was found, step by step.
pub(crate) fn kill_everywhere(program: &Path, stride: Stride) -> Result<Vec<(String, Tally)>> {
    let round: Vec<String> = ROUND.iter().map(|&word| word.to_owned()).collect();
    let mut found = vec![("forum".to_owned(), one(program, "forum", &[], &round, stride)?)];
    // The hash of a round has its times in it, so a decision is about the files of one round.
    let env = TestEnv::new(program);
    prepare(&env, &[])?;
    let held = env.run(ROUND.iter().chain(&["--format", "json"]));
    let report: Value = serde_json::from_str(&held.stdout).context("the round has no report")?;
    let hash = report.get("hash").and_then(Value::as_str).context("the round has no hash")?;
    let decide = ["decide", "--forum", "shop", "--redirect", "Say what it is for", "--hash", hash];
    let decide: Vec<String> =
        decide.into_iter().chain(["--by", "Ada"]).map(str::to_owned).collect();
    let begin = files(env.repo())?;
    found.push((
        "decide --forum".to_owned(),
        one(program, "decide --forum", &begin, &decide, stride)?,
    ));
    Ok(found)
}

fn one(
    program: &Path,
    name: &str,
    begin: &[(String, String)],
    take: &[String],
    Stride(every): Stride,
) -> Result<Tally> {
    let env = TestEnv::new(program);
    prepare(&env, begin)?;
    let code = traced(&env, take, None).status().context("failed to start the tracer")?.code();
    if !matches!(code, Some(0 | 2 | 11)) {
        bail!("{name}: exit code {code:?}");
    }
    let expected = told(env.repo())?;
    let points = trace::most_by_one_thread(&trace::read(&log(&env))?);
    let points = points
        .into_iter()
        .flat_map(|(call, most)| (1..=most).map(move |number| (call.clone(), number)));
    let mut tally = Tally::default();
    for (call, number) in points.step_by(every) {
        let env = TestEnv::new(program);
        prepare(&env, begin)?;
        let inject = format!("{call}:signal=KILL:when={number}");
        let _ = traced(&env, take, Some((&call, &inject)))
            .output()
            .context("failed to start the tracer")?;
        tally.blows += 1;
        let again = env.run(take);
        tally.sessions += 1;
        let recorded = told(env.repo())?;
        if recorded == expected {
            continue;
        }
        let said = format!("{name}, {inject}: {recorded:?}, taken again: {}", again.stderr.trim());
        let asked = |told: &Told| told.events.get("answered").copied().unwrap_or(0);
        let is_twice = asked(&recorded) > asked(&expected) || recorded.rounds > expected.rounds;
        tally.note(if is_twice { Problem::AskedTwice } else { Problem::WrongEnd }, said);
    }
    Ok(tally)
}

/// Sets a forum up, and puts the files of one that was held where there are any.
fn prepare(env: &TestEnv, files: &[(String, String)]) -> Result<()> {
    let made = env.run(INIT);
    if made.code != 0 {
        bail!("the forum could not be set up: {}", made.stderr);
    }
    for (path, text) in files {
        env.write(path, text);
    }
    Ok(())
}

fn files(repo: &Path) -> Result<Vec<(String, String)>> {
    let read = |path: &str| -> Result<(String, String)> {
        Ok((path.to_owned(), fs::read_to_string(repo.join(path))?))
    };
    [RECORD, JOURNAL].into_iter().map(read).collect()
}

fn told(repo: &Path) -> Result<Told> {
    let mut events = BTreeMap::new();
    // A kill can leave an intent without its answer, and the question is asked again in a round that is gone on with; what
    // counts is what was said.
    for line in fs::read_to_string(repo.join(JOURNAL)).unwrap_or_default().lines() {
        let record: Value = serde_json::from_str(line).unwrap_or_default();
        let event = record.pointer("/entry/event").and_then(Value::as_str).unwrap_or("unreadable");
        if !matches!(event, "asked" | "resumed") {
            *events.entry(event.to_owned()).or_default() += 1;
        }
    }
    let record = fs::read_to_string(repo.join(RECORD)).unwrap_or_default();
    let record: Value = serde_json::from_str(&record).unwrap_or_default();
    let rounds = record.get("rounds").and_then(Value::as_array).map_or(0, Vec::len);
    let mut files = Vec::new();
    for entry in fs::read_dir(repo.join(FOLDER)).into_iter().flatten() {
        files.push(entry?.file_name().to_string_lossy().into_owned());
    }
    files.sort();
    Ok(Told { events, rounds, files })
}

fn traced(env: &TestEnv, take: &[String], inject: Option<(&str, &str)>) -> Command {
    let (calls, inject) = match inject {
        Some((calls, inject)) => (calls, Some(inject)),
        None => (FILES_AND_NETWORK, None),
    };
    let mut command = trace::traced(&env.command(take), calls, inject, &log(env));
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    command
}

fn log(env: &TestEnv) -> std::path::PathBuf {
    env.repo().with_file_name("strace.log")
}
