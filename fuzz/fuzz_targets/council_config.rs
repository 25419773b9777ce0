//! Forum configurations: what was read, written and read again is the same, and nothing is noticed the second time.
#![no_main]

use council_formats::council_config;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(config) = council_config::read("council-config.json", text).value {
        let written = council_config::write(&config);
        let again = council_config::read("council-config.json", &written);
        assert_eq!(again.value, Some(config), "{written}");
    }
});
