//! Makes text from documents and models harmless before anything prints it.
//!
//! Such text can hold terminal commands, characters that reorder or hide what follows, line breaks that forge a line of
//! ours, and commands for the machine that collects the log. Nothing is dropped: what cannot be shown is escaped
//! visibly, as in `\u{1b}`, so that an attempt is seen.

use std::borrow::Cow;

/// Returns the text on one line: line breaks and tabs are escaped like everything else that cannot be shown.
pub fn line(text: &str) -> Cow<'_, str> {
    disarm(escape(text, is_hidden))
}

/// Returns the text with its line breaks and tabs, and everything else that cannot be shown escaped.
pub fn block(text: &str) -> Cow<'_, str> {
    disarm(escape(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t')))
}

/// Tells whether a character acts on a terminal, reorders text, shows nothing or is none.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Tells whether a text is printable ASCII throughout, as most texts are.
pub(super) fn is_printable(text: &str) -> bool {
    // Bytes are compared many at once where no answer is given between them.
    const STRETCH: usize = 32;
    let is_plain = |stretch: &[u8]| {
        !stretch.iter().fold(false, |odd, byte| odd | !(b' '..=b'~').contains(byte))
    };
    text.as_bytes().chunks(STRETCH).all(is_plain)
}

/// What starts an old workflow command anywhere in a line of a GitHub Actions log.
pub(super) const LOG_COMMAND: &str = "##[";

/// What starts a workflow command at the beginning of a line, after white space.
const LINE_COMMAND: &str = "::";

fn escape(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if is_printable(text) || !text.chars().any(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Breaks what a GitHub Actions runner would obey if it saw it in a log.
fn disarm(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_command = |line: &str| line.trim_start().starts_with(LINE_COMMAND);
    if !text.contains(LOG_COMMAND) && !text.split('\n').any(is_command) {
        return text;
    }
    let lines: Vec<_> = text
        .split('\n')
        .map(|line| {
            let line = line.replace(LOG_COMMAND, "##\\u{5b}");
            if is_command(&line) { line.replacen(':', "\\u{3a}", 1) } else { line }
        })
        .collect();
    Cow::Owned(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Strings that act on a terminal or a log, and what is shown in their place.
    const ATTEMPTS: [(&str, &str); 16] = [
        ("\u{1b}]2;title\u{7}", "\\u{1b}]2;title\\u{7}"),
        ("\u{1b}[3J\u{1b}[1;1H", "\\u{1b}[3J\\u{1b}[1;1H"),
        ("a\u{8}b", "a\\u{8}b"),
        ("blocked\rpass", "blocked\\rpass"),
        ("blocked\npass", "blocked\\npass"),
        ("a\tb", "a\\tb"),
        ("a\u{b}\u{c}b", "a\\u{b}\\u{c}b"),
        ("\u{9b}2J", "\\u{9b}2J"),
        ("\u{202e}ssap", "\\u{202e}ssap"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("pa\u{200b}ss\u{feff}", "pa\\u{200b}ss\\u{feff}"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ("\0\u{7f}", "\\u{0}\\u{7f}"),
        ("\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"),
        (" ::add-mask::a", " \\u{3a}:add-mask::a"),
        ("a ##[add-mask]b", "a ##\\u{5b}add-mask]b"),
    ];

    #[test]
    fn what_acts_is_shown_instead() {
        for (attempt, shown) in ATTEMPTS {
            assert_eq!(line(attempt), shown);
        }
    }

    #[test]
    fn a_block_keeps_its_lines_and_tabs_and_no_line_of_it_is_a_command() {
        assert_eq!(block("a\n\tb\r\n::debug::c\n"), "a\n\tb\\r\n\\u{3a}:debug::c\n");
    }

    #[test]
    fn ordinary_text_is_not_touched() {
        for text in ["plain", "naïve 日本語 ✔", "a::b and # [c]", "🏳\u{fe0f}"] {
            assert!(matches!(line(text), Cow::Borrowed(_)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_keeps_a_hidden_character_or_a_command(text in "\\PC*|[\\x00-\\x9f#\\[: ]*") {
            let shown = line(&text);
            prop_assert!(!shown.chars().any(is_hidden));
            prop_assert!(!shown.contains(LOG_COMMAND));
            prop_assert!(!shown.trim_start().starts_with(LINE_COMMAND));
            let shown = block(&text);
            prop_assert!(!shown.chars().any(|c| is_hidden(c) && c != '\n' && c != '\t'));
            prop_assert!(!shown.lines().any(|line| line.trim_start().starts_with(LINE_COMMAND)));
        }
    }
}
