//! A weak duty: the main verb of a statement that binds wishes, tries or permits where it should demand.

use super::{super::scan::Found, bound, clause};
use crate::{
    lexicon::{self, Classes},
    model::{Kind as DocumentKind, Layout, Role, Shape, Token, TokenKind},
};

/// Finds the words that make the duty of a statement weak, as their first token and their number.
///
/// `keywords` says that the document writes its binding words in capitals, so that `MAY` and `SHOULD` are meant as such.
pub(in super::super) fn find(found: &Found<'_, '_>, keywords: bool) -> Option<(usize, usize)> {
    let from = clause::main(found)?;
    // `No module may …` forbids, as strongly as `must not` does.
    let forbids = found.tokens.get(from).is_some_and(|token| NONE.contains(&token.id));
    let mut beside = false;
    for (at, token) in found.tokens.iter().enumerate().skip(from) {
        if clause::closes(token) {
            beside = false;
        } else if clause::subordinates(token) && !joins_main(found, at) && !points(found, at)
            || inverts(found, at, from)
        {
            beside = true;
        }
        if beside || !token.is_plain_word() {
            continue;
        }
        if token.is(Classes::MUST) {
            return tried(found, at, token);
        }
        if let Some(len) = hedged(found, at, token).or_else(|| wished(found, at, token)) {
            return Some((at, len));
        }
        if token.is(lexicon::MODAL) {
            return is_weak(found, at, token, keywords, forbids).then_some((at, 1));
        }
    }
    None
}

/// Returns the last word of the subject of a verb, unless it only points to another word.
pub(in super::super) fn subject<'m>(found: &Found<'m, '_>, at: usize) -> Option<&'m Token> {
    let before = found.tokens.get(..at)?;
    let at = before.iter().rposition(|token| !clause::is_adverb(found, token))?;
    let subject = before.get(at)?;
    // `This proposal is meant to` speaks of the document.
    let is_own =
        at.checked_sub(1).is_some_and(|at| found.tokens.get(at).is_some_and(|t| t.id == THIS));
    let is_named = subject.is_plain_word() || subject.kind == TokenKind::Code;
    (is_named && !is_own && !subject.is(Classes::FUNCTION)).then_some(subject)
}

const THIS: u64 = lexicon::id("this");

/// Tells whether words take back a duty that somebody would have: a hedge, a wish or an attempt. A permission, a forecast
/// and a modal alone do not; in prose they describe.
pub(in super::super) fn takes_back(found: &Found<'_, '_>, at: usize, len: usize) -> bool {
    const TOLD: Classes = Classes::MAY.with(Classes::CAN).with(Classes::MIGHT).with(Classes::MUST);
    let Some(first) = found.tokens.get(at) else {
        return false;
    };
    let describes = first.is(TOLD) || first.id == lexicon::id("would");
    let words = found.tokens.get(at..at + len).unwrap_or_default();
    let is_free = |token: &Token| FREE.contains(&token.id) || WANTING.contains(&token.id);
    let before = found.before(at, 1);
    let is_person = !first.is(Classes::SHOULD) && is_person(found, at);
    let foretells = before.is_some_and(|subject| FORETELLING.contains(&subject.id));
    len > 1 && !describes && !words.iter().any(is_free) && !is_person && !foretells
}

