//! Waivers that still hold in a later review: what somebody carries the risk of is not asked about again until their day
//! is over.

use std::collections::BTreeMap;

use council_core::{
    evidence::lock, finding::Claim, identity::Defect, packet::Packet, series::ReviewNumber,
};
use council_formats::packet::markdown_prd;
use council_store::Repo;
use jiff::civil::Date;

use super::{KeptDeclined, KeptIssue, ReviewBasis, current::Current, log};
use crate::run::RunError;

/// Returns the waivers of earlier reviews that hold for recommendations of the current one, by their numbers now. One
/// holds where everything that a recommendation is about was waived before and the waiver's day is not over.
pub(super) fn carried(
    repo: &Repo,
    current: &Current,
    today: Date,
) -> Result<BTreeMap<usize, KeptDeclined>, RunError> {
    let Some(kept) = &current.kept else { return Ok(BTreeMap::new()) };
    let waived = waived(repo, current, today)?;
    if waived.is_empty() {
        return Ok(BTreeMap::new());
    }
    let packet = packet(repo, kept)?;
    let mut carried = BTreeMap::new();
    for issue in &kept.issues {
        let held = defects(issue, packet.as_ref());
        let one = held.iter().map(|defect| {
            let same = |(other, _): &&(Defect, KeptDeclined)| defect.is(other);
            waived.iter().rev().find(same).map(|(_, declined)| declined)
        });
        // Several waivers may bear on one recommendation; the one that ends first counts.
        let all: Option<Vec<&KeptDeclined>> = one.collect();
        let first = all.into_iter().flatten().min_by_key(|declined| declined.until);
        if let Some(declined) = first {
            carried.insert(issue.number, KeptDeclined { number: issue.number, ..declined.clone() });
        }
    }
    Ok(carried)
}

/// Returns everything that is waived by earlier reviews and still is on a day.
fn waived(
    repo: &Repo,
    current: &Current,
    today: Date,
) -> Result<Vec<(Defect, KeptDeclined)>, RunError> {
    let mut all = Vec::new();
    for number in 1..current.review.number.value() {
        let Some(number) = ReviewNumber::new(number) else { continue };
        let steps = || current.log.of(number).rev().map(|taken| &taken.act.step);
        let (Some(kept), Some(decision)) =
            (steps().find_map(|step| step.reviewed()), steps().find_map(|step| step.decided()))
        else {
            continue;
        };
        let packet = packet(repo, kept)?;
        let holds = |declined: &&KeptDeclined| {
            declined.owner.is_some() && declined.until.is_some_and(|until| until >= today)
        };
        for declined in decision.declined.iter().filter(holds) {
            let issue = kept.issues.iter().find(|issue| issue.number == declined.number);
            let defects = issue.map(|issue| defects(issue, packet.as_ref()));
            all.extend(defects.into_iter().flatten().map(|defect| (defect, declined.clone())));
        }
    }
    Ok(all)
}

fn packet(repo: &Repo, kept: &ReviewBasis) -> Result<Option<Packet>, RunError> {
    let text = repo.read_if_there(&kept.prd_file)?;
    let text = text.filter(|text| log::hash(text) == kept.prd_hash);
    Ok(text.map(|text| markdown_prd(&kept.prd_file, &text).value))
}

fn defects(issue: &KeptIssue, packet: Option<&Packet>) -> Vec<Defect> {
    let defect =
        |claim: Claim| match packet.and_then(|one| Some((one, lock(one, claim.clone()).ok()?))) {
            Some((packet, locked)) => Defect::of_claim(packet, &locked),
            None => Defect::told(
                Some(claim.subcategory),
                claim.rule.clone(),
                Some(claim.evidence.clone()),
                &claim.description,
                claim.location,
            ),
        };
    issue.claims.iter().map(|claim| defect(claim.claim(issue.severity))).collect()
}
