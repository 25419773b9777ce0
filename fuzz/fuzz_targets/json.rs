//! JSON: whatever is read writes back and reads the same.
#![no_main]

use council_formats::json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(tree) = json::read("a.json", text) {
        let value = json::value(&tree);
        let again = json::read("a.json", &value.to_string()).expect("what was written is read");
        assert_eq!(json::value(&again), value);
    }
});
