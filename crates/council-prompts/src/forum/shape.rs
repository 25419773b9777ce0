//! The JSON that a seat of a forum answers with, one shape for each step. What it adds is ignored.

use council_core::forum::{
    Answer,
    answer::{Evaluation, Position, Reply},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// An owner's position, drafted or said.
#[derive(Debug, Deserialize)]
pub(super) struct PositionReply {
    pub(super) position: String,
    #[serde(default)]
    pub(super) reason: String,
    pub(super) stance: Option<String>,
    #[serde(default)]
    pub(super) engages: Vec<EngagementReply>,
}

/// How an owner takes up another's position.
#[derive(Debug, Deserialize)]
pub(super) struct EngagementReply {
    pub(super) with: String,
    pub(super) manner: String,
}

/// An advocate's challenge, or what it examined.
#[derive(Debug, Deserialize)]
pub(super) struct ChallengeReply {
    #[serde(default)]
    pub(super) risk: String,
    #[serde(default)]
    pub(super) alternative: String,
    #[serde(default)]
    pub(super) question: String,
    #[serde(default)]
    pub(super) examined: Vec<String>,
}

/// The alternative that a challenge lacked.
#[derive(Debug, Deserialize)]
pub(super) struct AlternativeReply {
    pub(super) alternative: String,
}

/// An owner's answers to the challenges.
#[derive(Debug, Deserialize)]
pub(super) struct RepliesReply {
    pub(super) replies: Vec<ReplyReply>,
}

/// An owner's answer to one challenge.
#[derive(Debug, Deserialize)]
pub(super) struct ReplyReply {
    pub(super) challenge: String,
    pub(super) stand: String,
    #[serde(default)]
    pub(super) rationale: String,
}

/// What an advocate makes of the answers.
#[derive(Debug, Deserialize)]
pub(super) struct EvaluationsReply {
    pub(super) evaluations: Vec<EvaluationReply>,
}

/// What an advocate makes of the answers to one challenge.
#[derive(Debug, Deserialize)]
pub(super) struct EvaluationReply {
    pub(super) challenge: String,
    pub(super) judgement: String,
    #[serde(default)]
    pub(super) note: String,
}

/// Returns an answer as a seat would send it.
pub fn text(answer: &Answer) -> String {
    let value = match answer {
        Answer::Draft(said) | Answer::Position(said) => position(said),
        Answer::Challenge(said) => json!({
            "risk": said.risk, "alternative": said.alternative, "question": said.question,
            "examined": [],
        }),
        Answer::NoUncoveredRisk { examined } => {
            json!({"risk": "", "alternative": "", "question": "", "examined": examined})
        }
        Answer::Alternative(alternative) => json!({"alternative": alternative}),
        Answer::Replies(replies) => {
            let reply = |one: &Reply| {
                json!({
                    "challenge": one.challenge.to_string(), "stand": one.stand.word(),
                    "rationale": one.rationale,
                })
            };
            json!({"replies": replies.iter().map(reply).collect::<Vec<_>>()})
        }
        Answer::Evaluations(evaluations) => {
            let evaluation = |one: &Evaluation| {
                json!({
                    "challenge": one.challenge.to_string(), "judgement": one.judgement.word(),
                    "note": one.note,
                })
            };
            json!({"evaluations": evaluations.iter().map(evaluation).collect::<Vec<_>>()})
        }
    };
    value.to_string()
}

fn position(said: &Position) -> Value {
    let engages = said
        .engages
        .iter()
        .map(|one| json!({"with": one.with.to_string(), "manner": one.manner.word()}));
    json!({
        "position": said.position,
        "reason": said.reason,
        "stance": said.stance.map(council_core::forum::answer::Stance::word),
        "engages": engages.collect::<Vec<_>>(),
    })
}
