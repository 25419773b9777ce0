//! # risk-without-mitigation
//!
//! ## What it does
//! Finds risks that are named and nothing is done about them.
//!
//! ## Why it hurts
//! A risk that is only named comes true as a surprise to those who did not read it, and as a shrug to those who
//! did.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Maps
//!
//! ## Risks
//!
//! - The provider may change its prices.
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Maps
//!
//! ## Risks
//!
//! - The provider may change its prices. Mitigation: a second provider is tested each quarter.
//! ```
//!
//! ## When not to apply it
//! Where the document says once for all risks that they are accepted, and who accepted them.

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use crate::{Finding, Kind, Model, Reads, Rule, model::Meaning};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "risk-without-mitigation",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::UnmitigatedRisk,
    severity: Severity::Minor,
    modes: &[
        (49, "the worst case without an answer"),
        (50, "what would be regretted later"),
        (36, "a hazard without a control"),
    ],
    summary: "a risk without an answer",
    reads: Reads::Everything,
    source: include_str!("risk_without_mitigation.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in model.texts.iter().filter(|text| !text.is_keyed()) {
        for (section, stated) in text.document.sections.iter().zip(&text.stated_by) {
            let parent = section.parent.and_then(|parent| text.meanings.get(parent)).copied();
            if parent == Some(Meaning::Risks) || section.level == 1 {
                continue;
            }
            if !stated.contains(&Meaning::Risks) || is_of_today(&section.title) {
                continue;
            }
            let words = text.slice(Span::new(section.heading.end, section.span.end)).to_lowercase();
            let answered = ANSWERS.iter().any(|answer| words.contains(answer))
                || is_paired(&words)
                || !names_risk(&words, &section.title);
            if !answered && words.chars().filter(|c| c.is_alphanumeric()).nth(20).is_some() {
                findings.push(Finding::missing(
                    &RULE,
                    text,
                    section.heading,
                    text.place(section.heading),
                    &["mitigation", "mitigate"],
                    "risks are named here and nothing is done about them",
                    "add to each risk what is done about it, by whom, and what shows that it comes true",
                ));
            }
        }
    }
}

/// Tells whether a heading speaks of what is wrong today, which is why something is done: `Pitfalls of the current
/// solution`.
fn is_of_today(title: &str) -> bool {
    let title = title.to_lowercase();
    ["current", "existing", "today", "status quo"].iter().any(|word| title.contains(word))
}

/// Tells whether a section names a risk: a list, or a word of what could happen. A paragraph that calls a change simple
/// names none.
fn names_risk(words: &str, title: &str) -> bool {
    let is_item = |line: &str| {
        let line = line.trim_start();
        let bare = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with(['-', '*', '+', '|', '#'])
            || bare.len() < line.len() && bare.starts_with(['.', ')'])
    };
    let harmless = ["backwards compatible", "backward compatible", "backwards-compatible"];
    let harmless = harmless.iter().any(|word| words.contains(word))
        || words.contains("simple")
        || words.contains("trivial");
    !harmless
        || !title.to_lowercase().contains("mitigation")
        || words.lines().any(is_item)
        || HAPPENING.iter().any(|word| words.contains(word))
}

/// Words of what could happen.
const HAPPENING: [&str; 8] = ["risk", "may ", "might", "could", "fail", "lose", "break", "attack"];

/// Tells whether a section sets its answers off from its risks: by an arrow, or in a column of their own.
fn is_paired(words: &str) -> bool {
    ["->", "→", "=>", "⇒"].iter().any(|arrow| words.contains(arrow))
        || words.lines().any(|line| line.matches('|').count() >= 3)
}

/// Words with which a section answers a risk.
const ANSWERS: [&str; 34] = [
    "by default",
    "opt-in",
    "opt in",
    "reason why",
    "can be",
    "will be",
    "instead",
    "however",
    "because",
    "low risk",
    "no risk",
    "none",
    "trade-off",
    "tradeoff",
    "test",
    "rollback",
    "limit",
    "validat",
    "mitigat",
    "fallback",
    "contingency",
    "prevent",
    "avoid",
    "accept",
    "reduce",
    "monitor",
    "ensure",
    "guard",
    "handle",
    "should",
    "must",
    "use ",
    "need ",
    "plan",
];
