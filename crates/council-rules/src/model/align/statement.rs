//! A sentence as a statement: what it is about, under which condition, and whether it says yes or no.

use council_core::packet::Span;

use super::{
    frame::{self, Frame},
    lead::{LASTING, Lead, Phrase, phrase},
    words::{self, Part, Word, Words},
};
use crate::{
    lexicon::{self, Classes},
    model::{Bound, Quantity, Sentence, Shape, Text, Token, TokenKind},
};

/// A stem of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stem {
    pub(super) id: u32,
    pub(super) weight: u8,
    /// How often it stands there.
    pub(super) count: u8,
    pub(super) place: Place,
    /// Whether it says which of several values is meant.
    pub(super) qualifies: bool,
}

impl Stem {
    /// Returns by what the stems of a statement are put in order: by their identities, the one that tells most first.
    fn order(self) -> u64 {
        u64::from(self.id) << 16 | (self.place as u64) << 8 | u64::from(u8::MAX - self.weight)
    }
}

/// Where in a statement a stem stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Before the verb.
    Subject,
    /// Elsewhere.
    Core,
    /// In what says when the statement holds.
    Condition,
}

/// A statement.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a sentence")]
pub(super) struct Statement {
    /// The sentence: an index into the document's sentences.
    pub(super) sentence: u32,
    /// Its stems: a range of all stems, in their order.
    pub(super) first: u32,
    pub(super) after: u32,
    /// How much its stems tell that are no condition.
    pub(super) weight: u32,
    /// How many words turn it round.
    pub(super) negations: u32,
    /// How many words turn its condition round.
    pub(super) negated_conditions: u32,
    /// The first word that turns it round, and where among the tokens it stands.
    pub(super) negation: Option<(Span, u32)>,
    /// The binding word.
    pub(super) modal: Option<Span>,
    /// Its quantities that count: a bit for each of the sentence's.
    pub(super) measured: u64,
    /// Its quantities that belong to the condition.
    pub(super) conditional: u64,
    /// All its quantities but those of remarks.
    pub(super) counted: u64,
    /// The word that says that something happens without any delay.
    pub(super) at_once: Option<Span>,
    /// Whether it stands where duties stand, or says that it is one.
    pub(super) is_duty: bool,
    /// Whether it says that it is one.
    pub(super) is_explicit: bool,
    /// Whether it only recommends.
    pub(super) is_weak: bool,
    /// Whether it speaks of `this` or `it`, which another section knows nothing of.
    pub(super) is_deictic: bool,
    /// Whether it opens with what is done: `Sending the mail is mandatory`.
    pub(super) is_gerund: bool,
    /// Whether it demands one thing and refuses another.
    pub(super) is_mixed: bool,
    /// Whether it tells what was or might be, and states no rule.
    pub(super) is_told: bool,
    /// Whether its numbers are estimates.
    pub(super) is_estimate: bool,
    /// Whether it is a step of a scenario.
    pub(super) is_step: bool,
}

impl Statement {
    /// Tells whether it forbids from its beginning on: `No page shall …`, `The page shall not …`.
    pub(super) fn is_ban(&self) -> bool {
        const GAP: usize = 1;
        self.negation.is_some_and(|(negation, place)| {
            let follows = |modal: Span| (modal.end..=modal.end + GAP).contains(&negation.start);
            self.negations == 1 && (place == 0 || self.modal.is_some_and(follows))
        })
    }

    /// Tells whether it gives a number, or says that something takes no time.
    #[inline]
    pub(super) fn has_number(&self) -> bool {
        (self.counted | self.measured) != 0 || self.at_once.is_some()
    }
}

/// Reads statements one after the other into one list of stems.
pub(super) struct Reader<'t, 'a> {
    text: &'t Text<'a>,
    pub(super) words: Words,
    pub(super) stems: Vec<Stem>,
    own: Vec<Stem>,
}

/// The words of a sentence while it is read.
struct Reading<'t> {
    source: &'t str,
    tokens: &'t [Token],
    quantities: &'t [Quantity],
    statement: Statement,
    /// Up to which token a condition, a remark or a bracket lasts.
    condition: usize,
    remark: usize,
    detail: usize,
    /// Up to which token a unit or a number belongs to a quantity.
    quantity: usize,
    has_verb: bool,
    /// Whether something was said after the verb.
    has_object: bool,
    /// How many words bind.
    duties: u32,
    /// The quantities that stand in brackets, or in a label.
    bracketed: u64,
    /// How many stems the label has.
    label: usize,
    /// The quantities of the label.
    labelled: u64,
}

