//! # likely-gap
//!
//! ## What it does
//! Names the few statements of a document in which a reviewer would most likely find a case that nobody decided, with the
//! words that made them stand out. Which statements those are is learned from what reviewers wrote down about other documents.
//!
//! ## Why it hurts
//! What nobody decided is decided by whoever builds it, or found out by whoever uses it. At more than one in four of these
//! statements a reviewer wrote down what is missing; the others are read again in a moment.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Stock lists
//!
//! ## Functional requirements
//!
//! - FR-1: If the evening line is up when a shop closes, the till must run the command that writes the list of each shelf.
//! - FR-2: The list names each article with its number, its price and the shelf on which it stands in the shop.
//! - FR-3: The office prints the lists of the shops on paper for the driver who leaves at six in the morning.
//! - FR-4: The driver signs the list at each shop and hands it to the clerk, who keeps it with the papers of that day.
//! - FR-5: The clerk counts what stands on the shelf on the first Monday of a month and writes the sum below the list.
//! - FR-6: The office compares the sums with those of the month before and tells the shop which articles it has too many of.
//! - FR-7: The shop sends what it has too many of back with the driver on the next day, and the office counts it again.
//! - FR-8: The office writes the sums into the book of the month and keeps the book for ten years beside the lists.
//! - FR-9: The owner reads a copy of the book on the first day of a year, signs it and sends it back to the office.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Stock lists
//!
//! The till writes the list of each shelf when a shop closes. Without a line it writes the list in the morning.
//! ```
//!
//! ## When not to apply it
//! Where the case is decided in another document; name that document beside the statement.

use std::collections::BTreeSet;

use council_core::{severity::Severity, taxonomy::Subcategory};

use crate::{
    Finding, Kind, Model, Reads, Rule,
    attention::{self, Concern, Statement},
    model::Text,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "likely-gap",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Note,
    modes: &[
        (52, "the question that a statement raises and nobody answers"),
        (76, "what is not known, and not known to be so"),
        (8, "the case that nobody thought of"),
    ],
    summary: "a statement in which reviewers often find a case undecided",
    reads: Reads::Everything,
    source: include_str!("likely_gap.rs"),
    check,
};

/// How many statements of a document are named at most: what one person reads again in a sitting.
const MOST: usize = 5;

/// How many words and marks a document has for each of them at least.
const TOKENS_EACH: usize = 200;

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies() && text.function.is_none()) {
        let most = MOST.min(text.tokens.len() / TOKENS_EACH);
        if most == 0 {
            continue;
        }
        // One for each line, or a long paragraph would take all of them.
        let mut lines = BTreeSet::new();
        let mut is_new = |one: &Statement| lines.insert(text.document.lines().line(one.span.start));
        let weighed = attention::weighed(text, Concern::Gap).into_iter().map(|(_, one)| one);
        let chosen = weighed.filter(|statement| is_new(statement)).take(most);
        findings.extend(chosen.map(|statement| finding(text, &statement)));
    }
}

fn finding(text: &Text<'_>, statement: &Statement) -> Finding {
    let (message, advice) = match attention::left_open(text, statement) {
        Some(open) => {
            (format!("nothing here says {open}"), "say it here, or name the place that decides it")
        }
        None => (
            unnamed(text, statement),
            "read it as the one who builds it: what can fail, what is refused, who may, how much, what if it happens twice?",
        ),
    };
    let around = text.sentences.get(statement.first).map_or(statement.span, |one| one.span);
    Finding::at(&RULE, text, statement.span, around, message, advice)
}

/// What is said of a statement whose question has no name.
fn unnamed(text: &Text<'_>, statement: &Statement) -> String {
    const SHOWN: usize = 3;
    let words = attention::telling(text, statement, Concern::Gap, SHOWN);
    let words = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let words = if words.is_empty() { words } else { format!(" ({words})") };
    format!("reviewers often find a case undecided in a statement like this{words}")
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    fn found(document: &str) -> Vec<Finding> {
        let packet = markdown_prd("a.md", document).value;
        let mut findings = Vec::new();
        check(&Model::of(&packet), &mut findings);
        findings
    }

    fn requirements(count: usize) -> String {
        let line = "- FR-1: When the clerk closes the till, the till must send the list of the day to the office.\n";
        ["# Till\n\n## Functional requirements\n\n", &line.repeat(count)].concat()
    }

    #[test]
    fn a_document_is_asked_about_a_few_statements_and_a_short_one_about_none() {
        assert_eq!(found(&requirements(1)).len(), 0);
        assert_eq!(found(&requirements(60)).len(), MOST);
    }

    #[test]
    fn a_paragraph_on_one_line_is_named_once() {
        let line = "When the till closes, it must send the list. ".repeat(40);
        assert_eq!(found(&format!("# Till\n\n## Functional requirements\n\n{line}\n")).len(), 1);
    }

    #[test]
    fn what_is_told_around_a_demand_is_not_named() {
        let told = "The till was slow, and when it failed the clerk had to send the list by hand each evening.\n\n";
        assert_eq!(found(&format!("# Till\n\n## Background\n\n{}", told.repeat(30))).len(), 0);
    }
}
