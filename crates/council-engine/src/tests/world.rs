//! A world in which time is a number: seats react as a function says, and waiting costs nothing.

use std::{
    cell::Cell,
    collections::BTreeMap,
    future::{Future, poll_fn},
    pin::pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    time::Duration,
};

use council_core::{
    council::{CouncilOpening, CouncilRecord, Moment, Round, SessionId},
    depth::Depth,
    finding::SeatId,
    policy::Policy,
};
use council_formats::packet::Source;
use council_prompts::reply::{FindingReply, OpinionReply, Reply, VoteReply};
use jiff::{SignedDuration, Timestamp};

use crate::{
    backoff::Patience,
    drive::{EngineError, Ports, Start, Stop, drive},
    entry::{Entry, JOURNAL_VERSION, OpeningRecord},
    fold::Fold,
    port::{BoxFuture, Call, Clock, Fault, Journal, Reviewer, ReviewerReply, Seats},
};

const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n";

/// What a seat does with a call.
#[derive(Debug, Clone)]
pub(super) struct Reaction {
    result: Option<Result<String, Fault>>,
    after: Duration,
    cost: u64,
    bound: u64,
}

impl Reaction {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { result: Some(Ok(text.into())), after: Duration::ZERO, cost: 0, bound: 0 }
    }

    pub(super) fn fault(fault: Fault) -> Self {
        Self { result: Some(Err(fault)), ..Self::text("") }
    }

    pub(super) fn silence() -> Self {
        Self { result: None, ..Self::text("") }
    }

    pub(super) fn nothing_found() -> Self {
        Self::text(Reply::default().text())
    }

    /// Finds one major in the first round, stands behind it in the second and votes for it in the third.
    pub(super) fn one_major(call: &Call) -> Self {
        let about = || call.ask.findings.iter().map(|shown| shown.id.to_string());
        let vote = |finding: String| VoteReply {
            finding: finding.into(),
            vote: "SUPPORT".into(),
            rationale: "there is no number".into(),
            choice: None,
            severity: None,
            notes: Vec::new(),
        };
        let reply = match call.ask.round {
            Round::Broad => {
                Reply { findings: vec![found(call, "must be fast")], ..Reply::default() }
            }
            Round::Remediate => Reply {
                opinions: about()
                    .map(|finding| OpinionReply {
                        finding: finding.into(),
                        holds: true,
                        severity: Some("MAJOR".into()),
                        rationale: "there is no number".into(),
                        notes: Vec::new(),
                    })
                    .collect(),
                ..Reply::default()
            },
            Round::Converge => Reply {
                validity: about().map(vote).collect(),
                remediation: about().map(vote).collect(),
                ..Reply::default()
            },
        };
        Self::text(reply.text())
    }

    /// Claims what the packet does not say.
    pub(super) fn unproven(call: &Call) -> Self {
        match call.ask.round {
            Round::Broad | Round::Remediate => {
                let findings = vec![found(call, "words that stand nowhere")];
                Self::text(Reply { findings, ..Reply::default() }.text())
            }
            Round::Converge => Self::nothing_found(),
        }
    }

    pub(super) fn after(self, after: Duration) -> Self {
        Self { after, ..self }
    }

    pub(super) fn costing(self, cost: u64, bound: u64) -> Self {
        Self { cost, bound, ..self }
    }
}

fn found(call: &Call, quote: &str) -> FindingReply<'static> {
    let lenses = &call.opening.selection.lenses;
    let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat).unwrap();
    FindingReply {
        mode: lens.modes()[0].number(),
        subcategory: "AMBIGUITY".into(),
        severity: "MAJOR".into(),
        confidence: 0.9,
        location: "prd.md#goals".into(),
        quote: Some(quote.to_owned()),
        quotes: Vec::new(),
        searched: None,
        rule: None,
        description: "no number".to_owned(),
        remediation: "state a bound".to_owned(),
        violation: None,
        notes: Vec::new(),
    }
}

type React = dyn Fn(&Call) -> Reaction + Send + Sync;

/// A session and everything around it.
pub(super) struct World {
    pub(super) patience: Patience,
    pub(super) depth: Depth,
    time: Arc<Time>,
    react: Arc<React>,
    seen: Arc<Mutex<Seen>>,
    book: Book,
    fold: Option<Fold>,
}

#[derive(Default)]
struct Seen {
    calls: usize,
    open: usize,
    most: usize,
}

