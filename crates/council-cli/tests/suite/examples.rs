//! What the README runs: a council on each example, and everything it leaves behind held against its contract.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "these are tests that read the examples"
)]

use std::{fs, path::Path};

use council::formats::{json, schema, yaml};
use council_testkit::{TestEnv, repo_root};
use serde_json::Value;

/// The examples with the exit codes their review may have.
const EXAMPLES: [(&str, &[i32]); 4] = [
    ("prd-invoice-export.md", &[0]),
    ("prd-team-chat.md", &[2]),
    ("prd-gift-cards-hostile.md", &[2]),
    ("prds/PRD-0042", &[0]),
];

fn copy(env: &TestEnv, from: &Path, to: &str) {
    if from.is_file() {
        env.write(to, fs::read(from).unwrap());
        return;
    }
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        copy(env, &entry.path(), &format!("{to}/{}", entry.file_name().to_string_lossy()));
    }
}

fn valid(name: &str, value: &Value) {
    let (_, schema) = schema::all().into_iter().find(|(known, _)| *known == name).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{name}");
}

#[test]
fn a_council_on_each_example_leaves_files_that_keep_their_contracts() {
    for (example, codes) in EXAMPLES {
        let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
        copy(&env, &repo_root().join("examples").join(example), example);
        let output = env.run(["review", example, "--format", "json"]);
        assert!(codes.contains(&output.code), "{example}: {}{}", output.stdout, output.stderr);
        let said: Value = serde_json::from_str(&output.stdout).unwrap();
        let path = |key: &str| said["files"][key].as_str().unwrap().to_owned();
        let session = env.read(&path("session")).unwrap();
        let bundle = env.read(&path("bundle")).unwrap();
        valid("council-session.schema.json", &json::value(&yaml::read("s", &session).unwrap()));
        valid("evidence-bundle.schema.json", &serde_json::from_str(&bundle).unwrap());
        let checked = env.run(["check", "evidence"]);
        assert_eq!(checked.code, 0, "{example}: {}", checked.stdout);
        assert_eq!(env.run(["replay", "latest", "--check"]).code, 0, "{example}");
    }
}
