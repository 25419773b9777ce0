//! Runs the tests against one change and stops at the first that notices it.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};

use crate::build::Suite;

/// The most memory that a changed program may ask for, in KiB: a loop that never ends also fills what it fills.
const MEMORY: &str = "8388608";

/// How a run of tests ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// Every test passed.
    Passed,
    /// A test failed; what it was, where it said so.
    Failed(String),
    /// It took too long.
    Late,
}

/// How a change is named to the program.
#[derive(Debug, Clone, Copy)]
pub enum Named<'a> {
    /// In its environment.
    Environment(usize),
    /// In a file, which also reaches the programs that it starts.
    File(usize, &'a Path),
    /// There is none.
    Not,
}

/// Whether to go on after the first failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    FirstFailure,
    End,
}

/// A run of tests.
#[derive(Debug)]
pub struct Trial<'a> {
    /// The folder for temporary files, which is emptied.
    pub scratch: &'a Path,
    /// How long it may take.
    pub limit: Duration,
    /// The tests that are left out.
    pub skipped: &'a [String],
    /// What names the tests that are run; all of them where nothing does.
    pub tests: &'a [String],
    pub named: Named<'a>,
    pub until: Until,
}

impl Trial<'_> {
    /// Runs one program. Returns how it ended, every test that failed, and how long it took.
    pub fn run(&self, suite: &Suite) -> Result<(Ended, Vec<String>, Duration)> {
        let _ = fs::remove_dir_all(self.scratch);
        fs::create_dir_all(self.scratch)?;
        // Dots in the name of a folder above would be taken for a limit of the search.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(&suite.program);
        for test in self.skipped {
            command.args(["--skip", test]);
        }
        command.args(self.tests);
        // A law that a change breaks is broken soon.
        command.env("PROPTEST_CASES", "24");
        command.current_dir(&suite.folder).env("CARGO_MANIFEST_DIR", &suite.folder);
        command.env("TMPDIR", self.scratch).env_remove("COUNCIL_MUTANT");
        match self.named {
            Named::Environment(id) => drop(command.env("COUNCIL_MUTANT", id.to_string())),
            Named::File(id, file) => fs::write(file, id.to_string())?,
            Named::Not => {}
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let began = Instant::now();
        let mut child = command.spawn().context("failed to start a program with tests")?;
        let output = child.stdout.take().context("a program has no output")?;
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut failed = Vec::new();
        let ended = loop {
            let left = self.limit.saturating_sub(began.elapsed());
            match lines.recv_timeout(left) {
                Ok(line) => {
                    let Some(test) = failure(&line) else { continue };
                    failed.push(test.to_owned());
                    if self.until == Until::FirstFailure {
                        break Ended::Failed(test.to_owned());
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => break Ended::Late,
                Err(mpsc::RecvTimeoutError::Disconnected) if child.wait()?.success() => {
                    break Ended::Passed;
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    break Ended::Failed(failed.first().cloned().unwrap_or_default());
                }
            }
        };
        let took = began.elapsed();
        // Whatever the tests have started ends with them.
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = child.wait();
        if let Named::File(_, file) = self.named {
            let _ = fs::remove_file(file);
        }
        Ok((ended, failed, took))
    }
}

/// Returns the test that a line says has failed.
fn failure(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix("FAILED")?.trim_end().strip_suffix("...").map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, limit: u64) -> (Ended, Vec<String>, Duration) {
        let folder = std::env::temp_dir().join(format!("trial-{}-{limit}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("suite");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let scratch = folder.join("scratch");
        let (limit, skipped) = (Duration::from_secs(limit), Vec::new());
        let named = Named::Environment(7);
        let trial = Trial { scratch: &scratch, limit, skipped: &skipped, tests: &[], named, until: Until::FirstFailure };
        trial.run(&Suite { program, folder: folder.clone(), package: String::new() }).unwrap()
    }

    #[test]
    fn the_first_failure_ends_a_run() {
        let (ended, failed, took) = sh("echo 'test a ... ok'; echo \"test b$COUNCIL_MUTANT ... FAILED\"; sleep 60", 30);
        assert_eq!(ended, Ended::Failed("b7".to_owned()));
        assert_eq!(failed, ["b7"]);
        assert!(took < Duration::from_secs(20));
    }

    #[test]
    fn a_run_that_ends_badly_or_late_has_noticed() {
        assert_eq!(sh("exit 101", 31).0, Ended::Failed(String::new()));
        assert_eq!(sh("sleep 60", 1).0, Ended::Late);
        assert_eq!(sh("echo 'test a ... ok'", 32).0, Ended::Passed);
    }
}
