//! Makes text from documents and models harmless before anything prints it.
//!
//! Such text can hold terminal commands, characters that reorder or hide what follows, and line breaks that forge a
//! line of ours. Nothing is dropped: what cannot be shown is escaped visibly, so that an attempt is seen.

use std::borrow::Cow;

/// Returns the text on one line: line breaks and tabs are escaped like everything else that cannot be shown.
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, is_hidden)
}

/// Returns the text with its line breaks and tabs, and everything else that cannot be shown escaped.
pub fn block(text: &str) -> Cow<'_, str> {
    escape(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

/// Tells whether a character acts on a terminal, reorders text or shows nothing.
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
            | '\u{e0000}'..='\u{e0fff}'
        )
}

fn escape(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hidden) {
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