impl<'t, 'a> Reader<'t, 'a> {
    pub(super) fn new(text: &'t Text<'a>) -> Self {
        let words = Words::of_text(text.tokens.len());
        Self { text, words, stems: Vec::new(), own: Vec::new() }
    }

    /// Reads a sentence with the cells before it in its row of a table; nothing where all of it is a condition or too
    /// little is said.
    pub(super) fn read(
        &mut self,
        index: u32,
        sentence: &Sentence,
        row: &[Sentence],
    ) -> Option<Statement> {
        let tokens = self.text.tokens(sentence);
        let quantities = self.text.quantities(sentence);
        let source = self.text.document.text();
        self.own.clear();
        self.head(row);
        let lead = Lead::of(source, tokens)?;
        let mut reading = Reading {
            source,
            tokens,
            quantities,
            statement: Statement { sentence: index, is_step: lead.is_step, ..Statement::default() },
            condition: lead.condition,
            remark: lead.remark,
            detail: 0,
            quantity: 0,
            has_verb: false,
            has_object: false,
            duties: 0,
            bracketed: 0,
            label: 0,
            labelled: 0,
        };
        for (at, token) in tokens.iter().enumerate().skip(lead.from) {
            let word = match token.kind {
                TokenKind::Number => reading.number(at, token),
                TokenKind::Mark(b':') if at < LABEL => {
                    reading.label(&mut self.own);
                    None
                }
                TokenKind::Mark(mark) => {
                    reading.mark(at, mark);
                    None
                }
                TokenKind::Word | TokenKind::Name | TokenKind::Code => self.words.of(source, token),
            };
            if let Some(word) = word {
                reading.word(at, token, word, &mut self.own);
            }
        }
        let (duties, mut statement) = (reading.duties, reading.statement);
        statement.is_duty |= sentence.role.binds();
        statement.is_step |= sentence.role.is_step();
        statement.is_explicit |= statement.is_duty && duties > 0 && sentence.role.binds();
        statement.is_mixed = statement.negations > 0 && duties > statement.negations;
        self.lighten(reading.label);
        // Without a verb nobody knows what acts.
        if !reading.has_verb {
            self.own
                .iter_mut()
                .filter(|stem| stem.place == Place::Subject)
                .for_each(|stem| stem.place = Place::Core);
        }
        if statement.counted & !reading.labelled != 0 {
            statement.counted &= !reading.labelled;
        }
        // What stands in brackets is said by the way, unless nothing else is measured.
        if statement.measured & !reading.bracketed != 0 {
            statement.measured &= !reading.bracketed;
        }
        self.keep(statement)
    }

    /// Takes the words of the cells that say what a row is about.
    fn head(&mut self, row: &[Sentence]) {
        let source = self.text.document.text();
        let mut detail = false;
        for token in row.iter().flat_map(|cell| self.text.tokens(cell)) {
            match token.kind {
                TokenKind::Mark(b'(') => detail = true,
                TokenKind::Mark(b')') => detail = false,
                _ => {}
            }
            let Some(word) = self
                .words
                .of(source, token)
                .filter(|_| !words::is_numbered(token.span().of(source)))
            else {
                continue;
            };
            if matches!(word.part, Part::Content | Part::Qualifier | Part::Frame) {
                let weight = if detail { word.weight.min(DETAIL) } else { word.weight };
                let qualifies = word.part == Part::Qualifier;
                let place = Place::Core;
                self.own.push(Stem { id: word.stem, weight, count: 1, place, qualifies });
            }
        }
    }

    /// Makes the words of a label tell less, where enough is said behind it.
    fn lighten(&mut self, label: usize) {
        let (label, said) = self.own.split_at_mut_checked(label).unwrap_or_default();
        let told: u32 = said.iter().map(|stem| u32::from(stem.weight)).sum();
        if told >= ENOUGH {
            for stem in label {
                stem.weight = stem.weight.min(DETAIL);
                stem.place = Place::Core;
            }
        }
    }

