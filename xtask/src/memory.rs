//! `cargo xtask memory`: how much room the largest texts take that are read, written to cost as much as they can.
//!
//! What counts is the most that a process ever held, as the kernel says it, and not how long it took. This program
//! starts itself as `council`: it is the same library, and it can say at its end what it held.

use std::{
    env,
    ffi::OsStr,
    fmt::Write as _,
    fs,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Context as _, Result, anyhow, bail};
use council_testkit::TestEnv;

/// The length of every text: the most that is read.
const LENGTH: usize = 4 * 1024 * 1024;

/// What no command may hold, in KiB.
const MOST: u64 = 256 * 1024;

/// Names the file in which this program, started as `council`, says how much it held.
const REPORT: &str = "COUNCIL_XTASK_PEAK";

/// A command that reads a text: its name, and its arguments.
type Run = (&'static str, &'static [&'static str]);

/// What every text goes through.
const LINT: Run = ("lint", &["lint", "text.md"]);

/// What the texts of [`DEAR`] go through as well. These read like `lint` and hold little more, and a debug build takes
/// seconds for each.
const MORE: [Run; 2] = [
    ("review", &["review", "text.md", "--depth", "light"]),
    ("panel", &["panel", "text.md", "--project", "p"]),
];

/// The texts of each kind that cost most: sentences, links, marks, words, findings.
const DEAR: [&str; 7] =
    ["plain", "references", "underscores", "marks", "duplicate ids", "findings", "times"];

/// What is repeated, up to the length that is read.
const PATTERNS: [(&str, &str); 32] = [
    ("plain", "The page shall load in 2 s when a user opens it.\n"),
    ("CRLF", "The page shall load in 2 s when a user opens it.\r\n"),
    ("empty lines", "\r\n"),
    ("open links", "[a]("),
    ("links", "[a](b) "),
    ("references", "[a]"),
    ("images", "!["),
    ("brackets", "["),
    ("less-than", "<"),
    ("greater-than", ">"),
    ("parentheses", "("),
    ("emphasis", "*a "),
    ("strong", "**a**"),
    ("underscores", "_a "),
    ("backticks", "`a"),
    ("backslashes", "\\"),
    ("entities", "&amp;"),
    ("tags", "<a>"),
    ("footnotes", "[^a]"),
    ("definitions", "[a]: b\n"),
    ("headings", "# a\n"),
    ("items", "- a\n"),
    ("boxes", "- [ ] a\n"),
    ("quotes", "> a\n"),
    ("rows", "|a|b|\n|-|-|\n"),
    ("duplicate ids", "- FR-1: The page shall load.\n"),
    ("times", "- FR-1: The page must answer within 5 s.\n"),
    ("words", "a "),
    ("marks", "$a"),
    ("findings", "It shall be TBD. "),
    ("ids", "FR-1 "),
    ("keys", "a: b\n"),
];

/// Plays `council` where this program was started as it, and returns its exit code.
pub(crate) fn play() -> Option<u8> {
    let report = env::var_os(REPORT)?;
    let code = council_cli::run();
    let peak = fs::read_to_string("/proc/self/status").ok().and_then(|status| peak(&status));
    // Whoever started this fails where the report is missing.
    let _ = fs::write(report, peak.unwrap_or_default().to_string());
    Some(code)
}

/// Measures the commands on every text, or on the one that is named.
pub(crate) fn run(name: Option<&str>) -> Result<()> {
    if !Path::new("/proc/self/status").exists() {
        println!("skipped: this system does not say how much room a process took");
        return Ok(());
    }
    let program = env::current_exe().context("failed to find this program")?;
    let mut texts = texts();
    if let Some(name) = name {
        texts.retain(|(own, _)| *own == name);
    }
    if texts.is_empty() {
        bail!(
            "no such text, expected one of: {}",
            self::texts().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        );
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut above = Vec::new();
        while let Some((name, text)) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
            above.extend(measure(&program, name, text)?);
        }
        Ok(above)
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let done: Vec<Result<Vec<String>>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let ended = |worker: thread::ScopedJoinHandle<'_, Result<Vec<String>>>| {
            worker.join().unwrap_or_else(|_| Err(anyhow!("a measurement broke off")))
        };
        workers.into_iter().map(ended).collect()
    });
    let above: Vec<String> = done.into_iter().collect::<Result<Vec<_>>>()?.concat();
    if !above.is_empty() {
        bail!("more than {} MiB: {}", MOST / 1024, above.join(", "));
    }
    Ok(())
}

