//! `cargo xtask mutants`: changes what decides and what is kept, one expression at a time, and sees whether a test fails.
//!
//! What is changed is listed in `.cargo/mutants.toml`, and so is every change that changes no behaviour, with a reason.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::{
    model::build_folder,
    shell::{self, Had},
};

/// Runs the tests of the whole workspace, or of the changed package alone, against each change; `arguments` go to
/// `cargo mutants`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if shell::MUTANTS.have()? == Had::Unreachable {
        bail!("`cargo mutants` is not installed, and the package registry cannot be reached");
    }
    let out = build_folder()?.join("mutants");
    fs::create_dir_all(&out).with_context(|| format!("failed to make `{}`", out.display()))?;
    let mut command = shell::command("cargo", &["mutants", "--no-shuffle", "--baseline=skip"]);
    command.args(["--timeout=300", "--output"]).arg(&out).args(arguments);
    // A change that is missed is a failure of the tool too; the counts say how many there are.
    let ended = shell::run(&mut command);
    let counts = counts(&fs::read_to_string(out.join("mutants.out/outcomes.json"))?)?;
    println!("{counts}");
    ended
}

/// Says how the changes ended.
fn counts(outcomes: &str) -> Result<String> {
    let outcomes: Value = serde_json::from_str(outcomes).context("the tool wrote no outcomes")?;
    let count = |key: &str| outcomes.get(key).and_then(Value::as_u64);
    let (Some(total), Some(missed)) = (count("total_mutants"), count("missed")) else {
        bail!("the tool's outcomes have no counts");
    };
    let caught = count("caught").unwrap_or(0) + count("timeout").unwrap_or(0);
    let unviable = count("unviable").unwrap_or(0);
    Ok(format!("mutants: {total}, caught: {caught}, missed: {missed}, not viable: {unviable}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_the_tool_are_said() {
        let outcomes = r#"{"total_mutants":9,"missed":1,"caught":5,"timeout":1,"unviable":2}"#;
        let said = "mutants: 9, caught: 6, missed: 1, not viable: 2";
        assert_eq!(counts(outcomes).unwrap(), said);
        assert!(counts("{}").is_err());
    }
}
