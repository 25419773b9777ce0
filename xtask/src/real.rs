//! `cargo xtask real`: the tests that need more than Rust, each with what it needs.

use anyhow::Result;

use crate::{agents, database, dist, integrations, model, page};

/// Runs the tests with a real model, real coding agents, the tools that `integrations` is for, a real browser and a real
/// database, and installs and runs the packages that are handed out, built in a hurry. What cannot be had is said and skipped.
pub(crate) fn run() -> Result<()> {
    model::run()?;
    agents::run()?;
    integrations::run()?;
    page::run()?;
    database::run()?;
    dist::run("dev")
}
