//! Criteria: lists under a label or heading, scenarios in steps, sections of their own.

use council_core::packet::{Criterion, ItemId, Section};

use super::{
    super::{
        lead::{self, ScenarioStep},
        role::SectionRole,
    },
    DocumentReader, ReaderMode,
    statement::ProseItem,
};
use crate::markdown::{BlockKind, one_line};

/// A scenario whose steps may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scenario {
    None,
    /// It has begun, and its `Then` has not come.
    Begun,
    /// Its `Then` has come: only `And` goes on.
    Concluded,
}

impl DocumentReader<'_> {
    /// Takes a label: what stands behind it is a criterion, else what follows are.
    pub(super) fn label(&mut self, statement: ProseItem<'_>, inline: &str) {
        self.scenario = Scenario::None;
        if !inline.is_empty() {
            return self.criterion_of(statement, None, inline);
        }
        self.mode = if statement.is_item() {
            ReaderMode::CriteriaUntil(statement.span.end)
        } else {
            ReaderMode::CriteriaList
        };
        self.extend(statement.span);
    }

    /// Leaves the list below a label at the first paragraph that is no step.
    pub(super) fn leave_list(&mut self, statement: ProseItem<'_>) {
        if self.mode == ReaderMode::CriteriaList && !statement.is_item() && !self.is_step(statement)
        {
            self.mode = ReaderMode::Statements;
        }
    }

    /// Tells whether a statement is a criterion by where it stands or how it begins.
    pub(super) fn is_criterion(&self, statement: ProseItem<'_>, role: SectionRole) -> bool {
        let is_inside = !self.open.is_empty();
        match self.mode {
            ReaderMode::CriteriaList => true,
            ReaderMode::CriteriaUntil(_) => {
                statement.is_item() || !is_inside || self.is_step(statement)
            }
            ReaderMode::Statements | ReaderMode::Aside if is_inside => self.is_step(statement),
            ReaderMode::Statements | ReaderMode::Aside => {
                role == SectionRole::Criteria && statement.is_item()
            }
        }
    }

    /// Takes a statement as a criterion, or as the next step of the one before.
    pub(super) fn criterion_of(
        &mut self,
        statement: ProseItem<'_>,
        id: Option<ItemId>,
        text: &str,
    ) {
        let goes_on = self.follow(text);
        let mut words = one_line(text);
        for inner in self.outline.blocks_in(statement.span) {
            if let (BlockKind::Item { text, .. } | BlockKind::Paragraph { text }, true) =
                (&inner.kind, inner.span.start > statement.words.end)
            {
                words.push_str("; ");
                words.push_str(&one_line(text));
            }
        }
        self.extend(statement.span);
        self.taken = self.taken.max(statement.span.end);
        let criteria = self.criteria();
        match criteria.last_mut() {
            Some(last) if goes_on => {
                last.text.push(' ');
                last.text.push_str(&words);
                last.span.end = last.span.end.max(statement.span.end);
            }
            _ => criteria.push(Criterion {
                id,
                text: words,
                span: statement.span,
                line: statement.line,
            }),
        }
    }

    /// Takes an item of the list below a criterion as part of it.
    pub(super) fn trail(&mut self, statement: ProseItem<'_>) {
        self.extend(statement.span);
        if let Some(last) = self.criteria().last_mut() {
            last.text.push_str("; ");
            last.text.push_str(&one_line(statement.text));
            last.span.end = last.span.end.max(statement.span.end);
        }
    }

    /// Takes a whole section as a criterion.
    pub(super) fn section_criterion(&mut self, section: &Section, id: Option<ItemId>, title: &str) {
        let mut words = title.to_owned();
        for block in self.outline.blocks_in(section.span) {
            if let BlockKind::Item { text, .. } | BlockKind::Paragraph { text } = &block.kind {
                words.push_str(if words.is_empty() { "" } else { " " });
                words.push_str(&one_line(text));
            }
        }
        self.taken = self.taken.max(section.span.end);
        let span = section.span.trimmed(self.document.text());
        self.criterion(Criterion { id, text: words, span, line: section.line });
    }

    /// Takes a criterion that is complete.
    pub(in super::super) fn criterion(&mut self, criterion: Criterion) {
        self.extend(criterion.span);
        self.criteria().push(criterion);
    }

    /// Returns the criteria of the innermost requirement, else those of none.
    fn criteria(&mut self) -> &mut Vec<Criterion> {
        match self.open.last().and_then(|index| self.drafts.get_mut(*index)) {
            Some(draft) => &mut draft.criteria,
            None => &mut self.free,
        }
    }

    /// Tells whether a statement is a step of a scenario and not a sentence that begins like one.
    fn is_step(&self, statement: ProseItem<'_>) -> bool {
        let is_bold = statement.words.of(self.document.text()).starts_with(['*', '_']);
        let goes_on = self.scenario != Scenario::None;
        match lead::step(statement.text) {
            Some(ScenarioStep::Given) => true,
            Some(ScenarioStep::When) => is_bold || goes_on || has_then(statement.text),
            Some(ScenarioStep::Then | ScenarioStep::More) => goes_on,
            None => false,
        }
    }

    /// Takes note of a step, and tells whether it goes on with the scenario before it.
    fn follow(&mut self, text: &str) -> bool {
        let Some(step) = lead::step(text) else {
            self.scenario = Scenario::None;
            return false;
        };
        let goes_on = match (step, self.scenario) {
            (ScenarioStep::Given, _)
            | (_, Scenario::None)
            | (ScenarioStep::When, Scenario::Concluded) => false,
            (ScenarioStep::When, Scenario::Begun)
            | (ScenarioStep::Then | ScenarioStep::More, Scenario::Begun | Scenario::Concluded) => {
                true
            }
        };
        let is_concluded = goes_on && self.scenario == Scenario::Concluded;
        self.scenario = if is_concluded || step == ScenarioStep::Then || has_then(text) {
            Scenario::Concluded
        } else {
            Scenario::Begun
        };
        goes_on
    }
}

fn has_then(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("then"))
}
