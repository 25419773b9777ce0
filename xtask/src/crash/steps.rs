//! A kill at every system call of the steps a human takes on a review: file and journal never disagree.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use anyhow::{Context as _, Result, bail};
use council_testkit::TestEnv;
use serde_json::Value;

use super::{
    inject::Stride,
    tally::{Problem, Tally},
    trace::{self, FILES_AND_NETWORK},
};

const PRD: &str = "# Refunds\n\n## Requirements\n\n- FR-1: The page must book a refund within 5 seconds, as FR-9 says.\n";
const HANDOFFS: &str = "workspace/refunds/handoffs";
const JOURNAL: &str = "workspace/refunds/handoffs/004-council-review.journal.jsonl";

/// A step, with the steps before it.
struct Step {
    name: &'static str,
    /// What the journal calls it.
    event: &'static str,
    before: &'static [&'static [&'static str]],
    take: &'static [&'static str],
    code: i32,
    /// How it ends where it was recorded before: a review that waits for a decision is not held again.
    repeated: i32,
}

const PANEL: &[&str] = &["panel", "prd.md", "--project", "refunds"];
const DECIDE: &[&str] = &["decide", "--project", "refunds", "--accept-all", "--by", "Ada"];
const REVISE: &[&str] = &["revise", "prd-2.md", "--project", "refunds"];
const PROCEED: &[&str] =
    &["gate", "rereview", "refunds", "--proceed", "--rationale", "done", "--by", "Ada"];
const RECONVENE: &[&str] =
    &["gate", "rereview", "refunds", "--reconvene", "--rationale", "again", "--by", "Ada"];

const STEPS: [Step; 5] = [
    Step { name: "panel", event: "reviewed", before: &[], take: PANEL, code: 0, repeated: 2 },
    Step { name: "decide", event: "decided", before: &[PANEL], take: DECIDE, code: 0, repeated: 0 },
    Step {
        name: "revise",
        event: "revised",
        before: &[PANEL, DECIDE],
        take: REVISE,
        code: 0,
        repeated: 0,
    },
    Step {
        name: "gate rereview --proceed",
        event: "closed",
        before: &[PANEL, DECIDE, REVISE],
        take: PROCEED,
        code: 0,
        repeated: 0,
    },
    Step {
        name: "gate rereview --reconvene",
        event: "closed",
        before: &[PANEL, DECIDE, REVISE],
        take: RECONVENE,
        code: 0,
        repeated: 0,
    },
];

/// Files by their path.
type Files = BTreeMap<String, String>;

/// Kills every step at every file call; tells what was found, step by step.
pub(crate) fn kill_everywhere(program: &Path, stride: Stride) -> Result<Vec<(String, Tally)>> {
    STEPS.iter().map(|step| Ok((step.name.to_owned(), one(program, step, stride)?))).collect()
}

fn one(program: &Path, step: &Step, Stride(every): Stride) -> Result<Tally> {
    let env = TestEnv::new(program);
    env.write("prd.md", PRD);
    env.write("prd-2.md", PRD.replace(", as FR-9 says", ""));
    for arguments in step.before {
        let done = env.run(*arguments);
        if done.code > 2 {
            bail!("{arguments:?}: {}", done.stderr);
        }
    }
    let begin = files(env.repo())?;
    let mut whole = traced(&env, step, None);
    let code = whole.status().context("failed to start the tracer")?.code();
    if code != Some(step.code) {
        bail!("{}: exit code {code:?}, expected {}", step.name, step.code);
    }
    let expected = files(env.repo())?;
    let points = trace::most_by_one_thread(&trace::read(&log(&env))?);
    let points = points
        .into_iter()
        .flat_map(|(name, most)| (1..=most).map(move |number| (name.clone(), number)));
    let mut tally = Tally::default();
    for (name, number) in points.step_by(every) {
        let env = TestEnv::new(program);
        for (path, text) in &begin {
            env.write(path, text);
        }
        let inject = format!("{name}:signal=KILL:when={number}");
        let _ = traced(&env, step, Some((&name, &inject)))
            .output()
            .context("failed to start the tracer")?;
        tally.blows += 1;
        look(&env, step, &inject, &mut tally);
        let is_recorded = count(step, &files(env.repo())?) == count(step, &expected);
        let again = env.run(step.take);
        tally.sessions += 1;
        let code = if is_recorded { step.repeated } else { step.code };
        if again.code != code && again.code != step.code {
            let said = format!("{}, {inject}: taken again: {}", step.name, again.stderr.trim());
            tally.note(Problem::WrongEnd, said);
        }
        compare(step, &inject, &expected, &files(env.repo())?, &mut tally);
    }
    Ok(tally)
}

