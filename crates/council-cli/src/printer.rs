//! The only place that prints. Standard output is data; standard error is everything else.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the one module that writes to the standard streams"
)]

use std::{
    io::{self, BufWriter, ErrorKind, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::error::ErrorKind as UsageKind;
use council::formats::report::{
    self, CommandFailure, Report, Width, clean, concise, github, gitlab, human, json, jsonl, junit,
    markdown, pr_comment, rdjsonl, sarif,
};

use crate::{
    args::{Color, Format},
    commands::Output,
    env::{Environment, Sink},
    error::CommandError,
    exit::Exit,
    settings::{Settings, StreamColor, Verbosity},
};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const BOLD: Style = Style::new().bold();

/// Returns standard output, for a program that speaks on it.
pub(crate) fn output() -> impl Write {
    BufWriter::new(io::stdout())
}

/// Writes to the standard streams.
#[derive(Debug)]
pub(crate) struct Printer {
    /// Whether the reader of standard output has left.
    is_deserted: AtomicBool,
    format: Format,
    verbosity: Verbosity,
    width: Width,
    stdout: StreamColor,
    stderr: StreamColor,
}

impl Printer {
    /// Returns the printer of a run whose command line was understood.
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            is_deserted: AtomicBool::new(false),
            format: settings.format,
            verbosity: settings.verbosity,
            width: settings.width,
            stdout: settings.stdout,
            stderr: settings.stderr,
        }
    }

    /// Returns a printer for a command line that was not understood, which still honours a `--color` and a `--format` in
    /// it.
    pub(crate) fn before_arguments(environment: &Environment) -> Self {
        let color = Color::wanted_in(&environment.arguments);
        let paint = |sink: Sink| StreamColor::resolve(color, environment.wish, sink);
        Self {
            is_deserted: AtomicBool::new(false),
            format: Format::wanted_in(&environment.arguments),
            verbosity: Verbosity::Normal,
            width: environment.width(),
            stdout: paint(environment.stdout),
            stderr: paint(environment.stderr),
        }
    }

    /// Prints what a command produced.
    pub(crate) fn output(&self, output: &Output) -> Exit {
        match output {
            Output::Text(text) => self.exact(text, Exit::Pass),
            Output::Reports(reports) => self.reports(reports),
            Output::Stopped => Exit::Interrupted,
            Output::Abandoned => Exit::Warnings,
            Output::Apart { stdout, stderr, exit } => {
                self.aside(stderr);
                self.exact(stdout, *exit)
            }
            Output::Interrupted(report) => {
                self.reports(std::slice::from_ref(&**report));
                Exit::Interrupted
            }
        }
    }

    /// Prints why a command could not do its work: for people, and as a document for a program that expects one.
    pub(crate) fn error(&self, command: &'static str, error: &CommandError) -> Exit {
        let exit = self.complain(error);
        let mut causes = error.chain();
        let message = causes.next().unwrap_or_default();
        let (causes, hints) = (causes.collect(), error.hints().to_vec());
        self.failed(command, message, CommandFailure { exit_code: exit.code(), causes, hints });
        exit
    }

    /// Prints a failure as a document, in a format that programs read.
    fn failed(&self, command: &'static str, message: String, failure: CommandFailure) {
        if self.format.is_for_programs() {
            // Whoever cannot be told here is told by the exit code.
            let _ = self.report(&[Report::failed(command, message, failure)]);
        }
    }

    fn complain(&self, error: &CommandError) -> Exit {
        let said = error.chain().enumerate().map(|(depth, message)| match depth {
            0 => line("error", ERROR, &message),
            _ => line("  cause", BOLD, &message),
        });
        let hints = error.hints().iter().map(|hint| line("hint", NOTE, hint));
        let text: String = said.chain(hints).collect();
        self.aside(&text);
        error.exit()
    }

    /// Prints what clap says: help that was asked for ends well, everything else is wrong usage.
    ///
    /// Like git, `council` without a command shows its help on standard output and still does not end with 0, so that a
    /// script whose variable was empty does not pass.
    pub(crate) fn usage(&self, error: &clap::Error, environment: &Environment) -> Exit {
        // Clap repeats what was typed as it is, and a script may have typed what it found in a document.
        let text = if environment.has_hidden_arguments() {
            clean::block(&error.render().to_string()).into_owned()
        } else {
            error.render().ansi().to_string()
        };
        match error.kind() {
            UsageKind::DisplayHelp | UsageKind::DisplayVersion => self.styled(&text, Exit::Pass),
            UsageKind::DisplayHelpOnMissingArgumentOrSubcommand
                if !self.format.is_for_programs() =>
            {
                self.styled(&text, Exit::Usage)
            }
            kind => {
                self.aside(&text);
                let message = kind.as_str().unwrap_or("the command line makes no sense");
                let hints =
                    vec!["run `council help` for the commands and their options".to_owned()];
                let causes = said(&error.render().to_string());
                let failure = CommandFailure { exit_code: Exit::Usage.code(), causes, hints };
                self.failed("council", message.to_owned(), failure);
                Exit::Usage
            }
        }
    }

    /// Prints lines for a user who asked for details.
    pub(crate) fn detail(&self, lines: impl FnOnce() -> Vec<String>) {
        if self.verbosity == Verbosity::Verbose {
            self.notes(&lines());
        }
    }

    /// Prints one JSON object on a line of its own, while a command is still at work.
    pub(crate) fn event(event: &report::event::SessionEvent) {
        // A reader that left is noticed when the result is printed.
        let _ = write(io::stdout().lock(), &json::line(event));
    }

    /// Prints what a command has to say at once, because it goes on for as long as nobody stops it.
    pub(crate) fn begun(&self, text: &str) {
        self.exact(text, Exit::Pass);
    }

    /// Shows one line on the terminal in place of the last one.
    pub(crate) fn status(&self, line: &str) {
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        self.aside(&format!("\r\u{1b}[2K{}", cut(&clean::line(line), columns)));
    }

    /// Tells whether nobody reads standard output any more.
    pub(crate) fn is_deserted(&self) -> bool {
        self.is_deserted.load(Ordering::Relaxed)
    }

    /// Prints one line for somebody who follows along.
    pub(crate) fn told(&self, line: &str) {
        self.aside(&format!("{}\n", clean::line(line)));
    }

    /// Prints a text as it is.
    pub(crate) fn text(&self, text: &str) {
        self.exact(text, Exit::Pass);
    }

    /// Prints one remark.
    pub(crate) fn note(&self, note: &str) {
        self.notes(&[note.to_owned()]);
    }

    fn reports(&self, reports: &[Report]) -> Exit {
        if self.verbosity != Verbosity::Quiet {
            for report in reports {
                self.notes(&report.notes);
            }
        }
        let exit = report::worst(reports).into();
        self.written(self.report(reports), exit)
    }

    /// Writes reports piece by piece: they can be hundreds of megabytes, and nobody needs all of it at once.
    fn report(&self, reports: &[Report]) -> io::Result<()> {
        match self.format {
            Format::Human => self.page(reports),
            Format::Concise => buffered(io::stdout().lock(), |out| concise::write(reports, out)),
            Format::Json => buffered(io::stdout().lock(), |out| json::write(reports, out)),
            Format::Jsonl => buffered(io::stdout().lock(), |out| jsonl::write(reports, out)),
            Format::Sarif => buffered(io::stdout().lock(), |out| sarif::write(reports, out)),
            Format::Junit => buffered(io::stdout().lock(), |out| junit::write(reports, out)),
            Format::Github => buffered(io::stdout().lock(), |out| github::write(reports, out)),
            Format::Markdown => buffered(io::stdout().lock(), |out| markdown::write(reports, out)),
            Format::PrComment => {
                buffered(io::stdout().lock(), |out| pr_comment::write(reports, out))
            }
            Format::Rdjsonl => buffered(io::stdout().lock(), |out| rdjsonl::write(reports, out)),
            Format::Gitlab => buffered(io::stdout().lock(), |out| gitlab::write(reports, out)),
        }
    }

    /// Writes reports for people.
    fn page(&self, reports: &[Report]) -> io::Result<()> {
        let detail = self.verbosity.into();
        match self.stdout {
            StreamColor::Plain => buffered(io::stdout().lock(), |out| {
                human::write(reports, detail, self.width, &mut Plain { out, is_style: false })
            }),
            StreamColor::Colored => {
                let stdout = AutoStream::new(io::stdout().lock(), ColorChoice::Always);
                buffered(stdout, |out| human::write(reports, detail, self.width, out))
            }
        }
    }

    fn notes(&self, notes: &[String]) {
        for note in notes {
            self.aside(&line("note", NOTE, note));
        }
    }

    /// Writes text with styles to standard output.
    fn styled(&self, text: &str, exit: Exit) -> Exit {
        let stdout = AutoStream::new(io::stdout().lock(), self.stdout.into());
        self.written(write(stdout, text), exit)
    }

    /// Writes text to standard output byte for byte.
    fn exact(&self, text: &str, exit: Exit) -> Exit {
        self.written(write(io::stdout().lock(), text), exit)
    }

    /// Returns how the process ends after its data was written. A reader that left early keeps the exit code, because
    /// the decision stands; any other failure means that the caller did not get its data.
    fn written(&self, result: io::Result<()>, exit: Exit) -> Exit {
        match result {
            Ok(()) => exit,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_deserted.store(true, Ordering::Relaxed);
                exit
            }
            Err(error) => {
                self.complain(&CommandError::from(error).context("failed to write the result"))
            }
        }
    }

    /// Writes to standard error. If that fails there is nobody left to tell.
    fn aside(&self, text: &str) {
        let _ = write(AutoStream::new(io::stderr().lock(), self.stderr.into()), text);
    }
}

