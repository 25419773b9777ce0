//! The engine's journal in the database: one commit is one statement.

use std::time::Duration;

use council_engine::{Entry, Flow, Fold, Journal, deadline};
use council_store::session::Chain;

use crate::{
    ClaimedSession, Database, PgError, SessionState,
    sessions::{chained, signed},
};

/// What the store keeps of a session beside its journal, and how that is read from a flow.
#[derive(Debug)]
pub struct FlowFacts<F> {
    /// Tells whether what fills a seat, by its name in the record, is a person.
    pub is_human: fn(&str) -> bool,
    /// Names the provider of what fills a seat.
    pub provider: fn(&str) -> String,
    /// Returns the verdict of a session.
    pub verdict: fn(&F) -> Option<String>,
}

impl<F> Clone for FlowFacts<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for FlowFacts<F> {}

/// The journal of a session that a worker has taken.
#[derive(Debug)]
pub struct PgJournal<F> {
    database: Database,
    claim: ClaimedSession,
    shape: FlowFacts<F>,
}

impl<F: Flow> PgJournal<F> {
    /// Goes on with the journal of a session that was taken.
    pub fn new(database: Database, claim: ClaimedSession, shape: FlowFacts<F>) -> Self {
        Self { database, claim, shape }
    }

    /// Tells how a session stands, and how long it may wait.
    pub fn state(fold: &Fold<F>, shape: FlowFacts<F>) -> (SessionState, Option<Duration>) {
        if fold.session().ending().is_some() {
            return (SessionState::Done, None);
        }
        let reviewers = &fold.opened().reviewers;
        let within = fold.opened().policy.answer_within;
        let mut first = None;
        for (seat, pending) in fold.pending() {
            let is_human = reviewers.get(seat).is_some_and(|name| (shape.is_human)(name));
            let (true, Some(since)) = (is_human, pending.since) else {
                return (SessionState::Running, None);
            };
            let until = deadline(since, within);
            first = Some(first.map_or(until, |first| until.min(first)));
        }
        let Some(first) = first else { return (SessionState::Running, None) };
        let left = Duration::try_from(first.duration_since(fold.latest().at)).unwrap_or_default();
        (SessionState::Waiting, Some(left + Duration::from_secs(1)))
    }
}

impl<F: Flow> Journal<F> for PgJournal<F> {
    type Error = PgError;

    fn room(&self) -> u64 {
        self.claim.chain.room()
    }

    async fn commit(&mut self, entries: &[Entry<F>], fold: &Fold<F>) -> Result<(), PgError> {
        let ClaimedSession { id, epoch, worker, name, chain, .. } = &self.claim;
        let records: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
        let records = records.map_err(|_| PgError::NotARecord(name.clone()))?;
        let mut next: Chain = chain.clone();
        let (lines, hashes) = chained(&mut next, name, &records)?;
        let bytes = signed(next.bytes().saturating_sub(chain.bytes()));
        let (state, wait) = Self::state(fold, self.shape);
        let asks = Outbox::of(fold, self.shape);
        let tokens = signed(entries.iter().map(cost).fold(0, u64::saturating_add));
        let ending = fold.session().ending().map(|ending| format!("{ending:?}").to_lowercase());
        let verdict = ending.as_ref().and_then(|_| (self.shape.verdict)(fold.session()));
        let rows = self
            .database
            .insist(
                "SELECT council.step($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
                &[
                    id,
                    epoch,
                    worker,
                    &chain.head(),
                    &lines,
                    &hashes,
                    &next.head(),
                    &bytes,
                    &state.word(),
                    &wait.map(|wait| wait.as_secs_f64()),
                    &self.database.lease().as_secs_f64(),
                    &asks.seats,
                    &asks.rounds,
                    &asks.providers,
                    &asks.bounds,
                    &tokens,
                    &ending,
                    &verdict,
                ],
            )
            .await?;
        match rows.first().map(|row| row.get::<_, String>(0)).as_deref() {
            Some("done" | "again") => {
                self.claim.chain = next;
                Ok(())
            }
            _ => Err(PgError::Fenced(name.clone())),
        }
    }

    /// Nothing: whoever reads a session from the store makes its record from its journal.
    async fn snapshot(&mut self, _record: &F::Record) -> Result<(), PgError> {
        Ok(())
    }
}

/// What a session has asked and nobody has answered.
#[derive(Default)]
struct Outbox {
    seats: Vec<String>,
    rounds: Vec<String>,
    providers: Vec<String>,
    bounds: Vec<i64>,
}

impl Outbox {
    fn of<F: Flow>(fold: &Fold<F>, shape: FlowFacts<F>) -> Self {
        let mut asks = Self::default();
        for (seat, pending) in fold.pending() {
            if pending.since.is_none() {
                continue;
            }
            let reviewer = fold.opened().reviewers.get(seat).map_or("", String::as_str);
            let round = serde_json::to_string(&F::round(&pending.ask)).unwrap_or_default();
            let repair = if F::is_repair(&pending.ask) { " repair" } else { "" };
            asks.seats.push(seat.to_string());
            asks.rounds.push(format!("{}{repair}", round.trim_matches('"')));
            asks.providers.push((shape.provider)(reviewer));
            asks.bounds.push(signed(pending.in_flight.unwrap_or_default()));
        }
        asks
    }
}

/// Returns the tokens that a record says were used.
fn cost<F: Flow>(entry: &Entry<F>) -> u64 {
    match entry {
        Entry::Answered { tokens, .. }
        | Entry::Faulted { tokens, .. }
        | Entry::Lost { tokens, .. } => *tokens,
        Entry::Opened(_)
        | Entry::Asked { .. }
        | Entry::Ticked { .. }
        | Entry::OutOfBudget { .. }
        | Entry::Cancelled { .. }
        | Entry::Decided { .. }
        | Entry::Resumed { .. } => 0,
    }
}