/// Tells whether a description leaves open what the thing described does: words of wishing, trying or doubt, `should`, and
/// `might`, `could` or `may` of a certain thing. What people do, what a proposal brings about, and what its authors think of
/// are told, and not described.
pub(in super::super) fn leaves_open(found: &Found<'_, '_>, at: usize, len: usize) -> bool {
    let (Some(first), Some(before)) = (found.tokens.get(at), found.before(at, 1)) else {
        return false;
    };
    if FORETELLING.contains(&before.id) || AUTHORS.contains(&before.id) || before.id == THERE {
        return false;
    }
    if first.is(Classes::SHOULD) {
        return true;
    }
    // In capitals it is a word of a standard; `could, for example,` shows.
    let is_shown = found.after(at, 1).is_some_and(|next| next.is_mark(b',')) && len == 1;
    if first.shape == Shape::Upper || is_shown {
        return false;
    }
    let words = found.tokens.get(at..at + len).unwrap_or_default();
    let is_told = words.iter().any(|token| {
        FORECAST.contains(&token.id)
            || token.id == lexicon::id("like")
            || WANTING.contains(&token.id)
            || TRYING.contains(&token.id)
            || ATTEMPTING.contains(&token.id)
    });
    let is_wish = len > 1 && !is_told && !speaks_of_itself(found, at);
    let is_doubt = len == 1 && found.is_told() && is_certain(found, at);
    before.id != YOU && !is_person(found, at) && (is_wish || is_doubt)
}

/// Tells whether a sentence speaks of the document it stands in: `This proposal aims to`, `The RFC is meant to`.
fn speaks_of_itself(found: &Found<'_, '_>, at: usize) -> bool {
    let from = clause::main(found).unwrap_or(at);
    let subject = found.tokens.get(from..at).unwrap_or_default();
    subject.iter().any(|token| OWN.contains(&token.id))
}

const OWN: [u64; 11] = lexicon::ids([
    "this",
    "proposal",
    "rfc",
    "kep",
    "pep",
    "document",
    "section",
    "goal",
    "spec",
    "design",
    "specification",
]);

/// What one expects of things to come.
const FORECAST: [u64; 6] =
    lexicon::ids(["expected", "anticipated", "likely", "projected", "envisaged", "envisioned"]);

/// Finds a permission or a supposition where a demand of a thing stands: `may`, `would`, `is allowed to`, `has the option
/// to`. A thing has no leave to ask for; what it may do is left to whoever builds it. What people may do is a right.
pub(in super::super) fn permitted(found: &Found<'_, '_>, keywords: bool) -> Option<(usize, usize)> {
    const LONGEST: usize = 5;
    let from = clause::main(found)?;
    let forbids = found.tokens.get(from).is_some_and(|token| NONE.contains(&token.id));
    let rest = found.tokens.iter().enumerate().skip(from);
    // Nothing binds before it, and no clause opens.
    let mut head = rest.take_while(|(_, token)| {
        !clause::subordinates(token) && !token.is(Classes::MUST.with(Classes::SHOULD))
    });
    let (at, len) = head.find_map(|(at, token)| {
        let is_defined = keywords && token.shape == Shape::Upper;
        let alone = token.is(Classes::MAY) || token.id == lexicon::id("would");
        if !token.is_plain_word() || is_defined {
            return None;
        }
        // `may be absent` and `may differ` say what can happen, `may take up to 2 s` is a limit.
        let happens = found.after_is(at, 1, "be")
            || found.after_is(at, 1, "differ")
            || found.has_number_near(at, 5);
        if alone {
            return (!happens).then_some((at, 1));
        }
        let words = if token.is(Classes::BE) {
            &LEAVE
        } else if HAVING.contains(&token.id) {
            &OPTION
        } else {
            return None;
        };
        let after = found.tokens.get(at + 1..)?;
        let noun = after.iter().take(LONGEST).position(|token| words.contains(&token.id))?;
        let is_near = after.get(..noun)?.iter().all(|token| {
            token.is(Classes::FUNCTION.with(Classes::PREPOSITION)) && !token.is(Classes::NOT)
        });
        (is_near && found.after_is(at, noun + 2, "to")).then_some((at, noun + 3))
    })?;
    let before = found.before(at, 1)?;
    let is_thing = !is_person(found, at)
        && !FORETELLING.contains(&before.id)
        && !AUTHORS.contains(&before.id)
        && before.id != THERE;
    let denied = found.after(at, 1).is_some_and(|next| next.is(Classes::NOT));
    (is_thing && !denied && !forbids && !is_shown(found)).then_some((at, len))
}

const LEAVE: [u64; 3] = lexicon::ids(["allowed", "permitted", "liberty"]);

