//! Vision files, as Markdown and as YAML: any text is a vision or a refusal that says why.
#![no_main]

use council_formats::vision;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for path in ["NORTH_STAR.md", "north-star.yaml"] {
        let read = vision::read(path, text);
        assert!(read.value.is_some() || !read.diagnostics.is_empty(), "{path}");
    }
});