impl World {
    pub(super) fn new(react: impl Fn(&Call) -> Reaction + Send + Sync + 'static) -> Self {
        Self {
            patience: Patience::default(),
            depth: Depth::Council,
            time: Arc::default(),
            react: Arc::new(react),
            seen: Arc::default(),
            book: Book::default(),
            fold: None,
        }
    }

    pub(super) fn run(&mut self) -> Stop {
        self.try_run().unwrap()
    }

    pub(super) fn try_run(&mut self) -> Result<Stop, EngineError<std::io::Error>> {
        self.go(self.start(), None)
    }

    pub(super) fn run_for(&mut self, limit: Duration) -> Stop {
        self.go(self.start(), Some(limit)).unwrap()
    }

    fn start(&self) -> Start {
        let opened = opened(self.time.now(), self.depth);
        let packet = Arc::new(opened.source.read().value);
        Start::New(Box::new(opened), packet)
    }

    pub(super) fn resume(&mut self) -> Stop {
        let fold = Fold::replay(super::kept(&self.book.entries)).unwrap();
        self.go(Start::Resumed(Box::new(fold)), None).unwrap()
    }

    pub(super) fn resume_for(&mut self, limit: Duration) -> Stop {
        let fold = Fold::replay(super::kept(&self.book.entries)).unwrap();
        self.go(Start::Resumed(Box::new(fold)), Some(limit)).unwrap()
    }

    pub(super) fn pass(&self, time: Duration) {
        self.time.pass(time);
    }

    pub(super) fn jump_after(&self, when: Duration, seconds: i64) {
        *self.time.jump.lock().unwrap() = Some((when, seconds));
    }

    pub(super) fn limit_journal(&mut self, bytes: u64) {
        self.book.limit = Some(bytes);
    }

    pub(super) fn break_journal(&mut self) {
        self.book.is_broken = true;
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    pub(super) fn calls(&self) -> usize {
        self.seen.lock().unwrap().calls
    }

    pub(super) fn most_at_once(&self) -> usize {
        self.seen.lock().unwrap().most
    }

    /// Counts the questions whose answer was written down more than once.
    pub(super) fn answered_twice(&self) -> usize {
        let entries = &self.book.entries;
        let mut twice = 0;
        let mut open: BTreeMap<SeatId, usize> = BTreeMap::new();
        for entry in entries {
            match entry {
                Entry::Asked { seat, .. } => {
                    open.insert(*seat, 0);
                }
                Entry::Answered { seat, .. } => {
                    let count = open.entry(*seat).or_default();
                    *count += 1;
                    twice += usize::from(*count > 1);
                }
                _ => {}
            }
        }
        twice
    }

    pub(super) fn commits(&self) -> usize {
        self.book.commits
    }

    pub(super) fn snapshots(&self) -> usize {
        self.book.snapshots
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        self.book.entries.clone()
    }

    pub(super) fn fold(&self) -> &Fold {
        self.fold.as_ref().unwrap()
    }

    fn go(
        &mut self,
        start: Start,
        limit: Option<Duration>,
    ) -> Result<Stop, EngineError<std::io::Error>> {
        let seat = |seat: &SeatId| {
            let double = Double {
                time: self.time.clone(),
                react: self.react.clone(),
                seen: self.seen.clone(),
            };
            (*seat, Arc::new(double) as Arc<dyn Reviewer>)
        };
        let seats: Seats = SeatId::ALL.iter().map(seat).collect();
        let time = self.time.clone();
        let interrupt = async {
            match limit {
                Some(limit) => time.sleep(limit).await,
                None => std::future::pending().await,
            }
        };
        let ports = Ports { journal: &mut self.book, clock: &*self.time, watch: &() };
        let driven = drive(start, &seats, &self.patience, ports, interrupt);
        let (fold, stop) = self.time.run(driven)?;
        self.fold = Some(fold);
        self.seen.lock().unwrap().open = 0;
        Ok(stop)
    }
}

fn opened(at: Timestamp, depth: Depth) -> OpeningRecord {
    let files = vec![("prd.md".to_owned(), PRD.to_owned())];
    let source = Source { kind: council_core::packet::PacketKind::MarkdownPrd, files };
    let packet = source.read().value;
    let moment = Moment { at, active: Duration::ZERO };
    let id = SessionId::new(&packet.id, at);
    OpeningRecord {
        journal_version: JOURNAL_VERSION,
        tool_version: "0.0.0".to_owned(),
        opening: CouncilOpening {
            depth,
            ..CouncilOpening::convene(&packet, id, None, Vec::new(), moment)
        },
        policy: Policy::default(),
        reviewers: SeatId::ALL.iter().map(|seat| (*seat, "double".to_owned())).collect(),
        stage_evidence: None,
        source,
    }
}

struct Double {
    time: Arc<Time>,
    react: Arc<React>,
    seen: Arc<Mutex<Seen>>,
}

impl Reviewer for Double {
    fn name(&self) -> String {
        "double".to_owned()
    }

