//! Other programs.

use std::{
    env,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use council_testkit::repo_root;

/// A subcommand of `cargo` from the package registry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// The subcommand; the package is called `cargo-` and this.
    pub(crate) name: &'static str,
    /// The version that is known to read what this repository tells it. `cargo install` takes only a whole one.
    pub(crate) version: &'static str,
}

/// Whether something from a package registry can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Had {
    /// It is installed.
    Yes,
    /// It is not installed, and its registry cannot be reached. Nothing else is a reason to skip a check.
    Unreachable,
}

/// Every tool that a task installs.
pub(crate) const DENY: Tool = Tool { name: "deny", version: "0.20.2" };
pub(crate) const MUTANTS: Tool = Tool { name: "mutants", version: "27.1.0" };
pub(crate) const FUZZ: Tool = Tool { name: "fuzz", version: "0.13.2" };

/// Whether this machine is of the kind that every package of Python and Node.js we use is built for.
pub(crate) const IS_COMMON: bool =
    cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"));

impl Tool {
    /// Installs the tool unless one is there. Fails where the registry answers and the tool cannot be had all the same.
    pub(crate) fn have(self) -> Result<Had> {
        let Self { name, version } = self;
        if works(&mut command("cargo", &[name, "--version"])) {
            return Ok(Had::Yes);
        }
        // It is built to be there soon, not to be fast.
        let package = format!("cargo-{name}@{version}");
        let install = ["install", "--locked", "--debug", "--quiet", &package];
        // Outside of the repository, so that its lock file does not answer in the registry's place.
        let mut probe = command("cargo", &["info", "--quiet", "cfg-if"]);
        probe.current_dir(env::temp_dir());
        had(run(&mut command("cargo", &install)), || works(&mut probe))
    }
}

/// Judges an installation: one that failed is an error where the registry can be reached, whatever the reason.
pub(crate) fn had(installed: Result<()>, is_reached: impl FnOnce() -> bool) -> Result<Had> {
    match installed {
        Ok(()) => Ok(Had::Yes),
        Err(error) if is_reached() => Err(error),
        Err(_) => Ok(Had::Unreachable),
    }
}

/// Returns a command that runs at the root of the repository.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(repo_root());
    forget_package(&mut command);
    command
}

/// Takes out what `cargo run` says about this program's own package. A build script that looks at it, such as `ring`'s, would
/// otherwise run again whenever a build is started by a task and not by hand, and with it everything that uses its crate.
pub(crate) fn forget_package(command: &mut Command) {
    let is_own =
        |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|own| name.starts_with(own));
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_own) {
            command.env_remove(name);
        }
    }
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

/// Tells whether a command can be run at all.
pub(crate) fn works(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_pinned_to_a_whole_version() {
        for tool in [DENY, MUTANTS, FUZZ] {
            let parts: Vec<Result<u32, _>> = tool.version.split('.').map(str::parse).collect();
            assert!(parts.len() == 3 && parts.iter().all(Result::is_ok), "{tool:?}");
        }
    }

    #[test]
    fn a_nested_cargo_does_not_take_our_package_for_its_own() {
        let command = command("cargo", &["--version"]);
        let removed =
            |name: &str| command.get_envs().any(|(key, value)| key == name && value.is_none());
        assert!(removed("CARGO_MANIFEST_DIR") && removed("CARGO_PKG_NAME"));
        assert!(!removed("CARGO_HOME") && !removed("PATH"));
    }

    #[test]
    fn only_a_registry_that_cannot_be_reached_is_a_reason_to_skip() {
        let failed = || Err(anyhow::anyhow!("no such version"));
        assert_eq!(had(Ok(()), || unreachable!()).unwrap(), Had::Yes);
        assert_eq!(had(failed(), || false).unwrap(), Had::Unreachable);
        assert!(had(failed(), || true).is_err());
    }
}
