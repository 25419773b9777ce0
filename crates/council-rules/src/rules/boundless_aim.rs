//! # boundless-aim
//!
//! ## What it does
//! Finds aims without a limit: `maximize`, `minimize`, `optimize`, `improve`, `unlimited`.
//!
//! ## Why it hurts
//! There is no point at which it is reached, and no cost at which to stop.
//!
//! ## Example
//! Bad: `The cache shall minimize latency.`
//!
//! Good: `With a warm cache, 95 % of reads take less than 5 ms.`
//!
//! ## When not to apply it
//! Where the bound follows in the same sentence.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::scan;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::TokenKind,
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "boundless-aim",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Underspecified,
    severity: Severity::Minor,
    modes: &[
        (48, "an objective without a constraint"),
        (51, "enough has to be a number"),
        (46, "more of this is less of something else"),
    ],
    summary: "an aim without a limit",
    reads: Reads::Words,
    source: include_str!("boundless_aim.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for found in scan::sentences(model, Classes::BOUNDLESS).filter(scan::Found::is_checked) {
        let bounded = found.tokens.iter().any(|token| token.kind == TokenKind::Number);
        for (at, token) in found.words(Classes::BOUNDLESS) {
            if bounded
                || found.is_name(at)
                || !is_aim(&found, at)
                || found
                    .phrases(Classes::BOUNDLESS)
                    .any(|(first, len)| (first..first + len).contains(&at))
            {
                continue;
            }
            let word = found.text.word(token);
            findings.push(Finding::at(
                &RULE,
                found.text,
                token.span(),
                found.sentence.span,
                format!("`{word}` names no limit at which it is reached"),
                "give the value to reach, and what it may cost",
            ));
        }
    }
}

/// Tells whether the word is what is demanded: `shall minimize`. Elsewhere it tells what something is for.
fn is_aim(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let listed = found.text.is_bare_list;
    listed || found.before(at, 1).is_some_and(|token| token.is(lexicon::MODAL))
}
