//! # optional-feature
//!
//! ## What it does
//! Finds things that are marked `(optional)` in one list and are demanded or promised without that in another, and
//! dependencies that are called optional although a requirement names them.
//!
//! ## Why it hurts
//! Nobody knows whether it has to be built, and the two readers of the two places decide differently.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Prices
//!
//! ## Features
//!
//! - Price history chart of a week
//!
//! ## Impact
//!
//! - `PriceChart.vue`: price history chart (optional)
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Prices
//!
//! ## Features
//!
//! - Price history chart of a week (optional)
//!
//! ## Impact
//!
//! - `PriceChart.vue`: price history chart (optional)
//! ```
//!
//! ## When not to apply it
//! Where the two are about different things of one name.

use std::collections::BTreeMap;

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};
use memchr::memmem;

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Meaning, Role, Sentence, Text, Token, TokenKind, meaning},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "optional-feature",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (65, "a duty and a permission for the same"),
        (34, "a contradiction is kept in sight instead of picked from"),
        (1, "a thing that is demanded and is not"),
    ],
    summary: "something is demanded here and optional there",
    reads: Reads::Everything,
    source: include_str!("optional_feature.rs"),
    check,
};

/// Something that is marked as optional: what its two last words mean.
struct Marked {
    words: Span,
    section: Option<usize>,
}

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        dependencies(text, findings);
        if memmem::find(text.lower().as_bytes(), b"(optional").is_none() {
            continue;
        }
        let marked = marked(text);
        if marked.is_empty() {
            continue;
        }
        let mut features = Features { text, last: (None, false) };
        for sentence in &text.sentences {
            if let Some((words, other)) = demanded(text, sentence, &marked, &mut features) {
                let line = text.document.lines().line(other.words.start);
                let thing = text.slice(words);
                findings.push(Finding::at(
                    &RULE,
                    text,
                    words,
                    sentence.span,
                    format!("`{thing}` is among what is built here, and optional on line {line}"),
                    "say in both places whether it has to be built",
                ));
            }
        }
    }
}

/// Finds rows of a table of dependencies that say `Optional` of something that a requirement names.
fn dependencies(text: &Text<'_>, findings: &mut Vec<Finding>) {
    for table in &text.document.tables {
        let section = text.document.section_index(table.span.start);
        let section = section.and_then(|at| text.document.sections.get(at));
        let names_others = section.is_some_and(|section| {
            let title = section.title.to_lowercase();
            ["depend", "prerequisite", "integration"].iter().any(|word| title.contains(word))
        });
        if !names_others {
            continue;
        }
        for row in table.rows.iter().take(MOST_ROWS) {
            let is_optional =
                row.cells.iter().any(|cell| cell.text.trim().eq_ignore_ascii_case("optional"));
            let Some(first) = row.cells.first().filter(|_| is_optional) else { continue };
            let name = first.text.trim().trim_matches(['*', '`', ' ']);
            let is_name =
                name.len() > 3 && !name.contains(' ') && name.chars().any(char::is_alphabetic);
            let Some(sentence) =
                text.sentences.iter().find(|own| is_name && needs(text, own, name))
            else {
                continue;
            };
            let line = text.document.lines().line(sentence.span.start);
            findings.push(Finding::at(
                &RULE,
                text,
                first.span,
                row.span,
                format!("`{name}` is optional here, and the requirement on line {line} needs it"),
                "say in both places whether it has to be there",
            ));
        }
    }
}

/// How many rows of a table of dependencies are looked at, each against all requirements.
const MOST_ROWS: usize = 40;

/// Tells whether a requirement is met by means of something.
fn needs(text: &Text<'_>, sentence: &Sentence, name: &str) -> bool {
    let tokens = text.tokens(sentence);
    let by = tokens.windows(2).any(|pair| {
        matches!(pair, [by, thing] if MEANS.contains(&by.id) && text.word(thing).trim_matches('`').eq_ignore_ascii_case(name))
    });
    by && sentence.role == Role::Requirement
        && !tokens.iter().any(|token| LOOSE.contains(&token.id))
}

const MEANS: [u64; 5] = lexicon::ids(["via", "using", "with", "by", "through"]);

