//! # limit-without-number
//!
//! ## What it does
//! Finds requirements that ask for a limit (a rate limit, a quota, a retention period) in documents that nowhere say
//! how much.
//!
//! ## Why it hurts
//! Any limit meets the requirement, the one that locks everybody out and the one that protects nobody. It cannot be
//! tested, and what is chosen in a hurry is kept for years.
//!
//! ## Example
//! Bad: `The API shall enforce rate limiting for each user.`
//!
//! Good: `The API shall accept 60 requests a minute from each user and answer others with 429.`
//!
//! ## When not to apply it
//! Where the figure is set in a document that is named beside it.

use council_core::{severity::Severity, taxonomy::Subcategory};
use memchr::memmem;

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Shape, Text, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "limit-without-number",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (29, "a limit has to become a quantity"),
        (19, "an order of magnitude is asked for and none is given"),
        (10, "what is not counted cannot be shown"),
    ],
    summary: "a limit is asked for and never given",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("limit_without_number.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.requires()) {
        for limit in Limit::ALL {
            let asks = |found: &Found<'_, '_>| {
                found.is_checked() && !found.has_number() && is_imposed(found) && limit.is_in(found)
            };
            let Some(found) = scan::triggered_in(text, &RULE).find(asks) else {
                continue;
            };
            if model.texts.iter().any(|text| limit.is_given(text)) {
                continue;
            }
            let span = found.sentence.span;
            let message =
                format!("a {} is asked for, and the document never says how much", limit.name());
            let advice = "give the figure, what it counts, and what happens beyond it";
            findings.push(Finding::at(&RULE, text, span, span, message, advice));
        }
    }
}

/// Something that is limited.
#[derive(Debug, Clone, Copy)]
enum Limit {
    Rate,
    Quota,
    Retention,
}

impl Limit {
    const ALL: [Limit; 3] = [Limit::Rate, Limit::Quota, Limit::Retention];

    fn name(self) -> &'static str {
        match self {
            Limit::Rate => "rate limit",
            Limit::Quota => "quota",
            Limit::Retention => "retention period",
        }
    }

    /// Tells whether a sentence speaks of it.
    fn is_in(self, found: &Found<'_, '_>) -> bool {
        let word = |at: usize, words: &[u64]| {
            found
                .tokens
                .get(at)
                .is_some_and(|token| token.is_plain_word() && words.contains(&token.id))
        };
        let is_noun = |at: usize| {
            const OTHER: Classes =
                lexicon::MODAL.with(Classes::FUNCTION).with(Classes::PREPOSITION).with(Classes::BE);
            found.tokens.get(at).is_some_and(|token| token.is_plain_word() && !token.is(OTHER))
        };
        // `the rate-limit port` and `the rate limit timer` name a part that limits; `must rate limit calls` does not.
        let is_part = |at: usize| word(at, &RATE_LIMITED[..1]) && is_noun(at + 1);
        let is_pair_of_part = |at: usize| {
            let is_verb = found.before(at, 1).is_some_and(|token| token.is(lexicon::MODAL));
            !is_verb && word(at + 1, &LIMIT[..1]) && is_noun(at + 2)
        };
        // A mark may stand between: `rate-limited`.
        let pair = |first: &[u64], second: &[u64]| {
            (0..found.tokens.len()).any(|at| {
                word(at, first)
                    && (word(at + 1, second) || word(at + 2, second))
                    && !is_pair_of_part(at)
            })
        };
        let has = |words: &[u64]| (0..found.tokens.len()).any(|at| word(at, words) && !is_part(at));
        match self {
            Limit::Rate => pair(&RATE, &LIMIT) || has(&RATE_LIMITED),
            Limit::Quota => has(&QUOTA),
            Limit::Retention => pair(&RETENTION, &PERIOD),
        }
    }

    /// Tells whether a document gives a figure on a line that speaks of it, or right below.
    fn is_given(self, text: &Text<'_>) -> bool {
        let words: &[&str] = match self {
            Limit::Rate => &[
                "rate limit",
                "rate-limit",
                "throttl",
                "per minute",
                "per second",
                "/min",
                "per hour",
                "rps",
            ],
            Limit::Quota => &["quota"],
            Limit::Retention => &["retention", "retain", "keep", "kept"],
        };
        let lower = text.lower();
        words.iter().any(|word| {
            memmem::find_iter(lower.as_bytes(), word.as_bytes())
                .any(|at| has_figure(lines_at(lower, at)))
        })
    }
}

