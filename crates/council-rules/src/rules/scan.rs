//! What many rules have in common: going through sentences and words, and knowing what stands beside a word.

use council_core::packet::{PassageKind, Span};

use crate::{
    Finding, Rule,
    lexicon::{self, Classes},
    model::{
        Capital, FunctionSpec, Kind as DocumentKind, Layout, Marks, Meaning, Model, Quantity, Role,
        Sentence, Shape, Text, Token, TokenKind, phrase_at,
    },
    registry,
};

/// A sentence with its document and tokens.
#[derive(Clone, Copy)]
pub(super) struct Found<'m, 'a> {
    pub(super) text: &'m Text<'a>,
    pub(super) sentence: &'m Sentence,
    pub(super) tokens: &'m [Token],
}

/// Goes through the sentences that hold a word of some class.
pub(super) fn sentences<'m, 'a>(
    model: &'m Model<'a>,
    classes: Classes,
) -> impl Iterator<Item = Found<'m, 'a>> {
    model.texts.iter().flat_map(move |text| sentences_in(text, classes))
}

/// Goes through the sentences of a document that hold a word of some class.
pub(super) fn sentences_in<'m, 'a>(
    text: &'m Text<'a>,
    classes: Classes,
) -> impl Iterator<Item = Found<'m, 'a>> {
    marked(text, move |marks| marks.classes.intersects(classes))
}

/// Goes through the sentences of a document whose marks are wanted. The marks lie close together, the sentences do not.
fn marked<'m, 'a>(
    text: &'m Text<'a>,
    wanted: impl Fn(&Marks) -> bool,
) -> impl Iterator<Item = Found<'m, 'a>> {
    let all = text.marks.iter().zip(&text.sentences).filter(move |(marks, _)| wanted(marks));
    all.map(move |(_, sentence)| Found { text, sentence, tokens: text.tokens(sentence) })
}

/// Goes through the sentences that hold a word that triggers a rule.
pub(super) fn triggered<'m, 'a>(
    model: &'m Model<'a>,
    rule: &'static Rule,
) -> impl Iterator<Item = Found<'m, 'a>> {
    model.texts.iter().flat_map(move |text| triggered_in(text, rule))
}

/// Goes through the sentences of a document that hold a word that triggers a rule.
pub(super) fn triggered_in<'m, 'a>(
    text: &'m Text<'a>,
    rule: &'static Rule,
) -> impl Iterator<Item = Found<'m, 'a>> {
    triggered_or(text, rule, Classes::NONE)
}

/// Goes through the sentences of a document that hold a word that triggers a rule, or something of some class.
pub(super) fn triggered_or<'m, 'a>(
    text: &'m Text<'a>,
    rule: &'static Rule,
    classes: Classes,
) -> impl Iterator<Item = Found<'m, 'a>> {
    let own = registry::trigger(rule);
    marked(text, move |marks| marks.triggers.intersects(own) || marks.classes.intersects(classes))
}

/// Reports what a rule sees in sentences, with the same words each time.
pub(super) fn report<'m, 'a: 'm>(
    rule: &'static Rule,
    sentences: impl Iterator<Item = Found<'m, 'a>>,
    seen: impl Fn(&Found<'m, 'a>) -> Option<(usize, usize)>,
    (message, remediation): (&'static str, &'static str),
    findings: &mut Vec<Finding>,
) {
    for found in sentences {
        if let Some((at, len)) = seen(&found) {
            let (span, around) = (found.span(at, len), found.sentence.span);
            findings.push(Finding::at(rule, found.text, span, around, message, remediation));
        }
    }
}

/// Goes through the wanted names and words with capitals that are in no list, with their sentence and their place in it.
pub(super) fn capitals<'m, 'a>(
    text: &'m Text<'a>,
    wanted: impl Fn(&Capital) -> bool,
) -> impl Iterator<Item = (Found<'m, 'a>, usize, &'m Token)> {
    let wanted = text.capitals.iter().filter(move |capital| wanted(capital));
    wanted.filter_map(move |one| capital(text, one))
}

