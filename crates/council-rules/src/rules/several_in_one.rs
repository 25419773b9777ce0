//! # several-in-one
//!
//! ## What it does
//! Finds requirements that hold several duties: two binding words joined by whatever joins clauses, or `and/or`.
//!
//! ## Why it hurts
//! Half of it can be met, and no test can say so. A change to one half drags the other along.
//!
//! ## Example
//! Bad: `FR-1: The system shall save the file and the clerk shall notify the owner.`
//!
//! Good: `FR-1: The system shall save the file.` and `FR-2: The clerk shall notify the owner.`
//!
//! ## When not to apply it
//! Where the parts make sense only together, such as a value and its unit. Outside of bare lists of requirements, a second
//! duty of the same thing (`shall create the file and shall return its path`) is not reported: it is built and tested with
//! the first.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{expression::clause, scan, worded};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
    wording::Wording,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "several-in-one",
    kind: Kind::NonAtomic,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (7, "one proposition at a time can be proven"),
        (4, "a conjunction is taken apart into its terms"),
        (54, "a search over cases needs them apart"),
    ],
    summary: "several duties in one requirement",
    reads: Reads::Everything,
    source: include_str!("several_in_one.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let first = findings.len();
    let may_hold_two = Classes::SEVERAL_DUTIES.with(Classes::OR);
    for found in scan::sentences(model, may_hold_two).filter(scan::Found::is_demand) {
        if let Some((at, len)) = either_both(&found) {
            report(&found, at, len, "`and/or` leaves open whether one or both are meant", findings);
        } else if let Some((at, len)) = second_duty(&found) {
            report(&found, at, len, TWO, findings);
        }
    }
    let said = ("joins two duties in one requirement", ADVICE);
    worded::note(model, &RULE, Wording::Joint, said, first, findings);
}

const TWO: &str = "two duties stand in one requirement";

const ADVICE: &str = "give each duty a sentence, an id and a criterion of its own";

fn report(
    found: &scan::Found<'_, '_>,
    at: usize,
    len: usize,
    message: &'static str,
    findings: &mut Vec<Finding>,
) {
    let span = found.span(at, len);
    findings.push(Finding::at(&RULE, found.text, span, found.sentence.span, message, ADVICE));
}

/// Finds `and/or` in a sentence that binds.
fn either_both(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    let holds = |classes| found.sentence.classes.intersects(classes);
    if !holds(Classes::MUST.with(Classes::SHOULD)) || !holds(Classes::AND) || !holds(Classes::OR) {
        return None;
    }
    let and = found.words(Classes::AND).find(|(at, _)| {
        found.after(*at, 1).is_some_and(|mark| mark.is_mark(b'/')) && found.after_is(*at, 2, "or")
    })?;
    Some((and.0, 3))
}

/// Finds a second binding word with nothing between that makes its clause a part of the first: `… and shall …`, `…;
/// moreover, the server shall …`, `…, while the client must …`.
fn second_duty(found: &scan::Found<'_, '_>) -> Option<(usize, usize)> {
    if !found.sentence.classes.intersects(Classes::SEVERAL_DUTIES) {
        return None;
    }
    let duties = found.words(Classes::MUST);
    let mut strong = duties.filter(|(_, token)| token.id != lexicon::id("will"));
    let (mut first, _) = strong.next()?;
    let mut shared = None;
    for (second, _) in strong {
        let between = found.tokens.get(first + 1..second)?;
        let joint = (0..between.len()).rev().find(|at| joins_at(between, *at));
        if let Some(joint) = joint.filter(|joint| !is_worked_out(between, *joint)) {
            let clause = between.get(joint + 1..)?;
            // `must, and must not,` says one duty twice.
            let denies = found.after(second, 1).is_some_and(|token| token.is(Classes::NOT));
            let own = after_connector(clause);
            let joined = (!is_beside(own) || is_case(own)) && !is_beside(led(found, first));
            let from = first + 1 + joint;
            // A duty with a subject of its own shows it best.
            let apart = found.is_bare() || is_case(own) || is_apart(own, denies);
            if joined && !own.is_empty() && apart {
                return Some((from, second - from + 1));
            }
            if joined && clause.is_empty() && !denies && found.is_bare() {
                shared = shared.or(Some((from, second - from + 1)));
            }
        }
        first = second;
    }
    shared
}

