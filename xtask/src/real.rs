//! `cargo xtask real`: the tests that need more than Rust, each with what it needs.

use anyhow::Result;

use crate::{agents, database, dist, model};

/// Runs the tests with a real model, real coding agents and a real database, and installs and
/// runs the packages that are handed out, built in a hurry. What cannot be had is said and skipped.
pub(crate) fn run() -> Result<()> {
    model::run()?;
    agents::run()?;
    database::run()?;
    dist::run("dev")
}
