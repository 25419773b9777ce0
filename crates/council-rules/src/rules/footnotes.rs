//! Footnotes: `[^7]` without a line that begins with `[^7]:`.

use std::collections::BTreeSet;

use council_core::packet::Span;
use memchr::memmem;

use super::dangling_reference::RULE;
use crate::{Finding, Model, model::Text};

/// Reports marks of footnotes that have no text.
pub(super) fn dangling(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let whole = text.document.text();
        let marks: Vec<usize> = memmem::find_iter(whole.as_bytes(), "[^").collect();
        if marks.is_empty() {
            continue;
        }
        let defined: BTreeSet<&str> = marks
            .iter()
            .filter_map(|at| {
                let (name, after) = mark(whole, *at)?;
                (after.starts_with(':') && opens_line(whole, *at)).then_some(name)
            })
            .collect();
        let mut seen = BTreeSet::new();
        for at in marks {
            let Some((name, _)) = mark(whole, at) else {
                continue;
            };
            let is_mark = !defined.is_empty() || is_note(whole, at, name);
            let span = Span::new(at, at + name.len() + 3);
            if seen.len() < MOST
                && is_mark
                && !defined.contains(name)
                && seen.insert(name)
                && is_prose(text, span)
            {
                let message = format!("there is no footnote `{name}`");
                let advice = "write the footnote, or take its mark out";
                findings.push(Finding::at(&RULE, text, span, span, message, advice));
            }
        }
    }
}

/// Tells whether a mark is a footnote's where the document has none. `[^a]` also means `anything but a`; a number does not,
/// and neither does a name with a number right behind a word.
fn is_note(whole: &str, at: usize, name: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let before = at.checked_sub(1).and_then(|at| whole.as_bytes().get(at));
    let is_behind =
        before.is_some_and(|byte| byte.is_ascii_alphanumeric() || b".,)".contains(byte));
    let opens = |c: char| c.is_ascii_alphabetic();
    name.bytes().all(is_digit)
        || is_behind && name.starts_with(opens) && name.len() > 2 && name.bytes().any(is_digit)
}

/// The most footnotes that are looked into.
const MOST: usize = 100;

/// The longest name of a footnote.
const LONGEST: usize = 40;

/// Reads the name of the footnote whose mark begins at an offset, and what follows the mark.
fn mark(whole: &str, at: usize) -> Option<(&str, &str)> {
    let rest = whole.get(at + 2..)?;
    let near = rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or(rest);
    let name = near.get(..near.find(']')?)?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let after = rest.get(name.len() + 1..)?;
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, after))
}

fn opens_line(whole: &str, at: usize) -> bool {
    let before = whole.get(..at).unwrap_or_default();
    before.trim_end_matches([' ', '>']).is_empty()
        || before.trim_end_matches([' ', '>']).ends_with('\n')
}

/// Tells whether a mark stands in a passage, and not in inline code of it.
fn is_prose(text: &Text<'_>, mark: Span) -> bool {
    let after = text.passages.partition_point(|passage| passage.span.start <= mark.start);
    let passage = after.checked_sub(1).and_then(|at| text.passages.get(at));
    passage.filter(|passage| passage.span.contains(mark)).is_some_and(|passage| {
        let before = Span::new(passage.span.start, mark.start).of(text.document.text());
        before.bytes().filter(|byte| *byte == b'`').count() % 2 == 0
    })
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn quotes(text: &str) -> Vec<String> {
        let packet = markdown_prd("prd.md", text).value;
        let found = check_with(&packet, |rule| rule.id == "dangling-reference");
        found.iter().map(|finding| finding.quote().to_owned()).collect()
    }

    #[test]
    fn a_footnote_without_text_is_reported_once() {
        let text = "# A\n\nIt shall stop[^31], again[^31] and once[^2].\n\n[^2]: Once only.\n";
        assert_eq!(quotes(text), ["[^31]"]);
    }

    #[test]
    fn a_footnote_with_a_name_stands_behind_a_word() {
        assert_eq!(quotes("# A\n\nIt shall stop[^note31].\n"), ["[^note31]"]);
        assert!(quotes("# A\n\nNames match [^a-z0]+ only.\n").is_empty());
    }

    #[test]
    fn patterns_and_code_are_no_footnotes() {
        for text in [
            "# A\n\nNames match [^abc]+ only.\n",
            "# A\n\nNames match `[^12]` only.\n",
            "# A\n\n```\n[^3]\n```\n",
        ] {
            assert!(quotes(text).is_empty(), "{text}");
        }
    }
}