    /// Puts the stems of a statement in order, each once, and keeps it if it says enough.
    fn keep(&mut self, mut statement: Statement) -> Option<Statement> {
        self.own.sort_unstable_by_key(|stem| Stem::order(*stem));
        self.own.dedup_by(|later, kept| {
            let is_same = later.id == kept.id;
            kept.count = kept.count.saturating_add(u8::from(is_same));
            is_same
        });
        let core = self.own.iter().filter(|stem| stem.place != Place::Condition);
        let weight: u32 = core.map(|stem| u32::from(stem.weight)).sum();
        if weight < LEAST || self.own.len() > MOST {
            return None;
        }
        statement.weight = weight;
        statement.first = u32::try_from(self.stems.len()).ok()?;
        self.stems.extend_from_slice(&self.own);
        statement.after = u32::try_from(self.stems.len()).ok()?;
        Some(statement)
    }
}

/// The least that a statement must tell, in tenths of a word.
const LEAST: u32 = 20;

/// What a statement must tell to be understood without its label.
const ENOUGH: u32 = 30;

/// Before which token a colon ends a label.
pub(super) const LABEL: usize = 9;

/// The most stems of a statement that is compared.
const MOST: usize = 60;

/// The most quantities of a sentence that are told from one another: one for each bit of a set.
const MOST_QUANTITIES: usize = 64;

/// How many tokens ahead the end of a clause or of a parenthesis is looked for.
const LONGEST_CLAUSE: usize = 250;

