//! The chair's synthesis: computed from what the seats say, with what the chair adds in its place. The chair has no vote.

use std::collections::BTreeMap;

use super::{ChairAnswer, Issue, Opening};
use crate::{
    authority::{Authority, Standing},
    handoff::{Line, PanelSeat, Prose, Rating, Review, Revision, SeatRating, Synthesis, Tier},
    taxonomy::Subcategory,
};

/// The sorts of defects that no editor can mend alone, and what somebody has to decide about them.
const QUESTIONS: [(Subcategory, &str); 2] = [
    (Subcategory::Inconsistency, "which of the two statements holds?"),
    (Subcategory::Infeasible, "what gives way, since it cannot all be had?"),
];

/// What there is to sum up.
pub(super) struct Summed<'a> {
    pub(super) opening: &'a Opening,
    pub(super) reviews: &'a [Review],
    pub(super) issues: &'a [Issue],
    /// How much the seats' word weighs.
    pub(super) authority: &'a Authority,
    /// The verdict that counts.
    pub(super) verdict: Option<Rating>,
    /// What the seats amount to.
    pub(super) computed: Option<Rating>,
}

pub(super) fn synthesis(
    summed: &Summed<'_>,
    chair: Option<&ChairAnswer>,
    lost: &BTreeMap<PanelSeat, String>,
    history: Option<Vec<Line>>,
) -> Synthesis {
    let Summed { reviews, issues, verdict, .. } = *summed;
    let revision =
        |issue: &Issue| Some(Revision { tier: issue.tier(), text: issue.recommendation()? });
    Synthesis {
        reviewers: reviews.iter().map(|review| review.seat.clone()).collect(),
        verdict,
        consensus: consensus(reviews, issues),
        conflicts: with(conflicts(reviews), chair.map(|chair| &chair.conflicts)),
        revisions: issues.iter().filter_map(revision).collect(),
        stakeholder: with(
            issues.iter().filter_map(stakeholder).collect(),
            chair.map(|chair| &chair.questions),
        ),
        ratings: reviews.iter().map(row).collect(),
        assessment: assessment(summed, chair, lost, history),
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

/// Adds what the chair says to what is computed, each line once.
fn with(mut lines: Vec<Line>, said: Option<&Vec<Line>>) -> Vec<Line> {
    for line in said.into_iter().flatten() {
        if !lines.contains(line) {
            lines.push(line.clone());
        }
    }
    lines
}

fn assessment(
    summed: &Summed<'_>,
    chair: Option<&ChairAnswer>,
    lost: &BTreeMap<PanelSeat, String>,
    history: Option<Vec<Line>>,
) -> Prose {
    let Summed { reviews, issues, verdict, .. } = *summed;
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
    let mut said = vec![why, counts, filled(summed)];
    if !summed.authority.models.is_empty() {
        said.push(format!("Authority: {}.", summed.authority.in_short()));
    }
    said.extend(mismatch(summed, chair));
    let gone = |(seat, reason): (&PanelSeat, &String)| {
        format!("The panel was not whole: the {} was lost ({reason}).", seat.title())
    };
    said.extend(lost.iter().map(gone));
    let own = said.iter().filter_map(|words| Line::new(words));
    let added = chair.map(|chair| chair.assessment.paragraphs().to_vec()).unwrap_or_default();
    own.chain(history.unwrap_or_default()).chain(added).collect()
}

/// Says what filled the seats, and that one reader in all of them agrees only with itself.
fn filled(summed: &Summed<'_>) -> String {
    let mut by: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for review in summed.reviews {
        let filled = summed.opening.filled_by.get(&review.seat).map_or("nobody", Line::as_str);
        by.entry(filled).or_default().push(review.seat.title());
    }
    if let [only] = by.keys().copied().collect::<Vec<_>>().as_slice() {
        return format!(
            "Every seat was filled by {only}; where seats agree, it is one reader agreeing with itself from another point of view."
        );
    }
    let each = by.iter().map(|(filled, seats)| format!("{} by {filled}", seats.join(", ")));
    let each: Vec<String> = each.collect();
    let said = format!("The seats were filled by {} reviewers: {}.", by.len(), each.join("; "));
    let is_one_family =
        summed.authority.standing == Standing::Full && !summed.authority.is_consensus();
    if is_one_family {
        return format!(
            "{said} All of them are of one family: where seats agree, it agrees with itself."
        );
    }
    said
}

/// Says that the chair took the verdict to be another one than the seats amount to.
fn mismatch(summed: &Summed<'_>, chair: Option<&ChairAnswer>) -> Option<String> {
    let (stated, computed) = (chair?.verdict, summed.computed?);
    let words = |rating| match rating {
        Rating::Approved => "to approve",
        Rating::Concerns => "to approve with concerns",
        Rating::Revise => "to revise",
    };
    (stated != computed).then(|| {
        format!(
            "CHAIR_MISMATCH: the chair takes the verdict to be {}, and the seats amount to one {}; the stricter counts.",
            words(stated),
            words(computed)
        )
    })
}
