//! What a human decided, what changed, and whether the panel meets again: the last three sections.

use council_core::handoff::{
    CleanLine, Decisions, HumanAct, PacketVersion, ReReview, Rejection, Revised, RevisionLog,
};
use jiff::civil::Date;

use super::{
    front::day,
    notes::{Notes, shown},
    part::{Named, SectionPart, after_title, split},
    section::FoundSection,
};
use crate::{
    handoff::words::{self, BECAUSE},
    markdown::BlockKind,
};

/// A part of one of the three sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecisionPart {
    ReviewDate,
    Answer,
    Accepted,
    Rejected,
    Notes,
    DecidedBy,
    Before,
    After,
    Changes,
    Decision,
    DecisionDate,
    Rationale,
    NextScope,
    NextFile,
    AcknowledgedBy,
    AcknowledgedBecause,
}

/// Reads what a human decided.
pub(super) fn read(section: &FoundSection<'_>, notes: &mut Notes<'_>) -> Decisions {
    let parts = split(section.blocks, |text| {
        name(
            text,
            &[
                (DecisionPart::ReviewDate, "Review Date"),
                (DecisionPart::Answer, "Decision"),
                (DecisionPart::Accepted, "Accepted Recommendations"),
                (DecisionPart::Rejected, "Rejected Recommendations"),
                (DecisionPart::Notes, "Notes"),
                (DecisionPart::DecidedBy, "Decided By"),
            ],
        )
    });
    let answer = LabelledValue {
        name: DecisionPart::Answer,
        code: "answer-invalid",
        label: "Decision",
        expected: "one of `ACCEPTED`, `REJECTED` and `PARTIAL`",
    };
    Decisions {
        date: date(&parts, DecisionPart::ReviewDate, "review-date-invalid", "Review Date", notes),
        answer: answer.read(&parts, words::read_answer, notes),
        accepted: lines(&parts, DecisionPart::Accepted),
        rejected: rejected(&parts, notes),
        notes: parts
            .iter()
            .filter(|part| part.name == Some(DecisionPart::Notes))
            .flat_map(|part| part.prose().paragraphs().to_vec())
            .filter(|words| words.as_str() != words::NO_NOTES)
            .collect(),
        acts: acts(&parts, DecisionPart::DecidedBy).collect(),
    }
}

/// Reads what changed.
pub(super) fn log(section: &FoundSection<'_>, notes: &mut Notes<'_>) -> RevisionLog {
    let parts = split(section.blocks, |text| {
        name(
            text,
            &[
                (DecisionPart::Before, "PRD version before council"),
                (DecisionPart::After, "PRD version after revisions"),
                (DecisionPart::DecidedBy, "Revised By"),
                (DecisionPart::Changes, "Changes Made"),
            ],
        )
    });
    let before = LabelledValue {
        name: DecisionPart::Before,
        code: "log-version-invalid",
        label: "PRD version before council",
        expected: "a version such as `v1`",
    };
    let after = LabelledValue {
        name: DecisionPart::After,
        label: "PRD version after revisions",
        expected: "a version such as `v2`, or `No revision`",
        ..before
    };
    let read_after = |text: &str| {
        if text == "No revision" || text.starts_with("No revision (") {
            return Some(Revised::Unchanged);
        }
        PacketVersion::read(text).map(Revised::Version)
    };
    RevisionLog {
        before: before.read(&parts, PacketVersion::read, notes),
        after: after.read(&parts, read_after, notes),
        changes: lines(&parts, DecisionPart::Changes),
        act: acts(&parts, DecisionPart::DecidedBy).next(),
    }
}

