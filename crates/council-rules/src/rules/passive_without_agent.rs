//! # passive-without-agent
//!
//! ## What it does
//! Finds demands for an act of people (to approve, to review, to decide, to notify a team, to do something by hand) in the
//! passive, which say that it is done and not who does it.
//!
//! ## Why it hurts
//! Everybody waits for somebody else. A coding agent that needs the actor invents one: a role, a screen, or a check
//! that passes by itself.
//!
//! ## Example
//! Bad: `Every refund above 500 € shall be approved before it is paid.`
//!
//! Good: `The finance lead shall approve every refund above 500 € before it is paid.`
//!
//! ## When not to apply it
//! Where the whole document has one actor and says so; then say it once more.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::Answers,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "passive-without-agent",
    kind: Kind::MissingActor,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (65, "a duty binds somebody, and here nobody is bound"),
        (58, "what nobody is charged with nobody does"),
        (71, "who decides has to be named before the decision counts"),
    ],
    summary: "an act of people without the people",
    reads: Reads::SentencesWith(&ACTS),
    source: include_str!("passive_without_agent.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut answers = Answers::of(text);
        for found in scan::triggered_in(text, &RULE).filter(Found::is_checked) {
            let Some((first, last)) = passive(&found) else {
                continue;
            };
            let Some(act) = found.tokens.get(last) else {
                continue;
            };
            if is_given(&found, last) || is_known(&found, act, &mut answers) {
                continue;
            }
            let said = "says that it is done and not who does it";
            let advice = "name the role, the team or the component that does it, as the subject";
            findings.push(found.says(&RULE, first, last + 1 - first, (said, advice)));
        }
    }
}

/// Finds a binding word with the act that it demands in the passive: `shall be approved`, `must be manually reset`.
fn passive(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let (modal, be) = demand(found)?;
    if is_subordinate(found, modal) {
        return None;
    }
    let adverb = found.after(be, 1).filter(|token| is_adverb(found, token));
    let at = be + if adverb.is_some() { 2 } else { 1 };
    let act = found.tokens.get(at).filter(|token| token.is_plain_word())?;
    let by_hand = lexicon::id("manually");
    let is_by_hand = is_participle(found, act)
        && (adverb.is_some_and(|token| token.id == by_hand)
            || found.after(at, 1).is_some_and(|token| token.id == by_hand));
    let is_act = match act.id {
        id if id == lexicon::id("signed") => found.after_is(at, 1, "off"),
        // To review something in a book is to read it.
        id if id == lexicon::id("reviewed") => !found.after_is(at, 1, "in"),
        // What is told to users is told by what they use.
        id if TOLD.contains(&id) => tokens_before(found, modal).any(|t| PARTIES.contains(&t.id)),
        // To be authorised to do something is a right, and no act that is waited for.
        id if AUTHORISED.contains(&id) => found.after(at, 1).is_none_or(|next| {
            BEFORE.contains(&next.id) || matches!(next.kind, TokenKind::Mark(b'.' | b','))
        }),
        id => JUDGED.contains(&id),
    };
    (is_by_hand || is_act).then_some((modal, at))
}

/// Finds the first binding word, if `be` follows it: `must be`, `needs to be`.
fn demand(found: &Found<'_, '_>) -> Option<(usize, usize)> {
    let binds = |token: &Token| token.is(Classes::MUST.with(Classes::SHOULD));
    let needs = |at: usize, token: &Token| NEEDS.contains(&token.id) && found.after_is(at, 1, "to");
    let mut words = found.tokens.iter().enumerate().filter(|(_, token)| token.is_plain_word());
    let (modal, token) = words.find(|(at, token)| binds(token) || needs(*at, token))?;
    let be = modal + if binds(token) { 1 } else { 2 };
    found.tokens.get(be).filter(|token| token.id == lexicon::id("be")).map(|_| (modal, be))
}

/// Tells whether a binding word belongs to a clause: `changes that must be approved`, `if it must be approved`.
fn is_subordinate(found: &Found<'_, '_>, modal: usize) -> bool {
    const RELATIVE: [u64; 3] = lexicon::ids(["that", "which", "who"]);
    let follows_relative = found.before(modal, 1).is_some_and(|token| RELATIVE.contains(&token.id));
    let before = found.tokens.get(..modal).unwrap_or_default();
    let clause = before.iter().rev().take_while(|token| !token.is_mark(b','));
    follows_relative || clause.into_iter().any(|token| token.is(Classes::CONDITION))
}

