//! # placeholder
//!
//! ## What it does
//! Finds what is still to be written: a mark such as `TBD`, a slot that nobody filled in, a decision that is open, a
//! duty without content.
//!
//! ## Why it hurts
//! What is not decided is decided by whoever builds it first, and nobody notices.
//!
//! ## Example
//! Bad: `The limit shall be TBD.`
//!
//! Bad: `The limit shall be [to be filled in].`
//!
//! Bad: `The limit shall be [your number] files.`
//!
//! Bad: `The limit shall be set, awaiting confirmation.`
//!
//! Good: `The limit shall be 50 items.`
//!
//! Good: `The limit shall be read from [the profile](profile.md) and remains what it is.`
//!
//! ## When not to apply it
//! Where the text speaks about placeholders, such as a rule that forbids them; put the word into backticks there.

use council_core::{packet::PassageKind, severity::Severity, taxonomy::Subcategory};

use super::{
    expression::{slot, undecided},
    scan, worded,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::Token,
    wording::Wording,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "placeholder",
    kind: Kind::Incomplete,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Major,
    modes: &[
        (52, "what is missing is known to be missing, and finding out has a price"),
        (76, "an open point is an admission of not knowing"),
        (32, "a later decision will defeat what is built on it now"),
    ],
    summary: "something is still to be written",
    reads: Reads::Words,
    source: include_str!("placeholder.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    const HOLDING: Classes = Classes::PLACEHOLDER
        .with(Classes::UNDECIDED)
        .with(Classes::SLOT)
        .with(Classes::BLANK)
        .with(Classes::COMPARES)
        .with(Classes::DOUBLED);
    let first = findings.len();
    for found in scan::sentences(model, HOLDING.with(Classes::MUST)).filter(is_written) {
        // Most demands hold nothing that could be a mark, and only their verb is looked for.
        let is_marked = found.sentence.classes.intersects(HOLDING);
        let duty = || found.words(Classes::MUST).next().map_or(found.tokens.len(), |(at, _)| at);
        let demands = slot::demands(&found);
        let mut at = if is_marked { 0 } else { duty() };
        while at < found.tokens.len().min(LONGEST) {
            let unfilled = slot::at(&found, at).or_else(|| nothing(&found, at));
            let likely = || if demands { slot::likely(&found, at) } else { None };
            let likely = || likely().map(|len| (len, true));
            let seen = unfilled.map(|len| (len, false)).or_else(likely);
            if let Some((len, is_note)) = seen {
                report(&found, at, len, is_note, findings);
            }
            at += seen.map_or(1, |(len, _)| len);
            if !is_marked {
                break;
            }
        }
    }
    worded::note(model, &RULE, Wording::Open, SAID, first, findings);
}

/// How much of a sentence is looked at, in tokens. What tells a mark from a word may be anywhere in it, so looking at all of a
/// text without a full stop would take a time that grows with its square.
const LONGEST: usize = 512;

/// Tells whether the author wrote the sentence for good: no question, no history, no words of a template or of others.
fn is_written(found: &scan::Found<'_, '_>) -> bool {
    (found.is_own() || found.is_argued()) && !is_explained(found)
}

/// Tells whether the sentence is the mark alone, in a cell or a label that says what the mark means: `TBD | to be
/// determined`.
fn is_explained(found: &scan::Found<'_, '_>) -> bool {
    let [mark] = found.tokens else {
        return false;
    };
    let (text, lines) = (found.text.document.text(), found.text.document.lines());
    let line = lines.span(text, lines.line(mark.start as usize)).map_or(0, |line| line.end);
    let rest = text.get(mark.end as usize..line).unwrap_or_default();
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    rest.get(..6).is_some_and(|lead| lead.eq_ignore_ascii_case("to be "))
}

/// What is wrong with a placeholder, and what would repair it.
const SAID: (&str, &str) = (
    "says that something is still to be written",
    "decide it and write it down, or list it as an open question with an owner and a date",
);

/// Reports some tokens. With the duty they take the place of, one placeholder is told from another.
fn report(
    found: &scan::Found<'_, '_>,
    at: usize,
    len: usize,
    is_note: bool,
    findings: &mut Vec<Finding>,
) {
    let duty = found.before(at, 1).is_some_and(|token| token.is(lexicon::MODAL));
    let (first, all) = if duty { (at - 1, len + 1) } else { (at, len) };
    let mut finding = found.says(&RULE, first, all, SAID);
    // What nobody decided stops the work where it is demanded. An unwritten purpose, a note or a name does not.
    // Nor does what is only said in words, which may speak of the product: `an address not yet known`.
    if !found.sentence.role.binds() || is_in_words(found, at, len) {
        finding.severity = finding.severity.min(Severity::Minor);
    }
    findings.push(if is_note || is_open_name(found) { finding.noted() } else { finding });
}

/// Tells whether the sentence is the mark alone in a cell that demands nothing: who will do it, or when it was approved.
fn is_open_name(found: &scan::Found<'_, '_>) -> bool {
    let is_cell =
        found.text.passage(found.sentence).is_some_and(|passage| passage.kind == PassageKind::Cell);
    is_cell && found.tokens.len() == 1 && !found.sentence.role.binds()
}

/// Tells whether a placeholder is several ordinary words without any mark: no `TBD`, no bracket, no blank.
fn is_in_words(found: &scan::Found<'_, '_>, at: usize, len: usize) -> bool {
    let tokens = found.tokens.get(at..at + len).unwrap_or_default();
    let is_plain = |token: &Token| token.is_plain_word() && !token.is(Classes::PLACEHOLDER);
    len > 1 && tokens.iter().all(is_plain)
}

/// Finds a duty that ends before it says what is to be done: `The server shall .`
fn nothing(found: &scan::Found<'_, '_>, at: usize) -> Option<usize> {
    let modal = found.tokens.get(at).filter(|token| {
        token.is_plain_word() && token.is(Classes::MUST) && token.id != lexicon::id("will")
    })?;
    let follows = found.after(at, 1);
    let stops = follows.is_none_or(|next| next.is_mark(b'.') || next.is_mark(b';'));
    // `… as they must.` ends with its verb before it.
    let before = found.tokens.get(..at).unwrap_or_default();
    let first =
        !before.iter().any(|token: &Token| token.is(lexicon::MODAL) || token.is(Classes::VERB));
    let subject = before.last().is_some_and(|last| !last.is(Classes::FUNCTION));
    let binds = found.is_demand() && modal.is_plain_word();
    (binds && stops && first && subject && undecided::ends(found, at + 1)).then_some(1)
}
