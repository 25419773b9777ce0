//! The shape of the reply of a forum's seat, one for each step.

use council_core::forum::{
    Ask, Step,
    answer::{Judgement, Manner, Stance, Stand},
};
use serde_json::Value;

use crate::schema::{Bounds, object, words};

/// Returns the shape of the reply to a question.
pub fn schema(ask: &Ask, bounds: Bounds) -> Value {
    let text = bounds.text();
    let challenges: Vec<String> = ask.challenges.iter().map(|one| one.id.to_string()).collect();
    match ask.step {
        Step::Draft | Step::Position => {
            let before: Vec<String> =
                ask.prior.iter().map(|heard| heard.seat.id.to_string()).collect();
            let mut keys = vec![
                ("position", text.clone()),
                ("reason", text),
                ("stance", words(&Stance::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())),
            ];
            if !before.is_empty() {
                let manners: Vec<&str> = Manner::ALL.iter().map(|one| one.word()).collect();
                let engagement = object([("with", words(&before)), ("manner", words(&manners))]);
                keys.push(("engages", bounds.list(&engagement)));
            }
            object(keys)
        }
        Step::Challenge => object([
            ("risk", text.clone()),
            ("alternative", text.clone()),
            ("question", text.clone()),
            ("examined", bounds.list(&text)),
        ]),
        Step::Alternative => object([("alternative", text)]),
        Step::Reply => {
            let stands: Vec<&str> = Stand::ALL.iter().map(|one| one.word()).collect();
            let reply = object([
                ("challenge", words(&challenges)),
                ("stand", words(&stands)),
                ("rationale", text),
            ]);
            object([("replies", bounds.list(&reply))])
        }
        Step::Evaluation => {
            let judgements: Vec<&str> = Judgement::ALL.iter().map(|one| one.word()).collect();
            let evaluation = object([
                ("challenge", words(&challenges)),
                ("judgement", words(&judgements)),
                ("note", text),
            ]);
            object([("evaluations", bounds.list(&evaluation))])
        }
    }
}
