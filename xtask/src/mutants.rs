//! `cargo xtask mutants`: changes what decides and what is kept, one expression at a time, and sees whether a test fails.
//!
//! What is changed is listed in `.cargo/mutants.toml`, and so is every change that changes no behaviour, with a reason. The
//! work is done by `mutants`, which is outside of the workspace.

use std::process::Command;

use anyhow::{Result, bail};
use council_testkit::repo_root;

use crate::{
    model::build_folder,
    shell::{self, Had},
};

/// Runs the tests against each change; `arguments` go to the program in `mutants`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if shell::MUTANTS.have()? == Had::Unreachable {
        bail!("`cargo mutants` is not installed, and the package registry cannot be reached");
    }
    let work = build_folder()?.join("mutants");
    let tool = |task: &str| {
        let mut command = in_the_background();
        command.args([task, "--quiet", "--locked", "--manifest-path", "mutants/Cargo.toml"]);
        command.env("CARGO_TARGET_DIR", work.join("tool")).current_dir(repo_root());
        command
    };
    shell::run(&mut tool("test"))?;
    shell::run(tool("run").arg("--").arg(repo_root()).arg(&work).args(arguments))
}

/// Returns `cargo`, behind whatever else runs on this machine: it takes long.
fn in_the_background() -> Command {
    if !cfg!(unix) {
        return Command::new("cargo");
    }
    let mut command = Command::new("nice");
    command.args(["-n", "15", "cargo"]);
    command
}