const OPTION: [u64; 3] = lexicon::ids(["option", "choice", "liberty"]);

const HAVING: [u64; 2] = lexicon::ids(["has", "have"]);

/// Tells whether a verb is said of a certain thing, and of nobody who tells or tries something.
pub(in super::super) fn is_of_thing(found: &Found<'_, '_>, at: usize) -> bool {
    let is_told = found.before(at, 1).is_none_or(|before| {
        FORETELLING.contains(&before.id) || AUTHORS.contains(&before.id) || before.id == THERE
    });
    !is_told && !is_person(found, at) && is_certain(found, at)
}

/// Tells whether somebody other than who writes or reads the document has a duty.
pub(in super::super) fn is_owed(found: &Found<'_, '_>, at: usize) -> bool {
    found.before(at, 1).is_some_and(|before| {
        !AUTHORS.contains(&before.id) && before.id != YOU && before.id != THERE
    }) && !speaks_of_itself(found, at)
}

/// Tells whether the subject of a verb is a certain thing: a name, code, or what has `the`, `each` or `all` before it.
fn is_certain(found: &Found<'_, '_>, at: usize) -> bool {
    let from = clause::main(found).unwrap_or(at);
    let subject = found.tokens.get(from..at).unwrap_or_default();
    !speaks_of_itself(found, at)
        && subject.iter().any(|token| {
            CERTAIN.contains(&token.id) || matches!(token.kind, TokenKind::Code | TokenKind::Name)
        })
}

/// Words before a certain thing, or before all of a kind.
const CERTAIN: [u64; 7] = lexicon::ids(["the", "each", "every", "all", "any", "both", "its"]);

const THERE: u64 = lexicon::id("there");

const YOU: u64 = lexicon::id("you");

/// Who speaks in a document.
const AUTHORS: [u64; 3] = lexicon::ids(["we", "i", "one"]);

/// Words that leave the choice to somebody on purpose.
const FREE: [u64; 3] = lexicon::ids(["free", "welcome", "invited"]);

/// Verbs of people, who may want anything.
const WANTING: [u64; 6] = lexicon::ids(["want", "wants", "wish", "wishes", "hope", "hopes"]);

/// Tells whether the word opens a condition: `Should the link break, …`.
fn inverts(found: &Found<'_, '_>, at: usize, from: usize) -> bool {
    let opens = at == from
        || at.checked_sub(1).is_some_and(|last| found.tokens.get(last).is_some_and(clause::closes));
    let should = found.tokens.get(at).is_some_and(|token| token.id == lexicon::id("should"));
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    // A clause has to follow: `Should be low.` has only lost its subject.
    opens && should && !found.after_is(at, 1, "be") && rest.iter().any(|token| token.is_mark(b','))
}

/// Tells whether the words only show how it could be: `For example, a client could …`.
fn is_shown(found: &Found<'_, '_>) -> bool {
    let opens = found.tokens.first().is_some_and(|first| first.id == lexicon::id("for"));
    opens && found.tokens.get(1).is_some_and(|next| SHOWING.contains(&next.id))
}

const SHOWING: [u64; 2] = lexicon::ids(["example", "instance"]);

/// Tells whether what should follow is the outcome of a scenario: `Then the lamp should be lit` is how scenarios say what
/// is to be seen.
fn is_outcome(found: &Found<'_, '_>, at: usize) -> bool {
    let before = found.tokens.get(..at).unwrap_or_default();
    let then = before.iter().any(|token| token.id == lexicon::id("then"));
    let given = before.iter().any(|token| GIVEN.contains(&token.id));
    // `should, if convenient,` is a wish wherever it stands.
    let wishes = found.after(at, 1).is_some_and(|next| next.is_mark(b','));
    let should = found.tokens.get(at).is_some_and(|token| token.id == lexicon::id("should"));
    let is_seen = found.sentence.role == Role::Then || then && given;
    !found.is_bare() && !wishes && should && is_seen
}

