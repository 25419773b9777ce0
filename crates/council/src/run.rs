//! The one way a session is run, whatever its flow: what it may send and cost, who sits in its seats, where it is written
//! down, and going on with one that was cut off.

mod error;
mod journal;

use std::{collections::BTreeMap, future::Future, sync::Arc};

use council_core::{flow::Moment, packet::Packet};
use council_engine::{
    Clock, EngineError, Entry, Flow, Fold, Journal, OpeningRecord, Patience, Ports, Reviewer,
    Seats, Start, Stop, Traffic, Watch, drive,
};
use council_llm::Money;
use council_store::{Holder, Repo};
use jiff::Timestamp;

pub use error::{Refusal, RunError};
pub(crate) use journal::{DiskJournal, Nowhere, SessionPlace, WrittenSession, append};

use crate::{
    cost::{self, Secrets},
    drill::Drill,
    providers::Providers,
    review::Onward,
    reviewer::{self, Fillable, ReviewerSpec},
};

/// What a session is driven in: who writes it, by which clock, who is told.
#[derive(Debug)]
pub struct Surroundings<'a, C, W> {
    /// Who writes it.
    pub holder: &'a Holder,
    /// The clock.
    pub clock: &'a Arc<C>,
    /// Who is told.
    pub watch: &'a W,
    /// How patient to be with a seat.
    pub patience: Patience,
    /// Where models are asked.
    pub providers: &'a Providers,
    /// The most tokens that the record of a session may allow itself; as many as its user's settings say where nobody says so.
    pub most_tokens: Option<u64>,
}

/// What a session may send and cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spend {
    /// What to do with keys and passwords that stand in the text.
    pub secrets: Secrets,
    /// The most money it may cost; whatever it costs where nobody says so.
    pub max_cost: Option<Money>,
}

/// Who is asked to sit where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seating<S: Ord> {
    /// What fills every seat that nothing else is named for; without it the rules do.
    pub every: Option<ReviewerSpec>,
    /// What fills single seats.
    pub single: BTreeMap<S, ReviewerSpec>,
}

impl<S: Ord> Default for Seating<S> {
    fn default() -> Self {
        Self { every: None, single: BTreeMap::new() }
    }
}

impl<S: Ord + Clone> Seating<S> {
    /// Tells who says what fills the seats of a session that goes on.
    pub(crate) fn says(&self) -> NamedBy {
        if self.every.is_some() || !self.single.is_empty() {
            NamedBy::Now
        } else {
            NamedBy::ByRecord
        }
    }

    /// Returns everybody who is named.
    pub(crate) fn named(&self) -> impl Iterator<Item = &ReviewerSpec> {
        self.single.values().chain(&self.every)
    }

    /// Returns a seat that is named and is not among those of the session.
    pub(crate) fn absent(&self, seats: &[S]) -> Option<&S> {
        self.single.keys().find(|seat| !seats.contains(seat))
    }

    /// Returns what is to fill a seat.
    pub(crate) fn filler(&self, seat: &S) -> &ReviewerSpec {
        self.single.get(seat).or(self.every.as_ref()).unwrap_or(&ReviewerSpec::Rules)
    }

    /// Names what fills each seat, and says of every cassette whether it plays or records.
    pub(crate) fn fill(&self, repo: &Repo, seats: &[S]) -> Result<BTreeMap<S, String>, RunError> {
        let mut filled = BTreeMap::new();
        for seat in seats {
            let spec = self.filler(seat).clone().settled(repo)?;
            filled.insert(seat.clone(), spec.to_string());
        }
        Ok(filled)
    }
}

/// A session that may be driven: it can be paid for, and its seats are filled.
pub(crate) struct Ready<F: Flow> {
    start: Start<F>,
    seats: Seats<F>,
}

/// A session, as far as it was driven.
pub(crate) struct DrivenSession<F: Flow> {
    /// The session.
    pub(crate) fold: Fold<F>,
    /// Why it stopped.
    pub(crate) stop: Stop<F::Ending>,
}

/// What a session begins with.
pub(crate) struct Beginning<F: Flow> {
    /// Its first record.
    pub(crate) opened: OpeningRecord<F>,
    /// The packet.
    pub(crate) packet: Arc<Packet>,
    /// The offline reviewer.
    pub(crate) rules: Arc<dyn Reviewer<F>>,
}

/// Refuses a session that would send secrets which stand in its texts, or that can cost more than it may, and fills its
/// seats. Keys are looked for last.
pub(crate) fn begin<F: Fillable + 'static, C: Clock + 'static, W>(
    repo: &Repo,
    Beginning { opened, packet, rules }: Beginning<F>,
    texts: &[&Packet],
    spend: Spend,
    around: &Surroundings<'_, C, W>,
) -> Result<Ready<F>, RunError> {
    cost::afford(&opened, &packet, texts, spend, around.providers)?;
    let seats = if F::asks_nobody(&opened.opening) {
        Seats::<F>::new()
    } else {
        reviewer::seats(repo, &opened.reviewers, &rules, around.providers, around.clock)?
    };
    Ok(Ready { start: Start::New(Box::new(opened), packet), seats })
}

/// Who says what fills the seats of a session that goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedBy {
    /// Whoever goes on with it.
    Now,
    /// Its record, which comes with the repository.
    ByRecord,
}

