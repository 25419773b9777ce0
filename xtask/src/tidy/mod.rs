//! `cargo xtask tidy`: what compilers and linters do not check.
//!
//! Every check is a pure function from texts to problems, with a test that shows it failing.

mod coverage;
mod dependencies;
pub(crate) mod lexer;
mod links;
mod lock;
mod sources;
mod type_names;
mod words;

use std::fmt;

use anyhow::{Result, bail};
use council_testkit::{repo_root, shared_data};

use crate::{
    codegen,
    tree::{self, Text},
};

/// Something that is not tidy.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Problem {
    weight: Weight,
    path: String,
    line: Option<usize>,
    message: String,
}

/// Whether a problem stops the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    Warning,
    Error,
}

impl Problem {
    fn error(path: &str, line: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        let (path, message) = (path.to_owned(), message.into());
        Self { weight: Weight::Error, path, line: line.into(), message }
    }

    fn warning(path: &str, message: impl Into<String>) -> Self {
        let (path, message) = (path.to_owned(), message.into());
        Self { weight: Weight::Warning, path, line: None, message }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = match self.weight {
            Weight::Warning => "warning",
            Weight::Error => "error",
        };
        match self.line {
            Some(line) => write!(f, "{weight}: {}:{line}: {}", self.path, self.message),
            None => write!(f, "{weight}: {}: {}", self.path, self.message),
        }
    }
}

/// Runs every check and says everything that is wrong.
pub(crate) fn run() -> Result<()> {
    let texts = tree::read(repo_root())?;
    let mut problems = check(&texts, |path| repo_root().join(path).exists());
    if let Some(folder) = shared_data("../contracts") {
        problems.extend(coverage::against_contracts(&texts, &tree::read(&folder)?));
    }
    for path in codegen::stale(&texts)? {
        problems.push(Problem::error(&path, None, "out of date; run `cargo xtask codegen`"));
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    let errors = problems.iter().filter(|problem| problem.weight == Weight::Error).count();
    if errors > 0 {
        bail!("not tidy (files read: {}, problems: {errors})", texts.len());
    }
    println!("tidy (files read: {}, warnings: {})", texts.len(), problems.len());
    Ok(())
}

fn check(texts: &[Text], exists: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut problems = sources::check(texts);
    problems.extend(words::check(texts));
    problems.extend(type_names::check(texts));
    problems.extend(dependencies::check(texts));
    problems.extend(dependencies::check_page(texts));
    problems.extend(lock::check(texts));
    problems.extend(links::check(texts, &exists));
    problems.extend(coverage::check(texts));
    problems
}
