//! References to sections by number: `see section 4.2`, `§ 4.2.1`.
//!
//! A number is looked for only in a packet that numbers its sections, and only where the sentence names nothing else whose
//! section it could be.

use std::collections::BTreeSet;

use council_core::packet::PassageKind;
use memchr::memmem;

use super::{dangling_reference::RULE, scan};
use crate::{
    Finding, Model,
    lexicon::{self, Classes},
    model::{Sentence, Shape, Text, Token, TokenKind},
    registry,
};

/// Reports references to numbered sections that no document of the packet has.
pub(super) fn dangling(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut numbers: Option<Numbers> = None;
    for text in &model.texts {
        for (found, at) in mentions(text) {
            let Some(token) = found.tokens.get(at) else {
                continue;
            };
            let number = text.word(token);
            let known = numbers.get_or_insert_with(|| Numbers::of(model));
            if !known.lacks(number) || is_of_another(&found, at) {
                continue;
            }
            let span = found.span(at - 1, 2);
            let message = format!("there is no section {number}");
            let advice = "name the section that is meant, or the document that has it";
            findings.push(Finding::at(&RULE, text, span, found.sentence.span, message, advice));
        }
    }
}

/// Words before the number of a section.
pub(crate) const SECTION: [u64; 3] =
    [lexicon::id("section"), lexicon::id("sections"), lexicon::id("subsection")];

/// Finds the numbers that are said to be of a section, with their sentence.
fn mentions<'m, 'a>(text: &'m Text<'a>) -> impl Iterator<Item = (scan::Found<'m, 'a>, usize)> {
    let own = registry::trigger(&RULE);
    let signs: Vec<usize> = memmem::find_iter(text.document.text().as_bytes(), "§").collect();
    let has_sign = move |sentence: &Sentence| {
        let first = signs.partition_point(|sign| *sign < sentence.span.start);
        signs.get(first).is_some_and(|sign| *sign < sentence.span.end)
    };
    let sentences = scan::sentences_in(text, Classes::NUMBER).filter(move |found| {
        let sentence = found.sentence;
        found.is_own() && (sentence.triggers.intersects(own) || has_sign(sentence))
    });
    sentences.flat_map(|found| {
        let numbers = found.tokens.iter().enumerate().filter(move |(at, token)| {
            token.kind == TokenKind::Number && !token.quoted && is_said(&found, *at)
        });
        numbers.map(move |(at, _)| (found, at))
    })
}

/// Tells whether what stands before a number says that it is of a section. `4.2a` and `4 %` are no such numbers.
fn is_said(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let Some(before) = found.before(at, 1) else {
        return false;
    };
    let is_sign = || before.kind == TokenKind::Mark(0) && found.text.word(before) == "§";
    let is_word = before.kind == TokenKind::Word && SECTION.contains(&before.id);
    let goes_on = found.tokens.get(at).zip(found.after(at, 1)).is_some_and(|(token, next)| {
        let touches = next.start == token.end;
        touches
            && matches!(next.kind, TokenKind::Word | TokenKind::Name | TokenKind::Mark(b'-' | b'%'))
    });
    !before.quoted && (is_word || is_sign()) && !goes_on
}

/// The fewest numbered headings that show that a packet numbers its sections.
const FEWEST: usize = 3;

/// The numbers that a packet gives.
#[derive(Default)]
struct Numbers {
    /// To sections, by their headings, alone and with those above them.
    headed: BTreeSet<String>,
    /// To anything else: paragraphs, entries of a table of contents, rows of a table.
    others: BTreeSet<String>,
}

impl Numbers {
    fn of(model: &Model<'_>) -> Numbers {
        let mut numbers = Numbers::default();
        for text in &model.texts {
            let sections = &text.document.sections;
            for section in sections {
                let Some(own) = leading(&section.title) else {
                    continue;
                };
                let above = section.parent.and_then(|parent| leading(&sections.get(parent)?.title));
                numbers.others.extend(above.map(|above| format!("{above}.{own}")));
                // `4.2` is in the fourth section, whether that has a heading of its own or not.
                let parts = own.match_indices('.').filter_map(|(at, _)| own.get(..at));
                numbers.headed.extend(parts.map(str::to_owned));
                numbers.headed.insert(own.to_owned());
            }
        }
        if numbers.headed.len() < FEWEST {
            return numbers;
        }
        for text in &model.texts {
            let others = text.passages.iter().filter(|one| one.kind != PassageKind::Heading);
            let others = others.filter_map(|passage| leading(text.slice(passage.span)));
            numbers.others.extend(others.map(str::to_owned));
        }
        numbers
    }

    /// Tells whether a number belongs to those of the sections and is none of them.
    ///
    /// Where nothing below a section is numbered, `4.2` may be the second item of its list, and `Section 0` may be a name
    /// where the first section is the first; they are left alone.
    fn lacks(&self, number: &str) -> bool {
        let is_known = |number: &str| self.headed.contains(number) || self.others.contains(number);
        if self.headed.len() < FEWEST || is_known(number) || number.starts_with('0') {
            return false;
        }
        let siblings = match number.rsplit_once('.') {
            Some((above, _)) if is_known(above) => format!("{above}."),
            Some((above, _)) => return self.lacks(above),
            None => return self.headed.iter().filter(|one| !one.contains('.')).count() >= FEWEST,
        };
        self.headed.iter().any(|one| one.starts_with(&siblings))
    }
}

