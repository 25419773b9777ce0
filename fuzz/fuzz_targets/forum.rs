//! The forum's record and its summary page: what was read, written and read again is the same.
#![no_main]

use council_formats::{forum_record, round_summary};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(discussion) = forum_record::read("forum.json", text).value {
        let again = forum_record::read("forum.json", &forum_record::write(&discussion)).value;
        assert_eq!(again, Some(discussion));
    }
    if let Ok(page) = round_summary::read("round.txt", text) {
        let written = round_summary::write(&page);
        let again = round_summary::read("round.txt", &written).expect("what was written is read");
        assert_eq!(round_summary::write(&again), written);
    }
});
