//! Nothing judged is not a pass: `lint`, `review` and `panel` say so, with the reason and exit code 10.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "these tests read what the binary prints and look for what it left"
)]

use council_testkit::TestEnv;
use serde_json::Value;

const NOTHING: [(&str, &str); 10] = [
    ("", "empty"),
    (" \n\n", "empty"),
    ("```sh\ncargo build\n```\n", "no_prose"),
    ("# 导出\n\n系统必须在五秒内导出所有数据。\n", "not_english"),
    ("# [NAME]\n\n- **FR-001**: System MUST [specific capability of it]\n", "template"),
    ("- **FR-001**: System MUST [a capability, e.g., \"let users sign in\"]\n", "template"),
    ("Järjestelmän on lähetettävä kaikki tiedot viidessä sekunnissa.\n", "not_english"),
    ("![A view of the first page](a.png)\n", "no_prose"),
    ("We met on Monday and talked about lunch.\n", "no_statement"),
    ("# Plan\n\n## Goals\n\n- Grow revenue by 20 % in 2027.\n", "no_statement"),
];

const PRD: &str = "# Export\n\n## Requirements\n\n- FR-1: The export must end within 5 s.\n";

fn env() -> TestEnv {
    TestEnv::new(env!("CARGO_BIN_EXE_council"))
}

fn json(env: &TestEnv, arguments: &[&str]) -> (i32, Value) {
    let output = env.run(arguments.iter().chain(&["--format", "json"]));
    let value = serde_json::from_str(&output.stdout);
    (output.code, value.unwrap_or_else(|_| panic!("{arguments:?}: {}", output.stderr)))
}

/// Returns what is told of a document: `review` has one, `lint` a list of files.
fn of<'v>(command: &str, value: &'v Value) -> &'v Value {
    if command == "lint" { &value["files"][0] } else { value }
}

#[test]
fn what_holds_nothing_to_judge_is_not_judged_by_anybody() {
    for (text, reason) in NOTHING {
        let env = env();
        env.write("prd.md", text);
        for command in ["lint", "review"] {
            let (code, value) = json(&env, &[command, "prd.md"]);
            assert_eq!(
                (code, &of(command, &value)["not_judged"]),
                (10, &reason.into()),
                "{command}: {text:?}"
            );
            assert_eq!(value["allows_progress"], false);
        }
        let (code, value) = json(&env, &["panel", "prd.md", "--project", "export"]);
        assert_eq!(code, 10, "{text:?}: {value}");
        assert_eq!(value["signals"][0]["code"], "NOT_JUDGED");
        assert!(!env.repo().join("evidence").exists() && !env.repo().join("workspace").exists());
    }
}

/// A reader stops at a bound, and what stands behind it is for nobody to approve.
#[test]
fn a_panel_neither_reads_nor_takes_a_text_that_cannot_be_read_to_its_end() {
    let env = env();
    let prd = format!("{PRD}- FR-2: The export is sent to TBD.\n");
    let endless = format!("{prd}{}- FR-3: All money must go.\n", "- a\n".repeat(100_001));
    env.write("endless.md", &endless);
    let is_refused = |arguments: &[&str]| {
        let output = env.run(arguments);
        assert_eq!(output.code, 3, "{arguments:?}: {}{}", output.stdout, output.stderr);
        let said = output.stdout + &output.stderr;
        assert!(said.contains("endless.md") && said.contains("than can be read"), "{said}");
    };
    is_refused(&["panel", "endless.md", "--project", "p"]);
    assert!(!env.repo().join("workspace").exists());
    env.write("prd.md", prd);
    let _ = env.run(["panel", "prd.md", "--project", "p"]);
    let decided = env.run(["decide", "--project", "p", "--accept-all", "--by", "Ada"]);
    assert_eq!(decided.code, 0, "{}{}", decided.stdout, decided.stderr);
    is_refused(&["revise", "endless.md", "--project", "p", "--by", "Ada"]);
}

#[test]
fn one_file_that_was_not_judged_holds_all_of_them() {
    let env = env();
    env.write("docs/a.md", PRD);
    env.write("docs/b.md", "");
    let (code, value) = json(&env, &["lint", "docs/a.md", "docs/b.md"]);
    assert_eq!((code, &value["allows_progress"]), (10, &false.into()));
    assert_eq!(value["files"][1]["not_judged"], "empty");
}

#[test]
fn what_a_folder_holds_beside_specifications_is_passed_over_and_counted() {
    let env = env();
    env.write("docs/export.md", PRD);
    env.write("docs/README.md", "# Tool\n\nRun it with care and read the pages.\n");
    env.write("docs/LICENSE.md", "MIT License\n\nPermission is hereby granted to any person.\n");
    env.write("docs/empty.md", "");
    let output = env.run(["lint", "docs"]);
    assert_ne!(output.code, 10, "{}", output.stdout);
    assert!(output.stderr.contains("3 files were passed over"), "{}", output.stderr);
    assert!(!output.stdout.contains("README"), "{}", output.stdout);
    let named = env.run(["lint", "docs/README.md"]);
    assert_eq!(named.code, 0, "who names a page means it: {}", named.stdout);
}

#[test]
fn a_folder_without_any_specification_is_not_judged() {
    let env = env();
    env.write("docs/empty.md", "");
    let (code, value) = json(&env, &["lint", "docs"]);
    assert_eq!((code, &value["allows_progress"]), (10, &false.into()));
    assert_eq!((&value["passed_over"], &value["files"]), (&1.into(), &Value::Array(Vec::new())));
}

#[test]
fn a_result_of_rules_alone_says_how_many_statements_were_read() {
    let env = env();
    env.write("prd.md", PRD);
    let (_, value) = json(&env, &["lint", "prd.md"]);
    assert_eq!(of("lint", &value)["statements"], 1);
    let review = env.run(["review", "prd.md"]);
    assert!(review.stdout.contains("1 statements, by rules alone"), "{}", review.stdout);
}

#[test]
fn check_says_which_statements_have_no_place_in_a_known_layout() {
    let env = env();
    let spec = "# Feature Specification: Till\n\n## User Scenarios & Testing\n\n### User Story 1 - Ring (Priority: P1)\n\n\
                A clerk rings.\n\n**Acceptance Scenarios**:\n\n1. **Given** a sale, **When** it is keyed in, **Then** the \
                bell rings.\n\n## Requirements\n\n### Functional Requirements\n\n- **FR-001**: The till MUST ring.\n\n## \
                Success Criteria\n\n### Measurable Outcomes\n\n- **SC-001**: The bell rings within 1 second.\n\n## Mr \
                Brown\n\nThe parrot of the shop is green.\n";
    env.write("specs/001-till/spec.md", spec);
    let told = env.run(["check", "specs/001-till/spec.md"]);
    assert!(told.stdout.contains("spec-kit"), "{}", told.stdout);
    assert!(told.stdout.contains("1 statement, the first at"), "{}", told.stdout);
    assert!(told.stdout.contains("The parrot of the shop is green"), "{}", told.stdout);
    env.write("notes.md", "# Till\n\nThe parrot of the shop is green and must ring.\n");
    assert!(!env.run(["check", "notes.md"]).stdout.contains("not placed"));
}
