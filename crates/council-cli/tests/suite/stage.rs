//! `council gate stage` against identifiers that must not win.
#![expect(clippy::disallowed_methods, reason = "the hostile identifiers are read from shared data")]

use std::fs;

use council_testkit::{TestEnv, shared_data};

#[test]
fn every_hostile_spec_id_ends_with_3_before_a_repository_is_looked_for() {
    let Some(file) = shared_data("hostile/paths/paths.json") else { return };
    let data: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    for value in data.get("values").unwrap().as_array().unwrap() {
        let id = value.as_str().unwrap();
        let output = env.run(["--repo", "nowhere", "gate", "stage", "--stage", "plan", "--", id]);
        assert_eq!((output.code, output.stdout.as_str()), (3, ""), "{id:?}");
        assert!(output.stderr.contains("is not a valid spec id"), "{id:?}: {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{id:?}: {}", output.stderr);
    }
}
