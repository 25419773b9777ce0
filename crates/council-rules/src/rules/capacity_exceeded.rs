//! # capacity-exceeded
//!
//! ## What it does
//! Finds a rate and a size whose product is more than the capacity that the document states: of a link, or of a store
//! that keeps everything for a stated time.
//!
//! ## Why it hurts
//! 500 uploads a second of 5 MB are 2.5 GB every second. A link of 1 Gbps carries a twentieth of it.
//!
//! ## Example
//! Bad: `The service takes 500 uploads per second.`, `Each upload has up to 5 MB.` and
//! `The link has a capacity of 1 Gbps.`
//!
//! Good: `The service takes 20 uploads per second.`, `Each upload has up to 5 MB.` and
//! `The link has a capacity of 1 Gbps.`
//!
//! ## When not to apply it
//! Where the rate is a peak of seconds and the capacity a mean of days.

use std::{cell::LazyCell, collections::BTreeMap};

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::scan::{self, Found};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Dimension, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "capacity-exceeded",
    kind: Kind::Infeasible,
    subcategory: Subcategory::Infeasible,
    severity: Severity::Major,
    modes: &[
        (19, "two numbers multiplied say whether a third can be"),
        (6, "three constraints that no system satisfies"),
        (43, "what flows in must flow through"),
    ],
    summary: "a rate and a size that exceed a stated capacity",
    reads: Reads::Everything,
    source: include_str!("capacity_exceeded.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut flows: Vec<(f64, Span, Span)> = Vec::new();
        let mut rates: Vec<(String, f64, Span)> = Vec::new();
        // The largest size in a sentence that holds a word: a sentence can be the whole document.
        let mut sizes: BTreeMap<String, (f64, Span)> = BTreeMap::new();
        let mut stores: Vec<(f64, Span, Span)> = Vec::new();
        let mut kept: Option<(f64, Span)> = None;
        for found in scan::sentences_in(text, Classes::NUMBER).filter(Found::is_own) {
            if let Some((flow, span)) = flow(&found) {
                if found.tokens.iter().any(|token| CAPACITY.contains(&token.id)) {
                    flows.push((flow, span, found.sentence.span));
                }
                continue;
            }
            let has = |words: &[u64]| found.tokens.iter().any(|token| words.contains(&token.id));
            let (is_room, is_kept) =
                (LazyCell::new(|| has(&STORES)), LazyCell::new(|| has(&KEEPING)));
            let mut largest: Option<(f64, Span)> = None;
            for quantity in found.quantities() {
                match quantity.unit.dimension {
                    Dimension::Count => {
                        let things = found.tokens.get(quantity.at + 1);
                        if let (Some(things), Some((seconds, _))) =
                            (things, per(&found, quantity.at + 2))
                        {
                            let rate = quantity.value / seconds;
                            rates.push((singular(text.word(things)), rate, quantity.span));
                        }
                    }
                    Dimension::Data if *is_room => {
                        stores.push((quantity.base(), quantity.span, found.sentence.span));
                    }
                    Dimension::Time if *is_kept => {
                        let longer = kept.is_none_or(|(seconds, _)| seconds < quantity.base());
                        kept = if longer { Some((quantity.base(), quantity.span)) } else { kept };
                    }
                    Dimension::Data => {
                        let bytes = quantity.base();
                        if largest.is_none_or(|(most, _)| most <= bytes) {
                            largest = Some((bytes, quantity.span));
                        }
                    }
                    Dimension::Time | Dimension::Percent | Dimension::Rate => {}
                }
            }
            let Some((bytes, span)) = largest else {
                continue;
            };
            for token in found.tokens.iter().filter(|token| token.is_plain_word()) {
                let size = sizes.entry(singular(text.word(token))).or_insert((bytes, span));
                if size.0 <= bytes {
                    *size = (bytes, span);
                }
            }
        }
        let demands = rates.iter().filter_map(|(thing, rate, place)| {
            let (bytes, size) = sizes.get(thing)?;
            Some((rate * bytes, *place, *size))
        });
        let most = demands.max_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let Some((flow, rate, size)) = most else {
            continue;
        };
        let told = |span: Span| {
            format!("`{}` on line {}", text.slice(span), text.document.lines().line(span.start))
        };
        let load = format!("{} of {} each", told(rate), told(size));
        for (capacity, span, sentence) in flows {
            if flow > capacity {
                let message = format!("{load} are more than this capacity");
                let advice = "raise the capacity, or lower the rate or the size";
                findings.push(Finding::at(&RULE, text, span, sentence, message, advice));
            }
        }
        for (capacity, span, sentence) in stores {
            if let Some((seconds, time)) = kept.filter(|(seconds, _)| flow * seconds > capacity) {
                let needed = flow * seconds / 1e9;
                let message = format!(
                    "{load}, kept for {}, are {needed:.0} GB and more than this",
                    told(time)
                );
                let advice = "raise the capacity, or lower the rate, the size or the retention";
                findings.push(Finding::at(&RULE, text, span, sentence, message, advice));
            }
        }
    }
}

