//! What a round hands to the next: where to look, how, what is still open. Computed from the findings, never written
//! by a seat.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::{
    agreement::Agreement,
    alignment::Degree,
    council::{Finding, Round},
    finding::SeatId,
    merge::FindingId,
    mode::{Lens, ModeId},
    severity::Severity,
};

/// How many places are singled out at most.
const FOCUS_AREAS: usize = 5;

/// The notes after one round.
#[derive(Debug, Clone, PartialEq)]
pub struct Briefing {
    /// The round that ended.
    pub after: Round,
    /// When it ended.
    pub at: Timestamp,
    /// Where to look closer; at least one.
    pub focus: Vec<FocusArea>,
    /// Which of its modes each live seat should lean on.
    pub emphasis: Vec<Emphasis>,
    /// What nobody has answered.
    pub questions: Vec<Question>,
    /// What the seats dispute.
    pub disputes: Vec<Dispute>,
    /// The findings the next round must settle.
    pub targets: Vec<FindingId>,
    /// The findings that need no vote any more.
    pub candidates: Vec<FindingId>,
}

impl Briefing {
    /// Returns the id by which the next round's answers refer to it.
    pub fn id(&self) -> String {
        format!("ONB-{}", self.after.number())
    }
}

/// A place that deserves a second look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FocusArea {
    /// The place.
    pub area: String,
    /// Why.
    pub rationale: String,
    /// The modes that found something there.
    pub modes: Vec<ModeId>,
    /// How much it matters.
    pub priority: Degree,
}

/// Which modes a seat should lean on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emphasis {
    /// The seat.
    pub seat: SeatId,
    /// All its modes.
    pub modes: Vec<ModeId>,
    /// The ones that found most.
    pub lean_on: Vec<ModeId>,
    /// Why.
    pub rationale: String,
}

/// Something to be answered before the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub text: String,
    /// The findings it is about.
    pub findings: Vec<FindingId>,
    /// Who must answer it.
    pub decided_by: String,
}

/// A finding the seats dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The finding.
    pub finding: FindingId,
    /// Who stands behind it.
    pub supporters: BTreeSet<SeatId>,
    /// Who does not.
    pub dissenters: BTreeSet<SeatId>,
    /// What they differ on.
    pub disagreement: String,
    /// What would settle it.
    pub way_out: String,
}

/// What a briefing is made from.
pub(crate) struct Material<'a> {
    pub(crate) after: Round,
    pub(crate) at: Timestamp,
    pub(crate) findings: &'a [Finding],
    pub(crate) live: &'a BTreeSet<SeatId>,
    pub(crate) lenses: &'a [Lens],
    pub(crate) questions: &'a BTreeSet<String>,
    pub(crate) decided_by: &'a str,
}

/// Writes the notes after a round.
pub(crate) fn brief(material: &Material<'_>) -> Briefing {
    let standing = |finding: &&Finding| finding.agreement(material.live);
    let disputed: Vec<&Finding> = material
        .findings
        .iter()
        .filter(|finding| standing(finding) == Agreement::Contested)
        .collect();
    let (candidates, targets): (Vec<&Finding>, Vec<&Finding>) = material
        .findings
        .iter()
        .filter(|finding| {
            finding.severity() >= Severity::Major || standing(finding) == Agreement::Contested
        })
        .partition(|finding| {
            standing(finding).is_confirmed() && finding.remediations().next().is_some()
        });
    Briefing {
        after: material.after,
        at: material.at,
        focus: focus(material),
        emphasis: emphasis(material),
        questions: questions(material, &disputed),
        disputes: disputed.into_iter().map(dispute).collect(),
        targets: targets.into_iter().map(|finding| finding.id().clone()).collect(),
        candidates: candidates.into_iter().map(|finding| finding.id().clone()).collect(),
    }
}

