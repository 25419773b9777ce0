//! Reads a handoff: any Markdown to a value and everything that keeps it from being what the contract asks for.
//!
//! Sections come from the `CommonMark` tree, so a heading in a fence, a quote or a comment is none. What appears twice
//! and could be read two ways is read as nothing.

mod cross;
mod decisions;
mod finding;
mod front;
mod notes;
mod part;
mod reviews;
mod section;
mod synthesis;

use std::collections::BTreeSet;

use council_core::{
    diagnostic::Parsed,
    handoff::{Front, Handoff, PanelSeat},
};

use self::{
    notes::Notes,
    section::{Sections, Title},
};
use super::{
    name::{self, SeriesName},
    words,
};
use crate::markdown;

/// Reads a handoff. The path tells which review of which project the file should be.
pub fn read(path: &str, text: &str) -> Parsed<Handoff> {
    let mut notes = Notes::new(path);
    let front = front::read(text, &mut notes);
    let outline = markdown::outline(text);
    let sections = Sections::find(&outline, &mut notes);

    let seats = seats(front.as_ref());
    let reviews = sections.of(Title::Reviews).map(|one| reviews::read(one, &seats, &mut notes));
    let reviews = reviews.unwrap_or_default();
    let synthesis = sections.of(Title::Synthesis);
    let synthesis = synthesis.map(|one| synthesis::read(one, &reviews, &mut notes));
    let decisions = sections.of(Title::Decisions).map(|one| decisions::read(one, &mut notes));
    let revisions = sections.of(Title::Revisions).map(|one| decisions::log(one, &mut notes));
    let rereview = sections.of(Title::ReReview).map(|one| decisions::rereview(one, &mut notes));

    let handoff = Handoff {
        front,
        reviews,
        synthesis,
        decisions: decisions.unwrap_or_default(),
        revisions: revisions.unwrap_or_default(),
        rereview,
    };
    cross::check(&handoff, &sections, &mut notes);
    Parsed { value: handoff, diagnostics: notes.in_order() }
}

/// Tells whether a file is a handoff: by its name, or by what it says it is.
pub fn is_handoff(path: &str, text: &str) -> bool {
    match name::of_path(path) {
        SeriesName::Review(_) | SeriesName::Stray => return true,
        SeriesName::Other => {}
    }
    let matter = markdown::front_matter(path, text).ok().flatten();
    let phase = matter.as_ref().and_then(|matter| matter.node.get("phase")?.text());
    phase == Some(words::PHASE)
}

/// Returns the seats a heading may name: those every program knows and those the file itself lists.
fn seats(front: Option<&Front>) -> BTreeSet<PanelSeat> {
    let listed = front.map(|front| front.reviewers.clone()).unwrap_or_default();
    let known = PanelSeat::core().into_iter().chain(PanelSeat::specialists());
    known.chain([PanelSeat::chair()]).chain(listed).collect()
}
