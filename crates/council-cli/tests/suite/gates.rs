//! The gates through the real binary: every format tells the same decision, and bad identifiers open nothing.
#![expect(clippy::disallowed_methods, reason = "these tests read shared data")]

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const EVIDENCE: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence/consensus/SPEC-PAY-001";

/// A conflict that would take over the terminal, the log and the page if it could.
const CONFLICT: &str = "retries \u{1b}[2J\n::error::x ##[error]y <b> | @all \u{202e}";

/// The gates, with `ID` where the identifier goes.
const GATES: &[&[&str]] = &[
    &["gate", "stage", "--stage", "plan", "--", "ID"],
    &["gate", "handoff", "--", "ID"],
    &["gate", "rereview", "--", "ID"],
    &["gate", "forum", "--", "ID"],
];

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let evidence = serde_json::json!({
        "agent": "architect",
        "consensus": { "conflicts": [CONFLICT], "synthesis_status": "blocked" },
    });
    env.write(&format!("{EVIDENCE}/spec-plan_architect_20260102.json"), evidence.to_string());
    env
}

fn stage(env: &TestEnv, format: &str) -> Output {
    env.run(["gate", "stage", "SPEC-PAY-001", "--stage", "plan", "--format", format])
}

#[test]
fn every_format_ends_with_the_same_code_and_keeps_hostile_text_harmless() {
    let env = env();
    for format in ["human", "json", "jsonl", "sarif", "junit", "github", "markdown"] {
        let output = stage(&env, format);
        assert_eq!(output.code, 2, "{format}");
        assert!(!output.stdout.contains(['\u{1b}', '\u{202e}']), "{format}: {}", output.stdout);
        assert!(!output.stdout.contains("##["), "{format}: {}", output.stdout);
        assert!(!output.stdout.contains("\n::error::"), "{format}: {}", output.stdout);
        assert_eq!(output.stderr, "", "{format}");
    }
}

#[test]
fn json_says_the_text_as_it_was_read() {
    let env = env();
    let value: Value = serde_json::from_str(&stage(&env, "json").stdout).unwrap();
    assert_eq!(value["schema_version"], "1.0.0");
    assert_eq!(value["tool_version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(value["exit_code"], 2);
    assert_eq!(value["allows_progress"], false);
    assert_eq!(value["signals"][0]["message"], CONFLICT);
}

#[test]
fn quiet_says_what_blocks_and_nothing_on_stderr() {
    let env = env();
    let output = env.run(["gate", "stage", "SPEC-PAY-001", "--stage", "plan", "-q"]);
    assert_eq!(output.code, 2);
    assert!(output.stdout.starts_with("blocked: "), "{}", output.stdout);
    assert!(output.stdout.contains("\nblocker["), "{}", output.stdout);
    assert!(!output.stdout.contains("next: "), "{}", output.stdout);
    assert_eq!(output.stderr, "");
}

#[test]
fn a_group_without_a_command_shows_its_help_and_does_not_pass() {
    let output = env().run(["gate"]);
    assert_eq!(output.code, 64);
    assert!(output.stdout.contains("Usage: council gate"), "{}", output.stdout);
}

#[test]
fn a_repository_that_does_not_exist_is_a_failure_with_a_way_out() {
    let output = env().run(["gate", "stage", "SPEC-PAY-001", "--stage", "plan", "--repo", "gone"]);
    assert_eq!(output.code, 3);
    assert_eq!(output.stdout, "");
    let lines: Vec<_> = output.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{}", output.stderr);
    assert_eq!(lines[0], "error: `gone` is not a folder");
    assert!(lines[1].starts_with("  cause: "), "{}", lines[1]);
    assert_eq!(lines[2], "hint: give a folder that exists with `--repo DIR`");
}

/// Every gate refuses the identifier before it looks for a repository: the one given here does not exist.
fn is_refused_before_anything_is_opened(identifier: &str) {
    for gate in GATES {
        let arguments = gate.iter().map(|word| if *word == "ID" { identifier } else { word });
        let output = env().run(["--repo", "gone"].into_iter().chain(arguments));
        assert_eq!(output.code, 3, "{gate:?} {identifier:?}");
        assert_eq!(output.stdout, "", "{gate:?} {identifier:?}");
        assert!(output.stderr.contains("is not a valid"), "{gate:?} {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{gate:?} {}", output.stderr);
    }
}

#[test]
fn identifiers_that_could_leave_the_repository_are_refused() {
    for identifier in [
        "",
        ".",
        "..",
        "../x",
        "/etc",
        "a/b",
        "a\\b",
        "-x",
        "a\nb",
        "a\u{1b}[2J",
        "NUL",
        "a:b",
        "~",
    ] {
        is_refused_before_anything_is_opened(identifier);
    }
}

#[test]
fn every_gate_is_in_the_list_above() {
    let tree = council_cli::command();
    let gate = tree.find_subcommand("gate").unwrap();
    for command in gate.get_subcommands() {
        let name = command.get_name();
        assert!(GATES.iter().any(|gate| gate[1] == name), "add `gate {name}` to `GATES`");
    }
}

#[test]
fn the_shared_list_of_hostile_identifiers_is_refused() {
    let Some(path) = council_testkit::shared_data("hostile/paths/paths.json") else {
        return;
    };
    let data: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let values = data["values"].as_array().unwrap();
    assert!(!values.is_empty());
    for value in values {
        is_refused_before_anything_is_opened(value.as_str().unwrap());
    }
}
