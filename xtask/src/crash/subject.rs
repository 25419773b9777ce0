//! Who is killed, and what is left of its session then.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use council::{
    Repo, SessionFiles,
    formats::{json, yaml},
};
use council_testkit::TestEnv;
use serde_json::Value;

use super::{
    naive,
    scene::End,
    stub::{Ask, PACKET, QUOTE, Stub},
};

/// The script that puts the counting server behind every seat.
const SCRIPT: &str = "drill.yaml";

/// Writes what the session is about.
pub(crate) fn prepare(env: &TestEnv, stub: &Stub) {
    env.write(PACKET, format!("# Export\n\n## Speed\n\n- FR-1: {QUOTE}\n"));
    env.write(SCRIPT, format!("server: {}\n", stub.address()));
}

/// A program that holds a session of nine asks and can go on with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The product.
    Council(PathBuf),
    /// The writer that must be caught, played by this program.
    Naive(PathBuf),
}

/// What is left of a session on disk.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Left {
    /// The answers that were kept.
    pub(crate) kept: Vec<Ask>,
    /// The files that cannot be read, and why.
    pub(crate) unreadable: Vec<String>,
}

impl Subject {
    /// Returns the program.
    pub(crate) fn program(&self) -> &PathBuf {
        match self {
            Self::Council(program) | Self::Naive(program) => program,
        }
    }

    /// Returns the command that begins the session, or goes on with what is there.
    pub(crate) fn go_on(&self, env: &TestEnv, stub: &Stub) -> Result<Command> {
        match self {
            Self::Council(_) => Ok(match session(env)? {
                Some(files) => env.command(["resume", &files.id(), "--no-progress"]),
                None => env.command([
                    "review",
                    PACKET,
                    "--reviewer",
                    &format!("scripted:{SCRIPT}"),
                    "--no-progress",
                ]),
            }),
            Self::Naive(_) => {
                Ok(env.command(["crash-naive", "--server", &stub.address().to_string()]))
            }
        }
    }

    /// Says what an exit code means; there is none if a signal ended the program.
    pub(crate) fn end(&self, code: Option<i32>, said: &str) -> End {
        match (self, code) {
            // The tracer passes the signal on as a shell does.
            (_, None | Some(137)) => End::Killed,
            (_, Some(code)) if self.good_codes().contains(&code.to_string().as_str()) => End::Well,
            (Self::Council(_), Some(3)) | (Self::Naive(_), Some(1)) => End::Failed,
            (Self::Council(_) | Self::Naive(_), Some(code)) => {
                End::Broken(format!("exit code {code}: {said}"))
            }
        }
    }

    /// Returns the exit codes of a program that has done its work. Warnings, and a council that wants a human, are ends
    /// like any other.
    pub(crate) fn good_codes(&self) -> &'static [&'static str] {
        match self {
            Self::Council(_) => &["0", "1", "2"],
            Self::Naive(_) => &["0"],
        }
    }

    /// Looks at what is left of the session.
    pub(crate) fn left(&self, env: &TestEnv) -> Result<Left> {
        match self {
            Self::Council(_) => council_left(env),
            Self::Naive(_) => Ok(match naive::read(&env.repo().join(naive::STATE)) {
                Ok(kept) => Left { kept, unreadable: Vec::new() },
                Err(error) => {
                    let unreadable = vec![format!("{}: {error:#}", naive::STATE)];
                    Left { kept: Vec::new(), unreadable }
                }
            }),
        }
    }

    /// Says what is wrong with a session that is said to have ended.
    pub(crate) fn wrong_at_the_end(&self, env: &TestEnv) -> Result<Option<String>> {
        match self {
            Self::Council(_) => {
                let Some(files) = session(env)? else { return Ok(Some("no session".to_owned())) };
                for path in [files.yaml(), files.bundle()] {
                    if env.read(path).is_none() {
                        return Ok(Some(format!("there is no `{path}`")));
                    }
                }
                if let Some(litter) = litter(env, &files)? {
                    return Ok(Some(format!("`{litter}` was left behind")));
                }
                let replayed = env.run(["replay", &files.id(), "--check"]);
                Ok((replayed.code != 0).then(|| format!("replay: {}", replayed.stderr.trim())))
            }
            Self::Naive(_) => Ok(None),
        }
    }
}

fn council_left(env: &TestEnv) -> Result<Left> {
    let mut left = Left::default();
    let repo = Repo::open(env.repo())?;
    let Some(files) = session(env)? else { return Ok(left) };
    let yaml = env.read(files.yaml()).map(|text| yaml::read(files.yaml(), &text));
    let bundle = env.read(files.bundle()).map(|text| json::read(files.bundle(), &text));
    for wrong in [yaml, bundle].into_iter().flatten().filter_map(Result::err) {
        left.unreadable.push(format!("{}: {}", wrong.place, wrong.message));
    }
    let lines = match repo.read_journal(&files)?.sound(files.journal()) {
        Ok(lines) => lines,
        Err(damaged) => {
            left.unreadable.push(damaged.to_string());
            return Ok(left);
        }
    };
    for line in lines {
        let entry: Value = serde_json::from_str(&line.entry).context("a record is no JSON")?;
        if entry.get("event").and_then(Value::as_str) == Some("answered") {
            let seat = entry.get("seat").and_then(Value::as_str).context("no `seat`")?;
            // Nobody is asked twice in a round here, so a seat's second answer is that of the second round.
            let wave = 1 + left.kept.iter().filter(|ask| ask.seat == seat).count();
            left.kept.push(Ask { wave, seat: seat.to_owned() });
        }
    }
    Ok(left)
}

/// Finds a file of a session that is only there while it is written.
fn litter(env: &TestEnv, files: &SessionFiles) -> Result<Option<String>> {
    let folder = files.yaml().rsplit_once('/').map_or("", |(folder, _)| folder);
    let names = Repo::open(env.repo())?.files(folder)?;
    let passing = |name: &String| {
        let extension = Path::new(name).extension();
        extension.is_some_and(|extension| extension == "lock" || extension == "tmp")
    };
    Ok(names.into_iter().find(|name| name.contains(files.stamp()) && passing(name)))
}

/// Returns the one session of the repository. One whose journal holds nothing has not begun.
fn session(env: &TestEnv) -> Result<Option<SessionFiles>> {
    let repo = Repo::open(env.repo())?;
    let mut begun = Vec::new();
    for files in repo.sessions()? {
        if !repo.read_journal(&files)?.lines.is_empty() {
            begun.push(files);
        }
    }
    if begun.len() > 1 {
        bail!("there are {} sessions", begun.len());
    }
    Ok(begun.pop())
}
