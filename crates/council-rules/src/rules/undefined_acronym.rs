//! # undefined-acronym
//!
//! ## What it does
//! Finds abbreviations in capital letters in what the document requires that it never explains, that are not common
//! knowledge, and that its code does not use.
//!
//! ## Why it hurts
//! Every reader fills in a meaning of their own, and a coding agent invents one.
//!
//! ## Example
//! Bad: `Events are sent via the QRT bus.`
//!
//! Good: `Events are sent via the queued real-time (QRT) bus.`
//!
//! ## When not to apply it
//! Where every reader knows it; add it to a glossary section, which silences this rule for the whole document.

use std::cell::LazyCell;

use council_core::{severity::Severity, taxonomy::Subcategory};
use memchr::memmem;

use super::{few::Few, known_acronyms, scan};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::Classes,
    model::{Capital, Meaning, Role, Shape, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "undefined-acronym",
    kind: Kind::UndefinedTerm,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (61, "a word is read by what it means to the reader"),
        (63, "readers need one frame for one name"),
        (5, "a symbol without an interpretation says nothing"),
    ],
    summary: "an abbreviation that is never explained",
    reads: Reads::Everything,
    source: include_str!("undefined_acronym.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    // The files of a folder of keys are parts of one document: what one explains, all know.
    let (keyed, pages): (Vec<&Text<'_>>, Vec<&Text<'_>>) =
        model.texts.iter().partition(|text| text.is_keyed());
    for page in pages {
        report(&[page], findings);
    }
    report(&keyed, findings);
}

/// Reports the abbreviations that texts which are one document do not explain, each once.
fn report(texts: &[&Text<'_>], findings: &mut Vec<Finding>) {
    let mut open = Candidates::of(texts);
    for text in texts {
        explain(text, &mut open);
    }
    let mut looked = MOST;
    let written: Vec<LazyCell<Written, _>> =
        texts.iter().map(|text| LazyCell::new(|| Written::of(text))).collect();
    for text in texts {
        for capital in text.capitals.iter().filter(|capital| capital.is_upper) {
            let Some(place) = open.place(capital.id) else {
                continue;
            };
            let Some((found, at, token)) = scan::capital(text, capital) else {
                continue;
            };
            let word = text.word(token);
            if !is_candidate(&found, at, token) || !is_required(text, capital.sentence) {
                continue;
            }
            open.close(place);
            // The rest of the document is gone through for each, so not for any number of them.
            let Some(left) = looked.checked_sub(1) else {
                return;
            };
            looked = left;
            if known_acronyms::is_known(word)
                || written.iter().any(|text| text.uses(word))
                || written.iter().any(|text| text.spells(word))
                || texts.iter().any(|text| is_series(text.document.text(), word))
            {
                continue;
            }
            findings.push(Finding::at(
                &RULE,
                text,
                token.span(),
                found.sentence.span,
                format!("`{word}` is never explained"),
                format!("write it out where it is first used, or explain `{word}` in a glossary"),
            ));
        }
    }
}

/// The most abbreviations of a document that are looked into.
const MOST: usize = 100;

/// Tells whether a token is written like an abbreviation and is not one that everybody knows.
fn is_candidate(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    if token.shape != Shape::Upper || token.kind != TokenKind::Word {
        return false;
    }
    let word = found.text.word(token);
    let lies = found.sentence.role != Role::Label && found.sentence.meaning != Meaning::Glossary;
    let start = token.start as usize;
    // `.NET` and `[CDDL](…)` are names that lead somewhere.
    let before = found.text.document.text().as_bytes().get(start.wrapping_sub(1));
    let after = found.text.document.text().as_bytes().get(token.end as usize..).unwrap_or_default();
    let goes_on = matches!(after, [b'.', letter, ..] if letter.is_ascii_alphanumeric());
    let is_name = goes_on || matches!(before, Some(b'.' | b'['));
    lies && !is_name
        && !token.quoted
        && (2..=6).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_uppercase())
        && token.classes == Classes::NONE
        && !is_shouted(found, at, word)
        && !is_column(found, at)
        && !has_code_point(found, token)
}

/// Tells whether a word is one of several in capitals that are listed, of which one reads like a word: the columns that a
/// command prints.
fn is_column(found: &scan::Found<'_, '_>, at: usize) -> bool {
    const FEWEST: usize = 3;
    let is_upper = |token: &&Token| {
        token.kind == TokenKind::Word && token.shape == Shape::Upper && token.span().len() > 1
    };
    let joins = |token: &Token| token.is_mark(b',') || token.is(Classes::AND.with(Classes::OR));
    let in_run = |token: &&Token| is_upper(token) || joins(token);
    let before = found.tokens.get(..at).unwrap_or_default().iter().rev().take_while(in_run);
    let after = found.tokens.get(at + 1..).unwrap_or_default().iter().take_while(in_run);
    let others: Vec<&Token> = before.chain(after).filter(is_upper).collect();
    let reads = |token: &&Token| {
        let word = found.text.word(token);
        word.len() >= 4 && reads_like_a_word(word)
    };
    others.len() >= FEWEST && others.iter().any(reads)
}

