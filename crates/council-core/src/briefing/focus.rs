//! Where to look closer: the places with the worst findings and, before the last round, what keeps it from ending well.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::{FocusArea, Material, counted};
use crate::{
    alignment::{Alignment, Assessment, Degree},
    council::{self, CouncilFinding, CouncilProtocol, Round},
    finding::SeatId,
    merge::FindingId,
    mode::{self, Lens, ModeId},
    north_star::{Vision, VisionPhase},
    severity::Severity,
};

/// How many places are singled out at most.
const PLACES: usize = 5;

/// How many modes are suggested at most.
const SUGGESTED: usize = 3;

/// How many findings are named at most; a seat is shown all of them anyway.
const NAMED: usize = 5;

/// Below this score a packet does little for the phase the vision is in.
const LITTLE: f64 = 0.5;

/// Singles out the places with the worst findings; with none, asks for a second reading of the whole. Before the last
/// round follows what it has to settle: votes, blockers nobody can mend, and gaps to the vision.
pub(super) fn focus(material: &Material<'_>) -> Vec<FocusArea> {
    let mut areas = places(material);
    match material.after {
        Round::Broad => {}
        Round::Remediate | Round::Converge => {
            areas.extend(unmended(material));
            areas.extend(undecided(material));
            areas.extend(gaps(material));
        }
    }
    if areas.is_empty() {
        return vec![FocusArea {
            area: "the whole packet".to_owned(),
            rationale: "no seat found anything, so nothing is known to be safe".to_owned(),
            modes: Vec::new(),
            priority: Degree::Low,
        }];
    }
    areas
}

fn places(material: &Material<'_>) -> Vec<FocusArea> {
    // Since the seats can say what is one defect, they are told of all that may be, and not only at these places.
    let is_told =
        material.findings.first().is_some_and(|one| one.protocol() >= CouncilProtocol::Third);
    let clusters = if is_told { Vec::new() } else { council::related(material.findings) };
    let clusters = clusters.into_iter();
    let clusters: BTreeMap<FindingId, Vec<FindingId>> =
        clusters.filter_map(|cluster| Some((cluster.first()?.clone(), cluster))).collect();
    let mut places: BTreeMap<(&str, Option<&str>), Vec<&CouncilFinding>> = BTreeMap::new();
    for finding in material.findings {
        let location = &finding.claim().location;
        let place = (location.path.as_str(), location.anchor.as_deref());
        places.entry(place).or_default().push(finding);
    }
    let worst =
        |findings: &[&CouncilFinding]| findings.iter().map(|finding| finding.severity()).max();
    let mut areas: Vec<(Severity, String, Vec<&CouncilFinding>)> = places
        .into_values()
        .filter_map(|findings| {
            let area = findings.first()?.claim().location.to_string();
            Some((worst(&findings)?, area, findings))
        })
        .collect();
    areas.sort_by(|one, two| {
        (two.0, two.2.len()).cmp(&(one.0, one.2.len())).then_with(|| one.1.cmp(&two.1))
    });
    areas.truncate(PLACES);
    areas
        .into_iter()
        .map(|(worst, area, findings)| {
            let mut rationale =
                format!("{}, the worst a {}", counted(findings.len(), "finding"), worst.word());
            for cluster in findings.iter().filter_map(|finding| clusters.get(finding.id())) {
                let _ = write!(rationale, "; {} may be one defect", named(cluster.iter()));
            }
            let priority = match worst {
                Severity::Blocker | Severity::Major => Degree::High,
                Severity::Minor => Degree::Medium,
                Severity::Note => Degree::Low,
            };
            let modes = modes(material, &findings);
            FocusArea { area, rationale, modes, priority }
        })
        .collect()
}

fn unmended(material: &Material<'_>) -> Option<FocusArea> {
    let stuck = |finding: &&CouncilFinding| {
        finding.severity() == Severity::Blocker && !finding.has_remedy()
    };
    let findings: Vec<&CouncilFinding> = material.findings.iter().filter(stuck).collect();
    listed(material, "blockers without a remediation", &findings)
}

