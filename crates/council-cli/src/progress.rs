//! How a session goes, while it goes: one line on a terminal, one JSON object a line for machines.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use council::{
    core::{
        council::{CouncilRecord, CouncilSession, CouncilWarning, Ending, Round},
        forum::{self, RoundStep},
        panel::{self, Wave},
    },
    engine::{Event, Flow, Watch},
    formats::report::event::{self, RecordedProgress},
    forum::Sitting,
    panel::Meeting,
};

use crate::{
    args::Format,
    printer::Printer,
    settings::{Caller, ProgressDisplay, Settings},
};

/// Somebody who watches a session for the user.
#[derive(Debug)]
pub(crate) struct Live {
    printer: Printer,
    caller: Option<Caller>,
    streams: bool,
    draws: bool,
    state: Mutex<SessionProgress>,
}

/// What is known of the session.
#[derive(Debug, Default)]
struct SessionProgress {
    round: String,
    seats: BTreeMap<String, SeatActivity>,
    counted: &'static str,
    findings: usize,
    tokens: u64,
    elapsed: Duration,
    is_drawn: bool,
}

/// What a seat is doing.
#[derive(Debug, Clone, Copy)]
enum SeatActivity {
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
            draws: settings.progress == ProgressDisplay::Drawn,
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

    fn state(&self) -> MutexGuard<'_, SessionProgress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever gave the command through a server how it goes.
    fn tell(&self, state: &SessionProgress) {
        let told = self.caller.as_ref().and_then(|caller| caller.told.as_ref());
        if let Some(told) = told.filter(|_| !state.round.is_empty()) {
            told(state.line());
        }
    }

    fn draw(&self, state: &mut SessionProgress) {
        if self.draws && !state.round.is_empty() {
            state.is_drawn = true;
            self.printer.status(&state.line());
        }
    }
}

/// What is told about a flow, in its own words.
trait FlowWords: Flow {
    /// What is counted while it goes on.
    const COUNTED: &'static str;

    /// Says which round of how many it is.
    fn round(round: Self::Round) -> (u8, String);

    /// Returns the seat that a warning says is lost, if it does.
    fn lost(warning: &Self::Warning) -> Option<String>;

    /// Says a warning.
    fn warning(warning: &Self::Warning) -> String;

    /// Returns how many findings a record has, and what is said of it in JSON.
    fn recorded(record: &Self::Record) -> (usize, RecordedProgress);

    /// Says how it ended.
    fn ended(ending: Self::Ending) -> String;
}

