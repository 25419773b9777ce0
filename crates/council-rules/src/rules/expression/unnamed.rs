//! A subject that could be anybody: a quantity of no certain things, a noun that fits all things, words that refer to
//! somebody by nothing but the part they play.

use super::{super::scan::Found, clause};
use crate::{
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// Finds the subject of a strong duty that could be anybody, as its first token and its number of tokens.
pub(in super::super) fn find(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    const LONGEST: usize = 12;
    let from = clause::main(found)?;
    let rest = found.tokens.get(from..)?;
    let duty = rest.iter().take(LONGEST).position(|token| {
        token.is_plain_word() && token.is(Classes::MUST) && token.id != lexicon::id("will")
    })?;
    let subject = rest.get(..duty)?;
    let beside = |token: &Token| token.is_mark(b',') || clause::is_adverb(found, token);
    let len = subject.iter().rposition(|token| !beside(token))? + 1;
    let all = subject.get(..len)?;
    let subject = without_aside(all);
    let is_open = |token: &Token| UNKNOWN.contains(&token.id);
    let is_aside_open = subject.len() > 1 && all.get(subject.len()..)?.iter().any(is_open);
    if is_aside_open || subject.iter().any(is_unnamed) {
        return Some((from, len));
    }
    let is_plain = |token: &Token| {
        token.is_plain_word() || matches!(token.kind, TokenKind::Mark(b',' | b'(' | b')'))
    };
    // `one of the rules is that it must` has its verb before the duty.
    let is_whole = subject.iter().all(is_plain)
        && (WHO.contains(&found.tokens.get(from)?.id)
            || !subject.iter().any(|token| token.is(Classes::BE)));
    (is_whole && is_anybody(found, subject)).then_some((from, len))
}

/// Words that open a clause in the place of a subject.
const WHO: [u64; 4] = lexicon::ids(["what", "whoever", "whatever", "whichever"]);

/// Tells whether a word says that somebody has no name yet: `an as yet unnamed team`.
fn is_unnamed(token: &Token) -> bool {
    UNNAMED.contains(&token.id) && token.is_plain_word()
}

const UNNAMED: [u64; 4] = lexicon::ids(["yet", "unnamed", "undetermined", "tbd"]);

/// Words of an aside that says that nobody knows who is meant.
const UNKNOWN: [u64; 9] = lexicon::ids([
    "whoever",
    "whichever",
    "whatever",
    "named",
    "appointed",
    "nominated",
    "known",
    "assigned",
    "any",
]);

/// Leaves out what is said of a subject between commas, unless it is another one: `the owner, once named,`.
fn without_aside(subject: &[Token]) -> &[Token] {
    let comma = subject.iter().position(|token| token.is_mark(b','));
    let others = |rest: &[Token]| {
        rest.iter().any(|token| token.is(Classes::OR.with(Classes::AND)) || token.is_mark(b','))
    };
    match comma.map(|at| subject.split_at(at)) {
        Some((subject, rest)) if !others(rest.get(1..).unwrap_or_default()) => subject,
        Some(_) | None => subject,
    }
}

/// Tells whether the words of a subject could mean anybody.
fn is_anybody(found: &Found<'_, '_>, subject: &[Token]) -> bool {
    let ([first, ..], [.., last]) = (subject, subject) else {
        return false;
    };
    // `anyone who opens the page` is told from others by what follows.
    let is_told_apart = subject.iter().any(|token| RELATIVE.contains(&token.id));
    let is_short = subject.len() <= 3 && !is_told_apart;
    let is_placed = subject.get(1).is_some_and(|second| second.is(Classes::PREPOSITION));
    if ANYBODY.contains(&first.id) {
        return is_short || is_placed && subject.len() <= 5 && !is_told_apart;
    }
    if ALONE.contains(&first.id) && subject.len() == 1 {
        return true;
    }
    // `everything` and `you` name whoever reads, or whatever there is, where each demand is read alone.
    let is_listed = || found.is_checked() && found.lists_demand();
    if subject.len() == 1 && ADDRESSED.contains(&first.id) && is_listed() {
        return true;
    }
    if PEOPLE.contains(&first.id) && is_short && is_placed {
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
        || is_some_of(found, subject)
        || INDEFINITE.contains(&first.id) && is_short && subject.len() > 1 && is_head(found, last)
        || is_role(found, subject)
        || is_either(found, subject)
}

/// Tells whether a subject takes some of several things: `some of them`, `one of the modules`.
fn is_some_of(found: &Found<'_, '_>, subject: &[Token]) -> bool {
    let [some, of, .., last] = subject else {
        return false;
    };
    let takes = TAKING.contains(&some.id) && of.id == lexicon::id("of");
    let is_following = last.id == lexicon::id("following");
    let is_two = last.id == lexicon::id("two");
    takes && !is_following && (is_two || POINTED.contains(&last.id) || is_head(found, last))
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
    if is_referred_to(words) || is_empty_noun(first, words) || is_ranked_of(words) {
        return true;
    }
    let Some(head) = words.iter().position(|word| is_head(found, word)) else {
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

/// Tells whether an adjective that only refers stands before a noun for whoever has some part to play: `the competent
/// function`, `the designated owner`.
fn is_referred_to(words: &[Token]) -> bool {
    let [.., adjective, noun] = words else {
        return false;
    };
    REFERRING.contains(&adjective.id) && FITTING.contains(&noun.id)
}

/// Nouns of a part that somebody plays, which name him where no such adjective stands before them.
const FITTING: [u64; 31] = lexicon::ids([
    "candidate",
    "channel",
    "adult",
    "staff",
    "function",
    "functions",
    "owner",
    "owners",
    "desk",
    "suspects",
    "contact",
    "individual",
    "individuals",
    "member",
    "area",
    "position",
    "resource",
    "partner",
    "provider",
    "holder",
    "official",
    "officer",
    "lead",
    "expert",
    "specialist",
    "professional",
    "employee",
    "recipient",
    "agency",
    "division",
    "systems",
]);

/// Tells whether a subject is one of no certain kind: `a person`, `one side`, `a part of the harbour`.
fn is_empty_noun(first: &Token, words: &[Token]) -> bool {
    match words {
        [noun] => SINGLE.contains(&first.id) && EMPTY.contains(&noun.id),
        [one, noun] if one.id == first.id => SINGLE.contains(&one.id) && EMPTY.contains(&noun.id),
        [noun, of, ..] => {
            PARTS.contains(&noun.id) && of.id == lexicon::id("of") && first.id != lexicon::id("the")
        }
        _ => false,
    }
}

const SINGLE: [u64; 4] = lexicon::ids(["a", "an", "one", "any"]);

/// Nouns for one of anything.
const EMPTY: [u64; 7] =
    lexicon::ids(["person", "individual", "party", "side", "thing", "candidate", "piece"]);

/// Nouns for some of a whole.
const PARTS: [u64; 5] = lexicon::ids(["part", "parts", "piece", "pieces", "bits"]);

/// Tells whether a subject is told by its place among others alone: `the latter of the two`, `the first of them`.
fn is_ranked_of(words: &[Token]) -> bool {
    let [rank, of, .., last] = words else {
        return false;
    };
    let is_ranked = RANKED.contains(&rank.id) || LATTER.contains(&rank.id);
    let is_some = POINTED.contains(&last.id) || last.id == lexicon::id("two");
    is_ranked && of.id == lexicon::id("of") && is_some
}

const LATTER: [u64; 2] = lexicon::ids(["latter", "former"]);

/// Tells whether words after a noun only say that it is the one that is meant.
fn refers_back(after: &[Token]) -> bool {
    match after {
        [one] => CONCERNED.contains(&one.id),
        [how, what] => {
            LOCATING.contains(&how.id) && PLACED.contains(&what.id)
                || CONCERNED.contains(&how.id)
                || RELATIVE.contains(&how.id) && APPLYING.contains(&what.id)
        }
        // `responsible for this`, `best suited`.
        [how, .., last] if CONCERNED.contains(&how.id) => POINTED.contains(&last.id),
        // `that picks this up`, `that handles it`: only what the sentence speaks of tells who is meant.
        [relative, clause @ ..] => {
            RELATIVE.contains(&relative.id)
                && clause.len() <= 4
                && clause.iter().any(|token| POINTED.contains(&token.id))
        }
        [] => false,
    }
}

/// Tells whether a subject is one of two, whoever it may be: `the team or vendor`, `the office, or similar,`.
fn is_either(found: &Found<'_, '_>, subject: &[Token]) -> bool {
    let is_or = subject.iter().any(|token| token.is(Classes::OR));
    // The second is known by the first alone, or only thought of: `or a part of it`, `or its delegate`, `or possibly …`.
    let or = subject.iter().position(|token| token.is(Classes::OR));
    let second = or.and_then(|or| subject.get(or + 1..)).unwrap_or_default();
    let is_open = subject.last().is_some_and(|last| LIKE.contains(&last.id))
        || second.iter().any(|token| OWN.contains(&token.id) || token.is(Classes::HEDGE));
    let heads = subject.iter().filter(|token| GENERIC.contains(&token.id)).count();
    let is_one_of_two = subject.first().is_some_and(|first| first.id == lexicon::id("either"));
    is_or
        && (is_one_of_two
            || is_open
            || heads > 0 && subject.last().is_some_and(|last| is_head(found, last)))
}

/// Tells whether a noun fits nearly everything that can act.
fn is_head(found: &Found<'_, '_>, token: &Token) -> bool {
    let is_one = |id: u64| lexicon::classes(id).intersects(Classes::ACTOR) || GENERIC.contains(&id);
    let word = found.text.word(token);
    let single = word.strip_suffix('s').map(|single| lexicon::hash(single.as_bytes()));
    is_one(token.id) || single.is_some_and(is_one)
}

/// Tells whether a noun stands nowhere before its sentence, so that `the` points to nothing.
fn is_new(found: &Found<'_, '_>, head: &Token) -> bool {
    found.text.vocabulary().first(head.id).is_none_or(|first| first >= head.start)
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
const INDEFINITE: [u64; 10] = lexicon::ids([
    "some", "certain", "various", "several", "another", "most", "many", "few", "sundry", "either",
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
const LIKE: [u64; 7] =
    lexicon::ids(["similar", "equivalent", "other", "others", "else", "comparable", "both"]);

/// Words with which an alternative points to the thing beside it.
const OWN: [u64; 6] = lexicon::ids(["its", "it", "their", "them", "thereof", "that"]);

/// Words for whoever reads, or for whatever there is.
const ADDRESSED: [u64; 2] = lexicon::ids(["you", "everything"]);

/// Words for people without a name.
const PEOPLE: [u64; 5] = lexicon::ids(["people", "folks", "persons", "those", "individuals"]);

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
const GENERIC: [u64; 91] = lexicon::ids([
    "landscape",
    "ecosystem",
    "entourage",
    "undertaking",
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
