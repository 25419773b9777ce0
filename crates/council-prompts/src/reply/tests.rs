//! Facts about replies: what is read, what is refused, and that our own words come back.

use std::collections::BTreeMap;

use council_core::{
    council::{CouncilAnswer, CouncilOpening, CouncilQuestion, Round, SessionId},
    finding::SeatId,
    mode::ModeId,
    packet::Packet,
    severity::Severity,
};
use council_formats::packet;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::schema::Bounds;

const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n\n## Storage\n\nThe archive is kept for ever.\n";

fn packet() -> Packet {
    packet::markdown_prd("prd.md", PRD).value
}

fn opening(packet: &Packet) -> CouncilOpening {
    let moment = council_core::council::Moment {
        at: "2026-03-04T05:06:07Z".parse().unwrap(),
        active: std::time::Duration::ZERO,
    };
    let id = SessionId::new(&packet.id, moment.at);
    CouncilOpening::convene(packet, id, None, Vec::new(), moment)
}

fn ask(round: Round) -> CouncilQuestion {
    CouncilQuestion {
        seat: SeatId::ALL[0],
        round,
        protocol: council_core::council::CouncilProtocol::TODAY,
        votes: council_core::council::Votes::AsCast,
        may_raise: round != Round::Converge,
        briefing: None,
        findings: Vec::new().into(),
        alike: [].into(),
        own: [].into(),
        part: None,
        found: [].into(),
        validity: [].into(),
        remediation: [].into(),
        repair: None,
    }
}

fn answered(text: &str) -> Result<CouncilAnswer, Unreadable> {
    let packet = packet();
    let opening = opening(&packet);
    let asked = ReplyContext {
        packet: &packet,
        lens: &opening.selection.lenses[0],
        ask: &ask(Round::Broad),
    };
    read(asked, text)
}

fn finding() -> Value {
    let mode = opening(&packet()).selection.lenses[0].modes()[0].number();
    json!({
        "mode": mode, "subcategory": "AMBIGUITY", "severity": "MAJOR", "confidence": 0.8,
        "location": "prd.md#goals", "quote": "must be fast", "description": "no number",
        "remediation": "state a bound",
    })
}

fn with(key: &str, value: Value) -> String {
    let mut finding = finding();
    finding[key] = value;
    json!({"findings": [finding]}).to_string()
}

fn refusal(text: &str) -> String {
    answered(text).unwrap_err().to_string()
}

#[test]
fn a_finding_whose_quote_stands_in_the_packet_is_locked() {
    let CouncilAnswer::Broad(answer) =
        answered(&json!({"findings": [finding()]}).to_string()).unwrap()
    else {
        panic!("the broad round was asked");
    };
    assert_eq!(answer.findings.locked.len(), 1);
    assert_eq!(answer.findings.locked[0].claim().severity, Severity::Major);
}

#[test]
fn a_finding_whose_quote_stands_nowhere_comes_back_apart() {
    let CouncilAnswer::Broad(answer) = answered(&with("quote", json!("must be cheap"))).unwrap()
    else {
        panic!("the broad round was asked");
    };
    assert!(answer.findings.locked.is_empty());
    assert_eq!(answer.findings.unlocked[0].reason, "the quote stands nowhere in the packet");
}

#[test]
fn a_word_that_is_not_in_the_list_makes_the_reply_unreadable() {
    assert_eq!(refusal(&with("severity", json!("TERRIBLE"))), "`TERRIBLE` is no severity");
    assert_eq!(refusal(&with("subcategory", json!("UGLY"))), "`UGLY` is no subcategory");
    assert_eq!(refusal(&with("mode", json!(0))), "mode 0 is none of yours");
    assert_eq!(
        refusal(&with("confidence", json!(1.5))),
        "a confidence must be a number from 0 to 1"
    );
    assert_eq!(refusal(&with("description", json!("  "))), "`description` is empty");
}

#[test]
fn a_finding_needs_one_sort_of_evidence() {
    let both = "a finding needs either `quotes` or `searched`, and not both";
    assert_eq!(refusal(&with("quote", Value::Null)), both);
    assert_eq!(refusal(&with("searched", json!({"terms": ["rollback"]}))), both);
}

