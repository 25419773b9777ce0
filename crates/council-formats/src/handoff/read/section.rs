//! The five sections of a handoff, by their titles.

use crate::markdown::{BlockKind, MarkdownBlock, MarkdownSection, Outline};

use super::notes::Notes;

/// A section of a handoff, in the order of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Title {
    Reviews,
    Synthesis,
    Decisions,
    Revisions,
    ReReview,
}

impl Title {
    const ALL: [Title; 5] =
        [Title::Reviews, Title::Synthesis, Title::Decisions, Title::Revisions, Title::ReReview];

    pub(super) fn words(self) -> &'static str {
        match self {
            Title::Reviews => "Reviewer Outputs",
            Title::Synthesis => "Council Chair Synthesis",
            Title::Decisions => "User Decisions",
            Title::Revisions => "PRD Revision Log",
            Title::ReReview => "Re-Review Status",
        }
    }

    fn missing(self) -> &'static str {
        match self {
            Title::Reviews => "reviews-missing",
            Title::Synthesis => "synthesis-missing",
            Title::Decisions => "decisions-missing",
            Title::Revisions => "revision-log-missing",
            Title::ReReview => "rereview-missing",
        }
    }

    fn duplicate(self) -> &'static str {
        match self {
            Title::Reviews => "reviews-duplicate",
            Title::Synthesis => "synthesis-duplicate",
            Title::Decisions => "decisions-duplicate",
            Title::Revisions => "revision-log-duplicate",
            Title::ReReview => "rereview-duplicate",
        }
    }

    /// Tells whether a heading of someone's own words may stand in the section: reviewers and the chair are quoted
    /// as they spoke, and models like to begin with a heading.
    fn holds_headings(self) -> bool {
        match self {
            Title::Reviews | Title::Synthesis => true,
            Title::Decisions | Title::Revisions | Title::ReReview => false,
        }
    }

    fn of(section: &MarkdownSection) -> Option<Title> {
        Title::ALL.into_iter().find(|title| section.level == 2 && section.title == title.words())
    }
}

/// The sections that are there exactly once.
pub(super) struct Sections<'a> {
    found: Vec<FoundSection<'a>>,
}

/// A section that was found.
pub(super) struct FoundSection<'a> {
    pub(super) title: Title,
    /// The line of its heading.
    pub(super) line: u32,
    /// What stands under it, without its heading.
    pub(super) blocks: &'a [MarkdownBlock],
}

impl FoundSection<'_> {
    /// Tells whether nothing that could be read stands under the heading.
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| matches!(block.kind, BlockKind::Html | BlockKind::Rule))
    }
}

impl<'a> Sections<'a> {
    /// Finds the sections and says which are missing, doubled or out of order.
    pub(super) fn find(outline: &'a Outline, notes: &mut Notes<'_>) -> Self {
        let all = outline.walk();
        let mut found = Vec::new();
        for title in Title::ALL {
            let at: Vec<&MarkdownSection> =
                all.iter().copied().filter(|section| Title::of(section) == Some(title)).collect();
            match at.as_slice() {
                [] => missing(title, &all, notes),
                [one] => found.push(FoundSection {
                    title,
                    line: one.line,
                    blocks: outline.blocks_in(extent(title, one, &all, outline)),
                }),
                [first, second, ..] => notes.error(
                    title.duplicate(),
                    second.line,
                    format!(
                        "a second section `## {}`, after the one on line {}; neither counts",
                        title.words(),
                        first.line
                    ),
                    "keep the one that is true",
                ),
            }
        }
        let sections = Self { found };
        sections.check_order(notes);
        sections
    }

    /// Returns a section.
    pub(super) fn of(&self, title: Title) -> Option<&FoundSection<'a>> {
        self.found.iter().find(|found| found.title == title)
    }

    fn check_order(&self, notes: &mut Notes<'_>) {
        for (one, next) in self.found.iter().zip(self.found.iter().skip(1)) {
            if next.line < one.line {
                let message = format!(
                    "section `## {}` stands before `## {}`",
                    next.title.words(),
                    one.title.words()
                );
                notes.error("section-order", next.line, message, "put the sections in order");
            }
        }
    }
}

/// Returns what belongs to a section: up to the next of the five, or, where no other heading may stand, up to the next
/// heading of its level or above.
fn extent(
    title: Title,
    section: &MarkdownSection,
    all: &[&MarkdownSection],
    outline: &Outline,
) -> council_core::packet::Span {
    let ends = |other: &&&MarkdownSection| {
        other.heading.start > section.heading.start
            && (Title::of(other).is_some() || (!title.holds_headings() && other.level <= 2))
    };
    let last = outline.blocks.last().map_or(section.span.end, |block| block.span.end);
    let end = all.iter().find(ends).map_or(last, |next| next.heading.start);
    council_core::packet::Span::new(section.body.start, end)
}

fn missing(title: Title, all: &[&MarkdownSection], notes: &mut Notes<'_>) {
    let words = title.words();
    let near = all.iter().find(|section| section.title.eq_ignore_ascii_case(words));
    let (line, help) = match near {
        Some(near) => {
            let is = format!("{} {}", "#".repeat(usize::from(near.level)), near.title);
            (Some(near.line), format!("write the heading `{is}` as `## {words}`"))
        }
        None => (None, format!("add a heading `## {words}` and what belongs under it")),
    };
    notes.error(title.missing(), line, format!("section `## {words}` is missing"), help);
}
