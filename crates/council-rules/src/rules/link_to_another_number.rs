//! # link-to-another-number
//!
//! ## What it does
//! Finds links whose words name one issue, pull request or numbered proposal and whose address leads to another.
//!
//! ## Why it hurts
//! One of the two is a slip, and a reader who follows the link reads, or trusts, the wrong one.
//!
//! ## Example
//! Bad: `[#62](https://example.com/shop/till/pull/632)`
//!
//! Good: `[#632](https://example.com/shop/till/pull/632)`
//!
//! ## When not to apply it
//! Where a number was moved and the old one is meant; then say both.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};
use memchr::memmem;

use crate::{Finding, Kind, Model, Reads, Rule};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "link-to-another-number",
    kind: Kind::DanglingReference,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Minor,
    modes: &[
        (73, "a source that is not the one that is named"),
        (1, "a premise that is not there"),
        (40, "a slip that shows in two places"),
    ],
    summary: "a link whose words and address name different numbers",
    reads: Reads::Everything,
    source: include_str!("link_to_another_number.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| text.kind.specifies()) {
        let words = text.document.text();
        for at in memmem::find_iter(words.as_bytes(), b"](http") {
            let Some((span, named, led)) = numbers(words, at) else {
                continue;
            };
            let fenced = text.document.fences.partition_point(|fence| fence.span.start <= at);
            let fence = fenced.checked_sub(1).and_then(|index| text.document.fences.get(index));
            let is_same = named.trim_start_matches('0') == led.trim_start_matches('0');
            if is_same || fence.is_some_and(|fence| at < fence.span.end) {
                continue;
            }
            let message = format!("the words say `#{named}`, and the address leads to {led}");
            let advice = "see which of the two is meant, and name it in both";
            findings.push(Finding::at(&RULE, text, span, span, message, advice));
        }
    }
}

/// Returns a link whose words end in a number after `#`, that number, and the one its address leads to.
fn numbers(text: &str, at: usize) -> Option<(Span, &str, &str)> {
    const NEAR: usize = 120;
    let from = text.floor_char_boundary(at.saturating_sub(NEAR));
    let label = text.get(from..at)?;
    let opens = label.rfind('[')?;
    let (_, named) = label.get(opens + 1..)?.rsplit_once('#')?;
    let named = named.trim_end_matches('`');
    let end = text.floor_char_boundary((at + 2 * NEAR).min(text.len()));
    let address = text.get(at + 2..end)?;
    let address = address.get(..address.find([')', ' ', '\n'])?)?;
    // What follows a `#` in the address is a comment of the thing, and not another thing.
    let thing = address.split(['#', '?']).next()?;
    let led = THINGS.iter().find_map(|kind| {
        let (_, rest) = thing.split_once(kind)?;
        rest.split('/').next()
    })?;
    let is_number = |digits: &str| {
        (1..=7).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let span = Span::new(from + opens, at + 2 + address.len() + 1);
    (is_number(named) && is_number(led)).then_some((span, named, led))
}

/// What stands before the number of a thing in an address.
const THINGS: [&str; 5] = ["/pull/", "/pulls/", "/issues/", "/merge_requests/", "/discussions/"];
