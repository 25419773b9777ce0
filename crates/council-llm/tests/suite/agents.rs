//! Coding agents as models, played by scripts that stand where the agents would.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "a test writes the script that it starts"
)]

use std::{fs, os::unix::fs::PermissionsExt as _, time::Duration};

use council_engine::Pulse;
use council_llm::{Agent, AgentReply, Failure, FailureKind};
use tempfile::TempDir;

/// Asks an agent that is played by a shell script.
fn ask(agent: &str, script: &str) -> Result<AgentReply, Failure> {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("agent");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let agent = agent.parse::<Agent>().unwrap().at(program.to_str().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(agent.ask("be strict\nthe packet\nwhat is wrong?", &Pulse::default()))
}

#[test]
fn an_agent_is_told_everything_on_its_input_and_nothing_in_its_arguments() {
    let script = r#"words=$( (echo "$*"; pwd; ls -A | wc -l; cat) | tr '\n' '|')
echo "{\"result\": \"$words\"}""#;
    let spoken = ask("claude:opus", script).unwrap();
    let lines: Vec<&str> = spoken.text.trim_end_matches('|').split('|').collect();
    let arguments = "-p --output-format json --tools  --strict-mcp-config --safe-mode \
                     --no-session-persistence --model opus";
    assert_eq!(lines[0], arguments);
    assert_eq!(lines[2].trim(), "0", "the folder around it is empty: {}", lines[1]);
    assert_eq!(lines[3..], ["be strict", "the packet", "what is wrong?"]);
}

#[test]
fn claude_and_gemini_answer_in_json_and_codex_in_events() {
    let claude = r#"cat >/dev/null; echo '{"result": "{}", "is_error": false, "usage": {"input_tokens": 3, "output_tokens": 4}}'"#;
    let spoken = ask("claude", claude).unwrap();
    assert_eq!((spoken.text.as_str(), spoken.usage.unwrap().total()), ("{}", 7));
    let gemini = r#"cat >/dev/null; echo '{"response": "{}", "stats": {"tools": {"totalCalls": 0}, "models": {
        "small": {"tokens": {"prompt": 10, "cached": 0, "candidates": 1, "thoughts": 0}},
        "large": {"tokens": {"prompt": 50, "cached": 20, "candidates": 4, "thoughts": 2}}}}}'"#;
    let spoken = ask("gemini:gemini-2.5-pro", gemini).unwrap();
    let usage = spoken.usage.unwrap();
    assert_eq!(spoken.text, "{}");
    assert_eq!((usage.fresh, usage.cache_read, usage.output), (40, 20, 7));
    let codex = r#"cat >/dev/null
echo '{"type": "thread.started", "thread_id": "1"}'
echo '{"type": "item.completed", "item": {"type": "reasoning", "text": "hm"}}'
echo '{"type": "item.completed", "item": {"type": "error", "message": "again"}}'
echo '{"type": "item.completed", "item": {"type": "agent_message", "text": "{}"}}'
echo '{"type": "turn.completed", "usage": {"input_tokens": 9, "cached_input_tokens": 3, "output_tokens": 2}}'"#;
    let spoken = ask("codex:gpt-5", codex).unwrap();
    let usage = spoken.usage.unwrap();
    assert_eq!(spoken.text, "{}");
    assert_eq!((usage.fresh, usage.cache_read, usage.output), (6, 3, 2));
}

#[test]
fn an_agent_that_used_a_tool_is_not_heard() {
    let claude =
        r#"echo '{"result": "{}", "usage": {"server_tool_use": {"web_search_requests": 1}}}'"#;
    assert_eq!(ask("claude", claude).unwrap_err().kind, FailureKind::ToolUse);
    let gemini = r#"echo '{"response": "{}", "stats": {"tools": {"totalCalls": 2}}}'"#;
    assert_eq!(ask("gemini", gemini).unwrap_err().kind, FailureKind::ToolUse);
    let codex = r#"
echo '{"type": "item.started", "item": {"type": "command_execution", "command": "ls"}}'
echo '{"type": "item.completed", "item": {"type": "agent_message", "text": "{}"}}'"#;
    let failure = ask("codex", codex).unwrap_err();
    assert_eq!(failure.kind, FailureKind::ToolUse);
    assert!(failure.to_string().contains("`command_execution`"), "{failure}");
}

