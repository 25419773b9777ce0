//! The tolerant reader against real sessions and bundles, in all the shapes they were found in.
#![expect(clippy::unwrap_used, reason = "what a test cannot read has failed")]

use std::collections::BTreeMap;

use council_app::{
    Repo,
    formats::{artifact, json, yaml},
};
use council_testkit::shared_data;
use serde_json::json;

/// Returns the artifacts with their texts and what is expected of them; nothing where the data is absent.
fn artifacts() -> BTreeMap<String, (String, serde_json::Value)> {
    let Some(folder) = shared_data("apm2") else {
        return BTreeMap::new();
    };
    let repo = Repo::open(&folder).unwrap();
    let expected = serde_json::from_str(&repo.read("reader_expected.json").unwrap()).unwrap();
    let expected: BTreeMap<String, serde_json::Value> = expected;
    assert!(!expected.is_empty());
    expected
        .into_iter()
        .map(|(path, expected)| {
            let text = repo.read(&path).unwrap();
            (path, (text, expected))
        })
        .collect()
}

/// What the expectation file says about a file and not about what was read from it.
const OF_THE_FILE: [&str; 2] = ["bytes", "finding_keys"];

/// The record whose seat lists its modes as `modes_applied`, which is not what the expectations were made from: they
/// name no seat of it, and it names one.
const NAMES_A_SEAT: &str = "artifacts/prd/PRD-0005/reviews/sa3_cycle1_findings.yaml";

#[test]
fn every_real_artifact_reads_to_what_is_expected_of_it() {
    for (path, (text, mut expected)) in artifacts() {
        let parsed = artifact::read(&path, &text).unwrap();
        assert_eq!(parsed.errors().count(), 0, "{path}: {:?}", parsed.diagnostics);
        if path == NAMES_A_SEAT {
            let agents = expected.get_mut("agents").unwrap();
            assert_eq!(*agents, json!({}), "the expectations name its seat by now");
            *agents = json!({ "SA-3": [56, 36, 46, 76, 80] });
        }
        let read = serde_json::to_value(artifact::normalised(&parsed.value)).unwrap();
        let of_reading = |key: &&String| !OF_THE_FILE.contains(&key.as_str());
        for key in expected.as_object().unwrap().keys().filter(of_reading) {
            assert_eq!(read.get(key), expected.get(key), "{path}: {key}");
        }
    }
}

#[test]
fn a_verdict_whose_meaning_is_not_certain_is_no_verdict() {
    for (path, (text, _)) in artifacts() {
        let parsed = artifact::read(&path, &text).unwrap();
        let reading = &parsed.value;
        let raw = reading.raw_verdict.as_deref().unwrap();
        assert_eq!(reading.verdict, artifact::verdict(raw), "{path}");
        let warned = parsed.diagnostics.iter().any(|noticed| noticed.code == "verdict-unknown");
        assert_eq!(reading.verdict.is_none(), warned, "{path}: {raw}");
    }
}

#[test]
fn reading_and_writing_a_real_artifact_keeps_every_key_and_value() {
    for (path, (text, _)) in artifacts() {
        let tree = artifact::tree(&path, &text).unwrap().value.placeless();
        let written = yaml::write(&json::value(&tree)).unwrap();
        assert_eq!(yaml::read(&path, &written).unwrap().placeless(), tree, "{path} as YAML");
        let written = json::value(&tree).to_string();
        assert_eq!(json::read(&path, &written).unwrap().placeless(), tree, "{path} as JSON");
    }
}

#[test]
fn an_artifact_cut_off_anywhere_is_read_or_refused() {
    for (path, (text, _)) in artifacts() {
        for length in (0..text.len()).step_by(1009).filter(|at| text.is_char_boundary(*at)) {
            let _ = artifact::read(&path, text.get(..length).unwrap());
        }
    }
}
