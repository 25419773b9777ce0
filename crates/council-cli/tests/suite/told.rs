//! How `council review` tells what it found: names, places, counts, and what it leaves behind.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "these tests read what the binary prints and look for what it left"
)]

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

const LIMITS: &str = "# Limits

## Requirements

- **FR-1** The export shall
  finish within 20 seconds where possible.
- **FR-2** The retry limit shall be TBD.
";

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stdout))
}

fn review(env: &TestEnv, more: &[&str]) -> Output {
    env.run(["review", "--no-progress"].iter().chain(more))
}

/// Returns the signals of a review by their code.
fn signals(env: &TestEnv, path: &str) -> Vec<Value> {
    let output = review(env, &["--format", "json", path]);
    json(&output)["signals"].as_array().unwrap().clone()
}

#[test]
fn a_finding_is_told_with_its_rule_its_severity_and_the_place_of_the_words() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LIMITS);
    let lint = json(&env.run(["lint", "--format", "json", "prd.md"]));
    let signals = signals(&env, "prd.md");
    for finding in lint["findings"].as_array().unwrap() {
        let same = signals.iter().find(|signal| {
            signal["code"] == finding["rule"]
                && signal["line"] == finding["line"]
                && signal["column"] == finding["column"]
        });
        let same = same.unwrap_or_else(|| panic!("{finding} is not in {signals:#?}"));
        assert_eq!(same["severity"], finding["severity"]);
        assert_eq!(same["id"], finding["id"]);
    }
    let output = review(&env, &["prd.md"]);
    assert!(output.stdout.contains("[placeholder]: "), "{}", output.stdout);
    assert!(output.stdout.contains("--> prd.md:7:37"), "{}", output.stdout);
}

#[test]
fn the_summary_counts_what_is_printed() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", format!("{LIMITS}- **FR-1** The import shall finish within 5 seconds.\n"));
    let output = review(&env, &["--verbose", "prd.md"]);
    let printed = |word: &str| output.stdout.matches(&format!("\n{word}[")).count();
    let counted: Vec<String> = ["blocker", "major", "minor", "note"]
        .into_iter()
        .filter_map(|word| match printed(word) {
            0 => None,
            1 => Some(format!("1 {word}")),
            count => Some(format!("{count} {word}s")),
        })
        .collect();
    let line = output.stdout.lines().find(|line| line.starts_with("  findings ")).unwrap();
    assert_eq!(line.trim_start_matches("  findings").trim(), counted.join(", "));
}

#[test]
fn a_path_with_a_hash_in_it_loses_no_finding() {
    let env = TestEnv::new(BINARY);
    env.write("docs/c#/limits.md", LIMITS);
    env.write("docs/c/limits.md", LIMITS);
    let plain = review(&env, &["docs/c/limits.md"]);
    let output = review(&env, &["docs/c#/limits.md"]);
    assert_eq!(output.code, plain.code, "{}{}", output.stdout, output.stderr);
    let told = |output: &Output| output.stdout.matches("  --> docs/c").count();
    assert_eq!(told(&output), told(&plain), "{}", output.stdout);
    assert!(output.stdout.contains("[placeholder]: "), "{}", output.stdout);
    assert!(!output.stdout.contains("quarantined"), "{}", output.stdout);
}

#[test]
fn a_document_that_calls_its_levels_like_lines_is_reviewed() {
    let env = TestEnv::new(BINARY);
    let text = "# Skills\n\n## Levels\n\n- L1: The index shall list every skill as needed.\n- L2: The page shall be TBD.\n";
    env.write("prd.md", text);
    let output = review(&env, &["prd.md"]);
    assert_ne!(output.code, 3, "{}{}", output.stdout, output.stderr);
    assert!(output.stdout.contains("[placeholder]: "), "{}", output.stdout);
}

#[test]
fn what_is_missing_is_never_too_short_to_be_evidence() {
    let env = TestEnv::new(BINARY);
    env.write(
        "prd.md",
        "# X\n\n## A\n\n???\n\n## Requirements\n\n- FR-1 The limit shall be ____.\n",
    );
    let output = review(&env, &["prd.md"]);
    assert!(!output.stdout.contains("quarantined"), "{}", output.stdout);
}

