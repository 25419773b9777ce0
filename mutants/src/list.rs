//! The changes, as `cargo mutants` lists them.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

/// One change of one expression or one function.
#[derive(Debug, Clone, Deserialize)]
pub struct Mutant {
    /// What the tool calls it: file, line, column and what is changed.
    pub name: String,
    /// The file, from the root of the workspace.
    pub file: String,
    /// The package of the file.
    pub package: String,
    /// What kind of change it is.
    pub genre: Genre,
    /// What stands in the place of the span.
    pub replacement: String,
    /// What is replaced.
    pub span: Span,
    /// The function around it; a constant has none.
    pub function: Option<Function>,
}

/// The kinds of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

/// A function.
#[derive(Debug, Clone, Deserialize)]
pub struct Function {
    /// What it returns, with the arrow.
    pub return_type: String,
}

/// A stretch of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// A place in a file; both count from one, the columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// Returns every change that `.cargo/mutants.toml` asks for.
pub fn all(root: &Path) -> Result<Vec<Mutant>> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--workspace", "--list", "--json"]).current_dir(root);
    let output = command.output().context("failed to start `cargo mutants`")?;
    if !output.status.success() {
        bail!("`cargo mutants --list` failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("failed to read the list of `cargo mutants`")
}
