//! Seats that do what a file says: for drills, for tests and for bug reports.
//!
//! ```yaml
//! answers:
//!   - seat: SA-2            # left out: every seat
//!     round: 1              # left out: every round
//!     attempt: 1            # left out: every try
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
//! without a mode gets the first mode of the seat. With `server: 127.0.0.1:PORT` a program on this machine answers.

use std::{sync::Arc, time::Duration};

use council_core::{council::Round, finding::SeatId};
use council_engine::{Answered, BoxFuture, Call, Clock, Fault, Reviewer};
use council_formats::{json, yaml};
use council_llm::Loopback;
use council_prompts::reply::{OpinionReply, Reply, VoteReply};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ReviewerError, said};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    server: Option<String>,
    #[serde(default)]
    answers: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    seat: Option<SeatId>,
    round: Option<u8>,
    attempt: Option<u32>,
    #[serde(default)]
    delay_ms: u64,
    #[serde(default)]
    tokens: u64,
    bound: Option<u64>,
    reply: Option<Value>,
    text: Option<String>,
    passing: Option<String>,
    lasting: Option<String>,
    stance: Option<Stance>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Stance {
    Support,
    Oppose,
    Abstain,
}

struct Scripted<C> {
    path: String,
    script: Script,
    clock: Arc<C>,
}

/// Reads a script.
pub(super) fn load<C: Clock + 'static>(
    path: &str,
    text: &str,
    clock: &Arc<C>,
) -> Result<Arc<dyn Reviewer>, ReviewerError> {
    let refuse = |why: String| ReviewerError::Script { path: path.to_owned(), why };
    let tree = yaml::read(path, text).map_err(|wrong| refuse(said(&wrong)))?;
    let script: Script =
        serde_json::from_value(json::value(&tree)).map_err(|error| refuse(error.to_string()))?;
    if let Some(line) = script.answers.iter().find(|line| line.says() > 1) {
        return Err(refuse(format!(
            "an answer has one of `reply`, `text`, `passing`, `lasting`, `stance`, not {}",
            line.says()
        )));
    }
    if let Some(server) = &script.server {
        let loopback: Loopback = server.parse()?;
        return Ok(Arc::new(loopback));
    }
    Ok(Arc::new(Scripted { path: path.to_owned(), script, clock: clock.clone() }))
}

impl Line {
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

    fn fits(&self, call: &Call) -> bool {
        self.seat.is_none_or(|seat| seat == call.ask.seat)
            && self.round.is_none_or(|round| round == call.ask.round.number())
            && self.attempt.is_none_or(|attempt| attempt == call.attempt)
    }

    fn text(&self, call: &Call) -> String {
        if let Some(text) = &self.text {
            return text.clone();
        }
        if let Some(stance) = self.stance {
            return stance.reply(call).text();
        }
        let mut reply = json!(Reply::default());
        if let (Value::Object(whole), Some(Value::Object(said))) = (&mut reply, &self.reply) {
            whole.extend(said.clone());
        }
        let lenses = &call.opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let first = lens.and_then(|lens| lens.modes().first().map(|mode| mode.number()));
        for finding in
            reply.pointer_mut("/findings").and_then(Value::as_array_mut).into_iter().flatten()
        {
            if let Value::Object(finding) = finding {
                finding.entry("mode").or_insert_with(|| json!(first));
            }
        }
        reply.to_string()
    }
}

impl Stance {
    fn reply(self, call: &Call) -> Reply<'static> {
        let why = || "the script says so".into();
        let vote = match self {
            Stance::Support => "SUPPORT",
            Stance::Oppose => "OPPOSE",
            Stance::Abstain => "ABSTAIN",
        };
        let cast = |finding: String| VoteReply {
            finding: finding.into(),
            vote: vote.into(),
            rationale: why(),
        };
        let opinion = |shown: &council_core::council::Shown| match self {
            Stance::Abstain => None,
            Stance::Support | Stance::Oppose => Some(OpinionReply {
                finding: shown.id.to_string().into(),
                holds: matches!(self, Stance::Support),
                severity: Some(shown.severity.word().into()),
                rationale: why(),
            }),
        };
        let opinions = match call.ask.round {
            Round::Broad => Vec::new(),
            Round::Remediate | Round::Converge => {
                call.ask.findings.iter().filter_map(opinion).collect()
            }
        };
        Reply {
            opinions,
            validity: call.ask.validity.iter().map(|id| cast(id.to_string())).collect(),
            remediation: call.ask.remediation.iter().map(|(id, _)| cast(id.to_string())).collect(),
            ..Reply::default()
        }
    }
}

impl<C: Clock> Scripted<C> {
    fn line(&self, call: &Call) -> Option<&Line> {
        self.script.answers.iter().find(|line| line.fits(call))
    }
}

impl<C: Clock> Reviewer for Scripted<C> {
    fn name(&self) -> String {
        format!("scripted:{}", self.path)
    }

    fn bound(&self, call: &Call) -> u64 {
        self.line(call).map_or(0, |line| line.bound.unwrap_or(line.tokens))
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move {
            let Some(line) = self.line(call) else {
                return Ok(Answered { text: Reply::default().text(), tokens: 0 });
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
            Ok(Answered { text: line.text(call), tokens: line.tokens })
        })
    }
}
