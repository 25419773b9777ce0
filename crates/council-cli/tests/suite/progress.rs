//! `allows_progress` speaks of the work: true only where the gate before the next step would pass now (contract 000,
//! "Validation Logic for Phase 5", and 003, "Human Approval Gate").
#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "these tests read what the binary prints"
)]

use council_testkit::{
    Output, TestEnv,
    provider::{Dialect, ProviderFault, StandIn},
};
use serde_json::Value;

const CLEAN: &str = "\
# Refunds

## Goals

Support staff refund an order from its page. Success: 90 % of refunds are booked within 5 seconds.

## Requirements

- FR-1: The page must book a refund within 5 seconds of the request.
  - Acceptance: given a paid order, when a refund is requested, then it is booked within 5 seconds.
";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/prd.md", CLEAN);
    env
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

/// Runs a command and returns its exit code and whether the work may go on.
fn step(env: &TestEnv, arguments: &[&str]) -> (i32, bool) {
    let output = env.run(arguments.iter().chain(&["--format", "json"]));
    let value = json(&output);
    assert_eq!(value["exit_code"], output.code, "{arguments:?}: {value}");
    (output.code, value["allows_progress"].as_bool().unwrap())
}

const DECIDE: [&str; 6] = ["decide", "--project", "refunds", "--by", "Ada", "--accept-all"];

#[test]
fn no_step_before_the_gate_lets_the_work_go_on_and_a_recorded_act_ends_with_0() {
    let env = env();
    env.write("docs/prd.md", CLEAN.replace("5 seconds of the request", "5 seconds, as FR-9 says"));
    env.write("docs/new.md", CLEAN);
    let (_, allowed) = step(&env, &["panel", "docs/prd.md", "--project", "refunds"]);
    assert!(!allowed, "the review is PENDING");
    assert_eq!(step(&env, &DECIDE), (0, false), "nothing is revised");
    let revise = ["revise", "docs/new.md", "--project", "refunds", "--by", "Ada"];
    assert_eq!(step(&env, &revise), (0, false), "the re-review gate has not decided");
    let close = ["gate", "rereview", "refunds", "--by", "Ada", "--rationale", "mended"];
    let proceed = [&close[..], &["--proceed"]].concat();
    assert_eq!(step(&env, &proceed), (0, true));
    assert_eq!(step(&env, &["gate", "rereview", "refunds"]), (0, true));
    assert_eq!(step(&env, &["gate", "handoff", "refunds"]), (0, true));
}

#[test]
fn reconvening_is_recorded_and_holds_the_work() {
    let env = env();
    step(&env, &["panel", "docs/prd.md", "--project", "refunds"]);
    step(&env, &DECIDE);
    let close = ["gate", "rereview", "refunds", "--by", "Ada", "--rationale", "again"];
    assert_eq!(step(&env, &[&close[..], &["--reconvene"]].concat()), (0, false));
    assert_eq!(step(&env, &["gate", "rereview", "refunds"]), (2, false));
}

const SEAT_LOST: &str = "\
answers:
  - {seat: SA-1, lasting: refused}
  - reply: {findings: []}
";

/// A script in the seat would hold the work by itself.
#[test]
fn a_seat_that_its_model_lost_holds_the_work_at_the_stage_gate_too() {
    let server = StandIn::start(Dialect::Chat, ProviderFault::Status(400, None), "").unwrap();
    let env = env();
    let url = server.base_url();
    env.write_user(&format!("[providers.here]\nwire = \"chat\"\nbase_url = \"{url}\"\n"));
    let seats = ["--seat", "SA-1=here:m", "--stage-evidence", "SPEC-1:plan", "--format", "json"];
    let said = json(&env.run(["review", "docs/prd.md"].iter().chain(&seats)));
    assert_eq!(
        (&said["allows_progress"], &said["held_by"]),
        (&false.into(), &["degraded"][..].into())
    );
    let gate = json(&env.run(["gate", "stage", "SPEC-1", "--stage", "plan", "--format", "json"]));
    assert_eq!(gate["allows_progress"], false, "{gate}");
}