/// Tells whether a duty would be tested apart from the one before it: it has a subject that does not point back, and does
/// not forbid what the first leaves out.
///
/// What one thing does in two steps, `shall create and shall return`, is read, built and tested as one.
fn is_apart(subject: &[Token], denies: bool) -> bool {
    /// Words farther from the duty belong to what joins the two: `and, to round it off, the till shall …`.
    const NEAR: usize = 4;
    let points = subject.iter().rev().take(NEAR).any(|token| POINTING.contains(&token.id));
    let is_part = matches!(subject, [.., its, part] if its.id == ITS && part.id == PART);
    (!points || is_part) && !denies
}

const ITS: u64 = lexicon::id("its");
const PART: u64 = lexicon::id("part");

/// Words with which a subject points back.
const POINTING: [u64; 8] =
    lexicon::ids(["it", "they", "its", "their", "these", "those", "otherwise", "absent"]);

/// Returns the words of a clause behind those that only join it: `although`, `just as`, `which also means that`, `it being
/// understood that`, `once that is done`.
fn after_connector(clause: &[Token]) -> &[Token] {
    const LONGEST: usize = 6;
    let skip = usize::from(clause.first().is_some_and(joins));
    let own = clause.get(skip..).unwrap_or_default();
    let is = |at: usize, words: &[u64]| own.get(at).is_some_and(|token| words.contains(&token.id));
    let is_echo = is(0, &ONCE) && is(1, &THAT) && own.get(2).is_some_and(|be| be.is(Classes::BE));
    let len = if is(0, &BESIDE) {
        1
    } else if is(0, &JUST) && is(1, &AS) {
        2
    } else if is(0, &AS) && is(1, &WELL) && is(2, &AS) {
        3
    } else if is_echo {
        4
    } else {
        let head = own.get(..LONGEST.min(own.len())).unwrap_or_default();
        let that = head.iter().position(|token| token.id == lexicon::id("that"));
        let states = that.filter(|that| that.checked_sub(1).is_some_and(|at| is(at, &STATING)));
        states.map_or(0, |that| that + 1)
    };
    if len == 0 { clause } else { own.get(len..).unwrap_or_default() }
}

/// Words that set one duty beside another.
const BESIDE: [u64; 8] = lexicon::ids([
    "although",
    "though",
    "whereas",
    "whilst",
    "albeit",
    "whereby",
    "whereupon",
    "while",
]);

const JUST: [u64; 3] = lexicon::ids(["just", "much", "same"]);

const AS: [u64; 2] = lexicon::ids(["as", "like"]);

const WELL: [u64; 1] = lexicon::ids(["well"]);

/// Words that tell when the first duty is done.
const ONCE: [u64; 4] = lexicon::ids(["once", "when", "after", "as"]);

const THAT: [u64; 3] = lexicon::ids(["that", "this", "it"]);

/// Words after which `that` states another duty.
const STATING: [u64; 28] = lexicon::ids([
    "condition",
    "stipulation",
    "restriction",
    "constraint",
    "caveat",
    "understanding",
    "provision",
    "obligation",
    "duty",
    "forgetting",
    "noting",
    "remembering",
    "adding",
    "also",
    "means",
    "implies",
    "understood",
    "rule",
    "requirement",
    "agreed",
    "noted",
    "proviso",
    "demand",
    "addition",
    "fact",
    "clear",
    "follows",
    "entails",
]);

/// Tells whether words open a case of their own, in the capitals of the form: `… and WHEN the drawer is open THEN the bell
/// SHALL …`.
fn is_case(clause: &[Token]) -> bool {
    const NEAR: usize = 8;
    let opens = |token: &Token| token.is(Classes::CONDITION) && token.shape == Shape::Upper;
    clause.iter().take(NEAR).any(opens)
}

