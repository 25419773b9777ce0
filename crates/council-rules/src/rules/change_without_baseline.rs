//! # change-without-baseline
//!
//! ## What it does
//! Finds promised changes in percent or in multiples (`reduce errors by 40 %`) without what they are measured against.
//!
//! ## Why it hurts
//! Nobody measured the old value before it was gone, so everybody can say that the aim was reached, and nobody can show it.
//!
//! ## Example
//! Bad: `The new form must reduce wrong orders by 40 %.`
//!
//! Good: `The new form must reduce wrong orders by 40 % compared with May 2024 (310 a month).`
//!
//! ## When not to apply it
//! Where the value to begin with is in a report that everybody has; then name it.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence::has,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Dimension, Meaning, Role},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "change-without-baseline",
    kind: Kind::Unverifiable,
    subcategory: Subcategory::Untestable,
    severity: Severity::Minor,
    modes: &[
        (10, "what was not counted before cannot be compared"),
        (29, "a change needs the value it begins with"),
        (8, "any number is 40 % less than some other"),
    ],
    summary: "a promised change with nothing to compare it with",
    reads: Reads::SentencesWith(&[&CHANGES]),
    source: include_str!("change_without_baseline.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "this change has nothing to be compared with",
        "give the value it begins with, and when and how that was measured",
    );
    let changes = scan::triggered(model, &RULE).filter(|found| found.text.kind.specifies());
    scan::report(
        &RULE,
        changes,
        |found| is_promised(found).then_some((0, found.tokens.len())),
        said,
        findings,
    );
}

/// Tells whether a sentence promises a change by a share, and names no value it begins with.
fn is_promised(found: &Found<'_, '_>) -> bool {
    let is_aim = found.aims()
        || found.is_own()
            && matches!(found.sentence.meaning, Meaning::Metrics | Meaning::Goals)
            && found.sentence.role != Role::Label;
    // What happens in a case is what the thing does, and begins with what it is given.
    let is_case = found.sentence.classes.intersects(Classes::CONDITION);
    is_aim
        && !is_case
        && is_share_of_change(found)
        && !has(found, &BASES)
        && !found.beside().any(|sentence| {
            found.text.tokens(sentence).iter().any(|token| BASES.contains(&token.id))
        })
}

/// Tells whether a share belongs to a word of change: `a 40 % reduction`, `reduce wrong orders by 40 %`. A share of something,
/// `99 % of improved rows`, belongs to that.
fn is_share_of_change(found: &Found<'_, '_>) -> bool {
    const REACH: usize = 8;
    // `An accepted proof increases the weight by 40 %` is what the thing does, unless it is what is hoped for.
    let is_hoped = matches!(found.sentence.meaning, Meaning::Metrics | Meaning::Goals);
    let is_change = |at: usize| {
        found.tokens.get(at).is_some_and(|token| {
            token.is_plain_word()
                && CHANGES.contains(&token.id)
                && (is_hoped || !DEEDS.contains(&token.id))
        })
    };
    let shares = found.quantities().iter().filter(|one| one.unit.dimension == Dimension::Percent);
    shares.map(|share| share.at).any(|at| {
        let by = found.before(at, 1).is_some_and(|token| token.id == BY || token.is_mark(b'~'));
        let before = (at.saturating_sub(REACH)..at).any(is_change);
        // The sign and a `+` may stand between: `40 %+ reduction`.
        let after = (at + 1..=at + 4).any(is_change);
        let of = (at + 1..=at + 3)
            .any(|next| found.tokens.get(next).is_some_and(|token| token.id == OF));
        by && before || after && !of
    })
}

const BY: u64 = lexicon::id("by");
const OF: u64 = lexicon::id("of");

/// Words of a change for the better.
const CHANGES: [u64; 22] = lexicon::ids([
    "reduce",
    "reduces",
    "reduced",
    "reduction",
    "improve",
    "improves",
    "improved",
    "improvement",
    "increase",
    "increases",
    "increased",
    "decrease",
    "decreases",
    "decreased",
    "faster",
    "fewer",
    "lower",
    "cut",
    "boost",
    "savings",
    "uplift",
    "shorten",
]);

/// Those that tell what something does.
const DEEDS: [u64; 4] = lexicon::ids(["reduces", "improves", "increases", "decreases"]);

/// Words that name what a change is compared with.
const BASES: [u64; 17] = lexicon::ids([
    "from",
    "compared",
    "baseline",
    "relative",
    "versus",
    "vs",
    "than",
    "over",
    "currently",
    "current",
    "today",
    "existing",
    "previous",
    "previously",
    "against",
    "before",
    "benchmark",
]);

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn reported(text: &str) -> usize {
        check_with(&markdown_prd("prd.md", text).value, |rule| rule.id == "change-without-baseline")
            .len()
    }

    #[test]
    fn what_a_scenario_changes_begins_with_what_it_is_given() {
        let goal = "# A\n\n## Success metrics\n\n- Reduce wrong orders by 40 %.\n";
        assert_eq!(reported(goal), 1);
        let step = "# A\n\n## Acceptance Scenarios\n\n1. **Given** a stake, **When** a proof is accepted, **Then** the weight is increased by 40 %.\n";
        assert_eq!(reported(step), 0);
    }

    #[test]
    fn what_a_thing_does_is_no_change_that_is_promised() {
        let deed = "- FR-1: The till must follow these rules:\n  - A signed list increases the share of a shop by 40 %.\n";
        assert_eq!(reported(&format!("# A\n\n## Requirements\n\n{deed}")), 0);
        let hope = "- The new list reduces wrong orders by 40 %.\n";
        assert_eq!(reported(&format!("# A\n\n## Success metrics\n\n{hope}")), 1);
    }
}