impl From<StreamColor> for ColorChoice {
    fn from(paint: StreamColor) -> Self {
        match paint {
            StreamColor::Colored => ColorChoice::Always,
            StreamColor::Plain => ColorChoice::Never,
        }
    }
}

impl From<Verbosity> for human::Detail {
    fn from(verbosity: Verbosity) -> Self {
        match verbosity {
            Verbosity::Quiet => human::Detail::Brief,
            Verbosity::Normal => human::Detail::Normal,
            Verbosity::Verbose => human::Detail::Full,
        }
    }
}

/// Returns what clap says of a mistake, without its advice.
fn said(text: &str) -> Vec<String> {
    let first = text.lines().next().unwrap_or_default();
    let cause = first.strip_prefix("error: ").unwrap_or_default().trim();
    if cause.is_empty() { Vec::new() } else { vec![cause.to_owned()] }
}

/// Returns one labelled line; whatever the text holds, it stays one line.
fn line(label: &str, style: Style, text: &str) -> String {
    format!("{style}{label}:{style:#} {}\n", clean::line(text))
}

/// Leaves out the styles of a report. Each begins with an escape and ends with an `m`, and no other escape is in it.
struct Plain<W> {
    out: W,
    /// Whether the last piece ended within a style.
    is_style: bool,
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = if self.is_style { b'm' } else { b'\x1b' };
            let at = rest.iter().position(|byte| *byte == end);
            let (piece, after) = rest.split_at(at.unwrap_or(rest.len()));
            if !self.is_style {
                self.out.write_all(piece)?;
            }
            self.is_style ^= at.is_some();
            rest = after.get(1..).unwrap_or_default();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes to a stream through a buffer.
fn buffered<W: Write>(
    stream: W,
    write: impl FnOnce(&mut BufWriter<W>) -> io::Result<()>,
) -> io::Result<()> {
    const ROOM: usize = 1 << 16;
    let mut out = BufWriter::with_capacity(ROOM, stream);
    write(&mut out)?;
    out.flush()
}

fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// Cuts a line that would reach the last column: one that is broken by the terminal cannot be taken back.
fn cut(line: &str, columns: usize) -> String {
    if line.chars().count() < columns {
        return line.to_owned();
    }
    let kept = line.chars().take(columns.saturating_sub(2));
    kept.chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_drawn_in_place_never_reaches_the_last_column() {
        assert_eq!(cut("wave 1", 7), "wave 1");
        assert_eq!(cut("wave 1", 6), "wave…");
        assert_eq!(cut("wave 1", 0), "…");
    }
}
