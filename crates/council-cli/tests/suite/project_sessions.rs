//! `resume`, `show`, `explain`, `diff` and `replay` of a panel's reviews and a forum's rounds.
#![expect(clippy::disallowed_methods, reason = "these tests lose files as a disk would")]

use council_testkit::TestEnv;
use serde_json::Value;

const PRD: &str = "# Shop\n\n## Goals\n\n- Customers order without a card.\n\n## Requirements\n\n- FR-1: The limit shall be TBD.\n- FR-2: The page loads fast.\n";
const BETTER: &str = "# Shop\n\n## Goals\n\n- Customers order without a card.\n\n## Requirements\n\n- FR-1: The limit shall be 500 euros.\n- FR-2: The page loads fast.\n";

/// Runs a command that must end with a code, and returns what it says in JSON.
#[track_caller]
fn json(env: &TestEnv, code: i32, args: &[&str]) -> Value {
    let output = env.run(args.iter().copied().chain(["--format", "json"]));
    assert_eq!(output.code, code, "{args:?}: {}{}", output.stdout, output.stderr);
    serde_json::from_str(&output.stdout).unwrap_or_default()
}

fn with_panel() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let held = env.run(["panel", "prd.md", "--project", "shop"]);
    assert_ne!(held.code, 3, "{}", held.stderr);
    env
}

/// A panel that has met twice, with a version between that fixes one of two things.
fn with_two_reviews() -> TestEnv {
    let env = with_panel();
    env.write("better.md", BETTER);
    let steps: [&[&str]; 4] = [
        &["decide", "--project", "shop", "--accept-all", "--by", "Ana"],
        &["revise", "better.md", "--project", "shop"],
        &["gate", "rereview", "shop", "--reconvene", "--rationale", "it changed", "--by", "Ana"],
        &["panel", "--project", "shop"],
    ];
    for step in steps {
        let output = env.run(step.iter().copied());
        assert!(output.code < 3, "{step:?}: {}{}", output.stdout, output.stderr);
    }
    env
}

fn with_rounds(seats: &[&str]) -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let members = ["--owner", "Ann: a", "--owner", "Bo: b", "--advocate", "Cy: c"];
    let init = env.run(["init", "--forum", "--project", "shop"].iter().chain(&members));
    assert_eq!(init.code, 0, "{}", init.stderr);
    env.write(
        "risky.yaml",
        "answers:\n  - { seat: da-1, round: 2, reply: { risk: Nobody can pay., alternative: Keep cards. } }\n",
    );
    for message in ["Drop cards", "Drop cards in May"] {
        let args = ["forum", "--project", "shop", message, "--drill"];
        let output = env.run(args.iter().chain(seats));
        assert!(output.stdout.contains("Council Forum"), "{}{}", output.stdout, output.stderr);
    }
    env
}

#[test]
fn a_panels_files_are_checked_against_its_journal() {
    let env = with_two_reviews();
    let checked = json(&env, 0, &["replay", "shop", "--check"]);
    assert_eq!(checked["outcome"], "pass", "{checked}");
    let replayed = json(&env, 0, &["replay", "shop/r2"]);
    assert_eq!(
        (&replayed["command"], &replayed["kind"]),
        (&"replay".into(), &"panel-review".into())
    );
    let path = "workspace/shop/handoffs/004-council-review-r2.md";
    let text = env.read(path).unwrap_or_default();
    env.write(path, text.replace("PENDING", "ACCEPTED"));
    let checked = json(&env, 2, &["replay", "shop", "--check"]);
    assert_eq!(checked["signals"][0]["code"], "replay-differs", "{checked}");
    assert_eq!(checked["signals"][0]["path"], path, "{checked}");
    assert_eq!(json(&env, 0, &["restore", "shop"])["outcome"], "pass");
    json(&env, 0, &["replay", path, "--check"]);
}

#[test]
fn a_panels_review_is_shown_explained_and_compared() {
    let env = with_two_reviews();
    let shown = json(&env, 0, &["show", "shop/r1"]);
    assert_eq!(shown["session_id"], "shop/r1", "{shown}");
    assert_eq!(shown["status"], "ACCEPTED", "{shown}");
    let why = json(&env, 0, &["explain", "1", "--session", "shop/r1"]);
    assert_eq!(why["session_id"], "shop/r1", "{why}");
    assert_eq!(why["answer"]["accepted"], true, "{why}");
    assert!(why["claims"][0]["description"].is_string(), "{why}");
    let verdict = json(&env, 0, &["explain", "--verdict", "shop/r1"]);
    assert!(verdict["seats"].as_array().is_some_and(|seats| !seats.is_empty()), "{verdict}");
    // Who names the session alone wants the same.
    assert_eq!(json(&env, 0, &["explain", "shop/r1"]), verdict);
    assert_eq!(env.run(["explain", "no-such-thing"]).code, 64);
    let diff = json(&env, 0, &["diff", "shop"]);
    assert_eq!((&diff["from"], &diff["to"]), (&"shop/r1".into(), &"shop/r2".into()), "{diff}");
    let fixed = diff["fixed"].as_array().map_or(0, Vec::len);
    assert!(fixed > 0, "{diff}");
    assert_eq!(json(&env, 0, &["diff", "shop/r1", "shop/r2"])["fixed"], diff["fixed"]);
    assert_eq!(env.run(["explain", "99", "--session", "shop"]).code, 3);
    assert_eq!(env.run(["diff", "shop/r1"]).code, 3);
    assert_eq!(env.run(["show", "shop/r9"]).code, 3);
}

