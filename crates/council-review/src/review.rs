//! A review: three seats, one verdict.

use std::{collections::BTreeMap, fmt, path::Path, sync::Arc, time::Duration};

use council_app::{
    SystemClock, lint, review,
    review::{Demands, Keeping, Long, ReviewRequest, ReviewerSpec, Secrets, Surroundings},
    run::{RunError, Spend},
};
use council_core::{council, depth::Depth, finding::SeatId, policy::Policy, verdict};
use council_engine::{Clock as _, Patience, Reviewer as _};
use council_store::{Holder, Repo, StoreError};
use thiserror::Error;

use crate::{
    finding::Finding,
    reviewer::{CallerReviewer, Reviewer, Seat},
};

/// Three seats around the specifications of a folder. The offline rules fill every seat that nobody else fills.
#[derive(Clone)]
pub struct Council {
    repo: Repo,
    seats: BTreeMap<Seat, Arc<dyn Reviewer>>,
    keeping: Keeping,
}

/// What a review says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// What the council thinks.
    pub verdict: Verdict,
    /// What it found and did not reject, the worst first.
    pub findings: Vec<Finding>,
    /// How it ended, in a few words.
    pub summary: String,
    /// The record of the session, relative to the folder, if it is kept.
    pub record: Option<String>,
}

/// What a council thinks. The order is the order of strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing was reviewed.
    Skipped,
    /// Nothing is left to say.
    Pass,
    /// Only minor findings or notes are left, or a seat was lost.
    PassWithConcerns,
    /// Something has to be fixed first, and how is agreed on or plain.
    Remediate,
    /// A blocker stands.
    Fail,
    /// A human has to decide.
    Adjudicate,
    /// The session did not end by itself.
    Aborted,
}

/// Why there is no review.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder cannot be opened.
    #[error("failed to open `{folder}`")]
    Folder {
        /// The folder.
        folder: String,
        /// What is wrong with it.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The review cannot be held or written down.
    #[error("failed to review `{path}`")]
    Review {
        /// The specification.
        path: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Council {
    /// Convenes a council on the specifications of a folder. Nothing is written unless [`Council::recorded`] says so.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, Error> {
        let folder = folder.as_ref();
        let repo = Repo::open(folder).map_err(|error: StoreError| Error::Folder {
            folder: folder.display().to_string(),
            source: Box::new(error),
        })?;
        Ok(Self { repo, seats: BTreeMap::new(), keeping: Keeping::Unrecorded })
    }

    /// Fills a seat.
    #[must_use]
    pub fn seat(mut self, seat: Seat, reviewer: impl Reviewer + 'static) -> Self {
        self.seats.insert(seat, Arc::new(reviewer));
        self
    }

    /// Keeps a record: a journal that outlives a crash, the session and its evidence, below `evidence` in the folder.
    #[must_use]
    pub fn recorded(mut self) -> Self {
        self.keeping = Keeping::Recorded;
        self
    }

    /// Reviews a specification: a Markdown file or a folder of one, by its path in the folder.
    ///
    /// It runs in the `tokio` runtime that awaits it, whose time must be enabled.
    pub async fn review(&self, path: &str) -> Result<Review, Error> {
        let failed =
            |error: RunError| Error::Review { path: path.to_owned(), source: Box::new(error) };
        let clock = Arc::new(SystemClock::start());
        let moment = council::Moment { at: clock.now(), active: Duration::ZERO };
        let mut prepared =
            review::prepare(&self.repo, &self.request(path), moment).map_err(failed)?;
        let fence = council_app::fence();
        let mut seats = prepared.offline_seats();
        for (seat, reviewer) in &self.seats {
            let own = CallerReviewer { reviewer: reviewer.clone(), fence: fence.clone() };
            prepared.opened.reviewers.insert(seat.id(), own.name());
            prepared.opened.opening.rules_alone = false;
            seats.insert(seat.id(), Arc::new(own));
        }
        let around = Surroundings {
            holder: &Holder {
                pid: std::process::id(),
                host: "localhost".to_owned(),
                started: clock.now(),
                command: "library".to_owned(),
            },
            clock: &clock,
            watch: &(),
            patience: Patience::default(),
            providers: &council_app::providers::Providers::default(),
            most_tokens: None,
        };
        let forever = std::future::pending();
        let reviewed = match self.keeping {
            Keeping::Recorded => {
                review::convene(&self.repo, prepared, seats, around, forever).await
            }
            Keeping::Unrecorded => review::hold(prepared, seats, around, forever).await,
        };
        Ok(told(&reviewed.map_err(failed)?))
    }

    fn request(&self, path: &str) -> ReviewRequest {
        ReviewRequest {
            packet: path.to_owned(),
            depth: Some(if self.seats.is_empty() { Depth::Council } else { Depth::Auto }),
            vision: None,
            lint: lint::LintRequest::default(),
            seats: SeatId::ALL.map(|seat| (seat, ReviewerSpec::Rules)).into(),
            policy: Policy::default(),
            votes: council::Votes::default(),
            spend: Spend { secrets: Secrets::Keep, max_cost: None },
            long: Long::Refuse,
            seed: None,
            stage_evidence: None,
            keeping: self.keeping,
        }
    }
}

impl fmt::Debug for Council {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.seats.iter().map(|(seat, reviewer)| (seat, reviewer.name()));
        f.debug_struct("Council")
            .field("seats", &names.collect::<BTreeMap<_, _>>())
            .finish_non_exhaustive()
    }
}

fn told(reviewed: &review::ReviewResult) -> Review {
    let report = review::report("review", reviewed, Demands::default());
    let verdict = reviewed.record().judgement().map(|judgement| judgement.verdict);
    let is_kept = reviewed.keeping == Keeping::Recorded;
    Review {
        verdict: verdict.map_or(Verdict::Aborted, Verdict::of),
        findings: report.signals.into_iter().map(Finding::of).collect(),
        summary: report.headline,
        record: is_kept.then(|| reviewed.files.yaml().to_owned()),
    }
}

impl Verdict {
    fn of(verdict: verdict::Verdict) -> Self {
        match verdict {
            verdict::Verdict::Skipped => Self::Skipped,
            verdict::Verdict::Pass => Self::Pass,
            verdict::Verdict::PassWithConcerns => Self::PassWithConcerns,
            verdict::Verdict::Remediate => Self::Remediate,
            verdict::Verdict::Fail => Self::Fail,
            verdict::Verdict::Adjudicate => Self::Adjudicate,
            verdict::Verdict::Aborted => Self::Aborted,
        }
    }
}
