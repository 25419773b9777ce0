//! What the writers write, held against the readers, the checks and the schemas.
#![expect(clippy::unwrap_used, reason = "a test that cannot play its script has failed")]

use council::{
    core::diagnostic::{Diagnostic, Level},
    formats::{artifact, json, schema, yaml},
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
        let tree = yaml::read("s.yaml", text).unwrap();
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
        for (validator, value) in [(&session, &played["session"]), (&bundle, &played["bundle"])] {
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
        let read = json::value(&yaml::read("s.yaml", text).unwrap());
        assert_eq!(read, played["session"], "{script}");
        assert_eq!(play(script)["yaml"].as_str(), Some(text), "{script}");
    }
}

#[test]
fn a_session_reads_back_to_its_own_shape() {
    for script in SCRIPTS {
        let played = play(script);
        let shape: council::formats::session::SessionShape =
            serde_json::from_value(played["session"].clone()).unwrap();
        assert_eq!(serde_json::to_value(&shape).unwrap(), played["session"], "{script}");
        let text = yaml::write(&shape).unwrap();
        assert_eq!(Some(text.as_str()), played["yaml"].as_str(), "{script}");
    }
}