impl<F: FlowWords> Watch<F> for Live {
    fn saw(&self, event: &Event<'_, F>) {
        if self.streams {
            Printer::event(&told(event));
        }
        let mut state = self.state();
        match event {
            Event::Asked { seat, round, .. } => {
                state.round = <F as FlowWords>::round(*round).1;
                state.seats.insert(seat.to_string(), SeatActivity::Asked);
            }
            Event::Answered { seat, tokens, .. } => {
                state.tokens += tokens;
                state.seats.insert(seat.to_string(), SeatActivity::Answered);
            }
            Event::Retrying { seat, .. } => {
                state.seats.insert(seat.to_string(), SeatActivity::Waiting);
            }
            Event::Warned(warning) => {
                state.seats.extend(F::lost(warning).map(|seat| (seat, SeatActivity::Lost)));
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

impl SessionProgress {
    fn line(&self) -> String {
        let seat = |(seat, standing): (&String, &SeatActivity)| {
            let mark = match standing {
                SeatActivity::Asked => "…",
                SeatActivity::Answered => "done",
                SeatActivity::Waiting => "waits",
                SeatActivity::Lost => "lost",
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
fn told<F: FlowWords>(event: &Event<'_, F>) -> event::SessionEvent {
    match event {
        Event::Asked { seat, round, is_repair } => event::SessionEvent::Asked {
            seat: seat.to_string(),
            cycle: <F as FlowWords>::round(*round).0,
            repair: *is_repair,
        },
        Event::Answered { seat, tokens } => {
            event::SessionEvent::Answered { seat: seat.to_string(), tokens: *tokens }
        }
        Event::Retrying { seat, reason, wait } => event::SessionEvent::Retrying {
            seat: seat.to_string(),
            reason: reason.to_string(),
            wait_seconds: wait.as_secs_f64(),
        },
        Event::Warned(warning) => event::SessionEvent::Warned { message: F::warning(warning) },
        Event::Recorded(record) => event::SessionEvent::Recorded(F::recorded(record).1),
        Event::Closed(ending) => event::SessionEvent::Closed { terminal_state: F::ended(*ending) },
    }
}

impl FlowWords for CouncilSession {
    const COUNTED: &'static str = "findings";

    fn round(round: Round) -> (u8, String) {
        (round.number(), format!("cycle {} of {}", round.number(), Round::ALL.len()))
    }

    fn lost(warning: &CouncilWarning) -> Option<String> {
        match warning {
            CouncilWarning::SeatLost { seat, .. } => Some(seat.to_string()),
            CouncilWarning::OverAllotment { .. } => None,
        }
    }

    fn warning(warning: &CouncilWarning) -> String {
        match warning {
            CouncilWarning::OverAllotment { round, spent, allotted } => format!(
                "cycle {} used {spent} tokens, more than its share of {allotted}",
                round.number()
            ),
            CouncilWarning::SeatLost { seat, reason } => format!("{seat} is lost: {reason}"),
        }
    }

    fn recorded(record: &CouncilRecord) -> (usize, RecordedProgress) {
        let findings = record.findings.len();
        let told = RecordedProgress {
            cycles_completed: Some(record.completed()),
            findings: Some(findings),
            tokens: record.tokens,
            ..RecordedProgress::default()
        };
        (findings, told)
    }

    fn ended(ending: Ending) -> String {
        council::formats::words::EndingWord::from(ending).word().to_owned()
    }
}

impl FlowWords for Meeting {
    const COUNTED: &'static str = "findings";

    fn round(round: Wave) -> (u8, String) {
        (round.number(), format!("wave {} of {}", round.number(), Wave::ALL.len()))
    }

    fn lost(warning: &panel::PanelWarning) -> Option<String> {
        let panel::PanelWarning::SeatLost { seat, .. } = warning;
        Some(seat.to_string())
    }

    fn warning(warning: &panel::PanelWarning) -> String {
        let panel::PanelWarning::SeatLost { seat, reason } = warning;
        format!("{seat} is lost: {reason}")
    }

    fn recorded(record: &panel::PanelRecord) -> (usize, RecordedProgress) {
        let findings = record.review.as_ref().map_or(0, |review| review.issues.len());
        let answered = record.answered.iter().map(|seat| seat.as_str().to_owned());
        let told = RecordedProgress {
            answered: Some(answered.collect()),
            findings: Some(findings),
            tokens: record.tokens,
            ..RecordedProgress::default()
        };
        (findings, told)
    }

    fn ended(ending: panel::PanelEnding) -> String {
        match ending {
            panel::PanelEnding::Held => "HELD".to_owned(),
            panel::PanelEnding::Aborted(_) => "ABORTED".to_owned(),
        }
    }
}

impl FlowWords for Sitting {
    const COUNTED: &'static str = "challenges";

    fn round(round: RoundStep) -> (u8, String) {
        let place = RoundStep::ALL.iter().position(|step| *step == round);
        (place.and_then(|at| u8::try_from(at).ok()).unwrap_or_default(), round.word().to_owned())
    }

    fn lost(warning: &forum::ForumWarning) -> Option<String> {
        let forum::ForumWarning::SeatLost { seat, .. } = warning;
        Some(seat.to_string())
    }

    fn warning(warning: &forum::ForumWarning) -> String {
        let forum::ForumWarning::SeatLost { seat, reason } = warning;
        format!("{seat} is lost: {reason}")
    }

    fn recorded(record: &forum::ForumRecord) -> (usize, RecordedProgress) {
        let said = record.round.said();
        let told = RecordedProgress {
            answers: Some(said.len()),
            said: said.last().map(forum::ForumInput::json),
            tokens: record.tokens,
            ..RecordedProgress::default()
        };
        (record.round.raised(), told)
    }

    fn ended(ending: forum::RoundEnding) -> String {
        match ending {
            forum::RoundEnding::Held => "HELD".to_owned(),
            forum::RoundEnding::Aborted(_) => "ABORTED".to_owned(),
        }
    }
}
