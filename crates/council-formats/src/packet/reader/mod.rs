//! Finds the requirements of a Markdown document: one pass over its blocks.

mod criteria;
mod heading;
mod scope;
mod statement;

use council_core::packet::{Criterion, Definition, Document, ItemId, RequirementKind, Span};

use super::{
    draft::{DraftParts, RequirementDraft},
    lead::IdFamily,
    lines,
    role::SectionRole,
    table,
};
use crate::markdown::{BlockKind, MarkdownBlock, Outline, one_line};
use criteria::Scenario;
use statement::{ProseItem, StatementForm};

/// Reads the requirements of a document whose sections are known.
pub(super) fn read(document: &Document, outline: &Outline) -> DraftParts {
    let mut reader = DocumentReader {
        document,
        outline,
        roles: heading::roles(&document.sections),
        drafts: Vec::with_capacity((outline.blocks.len() / 2).min(MOST_EXPECTED)),
        open: Vec::new(),
        free: Vec::new(),
        named: Vec::new(),
        mode: ReaderMode::Statements,
        scenario: Scenario::None,
        trails: false,
        taken: 0,
    };
    let mut blocks = outline.blocks.iter().peekable();
    while let Some(block) = blocks.next() {
        reader.take(block, blocks.peek().copied());
    }
    DraftParts::settle(document.text(), reader.drafts, reader.free, reader.named)
}

/// The most requirements for which room is made before there are any.
const MOST_EXPECTED: usize = 8192;

/// What has been read so far, and where in the text the reader stands.
pub(super) struct DocumentReader<'a> {
    document: &'a Document,
    outline: &'a Outline,
    /// What each section is for.
    roles: Vec<SectionRole>,
    drafts: Vec<RequirementDraft>,
    /// The drafts whose end has not come yet, the innermost last.
    open: Vec<usize>,
    /// Criteria outside of any requirement.
    free: Vec<Criterion>,
    /// Ids given a meaning that is neither requirement nor criterion.
    named: Vec<Definition>,
    mode: ReaderMode,
    scenario: Scenario,
    /// Whether the items that follow belong to the criterion before them.
    trails: bool,
    /// Everything before this offset belongs to a criterion that was taken whole.
    taken: usize,
}

/// What the next statements are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReaderMode {
    /// Whatever they look like.
    Statements,
    /// Context: they stand under a label such as `Out of scope:`.
    Aside,
    /// Criteria, to an offset.
    CriteriaUntil(usize),
    /// Criteria, as long as the list below a label goes on.
    CriteriaList,
}

impl DocumentReader<'_> {
    fn take(&mut self, block: &MarkdownBlock, next: Option<&MarkdownBlock>) {
        if block.span.start < self.taken || block.quotes > 0 {
            return;
        }
        self.close(block.span.start);
        let is_list = |next: &MarkdownBlock| {
            matches!(next.kind, BlockKind::Item { .. } | BlockKind::Table(_))
        };
        let introduces = next.is_some_and(is_list);
        match &block.kind {
            BlockKind::Heading { text, .. } if block.items == 0 => {
                self.heading(block, &one_line(text));
            }
            BlockKind::Heading { text, .. } | BlockKind::Paragraph { text } => {
                let form = StatementForm::Paragraph;
                if memchr::memchr(b'\n', text.as_bytes()).is_none() {
                    let (span, line, words) = (block.span, block.line, block.span);
                    self.statement(ProseItem { text, span, line, words, form, introduces });
                    return;
                }
                for (span, text) in lines::of_ids(self.document, block.span, text) {
                    let line = self.document.lines().line(span.start);
                    let text = text.as_ref();
                    self.statement(ProseItem { text, span, line, words: span, form, introduces });
                }
            }
            BlockKind::Item { text, lead, ticked, .. } => {
                let is_inner = |next: &MarkdownBlock| block.span.contains(next.span);
                let is_parent = introduces && next.is_some_and(is_inner);
                let form = StatementForm::Item { is_parent, is_task: ticked.is_some() };
                let (span, line, words) = (block.span, block.line, *lead);
                self.statement(ProseItem { text, span, line, words, form, introduces });
            }
            BlockKind::Table(found) => table::read(self, found),
            BlockKind::Code { code, .. } if self.mode == ReaderMode::CriteriaList => {
                let text = one_line(self.document.slice(*code));
                self.criterion(Criterion { id: None, text, span: block.span, line: block.line });
            }
            BlockKind::Code { .. } | BlockKind::Html => self.extend(block.span),
            BlockKind::Rule => {
                self.end_open_scopes();
                self.trails = false;
                self.mode = ReaderMode::Statements;
            }
        }
    }

    /// Takes a requirement that is complete, as a row of a table is.
    pub(super) fn add(&mut self, draft: RequirementDraft) {
        self.drafts.push(draft);
    }

    /// Notes that an id has a meaning here.
    pub(super) fn name(&mut self, id: ItemId, span: Span, line: u32) {
        self.named.push(Definition { id, span, line });
    }

    /// Returns what the section of an offset is for, and its index.
    pub(super) fn place(&self, offset: usize) -> (SectionRole, Option<usize>) {
        let index = self.document.section_index(offset);
        (self.role(index), index)
    }

    fn role(&self, section: Option<usize>) -> SectionRole {
        section.and_then(|index| self.roles.get(index)).copied().unwrap_or(SectionRole::Other)
    }
}

/// Returns the kind of a requirement with an id.
pub(super) fn kind(family: IdFamily, id: &ItemId, role: SectionRole) -> RequirementKind {
    let is_of = |name: &str| id.family().split('-').any(|group| group == name);
    match family {
        IdFamily::Constraint => RequirementKind::Constraint,
        IdFamily::Story => RequirementKind::Story,
        IdFamily::Outcome => RequirementKind::Outcome,
        IdFamily::Requirement if is_of("NFR") => RequirementKind::Quality,
        IdFamily::Requirement if is_of("FR") => RequirementKind::Functional,
        IdFamily::Requirement
        | IdFamily::Criterion
        | IdFamily::Document
        | IdFamily::Term
        | IdFamily::Unknown => kind_of(role),
    }
}

fn kind_of(role: SectionRole) -> RequirementKind {
    match role {
        SectionRole::Requirements(kind) => kind,
        SectionRole::Stories => RequirementKind::Story,
        SectionRole::Criteria | SectionRole::Context | SectionRole::Other => {
            RequirementKind::Unspecified
        }
    }
}