const GIVEN: [u64; 2] = lexicon::ids(["given", "when"]);

/// Tells whether `as` or `since` is no clause here: `as well as`.
fn joins_main(found: &Found<'_, '_>, at: usize) -> bool {
    let is = |at: usize, word| found.tokens.get(at).is_some_and(|t| t.id == lexicon::id(word));
    is(at, "as") && (is(at + 1, "well") || at.checked_sub(1).is_some_and(|last| is(last, "well")))
}

/// Tells whether `that` points to a thing, as it does after a preposition: `all reminders for that coin`.
fn points(found: &Found<'_, '_>, at: usize) -> bool {
    let that = found.tokens.get(at).is_some_and(|token| token.id == lexicon::id("that"));
    that && found.before(at, 1).is_some_and(|last| last.is(Classes::PREPOSITION))
}

/// Finds an effort where a strong word stands: `will try to`, `shall strive to`.
fn tried(found: &Found<'_, '_>, modal: usize, token: &Token) -> Option<(usize, usize)> {
    // `ideally shall`: what stands before the binding word loosens it as well.
    let is_loose = |token: &Token| HABIT.contains(&token.id) || token.is(Classes::HEDGE);
    if let Some(at) = modal.checked_sub(1)
        && found.is_checked()
        && found.tokens.get(at).is_some_and(is_loose)
    {
        return Some((at, 2));
    }
    if token.id == lexicon::id("will")
        && DEGREES.iter().any(|degree| found.after_is(modal, 1, degree))
        && found.after(modal, 2).is_some_and(is_loose)
    {
        return Some((modal, 3));
    }
    // `will normally` tells a custom.
    if token.id == lexicon::id("will")
        && found
            .after(modal, 1)
            .is_some_and(|next| HABIT.contains(&next.id) || next.is(Classes::HEDGE))
    {
        return Some((modal, 2));
    }
    let verb = after_adverbs(found, modal + 1);
    if let Some(len) = effort(found, verb) {
        return Some((modal, verb + len - modal));
    }
    let word = found.tokens.get(verb).filter(|token| token.is_plain_word())?;
    let to = past_aside(found, after_adverbs(found, verb + 1));
    let led = found.tokens.get(to).is_some_and(|token| token.id == lexicon::id("to"));
    // To attempt something, a number of times, is a thing to do; to strive is none.
    let empty = STRIVING.contains(&word.id)
        || (token.id == lexicon::id("will") && TRYING.contains(&word.id));
    (led && empty).then_some((modal, to + 1 - modal))
}

/// Words that make an adverb stronger.
const DEGREES: [&str; 4] = ["most", "very", "quite", "rather"];

/// Finds an effort that is named by a noun: `do its best to`, `makes every effort to`.
fn effort(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const REACH: usize = 4;
    found.tokens.get(at).filter(|token| MAKING.contains(&token.id))?;
    let rest = found.tokens.get(at + 1..)?;
    let noun = rest.iter().take(REACH).position(|token| EFFORT.contains(&token.id))?;
    let words = rest.get(..noun)?;
    let led = found.after_is(at, noun + 2, "to") && words.iter().all(Token::is_plain_word);
    led.then_some(noun + 3)
}

const MAKING: [u64; 4] = lexicon::ids(["do", "does", "make", "makes"]);

const EFFORT: [u64; 7] =
    lexicon::ids(["best", "utmost", "effort", "efforts", "attempt", "attempts", "well"]);

