//! `strace`: what a program asked of the system, and how to make the system refuse or kill it.

use std::{collections::BTreeMap, ffi::OsStr, fs, path::Path, process::Command};

use anyhow::{Context as _, Result};

use crate::shell;

/// The calls that files and the network are reached by.
pub(crate) const FILES_AND_NETWORK: &str = "%file,%desc,%network";

/// One system call. Calls of several threads can overlap, so it has a beginning and an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) thread: u32,
    pub(crate) name: String,
    /// Everything between the parentheses.
    pub(crate) arguments: String,
    /// Everything after the equals sign; `None` if the thread did not live to see it.
    pub(crate) result: Option<String>,
    /// The line of the log in which it began.
    pub(crate) began: usize,
    /// The line of the log in which it ended.
    pub(crate) ended: usize,
}

impl Call {
    /// Tells whether the system carried the call out. One that the harness answered in its place did not happen.
    pub(crate) fn happened(&self) -> bool {
        self.result.as_deref().is_some_and(|result| {
            !result.starts_with('-') && !result.starts_with('?') && !self.is_injected()
        })
    }

    /// Tells whether the harness answered the call.
    pub(crate) fn is_injected(&self) -> bool {
        self.result.as_deref().is_some_and(|result| result.contains("(INJECTED)"))
    }
}

/// Tells whether there is `strace`, and tries to install it if asked to.
pub(crate) fn is_there(install: Install) -> bool {
    let there = || shell::works(&mut shell::command("strace", &["-V"]));
    if there() {
        return true;
    }
    if install == Install::Try {
        let _ = shell::run(&mut shell::command("apt-get", &["install", "--yes", "strace"]));
    }
    there()
}

/// Whether a missing tool is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Install {
    Try,
    No,
}

/// Returns a command that runs another under `strace`, following threads, and logs the given calls.
pub(crate) fn traced(inner: &Command, calls: &str, inject: Option<&str>, log: &Path) -> Command {
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-qq", "-s", "64"]);
    command.arg("-e").arg(format!("trace={calls}"));
    if let Some(inject) = inject {
        command.arg("-e").arg(format!("inject={inject}"));
    }
    command.arg("-o").arg(log).arg("--").arg(inner.get_program()).args(inner.get_args());
    if let Some(folder) = inner.get_current_dir() {
        command.current_dir(folder);
    }
    let set = |(name, value): (&OsStr, Option<&OsStr>)| Some((name.to_owned(), value?.to_owned()));
    command.env_clear().envs(inner.get_envs().filter_map(set));
    command
}

/// Reads a log.
pub(crate) fn read(log: &Path) -> Result<Vec<Call>> {
    let text = fs::read(log).with_context(|| format!("failed to read `{}`", log.display()))?;
    Ok(parse(&String::from_utf8_lossy(&text)))
}

/// Counts, for each call, how often the thread that makes it most often makes it: `strace` counts by thread.
pub(crate) fn most_by_one_thread(calls: &[Call]) -> BTreeMap<String, usize> {
    let mut by_thread: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    for call in calls {
        *by_thread.entry((&call.name, call.thread)).or_default() += 1;
    }
    let mut most = BTreeMap::new();
    for ((name, _), count) in by_thread {
        let known = most.entry(name.to_owned()).or_insert(0);
        *known = count.max(*known);
    }
    most
}

/// Reads the text of a log.
pub(super) fn parse(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((thread, rest)) = line.trim_start().split_once(' ') else { continue };
        let Ok(thread) = thread.parse() else { continue };
        let rest = rest.trim_start();
        if let Some(resumed) = rest.strip_prefix("<... ") {
            let waiting = calls.iter_mut().rev().find(|call| {
                call.thread == thread && call.result.is_none() && resumed.starts_with(&call.name)
            });
            if let Some((call, (_, tail))) = waiting.zip(resumed.split_once(" resumed>")) {
                let (arguments, result) = halves(tail);
                call.arguments.push_str(arguments);
                call.result = result.map(str::to_owned);
                call.ended = number;
            }
            continue;
        }
        let Some((name, tail)) = rest.split_once('(') else { continue };
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            continue;
        }
        let (arguments, result) = match tail.strip_suffix(" <unfinished ...>") {
            Some(arguments) => (arguments, None),
            None => halves(tail),
        };
        calls.push(Call {
            thread,
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            result: result.map(str::to_owned),
            began: number,
            ended: number,
        });
    }
    calls
}

/// Splits what follows a call's opening parenthesis into arguments and result.
fn halves(tail: &str) -> (&str, Option<&str>) {
    match tail.rsplit_once(" = ") {
        Some((arguments, result)) => {
            (arguments.trim_end().trim_end_matches(')'), Some(result.trim()))
        }
        None => (tail, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"7  openat(AT_FDCWD</repo>, "a = b", O_WRONLY|O_CREAT, 0666) = 3</repo/a = b>
7  write(3</repo/a>, "x) = 1", 6 <unfinished ...>
8  fsync(4</repo/b>)                    = 0 (INJECTED)
7  <... write resumed>)                 = 6
8  rename("a", "b")                     = -1 ENOSPC (No space left on device)
8  fdatasync(4</repo/b>)                = ?
8  +++ killed by SIGKILL +++
7  exit_group(0)                        = ?
"#;

    #[test]
    fn calls_of_two_threads_are_put_together() {
        let calls = parse(LOG);
        let names: Vec<_> = calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["openat", "write", "fsync", "rename", "fdatasync", "exit_group"]);
        let write = &calls[1];
        assert_eq!((write.began, write.ended, write.result.as_deref()), (2, 4, Some("6")));
        assert_eq!(write.arguments, r#"3</repo/a>, "x) = 1", 6"#);
    }

    #[test]
    fn what_failed_or_was_answered_in_the_systems_place_did_not_happen() {
        let happened: Vec<_> = parse(LOG).iter().map(Call::happened).collect();
        assert_eq!(happened, [true, true, false, false, false, false]);
    }

    #[test]
    fn the_busiest_thread_counts() {
        let most = most_by_one_thread(&parse("1 read(3) = 0\n1 read(3) = 0\n2 read(3) = 0\n"));
        assert_eq!(most, BTreeMap::from([("read".to_owned(), 2)]));
    }
}
