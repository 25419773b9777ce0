//! # inconsistent-terminology
//!
//! ## What it does
//! Finds one thing that the requirements of a document call by two names: two spellings (`e-mail` and `email`, `user name` and
//! `username`, `colour` and `color`, `Javascript` and `JavaScript`), two words for signing in (`sign in` and `log in`), or another
//! word for what the glossary explains. What stands there less often is reported.
//!
//! ## Why it hurts
//! Who reads two names looks for two things. A search for the one misses the other, and a coding agent makes a field of
//! each.
//!
//! ## Example
//! Bad: `The form shall ask for the e-mail address.` and `The email shall be confirmed within a day.`
//!
//! Good: `The form shall ask for the email address.` and `The email address shall be confirmed within a day.`
//!
//! ## When not to apply it
//! Where the two are two things, such as a brand and the word; then say so in a glossary.

use std::{collections::BTreeMap, sync::LazyLock};

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::{
    aliases,
    few::Few,
    scan::{self, Found},
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{
        self, Classes,
        variants::{self, FAMILIES},
    },
    model::{Capital, Shape, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "inconsistent-terminology",
    kind: Kind::UndefinedTerm,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (5, "two names are taken to mean two things"),
        (7, "one thing has one name"),
        (61, "a reader asks what the other word adds"),
    ],
    summary: "one thing under two names",
    reads: Reads::SentencesWith(&[variants::WORDS]),
    source: include_str!("inconsistent_terminology.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut names: BTreeMap<Thing, Vec<Used<'_, '_>>> = BTreeMap::new();
        for found in scan::triggered_or(text, &RULE, Classes::VARIANT).filter(Found::binds) {
            for (thing, used) in named(&found) {
                names.entry(thing).or_default().push(used);
            }
        }
        for (thing, used) in cased(text) {
            names.entry(thing).or_default().push(used);
        }
        for (thing, all) in names {
            report(text, thing, &all, findings);
        }
        aliases::report(text, findings);
    }
}

/// What is called by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    /// A family of spellings.
    Spelled(usize),
    /// Proving who one is.
    SignIn,
    /// A name that is written with capitals within.
    Cased(u64),
}

/// A place where a thing is called by a name.
struct Used<'m, 'a> {
    found: Found<'m, 'a>,
    span: Span,
    /// Which of its names it is.
    name: usize,
    /// Which form of the name.
    form: usize,
}

/// Reports the rarer names of a thing where it has more than one.
fn report(text: &Text<'_>, thing: Thing, all: &[Used<'_, '_>], findings: &mut Vec<Finding>) {
    // The first place of each name, and how often it stands there.
    let mut names: Vec<(&Used<'_, '_>, usize)> = Vec::new();
    for used in all {
        match names.iter_mut().find(|(first, _)| first.name == used.name) {
            Some((_, count)) => *count += 1,
            None => names.push((used, 1)),
        }
    }
    // Of names that stand there equally often the first one counts.
    let Some((usual, _)) = names.into_iter().rev().max_by_key(|(_, count)| *count) else {
        return;
    };
    // Where no edit mends it, the first place stands for all.
    let most = if thing == Thing::SignIn { 1 } else { all.len() };
    for used in all.iter().filter(|used| used.name != usual.name).take(most) {
        let line = text.document.lines().line(usual.span.start);
        let (word, other) = (text.slice(used.span), text.slice(usual.span));
        let message = format!("one thing under two names: `{word}` here, `{other}` on line {line}");
        let advice = format!("call it by one name throughout, such as `{other}`");
        let around = used.found.sentence.span;
        let finding = Finding::at(&RULE, text, used.span, around, message, advice);
        findings.push(match replaced(text, thing, used, usual) {
            Some(spelled) => finding.fixed_by(used.span, spelled),
            None => finding,
        });
    }
}

/// Returns how a name is spelled in the usual way, where nothing but the spelling differs.
fn replaced(
    text: &Text<'_>,
    thing: Thing,
    used: &Used<'_, '_>,
    usual: &Used<'_, '_>,
) -> Option<String> {
    match thing {
        Thing::SignIn => None,
        Thing::Cased(_) => Some(text.slice(usual.span).to_owned()),
        Thing::Spelled(family) => {
            let form = FAMILIES.get(family)?.get(usual.name)?.get(used.form)?;
            let mut letters = text.slice(used.span).chars();
            let (first, second) = (letters.next()?, letters.find(|c| c.is_alphabetic())?);
            if first.is_lowercase() {
                return Some((*form).to_owned());
            }
            if second.is_uppercase() {
                // In capitals throughout, or each word of a heading: what is meant is not known.
                return None;
            }
            let mut rest = form.chars();
            Some(rest.next()?.to_uppercase().chain(rest).collect())
        }
    }
}

