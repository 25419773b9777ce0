//! # unfinished-sentence
//!
//! ## What it does
//! Finds sentences that break off: they end with `the`, `with`, `exactly`, or announce with a colon what does not
//! follow.
//!
//! ## Why it hurts
//! What was to follow is lost, and the reader may not notice.
//!
//! ## Example
//! Bad: `The service shall answer within`
//!
//! Good: `The service shall answer within 300 ms.`
//!
//! ## When not to apply it
//! Where the sentence goes on in a list, a table or a block below.

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{
    Finding, Kind, Model, Reads, Rule, lexicon,
    model::{Kind as DocumentKind, Role, Sentence, Shape, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "unfinished-sentence",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (52, "what is missing is known to be missing"),
        (63, "a frame that was not filled"),
        (32, "a clause without its end"),
    ],
    summary: "a sentence that breaks off",
    reads: Reads::Everything,
    source: include_str!("unfinished_sentence.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        for (index, sentence) in text.sentences.iter().enumerate() {
            if !sentence.role.is_own() && sentence.role != Role::Label {
                continue;
            }
            if let Some(at) = runs_into(text.tokens(sentence)) {
                let message = "this sentence breaks off, and another one begins";
                let advice = "write the rest of the sentence";
                findings.push(Finding::at(&RULE, text, at, sentence.span, message, advice));
                continue;
            }
            let ends_passage =
                text.sentences.get(index + 1).is_none_or(|next| next.passage != sentence.passage);
            if !ends_passage {
                continue;
            }
            let tokens = text.tokens(sentence);
            let Some(last) = tokens.last() else {
                continue;
            };
            let is_last = text.sentences.get(index + 1).is_none();
            let breaks = tokens.len() >= 4
                && last.is_plain_word()
                && last.shape == Shape::Lower
                && is_open(last.id)
                && !is_abbreviated(tokens)
                && stands_free(text, sentence, last.id);
            let promises =
                text.function.as_ref().is_some_and(|function| function.examples.is_empty())
                    && is_last
                    && last.is_mark(b':');
            if breaks || promises {
                let message = if breaks {
                    "this sentence breaks off"
                } else {
                    "what is announced here does not follow"
                };
                findings.push(Finding::at(
                    &RULE,
                    text,
                    last.span(),
                    sentence.span,
                    message,
                    "write the rest of the sentence",
                ));
            }
        }
    }
}

/// Finds a word that wants another one and is followed by the beginning of a sentence: `depends on If it fails`.
fn runs_into(tokens: &[Token]) -> Option<Span> {
    tokens.windows(3).find_map(|three| match three {
        [open, next, after] => {
            let breaks = open.is_plain_word()
                && open.shape == Shape::Lower
                && WANTING.contains(&open.id)
                && next.is_plain_word()
                && next.shape == Shape::Title
                && BEGINNINGS.contains(&next.id)
                && after.is_plain_word()
                && after.shape == Shape::Lower;
            breaks.then(|| Span::new(open.start as usize, next.end as usize))
        }
        _ => None,
    })
}

/// Words after which something must follow that does not begin a sentence.
const WANTING: [u64; 9] =
    lexicon::ids(["on", "of", "the", "a", "an", "with", "from", "into", "because"]);

/// Words that begin a sentence and are no names.
const BEGINNINGS: [u64; 6] = lexicon::ids(["if", "when", "it", "they", "there", "these"]);

/// Tells whether the last word is a piece of an abbreviation: `n/a`, `w/o`.
fn is_abbreviated(tokens: &[Token]) -> bool {
    let [.., mark, last] = tokens else {
        return false;
    };
    matches!(mark.kind, TokenKind::Mark(_)) && mark.end == last.start
}

/// Tells whether a word cannot end a sentence.
fn is_open(id: u64) -> bool {
    OPEN.contains(&id)
}

/// Tells whether nothing follows that could go on with the sentence: a list, a table, a block. After an article, no list
/// can: its items are things of their own.
fn stands_free(text: &Text<'_>, sentence: &Sentence, last: u64) -> bool {
    let Some(passage) = text.passage(sentence) else {
        return false;
    };
    if text.kind == DocumentKind::Function {
        return true;
    }
    let goes_on = |start: usize| start >= passage.span.end && start <= passage.span.end + 4;
    let next = text
        .passages
        .get(sentence.passage as usize + 1)
        .is_some_and(|next| goes_on(next.span.start) || next.kind == PassageKind::Item);
    let next = next && !ARTICLES.contains(&last);
    let block = text.document.fences.iter().any(|fence| goes_on(fence.span.start));
    passage.kind != PassageKind::Heading
        && passage.kind != PassageKind::Head
        && passage.kind != PassageKind::Cell
        && !next
        && !block
}

const ARTICLES: [u64; 3] = [lexicon::id("the"), lexicon::id("a"), lexicon::id("an")];

const OPEN: [u64; 17] = [
    lexicon::id("the"),
    lexicon::id("a"),
    lexicon::id("an"),
    lexicon::id("of"),
    lexicon::id("with"),
    lexicon::id("from"),
    lexicon::id("and"),
    lexicon::id("or"),
    lexicon::id("than"),
    lexicon::id("exactly"),
    lexicon::id("between"),
    lexicon::id("within"),
    lexicon::id("because"),
    lexicon::id("must"),
    lexicon::id("shall"),
    lexicon::id("should"),
    lexicon::id("into"),
];
