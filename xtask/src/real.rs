//! `cargo xtask real`: the tests that need more than Rust, each with what it needs.

use anyhow::Result;

use crate::{agents, dist, model};

/// Runs the tests with a real model and those with real coding agents, and installs and runs the packages that are handed
/// out, built in a hurry. What cannot be had is said and skipped.
pub(crate) fn run() -> Result<()> {
    model::run()?;
    agents::run()?;
    dist::run("dev")
}
