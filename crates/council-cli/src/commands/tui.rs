//! `council tui`: the screen.

use std::{
    future::{Future as _, poll_fn},
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::{Args, builder::NonEmptyStringValueParser};
use council::{
    core::{
        diagnostic::Place,
        gate::{Outcome, Signal},
    },
    formats::report::Report,
    store::evidence::EvidenceRoot,
};
use council_tui::{App, Left, Surroundings};

use crate::{
    clock,
    commands::Output,
    error::{CommandError, Hint as _},
    interrupt::interrupted,
    settings::{Paint, Presence, Settings},
};

/// The arguments of `council tui`.
#[derive(Debug, Args)]
#[command(after_help = "\
The first screen has every spec and every stage, as `council gate stage --explain` reviews them under the policy of
`council.toml`, and tells for each demand which exit code it would give. The second has council sessions, panel reviews and
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
    let repo = settings.repo()?;
    if let Some(folder) = &args.evidence_root {
        EvidenceRoot::new(&repo, folder).hint(
            "evidence is read inside the repository only; see `--repo` and `--evidence-root`",
        )?;
    }
    let around = Surroundings {
        demanded: settings.project(&repo)?.gate.stage,
        repo,
        evidence_root: args.evidence_root.clone(),
        holder: settings.holder("tui"),
        now: clock::now,
        today: clock::today,
        paint: match settings.stdout {
            Paint::Colored => council_tui::Paint::Colored,
            Paint::Plain => council_tui::Paint::Plain,
        },
    };
    Ok(match shown(App::new(around)?)? {
        Left::Quit => Output::Text(String::new()),
        Left::Interrupted => Output::Stopped,
    })
}

/// Shows the screen, and ends it once somebody tells the program to stop: a signal must not leave the terminal as it is.
fn shown(app: App) -> Result<Left, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let left = runtime.block_on(async {
        let mut stop = pin!(interrupted()?);
        let mark = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&mark);
        // A terminal is read by waiting for it, which must not keep a signal from being heard.
        let mut screen = tokio::task::spawn_blocking(move || {
            council_tui::run(app, || seen.load(Ordering::Relaxed))
        });
        poll_fn(|context| {
            if !mark.load(Ordering::Relaxed) && stop.as_mut().poll(context).is_ready() {
                mark.store(true, Ordering::Relaxed);
            }
            Pin::new(&mut screen).poll(context)
        })
        .await
        .map_err(CommandError::from)
    })?;
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
