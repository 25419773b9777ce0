//! A vague bound: a time, a count, a share or a size that stretches where a number should stand.
//!
//! Known by its make: a stretching adjective before a noun of measure, a quantity that only measures by feeling, a
//! comparison with what is possible.

use council_core::severity::Severity;

use super::{super::scan::Found, clause};
use crate::{
    Finding,
    lexicon::{self, Classes},
    model::{Role, Token, TokenKind},
};

/// What a vague bound takes the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Of {
    /// How soon or how long.
    Time,
    /// How many, how much, how large.
    Amount,
}

/// Finds a vague bound that begins at a token, with its number of tokens.
///
/// Outside of demands people count by feeling, `a lot of`, `most of them`; there only what stands in the place of a
/// measure is a bound.
pub(in super::super) fn at(found: &Found<'_, '_>, at: usize) -> Option<(Of, usize)> {
    const FIRST: Classes = Classes::GRADE
        .with(Classes::DETERMINER)
        .with(Classes::PREPOSITION)
        .with(Classes::SUPERLATIVE);
    let token = found.tokens.get(at).filter(|token| token.is(FIRST) && token.is_plain_word())?;
    measure(found, at, token).or_else(|| felt(found, at, token).filter(|_| found.is_checked()))
}

/// Finds a share or a count by feeling.
fn felt(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    share(found, at, token).or_else(|| counted(found, at, token))
}

/// Finds a vague bound in the place of a measure.
fn measure(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    as_possible(found, at, token)
        .or_else(|| stretched(found, at, token))
        .or_else(|| bare_pace(found, at, token))
        .or_else(|| without_delay(found, at, token))
}

/// Finds a vague bound of what a sentence says must or should be, where a document does not list its demands: after the
/// modal, in the same clause. A criterion says it without one.
fn demanded(found: &Found<'_, '_>) -> Option<(usize, Of, usize)> {
    const REACH: usize = 24;
    let duties = Classes::MUST.with(Classes::SHOULD);
    let is_duty = |token: &Token| {
        token.is_plain_word() && token.is(duties) && token.id != lexicon::id("will")
    };
    let may_bind = found.sentence.classes.intersects(duties);
    let duty = || {
        let main = clause::main(found)?;
        let rest = found.tokens.get(main..)?;
        let duty = rest.iter().position(is_duty)?;
        // `the attack that must be prevented is …` demands nothing of what follows.
        let beside = rest.iter().take(duty).any(clause::subordinates);
        (!beside).then_some(main + duty + 1)
    };
    let duty = may_bind.then(duty).flatten();
    let is_criterion = found.sentence.role == Role::Criterion
        && !found.sentence.classes.intersects(Classes::MAY.with(Classes::MIGHT));
    let from = if is_criterion { Some(duty.unwrap_or(0)) } else { duty }?;
    words(found, from, clause_end(found, from).min(from + REACH))
        .find_map(|(at, token)| measure(found, at, token).map(|(of, len)| (at, of, len)))
}

/// Returns where a clause ends that begins at a token: before another one that only describes.
fn clause_end(found: &Found<'_, '_>, from: usize) -> usize {
    let rest = found.tokens.get(from..).unwrap_or_default();
    // A comparison opens with `as`, like a clause.
    let end = rest.iter().position(|token| token.id != AS && clause::subordinates(token));
    end.map_or(found.tokens.len(), |end| from + end)
}

