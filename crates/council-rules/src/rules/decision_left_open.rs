//! # decision-left-open
//!
//! ## What it does
//! Finds statements that take back or put off a decision of the design: `there are two options:` with nothing that
//! chooses one, `we may instead decide`, `will use either … or …` with nothing that says when, data that is `stored in`
//! one place `or` another, a dependency that `may need to` be dealt with.
//!
//! ## Why it hurts
//! Two people read the same statement and build different things, and each can point at it.
//!
//! ## Example
//! Bad: `When the file cannot be read, the agent will use either the last settings or the built-in ones.`
//!
//! Good: `When the file cannot be read, the agent will use the last settings, and the built-in ones if there were none.`
//!
//! ## When not to apply it
//! Where leaving the choice to whoever builds it is the point; then say so.

use council_core::{packet::PassageKind, severity::Severity, taxonomy::Subcategory};

use super::{
    option_not_chosen::CHOICES,
    scan::{self, Found},
    silence::{self, has, has_near},
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Kind as DocumentKind, Meaning, Role, Token},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "decision-left-open",
    kind: Kind::Ambiguous,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (45, "a decision that was not taken"),
        (76, "what is not decided is named as such"),
        (1, "from `or` alone neither follows"),
    ],
    summary: "a decision that the text leaves open",
    reads: Reads::SentencesWith(&WORDS),
    source: include_str!("decision_left_open.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        for found in scan::triggered_in(text, &RULE).filter(is_meant) {
            let Some((message, remediation)) = open(&found) else {
                continue;
            };
            let span = found.sentence.span;
            findings.push(Finding::at(&RULE, text, span, span, message, remediation));
        }
    }
}

/// Tells whether a sentence stands where a document says how things will be, and not where it weighs or asks.
fn is_meant(found: &Found<'_, '_>) -> bool {
    // What ends in a colon names what follows: `there are two options:`.
    let is_said = found.is_own() || matches!(found.sentence.role, Role::Rationale | Role::Label);
    is_said
        && !matches!(
            found.sentence.meaning,
            Meaning::NonGoals
                | Meaning::Questions
                | Meaning::History
                | Meaning::Problem
                | Meaning::References
                | Meaning::Testing
        )
}

/// Says what a sentence leaves open.
fn open(found: &Found<'_, '_>) -> Option<(&'static str, &'static str)> {
    const WHICH: &str = "say which one holds, or by what it is chosen";
    if offers(found) {
        return Some(("options are named here, and nothing says which one holds", WHICH));
    }
    if takes_back(found) {
        let advice = "decide it, or say who decides it and by when";
        return Some(("this takes back what the document proposes and decides neither", advice));
    }
    if does_either(found) {
        return Some(("this does one of two things, and nothing says which one when", WHICH));
    }
    if keeps_in_either(found) {
        return Some(("two places are named for the same data, and nothing chooses", WHICH));
    }
    if may_be_needed(found) {
        let advice = "find out whether it is needed, and say what follows from it";
        return Some(("whether this is needed is left open", advice));
    }
    None
}

/// Tells whether a sentence announces options in a list, and its section chooses none.
fn offers(found: &Found<'_, '_>) -> bool {
    let text = found.text;
    let announces = has(found, &THERE) && has_near(found, &SEVERAL, &OPTIONS, 2);
    let is_weighed = matches!(found.sentence.meaning, Meaning::Alternatives | Meaning::Summary);
    if !announces || is_weighed || found.sentence.classes.intersects(Classes::NOT) {
        return false;
    }
    let lists = found.tokens.last().is_some_and(|token| token.is_mark(b':'))
        && text
            .passages
            .get(found.sentence.passage as usize + 1)
            .is_some_and(|next| next.kind == PassageKind::Item);
    // A user, a caller or an implementation that chooses is who the options are for.
    lists && !has(found, &CHOOSERS) && !silence::says_around(found, &CHOICES)
}