impl Reading<'_> {
    fn word(&mut self, at: usize, token: &Token, word: Word, own: &mut Vec<Stem>) {
        if word.is_idle || at < self.remark || at < self.quantity {
            return;
        }
        if word.is_plain {
            return self.push(at, word, own);
        }
        let within = at < self.condition;
        let is_at_will = token.id == lexicon::id("will")
            && at
                .checked_sub(1)
                .and_then(|at| self.tokens.get(at))
                .is_some_and(|last| last.id == lexicon::id("at"));
        if token.is(lexicon::MODAL) && !within && !is_at_will {
            self.has_verb = true;
            self.statement.modal.get_or_insert(token.span());
            self.duties += u32::from(token.is(Classes::MUST.with(Classes::SHOULD)));
            let demands = token.is(Classes::MUST.with(Classes::SHOULD));
            self.statement.is_duty |= demands;
            self.statement.is_explicit |= demands && token.id != lexicon::id("will");
            self.statement.is_weak |= token.is(Classes::SHOULD);
            // `might not` and `may not` say that something is open.
            let next = self.tokens.get(at + 1);
            let is_open = token.is(Classes::MIGHT)
                || (token.is(Classes::MAY) && next.is_some_and(|next| next.is(Classes::NOT)));
            self.statement.is_told |= is_open;
        } else if token.is(Classes::BE) || AUXILIARIES.contains(&token.id) {
            self.has_verb |= !within;
        }
        if AT_ONCE.contains(&token.id) && !within {
            self.statement.at_once.get_or_insert(token.span());
            return;
        }
        if token.id == lexicon::id("that") && self.follows_saying(at) {
            own.clear();
            self.has_verb = false;
            self.statement.is_deictic = false;
            // What was agreed is a duty.
            self.statement.is_duty = true;
            self.statement.is_explicit = true;
            return;
        }
        if DEICTIC.contains(&token.id) && !within && !self.has_verb && own.is_empty() {
            self.statement.is_deictic = true;
        }
        if token.id == lexicon::id("as") && self.is_before(at, &LASTING) {
            self.condition = self.condition.max(self.clause_end(at));
        }
        match word.part {
            Part::Empty | Part::Universal => {
                let is_duty = DUTIES.contains(&token.id)
                    || (token.id == ACCEPTANCE
                        && self.tokens.get(at + 1).is_some_and(|next| next.is_mark(b':')))
                    || self.has_to(at, token);
                if is_duty && !within {
                    self.statement.is_duty = true;
                    self.statement.is_explicit = true;
                    // `It is mandatory` speaks of what follows.
                    self.statement.is_deictic &= HAVING.contains(&token.id);
                }
            }
            Part::Negation if token.shape == Shape::Title && at > 0 => self.push(at, word, own),
            Part::Negation => self.negate(at, token),
            Part::Bound => {
                let bounded = |quantity: &Quantity| quantity.bound != Bound::Exact;
                if !self.quantities.iter().take(MOST_QUANTITIES).any(bounded) {
                    self.push(at, Word { part: Part::Qualifier, ..word }, own);
                }
            }
            Part::Refusal => self.refuse(at, token),
            Part::Condition
                if self.is_before(
                    at,
                    &[lexicon::id("every"), lexicon::id("a"), lexicon::id("per")],
                ) && token.id == lexicon::id("once") => {}
            Part::Condition => self.condition = self.condition.max(self.clause_end(at)),
            Part::Opener => {
                if token.id == lexicon::id("without") {
                    self.push(at, word, own);
                }
            }
            Part::Told => self.statement.is_told |= !within && at >= self.detail,
            Part::Frame => match frame::of(self.tokens, at) {
                Some(Frame::Empty) => {}
                Some(Frame::Negation) => self.negate(at, token),
                Some(Frame::Refusal) => self.refuse(at, token),
                None if self.is_out_of_the_question(at, token) => self.refuse(at, token),
                None => {
                    let is_value = VALUES.contains(&token.id);
                    let part = if is_value { Part::Qualifier } else { Part::Content };
                    self.push(at, Word { part, ..word }, own);
                }
            },
            Part::Estimate => self.statement.is_estimate = true,
            Part::Content | Part::Qualifier => {
                if self.is_out_of_the_question(at, token) {
                    self.refuse(at, token);
                } else {
                    self.push(at, word, own);
                }
            }
        }
    }

    /// Tells whether something has to be done: not `which needs to`, and not `may have to`.
    fn has_to(&self, at: usize, token: &Token) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let is_loose = |last: &Token| last.is(lexicon::MODAL) || RELATIVE.contains(&last.id);
        HAVING.contains(&token.id)
            && self.is_before(at, &[lexicon::id("to")])
            && !before.is_some_and(is_loose)
    }

    /// Tells whether one of some words follows a token.
    fn is_before(&self, at: usize, words: &[u64]) -> bool {
        self.tokens.get(at + 1).is_some_and(|next| words.contains(&next.id))
    }

    fn push(&mut self, at: usize, word: Word, own: &mut Vec<Stem>) {
        let place = match (at < self.condition, self.has_verb) {
            (true, _) => Place::Condition,
            (false, true) => Place::Core,
            (false, false) => Place::Subject,
        };
        self.has_object |= place == Place::Core;
        let weight = if at < self.detail { word.weight.min(DETAIL) } else { word.weight };
        if own.is_empty() && place == Place::Subject {
            let token = self.tokens.get(at);
            let text = token.map(|token| token.span().of(self.source)).unwrap_or_default();
            self.statement.is_gerund = text.ends_with("ing");
        }
        // `per page` says of what there is one for each.
        let is_each = at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .is_some_and(|last| last.id == lexicon::id("per"));
        let qualifies = word.part == Part::Qualifier || is_each;
        own.push(Stem { id: word.stem, weight, count: 1, place, qualifies });
    }

    /// Takes a number: one that measures is compared as a quantity, another is a word.
    fn number(&mut self, at: usize, token: &Token) -> Option<Word> {
        let mut known = self.quantities.iter().take(MOST_QUANTITIES);
        let place = known.position(|quantity| quantity.at == at);
        let Some((place, quantity)) = place.and_then(|at| Some((at, self.quantities.get(at)?)))
        else {
            return (at > 0).then(|| words::number(token));
        };
        let bit = 1_u64.checked_shl(u32::try_from(place).unwrap_or(u32::MAX)).unwrap_or(0);
        self.statement.counted |= if at >= self.remark { bit } else { 0 };
        if at < self.condition {
            self.statement.conditional |= bit;
        } else if at >= self.remark && !self.is_range(at) {
            self.statement.measured |= bit;
            self.bracketed |= if at < self.detail { bit } else { 0 };
        }
        // What is counted is told by its noun; a unit of measure is not.
        if !quantity.is_counted() {
            let after = |token: &&Token| (token.start as usize) < quantity.span.end;
            self.quantity = at + self.tokens.iter().skip(at).take_while(after).count();
        }
        None
    }

    /// Tells whether a number is one end of a range: `5–10 ms`, `between 5 and 10`.
    fn is_range(&self, at: usize) -> bool {
        let is_number = |at: Option<usize>| {
            at.and_then(|at| self.tokens.get(at))
                .is_some_and(|token| token.kind == TokenKind::Number)
        };
        let joins = |at: Option<usize>| {
            at.and_then(|at| self.tokens.get(at)).is_some_and(|token| {
                token.is_mark(b'-') || token.is_mark(b'>') || RANGES.contains(&token.id)
            })
        };
        let (before, further) = (at.checked_sub(1), at.checked_sub(2));
        (joins(before) && (is_number(further) || is_number(at.checked_sub(3))))
            || (joins(Some(at + 1)) && is_number(Some(at + 2)))
            || (joins(Some(at + 2)) && is_number(Some(at + 3)))
    }

    /// Ends a label: what follows is the statement.
    fn label(&mut self, own: &mut [Stem]) {
        self.label = own.len();
        self.has_verb = false;
        self.has_object = false;
        self.statement.is_deictic = false;
        self.bracketed |= self.statement.measured;
        self.labelled = self.statement.counted;
    }

    fn mark(&mut self, at: usize, mark: u8) {
        match mark {
            b'(' => {
                let len = self.ahead(at).position(|token| token.is_mark(b')'));
                self.detail = self.detail.max(len.map_or(0, |len| at + len));
            }
            // What stands between two commas and begins with a preposition says when, or is a remark.
            b',' => {
                let Some(opener) = self.tokens.get(at + 1) else { return };
                let end = self.phrase_end(at + 1);
                // Between the binding word and its verb nothing is demanded: `must, as agreed with them, not stop`.
                let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
                let is_inside = before.is_some_and(|last| last.is(lexicon::MODAL))
                    && !words::opens_condition(opener);
                if is_inside && end < self.tokens.len() {
                    self.remark = self.remark.max(end);
                } else if opener.is(Classes::PREPOSITION) && end < self.tokens.len() {
                    match phrase(self.tokens, self.quantities, at + 1, end) {
                        Phrase::Remark => self.remark = self.remark.max(end),
                        Phrase::Condition => self.condition = self.condition.max(end),
                        Phrase::Part => {}
                    }
                } else if opener.id == lexicon::id("as") {
                    self.remark = self.remark.max(end);
                }
            }
            b'~' => self.statement.is_estimate = true,
            _ => {}
        }
    }

    /// Returns where the clause that begins at a token ends: at a comma, at `then`, or with the sentence.
    fn clause_end(&self, at: usize) -> usize {
        let ends = |token: &Token| {
            token.is_mark(b',') || token.is_mark(b';') || token.id == lexicon::id("then")
        };
        self.ahead(at + 1).position(ends).map_or(self.tokens.len(), |len| at + 1 + len)
    }

    fn phrase_end(&self, at: usize) -> usize {
        self.ahead(at)
            .position(|token| token.is_mark(b',') || token.is_mark(b';'))
            .map_or(self.tokens.len(), |len| at + len)
    }

    /// Goes through the tokens from one on, as far as a clause can reach: a text of nothing but opened parentheses would
    /// otherwise be read to its end for each of them.
    fn ahead(&self, at: usize) -> impl Iterator<Item = &Token> {
        self.tokens.get(at..).unwrap_or_default().iter().take(LONGEST_CLAUSE)
    }

    fn negate(&mut self, at: usize, token: &Token) {
        let next = self.tokens.get(at + 1).map(|token| token.id).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        // `no more than`, `not only`, `or not`, and `shall not exceed` turn nothing round.
        let is_contrast = before.is_some_and(|token| token.is_mark(b',')) && self.has_object;
        let is_said_by_the_way = at < self.detail || is_contrast;
        // `no longer than` compares, `no longer sends` does not.
        let is_over =
            next == lexicon::id("longer") && !self.is_before(at + 1, &[lexicon::id("than")]);
        if is_said_by_the_way
            || frame::demands(self.tokens, at)
            || COMPARING.contains(&next) && !is_over
            || before.is_some_and(|token| token.is(Classes::OR))
        {
            return;
        }
        if at < self.condition {
            self.statement.negated_conditions += 1;
        } else {
            // `At no time`, `under no circumstances`: the noun says nothing more.
            let opens = before.is_some_and(|token| token.is(Classes::PREPOSITION));
            if opens && token.id == lexicon::id("no") {
                self.remark = self.remark.max(at + 2);
            }
            self.statement.negations += 1;
            let place = u32::try_from(at).unwrap_or(u32::MAX);
            self.statement.negation.get_or_insert((token.span(), place));
        }
    }

    /// Takes a word that refuses what the statement is about; after a negation it allows it.
    fn refuse(&mut self, at: usize, token: &Token) {
        if at < self.condition {
            self.statement.negated_conditions += 1;
            return;
        }
        let near = |(_, place): (Span, u32)| at.saturating_sub(place as usize) <= 3;
        if self.statement.negation.is_some_and(near) {
            self.statement.negations = 0;
            self.statement.negation = None;
        } else {
            self.statement.negations += 1;
            // It is said of all that stands before it.
            self.statement.negation.get_or_insert((token.span(), 0));
        }
        self.statement.is_duty = true;
        self.statement.is_deictic = false;
    }

    fn is_out_of_the_question(&self, at: usize, token: &Token) -> bool {
        let before = |steps: usize, word| {
            let token = at.checked_sub(steps).and_then(|at| self.tokens.get(at));
            token.is_some_and(|token| token.id == word)
        };
        let is_question = token.id == lexicon::id("question")
            && before(2, lexicon::id("of"))
            && before(3, lexicon::id("out"));
        let next = self.tokens.get(at + 1).map(|token| token.id);
        let leaves = LEAVING.contains(&token.id) && next == Some(lexicon::id("out"));
        is_question || leaves
    }

    /// Tells whether a word of saying stands before `that`, so that what was said follows.
    fn follows_saying(&self, at: usize) -> bool {
        let near = self.tokens.get(at.saturating_sub(2)..at).unwrap_or_default();
        let is_said = near.iter().any(|token| SAYING.contains(&token.id));
        // `The only outcome is that …`
        let is_told = near.last().is_some_and(|last| last.is(Classes::BE));
        at <= 8 && (is_said || is_told)
    }
}

