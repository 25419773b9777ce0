//! # missing-else
//!
//! ## What it does
//! Finds a check with two ends of which only the good one is told: `If the card is valid, …`, and nowhere in the document what
//! happens if it is not.
//!
//! ## Why it hurts
//! The other case comes on the first day. What happens then is decided by whoever writes the code, or by chance.
//!
//! ## Example
//! Bad: `If the voucher is valid, the shop shall take its value off the total.` and nothing more about it.
//!
//! Good: `If the voucher is valid, the shop shall take its value off the total.` and
//! `Otherwise the shop shall keep the total and name the reason.`
//!
//! ## When not to apply it
//! Where the other case cannot come; then say what rules it out.

use std::collections::BTreeMap;

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::Answers,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::Text,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "missing-else",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (39, "what if it is not so"),
        (54, "a search over cases finds one without an answer"),
        (8, "the case that is left out is the counterexample"),
    ],
    summary: "a check of which one end is untold",
    reads: Reads::SentencesWith(&[&WORDS]),
    source: include_str!("missing_else.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut others = Others::of(text);
        for found in scan::triggered_in(text, &RULE).filter(Found::binds) {
            let Some(check) = Check::of(&found) else {
                continue;
            };
            if others.answer(&check, &found) {
                continue;
            }
            let span = found.span(check.open, check.end - check.open);
            let opposite = format!("not {}", check.result);
            findings.push(Finding::missing(
                &RULE,
                text,
                span,
                text.place(span),
                &["otherwise", &opposite],
                format!("nothing says what happens if `{}` is not {}", check.subject, check.result),
                "add what is done in the other case, or say why it cannot come",
            ));
        }
    }
}

/// A check with two ends: what is checked, and the result that is told.
struct Check<'a> {
    subject: &'a str,
    subject_id: u64,
    result: &'static str,
    opposites: &'static [&'static str],
    /// The token that opens the condition.
    open: usize,
    /// The token after it.
    end: usize,
}

impl<'a> Check<'a> {
    /// Reads a condition that opens a demand, with or without an id: `If the card is valid, …`, `FR-1: If …`.
    fn of(found: &Found<'_, 'a>) -> Option<Check<'a>> {
        const LONGEST: usize = 12;
        const LABEL: usize = 3;
        let mut first = found.tokens.iter().take(LABEL + 1);
        let open = first.position(|token| token.id == lexicon::id("if"))?;
        let is_labelled = open.checked_sub(1).and_then(|at| found.tokens.get(at));
        if is_labelled.is_some_and(|before| !before.is_mark(b':')) {
            return None;
        }
        (open + 2..open + LONGEST).find_map(|at| Self::at(found, open, at))
    }

    /// Reads a condition whose result stands at a token, behind one subject and before what is demanded.
    fn at(found: &Found<'_, 'a>, open: usize, at: usize) -> Option<Check<'a>> {
        let token = found.tokens.get(at).filter(|token| token.is_plain_word())?;
        let (result, opposites) = RESULTS.iter().find(|(word, _)| token.id == lexicon::id(word))?;
        let next = found.after(at, 1)?;
        let joins = Classes::NOT.with(Classes::AND).with(Classes::OR);
        let mut condition = found.tokens.get(open + 1..=at)?.iter();
        let is_plain = condition.all(|token| !token.is_mark(b',') && !token.is(joins));
        let is_end =
            next.is_mark(b',') || next.is(Classes::DETERMINER) || next.id == lexicon::id("then");
        if !is_plain || !is_end {
            return None;
        }
        let subject = found.tokens.get(Self::verb(found, at, result)?.checked_sub(1)?)?;
        let is_noun = subject.is_plain_word() && !subject.is(Classes::FUNCTION);
        is_noun.then_some(Check {
            subject: found.text.word(subject),
            subject_id: subject.id,
            result,
            opposites,
            open,
            end: at + 1,
        })
    }

    /// Finds the verb of a condition: a form of `be` close before the result, or the result itself.
    fn verb(found: &Found<'_, '_>, at: usize, result: &str) -> Option<usize> {
        if matches!(result, "succeeds" | "passes" | "matches") {
            return Some(at);
        }
        let is = |place: usize, classes| found.tokens.get(place).is_some_and(|t| t.is(classes));
        let being = (at.checked_sub(2)?..at).rev().find(|place| is(*place, Classes::BE))?;
        // `has been`, `have been`.
        let been = found.tokens.get(being).is_some_and(|token| token.id == lexicon::id("been"));
        if been { being.checked_sub(1) } else { Some(being) }
    }
}

