//! A subject that refers to nothing: whoever reads the statement alone does not know whose duty it is.

use council_core::packet::PassageKind;

use super::{super::scan::Found, clause};
use crate::{
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// Finds the subject of a duty that names nobody, as its first token and its number of tokens.
pub(in super::super) fn find(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let from = clause::main(found)?;
    let first = found.tokens.get(from).filter(|token| token.is_plain_word())?;
    // After a condition the words can point into it: `When a file is lost, it must be restored`.
    let follows = from > clause::after_label(found) + 2;
    let len = if let Some(len) = nobody(found, from, first) {
        len
    } else if POINTING.contains(&first.id)
        && demands(found, from)
        && (!follows && opens(found, from) || points_nowhere(found, from, first))
    {
        1
    } else {
        return None;
    };
    let duty = duty(found, from + len)?;
    let is_empty = first.id == lexicon::id("it") || first.id == lexicon::id("this");
    (!(is_empty && is_expletive(found, duty))).then_some((from, len))
}

/// Finds the subject of a duty that names nobody in whatever it stands: `whoever is responsible`, `the former`.
pub(in super::super) fn nameless(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let from = clause::main(found)?;
    let first = found.tokens.get(from).filter(|token| token.is_plain_word())?;
    // That somebody has to do something is a reason like any other.
    let len = nobody(found, from, first).filter(|len| *len > 1)?;
    duty(found, from + len).map(|_| (from, len))
}

/// Finds the subject of a duty that is known only to who has read what stands before it, as its first token and its number
/// of tokens.
///
/// It opens its passage, so that it is what somebody copies into a ticket; or it is one that no words before it explain.
pub(in super::super) fn pointing(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let from = clause::main(found)?;
    let first = found.tokens.get(from).filter(|token| token.is_plain_word())?;
    let follows = from > clause::after_label(found) + 2;
    let is_step = found.sentence.role.is_step();
    let is_back = BACK.contains(&first.id);
    let before = found.tokens.get(..from).unwrap_or_default();
    let opens = found.sentence.opens && !follows && !is_step && !names(before);
    // After a condition a word for several things means those that it names, and `one` is one of them.
    let is_several = SEVERAL.contains(&first.id) && !names_several(found, before);
    let is_any = ANY_OF.contains(&first.id) && opens || is_several && found.sentence.opens;
    let len = if let Some(len) = nobody(found, from, first).or_else(|| unnamed(found, from, first))
    {
        len
    } else if is_any || is_back && opens {
        1
    } else {
        return None;
    };
    let duty = duty(found, from + len)?;
    let is_strong = found
        .tokens
        .get(duty)
        .is_some_and(|token| token.is(Classes::MUST) && token.id != lexicon::id("will"));
    (is_strong && !(is_back && is_expletive(found, duty))).then_some((from, len))
}

/// Finds an actor that is only referred to: `the relevant service`, `the appropriate team`.
fn unnamed(found: &Found<'_, '_>, at: usize, first: &Token) -> Option<usize> {
    let referring = found.after(at, 1).filter(|token| REFERRING.contains(&token.id))?;
    let actor = found.after(at, 2).filter(|token| token.is(Classes::ACTOR))?;
    let is_one = THE.contains(&first.id) && referring.is_plain_word() && actor.is_plain_word();
    is_one.then_some(3)
}

/// Pronouns that point to what stands before.
const BACK: [u64; 4] = lexicon::ids(["it", "they", "this", "that"]);

/// Pronouns for some of what stands before, or for anybody.
const ANY_OF: [u64; 17] = lexicon::ids([
    "these", "those", "some", "others", "one", "either", "neither", "anyone", "anybody", "any",
    "each", "all", "both", "many", "most", "several", "another",
]);

/// Tells whether a word for several things opens a demand, or follows a condition, that names no several things.
fn points_nowhere(found: &Found<'_, '_>, from: usize, first: &Token) -> bool {
    if !SEVERAL.contains(&first.id) || !found.sentence.opens {
        return false;
    }
    let several = names_several(found, found.tokens.get(..from).unwrap_or_default());
    let passage = found.text.passage(found.sentence);
    !several && passage.is_some_and(|passage| passage.kind == PassageKind::Item)
}

/// Tells whether words name several things.
fn names_several(found: &Found<'_, '_>, words: &[Token]) -> bool {
    words.iter().any(|token| {
        let is_noun = !token.is(Classes::FUNCTION) && token.kind != TokenKind::Number;
        let word = found.text.word(token);
        let is_plural = word.ends_with('s') && !word.ends_with("ss");
        is_noun && (is_plural || token.kind == TokenKind::Code) || token.is(Classes::AND)
    })
}

/// Tells whether words name something, as a label does that is no mere id.
fn names(words: &[Token]) -> bool {
    words.iter().any(|token| {
        token.kind == TokenKind::Word && !token.is(Classes::FUNCTION) && token.span().len() > 3
    })
}

/// Words that point to several things.
const SEVERAL: [u64; 2] = lexicon::ids(["these", "those"]);

/// Tells whether a strong duty follows, outside of a scenario: `This should not affect …` foretells, and a step points to
/// the steps before it.
fn demands(found: &Found<'_, '_>, at: usize) -> bool {
    let strong = |token: &Token| token.is(Classes::MUST) && token.id != lexicon::id("will");
    let duty = duty(found, at + 1).and_then(|duty| found.tokens.get(duty));
    duty.is_some_and(strong) && !found.sentence.role.is_step()
}

/// Finds words that name nobody wherever they stand: `someone`, `the former`, `the responsible party`.
fn nobody(found: &Found<'_, '_>, at: usize, first: &Token) -> Option<usize> {
    // `One must …` is said of anybody; after a condition it is one of what the condition names.
    let anybody =
        first.id == lexicon::id("one") && found.sentence.opens && at == clause::after_label(found);
    if SOMEBODY.contains(&first.id) || anybody {
        return Some(1);
    }
    if WHOEVER.contains(&first.id) {
        const LONGEST: usize = 14;
        let rest = found.tokens.get(at + 1..)?;
        let words = rest.iter().take(LONGEST).take_while(|token| token.kind == TokenKind::Word);
        return words.into_iter().position(|token| token.is(Classes::MUST)).map(|len| len + 1);
    }
    if !THE.contains(&first.id) {
        return None;
    }
    let second = found.after(at, 1).filter(|token| token.is_plain_word())?;
    if BACKWARD.contains(&second.id) && duty(found, at + 2).is_some() {
        return Some(2);
    }
    let third = found.after(at, 2).filter(|token| token.is_plain_word())?;
    if REFERRING.contains(&second.id) && BLANK.contains(&third.id) {
        return Some(3);
    }
    let in_question = BLANK.contains(&second.id)
        && (found.after_is(at, 2, "in") && found.after_is(at, 3, "question")
            || found.after(at, 2).is_some_and(|token| CONCERNED.contains(&token.id)));
    if in_question {
        return Some(if found.after_is(at, 2, "in") { 4 } else { 3 });
    }
    None
}

/// Tells whether nothing before the subject could be what it means: it opens its passage, or follows a mere id.
fn opens(found: &Found<'_, '_>, from: usize) -> bool {
    let label = found.tokens.get(..from).unwrap_or_default();
    found.sentence.opens && !names(label) && (from > 0 || is_first(found))
}

/// Tells whether nothing stands between the heading of a section and the statement that a pronoun could mean.
fn is_first(found: &Found<'_, '_>) -> bool {
    let Some(before) = found.sentence.passage.checked_sub(1) else {
        return true;
    };
    let passage = found.text.passages.get(before as usize);
    passage.is_none_or(|passage| passage.kind == PassageKind::Heading)
}

/// Finds the binding word right after a subject, with an adverb between them or not.
fn duty(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let binds = |token: &Token| token.is(Classes::MUST.with(Classes::SHOULD));
    let next = found.tokens.get(at)?;
    if binds(next) {
        return Some(at);
    }
    let adverb = clause::is_adverb(found, next);
    (adverb && found.tokens.get(at + 1).is_some_and(binds)).then_some(at + 1)
}

/// Tells whether the pronoun stands for the rest of the sentence: `It shall be possible to …`, `It must not take …`.
fn is_expletive(found: &Found<'_, '_>, duty: usize) -> bool {
    const REACH: usize = 5;
    let rest = found.tokens.get(duty + 1..).unwrap_or_default();
    let mut head = rest.iter().take(REACH);
    let opens = head.next().map(|token| token.id);
    let opens = if opens == Some(lexicon::id("not")) || opens == Some(lexicon::id("only")) {
        head.next().map(|token| token.id)
    } else {
        opens
    };
    opens == Some(lexicon::id("be"))
        && head.any(|token| token.is(Classes::UNSURE) || EXPLETIVE.contains(&token.id))
}

/// Pronouns that name nobody.
const SOMEBODY: [u64; 7] =
    lexicon::ids(["somebody", "someone", "something", "he", "she", "either", "somewhere"]);

/// Pronouns that open a clause about whoever it may be.
const WHOEVER: [u64; 4] = lexicon::ids(["whoever", "whatever", "whichever", "whomever"]);

/// Pronouns that point back.
const POINTING: [u64; 11] = lexicon::ids([
    "it", "they", "this", "that", "these", "those", "such", "some", "others", "both", "one",
]);

const THE: [u64; 5] = lexicon::ids(["the", "a", "an", "any", "all"]);

/// Words that point back after `the`.
const BACKWARD: [u64; 16] = lexicon::ids([
    "former",
    "latter",
    "above",
    "below",
    "first-mentioned",
    "last-mentioned",
    "aforementioned",
    "aforesaid",
    "above-mentioned",
    "first-named",
    "foregoing",
    "preceding",
    "previous",
    "rest",
    "remainder",
    "same",
]);

/// Adjectives that refer to somebody who is not named.
const REFERRING: [u64; 17] = lexicon::ids([
    "responsible",
    "relevant",
    "appropriate",
    "respective",
    "concerned",
    "competent",
    "applicable",
    "aforementioned",
    "said",
    "designated",
    "suitable",
    "proper",
    "pertinent",
    "affected",
    "interested",
    "involved",
    "other",
]);

/// Nouns that name nobody.
const BLANK: [u64; 24] = lexicon::ids([
    "party",
    "parties",
    "part",
    "parts",
    "person",
    "persons",
    "people",
    "thing",
    "things",
    "entity",
    "entities",
    "one",
    "ones",
    "side",
    "stakeholder",
    "stakeholders",
    "body",
    "piece",
    "element",
    "authority",
    "authorities",
    "individual",
    "item",
    "items",
]);

const CONCERNED: [u64; 4] = lexicon::ids(["concerned", "responsible", "involved", "affected"]);

/// Words after `it shall be` that make the rest of the sentence its subject.
const EXPLETIVE: [u64; 12] = lexicon::ids([
    "possible",
    "impossible",
    "noted",
    "ensured",
    "clear",
    "guaranteed",
    "assumed",
    "verified",
    "allowed",
    "permitted",
    "easy",
    "straightforward",
]);
