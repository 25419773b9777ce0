//! A handoff as JSON, for programs: everything the Markdown says, and what it was computed from.

use council_core::{
    handoff::{
        Decisions, Front, Handoff, Line, PanelFinding, PanelSeat, Prose, ReReview, Review, Revised,
        RevisionLog, Synthesis, ruling,
    },
    series::ReviewNumber,
};
use serde_json::{Map, Value, json};

use super::words;
use crate::{
    json,
    report::{SCHEMA_VERSION, TOOL_VERSION},
};

/// Writes the JSON beside a handoff. `record` is what the review was computed from, as its journal keeps it.
pub fn write(handoff: &Handoff, record: &Value) -> String {
    let ruling = ruling(handoff);
    let twin = json!({
        "schema_version": SCHEMA_VERSION,
        "tool_version": TOOL_VERSION,
        "kind": "panel-review",
        "front": handoff.front.as_ref().map(front),
        "verdict": ruling.map(|ruling| words::rating(ruling.verdict)),
        "computed_verdict": ruling.and_then(|one| one.computed).map(words::rating),
        "chair_mismatch": ruling.is_some_and(|ruling| !ruling.agrees),
        "reviews": handoff.reviews.iter().map(review).collect::<Value>(),
        "synthesis": handoff.synthesis.as_ref().map(synthesis),
        "decisions": decisions(&handoff.decisions),
        "revision_log": log(&handoff.revisions),
        "rereview": handoff.rereview.as_ref().map(rereview),
        "record": record,
    });
    let mut text = serde_json::to_string_pretty(&twin).unwrap_or_default();
    text.push('\n');
    text
}

fn front(front: &Front) -> Value {
    let mut map: Map<String, Value> = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("phase", json!(words::PHASE));
    put("project", json!(front.project.as_ref().map(ToString::to_string)));
    put("review_number", json!(front.number.map(ReviewNumber::value)));
    put("date", json!(front.date.map(|date| date.to_string())));
    put("prd_version_reviewed", json!(front.version.map(|version| version.to_string())));
    put("reviewers", front.reviewers.iter().map(PanelSeat::as_str).collect());
    put("overall_verdict", json!(front.verdict.map(words::rating)));
    put("status", json!(front.status.map(words::status)));
    for entry in &front.extra {
        put(&entry.key, json::value(&entry.node));
    }
    Value::Object(map)
}

fn review(review: &Review) -> Value {
    let examined = review
        .examined
        .iter()
        .map(|one| json!({"sections": one.sections.as_str(), "questions": one.questions.as_str()}));
    json!({
        "seat": review.seat.as_str(),
        "rating": review.rating.map(words::rating),
        "stated_biases": lines(&review.biases),
        "findings": review.findings.iter().map(finding).collect::<Value>(),
        "endorsements": lines(&review.endorsements),
        "no_further_findings": examined.collect::<Value>(),
        "summary": prose(&review.summary),
    })
}

fn finding(finding: &PanelFinding) -> Value {
    json!({
        "severity": finding.severity.map(words::severity),
        "confidence": finding.certainty.map(words::certainty),
        "description": finding.text.as_str(),
        "quote": finding.quote.as_ref().map(Line::as_str),
        "recommendation": finding.recommendation.as_ref().map(Line::as_str),
    })
}

fn synthesis(synthesis: &Synthesis) -> Value {
    let revisions = synthesis.revisions.iter().zip(1_usize..).map(|(revision, number)| {
        json!({"number": number, "tier": words::tier(revision.tier), "text": revision.text.as_str()})
    });
    let ratings = synthesis.ratings.iter().map(|row| {
        json!({
            "seat": row.seat.as_str(),
            "rating": row.rating.map(words::rating),
            "key_concern": row.concern.as_ref().map(Line::as_str),
        })
    });
    json!({
        "reviewers": synthesis.reviewers.iter().map(PanelSeat::as_str).collect::<Value>(),
        "overall_verdict": synthesis.verdict.map(words::rating),
        "consensus_points": lines(&synthesis.consensus),
        "conflicts": lines(&synthesis.conflicts),
        "recommended_revisions": revisions.collect::<Value>(),
        "stakeholder_decisions": lines(&synthesis.stakeholder),
        "ratings": ratings.collect::<Value>(),
        "assessment": prose(&synthesis.assessment),
    })
}

fn decisions(decisions: &Decisions) -> Value {
    let rejected = decisions.rejected.iter().map(|one| {
        json!({
            "recommendation": one.text.as_str(),
            "rationale": one.rationale.as_ref().map(Line::as_str),
        })
    });
    json!({
        "date": decisions.date.map(|date| date.to_string()),
        "decision": decisions.answer.map(words::answer),
        "accepted": lines(&decisions.accepted),
        "rejected": rejected.collect::<Value>(),
        "notes": prose(&decisions.notes),
    })
}

fn log(log: &RevisionLog) -> Value {
    let after = log.after.map(|after| match after {
        Revised::Unchanged => Value::Null,
        Revised::Version(version) => json!(version.to_string()),
    });
    json!({
        "before": log.before.map(|before| before.to_string()),
        "after": after,
        "changes": lines(&log.changes),
    })
}

fn rereview(rereview: &ReReview) -> Value {
    json!({
        "decision": rereview.decision.map(words::decision),
        "date": rereview.date.map(|date| date.to_string()),
        "rationale": rereview.rationale.as_ref().map(Line::as_str),
        "next_scope": rereview.next_scope.as_ref().map(Line::as_str),
        "next_file": rereview.next_file.as_ref().map(Line::as_str),
    })
}

fn lines(lines: &[Line]) -> Value {
    lines.iter().map(Line::as_str).collect()
}

fn prose(prose: &Prose) -> Value {
    lines(prose.paragraphs())
}