/// Tells whether a word can do more in a statement than say what it is about.
pub(super) fn is_peculiar(token: &Token) -> bool {
    const OTHERS: [u64; 3] = lexicon::ids(["that", "as", "question"]);
    let lists: [&[u64]; 5] = [&AUXILIARIES, &AT_ONCE, &DEICTIC, &LEAVING, &OTHERS];
    token.is(lexicon::MODAL.with(Classes::BE)) || lists.iter().any(|list| list.contains(&token.id))
}

/// Tells whether a word that says nothing by itself can make a duty of its statement.
pub(super) fn may_bind(token: &Token) -> bool {
    DUTIES.contains(&token.id) || HAVING.contains(&token.id) || token.id == ACCEPTANCE
}

/// What opens an acceptance criterion, before a colon.
const ACCEPTANCE: u64 = lexicon::id("acceptance");

/// How much a word in brackets tells.
const DETAIL: u8 = 3;

const AUXILIARIES: [u64; 10] =
    lexicon::ids(["does", "do", "has", "have", "needs", "need", "did", "refrains", "avoids", "is"]);

/// Words that make a duty without a binding word.
const DUTIES: [u64; 18] = lexicon::ids([
    "required",
    "mandatory",
    "obliged",
    "expect",
    "duty",
    "obligated",
    "compelled",
    "incumbent",
    "necessary",
    "mandated",
    "compulsory",
    "imperative",
    "indispensable",
    "undertakes",
    "obligation",
    "tasked",
    "committed",
    "essential",
]);

