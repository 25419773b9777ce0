//! The manual of the command line, generated from the same tree that parses it.

use std::fmt::Write as _;

use clap::{Arg, Command};

use crate::exit::Exit;

/// Returns `docs/reference/cli.md`: every command with its arguments, and the exit codes.
pub fn reference() -> String {
    let mut root = crate::command().disable_help_subcommand(true);
    root.build();
    let mut page = String::from("# The `council` command line\n");
    describe(&mut page, &root, 2);
    page.push_str(
        "\n## Exit codes\n\nSeveral results combine with the worst.\n\n| code | meaning |\n|---|---|\n",
    );
    for exit in Exit::ALL {
        let _ = writeln!(page, "| `{}` | {} |", exit.code(), exit.sentence());
    }
    page
}

/// Writes one command and then those below it.
fn describe(page: &mut String, command: &Command, level: usize) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let _ = writeln!(page, "\n{} `{name}`\n", "#".repeat(level));
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        let _ = writeln!(page, "{about}\n");
    }
    let usage = command.clone().render_usage().to_string();
    let _ = writeln!(page, "```text\n{}\n```", usage.trim());
    let is_root = level == 2;
    let arguments: Vec<_> = command
        .get_arguments()
        .filter(|argument| is_root || !argument.is_global_set())
        .filter(|argument| !argument.is_hide_set() && !is_standard(argument))
        .collect();
    if !arguments.is_empty() {
        page.push('\n');
    }
    for argument in arguments {
        describe_argument(page, argument);
    }
    if let Some(examples) = command.get_after_help().filter(|_| !is_root) {
        let _ = writeln!(page, "\n```text\n{}\n```", examples.to_string().trim());
    }
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        describe(page, below, (level + 1).min(4));
    }
}

fn describe_argument(page: &mut String, argument: &Arg) {
    let help = argument.get_long_help().or(argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut paragraphs = help.split("\n\n");
    let _ = write!(page, "- `{argument}`: {}", paragraphs.next().unwrap_or_default());
    for paragraph in paragraphs {
        let _ = write!(page, ". {paragraph}");
    }
    let values: Vec<_> = argument
        .get_possible_values()
        .into_iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("  - `{}`: {help}", value.get_name()),
            None => format!("  - `{}`", value.get_name()),
        })
        .collect();
    page.push('\n');
    if argument.get_action().takes_values() {
        for value in values {
            let _ = writeln!(page, "{value}");
        }
    }
}

/// Tells whether clap adds the argument to every command.
fn is_standard(argument: &Arg) -> bool {
    matches!(argument.get_id().as_str(), "help" | "version")
}
