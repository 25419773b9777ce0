//! What each tool takes. The doc comments are what an agent reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Arguments of `lint`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LintArguments {
    /// Files or folders of the repository. Empty: the specifications that are found in it.
    pub(crate) paths: Vec<String>,
    /// A text to check in place of files.
    pub(crate) text: Option<String>,
}

/// Arguments of `review_start`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StartArguments {
    /// Which kind of review: `council` (three seats, votes, a verdict), `panel` (named reviewers of a PRD) or `forum` (a
    /// direction is discussed).
    pub(crate) flow: FlowArgument,
    /// The file, folder or id that is reviewed, for a council or a panel.
    pub(crate) path: Option<String>,
    /// The project, for a panel or a forum.
    pub(crate) project: Option<String>,
    /// What a forum discusses.
    pub(crate) message: Option<String>,
    /// Go on with this session in place of a new one.
    pub(crate) session: Option<String>,
    /// Who fills the seats. `settled`: what the project's and the user's settings say, else the offline rules. `host`: your
    /// own agents; the questions come back in `asks`, each is answered by a fresh sub-agent that knows nothing of the others,
    /// and handed in with the tool `answer`.
    pub(crate) seats: SeatsArgument,
    /// How deep a council goes; by default as deep as its seats can change something, `council` is all three rounds.
    pub(crate) depth: Option<DepthArgument>,
    /// Leave the texts of the questions out, because each sub-agent fetches its own with `review_status` and its seat.
    pub(crate) brief: bool,
    /// How long to wait for a session that takes time before saying that it runs, in seconds; at most 600.
    pub(crate) wait_seconds: Option<u64>,
}

/// The kind of a review.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FlowArgument {
    #[default]
    Council,
    Panel,
    Forum,
}

/// Who fills the seats.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeatsArgument {
    #[default]
    Settled,
    Host,
    Rules,
}

/// How deep a review goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DepthArgument {
    Light,
    Standard,
    Deep,
    Auto,
    Council,
}

impl DepthArgument {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Standard => "standard",
            Self::Deep => "deep",
            Self::Auto => "auto",
            Self::Council => "council",
        }
    }
}

/// Arguments of `review_status`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StatusArguments {
    /// The session: its id, its packet or `latest`; a project with a panel or a forum by its name. Empty: all sessions.
    pub(crate) session: Option<String>,
    /// Only the question of this seat.
    pub(crate) seat: Option<String>,
    /// Leave the texts of the questions out.
    pub(crate) brief: bool,
    /// How long to wait for a session that runs, in seconds; at most 600.
    pub(crate) wait_seconds: Option<u64>,
}

/// Arguments of `answer`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerArguments {
    /// The session, as `review_start` named it.
    pub(crate) session: String,
    /// The seat that is answered for.
    pub(crate) seat: String,
    /// The `question_hash` of the question that was answered.
    pub(crate) question_hash: String,
    /// The answer: an object of the question's schema.
    pub(crate) answer: Value,
    /// Leave the texts of the next questions out.
    #[serde(default)]
    pub(crate) brief: bool,
}

/// Arguments of `explain`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ExplainArguments {
    /// A finding's id, the name of a rule, a recommendation's number or a challenge's id; with `verdict` a session.
    pub(crate) what: Option<String>,
    /// Explain the verdict of a session, by default the newest.
    pub(crate) verdict: bool,
    /// The session that has the finding.
    pub(crate) session: Option<String>,
}

/// Arguments of `diff`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DiffArguments {
    /// The earlier session, or a packet; alone, it is compared with the session before it.
    pub(crate) from: Option<String>,
    /// The later session.
    pub(crate) to: Option<String>,
}

/// Arguments of `gate`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GateArguments {
    /// Which gate: `stage`, `handoff`, `rereview` or `forum`.
    pub(crate) gate: GateArgument,
    /// The spec of a stage gate, else the project.
    pub(crate) of: String,
    /// The stage, for a stage gate: `plan`, `tasks`, `implement`, `validate`, `audit` …
    #[serde(default)]
    pub(crate) stage: Option<String>,
}

/// A gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GateArgument {
    Stage,
    Handoff,
    Rereview,
    Forum,
}

impl GateArgument {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Stage => "stage",
            Self::Handoff => "handoff",
            Self::Rereview => "rereview",
            Self::Forum => "forum",
        }
    }
}

/// Arguments of `decide`. They say what a person is asked about, never what the person says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecideArguments {
    /// What is decided on: findings of a council `session`, the recommendations of a `panel`, a round of a `forum`, or
    /// whether a panel meets again (`rereview`).
    pub(crate) about: AboutArgument,
    /// The session, or the project.
    pub(crate) of: String,
    /// The findings of a session that the person is asked about, by their ids; empty for all that are open.
    #[serde(default)]
    pub(crate) findings: Vec<String>,
}

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AboutArgument {
    Session,
    Panel,
    Forum,
    Rereview,
}
