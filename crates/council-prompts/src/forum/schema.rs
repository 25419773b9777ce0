//! The shape of the reply of a forum's seat, one for each step.

use council_core::forum::{
    Answer, Ask, PointStance, Role, Step,
    answer::{Judgement, Manner, Stance, Stand},
    question::About,
};
use serde_json::Value;

use crate::schema::{Bounds, object, words};

/// Returns the shape of the reply to a question. A proposal that is read as points is answered point by point.
pub fn schema(ask: &Ask, bounds: Bounds) -> Value {
    match ask.step {
        Step::Reading => object([("points", bounds.list(&bounds.text()))]),
        Step::Question => {
            let about: Vec<&str> = About::ALL.iter().map(|one| one.word()).collect();
            let question = object([("about", words(&about)), ("text", bounds.text())]);
            object([("questions", bounds.list(&question))])
        }
        Step::Alternative => object([("alternative", bounds.text())]),
        Step::Draft | Step::Position | Step::Challenge | Step::Reply | Step::Evaluation => {
            if ask.points.is_empty() { whole(ask, bounds) } else { by_point(ask, bounds) }
        }
    }
}

/// Returns the owners who have spoken before, each once.
fn before(ask: &Ask) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let is_other =
        |seat: &council_core::forum::Seat| seat.id.role() == Role::Owner && seat.id != ask.seat.id;
    for heard in ask.prior.iter().filter(|heard| is_other(&heard.seat)) {
        let id = heard.seat.id.to_string();
        if matches!(heard.answer, Answer::Position(_)) && !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

fn by_point(ask: &Ask, bounds: Bounds) -> Value {
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
        Step::Challenge => {
            let raised = object([
                ("point", point.clone()),
                ("risk", text.clone()),
                ("alternative", text.clone()),
                ("question", text.clone()),
            ]);
            let examined = object([("point", point), ("what", text)]);
            object([("challenges", bounds.list(&raised)), ("examined", bounds.list(&examined))])
        }
        Step::Reply => {
            let reply = reply(challenge, text);
            object([("replies", bounds.list(&reply)), ("points", stands)])
        }
        Step::Evaluation => {
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
        Step::Reading | Step::Question | Step::Draft | Step::Position | Step::Alternative => {
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

fn whole(ask: &Ask, bounds: Bounds) -> Value {
    let text = bounds.text();
    let challenge = words(&challenges(ask));
    match ask.step {
        Step::Challenge => object([
            ("risk", text.clone()),
            ("alternative", text.clone()),
            ("question", text.clone()),
            ("examined", bounds.list(&text)),
        ]),
        Step::Reply => object([("replies", bounds.list(&reply(challenge, text)))]),
        Step::Evaluation => {
            let evaluation =
                object([("challenge", challenge), ("judgement", judgement()), ("note", text)]);
            object([("evaluations", bounds.list(&evaluation))])
        }
        Step::Reading | Step::Question | Step::Draft | Step::Position | Step::Alternative => {
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

fn challenges(ask: &Ask) -> Vec<String> {
    ask.challenges.iter().map(|one| one.id.to_string()).collect()
}

fn reply(challenge: Value, text: Value) -> Value {
    let stands: Vec<&str> = Stand::ALL.iter().map(|one| one.word()).collect();
    object([("challenge", challenge), ("stand", words(&stands)), ("rationale", text)])
}

fn judgement() -> Value {
    words(&Judgement::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())
}

fn manner() -> Value {
    words(&Manner::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())
}
