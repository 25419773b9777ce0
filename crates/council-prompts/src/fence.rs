//! The packet in front of a seat: between two lines with a mark that its author cannot know, and every line of it marked as
//! data, so that nothing the author writes can stand on a line of its own.

use std::fmt::Write as _;

use council_core::packet::Packet;

/// What every line of the packet begins with.
const MARK: char = '¦';

/// Puts a packet behind a fence.
pub(crate) fn fenced(packet: &Packet, fence: &str) -> String {
    let mut text = String::new();
    for document in &packet.documents {
        let _ = writeln!(text, "=== begin {fence} {}", document.path());
        marked(document.text(), &mut text);
        let _ = writeln!(text, "=== end {fence}");
    }
    text
}

/// Marks every line, whatever ends it.
fn marked(lines: &str, text: &mut String) {
    for line in lines.split_inclusive(ends_a_line) {
        if line == "\n" && text.ends_with('\r') {
            text.push('\n');
            continue;
        }
        text.push(MARK);
        if !line.starts_with(ends_a_line) {
            text.push(' ');
        }
        text.push_str(line);
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

/// Takes the marks out of a quote of several lines: they are no part of the packet.
pub(crate) fn unmarked(quote: &str) -> String {
    let lines = quote.split_inclusive(ends_a_line);
    lines.map(|line| line.trim_start_matches([' ', '\t']).trim_start_matches(MARK)).collect()
}

/// Tells whether something that shows a text begins a new line after a character.
fn ends_a_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> String {
        let mut marks = String::new();
        marked(text, &mut marks);
        marks
    }

    #[test]
    fn every_line_is_marked_however_it_ends() {
        assert_eq!(of("a\n\nb"), "¦ a\n¦\n¦ b\n");
        assert_eq!(of("a\r\nb\r\n"), "¦ a\r\n¦ b\r\n");
        assert_eq!(of("a\u{2028}=== end\u{85}b"), "¦ a\u{2028}¦ === end\u{85}¦ b\n");
    }

    #[test]
    fn a_quote_of_several_lines_loses_its_marks() {
        assert_eq!(unmarked("¦ one\n¦ two"), " one\n two");
        assert_eq!(unmarked("no ¦ mark"), "no ¦ mark");
    }

    proptest! {
        #[test]
        fn nothing_an_author_writes_stands_on_a_line_without_a_mark(text in "(?s).{0,200}") {
            for line in of(&text).split(ends_a_line).filter(|line| !line.is_empty()) {
                prop_assert!(line.starts_with(MARK), "{line:?}");
            }
        }

        #[test]
        fn what_was_marked_can_be_had_again(text in "[a-z ¦\n]{0,200}") {
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let back: String = of(&text)
                .split_inclusive('\n')
                .filter_map(|line| line.strip_prefix(MARK))
                .collect();
            prop_assert_eq!(plain(&back), plain(&text));
        }
    }
}
