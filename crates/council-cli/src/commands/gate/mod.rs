//! `council gate`: pure gates, from files to an exit code.

mod forum;
mod handoff;
mod rereview;
mod stage;

use clap::{Subcommand, ValueEnum as _};

pub(crate) use self::handoff::AcknowledgeArgs;
use crate::{args::Format, commands::Output, error::CommandError, settings::Settings};

/// The gates.
#[derive(Debug, Subcommand)]
pub(crate) enum GateCommand {
    /// Decide whether a human has approved what a project's forum came to
    ///
    /// Approved (or decided by a human alone) is exit code 0, ready for approval 11, open 2 with what is open. The config is
    /// `projects/NAME/council-config.json`, else `council-config.json`; the record is `agent-work/forum.json` beside it.
    /// One that is missing is exit code 10, an invalid or edited one 3.
    Forum(forum::GateForumArgs),
    /// Decide from a stage's evidence whether the work on a spec may go on
    ///
    /// Every conflict that an agent states in the selected evidence blocks (exit code 2). An agent's failure and an
    /// unreadable file are warnings. Without evidence the review is skipped: the exit code is 0, and the JSON says
    /// `"allows_progress": false`.
    Stage(stage::StageArgs),

    /// Decide from a project's council reviews whether task generation may start
    ///
    /// The latest review that a human acted on is judged: nine things block (exit code 2), each with its own code, and so
    /// does a missing section; the rest of the contract is listed as advisories. A review that is not what its
    /// journal recorded, a text to build that is not the recorded one, and a verdict to revise that nothing was done
    /// about need a human (11). A project without a review is missing its input (10).
    Handoff(handoff::HandoffArgs),

    /// Decide from a project's current council review whether the panel meets again
    ///
    /// A review nobody has acted on blocks (exit code 2), and so does a decision to reconvene. Where nothing is decided
    /// the gate recommends, says why, and ends with 10.
    Rereview(rereview::ReReviewArgs),
}

impl GateCommand {
    /// Returns the formats that make sense for this gate.
    pub(crate) fn formats(&self) -> &'static [Format] {
        match self {
            GateCommand::Forum(_)
            | GateCommand::Stage(_)
            | GateCommand::Handoff(_)
            | GateCommand::Rereview(_) => Format::value_variants(),
        }
    }

    /// Returns what the gate is called in its reports.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            GateCommand::Forum(_) => "gate forum",
            GateCommand::Stage(_) => "gate stage",
            GateCommand::Handoff(_) => "gate handoff",
            GateCommand::Rereview(_) => "gate rereview",
        }
    }

    /// Does the work.
    pub(crate) fn run(&self, settings: &Settings) -> Result<Output, CommandError> {
        match self {
            GateCommand::Forum(args) => forum::run(args, settings),
            GateCommand::Stage(args) => stage::run(args, settings),
            GateCommand::Handoff(args) => handoff::run(args, settings),
            GateCommand::Rereview(args) => rereview::run(args, settings),
        }
    }
}
