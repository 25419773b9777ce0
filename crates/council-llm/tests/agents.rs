//! Coding agents as models, played by scripts that stand where the agents would.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test writes the script that it starts"
)]

use std::{fs, os::unix::fs::PermissionsExt as _};

use council_llm::{Agent, Failure, Kind, Spoken};
use tempfile::TempDir;

/// Asks an agent that is played by a shell script.
fn ask(agent: &str, script: &str) -> Result<Spoken, Failure> {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("agent");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let agent = agent.parse::<Agent>().unwrap().at(program.to_str().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(agent.ask("be strict\nthe packet\nwhat is wrong?"))
}

#[test]
fn an_agent_is_told_everything_on_its_input_and_nothing_in_its_arguments() {
    let spoken = ask("codex:gpt-5", "echo \"$*\"; pwd; ls -A | wc -l; cat").unwrap();
    let lines: Vec<&str> = spoken.text.lines().collect();
    assert_eq!(
        lines[0],
        "exec --sandbox read-only --skip-git-repo-check --ephemeral --color never --model gpt-5 -"
    );
    assert_eq!(lines[2].trim(), "0", "the folder around it is empty: {}", lines[1]);
    assert_eq!(lines[3..], ["be strict", "the packet", "what is wrong?"]);
}

#[test]
fn claude_and_gemini_answer_in_json() {
    let claude = r#"cat >/dev/null; echo '{"result": "{}", "is_error": false, "usage": {"input_tokens": 3, "output_tokens": 4}}'"#;
    let spoken = ask("claude", claude).unwrap();
    assert_eq!((spoken.text.as_str(), spoken.usage.unwrap().total()), ("{}", 7));
    let gemini = r#"cat >/dev/null; echo '{"response": "{}", "stats": {}}'"#;
    assert_eq!(ask("gemini:gemini-2.5-pro", gemini).unwrap().text, "{}");
}

#[test]
fn an_agent_that_says_it_read_nothing_is_not_believed() {
    let usage = |usage: &str| {
        let said = format!(r#"cat >/dev/null; echo '{{"result": "{{}}", "usage": {usage}}}'"#);
        ask("claude", &said).unwrap().usage
    };
    assert_eq!(usage(r#"{"output_tokens": 4}"#), None);
    assert_eq!(usage(r#"{"input_tokens": -1, "output_tokens": 4}"#), None);
    let cached = usage(r#"{"input_tokens": 0, "cache_read_input_tokens": 9, "output_tokens": 4}"#);
    assert_eq!(cached.unwrap().cache_read, 9);
}

#[test]
fn an_agent_that_is_not_there_has_a_way_out_of_its_own() {
    let agent = "claude".parse::<Agent>().unwrap().at("/nowhere/claude");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let failure = runtime.block_on(agent.ask("")).unwrap_err();
    assert_eq!(failure.kind, Kind::NotInstalled);
    assert!(!failure.kind.is_passing());
    assert!(failure.kind.remedy().contains("`PATH`"), "{}", failure.kind.remedy());
    assert!(failure.to_string().contains("`/nowhere/claude`"), "{failure}");
}

#[test]
fn an_agent_that_fails_has_failed_whatever_it_said() {
    let kind = |script: &str| ask("claude", script).unwrap_err().kind;
    assert_eq!(kind("echo '{\"result\": \"{}\"}'; echo no key >&2; exit 1"), Kind::ServerError);
    assert_eq!(kind("echo '{\"result\": \"limit\", \"is_error\": true}'"), Kind::ServerError);
    assert_eq!(kind("echo hello"), Kind::Garbled);
    assert_eq!(kind("echo '{\"result\": \"\"}'"), Kind::Empty);
    assert_eq!(kind("yes | head -c 5000000"), Kind::TooLarge);
    assert!(ask("claude", "echo no key >&2; exit 1").unwrap_err().to_string().contains("no key"));
}

#[test]
fn a_model_of_an_agent_is_a_name_and_no_other_argument() {
    assert_eq!("claude:opus".parse::<Agent>().unwrap().to_string(), "claude:opus");
    for name in ["claude:--dangerously-skip-permissions", "claude:", "sh", "claude:a b"] {
        assert!(name.parse::<Agent>().is_err(), "{name}");
    }
}
