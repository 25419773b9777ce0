//! How far a session is, and the questions that the host's agents answer.

use council::{
    Repo,
    answer::{self, Awaited, OpenAsk},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// How far a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewState {
    /// It goes on by itself; ask again with `review_status`.
    Running,
    /// It waits for the answers to `asks`, or for a person.
    Waiting,
    /// It is not driven by anybody: it has ended, or was cut off. The report says which.
    Stopped,
    /// The command was refused or failed. The report says why.
    Refused,
}

/// What `review_start`, `review_status` and `answer` say.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Status {
    pub(crate) state: ReviewState,
    /// The session, once it is known; the project, for a panel or a forum.
    pub(crate) session: Option<String>,
    /// How the command ended: 0 pass, 2 a human must look, 10 an answer is missing, 11 an approval is missing, 3 failure.
    pub(crate) exit_code: Option<u8>,
    /// What was told last of a session that runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) progress: Option<String>,
    /// The questions for your agents, each for a fresh sub-agent that knows nothing of the others.
    pub(crate) asks: Vec<AgentAsk>,
    /// Seats that wait for a person; no agent may answer for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) people: Vec<String>,
    /// What to do next.
    pub(crate) next: Vec<String>,
    /// What the command printed, as `council … --format json` does; its schema is the resource `council://schema/review`
    /// and so on, by the report's `command`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    pub(crate) report: Option<Value>,
}

/// A question for an agent of the host.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AgentAsk {
    /// The seat that is asked.
    pub(crate) seat: String,
    /// What is asked for, such as `round 1`.
    pub(crate) step: String,
    /// Whether an earlier answer has to be put right.
    pub(crate) repair: bool,
    /// Until when it can be answered.
    pub(crate) deadline: Option<String>,
    /// Names the question; an answer says to which it is.
    pub(crate) question_hash: String,
    /// Everything the agent is told, and all that it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    /// The JSON Schema of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    pub(crate) schema: Option<Value>,
}

/// Which questions are wanted, and how much of them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AskFilter<'a> {
    /// Only that of a seat.
    pub(crate) seat: Option<&'a str>,
    /// Without their texts.
    pub(crate) brief: bool,
}

impl Status {
    /// Returns the status of a session that is not driven here, with its open questions.
    pub(crate) fn at_rest(repo: &Repo, session: &str, wanted: AskFilter<'_>) -> Self {
        // What cannot be read is told by the command that shows the session.
        let open = answer::open(repo, session).unwrap_or_default();
        let (hosts, people): (Vec<OpenAsk>, Vec<OpenAsk>) =
            open.into_iter().partition(|ask| ask.awaits == Awaited::Host);
        let is_wanted =
            |ask: &&OpenAsk| wanted.seat.is_none_or(|seat| ask.seat.eq_ignore_ascii_case(seat));
        let asks: Vec<AgentAsk> =
            hosts.iter().filter(is_wanted).map(|ask| asked(ask, wanted)).collect();
        let mut next = Vec::new();
        if !hosts.is_empty() {
            next.push(
                "give each of `asks` to a fresh sub-agent that sees nothing else, and hand its answer in with `answer`"
                    .to_owned(),
            );
        }
        if !people.is_empty() {
            next.push(format!("a person answers with `council answer {session}`"));
        }
        Self {
            state: if next.is_empty() { ReviewState::Stopped } else { ReviewState::Waiting },
            session: Some(session.to_owned()),
            exit_code: None,
            progress: None,
            asks,
            people: people.into_iter().map(|ask| ask.seat).collect(),
            next,
            report: None,
        }
    }
}

fn asked(ask: &OpenAsk, wanted: AskFilter<'_>) -> AgentAsk {
    let prompt = &ask.prompt;
    let whole =
        [&prompt.instructions, &prompt.packet, &prompt.role, &prompt.question].map(String::as_str);
    AgentAsk {
        seat: ask.seat.clone(),
        step: ask.step.clone(),
        repair: ask.is_repair,
        deadline: ask.deadline.map(|deadline| deadline.to_string()),
        question_hash: ask.hash.clone(),
        prompt: (!wanted.brief).then(|| whole.concat()),
        schema: (!wanted.brief).then(|| ask.schema.clone()),
    }
}
