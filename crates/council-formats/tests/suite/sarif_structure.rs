//! The SARIF we write has the published structure: names, types, enums and bounds of the parts that we use.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a log that is not JSON has failed the test"
)]

use std::sync::LazyLock;

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::report::{CommandFailure, Report, sarif};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Says in our own words what SARIF 2.1.0 publishes about the objects that we write. No other key is known here, so a
/// misspelt one fails.
fn structure() -> Value {
    let message = object(json!({ "text": { "type": "string", "minLength": 1 } }), &["text"]);
    let level = json!({ "enum": ["none", "note", "warning", "error"] });
    let rule = object(
        json!({
            "id": { "type": "string" },
            "shortDescription": object(json!({ "text": { "type": "string" } }), &["text"]),
            "defaultConfiguration": object(json!({ "level": level }), &[]),
        }),
        &["id"],
    );
    let driver = object(
        json!({
            "name": { "type": "string" },
            "version": { "type": "string" },
            "semanticVersion": { "type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+" },
            "rules": { "type": "array", "items": rule, "uniqueItems": true },
        }),
        &["name"],
    );
    let artifact = object(
        json!({
            "uri": { "type": "string", "pattern": "^([A-Za-z0-9._~/-]|%[0-9A-F]{2})*$" },
            "uriBaseId": { "const": "%SRCROOT%" },
        }),
        &["uri"],
    );
    let region = object(
        json!({
            "startLine": { "type": "integer", "minimum": 1 },
            "startColumn": { "type": "integer", "minimum": 1 },
        }),
        &["startLine"],
    );
    let place =
        object(json!({ "artifactLocation": artifact, "region": region }), &["artifactLocation"]);
    let location = object(json!({ "physicalLocation": place }), &["physicalLocation"]);
    let result = object(
        json!({
            "ruleId": { "type": "string" },
            "ruleIndex": { "type": "integer", "minimum": 0 },
            "level": level,
            "message": message,
            "locations": { "type": "array", "items": location, "minItems": 1 },
            "partialFingerprints": { "type": "object", "additionalProperties": { "type": "string" } },
        }),
        &["message", "ruleId", "locations", "partialFingerprints"],
    );
    let notification =
        object(json!({ "level": { "const": "error" }, "message": message }), &["message"]);
    let invocation = object(
        json!({
            "toolExecutionNotifications": { "type": "array", "items": notification },
            "executionSuccessful": { "type": "boolean" },
            "exitCode": { "type": "integer" },
            "exitCodeDescription": { "type": "string" },
        }),
        &["executionSuccessful"],
    );
    let base = object(json!({ "description": message }), &[]);
    let run = object(
        json!({
            "tool": object(json!({ "driver": driver }), &["driver"]),
            "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
            "originalUriBaseIds": { "type": "object", "additionalProperties": base },
            "automationDetails": object(json!({ "id": { "type": "string" } }), &["id"]),
            "invocations": { "type": "array", "items": invocation },
            "results": { "type": "array", "items": result },
            "properties": { "type": "object", "required": ["schema_version", "tool_version"] },
        }),
        &["tool", "results"],
    );
    object(
        json!({
            "$schema": { "type": "string", "format": "uri" },
            "version": { "const": "2.1.0" },
            "runs": { "type": "array", "items": run, "minItems": 1 },
        }),
        &["version", "runs"],
    )
}

static VALIDATOR: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::validator_for(&structure()).unwrap());

fn object(properties: Value, required: &[&str]) -> Value {
    let mut object = json!({
        "type": "object",
        "required": required,
        "additionalProperties": false,
    });
    object["properties"] = properties;
    object
}

/// Checks the structure and what a schema cannot say: indices point at their rule, fingerprints are distinct.
fn check(reports: &[Report]) {
    let log: Value = serde_json::from_str(&sarif::render(reports)).unwrap();
    let errors: Vec<_> = VALIDATOR
        .iter_errors(&log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");

    let results = log.pointer("/runs/0/results").and_then(Value::as_array).unwrap();
    let mut fingerprints = Vec::new();
    for result in results {
        let pointer = format!("/runs/0/tool/driver/rules/{}/id", result.get("ruleIndex").unwrap());
        assert_eq!(log.pointer(&pointer), result.get("ruleId"));
        let fingerprint = result.get("partialFingerprints").unwrap();
        assert!(!fingerprints.contains(&fingerprint), "{fingerprint}");
        fingerprints.push(fingerprint);
    }
}

fn signal(code: &str, path: &str, line: Option<u32>, column: Option<u32>) -> Signal {
    Signal::block(code, Place { path: Some(path.into()), line, column }, "two of them")
}

fn report(signals: Vec<Signal>) -> Report {
    let mut report = Report::new("check", "a.md", Outcome::Blocked, "invalid");
    report.signals = signals;
    report
}

#[test]
fn a_command_that_could_not_do_its_work_is_still_a_log() {
    let (causes, hints) = (vec!["no such file".to_owned()], vec!["name one".to_owned()]);
    let failure = CommandFailure { exit_code: 64, causes, hints };
    let failed = Report::failed("lint", "nothing was read", failure);
    check(std::slice::from_ref(&failed));
    let log: Value = serde_json::from_str(&sarif::render(&[failed])).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["exitCode"], 64);
    let text = "nothing was read\ncause: no such file\nhint: name one";
    assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], text);
}

#[test]
fn no_signal_is_still_a_log() {
    check(&[report(Vec::new())]);
}

#[test]
fn equal_signals_have_distinct_fingerprints_and_a_line_of_zero_is_left_out() {
    let twice = signal("b", "docs/ä b%.md", Some(1), Some(2));
    let nowhere = Signal::advisory("a", Place::default(), "somewhere");
    check(&[
        report(vec![twice.clone(), twice]),
        report(vec![signal("a", "x", Some(0), None), nowhere]),
    ]);
}

#[test]
fn a_finding_keeps_its_fingerprint_when_it_moves() {
    let printed = |line| {
        let log: Value = serde_json::from_str(&sarif::render(&[report(vec![signal(
            "a",
            "x",
            Some(line),
            None,
        )])]))
        .unwrap();
        log.pointer("/runs/0/results/0/partialFingerprints").cloned()
    };
    assert!(printed(1).is_some());
    assert_eq!(printed(1), printed(9));
}

#[test]
fn a_link_of_a_document_does_not_become_a_link() {
    let signal = Signal::block("a", Place::default(), "see [here](https://example.test)");
    let log: Value = serde_json::from_str(&sarif::render(&[report(vec![signal])])).unwrap();
    let text = log.pointer("/runs/0/results/0/message/text").unwrap();
    assert_eq!(text, "see [here\\](https://example.test)");
}

proptest! {
    #[test]
    fn any_place_gives_a_valid_log(path in ".*", code in ".*", line: Option<u32>, column: Option<u32>) {
        check(&[report(vec![signal(&code, &path, line, column)])]);
    }
}