/// Singles out the places with the worst findings; with none, asks for a second reading of the whole.
fn focus(material: &Material<'_>) -> Vec<FocusArea> {
    let mut places: BTreeMap<String, Vec<&Finding>> = BTreeMap::new();
    for finding in material.findings {
        places.entry(finding.claim().location.to_string()).or_default().push(finding);
    }
    let mut areas: Vec<(Severity, usize, FocusArea)> = places
        .into_iter()
        .map(|(area, findings)| {
            let worst =
                findings.iter().map(|finding| finding.severity()).max().unwrap_or(Severity::Note);
            let raised = findings.iter().flat_map(|finding| finding.raised());
            let modes: BTreeSet<ModeId> =
                raised.filter_map(|raised| raised.claim.claim().mode).collect();
            let rationale =
                format!("{}, the worst a {}", counted(findings.len(), "finding"), worst.word());
            let priority = match worst {
                Severity::Blocker | Severity::Major => Degree::High,
                Severity::Minor => Degree::Medium,
                Severity::Note => Degree::Low,
            };
            (
                worst,
                findings.len(),
                FocusArea { area, rationale, modes: modes.into_iter().collect(), priority },
            )
        })
        .collect();
    areas.sort_by(|one, two| {
        (two.0, two.1).cmp(&(one.0, one.1)).then_with(|| one.2.area.cmp(&two.2.area))
    });
    if areas.is_empty() {
        return vec![FocusArea {
            area: "the whole packet".to_owned(),
            rationale: "no seat found anything, so nothing is known to be safe".to_owned(),
            modes: Vec::new(),
            priority: Degree::Low,
        }];
    }
    areas.into_iter().take(FOCUS_AREAS).map(|(_, _, area)| area).collect()
}

/// Tells each live seat which of its modes found most.
fn emphasis(material: &Material<'_>) -> Vec<Emphasis> {
    let live = material.lenses.iter().filter(|lens| material.live.contains(&lens.seat));
    live.map(|lens| {
        let modes = lens.modes();
        let mut yields: BTreeMap<ModeId, usize> = BTreeMap::new();
        for raised in material
            .findings
            .iter()
            .flat_map(Finding::raised)
            .filter(|raised| raised.seat == lens.seat)
        {
            if let Some(mode) = raised.claim.claim().mode {
                *yields.entry(mode).or_default() += 1;
            }
        }
        let best = yields.values().max().copied().unwrap_or(0);
        let lean_on: Vec<ModeId> =
            modes.iter().copied().filter(|mode| yields.get(mode) == Some(&best)).collect();
        if lean_on.is_empty() {
            let rationale =
                "none of its modes found anything, so all of them read again".to_owned();
            return Emphasis { seat: lens.seat, lean_on: modes.clone(), modes, rationale };
        }
        let rationale =
            format!("most findings came from these ({} each)", counted(best, "finding"));
        Emphasis { seat: lens.seat, modes, lean_on, rationale }
    })
    .collect()
}

fn questions(material: &Material<'_>, disputed: &[&Finding]) -> Vec<Question> {
    let asked = material.questions.iter().map(|text| (text.clone(), Vec::new()));
    let open = disputed.iter().map(|finding| {
        (
            format!("does {} hold: {}", finding.id(), finding.claim().description),
            vec![finding.id().clone()],
        )
    });
    let decided_by = || material.decided_by.to_owned();
    asked
        .chain(open)
        .map(|(text, findings)| Question { text, findings, decided_by: decided_by() })
        .collect()
}

fn dispute(finding: &Finding) -> Dispute {
    let against = finding.opinions().values().find(|opinion| opinion.holds.is_none());
    let (disagreement, way_out) = match against {
        Some(opinion) => (
            format!("whether it holds at all: {}", opinion.rationale),
            "quote the text that shows the defect, or the text that rules it out".to_owned(),
        ),
        None if finding.proposals().values().any(|proposal| proposal.excludes_others) => (
            "which of the remediations is right".to_owned(),
            "choose one remediation, or word one that serves both aims".to_owned(),
        ),
        None => (
            "whether it must stop the work".to_owned(),
            "say what breaks if the work goes on with the text as it is".to_owned(),
        ),
    };
    Dispute {
        finding: finding.id().clone(),
        supporters: finding.supporting(),
        dissenters: finding.dissenting(),
        disagreement,
        way_out,
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
