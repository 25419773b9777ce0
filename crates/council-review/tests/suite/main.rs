//! The library as its users call it, in one program.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests write and look for files; a broken set-up may stop them"
)]

mod api;
mod reviewers;