/// Tells whether the number of a character stands beside its name: `DEL (0x7F)`.
fn has_code_point(found: &scan::Found<'_, '_>, token: &Token) -> bool {
    const NEAR: usize = 8;
    let text = found.text.document.text();
    let from = text.ceil_char_boundary((token.start as usize).saturating_sub(NEAR));
    let to = text.floor_char_boundary((token.end as usize + NEAR).min(text.len()));
    let near = text.get(from..to).unwrap_or_default();
    near.contains("0x") || near.contains("U+")
}

/// Tells whether a sentence stands with one that binds, in one item or paragraph.
fn is_required(text: &Text<'_>, sentence: u32) -> bool {
    let sentence = text.sentences.get(sentence as usize);
    sentence.is_some_and(|sentence| {
        let found = scan::Found { text, sentence, tokens: text.tokens(sentence) };
        found.is_near(|near| near.binds() || near.says_must())
    })
}

/// What of a document is looked through for every abbreviation.
struct Written {
    /// Its title and its code, piece by piece.
    code: String,
    /// The first letters of its words in capitals, with a gap wherever a row of words ends.
    initials: Vec<u8>,
}

impl Written {
    /// What parts pieces and rows; no word holds it.
    const GAP: u8 = b'\n';

    fn of(text: &Text<'_>) -> Written {
        let (mut code, mut initials) = (String::new(), Vec::with_capacity(text.tokens.len()));
        let fences = text.document.fences.iter().map(|fence| text.slice(fence.code));
        for piece in text.document.title.as_deref().into_iter().chain(fences) {
            code.push_str(piece);
            code.push(char::from(Self::GAP));
        }
        for token in &text.tokens {
            match token.kind {
                TokenKind::Word => {
                    let word = text.word(token);
                    let bytes = word.as_bytes();
                    // Words are too short for anything faster than looking at each byte.
                    if bytes.contains(&b'-') {
                        initials.extend(word.split('-').filter_map(initial));
                    } else if token.shape == Shape::Upper {
                        initials.extend(initial(word));
                    } else if let [first, _, ..] = bytes {
                        initials.push(first.to_ascii_uppercase());
                    }
                }
                TokenKind::Mark(b'-' | b'(' | b'/') => {}
                TokenKind::Code => {
                    code.push_str(text.word(token));
                    code.push(char::from(Self::GAP));
                    initials.push(Self::GAP);
                }
                TokenKind::Name | TokenKind::Number | TokenKind::Mark(_) => {
                    initials.push(Self::GAP);
                }
            }
        }
        Written { code, initials }
    }

    /// Tells whether a word is a name that the document's code, title or links use: a constant, a product.
    fn uses(&self, word: &str) -> bool {
        let code = self.code.as_bytes();
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        memmem::find_iter(code, word.as_bytes()).any(|at| {
            let before = at.checked_sub(1).and_then(|at| code.get(at));
            !is_letter(before) && !is_letter(code.get(at + word.len()))
        })
    }

    /// Tells whether words in a row begin with the letters of an abbreviation: `dead-letter queue`, wherever it stands.
    fn spells(&self, word: &str) -> bool {
        memmem::find(&self.initials, word.as_bytes()).is_some()
    }
}

/// Returns the first letter of a word as a capital. What is written in capitals is no word.
fn initial(word: &str) -> Option<u8> {
    let bytes = word.as_bytes();
    let is_word = bytes.len() > 1 && !bytes.iter().all(u8::is_ascii_uppercase);
    bytes.first().filter(|_| is_word).map(u8::to_ascii_uppercase)
}

/// Tells whether a word counts documents: `RFC-7`, `PEP8`, `CIP: 12` at the head of one of them.
fn is_series(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    memmem::find_iter(bytes, word.as_bytes()).any(|at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let after = bytes.get(at + word.len()..).unwrap_or_default();
        let opens = matches!(before, None | Some(b'\n'));
        let head = if opens { after.strip_prefix(b": ") } else { None };
        let number = head.or(after.strip_prefix(b"-")).unwrap_or(after).first();
        before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
            && number.is_some_and(u8::is_ascii_digit)
    })
}

/// Tells whether it is a word in capitals for emphasis: it reads like a word, or its neighbour is in capitals too.
fn is_shouted(found: &scan::Found<'_, '_>, at: usize, word: &str) -> bool {
    let beside = [found.before(at, 1), found.after(at, 1)];
    let in_a_row = beside.into_iter().flatten().any(|token| {
        token.kind == TokenKind::Word && token.shape == Shape::Upper && token.span().len() > 1
    });
    in_a_row || (word.len() >= 4 && reads_like_a_word(word))
}

/// Tells whether letters alternate as in a word: a vowel in every three letters.
fn reads_like_a_word(word: &str) -> bool {
    let is_vowel = |byte: &u8| matches!(byte, b'A' | b'E' | b'I' | b'O' | b'U' | b'Y');
    let bytes = word.as_bytes();
    bytes.windows(3).all(|three| three.iter().any(is_vowel))
        && !bytes.windows(3).all(|three| three.iter().all(is_vowel))
}

