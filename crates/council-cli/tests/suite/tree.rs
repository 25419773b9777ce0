//! The command tree as a whole: what every command must have.

use clap::Command;

fn every(command: &Command, check: &mut impl FnMut(&Command)) {
    check(command);
    for below in command.get_subcommands() {
        every(below, check);
    }
}

#[test]
fn the_tree_is_consistent() {
    council_cli::command().debug_assert();
}

#[test]
fn every_command_and_every_argument_says_what_it_is() {
    every(&council_cli::command(), &mut |command| {
        assert!(command.get_about().is_some(), "`{}` has no summary", command.get_name());
        for argument in command.get_arguments() {
            let (name, id) = (command.get_name(), argument.get_id());
            assert!(argument.get_help().is_some(), "`{id}` of `{name}` has no help");
        }
    });
}

#[test]
fn every_command_that_does_something_has_an_example() {
    every(&council_cli::command(), &mut |command| {
        if command.has_subcommands() {
            return;
        }
        let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let call = format!("{} ", command.get_name());
        assert!(examples.contains(&call), "`{}` has no example", command.get_name());
    });
}

/// What stands below a command's options is wrapped once, by the terminal: a line that is broken in the source is broken
/// again where it does not fit, and an example that is wrapped cannot be copied.
#[test]
fn what_is_said_below_the_options_is_wrapped_once() {
    const WIDTH: usize = 98;
    every(&council_cli::command(), &mut |command| {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let is_prose =
            |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        let lines: Vec<&str> = help.lines().collect();
        for (line, next) in lines.iter().zip(lines.iter().skip(1)) {
            assert!(!is_prose(line) || !is_prose(next), "{}: {line}", command.get_name());
        }
        for line in lines.iter().filter(|line| line.starts_with(' ')) {
            assert!(line.chars().count() <= WIDTH, "{}: {line}", command.get_name());
        }
    });
}

#[test]
fn the_reference_names_every_command_and_every_exit_code() {
    let reference = council_cli::reference();
    let mut names = Vec::new();
    every(&council_cli::command(), &mut |command| names.push(command.get_name().to_owned()));
    for name in names.iter().skip(1) {
        assert!(reference.contains(&format!(" {name}`\n")), "{name}");
    }
    for code in ["0", "1", "2", "3", "10", "11", "64", "130"] {
        assert!(reference.contains(&format!("| `{code}` | ")), "{code}");
    }
}