#[test]
fn a_suppression_with_a_reason_is_honoured_and_recorded() {
    let env = TestEnv::new(BINARY);
    let comment = "<!-- council-ignore placeholder: set by the operator at run time -->";
    let text = LIMITS.replace("- **FR-2**", &format!("{comment}\n- **FR-2**"));
    env.write("prd.md", text);
    let output = review(&env, &["--format", "json", "prd.md"]);
    let value = json(&output);
    let codes: Vec<&str> = value["signals"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert!(!codes.contains(&"placeholder"), "{codes:?}");
    assert!(codes.contains(&"loophole"), "{codes:?}");
    let suppressed = &value["suppressed"][0];
    assert_eq!(suppressed["rule"], "placeholder");
    assert_eq!(suppressed["reason"], "set by the operator at run time");
    assert_eq!(suppressed["place"]["line"], 8);
    assert_eq!(env.run(["replay", "--check", "latest"]).code, 0);
}

#[test]
fn the_rules_that_the_project_leaves_out_of_lint_are_left_out_of_a_review() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LIMITS);
    env.write("council.toml", "[lint]\nignore = [\"placeholder\", \"loophole\"]\n");
    let codes: Vec<Value> =
        signals(&env, "prd.md").iter().map(|signal| signal["code"].clone()).collect();
    assert!(!codes.contains(&Value::from("placeholder")), "{codes:?}");
    let output = review(&env, &["prd.md"]);
    assert!(output.stdout.contains("  suppressed "), "{}", output.stdout);
}

#[test]
fn what_is_not_to_be_recorded_leaves_nothing() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LIMITS);
    let output = review(&env, &["--no-record", "prd.md"]);
    assert_ne!(output.code, 3, "{}", output.stderr);
    assert!(output.stdout.contains("[placeholder]"), "{}", output.stdout);
    assert!(!env.repo().join("evidence").exists());
}

#[test]
fn two_paths_are_two_packets() {
    let env = TestEnv::new(BINARY);
    env.write("teamA/docs/prd.md", LIMITS);
    env.write("teamB/docs/prd.md", LIMITS);
    let output = review(&env, &["--format", "json", "teamA/docs/prd.md", "teamB/docs/prd.md"]);
    let value = json(&output);
    assert_eq!(value["reports"].as_array().unwrap().len(), 2);
    for packet in ["teamA.docs.prd", "teamB.docs.prd"] {
        assert!(env.repo().join("evidence/prd").join(packet).is_dir(), "{packet}");
    }
    // Neither is the history of the other.
    assert!(!output.stdout.contains("\"history\""), "{}", output.stdout);
}

#[test]
fn names_and_fingerprints_survive_an_inserted_line_and_another_session() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LIMITS);
    let fingerprints = || {
        let log = json(&review(&env, &["--format", "sarif", "prd.md"]));
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        assert!(results.iter().any(|result| result["ruleId"] == "placeholder"));
        let of = |result: &Value| result["partialFingerprints"]["councilSignal/v2"].clone();
        let mut all: Vec<String> = results.iter().map(|result| of(result).to_string()).collect();
        all.sort();
        all
    };
    let names = || {
        let xml = review(&env, &["--format", "junit", "prd.md"]).stdout;
        let named = |line: &str| line.trim().split(" file=").next().unwrap_or_default().to_owned();
        let mut all: Vec<String> =
            xml.lines().filter(|line| line.contains("<testcase ")).map(named).collect();
        all.sort();
        all
    };
    let (before, cases) = (fingerprints(), names());
    env.write("prd.md", LIMITS.replace("## Req", "A note on what this is.\n\n## Req"));
    assert_eq!(fingerprints(), before);
    assert_eq!(names(), cases);
    assert!(cases.iter().all(|case| case.contains("classname=\"review prd\"")), "{cases:?}");
}

#[test]
fn sarif_carries_the_manual_pages_of_its_rules() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LIMITS);
    for command in ["lint", "review"] {
        let log = json(&env.run([command, "--format", "sarif", "prd.md"]));
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        let rule = rules.iter().find(|rule| rule["id"] == "placeholder").unwrap();
        assert!(rule["shortDescription"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        let help = rule["help"]["markdown"].as_str().unwrap();
        assert!(help.contains("placeholder"), "{help}");
    }
}

#[test]
fn a_short_id_is_explained_whatever_session_it_is_from() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LIMITS);
    let signals = signals(&env, "prd.md");
    let id = signals.iter().find(|one| one["code"] == "placeholder").unwrap()["id"].clone();
    let output = env.run(["explain", id.as_str().unwrap()]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("placeholder"), "{}", output.stdout);
    let none = env.run(["explain", "F-0000000000"]);
    assert!(none.stderr.contains("there is no finding `F-0000000000`"), "{}", none.stderr);
}

#[test]
fn a_path_outside_of_the_repository_is_refused_with_the_way_in() {
    let (env, elsewhere) = (TestEnv::new(BINARY), TestEnv::new(BINARY));
    elsewhere.write("prd.md", LIMITS);
    let output = review(&env, &[elsewhere.repo().join("prd.md").to_str().unwrap()]);
    assert_eq!(output.code, 64, "{}", output.stdout);
    assert!(output.stderr.contains("outside of this repository"), "{}", output.stderr);
    assert!(output.stderr.contains("`--repo`"), "{}", output.stderr);
}

