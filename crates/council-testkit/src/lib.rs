//! What tests share: the scenario runner, scripted sessions, a hermetic place to run the binary. Never part of the
//! product.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests write files, start the binary, read one variable and print; a broken set-up may stop them"
)]

mod env;
pub mod forum;
pub mod harness;
#[cfg(feature = "schemas")]
mod printed;
pub mod provider;
pub mod scenario;
pub mod script;
mod session;
mod still;

#[cfg(target_os = "linux")]
pub use council_fixtures::postgres::Postgres;
pub use council_fixtures::{repo_root, shared_data};
pub use env::{CANARY, Output, TestEnv};
pub use still::{Moment, Still};
