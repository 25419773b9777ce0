//! Project tasks: what a contributor and the continuous integration run.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "project tasks read and write the repository, start tools and print"
)]

mod codegen;
mod markdown;
mod registry;
mod shell;
mod test;
mod tidy;
mod tree;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Project tasks.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Runs every test; with arguments, hands them to the test runner and runs only what they select.
    Test {
        /// Arguments for `cargo nextest run`, or for `cargo test` where nextest is not installed.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Checks what compilers and linters do not: dependencies, sizes, words, rules, links, generated pages.
    Tidy,
    /// Writes the generated pages below `docs/reference`.
    Codegen {
        /// Only says which pages are out of date, and fails if any is.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test { arguments } => test::run(&arguments),
        Task::Tidy => tidy::run(),
        Task::Codegen { check: false } => codegen::write(),
        Task::Codegen { check: true } => codegen::check(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