/// Returns the words that lead to a duty, from the beginning of its clause.
fn led<'m>(found: &scan::Found<'m, '_>, duty: usize) -> &'m [Token] {
    const REACH: usize = 40;
    let before = found.tokens.get(duty.saturating_sub(REACH)..duty).unwrap_or_default();
    let from = before.iter().rposition(|token| clause::closes(token) || STEPS.contains(&token.id));
    before.get(from.map_or(0, |from| from + 1)..).unwrap_or_default()
}

/// Tells whether words belong to a clause beside the main one: `if the user`, `keys that`, or words in a bracket.
fn is_beside(clause: &[Token]) -> bool {
    let mut last: Option<&Token> = None;
    let mut open = false;
    let beside = clause.iter().enumerate().any(|(at, token)| {
        // After a preposition `that` points to a thing, and `after which` goes on.
        let points = token.id == lexicon::id("that")
            && last.is_some_and(|last| last.is(Classes::PREPOSITION));
        let goes_on = token.id == lexicon::id("which")
            && (last.is_some_and(|last| AFTER.contains(&last.id)) || is_added(clause, at));
        // What stands after a dash or in a bracket says the same again.
        let again = at > 0 && matches!(token.kind, TokenKind::Mark(b'-' | b':'));
        open = match token.kind {
            TokenKind::Mark(b'(') => at > 0,
            TokenKind::Mark(b')') => false,
            TokenKind::Mark(_)
            | TokenKind::Word
            | TokenKind::Name
            | TokenKind::Number
            | TokenKind::Code => open,
        };
        last = Some(token);
        // `as a result` leads to a clause, `as a user does` is one.
        let leads = token.id == lexicon::id("as")
            && clause.get(at + 1).is_some_and(|next| next.is(Classes::DETERMINER))
            && clause.iter().skip(at + 2).any(|later| later.is(Classes::DETERMINER));
        again || !open && clause::subordinates(token) && !points && !goes_on && !leads
    });
    beside || open
}

/// Tells whether a token joins two clauses where it stands: `are then hidden` and `WHEN/THEN` do not.
fn joins_at(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let opens = before.is_none_or(|last| clause::closes(last) || last.is(Classes::AND));
    let after = tokens.get(at + 1);
    tokens.get(at).is_some_and(|token| {
        joins(token) && (opens || token.id != lexicon::id("then")) || is_sign(before, token, after)
    })
}

/// Tells whether a sign with space around it joins two clauses: `… / the till shall`, `… + the till shall`.
fn is_sign(before: Option<&Token>, sign: &Token, after: Option<&Token>) -> bool {
    matches!(sign.kind, TokenKind::Mark(b'/' | b'+' | b'&'))
        && before.is_some_and(|last| last.end < sign.start)
        && after.is_some_and(|next| sign.end < next.start)
}

/// Tells whether what follows works out the first duty for a case: `…: when the row is there, the till shall …`.
fn is_worked_out(between: &[Token], joint: usize) -> bool {
    let before = between.get(..joint).unwrap_or_default();
    let colon = before.iter().rposition(|token| token.is_mark(b':'));
    colon.and_then(|colon| before.get(colon + 1)).is_some_and(clause::subordinates)
}

/// Tells whether a token can join two clauses.
fn joins(token: &Token) -> bool {
    (token.is(Classes::AND) && token.id != lexicon::id("also"))
        || JOINING.contains(&token.id)
        || matches!(token.kind, TokenKind::Mark(b',' | b';'))
}

/// Words beside `and` that join two duties.
const JOINING: [u64; 7] =
    lexicon::ids(["while", "then", "but", "moreover", "furthermore", "besides", "likewise"]);

/// Words of a scenario after which a clause begins.
const STEPS: [u64; 2] = lexicon::ids(["then", "and"]);

/// Words before `which` that go on with what happens next, or with what is also to be done.
const AFTER: [u64; 6] = lexicon::ids(["after", "upon", "following", "before", "besides", "beyond"]);

/// Tells whether `which` is the one of `in addition to which`.
fn is_added(clause: &[Token], at: usize) -> bool {
    let word =
        |steps: usize| at.checked_sub(steps).and_then(|at| clause.get(at)).map(|token| token.id);
    word(1) == Some(lexicon::id("to")) && word(2) == Some(lexicon::id("addition"))
}
