//! `cargo xtask deny`: what the product is made of, by `cargo deny` and the rules in `deny.toml`.

use anyhow::Result;

use crate::shell;

/// The tool, in a version that is known to read our `deny.toml`.
const TOOL: &str = "cargo-deny@0.19";

/// Checks licences, sources and banned crates, and known vulnerabilities where their database can be had.
pub(crate) fn run() -> Result<()> {
    if !is_there() && !shell::works(&mut shell::install(TOOL)) {
        println!("skipped: `cargo deny` is not installed, and `{TOOL}` could not be");
        return Ok(());
    }
    shell::run(&mut check(&["bans", "licenses", "sources"]))?;
    if !shell::works(&mut shell::command("cargo", &["deny", "fetch", "db"])) {
        println!("skipped: known vulnerabilities, because their database could not be had");
        return Ok(());
    }
    shell::run(&mut check(&["--disable-fetch", "advisories"]))
}

fn is_there() -> bool {
    shell::works(&mut shell::command("cargo", &["deny", "--version"]))
}

fn check(what: &[&str]) -> std::process::Command {
    let mut command = shell::command("cargo", &["deny", "--locked", "--workspace", "check"]);
    command.args(what);
    command
}