/// Tells whether a sentence sets a limit, and does not speak of reaching one or of somebody else's.
fn is_imposed(found: &Found<'_, '_>) -> bool {
    // The most tokens of what is only a name: `Rate limiter state`.
    const NAME: usize = 4;
    let is_other = |id: u64| OTHERS.contains(&id);
    // What a help page explains or a test covers is a topic.
    let is_topic = found.tokens.iter().any(|token| TOPICS.contains(&token.id));
    let is_named = found.tokens.len() <= NAME
        && !found.sentence.classes.intersects(lexicon::MODAL.with(Classes::BE));
    // `Gemini rate limits: …`
    let is_named_after = found.tokens.first().is_some_and(|first| {
        first.kind == TokenKind::Word
            && first.shape == Shape::Title
            && found.tokens.get(1).is_some_and(|next| RATE.contains(&next.id))
    });
    !found.sentence.classes.intersects(Classes::CONDITION.with(Classes::NOT))
        && !is_named_after
        && !found.tokens.iter().any(|token| is_other(token.id))
        && !is_topic
        && !is_named
        && !is_left_to_others(found)
}

/// Tells whether the passage says where the figure is kept, or measures the limit by another one: `see the contract of the
/// API`, `by configuration`, `more strictly than reads`.
fn is_left_to_others(found: &Found<'_, '_>) -> bool {
    let passage = found.text.passage(found.sentence);
    let words = passage.map_or("", |passage| found.text.slice(passage.span));
    let mut words = words.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        let lower = word.to_ascii_lowercase();
        lower.starts_with("configur") || matches!(lower.as_str(), "see" | "refer" | "than")
    })
}

/// What is done with something that is only spoken about.
const TOPICS: [u64; 12] = lexicon::ids([
    "explain",
    "explains",
    "document",
    "documents",
    "describe",
    "describes",
    "cover",
    "covers",
    "mention",
    "mentions",
    "display",
    "displays",
]);

/// Returns the line around an offset and the one after it, as far as they are near.
fn lines_at(text: &str, at: usize) -> &str {
    const NEAR: usize = 240;
    let from = text.floor_char_boundary(at.saturating_sub(NEAR));
    let before = text.get(from..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(from, |at| from + at + 1);
    let rest = text.get(start..text.floor_char_boundary(at + NEAR)).unwrap_or_default();
    let end = memchr::memchr_iter(b'\n', rest.as_bytes()).nth(1).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(rest)
}

/// Tells whether there is a figure that is neither part of an id nor the number of an item.
fn has_figure(lines: &str) -> bool {
    lines.lines().any(|line| {
        let line = line.trim_start();
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let line =
            if number.len() < line.len() && number.starts_with(['.', ')']) { number } else { line };
        let mut last = ' ';
        line.char_indices().any(|(at, c)| {
            let stands =
                c.is_ascii_digit() && !(last.is_alphanumeric() || matches!(last, '-' | '_' | '#'));
            last = c;
            // The answer to who goes beyond a limit is not the limit.
            stands && !line.get(at..).is_some_and(|rest| rest.starts_with("429"))
        })
    })
}

/// The words without which no limit is asked for.
const WORDS: [&[u64]; 4] = [&LIMIT, &RATE_LIMITED, &QUOTA, &PERIOD];

const RATE: [u64; 1] = lexicon::ids(["rate"]);
const RATE_LIMITED: [u64; 3] = lexicon::ids(["rate-limit", "rate-limited", "rate-limiting"]);
const LIMIT: [u64; 5] = lexicon::ids(["limit", "limits", "limited", "limiting", "limiter"]);
const QUOTA: [u64; 2] = lexicon::ids(["quota", "quotas"]);
const RETENTION: [u64; 3] = lexicon::ids(["retention", "retained", "retain"]);
const PERIOD: [u64; 4] = lexicon::ids(["period", "policy", "time", "window"]);

/// Words of sentences about a limit that is reached, or that another party sets.
const OTHERS: [u64; 23] = lexicon::ids([
    "preserve",
    "existing",
    "no",
    "change",
    "changes",
    "exceed",
    "exceeds",
    "exceeded",
    "exceeding",
    "respect",
    "respects",
    "handle",
    "handles",
    "hit",
    "hits",
    "reached",
    "reaches",
    "configurable",
    "configured",
    "unlimited",
    "remaining",
    "error",
    "errors",
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_no_part_of_an_id_and_no_number_of_an_item() {
        assert!(has_figure("- the rate limit is 60 a minute"));
        assert!(has_figure("rate limit\n| 100/min |"));
        assert!(!has_figure("- FR-012: rate limit for API_2"));
        assert!(!has_figure("12. rate limits apply"));
        assert!(!has_figure("rate limit exceeded: 429"));
    }
}
