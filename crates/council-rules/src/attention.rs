//! Where a reader finds something: how much a statement's place and words leave a case undecided, or get contradicted.
//!
//! People who read specifications for a living were asked to write down their defects. The weights tell which statements
//! they pointed at; they are learned by `cargo xtask train-gaps`, never written by hand, and a word of the tables stands for
//! all its forms.

mod question;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use council_core::packet::{PassageKind, Span};

pub(crate) use question::{about, left_open};

use crate::{
    lexicon::{self, Classes},
    model::{Role, Sentence, Text, Token, TokenKind, meaning},
};

/// What is weighed as one: an item of a list or a cell of a table, and in prose each sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// Its first sentence: an index into the document's sentences.
    pub first: usize,
    /// The sentence after its last one.
    pub after: usize,
    /// Where it is.
    pub span: Span,
}

/// What a reader finds in a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// A case that nobody decided.
    Gap,
    /// Something that another place of the document contradicts.
    Conflict,
}

impl Concern {
    /// Every concern, in the order of their weights.
    const ALL: [Concern; CONCERNS] = [Concern::Gap, Concern::Conflict];

    /// Returns what weighs for this concern.
    pub fn of(self, [gap, conflict]: ConcernWeights) -> i32 {
        match self {
            Self::Gap => gap,
            Self::Conflict => conflict,
        }
    }

    /// Features and what each weighs, by feature.
    fn weights(self) -> &'static [(u32, i16)] {
        static GAPS: LazyLock<Vec<(u32, i16)>> =
            LazyLock::new(|| read(include_str!("attention/gaps.txt")).into_iter().collect());
        static CONFLICTS: LazyLock<Vec<(u32, i16)>> =
            LazyLock::new(|| read(include_str!("attention/conflicts.txt")).into_iter().collect());
        match self {
            Self::Gap => &GAPS,
            Self::Conflict => &CONFLICTS,
        }
    }

    /// Returns the weight of a feature, in hundredths.
    pub fn weight(self, key: u32) -> i32 {
        let place = self.weights().binary_search_by_key(&key, |(own, _)| *own).ok();
        let entry = place.and_then(|place| self.weights().get(place));
        entry.map_or(0, |(_, weight)| i32::from(*weight))
    }
}

/// What sort of feature a weight belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A word of the statement.
    Word,
    /// A word of the heading above it.
    Heading,
    /// The part it plays.
    Role,
    /// What sort of document it stands in.
    Document,
    /// How it is made.
    Make,
}

impl Sort {
    /// Every sort.
    pub const ALL: [Sort; 5] = [Sort::Word, Sort::Heading, Sort::Role, Sort::Document, Sort::Make];

    /// Returns what opens a line of the table.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Word => "word",
            Sort::Heading => "heading",
            Sort::Role => "role",
            Sort::Document => "document",
            Sort::Make => "make",
        }
    }

    /// Returns the identity of a feature: words that mean the same are one.
    pub fn key(self, name: &str) -> u32 {
        let (own, salt) = match self {
            Sort::Word => (meaning(name), 0),
            Sort::Heading => (meaning(name), 0x9e37_79b9),
            Sort::Role => (named(name), 0x85eb_ca6b),
            Sort::Document => (named(name), 0xc2b2_ae35),
            Sort::Make => (named(name), 0x27d4_eb2f),
        };
        own ^ salt
    }
}

fn named(name: &str) -> u32 {
    u32::try_from(lexicon::hash(name.as_bytes()) >> 32).unwrap_or_default()
}

/// Goes through the statements of a document that say something of their own.
pub fn statements<'m>(text: &'m Text<'_>) -> impl Iterator<Item = Statement> + 'm {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (first, sentence) = (at, text.sentences.get(at)?);
        at += if is_whole(text, sentence) {
            let rest = text.sentences.get(at..).unwrap_or_default();
            rest.iter().take_while(|next| next.passage == sentence.passage).count().max(1)
        } else {
            1
        };
        let last = text.sentences.get(at - 1)?;
        let span = Span::new(sentence.span.start, last.span.end);
        Some(Statement { first, after: at, span })
    })
    .filter(|statement| is_said(text, statement))
}

