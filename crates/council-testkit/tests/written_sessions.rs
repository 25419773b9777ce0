//! What the writers write, held against the readers, the checks and the schemas.
#![expect(clippy::unwrap_used, reason = "a test that cannot play its script has failed")]

use council::{
    core::diagnostic::{Diagnostic, Level},
    formats::{artifact, json, schema, session, yaml},
};
use council_testkit::script;
use serde_json::Value;

const EVENTFUL: &str = "
vision: {title: Lighthouse, oath: we ship nothing we would not use, phases: [Harbour, Coast]}
gates: [{id: GATE-PRD-LINT, severity: MAJOR}]
events:
  - seat: SA-1
    raises:
      - {quote: must be fast, severity: BLOCKER, anchor: goals}
      - {searched: [rollback], severity: MAJOR, sub: MISSING_ROLLBACK}
    asks: [Who may delete the archive?]
    north_star: {oath: true, phases: {1: [0.5, 0.5, 1.0], 2: [0.1, 0.2, 1.0]}, recommends: Write the bound down}
  - seat: SA-2
    raises: [{quote: must be fast, severity: BLOCKER, anchor: goals}, {quote: kept for ever, severity: MINOR}]
  - {seat: SA-3, raises: [{quote: 'a made up quote', severity: BLOCKER}]}
  - {seat: SA-3, raises: [{quote: 'a made up quote', severity: BLOCKER}]}
  - seat: SA-3
    thinks: {1: {why: \"the appendix has: the number\"}, 2: {holds: MAJOR, why: nothing in Rollout}}
    proposes: {1: {text: p95 below 2 s}}
  - rest: silent
  - {seat: SA-1, votes: {1: {vote: SUPPORT, why: no number}}, mends: {1: {vote: SUPPORT, why: good}}}
  - {seat: SA-2, votes: {1: {vote: SUPPORT, why: no number}}, mends: {1: {vote: OPPOSE, why: \"line\\nbreak\"}}}
  - rest: silent
";

const SCRIPTS: [&str; 5] = [
    "events: []",
    EVENTFUL,
    "events: [{lost: SA-2}]",
    "events: [{lost: SA-2}, {lost: SA-1}]",
    "events: [{seat: SA-1, raises: [{quote: must be fast, severity: MAJOR}]}, {tick: 4000}]",
];

fn play(script: &str) -> Value {
    let (_, run) = script::KINDS.iter().find(|(kind, _)| *kind == "session").unwrap();
    run(script).unwrap()
}

fn schema_named(name: &str) -> Value {
    schema::all().into_iter().find(|(known, _)| *known == name).unwrap().1
}

fn errors(diagnostics: Vec<Diagnostic>) -> Vec<String> {
    let errors = diagnostics.into_iter().filter(|diagnostic| diagnostic.level == Level::Error);
    errors.map(|error| format!("{}: {} ({})", error.place, error.message, error.code)).collect()
}

#[test]
fn every_written_session_and_bundle_passes_our_own_check() {
    for script in SCRIPTS {
        let played = play(script);
        let text = played["yaml"].as_str().unwrap();
        let tree = artifact::tree("s.yaml", text).unwrap().value;
        assert!(artifact::is_exact(&tree), "{script}");
        assert_eq!(errors(artifact::check_session("s.yaml", &tree)), [""; 0], "{script}\n{text}");
        let bundle = json::read("b.json", &played["bundle"].to_string()).unwrap();
        assert_eq!(errors(artifact::check_bundle("b.json", &bundle)), [""; 0], "{script}");
    }
}

#[test]
fn every_written_file_fits_its_schema() {
    let session = jsonschema::validator_for(&schema_named("council-session.schema.json")).unwrap();
    let bundle = jsonschema::validator_for(&schema_named("evidence-bundle.schema.json")).unwrap();
    for script in SCRIPTS {
        let played = play(script);
        let file = json::value(&yaml::read("s.yaml", played["yaml"].as_str().unwrap()).unwrap());
        for (validator, value) in
            [(&session, &file), (&session, &played["session"]), (&bundle, &played["bundle"])]
        {
            let errors: Vec<String> = validator
                .iter_errors(value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert_eq!(errors, [""; 0], "{script}");
        }
    }
    assert!(
        !session.is_valid(&serde_json::json!({})),
        "a schema that accepts anything proves nothing"
    );
}

#[test]
fn the_yaml_says_what_the_shape_says_and_writing_is_byte_stable() {
    for script in SCRIPTS {
        let played = play(script);
        let text = played["yaml"].as_str().unwrap();
        let read = json::value(&artifact::tree("s.yaml", text).unwrap().value);
        assert_eq!(read, played["session"], "{script}");
        assert_eq!(play(script)["yaml"].as_str(), Some(text), "{script}");
    }
}

#[test]
fn a_session_reads_back_to_its_own_shape() {
    for script in SCRIPTS {
        let played = play(script);
        let shape: session::SessionShape =
            serde_json::from_value(played["session"].clone()).unwrap();
        assert_eq!(serde_json::to_value(&shape).unwrap(), played["session"], "{script}");
        let text = session::text(&shape).unwrap();
        assert_eq!(Some(text.as_str()), played["yaml"].as_str(), "{script}");
    }
}

#[test]
fn a_finding_is_described_once_and_numbers_stand_on_one_line() {
    let played = play(EVENTFUL);
    let file = played["yaml"].as_str().unwrap();
    let told = |line: &str| file.lines().filter(|one| one.trim() == line).count();
    assert_eq!(told("description: \"`must be fast` can be read in two ways\""), 1, "{file}");
    assert!(file.contains("current_modes: [") && file.contains("phase_scores: [0.55, 0.22]"));
}

#[test]
fn every_entry_of_a_finding_names_its_source_itself() {
    for script in SCRIPTS {
        let played = play(script);
        let file = yaml::read("s.yaml", played["yaml"].as_str().unwrap()).unwrap();
        let mut entries = 0;
        for finding in json::value(&file).pointer("/cycles").unwrap().as_array().unwrap() {
            for entry in finding["merged_findings"].as_array().unwrap() {
                entries += 1;
                for key in ["source_agent", "source_cycle", "severity", "agreement_status"] {
                    assert!(!entry[key].is_null(), "{key} of {entry}");
                }
            }
        }
        assert_eq!(entries > 0, script.contains("raises") && !script.contains("tick"), "{script}");
    }
}
