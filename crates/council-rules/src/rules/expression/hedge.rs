//! A duty that is taken back beside its verb: an aside between the binding word and what it binds to, somebody's opinion in
//! the place of the duty, a leave in the form of a noun.

use super::{super::scan::Found, clause};
use crate::{
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// Finds words beside the main verb that take its duty back, as their first token and their number.
pub(in super::super) fn find(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    const REACH: usize = 24;
    let from = clause::main(found)?;
    for (at, token) in found.tokens.iter().enumerate().skip(from).take(REACH) {
        if clause::subordinates(token) {
            return None;
        }
        if !token.is_plain_word() {
            continue;
        }
        let is_modal = token.is(lexicon::MODAL) || token.id == WOULD;
        if is_modal {
            return loosened(found, at + 1)
                .or_else(|| opinion(found, at + 1).filter(|_| found.after_is(at, 1, "be")))
                .or_else(|| tried(found, at + 1))
                .or_else(|| (token.id == WOULD && found.is_checked()).then_some(at + 1))
                .map(|end| (at, end - at));
        }
        if let Some(end) = opinion(found, at).or_else(|| granted(found, at)) {
            return Some((at, end - at));
        }
    }
    None
}

/// Finds an aside before the verb that says how far the duty goes, and returns where it ends: `will, as a rule,`, `should in
/// most cases`, `will mostly`.
fn loosened(found: &Found<'_, '_>, from: usize) -> Option<usize> {
    const LONGEST: usize = 6;
    let set_off = found.tokens.get(from)?.is_mark(b',');
    let first = from + usize::from(set_off);
    let opener = found.tokens.get(first).filter(|token| token.is_plain_word())?;
    if opener.is(Classes::HEDGE) || HABITS.contains(&opener.id) {
        return Some(first + 1);
    }
    if !(set_off || opener.is(Classes::PREPOSITION) || OPENING.contains(&opener.id)) {
        return None;
    }
    let rest = found.tokens.get(first..)?;
    let until = |token: &&Token| token.is_plain_word() && !token.is(Classes::BE);
    let words = rest.iter().take(LONGEST).take_while(until).count();
    let last = rest.get(..words)?.iter().rposition(|token| SLACK.contains(&token.id))?;
    // `in all cases` and `at the same time` loosen nothing, and `in these cases` is a condition.
    let aside = rest.get(..last)?;
    if aside.iter().any(|token| STRICT.contains(&token.id) || token.is(Classes::QUANTIFIER)) {
        return None;
    }
    let end = first + last + 1;
    let closed = found.tokens.get(end).is_some_and(|token| token.is_mark(b','));
    (!set_off || closed).then_some(end)
}

/// Finds somebody's opinion in the place of a duty, and returns where it ends: `is thought to`, `be well advised to`, `is by
/// and large required to`.
fn opinion(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    // What was thought is told.
    let verb = found.tokens.get(at)?;
    let stands = STANDING.contains(&verb.id) && verb.is_plain_word();
    let is_now = verb.is(Classes::BE) && !WAS.contains(&verb.id);
    if !(stands || is_now) {
        return None;
    }
    let loosened = loosened(found, at + 1);
    let mut word = loosened.unwrap_or(at + 1);
    while found.tokens.get(word).is_some_and(|token| {
        (clause::is_adverb(found, token) || token.id == WELL) && !token.is(Classes::NOT)
    }) {
        word += 1;
    }
    let said = found.tokens.get(word).filter(|token| token.is_plain_word())?;
    let is_leaning = || found.is_checked() && LEANING.contains(&said.id);
    let is_opinion = OPINIONS.contains(&said.id)
        || stands && said.id == READY
        || is_leaning()
        || loosened.is_some() && BOUND.contains(&said.id);
    let led = found.after_is(word, 1, "to") && is_verb(found, word + 2);
    (is_opinion && led).then_some(word + 2)
}

/// Finds an effort after a binding word, and returns where it ends: `use reasonable efforts to`, `do well to`.
fn tried(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const REACH: usize = 4;
    let verb = found.tokens.get(at).filter(|token| MAKING.contains(&token.id))?;
    let rest = found.tokens.get(at + 1..)?;
    let noun = rest.iter().take(REACH).position(|token| EFFORT.contains(&token.id))?;
    (verb.is_plain_word() && found.after_is(at, noun + 2, "to")).then_some(at + noun + 3)
}

/// Finds a leave in the form of a noun, and returns where it ends: `has the option to`, `enjoys the freedom to`.
fn granted(found: &Found<'_, '_>, at: usize) -> Option<usize> {
    const REACH: usize = 4;
    found.tokens.get(at).filter(|token| HAVING.contains(&token.id))?;
    let rest = found.tokens.get(at + 1..)?;
    let noun = rest.iter().take(REACH).position(|token| LEAVES.contains(&token.id))?;
    let denied = rest.iter().take(noun).any(|token| token.is(Classes::NOT));
    // A right that somebody has is granted; one that is reserved leaves it open.
    let is_right = rest.get(noun).is_some_and(|noun| noun.id == lexicon::id("right"));
    let denied =
        denied || is_right != found.tokens.get(at).is_some_and(|verb| RESERVING.contains(&verb.id));
    let led = found.after_is(at, noun + 2, "to");
    (led && !denied).then_some(at + noun + 3)
}

/// Tells whether a verb can stand at a token, rather than what something is added or sent to.
fn is_verb(found: &Found<'_, '_>, at: usize) -> bool {
    found.tokens.get(at).is_some_and(|token| {
        let is_noun =
            token.is(Classes::DETERMINER.with(Classes::PREPOSITION).with(Classes::PRONOUN));
        token.kind == TokenKind::Word && !is_noun && !found.text.word(token).ends_with("ing")
    })
}

const WOULD: u64 = lexicon::id("would");
const READY: u64 = lexicon::id("ready");

/// Verbs of a state that stand where `is` could: `stands ready to`, `remains free to`.
const STANDING: [u64; 6] = lexicon::ids(["stands", "stand", "remains", "remain", "stays", "feels"]);
const WAS: [u64; 2] = lexicon::ids(["was", "were"]);
const WELL: u64 = lexicon::id("well");

/// Words that open an aside beside prepositions.
const OPENING: [u64; 10] = lexicon::ids([
    "more", "where", "when", "if", "wherever", "whenever", "all", "subject", "most", "time",
]);

/// Words that say how far something goes without saying how far.
const SLACK: [u64; 60] = lexicon::ids([
    "option",
    "leisure",
    "pleasure",
    "impractical",
    "impracticable",
    "infeasible",
    "unreasonable",
    "inconvenient",
    "budget",
    "resources",
    "capacity",
    "effort",
    "best-effort",
    "basis",
    "discretion",
    "convenience",
    "judgement",
    "judgment",
    "opinion",
    "warranted",
    "justified",
    "worthwhile",
    "tolerable",
    "possible",
    "feasible",
    "practical",
    "practicable",
    "convenient",
    "permitting",
    "permits",
    "permit",
    "allows",
    "allow",
    "allowing",
    "principle",
    "rule",
    "cases",
    "situations",
    "extent",
    "degree",
    "general",
    "theory",
    "large",
    "less",
    "circumstances",
    "whole",
    "average",
    "appropriate",
    "sensible",
    "reasonable",
    "desirable",
    "affordable",
    "doubt",
    "likelihood",
    "probability",
    "luck",
    "time",
    "times",
    "conditions",
    "preference",
]);

/// Words that tell which cases or times are meant, or that all are.
const STRICT: [u64; 12] = lexicon::ids([
    "all", "every", "any", "no", "each", "same", "this", "these", "those", "that", "such", "both",
]);

/// Adverbs of habit and of a time that is not said.
const HABITS: [u64; 19] = lexicon::ids([
    "often",
    "sometimes",
    "occasionally",
    "voluntarily",
    "potentially",
    "gladly",
    "someday",
    "sooner",
    "hopefully",
    "theoretically",
    "seldom",
    "mostly",
    "largely",
    "mainly",
    "generally",
    "usually",
    "typically",
    "normally",
    "commonly",
]);

/// What people think, wish and allow of a thing, after `is`.
const OPINIONS: [u64; 42] = lexicon::ids([
    "thought",
    "believed",
    "presumed",
    "reckoned",
    "trusted",
    "poised",
    "disposed",
    "apt",
    "keen",
    "eager",
    "content",
    "happy",
    "glad",
    "entitled",
    "authorised",
    "authorized",
    "licensed",
    "requested",
    "asked",
    "prompted",
    "motivated",
    "tempted",
    "foreseen",
    "destined",
    "earmarked",
    "conceived",
    "advised",
    "encouraged",
    "recommended",
    "invited",
    "supposed",
    "inclined",
    "wise",
    "prudent",
    "preferable",
    "desirable",
    "nice",
    "good",
    "ideal",
    "best",
    "better",
    "rumoured",
]);

/// Other words after `is` that leave open what is done, where each word is weighed.
const LEANING: [u64; 37] = lexicon::ids([
    "willing",
    "unwilling",
    "reluctant",
    "hesitant",
    "prepared",
    "anxious",
    "pleased",
    "delighted",
    "prone",
    "liable",
    "aimed",
    "geared",
    "contemplated",
    "proposed",
    "tipped",
    "counselled",
    "counseled",
    "nudged",
    "persuaded",
    "coaxed",
    "challenged",
    "begged",
    "exhorted",
    "reputed",
    "alleged",
    "said",
    "claimed",
    "predicted",
    "forecast",
    "estimated",
    "wanted",
    "wished",
    "pencilled",
    "penciled",
    "budgeted",
    "groomed",
    "eligible",
]);

/// Participles of a duty that only an aside can loosen.
const BOUND: [u64; 9] = lexicon::ids([
    "required",
    "obliged",
    "obligated",
    "bound",
    "mandated",
    "expected",
    "assumed",
    "considered",
    "understood",
]);

const MAKING: [u64; 10] = lexicon::ids([
    "use", "uses", "do", "does", "make", "makes", "exert", "exerts", "apply", "take",
]);

const EFFORT: [u64; 12] = lexicon::ids([
    "best",
    "utmost",
    "effort",
    "efforts",
    "attempt",
    "attempts",
    "endeavours",
    "endeavors",
    "well",
    "pains",
    "steps",
    "trouble",
]);

const HAVING: [u64; 10] = lexicon::ids([
    "has", "have", "enjoys", "enjoy", "gets", "holds", "retains", "keeps", "reserves", "reserve",
]);

const RESERVING: [u64; 2] = lexicon::ids(["reserves", "reserve"]);

/// Nouns of a leave, a chance or a leaning.
const LEAVES: [u64; 29] = lexicon::ids([
    "right",
    "inclination",
    "ambition",
    "desire",
    "wish",
    "hope",
    "plan",
    "propensity",
    "willingness",
    "scope",
    "room",
    "flexibility",
    "prerogative",
    "privilege",
    "readiness",
    "option",
    "choice",
    "liberty",
    "freedom",
    "opportunity",
    "chance",
    "discretion",
    "latitude",
    "leeway",
    "possibility",
    "intention",
    "tendency",
    "aim",
    "goal",
]);