fn tokens_before<'m>(found: &Found<'m, '_>, modal: usize) -> impl Iterator<Item = &'m Token> {
    found.tokens.get(..modal).unwrap_or_default().iter().rev().take_while(|t| !t.is_mark(b','))
}

fn is_adverb(found: &Found<'_, '_>, token: &Token) -> bool {
    token.is_plain_word() && found.text.word(token).ends_with("ly")
}

fn is_participle(found: &Found<'_, '_>, token: &Token) -> bool {
    token.is(Classes::PARTICIPLE) || found.text.word(token).ends_with("ed")
}

/// Tells whether the sentence says who does it, or what decides that: `by the owner`, `with legal`, `per the policy`.
fn is_given(found: &Found<'_, '_>, act: usize) -> bool {
    let names = |(at, token): (usize, &Token)| {
        let next = found.tokens.get(at + 1);
        let is_agent = token.id == lexicon::id("by")
            && next.is_some_and(|next| {
                let is_time = next.kind == TokenKind::Number || NO_AGENTS.contains(&next.id);
                !is_time && !found.text.word(next).ends_with("ing")
            });
        is_agent || ITSELF.contains(&token.id)
    };
    let after = found.tokens.iter().enumerate().skip(act + 1);
    let mut through = after.filter(|(_, token)| THROUGH.contains(&token.id));
    found.tokens.iter().enumerate().any(names) || through.next().is_some()
}

/// Tells whether the document names somebody who does such a thing: an approver, `the owner approves`.
fn is_known(found: &Found<'_, '_>, act: &Token, answers: &mut Answers<'_, '_>) -> bool {
    let word = found.text.word(act).to_ascii_lowercase();
    let stem = word.strip_suffix("ed").unwrap_or(&word);
    let base = stem.strip_suffix('i').unwrap_or(stem);
    let does = [format!("{word} by "), format!("{base}er"), format!("{base}or ")];
    let forms = [format!("{stem}es "), format!("{stem}s ")];
    does.iter().chain(&forms).any(|form| answers.stands_outside(found.sentence.span, form))
}

/// Words that bind together with `to`.
const NEEDS: [u64; 4] = lexicon::ids(["need", "needs", "has", "have"]);

/// Acts of people: they take judgement, and somebody answers for them.
const JUDGED: [u64; 18] = lexicon::ids([
    "approved",
    "reviewed",
    "decided",
    "agreed",
    "negotiated",
    "escalated",
    "investigated",
    "announced",
    "endorsed",
    "ratified",
    "vetted",
    "triaged",
    "assessed",
    "waived",
    "appointed",
    "nominated",
    "prioritised",
    "prioritized",
]);

/// Acts of telling.
const TOLD: [u64; 3] = lexicon::ids(["notified", "informed", "consulted"]);

/// Acts of giving a right.
const AUTHORISED: [u64; 2] = lexicon::ids(["authorised", "authorized"]);

/// People who are told by people.
const PARTIES: [u64; 26] = lexicon::ids([
    "team",
    "teams",
    "stakeholder",
    "stakeholders",
    "management",
    "manager",
    "managers",
    "owner",
    "owners",
    "authority",
    "authorities",
    "regulator",
    "regulators",
    "board",
    "committee",
    "sponsor",
    "sponsors",
    "legal",
    "police",
    "staff",
    "administrator",
    "administrators",
    "employee",
    "employees",
    "officer",
    "officers",
]);

/// Words that go on to say when.
const BEFORE: [u64; 7] =
    lexicon::ids(["before", "prior", "within", "after", "first", "when", "until"]);

/// What stands after `by` and acts not: times and means.
const NO_AGENTS: [u64; 31] = lexicon::ids([
    "default",
    "means",
    "end",
    "close",
    "noon",
    "midnight",
    "email",
    "e-mail",
    "mail",
    "phone",
    "hand",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "then",
]);

/// Words that say that no people are needed.
const ITSELF: [u64; 3] = lexicon::ids(["automatically", "automatic", "system-generated"]);

/// Words after the act that lead to who does it, or to where that is written.
const THROUGH: [u64; 12] = lexicon::ids([
    "with",
    "from",
    "through",
    "via",
    "between",
    "among",
    "amongst",
    "per",
    "according",
    "accordance",
    "under",
    "using",
]);

/// Words that make an act of people of another one: `signed off`, `reset manually`.
const BESIDE: [u64; 2] = lexicon::ids(["signed", "manually"]);

/// The words without which there is nothing to see.
const ACTS: [&[u64]; 4] = [&JUDGED, &TOLD, &AUTHORISED, &BESIDE];
