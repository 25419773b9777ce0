//! `cargo xtask deny`: what the product is made of, by `cargo deny` and the rules in `deny.toml`.

use anyhow::Result;

use crate::shell::{self, Had};

/// Where `cargo deny` finds known vulnerabilities.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db";

/// Checks licences, sources and banned crates, and known vulnerabilities where their database can be had.
pub(crate) fn run() -> Result<()> {
    if shell::DENY.have()? == Had::Unreachable {
        println!(
            "skipped: `cargo deny` is not installed, and the package registry cannot be reached"
        );
        return Ok(());
    }
    shell::run(&mut check(&["bans", "licenses", "sources"]))?;
    if !shell::works(&mut shell::command("git", &["ls-remote", ADVISORIES, "HEAD"])) {
        println!("skipped: known vulnerabilities, because their database cannot be reached");
        return Ok(());
    }
    shell::run(&mut check(&["advisories"]))
}

fn check(what: &[&str]) -> std::process::Command {
    let mut command = shell::command("cargo", &["deny", "--locked", "--workspace", "check"]);
    command.args(what);
    command
}