/// Words that say which of several values is meant, where they belong to no frame.
const VALUES: [u64; 2] = lexicon::ids(["optional", "alternative"]);

/// Words that make a duty before `to`.
const HAVING: [u64; 5] = lexicon::ids(["has", "have", "needs", "need", "expected"]);

/// Words that make what follows a part of something else.
const RELATIVE: [u64; 4] = lexicon::ids(["that", "which", "who", "would"]);

const DEICTIC: [u64; 4] = lexicon::ids(["this", "these", "it", "they"]);

/// Words after which `not` and `no` compare, or say less than no.
const COMPARING: [u64; 16] = lexicon::ids([
    "more",
    "less",
    "fewer",
    "later",
    "longer",
    "greater",
    "sooner",
    "earlier",
    "exceed",
    "exceeding",
    "only",
    "limited",
    "larger",
    "higher",
    "lower",
    "just",
]);

/// Words for no time at all.
const AT_ONCE: [u64; 4] = lexicon::ids(["immediately", "instantly", "instantaneously", "at-once"]);

const LEAVING: [u64; 3] = lexicon::ids(["leave", "leaves", "leaving"]);

/// Words after which `that` opens what is stated.
const SAYING: [u64; 35] = lexicon::ids([
    "agreed",
    "agree",
    "states",
    "state",
    "says",
    "mandatory",
    "mind",
    "note",
    "ensure",
    "ensures",
    "ensured",
    "confirmed",
    "decided",
    "require",
    "requires",
    "required",
    "guarantee",
    "guarantees",
    "specified",
    "remember",
    "important",
    "essential",
    "necessary",
    "rule",
    "care",
    "clear",
    "understood",
    "insists",
    "demands",
    "demand",
    "follows",
    "fact",
    "imperative",
    "vital",
    "crucial",
]);

const RANGES: [u64; 3] = lexicon::ids(["to", "and", "through"]);
