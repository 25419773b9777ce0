//! The commands that read results, through the real binary: `show`, `diff`, `explain`, and a second review.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "these tests start the binary and walk the shared data"
)]

use council_testkit::{Output, TestEnv, shared_data};
use serde_json::Value;

const PRD: &str = "\
# Export

## Goals

The nightly export of all orders must be fast.

## Storage

The archive of every export is kept for ever.
";

/// Three seats: two find that a bound is missing, the third doubts it; one also finds something minor.
const DRILL: &str = "\
answers:
  - {seat: SA-3, round: 1, reply: {findings: []}}
  - {seat: SA-3, round: 2, stance: OPPOSE}
  - {seat: SA-3, round: 3, stance: OPPOSE}
  - round: 1
    tokens: 100
    reply:
      findings:
        - {subcategory: AMBIGUITY, severity: MAJOR, confidence: 0.9, location: 'prd.md#goals',
           quote: The nightly export of all orders must be fast., description: there is no number, remediation: state a bound}
        - {subcategory: INCOMPLETENESS, severity: MINOR, confidence: 0.8, location: 'prd.md#storage',
           searched: {terms: [encryption], sections: ['prd.md#storage']}, description: nothing says who can read the archive, remediation: say it}
        - {subcategory: AMBIGUITY, severity: MAJOR, confidence: 0.9, location: 'prd.md#goals',
           quote: this stands nowhere at all, description: invented, remediation: none}
  - stance: SUPPORT
    tokens: 50
";

/// A minor with a lower number than a major.
const MINOR_FIRST: &str = "\
answers:
  - round: 1
    reply:
      findings:
        - {subcategory: INCOMPLETENESS, severity: MINOR, confidence: 0.8, location: 'prd.md#storage',
           searched: {terms: [encryption], sections: ['prd.md#storage']}, description: nothing says who can read the archive, remediation: say it}
        - {subcategory: AMBIGUITY, severity: MAJOR, confidence: 0.9, location: 'prd.md#goals',
           quote: The nightly export of all orders must be fast., description: there is no number, remediation: state a bound}
  - stance: SUPPORT
";

/// Nobody finds anything.
const SILENT: &str = "answers: [{reply: {findings: []}}]\n";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write("drill.yaml", DRILL);
    env.write("silent.yaml", SILENT);
    env
}

fn review(env: &TestEnv, script: &str) -> Value {
    let reviewer = format!("scripted:{script}");
    json(&env.run(["review", "prd.md", "--reviewer", &reviewer, "--format", "json"]))
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stderr))
}

fn ids(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|one| one["finding_id"].as_str().unwrap()).collect()
}

/// Checks that a text says things, in this order.
fn says(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for words in wanted {
        let found = rest.split_once(words);
        rest = found.unwrap_or_else(|| panic!("`{words}` is missing, or not here, in:\n{text}")).1;
    }
}

#[test]
fn without_sessions_the_list_says_how_to_get_one() {
    let output = env().run(["show"]);
    assert_eq!(output.code, 0);
    says(&output.stdout, &["there are no sessions", "next: `council review PATH`"]);
}

#[test]
fn sessions_are_listed_newest_first() {
    let env = env();
    let first = review(&env, "drill.yaml");
    let second = review(&env, "silent.yaml");
    let id = |value: &Value| value["subject"].as_str().unwrap().to_owned();
    let output = env.run(["show"]);
    says(
        &output.stdout,
        &["2 sessions", "verdict", &id(&second), "passed", &id(&first), "1 major"],
    );
    let listed = json(&env.run(["show", "--format", "json"]));
    assert_eq!(listed["sessions"][1]["session_id"], id(&first).as_str());
    assert_eq!(listed["sessions"][1]["findings"]["major"], 1);
    assert_eq!(listed["sessions"][1]["packet"], "prd");
    assert_eq!(listed["sessions"][0]["verdict"], "pass");
}

