//! Other programs.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use council_testkit::repo_root;

/// Returns a command that runs at the root of the repository.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(repo_root());
    command
}

/// Runs a command where everybody sees it, and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    eprintln!("$ {}", shown.replace('"', ""));
    let status = command.status().with_context(|| format!("failed to start `{shown}`"))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown.replace('"', ""));
    }
    Ok(())
}

/// Returns the command that installs a tool from the package registry. It is built to be there soon, not to be fast.
pub(crate) fn install(tool: &str) -> Command {
    command("cargo", &["install", "--locked", "--debug", "--quiet", tool])
}

/// Tells whether a command can be run at all.
pub(crate) fn works(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
