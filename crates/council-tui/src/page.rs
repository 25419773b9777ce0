//! Lines that are longer than the screen.

use ratatui::{
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
    text::Line,
    widgets::Paragraph,
};

use ratatui::Frame;

/// How far somebody has scrolled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Scroll {
    top: usize,
    /// How many lines there were and how many fit, when it was last drawn.
    lines: usize,
    room: usize,
}

impl Scroll {
    /// Moves by a key; false where the key does not move.
    pub(crate) fn press(&mut self, key: KeyEvent) -> bool {
        let page = self.room.saturating_sub(1).max(1);
        let last = self.lines.saturating_sub(self.room);
        let top = match key.code {
            KeyCode::PageDown | KeyCode::Char(' ') => self.top + page,
            KeyCode::PageUp => self.top.saturating_sub(page),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        };
        self.top = top.min(last);
        true
    }

    /// Moves by lines.
    pub(crate) fn step(&mut self, down: bool) {
        let last = self.lines.saturating_sub(self.room);
        self.top = if down { (self.top + 1).min(last) } else { self.top.saturating_sub(1) };
    }

    /// Draws the lines that are in view, and says in the last column how much is above and below.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>) {
        self.lines = lines.len();
        self.room = area.height.into();
        self.top = self.top.min(self.lines.saturating_sub(self.room));
        let in_view: Vec<Line<'static>> =
            lines.into_iter().skip(self.top).take(self.room).collect();
        frame.render_widget(Paragraph::new(in_view), area);
    }

    /// Says where in the lines the view is, where they do not fit.
    pub(crate) fn place(&self) -> String {
        if self.lines <= self.room {
            return String::new();
        }
        let to = (self.top + self.room).min(self.lines);
        format!("lines {}–{to} of {}", self.top + 1, self.lines)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyModifiers;

    use super::*;

    #[test]
    fn scrolling_never_leaves_the_lines() {
        let mut scroll = Scroll { top: 0, lines: 30, room: 10 };
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        for _ in 0..9 {
            assert!(scroll.press(key(KeyCode::PageDown)));
        }
        assert_eq!(scroll.place(), "lines 21–30 of 30");
        scroll.press(key(KeyCode::Home));
        scroll.step(false);
        assert_eq!(scroll.place(), "lines 1–10 of 30");
        assert!(!scroll.press(key(KeyCode::Char('q'))));
    }
}