/// Reads the number that a heading begins with: `4. Scope`, `4.2 Limits`, `Section 4: Scope`, `[4.2](#limits)`.
fn leading(title: &str) -> Option<&str> {
    let title = title.trim_start_matches(['*', '[', '#', ' ']);
    let bare = title.get(..8).filter(|lead| lead.eq_ignore_ascii_case("section "));
    let rest = bare.map_or(title, |_| title.get(8..).unwrap_or_default());
    let len = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, after) = rest.split_at_checked(len)?;
    let number = number.trim_end_matches('.');
    let ends =
        after.is_empty() || after.starts_with([' ', ':', ')', ']', '*', '\t', '-', '–', '—']);
    (number.starts_with(|c: char| c.is_ascii_digit()) && ends && !number.contains(".."))
        .then_some(number)
}

/// Tells whether the section can be one of another document: one is named before it, or after it with `of`.
fn is_of_another(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let word = at.saturating_sub(1);
    let before = found.tokens.get(..word).unwrap_or_default();
    let is_document = |(place, token): (usize, &Token)| match token.kind {
        TokenKind::Name | TokenKind::Code | TokenKind::Number => true,
        TokenKind::Word => {
            let is_named = place > 0 && token.shape != Shape::Lower && !token.is(Classes::MUST);
            token.quoted || is_named || OTHERS.contains(&token.id)
        }
        TokenKind::Mark(_) => false,
    };
    // A requirement's own id at the beginning of its sentence names no other document.
    let opens = before.first().is_some_and(|token| token.kind == TokenKind::Name);
    let skipped = usize::from(opens);
    if before.iter().enumerate().skip(skipped).any(is_document) {
        return true;
    }
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let follows =
        rest.iter().take(REACH).any(|token| token.is_mark(b'(') || OTHERS.contains(&token.id));
    let joins = |token: &Token| {
        [lexicon::id("of"), lexicon::id("in"), lexicon::id("from")].contains(&token.id)
    };
    let is_this = rest.get(1).is_some_and(|token| token.id == lexicon::id("this"));
    follows || rest.first().is_some_and(|token| joins(token) && !is_this)
}

/// How far behind the number another document is named.
const REACH: usize = 8;

/// Words for documents that are not the packet's own.
const OTHERS: [u64; 24] = [
    lexicon::id("act"),
    lexicon::id("agreement"),
    lexicon::id("annex"),
    lexicon::id("article"),
    lexicon::id("book"),
    lexicon::id("contract"),
    lexicon::id("directive"),
    lexicon::id("gdpr"),
    lexicon::id("guide"),
    lexicon::id("guideline"),
    lexicon::id("guidelines"),
    lexicon::id("handbook"),
    lexicon::id("ieee"),
    lexicon::id("iso"),
    lexicon::id("law"),
    lexicon::id("manual"),
    lexicon::id("nist"),
    lexicon::id("paper"),
    lexicon::id("policy"),
    lexicon::id("regulation"),
    lexicon::id("rfc"),
    lexicon::id("standard"),
    lexicon::id("standards"),
    lexicon::id("wcag"),
];

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check;

    fn quotes(sentence: &str) -> Vec<String> {
        let text = format!(
            "# Doc\n\n## 1. Goals\n\nx\n\n## 2. Scope\n\n### 2.1 In\n\nx\n\n### 2.2 Out\n\nx\n\n## 3. Rules\n\n{sentence}\n"
        );
        let packet = markdown_prd("a.md", &text).value;
        let found = check(&packet).into_iter().filter(|one| one.rule.id == "dangling-reference");
        found.map(|finding| finding.quote().to_owned()).collect()
    }

    #[test]
    fn a_section_that_is_not_there_is_reported() {
        assert_eq!(quotes("The server shall stop as section 97.3 describes."), ["section 97.3"]);
        assert_eq!(quotes("The limits of section 2.3 hold."), ["section 2.3"]);
        assert_eq!(quotes("See § 9 for the limits."), ["§ 9"]);
        assert_eq!(quotes("See section 9 of this document."), ["section 9"]);
    }

    #[test]
    fn a_section_that_is_there_is_not() {
        for sentence in [
            "The server shall stop as section 2.1 describes.",
            "See §2.2 and section 3.",
            "See section 3.2, the second rule below.",
        ] {
            assert!(quotes(sentence).is_empty(), "{sentence}");
        }
    }

    #[test]
    fn a_section_of_another_document_is_not_ours() {
        for sentence in [
            "Words are used as in RFC 2119 section 9.",
            "The server shall follow section 9 of ISO 27001.",
            "The contract states it in section 9.4.",
            "See `plan.md`, section 9.",
            "It is told in section 9 of the annex.",
            "As the Data Protection Act says in section 9, they are deleted.",
        ] {
            assert!(quotes(sentence).is_empty(), "{sentence}");
        }
    }

    #[test]
    fn a_document_without_numbers_has_no_missing_ones() {
        let packet = markdown_prd("a.md", "# A\n\n## B\n\nSee section 9.\n").value;
        assert!(check(&packet).iter().all(|finding| finding.rule.id != "dangling-reference"));
    }
}