#[test]
fn a_forums_rounds_are_shown_explained_and_compared() {
    let env = with_rounds(&["--reviewer", "scripted:risky.yaml"]);
    json(&env, 0, &["replay", "shop", "--check"]);
    let replayed = env.run(["replay", "shop/round-1", "--format", "json"]);
    let replayed: Value = serde_json::from_str(&replayed.stdout).unwrap_or_default();
    assert_eq!(replayed["round"], 1, "{replayed}");
    let shown = json(&env, 0, &["show", "shop/round-1"]);
    assert_eq!(shown["session_id"], "shop/round-1", "{shown}");
    let status = json(&env, 0, &["explain", "--verdict", "shop"]);
    assert_eq!(status["session_id"], "shop/round-2", "{status}");
    let why = json(&env, 0, &["explain", "CH-1", "--session", "shop"]);
    assert_eq!(why["history"][0]["event"], "raised", "{why}");
    let diff = json(&env, 0, &["diff", "shop"]);
    assert_eq!(diff["from"], "shop/round-1", "{diff}");
    env.write("projects/shop/agent-work/forum.json", "{}");
    let output = env.run(["replay", "shop", "--check"]);
    assert_ne!(output.code, 0, "{}", output.stdout);
}

#[test]
fn a_panel_that_was_cut_off_goes_on_by_the_name_of_its_project() {
    let env = with_panel();
    let path = "workspace/shop/handoffs/004-council-review.journal.jsonl";
    let journal = env.read(path).unwrap_or_default();
    let reviews = ["004-council-review.md", "004-council-review.json"];
    let reviews = reviews.map(|name| format!("workspace/shop/handoffs/{name}"));
    let whole = reviews.clone().map(|path| env.read(&path));
    // Only the first records were made durable, and no file was written.
    let begun: String = journal.lines().take(3).flat_map(|line| [line, "\n"]).collect();
    env.write(path, &begun);
    for path in &reviews {
        assert!(std::fs::remove_file(env.repo().join(path)).is_ok(), "{path}");
    }
    let before = env.run(["resume", "shop", "--repair"]);
    assert_eq!(before.code, 64, "{}", before.stderr);
    let resumed = env.run(["resume", "shop", "--format", "json"]);
    let report: Value = serde_json::from_str(&resumed.stdout).unwrap_or_default();
    assert_eq!(report["command"], "resume", "{}{}", resumed.stdout, resumed.stderr);
    let again = reviews.map(|path| env.read(&path));
    assert_eq!(again.clone().map(|text| text.is_some()), whole.map(|text| text.is_some()));
    json(&env, 0, &["replay", "shop", "--check"]);
    let nothing = env.run(["resume", "shop"]);
    assert_eq!(nothing.code, 3, "{}", nothing.stdout);
    assert!(nothing.stderr.contains("no session that was cut off"), "{}", nothing.stderr);
}

#[test]
fn a_panel_that_was_cut_off_can_be_called_off() {
    let env = with_panel();
    let path = "workspace/shop/handoffs/004-council-review.journal.jsonl";
    let journal = env.read(path).unwrap_or_default();
    let begun: String = journal.lines().take(2).flat_map(|line| [line, "\n"]).collect();
    env.write(path, &begun);
    for name in ["004-council-review.md", "004-council-review.json"] {
        assert!(
            std::fs::remove_file(env.repo().join("workspace/shop/handoffs").join(name)).is_ok()
        );
    }
    let ended = json(&env, 3, &["resume", "shop", "--cancel"]);
    assert_eq!(ended["next"][0], "the next `council panel` starts over", "{ended}");
    assert_eq!(env.run(["resume", "shop"]).code, 3);
}

#[test]
fn a_journal_from_elsewhere_names_no_file_of_its_choice() {
    let env = with_panel();
    let path = "workspace/shop/handoffs/004-council-review.journal.jsonl";
    let journal = env.read(path).unwrap_or_default();
    let other = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let begun: String = journal.lines().take(2).flat_map(|line| [line, "\n"]).collect();
    let moved = "workspace/store/handoffs/004-council-review.journal.jsonl";
    other.write(moved, &begun);
    let output = other.run(["resume", "store"]);
    assert_eq!(output.code, 3, "{}{}", output.stdout, output.stderr);
    assert!(output.stderr.contains("journal of another project"), "{}", output.stderr);
}
