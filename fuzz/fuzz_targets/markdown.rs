//! Markdown: every place that is named is a place in the text, and sections nest.
#![no_main]

use council_core::packet::Span;
use council_formats::markdown;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = markdown::front_matter("a.md", text);
    let outline = markdown::outline(text);
    let inside = |span: Span| assert!(text.get(span.start..span.end).is_some(), "{span:?}");
    inside(outline.preamble);
    for block in &outline.blocks {
        inside(block.span);
    }
    for section in outline.walk() {
        inside(section.span);
        for below in &section.children {
            assert!(section.span.start <= below.span.start && below.span.end <= section.span.end);
        }
    }
});
