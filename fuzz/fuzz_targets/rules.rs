//! The offline rules: whatever a document says, they end, and what they find stands in the text.
#![no_main]

use council_formats::packet::markdown_prd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let packet = markdown_prd("docs/prd.md", text).value;
    let model = council_rules::Model::of(&packet);
    let _ = council_rules::judged(&model);
    for finding in council_rules::check_model(&model, |_| true) {
        let span = finding.span;
        assert!(text.get(span.start..span.end).is_some() || text.starts_with('\u{feff}'), "{finding:?}");
    }
});
