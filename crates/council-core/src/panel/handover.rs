//! What task generation starts from, once the gate has let it: what to build, what was agreed, what was left open.

use std::collections::BTreeMap;

use crate::{
    handoff::{Handoff, Line},
    ident::ProjectName,
    packet::Packet,
};

/// The hand-over to task generation.
#[derive(Debug, Clone, PartialEq)]
pub struct Handover {
    /// The project.
    pub project: ProjectName,
    /// The PRD, by its file.
    pub prd: String,
    /// The review that let it pass, by its file.
    pub review: String,
    /// What there is to do and to know, in order.
    pub items: Vec<Item>,
}

/// One thing to do or to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What sort of thing it is.
    pub sort: Sort,
    /// It in short.
    pub title: Line,
    /// What else belongs to it: when it is done, or why it was left.
    pub details: Vec<Line>,
    /// Who has to answer for it: who carries a risk, or who decides a question.
    pub owner: Option<Line>,
}

/// Who has to answer for what was left open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owners {
    /// Who decides what nobody else can.
    pub questions: Option<Line>,
    /// Who carries the risk of a declined recommendation, by its words.
    pub waived: BTreeMap<Line, Line>,
}

/// What sort of thing an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Something to build.
    Requirement,
    /// A revision that was accepted and is in the PRD: worth a look when its requirement is built.
    Accepted,
    /// A recommendation that was declined, and who carries the risk.
    Waived,
    /// Something only a stakeholder can decide.
    Question,
}

impl Sort {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Requirement => "requirement",
            Sort::Accepted => "accepted-revision",
            Sort::Waived => "waived-risk",
            Sort::Question => "open-question",
        }
    }
}

/// Puts together what task generation starts from. Nothing is added that neither the PRD nor the review says.
pub fn handover(
    project: &ProjectName,
    prd: (&str, &Packet),
    review: (&str, &Handoff),
    owners: &Owners,
) -> Handover {
    let (handoff, packet) = (review.1, prd.1);
    let requirements = packet.requirements().filter_map(|(_, requirement)| {
        let id = requirement.id.as_ref().map(|id| format!("{}: ", id.as_str()));
        let text = requirement.text.trim();
        let named = id.as_deref().is_some_and(|id| text.starts_with(id.trim_end()));
        let id = if named { String::new() } else { id.unwrap_or_default() };
        let criteria = requirement.criteria.iter().filter_map(|one| Line::new(&one.text));
        Some(Item {
            sort: Sort::Requirement,
            title: Line::new(&format!("{id}{text}"))?,
            details: criteria.collect(),
            owner: None,
        })
    });
    let accepted = handoff.decisions.accepted().map(|line| Item {
        sort: Sort::Accepted,
        title: line.clone(),
        details: Vec::new(),
        owner: None,
    });
    let waived = handoff.decisions.rejected.iter().map(|rejection| Item {
        sort: Sort::Waived,
        title: rejection.text.clone(),
        details: rejection.rationale.iter().cloned().collect(),
        owner: owners.waived.get(&rejection.text).cloned(),
    });
    let questions = handoff.synthesis.iter().flat_map(|synthesis| &synthesis.stakeholder);
    let questions = questions.map(|line| Item {
        sort: Sort::Question,
        title: line.clone(),
        details: Vec::new(),
        owner: owners.questions.clone(),
    });
    Handover {
        project: project.clone(),
        prd: prd.0.to_owned(),
        review: review.0.to_owned(),
        items: requirements.chain(accepted).chain(waived).chain(questions).collect(),
    }
}
