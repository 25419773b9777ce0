//! Numbers with their unit and the word that says which side of them is allowed.

use council_core::packet::Span;

use super::{Text, Token, TokenKind};
use crate::lexicon;

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

    /// Finds the quantities of a sentence.
    pub fn all(text: &Text<'_>, tokens: &[Token]) -> Vec<Quantity> {
        let numbers =
            tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Number);
        numbers
            .filter_map(|(at, token)| {
                let value: f64 = text.word(token).replace([',', '_'], "").parse().ok()?;
                let after = tokens.get(at + 1)?;
                let (unit, width) = unit(text, after, tokens.get(at + 2))?;
                let last = tokens.get(at + width)?;
                let span = Span::new(token.start as usize, last.end as usize);
                Some(Quantity { value, unit, bound: bound(tokens, at), span, at })
            })
            .collect()
    }
}

/// Reads a unit and returns how many tokens it has.
fn unit(text: &Text<'_>, token: &Token, next: Option<&Token>) -> Option<(Unit, usize)> {
    if token.is_mark(b'%') {
        return Some((made(Dimension::Percent, 1.0, token.id), 1));
    }
    if token.kind != TokenKind::Word {
        return None;
    }
    let word = text.word(token);
    let lower = word.to_ascii_lowercase();
    let (dimension, factor) = match lower.as_str() {
        "ns" => (Dimension::Time, 1e-9),
        "µs" | "us" => (Dimension::Time, 1e-6),
        "ms" | "msec" | "millisecond" | "milliseconds" => (Dimension::Time, 1e-3),
        "s" | "sec" | "secs" | "second" | "seconds" => (Dimension::Time, 1.0),
        "m" if word == "m" => (Dimension::Time, 60.0),
        "min" | "mins" | "minute" | "minutes" => (Dimension::Time, 60.0),
        "h" | "hr" | "hrs" | "hour" | "hours" => (Dimension::Time, 3600.0),
        "d" | "day" | "days" => (Dimension::Time, 86_400.0),
        "week" | "weeks" => (Dimension::Time, 604_800.0),
        "month" | "months" => (Dimension::Time, 2_592_000.0),
        "year" | "years" => (Dimension::Time, 31_536_000.0),
        "byte" | "bytes" => (Dimension::Data, 1.0),
        "kb" | "kib" => (Dimension::Data, 1e3),
        "mb" | "mib" => (Dimension::Data, 1e6),
        "gb" | "gib" => (Dimension::Data, 1e9),
        "tb" | "tib" => (Dimension::Data, 1e12),
        "percent" => (Dimension::Percent, 1.0),
        "rps" | "qps" | "tps" => (Dimension::Rate, 1.0),
        _ => {
            let is_counted = token.classes.intersects(lexicon::Classes::UNIT)
                || (lower.ends_with('s')
                    && lower.len() > 3
                    && !token.is(lexicon::Classes::FUNCTION));
            return is_counted.then(|| (made(Dimension::Count, 1.0, token.id), 1));
        }
    };
    let _ = next;
    Some((made(dimension, factor, token.id), 1))
}

fn made(dimension: Dimension, factor: f64, word: u64) -> Unit {
    Unit { dimension, factor, word }
}

/// Reads which side of a number is allowed from the words before and after it.
fn bound(tokens: &[Token], at: usize) -> Bound {
    let before: Vec<&Token> =
        tokens.get(at.saturating_sub(4)..at).unwrap_or_default().iter().collect();
    let has = |word: &str| before.iter().any(|token| token.id == lexicon::id(word));
    let marks = |mark: u8| before.iter().rev().take(2).any(|token| token.is_mark(mark));
    let after_is = |word: &str| {
        tokens
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .take(4)
            .any(|token| token.id == lexicon::id(word))
    };
    let negated = has("no") || has("not") || has("never");
    if marks(b'<') || marks(b'l') {
        return Bound::Most;
    }
    if marks(b'>') || marks(b'g') {
        return Bound::Least;
    }
    if has("most") || has("maximum") || has("max") || has("within") || has("under") || has("below")
    {
        return Bound::Most;
    }
    if has("least") || has("minimum") || has("min") {
        return Bound::Least;
    }
    if has("up") && has("to") {
        return Bound::Most;
    }
    let more = has("more")
        || has("exceed")
        || has("exceeds")
        || has("exceeding")
        || has("longer")
        || has("greater")
        || has("above")
        || has("over")
        || has("larger")
        || has("higher");
    let less = has("less")
        || has("fewer")
        || has("lower")
        || has("shorter")
        || has("smaller")
        || has("faster");
    match (more, less, negated) {
        (true, _, true) | (_, true, false) => Bound::Most,
        (true, _, false) | (_, true, true) => Bound::Least,
        (false, false, _) if after_is("maximum") || after_is("max") => Bound::Most,
        (false, false, _) if after_is("minimum") => Bound::Least,
        (false, false, _) => Bound::Exact,
    }
}
