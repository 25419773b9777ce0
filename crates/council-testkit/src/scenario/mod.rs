//! Literate tests: a Markdown page whose `##` sections are scenarios, each run in a fresh repository.
//!
//! A page reads like documentation, and everything in it that can be checked is:
//!
//! - `Rules: 002.signals.1, 002.signals.3` right below a heading names the rules the scenario proves;
//! - a fenced block with `file=PATH` in its info string writes that file; above the first `##` it is written for every
//!   scenario of the page;
//! - a fenced block with `edit=PATH` changes a file that is already there: see [`edit`];
//! - a `console` block runs commands: `$ council …`, then the expected standard output (`...` alone stands for any
//!   lines, `[..]` for anything within a line; an empty expectation means that nothing may be printed), then `! text`
//!   for lines of standard error (each must appear, in order), then `? N` for the exit code (0 when absent);
//! - a `facts` block looks at the last JSON that was printed or that a scripted block gave: see [`facts`];
//! - a block whose language is one of [`crate::script::KINDS`] is a script;
//! - a `text` block is an illustration. Any other block is an error, so that a misspelt one cannot pass unseen.

pub mod console;
pub mod edit;
pub mod facts;
mod glob;
mod page;
mod run;

use std::fmt;

pub use self::{
    page::{Action, Page, Rule, Scenario, Step},
    run::run,
};

/// Something wrong on a page, or something a page expected that did not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The page's path, relative to the repository.
    pub page: String,
    /// The line on the page, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.page, self.line, self.message)
    }
}
