//! What a user can type, before anything is resolved.

use std::{ffi::OsString, fmt::Write as _, path::PathBuf};

use clap::{
    Args, Parser, ValueEnum,
    builder::styling::{AnsiColor, Style, Styles},
};

use crate::{commands::Command, exit::Exit};

/// Reviews specifications before machines build them.
///
/// `council lint` finds what is wrong with a document in milliseconds. `council review` has three reviewers read it, vote
/// and write down what they found; a human decides, and gates that any CI can run keep undecided work from going on. All
/// of it works without a key, a network or a model.
#[derive(Debug, Parser)]
#[command(name = "council", bin_name = "council", version, max_term_width = 100, styles = STYLES, after_help = MORE, after_long_help = after_long_help())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
}

/// Flags that every command understands.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Work in this repository
    ///
    /// Nothing outside of it is read or written. Default: the nearest folder, from here upwards, that holds
    /// `council.toml` or `.git`; without one, the current folder.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) repo: Option<PathBuf>,

    /// How to print the result on standard output
    #[arg(long, global = true, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub(crate) format: Format,

    /// When to colour what is printed
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,

    /// Print only the decision and what blocks
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say on standard error what was resolved and why
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// Never draw progress, also on a terminal
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
}

/// How a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people at a terminal
    Human,
    /// One line for each finding: `path:line:column: severity[rule] message`
    Concise,
    /// One JSON object
    Json,
    /// One JSON object a line: each finding, then a summary
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// `JUnit` XML, for test reporters
    Junit,
    /// Workflow commands, for annotations in GitHub Actions
    Github,
    /// Markdown, for job summaries
    Markdown,
    /// One comment on a pull request: the worst ten, the rest folded, and a mark to find it by
    PrComment,
    /// One diagnostic a line with suggestions, for reviewdog
    Rdjsonl,
    /// Code Quality of GitLab, for merge requests
    Gitlab,
}

impl Format {
    /// The formats of a command whose product is one plain text.
    pub(crate) const OF_TEXT: &[Format] = &[Format::Human];

    /// The formats of a command whose product is a page to read.
    pub(crate) const OF_PAGE: &[Format] = &[Format::Human, Format::Json, Format::Markdown];

    /// Finds the format wanted in a command line that could not be parsed.
    pub(crate) fn wanted_in(arguments: &[OsString]) -> Self {
        wanted_in(arguments, "--format").unwrap_or(Format::Human)
    }

    /// Tells whether a program reads it, which expects a whole document whatever happens.
    pub(crate) fn is_for_programs(self) -> bool {
        match self {
            Format::Json
            | Format::Jsonl
            | Format::Sarif
            | Format::Junit
            | Format::Rdjsonl
            | Format::Gitlab => true,
            Format::Human
            | Format::Concise
            | Format::Github
            | Format::Markdown
            | Format::PrComment => false,
        }
    }

    /// Returns the name as typed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Human => "human",
            Format::Concise => "concise",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
            Format::Markdown => "markdown",
            Format::PrComment => "pr-comment",
            Format::Rdjsonl => "rdjsonl",
            Format::Gitlab => "gitlab",
        }
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always, also into a pipe
    Always,
    /// Never
    Never,
}

impl Color {
    /// Finds the colour wanted in a command line that could not be parsed.
    pub(crate) fn wanted_in(arguments: &[OsString]) -> Self {
        wanted_in(arguments, "--color").unwrap_or(Color::Auto)
    }
}

/// How the headings of the help look.
pub(crate) const TITLE: Style = AnsiColor::Green.on_default().bold();

/// How what is typed as it stands looks in the help.
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();

/// Finds the value of an option in a command line that could not be parsed.
fn wanted_in<V: ValueEnum>(arguments: &[OsString], option: &str) -> Option<V> {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        let value = if word == "--" {
            break;
        } else if word == option {
            words.next()
        } else {
            word.strip_prefix(option).and_then(|rest| rest.strip_prefix('='))
        };
        if let Some(Ok(value)) = value.map(|value| V::from_str(value, false)) {
            return Some(value);
        }
    }
    None
}

const STYLES: Styles = Styles::styled()
    .header(TITLE)
    .usage(TITLE)
    .literal(LITERAL)
    .placeholder(AnsiColor::Cyan.on_default())
    .error(AnsiColor::Red.on_default().bold())
    .valid(AnsiColor::Cyan.on_default())
    .invalid(AnsiColor::Yellow.on_default());

const MORE: &str = "Run `council help COMMAND` for the manual page of a command, with examples.";

fn after_long_help() -> String {
    let mut text = String::from("Exit codes:\n");
    for exit in Exit::ALL {
        let _ = writeln!(text, "{:>5}  {}", exit.code(), exit.sentence());
    }
    text + "\n" + MORE
}
