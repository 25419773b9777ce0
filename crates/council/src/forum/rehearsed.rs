//! What members say whom a script speaks for, where the script says nothing.

use std::collections::BTreeSet;

use council_core::forum::{ForumQuestion, RoundStep};
use serde_json::{Value, json};

/// Returns what a member says without a script, of a proposal that is taken whole.
pub(super) fn whole(ask: &ForumQuestion) -> Value {
    let ids = ask.challenges.iter().map(|one| one.id.to_string());
    match ask.step {
        RoundStep::Reading => json!({"points": [ask.message]}),
        RoundStep::Question => json!({"questions": []}),
        RoundStep::Draft | RoundStep::Position => {
            json!({"position": "as the script says", "stance": "support"})
        }
        RoundStep::Challenge => {
            json!({"examined": ["what the script asks, which is nothing more"]})
        }
        RoundStep::Alternative => json!({"alternative": "what the script says"}),
        RoundStep::Reply => json!({"replies": ids.map(|id| mitigated(&id)).collect::<Vec<_>>()}),
        RoundStep::Evaluation => {
            let evaluation = |id| json!({"challenge": id, "judgement": "conceded"});
            json!({"evaluations": ids.map(evaluation).collect::<Vec<_>>()})
        }
    }
}

fn mitigated(id: &str) -> Value {
    json!({"challenge": id, "stand": "mitigated", "rationale": "by the script"})
}

/// Returns what a member says without a script of its own, of a proposal that is read as points.
pub(super) fn by_point(
    ask: &ForumQuestion,
    stance: Option<Value>,
    risk: Option<Value>,
    alternative: Option<Value>,
) -> Value {
    let ids = ask.challenges.iter().map(|one| one.id.to_string());
    match ask.step {
        RoundStep::Draft | RoundStep::Position => {
            let stance = stance.unwrap_or_else(|| "support".into());
            // A stance that a script takes away is none on any point.
            let points = ask.points.iter().filter(|_| !stance.is_null()).map(|point| {
                json!({"point": point.id.to_string(), "stance": stance, "reason": "by the script"})
            });
            json!({"position": "as the script says", "points": points.collect::<Vec<_>>()})
        }
        RoundStep::Challenge => {
            let challenged = ask.points.first().zip(risk).map(|(point, risk)| {
                let alternative = alternative.unwrap_or_else(|| "what the script says".into());
                json!({"point": point.id.to_string(), "risk": risk, "alternative": alternative})
            });
            let rest = ask.points.iter().skip(usize::from(challenged.is_some()));
            let examined = rest.map(
                |point| json!({"point": point.id.to_string(), "what": "what the script asks"}),
            );
            let examined: Vec<Value> = examined.collect();
            json!({"challenges": Vec::from_iter(challenged), "examined": examined})
        }
        RoundStep::Reply => {
            json!({"replies": ids.map(|id| mitigated(&id)).collect::<Vec<_>>(), "points": []})
        }
        RoundStep::Evaluation => {
            let evaluation =
                |id| json!({"challenge": id, "judgement": "conceded", "note": "by the script"});
            json!({"evaluations": ids.map(evaluation).collect::<Vec<_>>()})
        }
        RoundStep::Reading | RoundStep::Question | RoundStep::Alternative => whole(ask),
    }
}

/// Judges every answer as its challenge is judged, where a script names only that.
pub(super) fn judge_each(ask: &ForumQuestion, whole: &mut Value) {
    let replied = ask.prior.iter().filter(|heard| heard.answer.step() == RoundStep::Reply);
    let owners: BTreeSet<String> = replied.map(|heard| heard.seat.id.to_string()).collect();
    let evaluations = whole.get_mut("evaluations").and_then(Value::as_array_mut);
    for one in evaluations.into_iter().flatten() {
        let judgement = one.get("judgement").cloned().unwrap_or_default();
        let answer = |owner: &String| json!({"owner": owner, "judgement": judgement, "note": "by the script"});
        let answers: Vec<Value> = owners.iter().map(answer).collect();
        if let Value::Object(one) = one {
            one.entry("answers").or_insert_with(|| answers.into());
        }
    }
}
