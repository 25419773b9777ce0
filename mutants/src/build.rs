//! Builds the copy: first to learn which changes can be built at all, then the programs that hold the tests.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::tree::Regions;

/// A program that holds tests.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The program.
    pub program: PathBuf,
    /// The folder of its package, where it expects to run.
    pub folder: PathBuf,
    /// The package.
    pub package: String,
}

/// What a look at the copy told.
#[derive(Debug, Default)]
pub struct Refused {
    /// The changes that the compiler refuses.
    pub changes: BTreeSet<usize>,
    /// Those that it refuses only because a constant cannot ask which change is wanted.
    pub constant: BTreeSet<usize>,
    /// Errors that belong to no change.
    pub others: Vec<String>,
}

/// Returns `cargo` with arguments, in the copy.
fn cargo(tree: &Path, target: &Path, arguments: &[&str], packages: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).arg("--message-format=json").current_dir(tree);
    command.env("CARGO_TARGET_DIR", target).stdout(Stdio::piped());
    match packages {
        [] => drop(command.arg("--workspace")),
        some => drop(command.args(some.iter().flat_map(|package| ["-p", package]))),
    }
    command
}

fn messages(command: &mut Command) -> Result<(bool, Vec<Value>)> {
    let output = command.stderr(Stdio::null()).output().context("failed to start `cargo`")?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((output.status.success(), messages))
}

/// Asks the compiler which changes it refuses.
pub fn check(tree: &Path, target: &Path, packages: &[&str], regions: &Regions) -> Result<Refused> {
    let mut command = cargo(tree, target, &["check", "--tests", "--keep-going"], packages);
    let (passed, messages) = messages(&mut command)?;
    let mut refused = Refused::default();
    for message in messages.iter().filter_map(|message| message.get("message")) {
        if message.get("level").and_then(Value::as_str) != Some("error") {
            continue;
        }
        let code = message.pointer("/code/code").and_then(Value::as_str).unwrap_or_default();
        match blamed(message, regions) {
            Some(id) if code == "E0015" => drop(refused.constant.insert(id)),
            Some(id) => drop(refused.changes.insert(id)),
            None => {
                let said = message.get("rendered").and_then(Value::as_str).unwrap_or_default();
                if !said.contains("aborting due to") {
                    refused.others.push(said.to_owned());
                }
            }
        }
    }
    let told = refused.changes.len() + refused.constant.len() + refused.others.len();
    if !passed && told == 0 {
        bail!("`cargo check` failed and said nothing");
    }
    Ok(refused)
}

/// Returns the change that an error is about: the innermost at its place, or else at a place that it also names.
fn blamed(message: &Value, regions: &Regions) -> Option<usize> {
    let spans = |message: &Value| message.get("spans").and_then(Value::as_array).cloned();
    let mut all = spans(message).unwrap_or_default();
    all.sort_by_key(|span| span.get("is_primary").and_then(Value::as_bool) != Some(true));
    let children = message.get("children").and_then(Value::as_array).cloned().unwrap_or_default();
    all.extend(children.iter().filter_map(spans).flatten());
    all.iter().find_map(|span| {
        let file = span.get("file_name")?.as_str()?;
        let at = usize::try_from(span.get("byte_start")?.as_u64()?).ok()?;
        let around = regions.get(file)?.iter().filter(|(_, range)| range.contains(&at));
        around.min_by_key(|(_, range)| range.len()).map(|(id, _)| *id)
    })
}

/// Builds the tests of some packages, or of all.
pub fn suites(tree: &Path, target: &Path, packages: &[&str]) -> Result<Vec<Suite>> {
    let mut command = cargo(tree, target, &["test", "--no-run"], packages);
    let (passed, messages) = messages(&mut command)?;
    if !passed {
        let said = messages.iter().filter_map(|one| one.pointer("/message/rendered")?.as_str());
        bail!("the copy cannot be built:\n{}", said.take(3).collect::<String>());
    }
    let suite = |message: &Value| {
        let is_test = message.pointer("/profile/test").and_then(Value::as_bool) == Some(true);
        let program = PathBuf::from(message.get("executable")?.as_str()?);
        let manifest = Path::new(message.get("manifest_path")?.as_str()?);
        let package = package(message.get("package_id")?.as_str()?);
        let suite = Suite { program, folder: manifest.parent()?.to_owned(), package };
        is_test.then_some(suite)
    };
    Ok(messages.iter().filter_map(suite).collect())
}

/// Returns the name of a package, of which `cargo` says where it lies and its name where that is another one.
fn package(id: &str) -> String {
    let (folder, last) = id.rsplit_once('#').unwrap_or(("", id));
    let named = last.split_once('@').map(|(name, _)| name);
    named.unwrap_or_else(|| folder.rsplit('/').next().unwrap_or_default()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_by_its_folder_or_by_itself() {
        assert_eq!(package("path+file:///work/crates/council#council-app@0.1.0"), "council-app");
        assert_eq!(package("path+file:///work/crates/council-core#0.1.0"), "council-core");
    }
}
