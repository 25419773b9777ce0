//! What nobody hears in a session: findings of rules that a comment of the document or the settings of the project
//! suppress, as in `council lint`.

use std::{collections::BTreeMap, mem};

use council_core::{
    council::Suppressed,
    diagnostic::{Diagnostic, Place},
    packet::Packet,
};
use council_rules::{Finding, Kind};

use crate::lint::{self, suppress};

/// What is said of a rule that the project does not ask.
const BY_SETTINGS: &str = "`[lint]` of `council.toml` leaves the rule out";

/// Returns what is suppressed of what was found in a packet, and what is wrong with its suppressions. What is suppressed
/// is taken out.
pub(super) fn of(
    packet: &Packet,
    found: &mut Vec<Finding>,
    settings: &lint::LintRequest,
) -> (Vec<Suppressed>, Vec<Diagnostic>) {
    let mut each = by_document(packet, mem::take(found));
    let (mut suppressed, mut diagnostics) = (Vec::<Suppressed>::new(), Vec::new());
    for document in &packet.documents {
        let mut own = each.remove(document.path()).unwrap_or_default();
        let rules = settings.rules_for(document.path());
        own.retain(|finding| {
            // Who brings the settings may have brought the document.
            let is_asked =
                rules.wants(finding.rule) || finding.rule.kind == Kind::InstructionInjection;
            if !is_asked {
                left_out(&mut suppressed, finding);
            }
            is_asked
        });
        rules.raise(&mut own);
        let (by_comment, wrong) = suppress::taken_out(document, &mut own);
        suppressed.extend(by_comment);
        diagnostics.extend(wrong);
        if found.is_empty() {
            *found = own;
        } else {
            found.append(&mut own);
        }
    }
    (suppressed, diagnostics)
}

/// Sorts findings by their document. There can be hundreds of thousands, so those of a single one are not moved.
fn by_document(packet: &Packet, found: Vec<Finding>) -> BTreeMap<String, Vec<Finding>> {
    if let [document] = packet.documents.as_slice() {
        return BTreeMap::from([(document.path().to_owned(), found)]);
    }
    let mut each: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
    for finding in found {
        each.entry(finding.path().to_owned()).or_default().push(finding);
    }
    each
}

fn left_out(suppressed: &mut Vec<Suppressed>, finding: &Finding) {
    let place = Place::file(finding.path());
    let is_it = |one: &&mut Suppressed| one.rule == finding.rule.id && one.place == place;
    match suppressed.iter_mut().find(is_it) {
        Some(known) => known.count += 1,
        None => suppressed.push(Suppressed {
            rule: finding.rule.id.to_owned(),
            place,
            count: 1,
            reason: BY_SETTINGS.to_owned(),
        }),
    }
}

/// Returns what the rules find in a packet and nobody suppressed.
pub(crate) fn heard(packet: &Packet, suppressed: &[Suppressed]) -> Vec<Finding> {
    let mut found = council_rules::check(packet);
    if !suppressed.is_empty() {
        found.retain(|finding| {
            let place = place(finding);
            !suppressed.iter().any(|one| one.covers(finding.rule.id, &place))
        });
    }
    found
}

/// Returns where exactly a finding is.
pub(super) fn place(finding: &Finding) -> Place {
    Place {
        path: Some(finding.path().to_owned()),
        line: Some(finding.start.line),
        column: Some(finding.start.column),
    }
}
