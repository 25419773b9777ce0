//! The prose among the values of a YAML file: where its words stand, so that they are read like those of a page.
//!
//! Keys, ids, words of a closed list, commands and paths are no prose. A value is taken only where the text of the file
//! and the value agree word for word, so that what is found in it can be shown where it is.

use council_core::packet::{Passage, PassageKind, Span};

use crate::markdown::one_line;

/// Keys whose values, however long, are written for machines or are somebody else's words.
const NOT_PROSE: [&str; 26] = [
    "args",
    "cmd",
    "code",
    "command",
    "commands",
    "config",
    "cwd",
    "example",
    "examples",
    "file",
    "files",
    "format",
    "glob",
    "path",
    "paths",
    "pattern",
    "query",
    "regex",
    "schema",
    "script",
    "shell",
    "signature",
    "snippet",
    "template",
    "url",
    "urls",
];

/// The fewest words that are a sentence and not a name.
const FEWEST: usize = 4;

/// Tells whether the values below a key can be prose.
pub(super) fn can_hold(key: &str) -> bool {
    !NOT_PROSE.contains(&key.to_ascii_lowercase().as_str())
}

/// Tells whether a value is prose: some words, most of them plain.
pub(super) fn is_prose(value: &str) -> bool {
    let is_plain = |word: &&str| {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        !word.starts_with('-')
            && bare.starts_with(|c: char| c.is_lowercase())
            && bare.chars().all(is_of_word)
    };
    let words = value.split_whitespace().count();
    words >= FEWEST && value.split_whitespace().filter(is_plain).count() * 2 > words
}

fn is_of_word(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '/')
}

/// How a value is announced in the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueIntro<'a> {
    /// By its key and a colon.
    Key(&'a str),
    /// By the dash of a list.
    Dash,
}

/// Returns the passages of a value, given where in the text it stands and how it is announced there.
pub(super) fn passages(
    text: &str,
    place: Span,
    lead: ValueIntro<'_>,
    value: &str,
    kind: PassageKind,
) -> Vec<(PassageKind, Span)> {
    let Some(span) = written(text, place, lead, value) else {
        return Vec::new();
    };
    pieces(text, span).into_iter().map(|piece| (kind, piece)).collect()
}

/// Makes a passage of a piece.
pub(super) fn passage((kind, span): (PassageKind, Span), line: u32, depth: u32) -> Passage {
    Passage { kind, span, line, quotes: 0, depth }
}

/// Finds where a value is written, without quotation marks and indicators.
fn written(text: &str, place: Span, lead: ValueIntro<'_>, value: &str) -> Option<Span> {
    let source = place.of(text);
    let after = after_lead(source, lead)?;
    let start = place.start + source.len() - after.len();
    let inner = match after.chars().next()? {
        '|' | '>' => {
            let (_, body) = after.split_once('\n')?;
            Span::new(place.end - body.len(), place.end)
        }
        quote @ ('"' | '\'') => {
            let body = after.get(1..)?;
            Span::new(start + 1, start + 1 + body.rfind(quote)?)
        }
        _ => Span::new(start, place.end),
    };
    let wanted = one_line(value);
    let is_it = |span: &Span| one_line(span.of(text)) == wanted;
    let first = inner.of(text).lines().next().unwrap_or_default();
    let line = Span::new(inner.start, inner.start + first.len());
    let bare = first.split_once(" #").map_or(first.len(), |(before, _)| before.len());
    let bare = Span::new(inner.start, inner.start + bare);
    let uncommented = without_comments(text, inner);
    [inner, uncommented, line, bare].into_iter().map(|span| span.trimmed(text)).find(is_it)
}

/// Returns what follows a key and its colon, or the dash of a list.
fn after_lead<'t>(source: &'t str, lead: ValueIntro<'_>) -> Option<&'t str> {
    let mut rest = source.trim_start();
    while let Some(inner) = rest.strip_prefix("- ") {
        rest = inner.trim_start();
    }
    match lead {
        ValueIntro::Dash => Some(rest),
        ValueIntro::Key(key) => {
            let bare = rest.strip_prefix(['"', '\'']).unwrap_or(rest).strip_prefix(key)?;
            let after = bare.strip_prefix(['"', '\'']).unwrap_or(bare);
            Some(after.trim_start_matches(' ').strip_prefix(':')?.trim_start())
        }
    }
}

