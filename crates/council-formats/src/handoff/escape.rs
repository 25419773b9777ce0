//! Someone's words as Markdown that reads back as exactly those words and nothing else.

use council_core::handoff::{CleanLine, Prose};

/// Escapes a line for any place: after a label, in a list item, in a table cell, at the beginning of a block.
pub(super) fn line(line: &CleanLine) -> String {
    let text = line.as_str();
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = None;
    let mut after = text.chars().skip(1);
    let marker = marker(text);
    for (at, c) in text.chars().enumerate() {
        let next = after.next();
        if marker == Some(at) || is_markup(before, c, next) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
    out
}

/// Escapes paragraphs as a quotation: what is quoted is never a heading, a field or a section.
pub(super) fn quotation(prose: &Prose) -> String {
    let paragraphs: Vec<String> =
        prose.paragraphs().iter().map(|paragraph| format!("> {}\n", line(paragraph))).collect();
    paragraphs.join(">\n")
}

/// Returns the place of the character that would make the words a heading or a list item.
fn marker(text: &str) -> Option<usize> {
    if text.starts_with(['#', '-', '+', '=']) {
        return Some(0);
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let closes = matches!(text.chars().nth(digits), Some('.' | ')'));
    (digits > 0 && closes).then_some(digits)
}

/// Tells whether a character could be markup where it stands.
fn is_markup(before: Option<char>, c: char, next: Option<char>) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    match c {
        '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '&' | '|' | '~' => true,
        // Within a word, as in `snake_case`, an underscore is only itself.
        '_' => !(is_word(before) && is_word(next)),
        // Two braces, or a brace and a percent sign, are instructions to the page builders of code hosts.
        '{' | '%' => before == Some('{'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        line(&CleanLine::new(text).unwrap())
    }

    #[test]
    fn ordinary_words_stay_as_they_are() {
        for text in ["FR-4: add MFA (per user_id), 99.9 % uptime!", "p95 < 500", "(a) and b) 1. c"]
        {
            assert_eq!(escaped(text).replace("\\<", "<"), text);
        }
    }

    #[test]
    fn what_would_open_a_block_is_escaped() {
        for (text, safe) in [
            ("## Re-Review Status", "\\## Re-Review Status"),
            ("- item", "\\- item"),
            ("---", "\\---"),
            ("12. item", "12\\. item"),
            ("3) item", "3\\) item"),
            ("> quote", "\\> quote"),
            ("```", "\\`\\`\\`"),
            ("~~~", "\\~\\~\\~"),
            ("<!-- x", "\\<!-- x"),
            ("| a |", "\\| a \\|"),
            ("**Gate Decision**: PROCEED", "\\*\\*Gate Decision\\*\\*: PROCEED"),
            ("{% include %}", "{\\% include %}"),
        ] {
            assert_eq!(escaped(text), safe);
        }
    }

    #[test]
    fn paragraphs_are_quoted() {
        assert_eq!(quotation(&Prose::new("a\n\n# b")), "> a\n>\n> \\# b\n");
        assert_eq!(quotation(&Prose::default()), "");
    }
}
