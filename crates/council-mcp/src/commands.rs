//! Command lines: what tools are made of, and who runs them.

use std::{fmt, sync::Arc};

use council::{
    Repo,
    formats::report::{CommandFailure, Report, json},
};
use jiff::civil::Date;
use serde_json::Value;

/// Told how far a session is, a line each time.
pub type Told = Arc<dyn Fn(String) + Send + Sync>;

/// Runs commands as the command line does.
pub trait Commands: Send + Sync + 'static {
    /// Runs a command and returns what it prints with `--format json`.
    fn run(&self, order: &Order) -> CommandResult;

    /// Returns the schema of what a command prints.
    fn schema(&self, command: &str) -> Option<Value>;

    /// Opens the repository that the server works in.
    fn repo(&self) -> Result<Repo, String>;

    /// Returns the day.
    fn today(&self) -> Date;

    /// Returns why no decision may come this way, if none may.
    fn refuses_decisions(&self) -> Option<String>;
}

/// A command line that somebody gives through the server.
#[derive(Clone)]
pub struct Order {
    /// The words after `council`.
    pub words: Vec<String>,
    /// What the command reads from standard input: the server's own is the protocol's.
    pub input: String,
    /// By what way it came, for records: the server and its client.
    pub via: String,
    /// Who hears how far it is.
    pub told: Option<Told>,
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order")
            .field("words", &self.words)
            .field("via", &self.via)
            .finish_non_exhaustive()
    }
}

/// What a command came to.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandResult {
    /// How it ended, as the process would.
    pub exit_code: u8,
    /// What it printed.
    pub report: Value,
}

impl CommandResult {
    /// Returns that a tool call was refused before a command ran.
    pub fn refused(command: &'static str, exit_code: u8, message: &str, hints: &[&str]) -> Self {
        let hints = hints.iter().map(|hint| (*hint).to_owned()).collect();
        let report = Report::failed(
            command,
            message,
            CommandFailure { exit_code, causes: Vec::new(), hints },
        );
        Self::of(exit_code, &[report])
    }

    /// Returns what reports say.
    pub fn of(exit_code: u8, reports: &[Report]) -> Self {
        let mut text = Vec::new();
        // Writing into memory does not fail.
        let _ = json::write(reports, &mut text);
        Self { exit_code, report: serde_json::from_slice(&text).unwrap_or_default() }
    }

    /// Tells whether the command did its work; a gate that blocks has.
    pub(crate) fn is_done(&self) -> bool {
        !matches!(self.exit_code, 3 | 64 | 130)
    }
}

/// The words of a command. Whatever stands in a value, it is never taken for a flag.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommandWords {
    flags: Vec<String>,
    places: Vec<String>,
}

impl CommandWords {
    /// Begins with a command, such as `gate stage`.
    pub(crate) fn of(command: &str) -> Self {
        Self { flags: command.split(' ').map(str::to_owned).collect(), places: Vec::new() }
    }

    /// Adds a flag without a value.
    pub(crate) fn flag(mut self, name: &str) -> Self {
        self.flags.push(format!("--{name}"));
        self
    }

    /// Adds a flag with a value, if there is one.
    pub(crate) fn option(mut self, name: &str, value: Option<&str>) -> Self {
        self.flags.extend(value.map(|value| format!("--{name}={value}")));
        self
    }

    /// Adds what is not named by a flag.
    pub(crate) fn place(mut self, value: Option<&str>) -> Self {
        self.places.extend(value.map(str::to_owned));
        self
    }

    /// Returns the words.
    pub(crate) fn line(self) -> Vec<String> {
        let mut words = self.flags;
        if !self.places.is_empty() {
            words.push("--".to_owned());
            words.extend(self.places);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_never_a_flag() {
        let words =
            CommandWords::of("gate stage").option("stage", Some("--ci")).place(Some("--explain"));
        assert_eq!(words.line(), ["gate", "stage", "--stage=--ci", "--", "--explain"]);
    }
}
