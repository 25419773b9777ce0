//! `cargo xtask test`: every test, on a machine that has nothing but Rust.

use anyhow::Result;
use council_testkit::shared_data;

#[cfg(unix)]
use crate::hostile;
use crate::{bench_council, crash, shell};

/// Runs the tests. The runner comes last, so that what a reader sees at the end is its summary.
///
/// The runner is `cargo nextest` where it is installed and `cargo test` elsewhere: the tests are the same, and nobody
/// has to wait for a tool to be built before the first test runs.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    // A runner hides what passing tests print, so what they skip is said up front.
    if shared_data(".").is_none() {
        eprintln!("note: the tests on real documents are skipped");
    }
    if arguments.is_empty() {
        shell::run(&mut shell::command("cargo", &["test", "--workspace", "--doc", "--quiet"]))?;
        crash::run(crash::Effort::SHORT)?;
        bench_council::rehearse()?;
        #[cfg(unix)]
        hostile::run()?;
    }
    let runner: &[&str] = if shell::works(&mut shell::command("cargo", &["nextest", "--version"])) {
        &["nextest", "run", "--workspace", "--no-fail-fast"]
    } else {
        eprintln!("note: `cargo nextest` is not installed, so `cargo test` runs the tests");
        &["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]
    };
    shell::run(shell::command("cargo", runner).args(arguments))
}