/// Finds a weak word with an adverb of doubt or habit: `would normally`, `can optionally`, `may possibly`.
fn hedged(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    let would = token.id == lexicon::id("would");
    let is_weak = token.is(lexicon::MODAL) && !token.is(Classes::MUST);
    if !would && !is_weak {
        return None;
    }
    let next = found.after(at, 1)?;
    let doubts = next.is_plain_word()
        && (next.is(Classes::HEDGE) || HABIT.contains(&next.id) || next.id == lexicon::id("like"));
    // What a user can choose once something is done is what is to be seen.
    let chooses = (found.after_is(at, 1, "choose") || found.after_is(at, 1, "opt"))
        && !found.sentence.role.is_step()
        && found.sentence.role != Role::Criterion;
    let either = found.after_is(at, 1, "or") && found.after_is(at, 3, "not");
    if let Some(len) = provided(found, at).or_else(|| tries(found, at)) {
        return Some(len);
    }
    match (doubts, chooses && token.is(Classes::MAY.with(Classes::CAN)), either) {
        (true, ..) => Some(2),
        (_, true, _) => Some(3),
        (.., true) => Some(4),
        (false, false, false) => None,
    }
}

/// Finds `should try to`, `may seek to`.
fn tries(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    let place = after_adverbs(found, at + 1);
    let is_denied = found.tokens.get(at + 1..place)?.iter().any(|token| token.is(Classes::NOT));
    let verb = found.tokens.get(place).filter(|token| token.is_plain_word() && !is_denied)?;
    let is_trying = ATTEMPTING.contains(&verb.id) || STRIVING.contains(&verb.id);
    let is_weighed = WEIGHING.contains(&verb.id);
    if verb.id == lexicon::id("feel") && found.after_is(place, 1, "free") {
        return found.after_is(place, 2, "to").then_some(place + 3 - at);
    }
    let to = past_aside(found, place + 1);
    let to = to + usize::from(is_weighed && found.tokens.get(to).is_some_and(|t| t.id == WHETHER));
    let led = found.tokens.get(to).is_some_and(|token| token.id == lexicon::id("to"));
    ((is_trying || is_weighed) && led).then_some(to + 1 - at)
}

const WHETHER: u64 = lexicon::id("whether");

/// Verbs of thinking about something that may then be done.
const WEIGHING: [u64; 4] = lexicon::ids(["consider", "decide", "ponder", "contemplate"]);

const ATTEMPTING: [u64; 12] = lexicon::ids([
    "try",
    "attempt",
    "want",
    "wish",
    "hope",
    "plan",
    "intend",
    "prefer",
    "tend",
    "aspire",
    "volunteer",
    "happen",
]);

/// Finds `should, if convenient,` and `should, where practical,`: an aside that leaves it to whoever reads it.
fn provided(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const LONGEST: usize = 6;
    if !found.after(at, 1)?.is_mark(b',') || !found.after(at, 2)?.is(Classes::CONDITION) {
        return None;
    }
    let rest = found.tokens.get(at + 3..)?;
    let close = rest.iter().take(LONGEST).position(|token| token.is_mark(b','))?;
    let last = rest.get(close.checked_sub(1)?)?;
    let is_choice = last.is(Classes::UNSURE) || bound::is_limit(last);
    is_choice.then_some(close + 4)
}

/// Finds a wish or an effort in the place of the verb: `is meant to`, `is free to`, `aims to`, `had better`.
fn wished(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    if token.id == lexicon::id("had") && found.after_is(at, 1, "better") {
        return Some(2);
    }
    let to = |from: usize| {
        let to = past_aside(found, after_adverbs(found, from));
        found.tokens.get(to).is_some_and(|token| token.id == lexicon::id("to")).then_some(to)
    };
    if token.is(Classes::BE) {
        // `likely` is an adverb as well.
        let word = after_adverbs(found, at + 1);
        let is_to = found.tokens.get(word).is_some_and(|token| token.id == lexicon::id("to"));
        let word = if is_to && word > at + 1 { word - 1 } else { word };
        let participle = found.tokens.get(word).filter(|token| token.is_plain_word())?;
        // `is not expected to` and `is expected to be` as a forecast of a number demand nothing either way.
        let denied = found.tokens.get(at + 1..word)?.iter().any(|t| t.is(Classes::NOT));
        let is_trying = || found.is_checked() && WISHING.contains(&participle.id);
        let is_wished = WISHED.contains(&participle.id) || is_trying();
        let to = to(word + 1).filter(|_| is_wished && !denied)?;
        return Some(to + 1 - at);
    }
    if let Some(len) = effort(found, at) {
        return Some(len);
    }
    // `the attempts to sign in` and `to try to` are no main verbs.
    let before = found.before(at, 1);
    let is_leaning = || found.is_checked() && LEANING.contains(&token.id);
    let is_verb = TRYING.contains(&token.id) || STRIVING.contains(&token.id) || is_leaning();
    let is_noun = before.is_none_or(|last| {
        last.is(Classes::DETERMINER.with(Classes::PREPOSITION).with(Classes::BE))
            || clause::closes(last) && !last.is_mark(b')')
    });
    let denied = before.is_some_and(|last| last.is(Classes::NOT));
    if !is_verb || is_noun || denied || is_person(found, at) || is_subject(found, at) {
        return None;
    }
    to(at + 1).map(|to| to + 1 - at)
}

