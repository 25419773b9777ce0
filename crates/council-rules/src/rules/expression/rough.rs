//! A bound by feeling that no list of measures knows: a noun of quantity, share, size or time with an adjective that only
//! grades it, and words that count without counting.

use super::{
    super::scan::Found,
    bound::{self, Of},
    clause,
};
use crate::{
    lexicon::{self, Classes, scores},
    model::{Role, Token, TokenKind},
};

/// Finds a bound by feeling in what a sentence demands or says that a thing does, as its first token and its number of
/// tokens.
pub(in super::super) fn find(found: &Found<'_, '_>, of: Of) -> Option<(usize, usize)> {
    const REACH: usize = 40;
    let main = clause::main(found)?;
    let duties = Classes::MUST.with(Classes::SHOULD);
    let duty = || {
        let at = found.words(duties).map(|(at, _)| at).find(|at| *at >= main)?;
        // `the thing that must be stopped` demands nothing of what follows.
        let beside = found.tokens.get(main..at)?.iter().any(clause::subordinates);
        (!beside).then_some(at)
    };
    let from = if found.is_checked() { main } else { duty()? + 1 };
    let rest = found.tokens.iter().enumerate().skip(from).take(REACH);
    // What stands in a clause beside the main one describes.
    let mut words =
        rest.take_while(|(at, token)| !clause::subordinates(token) || opens(found, *at));
    words.find_map(|(at, token)| {
        let len = match of {
            Of::Time => timed(found, at, token),
            Of::Amount => counted(found, at, token).or_else(|| graded(found, at, token)),
        }?;
        let is_given = found.has_number_near(at, len + 4) || bound::is_given(found, at + len - 1);
        (token.is_plain_word() && !is_given).then_some((at, len))
    })
}

/// Tells whether a word that can open a clause compares here.
fn opens(found: &Found<'_, '_>, at: usize) -> bool {
    let words = lexicon::ids(["as", "than", "so"]);
    found.tokens.get(at).is_some_and(|token| words.contains(&token.id))
}

/// Finds a time by feeling: `in a flash`, `at a lively tempo`, `with due dispatch`, `not too slowly`.
fn timed(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    if token.id == lexicon::id("sooner") && found.after_is(at, 1, "rather") {
        return Some(2);
    }
    if token.is(Classes::NOT) && found.after_is(at, 1, "too") {
        let is_time = |next: &Token| next.is(Classes::SPEED) || LATE.contains(&next.id);
        return found.after(at, 2).is_some_and(is_time).then_some(3);
    }
    if !LEADING.contains(&token.id) {
        return None;
    }
    if token.id == lexicon::id("in") && found.after_is(at, 1, "time") {
        return found
            .after(at, 2)
            .is_some_and(|next| next.id == lexicon::id("for") || next.id == lexicon::id("to"))
            .then_some(2);
    }
    let (end, is_graded) =
        noun_phrase(found, at + 1, |noun| INSTANTS.contains(&noun.id) || PACES.contains(&noun.id))?;
    if let Some(last) = graded_behind(found, end) {
        return Some(last + 1 - at);
    }
    let noun = found.tokens.get(end)?;
    (INSTANTS.contains(&noun.id) || is_graded).then_some(end + 1 - at)
}

/// Finds a noun of quantity, share or size that is only graded: `a realistic amount of`, `an ever larger part`.
fn graded(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    if !ARTICLES.contains(&token.id) {
        return None;
    }
    let (end, is_graded) = noun_phrase(found, at + 1, |noun| {
        HEAPS.contains(&noun.id) || AMOUNTS.contains(&noun.id) || PARTS.contains(&noun.id)
    })?;
    if let Some(last) = graded_behind(found, end) {
        return Some(last + 1 - at);
    }
    let noun = found.tokens.get(end)?;
    let is_heap = HEAPS.contains(&noun.id);
    // `a different part of the page` is a place; `a larger part` is a share.
    let is_part = PARTS.contains(&noun.id);
    let measures =
        |token: &Token| token.is(Classes::ELASTIC.with(Classes::AMOUNT).with(Classes::COMPARATIVE));
    let is_share = found.tokens.get(at..end)?.iter().any(measures);
    // `the parking lot` is none.
    let is_heap = is_heap && (is_graded || end == at + 1) && found.after_is(end, 1, "of");
    // A criterion that speaks of a part of some things counts them: `a representative part of all shops pass`.
    let is_counted = is_part
        && is_graded
        && found.sentence.role == Role::Criterion
        && found.after_is(end, 1, "of")
        && end > at + 1;
    let fits = is_heap || is_counted || is_graded && (!is_part || is_share);
    fits.then_some(end + 1 - at)
}