    fn bound(&self, call: &Call) -> u64 {
        (self.react)(call).bound
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            {
                let mut seen = self.seen.lock().unwrap();
                seen.calls += 1;
                seen.open += 1;
                seen.most = seen.most.max(seen.open);
            }
            let reaction = (self.react)(call);
            if !reaction.after.is_zero() {
                self.time.sleep(reaction.after).await;
            }
            let Some(result) = reaction.result else {
                return std::future::pending().await;
            };
            let mut seen = self.seen.lock().unwrap();
            seen.open = seen.open.saturating_sub(1);
            result.map(|text| ReviewerReply { text, tokens: reaction.cost, delivery: None })
        })
    }
}

#[derive(Default)]
struct Book {
    entries: Vec<Entry>,
    commits: usize,
    snapshots: usize,
    is_broken: bool,
    /// How many bytes of answers it takes; none for as many as there are.
    limit: Option<u64>,
}

impl Journal for Book {
    type Error = std::io::Error;

    fn room(&self) -> u64 {
        let written = self.entries.iter().map(|entry| match entry {
            Entry::Answered { text, .. } => text.len() as u64,
            _ => 0,
        });
        self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(written.sum()))
    }

    async fn commit(&mut self, entries: &[Entry], _fold: &Fold) -> Result<(), std::io::Error> {
        if self.is_broken {
            return Err(std::io::Error::other("no space left"));
        }
        self.entries.extend_from_slice(entries);
        self.commits += 1;
        Ok(())
    }

    async fn snapshot(&mut self, _record: &CouncilRecord) -> Result<(), std::io::Error> {
        self.snapshots += 1;
        Ok(())
    }
}

/// Time that passes only when everybody waits for it.
#[derive(Default)]
struct Time {
    elapsed: Mutex<Duration>,
    sleepers: Mutex<Vec<(Duration, Waker)>>,
    jump: Mutex<Option<(Duration, i64)>>,
}

impl Time {
    fn pass(&self, time: Duration) {
        *self.elapsed.lock().unwrap() += time;
    }

    /// Runs a future; whenever it can do nothing more, time passes until somebody wakes.
    fn run<T>(&self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        let mut context = Context::from_waker(Waker::noop());
        let polls = Cell::new(0);
        loop {
            if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                return value;
            }
            polls.set(polls.get() + 1);
            assert!(polls.get() < 100_000, "the session does not end");
            let mut sleepers = self.sleepers.lock().unwrap();
            let next = sleepers.iter().map(|(when, _)| *when).min().expect("nobody will wake");
            let mut elapsed = self.elapsed.lock().unwrap();
            *elapsed = next.max(*elapsed);
            let now = *elapsed;
            for (_, waker) in sleepers.extract_if(.., |(when, _)| *when <= now) {
                waker.wake();
            }
        }
    }
}

impl Clock for Time {
    fn now(&self) -> Timestamp {
        let start: Timestamp = "2026-03-04T05:06:07Z".parse().unwrap();
        let elapsed = self.elapsed();
        let jumped = match *self.jump.lock().unwrap() {
            Some((when, seconds)) if elapsed >= when => SignedDuration::from_secs(seconds),
            _ => SignedDuration::ZERO,
        };
        start + elapsed + jumped
    }

    fn elapsed(&self) -> Duration {
        *self.elapsed.lock().unwrap()
    }

    fn sleep(&self, how_long: Duration) -> BoxFuture<'_, ()> {
        let until = self.elapsed().saturating_add(how_long);
        Box::pin(poll_fn(move |context| {
            if self.elapsed() >= until {
                return Poll::Ready(());
            }
            self.sleepers.lock().unwrap().push((until, context.waker().clone()));
            Poll::Pending
        }))
    }
}