/// Tells whether a sentence goes back on what was proposed: `we may instead decide …`.
fn takes_back(found: &Found<'_, '_>) -> bool {
    found.tokens.windows(3).any(|three| match three {
        [we, may, instead] => we.id == WE && DOUBTS.contains(&may.id) && instead.id == INSTEAD,
        _ => false,
    })
}

/// Tells whether a sentence lets something do one of two things: `will use either … or …`.
fn does_either(found: &Found<'_, '_>) -> bool {
    // A norm leaves its implementations free on purpose.
    let leaves_free = found.text.kind == DocumentKind::Norm;
    let acts = found.tokens.windows(2).any(|two| match two {
        [verb, either] => EITHER == either.id && ACTS.contains(&verb.id),
        _ => false,
    });
    acts && !leaves_free
        && found.sentence.classes.intersects(Classes::MUST.with(Classes::SHOULD))
        && found.sentence.classes.intersects(Classes::OR)
        && !is_decided(found)
}

/// Tells whether a demand names two places for the same data.
fn keeps_in_either(found: &Found<'_, '_>) -> bool {
    if !found.is_checked() || !found.text.kind.requires() || is_decided(found) {
        return false;
    }
    if found.sentence.classes.intersects(Classes::NOT) {
        return false;
    }
    let tokens = found.tokens;
    (0..tokens.len()).any(|at| {
        let word = |steps: usize| found.after(at, steps);
        let kept = word(0).is_some_and(|token| KEPT.contains(&token.id));
        let place = word(1).is_some_and(|token| INTO.contains(&token.id));
        let places = tokens.get(at + 2..).unwrap_or_default().iter().take(5);
        let or =
            places.take_while(|token| token.is_plain_word()).any(|token| token.is(Classes::OR));
        kept && place && or
    })
}

/// Tells whether a document does not know whether it has to deal with what it rests on.
fn may_be_needed(found: &Found<'_, '_>) -> bool {
    let rests = matches!(found.sentence.meaning, Meaning::Dependencies | Meaning::Assumptions);
    rests
        && found.text.kind.requires()
        && has_near(found, &DOUBTS, &[NEED], 0)
        && !found.sentence.classes.intersects(Classes::CONDITION)
}

/// Tells whether a sentence says by what the choice is made.
fn is_decided(found: &Found<'_, '_>) -> bool {
    let decides = |token: &Token| DECIDING.contains(&token.id);
    found.tokens.iter().any(decides)
}

/// The words of which one stands in a sentence that leaves something open.
const WORDS: [&[u64]; 5] = [&OPTIONS, &[INSTEAD], &[EITHER], &KEPT, &[NEED]];

const WE: u64 = lexicon::id("we");
const INSTEAD: u64 = lexicon::id("instead");
const EITHER: u64 = lexicon::id("either");
const NEED: u64 = lexicon::id("need");
const THERE: [u64; 1] = lexicon::ids(["there"]);
const DOUBTS: [u64; 2] = lexicon::ids(["may", "might"]);
const INTO: [u64; 3] = lexicon::ids(["in", "to", "on"]);
const KEPT: [u64; 4] = lexicon::ids(["stored", "persisted", "saved", "cached"]);
const CHOOSERS: [u64; 6] =
    lexicon::ids(["user", "users", "caller", "callers", "developer", "developers"]);
const SEVERAL: [u64; 8] =
    lexicon::ids(["two", "three", "four", "several", "few", "multiple", "various", "some"]);
const OPTIONS: [u64; 3] = lexicon::ids(["options", "choices", "alternatives"]);
const ACTS: [u64; 16] = lexicon::ids([
    "use", "keep", "ignore", "reject", "skip", "fail", "retry", "log", "drop", "throw", "raise",
    "apply", "take", "show", "display", "send",
]);
const DECIDING: [u64; 15] = lexicon::ids([
    "depending",
    "depends",
    "whichever",
    "parameter",
    "configured",
    "configurable",
    "setting",
    "according",
    "respectively",
    "choose",
    "chooses",
    "selects",
    "based",
    "option",
    "optionally",
]);