/// Finds what grades a noun behind it, and returns its last token: `a size suitable for phones`, `a time that is normal
/// for shops`.
fn graded_behind(found: &Found<'_, '_>, noun: usize) -> Option<usize> {
    const REACH: usize = 3;
    let next = found.after(noun, 1).filter(|token| token.is_plain_word())?;
    let led = |at: usize| found.tokens.get(at).is_some_and(|token| token.is(Classes::PREPOSITION));
    // `a buffer larger than the page` is measured by the page.
    if grades(found, next) && !next.is(Classes::COMPARATIVE) && led(noun + 2) {
        return Some(noun + 1);
    }
    let is_clause = THAT.contains(&next.id)
        && found
            .after(noun, 2)
            .is_some_and(|verb| verb.is(Classes::BE) || FEELING.contains(&verb.id));
    let words = found.tokens.get(noun + 3..)?.iter().take(REACH);
    let grade =
        words.take_while(|token| token.is_plain_word()).position(|token| grades(found, token));
    // `that is big enough to hold a page` is measured by the page.
    let is_measured = grade.is_some_and(|grade| found.after_is(noun, grade + 4, "enough"));
    grade.filter(|_| is_clause && !is_measured).map(|grade| noun + 3 + grade)
}

const THAT: [u64; 2] = lexicon::ids(["that", "which"]);

const FEELING: [u64; 4] = lexicon::ids(["feels", "feel", "seems", "looks"]);

/// Goes through the modifiers of a noun to the noun, and tells whether one of them grades it.
fn noun_phrase(
    found: &Found<'_, '_>,
    from: usize,
    is_noun: impl Fn(&Token) -> bool,
) -> Option<(usize, bool)> {
    const LONGEST: usize = 5;
    let rest = found.tokens.get(from..)?;
    let mut is_graded = false;
    for (step, token) in rest.iter().enumerate().take(LONGEST) {
        if !token.is_plain_word() {
            return None;
        }
        if is_noun(token) {
            return Some((from + step, is_graded));
        }
        let is_article = ARTICLES.contains(&token.id);
        let ends = Classes::PREPOSITION.with(Classes::BE).with(Classes::AND).with(lexicon::MODAL);
        if token.is(ends) && !is_article {
            return None;
        }
        is_graded |= grades(found, token);
    }
    None
}

/// Finds words that come close to something, and returns how many they are: `hardly`, `close to`, `well over`, `more than`
/// before `enough`.
fn nearly(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    const PAIRS: [(u64, u64); 8] = [
        (lexicon::id("close"), lexicon::id("to")),
        (lexicon::id("next"), lexicon::id("to")),
        (lexicon::id("just"), lexicon::id("about")),
        (lexicon::id("pretty"), lexicon::id("much")),
        (lexicon::id("well"), lexicon::id("over")),
        (lexicon::id("well"), lexicon::id("above")),
        (lexicon::id("well"), lexicon::id("under")),
        (lexicon::id("well"), lexicon::id("below")),
    ];
    if NEARLY.contains(&token.id) {
        return Some(1);
    }
    let next = found.after(at, 1)?;
    let is_pair = PAIRS.contains(&(token.id, next.id));
    let is_enough = token.id == lexicon::id("more")
        && next.id == lexicon::id("than")
        && found.after_is(at, 2, "enough");
    (is_pair || is_enough).then_some(2)
}

/// Tells whether an adjective grades a thing, rather than telling one from another.
fn grades(found: &Found<'_, '_>, token: &Token) -> bool {
    const GRADING: Classes = Classes::ELASTIC
        .with(Classes::SUBJECTIVE)
        .with(Classes::PLAIN_SUBJECTIVE)
        .with(Classes::SPEED)
        .with(Classes::COMPARATIVE);
    const LIKELY: u8 = 65;
    let word = found.text.word(token);
    let is_made = word.len() > 6 && ["ful", "ous"].iter().any(|end| word.ends_with(end));
    // `the largest number` is one certain number.
    let is_one = token.is(Classes::SUPERLATIVE);
    !is_one
        && !TELLING.contains(&token.id)
        && (token.is(GRADING)
            || USUAL.contains(&token.id)
            || is_compound(word)
            || is_made
            || scores::score(token.id) >= LIKELY)
}

