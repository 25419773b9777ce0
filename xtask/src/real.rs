//! `cargo xtask real`: the tests that need more than Rust, each with what it needs.

use anyhow::Result;

<<<<<<< HEAD
use crate::{agents, dist, model, page};

/// Runs the tests with a real model, real coding agents and a real browser, and installs and runs the packages that are handed
=======
use crate::{agents, dist, integrations, model};

/// Runs the tests with a real model, those with real coding agents and those with the tools that `integrations` is for, and installs and runs the packages that are handed
>>>>>>> 9e47d56b (integrations: Claude Code, Codex, Gemini CLI and spec-kit, and tests with the real tools)
/// out, built in a hurry. What cannot be had is said and skipped.
pub(crate) fn run() -> Result<()> {
    model::run()?;
    agents::run()?;
<<<<<<< HEAD
    page::run()?;
=======
    integrations::run()?;
>>>>>>> 9e47d56b (integrations: Claude Code, Codex, Gemini CLI and spec-kit, and tests with the real tools)
    dist::run("dev")
}
