//! The shape of the reply of a forum's seat, one for each step.

use council_core::forum::{
    ForumAnswer, ForumQuestion, ForumRole, PointStance, RoundStep,
    answer::{AdvocateJudgement, ChallengeResponse, Manner, Stance},
    question::About,
};
use serde_json::Value;

use crate::schema::{Bounds, object, words};

/// Returns the shape of the reply to a question. A proposal that is read as points is answered point by point.
pub fn schema(ask: &ForumQuestion, bounds: Bounds) -> Value {
    match ask.step {
        RoundStep::Reading => object([("points", bounds.list(&bounds.text()))]),
        RoundStep::Question => {
            let about: Vec<&str> = About::ALL.iter().map(|one| one.word()).collect();
            let question = object([("about", words(&about)), ("text", bounds.text())]);
            object([("questions", bounds.list(&question))])
        }
        RoundStep::Alternative => object([("alternative", bounds.text())]),
        RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Challenge
        | RoundStep::Reply
        | RoundStep::Evaluation => {
            if ask.points.is_empty() {
                whole(ask, bounds)
            } else {
                by_point(ask, bounds)
            }
        }
    }
}

/// Returns the owners who have spoken before, each once.
fn before(ask: &ForumQuestion) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let is_other = |seat: &council_core::forum::ForumSeat| {
        seat.id.role() == ForumRole::Owner && seat.id != ask.seat.id
    };
    for heard in ask.prior.iter().filter(|heard| is_other(&heard.seat)) {
        let id = heard.seat.id.to_string();
        if matches!(heard.answer, ForumAnswer::Position(_)) && !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

fn by_point(ask: &ForumQuestion, bounds: Bounds) -> Value {
    let text = bounds.text();
    let points: Vec<String> = ask.points.iter().map(|one| one.id.to_string()).collect();
    let point = words(&points);
    let (before, challenge) = (before(ask), words(&challenges(ask)));
    let stances: Vec<&str> = PointStance::ALL.iter().map(|one| one.word()).collect();
    // Whoever takes nobody's wording says so with nothing.
    let with: Vec<String> = std::iter::once(String::new()).chain(before.iter().cloned()).collect();
    let on_point = object([
        ("point", point.clone()),
        ("stance", words(&stances)),
        ("wording", text.clone()),
        ("with", words(&with)),
        ("reason", text.clone()),
    ]);
    let stands = bounds.list(&on_point);
    match ask.step {
        RoundStep::Challenge => {
            let raised = object([
                ("point", point.clone()),
                ("risk", text.clone()),
                ("alternative", text.clone()),
                ("question", text.clone()),
            ]);
            let examined = object([("point", point), ("what", text)]);
            object([("challenges", bounds.list(&raised)), ("examined", bounds.list(&examined))])
        }
        RoundStep::Reply => {
            let reply = reply(challenge, text);
            object([("replies", bounds.list(&reply)), ("points", stands)])
        }
        RoundStep::Evaluation => {
            // Nobody answered where every owner was lost, and an empty list of words is no shape.
            let owner = if before.is_empty() { text.clone() } else { words(&before) };
            let judged =
                object([("owner", owner), ("judgement", judgement()), ("note", text.clone())]);
            let evaluation = object([
                ("challenge", challenge),
                ("answers", bounds.list(&judged)),
                ("judgement", judgement()),
                ("note", text),
            ]);
            object([("evaluations", bounds.list(&evaluation))])
        }
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Alternative => {
            let mut keys = vec![("position", text.clone()), ("reason", text.clone())];
            keys.push(("points", stands));
            if !before.is_empty() {
                let engagement =
                    object([("with", words(&before)), ("manner", manner()), ("why", text)]);
                keys.push(("engages", bounds.list(&engagement)));
            }
            object(keys)
        }
    }
}

fn whole(ask: &ForumQuestion, bounds: Bounds) -> Value {
    let text = bounds.text();
    let challenge = words(&challenges(ask));
    match ask.step {
        RoundStep::Challenge => object([
            ("risk", text.clone()),
            ("alternative", text.clone()),
            ("question", text.clone()),
            ("examined", bounds.list(&text)),
        ]),
        RoundStep::Reply => object([("replies", bounds.list(&reply(challenge, text)))]),
        RoundStep::Evaluation => {
            let evaluation =
                object([("challenge", challenge), ("judgement", judgement()), ("note", text)]);
            object([("evaluations", bounds.list(&evaluation))])
        }
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Alternative => {
            let before = before(ask);
            let mut keys = vec![
                ("position", text.clone()),
                ("reason", text),
                ("stance", words(&Stance::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())),
            ];
            if !before.is_empty() {
                let engagement = object([("with", words(&before)), ("manner", manner())]);
                keys.push(("engages", bounds.list(&engagement)));
            }
            object(keys)
        }
    }
}

fn challenges(ask: &ForumQuestion) -> Vec<String> {
    ask.challenges.iter().map(|one| one.id.to_string()).collect()
}

fn reply(challenge: Value, text: Value) -> Value {
    let stands: Vec<&str> = ChallengeResponse::ALL.iter().map(|one| one.word()).collect();
    object([("challenge", challenge), ("stand", words(&stands)), ("rationale", text)])
}

fn judgement() -> Value {
    words(&AdvocateJudgement::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())
}

fn manner() -> Value {
    words(&Manner::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())
}
