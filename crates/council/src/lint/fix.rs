//! Applies the edits that repair findings and change nothing else.

use council_formats::input;
use council_rules::{Edit, Finding};
use similar::TextDiff;

/// An edit that is applied to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The rule whose finding it repairs.
    pub rule: &'static str,
    /// The line it begins on.
    pub line: u32,
    /// The column it begins at.
    pub column: u32,
    /// What is replaced.
    pub before: String,
    /// What it is replaced with.
    pub after: String,
}

/// Returns every edit that does not overlap an earlier one, in the order of the text.
pub fn fixes(text: &str, findings: &[Finding]) -> Vec<Fix> {
    let fix = |(finding, edit): (&Finding, &Edit)| Fix {
        rule: finding.rule.id,
        line: finding.start.line,
        column: finding.start.column,
        before: edit.span.of(text).to_owned(),
        after: edit.text.clone(),
    };
    applied(text, findings).into_iter().map(fix).collect()
}

/// Returns the edits that can be applied together, in the order of the text.
pub fn edits<'f>(text: &str, findings: &'f [Finding]) -> impl Iterator<Item = &'f Edit> {
    applied(text, findings).into_iter().map(|(_, edit)| edit)
}

/// Returns what the edits change in a file, as a unified diff; nothing where there are none.
pub fn diff(path: &str, text: &str, findings: &[Finding]) -> String {
    let mut fixed = String::with_capacity(text.len());
    let mut at = 0;
    for (_, edit) in applied(text, findings) {
        fixed.push_str(text.get(at..edit.span.start).unwrap_or_default());
        fixed.push_str(&edit.text);
        at = edit.span.end;
    }
    fixed.push_str(text.get(at..).unwrap_or_default());
    let diff = TextDiff::from_lines(text, &fixed);
    let (old, new) = (format!("a/{path}"), format!("b/{path}"));
    diff.unified_diff().context_radius(3).header(&old, &new).to_string()
}

/// What a file begins with where its author's editor marks its encoding.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns a file with every edit applied that does not overlap an earlier one, and how many those are. Whatever no edit
/// touches stays as it is, line ends and a byte order mark too. `None` if the bytes are not those of the text that was
/// linted.
pub fn fixed(bytes: &[u8], text: &str, findings: &[Finding]) -> Option<(Vec<u8>, usize)> {
    if input::text("", bytes).ok()? != text {
        return None;
    }
    let file = str::from_utf8(bytes).ok()?;
    let line_end = file.find(['\r', '\n']).map_or("\n", |at| unit(file.get(at..).unwrap_or("")));
    let edits = applied(text, findings);
    let (mark, mut rest) = match file.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (BYTE_ORDER_MARK, rest),
        None => ("", file),
    };
    let mut out = String::with_capacity(file.len());
    out.push_str(mark);
    let (mut at, mut done) = (0, 0);
    let mut next = edits.iter().peekable();
    loop {
        while let Some((_, edit)) = next.next_if(|(_, edit)| edit.span.start <= at) {
            out.push_str(&edit.text.replace('\n', line_end));
            done = edit.span.end;
        }
        let unit = unit(rest);
        if unit.is_empty() {
            return Some((out.into_bytes(), edits.len()));
        }
        if at >= done {
            out.push_str(unit);
        }
        // A line end is one byte of the text, however many it has in the file.
        at += if unit.starts_with('\r') { 1 } else { unit.len() };
        rest = rest.get(unit.len()..).unwrap_or_default();
    }
}

/// Returns the edits of findings that can be applied together, in the order of the text.
fn applied<'f>(text: &str, findings: &'f [Finding]) -> Vec<(&'f Finding, &'f Edit)> {
    let with_edit = |finding: &'f Finding| finding.fix.as_deref().map(|edit| (finding, edit));
    let fits = |(_, edit): &(&Finding, &Edit)| text.get(edit.span.start..edit.span.end).is_some();
    let mut edits: Vec<(&Finding, &Edit)> =
        findings.iter().filter_map(with_edit).filter(fits).collect();
    edits.sort_by_key(|(_, edit)| (edit.span.start, edit.span.end));
    let mut end = 0;
    edits.retain(|(_, edit)| {
        let is_free = edit.span.start >= end;
        end = if is_free { edit.span.end } else { end };
        is_free
    });
    edits
}

/// Returns the first character of a file, or its first line end.
fn unit(file: &str) -> &str {
    if file.starts_with("\r\n") {
        return "\r\n";
    }
    let length = file.chars().next().map_or(0, char::len_utf8);
    file.get(..length).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{RuleSelection, lint_text};

    fn repaired(file: &str) -> (String, usize) {
        let text = input::text("a.md", file.as_bytes()).unwrap();
        let linted = lint_text("a.md", &text, &RuleSelection::default());
        let (bytes, count) = fixed(file.as_bytes(), &text, &linted.findings).unwrap();
        (String::from_utf8(bytes).unwrap(), count)
    }

    #[test]
    fn only_what_is_repaired_changes() {
        for end in ["\n", "\r\n", "\r"] {
            for mark in ["", BYTE_ORDER_MARK] {
                let lines = ["# Käse", "", "The the page shall load.", "Übrig\tx", ""];
                let file = format!("{mark}{}", lines.join(end));
                let expected = file.replace("The the page", "The page");
                assert_eq!(repaired(&file), (expected, 1), "{file:?}");
            }
        }
    }

    #[test]
    fn line_ends_that_differ_stay_different() {
        let (file, _) = repaired("# A\r\n\nThe the page shall load.\rEnd\r\n");
        assert_eq!(file, "# A\r\n\nThe page shall load.\rEnd\r\n");
    }

    #[test]
    fn a_file_that_is_not_what_was_linted_is_not_touched() {
        assert_eq!(fixed(b"other", "text", &[]), None);
        assert_eq!(fixed(b"\xff", "text", &[]), None);
        assert_eq!(fixed(b"text", "text", &[]), Some((b"text".to_vec(), 0)));
    }
}
