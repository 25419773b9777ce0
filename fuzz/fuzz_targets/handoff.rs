//! Handoffs: any text is read, and what was written from it reads back as the same handoff.
#![no_main]

use council_formats::handoff;
use libfuzzer_sys::fuzz_target;

const PATH: &str = "workspace/p/handoffs/004-council-review.md";

fuzz_target!(|text: &str| {
    let written = handoff::write(&handoff::read(PATH, text).value);
    let again = handoff::write(&handoff::read(PATH, &written).value);
    assert_eq!(again, written);
});
