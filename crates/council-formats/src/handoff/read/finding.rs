//! Findings as people and models write them: under a heading of their own, or as items of a list.

use council_core::{
    handoff::{CleanLine, ExaminedSections, PanelFinding, SeatReview, StatedCertainty},
    severity::Severity,
};

use super::part::{PartPiece, SectionPart, What, after_title};
use crate::handoff::words;

/// A field of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FindingField {
    Kind,
    Severity,
    Certainty,
    Text,
    Quote,
    Recommendation,
    Sections,
    Questions,
}

const LABELS: [(FindingField, &str); 10] = [
    (FindingField::Kind, "Type"),
    (FindingField::Severity, "Severity"),
    (FindingField::Certainty, "Confidence"),
    (FindingField::Text, "Description"),
    (FindingField::Text, "Finding"),
    (FindingField::Quote, "Quote"),
    (FindingField::Quote, "Evidence"),
    (FindingField::Recommendation, "Recommendation"),
    (FindingField::Sections, "Sections"),
    (FindingField::Questions, "Questions"),
];

/// Takes the finding under a heading or label of its own.
pub(super) fn titled<K>(part: &SectionPart<'_, K>, review: &mut SeatReview) {
    HandoffFindingDraft::new(&part.lead).filled(&part.pieces).place(review);
}

/// Takes the findings of a list: each item that is in no other item is one.
pub(super) fn listed<K>(part: &SectionPart<'_, K>, review: &mut SeatReview) {
    let mut rest = part.pieces.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let (What::Item(text), 0) = (&first.what, first.depth) else {
            continue;
        };
        let end = after.iter().position(|piece| piece.depth == 0).unwrap_or(after.len());
        let (own, others) = after.split_at(end);
        rest = others;
        HandoffFindingDraft::labelled(text).filled(own).place(review);
    }
}

/// Returns what an endorsement says.
pub(super) fn endorsement<K>(part: &SectionPart<'_, K>) -> Option<CleanLine> {
    HandoffFindingDraft::new(&part.lead).filled(&part.pieces).words()
}

/// Returns what was examined without finding more.
pub(super) fn examined<K>(part: &SectionPart<'_, K>) -> Option<ExaminedSections> {
    let draft = HandoffFindingDraft::new(&part.lead).filled(&part.pieces);
    Some(ExaminedSections {
        sections: draft.joined(FindingField::Sections)?,
        questions: draft.joined(FindingField::Questions)?,
    })
}

/// A finding being collected: its title and its fields in order.
struct HandoffFindingDraft {
    title: String,
    fields: Vec<(FindingField, String)>,
}

impl HandoffFindingDraft {
    fn new(title: &str) -> Self {
        Self { title: title.to_owned(), fields: Vec::new() }
    }

    /// Begins with the words of a list item: `HIGH: words`, `[HIGH] words`, `HIGH — words`, or fields.
    fn labelled(text: &str) -> Self {
        let mut draft = Self::new("");
        let bare = text.trim_start().trim_start_matches(['[', '(']);
        let end = bare.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(bare.len());
        let (word, rest) = bare.split_at_checked(end).unwrap_or((bare, ""));
        // Only capitals label a finding: "High load is not tested" is a sentence.
        let is_label = word.chars().all(|c| c.is_ascii_uppercase());
        match words::read_severity(word).filter(|_| is_label) {
            Some(_) => {
                draft.fields.push((FindingField::Severity, word.to_owned()));
                let rest = rest.trim_start_matches([']', ')', ':', '-', '–', '—', ' ']);
                draft.take(rest, FindingField::Text);
            }
            None => draft.take(text, FindingField::Text),
        }
        draft
    }

    /// Takes what follows: labelled words are fields, others go on with the field before them in a list, and with the
    /// description otherwise.
    fn filled(mut self, pieces: &[PartPiece<'_>]) -> Self {
        for piece in pieces.iter().filter(|piece| !piece.is_quoted) {
            match &piece.what {
                What::Words(text) => self.take(text, FindingField::Text),
                What::Item(text) => {
                    let open = self.fields.last().map_or(FindingField::Text, |(field, _)| *field);
                    let goes_on = match open {
                        FindingField::Kind | FindingField::Severity | FindingField::Certainty => {
                            FindingField::Text
                        }
                        open => open,
                    };
                    self.take(text, goes_on);
                }
                What::Table(_) | What::Opaque => {}
            }
        }
        self
    }

    /// Takes words line by line; lines without a label go on with the field before them.
    fn take(&mut self, text: &str, unlabelled: FindingField) {
        let mut open = unlabelled;
        let mut lines: Vec<&str> = text.lines().rev().collect();
        while let Some(line) = lines.pop() {
            let line = line.trim();
            let Some((field, value)) = field(line) else {
                self.fields.push((open, line.to_owned()));
                continue;
            };
            let (value, more) = one_word(field, value);
            self.fields.push((field, value.to_owned()));
            lines.extend(more);
            open = field;
        }
    }

    fn place(self, review: &mut SeatReview) {
        let is_endorsement = self
            .all(FindingField::Kind)
            .any(|kind| kind.trim().eq_ignore_ascii_case("endorsement"));
        let Some(text) = self.words() else {
            return;
        };
        if is_endorsement {
            review.endorsements.push(text);
            return;
        }
        review.findings.push(PanelFinding {
            severity: self.severity(),
            certainty: self.certainty(),
            text,
            quote: self.joined(FindingField::Quote),
            recommendation: self.joined(FindingField::Recommendation),
        });
    }

    /// Returns the worst severity that is stated.
    fn severity(&self) -> Option<Severity> {
        self.all(FindingField::Severity).filter_map(words::read_severity).max()
    }

    /// Returns the least certainty that is stated.
    fn certainty(&self) -> Option<StatedCertainty> {
        self.all(FindingField::Certainty).filter_map(words::read_certainty).min()
    }

    /// Returns the title and the description in one.
    fn words(&self) -> Option<CleanLine> {
        let text = self.joined(FindingField::Text);
        match (CleanLine::new(&self.title), text) {
            (Some(title), Some(text)) => CleanLine::new(&format!("{title}: {text}")),
            (title, text) => title.or(text),
        }
    }

    fn joined(&self, field: FindingField) -> Option<CleanLine> {
        CleanLine::new(&self.all(field).collect::<Vec<_>>().join(" "))
    }

    fn all(&self, field: FindingField) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(one, _)| *one == field).map(|(_, value)| value.as_str())
    }
}

fn field(line: &str) -> Option<(FindingField, &str)> {
    LABELS.iter().find_map(|(field, label)| {
        let value = after_title(line, label)?;
        // Without a colon it is a word, not a label.
        (!value.is_empty() || line.ends_with(':')).then_some((*field, value))
    })
}

/// Splits `HIGH | Confidence: LOW`, as people write two fields on one line. A bar that is not followed by a label stays:
/// `HIGH | LOW` is a template nobody filled in, and no severity.
fn one_word(of: FindingField, value: &str) -> (&str, Option<&str>) {
    match of {
        FindingField::Kind | FindingField::Severity | FindingField::Certainty => {
            match value.split_once('|') {
                Some((word, more)) if field(more.trim()).is_some() => (word, Some(more)),
                Some(_) | None => (value, None),
            }
        }
        FindingField::Text
        | FindingField::Quote
        | FindingField::Recommendation
        | FindingField::Sections
        | FindingField::Questions => (value, None),
    }
}
