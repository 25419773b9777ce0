//! How a session goes, while it goes: one line on a terminal, one JSON object a line for machines.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use council::{
    core::{
        council::{Ending, Record, Round, Session, Warning},
        forum::{self, Step},
        panel::{self, Wave},
    },
    engine::{Event, Flow, Watch},
    formats::report::event::{self, Recorded},
    forum::Sitting,
    panel::Meeting,
};

use crate::{
    args::Format,
    printer::Printer,
    settings::{Caller, Progress, Settings},
};

/// Somebody who watches a session for the user.
#[derive(Debug)]
pub(crate) struct Live {
    printer: Printer,
    caller: Option<Caller>,
    streams: bool,
    draws: bool,
    state: Mutex<State>,
}

/// What is known of the session.
#[derive(Debug, Default)]
struct State {
    round: String,
    seats: BTreeMap<String, Standing>,
    counted: &'static str,
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
            caller: settings.caller().cloned(),
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

    /// Tells whoever gave the command through a server how it goes.
    fn tell(&self, state: &State) {
        let told = self.caller.as_ref().and_then(|caller| caller.told.as_ref());
        if let Some(told) = told.filter(|_| !state.round.is_empty()) {
            told(state.line());
        }
    }

    fn draw(&self, state: &mut State) {
        if self.draws && !state.round.is_empty() {
            state.is_drawn = true;
            self.printer.status(&state.line());
        }
    }
}

/// What is told about a flow, in its own words.
trait Spoken: Flow {
    /// What is counted while it goes on.
    const COUNTED: &'static str;

    /// Says which round of how many it is.
    fn round(round: Self::Round) -> (u8, String);

    /// Returns the seat that a warning says is lost, if it does.
    fn lost(warning: &Self::Warning) -> Option<String>;

    /// Says a warning.
    fn warning(warning: &Self::Warning) -> String;

    /// Returns how many findings a record has, and what is said of it in JSON.
    fn recorded(record: &Self::Record) -> (usize, Recorded);

    /// Says how it ended.
    fn ended(ending: Self::Ending) -> String;
}

impl<F: Spoken> Watch<F> for Live {
    fn saw(&self, event: &Event<'_, F>) {
        if self.streams {
            Printer::event(&told(event));
        }
        let mut state = self.state();
        match event {
            Event::Asked { seat, round, .. } => {
                state.round = <F as Spoken>::round(*round).1;
                state.seats.insert(seat.to_string(), Standing::Asked);
            }
            Event::Answered { seat, tokens, .. } => {
                state.tokens += tokens;
                state.seats.insert(seat.to_string(), Standing::Answered);
            }
            Event::Retrying { seat, .. } => {
                state.seats.insert(seat.to_string(), Standing::Waiting);
            }
            Event::Warned(warning) => {
                state.seats.extend(F::lost(warning).map(|seat| (seat, Standing::Lost)));
            }
            Event::Recorded(record) => {
                state.counted = F::COUNTED;
                state.findings = F::recorded(record).0;
            }
            Event::Closed(_) => return,
        }
        self.draw(&mut state);
        self.tell(&state);
        drop(state);
        if let Event::Warned(warning) = event {
            self.finish();
            self.printer.note(&F::warning(warning));
        }
    }
}

impl State {
    fn line(&self) -> String {
        let seat = |(seat, standing): (&String, &Standing)| {
            let mark = match standing {
                Standing::Asked => "…",
                Standing::Answered => "done",
                Standing::Waiting => "waits",
                Standing::Lost => "lost",
            };
            format!("{seat} {mark}")
        };
        let seats: Vec<String> = self.seats.iter().map(seat).collect();
        let seconds = self.elapsed.as_secs();
        format!(
            "{}: {}; {}: {}, tokens: {}, time: {}:{:02}",
            self.round,
            seats.join(", "),
            self.counted,
            self.findings,
            self.tokens,
            seconds / 60,
            seconds % 60
        )
    }
}