/// Returns the names in a sentence.
fn named<'m, 'a>(found: &Found<'m, 'a>) -> Vec<(Thing, Used<'m, 'a>)> {
    let mut names = Vec::new();
    for (at, token) in found.words(Classes::TRIGGER.with(Classes::PHRASE)) {
        let spelled = SPELLED.get(&token.id).map(Vec::as_slice).unwrap_or_default();
        for Spelling { second, family, name, form } in spelled {
            let len = if second.is_some() { 2 } else { 1 };
            let is_whole = second.is_none_or(|id| follows(found, at, id));
            if is_whole && !(at..at + len).any(|at| found.is_name(at)) {
                let span = found.span(at, len);
                let used = Used { found: *found, span, name: *name, form: *form };
                names.push((Thing::Spelled(*family), used));
            }
        }
        if let Some((name, len)) = sign_in(found, at, token)
            && !found.is_name(at)
        {
            let span = found.span(at, len);
            names.push((Thing::SignIn, Used { found: *found, span, name, form: 0 }));
        }
    }
    names
}

/// Tells whether a word follows another after one space.
fn follows(found: &Found<'_, '_>, at: usize, id: u64) -> bool {
    let (Some(one), Some(next)) = (found.tokens.get(at), found.after(at, 1)) else {
        return false;
    };
    let gap = || found.text.slice(Span::new(one.end as usize, next.start as usize));
    next.id == id && next.is_plain_word() && gap() == " "
}

/// Tells which of the three names of signing in begins at a token, and how many tokens it has.
fn sign_in(found: &Found<'_, '_>, at: usize, token: &Token) -> Option<(usize, usize)> {
    const WHOLE: [(u64, usize); 6] = [
        (lexicon::id("sign-in"), SIGN_IN),
        (lexicon::id("signin"), SIGN_IN),
        (lexicon::id("login"), LOG_IN),
        (lexicon::id("log-in"), LOG_IN),
        (lexicon::id("logon"), LOG_ON),
        (lexicon::id("log-on"), LOG_ON),
    ];
    if let Some((_, name)) = WHOLE.iter().find(|(id, _)| *id == token.id) {
        return Some((*name, 1));
    }
    let goes = |way: &str| follows(found, at, lexicon::id(way));
    let name = match (SIGNS.contains(&token.id), LOGS.contains(&token.id)) {
        (true, _) if goes("in") => SIGN_IN,
        (_, true) if goes("in") => LOG_IN,
        (_, true) if goes("on") => LOG_ON,
        _ => return None,
    };
    // Something else is logged in a file or on a server.
    let ends = found.after(at, 2).is_none_or(|next| {
        matches!(next.kind, TokenKind::Mark(_)) || AFTER_SIGN_IN.contains(&next.id)
    });
    ends.then_some((name, 2))
}

const SIGN_IN: usize = 0;
const LOG_IN: usize = 1;
const LOG_ON: usize = 2;

const SIGNS: [u64; 4] = lexicon::ids(["sign", "signs", "signed", "signing"]);

const LOGS: [u64; 4] = lexicon::ids(["log", "logs", "logged", "logging"]);

/// Words that follow somebody who signs in.
const AFTER_SIGN_IN: [u64; 12] = lexicon::ids([
    "to", "with", "using", "as", "and", "or", "via", "before", "after", "again", "user", "users",
]);

/// Returns the names with capitals within, and the same names without.
fn cased<'m, 'a>(text: &'m Text<'a>) -> Vec<(Thing, Used<'m, 'a>)> {
    let is_wanted = |found: &Found<'_, '_>, token: &Token| found.binds() && !token.quoted;
    let mixed = scan::capitals(text, |capital| capital.is_mixed)
        .filter(|(found, _, token)| is_camel(text, token) && is_wanted(found, token))
        .map(|(_, _, token)| token.id);
    let mixed = Few::of(mixed);
    let is_same = |capital: &Capital| !capital.is_upper && mixed.place(capital.id).is_some();
    let same = scan::capitals(text, is_same);
    let same = same.filter(|(found, _, token)| {
        is_wanted(found, token) && (token.shape == Shape::Title || is_camel(text, token))
    });
    same.map(|(found, _, token)| {
        let name = usize::from(token.shape == Shape::Title);
        (Thing::Cased(token.id), Used { found, span: token.span(), name, form: 0 })
    })
    .collect()
}

/// Tells whether a token is a name such as `JavaScript`. In `COMmunication` the capitals explain an abbreviation.
fn is_camel(text: &Text<'_>, token: &Token) -> bool {
    if token.kind != TokenKind::Name {
        return false;
    }
    let word = text.word(token);
    let capitals = word.bytes().take_while(u8::is_ascii_uppercase).count();
    (1..=2).contains(&capitals) && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// A form of a spelling that begins with a word.
struct Spelling {
    second: Option<u64>,
    family: usize,
    name: usize,
    form: usize,
}

/// The forms by their first word.
static SPELLED: LazyLock<BTreeMap<u64, Vec<Spelling>>> = LazyLock::new(|| {
    let mut spelled: BTreeMap<u64, Vec<Spelling>> = BTreeMap::new();
    for (family, names) in FAMILIES.iter().enumerate() {
        for (name, forms) in names.iter().enumerate() {
            for (form, words) in forms.iter().enumerate() {
                let mut words = words.split(' ').map(lexicon::id);
                let first = words.next().unwrap_or_default();
                let spelling = Spelling { second: words.next(), family, name, form };
                spelled.entry(first).or_default().push(spelling);
            }
        }
    }
    spelled
});