/// Goes through the words between two tokens.
fn words<'m>(
    found: &Found<'m, '_>,
    from: usize,
    until: usize,
) -> impl Iterator<Item = (usize, &'m Token)> + use<'m> {
    let all = found.tokens.iter().enumerate().take(until).skip(from);
    all.filter(|(_, token)| token.is_plain_word())
}

/// A vague bound where a document does not list its demands.
pub(in super::super) struct Told {
    pub(in super::super) of: Of,
    /// Its first token, and how many it has.
    pub(in super::super) at: usize,
    pub(in super::super) len: usize,
    /// Whether the sentence demands it, rather than telling how things are.
    pub(in super::super) is_demanded: bool,
}

/// Finds a vague bound where a document does not list its demands, in what is demanded before what is told.
pub(in super::super) fn told(found: &Found<'_, '_>) -> Option<Told> {
    if !found.describes() {
        return None;
    }
    if let Some((at, of, len)) = demanded(found).filter(|_| found.is_told()) {
        return Some(Told { of, at, len, is_demanded: true });
    }
    // What may be is no measure of what is.
    if found.sentence.classes.intersects(Classes::MAY.with(Classes::MIGHT)) {
        return None;
    }
    // What requires something means each of its words; what argues describes much beside its main clause.
    // How many are counted by feeling is told all the time; it measures what the thing will do.
    let is_each = found.text.kind.requires();
    let main = clause::main(found)?;
    let does =
        is_each || found.words(Classes::MUST.with(Classes::SHOULD)).any(|(at, _)| at >= main);
    let (from, until) =
        if is_each { (0, found.tokens.len()) } else { (main, clause_end(found, main)) };
    words(found, from, until).find_map(|(at, token)| {
        let (of, len) = measure(found, at, token)
            .or_else(|| if does { felt(found, at, token) } else { None })
            .or_else(|| if does { graded(found, at, token) } else { None })
            .filter(|_| !is_idiom(found, at))?;
        Some(Told { of, at, len, is_demanded: false })
    })
}

impl Told {
    /// Makes a note of a finding where nothing is demanded.
    pub(in super::super) fn weigh(&self, mut finding: Finding) -> Finding {
        if !self.is_demanded {
            finding.severity = Severity::Note;
        }
        finding
    }
}

/// Tells whether it is the `at a high level` of somebody who leaves details out.
fn is_idiom(found: &Found<'_, '_>, at: usize) -> bool {
    found.after_is(at, 1, "high") && found.after_is(at, 2, "level")
}

/// Finds `as soon as practical`, `as many retries as needed`, `as fast as the network allows`.
fn as_possible(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    const REACH: usize = 5;
    if token.id != AS {
        return None;
    }
    let grade = found.after(at, 1).filter(|token| token.is_plain_word())?;
    let of = if grade.is(Classes::SPEED) || SOON.contains(&grade.id) {
        Of::Time
    } else if GRADES.contains(&grade.id) || grade.is(Classes::ELASTIC) {
        Of::Amount
    } else {
        return None;
    };
    let rest = found.tokens.get(at + 2..)?;
    let second = rest.iter().take(REACH).position(|token| token.id == AS)?;
    let close = at + 2 + second + 1;
    let limit = found.tokens.get(close).filter(|token| token.is_plain_word())?;
    if POSSIBLE.contains(&limit.id) {
        // `as long as necessary parts are there` is a condition.
        let is_condition = LASTING.contains(&grade.id)
            && !found.tokens.get(close + 1).is_none_or(|next| {
                !next.is_plain_word() || next.is(Classes::FUNCTION.with(Classes::PREPOSITION))
            });
        return (!is_condition).then_some((of, close + 1 - at));
    }
    // `as soon as the network allows`: somebody else decides; `as soon as the file is closed` is an event.
    let after = found.tokens.get(close..)?;
    let allows = after.iter().take(4).position(|token| ALLOWING.contains(&token.id))?;
    Some((of, close + allows + 1 - at))
}

/// Finds a stretching adjective before a noun of measure: `within a sensible interval`, `a modest amount of space`.
fn stretched(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    let article = ARTICLES.contains(&token.id);
    // Without an article a preposition must lead to it, and it must be no plural name: `in comfortable time`.
    let led = LEADING.contains(&token.id)
        && found.after(at, 1).is_some_and(|next| !next.is(Classes::DETERMINER));
    if !article && !led {
        return None;
    }
    let mut place = at + 1;
    while found
        .tokens
        .get(place)
        .is_some_and(|token| clause::is_adverb(found, token) && !token.is(STRETCHING))
    {
        place += 1;
    }
    let graded = place > at + 1;
    let adjective = found.tokens.get(place).filter(|token| token.is_plain_word())?;
    // `stay logged in conveniently while …` measures nothing.
    if led && found.text.word(adjective).ends_with("ently") {
        return None;
    }
    if !(is_stretching(found, adjective) || graded && adjective.is(Classes::PLAIN_SUBJECTIVE)) {
        return None;
    }
    place += 1;
    place += usize::from(found.tokens.get(place).is_some_and(|t| t.id == lexicon::id("enough")));
    // One noun may stand between: `an acceptable time frame`, `a low retry rate`.
    let noun = |at: usize| found.tokens.get(at).filter(|token| token.is_plain_word());
    let mut head = noun(place)?;
    if !is_measure(head) && noun(place + 1).is_some_and(is_measure) && !head.is(Classes::FUNCTION) {
        place += 1;
        head = noun(place)?;
    }
    if noun(place + 1).is_some_and(|next| is_measure(head) && is_measure(next)) {
        place += 1;
        head = noun(place)?;
    }
    // `in short order`, `in a brisk manner`.
    let whole = WHOLES.contains(&head.id) && !adjective.is(Classes::ELASTIC.with(Classes::AMOUNT));
    let manner = MANNER.contains(&head.id) && adjective.is(Classes::SPEED.with(Classes::ELASTIC));
    // `in high latency networks` names networks.
    let goes_on = noun(place + 1).is_some_and(|next| {
        let grammar =
            Classes::FUNCTION.with(Classes::PREPOSITION).with(Classes::VERB).with(Classes::ADVERB);
        !next.is(grammar.with(Classes::CONDITION))
            && !found.text.word(next).ends_with("ing")
            && led
            && !article
    });
    // `at short notice` is a time, `a friendly notice` is a message.
    let message =
        head.id == lexicon::id("notice") && !adjective.is(Classes::ELASTIC.with(Classes::SPEED));
    if !is_measure(head) && !manner || whole || goes_on || message || is_given(found, place) {
        return None;
    }
    let of = if manner || TIMES.contains(&head.id) { Of::Time } else { Of::Amount };
    Some((of, place + 1 - at))
}

/// Finds a pace alone: `at pace`, `at speed`, `before too long`, `in no time`.
fn bare_pace(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    let next = found.after(at, 1)?;
    if token.id == lexicon::id("at") && PACE.contains(&next.id) && ends_phrase(found, at + 2) {
        return Some((Of::Time, 2));
    }
    let too = usize::from(found.after_is(at, 1, "too"));
    if token.id == lexicon::id("before") && found.after_is(at, 1 + too, "long") {
        return Some((Of::Time, 2 + too));
    }
    if token.id != lexicon::id("in") && token.id != lexicon::id("within") {
        return None;
    }
    let no_time = found.after_is(at, 1, "no") && found.after_is(at, 2, "time");
    let next_to = found.after_is(at, 1, "next")
        && found.after_is(at, 2, "to")
        && found.after_is(at, 3, "no")
        && found.after_is(at, 4, "time");
    let due = (found.after_is(at, 1, "due") || found.after_is(at, 1, "good"))
        && (found.after_is(at, 2, "course") || found.after_is(at, 2, "time"));
    match (no_time || due, next_to) {
        (true, _) => Some((Of::Time, 3)),
        (_, true) => Some((Of::Time, 5)),
        (false, false) => None,
    }
}

/// Finds `without noticeable delay`, `with minimal waiting`.
fn without_delay(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    if token.id != lexicon::id("without") && token.id != lexicon::id("with") {
        return None;
    }
    let mut noun = at + 1;
    if found.tokens.get(noun).is_some_and(|token| ARTICLES.contains(&token.id)) {
        noun += 1;
    }
    let adjective = found.tokens.get(noun).filter(|token| token.is_plain_word())?;
    let stretches = is_stretching(found, adjective) || LITTLE.contains(&adjective.id);
    // `without waiting for the answer` says what is not waited for.
    let bare = token.id == lexicon::id("without")
        && WAITING.contains(&adjective.id)
        && ends_phrase(found, noun + 1)
        && !found.after_is(noun, 1, "for");
    let end = if bare { noun } else { noun + 1 };
    let head = found.tokens.get(end).filter(|token| WAITING.contains(&token.id))?;
    let alone = !is_given(found, end) && head.is_plain_word();
    (alone && (bare || stretches)).then_some((Of::Time, end + 1 - at))
}

/// Finds a speed with a degree: `fairly soon`, `rapidly enough`.
fn graded(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    let is_speed = |token: &Token| token.is_plain_word() && token.is(Classes::SPEED);
    let next = found.after(at, 1)?;
    let enough = is_speed(token) && next.id == lexicon::id("enough") && ends_phrase(found, at + 2);
    let fairly = token.is(Classes::LOOSE.with(Classes::GRADE))
        && clause::is_adverb(found, token)
        && is_speed(next)
        && ends_phrase(found, at + 2);
    (enough || fairly).then_some((Of::Time, 2))
}

/// Finds a share: `most of it`, `the lion's share`, `close to all`, `practically everything`.
fn share(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    let next = found.after(at, 1).filter(|token| token.is_plain_word())?;
    if NEARLY.contains(&token.id) && WHOLE.contains(&next.id) {
        return Some((Of::Amount, 2));
    }
    let close_to = token.id == lexicon::id("close") && found.after_is(at, 1, "to");
    if close_to && found.after(at, 2).is_some_and(|token| WHOLE.contains(&token.id)) {
        return Some((Of::Amount, 3));
    }
    if token.id == lexicon::id("most") && found.after_is(at, 1, "of") {
        let mut last = at + 1;
        if found.after(last, 1).is_some_and(|token| token.id == lexicon::id("it")) {
            last += 1;
        }
        return Some((Of::Amount, last + 1 - at));
    }
    if token.id != lexicon::id("the") {
        return None;
    }
    let third = found.after(at, 2);
    let grade = next.is(Classes::COMPARATIVE.with(Classes::ELASTIC).with(Classes::SUPERLATIVE))
        || GREAT.contains(&next.id);
    if grade && third.is_some_and(|token| SHARES.contains(&token.id)) {
        return Some((Of::Amount, 3));
    }
    let whole = next.id == lexicon::id("bulk") || next.id == lexicon::id("majority");
    (whole && found.after_is(at, 2, "of")).then_some((Of::Amount, 2))
}

/// Finds a count by feeling: `quite a few`, `a good many`, `a couple of dozen`, `only so many`, `too much space`.
fn counted(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(Of, usize)> {
    let few = |at: usize| found.tokens.get(at).is_some_and(|token| FEW.contains(&token.id));
    let article = token.id == lexicon::id("a");
    if token.id == lexicon::id("quite") && found.after_is(at, 1, "a") && few(at + 2) {
        return Some((Of::Amount, 3));
    }
    let graded =
        found.after(at, 1).is_some_and(|t| t.is(Classes::ELASTIC) || GREAT.contains(&t.id));
    if article && graded && few(at + 2) {
        return Some((Of::Amount, 3));
    }
    if article && few(at + 1) && !found.has_number_near(at, 3) {
        return Some((Of::Amount, 2));
    }
    let dozens = found.after(at, 1).is_some_and(|token| HEAPS.contains(&token.id));
    if article && dozens && found.after_is(at, 2, "of") {
        return Some((Of::Amount, 3));
    }
    if PLURAL_HEAPS.contains(&token.id) && found.after_is(at, 1, "of") {
        return Some((Of::Amount, 2));
    }
    let so_many = SO.contains(&token.id)
        && found.after(at, 1).is_some_and(|token| MUCH.contains(&token.id))
        && found.before(at, 1).is_none_or(|last| last.id != lexicon::id("how"));
    so_many.then_some((Of::Amount, 2))
}

/// Tells whether a number follows that says what is meant, or words do: `a short time (5 s)`, `a good moment — namely …`.
pub(super) fn is_given(found: &Found<'_, '_>, at: usize) -> bool {
    let after = found.tokens.get(at + 1..).unwrap_or_default();
    let mut near = after.iter().take(3).take_while(|token| !token.is_mark(b','));
    let is_told = after.iter().take(3).any(|token| NAMELY.contains(&token.id));
    is_told || near.any(|token| token.kind == TokenKind::Number)
}

/// Words after which it is said what was meant.
const NAMELY: [u64; 3] = lexicon::ids(["namely", "specifically", "i.e"]);

/// Tells whether an adjective stretches the measure before which it stands.
fn is_stretching(found: &Found<'_, '_>, token: &Token) -> bool {
    let made = found.text.word(token);
    token.is(STRETCHING)
        || (token.span().len() > 6
            && !made.contains('-')
            && (made.ends_with("able") || made.ends_with("ible"))
            && !EXACT.contains(&token.id))
}

/// Tells whether a word is a limit that is none: what is possible, practical, convenient.
pub(in super::super) fn is_limit(token: &Token) -> bool {
    POSSIBLE.contains(&token.id)
}

fn is_measure(token: &Token) -> bool {
    token.is(Classes::MEASURE)
}

/// Tells whether what stands at a place cannot go on with a noun phrase.
fn ends_phrase(found: &Found<'_, '_>, at: usize) -> bool {
    found.tokens.get(at).is_none_or(|token| {
        matches!(token.kind, TokenKind::Mark(_))
            || token.is(Classes::PREPOSITION.with(Classes::AND).with(Classes::CONDITION))
    })
}

/// Classes of adjectives that stretch a measure.
const STRETCHING: Classes =
    Classes::ELASTIC.with(Classes::SUBJECTIVE).with(Classes::SPEED).with(Classes::AMOUNT);

const AS: u64 = lexicon::id("as");

const ARTICLES: [u64; 2] = lexicon::ids(["a", "an"]);

/// Prepositions that lead to a measure.
const LEADING: [u64; 10] =
    lexicon::ids(["in", "within", "at", "with", "after", "by", "under", "below", "for", "of"]);

const SOON: [u64; 5] = lexicon::ids(["early", "late", "long", "short", "responsive"]);

/// Grades that make a condition of `as … as`.
const LASTING: [u64; 2] = lexicon::ids(["long", "soon"]);

/// Grades of an amount.
const GRADES: [u64; 5] = lexicon::ids(["many", "much", "few", "little", "often"]);

/// Limits that are none.
const POSSIBLE: [u64; 21] = lexicon::ids([
    "achievable",
    "attainable",
    "affordable",
    "manageable",
    "convenient",
    "suitable",
    "opportune",
    "possible",
    "practical",
    "practicable",
    "feasible",
    "reasonable",
    "needed",
    "necessary",
    "required",
    "desired",
    "appropriate",
    "viable",
    "wanted",
    "sensible",
    "permissible",
]);

const ALLOWING: [u64; 5] = lexicon::ids(["allow", "allows", "permit", "permits", "possible"]);

/// Nouns of time and speed.
const TIMES: [u64; 22] = lexicon::ids([
    "time",
    "timeframe",
    "frame",
    "period",
    "duration",
    "delay",
    "interval",
    "pace",
    "latency",
    "window",
    "speed",
    "while",
    "moment",
    "wait",
    "waiting",
    "turnaround",
    "span",
    "lag",
    "notice",
    "timespan",
    "rhythm",
    "cadence",
]);

/// Nouns that are a measure only after a word of amount: `a limited set`, and not `a simple set`.
const WHOLES: [u64; 5] = lexicon::ids(["set", "range", "part", "level", "variety"]);

const MANNER: [u64; 3] = lexicon::ids(["manner", "fashion", "order"]);

const PACE: [u64; 3] = lexicon::ids(["pace", "speed", "leisure"]);

const WAITING: [u64; 8] =
    lexicon::ids(["delay", "delays", "waiting", "wait", "lag", "latency", "hesitation", "pause"]);

const LITTLE: [u64; 10] = lexicon::ids([
    "little",
    "minimal",
    "undue",
    "much",
    "noticeable",
    "perceptible",
    "visible",
    "further",
    "any",
    "unnecessary",
]);

const NEARLY: [u64; 6] =
    lexicon::ids(["nearly", "almost", "practically", "virtually", "basically", "essentially"]);

const WHOLE: [u64; 4] = lexicon::ids(["all", "everything", "every", "everyone"]);

const GREAT: [u64; 8] = lexicon::ids([
    "vast",
    "great",
    "overwhelming",
    "lion's",
    "better",
    "best",
    "good",
    "significant",
]);

const SHARES: [u64; 8] = lexicon::ids([
    "majority",
    "part",
    "share",
    "portion",
    "proportion",
    "bulk",
    "fraction",
    "percentage",
]);

const FEW: [u64; 3] = lexicon::ids(["few", "many", "lot"]);

const HEAPS: [u64; 8] = lexicon::ids([
    "couple",
    "handful",
    "number",
    "variety",
    "bunch",
    "majority",
    "multitude",
    "host",
]);

const PLURAL_HEAPS: [u64; 7] =
    lexicon::ids(["dozens", "hundreds", "thousands", "lots", "plenty", "loads", "scores"]);

const SO: [u64; 2] = lexicon::ids(["so", "too"]);

const MUCH: [u64; 2] = lexicon::ids(["many", "much"]);

/// Adjectives in `-able` that say what can be done with a thing, or name a kind of it, and stretch nothing.
const EXACT: [u64; 17] = lexicon::ids([
    "editable",
    "searchable",
    "sortable",
    "selectable",
    "adjustable",
    "variable",
    "executable",
    "configurable",
    "available",
    "readable",
    "writable",
    "printable",
    "addressable",
    "immutable",
    "mutable",
    "possible",
    "visible",
]);
