//! What task generation starts from, once the gate has let it: what to build, and what is still open. What was declined is
//! no task, and neither is what was carried out.

use crate::{handoff::CleanLine, ident::ProjectName};

/// The hand-over to task generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Handover {
    /// The project.
    pub project: ProjectName,
    /// The PRD, by its file.
    pub prd: String,
    /// The review that let it pass, by its file.
    pub review: String,
    /// What there is to do, in order.
    pub items: Vec<HandoverItem>,
    /// How many accepted revisions the PRD has already.
    pub applied: usize,
    /// How many recommendations were declined.
    pub declined: usize,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandoverItem {
    /// What sort of thing it is.
    pub sort: HandoverKind,
    /// It in short.
    pub title: CleanLine,
    /// What else belongs to it: when it is done, or what is missing.
    pub details: Vec<CleanLine>,
    /// The line of the PRD where it stands, where it stands there.
    pub line: Option<u32>,
    /// Who has to answer for it: who decides a question.
    pub owner: Option<CleanLine>,
}

/// What sort of thing an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandoverKind {
    /// Something to build.
    Requirement,
    /// A revision that was accepted and that the PRD does not show, or not everywhere.
    Accepted,
    /// Something only a stakeholder can decide.
    Question,
}

impl HandoverKind {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            HandoverKind::Requirement => "requirement",
            HandoverKind::Accepted => "accepted-revision",
            HandoverKind::Question => "open-question",
        }
    }
}
