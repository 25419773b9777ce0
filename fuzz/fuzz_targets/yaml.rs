//! YAML: any text is a tree or a refusal, and a tree writes back and reads the same.
#![no_main]

use council_formats::{json, yaml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(tree) = yaml::read("a.yaml", text) {
        let value = json::value(&tree);
        let written = yaml::write(&value).expect("what was read can be written");
        let again = yaml::read("a.yaml", &written).expect("what was written is read");
        assert_eq!(json::value(&again), value, "{written}");
    }
});
