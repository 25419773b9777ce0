//! Puts wordings into statements of strangers.

use council::rules::{
    lexicon,
    model::{Dimension, Token, TokenKind},
    wording::Wording,
};

use super::{Dice, Writer, is_own, read};

/// A statement into which wordings can be put.
pub(super) struct Frame {
    text: String,
    tokens: Vec<Token>,
    /// The tokens of its subject, and its binding word.
    duty: Option<(usize, usize, usize)>,
    /// Its quantities: what they measure, and the tokens.
    measures: Vec<(&'static str, usize, usize)>,
}

fn is_bound(text: &str, token: &Token) -> bool {
    const WORDS: [&str; 32] = [
        "within",
        "under",
        "below",
        "in",
        "after",
        "at",
        "least",
        "most",
        "up",
        "to",
        "no",
        "more",
        "less",
        "fewer",
        "than",
        "not",
        "exactly",
        "every",
        "approximately",
        "about",
        "around",
        "a",
        "maximum",
        "minimum",
        "of",
        "over",
        "<",
        ">",
        "=",
        "≤",
        "≥",
        "~",
    ];
    WORDS.contains(&token.span().of(text).to_ascii_lowercase().as_str())
}

/// Goes through the statements of documents into which something can be put.
pub(super) fn frames(documents: &[String]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for document in documents {
        read(document, |text| {
            for sentence in text.sentences.iter().filter(|one| is_own(one)) {
                let tokens = text.tokens(sentence).to_vec();
                let whole = text.document.text();
                if tokens.len() < 6 || tokens.len() > 60 {
                    continue;
                }
                let duty = tokens.iter().position(|token| {
                    matches!(token.span().of(whole).to_ascii_lowercase().as_str(), "must" | "shall")
                        && token.kind == TokenKind::Word
                });
                let duty = duty.filter(|at| {
                    *at > 0
                        && tokens.get(at + 1).is_some_and(|next| {
                            next.kind == TokenKind::Word && !next.is(lexicon::Classes::NOT)
                        })
                });
                let duty = duty.map(|at| {
                    let before = tokens.get(..at).unwrap_or_default();
                    let from = before
                        .iter()
                        .rposition(|token| {
                            matches!(token.kind, TokenKind::Mark(b',' | b':' | b';' | b')'))
                        })
                        .map_or(0, |mark| mark + 1);
                    (from, at, at + 1)
                });
                let duty = duty.filter(|(from, at, _)| from < at);
                let measures = text.quantities(sentence).iter().filter_map(|quantity| {
                    let kind = match quantity.unit.dimension {
                        Dimension::Time => "time",
                        Dimension::Data => "size",
                        Dimension::Percent => "share",
                        Dimension::Count => "count",
                        Dimension::Rate => return None,
                    };
                    let mut from = quantity.at;
                    while from > 0 && tokens.get(from - 1).is_some_and(|one| is_bound(whole, one)) {
                        from -= 1;
                    }
                    let until =
                        tokens.iter().position(|token| token.end as usize >= quantity.span.end)?;
                    Some((kind, from, until + 1))
                });
                let measures: Vec<_> = measures.collect();
                if duty.is_some() || !measures.is_empty() {
                    frames.push(Frame { text: whole.to_owned(), tokens, duty, measures });
                }
            }
        });
    }
    // Of each text only the sentence is kept.
    for frame in &mut frames {
        let (first, last) = (frame.tokens.first(), frame.tokens.last());
        if let (Some(first), Some(last)) = (first, last) {
            let (start, end) = (first.start, last.end);
            frame.text =
                frame.text.get(start as usize..end as usize).unwrap_or_default().to_owned();
            for token in &mut frame.tokens {
                token.start -= start;
                token.end -= start;
            }
        }
    }
    frames
}

/// Puts words in the place of some tokens. Returns the text with where the words stand.
fn put(
    frame: &Frame,
    from: usize,
    until: usize,
    words: &str,
    ends: bool,
) -> Option<(String, usize, usize)> {
    let start = frame.tokens.get(from).map_or(frame.text.len(), |token| token.start as usize);
    let end = frame.tokens.get(until.checked_sub(1)?)?.end as usize;
    let head = frame.text.get(..start)?;
    let tail = if ends { "." } else { frame.text.get(end..)? };
    Some((format!("{head}{words}{tail}"), head.len(), head.len() + words.len()))
}

/// Plants a wording of a class into a statement.
pub(super) fn plant(
    frames: &[Frame],
    class: Wording,
    writers: &[&Writer],
    dice: &mut Dice,
) -> Option<(String, usize, usize)> {
    let frame = frames.get(dice.below(frames.len()))?;
    let wording = |kind: &str, dice: &mut Dice| -> Option<String> {
        let able: Vec<&&Writer> =
            writers.iter().filter(|one| one.by_kind.contains_key(kind)).collect();
        // Each wording counts alike, whoever wrote it.
        let all: usize = able.iter().map(|one| one.by_kind.get(kind).map_or(0, Vec::len)).sum();
        let mut at = dice.below(all);
        for one in able {
            let own = one.by_kind.get(kind)?;
            if at < own.len() {
                return own.get(at).cloned();
            }
            at -= own.len();
        }
        None
    };
    match class {
        Wording::Time | Wording::Amount => {
            let (kind, from, until) = *dice.of(&frame.measures)?;
            ((kind == "time") == (class == Wording::Time)).then_some(())?;
            let unit = frame.tokens.get(until - 1)?.span().of(&frame.text).to_owned();
            let unit = if unit.ends_with('s') { unit } else { format!("{unit}s") };
            let words = wording(kind, dice)?.replace("{u}", &unit);
            put(frame, from, until, &words, false)
        }
        Wording::Weak => {
            let (_, at, after) = frame.duty?;
            put(frame, at, after, &wording("weak", dice)?, false)
        }
        Wording::Nobody => {
            let (from, at, _) = frame.duty?;
            let words = wording("nobody", dice)?;
            let words = if from == 0 { words } else { lowered(&words) };
            put(frame, from, at, &words, false)
        }
        // Two duties are joined; the second loses what leads to it.
        Wording::Joint => {
            let other = frames.get(dice.below(frames.len()))?;
            let (from, ..) = other.duty?;
            frame.duty?;
            let start = other.tokens.get(from)?.start as usize;
            let head = frame.text.trim_end_matches(['.', ' ', ';']);
            let words = wording("joint", dice)?;
            let tail = lowered(other.text.get(start..)?);
            let at = head.len();
            Some((format!("{head}{words}{tail}"), at, at + words.len()))
        }
        Wording::Open => {
            let words = wording("open", dice)?;
            if !frame.measures.is_empty() && dice.below(10) < 4 {
                let (_, from, until) = *dice.of(&frame.measures)?;
                return put(frame, from, until, &words, false);
            }
            let (_, _, after) = frame.duty?;
            let skipped = if dice.below(2) == 0 { 0 } else { 1 + dice.below(4) };
            let from = after + skipped;
            (from + 1 < frame.tokens.len()).then_some(())?;
            put(frame, from, frame.tokens.len(), &words, true)
        }
    }
}

fn lowered(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