/// Goes on with a session that was cut off, with what filled its seats. A repository may not fill every seat
/// that its user may fill.
pub(crate) fn go_on<F: Fillable + 'static, C: Clock + 'static, W>(
    repo: &Repo,
    fold: Fold<F>,
    named: NamedBy,
    drill: Drill,
    around: &Surroundings<'_, C, W>,
) -> Result<Ready<F>, RunError> {
    let reviewers = &fold.opened().reviewers;
    let seats = if fold.session().ending().is_some() {
        Seats::<F>::new()
    } else {
        if named == NamedBy::ByRecord {
            reviewer::expect_a_repositorys(reviewers.values(), around.providers, drill)?;
        }
        let most = around.most_tokens.unwrap_or_else(|| around.providers.most_tokens());
        cost::expect_no_wider(fold.opened(), most, around.providers)?;
        reviewer::seats(repo, reviewers, &F::rules(), around.providers, around.clock)?
    };
    Ok(Ready { start: Start::Resumed(Box::new(fold)), seats })
}

/// Ends a session that has not ended, where that is what is wanted, and records it.
pub(crate) fn call_off<F: Flow>(
    place: &mut impl SessionPlace<F>,
    mut fold: Fold<F>,
    onward: Onward,
    at: Timestamp,
) -> Result<Fold<F>, RunError> {
    if onward == Onward::Cancel && fold.session().ending().is_none() {
        let moment = Moment { at, active: fold.latest().active };
        let entry = Entry::Cancelled { moment };
        fold.take(&entry)?;
        append(place, &[entry]).map_err(EngineError::Journal)?;
    }
    Ok(fold)
}

impl<F: Flow> Ready<F> {
    /// Takes a session as it is, with reviewers of the caller's own in its seats.
    pub(crate) fn new(opened: OpeningRecord<F>, packet: Arc<Packet>, seats: Seats<F>) -> Self {
        Self { start: Start::New(Box::new(opened), packet), seats }
    }

    /// Returns what the session begins with, or began with.
    pub(crate) fn opened(&self) -> &OpeningRecord<F> {
        match &self.start {
            Start::New(opened, _) => opened,
            Start::Resumed(fold) => fold.opened(),
        }
    }

    /// Returns what a session that has not begun begins with.
    pub(crate) fn opened_mut(&mut self) -> Option<&mut OpeningRecord<F>> {
        match &mut self.start {
            Start::New(opened, _) => Some(opened),
            Start::Resumed(_) => None,
        }
    }

    /// Drives it, writing it down in its place, until it ends or `interrupt` is done. What was recorded for later is
    /// kept once it has ended.
    pub(crate) async fn run<P: SessionPlace<F>, C: Clock, W: Watch<F>>(
        self,
        repo: &Repo,
        place: P,
        around: &Surroundings<'_, C, W>,
        interrupt: impl Future<Output = ()>,
    ) -> Result<(DrivenSession<F>, P), RunError> {
        let opened = self.opened().clone();
        let traffic = match &self.start {
            Start::New(..) => Traffic::default(),
            Start::Resumed(fold) => fold.traffic().clone(),
        };
        let mut disk = DiskJournal { repo, place, opened, traffic };
        let ran = self.run_in(&mut disk, around, interrupt).await?;
        let DiskJournal { place, opened, .. } = disk;
        if let Stop::Ended(_) = ran.stop {
            reviewer::keep_tapes(repo, opened.reviewers.values(), place.path())?;
        }
        Ok((ran, place))
    }

    /// Drives it and writes nothing.
    pub(crate) async fn rehearse<C: Clock, W: Watch<F>>(
        self,
        around: &Surroundings<'_, C, W>,
        interrupt: impl Future<Output = ()>,
    ) -> Result<DrivenSession<F>, RunError> {
        self.run_in(&mut Nowhere, around, interrupt).await
    }

    /// Drives it, writing it down wherever the journal keeps it.
    pub(crate) async fn run_in<J: Journal<F, Error = RunError>, C: Clock, W: Watch<F>>(
        self,
        journal: &mut J,
        around: &Surroundings<'_, C, W>,
        interrupt: impl Future<Output = ()>,
    ) -> Result<DrivenSession<F>, RunError> {
        let ports = Ports { journal, clock: &**around.clock, watch: around.watch };
        let driven = drive(self.start, &self.seats, &around.patience, ports, interrupt).await;
        let (fold, stop) = driven?;
        Ok(DrivenSession { fold, stop })
    }

    /// Puts something else into its seats, each by its seat, its name in the record and what fills it.
    #[cfg(feature = "postgres")]
    pub(crate) fn map_seats(
        mut self,
        fill: impl Fn(&F::Seat, &str, Arc<dyn Reviewer<F>>) -> Arc<dyn Reviewer<F>>,
    ) -> Self {
        let names = self.opened().reviewers.clone();
        let name = |seat: &F::Seat| names.get(seat).map_or("", String::as_str);
        let seats = std::mem::take(&mut self.seats).into_iter();
        self.seats =
            seats.map(|(seat, held)| (seat.clone(), fill(&seat, name(&seat), held))).collect();
        self
    }
}
