//! The terminal: taken over, and given back as it was however the screen ends.

use std::{
    io::{self, stdout},
    panic,
    time::Duration,
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::{Hide, Show},
        event::{self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyEventKind},
        execute,
        terminal::{
            Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
            enable_raw_mode,
        },
    },
};

use crate::{App, ScreenFlow};

/// How long to wait for a key before looking at the repository again.
const TICK: Duration = Duration::from_secs(1);

/// How long to wait for a key before asking whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// How the screen was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// By whoever looked at it.
    Quit,
    /// By somebody who stopped the program.
    Interrupted,
}

/// Shows the screen until it is left or something else says to stop.
pub fn run(mut app: App, is_stopped: impl Fn() -> bool) -> io::Result<Left> {
    let _held = RawTerminal::take()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let mut idle = Duration::ZERO;
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        loop {
            if is_stopped() {
                return Ok(Left::Interrupted);
            }
            if event::poll(GLANCE)? {
                idle = Duration::ZERO;
                break;
            }
            idle += GLANCE;
            if idle >= TICK {
                break;
            }
        }
        if idle >= TICK {
            idle = Duration::ZERO;
            app.tick();
            continue;
        }
        match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match app.press(key) {
                ScreenFlow::On => {}
                ScreenFlow::Left => return Ok(Left::Quit),
                ScreenFlow::Interrupted => return Ok(Left::Interrupted),
            },
            Event::Paste(text) => app.paste(&text),
            Event::Key(_)
            | Event::Mouse(_)
            | Event::Resize(..)
            | Event::FocusGained
            | Event::FocusLost => {}
        }
    }
}

/// A terminal that is taken over. It is given back when this is dropped, and before a panic says what went wrong, so that
/// the message is to be read.
struct RawTerminal;

impl RawTerminal {
    fn take() -> io::Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        enable_raw_mode()?;
        // From here on dropping gives it back, also where the next step fails.
        let held = Self;
        let (screen, paste) = (EnterAlternateScreen, EnableBracketedPaste);
        execute!(stdout(), screen, Clear(ClearType::All), Hide, paste)?;
        Ok(held)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, also where it was given back already. If that fails there is nothing more that could be done.
pub fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
}