/// Returns the bytes a second that a sentence speaks of: `1 Gbps`, `200 MB/s`, `10 GB per day`.
fn flow(found: &Found<'_, '_>) -> Option<(f64, Span)> {
    let words = found.tokens.iter().enumerate();
    let bits =
        words.filter(|(_, token)| token.kind == TokenKind::Number).find_map(|(at, token)| {
            let unit = found.after(at, 1)?;
            let (_, bytes) = BITS.iter().find(|(word, _)| *word == unit.id)?;
            let value: f64 = found.text.word(token).replace(',', "").parse().ok()?;
            Some((value * bytes, found.span(at, 2)))
        });
    bits.or_else(|| {
        found.quantities().iter().find_map(|quantity| {
            let (seconds, width) = per(found, quantity.at + 2)?;
            let is_data = quantity.unit.dimension == Dimension::Data;
            is_data.then(|| (quantity.base() / seconds, found.span(quantity.at, 2 + width)))
        })
    })
}

/// Reads `per second`, `/s`, `a day` at a token, and returns its seconds and how many tokens it has.
fn per(found: &Found<'_, '_>, at: usize) -> Option<(f64, usize)> {
    let lead = found.tokens.get(at)?;
    let is_per = |token: &Token| token.is_mark(b'/') || PER.contains(&token.id);
    let unit = found.tokens.get(at + 1).filter(|_| is_per(lead))?;
    SECONDS.iter().find(|(word, _)| *word == unit.id).map(|(_, seconds)| (*seconds, 2))
}

fn singular(word: &str) -> String {
    let word = word.to_lowercase();
    word.strip_suffix('s').map(str::to_owned).unwrap_or(word)
}

const CAPACITY: [u64; 7] = [
    lexicon::id("capacity"),
    lexicon::id("bandwidth"),
    lexicon::id("throughput"),
    lexicon::id("link"),
    lexicon::id("uplink"),
    lexicon::id("network"),
    lexicon::id("disk"),
];

/// What holds data that is kept.
const STORES: [u64; 6] = [
    lexicon::id("storage"),
    lexicon::id("disk"),
    lexicon::id("disks"),
    lexicon::id("database"),
    lexicon::id("quota"),
    lexicon::id("capacity"),
];

/// Words of keeping data for some time.
const KEEPING: [u64; 7] = [
    lexicon::id("retention"),
    lexicon::id("retain"),
    lexicon::id("retains"),
    lexicon::id("retained"),
    lexicon::id("keep"),
    lexicon::id("keeps"),
    lexicon::id("kept"),
];

const PER: [u64; 4] =
    [lexicon::id("per"), lexicon::id("a"), lexicon::id("each"), lexicon::id("every")];

const SECONDS: [(u64, f64); 8] = [
    (lexicon::id("s"), 1.0),
    (lexicon::id("sec"), 1.0),
    (lexicon::id("second"), 1.0),
    (lexicon::id("min"), 60.0),
    (lexicon::id("minute"), 60.0),
    (lexicon::id("hour"), 3600.0),
    (lexicon::id("h"), 3600.0),
    (lexicon::id("day"), 86_400.0),
];

/// Units of bits a second, in bytes.
const BITS: [(u64, f64); 3] =
    [(lexicon::id("kbps"), 125.0), (lexicon::id("mbps"), 125e3), (lexicon::id("gbps"), 125e6)];
