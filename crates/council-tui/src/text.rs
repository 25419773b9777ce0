//! Reports as a terminal shows them, in the cells of a screen.
//!
//! A report is rendered by the same code that prints it. What it holds from outside is inert by then, and the only control
//! characters left are line ends and the styles of our own, which become styles of the screen.

use council::formats::report::{
    Report, Width, clean,
    human::{self, Detail},
};
use ratatui::{
    style::{Color, Modifier, Style},
    text::{Line, Span},
};

use crate::Paint;

/// Returns what reports say, in lines of at most so many columns.
pub(crate) fn reports(reports: &[Report], width: u16, paint: Paint) -> Vec<Line<'static>> {
    let mut text = Vec::new();
    // Memory takes whatever is written.
    for report in reports {
        let one = std::slice::from_ref(report);
        let _ = human::write(one, Detail::Full, Width::Columns(width.into()), &mut text);
        text.push(b'\n');
    }
    styled(&String::from_utf8(text).unwrap_or_default(), width, paint)
}

/// Returns plain lines from outside, in lines of at most so many columns.
pub(crate) fn plain(lines: &[String], width: u16) -> Vec<Line<'static>> {
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    let shown = lines.map(|line| clean::line(line).into_owned());
    shown.flat_map(|line| wrapped(vec![(Style::new(), line)], width)).collect()
}

/// Returns one line from outside, cut where it does not fit.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let shown = clean::line(text);
    if Span::raw(shown.as_ref()).width() <= width {
        return shown.into_owned();
    }
    let mut taken = String::new();
    for c in shown.chars() {
        if Span::raw(taken.as_str()).width() + wide(c) + 1 > width {
            break;
        }
        taken.push(c);
    }
    taken.push('…');
    taken
}

fn styled(text: &str, width: u16, paint: Paint) -> Vec<Line<'static>> {
    let mut style = Style::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut pieces: Vec<(Style, String)> = Vec::new();
        let mut parts = line.split('\u{1b}');
        pieces.extend(parts.next().map(|first| (style, first.to_owned())));
        for part in parts {
            let (codes, rest) = part.split_once('m').unwrap_or((part, ""));
            style = codes.trim_start_matches('[').split(';').fold(style, |style, code| {
                match (code.parse::<u8>().unwrap_or(0), paint) {
                    (0, _) => Style::new(),
                    (1, _) => style.add_modifier(Modifier::BOLD),
                    (code @ 30..=37, Paint::Colored) => style.fg(color(code - 30)),
                    _ => style,
                }
            });
            pieces.push((style, rest.to_owned()));
        }
        lines.extend(wrapped(pieces, width));
    }
    lines
}

fn color(code: u8) -> Color {
    match code {
        1 => Color::Red,
        2 => Color::Green,
        3 => Color::Yellow,
        4 => Color::Blue,
        5 => Color::Magenta,
        6 => Color::Cyan,
        _ => Color::Reset,
    }
}

/// Breaks a line that is too wide at its last blank, or where it has none at the last column.
fn wrapped(pieces: Vec<(Style, String)>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width).max(1);
    let cells: Vec<(Style, char)> = pieces
        .into_iter()
        .flat_map(|(style, text)| text.chars().map(move |c| (style, c)).collect::<Vec<_>>())
        .collect();
    let indent = cells.iter().take_while(|(_, c)| *c == ' ').count().min(width / 2);
    let mut lines = Vec::new();
    let mut rest = cells.as_slice();
    let mut margin = 0;
    loop {
        let room = width - margin;
        let fits = fitting(rest, room);
        let breaks = rest.get(..fits).unwrap_or(rest);
        let end = match breaks.iter().rposition(|(_, c)| *c == ' ') {
            Some(blank) if fits < rest.len() && blank > indent => blank,
            Some(_) | None => fits,
        };
        let (here, after) = rest.split_at(end.min(rest.len()));
        lines.push(line(margin, here));
        let skip = after.iter().take_while(|(_, c)| *c == ' ').count();
        rest = after.get(skip..).unwrap_or_default();
        margin = indent;
        if rest.is_empty() {
            return lines;
        }
    }
}

/// Returns how many characters fit, at least one.
fn fitting(cells: &[(Style, char)], room: usize) -> usize {
    let mut taken = 0;
    for (at, (_, c)) in cells.iter().enumerate() {
        taken += wide(*c);
        if taken > room {
            return at.max(1);
        }
    }
    cells.len()
}

fn line(margin: usize, cells: &[(Style, char)]) -> Line<'static> {
    let mut spans = vec![Span::raw(" ".repeat(margin))];
    for run in cells.chunk_by(|(one, _), (other, _)| one == other) {
        let style = run.first().map(|(style, _)| *style).unwrap_or_default();
        spans.push(Span::styled(run.iter().map(|(_, c)| *c).collect::<String>(), style));
    }
    Line::from(spans)
}

fn wide(c: char) -> usize {
    Span::raw(c.to_string()).width()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(lines: &[Line<'_>]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_line_that_is_too_wide_is_broken_at_a_blank_and_keeps_its_indent() {
        let lines = plain(&["  one two three four".to_owned()], 12);
        assert_eq!(words(&lines), ["  one two", "  three four"]);
    }

    #[test]
    fn a_word_that_is_too_wide_is_broken() {
        assert_eq!(words(&plain(&["abcdefgh".to_owned()], 3)), ["abc", "def", "gh"]);
        assert_eq!(words(&plain(&["日本語".to_owned()], 4)), ["日本", "語"]);
    }

    #[test]
    fn styles_become_styles_and_nothing_of_them_is_shown() {
        let text = "\u{1b}[1m\u{1b}[31mblocked:\u{1b}[0m two";
        let colored = styled(text, 40, Paint::Colored);
        assert_eq!(words(&colored), ["blocked: two"]);
        let first = colored[0].spans.iter().find(|span| !span.content.is_empty()).unwrap();
        assert_eq!(first.style, Style::new().fg(Color::Red).add_modifier(Modifier::BOLD));
        let plain = styled(text, 40, Paint::Plain);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        assert!(plain[0].spans.iter().all(|span| span.style == Style::new() || span.style == bold));
    }

    #[test]
    fn text_that_would_act_on_a_terminal_is_shown_instead() {
        let lines = words(&plain(&["a\u{1b}[2Jb\u{202e}c\td".to_owned()], 40));
        assert!(!lines.concat().contains(['\u{1b}', '\u{202e}', '\t']), "{lines:?}");
        assert!(!cut("a\u{1b}]0;x\u{7}", 40).contains(['\u{1b}', '\u{7}']));
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(cut("SPEC-PAY-001", 8), "SPEC-PA…");
        assert_eq!(cut("SPEC-PAY", 8), "SPEC-PAY");
    }
}