/// Tells whether the word is a noun after all, since the verb follows: `further attempts to sign in are refused`.
fn is_subject(found: &Found<'_, '_>, at: usize) -> bool {
    const REACH: usize = 12;
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let clause = rest.iter().take(REACH);
    let clause = clause.take_while(|token| {
        !clause::closes(token) && !clause::subordinates(token) && !token.is(Classes::AND)
    });
    let finite = |token: &Token| token.is(Classes::BE) && !BASE.contains(&token.id);
    clause.into_iter().any(|token| finite(token) || token.is(lexicon::MODAL))
}

/// Forms of `be` that are no verb of a sentence.
const BASE: [u64; 3] = lexicon::ids(["be", "been", "being"]);

/// Tells whether a person tries: `a user attempts to sign in` tells what happens.
fn is_person(found: &Found<'_, '_>, at: usize) -> bool {
    let before = found.tokens.get(at.saturating_sub(3)..at).unwrap_or_default();
    before.iter().any(|token| PEOPLE.contains(&token.id))
}

/// Skips adverbs.
fn after_adverbs(found: &Found<'_, '_>, mut at: usize) -> usize {
    while found.tokens.get(at).is_some_and(|token| clause::is_adverb(found, token)) {
        at += 1;
    }
    at
}

/// Skips words between two commas: `ought, where practical, to`.
fn past_aside(found: &Found<'_, '_>, at: usize) -> usize {
    const LONGEST: usize = 8;
    if !found.tokens.get(at).is_some_and(|token| token.is_mark(b',')) {
        return at;
    }
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let close = rest.iter().take(LONGEST).position(|token| token.is_mark(b','));
    close.map_or(at, |close| at + close + 2)
}

/// Tells whether a modal alone is weak where it stands.
fn is_weak(found: &Found<'_, '_>, at: usize, token: &Token, keywords: bool, forbids: bool) -> bool {
    let negated = token.is(Classes::NOT) || found.after(at, 1).is_some_and(|t| t.is(Classes::NOT));
    // A description of a function says what it should return; that is its way to say what it does.
    let told =
        found.text.kind == DocumentKind::Function && token.is(Classes::SHOULD.with(Classes::CAN));
    // In capitals, beside others in capitals, the words have the force that their definition gives them.
    let defined = keywords && token.shape == Shape::Upper;
    // `It should be noted that` demands nothing.
    let remark =
        found.after_is(at, 1, "be") && found.after(at, 2).is_some_and(|t| NOTED.contains(&t.id));
    let seen = token.is(Classes::SHOULD) && is_outcome(found, at);
    let unsaid = negated || told || defined || remark || seen || is_shown(found);
    if unsaid || forbids && !token.is(Classes::SHOULD) {
        return false;
    }
    // In a list of requirements every modal is read as how far it binds.
    let listed = found.text.is_bare_list && found.sentence.role == Role::Requirement && !keywords;
    // `This should preserve the order` foretells; what could happen is no demand where outcomes are listed.
    let foretells = found.sentence.role != Role::Then
        && found.tokens.get(at.saturating_sub(1)).is_some_and(|t| FORETELLING.contains(&t.id));
    // Where criteria are all that a document demands, they are not told what could happen.
    let is_told = found.sentence.role == Role::Criterion && found.text.layout != Layout::Kiro;
    let could = token.is(Classes::MIGHT) && !is_told && !is_person(found, at);
    listed || !foretells && (token.is(Classes::SHOULD) || could)
}