/// Words that are written like abbreviations, and which of them nothing explains so far.
struct Candidates {
    words: Few,
    are_open: Vec<bool>,
}

impl Candidates {
    fn of(texts: &[&Text<'_>]) -> Self {
        let capitals = texts.iter().flat_map(|text| &text.capitals);
        let upper = capitals.filter(|capital| capital.is_upper);
        let words = Few::of(upper.map(|capital| capital.id));
        Self { are_open: vec![true; words.len()], words }
    }

    /// Finds the place of a word that is still open.
    fn place(&self, id: u64) -> Option<usize> {
        self.words.place(id).filter(|place| self.are_open.get(*place) == Some(&true))
    }

    fn close(&mut self, place: usize) {
        if let Some(is_open) = self.are_open.get_mut(place) {
            *is_open = false;
        }
    }
}

/// Closes what a document explains: in brackets after its words, before them, as a label, or in a glossary.
fn explain(text: &Text<'_>, open: &mut Candidates) {
    // A word that is also written small is a word.
    for id in &text.small {
        if let Some(place) = open.place(*id) {
            open.close(place);
        }
    }
    let has_glossary = text.meanings.contains(&Meaning::Glossary);
    let may_explain = |capital: &&Capital| capital.is_followed || has_glossary || capital.at == 0;
    for capital in text.capitals.iter().filter(may_explain) {
        if let Some(place) = open.place(capital.id)
            && let Some((found, at, token)) = scan::capital(text, capital)
            && is_explained(&found, at, token)
        {
            open.close(place);
        }
    }
}

/// Tells whether a place explains an abbreviation.
fn is_explained(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    let in_brackets = found.before(at, 1).is_some_and(|t| t.is_mark(b'('))
        && found.after(at, 1).is_some_and(|t| t.is_mark(b')'))
        && found.before(at, 2).is_some_and(|t| matches!(t.kind, TokenKind::Word));
    let opens = found.after(at, 1).is_some_and(|t| t.is_mark(b'('))
        && spells(found, at + 2, found.text.word(token));
    let stands_for = found.after_is(at, 1, "stands")
        || found.after_is(at, 1, "means")
        || found.after(at, 1).is_some_and(|t| t.is_mark(b'='));
    let labels = at == 0 && found.after(at, 1).is_some_and(|t| t.is_mark(b':') || t.is_mark(b'-'));
    let in_glossary = found.sentence.meaning == Meaning::Glossary;
    // A cell or a label of its own is explained by what stands beside it; `CDK is a …` explains itself.
    let is_alone = found.tokens.len() == 1;
    let is_said = at == 0
        && (found.after_is(at, 1, "is") || found.after_is(at, 1, "are"))
        && found.after(at, 2).is_some_and(|token| token.is(Classes::DETERMINER));
    in_glossary || in_brackets || opens || stands_for || labels || is_alone || is_said
}

/// Tells whether the words from a token on begin with the letters of an abbreviation.
fn spells(found: &scan::Found<'_, '_>, from: usize, word: &str) -> bool {
    let first = found.after(from, 0).map(|token| found.text.word(token));
    let begins = |words: &str| words.chars().next().map(|c| c.to_ascii_uppercase());
    first.is_some_and(|first| begins(first) == word.chars().next() && first.len() > 1)
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn reported(body: &str) -> Vec<String> {
        let packet = markdown_prd("prd.md", &format!("# A\n\n## Requirements\n\n{body}\n")).value;
        let found = check_with(&packet, |rule| rule.id == "undefined-acronym");
        found.iter().map(|finding| finding.quote().to_owned()).collect()
    }

    #[test]
    fn an_abbreviation_in_a_duty_is_reported_once() {
        assert_eq!(
            reported("- The service shall send it via QRT.\n- It shall stop unless QRT is on."),
            ["QRT"]
        );
    }

    #[test]
    fn what_is_explained_anywhere_is_not() {
        for explained in [
            "It is sent via the Queued Real Time (QRT) bus.",
            "QRT (Queued Real Time) is old.",
            "QRT stands for something.",
            "QRT means something.",
            "**QRT** — something old.",
            "QRT: something old.",
            "| Name | What |\n|---|---|\n| QRT | Queued Real Time |",
            "QRT is a bus of ours.",
            "The queued real-time bus is old.",
            "Set `MODE=QRT` to begin.",
            "```\nlet mode = QRT;\n```",
        ] {
            let text = format!("- The service shall send it via QRT.\n\n{explained}");
            assert!(reported(&text).is_empty(), "{explained}");
        }
    }

    #[test]
    fn prose_and_what_every_engineer_knows_are_left_alone() {
        assert!(
            reported(
                "- The service shall use IAM and an ARN.\n\nOnce there was QRT, and it was slow."
            )
            .is_empty()
        );
    }
}