/// Tells whether an adjective is made of several words of which the last compares or judges: `above-average`,
/// `best-in-class`, `bite-sized`. What tells who sets a measure, or of what it is, is made like that as well.
fn is_compound(word: &str) -> bool {
    const LAST: [&str; 20] = [
        "-average",
        "-standard",
        "-class",
        "-friendly",
        "-sized",
        "-scale",
        "-upon",
        "-grade",
        "-quality",
        "-efficient",
        "-leading",
        "-worthy",
        "-big",
        "-small",
        "-large",
        "-high",
        "-low",
        "-fast",
        "-slow",
        "-enough",
    ];
    LAST.iter().any(|last| word.ends_with(last))
}

/// Finds words that count without counting: `umpteen users`, `very many`, `more pages than today`, `some of it`, `as few
/// calls as it can`.
fn counted(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<usize> {
    const REACH: usize = 4;
    let next = found.after(at, 1).filter(|next| next.is_plain_word())?;
    let is_much = |token: &Token| MUCH.contains(&token.id);
    let intensifies = VERY.contains(&token.id) || found.text.word(token).ends_with("ly");
    let is_exact = EXACTLY.contains(&token.id);
    if intensifies && !is_exact && is_much(next) && !found.before_is(at, "how") {
        return Some(2);
    }
    if SOME.contains(&token.id) && next.id == lexicon::id("of") {
        return found.after(at, 2).is_some_and(|last| THEM.contains(&last.id)).then_some(3);
    }
    if let Some(lead) = nearly(found, at, token) {
        let rest = found.tokens.get(at + lead..)?;
        let whole = rest.iter().take(REACH).position(|token| WHOLE.contains(&token.id))?;
        let is_phrase = rest.iter().take(whole).all(|token| token.is(Classes::FUNCTION));
        return is_phrase.then_some(lead + whole + 1);
    }
    let rest = || found.tokens.get(at + 1..).unwrap_or_default().iter().take(REACH);
    if token.is(Classes::COMPARATIVE) && is_much(token) {
        let than = rest().position(|token| token.id == lexicon::id("than"))?;
        let rest = found.tokens.get(at + than + 2..)?;
        let now = rest.iter().take(REACH).position(|last| NOW.contains(&last.id))?;
        return Some(than + now + 3);
    }
    if token.id == lexicon::id("as") && is_much(next) {
        let second = rest().skip(1).position(|token| token.id == lexicon::id("as"))?;
        let last = found.after(at, second + 3)?;
        return (last.kind == TokenKind::Word && !last.is(Classes::DETERMINER))
            .then_some(second + 4);
    }
    let is_plural = found.text.word(next).ends_with('s') && !next.is(Classes::FUNCTION);
    (UNCOUNTED.contains(&token.id) && is_plural).then_some(1)
}

const ARTICLES: [u64; 7] = lexicon::ids(["a", "an", "the", "some", "any", "no", "only"]);

/// Prepositions that lead to a time.
const LEADING: [u64; 8] =
    lexicon::ids(["in", "within", "at", "with", "after", "without", "over", "on"]);

const LATE: [u64; 4] = lexicon::ids(["long", "late", "early", "far"]);

/// Nouns of a time that nobody measures.
const INSTANTS: [u64; 13] = lexicon::ids([
    "flash",
    "blink",
    "jiffy",
    "heartbeat",
    "trice",
    "twinkling",
    "wink",
    "snap",
    "haste",
    "alacrity",
    "promptness",
    "swiftness",
    "responsiveness",
]);

/// Nouns of time and speed that an adjective can grade.
const PACES: [u64; 27] = lexicon::ids([
    "turnaround",
    "basis",
    "schedule",
    "cadence",
    "rhythm",
    "time",
    "period",
    "interval",
    "moment",
    "moments",
    "tempo",
    "pace",
    "speed",
    "latency",
    "lag",
    "delay",
    "delays",
    "wait",
    "window",
    "future",
    "notice",
    "opportunity",
    "frame",
    "timeframe",
    "duration",
    "instant",
    "dispatch",
]);

/// Nouns of a quantity that is no number.
const HEAPS: [u64; 17] = lexicon::ids([
    "handful",
    "couple",
    "bunch",
    "lot",
    "deal",
    "multitude",
    "wealth",
    "plethora",
    "sliver",
    "helping",
    "slew",
    "majority",
    "minority",
    "bulk",
    "smattering",
    "abundance",
    "glut",
]);

/// Nouns of quantity, share and size that an adjective can grade.
const AMOUNTS: [u64; 45] = lexicon::ids([
    "levels",
    "rates",
    "margin",
    "headroom",
    "selection",
    "sample",
    "preponderance",
    "complement",
    "overhead",
    "number",
    "numbers",
    "amount",
    "amounts",
    "quantity",
    "quantities",
    "volume",
    "volumes",
    "count",
    "supply",
    "share",
    "portion",
    "proportion",
    "fraction",
    "percentage",
    "ratio",
    "quota",
    "coverage",
    "rate",
    "size",
    "sizes",
    "footprint",
    "space",
    "payload",
    "budget",
    "length",
    "allocation",
    "capacity",
    "bandwidth",
    "memory",
    "storage",
    "extent",
    "degree",
    "sum",
    "mass",
    "maximum",
]);

/// Nouns that are a share or a size after some adjectives only.
const PARTS: [u64; 15] = lexicon::ids([
    "part", "set", "range", "level", "group", "piece", "series", "array", "limit", "subset",
    "chunk", "block", "variety", "batch", "buffer",
]);

/// Adjectives that compare with what is usual.
const USUAL: [u64; 19] = lexicon::ids([
    "frequent",
    "competitive",
    "everyday",
    "usual",
    "normal",
    "typical",
    "customary",
    "ordinary",
    "standard",
    "average",
    "optimal",
    "desired",
    "wide",
    "broad",
    "due",
    "foreseeable",
    "near",
    "representative",
    "growing",
]);

/// Words that tell one thing from another.
const TELLING: [u64; 44] = lexicon::ids([
    "new",
    "old",
    "specific",
    "certain",
    "particular",
    "same",
    "similar",
    "alternative",
    "additional",
    "previous",
    "latest",
    "recent",
    "critical",
    "major",
    "minor",
    "potential",
    "essential",
    "sensitive",
    "consistent",
    "correct",
    "complete",
    "clear",
    "stable",
    "secure",
    "special",
    "relevant",
    "variable",
    "configurable",
    "available",
    "executable",
    "possible",
    "more",
    "less",
    "later",
    "earlier",
    "regular",
    "real-time",
    "periodic",
    "immediate",
    "balanced",
    "simple",
    "lower",
    "higher",
    "constant",
]);

const VERY: [u64; 6] = lexicon::ids(["very", "far", "much", "rather", "so", "pretty"]);

/// Adverbs that leave nothing to feeling.
const EXACTLY: [u64; 4] = lexicon::ids(["infinitely", "exactly", "equally", "only"]);

const MUCH: [u64; 7] = lexicon::ids(["many", "few", "fewer", "more", "less", "much", "little"]);

const SOME: [u64; 7] = lexicon::ids(["some", "many", "most", "much", "few", "half", "several"]);

const THEM: [u64; 6] = lexicon::ids(["it", "them", "these", "those", "this", "that"]);

const NEARLY: [u64; 10] = lexicon::ids([
    "hardly",
    "barely",
    "scarcely",
    "nearly",
    "almost",
    "practically",
    "virtually",
    "basically",
    "essentially",
    "effectively",
]);

const WHOLE: [u64; 14] = lexicon::ids([
    "any",
    "half",
    "enough",
    "anything",
    "all",
    "everything",
    "every",
    "everyone",
    "full",
    "whole",
    "entirety",
    "totality",
    "none",
    "nothing",
]);

/// Times and needs with which nothing can be compared.
const NOW: [u64; 8] = lexicon::ids([
    "today",
    "now",
    "before",
    "usual",
    "currently",
    "needed",
    "necessary",
    "expected",
]);

/// Adjectives that count without counting.
const UNCOUNTED: [u64; 11] = lexicon::ids([
    "umpteen",
    "countless",
    "numerous",
    "myriad",
    "sundry",
    "innumerable",
    "untold",
    "manifold",
    "ample",
    "abundant",
    "scant",
]);