/// Returns a name or a word with capitals, with its sentence and its place in it.
pub(super) fn capital<'m, 'a>(
    text: &'m Text<'a>,
    capital: &Capital,
) -> Option<(Found<'m, 'a>, usize, &'m Token)> {
    let sentence = text.sentences.get(capital.sentence as usize)?;
    let found = Found { text, sentence, tokens: text.tokens(sentence) };
    let at = capital.at as usize;
    Some((found, at, found.tokens.get(at)?))
}

/// Goes through the lines that hold something beyond ASCII.
pub(super) fn foreign_lines<'m>(text: &'m Text<'_>) -> impl Iterator<Item = Span> + 'm {
    const STRETCH: usize = 64;
    let (bytes, lines) = (text.document.text().as_bytes(), text.document.lines());
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(from..)?;
        let plain = rest.chunks(STRETCH).take_while(|stretch| stretch.is_ascii()).count() * STRETCH;
        let foreign = rest.get(plain..)?.iter().position(|byte| !byte.is_ascii())?;
        let line = lines.span(text.document.text(), lines.line(from + plain + foreign))?;
        from = line.end;
        Some(line)
    })
}

/// Goes through the documents that describe one function.
pub(super) fn functions<'m, 'a>(
    model: &'m Model<'a>,
) -> impl Iterator<Item = (&'m Text<'a>, &'m FunctionSpec)> {
    model.texts.iter().filter_map(|text| Some((text, text.function.as_ref()?)))
}

/// Goes through every sentence of a document.
pub(super) fn of<'m, 'a>(text: &'m Text<'a>) -> impl Iterator<Item = Found<'m, 'a>> {
    text.sentences.iter().map(move |sentence| Found {
        text,
        sentence,
        tokens: text.tokens(sentence),
    })
}