/// Words that open a sentence about nothing.
const NONE: [u64; 5] = lexicon::ids(["no", "none", "nobody", "nothing", "neither"]);

/// Subjects that point to what was proposed.
const FORETELLING: [u64; 4] = lexicon::ids(["this", "these", "that", "it"]);

/// What one wishes of a thing, after `is`.
const WISHED: [u64; 25] = lexicon::ids([
    "meant",
    "intended",
    "expected",
    "encouraged",
    "supposed",
    "hoped",
    "advised",
    "recommended",
    "invited",
    "urged",
    "free",
    "welcome",
    "suggested",
    "planned",
    "desired",
    "inclined",
    "anticipated",
    "envisaged",
    "envisioned",
    "minded",
    "preferred",
    "likely",
    "projected",
    "scheduled",
    "slated",
]);

/// What a thing is doing as long as it has not done it, where each word is weighed.
const WISHING: [u64; 12] = lexicon::ids([
    "trying",
    "attempting",
    "hoping",
    "aiming",
    "planning",
    "intending",
    "seeking",
    "striving",
    "looking",
    "wishing",
    "endeavouring",
    "preparing",
]);

/// Verbs of trying, wishing and tending.
const TRYING: [u64; 21] = lexicon::ids([
    "try", "tries", "attempt", "attempts", "want", "wants", "wish", "wishes", "hope", "hopes",
    "tend", "tends", "plan", "plans", "intend", "intends", "prefer", "prefers", "expects", "likes",
    "proposes",
]);

/// Other verbs that stand before what somebody is only inclined, said or free to do, where each word is weighed.
const LEANING: [u64; 23] = lexicon::ids([
    "aspires",
    "desires",
    "longs",
    "inclines",
    "elects",
    "opts",
    "chooses",
    "volunteers",
    "agrees",
    "consents",
    "seems",
    "appears",
    "happens",
    "purports",
    "claims",
    "professes",
    "struggles",
    "hesitates",
    "ventures",
    "bothers",
    "cares",
    "leans",
    "looks",
]);

/// Verbs of striving, which promise nothing even as a duty.
const STRIVING: [u64; 10] = lexicon::ids([
    "aim",
    "aims",
    "strive",
    "strives",
    "seek",
    "seeks",
    "endeavour",
    "endeavours",
    "endeavor",
    "endeavors",
]);

/// Adverbs of habit, which make a duty of `would` and `should` a custom.
const HABIT: [u64; 16] = lexicon::ids([
    "normally",
    "usually",
    "generally",
    "typically",
    "commonly",
    "mostly",
    "ordinarily",
    "often",
    "preferably",
    "ideally",
    "potentially",
    "eventually",
    "customarily",
    "sometimes",
    "occasionally",
    "voluntarily",
]);

/// People, who try things and may do them.
const PEOPLE: [u64; 37] = lexicon::ids([
    "user",
    "users",
    "customer",
    "customers",
    "attacker",
    "attackers",
    "developer",
    "developers",
    "operator",
    "operators",
    "admin",
    "admins",
    "administrator",
    "administrators",
    "visitor",
    "visitors",
    "member",
    "members",
    "maintainer",
    "maintainers",
    "owner",
    "owners",
    "author",
    "authors",
    "contributor",
    "contributors",
    "consumer",
    "consumers",
    "implementer",
    "implementers",
    "someone",
    "anyone",
    "people",
    "they",
    "you",
    "we",
    "i",
]);

/// What a remark asks of the reader.
const NOTED: [u64; 7] =
    lexicon::ids(["noted", "mentioned", "clear", "obvious", "possible", "remembered", "stressed"]);
