//! The real binary, run the way a shell runs it.
#![expect(
    clippy::disallowed_types,
    clippy::needless_raw_string_hashes,
    reason = "these tests start the program, and their texts are written by `UPDATE_EXPECT=1 cargo test`"
)]

use std::process::{Command, Stdio};

use council_testkit::{Output, TestEnv};
use expect_test::expect;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

fn run(arguments: &[&str]) -> Output {
    TestEnv::new(BINARY).run(arguments)
}

/// Returns a run whose environment or streams a test sets itself.
fn council(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).env_clear().stdin(Stdio::null());
    command
}

#[test]
fn the_version_is_printed_and_ends_well() {
    for flag in ["--version", "-V"] {
        let output = run(&[flag]);
        assert_eq!(output.code, 0);
        assert_eq!(output.stdout, concat!("council ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

#[test]
fn help_that_was_asked_for_goes_to_stdout_and_ends_well() {
    for arguments in [&["--help"][..], &["-h"], &["help"], &["help", "completions"]] {
        let output = run(arguments);
        assert_eq!(output.code, 0, "{arguments:?}");
        assert!(output.stdout.contains("Usage: council"), "{arguments:?}");
        assert_eq!(output.stderr, "", "{arguments:?}");
    }
}

#[test]
fn the_help_of_a_command_says_what_it_takes_and_gives_examples() {
    expect![[r#"
        Print a completion script for a shell

        Usage: council completions [OPTIONS] <SHELL>

        Arguments:
          <SHELL>  The shell to write for [possible values: bash, elvish, fish, powershell, zsh]

        Options:
          -h, --help  Print help (see more with '--help')

        Global options:
              --repo <DIR>       Work in this repository
              --format <FORMAT>  How to print the result on standard output [default: human] [possible
                                 values: human, concise, json, jsonl, sarif, junit, github, markdown,
                                 pr-comment, rdjsonl, gitlab]
              --color <WHEN>     When to colour what is printed [default: auto] [possible values: auto,
                                 always, never]
          -q, --quiet            Print only the decision and what blocks
          -v, --verbose          Say on standard error what was resolved and why
              --no-progress      Never draw progress, also on a terminal

        Examples:
          bash        council completions bash > ~/.local/share/bash-completion/completions/council
          zsh         council completions zsh > "${fpath[1]}/_council"
          fish        council completions fish > ~/.config/fish/completions/council.fish
          powershell  council completions powershell >> $PROFILE
          elvish      council completions elvish >> ~/.config/elvish/rc.elv
    "#]].assert_eq(&run(&["completions", "-h"]).stdout);
}

#[test]
fn no_command_shows_the_help_like_git_and_does_not_pass() {
    let output = run(&[]);
    assert_eq!(output.code, 64);
    assert_eq!(output.stdout, run(&["-h"]).stdout);
}

#[test]
fn wrong_usage_ends_with_64_and_leaves_stdout_empty() {
    for arguments in [
        &["--frob"][..],
        &["frob"],
        &["--no-progress"],
        &["completions"],
        &["completions", "cobol"],
        &["completions", "bash", "zsh"],
        &["completions", "bash", "--format", "xml"],
        &["completions", "bash", "--color", "sometimes"],
        &["completions", "bash", "-q", "-v"],
        &["completions", "bash", "--repo"],
    ] {
        let output = run(arguments);
        assert_eq!(output.code, 64, "{arguments:?}");
        assert_eq!(output.stdout, "", "{arguments:?}");
        assert!(output.stderr.starts_with("error: "), "{arguments:?}");
    }
}

#[test]
fn wrong_usage_is_a_document_where_one_was_asked_for() {
    let output = run(&["completions", "bash", "--format", "json"]);
    assert_eq!(output.code, 64);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!((&value["outcome"], &value["exit_code"]), (&"failed".into(), &64.into()));
    assert_eq!(value["error"]["message"], "this command has no `json` format");
    assert_eq!(value["allows_progress"], false);
}

#[test]
fn a_format_that_says_nothing_about_a_command_is_refused_with_those_that_do() {
    expect![[r#"
        error: this command has no `sarif` format
        hint: use `--format` with `human`
    "#]]
    .assert_eq(&run(&["completions", "bash", "--format", "sarif"]).stderr);
}

#[test]
fn a_misspelt_command_is_answered_with_the_right_one() {
    expect![[r#"
        error: unrecognized subcommand 'completion'

          tip: a similar subcommand exists: 'completions'

        Usage: council [OPTIONS] <COMMAND>

        For more information, try '--help'.
    "#]]
    .assert_eq(&run(&["completion"]).stderr);
}

#[test]
fn what_was_typed_cannot_act_on_the_terminal() {
    let output = run(&["\u{1b}[2J\u{7}\n::error::x"]);
    assert_eq!(output.code, 64);
    assert!(!output.stderr.contains(['\u{1b}', '\u{7}']), "{}", output.stderr);
    assert!(!output.stderr.contains("\n::"), "{}", output.stderr);
}

#[test]
fn verbose_says_on_stderr_what_was_resolved() {
    let output = run(&["completions", "bash", "-v"]);
    assert_eq!(output.code, 0);
    expect![[r#"
        note: repository: [REPO]
        note: format: human
        note: standard output: without colour
        note: standard error: without colour
        note: progress: hidden
    "#]]
    .assert_eq(&output.stderr);
}

#[test]
fn a_script_for_every_shell_names_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.code, 0, "{shell}");
        assert_eq!(output.stderr, "", "{shell}");
        for command in council_cli::command().get_subcommands() {
            assert!(output.stdout.contains(command.get_name()), "{shell} {}", command.get_name());
        }
    }
}

#[test]
fn colour_follows_the_flag_then_no_color_then_the_terminal() {
    let colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = council(arguments);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        output.stderr.contains(&0x1b)
    };
    assert!(!colored(&["frob"], &[]));
    assert!(colored(&["frob", "--color", "always"], &[]));
    assert!(colored(&["frob", "--color=always"], &[("NO_COLOR", "1")]));
    assert!(colored(&["frob"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&["frob"], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!colored(&["frob", "--color", "never"], &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn a_reader_that_left_early_changes_nothing() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output =
        council(&["completions", "bash"]).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_because_the_caller_did_not_get_its_data() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output =
        council(&["completions", "bash"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: failed to write the result\n  cause: "), "{stderr}");
}
