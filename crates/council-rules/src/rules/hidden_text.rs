//! # hidden-text
//!
//! ## What it does
//! Finds characters that a person does not see and a model reads: tags, zero-width characters within words, changes
//! of direction, text made invisible by its style.
//!
//! ## Why it hurts
//! What only the machine reads was written for the machine alone.
//!
//! ## Example
//! Bad: `Note` followed by an order in invisible tag characters.
//!
//! Good: Plain text that everybody sees.
//!
//! ## When not to apply it
//! Where a script needs a joiner; these are not reported between letters of such a script. Flags made of tags are
//! not reported either.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};
use memchr::memmem;

use super::scan;
use crate::{Edit, Finding, Kind, Model, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "hidden-text",
    kind: Kind::InstructionInjection,
    subcategory: Subcategory::InstructionInjection,
    severity: Severity::Blocker,
    modes: &[
        (79, "what is hidden from people is aimed at machines"),
        (73, "a trace that was meant not to be seen"),
        (80, "two readers do not read the same text"),
    ],
    summary: "text that only a machine reads",
    source: include_str!("hidden_text.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let whole = text.document.text();
        for line in scan::foreign_lines(text) {
            if may_hide(text.slice(line).as_bytes()) {
                characters(text, line, findings);
            }
        }
        if memmem::find(whole.as_bytes(), b"style=").is_none() {
            continue;
        }
        for (equals, _) in whole.match_indices('=') {
            let Some(head) = whole.get(..equals).filter(|head| head.ends_with("style")) else {
                continue;
            };
            let at = head.len() - "style".len();
            let style = whole.get(at..(at + 120).min(whole.len())).unwrap_or_default();
            let style: String =
                style.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
            let hides = [
                "display:none",
                "visibility:hidden",
                "font-size:0",
                "opacity:0",
                "color:white",
                "color:#fff",
                "color:transparent",
            ];
            if hides.iter().any(|mark| style.contains(mark)) {
                report(text, line_at(text, at), "its style makes this text invisible", findings);
            }
        }
    }
}

/// Tells whether bytes hold the beginning of a character that nobody sees: zero-width, of direction, a mark of byte order,
/// a tag.
fn may_hide(line: &[u8]) -> bool {
    let begins = (0..).zip(line).filter(|(_, byte)| matches!(byte, 0xe2 | 0xef | 0xf3));
    begins.into_iter().any(|(at, _)| {
        matches!(
            line.get(at..),
            Some(
                [0xe2, 0x80, 0x8b..=0x8d | 0xaa..=0xae, ..]
                | [0xe2, 0x81, 0xa0 | 0xa6..=0xa9, ..]
                | [0xef, 0xbb, 0xbf, ..]
                | [0xf3, 0xa0, 0x80 | 0x81, ..],
            )
        )
    })
}

/// Reports a line that holds characters nobody sees.
fn characters(text: &Text<'_>, line: Span, findings: &mut Vec<Finding>) {
    let mut is_reported = false;
    let mut before = ' ';
    for (from, c) in text.slice(line).char_indices() {
        let at = line.start + from;
        let reason = match c {
            '\u{e0020}'..='\u{e007f}' if !is_flag(before) => {
                Some("it holds tag characters, which are not shown")
            }
            '\u{200b}' | '\u{2060}' | '\u{200c}' | '\u{200d}' | '\u{feff}'
                if before.is_ascii_alphanumeric() =>
            {
                Some("it holds zero-width characters within words")
            }
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                Some("it changes the direction in which it is shown")
            }
            _ => None,
        };
        if !matches!(c, '\u{e0020}'..='\u{e007f}') || !is_flag(before) {
            before = c;
        }
        let Some(reason) = reason else {
            continue;
        };
        if !is_reported {
            is_reported = true;
            report(text, line.trimmed(text.document.text()), reason, findings);
        }
        // What is not shown can be taken out without changing what is read; tags may spell something worth seeing first.
        if !matches!(c, '\u{e0020}'..='\u{e007f}')
            && let Some(finding) = findings.last_mut()
        {
            let span = Span::new(at, at + c.len_utf8());
            let _ = finding.fix.get_or_insert(Edit { span, text: String::new() });
        }
    }
}

fn is_flag(before: char) -> bool {
    before == '\u{1f3f4}'
}

fn line_at(text: &Text<'_>, at: usize) -> Span {
    let line = text.document.lines().line(at);
    text.document
        .lines()
        .span(text.document.text(), line)
        .unwrap_or_default()
        .trimmed(text.document.text())
}

fn report(text: &Text<'_>, span: Span, reason: &'static str, findings: &mut Vec<Finding>) {
    let advice = "write it so that everybody sees it, or take it out";
    findings.push(Finding::at(&RULE, text, span, span, reason, advice));
}
