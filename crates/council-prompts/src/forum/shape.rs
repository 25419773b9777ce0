//! The JSON that a seat of a forum answers with, one shape for each step. What it adds is ignored.

use council_core::forum::{
    ForumAnswer, OnPoint, OpenQuestion,
    answer::{
        Engagement, Evaluation, Examination, JudgedAnswer, Objection, OwnerPosition,
        ReplyToChallenge,
    },
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

/// An owner's position on points, drafted or said.
#[derive(Debug, Deserialize)]
pub(super) struct PositionsReply {
    #[serde(default)]
    pub(super) position: String,
    #[serde(default)]
    pub(super) reason: String,
    #[serde(default)]
    pub(super) points: Vec<OnPointReply>,
    #[serde(default)]
    pub(super) engages: Vec<ReasonedReply>,
}

/// How an owner takes up another's position, and why.
#[derive(Debug, Deserialize)]
pub(super) struct ReasonedReply {
    pub(super) with: String,
    pub(super) manner: String,
    #[serde(default)]
    pub(super) why: String,
}

/// The points that a message makes.
#[derive(Debug, Deserialize)]
pub(super) struct ReadingReply {
    pub(super) points: Vec<String>,
}

/// What a seat asks that nobody holds.
#[derive(Debug, Deserialize)]
pub(super) struct QuestionsReply {
    pub(super) questions: Vec<QuestionReply>,
}

/// A question.
#[derive(Debug, Deserialize)]
pub(super) struct QuestionReply {
    pub(super) about: String,
    pub(super) text: String,
}

/// Where an owner stands on a point.
#[derive(Debug, Deserialize)]
pub(super) struct OnPointReply {
    pub(super) point: String,
    pub(super) stance: String,
    #[serde(default)]
    pub(super) wording: String,
    #[serde(default)]
    pub(super) with: String,
    #[serde(default)]
    pub(super) reason: String,
}

/// An advocate's challenges to the points, and what it examined.
#[derive(Debug, Deserialize)]
pub(super) struct ExaminationReply {
    #[serde(default)]
    pub(super) challenges: Vec<ObjectionReply>,
    #[serde(default)]
    pub(super) examined: Vec<ExaminedPointReply>,
}

/// A challenge to a point.
#[derive(Debug, Deserialize)]
pub(super) struct ObjectionReply {
    pub(super) point: String,
    #[serde(default)]
    pub(super) risk: String,
    #[serde(default)]
    pub(super) alternative: String,
    #[serde(default)]
    pub(super) question: String,
}

/// What was examined of a point.
#[derive(Debug, Deserialize)]
pub(super) struct ExaminedPointReply {
    pub(super) point: String,
    pub(super) what: String,
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

/// An owner's answers to the challenges, and where it stands now.
#[derive(Debug, Deserialize)]
pub(super) struct RestatedReply {
    pub(super) replies: Vec<ReplyReply>,
    #[serde(default)]
    pub(super) points: Vec<OnPointReply>,
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

/// What an advocate makes of every answer.
#[derive(Debug, Deserialize)]
pub(super) struct JudgementsReply {
    pub(super) evaluations: Vec<JudgementReply>,
}

/// What an advocate makes of every answer to one challenge.
#[derive(Debug, Deserialize)]
pub(super) struct JudgementReply {
    pub(super) challenge: String,
    pub(super) judgement: String,
    #[serde(default)]
    pub(super) note: String,
    #[serde(default)]
    pub(super) answers: Vec<JudgedReply>,
}

/// What an advocate makes of one owner's answer.
#[derive(Debug, Deserialize)]
pub(super) struct JudgedReply {
    pub(super) owner: String,
    pub(super) judgement: String,
    #[serde(default)]
    pub(super) note: String,
}

/// Returns an answer as a seat would send it.
pub fn text(answer: &ForumAnswer) -> String {
    let value = match answer {
        ForumAnswer::Reading(points) => json!({ "points": points }),
        ForumAnswer::Questions(questions) => {
            let question =
                |one: &OpenQuestion| json!({"about": one.about.word(), "text": one.text});
            json!({"questions": questions.iter().map(question).collect::<Vec<_>>()})
        }
        ForumAnswer::Draft(said) | ForumAnswer::Position(said) => position(said),
        ForumAnswer::Challenge(said) => json!({
            "risk": said.risk, "alternative": said.alternative, "question": said.question,
            "examined": [],
        }),
        ForumAnswer::NoUncoveredRisk { examined } => {
            json!({"risk": "", "alternative": "", "question": "", "examined": examined})
        }
        ForumAnswer::Examination(said) => examination(said),
        ForumAnswer::Alternative(alternative) => json!({"alternative": alternative}),
        ForumAnswer::Replies(replies) => {
            json!({"replies": replies.iter().map(reply).collect::<Vec<_>>()})
        }
        ForumAnswer::Restated { replies, points } => json!({
            "replies": replies.iter().map(reply).collect::<Vec<_>>(),
            "points": points.iter().map(on_point).collect::<Vec<_>>(),
        }),
        ForumAnswer::Evaluations(evaluations) => {
            json!({"evaluations": evaluations.iter().map(evaluation).collect::<Vec<_>>()})
        }
    };
    value.to_string()
}

fn reply(one: &ReplyToChallenge) -> Value {
    json!({
        "challenge": one.challenge.to_string(), "stand": one.stand.word(),
        "rationale": one.rationale,
    })
}

fn evaluation(one: &Evaluation) -> Value {
    let answer = |one: &JudgedAnswer| {
        json!({
            "owner": one.owner.to_string(), "judgement": one.judgement.word(), "note": one.note,
        })
    };
    json!({
        "challenge": one.challenge.to_string(), "judgement": one.judgement.word(),
        "note": one.note, "answers": one.answers.iter().map(answer).collect::<Vec<_>>(),
    })
}

fn examination(said: &Examination) -> Value {
    let challenge = |one: &Objection| {
        json!({
            "point": one.point.map(|point| point.to_string()), "risk": one.risk,
            "alternative": one.alternative, "question": one.question,
        })
    };
    let examined =
        said.examined.iter().map(|one| json!({"point": one.point.to_string(), "what": one.what}));
    json!({
        "challenges": said.raised.iter().map(challenge).collect::<Vec<_>>(),
        "examined": examined.collect::<Vec<_>>(),
    })
}

fn on_point(one: &OnPoint) -> Value {
    json!({
        "point": one.point.to_string(), "stance": one.stance.word(), "wording": one.wording,
        "with": one.with.map(|seat| seat.to_string()).unwrap_or_default(), "reason": one.reason,
    })
}

fn position(said: &OwnerPosition) -> Value {
    let engages = said.engages.iter().map(|one: &Engagement| {
        json!({"with": one.with.to_string(), "manner": one.manner.word(), "why": one.why})
    });
    json!({
        "position": said.position,
        "reason": said.reason,
        "stance": said.stance.map(council_core::forum::answer::Stance::word),
        "points": said.points.iter().map(on_point).collect::<Vec<_>>(),
        "engages": engages.collect::<Vec<_>>(),
    })
}