/// Returns a span without the comments and blank lines at its end.
fn without_comments(text: &str, span: Span) -> Span {
    let mut end = span.end;
    for line in span.of(text).split_inclusive('\n').rev() {
        let bare = line.trim();
        if !bare.is_empty() && !bare.starts_with('#') {
            break;
        }
        end -= line.len();
    }
    Span::new(span.start, end.max(span.start))
}

/// Parts a value where a paragraph ends or an item begins.
fn pieces(text: &str, span: Span) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut at = span.start;
    let mut is_open = false;
    for line in span.of(text).split_inclusive('\n') {
        let here = Span::new(at, at + line.len());
        at += line.len();
        let bare = line.trim_start();
        match found.last_mut() {
            _ if bare.is_empty() => is_open = false,
            Some(open) if is_open && !is_item(bare) => open.end = here.end,
            _ => {
                is_open = true;
                let marks = line.len() - bare.len() + marker(bare);
                found.push(Span::new(here.start + marks, here.end));
            }
        }
    }
    found.into_iter().map(|piece| piece.trimmed(text)).filter(|piece| !piece.is_empty()).collect()
}

fn is_item(line: &str) -> bool {
    marker(line) > 0
}

/// Returns how long the marker of a list item is that a line begins with.
fn marker(line: &str) -> usize {
    if line.starts_with("- ") || line.starts_with("* ") {
        return 2;
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    let is_numbered =
        (1..3).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") "));
    if is_numbered { digits + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(text: &'t str, lead: ValueIntro<'_>, value: &str) -> Vec<&'t str> {
        let whole = Span::new(0, text.len()).trimmed(text);
        let passages = passages(text, whole, lead, value, PassageKind::Value);
        passages.into_iter().map(|(_, span)| span.of(text)).collect()
    }

    #[test]
    fn a_value_is_found_however_it_is_written() {
        let words = "It must stop after a while.";
        for text in [
            "  text: It must stop after a while.",
            "- text: \"It must stop after a while.\"",
            "'text': 'It must stop after a while.'",
            "text: It must stop after a while. # why",
            "text: |\n  It must stop after a while.\n",
            "text: It must stop after a while.\n# about the next key",
        ] {
            assert_eq!(found(text, ValueIntro::Key("text"), words), [words], "{text}");
        }
        assert_eq!(found("- - It must stop", ValueIntro::Dash, "It must stop"), ["It must stop"]);
    }

    #[test]
    fn paragraphs_and_items_of_a_block_stand_apart() {
        let text = "text: |\n  One two\n  three.\n\n  Four:\n  - five\n    six\n  2. seven\n";
        let value = "One two\nthree.\n\nFour:\n- five\n  six\n2. seven\n";
        assert_eq!(
            found(text, ValueIntro::Key("text"), value),
            ["One two\n  three.", "Four:", "five\n    six", "seven"]
        );
    }

    #[test]
    fn what_is_written_otherwise_than_it_is_read_is_left_alone() {
        assert!(found("text: \"one\\ntwo\"", ValueIntro::Key("text"), "one\ntwo").is_empty());
        assert!(found("other: one two", ValueIntro::Key("text"), "one two").is_empty());
    }

    #[test]
    fn names_commands_and_words_of_a_list_are_no_prose() {
        for value in [
            "REQ-1",
            "NON_FUNCTIONAL",
            "Budget ceiling enforcement",
            "cargo test --package core --lib budget::tests",
            "a/b.md c/d.md e/f.md g.md",
        ] {
            assert!(!is_prose(value), "{value}");
        }
        assert!(is_prose("The budget MUST be tracked per run."));
        assert!(can_hold("statement") && !can_hold("command") && !can_hold("Path"));
    }
}
