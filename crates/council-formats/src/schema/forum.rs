//! The forum's record and the rounds in it.

use std::collections::BTreeMap;

use council_core::forum::{
    Hearing, Loss, Status, Style,
    answer::{Judgement, Manner, Stance, Stand},
    challenge::{EscalatedBy, Standing},
    majority::Direction,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::{one_of, one_of_or_null};
use crate::forum_record::KIND;

/// `agent-work/forum.json`: the rounds of a project's forum and what a human decided about them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ForumRecord")]
pub(super) struct RecordShape {
    /// The version of this shape.
    #[schemars(regex(pattern = r"^1\.[0-9]+\.[0-9]+$"))]
    schema_version: String,
    /// What the file is.
    #[schemars(extend("const" = KIND))]
    kind: String,
    /// The project.
    project: String,
    /// The rounds, in order.
    rounds: Vec<HeldShape>,
}

/// A round that was held, and what a human decided about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct HeldShape {
    #[serde(flatten)]
    round: RoundShape,
    /// The hash that seals the round.
    #[schemars(regex(pattern = HASH))]
    hash: String,
    /// What a human decided, if anybody has.
    decision: Option<DecisionShape>,
}

/// One round of a forum, summed up: what was opened and said first, what follows from it after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ForumRound", deny_unknown_fields)]
pub struct RoundShape {
    /// The project.
    project: String,
    /// The number of the round, from 1.
    #[schemars(range(min = 1))]
    round: u32,
    /// The hash of the round before.
    #[schemars(regex(pattern = HASH))]
    previous: Option<String>,
    /// What closed the discussion before, where the round begins a new one.
    cites: Option<CitedShape>,
    /// How far it went.
    #[schemars(schema_with = "style")]
    style: String,
    /// Whether the owners drafted their positions before they heard each other.
    #[schemars(schema_with = "hearing")]
    hearing: String,
    /// What the human said.
    message: MessageShape,
    /// The project owners, in speaking order.
    #[schemars(length(min = 2, max = 4))]
    owners: Vec<SeatShape>,
    /// The devil's advocates, in speaking order.
    #[schemars(length(min = 1, max = 2))]
    advocates: Vec<SeatShape>,
    /// The hashes of the role definitions the members were given.
    roles: RolesShape,
    /// What fills each seat, in words.
    filled_by: BTreeMap<String, String>,
    /// Everything that was said, in order.
    transcript: Vec<SaidShape>,
    /// Where owners who drafted alone stood before and after they heard the others.
    anchoring: Vec<AnchoredShape>,
    /// Where the owners stand.
    tally: TallyShape,
    /// What more than half of the owners who took a side want.
    #[schemars(schema_with = "direction")]
    majority: Option<String>,
    /// Where the owners have come out, in their own words.
    position: String,
    /// Every challenge that still matters.
    challenges: Vec<ChallengeShape>,
    /// The members that were lost.
    lost: Vec<LostShape>,
    /// Where a member broke the protocol.
    violations: Vec<ViolationShape>,
    /// What is worth saying besides.
    remarks: Vec<NoticeShape>,
    /// What the human is asked for.
    #[schemars(schema_with = "status")]
    status: String,
    /// What is in the way of an approval.
    blockers: Vec<NoticeShape>,
}

/// A decision that closed the discussion before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CitedShape {
    /// The round that was decided.
    #[schemars(range(min = 1))]
    round: u32,
    /// The hash of its summary.
    #[schemars(regex(pattern = HASH))]
    hash: String,
    /// The file that was handed off.
    file: String,
}

/// What hearing the others did to an owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnchoredShape {
    /// Who.
    #[schemars(regex(pattern = SEAT))]
    seat: String,
    /// Where the owner stood alone.
    #[schemars(schema_with = "stance")]
    alone: Option<String>,
    /// Where the owner stands after hearing the ones before.
    #[schemars(schema_with = "stance")]
    heard: Option<String>,
    /// Whether the two differ.
    moved: bool,
}

/// What a human said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MessageShape {
    /// The words.
    #[schemars(length(min = 1))]
    text: String,
    /// Who.
    #[schemars(length(min = 1))]
    by: String,
    /// When, RFC 3339 in UTC.
    #[schemars(regex(pattern = TIME))]
    at: String,
}

/// A member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SeatShape {
    /// `po-1` or `da-1` and so on.
    #[schemars(regex(pattern = SEAT))]
    id: String,
    /// The name.
    #[schemars(length(min = 1))]
    name: String,
    /// How the member looks.
    #[schemars(length(min = 1))]
    lens: String,
}

/// The hashes of the role definitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RolesShape {
    /// The project owner's.
    #[schemars(regex(pattern = HASH))]
    owner: String,
    /// The devil's advocate's.
    #[schemars(regex(pattern = HASH))]
    advocate: String,
}

/// One thing a member said, or that it was lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SaidShape {
    /// Who.
    #[schemars(regex(pattern = SEAT))]
    seat: String,
    #[serde(flatten)]
    said: WordsShape,
}

/// The things a member can say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WordsShape {
    /// Nothing: the member was lost.
    Lost(#[schemars(schema_with = "loss")] String),
    /// Something nobody can read, and why not.
    Unreadable(String),
    /// An owner's position before it heard anybody.
    Draft(PositionShape),
    /// An owner's position.
    Position(PositionShape),
    /// An advocate's challenge.
    Challenge(ObjectionShape),
    /// An advocate sees no uncovered risk.
    NoUncoveredRisk(ExaminedShape),
    /// The alternative an advocate was asked for.
    Alternative(String),
    /// An owner's answers to the challenges.
    Replies(Vec<ReplyShape>),
    /// What an advocate makes of the answers.
    Evaluations(Vec<EvaluationShape>),
}

