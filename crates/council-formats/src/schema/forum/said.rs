//! What members say, as the record keeps it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{
    CHALLENGE, POINT, SEAT, about, judgement, loss, manner, on_point, stance, stand,
};

/// One thing a member said, or that it was lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SaidShape {
    /// Who.
    #[schemars(regex(pattern = SEAT))]
    seat: String,
    #[serde(flatten)]
    said: WordsShape,
}

/// The things a member can say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WordsShape {
    /// Nothing: the member was lost.
    Lost(#[schemars(schema_with = "loss")] String),
    /// Something nobody can read, and why not.
    Unreadable(String),
    /// The points that the message makes.
    Reading(Vec<String>),
    /// What a seat asks that nobody holds.
    Questions(Vec<ForumQuestionShape>),
    /// An owner's position before it heard anybody.
    Draft(PositionShape),
    /// An owner's position.
    Position(PositionShape),
    /// An advocate's challenge.
    Challenge(ObjectionShape),
    /// An advocate sees no uncovered risk.
    NoUncoveredRisk(AdvocateExaminedShape),
    /// An advocate's challenges to the points, and what it examined.
    Examination(ExaminationShape),
    /// The alternative an advocate was asked for.
    Alternative(String),
    /// An owner's answers to the challenges.
    Replies(Vec<ReplyShape>),
    /// An owner's answers to the challenges, and where it stands now.
    Restated(RestatedShape),
    /// What an advocate makes of the answers.
    Evaluations(Vec<EvaluationShape>),
}

/// An owner's position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionShape {
    /// What the owner wants.
    position: String,
    /// Why.
    reason: String,
    /// Whether it speaks for the proposal on the table.
    #[schemars(schema_with = "stance")]
    stance: Option<String>,
    /// Whose positions it takes up.
    engages: Vec<EngagementShape>,
    /// Where the owner stands on each point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<Vec<OnPointShape>>,
}

/// What a seat asks that nobody holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ForumQuestionShape {
    /// What it is about.
    #[schemars(schema_with = "about")]
    about: String,
    /// The question.
    text: String,
}

/// Where an owner stands on a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OnPointShape {
    /// Which.
    #[schemars(regex(pattern = POINT))]
    point: String,
    /// Where.
    #[schemars(schema_with = "on_point")]
    stance: String,
    /// What the point should say instead; blank where the owner has no wording of its own.
    wording: String,
    /// Whose wording the owner takes.
    with: Option<String>,
    /// Why.
    reason: String,
}

/// What an advocate found when it looked at the points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExaminationShape {
    /// The challenges.
    raised: Vec<AgainstShape>,
    /// What was examined, also where nothing was raised.
    examined: Vec<ExaminedPointShape>,
}

/// A challenge to a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AgainstShape {
    /// Which point.
    point: Option<String>,
    /// What fails.
    risk: String,
    /// What to do instead; blank if the advocate gave none.
    alternative: String,
    /// What must be answered; blank if there is no question.
    question: String,
}

/// What an advocate examined of a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExaminedPointShape {
    /// Which.
    #[schemars(regex(pattern = POINT))]
    point: String,
    /// What was looked at, and what came of it.
    what: String,
}

/// An owner's answers to the challenges, and where it stands now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RestatedShape {
    /// The answers.
    replies: Vec<ReplyShape>,
    /// The points on which it says again where it stands.
    points: Vec<OnPointShape>,
}

/// How one owner takes up another's position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EngagementShape {
    /// Whose.
    #[schemars(regex(pattern = SEAT))]
    with: String,
    /// How.
    #[schemars(schema_with = "manner")]
    manner: String,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// A challenge as an advocate words it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectionShape {
    /// What fails.
    risk: String,
    /// What to do instead; blank if the advocate gave none.
    alternative: String,
    /// What must be answered; blank if there is no question.
    question: String,
}

/// What an advocate looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AdvocateExaminedShape {
    /// The risks.
    examined: Vec<String>,
}

/// An owner's answer to a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplyShape {
    /// Which.
    #[schemars(regex(pattern = CHALLENGE))]
    challenge: String,
    /// The answer.
    #[schemars(schema_with = "stand")]
    stand: String,
    /// Why.
    rationale: String,
}

/// What an advocate makes of the answers to a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvaluationShape {
    /// Which.
    #[schemars(regex(pattern = CHALLENGE))]
    challenge: String,
    /// The judgement.
    #[schemars(schema_with = "judgement")]
    judgement: String,
    /// Why.
    note: String,
    /// What becomes of each owner's answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answers: Option<Vec<JudgedAnswerShape>>,
}

/// What an advocate makes of one owner's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgedAnswerShape {
    /// Whose answer.
    #[schemars(regex(pattern = SEAT))]
    owner: String,
    /// The judgement.
    #[schemars(schema_with = "judgement")]
    judgement: String,
    /// Why.
    note: String,
}
