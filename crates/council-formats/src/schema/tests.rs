//! What is written fits its schema, and what is broken does not.

use council_core::{
    gate::stage::AgentStatement,
    handoff::{Front, Handoff, HandoffPhase, HandoffStatus, PacketVersion, PanelSeat, Rating},
    ident::ProjectName,
    series::ReviewNumber,
};
use jiff::civil::date;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use super::*;
use crate::{consensus, council_config, forum_record, handoff, yaml};

/// Holds a file against its schema.
struct Held {
    name: &'static str,
    validator: jsonschema::Validator,
    written: Value,
}

impl Held {
    fn new(name: &'static str, written: Value) -> Self {
        let schema = all().into_iter().find(|(known, _)| *known == name).unwrap().1;
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&written)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, [""; 0], "{name}");
        assert!(!validator.is_valid(&json!({})), "{name} accepts anything");
        Self { name, validator, written }
    }

    /// Replaces the value at a JSON pointer.
    fn refuses(&self, pointer: &str, value: Value) {
        let mut broken = self.written.clone();
        *broken.pointer_mut(pointer).unwrap() = value;
        assert!(!self.validator.is_valid(&broken), "{} accepts a wrong `{pointer}`", self.name);
    }

    /// Takes a key away.
    fn requires(&self, parent: &str, key: &str) {
        let mut broken = self.written.clone();
        let removed = broken.pointer_mut(parent).and_then(|map| map.as_object_mut()?.remove(key));
        assert!(removed.is_some(), "{}: `{key}` is not written in `{parent}`", self.name);
        assert!(!self.validator.is_valid(&broken), "{} accepts no `{parent}/{key}`", self.name);
    }

    /// Adds a key.
    fn is_closed(&self, parent: &str) {
        let mut broken = self.written.clone();
        let map = broken.pointer_mut(parent).and_then(Value::as_object_mut).unwrap();
        map.insert("unheard_of".to_owned(), json!(1));
        assert!(!self.validator.is_valid(&broken), "{} accepts any key in `{parent}`", self.name);
    }
}

/// A shape that is not written through must still say exactly what is written, no more and no less.
fn says_the_same<T: Serialize + DeserializeOwned>(written: &Value) {
    let shape: T = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(shape).unwrap(), *written);
}

#[test]
fn a_config_fits_its_schema() {
    let text = r#"{"project": "demo", "created": "2026-03-01", "chair": null, "council": {"normal_pos": [
        {"id": "po-1", "name": "Ines", "perspective": "people who wait", "model": {"a": [1]}},
        {"id": "po-2", "name": "Bo", "perspective": "cost"}
    ], "devils_advocates": [{"id": "da-1", "name": "Kit", "perspective": "what breaks"}]}}"#;
    let config = council_config::read("c.json", text).value.unwrap();
    let written = serde_json::from_str(&council_config::write(&config)).unwrap();
    let held = Held::new("council-config.schema.json", written);
    held.requires("", "project");
    held.requires("/council", "devils_advocates");
    held.requires("/council/normal_pos/0", "perspective");
    held.refuses("/created", json!("March"));
    held.refuses("/council/normal_pos", json!([]));
    held.refuses("/council/normal_pos/1/id", json!("po-01"));
    held.refuses("/council/devils_advocates/0/name", json!(""));
}

