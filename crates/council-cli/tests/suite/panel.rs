//! A panel whose seats are filled by a program on this machine or by models.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "this test plays the program that answers"
)]

use std::{
    collections::BTreeSet,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use council_testkit::{
    TestEnv,
    provider::{Dialect, ProviderFault, ReceivedRequest, StandIn},
};
use serde_json::{Value, json};

use crate::life::broken;

const PRD: &str =
    "# Refunds\n\n## Requirements\n\n- FR-1: The page must book a refund within 5 seconds.\n";

/// Returns what every seat but the chair's says: one thing that stands in the text, and one that does not.
fn said() -> Value {
    let finding = |severity: &str, quote: &str| {
        json!({
            "subcategory": "AMBIGUITY", "severity": severity, "confidence": 0.9, "quote": quote,
            "location": "workspace/refunds/tasks/prd-refunds-v1.md#FR-1", "searched": null,
            "description": "seconds of what", "recommendation": "name the clock",
        })
    };
    json!({
        "rating": "APPROVED_WITH_CONCERNS",
        "findings": [finding("HIGH", "within 5 seconds"), finding("CRITICAL", "words that nobody wrote")],
        "endorsements": [],
        "examined": [],
        "summary": "## Gate Decision\n\nPROCEED",
    })
}

/// Answers every question on a port until the process ends, and keeps what it was asked.
fn program() -> (String, Arc<Mutex<Vec<Value>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = asked.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut line = String::new();
            BufReader::new(&stream).read_line(&mut line).unwrap();
            let call: Value = serde_json::from_str(&line).unwrap();
            let reply = if call["seat"] == "council-chair" {
                json!({"verdict": "APPROVED", "assessment": "all is well"})
            } else {
                said()
            };
            heard.lock().unwrap().push(call);
            let back = json!({"text": reply.to_string(), "tokens": 10});
            writeln!(stream, "{back}").unwrap();
        }
    });
    (address, asked)
}

#[test]
fn a_program_on_this_machine_fills_the_seats_and_is_held_to_the_text() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let (address, asked) = program();
    let reviewer = format!("loopback:{address}");
    let arguments =
        ["panel", "prd.md", "--project", "refunds", "--reviewer", &reviewer, "--format", "json"];
    let output = env.run(arguments);
    assert_eq!(output.code, 2, "{}{}", output.stdout, output.stderr);
    let review: Value = serde_json::from_str(&output.stdout).unwrap();
    // The chair's word does not make it better than its seats, and what nobody wrote is no finding.
    assert_eq!(review["verdict"], "APPROVED_WITH_CONCERNS");
    assert_eq!(review["record"]["quarantined"].as_array().unwrap().len(), 4);
    let asked = asked.lock().unwrap();
    let seats: BTreeSet<&str> = asked.iter().filter_map(|call| call["seat"].as_str()).collect();
    assert_eq!(seats.len(), 5, "{seats:?}");
    assert_eq!(asked.last().unwrap()["seat"], "council-chair");
    assert_eq!(broken(&env).1, [""; 0]);
    let gate = env.run(["gate", "handoff", "refunds"]);
    assert_eq!(gate.code, 2, "{}", gate.stdout);
}