/// Tells whether all sentences of a passage are one statement.
fn is_whole(text: &Text<'_>, sentence: &Sentence) -> bool {
    let kind = text.passage(sentence).map(|passage| passage.kind);
    matches!(kind, Some(PassageKind::Item | PassageKind::Cell | PassageKind::Value))
}

/// The fewest words of a statement: less names something and says nothing of it.
const FEWEST: usize = 6;

fn is_said(text: &Text<'_>, statement: &Statement) -> bool {
    let is_own = |sentence: &Sentence| match sentence.role {
        Role::Requirement
        | Role::Criterion
        | Role::Then
        | Role::Constraint
        | Role::Goal
        | Role::Definition
        | Role::Question
        | Role::Decision
        | Role::Statement => true,
        Role::Given
        | Role::When
        | Role::Example
        | Role::Rationale
        | Role::History
        | Role::NonGoal
        | Role::Template
        | Role::Label
        | Role::Aside => false,
    };
    let own = text.sentences.get(statement.first..statement.after).unwrap_or_default();
    let mut words = tokens(text, statement).filter(|token| token.kind == TokenKind::Word);
    own.iter().any(is_own) && words.nth(FEWEST - 1).is_some()
}

/// Returns the words and marks of a statement.
pub(crate) fn tokens<'m>(
    text: &'m Text<'_>,
    statement: &Statement,
) -> impl Iterator<Item = &'m Token> + use<'m> {
    let own = text.sentences.get(statement.first..statement.after).unwrap_or_default();
    let (first, after) =
        (own.first().map_or(0, |one| one.first), own.last().map_or(0, |one| one.after));
    text.tokens.get(first as usize..after as usize).unwrap_or_default().iter()
}

/// Goes through what a statement has that can be weighed; a feature may come more than once.
pub fn features<'m>(
    text: &'m Text<'_>,
    statement: &Statement,
    mut each: impl FnMut(Sort, &'m str),
) {
    for (sort, name) in
        others(text, statement, |token| each(Sort::Word, text.word(token))).into_iter().flatten()
    {
        each(sort, name);
    }
    for word in heading(text, text.document.section_index(statement.span.start)) {
        each(Sort::Heading, word);
    }
}

/// How much else than words and a heading can be weighed.
const OTHERS: usize = 9;

/// Hands out the words of a statement, and returns what else can be weighed but its heading.
fn others(
    text: &Text<'_>,
    statement: &Statement,
    mut word: impl FnMut(&Token),
) -> [Option<(Sort, &'static str)>; OTHERS] {
    let (mut count, mut number, mut code) = (0, false, false);
    for token in tokens(text, statement) {
        match token.kind {
            TokenKind::Word => {
                count += 1;
                word(token);
            }
            TokenKind::Number => number = true,
            TokenKind::Code => code = true,
            TokenKind::Name | TokenKind::Mark(_) => {}
        }
    }
    let opening = text.sentences.get(statement.first);
    let make = |name: &'static str, holds: bool| holds.then_some((Sort::Make, name));
    [
        opening.map(|sentence| (Sort::Role, sentence.role.word())),
        Some((Sort::Document, text.kind.word())),
        make("number", number),
        make("code", code),
        make("over-8", count > 8),
        make("over-15", count > 15),
        make("over-25", count > 25),
        make("over-40", count > 40),
        make("listed", opening.is_some_and(|sentence| is_whole(text, sentence))),
    ]
}

/// Goes through the words of the heading of a section.
fn heading<'m>(text: &'m Text<'_>, section: Option<usize>) -> impl Iterator<Item = &'m str> {
    let section = section.and_then(|index| text.document.sections.get(index));
    let title = section.map_or("", |section| section.title.as_str());
    title.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() > 1)
}

/// Which bits of a number choose the place where what was looked up is kept.
const SHIFT: u32 = 20;

/// How many concerns there are.
const CONCERNS: usize = 2;

