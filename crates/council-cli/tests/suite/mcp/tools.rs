//! What the tools say, and that it is what the commands say.

use serde_json::{Value, json};

use super::{Client, OLD, STATELESS, env, forms};

const VAGUE: &str = "# Export\n\n## Goals\n\nPeople export their data.\n\n## Requirements\n\n\
    - FR-1: The export must be fast and user-friendly, TBD.\n";

#[test]
fn every_generation_of_the_protocol_finds_the_tools_and_their_shapes() {
    let env = env();
    for (version, capabilities) in [(OLD, json!({})), (STATELESS, forms())] {
        let mut client = Client::start(&env, version, capabilities);
        let listed = client.request("tools/list", json!({}));
        let tools = listed["tools"].as_array().cloned().unwrap_or_default();
        let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        let all = [
            "lint",
            "review_start",
            "review_status",
            "answer",
            "explain",
            "diff",
            "gate",
            "decide",
        ];
        assert_eq!(names, all);
        for tool in &tools {
            assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
            assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
            let writes = ["review_start", "answer", "decide"]
                .contains(&tool["name"].as_str().unwrap_or_default());
            assert_eq!(tool["annotations"]["readOnlyHint"], json!(!writes), "{tool}");
            assert!(jsonschema::validator_for(&tool["outputSchema"]).is_ok(), "{tool}");
        }
        assert_eq!(client.leave(), Some(0));
    }
}

/// Holds what a tool says to the schema that it promises.
fn hold(client: &mut Client, tool: &str, said: &Value) {
    let listed = client.request("tools/list", json!({}));
    let all = listed["tools"].as_array().cloned().unwrap_or_default();
    let schema = all.iter().find(|one| one["name"] == tool).map(|one| one["outputSchema"].clone());
    let validator = jsonschema::validator_for(&schema.unwrap_or_default()).unwrap();
    let errors: Vec<String> = validator.iter_errors(said).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{tool}: {errors:?}\n{said}");
}

#[test]
fn a_tool_says_what_its_command_says() {
    let env = env();
    env.write("vague.md", VAGUE);
    let mut client = Client::start(&env, OLD, json!({}));
    let linted = client.said("lint", json!({"paths": ["vague.md"]}));
    let typed = env.run(["lint", "vague.md", "--format", "json"]);
    assert_eq!(linted["exit_code"], typed.code, "{linted}");
    let typed: Value = serde_json::from_str(&typed.stdout).unwrap();
    assert_eq!(linted["report"], typed);
    hold(&mut client, "lint", &linted);
    let text = client.said("lint", json!({"text": VAGUE}));
    assert_eq!(text["exit_code"], 2, "{text}");
    let rule = client.said("explain", json!({"what": "placeholder"}));
    hold(&mut client, "explain", &rule);
    assert_eq!(rule["exit_code"], 0, "{rule}");
    let gate = client.said("gate", json!({"gate": "stage", "of": "SPEC-1", "stage": "plan"}));
    let typed = env.run(["gate", "stage", "SPEC-1", "--stage", "plan", "--format", "json"]);
    assert_eq!(gate["exit_code"], typed.code, "{gate}");
    hold(&mut client, "gate", &gate);
}

#[test]
fn an_agent_gets_no_flag_and_no_file_of_elsewhere_through() {
    let env = env();
    env.write("vague.md", VAGUE);
    let mut client = Client::start(&env, OLD, json!({}));
    for path in ["--fix", "../secret.md", "/etc/passwd", "-", ""] {
        let refused = client.refused("lint", json!({"paths": [path]}));
        assert_ne!(refused["exit_code"], 0, "{path}: {refused}");
    }
    assert_eq!(env.read("vague.md").as_deref(), Some(VAGUE));
    let unknown = client.refused("lint", json!({"fix": true}));
    assert_eq!(unknown["exit_code"], 64, "{unknown}");
    hold(&mut client, "lint", &unknown);
    let flag = client.refused("explain", json!({"what": "--verdict"}));
    assert_eq!(flag["exit_code"], 64, "{flag}");
    assert!(flag.to_string().contains("there is no rule `--verdict`"), "{flag}");
    let missing = client.respond("tools/call", json!({"name": "rm", "arguments": {}}));
    assert!(missing["error"].is_object(), "{missing}");
}

#[test]
fn a_review_by_rules_ends_in_its_call_and_is_a_resource() {
    let env = env();
    let mut client = Client::start(&env, STATELESS, forms());
    let ended = client.said("review_start", json!({"path": "prd.md", "seats": "rules"}));
    assert_eq!(ended["state"], "stopped", "{ended}");
    hold(&mut client, "review_start", &ended);
    let id = ended["session"].as_str().unwrap_or_default().to_owned();
    assert!(id.starts_with("COUNCIL-"), "{ended}");
    assert!(!client.told.is_empty(), "nothing was told while it ran");
    let status = client.said("review_status", json!({"session": "latest"}));
    assert_eq!(status["session"], id.as_str(), "{status}");
    hold(&mut client, "review_status", &status);
    let all = client.said("review_status", json!({}));
    hold(&mut client, "review_status", &all);
    assert!(all["report"].to_string().contains(&id), "{all}");
    let diff = client.call("diff", json!({}));
    assert!(diff["structuredContent"]["exit_code"].is_number(), "{diff}");
    let listed = client.request("resources/list", json!({}));
    assert!(listed.to_string().contains(&format!("council://session/{id}")), "{listed}");
    for name in [
        "sessions",
        "rules",
        &format!("session/{id}"),
        &format!("session/{id}/bundle"),
        "rule/placeholder",
        "schema/lint",
    ] {
        let read = client.request("resources/read", json!({"uri": format!("council://{name}")}));
        let text = read["contents"][0]["text"].as_str().unwrap_or_default();
        assert!(
            serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object()),
            "{name}: {read}"
        );
    }
    for name in ["rule/none", "session/../../../etc/passwd", "else"] {
        let read = client.respond("resources/read", json!({"uri": format!("council://{name}")}));
        assert!(read["error"].is_object(), "{name}: {read}");
    }
    let prompts = client.request("prompts/list", json!({}));
    assert_eq!(prompts["prompts"].as_array().map(Vec::len), Some(2), "{prompts}");
    let asked = json!({"name": "review-spec", "arguments": {"path": "prd.md"}});
    let prompt = client.request("prompts/get", asked);
    assert!(prompt.to_string().contains("prd.md"), "{prompt}");
}
