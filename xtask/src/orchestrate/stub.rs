//! The seats of the benchmark, and the server behind them.

use std::{
    fmt::Write as _,
    sync::mpsc::{Sender, channel},
    thread,
    time::{Duration, Instant},
};

use council::{
    core::{
        council::{Round, ShownFinding},
        merge::FindingId,
        mode::Lens,
    },
    engine::{BoxFuture, Call, Fault, Reviewer, ReviewerReply},
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

    /// Makes one call and returns the findings it gives, as JSON.
    async fn call(&self, call: &Call, mode: u8) -> String {
        if let Some(server) = &self.server {
            server.call().await;
        }
        let mut found = String::new();
        if call.ask.round == Round::Converge {
            return found;
        }
        for k in 0..2 {
            let number = (u32::from(mode) * 7 + k * 3 + u32::from(call.ask.round.number())) % 20;
            let subcategory = if k == 0 { "UNDERSPECIFIED" } else { "AMBIGUITY" };
            let severity = if mode % 2 == 1 { "MAJOR" } else { "MINOR" };
            let _ = write!(
                found,
                r#"{{"mode":{mode},"subcategory":"{subcategory}","severity":"{severity}","confidence":0.8,"location":"PRD-0001.md#REQ-{number:04}","quote":"shall respond quickly","description":"REQ-{number:04} lacks a bound","remediation":"state a bound"}},"#
            );
        }
        found
    }

    /// Answers a question with what its calls give and a word on everything that is asked. The text is put together by
    /// hand: a model writes it elsewhere.
    async fn reply(&self, call: &Call) -> String {
        let lenses = &call.opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let modes = lens.map(Lens::modes).unwrap_or_default();
        let calls = modes.iter().map(|mode| self.call(call, mode.number()));
        let findings = futures_util::future::join_all(calls).await;
        let mut text = String::with_capacity(8192);
        list(&mut text, "{\"findings\":[", findings.iter(), |text, found| text.push_str(found));
        let asked = call.ask.findings.iter().filter(|shown| shown.must_assess);
        list(&mut text, ",\"opinions\":[", asked, |text, ShownFinding { id, .. }| {
            let _ = write!(
                text,
                r#"{{"finding":"{id}","holds":true,"severity":"MAJOR","rationale":"there is no number"}},"#
            );
        });
        let vote = |text: &mut String, id: &FindingId| {
            let _ = write!(
                text,
                r#"{{"finding":"{id}","vote":"SUPPORT","rationale":"there is no number"}},"#
            );
        };
        list(&mut text, ",\"validity\":[", call.ask.validity.iter(), vote);
        let remedies = call.ask.remediation.iter().map(|(id, _)| id);
        list(&mut text, ",\"remediation\":[", remedies, vote);
        text.push('}');
        text
    }
}

/// Writes a list whose items each end with a comma.
fn list<T>(
    text: &mut String,
    before: &str,
    items: impl Iterator<Item = T>,
    write: impl Fn(&mut String, T),
) {
    text.push_str(before);
    for item in items {
        write(text, item);
    }
    if text.ends_with(',') {
        text.pop();
    }
    text.push(']');
}

impl Reviewer for Stub {
    fn name(&self) -> String {
        "stub".to_owned()
    }

    fn bound(&self, _call: &Call) -> u64 {
        0
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            Ok(ReviewerReply { text: self.reply(call).await, tokens: 0, delivery: None })
        })
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
