//! Requirements while they are being read, and which of several places with the same id is the one that defines it.

use std::collections::{BTreeMap, BTreeSet};

use council_core::packet::{Criterion, Definition, ItemId, Requirement, RequirementKind, Span};

/// A requirement whose end has not been seen yet.
#[derive(Debug, Clone)]
pub(super) struct RequirementDraft {
    pub(super) id: Option<ItemId>,
    /// An id that others use for it though it is not written here: `US1` for `User Story 1`.
    pub(super) alias: Option<ItemId>,
    pub(super) kind: RequirementKind,
    pub(super) title: Option<String>,
    /// Its statements so far, on one line.
    pub(super) words: String,
    pub(super) criteria: Vec<Criterion>,
    pub(super) span: Span,
    pub(super) line: u32,
    pub(super) section: Option<usize>,
    pub(super) scope: RequirementScope,
    /// Whether it stands where requirements are listed, so that it defines its id and does not just mention it.
    pub(super) is_firm: bool,
}

/// How far a requirement reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequirementScope {
    /// To an offset: the end of a section or a list item.
    Until(usize),
    /// To the next heading, rule or requirement.
    Open,
}

/// What a document requires.
#[derive(Debug, Default)]
pub(super) struct DraftParts {
    pub(super) requirements: Vec<Requirement>,
    pub(super) criteria: Vec<Criterion>,
    pub(super) definitions: Vec<Definition>,
}

impl DraftParts {
    /// Settles what was read: which drafts are requirements, where the free criteria belong, what is defined where.
    pub(super) fn settle(
        text: &str,
        drafts: Vec<RequirementDraft>,
        free: Vec<Criterion>,
        named: Vec<Definition>,
    ) -> DraftParts {
        let (kept, dropped) =
            choose(drafts.into_iter().map(|draft| draft.with_written_ids(text)).collect());
        let mut requirements: Vec<Requirement> = Vec::with_capacity(kept.len());
        let mut definitions = named;
        for draft in kept {
            for id in draft.id.iter().chain(&draft.alias) {
                definitions.push(Definition { id: id.clone(), span: draft.span, line: draft.line });
            }
            requirements.push(draft.finish());
        }
        requirements.sort_by_key(|requirement| requirement.span.start);
        let mut reading = DraftParts { requirements, criteria: Vec::new(), definitions };
        reading.attach(free, dropped);
        reading.define_criteria();
        reading
    }

    /// Gives the criteria that stand apart to the one requirement they name.
    fn attach(&mut self, free: Vec<Criterion>, dropped: Vec<RequirementDraft>) {
        let mut by_id: BTreeMap<ItemId, usize> = BTreeMap::new();
        for (index, requirement) in self.requirements.iter().enumerate() {
            if let Some(id) = &requirement.id {
                by_id.entry(id.clone()).or_insert(index);
            }
        }
        let elsewhere = dropped.into_iter().flat_map(|draft| {
            let id = draft.id;
            draft.criteria.into_iter().map(move |criterion| (id.clone(), criterion))
        });
        let named = free.into_iter().map(|criterion| (only_mention(&criterion, &by_id), criterion));
        let pairs: Vec<_> = named.chain(elsewhere).collect();
        for (id, criterion) in pairs {
            let index = id.and_then(|id| by_id.get(&id));
            match index.and_then(|index| self.requirements.get_mut(*index)) {
                Some(requirement) => requirement.criteria.push(criterion),
                None => self.criteria.push(criterion),
            }
        }
        self.criteria.sort_by_key(|criterion| criterion.span.start);
    }

    fn define_criteria(&mut self) {
        let attached = self.requirements.iter().flat_map(|requirement| &requirement.criteria);
        let found = attached.chain(&self.criteria).filter_map(|criterion| {
            let id = criterion.id.clone()?;
            Some(Definition { id, span: criterion.span, line: criterion.line })
        });
        self.definitions.extend(found);
        self.definitions.sort_by_key(|definition| (definition.span.start, definition.span.end));
        self.definitions.dedup();
    }
}

impl RequirementDraft {
    /// Drops the ids that markup assembles but that nobody could find in the file, as in `**F**R-1`.
    fn with_written_ids(mut self, text: &str) -> RequirementDraft {
        let span = self.span;
        self.id = self.id.filter(|id| is_written(text, span, id));
        for criterion in &mut self.criteria {
            let span = criterion.span;
            criterion.id = criterion.id.take().filter(|id| is_written(text, span, id));
        }
        self
    }

    /// Adds a statement, with a semicolon before it where the last one does not end by itself.
    pub(super) fn say(&mut self, statement: &str) {
        if statement.is_empty() {
            return;
        }
        if !self.words.is_empty() {
            let ends = self.words.ends_with(['.', ':', ';', '!', '?', ',']);
            self.words.push_str(if ends { " " } else { "; " });
        }
        self.words.push_str(statement);
    }

    fn finish(self) -> Requirement {
        let text =
            if self.words.is_empty() { self.title.clone().unwrap_or_default() } else { self.words };
        Requirement {
            id: self.id,
            kind: self.kind,
            title: self.title,
            text,
            criteria: self.criteria,
            span: self.span,
            line: self.line,
            section: self.section,
        }
    }
}

/// Tells whether an id stands at the beginning of a span as it is.
pub(super) fn is_written(text: &str, span: Span, id: &ItemId) -> bool {
    const NEAR: usize = 4096;
    let slice = span.of(text);
    let near = slice.floor_char_boundary(NEAR.min(slice.len()));
    slice.get(..near).is_some_and(|near| near.contains(id.as_str()))
}

/// Parts the drafts that define their id from those that only come back to it.
///
/// Where an id stands among listed requirements, only those places define it; else the first place does, with the
/// others of its section. Two places left over for one id are a conflict that others may report.
fn choose(drafts: Vec<RequirementDraft>) -> (Vec<RequirementDraft>, Vec<RequirementDraft>) {
    let firm: BTreeSet<ItemId> =
        drafts.iter().filter(|draft| draft.is_firm).filter_map(|draft| draft.id.clone()).collect();
    let mut first: BTreeMap<ItemId, Option<usize>> = BTreeMap::new();
    drafts.into_iter().partition(|draft| {
        let Some(id) = &draft.id else {
            return true;
        };
        if firm.contains(id) {
            return draft.is_firm;
        }
        *first.entry(id.clone()).or_insert(draft.section) == draft.section
    })
}

/// Returns the requirement a criterion names, if it names exactly one.
fn only_mention(criterion: &Criterion, known: &BTreeMap<ItemId, usize>) -> Option<ItemId> {
    let lead = criterion.id.iter().cloned();
    let ids: BTreeSet<ItemId> = lead
        .chain(ItemId::scan(&criterion.text).map(|(_, id)| id))
        .filter(|id| known.contains_key(id))
        .collect();
    if ids.len() == 1 { ids.into_iter().next() } else { None }
}