#[test]
fn an_agent_that_fails_says_why_in_its_own_words() {
    let why = |agent: &str, script: &str| ask(agent, script).unwrap_err().to_string();
    let claude = "echo '{\"result\": \"no such model\", \"is_error\": true}'; exit 1";
    assert!(why("claude", claude).contains("no such model"));
    let codex = "echo '{\"type\": \"turn.failed\", \"error\": {\"message\": \"no key\"}}'; exit 1";
    assert!(why("codex", codex).contains("no key"));
    let gemini =
        r#"printf 'a warning\n{\n  "error": {\n    "message": "no auth"\n  }\n}\n' >&2; exit 41"#;
    assert!(why("gemini", gemini).contains("no auth"));
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
fn an_agent_that_is_given_up_ends_with_all_it_started() {
    let folder = TempDir::new().unwrap();
    let (program, started) = (folder.path().join("agent"), folder.path().join("started"));
    let script = format!(
        "#!/bin/sh\nsleep 600 &\necho $! > {0}.new; mv {0}.new {0}\nwait",
        started.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let agent = "codex".parse::<Agent>().unwrap().at(program.to_str().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let pulse = Pulse::default();
        let is_there = async {
            while !started.exists() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            heard = agent.ask("", &pulse) => panic!("{heard:?}"),
            () = is_there => {}
        }
    });
    let number = fs::read_to_string(&started).unwrap();
    // A process that was ended is gone, or waits to be noticed by whoever is its parent now.
    let state = || fs::read_to_string(format!("/proc/{}/stat", number.trim()));
    let is_over = || state().is_err() || state().is_ok_and(|line| line.contains(") Z "));
    for _ in 0..200 {
        if is_over() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("process {number} goes on");
}

#[test]
fn an_agent_that_is_not_there_has_a_way_out_of_its_own() {
    let agent = "claude".parse::<Agent>().unwrap().at("/nowhere/claude");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let failure = runtime.block_on(agent.ask("", &Pulse::default())).unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotInstalled);
    assert!(!failure.kind.is_passing());
    assert!(failure.kind.remedy().contains("`PATH`"), "{}", failure.kind.remedy());
    assert!(failure.to_string().contains("`/nowhere/claude`"), "{failure}");
}

#[test]
fn an_agent_that_fails_has_failed_whatever_it_said() {
    let kind = |script: &str| ask("claude", script).unwrap_err().kind;
    assert_eq!(
        kind("echo '{\"result\": \"{}\"}'; echo no key >&2; exit 1"),
        FailureKind::ServerError
    );
    assert_eq!(
        kind("echo '{\"result\": \"limit\", \"is_error\": true}'"),
        FailureKind::ServerError
    );
    assert_eq!(kind("echo hello"), FailureKind::Garbled);
    assert_eq!(kind("echo '{\"result\": \"\"}'"), FailureKind::Empty);
    assert_eq!(kind("yes | head -c 5000000"), FailureKind::TooLarge);
    assert!(ask("claude", "echo no key >&2; exit 1").unwrap_err().to_string().contains("no key"));
}

#[test]
fn a_model_of_an_agent_is_a_name_and_no_other_argument() {
    assert_eq!("claude:opus".parse::<Agent>().unwrap().to_string(), "claude:opus");
    for name in ["claude:--dangerously-skip-permissions", "claude:", "sh", "claude:a b"] {
        assert!(name.parse::<Agent>().is_err(), "{name}");
    }
}

/// Asks an agent that is played by a shell script, as its user wants it started.
fn ask_as(script: &str, settled: impl FnOnce(Agent) -> Agent) -> Result<AgentReply, Failure> {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("agent");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let agent = settled("claude".parse().unwrap()).at(program.to_str().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(agent.ask("what is wrong?", &Pulse::default()))
}

#[test]
fn an_agent_gets_the_variables_it_is_named_and_no_others() {
    let script = r#"cat >/dev/null
echo "{\"result\": \"$(/usr/bin/env | /usr/bin/cut -d= -f1 | /usr/bin/sort | /usr/bin/tr '\n' ' ')\"}""#;
    let given =
        vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned()), ("MINE".to_owned(), "x".to_owned())];
    let spoken = ask_as(script, |agent| agent.with_environment(given)).unwrap();
    let names: Vec<&str> = spoken.text.split_whitespace().collect();
    // The shell that plays it adds these two by itself.
    let names: Vec<&str> =
        names.into_iter().filter(|name| !["PWD", "_", "SHLVL", "OLDPWD"].contains(name)).collect();
    assert_eq!(names, ["MINE", "PATH", "TMPDIR"]);
    let agent: Agent = "claude".parse().unwrap();
    let handed: Vec<&str> = agent.variables().collect();
    assert!(handed.contains(&"ANTHROPIC_API_KEY") && !handed.contains(&"OPENAI_API_KEY"));
    assert!(!handed.iter().any(|name| name.contains("GITHUB") || name.contains("AWS")));
}

