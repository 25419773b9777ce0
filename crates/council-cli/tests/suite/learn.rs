//! What a repository teaches about the rules: `council lint --learn`, and the severities that a project sets.
#![expect(clippy::unwrap_used, reason = "these tests read what the binary prints")]

use std::fmt::Write as _;

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

/// A document whose comments reject a rule so many times.
fn rejected(times: usize) -> String {
    let mut text = "# PRD: Till\n\n## Requirements\n".to_owned();
    for number in 1..=times {
        let comment = "<!-- council-ignore placeholder: the day is the auditor's to name -->";
        let _ = write!(text, "\n{comment}\n- FR-{number}: Row {number} shall be kept until TBD.\n");
    }
    text
}

#[test]
fn a_rule_that_is_mostly_suppressed_is_proposed_to_be_ignored_and_nothing_is_written() {
    let env = TestEnv::new(BINARY);
    env.write("docs/prd.md", rejected(5));
    let shown = env.run(["lint", "--learn", "docs"]);
    assert!(shown.stdout.contains("ignore = [\"placeholder\"]"), "{}", shown.stdout);
    assert!(shown.stdout.contains("auditor"), "{}", shown.stdout);
    assert_eq!(env.read("council.toml"), None);
    let keys = json(&env.run(["lint", "--learn", "--format", "json", "docs"]));
    let learned = &keys["learned"][0];
    assert_eq!((&learned["rule"], &learned["suppressed"]), (&"placeholder".into(), &5.into()));
    assert_eq!(learned["proposal"]["setting"], "ignore");
}

#[test]
fn a_few_words_teach_nothing() {
    let env = TestEnv::new(BINARY);
    env.write("docs/prd.md", rejected(4));
    let few = env.run(["lint", "--learn", "docs"]);
    assert!(few.stdout.contains("too little to say"), "{}", few.stdout);
    env.write("docs/prd.md", "# PRD: Till\n\n## Requirements\n\n- FR-1: It shall ring.\n");
    let none = env.run(["lint", "--learn", "docs"]);
    assert!(none.stdout.contains("Nobody has said anything"), "{}", none.stdout);
}

#[test]
fn decisions_on_sessions_are_heard_and_the_last_word_counts() {
    let env = TestEnv::new(BINARY);
    env.write("docs/prd.md", "# PRD: Till\n\n## Requirements\n\n- FR-1: It shall ring for TBD.\n");
    assert_eq!(env.run(["review", "docs/prd.md"]).code, 2);
    let lint = json(&env.run(["lint", "--format", "json", "docs/prd.md"]));
    let findings = lint["findings"].as_array().unwrap();
    let open = findings.iter().find(|one| one["rule"] == "placeholder").unwrap();
    let said = format!("{}: a day is never named", open["id"].as_str().unwrap());
    let dismissed = env.run(["decide", "latest", "--dismiss", &said, "--by", "Ana"]);
    assert_eq!(dismissed.code, 0, "{}", dismissed.stderr);
    let keys = json(&env.run(["lint", "--learn", "--format", "json", "docs"]));
    let learned = &keys["learned"][0];
    assert_eq!((&learned["rule"], &learned["dismissed"]), (&"placeholder".into(), &1.into()));
    let verified = format!("{}: the day is named now", open["id"].as_str().unwrap());
    assert_eq!(env.run(["decide", "latest", "--verified", &verified, "--by", "Ana"]).code, 0);
    let keys = json(&env.run(["lint", "--learn", "--format", "json", "docs"]));
    assert_eq!(keys["learned"][0]["repaired"], 1);
    assert_eq!(keys["learned"][0]["dismissed"], 0);
}

#[test]
fn a_project_can_make_a_rule_stricter_and_never_milder() {
    let env = TestEnv::new(BINARY);
    env.write(
        "docs/prd.md",
        "# PRD: Till\n\n## Requirements\n\n- FR-1: The the bell shall ring.\n",
    );
    let severity = |env: &TestEnv| {
        let keys = json(&env.run(["lint", "--select", "doubled-word", "--format", "json", "docs"]));
        keys["findings"][0]["severity"].as_str().unwrap().to_owned()
    };
    assert_ne!(severity(&env), "major");
    env.write("council.toml", "[lint.severity]\ndoubled-word = \"major\"\n");
    assert_eq!(severity(&env), "major");
    assert_eq!(env.run(["lint", "docs"]).code, 2);
    assert_eq!(env.run(["review", "--no-record", "docs/prd.md"]).code, 2);
    env.write("council.toml", "[lint.severity]\ndoubled-word = \"note\"\n");
    assert_eq!(env.run(["lint", "docs"]).code, 3);
    env.write("council.toml", "[lint.severity]\ndoubled-wrod = \"major\"\n");
    let misspelt = env.run(["lint", "docs"]);
    assert!(misspelt.code == 3 && misspelt.stderr.contains("doubled-word"), "{}", misspelt.stderr);
}
