//! The seats of the benchmark, and the server behind them.

use std::{
    sync::mpsc::{Sender, channel},
    thread,
    time::{Duration, Instant},
};

use council::{
    core::council::{Round, Shown},
    engine::{Answered, BoxFuture, Call, Fault, Reviewer},
    prompts::reply::{FindingReply, OpinionReply, Reply, VoteReply},
};
use tokio::sync::oneshot;

/// A seat that makes one call per mode and waits for all of them.
pub(super) struct Stub {
    server: Option<Server>,
}

impl Stub {
    /// Returns a stub whose calls take some time.
    pub(super) fn new(latency: Duration) -> Self {
        Self { server: (!latency.is_zero()).then(|| Server::start(latency)) }
    }

    async fn call(&self, call: &Call, mode: u8) -> Vec<FindingReply<'static>> {
        if let Some(server) = &self.server {
            server.call().await;
        }
        if call.ask.round == Round::Converge {
            return Vec::new();
        }
        let found = |k: u32| {
            let number = (u32::from(mode) * 7 + k * 3 + u32::from(call.ask.round.number())) % 20;
            FindingReply {
                mode,
                subcategory: if k == 0 { "UNDERSPECIFIED" } else { "AMBIGUITY" }.into(),
                severity: if mode % 2 == 1 { "MAJOR" } else { "MINOR" }.into(),
                confidence: 0.8,
                location: format!("PRD-0001.md#REQ-{number:04}").into(),
                quote: Some("shall respond quickly".to_owned()),
                searched: None,
                rule: None,
                description: format!("REQ-{number:04} lacks a bound"),
                remediation: "state a bound".to_owned(),
                violation: None,
            }
        };
        (0..2).map(found).collect()
    }

    async fn reply(&self, call: &Call) -> String {
        let lenses = &call.opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let modes: Vec<u8> = lens
            .map_or_else(Vec::new, |lens| lens.modes().iter().map(|mode| mode.number()).collect());
        let calls = modes.iter().map(|mode| self.call(call, *mode));
        let findings = futures_util::future::join_all(calls).await.into_iter().flatten().collect();
        let why = || "there is no number".into();
        let asked = call.ask.findings.iter().filter(|shown| shown.must_assess);
        let opinion = |shown: &Shown| OpinionReply {
            finding: shown.id.to_string().into(),
            holds: true,
            severity: Some("MAJOR".into()),
            rationale: why(),
        };
        let vote = |finding: String| VoteReply {
            finding: finding.into(),
            vote: "SUPPORT".into(),
            rationale: why(),
        };
        let reply = Reply {
            findings,
            opinions: asked.map(opinion).collect(),
            validity: call.ask.validity.iter().map(|id| vote(id.to_string())).collect(),
            remediation: call.ask.remediation.iter().map(|(id, _)| vote(id.to_string())).collect(),
            ..Reply::default()
        };
        reply.text()
    }
}

impl Reviewer for Stub {
    fn name(&self) -> String {
        "stub".to_owned()
    }

    fn bound(&self, _call: &Call) -> u64 {
        0
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move { Ok(Answered { text: self.reply(call).await, tokens: 0 }) })
    }
}

/// Something that answers a fixed time after it was asked. It is a thread and no timer of the runtime, because a model
/// server does not wait for our timers either, and they count in whole milliseconds.
struct Server {
    calls: Sender<(Instant, oneshot::Sender<()>)>,
    latency: Duration,
}

impl Server {
    fn start(latency: Duration) -> Self {
        let (calls, asked) = channel::<(Instant, oneshot::Sender<()>)>();
        // All calls take the same time, so they are due in the order in which they came.
        thread::spawn(move || {
            for (due, answer) in asked {
                thread::sleep(due.saturating_duration_since(Instant::now()));
                let _ = answer.send(());
            }
        });
        Self { calls, latency }
    }

    async fn call(&self) {
        let (answer, answered) = oneshot::channel();
        if self.calls.send((Instant::now() + self.latency, answer)).is_ok() {
            let _ = answered.await;
        }
    }
}
