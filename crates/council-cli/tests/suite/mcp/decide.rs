//! Decisions: only out of a form that a person filled in, in every generation of the protocol.

use council_testkit::TestEnv;
use serde_json::{Value, json};

use super::{Client, OLD, STATELESS, WITH_FORMS, env, forms};

/// Returns a repository with a session in which something of weight is open, and the session.
fn open() -> (TestEnv, String, String) {
    let env = env();
    env.write(
        "prd.md",
        "# Export\n\n## Goals\n\nPeople export data.\n\n## Requirements\n\n- FR-1: The export must end within TBD seconds.\n",
    );
    let output = env.run(["review", "prd.md", "--format", "json"]);
    assert_eq!(output.code, 2, "{}{}", output.stdout, output.stderr);
    let shown = env.run(["decide", "latest", "--format", "json"]);
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap();
    let help = shown["signals"][0]["help"].as_str().unwrap_or_default().to_owned();
    let finding = help.split_whitespace().find(|word| word.starts_with("F-")).unwrap().to_owned();
    let listed = env.run(["show", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    let id = listed["sessions"][0]["session_id"].as_str().unwrap().to_owned();
    (env, id, finding)
}

fn journal(env: &TestEnv, id: &str) -> String {
    let shown = env.run(["show", id, "--format", "json"]);
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap();
    let path = shown["journal"].as_str().or_else(|| shown["files"]["journal"].as_str());
    path.and_then(|path| env.read(path)).unwrap_or_else(|| shown.to_string())
}

fn filled() -> Value {
    json!({"action": "accept", "content": {"decision": "dismiss", "reason": "the bank says when", "by": "Ada"}})
}

#[test]
fn a_form_decides_in_both_ways_that_clients_show_one() {
    for version in [STATELESS, WITH_FORMS] {
        let (env, id, finding) = open();
        let mut client = Client::start(&env, version, forms());
        client.form = filled();
        let asked = json!({"about": "session", "of": id, "findings": [finding]});
        let decided = client.said("decide", asked);
        assert_eq!(decided["exit_code"], 0, "{decided}");
        let said = &decided["report"]["decided"];
        assert_eq!(said["by"], "Ada", "{decided}");
        assert_eq!(said["via"], "council mcp, test-client 1.2", "{decided}");
        assert_eq!(said["decisions"][0]["ruling"], "DISMISS", "{decided}");
        // The person saw what it is about.
        let message = client.shown[0]["message"].as_str().unwrap_or_default();
        assert!(message.contains(&finding) && message.contains("TBD"), "{message}");
        assert!(journal(&env, &id).contains("test-client 1.2"));
    }
}

#[test]
fn a_form_that_is_declined_or_closed_decides_nothing() {
    for version in [STATELESS, WITH_FORMS] {
        for action in ["decline", "cancel"] {
            let (env, id, _) = open();
            let mut client = Client::start(&env, version, forms());
            // Whatever stands in it.
            client.form = json!({"action": action, "content": filled()["content"]});
            let left = client.call("decide", json!({"about": "session", "of": id}));
            assert_eq!(left["structuredContent"]["exit_code"], 11, "{left}");
            assert!(!journal(&env, &id).contains("the bank says when"));
        }
    }
}

#[test]
fn a_client_without_forms_is_told_which_command_decides() {
    let (env, id, _) = open();
    for (version, capabilities) in [
        (OLD, json!({})),
        (STATELESS, json!({})),
        (WITH_FORMS, json!({"elicitation": {"url": {}}})),
    ] {
        let mut client = Client::start(&env, version, capabilities);
        let refused =
            client.call("decide", json!({"about": "session", "of": id}))["structuredContent"]
                .clone();
        assert_eq!(refused["exit_code"], 11, "{refused}");
        assert!(refused.to_string().contains(&format!("council decide {id}")), "{refused}");
        assert!(client.shown.is_empty());
    }
}

#[test]
fn what_changed_while_the_form_was_open_is_not_decided_on() {
    let (env, id, finding) = open();
    let mut client = Client::start(&env, STATELESS, forms());
    let params = json!({"name": "decide", "arguments": {"about": "session", "of": id}});
    let asked = client.request("tools/call", params.clone());
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    // Somebody else decides meanwhile.
    let said = format!("{finding}: seen elsewhere");
    let typed = env.run(["decide", &id, "--dismiss", &said, "--by", "Bo", "--format", "json"]);
    assert_eq!(typed.code, 0, "{}{}", typed.stdout, typed.stderr);
    let mut again = params;
    again["inputResponses"] = json!({"decision": filled()});
    again["requestState"] = asked["requestState"].clone();
    let stale = client.request("tools/call", again.clone());
    assert_ne!(stale["structuredContent"]["exit_code"], 0, "{stale}");
    assert!(!journal(&env, &id).contains("the bank says when"));
    // Neither does a state that this server did not seal.
    again["requestState"] = json!("rs1.bm9uZQ.bm9uZQ");
    let forged = client.request("tools/call", again);
    assert_ne!(forged["structuredContent"]["exit_code"], 0, "{forged}");
}

#[test]
fn a_project_can_refuse_decisions_by_this_way_and_a_pipeline_always_does() {
    let (env, id, _) = open();
    let mut command = env.command(["mcp"]);
    command
        .env("CI", "true")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let mut client = Client::of(command.spawn().unwrap(), STATELESS, forms());
    client.form = filled();
    let pipeline =
        client.call("decide", json!({"about": "session", "of": id}))["structuredContent"].clone();
    assert_eq!(pipeline["exit_code"], 11, "{pipeline}");
    env.write("council.toml", "[decide]\nmcp = \"refuse\"\n");
    let mut client = Client::start(&env, STATELESS, forms());
    client.form = filled();
    let refused =
        client.call("decide", json!({"about": "session", "of": id}))["structuredContent"].clone();
    assert_eq!(refused["exit_code"], 11, "{refused}");
    assert!(client.shown.is_empty());
    assert!(!journal(&env, &id).contains("the bank says when"));
}
