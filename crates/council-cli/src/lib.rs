//! The command line of Council: arguments and environment in, text and an exit code out.
//!
//! A run goes through the modules in this order: `args` parses what was typed, `env` reads what surrounds it,
//! `settings` makes one value of both, one file under `commands` calls one capability of the `council` library, and
//! `printer` writes what came back. Nothing here decides anything about a specification.

mod answer_form;
mod args;
mod clock;
mod commands;
mod env;
mod error;
mod exit;
mod form;
mod help;
mod interrupt;
mod keys;
mod log;
mod outputs;
mod printer;
mod progress;
mod reference;
mod settings;

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _};

use crate::{
    args::Cli, commands::Command, env::Environment, error::CommandError, exit::Exit,
    printer::Printer, settings::Settings,
};
pub use crate::{commands::completions, outputs::outputs, reference::reference};

/// Reading documents and replies is much small memory for a short time; this allocator takes a quarter less time over it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the command that the process was started with and returns its exit code.
pub fn run() -> u8 {
    let environment = Environment::read();
    match parsed(&environment) {
        Ok(cli) => execute(&cli, environment),
        Err(error) => Printer::before_arguments(&environment).usage(&error, &environment),
    }
    .code()
}

/// Returns the whole command tree, for completions and the generated reference.
pub fn command() -> clap::Command {
    help::arranged(Cli::command())
}

fn parsed(environment: &Environment) -> Result<Cli, clap::Error> {
    read(environment.arguments.iter().cloned())
}

/// Reads a command line, with the program's name first.
pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut matches = command().try_get_matches_from(words)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command()))
}

fn execute(cli: &Cli, environment: Environment) -> Exit {
    let log = environment.log.as_deref().map_or(Ok(()), log::begin);
    let settings = Settings::resolve(&cli.global, environment);
    let printer = Printer::new(&settings);
    let command = cli.command.name();
    if let Err(error) = log {
        return printer.error(command, &error);
    }
    printer.detail(|| settings.describe());
    let output = supported(&cli.command, &settings).and_then(|()| cli.command.run(&settings));
    match output {
        Ok(output) => printer.output(&output),
        Err(error) => printer.error(command, &error),
    }
}

/// Refuses a format that would say nothing about this command.
fn supported(command: &Command, settings: &Settings) -> Result<(), CommandError> {
    let formats = command.formats();
    if formats.contains(&settings.format) {
        return Ok(());
    }
    let names: Vec<_> = formats.iter().map(|format| format!("`{}`", format.name())).collect();
    let refusal = format!("this command has no `{}` format", settings.format.name());
    Err(CommandError::usage(refusal).hint(format!("use `--format` with {}", names.join(", "))))
}