#[test]
fn what_is_no_json_object_or_says_a_thing_twice_is_unreadable() {
    assert_eq!(refusal("I think it is fine."), "the reply is not a JSON object");
    assert!(refusal("{\"findings\": [").starts_with("the reply is not JSON"));
    assert_eq!(refusal("[]"), "the reply is not a JSON object");
    assert_eq!(refusal("{}"), "the reply has no `findings`");
    assert!(refusal(r#"{"findings": 1}"#).starts_with("the reply has not the shape asked for"));
    assert!(refusal(r#"{"findings": [], "findings": []}"#).contains("duplicate field `findings`"));
    let twice =
        with("mode", json!(1)).replacen("\"severity\"", "\"severity\":\"INFO\",\"severity\"", 1);
    assert!(refusal(&twice).contains("duplicate field `severity`"));
}

#[test]
fn nobody_can_speak_of_a_finding_that_was_not_shown() {
    let packet = packet();
    let opening = opening(&packet);
    let ask = ask(Round::Converge);
    let asked = ReplyContext { packet: &packet, lens: &opening.selection.lenses[0], ask: &ask };
    let vote = json!({"validity": [{"finding": "FND-PRD-9-001", "vote": "SUPPORT"}]}).to_string();
    let refused = read(asked, &vote).unwrap_err().to_string();
    assert_eq!(refused, "`FND-PRD-9-001` is no finding you were shown");
}

#[test]
fn what_we_say_ourselves_is_read_back() {
    let CouncilAnswer::Broad(answer) =
        answered(&json!({"findings": [finding()]}).to_string()).unwrap()
    else {
        panic!("the broad round was asked");
    };
    let claims = answer.findings.locked.iter().map(|locked| (locked.claim().clone(), None));
    let said = ReplyDraft {
        claims: claims.collect(),
        opinions: BTreeMap::new(),
        questions: vec!["how fast?".to_owned()],
        ..ReplyDraft::default()
    };
    let CouncilAnswer::Broad(again) = answered(&Reply::from(said).text()).unwrap() else {
        panic!("the broad round was asked");
    };
    assert_eq!(again.findings, answer.findings);
    assert_eq!(again.questions, ["how fast?"]);
}

/// Walks a schema: every object is closed and asks for all of its keys, every list and every free text has a bound.
fn assert_closed_and_bounded(schema: &Value) {
    match schema {
        Value::Object(keys) => {
            if let Some(Value::Object(properties)) = keys.get("properties") {
                let required: Vec<Value> = properties.keys().map(|key| json!(key)).collect();
                assert_eq!(keys.get("required"), Some(&Value::Array(required)));
                assert_eq!(keys.get("additionalProperties"), Some(&json!(false)));
            }
            let kind = keys.get("type").map(ToString::to_string).unwrap_or_default();
            if kind.contains("string") {
                assert!(keys.contains_key("maxLength") || keys.contains_key("enum"), "{schema}");
            }
            if kind.contains("array") {
                assert!(keys.contains_key("maxItems"), "{schema}");
            }
            keys.values().for_each(assert_closed_and_bounded);
        }
        Value::Array(items) => items.iter().for_each(assert_closed_and_bounded),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_schema_is_closed_and_bounded_and_asks_for_what_the_reader_wants() {
    let bounds = Bounds::fitting(1_000);
    assert_closed_and_bounded(&schema::common(bounds));
    let packet = packet();
    let opening = opening(&packet);
    let lens = &opening.selection.lenses[0];
    for (round, keys) in [
        (Round::Broad, "findings questions"),
        // There is nothing to be said of findings, because there are none.
        (Round::Remediate, "findings"),
        (Round::Converge, ""),
    ] {
        let ask = ask(round);
        let asked = ReplyContext { packet: &packet, lens, ask: &ask };
        let exact = schema::exact(asked, None, bounds);
        assert_closed_and_bounded(&exact);
        let asked_for: Vec<_> = exact["required"].as_array().unwrap().iter().collect();
        assert_eq!(asked_for, keys.split_whitespace().collect::<Vec<_>>());
        let empty: Value = asked_for
            .into_iter()
            .map(|key| (key.as_str().unwrap().to_owned(), json!([])))
            .collect();
        assert!(read(asked, &empty.to_string()).is_ok(), "{round:?}");
    }
}

#[test]
fn a_schema_for_one_seat_names_its_modes_and_the_places_there_are() {
    let packet = packet();
    let opening = opening(&packet);
    let (lens, ask) = (&opening.selection.lenses[0], ask(Round::Broad));
    let asked = ReplyContext { packet: &packet, lens, ask: &ask };
    let exact = schema::exact(asked, None, Bounds::fitting(200));
    let finding = exact.pointer("/properties/findings/items/properties").unwrap();
    let modes: Vec<u8> = lens.modes().into_iter().map(ModeId::number).collect();
    assert_eq!(finding["mode"]["enum"], json!(modes));
    assert!(finding["location"]["enum"].as_array().unwrap().contains(&json!("prd.md#goals")));
    assert_eq!(exact.pointer("/properties/findings/maxItems"), Some(&json!(1)));
    assert_eq!(exact.pointer("/properties/north_star"), None);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        let _ = answered(&text);
    }

    #[test]
    fn no_json_makes_the_reader_panic(text in "[\\[\\]{}\",:a-z0-9.]{0,80}") {
        let _ = answered(&format!("{{\"findings\": {text}}}"));
    }
}
