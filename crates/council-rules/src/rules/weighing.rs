//! The pieces of a document that are weighed as one: sentences, two in a row, rows of tables, and what few people see.

use council_core::packet::{PassageKind, Span};

use super::{
    aside::Asides,
    reviewer_addressed::{gaps, is_prose, is_shown, is_within, keys, prompts},
    said::unquoted,
    steering::{Around, Carrier, Piece, SteeringWords, THRESHOLD},
    unseen,
};
use crate::{
    lexicon::Classes,
    model::{Sentence, Text},
};

/// The pieces of a document by where they begin, and how much each weighs on its review.
pub(super) struct Weighed(Vec<(Span, f32)>);

impl Weighed {
    pub(super) fn of(text: &Text<'_>, gaps: &[Span], asides: &Asides, fences: &[Span]) -> Self {
        let (pieces, around) = read(text, gaps, asides, fences);
        let weighed = pieces.iter().map(|piece| (piece.span, around.weight(piece)));
        let mut weighed: Vec<(Span, f32)> = weighed.collect();
        weighed.sort_by_key(|(span, _)| (span.start, span.end));
        Self(weighed)
    }

    /// Goes through the pieces that likely weigh on the review of the document.
    pub(super) fn suspects(&self) -> impl Iterator<Item = Span> {
        self.0.iter().filter(|(_, weight)| *weight > THRESHOLD).map(|(span, _)| *span)
    }

    /// Tells whether the words of an order weigh nothing: then it is one to whoever uses the product.
    pub(super) fn is_light(&self, order: Span) -> bool {
        /// What the pieces of an order must exceed, and how many of them are looked at.
        const LEAST: f32 = -2.8;
        const MOST: usize = 64;
        let upto = self.0.partition_point(|(span, _)| span.start < order.end);
        let near = self.0.get(upto.saturating_sub(MOST)..upto).unwrap_or_default().iter();
        let mut near = near.filter(|(span, _)| span.end > order.start).peekable();
        near.peek().is_some() && near.all(|(_, weight)| *weight < LEAST)
    }
}

/// Returns the pieces of a document with their features: what the weights are learned from.
pub fn examples(text: &Text<'_>) -> Vec<(Span, Vec<(usize, f32)>)> {
    let fences: Vec<Span> = text.document.fences.iter().map(|fence| fence.span).collect();
    let (pieces, around) = read(text, &gaps(text), &Asides::of(text.document.text()), &fences);
    let examples = pieces.iter().map(|piece| {
        let mut features = Vec::new();
        around.features(piece, |key, value| features.push((key, value)));
        (piece.span, features)
    });
    examples.filter(|(_, features)| !features.is_empty()).collect()
}

fn read(text: &Text<'_>, gaps: &[Span], asides: &Asides, fences: &[Span]) -> (Vec<Piece>, Around) {
    let prompts = prompts(text, fences);
    let mut known = SteeringWords::new();
    let mut pieces = prose(text, &mut known);
    elsewhere(text, (gaps, asides, fences), &mut known, &mut pieces);
    pieces.retain(|piece| !is_within(&prompts, piece.span.start));
    let passages = text.passages.iter().filter(|passage| is_prose(passage.kind)).count();
    let around = Around::of(&pieces, passages);
    (pieces, around)
}

/// Reads the sentences that have a word of a review, alone and with the next one, and the rows of tables.
fn prose(text: &Text<'_>, known: &mut SteeringWords) -> Vec<Piece> {
    /// Two sentences that are longer than this together are no one statement.
    const LONGEST: usize = 500;
    let (whole, lines) = (text.document.text(), text.document.lines());
    let is_spoken = |sentence: &Sentence| sentence.classes.intersects(Classes::REVIEW);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut last: Option<(&Sentence, Piece)> = None;
    let mut row = 0;
    for (at, sentence) in text.sentences.iter().enumerate() {
        let next = text.sentences.get(at + 1);
        let is_near = next.is_some_and(|next| next.passage == sentence.passage && is_spoken(next));
        let kind = text.passage(sentence).map(|passage| passage.kind);
        let carrier = match kind {
            Some(PassageKind::Cell | PassageKind::Head) => {
                let line = lines.line(sentence.span.start);
                if line != row
                    && is_spoken(sentence)
                    && let Some(span) = lines.span(whole, line)
                {
                    row = line;
                    let span = span.trimmed(whole);
                    let part = sentence.passage as usize;
                    pieces.push(piece(text, span, part, Carrier::Row, known));
                }
                continue;
            }
            Some(PassageKind::Heading) => Carrier::Heading,
            _ => Carrier::Prose,
        };
        let before = last.take().filter(|(before, _)| before.passage == sentence.passage);
        if !is_spoken(sentence) && before.is_none() && !is_near {
            continue;
        }
        let own = piece(text, sentence.span, sentence.passage as usize, carrier, known);
        if let Some((before, piece)) = before
            && (is_spoken(before) || is_spoken(sentence))
            && sentence.span.end - before.span.start < LONGEST
        {
            pieces.push(piece.with(&own));
        }
        if is_spoken(sentence) {
            pieces.push(own.clone());
        }
        if is_spoken(sentence) || is_near {
            last = Some((sentence, own));
        }
    }
    pieces
}

/// Reads what few people see, and what is no passage.
fn elsewhere(
    text: &Text<'_>,
    (gaps, asides, fences): (&[Span], &Asides, &[Span]),
    known: &mut SteeringWords,
    pieces: &mut Vec<Piece>,
) {
    let (whole, lines) = (text.document.text(), text.document.lines());
    // What is no passage is a part of its own.
    let own = |span: Span| text.passages.len() + span.start;
    let comments = &asides.comments;
    let unseen = asides.on_lines().filter(|span| !is_shown(text, *span, fences));
    let keys = keys(whole).filter_map(|span| lines.span(whole, lines.line(span.start)));
    let unseen = unseen.chain(keys.map(|span| span.trimmed(whole)));
    pieces.extend(unseen.map(|span| piece(text, span, own(span), Carrier::Unseen, known)));
    pieces.extend(gaps.iter().map(|&span| {
        let after = comments.partition_point(|comment| comment.start <= span.start);
        let comment = after.checked_sub(1).and_then(|last| comments.get(last));
        let comment = comment.filter(|comment| span.start < comment.end);
        let is_code = is_within(fences, span.start);
        let carrier = match comment {
            Some(_) if !is_code => Carrier::Unseen,
            _ if is_code => Carrier::Code,
            _ => Carrier::Prose,
        };
        piece(text, span, own(comment.copied().unwrap_or(span)), carrier, known)
    }));
}

fn piece(
    text: &Text<'_>,
    span: Span,
    part: usize,
    carrier: Carrier,
    known: &mut SteeringWords,
) -> Piece {
    let said = text.slice(span);
    let own = unquoted(said);
    // A piece that is nearly all in quotation marks speaks itself; what stands in backticks is shown.
    let speaks = own.len() * 3 < said.len() && !said.contains('`');
    let own = if speaks { said } else { own.as_ref() };
    Piece::read(&unseen::as_read(own), span, part, carrier, known)
}
