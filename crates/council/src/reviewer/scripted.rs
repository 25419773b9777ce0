//! Seats that do what a file says: for drills, for tests and for bug reports.
//!
//! ```yaml
//! answers:
//!   - seat: SA-2            # left out: every seat; a panel's are `technical-reviewer` and so on
//!     round: 1              # left out: every round
//!     attempt: 1            # left out: every try
//!     repair: true          # left out: also the first answer; true: only where a seat is asked to mend it
//!     delay_ms: 20
//!     tokens: 900           # what the answer, or the failure, costs
//!     bound: 2000           # the most it could have cost
//!     reply: {findings: []} # what the seat says; or one of:
//!     # text: "no JSON"     # exactly these bytes
//!     # passing: "503"      # fails, and may be tried again
//!     # lasting: "401"      # fails for good
//!     # stance: SUPPORT     # stands behind, or against, everything it is shown
//! ```
//!
//! The first entry that fits a question answers it; a question that no entry fits is answered with nothing. A finding
//! without a mode gets the first mode of the seat. The rounds of a forum are its steps: 0 for drafts, 1 for positions, 2
//! for challenges, 3 for a missing alternative, 4 for replies, 5 for evaluations. With `server: 127.0.0.1:PORT` a program on this machine answers.

use std::{sync::Arc, time::Duration};

use council_engine::{BoxFuture, Call, Clock, Fault, Reviewer, ReviewerReply};
use council_formats::{json, yaml};
use council_llm::Loopback;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Fillable, ReviewerError, model::LoopbackSeat, said};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
struct ReviewerScript<S> {
    server: Option<String>,
    #[serde(default)]
    answers: Vec<ScriptLine<S>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptLine<S> {
    seat: Option<S>,
    round: Option<u8>,
    attempt: Option<u32>,
    repair: Option<bool>,
    #[serde(default)]
    delay_ms: u64,
    #[serde(default)]
    tokens: u64,
    bound: Option<u64>,
    reply: Option<Map<String, Value>>,
    text: Option<String>,
    passing: Option<String>,
    lasting: Option<String>,
    stance: Option<ScriptedStance>,
}

/// What a seat thinks of everything it is shown.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum ScriptedStance {
    /// Everything holds.
    Support,
    /// Nothing does.
    Oppose,
    /// It does not say.
    Abstain,
}

struct Scripted<S, C> {
    path: String,
    script: ReviewerScript<S>,
    clock: Arc<C>,
}

/// Reads a script.
pub(super) fn load<F: Fillable + 'static, C: Clock + 'static>(
    path: &str,
    text: &str,
    clock: &Arc<C>,
) -> Result<Arc<dyn Reviewer<F>>, ReviewerError> {
    let refuse = |why: String| ReviewerError::Script { path: path.to_owned(), why };
    let tree = yaml::read(path, text).map_err(|wrong| refuse(said(&wrong)))?;
    let script: ReviewerScript<F::Seat> =
        serde_json::from_value(json::value(&tree)).map_err(|error| refuse(error.to_string()))?;
    if let Some(line) = script.answers.iter().find(|line| line.says() > 1) {
        return Err(refuse(format!(
            "an answer has one of `reply`, `text`, `passing`, `lasting`, `stance`, not {}",
            line.says()
        )));
    }
    if !F::HAS_STANCES && script.answers.iter().any(|line| line.stance.is_some()) {
        return Err(refuse("nobody is shown findings that `stance` could be about".to_owned()));
    }
    if let Some(server) = &script.server {
        let loopback: Loopback = server.parse()?;
        return Ok(Arc::new(LoopbackSeat(loopback)));
    }
    Ok(Arc::new(Scripted { path: path.to_owned(), script, clock: clock.clone() }))
}

impl<S: PartialEq> ScriptLine<S> {
    fn says(&self) -> usize {
        [
            self.reply.is_some(),
            self.text.is_some(),
            self.passing.is_some(),
            self.lasting.is_some(),
            self.stance.is_some(),
        ]
        .into_iter()
        .filter(|says| *says)
        .count()
    }

    fn fits<F: Fillable<Seat = S>>(&self, call: &Call<F>) -> bool {
        self.seat.as_ref().is_none_or(|seat| *seat == F::seat(&call.ask))
            && self.round.is_none_or(|round| round == F::number(&call.ask))
            && self.attempt.is_none_or(|attempt| attempt == call.attempt)
            && self.repair.is_none_or(|repair| repair == F::is_repair(&call.ask))
    }
}

impl<S: PartialEq, C: Clock> Scripted<S, C> {
    fn line<F: Fillable<Seat = S>>(&self, call: &Call<F>) -> Option<&ScriptLine<S>> {
        self.script.answers.iter().find(|line| line.fits(call))
    }
}

impl<F: Fillable, C: Clock> Reviewer<F> for Scripted<F::Seat, C> {
    fn name(&self) -> String {
        format!("scripted:{}", self.path)
    }

    fn bound(&self, call: &Call<F>) -> u64 {
        self.line(call).map_or(0, |line| line.bound.unwrap_or(line.tokens))
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let Some(line) = self.line(call) else {
                return Ok(ReviewerReply {
                    text: F::rehearsed(call, None, None),
                    tokens: 0,
                    delivery: None,
                });
            };
            if line.delay_ms > 0 {
                self.clock.sleep(Duration::from_millis(line.delay_ms)).await;
            }
            if let Some(reason) = line.passing.clone() {
                return Err(Fault::Passing { reason, wait: None, tokens: line.tokens });
            }
            if let Some(reason) = line.lasting.clone() {
                return Err(Fault::Lasting { reason, tokens: line.tokens });
            }
            let said = || F::rehearsed(call, line.reply.as_ref(), line.stance);
            Ok(ReviewerReply {
                text: line.text.clone().unwrap_or_else(said),
                tokens: line.tokens,
                delivery: None,
            })
        })
    }
}