/// Reads the decision of the re-review gate. Only what stands directly under the section's heading counts.
pub(super) fn rereview(section: &FoundSection<'_>, notes: &mut Notes<'_>) -> ReReview {
    let is_heading = |kind: &BlockKind| matches!(kind, BlockKind::Heading { .. });
    let own = section.blocks.split(|block| is_heading(&block.kind) && block.quotes == 0).next();
    let parts = split(own.unwrap_or_default(), |text| {
        name(
            text,
            &[
                (DecisionPart::Decision, "Gate Decision"),
                (DecisionPart::DecisionDate, "Decision Date"),
                (DecisionPart::Rationale, "Rationale"),
                (DecisionPart::NextScope, "Next review scope"),
                (DecisionPart::NextFile, "Next review file"),
                (DecisionPart::DecidedBy, "Decided By"),
                (DecisionPart::AcknowledgedBy, "Acknowledged By"),
                (DecisionPart::AcknowledgedBecause, "Acknowledged Because"),
            ],
        )
    });
    let decision = LabelledValue {
        name: DecisionPart::Decision,
        code: "gate-decision-invalid",
        label: "Gate Decision",
        expected: "`PROCEED` or `RECONVENE`",
    };
    let text = |name| {
        let part = parts.iter().find(|part| part.name == Some(name))?;
        CleanLine::new(&part.lead)
    };
    ReReview {
        decision: decision.read(&parts, words::read_decision, notes),
        date: date(
            &parts,
            DecisionPart::DecisionDate,
            "decision-date-invalid",
            "Decision Date",
            notes,
        ),
        rationale: text(DecisionPart::Rationale),
        next_scope: text(DecisionPart::NextScope),
        next_file: text(DecisionPart::NextFile),
        act: acts(&parts, DecisionPart::DecidedBy).next(),
        acknowledged: acts(&parts, DecisionPart::AcknowledgedBy)
            .next()
            .zip(text(DecisionPart::AcknowledgedBecause)),
    }
}

fn name(text: &str, labels: &[(DecisionPart, &str)]) -> Named<DecisionPart> {
    labels.iter().find_map(|(name, label)| Some((*name, after_title(text, label)?.to_owned())))
}

/// Reads who acted. What is no act is ignored: it proves nothing, and the journal has the proof.
fn acts(
    parts: &[SectionPart<'_, DecisionPart>],
    name: DecisionPart,
) -> impl Iterator<Item = HumanAct> {
    let named = parts.iter().filter(move |part| part.name == Some(name));
    named.filter_map(|part| HumanAct::read(part.lead.trim()))
}

fn lines(parts: &[SectionPart<'_, DecisionPart>], name: DecisionPart) -> Vec<CleanLine> {
    parts.iter().filter(|part| part.name == Some(name)).flat_map(SectionPart::lines).collect()
}

fn rejected(parts: &[SectionPart<'_, DecisionPart>], notes: &mut Notes<'_>) -> Vec<Rejection> {
    let mut all = Vec::new();
    for part in parts.iter().filter(|part| part.name == Some(DecisionPart::Rejected)) {
        for item in part.items() {
            // Our own writer begins a line with the reason, so that words of the recommendation cannot be taken for it.
            let own_line = item.split_once(&format!("\n{BECAUSE}"));
            let (text, rationale) = match own_line.or_else(|| item.split_once(BECAUSE)) {
                Some((text, rationale)) => (text, CleanLine::new(rationale)),
                None => (item, None),
            };
            let Some(text) = CleanLine::new(text) else {
                continue;
            };
            if rationale.is_none() {
                notes.error(
                    "rationale-missing",
                    part.line,
                    format!("{} was rejected without a rationale", shown(text.as_str())),
                    format!("write `{BECAUSE}` and why after the recommendation"),
                );
            }
            all.push(Rejection { text, rationale });
        }
    }
    all
}

fn date(
    parts: &[SectionPart<'_, DecisionPart>],
    name: DecisionPart,
    code: &'static str,
    label: &'static str,
    notes: &mut Notes<'_>,
) -> Option<Date> {
    let wanted = LabelledValue { name, code, label, expected: "a day such as `2026-03-03`" };
    wanted.read(parts, day, notes)
}

/// A value with a label.
#[derive(Clone, Copy)]
struct LabelledValue {
    name: DecisionPart,
    code: &'static str,
    label: &'static str,
    expected: &'static str,
}

impl LabelledValue {
    /// Reads the value. What is there and no valid value is said; what is there twice and differs is no value.
    fn read<T: PartialEq>(
        self,
        parts: &[SectionPart<'_, DecisionPart>],
        read: impl Fn(&str) -> Option<T>,
        notes: &mut Notes<'_>,
    ) -> Option<T> {
        let mut value = None;
        for part in parts.iter().filter(|part| part.name == Some(self.name)) {
            let Some(found) = read(part.lead.trim()) else {
                let said = shown(&part.lead);
                let message = format!("`{}` is {said}, expected {}", self.label, self.expected);
                notes.error(self.code, part.line, message, format!("write {}", self.expected));
                return None;
            };
            if value.as_ref().is_some_and(|value| *value != found) {
                let message = format!("`{}` is stated twice and differs", self.label);
                notes.error(self.code, part.line, message, "keep the one that is true");
                return None;
            }
            value = Some(found);
        }
        value
    }
}
