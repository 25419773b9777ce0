//! Paragraphs and list items: which of them require something.

use council_core::packet::{RequirementKind, Span, Strength};

use super::{
    super::{
        draft::RequirementScope,
        lead::{self, IdFamily, LeadingId, StatementLabel},
        role::SectionRole,
    },
    DocumentReader, ReaderMode,
    criteria::Scenario,
    kind,
};

/// A paragraph or list item.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProseItem<'a> {
    /// Its plain words.
    pub(super) text: &'a str,
    /// The whole of it, with the items under it.
    pub(super) span: Span,
    /// The line where it begins.
    pub(super) line: u32,
    /// Where its words are: less than the whole for an item that holds others.
    pub(super) words: Span,
    pub(super) form: StatementForm,
    /// Whether a list or a table follows that it may introduce.
    pub(super) introduces: bool,
}

/// How a statement is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementForm {
    Paragraph,
    Item {
        /// Whether it has others under it.
        is_parent: bool,
        /// Whether it has a box to tick.
        is_task: bool,
    },
}

impl ProseItem<'_> {
    pub(super) fn is_item(&self) -> bool {
        matches!(self.form, StatementForm::Item { .. })
    }

    /// Returns how far a requirement reaches that begins here with an id: an item holds what is under it, a paragraph
    /// what follows.
    fn scope(&self) -> RequirementScope {
        match self.form {
            StatementForm::Paragraph => RequirementScope::Open,
            StatementForm::Item { .. } => RequirementScope::Until(self.span.end),
        }
    }

    /// Says what kind of requirement a statement without an id is, if it is one.
    fn requires(&self, role: SectionRole) -> Option<RequirementKind> {
        let text = self.text.trim();
        let leads_on = text.ends_with(':') && (self.introduces || !lead::binds(text));
        if leads_on || is_nothing(text) || role == SectionRole::Context {
            return None;
        }
        if lead::is_story(text) {
            return Some(RequirementKind::Story);
        }
        match role {
            SectionRole::Requirements(RequirementKind::Constraint) => {
                Strength::of(text).map(|_| RequirementKind::Constraint)
            }
            SectionRole::Requirements(kind) if self.is_item() => Some(kind),
            SectionRole::Requirements(kind) => {
                (Strength::of(text) >= Some(Strength::Should)).then_some(kind)
            }
            SectionRole::Stories | SectionRole::Other => {
                lead::binds(text).then_some(RequirementKind::Unspecified)
            }
            SectionRole::Criteria | SectionRole::Context => None,
        }
    }
}

impl DocumentReader<'_> {
    pub(super) fn statement(&mut self, statement: ProseItem<'_>) {
        if statement.text.is_empty() {
            return;
        }
        self.trails &= statement.is_item();
        let lead = lead::id(statement.text);
        if self.trails && lead.is_none() {
            return self.trail(statement);
        }
        self.leave_list(statement);
        let role = self.place(statement.span.start).0;
        if let Some(lead) = lead
            && self.take_lead(statement, lead, role)
        {
            return;
        }
        match lead::label(statement.text) {
            Some(StatementLabel::Criteria { inline }) if role != SectionRole::Context => {
                return self.label(statement, inline);
            }
            Some(StatementLabel::Criteria { .. } | StatementLabel::Else) => {
                let is_aside =
                    SectionRole::of(statement.text, SectionRole::Other) == SectionRole::Context;
                self.mode = match self.mode {
                    _ if is_aside => ReaderMode::Aside,
                    ReaderMode::CriteriaUntil(end) => ReaderMode::CriteriaUntil(end),
                    ReaderMode::Statements | ReaderMode::Aside | ReaderMode::CriteriaList => {
                        ReaderMode::Statements
                    }
                };
                if matches!(
                    statement.form,
                    StatementForm::Paragraph | StatementForm::Item { is_parent: true, .. }
                ) {
                    return self.absorb(statement);
                }
            }
            None => {}
        }
        if self.mode == ReaderMode::Aside && self.open.is_empty() {
            return;
        }
        if self.is_criterion(statement, role) {
            return self.criterion_of(statement, None, statement.text);
        }
        self.scenario = Scenario::None;
        if !self.open.is_empty() {
            return self.absorb(statement);
        }
        if let Some(kind) = statement.requires(role) {
            let scope = match kind {
                RequirementKind::Story => statement.scope(),
                RequirementKind::Functional
                | RequirementKind::Quality
                | RequirementKind::Constraint
                | RequirementKind::Outcome
                | RequirementKind::Unspecified => RequirementScope::Until(statement.span.end),
            };
            self.open_statement(statement, None, statement.text, (kind, role), scope);
        }
    }

    /// Takes a statement that begins with an id, or tells that the id decides nothing.
    fn take_lead(
        &mut self,
        statement: ProseItem<'_>,
        lead: LeadingId<'_>,
        role: SectionRole,
    ) -> bool {
        let family = IdFamily::of(&lead.id);
        let is_marked = statement.words.of(self.document.text()).starts_with(['*', '_', '`']);
        let is_task = matches!(statement.form, StatementForm::Item { is_task: true, .. });
        let is_listed = statement.is_item() && family != IdFamily::Unknown;
        let innermost = self.open.last().and_then(|index| self.drafts.get(*index));
        let is_own = innermost.is_some_and(|draft| draft.id.as_ref() == Some(&lead.id));
        if is_own || !(lead.is_set_off || is_marked || is_listed || is_task) {
            return false;
        }
        let is_among_criteria = self.is_criterion(statement, role);
        match family {
            IdFamily::Document | IdFamily::Term => false,
            IdFamily::Requirement | IdFamily::Constraint | IdFamily::Story if is_among_criteria => {
                false
            }
            IdFamily::Requirement | IdFamily::Constraint | IdFamily::Story | IdFamily::Outcome => {
                let kind = kind(family, &lead.id, role);
                self.open_statement(
                    statement,
                    Some(lead.id),
                    lead.rest,
                    (kind, role),
                    statement.scope(),
                );
                true
            }
            IdFamily::Unknown if !is_among_criteria => {
                if let (SectionRole::Requirements(kind), true) = (role, self.open.is_empty()) {
                    self.open_statement(
                        statement,
                        Some(lead.id),
                        lead.rest,
                        (kind, role),
                        statement.scope(),
                    );
                    return true;
                }
                self.name(lead.id, statement.span, statement.line);
                false
            }
            IdFamily::Criterion | IdFamily::Unknown => {
                self.criterion_of(statement, Some(lead.id), lead.rest);
                self.trails = !statement.is_item();
                true
            }
        }
    }
}

/// Tells whether a text says that there is nothing.
fn is_nothing(text: &str) -> bool {
    const LONGEST: usize = "nothing".len();
    if text.chars().filter(|c| c.is_alphanumeric()).nth(LONGEST).is_some() {
        return false;
    }
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    ["", "none", "n/a", "na", "nothing"].iter().any(|word| word.eq_ignore_ascii_case(bare))
}
