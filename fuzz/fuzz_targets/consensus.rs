//! Stage evidence: what was read, written and read again says the same.
#![no_main]

use council_formats::consensus;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    consensus::telemetry::read("a_telemetry_b.json", text);
    let read = consensus::read("spec-plan_a.json", text).value;
    // A template that nobody filled in is read, and never written.
    if let Some(statement) = read.filter(|statement| !statement.is_template) {
        let again = consensus::read("spec-plan_a.json", &consensus::render(&statement)).value;
        assert_eq!(again, Some(statement));
    }
});
