//! Numbers with their unit and the word that says which side of them is allowed.

use council_core::packet::Span;

use super::{Shape, Token, TokenKind};
use crate::lexicon::{self, Classes};

/// An amount with a unit: `at most 200 ms`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// The number as written.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
    /// Which side of it is allowed.
    pub bound: Bound,
    /// The number and the unit.
    pub span: Span,
    /// The token of the number, counted from the sentence's first.
    pub at: usize,
}

/// What a quantity counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// What is measured.
    pub dimension: Dimension,
    /// How many base units it is.
    pub factor: f64,
    /// The word itself, for things that are counted.
    pub word: u64,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dimension {
    /// Time, in seconds.
    Time,
    /// Data, in bytes.
    Data,
    /// A share of a hundred.
    Percent,
    /// Things that happen per second.
    Rate,
    /// Things that are counted.
    Count,
}

/// Which side of a number is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// At most this.
    Most,
    /// At least this.
    Least,
    /// Exactly this, or it is not said.
    Exact,
}

impl Quantity {
    /// Returns the number in base units.
    pub fn base(&self) -> f64 {
        self.value * self.unit.factor
    }

    /// Tells whether it counts things rather than measuring something.
    pub(crate) fn is_counted(&self) -> bool {
        self.unit.dimension == Dimension::Count
    }

    /// Appends the quantities of a sentence.
    pub(super) fn read(source: &str, tokens: &[Token], out: &mut Vec<Quantity>) {
        let numbers =
            tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Number);
        // `2/3 keywords` counts what came of one try.
        let is_score = |at: usize| {
            at.checked_sub(2).and_then(|first| tokens.get(first..at)).is_some_and(|before| {
                matches!(before, [first, slash] if first.kind == TokenKind::Number && slash.is_mark(b'/'))
            })
        };
        out.extend(numbers.filter(|(at, _)| !is_score(*at)).filter_map(|(at, token)| {
            let value = number(token.span().of(source))?;
            let (after, unit) = measured(source, tokens, at)?;
            let span = Span::new(token.start as usize, after.end as usize);
            Some(Quantity { value, unit, bound: bound(tokens, at), span, at })
        }));
    }
}

/// Returns the unit of a number with its token; what is counted may stand behind two words that describe it: `10 open loans`.
fn measured<'t>(source: &str, tokens: &'t [Token], at: usize) -> Option<(&'t Token, Unit)> {
    let next = unit_token(tokens, at)?;
    if let Some(unit) = unit(source, next) {
        return Some((next, unit));
    }
    let is_adjective = |token: &&Token| {
        let is_plain = token.kind == TokenKind::Word && token.shape == Shape::Lower;
        is_plain && !token.is(Classes::FUNCTION.with(Classes::PREPOSITION).with(Classes::VERB))
    };
    let words = tokens.get(at + 1..)?.iter().take(3);
    let mut nouns = words.take_while(is_adjective).skip(1);
    nouns.find_map(|token| {
        Some((token, unit(source, token).filter(|unit| unit.dimension == Dimension::Count)?))
    })
}

/// Returns the token that can be the unit of a number: the next, also behind a hyphen (`a 5-minute limit`).
fn unit_token(tokens: &[Token], at: usize) -> Option<&Token> {
    let (number, next) = (tokens.get(at)?, tokens.get(at + 1)?);
    if !(next.is_mark(b'-') && next.start == number.end) {
        return Some(next);
    }
    // `64-bit` and `3-way` are kinds of things.
    let measures = |unit: &&Token| UNITS.iter().any(|(id, ..)| *id == unit.id);
    tokens.get(at + 2).filter(|unit| unit.start == next.end).filter(measures)
}

/// Reads a number with or without marks between its digits. A comma stands between groups of three digits, or where others
/// write a point: `10,000` and `99,9`.
fn number(digits: &str) -> Option<f64> {
    if !digits.contains([',', '_']) {
        return digits.parse().ok();
    }
    let mut groups = digits.split(',').skip(1);
    let is_grouped = groups.all(|group| {
        let whole = group.split('.').next().unwrap_or_default();
        whole.len() == 3
    });
    if is_grouped || digits.contains('.') || digits.matches(',').count() > 1 {
        return digits.replace([',', '_'], "").parse().ok();
    }
    digits.replace(',', ".").parse().ok()
}

/// Reads a unit.
fn unit(source: &str, token: &Token) -> Option<Unit> {
    let word = token.id;
    if token.is_mark(b'%') {
        return Some(Unit { dimension: Dimension::Percent, factor: 1.0, word });
    }
    if token.kind != TokenKind::Word {
        return None;
    }
    // `5 M` is five million of something, and no minutes; `3D` is no time.
    let is_letter =
        word == lexicon::id("m") || word == lexicon::id("d") || word == lexicon::id("h");
    if is_letter && token.shape != Shape::Lower {
        return None;
    }
    if let Some((_, dimension, factor)) = UNITS.iter().find(|(id, ..)| *id == word) {
        return Some(Unit { dimension: *dimension, factor: *factor, word });
    }
    let written = token.span().of(source);
    let is_plural =
        written.len() > 3 && written.ends_with(['s', 'S']) && !token.is(Classes::FUNCTION);
    let is_counted = token.is(Classes::UNIT) || is_plural;
    is_counted.then_some(Unit { dimension: Dimension::Count, factor: 1.0, word })
}