#[test]
fn a_degraded_council_holds_the_work_in_every_format_and_at_the_stage_gate() {
    let env = env();
    env.write("lost.yaml", SEAT_LOST);
    let review = |format: &str| {
        let seats = ["--seat", "SA-1=scripted:lost.yaml", "--stage-evidence", "SPEC-1:plan"];
        env.run(["review", "docs/prd.md", "--format", format].iter().chain(&seats))
    };
    let said = json(&review("json"));
    assert_eq!(said["allows_progress"], false, "{said}");
    let held = said["held_by"].as_array().unwrap();
    assert!(held.contains(&"degraded".into()) && held.contains(&"drilled".into()), "{said}");
    let bundle = env.read(said["files"]["bundle"].as_str().unwrap()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&bundle).unwrap()["allows_progress"], false);
    let sarif = json(&review("sarif"));
    assert_eq!(sarif["runs"][0]["properties"]["allows_progress"], false);
    let line = review("jsonl").stdout.lines().last().unwrap().to_owned();
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["allows_progress"], false);
    assert!(review("human").stdout.contains("a seat was lost, so the review was not whole"));
    let gate = json(&env.run(["gate", "stage", "SPEC-1", "--stage", "plan", "--format", "json"]));
    assert_eq!(gate["allows_progress"], false, "{gate}");
}

/// Runs a gate over a drill, without and with `--drill`. Returns the exit codes.
fn gated(env: &TestEnv, gate: &[&str]) -> [i32; 2] {
    [&[][..], &["--drill"]].map(|more| {
        let output = env.run_undrilled(gate.iter().chain(more).chain(&["--format", "json"]));
        let value = json(&output);
        assert_eq!(value["allows_progress"], false, "{gate:?} {more:?}: {value}");
        assert_eq!(value["drill"], serde_json::json!(["scripted"]), "{gate:?} {more:?}: {value}");
        assert_eq!(value["signals"][0]["code"], "DRILL", "{gate:?} {more:?}: {value}");
        output.code
    })
}

#[test]
fn no_gate_takes_a_drill_for_a_review_whoever_decided_on_it() {
    let env = env();
    env.write("chair.yaml", "answers:\n  - {seat: council-chair, reply: {assessment: fine}}\n");
    env.write("forum.yaml", "answers:\n  - {seat: po-1, reply: {position: go, stance: support}}\n");
    step(
        &env,
        &["panel", "docs/prd.md", "--project", "refunds", "--reviewer", "scripted:chair.yaml"],
    );
    let reject = ["decide", "--project", "refunds", "--by", "Ada", "--reject-all", "no"];
    assert_eq!(step(&env, &reject), (0, false));
    let close = ["gate", "rereview", "refunds", "--by", "Ada", "--rationale", "fine", "--proceed"];
    assert_eq!(step(&env, &close), (0, false));
    assert_eq!(gated(&env, &["gate", "handoff", "refunds"]), [2, 0]);

    let seats =
        ["--owner", "Ines: users", "--owner", "Bo: money", "--advocate", "Kit: what breaks"];
    step(&env, &[&["init", "--forum", "--project", "f"][..], &seats].concat());
    let talk =
        ["forum", "--project", "f", "--once", "Ship it", "--reviewer", "scripted:forum.yaml"];
    step(&env, &talk);
    let asked = json(&env.run(["gate", "forum", "f", "--format", "json"]));
    let hash = asked["hash"].as_str().unwrap();
    let approve = ["decide", "--forum", "f", "--approve", "1", "--by", "Ada", "--hash", hash];
    assert_eq!(step(&env, &approve), (0, false));
    assert_eq!(gated(&env, &["gate", "forum", "f"]), [2, 0]);
}

#[test]
fn what_records_shows_or_checks_a_form_never_lets_the_work_go_on() {
    let env = env();
    step(&env, &["panel", "docs/prd.md", "--project", "refunds"]);
    let all: [&[&str]; 6] = [
        &["check", "workspace/refunds/handoffs/004-council-review.md"],
        &["rules"],
        &["modes", "list"],
        &["show"],
        &["panel", "docs/prd.md", "--project", "other", "--dry-run"],
        &["review", "docs/prd.md", "--dry-run"],
    ];
    for arguments in all {
        let output = env.run(arguments.iter().chain(&["--format", "json"]));
        assert_eq!(json(&output)["allows_progress"], false, "{arguments:?}: {}", output.stdout);
    }
}

#[test]
fn evidence_that_says_nothing_lets_no_stage_go_on() {
    const AT: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence/consensus/SPEC-1";
    for text in [
        r#"{"stage": "${stage}", "agents": [], "consensus": {"conflicts": []}, "status": "ok"}"#,
        r#"{"agent": "architect", "consensus": {"conflicts": 5}}"#,
    ] {
        let env = env();
        env.write(&format!("{AT}/spec-plan_a.json"), text);
        let gate = ["gate", "stage", "SPEC-1", "--stage", "plan"];
        assert_eq!(step(&env, &gate), (0, false), "{text}");
    }
}