/// Returns the things that are marked as optional, by the meaning of their last two words.
fn marked(text: &Text<'_>) -> BTreeMap<[u32; 2], Marked> {
    let mut marked = BTreeMap::new();
    for sentence in text.sentences.iter().filter(|sentence| is_item(text, sentence)) {
        let tokens = text.tokens(sentence);
        let places = tokens.windows(2).enumerate().filter_map(|(at, pair)| match pair {
            [open, word] if open.is_mark(b'(') && word.id == lexicon::id("optional") => Some(at),
            _ => None,
        });
        for at in places {
            let before = tokens.get(at.saturating_sub(2)..at).unwrap_or_default();
            let [one, two] = before else { continue };
            // `a path from the tool parameters (optional)`: the path is.
            let part = tokens.get(..at).unwrap_or_default().iter().rev();
            let part = part.take_while(|token| matches!(token.kind, TokenKind::Word));
            let is_whole = part.take(5).all(|token| !token.is(Classes::PREPOSITION));
            if !is_whole || !is_word(one) || !is_word(two) {
                continue;
            }
            let key = [meaning(text.word(one)), meaning(text.word(two))];
            let words = Span::new(one.start as usize, two.end as usize);
            let section = text.document.section_index(sentence.span.start);
            marked.entry(key).or_insert(Marked { words, section });
        }
    }
    marked
}

/// Finds something optional in a sentence that demands or promises it.
fn demanded<'m>(
    text: &Text<'_>,
    sentence: &Sentence,
    marked: &'m BTreeMap<[u32; 2], Marked>,
    features: &mut Features<'_, '_>,
) -> Option<(Span, &'m Marked)> {
    let is_step = matches!(sentence.role, Role::Given | Role::When | Role::Then);
    let is_promise = is_item(text, sentence)
        && !is_step
        && (matches!(sentence.role, Role::Requirement | Role::Goal)
            || features.are_listed(sentence));
    let tokens = text.tokens(sentence);
    if !is_promise || tokens.iter().any(|token| LOOSE.contains(&token.id)) {
        return None;
    }
    let section = text.document.section_index(sentence.span.start);
    let mut last: Option<(&Token, u32)> = None;
    tokens.iter().find_map(|two| {
        let own = is_word(two).then(|| (two, meaning(text.word(two))));
        let (before, (_, after)) = (std::mem::replace(&mut last, own), own?);
        let (one, before) = before?;
        let other = marked.get(&[before, after]).filter(|other| other.section != section)?;
        Some((Span::new(one.start as usize, two.end as usize), other))
    })
}

fn is_item(text: &Text<'_>, sentence: &Sentence) -> bool {
    text.passage(sentence).is_some_and(|passage| {
        passage.quotes == 0 && matches!(passage.kind, PassageKind::Item | PassageKind::Cell)
    })
}

/// Where features are listed, by the headings.
struct Features<'m, 'a> {
    text: &'m Text<'a>,
    /// The section that was asked for last, and what its heading says.
    last: (Option<usize>, bool),
}

impl Features<'_, '_> {
    /// Tells whether the heading above a sentence says that features are listed.
    fn are_listed(&mut self, sentence: &Sentence) -> bool {
        let at = sentence.span.start;
        let Some(index) = self.text.document.section_index(at) else { return false };
        if self.last.0 != Some(index) {
            self.last = (Some(index), self.says(index));
        }
        self.last.1
    }

    fn says(&self, index: usize) -> bool {
        if let Some(Meaning::Requirements | Meaning::Scope | Meaning::Goals) =
            self.text.meanings.get(index)
        {
            return true;
        }
        self.text.document.sections.get(index).is_some_and(|section| {
            let title = section.title.to_lowercase();
            let words = ["feature", "deliverable", "what changes", "mvp"];
            words.iter().any(|word| title.contains(word))
        })
    }
}

fn is_word(token: &Token) -> bool {
    let grammar =
        Classes::FUNCTION.with(Classes::PREPOSITION).with(Classes::DETERMINER).with(lexicon::MODAL);
    token.kind == TokenKind::Word && !token.is(grammar) && token.span().len() > 2
}

/// Words that leave it open, or that already say what this rule asks for.
const LOOSE: [u64; 9] =
    lexicon::ids(["optional", "optionally", "may", "can", "if", "when", "could", "not", "without"]);