/// Runs the commands on a text, prints what they held, and returns those that held too much.
fn measure(program: &Path, name: &str, text: &str) -> Result<Vec<String>> {
    let (mut line, mut above) = (format!("{name:16}"), Vec::new());
    let more = MORE.iter().filter(|_| DEAR.contains(&name));
    for (command, arguments) in [LINT].iter().chain(more) {
        let peak = held(program, text, arguments)?;
        let _ = write!(line, "  {command} {:4} MiB", peak / 1024);
        if peak > MOST {
            above.push(format!("{command} on {name}"));
        }
    }
    println!("{line}");
    Ok(above)
}

/// Returns the texts, by name.
fn texts() -> Vec<(&'static str, String)> {
    let repeated = |pattern: &str| {
        let mut text = pattern.repeat(LENGTH / pattern.len() + 1);
        text.truncate(LENGTH);
        text
    };
    let nested =
        |open: &str| format!("[a]{}{}", open.repeat(LENGTH / 2 - 4), ")".repeat(LENGTH / 2));
    let mut texts: Vec<_> =
        PATTERNS.map(|(name, pattern)| (name, repeated(pattern))).into_iter().collect();
    texts.push(("nested", nested("(")));
    // What is never the same twice is looked for again and again by whoever is not careful.
    let counted = |line: fn(usize) -> String| -> String {
        let mut text: String = (0..LENGTH / line(0).len()).map(line).collect();
        text.truncate(LENGTH);
        text
    };
    texts.push(("ids of nobody", counted(|at| format!("- It must stop, as B-{at} says.\n"))));
    texts.push(("titles", counted(|at| format!("- It must stop (see \"Roll {at} of it\").\n"))));
    let demand = "## Requirements\n\n- FR-1: The page shall load ";
    texts.push((
        "a demand without end",
        demand.to_owned() + &"a ".repeat(LENGTH / 2 - demand.len()),
    ));
    texts.push(("deep quotes", (1..2800).map(|depth| ">".repeat(depth) + "\n").collect()));
    texts
}

/// Runs a command on a text and returns the most it held, in KiB.
fn held(program: &Path, text: &str, arguments: &[&str]) -> Result<u64> {
    let env = TestEnv::new(program);
    env.write("text.md", text);
    let report = env.repo().with_file_name("peak");
    let mut command = env.command(arguments.iter().map(OsStr::new));
    let output = command.env(REPORT, &report).output().context("failed to start this program")?;
    let peak = fs::read_to_string(&report).ok().and_then(|peak| peak.parse().ok());
    peak.filter(|peak| *peak > 0).with_context(|| {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        format!("`{}` did not end by itself: {} {said}", arguments.join(" "), output.status)
    })
}

/// Finds the most that a process ever held in what the kernel says of it, in KiB.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_word_is_read() {
        assert_eq!(peak("Name:\tx\nVmHWM:\t  1234 kB\nVmRSS:\t 1 kB\n"), Some(1234));
        assert_eq!(peak("Name:\tx\n"), None);
    }

    #[test]
    fn the_dear_texts_are_among_the_texts() {
        let texts = texts();
        assert!(DEAR.iter().all(|dear| texts.iter().any(|(name, _)| name == dear)));
    }

    #[test]
    fn every_text_is_as_long_as_what_is_read_and_no_longer() {
        for (name, text) in texts() {
            assert!(text.len() > LENGTH * 9 / 10 && text.len() <= LENGTH, "{name}: {}", text.len());
        }
    }
}
