//! A subject that could be anybody: a quantity of no certain things, a noun that fits all things, words that refer to
//! somebody by nothing but the part they play.

use super::{super::scan::Found, clause};
use crate::{
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// Finds the subject of a strong duty that could be anybody, as its first token and its number of tokens.
pub(in super::super) fn find(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    const LONGEST: usize = 9;
    let from = clause::main(found)?;
    let rest = found.tokens.get(from..)?;
    let duty = rest.iter().take(LONGEST).position(|token| {
        token.is_plain_word() && token.is(Classes::MUST) && token.id != lexicon::id("will")
    })?;
    let subject = rest.get(..duty)?;
    let beside = |token: &Token| token.is_mark(b',') || clause::is_adverb(found, token);
    let len = subject.iter().rposition(|token| !beside(token))? + 1;
    let subject = subject.get(..len)?;
    let is_plain = |token: &Token| token.is_plain_word() || token.is_mark(b',');
    (subject.iter().all(is_plain) && is_anybody(found, subject)).then_some((from, len))
}

/// Tells whether the words of a subject could mean anybody.
fn is_anybody(found: &Found<'_, '_>, subject: &[Token]) -> bool {
    let ([first, ..], [.., last]) = (subject, subject) else {
        return false;
    };
    // `anyone who opens the page` is told from others by what follows.
    let is_told_apart = subject.iter().any(|token| RELATIVE.contains(&token.id));
    let is_short = subject.len() <= 3 && !is_told_apart;
    if ANYBODY.contains(&first.id) {
        return is_short;
    }
    if ALONE.contains(&first.id) && subject.len() == 1 {
        return true;
    }
    if CLAUSES.contains(&first.id) {
        return subject.len() > 1;
    }
    let is_authors = first.id == lexicon::id("we") && subject.len() == 1;
    is_authors && found.is_checked()
        || EVERYBODY.contains(&first.id)
            && is_short
            && subject.len() > 1
            && refers_back(subject.get(1..).unwrap_or_default())
        || is_some_of(subject)
        || INDEFINITE.contains(&first.id) && is_short && subject.len() > 1 && is_head(last)
        || is_role(found, subject)
        || is_either(subject)
}

/// Tells whether a subject takes some of several things: `some of them`, `one of the modules`.
fn is_some_of(subject: &[Token]) -> bool {
    let [some, of, .., last] = subject else {
        return false;
    };
    let takes = TAKING.contains(&some.id) && of.id == lexicon::id("of");
    let is_following = last.id == lexicon::id("following");
    takes && !is_following && (POINTED.contains(&last.id) || is_head(last))
}

/// Tells whether a subject is told only by the part it plays, or not told from anything else: `the appropriate component`,
/// `the person in charge`, `the piece that handles it`, or `the machinery` of which nothing was said before.
fn is_role(found: &Found<'_, '_>, subject: &[Token]) -> bool {
    let Some((first, rest)) = subject.split_first() else {
        return false;
    };
    let is_referred = |token: &Token| REFERRING.contains(&token.id);
    let (first_is_article, words) =
        if ARTICLES.contains(&first.id) { (true, rest) } else { (false, subject) };
    let Some(head) = words.iter().position(is_head) else {
        let is_ranked = words.len() == 1 && words.iter().all(|word| RANKED.contains(&word.id));
        return first_is_article && is_ranked;
    };
    let (before, after) = words.split_at(head);
    let after = after.get(1..).unwrap_or_default();
    if after.is_empty() {
        let is_new = || words.get(head).is_some_and(|head| is_new(found, head));
        // A step speaks of what its scenario is about, and bare plurals of all there are.
        let is_generic = words.get(head).is_some_and(|head| {
            let is_all = !first_is_article && found.text.word(head).ends_with('s');
            GENERIC.contains(&head.id) && !is_all && !found.sentence.role.is_step()
        });
        return before.iter().any(is_referred) || before.is_empty() && is_generic && is_new();
    }
    first_is_article && refers_back(after)
}

/// Tells whether words after a noun only say that it is the one that is meant.
fn refers_back(after: &[Token]) -> bool {
    match after {
        [one] => CONCERNED.contains(&one.id),
        [how, what] => {
            LOCATING.contains(&how.id) && PLACED.contains(&what.id)
                || CONCERNED.contains(&how.id)
                || RELATIVE.contains(&how.id) && APPLYING.contains(&what.id)
        }
        [relative, .., last] => RELATIVE.contains(&relative.id) && POINTED.contains(&last.id),
        [] => false,
    }
}

/// Tells whether a subject is one of two, whoever it may be: `the team or vendor`, `the office, or similar,`.
fn is_either(subject: &[Token]) -> bool {
    let is_or = subject.iter().any(|token| token.is(Classes::OR));
    let is_open = subject.last().is_some_and(|last| LIKE.contains(&last.id));
    let heads = subject.iter().filter(|token| GENERIC.contains(&token.id)).count();
    is_or && (is_open || heads > 0 && subject.last().is_some_and(is_head))
}

/// Tells whether a noun fits nearly everything that can act.
fn is_head(token: &Token) -> bool {
    token.is(Classes::ACTOR) || GENERIC.contains(&token.id)
}

/// Tells whether a noun stands nowhere before its sentence, so that `the` points to nothing.
fn is_new(found: &Found<'_, '_>, head: &Token) -> bool {
    let before = found.text.tokens.partition_point(|token| token.start < head.start);
    let before = found.text.tokens.get(..before).unwrap_or_default();
    !before.iter().any(|token| token.id == head.id && token.kind == TokenKind::Word)
}

const ARTICLES: [u64; 5] = lexicon::ids(["the", "a", "an", "any", "each"]);

/// Pronouns for anybody and anything, whatever stands beside them.
const ANYBODY: [u64; 10] = lexicon::ids([
    "anybody",
    "anyone",
    "anything",
    "somebody",
    "someone",
    "something",
    "whoever",
    "whosoever",
    "whatever",
    "whichever",
]);

/// Words that name nobody where they are all of a subject.
const ALONE: [u64; 14] = lexicon::ids([
    "things",
    "stuff",
    "people",
    "folks",
    "same",
    "ditto",
    "others",
    "everyone",
    "everybody",
    "such",
    "another",
    "several",
    "many",
    "most",
]);

/// Words that open a clause in the place of a subject.
const CLAUSES: [u64; 1] = lexicon::ids(["what"]);

/// Words for all of those who are meant.
const EVERYBODY: [u64; 8] = lexicon::ids([
    "all",
    "everyone",
    "everybody",
    "those",
    "anyone",
    "people",
    "persons",
    "parties",
]);

/// Words that take some of several things.
const TAKING: [u64; 11] = lexicon::ids([
    "some", "any", "one", "most", "many", "several", "few", "either", "none", "half", "part",
]);

/// Words that take things without saying which.
const INDEFINITE: [u64; 9] = lexicon::ids([
    "some", "certain", "various", "several", "another", "most", "many", "few", "sundry",
]);

/// Words that point to what was said.
const POINTED: [u64; 11] = lexicon::ids([
    "them",
    "these",
    "those",
    "above",
    "it",
    "this",
    "that",
    "us",
    "so",
    "below",
    "mentioned",
]);

const RELATIVE: [u64; 4] = lexicon::ids(["that", "which", "who", "whose"]);

/// Verbs of a clause that tells nothing from anything.
const APPLYING: [u64; 4] = lexicon::ids(["applies", "apply", "fits", "matters"]);

/// Words after a noun that is meant.
const CONCERNED: [u64; 14] = lexicon::ids([
    "concerned",
    "responsible",
    "involved",
    "affected",
    "mentioned",
    "described",
    "above",
    "below",
    "competent",
    "interested",
    "referred",
    "accountable",
    "available",
    "suitable",
]);

const LOCATING: [u64; 4] = lexicon::ids(["in", "on", "at", "of"]);

/// Nouns with which somebody is told by the part he plays: `in charge`, `on duty`.
const PLACED: [u64; 12] = lexicon::ids([
    "question",
    "charge",
    "duty",
    "call",
    "hand",
    "place",
    "use",
    "turn",
    "power",
    "authority",
    "choice",
    "fault",
]);

/// What makes an alternative of anything.
const LIKE: [u64; 6] =
    lexicon::ids(["similar", "equivalent", "other", "others", "else", "comparable"]);

/// Words that count things which were named, or were not.
const RANKED: [u64; 11] = lexicon::ids([
    "first",
    "second",
    "third",
    "last",
    "other",
    "next",
    "previous",
    "preceding",
    "rest",
    "remainder",
    "undersigned",
]);

/// Adjectives that refer to somebody who is not named.
const REFERRING: [u64; 31] = lexicon::ids([
    "responsible",
    "relevant",
    "appropriate",
    "respective",
    "concerned",
    "competent",
    "applicable",
    "said",
    "designated",
    "suitable",
    "proper",
    "pertinent",
    "affected",
    "interested",
    "involved",
    "other",
    "corresponding",
    "qualified",
    "nominated",
    "assigned",
    "eligible",
    "right",
    "usual",
    "aforementioned",
    "aforesaid",
    "authorised",
    "authorized",
    "capable",
    "certain",
    "unspecified",
    "unnamed",
]);

/// Nouns that fit all that can act, and so tell nothing from anything.
const GENERIC: [u64; 87] = lexicon::ids([
    "solution",
    "logic",
    "machinery",
    "infrastructure",
    "environment",
    "instance",
    "counterpart",
    "mechanism",
    "facility",
    "functionality",
    "technology",
    "apparatus",
    "arrangement",
    "unit",
    "units",
    "object",
    "objects",
    "element",
    "elements",
    "participant",
    "participants",
    "role",
    "roles",
    "layer",
    "layers",
    "stack",
    "tooling",
    "setup",
    "department",
    "departments",
    "group",
    "business",
    "management",
    "organisation",
    "organization",
    "personnel",
    "staff",
    "crew",
    "vendor",
    "vendors",
    "supplier",
    "contractor",
    "delegate",
    "representative",
    "colleague",
    "colleagues",
    "folks",
    "actor",
    "actors",
    "agent",
    "procedure",
    "routine",
    "piece",
    "pieces",
    "bit",
    "program",
    "tool",
    "tools",
    "subsystem",
    "module",
    "modules",
    "component",
    "components",
    "process",
    "side",
    "end",
    "party",
    "parties",
    "authority",
    "authorities",
    "body",
    "office",
    "institution",
    "company",
    "team",
    "teams",
    "person",
    "persons",
    "people",
    "thing",
    "things",
    "part",
    "parts",
    "entity",
    "entities",
    "stakeholder",
    "stakeholders",
]);
