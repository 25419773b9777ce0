//! Text on one line, whatever is in it, and back.

use std::fmt::Write as _;

use crate::report::clean;

/// Writes text so that it stays on its line and inside its field: everything that cannot be seen, every mark the field
/// ends with, a bracket at its beginning and the space around it are escaped.
pub(super) fn escape(text: &str, marks: &[char]) -> String {
    let inner = text.trim_matches(' ');
    let leading = text.len() - text.trim_start_matches(' ').len();
    let trailing = text.len() - leading - inner.len();
    let mut out = "\\u{20}".repeat(leading);
    for (at, c) in inner.chars().enumerate() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '[' if at == 0 && leading == 0 => out.push_str("\\["),
            c if marks.contains(&c) => {
                out.push('\\');
                out.push(c);
            }
            c if clean::is_hidden(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push_str(&"\\u{20}".repeat(trailing));
    out
}

/// Reads what [`escape`] wrote; an escape that it does not write is nothing.
pub(super) fn unescape(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next()? {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'u' => {
                let rest = chars.as_str().strip_prefix('{')?;
                let (digits, after) = rest.split_once('}')?;
                out.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                chars = after.chars();
            }
            mark if mark.is_ascii_punctuation() => out.push(mark),
            _ => return None,
        }
    }
    Some(out)
}

/// Splits text at the first mark that is not escaped: what is before it and what is after it, both still escaped.
pub(super) fn split<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        let (before, rest) = text.split_at_checked(at)?;
        if !escaped && let Some(after) = rest.strip_prefix(mark) {
            return Some((before, after));
        }
        escaped = c == '\\' && !escaped;
    }
    None
}