impl<'m, 'a> Found<'m, 'a> {
    /// Goes through the sentences of the same passage.
    pub(super) fn passage(&self) -> impl Iterator<Item = &'m Sentence> + use<'m, 'a> {
        const MOST: usize = 64;
        let (all, own) = (&self.text.sentences, self.sentence.passage);
        let first = all.partition_point(|sentence| sentence.passage < own);
        let rest = all.get(first..).unwrap_or_default();
        rest.iter().take(MOST).take_while(move |sentence| sentence.passage == own)
    }

    /// Tells whether something holds for the sentence or for one of a few around it in the same passage.
    pub(super) fn is_near(&self, holds: impl Fn(&Found<'m, 'a>) -> bool) -> bool {
        const NEAR: usize = 8;
        let (all, own) = (&self.text.sentences, self.sentence.passage);
        let at = all.partition_point(|sentence| sentence.span.start < self.sentence.span.start);
        let near = all.get(at.saturating_sub(NEAR)..(at + NEAR).min(all.len())).unwrap_or_default();
        let mut near = near.iter().filter(|sentence| sentence.passage == own);
        near.any(|sentence| {
            holds(&Found { text: self.text, sentence, tokens: self.text.tokens(sentence) })
        })
    }

    /// Tells whether demands stand right around the sentence, below the same heading: at least two of the few nearest.
    pub(super) fn is_among_demands(&self) -> bool {
        const NEAR: usize = 4;
        const FEWEST: usize = 2;
        let document = self.text.document;
        let own = document.section_index(self.sentence.span.start);
        let all = &self.text.sentences;
        let at = all.partition_point(|sentence| sentence.span.start < self.sentence.span.start);
        let near = all.get(at.saturating_sub(NEAR)..(at + NEAR + 1).min(all.len()));
        let demands = near.unwrap_or_default().iter().filter(|sentence| {
            sentence.role.binds() && document.section_index(sentence.span.start) == own
        });
        demands.count() >= FEWEST
    }

    /// Returns the quantities of the sentence.
    pub(super) fn quantities(&self) -> &'m [Quantity] {
        self.text.quantities(self.sentence)
    }

    /// Tells whether the sentence demands something.
    pub(super) fn binds(&self) -> bool {
        self.sentence.role.binds()
    }

    /// Tells whether each word of the sentence is weighed: what somebody builds or tests by it, and not what is told
    /// around it.
    pub(super) fn is_checked(&self) -> bool {
        let has_modal = || self.sentence.classes.intersects(lexicon::MODAL);
        let is_weighed = match self.text.kind {
            DocumentKind::Function => true,
            DocumentKind::Behaviour | DocumentKind::Requirements | DocumentKind::Prd => {
                self.is_bare() || self.sentence.opens || has_modal()
            }
            DocumentKind::Feature if self.text.layout != Layout::Plain => {
                self.sentence.opens || has_modal()
            }
            // What a value says was put under its key to be said: it is told only where nothing is demanded.
            DocumentKind::Page if self.text.is_keyed() => {
                (self.is_asked() && self.sentence.opens) || has_modal()
            }
            // What such a document says is argued and told; readers gain by words weighed only where it lists what it asks.
            DocumentKind::Feature
            | DocumentKind::Norm
            | DocumentKind::Page
            | DocumentKind::Proposal
            | DocumentKind::Design
            | DocumentKind::Plan
            | DocumentKind::Tasks
            | DocumentKind::Review
            | DocumentKind::Notes => self.is_asked() && self.sentence.opens && self.is_listed(),
        };
        is_weighed && self.sentence.role.is_checked_for_words()
    }

    /// Tells whether the sentence is a demand by its place or by its verb. What is wrong with the make of a duty, such as a
    /// second duty or a subject that names nobody, is wrong wherever it is stated; only its words are weighed by its place.
    pub(super) fn is_demand(&self) -> bool {
        self.is_checked() || self.states_duty()
    }

    /// Tells whether the sentence is the document's own and says what must be.
    pub(super) fn states_duty(&self) -> bool {
        self.is_own() && self.says_must()
    }

    /// Tells whether the sentence says what must be, as a demand or as a reason: `shall` or `must`, but not `will`, which
    /// tells the future, and not what its authors must do.
    pub(super) fn says_must(&self) -> bool {
        let is_duty = |(at, token): (usize, &Token)| {
            token.id != lexicon::id("will")
                && self.before(at, 1).is_none_or(|subject| !AUTHORS.contains(&subject.id))
        };
        (self.is_own() || self.is_argued())
            && self.sentence.classes.intersects(Classes::MUST)
            && self.text.kind.specifies()
            && self.words(Classes::MUST).any(is_duty)
    }

    /// Tells whether the sentence says how things are in a document that specifies.
    pub(super) fn is_told(&self) -> bool {
        self.is_own() && self.sentence.meaning.specifies() && self.text.kind.specifies()
    }

    /// Tells whether the sentence is one in which a document says, in its own words, what the thing is or does, wherever it
    /// stands. What is odd there is worth a note; only what is demanded is worth a warning.
    pub(super) fn describes(&self) -> bool {
        let is_said = match self.sentence.role {
            Role::Requirement
            | Role::Criterion
            | Role::When
            | Role::Then
            | Role::Constraint
            | Role::Goal
            | Role::Decision
            | Role::Definition
            | Role::Statement => true,
            Role::Given
            | Role::NonGoal
            | Role::Example
            | Role::Rationale
            | Role::Question
            | Role::History
            | Role::Template
            | Role::Label
            | Role::Aside => false,
        };
        is_said && self.text.kind.specifies()
    }

    /// Tells whether a requirement is read by its own words alone, as in a bare list or the description of one function.
    pub(super) fn is_bare(&self) -> bool {
        self.text.is_bare_list || self.text.kind == DocumentKind::Function
    }

    /// Tells whether the sentence stands where a document says what it asks for.
    fn is_asked(&self) -> bool {
        matches!(
            self.sentence.meaning,
            Meaning::Requirements | Meaning::Quality | Meaning::Constraints | Meaning::Acceptance
        )
    }

    /// Tells whether the sentence is one of the demands that a document lists. Among much else, it has to say so itself.
    pub(super) fn lists_demand(&self) -> bool {
        let duties = Classes::MUST.with(Classes::SHOULD);
        let is_duty = |token: &Token| token.is(duties) && token.id != lexicon::id("will");
        self.text.lists_demands()
            || self.text.lists_demands_at(self.sentence.span.start)
                && self.tokens.iter().any(is_duty)
    }

    /// Tells whether a token stands in a bracket, which tells more of what is demanded outside of it.
    pub(super) fn is_bracketed(&self, at: usize) -> bool {
        const REACH: usize = 40;
        let before = self.tokens.get(at.saturating_sub(REACH)..at).unwrap_or_default();
        let bracket = before.iter().rev().find(|token| token.is_mark(b'(') || token.is_mark(b')'));
        bracket.is_some_and(|token| token.is_mark(b'('))
    }

    /// Tells whether the sentence is an item of a list or a cell of a table.
    fn is_listed(&self) -> bool {
        let passage = self.text.passage(self.sentence);
        passage.is_some_and(|passage| match passage.kind {
            PassageKind::Item | PassageKind::Cell | PassageKind::Value => true,
            PassageKind::Heading
            | PassageKind::Paragraph
            | PassageKind::Head
            | PassageKind::Remark
            | PassageKind::Html => false,
        })
    }

    /// Tells whether the sentence says how something is to be: as a demand, an aim, or what was decided.
    pub(super) fn aims(&self) -> bool {
        self.is_checked() || matches!(self.sentence.role, Role::Goal | Role::Decision)
    }

    /// Tells whether the sentence belongs to a specification and is its own: a bound in its prose is one to build by.
    pub(super) fn is_specified(&self) -> bool {
        let specifies = match self.text.kind {
            DocumentKind::Behaviour | DocumentKind::Requirements => true,
            DocumentKind::Feature => self.text.layout != Layout::Plain,
            DocumentKind::Prd
            | DocumentKind::Norm
            | DocumentKind::Proposal
            | DocumentKind::Design
            | DocumentKind::Function
            | DocumentKind::Page
            | DocumentKind::Plan
            | DocumentKind::Tasks
            | DocumentKind::Review
            | DocumentKind::Notes => false,
        };
        self.is_checked() || self.is_own() && specifies
    }

    /// Tells whether the sentence is prose of the document's own: a demand or a statement.
    pub(super) fn is_own(&self) -> bool {
        self.sentence.role.is_own()
    }

    /// Tells whether the sentence says why, what not, or what a word means: the author's words, which demand nothing.
    pub(super) fn is_argued(&self) -> bool {
        matches!(self.sentence.role, Role::Rationale | Role::NonGoal | Role::Definition)
    }

    /// Tells whether the sentence stands in a form that is filled in step by step, with questions of its own.
    pub(super) fn is_of_form(&self) -> bool {
        const LONGEST: usize = 120;
        let document = self.text.document;
        let at = |index| document.sections.get(index);
        let mut section = document.section_index(self.sentence.span.start).and_then(at);
        while let Some(own) = section {
            let title = own.title.get(..LONGEST.min(own.title.len())).unwrap_or_default();
            if title.to_ascii_lowercase().contains("questionnaire") {
                return true;
            }
            section = own.parent.and_then(at);
        }
        false
    }

    /// Tells whether the sentence holds digits.
    pub(super) fn has_number(&self) -> bool {
        self.sentence.classes.intersects(Classes::NUMBER)
    }

    /// Returns the plain words of a class, with their place among the tokens.
    pub(super) fn words(
        &self,
        classes: Classes,
    ) -> impl Iterator<Item = (usize, &'m Token)> + use<'m, 'a> {
        let tokens = self.tokens;
        tokens
            .iter()
            .enumerate()
            .filter(move |(_, token)| token.is_plain_word() && token.is(classes))
    }

    /// Returns the phrases of a class, as the place of their first token and their length.
    pub(super) fn phrases(
        &self,
        classes: Classes,
    ) -> impl Iterator<Item = (usize, usize)> + use<'m, 'a> {
        let tokens = self.tokens;
        tokens.iter().enumerate().filter_map(move |(at, token)| {
            if token.quoted {
                return None;
            }
            let (len, of) = phrase_at(tokens, at)?;
            of.intersects(classes).then_some((at, len))
        })
    }

    /// Returns the token some steps before another.
    pub(super) fn before(&self, at: usize, steps: usize) -> Option<&'m Token> {
        at.checked_sub(steps).and_then(|at| self.tokens.get(at))
    }

    /// Returns the token some steps after another.
    pub(super) fn after(&self, at: usize, steps: usize) -> Option<&'m Token> {
        self.tokens.get(at + steps)
    }

    /// Tells whether the token some steps after is this word.
    pub(super) fn after_is(&self, at: usize, steps: usize, word: &str) -> bool {
        self.after(at, steps).is_some_and(|token| token.id == lexicon::id(word))
    }

    /// Tells whether this word stands right before.
    pub(super) fn before_is(&self, at: usize, word: &str) -> bool {
        self.before(at, 1).is_some_and(|token| token.id == lexicon::id(word))
    }

    /// Tells whether a word is part of a hyphenated or capitalised name, and so not said but named.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        let capital = matches!(token.shape, Shape::Title | Shape::Mixed) && at > 0;
        let neighbour = self
            .after(at, 1)
            .is_some_and(|next| next.shape == Shape::Title && next.kind == TokenKind::Word);
        let joined = self
            .after(at, 1)
            .is_some_and(|next| next.is_mark(b'-') && next.start == token.end)
            || self.before(at, 1).is_some_and(|last| last.is_mark(b'-') && last.end == token.start);
        (capital && neighbour) || joined
    }

    /// Reports some tokens: what is wrong is said of the words themselves.
    pub(super) fn says(
        &self,
        rule: &'static Rule,
        at: usize,
        len: usize,
        (wrong, remediation): (&'static str, &'static str),
    ) -> Finding {
        let (span, around) = (self.span(at, len), self.sentence.span);
        let message = ["`", self.text.slice(span), "` ", wrong].concat();
        Finding::at(rule, self.text, span, around, message, remediation)
    }

    /// Returns the span of some tokens.
    pub(super) fn span(&self, first: usize, len: usize) -> Span {
        let start =
            self.tokens.get(first).map_or(self.sentence.span.start, |token| token.start as usize);
        let last = self.tokens.get(first + len.saturating_sub(1));
        Span::new(start, last.map_or(self.sentence.span.end, |token| token.end as usize))
    }

    /// Goes through what measures the sentence beside its own words: the other cells of its row, and the sentence that
    /// follows it in its passage.
    pub(super) fn beside(&self) -> impl Iterator<Item = &'m Sentence> + use<'m, 'a> {
        const MOST: usize = 16;
        let (text, own) = (self.text, self.sentence);
        let place = |sentence: &Sentence| {
            let passage = text.passage(sentence)?;
            (passage.kind == PassageKind::Cell).then_some(passage.line)
        };
        let row = place(own);
        let all = &text.sentences;
        let at = all.partition_point(|sentence| sentence.span.start < own.span.start);
        let (before, after) = all.split_at(at.min(all.len()));
        let same_row = move |sentence: &&Sentence| row.is_some() && place(sentence) == row;
        let left = before.iter().rev().take(MOST).take_while(same_row);
        let right = after.iter().skip(1).take(MOST).take_while(same_row);
        let next = after.iter().skip(1).take(1).filter(|next| next.passage == own.passage);
        left.chain(right).chain(next)
    }

    /// Tells whether a quantity of some dimension stands beside the sentence.
    pub(super) fn is_measured_beside(&self, is_one: impl Fn(&Quantity) -> bool) -> bool {
        self.beside().any(|sentence| self.text.quantities(sentence).iter().any(&is_one))
    }

    /// Tells whether the sentence names a standard, which says how much is enough.
    pub(super) fn names_standard(&self) -> bool {
        self.tokens.iter().any(|token| STANDARDS.contains(&token.id) && token.shape == Shape::Upper)
    }

    /// Tells whether a number stands within some tokens of another.
    pub(super) fn has_number_near(&self, at: usize, reach: usize) -> bool {
        let near =
            self.tokens.get(at.saturating_sub(reach)..(at + reach + 1).min(self.tokens.len()));
        near.unwrap_or_default().iter().any(|token| token.kind == TokenKind::Number)
    }
}

/// Who speaks in a document.
const AUTHORS: [u64; 2] = lexicon::ids(["we", "i"]);

/// Standards that fix what a judging word leaves open.
const STANDARDS: [u64; 12] = lexicon::ids([
    "wcag", "iso", "iec", "ieee", "rfc", "nist", "owasp", "ansi", "itu", "posix", "fips", "hig",
]);
