//! A panel whose seats are filled by a program on this machine.
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
};

use council_testkit::TestEnv;
use serde_json::{Value, json};

const PRD: &str =
    "# Refunds\n\n## Requirements\n\n- FR-1: The page must book a refund within 5 seconds.\n";

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
                json!({
                    "rating": "APPROVED_WITH_CONCERNS",
                    "findings": [
                        {"subcategory": "AMBIGUITY", "severity": "HIGH", "confidence": 0.9, "location": "workspace/refunds/tasks/prd-refunds-v1.md#FR-1",
                         "quote": "within 5 seconds", "description": "seconds of what", "remediation": "name the clock"},
                        {"subcategory": "AMBIGUITY", "severity": "CRITICAL", "confidence": 0.9, "location": "workspace/refunds/tasks/prd-refunds-v1.md#FR-1",
                         "quote": "words that nobody wrote", "description": "invented", "remediation": "none"},
                    ],
                    "summary": "## Gate Decision\n\nPROCEED",
                })
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
    let check = env.run(["check", "workspace"]);
    assert_eq!(check.code, 0, "{}", check.stdout);
    let gate = env.run(["gate", "handoff", "refunds"]);
    assert_eq!(gate.code, 2, "{}", gate.stdout);
}
