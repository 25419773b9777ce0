//! # no-owner
//!
//! ## What it does
//! Finds documents with open questions, actions or rollout steps that name nobody, neither a person nor a team nor a role,
//! who looks after them, and product documents that open with their status and have no owner anywhere.
//!
//! ## Why it hurts
//! What belongs to nobody stays open. The question is asked again in every meeting, by whoever stumbles on it.
//!
//! ## Example
//! Bad:
//!
//! ```markdown
//! # Billing
//!
//! ## Open questions
//!
//! - Which currencies are taken?
//! - How long are invoices kept?
//! - Which banks are asked first?
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Billing
//!
//! ## Open questions
//!
//! - Which currencies are taken? Owner: billing team, by 1 March.
//! - How long are invoices kept? Owner: legal, by 8 March.
//! - Which banks are asked first? Owner: finance, by 8 March.
//! ```
//!
//! ## When not to apply it
//! Where one person does it all, or a tracker holds the owners; then say so once. Risks are left to
//! `risk-without-mitigation`, which asks who does something about them.

use council_core::{
    packet::{PassageKind, Section, Span},
    severity::Severity,
    taxonomy::Subcategory,
};

use super::silence;
use crate::{
    Finding, Kind, Model, Reads, Rule,
    model::{Kind as DocumentKind, Text, is_item},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "no-owner",
    kind: Kind::MissingActor,
    subcategory: Subcategory::Incompleteness,
    severity: Severity::Minor,
    modes: &[
        (47, "a step without a name is not planned"),
        (72, "somebody answers for it, or nobody does"),
        (58, "what belongs to all is done by none"),
    ],
    summary: "open points that belong to nobody",
    reads: Reads::Everything,
    source: include_str!("no_owner.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let advice = "name a person, a team or a role, for open points each with a day";
    for text in model.texts.iter().filter(|text| !text.is_keyed()) {
        let open = || text.document.sections.iter().find(|section| is_open(text, section));
        let (at, message) = if let Some(line) = state(text) {
            (line, "this says how the document stands, and not whose it is")
        } else if let Some(section) = open() {
            (section.heading, "these points belong to nobody: no person, team or role is named")
        } else {
            continue;
        };
        if silence::says(text.lower(), &OWNERS) {
            continue;
        }
        let terms = &["owner", "responsible"];
        let place = text.place(at);
        findings.push(Finding::missing(&RULE, text, at, place, terms, message, advice));
    }
}

/// Tells whether a section lists points that somebody has to look after, and that are not settled in it.
fn is_open(text: &Text<'_>, section: &Section) -> bool {
    let title = section.title.to_lowercase();
    // What a change leaves to others on purpose is nobody's yet.
    let left = [" not ", "out of scope", "non-goal"].iter().any(|words| title.contains(words));
    let lists = !is_item(&title) && !left && POINTS.iter().any(|words| title.contains(words));
    if section.level == 1 || !lists {
        return false;
    }
    // Passages are in the order of the text.
    let from = text.passages.partition_point(|passage| passage.span.start < section.span.start);
    let inside = text.passages.iter().skip(from);
    let inside = inside.take_while(|passage| passage.span.start < section.span.end);
    let mut items =
        inside.filter(|passage| passage.kind == PassageKind::Item && passage.depth == 0);
    let words = text.lower().get(section.span.start..section.span.end).unwrap_or_default();
    items.nth(FEWEST - 1).is_some() && !silence::says(words, &SETTLED)
}

/// What a section is called that lists such points.
const POINTS: [&str; 9] = [
    "open question",
    "open issue",
    "open point",
    "open risk",
    "action item",
    "next steps",
    "follow-up",
    "rollout plan",
    "rollout steps",
];

/// How many points make a list.
const FEWEST: usize = 2;

/// What a section says whose points are no longer open.
const SETTLED: [&str; 6] =
    ["**a**", "answer", "resolved", "decided", "decision:", "recommendation"];

/// Returns the line with which a product document says how it stands, among the facts it opens with.
fn state(text: &Text<'_>) -> Option<Span> {
    if text.kind != DocumentKind::Prd {
        return None;
    }
    let second = text.document.sections.iter().find(|section| section.level > 1)?;
    let head = Span::new(0, second.heading.start);
    let mut after = 0;
    text.slice(head).split_inclusive('\n').find_map(|line| {
        let start = after;
        after += line.len();
        let (key, value) = line.split_once(':').filter(|_| !line.starts_with(['#', '>']))?;
        let key = key.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let is_over = silence::says(&value.to_lowercase(), &OVER);
        let is_state = key == "status" && !is_over;
        is_state.then(|| Span::new(start, start + line.trim_end().len()))
    })
}

/// What the state of a document is called when there is nothing left to look after.
const OVER: [&str; 8] = [
    "done",
    "closed",
    "complete",
    "implemented",
    "deprecated",
    "superseded",
    "archived",
    "shipped",
];

/// What a document says that knows whose something is.
const OWNERS: [&str; 19] = [
    "handoff",
    "scrum master",
    "owner",
    "owned by",
    "responsib",
    "assign",
    "author",
    "accountable",
    "maintainer",
    "approver",
    "lead:",
    "team",
    "contact:",
    "decision maker",
    "reviewer",
    "stakeholder",
    "product manager",
    "tech lead",
    "written by",
];
