//! # miscounted-list
//!
//! ## What it does
//! Finds a number of things that are then listed, where the list has another number of them: `three states:` and four
//! items.
//!
//! ## Why it hurts
//! Either one is missing or one is too many, and nobody can tell which.
//!
//! ## Example
//! Bad: `An order has three states: open, paid, shipped and returned.`
//!
//! Good: `An order has four states: open, paid, shipped and returned.`
//!
//! ## When not to apply it
//! Where the items below are about the things and do not name them.

use council_core::{
    packet::{PassageKind, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Role, Text, Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "miscounted-list",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Minor,
    modes: &[
        (2, "the parts do not add up to what was said"),
        (1, "a count and a list that exclude each other"),
        (73, "a trace of an earlier version"),
    ],
    summary: "a number of things and a list with another number of them",
    reads: Reads::Everything,
    source: include_str!("miscounted_list.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        below(text, findings);
        within(text, findings);
    }
}

/// How many things a sentence announces: the words that say so, and the number.
struct Announced {
    span: Span,
    number: usize,
}

/// Looks at the items below a sentence that ends with a colon.
fn below(text: &Text<'_>, findings: &mut Vec<Finding>) {
    for (at, passage) in text.passages.iter().enumerate() {
        let is_lead = match passage.kind {
            PassageKind::Paragraph | PassageKind::Item => passage.quotes == 0,
            PassageKind::Heading
            | PassageKind::Head
            | PassageKind::Cell
            | PassageKind::Value
            | PassageKind::Remark
            | PassageKind::Html => false,
        };
        let words = text.slice(passage.span).trim_end_matches(['*', '_', ' ']);
        if !is_lead || !words.ends_with(':') {
            continue;
        }
        let Some(announced) = announced(text, passage.span) else { continue };
        let Some(items) = items(text, at).filter(|items| *items != announced.number) else {
            continue;
        };
        findings.push(report(text, &announced, passage.span, items));
    }
}

/// Counts the items of the list right below a passage; nothing where there is none, or where it is broken up.
fn items(text: &Text<'_>, lead: usize) -> Option<usize> {
    let first = text.passages.get(lead + 1).filter(|first| first.kind == PassageKind::Item)?;
    let before = Span::new(text.passages.get(lead)?.span.end, first.span.start);
    let marker = |from: usize| {
        let line = text.document.text().get(..from)?;
        let line = line.get(line.rfind('\n').map_or(0, |at| at + 1)..)?;
        line.trim_start().chars().next()
    };
    let sort = |mark: Option<char>| mark.map(|mark| if mark.is_ascii_digit() { '1' } else { mark });
    let own = sort(marker(first.span.start));
    // Code or a table between the two belongs to the words above.
    if text.slice(before).contains("```") || text.slice(before).contains('|') {
        return None;
    }
    let mut count = 0;
    let mut end = first.span.end;
    let mut is_loose = None;
    for passage in text.passages.get(lead + 1..)?.iter().take(MOST_PASSAGES) {
        if passage.kind == PassageKind::Item && passage.depth == first.depth {
            // A blank line in a list that has none begins another one, whatever Markdown makes of it.
            let gap = text.slice(Span::new(end.min(passage.span.start), passage.span.start));
            let is_apart = gap.matches('\n').count() > 1;
            let is_other = count > 0 && is_apart && *is_loose.get_or_insert(is_apart) != is_apart;
            if is_other || sort(marker(passage.span.start)) != own {
                break;
            }
            if count > 0 {
                is_loose.get_or_insert(is_apart);
            }
            count += 1;
        } else if passage.depth <= first.depth {
            break;
        }
        end = passage.span.end;
    }
    // One item may be the first of several lists. What follows a piece of code at the end may belong to it.
    let rest = text.document.text().get(end..).unwrap_or_default().trim_start();
    (count >= 2 && !rest.starts_with("```")).then_some(count)
}

const MOST_PASSAGES: usize = 200;

/// Looks at what a sentence announces and names itself.
fn within(text: &Text<'_>, findings: &mut Vec<Finding>) {
    for list in text.enumerated() {
        let Some(passage) = text.passages.get(list.passage) else { continue };
        let Some(announced) = announced(text, list.lead) else { continue };
        // The number has to be the last thing before the list.
        let between = Span::new(announced.span.end, list.span.start);
        if text.slice(between).chars().any(char::is_alphanumeric)
            || list.items.len() == announced.number
        {
            continue;
        }
        findings.push(report(text, &announced, passage.span, list.items.len()));
    }
}

/// Finds the number of things that words announce: the only number in them, and things that can be listed.
fn announced(text: &Text<'_>, span: Span) -> Option<Announced> {
    let at = text.sentences.partition_point(|sentence| sentence.span.end < span.end);
    let sentence = text.sentences.get(at).filter(|sentence| sentence.span.start < span.end)?;
    let is_stated =
        !matches!(sentence.role, Role::Question | Role::History | Role::Aside | Role::Template);
    let tokens = text.tokens(sentence);
    let within = |token: &&(usize, &Token)| token.1.end as usize <= span.end;
    let mut numbers =
        tokens.iter().enumerate().filter(|one| within(&one) && number(text, one.1).is_some());
    let (at, token) = numbers.next().filter(|_| is_stated)?;
    let beside = tokens.get(at.saturating_sub(4)..at)?.iter().chain(tokens.get(at + 1));
    if numbers.next().is_some() || beside.into_iter().any(|token| LOOSE.contains(&token.id)) {
        return None;
    }
    // `three scraper strategies`: the things within three words.
    let noun = tokens.get(at + 1..)?.iter().take(3).take_while(|token| {
        token.kind == TokenKind::Word && !token.is(Classes::FUNCTION.with(Classes::PREPOSITION))
    });
    let noun = noun.filter(|token| THINGS.contains(&token.id)).last()?;
    let follows =
        tokens.iter().filter(|token| token.start >= noun.end && (token.end as usize) <= span.end);
    let is_near = follows.filter(|token| token.kind == TokenKind::Word).count() <= MOST_AFTER;
    let span = Span::new(token.start as usize, noun.end as usize);
    is_near.then_some(Announced { span, number: number(text, token)? })
}

/// How many words may follow the things before the list begins: `that are shown in order`.
const MOST_AFTER: usize = 7;

fn number(text: &Text<'_>, token: &Token) -> Option<usize> {
    if token.kind == TokenKind::Number {
        return text.word(token).parse().ok().filter(|number| (2..=12).contains(number));
    }
    let at = NUMBERS.iter().position(|id| *id == token.id)?;
    (token.kind == TokenKind::Word).then_some(at + 2)
}

fn report(text: &Text<'_>, announced: &Announced, around: Span, items: usize) -> Finding {
    let said = text.slice(announced.span);
    Finding::at(
        &RULE,
        text,
        announced.span,
        around,
        format!("`{said}` are announced here, and {items} are listed"),
        "list what is missing, strike what is too many, or correct the number",
    )
}

const NUMBERS: [u64; 11] = lexicon::ids([
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
]);

/// Words beside which a number is no count of what follows.
const LOOSE: [u64; 16] = lexicon::ids([
    "day",
    "least",
    "about",
    "around",
    "approximately",
    "than",
    "up",
    "these",
    "those",
    "between",
    "over",
    "each",
    "every",
    "per",
    "any",
    "other",
]);

/// Things that are told apart and listed.
const THINGS: [u64; 58] = lexicon::ids([
    "actions",
    "approaches",
    "areas",
    "aspects",
    "attributes",
    "branches",
    "cases",
    "categories",
    "causes",
    "classes",
    "columns",
    "commands",
    "components",
    "conditions",
    "criteria",
    "endpoints",
    "events",
    "features",
    "fields",
    "flags",
    "formats",
    "forms",
    "functions",
    "goals",
    "inputs",
    "issues",
    "kinds",
    "layers",
    "levels",
    "methods",
    "metrics",
    "modes",
    "modules",
    "operations",
    "options",
    "outcomes",
    "outputs",
    "parameters",
    "parts",
    "phases",
    "principles",
    "problems",
    "properties",
    "reasons",
    "requirements",
    "risks",
    "roles",
    "rules",
    "scenarios",
    "stages",
    "states",
    "statuses",
    "steps",
    "strategies",
    "tiers",
    "types",
    "values",
    "ways",
]);
