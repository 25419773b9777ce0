//! Decisions: only out of a form that a person filled in, in every generation of the protocol.

use std::{collections::BTreeSet, fmt::Write as _};

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

fn findings(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| word.starts_with("F-") && word.len() == 12).map(str::to_owned).collect()
}

/// A document with more in front decided what was behind it.
#[test]
fn a_person_decides_on_what_the_form_shows_and_on_nothing_else() {
    let env = env();
    let mut text = "# Refunds\n\n## Overview\n\nCustomers ask for refunds and operators answer them in the back office.\n\n\
        ## Requirements\n\n"
        .to_owned();
    let (verbs, things) = (
        ["store", "send", "show", "delete", "export", "validate", "reject"],
        ["invoice", "refund", "session", "customer address", "audit record"],
    );
    for number in 1..160 {
        let (verb, thing) = (verbs[number % verbs.len()], things[number % things.len()]);
        let _ = writeln!(
            text,
            "- FR-{number}: The system must {verb} the {thing} within {number} seconds \
             [NEEDS CLARIFICATION: which {thing} of kind {number}?]."
        );
    }
    env.write("prd.md", text);
    let review = env.run(["review", "prd.md", "--format", "json"]);
    let review: Value = serde_json::from_str(&review.stdout).unwrap();
    let id = review["subject"].as_str().unwrap().to_owned();
    let mut client = Client::start(&env, STATELESS, forms());
    client.form = filled();
    let decided = client.said("decide", json!({"about": "session", "of": id}));
    assert_eq!(decided["exit_code"], 0, "{decided}");
    let message = client.shown[0]["message"].as_str().unwrap_or_default();
    let shown: Vec<&str> = message.lines().filter(|line| line.starts_with("F-")).collect();
    let recorded = findings(&decided["report"]["decided"].to_string());
    assert!(shown.len() > 10 && message.chars().count() <= 12_000, "{message}");
    assert_eq!(recorded, shown.iter().map(|id| (*id).to_owned()).collect(), "{message}");
    assert!(message.contains("more are open, and stay so"), "{message}");
    // Nothing that a document says stands where our own words do.
    let others = message.lines().filter(|line| line.contains("FR-"));
    assert!(others.into_iter().all(|line| line.starts_with("  ¦ ")), "{message}");
    let open = env.run(["decide", &id, "--format", "json"]);
    let left = findings(&open.stdout).difference(&recorded).count();
    assert!(left > 0, "{}", open.stdout);
}

#[test]
fn an_agent_does_not_switch_on_what_its_user_or_the_project_refused() {
    let refuses = |client: &mut Client, id: &str| {
        client.form = filled();
        let said =
            client.call("decide", json!({"about": "session", "of": id}))["structuredContent"]
                .clone();
        assert_eq!(said["exit_code"], 11, "{said}");
        said.to_string()
    };
    // The project's word holds as it was when the server began.
    let (env, id, _) = open();
    env.write("council.toml", "[decide]\nmcp = \"refuse\"\n");
    let mut client = Client::start(&env, STATELESS, forms());
    assert!(refuses(&mut client, &id).contains("council.toml"));
    env.write("council.toml", "[decide]\nmcp = \"form\"\n");
    refuses(&mut client, &id);
    // The user's word holds whatever the project says.
    env.write_user("[decide]\nmcp = \"refuse\"\n");
    let mut client = Client::start(&env, STATELESS, forms());
    assert!(refuses(&mut client, &id).contains("config.toml"));
    assert!(client.shown.is_empty());
    assert!(!journal(&env, &id).contains("the bank says when"));
}