/// Looks at what a kill left: no gate may find that a file says what nobody recorded, or that the journal is damaged.
fn look(env: &TestEnv, step: &Step, inject: &str, tally: &mut Tally) {
    let gate = env.run(["gate", "handoff", "refunds", "--format", "json"]);
    let codes: Vec<String> = serde_json::from_str::<Value>(&gate.stdout)
        .ok()
        .and_then(|report| report.get("signals").and_then(Value::as_array).cloned())
        .unwrap_or_default()
        .iter()
        .filter_map(|signal| signal.get("code").and_then(Value::as_str).map(str::to_owned))
        .collect();
    for wrong in ["UNSIGNED", "EDITED", "PRD_CHANGED"] {
        // A version that is recorded and not yet in its place keeps the gate closed until the step is taken again.
        let is_closed = wrong == "PRD_CHANGED" && step.event == "revised" && gate.code != 0;
        if codes.iter().any(|code| code == wrong) && !is_closed {
            tally.note(Problem::Lost, format!("{}, {inject}: {wrong}", step.name));
        }
    }
    if gate.code == 3 {
        tally.note(Problem::Unreadable, format!("{}, {inject}: {}", step.name, gate.stderr.trim()));
    }
}

/// Holds what is there against what an undisturbed run leaves, but for when people acted. The journal has more times in it, so
/// its steps are counted.
fn compare(step: &Step, inject: &str, expected: &Files, found: &Files, tally: &mut Tally) {
    let is_compared = |path: &&String| path.as_str() != JOURNAL;
    for path in expected.keys().filter(is_compared) {
        let text = |files: &Files| files.get(path).map(|text| timeless(text));
        if text(expected) != text(found) {
            tally.note(Problem::WrongEnd, format!("{}, {inject}: `{path}` differs", step.name));
        }
    }
    for path in found.keys().filter(|path| !expected.contains_key(*path)) {
        tally.note(Problem::WrongEnd, format!("{}, {inject}: `{path}` was left", step.name));
    }
    if count(step, found) != count(step, expected) {
        let said = format!("{}, {inject}: the step stands {} times", step.name, count(step, found));
        tally.note(Problem::AskedTwice, said);
    }
}

/// Returns a text without the times in it, each written as `2026-11-17T08:00:00Z`.
fn timeless(text: &str) -> String {
    const SHAPE: &str = "dddd-dd-ddTdd:dd:ddZ";
    let is_time = |at: usize| {
        let found = text.as_bytes().get(at..at + SHAPE.len());
        found.is_some_and(|found| {
            found.iter().zip(SHAPE.bytes()).all(|(byte, shape)| match shape {
                b'd' => byte.is_ascii_digit(),
                _ => *byte == shape,
            })
        })
    };
    let mut bare = String::with_capacity(text.len());
    let mut after = 0;
    for (at, letter) in text.char_indices() {
        if is_time(at) {
            after = at + SHAPE.len();
        }
        if at >= after {
            bare.push(letter);
        }
    }
    bare
}

/// Counts how often a step stands in the journal.
fn count(step: &Step, files: &Files) -> usize {
    let mark = format!("\"event\\\":\\\"{}\\\"", step.event);
    let plain = format!("\"event\":\"{}\"", step.event);
    let journal = files.get(JOURNAL).map_or("", String::as_str);
    journal.matches(&mark).count() + journal.matches(&plain).count()
}

fn traced(env: &TestEnv, step: &Step, inject: Option<(&str, &str)>) -> Command {
    let (calls, inject) = match inject {
        Some((calls, inject)) => (calls, Some(inject)),
        None => (FILES_AND_NETWORK, None),
    };
    let mut command = trace::traced(&env.command(step.take), calls, inject, &log(env));
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    command
}

fn log(env: &TestEnv) -> std::path::PathBuf {
    env.repo().with_file_name("strace.log")
}

/// Reads every file below the project's workspace, and what was given.
fn files(repo: &Path) -> Result<Files> {
    let mut all = Files::new();
    for name in ["prd.md", "prd-2.md"] {
        all.insert(name.to_owned(), fs::read_to_string(repo.join(name))?);
    }
    for folder in [HANDOFFS, "workspace/refunds/tasks"] {
        let Ok(entries) = fs::read_dir(repo.join(folder)) else { continue };
        for entry in entries {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            all.insert(path, fs::read_to_string(entry.path())?);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_are_left_out() {
        let decided = |time: &str| format!("Ana, at {time}: accept 1 of 2026-11-17, état T08:00");
        assert_eq!(
            timeless(&decided("2026-11-17T08:00:00Z")),
            timeless(&decided("2027-01-01T23:59:59Z"))
        );
        assert_eq!(timeless(&decided("today")), decided("today"));
    }
}