#[test]
fn stage_evidence_fits_its_schema() {
    let full = AgentStatement {
        agent: Some("critic".to_owned()),
        model: Some("m-1".to_owned()),
        run: Some("r-1".to_owned()),
        at: consensus::read("a.json", r#"{"timestamp": "2026-01-31T12:00:00Z", "consensus": {}}"#)
            .value
            .unwrap()
            .at,
        error: Some(String::new()),
        conflicts: vec!["R1 contradicts R2".to_owned()],
        status: Some("blocked".to_owned()),
        is_template: false,
        until: Some(date(2026, 3, 4)),
    };
    for statement in [full.clone(), AgentStatement::default()] {
        let written = serde_json::from_str(&consensus::render(&statement)).unwrap();
        let held = Held::new("stage-evidence.schema.json", written);
        held.requires("", "consensus");
        held.requires("/consensus", "conflicts");
        held.refuses("/consensus/conflicts", json!("none"));
        held.refuses("/consensus/conflicts", json!([{"id": 1}]));
    }
    let written = serde_json::from_str(&consensus::render(&full)).unwrap();
    Held::new("stage-evidence.schema.json", written).refuses("/agent", json!(["critic"]));
}

#[test]
fn a_forum_record_and_its_rounds_fit_their_schemas() {
    let talk = forum_record::tests::talk();
    let record: Value = serde_json::from_str(&forum_record::write(&talk)).unwrap();
    says_the_same::<forum::RecordShape>(&record);
    let held = Held::new("forum-record.schema.json", record);
    held.refuses("/kind", json!("something-else"));
    held.refuses("/schema_version", json!("2.0.0"));
    held.requires("/rounds/0", "hash");
    held.requires("/rounds/0", "status");
    held.refuses("/rounds/0/hash", json!("abc"));
    held.refuses("/rounds/0/decision/choice", json!("maybe"));
    held.refuses("/rounds/0/transcript/0/seat", json!("chair"));
    held.refuses("/rounds/0/transcript/0/position/stance", json!("perhaps"));
    held.refuses("/rounds/0/challenges/0/standing", json!("gone"));
    held.refuses("/rounds/0/challenges/0/history/0", json!({"round": 1}));
    for parent in ["", "/rounds/0", "/rounds/0/tally", "/rounds/0/transcript/0"] {
        held.is_closed(parent);
    }
    for entry in talk.held() {
        let round = entry.summary().json();
        says_the_same::<forum::RoundShape>(&round);
        let held = Held::new("forum-round.schema.json", round);
        held.requires("", "transcript");
        held.refuses("/status", json!("approved"));
        held.refuses("/owners", json!([]));
        held.is_closed("");
    }
}

#[test]
fn the_front_matter_of_a_handoff_fits_its_schema() {
    let project = ProjectName::new("demo").unwrap();
    let number = ReviewNumber::new(2).unwrap();
    let reviewers: Vec<PanelSeat> =
        PanelSeat::core().into_iter().chain([PanelSeat::chair()]).collect();
    let day = date(2026, 3, 4);
    let front = Front {
        phase: HandoffPhase::PanelReview,
        project: Some(project.clone()),
        number: Some(number),
        date: Some(day),
        version: Some(PacketVersion(3)),
        reviewers: reviewers.clone(),
        verdict: Some(Rating::Concerns),
        status: Some(HandoffStatus::Accepted),
        ..Front::new()
    };
    let full = handoff::write(&Handoff { front: Some(front), ..Handoff::default() });
    let shell = handoff::shell(&project, number, PacketVersion(3), day, reviewers);
    for text in [&full, &shell] {
        let written = front_of(text);
        says_the_same::<front_matter::FrontShape>(&written);
        let held = Held::new("handoff-front-matter.schema.json", written);
        for key in ["phase", "project", "review_number", "date", "reviewers", "status"] {
            held.requires("", key);
        }
        held.refuses("/phase", json!("prd"));
        held.refuses("/project", json!("Demo"));
        held.refuses("/review_number", json!(0));
        held.refuses("/date", json!("yesterday"));
        held.refuses("/reviewers", json!([]));
        held.refuses("/status", json!("APPROVED"));
    }
    let held = Held::new("handoff-front-matter.schema.json", front_of(&full));
    held.refuses("/overall_verdict", json!("PASSED"));
}

fn front_of(text: &str) -> Value {
    let (front, _) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    crate::json::value(&yaml::read("a.md", front).unwrap())
}
