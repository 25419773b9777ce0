//! Real coding agents for tests, from a package registry. What they are asked and what they may do is ours; the model
//! behind them is a stand-in on this machine.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::{model::build_folder, shell};

/// The agents, by the name of their program and the package it comes in.
const AGENTS: [(&str, &str); 3] = [
    ("claude", "@anthropic-ai/claude-code@2.1.197"),
    ("codex", "@openai/codex@0.166.0"),
    ("gemini", "@google/gemini-cli@0.61.0"),
];

/// Runs the tests that start real agents. Says so and does nothing where they cannot be had: on a machine without Node.js,
/// without a way to a package registry, or of a kind that an agent is not made for.
pub(crate) fn run() -> Result<()> {
    if !shell::works(Command::new("npm").arg("--version")) {
        println!("skipped: the tests with real coding agents: there is no `npm`");
        return Ok(());
    }
    let programs = match install() {
        Ok(programs) => programs,
        Err(error) => {
            println!(
                "skipped: the tests with real coding agents: none could be installed: {error:#}"
            );
            return Ok(());
        }
    };
    let tests = ["test", "--package", "council-cli", "--test", "real_agents"];
    shell::run(shell::command("cargo", &tests).env("COUNCIL_TEST_AGENTS", programs))
}

/// Installs the agents below the build folder, once, and sees whether they start.
fn install() -> Result<PathBuf> {
    let folder = build_folder()?.join("agents");
    let programs = folder.join("node_modules/.bin");
    let done = folder.join("done");
    let wanted = AGENTS.map(|(_, package)| package).join("\n");
    if !fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        fs::create_dir_all(&folder)
            .with_context(|| format!("failed to make `{}`", folder.display()))?;
        let install = ["install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix"];
        let packages = AGENTS.map(|(_, package)| package);
        shell::run(Command::new("npm").args(install).arg(&folder).args(packages))?;
        for (program, _) in AGENTS {
            starts(&programs.join(program))?;
        }
        fs::write(&done, wanted)
            .with_context(|| format!("failed to write `{}`", done.display()))?;
    }
    Ok(programs)
}

fn starts(program: &Path) -> Result<()> {
    let starts = shell::works(Command::new(program).arg("--version"));
    starts.then_some(()).with_context(|| format!("`{}` does not start", program.display()))
}
