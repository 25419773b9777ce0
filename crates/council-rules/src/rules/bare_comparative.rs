//! # bare-comparative
//!
//! ## What it does
//! Finds comparisons without the other side: `faster`, `more reliable`, `lower`.
//!
//! ## Why it hurts
//! Better than what? Any change passes, and so does none.
//!
//! ## Example
//! Bad: `Search shall be faster.`
//!
//! Good: `Search shall take at most half of the time that release 4.2 takes on the same data.`
//!
//! ## When not to apply it
//! Where `than`, a number or a baseline follows in the same sentence.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::Token,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "bare-comparative",
    kind: Kind::Comparative,
    subcategory: Subcategory::Ambiguity,
    severity: Severity::Minor,
    modes: &[
        (14, "a comparison needs both sides"),
        (18, "a baseline is the outside view"),
        (29, "more and less are directions, not values"),
    ],
    summary: "a comparison without the other side",
    reads: Reads::Words,
    source: include_str!("bare_comparative.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let checked = scan::sentences(model, Classes::COMPARATIVE).filter(scan::Found::is_checked);
    for found in checked.filter(scan::Found::is_bare) {
        for (at, token) in found.words(Classes::COMPARATIVE) {
            let rest = found.tokens.get(at + 1..).unwrap_or_default();
            let compared = rest.iter().take(8).any(|token| token.id == lexicon::id("than"));
            let counted = found.has_number_near(at, 2)
                || found.before(at, 1).is_some_and(|t| {
                    t.is(Classes::NOT.with(Classes::NUMERAL)) || t.id == lexicon::id("or")
                });
            let judges = found.text.is_bare_list || is_judgement(&found, at, token);
            if !judges || compared || counted || found.is_name(at) || found.after_is(at, 1, "case")
            {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` compares with nothing that is named"),
                "name what it is compared with, and by how much",
            ));
        }
    }
}

/// Tells whether a quality is compared. An order in time or size is given by what there is: `the later commit`.
fn is_judgement(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> bool {
    const GRADING: [u64; 2] = lexicon::ids(["more", "less"]);
    let judged = found.after(at, 1).is_some_and(|next| next.is(Classes::SUBJECTIVE));
    let demanded = found.sentence.classes.intersects(Classes::MUST);
    demanded && (QUALITIES.contains(&token.id) || GRADING.contains(&token.id) && judged)
}

/// Comparisons of a quality.
const QUALITIES: [u64; 20] = lexicon::ids([
    "better",
    "worse",
    "faster",
    "slower",
    "quicker",
    "easier",
    "harder",
    "simpler",
    "cheaper",
    "cleaner",
    "clearer",
    "stronger",
    "safer",
    "richer",
    "smarter",
    "smoother",
    "nicer",
    "friendlier",
    "tighter",
    "looser",
]);