/// An owner's position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PositionShape {
    /// What the owner wants.
    position: String,
    /// Why.
    reason: String,
    /// Whether it speaks for the proposal on the table.
    #[schemars(schema_with = "stance")]
    stance: Option<String>,
    /// Whose positions it takes up.
    engages: Vec<EngagementShape>,
}

/// How one owner takes up another's position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EngagementShape {
    /// Whose.
    #[schemars(regex(pattern = SEAT))]
    with: String,
    /// How.
    #[schemars(schema_with = "manner")]
    manner: String,
}

/// A challenge as an advocate words it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ObjectionShape {
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
struct ExaminedShape {
    /// The risks.
    examined: Vec<String>,
}

/// An owner's answer to a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReplyShape {
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
struct EvaluationShape {
    /// Which.
    #[schemars(regex(pattern = CHALLENGE))]
    challenge: String,
    /// The judgement.
    #[schemars(schema_with = "judgement")]
    judgement: String,
    /// Why.
    note: String,
}

/// Where the owners stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TallyShape {
    /// For the proposal.
    support: Vec<String>,
    /// Against it.
    oppose: Vec<String>,
    /// Neither.
    abstain: Vec<String>,
}

/// A challenge and everything that became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChallengeShape {
    /// The id.
    #[schemars(regex(pattern = CHALLENGE))]
    id: String,
    /// What makes it the same challenge when it is raised again.
    #[schemars(regex(pattern = r"^[0-9a-f]{16}$"))]
    key: String,
    /// What fails.
    risk: String,
    /// What to do instead.
    alternative: Option<String>,
    /// What must be answered.
    question: Option<String>,
    /// Who raised it, in order.
    raised_by: Vec<SeatShape>,
    /// In how many rounds it was on the table without being conceded.
    rounds: u32,
    /// What has become of it.
    #[schemars(schema_with = "standing")]
    standing: String,
    /// Who sent it to the human, if anybody did.
    #[schemars(schema_with = "escalated_by")]
    escalated_by: Option<String>,
    /// Whether it has an alternative.
    valid: bool,
    /// Everything that happened to it, in order.
    history: Vec<PastShape>,
}

/// One thing that happened to a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum PastShape {
    /// An advocate raised it.
    Raised { raised: String, round: u32 },
    /// An owner answered it.
    Answered {
        answered: String,
        #[schemars(schema_with = "stand")]
        stand: String,
        rationale: String,
        round: u32,
    },
    /// An advocate judged the answers.
    Judged {
        judged: String,
        #[schemars(schema_with = "judgement")]
        judgement: String,
        note: String,
        round: u32,
    },
    /// It went to the human.
    Escalated { escalated: String, round: u32 },
    /// The human decided over it.
    Overridden { overridden: String, round: u32 },
}

/// A member that was lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LostShape {
    /// Who.
    #[schemars(regex(pattern = SEAT))]
    seat: String,
    /// Why.
    #[schemars(schema_with = "loss")]
    reason: String,
}

/// Where a member broke the protocol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ViolationShape {
    /// Its code.
    #[schemars(regex(pattern = CODE))]
    code: String,
    /// Who.
    #[schemars(regex(pattern = SEAT))]
    seat: String,
    /// Over which challenge, if over one.
    challenge: Option<String>,
    /// What, in words.
    message: String,
}

/// Something said about a round, by its code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoticeShape {
    /// Its code.
    #[schemars(regex(pattern = CODE))]
    code: String,
    /// What, in words.
    message: String,
}

/// What a human decided about a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DecisionShape {
    /// What was chosen.
    #[schemars(schema_with = "choice")]
    choice: String,
    /// The human's words; an approval and keeping it open have none.
    words: Option<String>,
    /// The round it is about.
    #[schemars(range(min = 1))]
    round: u32,
    /// The hash of the summary that was shown.
    #[schemars(regex(pattern = HASH))]
    hash: String,
    /// Who.
    #[schemars(length(min = 1))]
    by: String,
    /// When, RFC 3339 in UTC.
    #[schemars(regex(pattern = TIME))]
    at: String,
}

const HASH: &str = r"^[0-9a-f]{64}$";
const SEAT: &str = r"^(po|da)-[1-9][0-9]{0,2}$";
const CHALLENGE: &str = r"^CH-[1-9][0-9]*$";
const CODE: &str = r"^[A-Z]+(_[A-Z]+)*$";
const TIME: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$";

macro_rules! words {
    ($($name:ident: $list:expr, $schema:ident;)+) => {
        $(fn $name(_: &mut SchemaGenerator) -> Schema {
            $schema($list)
        })+
    };
}

words! {
    hearing: Hearing::ALL.iter().map(|one| one.word()), one_of;
    style: Style::ALL.iter().map(|one| one.word()), one_of;
    status: Status::ALL.iter().map(|one| one.word()), one_of;
    loss: Loss::ALL.iter().map(|one| one.word()), one_of;
    manner: Manner::ALL.iter().map(|one| one.word()), one_of;
    stand: Stand::ALL.iter().map(|one| one.word()), one_of;
    judgement: Judgement::ALL.iter().map(|one| one.word()), one_of;
    stance: Stance::ALL.iter().map(|one| one.word()), one_of_or_null;
    direction: Direction::ALL.iter().map(|one| one.word()), one_of_or_null;
    escalated_by: EscalatedBy::ALL.iter().map(|one| one.word()), one_of_or_null;
    standing: [
        Standing::Open,
        Standing::Conceded,
        Standing::Escalated(EscalatedBy::Advocate),
        Standing::Overridden,
    ].map(Standing::word), one_of;
    choice: ["approve", "redirect", "unilateral", "open"], one_of;
}
