//! A seat whose questions go out only as fast as all workers together may send them.

use std::{sync::Arc, time::Duration};

use council_engine::{BoxFuture, Call, Fault, Flow, Reviewer, ReviewerReply, Sending};

use crate::{ClaimedSession, Database, PgError, sessions::signed};

/// How long a question waits before it is looked again whether it may be sent.
const WAIT: Duration = Duration::from_millis(100);

/// A seat whose questions go out only as fast as all workers together may send them.
pub struct Metered<F: Flow> {
    database: Database,
    inner: Arc<dyn Reviewer<F>>,
    id: i64,
    epoch: i64,
    seat: String,
}

/// What the store says to a question.
enum SendDecision {
    Sent,
    Wait,
    Spent,
    Lost,
}

impl<F: Flow> Metered<F> {
    /// Holds a seat of a session that was taken to the limits of its provider and its tenant.
    pub fn new(
        database: Database,
        claim: &ClaimedSession,
        seat: &F::Seat,
        inner: Arc<dyn Reviewer<F>>,
    ) -> Self {
        Self { database, inner, id: claim.id, epoch: claim.epoch, seat: seat.to_string() }
    }

    async fn turn(&self) -> Result<SendDecision, PgError> {
        let rows = self
            .database
            .insist("SELECT council.send($1, $2, $3)", &[&self.id, &self.epoch, &self.seat])
            .await?;
        Ok(match rows.first().map(|row| row.get::<_, String>(0)).as_deref() {
            Some("sent") => SendDecision::Sent,
            Some("wait") => SendDecision::Wait,
            Some("spent") => SendDecision::Spent,
            _ => SendDecision::Lost,
        })
    }
}

impl<F: Flow> Reviewer<F> for Metered<F> {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn bound(&self, call: &Call<F>) -> u64 {
        self.inner.bound(call)
    }

    fn sends(&self, call: &Call<F>) -> Option<Sending> {
        self.inner.sends(call)
    }

    fn answers_within(&self) -> Option<Duration> {
        self.inner.answers_within()
    }

    fn is_awaited(&self) -> bool {
        self.inner.is_awaited()
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let lasting = |reason: String| Fault::Lasting { reason, tokens: 0 };
            let queued = call.pulse.queue();
            loop {
                match self.turn().await.map_err(|error| lasting(error.to_string()))? {
                    SendDecision::Sent => break,
                    SendDecision::Wait => tokio::time::sleep(WAIT).await,
                    SendDecision::Spent => {
                        return Err(lasting(
                            "its tenant's tokens for this month are used up".to_owned(),
                        ));
                    }
                    // Whoever has the session by now asks; this worker records nothing any more.
                    SendDecision::Lost => std::future::pending().await,
                }
            }
            queued.handed_on();
            let answered = self.inner.answer(call).await;
            let tokens = match &answered {
                Ok(ReviewerReply { tokens, .. })
                | Err(Fault::Passing { tokens, .. } | Fault::Lasting { tokens, .. }) => *tokens,
            };
            let settled = self
                .database
                .insist(
                    "SELECT council.settle($1, $2, $3, $4)",
                    &[&self.id, &self.epoch, &self.seat, &signed(tokens)],
                )
                .await;
            // What is not given back now is free again with the next step of the session.
            drop(settled);
            answered
        })
    }
}
