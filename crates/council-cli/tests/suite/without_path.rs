//! `council lint` and `council review` where nobody names a file, through the real binary.
#![expect(clippy::unwrap_used, reason = "these tests read what the binary prints")]

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

const SPEC: &str =
    "# Export\n\n## Requirements\n\n- FR-1: The page shall load within TBD seconds.\n";

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

/// Returns the files that were linted, each with its convention.
fn linted(output: &Output) -> Vec<(String, String)> {
    let value = json(output);
    let files = value.get("files").and_then(Value::as_array).unwrap();
    let of = |one: &Value, key: &str| {
        one.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    files.iter().map(|one| (of(one, "file"), of(one, "convention"))).collect()
}

#[test]
fn each_layout_is_found_hidden_or_not_and_told() {
    for (path, convention, name) in [
        ("specs/001-export/spec.md", "spec-kit", "spec-kit"),
        ("openspec/changes/add-export/specs/export/spec.md", "openspec", "OpenSpec"),
        (".kiro/specs/export/requirements.md", "kiro", "Kiro"),
        ("_bmad-output/planning-artifacts/prd.md", "bmad", "BMAD"),
        ("docs/prd-export.md", "named", "named as a specification"),
        ("prds/export.md", "folder", "specifications folder"),
    ] {
        let env = TestEnv::new(BINARY);
        env.write(path, SPEC);
        env.write("docs/guide.md", SPEC);
        env.write(".specify/templates/spec-template.md", SPEC);
        let output = env.run(["lint", "--format", "json"]);
        assert_eq!(output.code, 2, "{path}: {}", output.stderr);
        assert_eq!(linted(&output), [(path.to_owned(), convention.to_owned())], "{path}");
        let told = format!("specifications: {name} (1 file)");
        assert!(output.stderr.contains(&told), "{path}: {}", output.stderr);
    }
}

#[test]
fn what_council_toml_names_is_found_too() {
    let env = TestEnv::new(BINARY);
    env.write("council.toml", "[paths]\npackets = [\"rfcs\"]\n");
    env.write("rfcs/0001-export.md", SPEC);
    let output = env.run(["lint", "--format", "json"]);
    assert_eq!(linted(&output), [("rfcs/0001-export.md".to_owned(), "configured".to_owned())]);
}

#[test]
fn where_no_layout_is_known_every_page_is_looked_at() {
    let env = TestEnv::new(BINARY);
    env.write("ideas/export.md", SPEC);
    let output = env.run(["lint"]);
    assert_eq!(output.code, 2, "{}", output.stderr);
    assert!(output.stdout.contains("ideas/export.md:5:"), "{}", output.stdout);
    assert!(output.stderr.contains("no layout of specifications is known here"));
    let nothing = TestEnv::new(BINARY).run(["lint"]);
    assert_eq!(nothing.code, 3);
    assert!(nothing.stderr.contains("there is no specification here"), "{}", nothing.stderr);
}

#[test]
fn a_named_folder_has_its_hidden_specifications_and_not_what_else_is_hidden() {
    let env = TestEnv::new(BINARY);
    env.write(".kiro/specs/export/requirements.md", SPEC);
    env.write(".kiro/steering/product.md", SPEC);
    env.write(".github/prd.md", SPEC);
    let output = env.run(["lint", ".", "--format", "concise"]);
    assert!(output.stdout.contains(".kiro/specs/export/requirements.md:5:"), "{}", output.stdout);
    assert!(!output.stdout.contains("steering") && !output.stdout.contains(".github"));
}

#[test]
fn a_review_takes_the_pages_of_a_feature_together() {
    let env = TestEnv::new(BINARY);
    env.write("specs/001-export/spec.md", SPEC);
    env.write("specs/001-export/plan.md", "# Plan\n\nThe page is built with care for 3 users.\n");
    env.write("prds/other.md", SPEC);
    let output = env.run(["review", "--no-record", "--format", "json"]);
    assert_eq!(output.code, 2, "{}", output.stderr);
    assert_eq!(json(&output)["reports"].as_array().unwrap().len(), 2, "{}", output.stdout);
    assert!(output.stderr.contains("specifications: spec-kit (2 files), specifications folder"));
}

#[test]
fn a_review_that_would_cost_is_not_held_on_everything_that_is_found() {
    let env = TestEnv::new(BINARY);
    env.write("prds/one.md", SPEC);
    env.write("prds/two.md", SPEC);
    let output = env.run(["review", "--no-record", "--reviewer", "openai:some-model"]);
    assert_eq!(output.code, 64, "{}", output.stderr);
    assert!(output.stderr.contains("`prds/one.md`, `prds/two.md`"), "{}", output.stderr);
    let nothing = TestEnv::new(BINARY).run(["review"]);
    assert_eq!(nothing.code, 64, "{}", nothing.stderr);
}
