//! How a session goes, while it goes: one line on a terminal, one JSON object a line for machines.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use council::{
    core::{
        council::{Round, Warning},
        finding::SeatId,
    },
    engine::{Event, Watch},
};
use serde_json::{Value, json};

use crate::{
    args::Format,
    printer::Printer,
    settings::{Progress, Settings},
};

/// Somebody who watches a session for the user.
#[derive(Debug)]
pub(crate) struct Live {
    printer: Printer,
    streams: bool,
    draws: bool,
    state: Mutex<State>,
}

/// What is known of the session.
#[derive(Debug, Default)]
struct State {
    round: u8,
    seats: BTreeMap<SeatId, Standing>,
    findings: usize,
    tokens: u64,
    elapsed: Duration,
    is_drawn: bool,
}

/// What a seat is doing.
#[derive(Debug, Clone, Copy)]
enum Standing {
    Asked,
    Answered,
    Waiting,
    Lost,
}

impl Live {
    /// Returns a watcher that tells what this run's user wants to know.
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            printer: Printer::new(settings),
            streams: settings.format == Format::Jsonl,
            draws: settings.progress == Progress::Drawn,
            state: Mutex::default(),
        }
    }

    /// Shows how much time has passed.
    pub(crate) fn tick(&self, elapsed: Duration) {
        let mut state = self.state();
        state.elapsed = elapsed;
        self.draw(&mut state);
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        if std::mem::take(&mut self.state().is_drawn) {
            self.printer.status("");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, state: &mut State) {
        if self.draws && state.round > 0 {
            state.is_drawn = true;
            self.printer.status(&state.line());
        }
    }
}

impl Watch for Live {
    fn saw(&self, event: &Event<'_>) {
        if self.streams {
            Printer::event(&told(event));
        }
        let mut state = self.state();
        match event {
            Event::Asked { seat, round, .. } => {
                state.round = round.number();
                state.seats.insert(*seat, Standing::Asked);
            }
            Event::Answered { seat, tokens, .. } => {
                state.tokens += tokens;
                state.seats.insert(*seat, Standing::Answered);
            }
            Event::Retrying { seat, .. } => {
                state.seats.insert(*seat, Standing::Waiting);
            }
            Event::Warned(Warning::SeatLost { seat, .. }) => {
                state.seats.insert(*seat, Standing::Lost);
            }
            Event::Warned(Warning::OverAllotment { .. }) => {}
            Event::Recorded(record) => state.findings = record.findings.len(),
            Event::Closed(_) => return,
        }
        self.draw(&mut state);
        drop(state);
        if let Event::Warned(warning) = event {
            self.finish();
            self.printer.note(&words(warning));
        }
    }
}

impl State {
    fn line(&self) -> String {
        let seat = |(seat, standing): (&SeatId, &Standing)| {
            let mark = match standing {
                Standing::Asked => "…",
                Standing::Answered => "done",
                Standing::Waiting => "waits",
                Standing::Lost => "lost",
            };
            format!("{seat} {mark}")
        };
        let seats: Vec<String> = self.seats.iter().map(seat).collect();
        let rounds = Round::ALL.len();
        let seconds = self.elapsed.as_secs();
        format!(
            "cycle {} of {rounds}: {}; findings: {}, tokens: {}, time: {}:{:02}",
            self.round,
            seats.join(", "),
            self.findings,
            self.tokens,
            seconds / 60,
            seconds % 60
        )
    }
}

/// Returns an event as one JSON object.
fn told(event: &Event<'_>) -> Value {
    match event {
        Event::Asked { seat, round, is_repair } => json!({
            "type": "asked", "seat": seat.to_string(), "cycle": round.number(), "repair": is_repair,
        }),
        Event::Answered { seat, tokens } => {
            json!({"type": "answered", "seat": seat.to_string(), "tokens": tokens})
        }
        Event::Retrying { seat, reason, wait } => json!({
            "type": "retrying", "seat": seat.to_string(), "reason": reason,
            "wait_seconds": wait.as_secs_f64(),
        }),
        Event::Warned(warning) => json!({"type": "warned", "message": words(warning)}),
        Event::Recorded(record) => json!({
            "type": "recorded", "cycles_completed": record.completed(),
            "findings": record.findings.len(), "tokens": record.tokens,
        }),
        Event::Closed(ending) => json!({
            "type": "closed",
            "terminal_state": council::formats::words::EndingWord::from(*ending).word(),
        }),
    }
}

fn words(warning: &Warning) -> String {
    match warning {
        Warning::OverAllotment { round, spent, allotted } => format!(
            "cycle {} used {spent} tokens, more than its share of {allotted}",
            round.number()
        ),
        Warning::SeatLost { seat, reason } => format!("{seat} is lost: {reason}"),
    }
}
