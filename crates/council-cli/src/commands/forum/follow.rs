//! Follows a round for somebody at a terminal: every answer is shown when it is durable.

use std::sync::atomic::{AtomicUsize, Ordering};

use council::{
    engine::{Event, Watch},
    forum::{Sitting, spoken},
};

use crate::{
    form,
    printer::Printer,
    progress::Live,
    settings::{ProgressDisplay, Settings},
};

/// Somebody who follows a round.
pub(super) struct Follow<'a> {
    live: &'a Live,
    printer: Printer,
    progress: ProgressDisplay,
    told: AtomicUsize,
}

impl<'a> Follow<'a> {
    /// Returns a follower that draws with another one.
    pub(super) fn new(live: &'a Live, settings: &Settings) -> Self {
        let progress = settings.progress;
        Self { live, printer: Printer::new(settings), progress, told: AtomicUsize::new(0) }
    }
}

impl Watch<Sitting> for Follow<'_> {
    fn saw(&self, event: &Event<'_, Sitting>) {
        if let (Event::Recorded(record), ProgressDisplay::Drawn) = (event, self.progress) {
            let said = record.round.said();
            let told = self.told.swap(said.len(), Ordering::Relaxed);
            if said.len() > told {
                self.live.finish();
            }
            for input in said.iter().skip(told) {
                form::show(&self.printer, &spoken(&record.round, input));
            }
        }
        Watch::<Sitting>::saw(self.live, event);
    }
}
