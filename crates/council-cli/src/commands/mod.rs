//! One file per command.
//!
//! A command is an arguments struct and a function. To add `council frob`:
//!
//! 1. `commands/frob.rs` holds `FrobArgs` (`#[derive(clap::Args)]`; its doc comments are the help, its examples go into
//!    `after_help`) and `pub(crate) fn run(args: &FrobArgs, settings: &Settings) -> Result<Output, CommandError>`.
//! 2. [`Command`] gets a variant whose doc comment is the one-line summary, and one arm in each of its two functions.
//!    All formats make sense for a command that prints reports: `Command::Frob(_) => Format::value_variants()`.
//!
//! A group such as `gate` is a folder of the same shape: `commands/gate/mod.rs` has `#[derive(clap::Subcommand)] enum
//! GateCommand` with the same two functions, `commands/gate/stage.rs` has one member, and [`Command`] holds it as
//! `#[command(subcommand)] Gate(gate::GateCommand)`.
//!
//! `run` stays thin: check identifiers with their newtype (`SpecId::new(&args.spec)?`, so that a bad one ends with exit
//! code 3 before any file is opened; a clap `value_parser` would end with 64), open the repository with
//! `settings.repo()?`, make the request, call the `council` library, and return its report with `.into()`. A closed list
//! of values, such as a stage, is a clap `ValueEnum`, so that an unknown one ends with 64.

mod answer;
mod check;
mod completions;
mod decide;
mod demo;
mod diff;
mod doctor;
mod explain;
#[cfg(feature = "postgres")]
mod export;
mod forum;
mod gate;
mod hook;
#[cfg(feature = "postgres")]
mod import;
mod init;
mod lint;
mod lsp;
#[cfg(feature = "mcp")]
mod mcp;
mod modes;
mod panel;
mod replay;
mod restore;
mod resume;
mod review;
mod revise;
mod rules;
#[cfg(feature = "web")]
mod serve;
mod session;
mod show;
#[cfg(feature = "postgres")]
mod store;
#[cfg(feature = "postgres")]
mod stored;
mod tasks;
mod trust;
#[cfg(feature = "tui")]
mod tui;
#[cfg(feature = "postgres")]
mod worker;

use clap::{Subcommand, ValueEnum as _};
use council::formats::report::Report;

pub use completions::completions;
#[cfg(feature = "postgres")]
pub(crate) use council::shared::StoreOutput;
#[cfg(feature = "postgres")]
pub(crate) use export::ExportOutput;
pub(crate) use forum::named;
pub(crate) use init::InitForumOutput;
pub(crate) use session::failed;
pub(crate) use trust::TrustOutput;
#[cfg(feature = "postgres")]
pub(crate) use worker::WorkerOutput;