#[test]
fn an_agent_runs_below_a_folder_that_is_its_users_alone() {
    let outer = TempDir::new().unwrap();
    let home = outer.path().join("cache/council");
    let script = r#"cat >/dev/null; echo "{\"result\": \"$(pwd) $(stat -c %a . .. ../.. "$TMPDIR" | tr '\n' ' ')\"}""#;
    let path = vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())];
    let spoken =
        ask_as(script, |agent| agent.with_environment(path).below(Some(home.clone()))).unwrap();
    let words: Vec<&str> = spoken.text.split_whitespace().collect();
    let real = fs::canonicalize(&home).unwrap();
    assert!(words[0].starts_with(real.to_str().unwrap()), "{words:?}");
    assert_eq!(words[1..], ["700"; 4]);
    assert_eq!(fs::read_dir(home).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn what_a_killed_call_left_in_the_users_folder_goes_with_the_next_and_nothing_else() {
    let home = TempDir::new().unwrap();
    let make = |name: &str| {
        let folder = home.path().join(name);
        fs::create_dir_all(folder.join("empty/deep")).unwrap();
        fs::File::create(folder.join("lock")).unwrap()
    };
    drop(make("agent-killed"));
    let held = make("agent-held");
    held.lock().unwrap();
    drop(make("another"));
    fs::create_dir(home.path().join("agent-hardly-begun")).unwrap();
    fs::create_dir_all(home.path().join("agent-of-an-older-one/empty")).unwrap();
    fs::write(home.path().join("agent-file"), "").unwrap();
    let script = r#"cat >/dev/null; echo '{"result": "{}"}'"#;
    ask_as(script, |agent| agent.below(Some(home.path().to_owned()))).unwrap();
    let mut left: Vec<_> = fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["agent-file", "agent-held", "agent-of-an-older-one", "another"]);
}

#[test]
fn what_an_agent_leaves_behind_holds_nobody_up_and_is_ended() {
    let folder = TempDir::new().unwrap();
    let (stayed, left) = (folder.path().join("stayed"), folder.path().join("left"));
    // One stays in the group and holds the pipes, one leaves the group and holds them too. Nothing is said before it has left.
    let script = format!(
        "cat >/dev/null\nsleep 60 &\necho $! > {}\nsetsid sh -c 'echo $$ > {left}; exec sleep 60' &\nwhile [ ! -s {left} ]; do :; done\necho '{{\"result\": \"{{}}\"}}'",
        stayed.display(),
        left = left.display()
    );
    let path = vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())];
    let spoken = ask_as(&script, |agent| agent.with_environment(path)).unwrap();
    assert_eq!(spoken.text, "{}");
    let number = |file| fs::read_to_string(file).unwrap().trim().to_owned();
    let goes_on = |number: &str| {
        let line = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        !line.is_empty() && !line.contains(") Z ")
    };
    assert!(goes_on(&number(&left)), "nobody has waited for what is out of reach");
    let ended = std::process::Command::new("kill").arg(number(&left)).status().unwrap();
    assert!(ended.success());
    while goes_on(&number(&stayed)) {
        std::thread::yield_now();
    }
}
