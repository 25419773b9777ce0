//! Stage evidence: what was read, written and read again says the same.
#![no_main]

use council_formats::consensus;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    consensus::telemetry::read("a_telemetry_b.json", text);
    if let Some(statement) = consensus::read("spec-plan_a.json", text).value {
        let again = consensus::read("spec-plan_a.json", &consensus::render(&statement)).value;
        assert_eq!(again, Some(statement));
    }
});