/// Weighs the statements of one document for all concerns at once. A word that comes back is looked up once.
pub struct Scale<'m, 'a> {
    text: &'m Text<'a>,
    /// The words that were looked up, and the place of each among the entries if it weighs anything.
    seen: Vec<(u64, Option<u32>)>,
    /// What each entry weighs, in the order of their keys.
    entries: &'static [(u32, ConcernWeights)],
    /// The statement that had each entry last, from one.
    counted: Vec<u32>,
    /// How many statements were weighed.
    weighed: u32,
    /// What the words of the heading that was met last weigh together.
    heading: (Option<usize>, ConcernWeights),
    /// What else was met last, by what it is, and what it weighs: it hardly ever changes.
    others: [(&'static str, ConcernWeights); OTHERS],
}

/// What something weighs for a gap and for a conflict, in hundredths.
pub type ConcernWeights = [i32; CONCERNS];

/// Features and what each weighs for every concern, by feature.
static ENTRIES: LazyLock<Vec<(u32, ConcernWeights)>> = LazyLock::new(|| {
    let mut entries: BTreeMap<u32, ConcernWeights> = BTreeMap::new();
    for (at, concern) in Concern::ALL.into_iter().enumerate() {
        for (key, weight) in concern.weights() {
            if let Some(own) = entries.entry(*key).or_default().get_mut(at) {
                *own = i32::from(*weight);
            }
        }
    }
    entries.retain(|_, weights| *weights != [0; CONCERNS]);
    entries.into_iter().collect()
});

impl<'m, 'a> Scale<'m, 'a> {
    /// Makes a scale for a document.
    pub fn of(text: &'m Text<'a>) -> Self {
        const MOST: usize = 1 << 14;
        let slots = (text.tokens.len() / 8).next_power_of_two().clamp(64, MOST);
        let entries = ENTRIES.as_slice();
        Self {
            text,
            seen: vec![(lexicon::NO_WORD, None); slots],
            entries,
            counted: vec![0; entries.len()],
            weighed: 0,
            heading: (None, [0; CONCERNS]),
            others: [("", [0; CONCERNS]); OTHERS],
        }
    }

    /// Returns how likely a reader finds each concern in a statement, in hundredths; more is likelier.
    pub fn weight(&mut self, statement: &Statement) -> ConcernWeights {
        let text = self.text;
        self.weighed += 1;
        let mut sums = self.heading(statement);
        let others = others(text, statement, |token| {
            if let Some(weights) = self.once(token.id, || Sort::Word.key(text.word(token))) {
                add(&mut sums, weights);
            }
        });
        for (other, last) in others.into_iter().zip(&mut self.others) {
            let Some((sort, name)) = other else { continue };
            if !std::ptr::eq(last.0, name) {
                let place = place(self.entries, sort.key(name));
                let weights = place.and_then(|place| self.entries.get(place));
                *last = (name, weights.map_or([0; CONCERNS], |(_, weights)| *weights));
            }
            add(&mut sums, last.1);
        }
        sums
    }

    /// Returns what a word weighs where the statement has not had it yet. What has been looked up is told by its own number.
    fn once(&mut self, id: u64, key: impl FnOnce() -> u32) -> Option<ConcernWeights> {
        let slot = usize::try_from(id >> SHIFT).unwrap_or_default() & (self.seen.len() - 1);
        let seen = self.seen.get_mut(slot)?;
        if seen.0 != id {
            let place = place(self.entries, key());
            *seen = (id, place.and_then(|place| u32::try_from(place).ok()));
        }
        let place = seen.1? as usize;
        let last = self.counted.get_mut(place).filter(|last| **last != self.weighed)?;
        *last = self.weighed;
        self.entries.get(place).map(|(_, weights)| *weights)
    }

    fn heading(&mut self, statement: &Statement) -> ConcernWeights {
        let section = self.text.document.section_index(statement.span.start);
        if self.heading.0 != section {
            let keys: BTreeSet<u32> =
                heading(self.text, section).map(|word| Sort::Heading.key(word)).collect();
            let mut sums = [0; CONCERNS];
            let places = keys.into_iter().filter_map(|key| place(self.entries, key));
            for (_, weights) in places.filter_map(|place| self.entries.get(place)) {
                add(&mut sums, *weights);
            }
            self.heading = (section, sums);
        }
        self.heading.1
    }
}

fn add(sums: &mut ConcernWeights, weights: ConcernWeights) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += weight;
    }
}

/// Returns the place of a feature among others.
fn place(entries: &[(u32, ConcernWeights)], key: u32) -> Option<usize> {
    entries.binary_search_by_key(&key, |(own, _)| *own).ok()
}

