//! Sessions and bundles: any text is read, with remarks, or refused, and is read the same a second time.
#![no_main]

use council_formats::artifact;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for path in ["council_session_20260101-000000.yaml", "prd_review_council_20260101-000000.json"]
    {
        let once = format!("{:?}", artifact::read(path, text));
        assert_eq!(format!("{:?}", artifact::read(path, text)), once);
    }
});