use crate::{args::Format, error::CommandError, exit::Exit, settings::Settings};

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer in a seat that a person fills
    Answer(answer::AnswerArgs),
    /// Validate contract files, and say what was read
    Check(check::CheckArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Show what there is on a built-in example, in ten seconds
    Demo(demo::DemoArgs),
    /// Compare two sessions: new, open, fixed and regressed findings
    Diff(diff::DiffArgs),
    /// Check that models answer, and say what a review would cost
    Doctor(doctor::DoctorArgs),
    /// Explain a finding, a verdict or a rule
    Explain(explain::ExplainArgs),
    /// Write sessions of a store into the repository, byte for byte
    #[cfg(feature = "postgres")]
    Export(export::ExportArgs),
    /// Discuss a direction: owners, devil's advocates, a human decides
    Forum(forum::ForumArgs),
    /// Decide from files whether the work may go on, for CI
    #[command(subcommand)]
    Gate(gate::GateCommand),
    /// Answer a hook of a coding agent: check what it wrote or planned
    Hook(hook::HookArgs),
    /// Check documents with the offline rules
    Lint(lint::LintArgs),
    /// Show findings in an editor: a language server
    Lsp(lsp::LspArgs),
    /// Put sessions of the repository into a store
    #[cfg(feature = "postgres")]
    Import(import::ImportArgs),
    /// Write the settings of a project or a user, or set up a forum
    Init(init::InitArgs),
    /// Serve a coding agent on standard input and output (MCP)
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpArgs),
    /// List the reasoning modes, and which a review would use
    Modes(modes::ModesArgs),
    /// Record a human's decision on a council session, a panel review or a forum round
    Decide(Box<decide::DecideArgs>),
    /// Hand a reviewed PRD over to task generation
    Tasks(tasks::TasksArgs),
    /// Review a PRD with named reviewers, a chair and a handoff
    Panel(panel::PanelArgs),
    /// Recompute a session from its journal, offline
    Replay(replay::ReplayArgs),
    /// Write the files of a project's panel reviews and of its forum as they were recorded
    Restore(restore::RestoreArgs),
    /// Continue a session after a crash or an interruption
    Resume(resume::ResumeArgs),
    /// Record a new version of a PRD, and what really changed
    Revise(revise::ReviseArgs),
    /// Review specifications: three seats, votes, a verdict
    Review(review::ReviewArgs),
    /// List the offline rules and their manual pages
    Rules(rules::RulesArgs),
    /// Read, follow and decide in a browser, on this machine
    #[cfg(feature = "web")]
    Serve(serve::ServeArgs),
    /// List the sessions, or show one
    Show(show::ShowArgs),
    /// Set up a store that many machines share, and say what it holds
    #[cfg(feature = "postgres")]
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Accept a `council.toml` that others can write, as it is now
    Trust(trust::TrustArgs),
    /// Look at stages, sessions and findings on a screen, and decide
    #[cfg(feature = "tui")]
    Tui(tui::TuiArgs),
    /// Work on the sessions of a store
    #[cfg(feature = "postgres")]
    Worker(worker::WorkerArgs),
}

