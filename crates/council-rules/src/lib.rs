//! The offline reviewer: a packet understood, and rules seen through the reasoning modes.
//!
//! [`check`] reads a packet once into a [`model::Model`] and lets every rule of [`RULES`] look at it. A rule is one file
//! below `rules`, whose doc comment is its manual page. [`seat`] is what a council seat says that is filled by the rules.

mod ask;
pub mod attention;
pub mod demand;
pub mod field;
pub mod finding;
pub mod forum;
pub mod judged;
pub mod kind;
pub mod lexicon;
mod lookup;
pub mod model;
pub mod panel;
mod registry;
pub mod rule;
mod rules;
pub mod seat;
pub mod wording;

/// How likely a sentence weighs on the review of the document it stands in: what the weights are learned from.
pub mod steering {
    pub use crate::rules::{
        steering::{THRESHOLD, name},
        weighing::examples,
    };
}

use std::collections::{BTreeMap, BTreeSet};

use council_core::{mode::ModeId, packet::Packet, severity::Severity};

pub use demand::{Demand, demands};
pub use finding::{Edit, Finding};
pub use judged::{NotJudged, judged};
pub use kind::Kind;
pub use model::Model;
pub use registry::RULES;
pub use rule::{Reads, Rule};

/// Checks a packet with every rule that has earned its place. Findings are in the order of documents and text, each reported once.
pub fn check(packet: &Packet) -> Vec<Finding> {
    check_with(packet, |rule| !rule.is_in_nursery())
}

/// The most findings of one rule and one severity that a session hears one by one.
pub const MOST_RAISED: usize = 100;

/// Returns what a session hears of findings: of each rule and severity the first [`MOST_RAISED`]. Where there are
/// more, the first of all says how many. What only says where to look is for a reader, and no session votes on it.
///
/// A session records, merges and votes on each of them, and a document that shows a defect ten thousand times tells
/// nothing that it does not tell in a hundred. No rule and no severity goes unheard, so no verdict gets better by it.
pub fn raised(findings: &[Finding]) -> Vec<Finding> {
    let mut counts: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
    let mut raised: Vec<Finding> = Vec::new();
    for finding in findings.iter().filter(|finding| !finding.rule.is_pointer()) {
        let count = counts.entry((finding.rule.id, finding.severity)).or_default();
        *count += 1;
        if *count <= MOST_RAISED {
            raised.push(finding.clone());
        }
    }
    for ((rule, severity), count) in counts {
        let is_of = |one: &&mut Finding| one.rule.id == rule && one.severity == severity;
        if let Some(first) = raised.iter_mut().find(is_of).filter(|_| count > MOST_RAISED) {
            let said = format!("{}; it stands in {count} places", first.message);
            first.message = format!("{said}, of which {MOST_RAISED} are listed").into();
        }
    }
    raised
}

/// Checks a packet with the rules that are wanted.
pub fn check_with(packet: &Packet, wanted: impl Fn(&Rule) -> bool) -> Vec<Finding> {
    check_model(&Model::of(packet), wanted)
}

/// Checks a packet that is understood already with the rules that are wanted.
pub fn check_model(model: &Model<'_>, wanted: impl Fn(&Rule) -> bool) -> Vec<Finding> {
    let packet = model.packet;
    let rules: Vec<&Rule> = RULES.iter().copied().filter(|rule| wanted(rule)).collect();
    let mut findings = ask::ask(model, &rules);
    // A review, a changelog or a readme is not held against what a specification has to be.
    if model.texts.iter().any(|text| !text.kind.specifies()) {
        let others: BTreeSet<&str> = model
            .texts
            .iter()
            .filter(|text| !text.kind.specifies())
            .map(|text| text.document.path())
            .collect();
        findings.retain(|finding| {
            !others.contains(finding.path()) || finding.rule.kind.is_of_any_text()
        });
    }
    let order: BTreeMap<&str, usize> =
        packet.documents.iter().enumerate().map(|(at, document)| (document.path(), at)).collect();
    let at = |finding: &Finding| order.get(finding.path()).copied();
    // The document is looked up once for each finding, and findings, which are large, are moved once.
    for finding in &mut findings {
        finding.severity = finding.severity.min(finding.rule.standing().most());
    }
    findings.sort_by_cached_key(|finding| (at(finding), finding.span, finding.rule.id));
    let is_same = |one: &Finding, other: &Finding| {
        one.span == other.span && one.rule == other.rule && one.original == other.original
    };
    for same in findings.chunk_by_mut(|one, other| is_same(one, other)) {
        same.sort_by(|one, other| one.message.cmp(&other.message));
    }
    findings.dedup_by(|one, other| is_same(one, other) && one.message == other.message);
    keep_longest(&mut findings);
    for same in findings.chunk_by_mut(|one, other| one.original == other.original) {
        let document = same.first().and_then(|finding| packet.document(finding.path()));
        if let Some(document) = document {
            finding::place(document, same);
        }
    }
    findings
}

/// Keeps one finding for one phrase: of those about the same words the longest, else the first. They are in order.
fn keep_longest(findings: &mut Vec<Finding>) {
    let mut last: Option<usize> = None;
    let mut dropped = vec![false; findings.len()];
    for (at, finding) in findings.iter().enumerate().filter(|(_, one)| one.rule.is_of_words()) {
        let before = last.and_then(|last| Some((last, findings.get(last)?)));
        let meets = |other: &Finding| {
            other.original == finding.original && finding.span.start < other.span.end
        };
        // A note never takes the place of a warning.
        let is_graver = |one: &Finding, two: &Finding| {
            two.severity == Severity::Note && one.severity > Severity::Note
        };
        match before.filter(|(_, other)| meets(other)) {
            Some((_, other))
                if is_graver(other, finding)
                    || other.span.len() >= finding.span.len() && !is_graver(finding, other) =>
            {
                set(&mut dropped, at);
            }
            Some((other, _)) => {
                set(&mut dropped, other);
                last = Some(at);
            }
            None => last = Some(at),
        }
    }
    let mut dropped = dropped.into_iter();
    findings.retain(|_| !dropped.next().unwrap_or_default());
}

fn set(flags: &mut [bool], at: usize) {
    if let Some(flag) = flags.get_mut(at) {
        *flag = true;
    }
}

/// Returns the rule with a name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// Returns the rules of a mode.
pub fn rules_of(mode: ModeId) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().filter(move |rule| rule.why(mode).is_some())
}

/// Returns the modes for which the offline reviewer has nothing to offer.
pub fn modes_without_rules() -> Vec<ModeId> {
    let with: BTreeSet<ModeId> =
        RULES.iter().flat_map(|rule| rule.modes().map(|(mode, _)| mode)).collect();
    let all = (1..=80).filter_map(ModeId::new);
    all.filter(|mode| !with.contains(mode)).collect()
}

#[cfg(test)]
mod tests;
