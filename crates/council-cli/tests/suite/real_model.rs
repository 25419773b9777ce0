//! A real model in the seats: small, on this machine, held to a schema by its server. Its findings are poor; what is
//! tested is that everything around it holds. `cargo xtask model` starts it and names its address.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "these tests ask for the server's address and end the binary"
)]

use std::{env, fs, path::PathBuf, process::Stdio, thread, time::Duration};

use council_testkit::{Output, TestEnv};
use serde_json::Value;

use crate::life::broken;

const PRD: &str = "\
# Export

## Goals

Customers get their data out quickly.

## Requirements

- FR-1: The export must be fast.
- FR-2: The service must answer within 5 seconds, as FR-9 says.
";

/// Returns a repository whose provider is the model, if there is one.
fn with_model() -> Option<TestEnv> {
    let Ok(url) = env::var("COUNCIL_TEST_MODEL") else {
        println!("skipped: `cargo xtask model` starts the model that this test asks");
        return None;
    };
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write_user(&format!(
        "[providers.here]\nwire = \"chat\"\nbase_url = \"{url}\"\nconcurrency = 1\nmost_tokens = 400\n"
    ));
    env.write("council.toml", "[review]\nreviewer = \"here:smollm2-135m\"\n");
    Some(env)
}

fn journal(env: &TestEnv) -> Option<PathBuf> {
    let folder = env.repo().join("evidence/prd/prd/reviews");
    let mut entries = fs::read_dir(folder).ok()?.map(Result::unwrap);
    entries
        .find(|entry| entry.file_name().to_string_lossy().ends_with(".journal.jsonl"))
        .map(|entry| entry.path())
}

/// Returns how many answers a journal holds.
fn answers(env: &TestEnv) -> usize {
    let text = journal(env).and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    text.matches("\"event\":\"answered\"").count()
}

fn assert_holds(env: &TestEnv, output: &Output) {
    assert!([0, 2, 3].contains(&output.code), "{}{}", output.stdout, output.stderr);
    let checked = env.run(["check", "evidence"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    let replayed = env.run(["replay", "latest", "--check"]);
    assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
}

#[test]
fn a_council_is_held_to_its_record_and_its_budget() {
    let Some(env) = with_model() else { return };
    let output = env.run(["review", "prd.md", "--format", "json"]);
    assert_holds(&env, &output);
    let report: Value = serde_json::from_str(&output.stdout).unwrap();
    let spent = report.pointer("/council_metadata/budget_consumed_tokens").and_then(Value::as_u64);
    assert!(spent.unwrap() > 0 && spent.unwrap() <= 100_000, "{report}");
    for finding in report.get("findings").and_then(Value::as_array).unwrap() {
        let quote = finding.get("quote").and_then(Value::as_str);
        assert!(quote.is_none_or(|quote| PRD.contains(quote)), "{finding}");
    }
    assert!(answers(&env) >= 1, "{report}");
}

#[test]
fn a_session_that_was_killed_goes_on_without_asking_again() {
    let Some(env) = with_model() else { return };
    let mut child = env
        .command(["review", "prd.md"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while answers(&env) == 0 && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = answers(&env);
    let output = env.run(["resume", "latest"]);
    assert_holds(&env, &output);
    let text = fs::read_to_string(journal(&env).unwrap()).unwrap();
    let resumed = text.lines().position(|line| line.contains("\"event\":\"resumed\""));
    let before: Vec<&str> = text.lines().take(resumed.unwrap_or(usize::MAX)).collect();
    assert_eq!(before.iter().filter(|line| line.contains("\"event\":\"answered\"")).count(), kept);
}

#[test]
fn a_panel_is_held_with_it() {
    let Some(env) = with_model() else { return };
    let output = env.run(["panel", "prd.md", "--project", "export", "--format", "json"]);
    assert!([0, 2, 3].contains(&output.code), "{}{}", output.stdout, output.stderr);
    if output.code != 3 {
        assert_eq!(broken(&env).1, [""; 0]);
    }
}
