//! `council gate`: pure gates, from files to an exit code.

mod stage;

use clap::{Subcommand, ValueEnum as _};

use crate::{args::Format, commands::Output, error::CommandError, settings::Settings};

/// The gates.
#[derive(Debug, Subcommand)]
pub(crate) enum GateCommand {
    /// Decide from a stage's evidence whether the work on a spec may go on
    ///
    /// Every conflict that an agent states in the selected evidence blocks (exit code 2). An agent's failure and an
    /// unreadable file are warnings. Without evidence the review is skipped: the exit code is 0, and the JSON says
    /// `"allows_progress": false`.
    Stage(stage::StageArgs),
}

impl GateCommand {
    /// Returns the formats that make sense for this gate.
    pub(crate) fn formats(&self) -> &'static [Format] {
        match self {
            GateCommand::Stage(_) => Format::value_variants(),
        }
    }

    /// Does the work.
    pub(crate) fn run(&self, settings: &Settings) -> Result<Output, CommandError> {
        match self {
            GateCommand::Stage(args) => stage::run(args, settings),
        }
    }
}
