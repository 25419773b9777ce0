//! What was read from a handoff, as JSON of one shape.

use std::collections::BTreeMap;

use council_core::{
    handoff::{CleanLine, Handoff, Rating, SeatReview, ruling},
    series::ReviewNumber,
    severity::Severity,
    verdict::Verdict,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::words;

/// What was read of a handoff: the verdict is the one that counts, `raw_verdict` the one the file states.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadHandoff")]
pub struct NormalHandoff {
    kind: &'static str,
    /// The project.
    pub id: Option<String>,
    review_number: Option<u32>,
    date: Option<String>,
    prd_version_reviewed: Option<String>,
    verdict: Option<&'static str>,
    /// The verdict as the file states it.
    pub raw_verdict: Option<&'static str>,
    chair_verdict: Option<&'static str>,
    computed_verdict: Option<&'static str>,
    status: Option<&'static str>,
    gate_decision: Option<&'static str>,
    /// How many findings there are of each severity.
    pub severities: BTreeMap<&'static str, usize>,
    seat_verdicts: BTreeMap<String, Option<&'static str>>,
    findings_anywhere: usize,
    accepted: Vec<String>,
    rejected: Vec<String>,
    changes: Vec<String>,
    next_file: Option<String>,
}

/// Returns what was read.
pub fn normalised(handoff: &Handoff) -> NormalHandoff {
    let front = handoff.front.as_ref();
    let ruling = ruling(handoff);
    let chair = handoff.synthesis.as_ref().and_then(|synthesis| synthesis.verdict);
    let rereview = handoff.rereview.as_ref();
    let decision = rereview.and_then(|rereview| rereview.decision);
    let version = front.and_then(|front| front.version);
    let reviews = &handoff.reviews;
    NormalHandoff {
        kind: "handoff",
        id: front.and_then(|front| front.project.as_ref()).map(ToString::to_string),
        review_number: front.and_then(|one| one.number).map(ReviewNumber::value),
        date: front.and_then(|front| front.date).map(|date| date.to_string()),
        prd_version_reviewed: version.map(|version| version.to_string()),
        verdict: ruling.map(|one| canonical(one.verdict, reviews).word()),
        raw_verdict: front.and_then(|front| front.verdict).map(words::rating),
        chair_verdict: chair.map(words::rating),
        computed_verdict: ruling.and_then(|one| one.computed).map(words::rating),
        status: front.and_then(|front| front.status).map(words::status),
        gate_decision: decision.map(words::decision),
        severities: severities(reviews),
        seat_verdicts: ratings(reviews),
        findings_anywhere: reviews.iter().map(|one| one.findings.len()).sum(),
        accepted: lines(&handoff.decisions.accepted),
        rejected: handoff.decisions.rejected.iter().map(|one| one.text.to_string()).collect(),
        changes: lines(&handoff.revisions.changes),
        next_file: rereview.and_then(|one| one.next_file.as_ref()).map(ToString::to_string),
    }
}

/// Returns a panel's verdict on the one scale. The panel's words do not tell a defect that is being mended from one
/// that is not, so a packet that was sent back has failed.
pub fn canonical(rating: Rating, reviews: &[SeatReview]) -> Verdict {
    match rating {
        Rating::Approved => Verdict::Pass,
        Rating::Concerns if reviews.iter().any(|one| one.worst() >= Some(Severity::Major)) => {
            Verdict::Remediate
        }
        Rating::Concerns => Verdict::PassWithConcerns,
        Rating::Revise => Verdict::Fail,
    }
}

fn severities(reviews: &[SeatReview]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let findings = reviews.iter().flat_map(|review| &review.findings);
    for severity in findings.filter_map(|finding| finding.severity) {
        *counts.entry(severity.word()).or_default() += 1;
    }
    counts
}

fn ratings(reviews: &[SeatReview]) -> BTreeMap<String, Option<&'static str>> {
    let rating = |review: &SeatReview| review.rating.map(words::rating);
    reviews.iter().map(|review| (review.seat.as_str().to_owned(), rating(review))).collect()
}

fn lines(lines: &[CleanLine]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}
