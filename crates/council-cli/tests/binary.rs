//! The real binary, run the way a shell runs it.
#![expect(
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "these tests start the program, and what they cannot start has failed"
)]

use std::process::{Command, Output, Stdio};

fn council(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_council"));
    command.args(arguments).env_clear().stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    council(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn the_version_is_printed_and_ends_well() {
    let output = run(&["--version"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), concat!("council ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn help_that_was_asked_for_goes_to_stdout_and_ends_well() {
    for arguments in [&["--help"][..], &["-h"], &["help"], &["help", "completions"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(text(&output.stdout).contains("Usage:"), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn no_command_shows_the_help_like_git_and_does_not_pass() {
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stdout).contains("Usage:"));
}

#[test]
fn wrong_usage_ends_with_64_and_leaves_stdout_empty() {
    for arguments in [
        &["--frob"][..],
        &["frob"],
        &["completions"],
        &["completions", "cobol"],
        &["completions", "bash", "--format", "xml"],
        &["completions", "bash", "--format", "json"],
        &["completions", "bash", "-q", "-v"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(text(&output.stderr).starts_with("error: "), "{arguments:?}");
    }
}

#[test]
fn a_misspelt_command_is_answered_with_the_right_one() {
    let output = run(&["completion"]);
    assert!(text(&output.stderr).contains("'completions'"), "{}", text(&output.stderr));
}

#[test]
fn every_shell_gets_its_script() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(text(&output.stdout).contains("council"), "{shell}");
        assert!(output.stderr.is_empty(), "{shell}");
    }
}
