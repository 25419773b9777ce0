//! `council mcp`: serves a coding agent.

use std::{ffi::OsString, sync::Arc};

use clap::Args;
use council::{
    Repo,
    core::gate::Outcome,
    formats::{
        project::{FILE, McpSetting},
        report::{self, CommandFailure, Report},
    },
};
use council_mcp::{CommandResult, Commands, Order};
use jiff::civil::Date;
use serde_json::Value;

use crate::{
    clock,
    commands::Output,
    error::CommandError,
    exit::Exit,
    interrupt::interrupted,
    outputs,
    settings::{Caller, Settings},
};

/// The arguments of `council mcp`.
#[derive(Debug, Args)]
#[command(after_help = "\
An agent's program starts it and speaks the Model Context Protocol with it, on standard input and output. The tools are \
commands of this program: lint, review_start, review_status, answer, explain, diff, gate and decide. With `seats: \"host\"` the \
agent's own sub-agents fill the seats of a review, and no key is needed. A decision comes only out of a form that a person \
fills in; `[decide] mcp = \"refuse\"` in `council.toml` refuses that too.

Examples:
  Claude Code   claude mcp add council -- council mcp
  Codex         codex mcp add council -- council mcp
  Gemini CLI    gemini mcp add council council mcp")]
pub(crate) struct McpArgs {}

/// Serves until the client leaves.
pub(crate) fn run(_args: &McpArgs, settings: &Settings) -> Result<Output, CommandError> {
    // Whoever asks for a folder that is not there hears it now, and not at the first call.
    settings.repo()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let typed = CommandRunner {
        refused: refusal(settings),
        settings: settings.called(Caller { input: String::new(), via: String::new(), told: None }),
    };
    let served = runtime.block_on(async {
        let stopped = interrupted()?;
        council_mcp::serve(Arc::new(typed), stopped).await
    });
    // A thread that reads standard input would be waited for until somebody types.
    runtime.shutdown_background();
    served?;
    Ok(Output::Text(String::new()))
}

/// Runs what a tool call is as if it had been typed.
struct CommandRunner {
    settings: Settings,
    /// Why no decision came by this way when the server began: an agent that changes the settings does not change that.
    refused: Option<String>,
}

impl Commands for CommandRunner {
    fn run(&self, order: &Order) -> CommandResult {
        let Order { words, input, via, told } = order.clone();
        let settings = self.settings.called(Caller { input, via, told });
        let line = ["council".to_owned(), "--format=json".to_owned()].into_iter().chain(words);
        let cli = match crate::read(line.map(OsString::from)) {
            Ok(cli) => cli,
            Err(error) => {
                let message = error.to_string();
                let first = message.lines().next().unwrap_or_default();
                let why = first.strip_prefix("error: ").unwrap_or(first);
                return CommandResult::refused("council", Exit::Usage.code(), why, &[]);
            }
        };
        let name = cli.command.name();
        match cli.command.run(&settings) {
            Ok(Output::Reports(reports)) => {
                CommandResult::of(Exit::from(report::worst(&reports)).code(), &reports)
            }
            Ok(Output::Interrupted(report)) => {
                CommandResult::of(Exit::Interrupted.code(), &[*report])
            }
            Ok(Output::Stopped | Output::Abandoned) => {
                CommandResult::of(Exit::Interrupted.code(), &[stopped(name)])
            }
            Ok(Output::Text(text) | Output::Apart { stdout: text, .. }) => {
                CommandResult { exit_code: 0, report: Value::String(text) }
            }
            Err(error) => {
                let exit_code = error.exit().code();
                let mut causes = error.chain();
                let message = causes.next().unwrap_or_default();
                let failure = CommandFailure {
                    exit_code,
                    causes: causes.collect(),
                    hints: error.hints().to_vec(),
                };
                CommandResult::of(exit_code, &[Report::failed(name, message, failure)])
            }
        }
    }

    fn schema(&self, command: &str) -> Option<Value> {
        outputs().into_iter().find(|(name, _)| *name == command).map(|(_, schema)| schema)
    }

    fn repo(&self) -> Result<Repo, String> {
        self.settings.repo().map_err(|error| error.chain().collect::<Vec<_>>().join(": "))
    }

    fn today(&self) -> Date {
        clock::today()
    }

    fn refuses_decisions(&self) -> Option<String> {
        if self.settings.is_pipeline {
            return Some("this is a pipeline, where no person can decide".to_owned());
        }
        self.refused.clone().or_else(|| refusal(&self.settings))
    }
}

/// Says why no decision comes by this way, where the user's settings or the project's say so.
fn refusal(settings: &Settings) -> Option<String> {
    let said = |file: &str| {
        format!(
            "`[decide] mcp = \"refuse\"` in `{file}`: no decision comes through an agent's program"
        )
    };
    let settled = || {
        let user = settings.user()?;
        let project = settings.project(&settings.repo()?)?;
        Ok::<_, CommandError>((user.decide.mcp, project.decide.mcp))
    };
    match settled() {
        Ok((McpSetting::Refuse, _)) => Some(said("config.toml")),
        Ok((_, McpSetting::Refuse)) => Some(said(FILE)),
        Ok(_) => None,
        // What cannot be read may refuse it.
        Err(error) => Some(error.chain().collect::<Vec<_>>().join(": ")),
    }
}

fn stopped(name: &'static str) -> Report {
    Report::new(name, "", Outcome::Failed, "the command was stopped")
}
