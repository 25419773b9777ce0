//! What a round hands to the next: where to look, how, what is still open. Computed from the findings, never written
//! by a seat.

mod about;
mod focus;
mod way_out;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::{
    agreement::Agreement,
    alignment::{Assessment, Degree},
    council::{CouncilFinding, CouncilProtocol, Round},
    finding::SeatId,
    merge::FindingId,
    mode::{Lens, ModeId},
    north_star::Vision,
    severity::Severity,
};

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
    pub questions: Vec<BriefingQuestion>,
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

    /// Returns the mark of one note, by which answers refer to it: the sort of note and its place among them, from 0.
    pub fn mark(&self, sort: NoteKind, at: usize) -> String {
        format!("{}.{}{}", self.id(), sort.letter(), at + 1)
    }

    /// Returns everything that an answer can refer to: the whole and each of its notes.
    pub fn marks(&self) -> BTreeSet<String> {
        let each = |sort, count| (0..count).map(move |at| self.mark(sort, at));
        std::iter::once(self.id())
            .chain(each(NoteKind::Focus, self.focus.len()))
            .chain(each(NoteKind::Emphasis, self.emphasis.len()))
            .chain(each(NoteKind::Question, self.questions.len()))
            .chain(each(NoteKind::Dispute, self.disputes.len()))
            .chain(each(NoteKind::Target, usize::from(!self.targets.is_empty())))
            .collect()
    }
}

/// A sort of note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// Where to look closer.
    Focus,
    /// Which modes to lean on.
    Emphasis,
    /// What nobody has answered.
    Question,
    /// What the seats dispute.
    Dispute,
    /// What the next round must settle: all of it is one note.
    Target,
}

impl NoteKind {
    fn letter(self) -> char {
        match self {
            NoteKind::Focus => 'F',
            NoteKind::Emphasis => 'M',
            NoteKind::Question => 'Q',
            NoteKind::Dispute => 'D',
            NoteKind::Target => 'T',
        }
    }
}

/// A place that deserves a second look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FocusArea {
    /// The place.
    pub area: String,
    /// Why.
    pub rationale: String,
    /// The modes to look with.
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
    /// The ones that found nothing while others did.
    pub ease_off: Vec<ModeId>,
    /// Why.
    pub rationale: String,
}

/// Something to be answered before the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BriefingQuestion {
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
    /// What is said for it.
    pub arguments: Vec<Argument>,
    /// What is said against it.
    pub objections: Vec<Argument>,
}

/// What one seat says for or against a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The seat.
    pub seat: SeatId,
    /// How bad it says it is, if it stands behind the finding.
    pub severity: Option<Severity>,
    /// What it says.
    pub text: String,
}

/// What a briefing is made from.
pub(crate) struct Material<'a> {
    pub(crate) after: Round,
    pub(crate) at: Timestamp,
    pub(crate) findings: &'a [CouncilFinding],
    pub(crate) live: &'a BTreeSet<SeatId>,
    pub(crate) lenses: &'a [Lens],
    pub(crate) questions: &'a BTreeSet<String>,
    pub(crate) vision: Option<&'a Vision>,
    pub(crate) assessments: &'a BTreeMap<SeatId, Assessment>,
    pub(crate) votes: &'a BTreeSet<FindingId>,
    pub(crate) decided_by: &'a str,
}

/// Writes the notes after a round.
pub(crate) fn brief(material: &Material<'_>) -> Briefing {
    let standing = |finding: &&CouncilFinding| finding.agreement(material.live);
    let disputed: Vec<&CouncilFinding> = material
        .findings
        .iter()
        .filter(|finding| standing(finding) == Agreement::Contested)
        .collect();
    let (candidates, targets): (Vec<&CouncilFinding>, Vec<&CouncilFinding>) = material
        .findings
        .iter()
        .filter(|finding| {
            finding.severity() >= Severity::Major || standing(finding) == Agreement::Contested
        })
        .partition(|finding| standing(finding).is_confirmed() && finding.has_remedy());
    Briefing {
        after: material.after,
        at: material.at,
        focus: focus::focus(material),
        emphasis: emphasis(material),
        questions: questions(material, &disputed),
        disputes: disputed.into_iter().map(dispute).collect(),
        targets: targets.into_iter().map(|finding| finding.id().clone()).collect(),
        candidates: candidates.into_iter().map(|finding| finding.id().clone()).collect(),
    }
}

/// Tells each live seat which of its modes found most, and which found nothing.
fn emphasis(material: &Material<'_>) -> Vec<Emphasis> {
    let live = material.lenses.iter().filter(|lens| material.live.contains(&lens.seat));
    live.map(|lens| {
        let modes = lens.modes();
        let mut yields: BTreeMap<ModeId, usize> = BTreeMap::new();
        for raised in material
            .findings
            .iter()
            .flat_map(CouncilFinding::raised)
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
            let (lean_on, ease_off) = (modes.clone(), Vec::new());
            return Emphasis { seat: lens.seat, modes, lean_on, ease_off, rationale };
        }
        let is_single = lean_on.len() == 1
            && material
                .findings
                .first()
                .is_some_and(|one| one.protocol() >= CouncilProtocol::Tenth);
        let found = counted(best, "finding");
        let rationale = if is_single {
            format!("most findings came from it ({found})")
        } else {
            format!("most findings came from these ({found} each)")
        };
        let ease_off = modes.iter().copied().filter(|mode| !yields.contains_key(mode)).collect();
        Emphasis { seat: lens.seat, modes, lean_on, ease_off, rationale }
    })
    .collect()
}

fn questions(material: &Material<'_>, disputed: &[&CouncilFinding]) -> Vec<BriefingQuestion> {
    let asked = material.questions.iter().map(|text| {
        let about = about::findings(text, material.findings);
        (text.clone(), about)
    });
    let open = disputed.iter().map(|finding| {
        (
            format!("does {} hold: {}", finding.id(), finding.claim().description),
            vec![finding.id().clone()],
        )
    });
    let decided_by = || material.decided_by.to_owned();
    asked
        .chain(open)
        .map(|(text, findings)| BriefingQuestion { text, findings, decided_by: decided_by() })
        .collect()
}

fn dispute(finding: &CouncilFinding) -> Dispute {
    // Up to the third protocol the ways out were the same three sentences for every finding.
    let is_told = finding.protocol() >= CouncilProtocol::Fourth;
    let against = finding.opinions().values().find(|opinion| opinion.holds.is_none());
    let (disagreement, way_out) = match against {
        Some(opinion) if is_told => {
            (format!("whether it holds at all: {}", opinion.rationale), way_out::of_doubt(finding))
        }
        None if is_told && finding.is_torn_between_remedies() => {
            ("which of the remediations is right".to_owned(), way_out::of_remedies(finding))
        }
        None if is_told => {
            ("whether it must stop the work".to_owned(), way_out::of_severity(finding))
        }
        Some(opinion) => (
            format!("whether it holds at all: {}", opinion.rationale),
            "quote the text that shows the defect, or the text that rules it out".to_owned(),
        ),
        None if finding.is_torn_between_remedies() => (
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
        arguments: finding.arguments(),
        objections: finding
            .objections()
            .into_iter()
            .map(|(seat, why)| Argument { seat, severity: None, text: why.to_owned() })
            .collect(),
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
