//! The manual of the command line, generated from the same tree that parses it.

use std::fmt::Write as _;

use clap::{Arg, Command, builder::StyledStr};

use crate::{env::Variable, exit::Exit};

/// Returns `docs/reference/cli.md`: every command with its arguments, the exit codes and the environment.
pub fn reference() -> String {
    let mut root = crate::command().disable_help_subcommand(true);
    root.build();
    let mut page = String::from(OPENING);
    page.push_str("\n## Exit codes\n\nSeveral results combine with the worst.\n\n");
    page.push_str("| code | meaning |\n|---|---|\n");
    for exit in Exit::ALL {
        let _ = writeln!(page, "| `{}` | {} |", exit.code(), exit.sentence());
    }
    page.push_str("\n## Environment\n\n| variable | meaning |\n|---|---|\n");
    for variable in Variable::ALL {
        let _ = writeln!(page, "| `{}` | {} |", variable.name(), variable.sentence());
    }
    page.push_str("\n## Global options\n\n");
    for argument in root.get_arguments().filter(|argument| is_listed(argument)) {
        describe_argument(&mut page, argument);
    }
    page.push_str("\n## Commands\n");
    for command in root.get_subcommands() {
        describe(&mut page, command);
    }
    page
}

const OPENING: &str = "\
<!-- Written by `cargo xtask codegen` from the command line itself: edit that, not this. -->
# The `council` command line

Standard output is data, in the format that `--format` names; standard error is everything else. A reader that leaves
early (`council … | head`) does not change the exit code; data that could not be written does, to 3.

`council` without a command shows its help on standard output, like git, and ends with 64, so that a script whose
variable was empty does not pass.

Every JSON object opens with the same envelope: `schema_version`, `tool_version`, `command`, `subject`, `outcome`,
`exit_code` and `allows_progress`. Then come the command's own keys, then `signals` and `next`; a command that could not do its
work has `error` in their place. Where several packets or files are named, or a folder of them, the result is one object whose
`reports` holds one such object each. `lint` prints one object with `files` and `findings`, however many files it read. The
schema of each command is in [schemas/output](schemas/output), that of a line of `--format jsonl` among them; a later version
may add keys. An automation goes on only if `allows_progress` is true: the gate before
the next step would pass now. A skipped, degraded or rehearsed review and a command that records something end with 0 and do
not allow it; `held_by` then says why.
";

/// Writes one command and then those below it.
fn describe(page: &mut String, command: &Command) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let _ = writeln!(page, "\n### `{name}`");
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    for paragraph in about.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        let _ = writeln!(page, "\n{}.", paragraph.trim_end_matches('.'));
    }
    if !command.has_subcommands() {
        let usage = command.clone().render_usage().to_string();
        let _ = writeln!(page, "\n```text\n{}\n```", usage.trim_start_matches("Usage: ").trim());
    }
    let own = |argument: &&Arg| !argument.is_global_set() && is_listed(argument);
    for (index, argument) in command.get_arguments().filter(own).enumerate() {
        if index == 0 {
            page.push('\n');
        }
        describe_argument(page, argument);
    }
    if let Some(examples) = command.get_after_long_help().or(command.get_after_help()) {
        let _ = writeln!(page, "\n```text\n{}\n```", examples.to_string().trim());
    }
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        describe(page, below);
    }
}

/// Writes one argument as an item of a list, with its values below it.
fn describe_argument(page: &mut String, argument: &Arg) {
    let _ = write!(page, "- `{}`", spelled(argument));
    if let Some(help) = argument.get_long_help().or(argument.get_help()) {
        let _ = write!(page, ": {}", on_one_line(help));
    }
    let defaults: Vec<_> = argument
        .get_default_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    if !defaults.is_empty() {
        let _ = write!(page, " (default: {})", defaults.join(", "));
    }
    page.push('\n');
    if !argument.get_action().takes_values() {
        return;
    }
    for value in argument.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
        let _ = match value.get_help() {
            Some(help) => writeln!(page, "  - `{}`: {help}", value.get_name()),
            None => writeln!(page, "  - `{}`", value.get_name()),
        };
    }
}

/// Returns an argument as it is typed, its short spelling first.
fn spelled(argument: &Arg) -> String {
    match (argument.get_short(), argument.get_long()) {
        (Some(short), Some(_)) => format!("-{short}, {argument}"),
        (Some(_) | None, _) => argument.to_string(),
    }
}

/// Joins the paragraphs of a help text into sentences.
fn on_one_line(help: &StyledStr) -> String {
    let help = help.to_string();
    let paragraphs: Vec<_> = help.split("\n\n").map(|text| text.trim_end_matches('.')).collect();
    paragraphs.join(". ").replace('\n', " ")
}

/// Tells whether an argument belongs on the page: clap adds its own two to every command.
fn is_listed(argument: &Arg) -> bool {
    !argument.is_hide_set() && !matches!(argument.get_id().as_str(), "help" | "version")
}
