//! A project's settings through the real binary: written once, outranked by flags, refused with a suggestion.
#![expect(clippy::unwrap_used, reason = "these are tests")]

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n";

const MINOR: &str = "\
answers:
  - round: 1
    seat: SA-1
    reply:
      findings:
        - {subcategory: AMBIGUITY, severity: MINOR, confidence: 0.9, location: 'prd.md#goals', quote: must be fast,
           description: there is no number, remediation: state a bound}
  - stance: SUPPORT
";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write("minor.yaml", MINOR);
    env
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

#[test]
fn init_writes_settings_that_change_nothing_and_never_overwrites() {
    let env = env();
    assert_eq!(env.run(["init"]).code, 0);
    assert!(env.read("council.toml").unwrap().contains("# budget = 100000"));
    let again = env.run(["init"]);
    assert_eq!(again.code, 3);
    assert!(again.stderr.contains("`council.toml` exists already"), "{}", again.stderr);
    assert_eq!(env.run(["review", "prd.md", "--reviewer", "scripted:minor.yaml"]).code, 0);
}

#[test]
fn settings_decide_and_flags_outrank_them() {
    let env = env();
    env.write("council.toml", "[review]\nreviewer = \"rules\"\ndepth = \"standard\"\n");
    let script = ["review", "prd.md", "--reviewer", "scripted:minor.yaml", "--format", "json"];
    let output = env.run(script);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let value = json(&output);
    assert_eq!(value["review_depth"], "STANDARD");
    assert_eq!(value["findings"].as_array().unwrap().len(), 1);
    let value = json(&env.run(["review", "prd.md", "--depth", "light", "--format", "json"]));
    assert_eq!(value["review_depth"], "LIGHT");
}

#[test]
fn a_project_fails_on_less_and_never_on_more_than_the_contracts_do() {
    let env = env();
    let review = ["review", "prd.md", "--reviewer", "scripted:minor.yaml"];
    env.write("council.toml", "[review]\nfail_on = \"minor\"\n");
    assert_eq!(env.run(review).code, 2);
    env.write("council.toml", "[review]\nfail_on = \"major\"\n");
    assert_eq!(env.run(review).code, 0);
    assert_eq!(env.run(review.iter().chain(&["--strict-warnings"])).code, 1);
    env.write("council.toml", "[review]\nfail_on = \"blocker\"\n");
    let laxer = env.run(review);
    assert_eq!(laxer.code, 3, "{}", laxer.stdout);
    assert!(laxer.stderr.contains("council.toml:2: unknown variant `blocker`"), "{}", laxer.stderr);
}

#[test]
fn a_key_that_means_nothing_is_refused_with_the_one_that_was_meant() {
    let env = env();
    env.write("council.toml", "[review]\nbudgt = 5\n");
    let output = env.run(["review", "prd.md"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("council.toml:2: unknown field `budgt`"), "{}", output.stderr);
    assert!(output.stderr.contains("hint: did you mean `budget`?"), "{}", output.stderr);
}

#[test]
fn packets_are_found_by_id_where_the_project_keeps_them() {
    let env = env();
    env.write("product/specs/PRD-0009.md", PRD);
    assert_eq!(env.run(["review", "PRD-0009", "--depth", "light"]).code, 3);
    env.write("council.toml", "[paths]\npackets = [\"product/specs\"]\n");
    let output = env.run(["review", "PRD-0009", "--depth", "light", "--format", "json"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(json(&output)["prd_id"], "PRD-0009");
}

#[test]
fn a_session_can_be_the_evidence_that_stops_a_stage() {
    let env = env();
    env.write("major.yaml", MINOR.replace("MINOR", "MAJOR"));
    env.write("docs/SPEC-PAY-001/plan.md", "# Plan\n");
    let stage = ["gate", "stage", "SPEC-PAY-001", "--stage", "plan", "--format", "json"];
    assert_eq!(json(&env.run(stage))["exit_code"], 0);
    let reviewed = ["review", "prd.md", "--reviewer", "scripted:major.yaml", "--stage-evidence"];
    let output = env.run(reviewed.iter().chain(&["SPEC-PAY-001:plan"]));
    assert_eq!(output.code, 2, "{}", output.stderr);
    let value = json(&env.run(stage));
    assert_eq!(value["exit_code"], 2);
    assert!(value["blocking_signals"].to_string().contains("there is no number"), "{value}");
    assert_eq!(env.run(["replay", "latest", "--check"]).code, 0);
    let refused = env.run(reviewed.iter().chain(&["SPEC-PAY-001:cooking"]));
    assert_eq!(refused.code, 64);
}

#[test]
fn the_same_seed_gives_the_same_roles() {
    let env = env();
    let roles = |seed: &str| {
        let output = env.run(["review", "prd.md", "--seed", seed, "--format", "json"]);
        let value = json(&output);
        let seats = value["council_metadata"]["subagents"].as_array().unwrap().clone();
        seats.iter().map(|seat| seat["emergent_role"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(roles("7"), roles("7"));
    assert!((0..20).any(|seed| roles(&seed.to_string()) != roles("7")));
}
