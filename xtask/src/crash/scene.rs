//! One session in its own repository, with its own server, from its beginning through every blow to its end.

use std::{
    collections::BTreeSet,
    io::Read as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use council::Repo;
use council_testkit::TestEnv;

use super::{
    stub::{Ask, Stub},
    subject::{self, Subject},
    tally::{Problem, Tally},
};

/// How long an answer takes, so that the asks of a wave are in flight together.
const ANSWER: Duration = Duration::from_millis(4);
/// When a run hangs. No time is judged: on a busy machine everything takes long, and what hangs never ends.
pub(crate) const PATIENCE: Duration = Duration::from_mins(15);
/// How many asks a session has.
pub(crate) const ASKS: usize = 9;

/// A session under test.
pub(crate) struct Scene<'a> {
    subject: &'a Subject,
    env: TestEnv,
    stub: Stub,
    /// The answers that were on disk when last looked at.
    kept: BTreeSet<Ask>,
    /// How many asks had come when last looked at.
    heard: usize,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// It did what it was asked; the council may have found something.
    Well,
    /// It said that it could not.
    Failed,
    /// It was killed.
    Killed,
    /// It ended in a way that means nothing, or did not end.
    Broken(String),
}

impl<'a> Scene<'a> {
    /// Makes a fresh repository and a server.
    pub(crate) fn new(subject: &'a Subject) -> Result<Self> {
        let env = TestEnv::new(subject.program());
        let stub = Stub::start(ANSWER)?;
        subject::prepare(&env, &stub);
        Ok(Self { subject, env, stub, kept: BTreeSet::new(), heard: 0 })
    }

    /// Returns the repository's place.
    pub(crate) fn env(&self) -> &TestEnv {
        &self.env
    }

    /// Returns the server.
    pub(crate) fn stub(&self) -> &Stub {
        &self.stub
    }

    /// Returns the server's port.
    pub(crate) fn port(&self) -> u16 {
        self.stub.address().port()
    }

    /// Returns the journals that are there.
    pub(crate) fn journals(&self) -> Result<Vec<PathBuf>> {
        let sessions = Repo::open(self.env.repo())?.sessions()?;
        Ok(sessions.iter().map(|files| self.env.repo().join(files.journal())).collect())
    }

    /// Returns the command that begins the session or goes on with it.
    pub(crate) fn command(&self) -> Result<Command> {
        self.subject.go_on(&self.env, &self.stub)
    }

    /// Looks at what a blow left: nothing that was kept may be gone, and nothing that was kept may have been asked for.
    pub(crate) fn look(&mut self, tally: &mut Tally) -> Result<()> {
        let left = self.subject.left(&self.env)?;
        for unreadable in left.unreadable {
            tally.note(Problem::Unreadable, unreadable);
        }
        let kept: BTreeSet<Ask> = left.kept.into_iter().collect();
        for gone in self.kept.difference(&kept) {
            tally.note(Problem::Lost, format!("{gone:?} was there after the blow before"));
        }
        let asks = self.stub.asks();
        let (before, since) = asks.split_at_checked(self.heard).context("asks do not vanish")?;
        for ask in since {
            if self.kept.contains(ask) {
                tally.note(Problem::AskedTwice, format!("{ask:?}"));
            } else if before.contains(ask) {
                tally.repeated += 1;
            }
        }
        // Whoever asks in a wave has gone on from every answer of the waves before.
        let last = since.iter().map(|ask| ask.wave).max().unwrap_or_default();
        let used: BTreeSet<&Ask> = asks.iter().filter(|ask| ask.wave < last).collect();
        for gone in used.into_iter().filter(|ask| !kept.contains(ask)) {
            tally.note(Problem::Lost, format!("wave {last} was asked, but {gone:?} was not kept"));
        }
        self.heard = asks.len();
        self.kept = kept;
        Ok(())
    }

    /// Checks a session that was said to have ended.
    pub(crate) fn check_end(&mut self, tally: &mut Tally, problem: Problem) -> Result<()> {
        self.look(tally)?;
        tally.sessions += 1;
        if self.kept.len() != ASKS {
            tally.note(problem, format!("{} answers of {ASKS} were kept", self.kept.len()));
        }
        if let Some(wrong) = self.subject.wrong_at_the_end(&self.env)? {
            tally.note(problem, wrong);
        }
        Ok(())
    }

    /// Goes on undisturbed until the end, and checks it.
    pub(crate) fn finish(&mut self, tally: &mut Tally) -> Result<()> {
        match self.run(&mut self.command()?, None)? {
            End::Well => self.check_end(tally, Problem::WrongEnd),
            end => {
                tally.note(Problem::WrongEnd, format!("an undisturbed run ended with {end:?}"));
                Ok(())
            }
        }
    }

    /// Runs a command to its end, or kills it after a while.
    pub(crate) fn run(&self, command: &mut Command, kill_after: Option<Duration>) -> Result<End> {
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = child.with_context(|| format!("failed to start {command:?}"))?;
        let began = Instant::now();
        let until = kill_after.unwrap_or(PATIENCE);
        loop {
            if let Some(status) = child.try_wait().context("failed to wait")? {
                return Ok(self.subject.end(status.code(), &said(&mut child)));
            }
            let left = until.saturating_sub(began.elapsed());
            if left.is_zero() {
                child.kill().context("failed to kill")?;
                child.wait().context("failed to wait")?;
                return Ok(match kill_after {
                    Some(_) => End::Killed,
                    None => End::Broken("it did not end".to_owned()),
                });
            }
            thread::sleep(left.min(Duration::from_micros(200)));
        }
    }
}

/// Returns what a process that has ended said on standard error.
pub(crate) fn said(child: &mut Child) -> String {
    let mut said = Vec::new();
    if let Some(stderr) = &mut child.stderr {
        // What cannot be read was not said.
        let _ = stderr.read_to_end(&mut said);
    }
    String::from_utf8_lossy(&said).trim().to_owned()
}
