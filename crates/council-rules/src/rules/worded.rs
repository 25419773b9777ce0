//! What learned weights make of the words of a sentence, reported where a rule's own classes say nothing.
//!
//! All of it is a note: the weights know words that no list has, and are wrong more often than a list.

use std::{cell::LazyCell, collections::BTreeSet};

use council_core::packet::Span;

use super::{
    expression::{clause, weak},
    scan::Found,
    weak_modal,
};
use crate::{
    Finding, Model, Rule,
    lexicon::{self, Classes},
    model::{Shape, Text, Token, TokenKind},
    wording::{Worded, Wording},
};

/// Notes what is worded like this in sentences about which the rule has said nothing since some finding.
pub(super) fn note(
    model: &Model<'_>,
    rule: &'static Rule,
    wording: Wording,
    said: (&'static str, &'static str),
    first: usize,
    findings: &mut Vec<Finding>,
) {
    let own = findings.get(first..).unwrap_or_default().iter();
    let told: BTreeSet<(String, usize)> =
        own.map(|one| (one.path().to_owned(), one.span.start)).collect();
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let path = text.document.path();
        let is_told = |span: Span| {
            let from = (path.to_owned(), span.start)..(path.to_owned(), span.end);
            told.range(from).next().is_some()
        };
        let bearers = LazyCell::new(|| weak_modal::bearers(text));
        let worded = text.worded().iter().filter(|one| one.wording == wording);
        let fitting: Vec<Finding> = worded
            .filter_map(|one| {
                let found = found(text, one)?;
                let has_duties = || {
                    let subject =
                        weak::subject(&found, one.at).filter(|_| wording == Wording::Weak);
                    subject.is_some_and(|subject| bearers.contains(&subject.id))
                };
                let is_meant = is_likely(&found, one, has_duties) && fits(&found, one);
                // Whoever is spoken of again and again is somebody.
                let is_known = || wording == Wording::Nobody && is_spoken_of(&found, one);
                (is_meant && !is_told(found.sentence.span) && !is_known())
                    .then(|| found.says(rule, one.at, one.len, said).noted())
            })
            .collect();
        findings.extend(fitting);
    }
}

fn found<'m, 'a>(text: &'m Text<'a>, worded: &Worded) -> Option<Found<'m, 'a>> {
    let sentence = text.sentences.get(worded.sentence)?;
    Some(Found { text, sentence, tokens: text.tokens(sentence) })
}

/// Tells whether enough speaks for a wording where it stands. Readers call most of what is said of prose wrong, so much more
/// has to speak for it there, and only what says how a thing is to be is read. A sentence that has lost its binding word is
/// still known by the demands around it, or by a subject that has duties elsewhere.
fn is_likely(found: &Found<'_, '_>, worded: &Worded, has_duties: impl Fn() -> bool) -> bool {
    let (demanded, among, told) = match worded.wording {
        Wording::Time => (0.5, 0.7, 2.9),
        Wording::Amount => (1.5, 2.0, 5.5),
        Wording::Weak => (0.8, 1.0, 4.4),
        Wording::Open => (2.5, 6.0, 6.0),
        Wording::Nobody => (1.0, 1.5, 1.5),
        Wording::Joint => (0.8, f32::MAX, f32::MAX),
    };
    if found.is_demand() {
        return worded.score >= demanded;
    }
    let is_among = || has_duties() || found.is_among_demands();
    found.is_told() && (worded.score >= told || worded.score >= among && is_among())
}

/// Tells whether the words stand where they can mean it.
fn fits(found: &Found<'_, '_>, worded: &Worded) -> bool {
    let words = found.tokens.get(worded.at..worded.at + worded.len).unwrap_or_default();
    // What is shown is no word of the author's.
    if words.iter().any(|token| token.quoted || token.kind == TokenKind::Code) {
        return false;
    }
    match worded.wording {
        // A number beside it measures it.
        Wording::Time | Wording::Amount => {
            let is_counted = words.first().is_some_and(|first| first.is(Classes::NUMERAL));
            !is_counted
                && !words.iter().any(|token| token.kind == TokenKind::Number)
                && !found.has_number_near(worded.at + worded.len - 1, 3)
                && !found.has_number_near(worded.at, 2)
                && !found.tokens.iter().any(|token| token.id == NAMELY)
        }
        Wording::Weak => is_of_duty(found, worded.at),
        // What marks stand for is told by their own rule.
        Wording::Open => {
            let is_mark = |token: &Token| {
                matches!(
                    token.kind,
                    TokenKind::Mark(b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'?')
                )
            };
            !words.iter().any(is_mark)
        }
        Wording::Nobody => is_subject(found, worded),
        Wording::Joint => is_between_duties(found, worded),
    }
}

/// What leads to a measure.
const NAMELY: u64 = lexicon::id("namely");

/// Tells whether words stand where the duty of a sentence stands: behind a subject, and behind no other duty.
fn is_of_duty(found: &Found<'_, '_>, at: usize) -> bool {
    let Some(from) = clause::main(found).filter(|from| *from < at) else {
        return false;
    };
    let is_defined = |token: &Token| token.is(lexicon::MODAL) && token.shape == Shape::Upper;
    let before = found.tokens.get(from..at).unwrap_or_default();
    let own = found.tokens.get(at).is_some_and(is_defined);
    // `This should hopefully do` foretells.
    let foretells = before.last().is_some_and(|last| last.is(Classes::SINGULAR));
    !own && !foretells
        && !before.iter().any(|token| token.is(Classes::MUST) || clause::subordinates(token))
}

/// Tells whether words stand between two strong duties, of which the second has a subject.
fn is_between_duties(found: &Found<'_, '_>, worded: &Worded) -> bool {
    let duties = || {
        let strong = found.words(Classes::MUST);
        strong.filter(|(_, token)| token.id != lexicon::id("will")).map(|(at, _)| at)
    };
    let end = worded.at + worded.len;
    duties().any(|at| at < worded.at) && duties().any(|at| at > end)
}

/// Tells whether words are the subject of a duty.
fn is_subject(found: &Found<'_, '_>, worded: &Worded) -> bool {
    const REACH: usize = 3;
    let from = clause::main(found);
    let behind = found.tokens.get(worded.at + worded.len..).unwrap_or_default();
    let duty = behind.iter().take(REACH).any(|token| token.is(Classes::MUST.with(Classes::SHOULD)));
    let inside = found.tokens.get(worded.at..worded.at + worded.len).unwrap_or_default();
    let within = inside.iter().any(|token| token.is(Classes::MUST));
    let opens = from.is_some_and(|from| from <= worded.at && worded.at <= from + 1);
    // `anyone who opens the page` is told from others by what follows, and `each page` names what each of them is.
    let is_noun = |token: &Token| !token.is(Classes::PRONOUN.with(Classes::FUNCTION));
    let is_told_apart = matches!(inside, [_, who, ..] if who.id == lexicon::id("who"))
        || matches!(inside, [each, noun] if EACH.contains(&each.id) && is_noun(noun));
    opens && duty && !within && !is_told_apart
}

const EACH: [u64; 3] = lexicon::ids(["each", "every", "all"]);

/// Tells whether the document speaks again and again of the thing that some words end with.
fn is_spoken_of(found: &Found<'_, '_>, worded: &Worded) -> bool {
    const OFTEN: usize = 4;
    let Some(noun) = found.tokens.get(worded.at + worded.len - 1) else { return false };
    let is_often = found.text.vocabulary().count(noun.id) >= OFTEN;
    is_often && !noun.is(Classes::PRONOUN.with(Classes::FUNCTION).with(Classes::DETERMINER))
}