/// Holds a panel with models on loopback, and returns where it was held, its report and how often they were asked.
fn with_models(models: &[&str]) -> (TestEnv, Value, usize) {
    let play = |call: &ReceivedRequest, _: usize| {
        let is_chair = call.body.contains("You are the chair");
        let chair = json!({"verdict": "APPROVED_WITH_CONCERNS", "conflicts": [], "questions": [], "assessment": ""});
        (ProviderFault::None, if is_chair { chair } else { said() }.to_string())
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let provider = format!(
        "[providers.here]\nwire = \"{}\"\nbase_url = \"{}\"\nkey_variable = \"OPENAI_API_KEY\"\n",
        Dialect::Chat.word(),
        server.base_url()
    );
    env.write_user(&provider);
    let panel = ["panel", "prd.md", "--project", "refunds", "--format", "json"];
    let output = env.run(panel.iter().chain(models));
    let review = serde_json::from_str(&output.stdout).unwrap();
    (env, review, server.received().len())
}

#[test]
fn a_panel_of_one_family_says_that_it_is_one_and_what_left_the_machine() {
    let models = ["--reviewer", "here:claude-one", "--seat", "security-reviewer=here:claude-two"];
    let (env, review, asked) = with_models(&models);
    let authority = &review["record"]["authority"];
    assert_eq!(authority["standing"], "FULL", "{review}");
    assert_eq!(authority["models"], json!(["here:claude-one", "here:claude-two"]));
    assert_eq!(authority["consensus"], false);
    assert_eq!(authority["first_round_independent"], false);
    // All of them found the same, so that the four seats are worth one vote.
    assert_eq!(authority["effective_votes"], 1.0);
    assert_eq!(authority["sent"].as_array().unwrap().len(), asked);
    let page = env.read("workspace/refunds/handoffs/004-council-review.md").unwrap();
    assert!(page.contains("All of them are of one family"), "{page}");
    assert!(page.contains("Authority: FULL: 2 models of 1 family, worth 1.0 independent votes."));
}

#[test]
fn names_of_one_server_are_not_families_of_a_panel() {
    let each = ["alpha", "beta", "gamma", "delta", "epsilon"];
    let seats = ["technical-reviewer", "security-reviewer", "executive-reviewer", "user-advocate"];
    let seats = seats.iter().chain(&["council-chair"]).zip(each);
    let filled: Vec<String> = seats.map(|(seat, model)| format!("{seat}=here:{model}")).collect();
    let models: Vec<&str> = filled.iter().flat_map(|one| ["--seat", one.as_str()]).collect();
    let (env, review, _) = with_models(&models);
    let authority = &review["record"]["authority"];
    assert_eq!(authority["families"], json!(["unknown"]), "{review}");
    assert_eq!(authority["consensus"], false);
    assert_eq!(authority["first_round_independent"], false);
    let page = env.read("workspace/refunds/handoffs/004-council-review.md").unwrap();
    assert!(page.contains("Nobody knows who trained all of them"), "{page}");
    assert!(page.contains("Authority: FULL: 4 models of unknown family"), "{page}");
    assert_eq!(env.run(["replay", "refunds", "--check"]).code, 0);
}

const LACONIC: &str = "\
answers:
  - seat: technical-reviewer
    reply:
      {rating: APPROVED, findings: [], endorsements: [clear], examined: [{sections: all, questions: any}], summary: ok}
  - seat: security-reviewer
    reply:
      rating: REVISE_AND_RESUBMIT
      examined: []
      findings:
        - {subcategory: AMBIGUITY, severity: CRITICAL, confidence: 0.9, quote: within 5 seconds, searched: null,
           location: 'workspace/refunds/tasks/prd-refunds-v1.md#FR-1', description: seconds of what,
           recommendation: name the clock}
";

#[test]
fn one_laconic_seat_does_not_destroy_a_panel_and_opens_no_gate() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write("laconic.yaml", LACONIC);
    let panel = ["panel", "prd.md", "--project", "refunds", "--reviewer", "scripted:laconic.yaml"];
    let output = env.run(panel.iter().chain(&["--format", "json"]));
    assert_eq!(output.code, 2, "{}{}", output.stdout, output.stderr);
    let review: Value = serde_json::from_str(&output.stdout).unwrap();
    let signals = review["signals"].as_array().unwrap();
    assert!(signals.iter().any(|signal| signal["code"] == "SEAT_LOST"), "{review}");
    assert_eq!(review["verdict"], "REVISE_AND_RESUBMIT");
    assert!(review["held_by"].as_array().unwrap().contains(&"degraded".into()));
    let page = env.read("workspace/refunds/handoffs/004-council-review.md").unwrap();
    assert!(page.contains("seconds of what"), "{page}");
    let decide = ["decide", "--project", "refunds", "--accept-all", "--by", "Ada"];
    let decided = env.run(decide);
    assert_eq!(decided.code, 0, "{}{}", decided.stdout, decided.stderr);
    let gate = env.run(["gate", "handoff", "refunds"]);
    assert!(gate.code == 2 && gate.stdout.contains("REVIEWERS_MISSING"), "{}", gate.stdout);
    let again = ["gate", "rereview", "refunds", "--reconvene", "--rationale", "not whole"];
    assert_eq!(env.run(again.iter().chain(&["--by", "Ada"])).code, 0);
}
