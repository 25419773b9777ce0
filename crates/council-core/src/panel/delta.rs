//! A review after the first reads the whole text again, and says what became of what was found before.

use std::collections::BTreeMap;

use super::{Answer, Grouping, issue::heading};
use crate::{
    evidence::{LockedClaim, lock},
    finding::{Claim, Evidence},
    handoff::{CleanLine, PacketVersion, PanelSeat},
    identity::{Defect, DefectStatus, SessionFinding, Visit, lives},
    packet::Packet,
    severity::Severity,
};

/// How many findings of a sort the chair names; all of them stand in the record.
const NAMED: usize = 12;
/// How many it named before it said how many more there are.
const ONCE_NAMED: usize = 5;

/// What earlier reviews found, and what changed since the last of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    /// The version that the last of them is about.
    pub before: PacketVersion,
    /// The version that is read now.
    pub now: PacketVersion,
    /// The earlier reviews, in order.
    pub visits: Vec<Visited>,
    /// The lines of the text that changed since, each the first and how many, from 1.
    pub changed: Vec<(usize, usize)>,
    /// The sections they are in.
    pub sections: Vec<String>,
}

/// An earlier review.
#[derive(Debug, Clone, PartialEq)]
pub struct Visited {
    /// The packet as it was, if that is known.
    pub packet: Option<Packet>,
    /// What was claimed and borne out, in order.
    pub claims: Vec<Claim>,
}

/// What became of earlier findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingsDelta {
    /// The version of the review before.
    pub before: PacketVersion,
    /// The version of this one.
    pub now: PacketVersion,
    /// The sections that changed.
    pub sections: Vec<String>,
    /// The findings of all reviews so far, and how each stands now.
    pub findings: Vec<FollowedFinding>,
}

/// A finding over the reviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedFinding {
    /// How it stands.
    pub standing: DefectStatus,
    /// Whether it is new and outside of what changed.
    pub is_outside: bool,
    /// What was said.
    pub description: String,
}

impl FindingsDelta {
    /// Says what became of earlier findings, for the chair's assessment.
    pub(super) fn lines(&self, grouping: Grouping) -> Vec<CleanLine> {
        let sections =
            if self.sections.is_empty() { "none".to_owned() } else { self.sections.join(", ") };
        let mut lines = vec![format!(
            "This is a delta review of {} against {}; the whole text was read. Changed sections: {sections}.",
            self.before, self.now
        )];
        let groups: [(&str, DefectStatus, bool); 6] = [
            ("Fixed", DefectStatus::Fixed, false),
            ("Still open", DefectStatus::Open, false),
            ("Regressed", DefectStatus::Regressed, false),
            ("Not raised again, though the text still shows it", DefectStatus::NotRaised, false),
            ("New in what changed", DefectStatus::New, false),
            (
                "New outside of what changed, and blocking only where critical",
                DefectStatus::New,
                true,
            ),
        ];
        for (title, standing, is_outside) in groups {
            let of: Vec<&str> = self
                .findings
                .iter()
                .filter(|one| one.standing == standing && one.is_outside == is_outside)
                .map(|one| one.description.as_str())
                .collect();
            if of.is_empty() {
                continue;
            }
            let most = if grouping < Grouping::Fourth { ONCE_NAMED } else { NAMED };
            let named: Vec<&str> = of.iter().copied().take(most).collect();
            let more = match of.len().saturating_sub(most) {
                0 => String::new(),
                _ if grouping < Grouping::Fourth => "; and more".to_owned(),
                more => format!("; and {more} more"),
            };
            lines.push(format!("{title} ({}): {}{more}.", of.len(), named.join("; ")));
        }
        lines.iter().filter_map(|line| CleanLine::new(line)).collect()
    }
}

