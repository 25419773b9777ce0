//! Real coding agents, as they come from their makers, with a stand-in for the model behind them: that they take the
//! arguments they are given, answer, and offer the model nothing to reach the machine or the network with.
//! `cargo xtask agents` installs them and names their folder.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "these tests ask for the agents' folder and write a script that starts one"
)]

use std::{env, fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use council_testkit::{
    TestEnv,
    provider::{Dialect, ProviderFault, ReceivedRequest, StandIn},
};

/// What the stand-in says to everything.
const ANSWER: &str = r#"{"ok": true}"#;

/// Returns where the agents are, if they are.
fn agents() -> Option<PathBuf> {
    let folder = env::var_os("COUNCIL_TEST_AGENTS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: `cargo xtask agents` installs the agents that this test starts");
    }
    folder
}

/// Probes an agent whose model is a stand-in, and returns the calls that reached it.
fn probe(agent: &str, dialect: Dialect) -> Option<Vec<ReceivedRequest>> {
    let agents = agents()?;
    let server = StandIn::start(dialect, ProviderFault::None, ANSWER).unwrap();
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", "# Export\n\n## Goals\n\nThe export must be fast.\n");
    // Codex takes its server from an argument alone where the settings of its user are left aside.
    let (url, codex) = (server.base_url(), agents.join("codex"));
    let script = format!(
        "#!/bin/sh\nverb=$1; shift\nexec '{}' \"$verb\" -c 'openai_base_url=\"{url}\"' \"$@\"\n",
        codex.display()
    );
    let wrapped = env.repo().with_file_name("bin");
    fs::create_dir(&wrapped).unwrap();
    fs::write(wrapped.join("codex"), script).unwrap();
    fs::set_permissions(wrapped.join("codex"), fs::Permissions::from_mode(0o755)).unwrap();
    // Gemini takes another server for a gateway with a way of its own to sign in, unless it is told otherwise.
    let settings = env.repo().with_file_name("home").join(".gemini");
    fs::create_dir(&settings).unwrap();
    let by_key = r#"{"security": {"auth": {"selectedType": "gemini-api-key"}}}"#;
    fs::write(settings.join("settings.json"), by_key).unwrap();
    // An agent is handed what its user names, and these lead it to the stand-in.
    env.write_user(
        "[agents.claude]\nenvironment = [\"ANTHROPIC_BASE_URL\", \"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC\"]\n\
         [agents.gemini]\nenvironment = [\"GOOGLE_GEMINI_BASE_URL\", \"GEMINI_CLI_NO_RELAUNCH\"]\n",
    );
    let path = env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", wrapped.display(), agents.display());
    let output = env
        .command(["doctor", "--reviewer", agent, "--format", "json"])
        .env("PATH", path)
        .env("ANTHROPIC_BASE_URL", &url)
        .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .env("CODEX_API_KEY", "no key")
        .env("GOOGLE_GEMINI_BASE_URL", &url)
        .env("GEMINI_CLI_NO_RELAUNCH", "true")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}{complaints}");
    Some(server.received())
}

/// Tells whether a call offers a tool of this name, by itself or inside of another.
fn offers(call: &ReceivedRequest, tool: &str) -> bool {
    let forms = [format!("\"name\":\"{tool}\""), format!("{{ {tool}(args")];
    forms.iter().any(|form| call.body.contains(form))
}

#[test]
fn claude_answers_and_has_no_tools() {
    let Some(calls) = probe("agent:claude", Dialect::Anthropic) else { return };
    assert!(calls.iter().any(|call| call.body.contains("\"messages\"")), "{calls:?}");
    assert!(calls.iter().all(|call| !call.body.contains("\"input_schema\"")), "{calls:?}");
}

#[test]
fn codex_answers_and_can_neither_run_nor_look_up_anything() {
    let Some(calls) = probe("agent:codex", Dialect::Responses) else { return };
    assert!(calls.iter().any(|call| call.body.contains("\"input\"")), "{calls:?}");
    for tool in ["exec_command", "shell", "web_search", "view_image"] {
        assert!(calls.iter().all(|call| !offers(call, tool)), "{tool}");
    }
    assert!(calls.iter().all(|call| !call.body.contains("\"type\":\"web_search")));
}

#[test]
fn gemini_answers_and_has_no_tools() {
    let Some(calls) = probe("agent:gemini:gemini-2.5-pro", Dialect::Gemini) else { return };
    assert!(calls.iter().any(|call| call.body.contains("\"contents\"")), "{calls:?}");
    let has_tools = |call: &ReceivedRequest| call.body.contains("\"functionDeclarations\":[{");
    assert!(!calls.iter().any(has_tools), "{calls:?}");
}
