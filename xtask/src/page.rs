//! A real browser for tests: Debian's, with its driver, and a check of accessibility from a package registry.

use std::{fs, process::Command};

use anyhow::{Context as _, Result};

use crate::{model::build_folder, shell};

/// The package that checks accessibility.
const AXE: &str = "axe-core@4.14.0";

/// Runs the tests that start a browser. Says so and does nothing where it cannot be had.
pub(crate) fn run() -> Result<()> {
    let is_there = || {
        shell::works(Command::new("chromedriver").arg("--version"))
            && shell::works(Command::new("chromium").arg("--version"))
    };
    if !is_there() {
        let wanted = ["install", "--yes", "--no-install-recommends", "chromium", "chromium-driver"];
        // Whether it worked is asked below.
        let _ = shell::run(&mut shell::command("apt-get", &wanted));
    }
    if !is_there() {
        println!("skipped: the tests with a real browser: there is no `chromium` with its driver");
        return Ok(());
    }
    let folder = build_folder()?.join("page");
    fs::create_dir_all(&folder)
        .with_context(|| format!("failed to make `{}`", folder.display()))?;
    let axe = folder.join("axe.min.js");
    if !axe.exists() {
        let install = ["install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix"];
        if shell::run(Command::new("npm").args(install).arg(&folder).arg(AXE)).is_err() {
            println!("skipped: the tests with a real browser: `{AXE}` cannot be had here");
            return Ok(());
        }
        let installed = folder.join("node_modules/axe-core/axe.min.js");
        fs::copy(&installed, &axe)
            .with_context(|| format!("failed to copy `{}`", installed.display()))?;
    }
    let tests = ["test", "--package", "council-cli", "--test", "suite", "real_browser"];
    shell::run(shell::command("cargo", &tests).env("COUNCIL_TEST_BROWSER", &folder))
}
