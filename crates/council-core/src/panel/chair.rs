//! The chair's synthesis, computed: the chair has no vote and no opinion of its own.

use super::{Issue, Opening};
use crate::{
    handoff::{Line, PanelSeat, Prose, Rating, Review, Revision, SeatRating, Synthesis, Tier},
    taxonomy::Subcategory,
};

/// The sorts of defects that no editor can mend alone, and what somebody has to decide about them.
const QUESTIONS: [(Subcategory, &str); 2] = [
    (Subcategory::Inconsistency, "which of the two statements holds?"),
    (Subcategory::Infeasible, "what gives way, since it cannot all be had?"),
];

pub(super) fn synthesis(
    opening: &Opening,
    reviews: &[Review],
    issues: &[Issue],
    verdict: Option<Rating>,
) -> Synthesis {
    let revision =
        |issue: &Issue| Some(Revision { tier: issue.tier(), text: issue.recommendation()? });
    Synthesis {
        reviewers: opening.seats.clone(),
        verdict,
        consensus: consensus(reviews, issues),
        conflicts: conflicts(reviews),
        revisions: issues.iter().filter_map(revision).collect(),
        stakeholder: issues.iter().filter_map(stakeholder).collect(),
        ratings: reviews.iter().map(row).collect(),
        assessment: assessment(opening, reviews, issues, verdict),
    }
}

/// Returns what more than one seat says.
fn consensus(reviews: &[Review], issues: &[Issue]) -> Vec<Line> {
    if issues.is_empty() {
        let all = format!("all {} seats: nothing was found that has to be mended", reviews.len());
        return Line::new(&all).into_iter().collect();
    }
    let shared = issues.iter().filter(|issue| issue.seats.len() > 1);
    let said = shared.filter_map(|issue| {
        let seats: Vec<String> = issue.seats.iter().map(PanelSeat::title).collect();
        Line::new(&format!("{}: {}", seats.join(", "), issue.text()?))
    });
    said.collect()
}

/// Returns where seats say the opposite: one would build it as it is, another would send it back.
fn conflicts(reviews: &[Review]) -> Vec<Line> {
    let titles = |rating: Rating| {
        let those = reviews.iter().filter(|review| review.rating == Some(rating));
        those.map(|review| review.seat.title()).collect::<Vec<_>>().join(", ")
    };
    let (strict, calm) = (titles(Rating::Revise), titles(Rating::Approved));
    if strict.is_empty() || calm.is_empty() {
        return Vec::new();
    }
    let words = format!("{strict} would send it back; {calm} found nothing to object to");
    Line::new(&words).into_iter().collect()
}

/// Returns what only a stakeholder can decide about an issue.
fn stakeholder(issue: &Issue) -> Option<Line> {
    let subcategory = issue.claims.first()?.claim().subcategory;
    let question = QUESTIONS.iter().find(|(sort, _)| *sort == subcategory)?.1;
    Line::new(&format!("{question} {}", issue.text()?))
}

fn row(review: &Review) -> SeatRating {
    let concern = review.findings.first().map(|finding| finding.text.clone());
    SeatRating { seat: review.seat.clone(), rating: review.rating, concern }
}

fn assessment(
    opening: &Opening,
    reviews: &[Review],
    issues: &[Issue],
    verdict: Option<Rating>,
) -> Prose {
    let count = |tier| issues.iter().filter(|issue| issue.tier() == tier).count();
    let why = match verdict {
        Some(Rating::Revise) => format!(
            "The verdict is to revise: {} of the recommended revisions must be made before the work goes on.",
            count(Tier::Must)
        ),
        Some(Rating::Concerns) => format!(
            "The verdict is to approve with concerns: nothing critical stands, and {} revisions are recommended.",
            issues.len()
        ),
        Some(Rating::Approved) | None => {
            "The verdict is to approve: no seat found anything that has to be mended.".to_owned()
        }
    };
    let [must, should, could, deferred] = Tier::ALL.map(count);
    let counts = format!(
        "{} seats raised {} issues: {must} critical, {should} high, {could} medium, {deferred} low.",
        reviews.len(),
        issues.len(),
    );
    let honest = format!(
        "Every seat was filled by {}; where seats agree, it is one reader agreeing with itself from another point of view.",
        opening.filled_by
    );
    let said = [why, counts, honest];
    let own = said.iter().filter_map(|words| Line::new(words));
    own.chain(opening.history.iter().cloned()).collect()
}