/// Follows the findings of earlier reviews into this one. What is new outside of the changed lines was overlooked before
/// and is held against nobody: it is listed apart, and it is no more than minor unless it is a blocker with a quote.
pub(super) fn follow(
    packet: &Packet,
    (earlier, grouping): (&Earlier, Grouping),
    answers: &mut BTreeMap<PanelSeat, Answer>,
) -> Option<FindingsDelta> {
    if earlier.visits.is_empty() {
        return None;
    }
    let now = distinct(packet, answers);
    let mut visits: Vec<Visit<'_>> = earlier
        .visits
        .iter()
        .map(|visit| Visit { packet: visit.packet.as_ref(), findings: seen(visit) })
        .collect();
    let stands = |defect| SessionFinding { defect, stands: true };
    let own = now.iter().map(|locked| stands(Defect::of_claim(packet, locked))).collect();
    visits.push(Visit { packet: Some(packet), findings: own });
    let last_visit = visits.len() - 1;
    let mut findings = Vec::new();
    for life in lives(&visits) {
        let (Some(standing), Some((visit, place))) = (life.now(), life.last_seen()) else {
            continue;
        };
        let locked = (visit == last_visit).then(|| now.get(place)).flatten();
        let is_outside = standing == DefectStatus::New
            && locked.is_some_and(|locked| !is_within(locked, &earlier.changed));
        let before = || earlier.visits.get(visit).and_then(|visit| visit.claims.get(place));
        let seen_in = match locked {
            Some(_) => Some(packet),
            None => earlier.visits.get(visit).and_then(|visit| visit.packet.as_ref()),
        };
        let seen_in = seen_in.filter(|_| grouping >= Grouping::Fourth);
        let claim = locked.map(LockedClaim::claim).or_else(before);
        let description = claim.map(|claim| said(claim, seen_in));
        if let Some(locked) = locked.filter(|_| is_outside) {
            soften(locked.claim(), answers);
        }
        let description = description.unwrap_or_default();
        findings.push(FollowedFinding { standing, is_outside, description });
    }
    let (before, now) = (earlier.before, earlier.now);
    Some(FindingsDelta { before, now, sections: earlier.sections.clone(), findings })
}

/// Returns what the seats claim and the text bears out, each claim once.
fn distinct(packet: &Packet, answers: &BTreeMap<PanelSeat, Answer>) -> Vec<LockedClaim> {
    let mut all: Vec<LockedClaim> = Vec::new();
    for claim in answers.values().flat_map(|answer| &answer.claims) {
        if let Ok(locked) = lock(packet, claim.clone())
            && !all.contains(&locked)
        {
            all.push(locked);
        }
    }
    all
}

fn seen(visit: &Visited) -> Vec<SessionFinding> {
    let defect = |claim: &Claim| {
        let packet = visit.packet.as_ref();
        let locked = packet.and_then(|packet| Some((packet, lock(packet, claim.clone()).ok()?)));
        match locked {
            Some((packet, locked)) => Defect::of_claim(packet, &locked),
            None => Defect::told(
                Some(claim.subcategory),
                claim.rule.clone(),
                Some(claim.evidence.clone()),
                &claim.description,
                claim.location.clone(),
            ),
        }
    };
    visit
        .claims
        .iter()
        .map(|claim| SessionFinding { defect: defect(claim), stands: true })
        .collect()
}

/// Tells whether a finding stands in lines that changed. Where something is missing, any change may be why.
fn is_within(locked: &LockedClaim, changed: &[(usize, usize)]) -> bool {
    let line = locked.place().line.and_then(|line| usize::try_from(line).ok());
    let holds = |(first, count): &(usize, usize)| {
        line.is_some_and(|line| (*first..first + (*count).max(1)).contains(&line))
    };
    matches!(locked.claim().evidence, Evidence::Searched { .. }) || changed.iter().any(holds)
}

/// Holds a finding that was overlooked before against nobody, unless it is a blocker with a quote.
fn soften(claim: &Claim, answers: &mut BTreeMap<PanelSeat, Answer>) {
    let is_proven = matches!(claim.evidence, Evidence::Quote(_));
    if claim.severity == Severity::Blocker && is_proven {
        return;
    }
    let same = |one: &Claim| {
        (&one.rule, &one.evidence, &one.description)
            == (&claim.rule, &claim.evidence, &claim.description)
    };
    let own = answers.values_mut().flat_map(|answer| &mut answer.claims);
    for one in own.filter(|one| same(one)) {
        one.severity = one.severity.min(Severity::Minor);
        one.description.push_str(" (outside of what changed)");
    }
}

/// Says what was found and where: by the heading of its section, if that is known.
fn said(claim: &Claim, packet: Option<&Packet>) -> String {
    let place = match packet {
        Some(packet) => heading(packet, &claim.location),
        None => claim.location.anchor.clone().unwrap_or_else(|| "the document".to_owned()),
    };
    format!("{place}: {}", claim.description)
}
