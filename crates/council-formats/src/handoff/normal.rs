//! What was read from a handoff, as JSON of one shape.

use std::collections::BTreeMap;

use council_core::{
    handoff::{Handoff, Line, PanelSeat, Rating, Review, ruling},
    series::ReviewNumber,
    severity::Severity,
    verdict::Verdict,
};
use serde_json::{Map, Value, json};

use super::words;

/// Returns what was read, normalised: the verdict is the one that counts, `raw_verdict` the one the file states.
pub fn normalised(handoff: &Handoff) -> Map<String, Value> {
    let front = handoff.front.as_ref();
    let ruling = ruling(handoff);
    let raw = front.and_then(|front| front.verdict);
    let chair = handoff.synthesis.as_ref().and_then(|synthesis| synthesis.verdict);
    let status = front.and_then(|front| front.status);
    let rereview = handoff.rereview.as_ref();
    let decision = rereview.and_then(|rereview| rereview.decision);
    let version = front.and_then(|front| front.version);
    let reviews = &handoff.reviews;
    let entries = [
        ("kind", json!("handoff")),
        ("id", json!(front.and_then(|front| front.project.as_ref()).map(ToString::to_string))),
        ("review_number", json!(front.and_then(|one| one.number).map(ReviewNumber::value))),
        ("date", json!(front.and_then(|front| front.date).map(|date| date.to_string()))),
        ("prd_version_reviewed", json!(version.map(|version| version.to_string()))),
        ("verdict", json!(ruling.map(|one| canonical(one.verdict, reviews).word()))),
        ("raw_verdict", json!(raw.map(words::rating))),
        ("chair_verdict", json!(chair.map(words::rating))),
        ("computed_verdict", json!(ruling.and_then(|one| one.computed).map(words::rating))),
        ("status", json!(status.map(words::status))),
        ("gate_decision", json!(decision.map(words::decision))),
        ("severities", json!(severities(reviews))),
        ("seat_verdicts", json!(ratings(reviews))),
        ("findings_anywhere", json!(reviews.iter().map(|one| one.findings.len()).sum::<usize>())),
        ("accepted", lines(&handoff.decisions.accepted)),
        ("rejected", handoff.decisions.rejected.iter().map(|one| one.text.as_str()).collect()),
        ("changes", lines(&handoff.revisions.changes)),
        ("next_file", json!(rereview.and_then(|one| one.next_file.as_ref()).map(Line::as_str))),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Returns a panel's verdict on the one scale. The panel's words do not tell a defect that is being mended from one
/// that is not, so a packet that was sent back has failed.
pub fn canonical(rating: Rating, reviews: &[Review]) -> Verdict {
    match rating {
        Rating::Approved => Verdict::Pass,
        Rating::Concerns if reviews.iter().any(|one| one.worst() >= Some(Severity::Major)) => {
            Verdict::Remediate
        }
        Rating::Concerns => Verdict::PassWithConcerns,
        Rating::Revise => Verdict::Fail,
    }
}

fn severities(reviews: &[Review]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let findings = reviews.iter().flat_map(|review| &review.findings);
    for severity in findings.filter_map(|finding| finding.severity) {
        *counts.entry(severity.word()).or_default() += 1;
    }
    counts
}

fn ratings(reviews: &[Review]) -> BTreeMap<&str, Option<&'static str>> {
    let rating = |review: &Review| review.rating.map(words::rating);
    reviews.iter().map(|review| (PanelSeat::as_str(&review.seat), rating(review))).collect()
}

fn lines(lines: &[Line]) -> Value {
    lines.iter().map(Line::as_str).collect()
}