/// Weighs the statements of a document for all concerns.
pub(crate) fn weigh(text: &Text<'_>) -> Vec<(ConcernWeights, Statement)> {
    let mut scale = Scale::of(text);
    statements(text).map(|statement| (scale.weight(&statement), statement)).collect()
}

/// Returns the statements of a document that weigh anything, those that weigh most first.
pub fn weighed(text: &Text<'_>, concern: Concern) -> Vec<(i32, Statement)> {
    let all = text.attended().iter();
    let mut weighed: Vec<(i32, Statement)> = all
        .map(|(weights, statement)| (concern.of(*weights), *statement))
        .filter(|(weight, _)| *weight > 0)
        .collect();
    weighed.sort_unstable_by_key(|(weight, statement)| (-weight, statement.first));
    weighed
}

/// Returns the words of a statement that weigh most, in its order.
pub fn telling<'m>(
    text: &'m Text<'_>,
    statement: &Statement,
    concern: Concern,
    most: usize,
) -> Vec<&'m str> {
    let mut weighed: Vec<(i32, usize, &str)> = Vec::new();
    for (at, token) in
        tokens(text, statement).enumerate().filter(|(_, token)| token.is_plain_word())
    {
        let word = text.word(token);
        let weight = concern.weight(Sort::Word.key(word));
        let is_content =
            !token.is(Classes::FUNCTION) && !token.is(lexicon::MODAL) && word.len() > 3;
        if weight > 0
            && is_content
            && !weighed.iter().any(|(.., other)| other.eq_ignore_ascii_case(word))
        {
            weighed.push((weight, at, word));
        }
    }
    weighed.sort_by_key(|(weight, at, _)| (-weight, *at));
    weighed.truncate(most);
    weighed.sort_by_key(|(_, at, _)| *at);
    weighed.into_iter().map(|(.., word)| word).collect()
}

/// Reads lines of a weight, a sort and the names that have it; what begins with `#` says where they come from.
pub fn read(table: &str) -> BTreeMap<u32, i16> {
    let mut weights = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split_ascii_whitespace();
        let weight = cells.next().and_then(|weight| weight.parse().ok());
        let sort =
            cells.next().and_then(|word| Sort::ALL.into_iter().find(|sort| sort.word() == word));
        if let (Some(weight), Some(sort)) = (weight, sort) {
            weights.extend(cells.map(|name| (sort.key(name), weight)));
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;
    use crate::Model;

    #[test]
    fn a_scale_weighs_each_feature_once() {
        let document = "# Till\n\n## Functional Requirements\n\n- FR-1: If the till must run and run, the command `close` must run \
                        2 times.\n- FR-2: The office keeps the lists of all shops, and the list of the day.\n\nThe clerk will \
                        sign the list when the multiple rows of the day were read.\n";
        let packet = markdown_prd("a.md", document).value;
        let model = Model::of(&packet);
        let text = model.texts.first().unwrap();
        let mut scale = Scale::of(text);
        let mut weighed = 0;
        for statement in statements(text) {
            let mut keys = BTreeSet::new();
            features(text, &statement, |sort, name| {
                keys.insert(sort.key(name));
            });
            let sum = |concern: Concern| keys.iter().map(|key| concern.weight(*key)).sum::<i32>();
            let sums = Concern::ALL.map(sum);
            assert_eq!(scale.weight(&statement), sums);
            weighed += i32::from(Concern::Gap.of(sums) != 0);
        }
        assert_eq!(weighed, 3);
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let tables = [
            (Concern::Gap, include_str!("attention/gaps.txt")),
            (Concern::Conflict, include_str!("attention/conflicts.txt")),
        ];
        for (concern, table) in tables {
            for line in table.lines().filter(|line| !line.starts_with('#')) {
                let mut cells = line.split(' ');
                let weight: i32 = cells.next().unwrap().parse().unwrap();
                let sort = cells.next().unwrap();
                let sort = Sort::ALL.into_iter().find(|one| one.word() == sort).unwrap();
                for name in cells {
                    assert_eq!(concern.weight(sort.key(name)), weight, "{name}");
                }
            }
        }
    }
}
