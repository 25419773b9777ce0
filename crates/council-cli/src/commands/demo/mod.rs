//! `council demo`: the commands that most people need, run on a built-in example.
//!
//! They are the real commands in a folder of their own, which is removed at the end: what is shown is what they print.

use clap::{Args, Parser as _};
use council::store::Scratch;

use crate::{
    args::Cli,
    commands::Output,
    error::CommandError,
    printer::Printer,
    settings::{Settings, Verbosity},
};

/// The arguments of `council demo`.
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is read from or written into the current folder, no model is asked and nothing is sent anywhere.

Example:
  council demo     in any folder, with nothing set up")]
pub(crate) struct DemoArgs {}

/// A step of the demonstration.
enum Step {
    /// Something that is said.
    Say(&'static str),
    /// A command that is run, as it would be typed.
    Run(&'static str),
    /// The same, of which only the decision is shown.
    RunQuietly(&'static str),
    /// The author's next version.
    Write(&'static str),
}

const FILE: &str = "gift-cards.md";

const STEPS: [Step; 12] = [
    Step::Say(
        "A specification of six requirements, as somebody wrote it down. What do the offline rules say?",
    ),
    Step::Run("lint gift-cards.md"),
    Step::Say("What can be repaired without changing its meaning?"),
    Step::Run("lint --fix --diff gift-cards.md"),
    Step::Say(
        "May it be built? Three seats review it and come to a verdict. Here the rules fill the seats; `--reviewer` puts models there.",
    ),
    Step::Run("review gift-cards.md"),
    Step::Say("The author answers with a new version, and it is reviewed again."),
    Step::Write(include_str!("second.md")),
    Step::RunQuietly("review gift-cards.md"),
    Step::Say("What became of the findings?"),
    Step::Run("diff"),
    Step::Say(
        "Now yours: `council lint` finds the specifications of the folder you are in, `council review` reviews them.",
    ),
];

/// Shows what there is to see.
pub(crate) fn run(_args: &DemoArgs, settings: &Settings) -> Result<Output, CommandError> {
    let scratch = Scratch::new(settings.cache().as_deref())?;
    let repo = scratch.repo();
    let printer = Printer::new(settings);
    repo.write_atomic(FILE, include_bytes!("first.md"))?;
    for step in STEPS {
        match step {
            Step::Say(text) => printer.text(&format!("\n{text}\n")),
            Step::Write(text) => repo.write_atomic(FILE, text.as_bytes())?,
            Step::Run(line) => {
                shown(&printer, line, &settings.within(repo.root(), settings.verbosity))?;
            }
            Step::RunQuietly(line) => {
                shown(&printer, line, &settings.within(repo.root(), Verbosity::Quiet))?;
            }
        }
        if printer.is_deserted() {
            return Ok(Output::Stopped);
        }
    }
    Ok(Output::Text(String::new()))
}

/// Runs a command and prints what it prints, below its own line.
fn shown(printer: &Printer, line: &str, settings: &Settings) -> Result<(), CommandError> {
    printer.text(&format!("\n$ council {line}\n"));
    let cli = Cli::try_parse_from(["council"].into_iter().chain(line.split(' ')))?;
    Printer::new(settings).output(&cli.command.run(settings)?);
    Ok(())
}
