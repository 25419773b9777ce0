//! `council tui`: the screen.

use std::sync::atomic::Ordering;

use clap::{Args, builder::NonEmptyStringValueParser};
use council::{
    core::{
        diagnostic::Place,
        gate::{Outcome, Signal},
    },
    formats::report::Report,
};
use council_tui::{App, Left, Paint};

use crate::{
    commands::Output,
    error::CommandError,
    interrupt::at_terminal,
    settings::{Presence, Settings, StreamColor},
};

/// The arguments of `council tui`.
#[derive(Debug, Args)]
#[command(after_help = "\
The first screen has every spec and every stage, as `council gate stage --explain` reviews them under the policy of \
`council.toml`, and tells for each demand which exit code it would give. The second has council sessions, panel reviews and \
forums; one that is running is followed. Forms record what the commands `decide` and `gate rereview` record.

It decides nothing: it ends with 0 when it is left, with 130 when it is stopped, and with 10 where there is no terminal.

Examples:
  council tui
  council tui --repo ../checkout
  council tui --evidence-root review/evidence")]
pub(crate) struct TuiArgs {
    /// Look for stage evidence below this folder of the repository
    ///
    /// Default: `docs/SPEC-OPS-004-integrated-coder-hooks/evidence`.
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    evidence_root: Option<String>,
}

/// Shows the screen until it is left.
pub(crate) fn run(args: &TuiArgs, settings: &Settings) -> Result<Output, CommandError> {
    if settings.presence != Presence::Human {
        return Ok(no_terminal().into());
    }
    let around = settings.desk("tui", args.evidence_root.as_deref())?;
    let paint = match settings.stdout {
        StreamColor::Colored => Paint::Colored,
        StreamColor::Plain => Paint::Plain,
    };
    Ok(match shown(App::new(around, paint)?)? {
        Left::Quit => Output::Text(String::new()),
        Left::Interrupted => Output::Stopped,
    })
}

/// Shows the screen, and ends it once the program has to stop: that must not leave the terminal as the screen wants it.
fn shown(app: App) -> Result<Left, CommandError> {
    let left =
        at_terminal(move |is_over| council_tui::run(app, || is_over.load(Ordering::Relaxed)))?;
    let Some(left) = left else {
        council_tui::give_back();
        return Ok(Left::Interrupted);
    };
    Ok(left?)
}

fn no_terminal() -> Report {
    let said = "there is no terminal to show the screen on";
    let mut report = Report::new("tui", "", Outcome::InputNeeded, said);
    report.signals.push(Signal::block("NO_TERMINAL", Place::default(), said).help(
        "run it where standard input and output are a terminal, or ask `council gate stage`, `council show` and `council decide`",
    ));
    report
}
