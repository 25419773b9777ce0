//! `council lint --watch`, started, shown a change, and stopped.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "these tests start the program, do not wait for it, and move its files"
)]

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, ChildStdout, Command, Stdio},
};

use council_testkit::TestEnv;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

/// A watch that is running.
struct Watch {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Watch {
    fn start(env: &TestEnv, arguments: &[&str]) -> Watch {
        let mut command = env.command([&["lint", "--watch"], arguments].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Watch { child, lines }
    }

    /// Reads what is printed until a line holds some words.
    fn until(&mut self, words: &str) {
        let found = self.lines.by_ref().map(Result::unwrap).any(|line| line.contains(words));
        assert!(found, "the watch ended before it printed `{words}`");
    }

    /// Stops it as Ctrl-C does, and returns its exit code.
    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

#[test]
fn a_changed_file_is_linted_again_and_ctrl_c_ends_with_130() {
    let env = TestEnv::new(BINARY);
    env.write("docs/prd.md", "# Limits\n\n- FR-1 The limit shall be TBD.\n");
    let mut watch = Watch::start(&env, &["docs"]);
    watch.until("placeholder");
    env.write("docs/prd.md", "# Limits\n\n- FR-1 The limit shall be 20 per minute.\n");
    watch.until("pass");
    env.write("docs/new.md", "# More\n\n- FR-2 The answer shall be FIXME.\n");
    watch.until("docs/new.md");
    assert_eq!(watch.interrupt(), Some(130));
}

#[test]
fn a_file_that_goes_away_and_comes_back_is_linted_again() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", "# Limits\n\n- FR-1 The limit shall be 20 per minute.\n");
    let mut watch = Watch::start(&env, &["prd.md"]);
    watch.until("pass");
    std::fs::rename(env.repo().join("prd.md"), env.repo().join("away")).unwrap();
    watch.until("prd.md");
    env.write("prd.md", "# Limits\n\n- FR-1 The limit shall be TBD.\n");
    watch.until("placeholder");
    assert_eq!(watch.interrupt(), Some(130));
}

#[test]
fn standard_input_cannot_be_watched() {
    let output = TestEnv::new(BINARY).run(["lint", "--watch", "-"]);
    assert_eq!(output.code, 64);
    assert!(output.stderr.contains("standard input cannot be watched"), "{}", output.stderr);
}
