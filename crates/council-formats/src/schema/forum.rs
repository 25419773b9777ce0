//! The forum's record and the rounds in it.

mod said;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::forum_record::KIND;
use said::{JudgedAnswerShape, SaidShape};
use words::{
    CHALLENGE, CODE, HASH, POINT, SEAT, TIME, choice, direction, escalated_by, hearing, judgement,
    loss, on_point, on_point_or_nowhere, stand, standing, status, style,
};

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
    decision: Option<RoundDecisionShape>,
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
    owners: Vec<ForumSeatShape>,
    /// The devil's advocates, in speaking order.
    #[schemars(length(min = 1, max = 2))]
    advocates: Vec<ForumSeatShape>,
    /// The hashes of the role definitions the members were given.
    roles: RolesShape,
    /// What fills each seat, in words.
    filled_by: BTreeMap<String, String>,
    /// Everything that was said, in order.
    transcript: Vec<SaidShape>,
    /// Where owners who drafted alone stood before and after they heard the others.
    anchoring: Vec<AnchoredShape>,
    /// Where the owners stand, in a round that takes the proposal whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tally: Option<TallyShape>,
    /// What more than half of the owners who took a side want, in a round that takes the proposal whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "direction")]
    majority: Option<String>,
    /// Where the owners have come out, in their own words: what a person approves.
    position: String,
    /// Every challenge that still matters.
    challenges: Vec<ChallengeShape>,
    /// The members that were lost.
    lost: Vec<LostMemberShape>,
    /// Where a member broke the protocol.
    violations: Vec<ProtocolViolationShape>,
    /// What is worth saying besides.
    remarks: Vec<NoticeShape>,
    /// What the human is asked for.
    #[schemars(schema_with = "status")]
    status: String,
    /// What is in the way of an approval.
    blockers: Vec<NoticeShape>,
    /// The rules it was held under; the first where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 2))]
    protocol: Option<u8>,
    /// The seats that nobody holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    questioners: Option<Vec<String>>,
    /// Who read the message as points: a seat, `person` or `nobody`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points_by: Option<String>,
    /// The points, and where the owners have come out on each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<Vec<PointShape>>,
    /// The hash of `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = HASH))]
    position_hash: Option<String>,
}

/// A point, and where the owners have come out on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PointShape {
    /// The id.
    #[schemars(regex(pattern = POINT))]
    id: String,
    /// What it says.
    #[schemars(length(min = 1))]
    text: String,
    /// How many owners took a side.
    sides: usize,
    /// What more than half of them hold, if they do.
    held: Option<HoldingShape>,
    /// The paragraph that a person approves.
    says: String,
    /// Who holds something else, and why.
    differs: Vec<DiffersShape>,
    /// The owners with no stake in it.
    abstain: Vec<String>,
    /// The challenges that stand against it.
    against: Vec<String>,
}

/// What a majority holds on a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HoldingShape {
    /// In which way.
    #[schemars(schema_with = "on_point")]
    stance: String,
    /// The text; of what is opposed the point itself.
    text: String,
    /// Who holds it.
    by: Vec<String>,
}

/// An owner who holds something else than the majority.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DiffersShape {
    /// Who.
    #[schemars(regex(pattern = SEAT))]
    seat: String,
    /// Where the owner stands.
    #[schemars(schema_with = "on_point")]
    stance: String,
    /// The text the owner wants; blank where it wants none.
    text: String,
    /// Why.
    reason: String,
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
    #[schemars(schema_with = "on_point_or_nowhere")]
    alone: Option<String>,
    /// Where the owner stands after hearing the ones before.
    #[schemars(schema_with = "on_point_or_nowhere")]
    heard: Option<String>,
    /// Whether the two differ.
    moved: bool,
    /// On which point; on the whole proposal where it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    point: Option<String>,
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
struct ForumSeatShape {
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
    raised_by: Vec<ForumSeatShape>,
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
    /// The points it was raised against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    against: Option<Vec<RaisedAgainstShape>>,
}

/// The points of a round that a challenge was raised against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RaisedAgainstShape {
    /// The round whose points they are.
    round: u32,
    /// The points.
    points: Vec<String>,
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answers: Option<Vec<JudgedAnswerShape>>,
        round: u32,
    },
    /// It went to the human.
    Escalated { escalated: String, round: u32 },
    /// The human decided over it.
    Overridden { overridden: String, round: u32 },
    /// The human replaced the proposal it was about.
    Superseded { superseded: String, round: u32 },
}

/// A member that was lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LostMemberShape {
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
struct ProtocolViolationShape {
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
struct RoundDecisionShape {
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