/// Reads which side of a number is allowed from the words before and after it.
fn bound(tokens: &[Token], at: usize) -> Bound {
    let before = tokens.get(at.saturating_sub(4)..at).unwrap_or_default();
    let after = tokens.get(at + 1..).unwrap_or_default();
    let has = |words: &[u64]| before.iter().any(|token| words.contains(&token.id));
    let marks = |mark: u8| before.iter().rev().take(2).any(|token| token.is_mark(mark));
    let after_is = |words: &[u64]| after.iter().take(4).any(|token| words.contains(&token.id));
    if marks(b'<') || marks(b'l') {
        return Bound::Most;
    }
    if marks(b'>') || marks(b'g') {
        return Bound::Least;
    }
    if has(&MOST) {
        return Bound::Most;
    }
    if has(&LEAST) {
        return Bound::Least;
    }
    if has(&[lexicon::id("up")]) && has(&[lexicon::id("to")]) {
        return Bound::Most;
    }
    match (has(&MORE), has(&LESS), has(&NEGATED)) {
        (true, _, true) | (_, true, false) => Bound::Most,
        (true, _, false) | (_, true, true) => Bound::Least,
        (false, false, _) if after_is(&[lexicon::id("maximum"), lexicon::id("max")]) => Bound::Most,
        (false, false, _) if after_is(&[lexicon::id("minimum")]) => Bound::Least,
        (false, false, _) => Bound::Exact,
    }
}

/// The units that are known, with how many base units each is.
const UNITS: [(u64, Dimension, f64); 45] = [
    (lexicon::id("ns"), Dimension::Time, 1e-9),
    (lexicon::id("µs"), Dimension::Time, 1e-6),
    (lexicon::id("us"), Dimension::Time, 1e-6),
    (lexicon::id("ms"), Dimension::Time, 1e-3),
    (lexicon::id("msec"), Dimension::Time, 1e-3),
    (lexicon::id("millisecond"), Dimension::Time, 1e-3),
    (lexicon::id("milliseconds"), Dimension::Time, 1e-3),
    (lexicon::id("s"), Dimension::Time, 1.0),
    (lexicon::id("sec"), Dimension::Time, 1.0),
    (lexicon::id("secs"), Dimension::Time, 1.0),
    (lexicon::id("second"), Dimension::Time, 1.0),
    (lexicon::id("seconds"), Dimension::Time, 1.0),
    (lexicon::id("m"), Dimension::Time, 60.0),
    (lexicon::id("min"), Dimension::Time, 60.0),
    (lexicon::id("mins"), Dimension::Time, 60.0),
    (lexicon::id("minute"), Dimension::Time, 60.0),
    (lexicon::id("minutes"), Dimension::Time, 60.0),
    (lexicon::id("h"), Dimension::Time, 3600.0),
    (lexicon::id("hr"), Dimension::Time, 3600.0),
    (lexicon::id("hrs"), Dimension::Time, 3600.0),
    (lexicon::id("hour"), Dimension::Time, 3600.0),
    (lexicon::id("hours"), Dimension::Time, 3600.0),
    (lexicon::id("d"), Dimension::Time, 86_400.0),
    (lexicon::id("day"), Dimension::Time, 86_400.0),
    (lexicon::id("days"), Dimension::Time, 86_400.0),
    (lexicon::id("week"), Dimension::Time, 604_800.0),
    (lexicon::id("weeks"), Dimension::Time, 604_800.0),
    (lexicon::id("month"), Dimension::Time, 2_592_000.0),
    (lexicon::id("months"), Dimension::Time, 2_592_000.0),
    (lexicon::id("year"), Dimension::Time, 31_536_000.0),
    (lexicon::id("years"), Dimension::Time, 31_536_000.0),
    (lexicon::id("byte"), Dimension::Data, 1.0),
    (lexicon::id("bytes"), Dimension::Data, 1.0),
    (lexicon::id("kb"), Dimension::Data, 1e3),
    (lexicon::id("kib"), Dimension::Data, 1e3),
    (lexicon::id("mb"), Dimension::Data, 1e6),
    (lexicon::id("mib"), Dimension::Data, 1e6),
    (lexicon::id("gb"), Dimension::Data, 1e9),
    (lexicon::id("gib"), Dimension::Data, 1e9),
    (lexicon::id("tb"), Dimension::Data, 1e12),
    (lexicon::id("tib"), Dimension::Data, 1e12),
    (lexicon::id("percent"), Dimension::Percent, 1.0),
    (lexicon::id("rps"), Dimension::Rate, 1.0),
    (lexicon::id("qps"), Dimension::Rate, 1.0),
    (lexicon::id("tps"), Dimension::Rate, 1.0),
];

/// Words before a number that is not exceeded.
const MOST: [u64; 6] = [
    lexicon::id("most"),
    lexicon::id("maximum"),
    lexicon::id("max"),
    lexicon::id("within"),
    lexicon::id("under"),
    lexicon::id("below"),
];

/// Words before a number that is reached.
const LEAST: [u64; 3] = [lexicon::id("least"), lexicon::id("minimum"), lexicon::id("min")];

/// Words that compare upwards.
const MORE: [u64; 10] = [
    lexicon::id("more"),
    lexicon::id("exceed"),
    lexicon::id("exceeds"),
    lexicon::id("exceeding"),
    lexicon::id("longer"),
    lexicon::id("greater"),
    lexicon::id("above"),
    lexicon::id("over"),
    lexicon::id("larger"),
    lexicon::id("higher"),
];

/// Words that compare downwards.
const LESS: [u64; 6] = [
    lexicon::id("less"),
    lexicon::id("fewer"),
    lexicon::id("lower"),
    lexicon::id("shorter"),
    lexicon::id("smaller"),
    lexicon::id("faster"),
];

/// Words that turn a comparison round.
const NEGATED: [u64; 3] = [lexicon::id("no"), lexicon::id("not"), lexicon::id("never")];
