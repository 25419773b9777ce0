//! `cargo xtask database`: the tests of the store that many machines share, on a real Postgres server.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::shell;

/// Installs a server where there is none and runs the tests on it. Says so and does nothing where none can be had.
pub(crate) fn run() -> Result<()> {
    if !Path::new("/usr/lib/postgresql").is_dir() {
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "--no-install-recommends", "postgresql"]);
        if !shell::works(&mut install) {
            println!(
                "skipped: the tests of the store: no Postgres server is installed, and none can be"
            );
            return Ok(());
        }
    }
    shell::run(&mut shell::command("cargo", &["test", "--package", "council-pg"]))?;
    let tests = ["test", "--package", "council-cli", "--test", "suite", "store::"];
    shell::run(&mut shell::command("cargo", &tests))
}
