//! Findings as people and models write them: under a heading of their own, or as items of a list.

use council_core::{
    handoff::{Certainty, Examined, Line, PanelFinding, Review},
    severity::Severity,
};

use super::part::{Part, Piece, What, after_title};
use crate::handoff::words;

/// A field of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Kind,
    Severity,
    Certainty,
    Text,
    Quote,
    Recommendation,
    Sections,
    Questions,
}

const LABELS: [(Field, &str); 10] = [
    (Field::Kind, "Type"),
    (Field::Severity, "Severity"),
    (Field::Certainty, "Confidence"),
    (Field::Text, "Description"),
    (Field::Text, "Finding"),
    (Field::Quote, "Quote"),
    (Field::Quote, "Evidence"),
    (Field::Recommendation, "Recommendation"),
    (Field::Sections, "Sections"),
    (Field::Questions, "Questions"),
];

/// Takes the finding under a heading or label of its own.
pub(super) fn titled<K>(part: &Part<'_, K>, review: &mut Review) {
    Draft::new(&part.lead).filled(&part.pieces).place(review);
}

/// Takes the findings of a list: each item that is in no other item is one.
pub(super) fn listed<K>(part: &Part<'_, K>, review: &mut Review) {
    let mut rest = part.pieces.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let (What::Item(text), 0) = (&first.what, first.depth) else {
            continue;
        };
        let end = after.iter().position(|piece| piece.depth == 0).unwrap_or(after.len());
        let (own, others) = after.split_at(end);
        rest = others;
        Draft::labelled(text).filled(own).place(review);
    }
}

/// Returns what an endorsement says.
pub(super) fn endorsement<K>(part: &Part<'_, K>) -> Option<Line> {
    Draft::new(&part.lead).filled(&part.pieces).words()
}

/// Returns what was examined without finding more.
pub(super) fn examined<K>(part: &Part<'_, K>) -> Option<Examined> {
    let draft = Draft::new(&part.lead).filled(&part.pieces);
    Some(Examined {
        sections: draft.joined(Field::Sections)?,
        questions: draft.joined(Field::Questions)?,
    })
}

/// A finding being collected: its title and its fields in order.
struct Draft {
    title: String,
    fields: Vec<(Field, String)>,
}

impl Draft {
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
                draft.fields.push((Field::Severity, word.to_owned()));
                let rest = rest.trim_start_matches([']', ')', ':', '-', '–', '—', ' ']);
                draft.take(rest, Field::Text);
            }
            None => draft.take(text, Field::Text),
        }
        draft
    }

    /// Takes what follows: labelled words are fields, others go on with the field before them in a list, and with the
    /// description otherwise.
    fn filled(mut self, pieces: &[Piece<'_>]) -> Self {
        for piece in pieces.iter().filter(|piece| !piece.is_quoted) {
            match &piece.what {
                What::Words(text) => self.take(text, Field::Text),
                What::Item(text) => {
                    let open = self.fields.last().map_or(Field::Text, |(field, _)| *field);
                    let goes_on = match open {
                        Field::Kind | Field::Severity | Field::Certainty => Field::Text,
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
    fn take(&mut self, text: &str, unlabelled: Field) {
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

    fn place(self, review: &mut Review) {
        let is_endorsement =
            self.all(Field::Kind).any(|kind| kind.trim().eq_ignore_ascii_case("endorsement"));
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
            quote: self.joined(Field::Quote),
            recommendation: self.joined(Field::Recommendation),
        });
    }

    /// Returns the worst severity that is stated.
    fn severity(&self) -> Option<Severity> {
        self.all(Field::Severity).filter_map(words::read_severity).max()
    }

    /// Returns the least certainty that is stated.
    fn certainty(&self) -> Option<Certainty> {
        self.all(Field::Certainty).filter_map(words::read_certainty).min()
    }

    /// Returns the title and the description in one.
    fn words(&self) -> Option<Line> {
        let text = self.joined(Field::Text);
        match (Line::new(&self.title), text) {
            (Some(title), Some(text)) => Line::new(&format!("{title}: {text}")),
            (title, text) => title.or(text),
        }
    }

    fn joined(&self, field: Field) -> Option<Line> {
        Line::new(&self.all(field).collect::<Vec<_>>().join(" "))
    }

    fn all(&self, field: Field) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(one, _)| *one == field).map(|(_, value)| value.as_str())
    }
}

fn field(line: &str) -> Option<(Field, &str)> {
    LABELS.iter().find_map(|(field, label)| {
        let value = after_title(line, label)?;
        // Without a colon it is a word, not a label.
        (!value.is_empty() || line.ends_with(':')).then_some((*field, value))
    })
}

/// Splits `HIGH | Confidence: LOW`, as people write two fields on one line. A bar that is not followed by a label stays:
/// `HIGH | LOW` is a template nobody filled in, and no severity.
fn one_word(of: Field, value: &str) -> (&str, Option<&str>) {
    match of {
        Field::Kind | Field::Severity | Field::Certainty => match value.split_once('|') {
            Some((word, more)) if field(more.trim()).is_some() => (word, Some(more)),
            Some(_) | None => (value, None),
        },
        Field::Text | Field::Quote | Field::Recommendation | Field::Sections | Field::Questions => {
            (value, None)
        }
    }
}
