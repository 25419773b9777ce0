//! The log: what happens between this program and the providers of models, for whoever wonders why a call failed.
//!
//! What is asked and what is answered stands in the journal of a session; the log has the way there and back. It goes to a
//! file, never among what a command says.

use std::{
    fmt,
    io::Write,
    path::Path,
    sync::{Mutex, PoisonError},
};

use council::{engine::Clock as _, formats::report::clean};
use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::{clock::SystemClock, env, error::CommandError};

/// Begins to add to the log.
pub(crate) fn begin(path: &Path) -> Result<(), CommandError> {
    let file = env::log_file(path).map_err(|error| {
        let refused = format!("the log file `{}` cannot be written: {error}", path.display());
        CommandError::usage(refused).hint("`COUNCIL_LOG` names it: name another one, or unset it")
    })?;
    let logger = Logger { clock: SystemClock::start(), file: Mutex::new(file) };
    // There is one log a process, and it is begun once.
    if log::set_boxed_logger(Box::new(logger)).is_ok() {
        log::set_max_level(LevelFilter::Trace);
    }
    Ok(())
}

struct Logger<F> {
    clock: SystemClock,
    file: Mutex<F>,
}

impl<F: Write + Send> Log for Logger<F> {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let elapsed = self.clock.elapsed().as_millis();
        let line = shown(elapsed, record.level(), record.target(), record.args());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A log that cannot be written is no reason to stop the work.
        let _ = file.write_all(line.as_bytes());
    }

    fn flush(&self) {}
}

/// Puts a record on one line. Servers have a say in it, so nothing in it acts on a terminal.
fn shown(milliseconds: u128, level: Level, target: &str, said: &fmt::Arguments<'_>) -> String {
    format!("{milliseconds:>6} ms {level:<5} {target}: {}\n", clean::line(&said.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line_that_acts_on_nothing() {
        let line = shown(7, Level::Debug, "a", &format_args!("one\ntwo \u{1b}[2J"));
        assert_eq!(line, "     7 ms DEBUG a: one\\ntwo \\u{1b}[2J\n");
    }
}
