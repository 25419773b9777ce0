//! What was tried, and what went wrong.

use std::{collections::BTreeMap, fmt};

/// The most problems that are shown with their details.
const SHOWN: usize = 5;

/// What must never happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Problem {
    /// An answer that the program had gone on from is gone.
    Lost,
    /// An answer that was kept was asked for again.
    AskedTwice,
    /// A file cannot be read.
    Unreadable,
    /// The session cannot be brought to its end, or its end is not what its journal says.
    WrongEnd,
    /// The program said that all is well and a step is missing.
    SilentLoss,
    /// The program panicked, hung, or ended in a way that has no meaning.
    Broken,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lost => "finished answers lost",
            Self::AskedTwice => "kept answers asked for again",
            Self::Unreadable => "unreadable files",
            Self::WrongEnd => "wrong ends",
            Self::SilentLoss => "steps lost in silence",
            Self::Broken => "panics and hangs",
        })
    }
}

/// The result of one part of the harness.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How often the program was killed, or refused something.
    pub(crate) blows: usize,
    /// How many sessions were brought to their end.
    pub(crate) sessions: usize,
    /// How many asks were in flight when a blow fell, and so had to be made again.
    pub(crate) repeated: usize,
    problems: BTreeMap<Problem, usize>,
    details: Vec<String>,
}

impl Tally {
    /// Notes a problem.
    pub(crate) fn note(&mut self, problem: Problem, detail: impl Into<String>) {
        *self.problems.entry(problem).or_default() += 1;
        if self.details.len() < SHOWN {
            self.details.push(format!("{problem}: {}", detail.into()));
        }
    }

    /// Takes over what another part found.
    pub(crate) fn add(&mut self, other: Self) {
        self.blows += other.blows;
        self.sessions += other.sessions;
        self.repeated += other.repeated;
        for (problem, count) in other.problems {
            *self.problems.entry(problem).or_default() += count;
        }
        self.details.extend(other.details);
        self.details.truncate(SHOWN);
    }

    /// Tells whether nothing went wrong.
    pub(crate) fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    /// Returns the details of the first problems.
    pub(crate) fn details(&self) -> &[String] {
        &self.details
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { blows, sessions, repeated, problems, .. } = self;
        write!(f, "blows: {blows}, sessions: {sessions}, asked again in flight: {repeated}, ")?;
        if problems.is_empty() {
            return f.write_str("problems: 0");
        }
        let listed: Vec<_> =
            problems.iter().map(|(what, count)| format!("{what}: {count}")).collect();
        f.write_str(&listed.join(", "))
    }
}
