//! How far requirements reach: opening, extending and closing them.

use council_core::packet::{ItemId, RequirementKind, Section, Span};

use super::{
    super::{
        draft::{RequirementDraft, RequirementScope},
        lead::IdFamily,
        role::SectionRole,
    },
    DocumentReader, ReaderMode,
    criteria::Scenario,
    kind, kind_of,
    statement::ProseItem,
};
use crate::markdown::one_line;

impl DocumentReader<'_> {
    /// Opens a requirement that is a whole section.
    pub(super) fn open_section(
        &mut self,
        section: &Section,
        index: usize,
        id: Option<ItemId>,
        title: &str,
        above: SectionRole,
    ) {
        let kind = match &id {
            Some(id) => kind(IdFamily::of(id), id, above),
            None => kind_of(above),
        };
        self.open(RequirementDraft {
            id,
            alias: None,
            kind,
            title: Some(title.to_owned()).filter(|title| !title.is_empty()),
            words: String::new(),
            criteria: Vec::new(),
            span: section.span.trimmed(self.document.text()),
            line: section.line,
            section: Some(index),
            scope: RequirementScope::Until(section.span.end),
            is_firm: true,
        });
    }

    /// Opens a requirement that begins with a paragraph or list item.
    pub(super) fn open_statement(
        &mut self,
        statement: ProseItem<'_>,
        id: Option<ItemId>,
        text: &str,
        (kind, role): (RequirementKind, SectionRole),
        scope: RequirementScope,
    ) {
        let is_headed = id.is_some() && is_bold_line(statement.words.of(self.document.text()));
        let (title, words) = if is_headed {
            let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
            (Some(one_line(title)), rest)
        } else {
            (None, text)
        };
        if scope == RequirementScope::Open {
            self.end_open_scopes();
        }
        self.scenario = Scenario::None;
        if self.mode == ReaderMode::CriteriaList {
            self.mode = ReaderMode::Statements;
        }
        let words = one_line(words);
        self.open(RequirementDraft {
            id,
            alias: None,
            kind,
            title: title.filter(|title| !title.is_empty()),
            words,
            criteria: Vec::new(),
            span: statement.span,
            line: statement.line,
            section: self.document.section_index(statement.span.start),
            scope,
            is_firm: matches!(role, SectionRole::Requirements(_) | SectionRole::Stories),
        });
    }

    /// Adds a statement to the innermost requirement.
    pub(super) fn absorb(&mut self, statement: ProseItem<'_>) {
        self.extend(statement.span);
        if let Some(draft) = self.open.last().and_then(|index| self.drafts.get_mut(*index)) {
            draft.say(&one_line(statement.text));
        }
    }

    /// Extends the requirements that have no fixed end.
    pub(in super::super) fn extend(&mut self, span: Span) {
        for index in &self.open {
            if let Some(draft) = self.drafts.get_mut(*index)
                && draft.scope == RequirementScope::Open
            {
                draft.span.end = draft.span.end.max(span.end);
            }
        }
    }

    /// Closes what ends before an offset.
    pub(super) fn close(&mut self, start: usize) {
        let has_ended =
            |scope: RequirementScope| matches!(scope, RequirementScope::Until(end) if end <= start);
        self.keep(|scope| !has_ended(scope));
        if matches!(self.mode, ReaderMode::CriteriaUntil(end) if end <= start) {
            self.mode = ReaderMode::Statements;
        }
    }

    /// Closes the requirements that have no fixed end.
    pub(super) fn end_open_scopes(&mut self) {
        self.keep(|scope| scope != RequirementScope::Open);
    }

    fn keep(&mut self, stays: impl Fn(RequirementScope) -> bool) {
        let drafts = &self.drafts;
        self.open.retain(|index| drafts.get(*index).is_some_and(|draft| stays(draft.scope)));
    }

    fn open(&mut self, draft: RequirementDraft) {
        self.open.push(self.drafts.len());
        self.drafts.push(draft);
    }
}

/// Tells whether the first line of a Markdown source is bold from end to end.
fn is_bold_line(source: &str) -> bool {
    let line = source.lines().next().unwrap_or_default().trim();
    line.starts_with("**") && line.len() > 4 && line.ends_with("**")
}
