//! Hooks of coding agents: what stops one, what is only told, and what is nobody's business.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::{io::Write as _, process::Stdio};

use council_testkit::TestEnv;
use serde_json::{Value, json};

const BAD: &str =
    "# Export\n\n## Requirements\n\n- FR-1: The export must end within TBD seconds.\n";
const GOOD: &str = "# Export\n\n## Requirements\n\n- FR-1: The export must end within 5 seconds.\n\
    - FR-2: The export must hold each order of the last 30 days.\n";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("specs/1-export/spec.md", BAD);
    env
}

/// Tells a hook an event, and returns how it ended, what the program reads and what the agent reads.
fn told(env: &TestEnv, program: &str, event: &str) -> (Option<i32>, String, String) {
    let mut command = env.command(["hook", program]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn wrote(path: &str) -> String {
    json!({"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": path}})
        .to_string()
}

#[test]
fn a_finding_of_weight_in_a_specification_stops_every_agent() {
    let env = env();
    let path = env.repo().join("specs/1-export/spec.md").display().to_string();
    let envelope =
        "*** Begin Patch\n*** Update File: specs/1-export/spec.md\n@@\n-a\n+b\n*** End Patch";
    let events = [
        ("claude", wrote(&path)),
        ("gemini", json!({"hook_event_name": "AfterTool", "tool_name": "write_file", "tool_input": {"file_path": path}}).to_string()),
        ("codex", json!({"hook_event_name": "PostToolUse", "tool_name": "apply_patch", "tool_input": {"command": envelope}}).to_string()),
    ];
    for (program, event) in events {
        let (code, stdout, stderr) = told(&env, program, &event);
        assert_eq!(code, Some(2), "{program}: {stdout}{stderr}");
        assert!(stdout.is_empty(), "{program}: {stdout}");
        assert!(stderr.contains("specs/1-export/spec.md:5: "), "{program}: {stderr}");
        assert!(stderr.contains("[placeholder]") && stderr.contains("to fix it: "), "{stderr}");
    }
}

#[test]
fn what_is_minor_is_told_and_stops_nothing() {
    let env = env();
    env.write(
        "specs/1-export/spec.md",
        "# Export\n\n## Requirements\n\n- FR-1: The export must be fast.\n",
    );
    let linted = env.run(["lint", "specs/1-export/spec.md", "--format", "json"]);
    assert_eq!(linted.code, 0, "the text must have minor findings only: {}", linted.stdout);
    let (code, stdout, stderr) = told(&env, "claude", &wrote("specs/1-export/spec.md"));
    assert_eq!(code, Some(0), "{stderr}");
    let said: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(said["hookSpecificOutput"]["hookEventName"], "PostToolUse", "{said}");
    let context = said["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default();
    assert!(context.contains("specs/1-export/spec.md:5: note[vague-time]"), "{said}");
    assert!(stderr.is_empty(), "{stderr}");
}

#[test]
fn what_is_no_specification_and_what_is_elsewhere_is_left_alone() {
    let env = env();
    env.write("README.md", "# Readme\n\nTBD and TODO, fast.\n");
    env.write("src/main.rs", "// TBD\n");
    let good = "specs/2-good/spec.md";
    env.write(good, GOOD);
    for path in
        ["README.md", "src/main.rs", "/etc/passwd", "../elsewhere.md", "specs/gone.md", good]
    {
        let (code, _, stderr) = told(&env, "claude", &wrote(path));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{path}");
    }
    let (code, stdout, stderr) = told(&env, "claude", r#"{"tool_name":"Bash","tool_input":{}}"#);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "", ""));
    // What goes wrong here stops no agent: 2 is not used for it.
    let (code, _, stderr) = told(&env, "claude", "no event");
    assert_eq!(code, Some(3), "{stderr}");
}

#[test]
fn the_end_of_plan_mode_holds_the_plan_against_its_specification() {
    let env = env();
    env.write("specs/1-export/spec.md", GOOD);
    let planned = |plan: &str| {
        let event = json!({"hook_event_name": "PreToolUse", "tool_name": "ExitPlanMode", "tool_input": {"plan": plan}});
        told(&env, "claude", &event.to_string())
    };
    let (code, _, stderr) =
        planned("1. FR-1: end within 60 seconds\n2. FR-2: orders\n3. FR-7: a report");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("PLAN_OTHER_AMOUNT") && stderr.contains("FR-7"), "{stderr}");
    let (code, stdout, stderr) = planned("1. FR-1: end within 5 seconds");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("PLAN_LEAVES_OUT") && stdout.contains("FR-2"), "{stdout}");
    let (code, stdout, _) = planned("rename a function");
    assert_eq!((code, stdout.as_str()), (Some(0), ""));
}

/// One line that is no setting would otherwise turn the check off for good.
#[test]
fn settings_that_cannot_be_followed_do_not_turn_a_hook_off() {
    for broken in ["[lint]\nignore = [\"no-such-rule\"]\n", "nonsense", "[prices]\n"] {
        let env = env();
        env.write("council.toml", broken);
        let (code, stdout, stderr) = told(&env, "claude", &wrote("specs/1-export/spec.md"));
        assert_eq!(code, Some(2), "{broken}: {stdout}{stderr}");
        assert!(stderr.contains("[placeholder]"), "{broken}: {stderr}");
        assert!(stderr.contains("the default rules hold"), "{broken}: {stderr}");
        env.write("specs/1-export/spec.md", GOOD);
        let (code, stdout, stderr) = told(&env, "claude", &wrote("specs/1-export/spec.md"));
        assert_eq!(code, Some(0), "{broken}: {stderr}");
        assert!(stdout.contains("the default rules hold"), "{broken}: {stdout}");
        // What is no specification is still nobody's business.
        let (code, stdout, _) = told(&env, "claude", &wrote("README.md"));
        assert_eq!((code, stdout.as_str()), (Some(0), ""), "{broken}");
    }
}
