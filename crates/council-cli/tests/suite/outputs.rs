//! What each command prints as JSON. Every run of a test is held against the schema of its command, in `TestEnv`; here
//! every command is run at least once, with something to say, with nothing to say, and unable to say it.

use std::collections::BTreeSet;

use council_testkit::TestEnv;
use serde_json::{Value, json};

const PRD: &str = "# Checkout\n\n## Requirements\n\n- R1: The shop must refund a payment within 5 days.\n- R2: TBD.\n";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env
}

fn printed(env: &TestEnv, arguments: &[&str]) -> Value {
    let output = env.run(arguments.iter().chain(&["--format", "json"]));
    let value = serde_json::from_str(&output.stdout).unwrap_or_default();
    assert_ne!(value, Value::Null, "{arguments:?}: {}{}", output.stdout, output.stderr);
    value
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().into_iter().flat_map(|map| map.keys()).map(String::as_str).collect()
}

#[test]
fn every_command_prints_what_its_schema_says() {
    let env = env();
    env.write("empty/.keep", "");
    let mut seen = BTreeSet::new();
    for line in [
        "review prd.md",
        "review prd.md --dry-run",
        "review prd.md missing.md",
        "review prd.md prd.md --no-record",
        "review missing.md",
        "show",
        "show latest",
        "show nothing",
        "explain --verdict latest",
        "explain placeholder",
        "explain F-0000000000",
        "replay latest",
        "replay latest --check",
        "replay nothing",
        "resume nothing",
        "diff latest latest",
        "diff nothing latest",
        "decide latest",
        "decide nothing",
        "check prd.md",
        "check evidence",
        "check prd.md evidence",
        "check empty",
        "check missing.md",
        "lint prd.md",
        "lint missing.md",
        "lint --learn prd.md",
        "review prd.md --seat SA-2=human --depth standard",
        "answer latest --list",
        "answer latest",
        "answer nobody",
        "modes",
        "modes 12",
        "modes zzz",
        "modes --packet prd.md",
        "rules",
        "rules placeholder",
        "rules zzz",
        "doctor",
        "doctor prd.md",
        "init",
        "init --forum",
        "init --forum --project shop --owner Ann:a --owner Bo:b --advocate Cy:c",
        "forum --project shop --style rapid hello",
        "forum --project shop --dry-run hello",
        "forum --project nobody hello",
        "decide --forum shop --keep-open --by Ann",
        "gate forum shop",
        "gate forum nobody",
        "panel prd.md --project shop",
        "panel prd.md --project shop --dry-run",
        "panel missing.md --project shop",
        "decide --project shop",
        "revise prd.md --project shop",
        "restore shop",
        "restore nobody",
        "gate handoff shop",
        "gate handoff nobody",
        "gate rereview shop",
        "gate rereview nobody --proceed --rationale x --by Ann",
        "gate stage SPEC-1 --stage plan",
        "gate stage SPEC-1 --stage plan --explain",
        "gate stage SPEC-1 --stage tasks --strict-artifacts",
        "gate stage ../x --stage plan",
        "trust",
        "trust --list",
        "trust elsewhere",
        "tasks --project shop",
        "tasks --project ../shop",
        "no-such-command",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let value = printed(&env, &arguments);
        seen.insert(value["command"].as_str().unwrap().to_owned());
    }
    let described = council_cli::outputs().into_iter().map(|(command, _)| command);
    let missing: Vec<&str> = described.filter(|command| !seen.contains(*command)).collect();
    // What needs a database is seen in `store.rs`.
    let elsewhere = ["error", "export", "import", "jsonl", "store", "worker"];
    assert_eq!(missing, elsewhere, "nothing else is left out above");
}

#[test]
fn lint_has_one_shape_for_one_file_many_files_and_none() {
    let env = env();
    env.write("docs/one.md", PRD);
    env.write("docs/two.md", PRD);
    env.write("empty/.keep", "");
    env.write("bare/empty.md", "");
    let always: BTreeSet<&str> = [
        "schema_version",
        "tool_version",
        "command",
        "outcome",
        "exit_code",
        "allows_progress",
        "counts",
        "files",
        "signals",
        "findings",
        "next",
    ]
    .into();
    for (line, files, besides) in [
        ("lint prd.md", 1, None),
        ("lint docs", 2, None),
        ("lint missing.md", 1, None),
        ("lint prd.md --fix", 1, None),
        ("lint prd.md --explain-reading", 1, None),
        ("lint docs --explain-reading", 2, None),
        ("lint docs --statistics", 0, Some("statistics")),
        ("lint bare", 0, Some("passed_over")),
        ("lint empty", 0, Some("error")),
        ("lint prd.md --select no-such-rule", 0, Some("error")),
    ] {
        let value = printed(&env, &line.split(' ').collect::<Vec<_>>());
        let expected: BTreeSet<&str> = always.iter().copied().chain(besides).collect();
        assert_eq!(keys(&value), expected, "{line}");
        assert_eq!(value["files"].as_array().map(Vec::len), Some(files), "{line}");
        let named = value["files"].as_array().unwrap().iter().all(|file| file["file"] != "");
        assert!(named, "{line}");
    }
}

#[test]
fn what_is_checked_below_a_folder_is_a_list_however_much_it_is() {
    let env = env();
    env.write("some/council-config.json", "{}");
    let one = printed(&env, &["check", "some/council-config.json"]);
    assert_eq!(one["kind"], "council-config");
    let listed = printed(&env, &["check", "some"]);
    assert_eq!(listed["reports"], json!([one]));
    let twice = printed(&env, &["check", "some/council-config.json", "some"]);
    assert_eq!(twice["reports"], json!([one, one]));
}

#[test]
fn a_command_that_cannot_do_its_work_says_so_in_one_shape() {
    let env = env();
    let expected: BTreeSet<&str> = [
        "schema_version",
        "tool_version",
        "command",
        "subject",
        "outcome",
        "exit_code",
        "allows_progress",
        "error",
        "signals",
        "next",
    ]
    .into();
    for line in ["show nothing", "rules zzz", "review missing.md", "no-such-command"] {
        let value = printed(&env, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(keys(&value), expected, "{line}");
        assert_eq!(keys(&value["error"]), ["causes", "hints", "message"].into(), "{line}");
    }
}
