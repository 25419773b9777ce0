//! Settings of a repository and of a user, and the list of what is trusted: any text is settings or a refusal.
#![no_main]

use council_formats::{project, trust, user};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = project::read("council.toml", text);
    let _ = user::read("config.toml", text);
    if let Ok(trusted) = trust::read(text) {
        assert_eq!(trust::read(&trust::write(&trusted)).expect("what was written is read"), trusted);
    }
});