fn undecided(material: &Material<'_>) -> Option<FocusArea> {
    let voted = |finding: &&CouncilFinding| material.votes.contains(finding.id());
    let findings: Vec<&CouncilFinding> = material.findings.iter().filter(voted).collect();
    listed(material, "findings that need a vote", &findings)
}

fn listed(material: &Material<'_>, area: &str, findings: &[&CouncilFinding]) -> Option<FocusArea> {
    if findings.is_empty() {
        return None;
    }
    Some(FocusArea {
        area: area.to_owned(),
        rationale: named(findings.iter().map(|finding| finding.id())),
        modes: modes(material, findings),
        priority: Degree::High,
    })
}

/// Returns the phases of the vision that are not settled: a seat has not scored them, the seats differ, or it is the
/// phase the vision is in and the packet does little for it.
fn gaps(material: &Material<'_>) -> Vec<FocusArea> {
    let Some(vision) = material.vision else {
        return Vec::new();
    };
    let alignment = Alignment::of(vision, material.live, material.assessments);
    let gap = |phase: &VisionPhase| {
        let (rationale, priority) = gap(phase, vision, &alignment, material)?;
        let area = format!("North Star phase {}: {}", phase.number, phase.name);
        Some(FocusArea { area, rationale, modes: Vec::new(), priority })
    };
    vision.phases.iter().filter_map(gap).collect()
}

fn gap(
    phase: &VisionPhase,
    vision: &Vision,
    alignment: &Alignment,
    material: &Material<'_>,
) -> Option<(String, Degree)> {
    let scored = |assessment: &Assessment| assessment.phases.contains_key(&phase.number);
    let silent = |seat: &&SeatId| !material.assessments.get(seat).is_some_and(scored);
    let silent: Vec<String> = material.live.iter().filter(silent).map(SeatId::to_string).collect();
    if !silent.is_empty() {
        return Some((format!("not scored by {}", silent.join(", ")), Degree::High));
    }
    let seen = alignment.phases.get(&phase.number)?;
    if !seen.is_consensus() {
        let rationale = format!("the seats differ, with a variance of {:.2}", seen.variance);
        return Some((rationale, Degree::Medium));
    }
    let is_current = vision.current_phase == Some(phase.number);
    (is_current && seen.score < LITTLE).then(|| {
        let rationale =
            format!("the vision is in this phase and the packet scores {:.2}", seen.score);
        (rationale, Degree::Medium)
    })
}

/// Suggests modes for a second look: of those that a seat holds and that have found nothing there, the ones that what was
/// found speaks for most. Up to the fifth protocol they were the modes that had found something.
fn modes(material: &Material<'_>, findings: &[&CouncilFinding]) -> Vec<ModeId> {
    let raised = || findings.iter().flat_map(|finding| finding.raised());
    let found: BTreeSet<ModeId> = raised().filter_map(|raised| raised.claim.claim().mode).collect();
    if findings.iter().any(|finding| finding.protocol() < CouncilProtocol::Sixth) {
        return found.into_iter().collect();
    }
    let live = material.lenses.iter().filter(|lens| material.live.contains(&lens.seat));
    let mut fresh: Vec<ModeId> = Vec::new();
    for mode in live.flat_map(Lens::modes) {
        if !(found.contains(&mode) || fresh.contains(&mode)) {
            fresh.push(mode);
        }
    }
    let said = raised().flat_map(|raised| {
        let claim = raised.claim.claim();
        claim.quotes().chain([claim.description.as_str()])
    });
    mode::rank(&said.collect::<Vec<_>>().join("\n"), &mut fresh);
    fresh.truncate(SUGGESTED);
    fresh
}

fn named<'a>(ids: impl Iterator<Item = &'a FindingId>) -> String {
    let ids: Vec<String> = ids.map(FindingId::to_string).collect();
    let more = ids.len().saturating_sub(NAMED);
    let first: Vec<&str> = ids.iter().take(NAMED).map(String::as_str).collect();
    let first = first.join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}