/// Returns an event as machines are told of it.
fn told<F: Spoken>(event: &Event<'_, F>) -> event::Event {
    match event {
        Event::Asked { seat, round, is_repair } => event::Event::Asked {
            seat: seat.to_string(),
            cycle: <F as Spoken>::round(*round).0,
            repair: *is_repair,
        },
        Event::Answered { seat, tokens } => {
            event::Event::Answered { seat: seat.to_string(), tokens: *tokens }
        }
        Event::Retrying { seat, reason, wait } => event::Event::Retrying {
            seat: seat.to_string(),
            reason: reason.to_string(),
            wait_seconds: wait.as_secs_f64(),
        },
        Event::Warned(warning) => event::Event::Warned { message: F::warning(warning) },
        Event::Recorded(record) => event::Event::Recorded(F::recorded(record).1),
        Event::Closed(ending) => event::Event::Closed { terminal_state: F::ended(*ending) },
    }
}

impl Spoken for Session {
    const COUNTED: &'static str = "findings";

    fn round(round: Round) -> (u8, String) {
        (round.number(), format!("cycle {} of {}", round.number(), Round::ALL.len()))
    }

    fn lost(warning: &Warning) -> Option<String> {
        match warning {
            Warning::SeatLost { seat, .. } => Some(seat.to_string()),
            Warning::OverAllotment { .. } => None,
        }
    }

    fn warning(warning: &Warning) -> String {
        match warning {
            Warning::OverAllotment { round, spent, allotted } => format!(
                "cycle {} used {spent} tokens, more than its share of {allotted}",
                round.number()
            ),
            Warning::SeatLost { seat, reason } => format!("{seat} is lost: {reason}"),
        }
    }

    fn recorded(record: &Record) -> (usize, Recorded) {
        let findings = record.findings.len();
        let told = Recorded {
            cycles_completed: Some(record.completed()),
            findings: Some(findings),
            tokens: record.tokens,
            ..Recorded::default()
        };
        (findings, told)
    }

    fn ended(ending: Ending) -> String {
        council::formats::words::EndingWord::from(ending).word().to_owned()
    }
}

impl Spoken for Meeting {
    const COUNTED: &'static str = "findings";

    fn round(round: Wave) -> (u8, String) {
        (round.number(), format!("wave {} of {}", round.number(), Wave::ALL.len()))
    }

    fn lost(warning: &panel::Warning) -> Option<String> {
        let panel::Warning::SeatLost { seat, .. } = warning;
        Some(seat.to_string())
    }

    fn warning(warning: &panel::Warning) -> String {
        let panel::Warning::SeatLost { seat, reason } = warning;
        format!("{seat} is lost: {reason}")
    }

    fn recorded(record: &panel::SessionRecord) -> (usize, Recorded) {
        let findings = record.review.as_ref().map_or(0, |review| review.issues.len());
        let answered = record.answered.iter().map(|seat| seat.as_str().to_owned());
        let told = Recorded {
            answered: Some(answered.collect()),
            findings: Some(findings),
            tokens: record.tokens,
            ..Recorded::default()
        };
        (findings, told)
    }

    fn ended(ending: panel::Ending) -> String {
        match ending {
            panel::Ending::Held => "HELD".to_owned(),
            panel::Ending::Aborted(_) => "ABORTED".to_owned(),
        }
    }
}

impl Spoken for Sitting {
    const COUNTED: &'static str = "challenges";

    fn round(round: Step) -> (u8, String) {
        let place = Step::ALL.iter().position(|step| *step == round);
        (place.and_then(|at| u8::try_from(at).ok()).unwrap_or_default(), round.word().to_owned())
    }

    fn lost(warning: &forum::Warning) -> Option<String> {
        let forum::Warning::SeatLost { seat, .. } = warning;
        Some(seat.to_string())
    }

    fn warning(warning: &forum::Warning) -> String {
        let forum::Warning::SeatLost { seat, reason } = warning;
        format!("{seat} is lost: {reason}")
    }

    fn recorded(record: &forum::SessionRecord) -> (usize, Recorded) {
        let said = record.round.said();
        let told = Recorded {
            answers: Some(said.len()),
            said: said.last().map(forum::Input::json),
            tokens: record.tokens,
            ..Recorded::default()
        };
        (record.round.raised(), told)
    }

    fn ended(ending: forum::Ending) -> String {
        match ending {
            forum::Ending::Held => "HELD".to_owned(),
            forum::Ending::Aborted(_) => "ABORTED".to_owned(),
        }
    }
}