impl Command {
    /// Returns the formats that make sense for this command.
    pub(crate) fn formats(&self) -> &'static [Format] {
        match self {
            Command::Completions(_) | Command::Demo(_) | Command::Hook(_) | Command::Lsp(_) => {
                Format::OF_TEXT
            }
            #[cfg(feature = "mcp")]
            Command::Mcp(_) => Format::OF_TEXT,
            #[cfg(feature = "tui")]
            Command::Tui(_) => Format::OF_TEXT,
            #[cfg(feature = "web")]
            Command::Serve(_) => Format::OF_TEXT,
            Command::Gate(gate) => gate.formats(),
            #[cfg(feature = "postgres")]
            Command::Export(_) | Command::Import(_) | Command::Store(_) | Command::Worker(_) => {
                Format::OF_PAGE
            }
            Command::Answer(_)
            | Command::Doctor(_)
            | Command::Explain(_)
            | Command::Init(_)
            | Command::Modes(_)
            | Command::Rules(_)
            | Command::Show(_)
            | Command::Tasks(_)
            | Command::Trust(_) => Format::OF_PAGE,
            Command::Check(_)
            | Command::Decide(_)
            | Command::Diff(_)
            | Command::Forum(_)
            | Command::Lint(_)
            | Command::Panel(_)
            | Command::Replay(_)
            | Command::Restore(_)
            | Command::Resume(_)
            | Command::Review(_)
            | Command::Revise(_) => Format::value_variants(),
        }
    }

    /// Returns what the command is called in its reports.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Command::Answer(_) => "answer",
            Command::Check(_) => "check",
            Command::Completions(_) => "completions",
            Command::Decide(_) => "decide",
            Command::Demo(_) => "demo",
            Command::Diff(_) => "diff",
            Command::Explain(_) => "explain",
            #[cfg(feature = "postgres")]
            Command::Export(_) => "export",
            #[cfg(feature = "postgres")]
            Command::Import(_) => "import",
            #[cfg(feature = "postgres")]
            Command::Store(_) => "store",
            #[cfg(feature = "postgres")]
            Command::Worker(_) => "worker",
            Command::Forum(_) => "forum",
            Command::Gate(gate) => gate.name(),
            Command::Hook(_) => "hook",
            Command::Init(_) => "init",
            Command::Lint(_) => "lint",
            Command::Lsp(_) => "lsp",
            #[cfg(feature = "mcp")]
            Command::Mcp(_) => "mcp",
            Command::Modes(_) => "modes",
            Command::Panel(_) => "panel",
            Command::Replay(_) => "replay",
            Command::Restore(_) => "restore",
            Command::Resume(_) => "resume",
            Command::Rules(_) => "rules",
            Command::Doctor(_) => "doctor",
            Command::Review(_) => "review",
            Command::Revise(_) => "revise",
            #[cfg(feature = "web")]
            Command::Serve(_) => "serve",
            Command::Tasks(_) => "tasks",
            Command::Show(_) => "show",
            Command::Trust(_) => "trust",
            #[cfg(feature = "tui")]
            Command::Tui(_) => "tui",
        }
    }

    /// Does the work.
    pub(crate) fn run(&self, settings: &Settings) -> Result<Output, CommandError> {
        match self {
            Command::Answer(args) => answer::run(args, settings),
            Command::Check(args) => check::run(args, settings),
            Command::Completions(args) => completions::run(args, settings),
            Command::Decide(args) => decide::run(args, settings),
            Command::Demo(args) => demo::run(args, settings),
            Command::Diff(args) => diff::run(args, settings),
            Command::Explain(args) => explain::run(args, settings),
            #[cfg(feature = "postgres")]
            Command::Export(args) => export::run(args, settings),
            #[cfg(feature = "postgres")]
            Command::Import(args) => import::run(args, settings),
            #[cfg(feature = "postgres")]
            Command::Store(command) => command.run(settings),
            #[cfg(feature = "postgres")]
            Command::Worker(args) => worker::run(args, settings),
            Command::Forum(args) => forum::run(args, settings),
            Command::Gate(gate) => gate.run(settings),
            Command::Hook(args) => hook::run(args, settings),
            Command::Init(args) => init::run(args, settings),
            Command::Lint(args) => lint::run(args, settings),
            Command::Lsp(args) => Ok(lsp::run(args, settings)),
            #[cfg(feature = "mcp")]
            Command::Mcp(args) => mcp::run(args, settings),
            Command::Modes(args) => modes::run(args, settings),
            Command::Panel(args) => panel::run(args, settings),
            Command::Replay(args) => replay::run(args, settings),
            Command::Restore(args) => restore::run(args, settings),
            Command::Resume(args) => resume::run(args, settings),
            Command::Rules(args) => rules::run(args, settings),
            Command::Doctor(args) => doctor::run(args, settings),
            Command::Review(args) => review::run(args, settings),
            Command::Revise(args) => revise::run(args, settings),
            #[cfg(feature = "web")]
            Command::Serve(args) => serve::run(args, settings),
            Command::Tasks(args) => tasks::run(args, settings),
            Command::Show(args) => show::run(args, settings),
            Command::Trust(args) => trust::run(args, settings),
            #[cfg(feature = "tui")]
            Command::Tui(args) => tui::run(args, settings),
        }
    }
}

/// What a command hands to the printer.
#[derive(Debug)]
pub(crate) enum Output {
    /// What was found, printed in the format asked for. The worst outcome decides the exit code.
    Reports(Vec<Report>),
    /// How far a session got before somebody stopped it.
    Interrupted(Box<Report>),
    /// Nothing more: everything was printed, and then somebody stopped the command.
    Stopped,
    /// Nothing more: whoever was served left without a word.
    Abandoned,
    /// A text that is itself the product, such as a completion script.
    Text(String),
    /// What a hook says: to the program that started it, to its agent, and whether the agent may go on.
    Apart {
        /// For the program.
        stdout: String,
        /// For the agent.
        stderr: String,
        /// How the process ends.
        exit: Exit,
    },
}

impl From<Report> for Output {
    fn from(report: Report) -> Self {
        Output::Reports(vec![report])
    }
}

impl From<Vec<Report>> for Output {
    fn from(reports: Vec<Report>) -> Self {
        Output::Reports(reports)
    }
}