/// What a document says about the other cases of its checks. A check can stand in it thousands of times.
struct Others<'m, 'a> {
    text: &'m Text<'a>,
    answers: Answers<'m, 'a>,
    /// The first two sentences that turn to the other case, by the subject and the result.
    turned: BTreeMap<(u64, &'static str), Vec<Span>>,
}

impl<'m, 'a> Others<'m, 'a> {
    fn of(text: &'m Text<'a>) -> Self {
        Self { text, answers: Answers::of(text), turned: BTreeMap::new() }
    }

    /// Tells whether the document says anything about the other case of a check.
    fn answer(&mut self, check: &Check<'_>, found: &Found<'_, '_>) -> bool {
        let own = found.sentence.span;
        let mut stands = |word: &str| self.answers.stands_outside(own, word);
        check.opposites.iter().any(|word| stands(word))
            || stands(&format!("not {}", check.result))
            || is_followed(found)
            || self.turned(check).iter().any(|span| *span != own)
    }

    /// Finds sentences that speak of the same thing with a negation or a failure: two of them, one of which is another
    /// than the check itself. Of a user or a system there are many such sentences: these have to speak of the same
    /// check too.
    fn turned(&mut self, check: &Check<'_>) -> &[Span] {
        let turns =
            Classes::NOT.with(Classes::FAILURE).with(Classes::PREVENT).with(Classes::EXCEPTION);
        let text = self.text;
        self.turned.entry((check.subject_id, check.result)).or_insert_with(|| {
            let is_common = lexicon::classes(check.subject_id).intersects(Classes::ACTOR);
            let result = lexicon::id(check.result);
            let speaks = |found: &Found<'_, '_>| {
                let holds = |id: u64| found.tokens.iter().any(|token| token.id == id);
                holds(check.subject_id) && (!is_common || holds(result))
            };
            let speaking = scan::sentences_in(text, turns).filter(speaks);
            speaking.map(|found| found.sentence.span).take(2).collect()
        })
    }
}

/// Tells whether what stands close behind turns to the other case.
fn is_followed(found: &Found<'_, '_>) -> bool {
    const NEAR: u32 = 2;
    let own = found.sentence.passage;
    let after = found.text.sentences.partition_point(|sentence| sentence.passage < own);
    let behind = found.text.sentences.iter().skip(after);
    let mut near = behind.take_while(|sentence| sentence.passage <= own + NEAR);
    near.any(|sentence| sentence.classes.intersects(Classes::EXCEPTION))
}

/// The results of checks, each with the beginnings of words that tell of its opposite.
const RESULTS: [(&str, &[&str]); 19] = [
    ("valid", &["invalid"]),
    ("correct", &["incorrect", "wrong"]),
    ("available", &["unavailable"]),
    ("stock", &["out of stock", "sold out"]),
    ("sufficient", &["insufficient", "exceed"]),
    ("eligible", &["ineligible"]),
    ("authorised", &["unauthori", "denied", "deny"]),
    ("authorized", &["unauthori", "denied", "deny"]),
    ("permitted", &["denied", "deny", "forbid", "forbidden"]),
    ("allowed", &["denied", "deny", "forbid", "disallow"]),
    ("successful", &["unsuccessful", "fail", "error"]),
    ("succeeds", &["fail", "error"]),
    ("passes", &["fail", "error"]),
    ("matches", &["mismatch", "differ"]),
    ("found", &["not find", "no match", "missing", "absent"]),
    ("accepted", &["reject", "declin", "refus"]),
    ("approved", &["reject", "declin", "refus"]),
    ("verified", &["unverified", "fail"]),
    ("confirmed", &["unconfirmed", "cancel", "declin"]),
];

/// The words without which there is nothing to see.
const WORDS: [u64; 19] = lexicon::ids([
    "valid",
    "correct",
    "available",
    "stock",
    "sufficient",
    "eligible",
    "authorised",
    "authorized",
    "permitted",
    "allowed",
    "successful",
    "succeeds",
    "passes",
    "matches",
    "found",
    "accepted",
    "approved",
    "verified",
    "confirmed",
]);