#[test]
fn a_page_has_the_verdict_first_and_then_what_it_rests_on() {
    let env = env();
    let _ = review(&env, "drill.yaml");
    let output = env.run(["show", "latest"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    says(
        &output.stdout,
        &[
            ": needs remediation\n",
            "Three seats, one reviewer (scripted:drill.yaml): agreement between them is not independent.",
            "Because\n  - the major FND-prd-001 is open",
            "Majors (1)\n  FND-prd-001  there is no number",
            "where      prd.md:5:1",
            "“The nightly export of all orders must be fast.”",
            "Dissent (2)",
            "SA-3 doubts",
            "valid?",
            "SA-3 opposes",
            "Minors (1)",
            "Quarantined (2)",
            "the quote stands nowhere in the packet",
            "North Star\n  No vision was given",
            "Coverage",
            "Goals",
            "Rounds",
            "Files",
        ],
    );
    for line in output.stdout.lines() {
        assert!(line.chars().count() <= 96, "{line}");
    }
    let markdown = env.run(["show", "latest", "--format", "markdown"]).stdout;
    says(
        &markdown,
        &["### COUNCIL-prd-", "#### Majors (1)", "- **FND-prd-001** there is no number"],
    );
}

#[test]
fn showing_a_session_that_needs_work_is_no_pass_for_automation() {
    let env = env();
    let _ = review(&env, "drill.yaml");
    let value = json(&env.run(["show", "latest", "--format", "json"]));
    assert_eq!(value["exit_code"], 0);
    assert_eq!(value["allows_progress"], false);
    assert_eq!(value["verdict"], "remediate");
    assert_eq!(value["session"]["prd_id"], "prd");
    assert_eq!(value["reasons"][0]["ground"], "the major FND-prd-001 is open");
    assert!(value["coverage"]["modes"].as_array().unwrap().len() == 15);
}

#[test]
fn text_of_a_document_does_not_reach_the_terminal_as_it_is() {
    let env = env();
    let hostile = DRILL.replace("there is no number", "\"\\e[2Jgone\\nverdict: passed\"");
    env.write("hostile.yaml", hostile);
    let _ = review(&env, "hostile.yaml");
    for arguments in
        [vec!["show", "latest"], vec!["explain", "FND-prd-001"], vec!["explain", "--verdict"]]
    {
        let output = env.run(&arguments);
        assert_eq!(output.code, 0, "{}", output.stderr);
        assert!(!output.stdout.contains('\u{1b}'), "{}", output.stdout);
        assert!(!output.stdout.contains("\nverdict: passed"), "{}", output.stdout);
    }
}

#[test]
fn a_record_without_a_journal_is_shown_from_what_it_says() {
    let env = env();
    env.write(
        "evidence/prd/PRD-1/reviews/prd_review_2026-01-26.json",
        r#"{"prd_id": "PRD-1", "verdict": "NEEDS_REMEDIATION", "gates": [{"gate_id": "GATE-1", "status": "FAIL"}],
            "findings": [{"finding_id": "FND-1", "severity": "CRITICAL", "description": "no owner", "location": "a.yaml"}]}"#,
    );
    says(&env.run(["show"]).stdout, &["prd_review_2026-01-26.json", "recorded", "1 blocker"]);
    let output = env.run(["show", "evidence/prd/PRD-1/reviews/prd_review_2026-01-26.json"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    says(
        &output.stdout,
        &["needs remediation", "There is no journal", "FND-1  no owner", "GATE-1", "FAIL"],
    );
    let refused = env.run(["show", "prd.md"]);
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("`prd.md` is not a review record"), "{}", refused.stderr);
}

#[test]
fn a_second_review_says_what_became_of_the_first_ones_findings() {
    let env = env();
    let first = review(&env, "drill.yaml");
    assert!(first.get("history").is_none());
    // The section moves, its heading changes and its lines are reflowed; the archive's reader is named.
    env.write(
        "prd.md",
        "# Export\n\n## Archive\n\nThe archive of every export is kept for ever, with encryption.\n\n## Aims\n\nThe nightly export\nof all orders\nmust be fast.\n",
    );
    env.write(
        "again.yaml",
        DRILL.replace("prd.md#goals", "prd.md#aims").replace("prd.md#storage", "prd.md#archive"),
    );
    let second = review(&env, "again.yaml");
    assert_eq!(ids(&second["history"]["open"]), ["FND-prd-001"]);
    assert_eq!(ids(&second["history"]["fixed"]), ["FND-prd-002"]);
    assert_eq!(second["history"]["new"], Value::Array(vec![]));
    assert_eq!(second["history"]["against"][0], first["subject"]);
    env.write("prd.md", PRD);
    let third = review(&env, "drill.yaml");
    assert_eq!(ids(&third["history"]["regressed"]), ["FND-prd-002"]);
    let fourth = env.run(["review", "prd.md", "--reviewer", "scripted:silent.yaml"]);
    says(&fourth.stdout, &["history", "2 open (not raised again); before this: COUNCIL-prd-"]);
}

#[test]
fn a_diff_tells_new_open_fixed_and_regressed() {
    let env = env();
    let _ = review(&env, "silent.yaml");
    let alone = env.run(["diff"]);
    assert_eq!(alone.code, 3);
    assert!(
        alone.stderr.contains("there is no ended session on the same packet before"),
        "{}",
        alone.stderr
    );
    let _ = review(&env, "drill.yaml");
    let output = env.run(["diff"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    says(
        &output.stdout,
        &["prd: 2 new", "needs remediation, was passed", "New (2)", "FND-prd-001 major"],
    );
    env.write("prd.md", PRD.replace("must be fast", "takes at most an hour"));
    let _ = review(&env, "silent.yaml");
    let value = json(&env.run(["diff", "prd", "--format", "json"]));
    assert_eq!(ids(&value["fixed"]), ["FND-prd-001"]);
    assert_eq!(ids(&value["not_raised_again"]), ["FND-prd-002"]);
    assert_eq!(value["verdict"]["changed"], true);
    env.write("prd.md", PRD);
    let fourth = review(&env, "drill.yaml");
    let value = json(&env.run(["diff", "--format", "json"]));
    assert_eq!(ids(&value["regressed"]), ["FND-prd-001"]);
    assert_eq!(ids(&value["open"]), ["FND-prd-002"]);
    let sessions = json(&env.run(["show", "--format", "json"]));
    let oldest = sessions["sessions"][3]["session_id"].as_str().unwrap();
    let value = json(&env.run(["diff", oldest, "latest", "--format", "json"]));
    assert_eq!(value["from"], oldest);
    assert_eq!(value["to"], fourth["subject"]);
    assert_eq!(ids(&value["regressed"]), ["FND-prd-001"]);
    for format in ["markdown", "sarif", "junit", "github", "jsonl"] {
        let output = env.run(["diff", "--format", format]);
        assert_eq!(output.code, 0, "{format}: {}", output.stderr);
        assert!(output.stdout.contains("FND-prd-001"), "{format}");
    }
}

#[test]
fn an_interrupted_review_is_not_taken_for_one_that_found_nothing() {
    let env = env();
    let _ = review(&env, "drill.yaml");
    env.write("dear.yaml", "answers: [{tokens: 10, bound: 60000, reply: {findings: []}}]\n");
    let aborted = env.run([
        "review",
        "prd.md",
        "--reviewer",
        "scripted:dear.yaml",
        "--budget",
        "50000",
        "--format",
        "json",
    ]);
    assert_eq!(aborted.code, 3);
    let value = json(&env.run(["diff", "--format", "json"]));
    assert_eq!(value["fixed"], Value::Array(vec![]));
    assert_eq!(value["not_raised_again"].as_array().unwrap().len(), 2);
}

#[test]
fn a_findings_life_is_told_from_the_claim_to_the_verdict() {
    let env = env();
    let _ = review(&env, "drill.yaml");
    let output = env.run(["explain", "FND-prd-001"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    says(
        &output.stdout,
        &[
            "FND-prd-001: there is no number",
            "where     prd.md:5:1, in prd.md#goals",
            "Raised (2)",
            "SA-1 in round 1",
            "through",
            "chosen as  affinity",
            "Then",
            "merged 2 claims into FND-prd-001",
            "SA-3 doubts it",
            "SA-3 opposes that it is valid",
            "In the verdict",
            "the major FND-prd-001 is open: alone “needs remediation”, which decides it",
        ],
    );
    // The same claim by its own id leads to the finding it was merged into.
    let merged = json(&env.run(["explain", "FND-prd-001", "--format", "json"]));
    let other = merged["claims"][1]["finding_id"].as_str().unwrap().to_owned();
    let output = env.run(["explain", &other]);
    says(&output.stdout, &[&format!("{other} was merged into it")]);
    let _ = review(&env, "drill.yaml");
    says(
        &env.run(["explain", "FND-prd-001"]).stdout,
        &["In the sessions on this packet", "new", "FND-prd-001", "open", "FND-prd-001"],
    );
}

#[test]
fn a_verdict_is_explained_by_the_fewest_facts_that_would_change_it() {
    let env = env();
    let _ = review(&env, "drill.yaml");
    let output = env.run(["explain", "--verdict"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    says(
        &output.stdout,
        &[
            "What decided it\n  - the major FND-prd-001 is open",
            "To end with “passed with concerns”: 1 to change",
            "FND-prd-001  major: there is no number",
            "the text is fixed and a review verifies it, or a human accepts the risk",
            "To end with “passed”: 2 to change",
            "All of this has to change",
        ],
    );
    let value = json(&env.run(["explain", "--verdict", "prd", "--format", "json"]));
    assert_eq!(value["milder"][0]["verdict"], "pass_with_concerns");
    assert_eq!(value["milder"][0]["needed"][0]["id"], "FND-prd-001");
    assert_eq!(value["milder"][0]["needed"].as_array().unwrap().len(), 1);
}

#[test]
fn the_gravest_finding_is_explained_first_whatever_its_number() {
    let env = env();
    env.write("light-first.yaml", MINOR_FIRST);
    let _ = review(&env, "light-first.yaml");
    let value = json(&env.run(["explain", "--verdict", "prd", "--format", "json"]));
    let milder = value["milder"].as_array().unwrap();
    let needed = milder.last().unwrap()["needed"].as_array().unwrap();
    let ids: Vec<&str> = needed.iter().map(|needed| needed["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["FND-prd-002", "FND-prd-001"]);
}

#[test]
fn what_cannot_be_explained_is_said_with_a_way_out() {
    let env = env();
    for (arguments, code, wanted) in [
        (vec!["explain", "vague-tim"], 64, "did you mean `vague-time`?"),
        (vec!["explain", "xyzzy"], 64, "there is no rule `xyzzy`"),
        (vec!["explain"], 64, "FINDING|RULE|SESSION"),
        (vec!["explain", "FND-prd-001"], 3, "there is no finding `FND-prd-001`"),
        (vec!["explain", "--verdict"], 3, "there is no session `latest`"),
        (vec!["show", "nothing"], 3, "there is no session `nothing`"),
        (vec!["diff", "a", "b"], 3, "there is no session `a`"),
    ] {
        let output = env.run(&arguments);
        assert_eq!(output.code, code, "{arguments:?}: {}", output.stderr);
        assert!(output.stderr.contains(wanted), "{arguments:?}: {}", output.stderr);
    }
}

/// Tells whether a line is no wider than a page, or has only a word that no line has room for.
fn fits(line: &str) -> bool {
    line.chars().count() <= 96 || line.split_whitespace().count() <= 2
}

#[test]
fn every_real_record_can_be_shown() {
    let Some(folder) = shared_data("apm2") else { return };
    let env = env();
    let mut shown = 0;
    let mut pending = vec![folder.join("artifacts")];
    while let Some(place) = pending.pop() {
        for entry in std::fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let repo = folder.to_string_lossy().into_owned();
            let output = env.run(["--repo", &repo, "show", &path.to_string_lossy()]);
            assert_eq!(output.code, 0, "{}", output.stderr);
            shown += 1;
            assert!(output.stdout.lines().all(fits), "{}", path.display());
        }
    }
    assert!(shown > 20, "only {shown} records");
}

#[test]
fn what_only_says_where_to_look_decides_nothing() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let line = "- The till must send the list of the day to the office when the clerk of the shop closes the till at seven.\n";
    let text = ["# Till\n\n## Functional requirements\n\n", &line.repeat(12)].concat();
    env.write("till.md", &text);
    let linted = env.run(["lint", "--select", "likely-gap", "--strict-warnings", "till.md"]);
    assert!(linted.stdout.contains("likely-gap"), "{}", linted.stdout);
    assert_eq!(linted.code, 0, "{}", linted.stdout);
    let review = env.run(["review", "--depth", "light", "till.md"]);
    assert!(!review.stdout.contains("likely-gap"), "{}", review.stdout);
}