#[test]
fn sessions_stay_out_of_version_control_unless_somebody_wants_them_there() {
    let env = TestEnv::new(BINARY);
    env.write(".gitignore", "target");
    let output = env.run(["init"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let ignored = env.read(".gitignore").unwrap();
    assert!(ignored.starts_with("target\n") && ignored.ends_with("\n/evidence/\n"), "{ignored}");
    assert!(output.stdout.contains("`/evidence/` added to `.gitignore`"), "{}", output.stdout);

    let env = TestEnv::new(BINARY);
    env.write(".gitignore", "evidence/\n");
    let output = env.run(["init"]);
    assert!(output.stdout.contains("already leaves out"), "{}", output.stdout);
    assert_eq!(env.read(".gitignore").as_deref(), Some("evidence/\n"));
}

#[test]
fn the_first_page_of_the_help_begins_with_seven_commands() {
    let env = TestEnv::new(BINARY);
    let output = env.run(["--help"]);
    let (_, list) = output.stdout.split_once("\nCommands:\n").unwrap();
    let first: Vec<&str> = list
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(first, ["lint", "review", "show", "explain", "decide", "gate", "init"]);
    for heading in ["Sessions and records:", "Panels and forums:", "Options:"] {
        assert!(output.stdout.contains(heading), "{}", output.stdout);
    }
}

#[test]
fn a_session_is_found_by_the_path_of_what_was_reviewed() {
    let env = TestEnv::new(BINARY);
    env.write("teamA/docs/prd.md", LIMITS);
    assert_ne!(review(&env, &["teamA/docs/prd.md"]).code, 3);
    let output = env.run(["show", "teamA/docs/prd.md"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.starts_with("COUNCIL-teamA.docs.prd-"), "{}", output.stdout);
}

const LOCKERS: &str = "# Product Requirements: Parcel lockers

## Problem

Couriers find nobody at home in one of five deliveries, and come back twice on average.

## Goals

- Fewer second trips: from 22 % of parcels to under 5 % within six months.

## Requirements

- FR-1: The system must open a locker within 2 seconds after the courier scans the parcel.
- FR-2: The system should notify the customer soon after the parcel is in the locker.
- FR-3: The customer can open the locker with a code of six digits.
- FR-4: A parcel that is not collected within 48 hours is returned to the depot.
- FR-5: The system must keep the parcel for 72 hours before it is returned to the depot.
- FR-6: The app should be user-friendly and fast.

## Rollout

Pilot in Leeds with 40 lockers, TBD after that. See FR-9 for the billing.
";

/// Of what earlier reviews found every finding has one standing, and what was not answered is open, whatever else changed in
/// its section and whatever the file of its version is called.
#[test]
fn a_second_review_contradicts_itself_in_nothing_and_calls_sections_by_their_headings() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", LOCKERS);
    let first = json(&env.run(["panel", "prd.md", "--project", "lockers", "--format", "json"]));
    let missing = "nothing shows how it runs";
    assert!(first.to_string().contains(missing), "{first:#}");
    let recorded = |arguments: &[&str]| {
        let output = env.run(arguments);
        assert_eq!(output.code, 0, "{}", output.stdout);
        output.stdout
    };
    let reject = "4: later";
    recorded(&[
        "decide",
        "--project",
        "lockers",
        "--accept-all",
        "--reject",
        reject,
        "--by",
        "Ada",
    ]);
    let gate = json(&env.run(["gate", "handoff", "lockers", "--format", "json"]));
    for signal in gate["signals"].as_array().unwrap() {
        let help = signal["help"].as_str().unwrap_or_default();
        assert!(!help.contains("###") && !help.contains("**"), "nobody edits by hand: {signal}");
        assert_ne!(
            signal["code"], "recommendation-unknown",
            "what is accepted is what was recommended"
        );
    }
    let better = LOCKERS
        .replace("TBD after that. See FR-9 for the billing", "the rest of Leeds from March 2027");
    env.write("prd-2.md", format!("{better}\n## Non-goals\n\nCold parcels.\n"));
    recorded(&["revise", "prd-2.md", "--project", "lockers"]);
    let review = env.read("workspace/lockers/handoffs/004-council-review.md").unwrap();
    assert!(review.contains("Non-goals (line 24): added “## Non-goals Cold parcels.”"), "{review}");
    recorded(&[
        "gate",
        "rereview",
        "lockers",
        "--reconvene",
        "--rationale",
        "look again",
        "--by",
        "Ada",
    ]);
    let second = json(&env.run(["panel", "--project", "lockers", "--format", "json"]));
    let findings = second["record"]["delta"]["findings"].as_array().unwrap().clone();
    let standings = |wanted: &str| -> Vec<&str> {
        let about = |one: &&Value| one["description"].as_str().unwrap().contains(wanted);
        findings.iter().filter(about).map(|one| one["standing"].as_str().unwrap()).collect()
    };
    assert_eq!(standings(missing), ["open"], "{findings:#?}");
    assert_eq!(standings("TBD"), ["fixed"], "{findings:#?}");
    assert_eq!(standings("Rollout: "), standings("ollout: "), "{findings:#?}");
    assert_eq!(env.run(["replay", "lockers", "--check"]).code, 0);
}
