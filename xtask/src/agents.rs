//! Real coding agents for tests, from a package registry. What they are asked and what they may do is ours; the model
//! behind them is a stand-in on this machine.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::{
    model::build_folder,
    shell::{self, Had},
};

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
    let Some(programs) = install()? else {
        println!("skipped: the tests with real coding agents: their packages cannot be had here");
        return Ok(());
    };
    let tests = ["test", "--package", "council-cli", "--test", "suite", "real_agents"];
    shell::run(shell::command("cargo", &tests).env("COUNCIL_TEST_AGENTS", programs))
}

/// Installs the agents below the build folder, once, and sees whether they start.
fn install() -> Result<Option<PathBuf>> {
    let folder = build_folder()?.join("agents");
    let programs = folder.join("node_modules/.bin");
    let done = folder.join("done");
    let packages = AGENTS.map(|(_, package)| package);
    let wanted = packages.join("\n");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(Some(programs));
    }
    fs::create_dir_all(&folder)
        .with_context(|| format!("failed to make `{}`", folder.display()))?;
    let install = ["install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix"];
    let installed = shell::run(Command::new("npm").args(install).arg(&folder).args(packages))
        .and_then(|()| AGENTS.iter().try_for_each(|(program, _)| starts(&programs.join(program))));
    let mut probe = Command::new("npm");
    // A registry that only the cache answers for is not there.
    probe.args(["view", "--prefer-online", "npm", "version"]);
    if shell::had(installed, || shell::IS_COMMON && shell::works(&mut probe))? == Had::Unreachable {
        return Ok(None);
    }
    fs::write(&done, wanted).with_context(|| format!("failed to write `{}`", done.display()))?;
    Ok(Some(programs))
}

fn starts(program: &Path) -> Result<()> {
    let starts = shell::works(Command::new(program).arg("--version"));
    starts.then_some(()).with_context(|| format!("`{}` does not start", program.display()))
}
