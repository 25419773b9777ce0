//! What can fill a seat of any flow, by the names people and records give it.

mod awaited;
mod cassette;
mod model;
mod scripted;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
    sync::Arc,
};

use council_core::{
    depth::Depth,
    diagnostic::{Diagnostic, Place},
    gate::Hold,
    packet::{Packet, Secret},
};
use council_engine::{Call, Clock, Entry, Flow, Reviewer, Seats};
use council_formats::user::{self, AgentsSettings, SchemaSetting, User};
use council_llm::{Agent, Loopback, ModelName, NotAnAgent, NotLoopback, Price};
use council_prompts::{prompt::Prompt, schema::Bounds};
use council_store::{Repo, StoreError};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::{
    cost::Foreseen,
    drill::Drill,
    providers::{ModelError, Providers},
};
use awaited::AwaitedSeat;
use model::{AgentSeat, LoopbackSeat, ModelSeat};

pub(crate) use cassette::keep as keep_tapes;
pub(crate) use model::{MARGIN, bound};
pub(crate) use scripted::ScriptedStance;

/// Names something that can fill a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewerSpec {
    /// The offline reviewer.
    Rules,
    /// Answers, faults and delays from a file.
    Scripted(String),
    /// The answers of an earlier session, from its journal or from the folder that keeps it.
    Cassette {
        /// The journal, or the folder.
        place: String,
        /// Who answers where nothing is recorded yet.
        source: Option<Box<ReviewerSpec>>,
    },
    /// A program on this machine.
    Loopback(Loopback),
    /// A model.
    Model(ModelName),
    /// A coding agent that is installed here.
    Agent(Agent),
    /// A person, who answers when they do.
    Human,
    /// An agent of the program that holds the session, which hands its answer in.
    Host,
}

/// Why a seat cannot be filled.
#[derive(Debug, Error)]
pub enum ReviewerError {
    /// There is no such reviewer.
    #[error("there is no reviewer `{0}`")]
    Unknown(String),
    /// A repository names it, and may not.
    #[error("a repository may not fill a seat with `{0}`")]
    NotARepositorys(String),
    /// The address is not on this machine.
    #[error(transparent)]
    Address(#[from] NotLoopback),
    /// There is no such agent.
    #[error(transparent)]
    Agent(#[from] NotAnAgent),
    /// The model cannot be asked.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The packet holds secrets, and would be sent.
    #[error("{place}: {kind} stands here, and the packet would be sent to a model")]
    Secret {
        /// Where the first one stands.
        place: Place,
        /// What it is.
        kind: &'static str,
    },
    /// Its file could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its file does not say what to answer.
    #[error("`{path}` is not a script for seats: {why}")]
    Script {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// Nothing is recorded there, and nobody is named who could answer.
    #[error("there is nothing recorded in `{0}`")]
    NothingRecorded(String),
    /// Its file is not a journal.
    #[error("`{path}` is not the journal of a session: {why}")]
    Journal {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

impl ReviewerError {
    /// Returns the way out, where there is one that fits everybody.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Unknown(_) => Some(
                "use `rules`, `human`, `host`, `PROVIDER:MODEL`, `agent:NAME`, `scripted:FILE`, `cassette:DIR` or \
                 `loopback:ADDRESS`"
                    .to_owned(),
            ),
            Self::NotARepositorys(name) => Some(match name.strip_prefix("agent:") {
                Some(agent) => {
                    let agent = agent.split(':').next().unwrap_or_default();
                    format!(
                        "name it with `--reviewer {name}`, or allow it with `[agents.{agent}]` in `{}`",
                        user::SHOWN
                    )
                }
                None => "give `--drill` where that is meant".to_owned(),
            }),
            Self::Model(error) => Some(error.help()),
            Self::Secret { .. } => Some(
                "take it out and replace it, because it is known now; `--allow-secrets` sends it"
                    .to_owned(),
            ),
            Self::NothingRecorded(place) => Some(format!(
                "name who answers while it is recorded: `cassette:{place}=PROVIDER:MODEL`"
            )),
            Self::Address(_)
            | Self::Agent(_)
            | Self::Store(_)
            | Self::Script { .. }
            | Self::Journal { .. } => None,
        }
    }
}

impl FromStr for ReviewerSpec {
    type Err = ReviewerError;

    fn from_str(text: &str) -> Result<Self, ReviewerError> {
        match text.split_once(':') {
            None if text == "rules" => Ok(Self::Rules),
            None if text == "human" => Ok(Self::Human),
            None if text == "host" => Ok(Self::Host),
            Some(("scripted", file)) if !file.is_empty() => Ok(Self::Scripted(file.to_owned())),
            Some(("cassette", rest)) => {
                Self::cassette(rest).ok_or_else(|| ReviewerError::Unknown(text.to_owned()))
            }
            Some(("loopback", address)) => Ok(Self::Loopback(address.parse()?)),
            Some(("agent", name)) => Ok(Self::Agent(name.parse()?)),
            Some(("scripted" | "rules", _)) | None => Err(ReviewerError::Unknown(text.to_owned())),
            Some(_) => {
                text.parse().map(Self::Model).map_err(|_| ReviewerError::Unknown(text.to_owned()))
            }
        }
    }
}

impl fmt::Display for ReviewerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => f.write_str("rules"),
            Self::Human => f.write_str("human"),
            Self::Host => f.write_str("host"),
            Self::Scripted(file) => write!(f, "scripted:{file}"),
            Self::Cassette { place, source: None } => write!(f, "cassette:{place}"),
            Self::Cassette { place, source: Some(source) } => {
                write!(f, "cassette:{place}={source}")
            }
            Self::Loopback(loopback) => f.write_str(&loopback.label()),
            Self::Model(name) => write!(f, "{name}"),
            Self::Agent(agent) => write!(f, "agent:{agent}"),
        }
    }
}

impl ReviewerSpec {
    /// Reads what a repository's file or record names. A repository may name models, whose address and key are the
    /// user's; an agent only where the user says so; and never what stands in for a reviewer.
    pub fn of_repository(name: &str, user: &User) -> Result<Self, ReviewerError> {
        let spec: Self = name.parse()?;
        spec.expect_a_repositorys(&user.agents)?;
        Ok(spec)
    }

    fn expect_a_repositorys(&self, agents: &AgentsSettings) -> Result<(), ReviewerError> {
        match self {
            Self::Rules | Self::Human | Self::Host | Self::Model(_) => Ok(()),
            Self::Agent(agent) if agents.get(agent.name()).is_some() => Ok(()),
            // A recording that was begun asks whom it names.
            Self::Cassette { source: Some(source), .. } => source.expect_a_repositorys(agents),
            Self::Agent(_)
            | Self::Scripted(_)
            | Self::Cassette { source: None, .. }
            | Self::Loopback(_) => Err(ReviewerError::NotARepositorys(self.to_string())),
        }
    }

    /// Reads what stands behind `cassette:`; only who has to be paid for is worth recording.
    fn cassette(text: &str) -> Option<Self> {
        let (place, source) = match text.split_once('=') {
            Some((place, source)) => (place, Some(source.parse().ok()?)),
            None => (text, None),
        };
        let is_recorded = match &source {
            None | Some(Self::Model(_) | Self::Agent(_)) => true,
            Some(
                Self::Rules
                | Self::Human
                | Self::Host
                | Self::Scripted(_)
                | Self::Cassette { .. }
                | Self::Loopback(_),
            ) => false,
        };
        let place = place.trim_end_matches('/').to_owned();
        (is_recorded && !place.is_empty())
            .then(|| Self::Cassette { place, source: source.map(Box::new) })
    }

    /// Names what only stands in for a reviewer. A recording that is being made asks somebody.
    fn stand_in(&self) -> Option<&'static str> {
        match self {
            Self::Scripted(_) => Some("scripted"),
            Self::Cassette { source: None, .. } => Some("cassette"),
            Self::Loopback(_) => Some("loopback"),
            Self::Cassette { source: Some(_), .. }
            | Self::Rules
            | Self::Human
            | Self::Host
            | Self::Model(_)
            | Self::Agent(_) => None,
        }
    }

    /// Returns what really fills a seat: a cassette that is recorded plays, one that is not has to record.
    pub(crate) fn settled(self, repo: &Repo) -> Result<Self, ReviewerError> {
        match self {
            Self::Cassette { place, source } => {
                if cassette::tape(repo, &place).is_some() {
                    return Ok(Self::Cassette { place, source: None });
                }
                match source {
                    Some(source) => Ok(Self::Cassette { place, source: Some(source) }),
                    None => Err(ReviewerError::NothingRecorded(place)),
                }
            }
            other @ (Self::Rules
            | Self::Human
            | Self::Host
            | Self::Scripted(_)
            | Self::Loopback(_)
            | Self::Model(_)
            | Self::Agent(_)) => Ok(other),
        }
    }

    /// Returns who is asked, where somebody is who has to be paid.
    pub(crate) fn asked(&self) -> Option<&Self> {
        match self {
            Self::Model(_) | Self::Agent(_) => Some(self),
            Self::Cassette { source, .. } => source.as_deref(),
            Self::Rules | Self::Human | Self::Host | Self::Scripted(_) | Self::Loopback(_) => None,
        }
    }
}

/// Returns how deep a review goes where nobody says so: with models only as deep as their word can change something. A
/// recording has the answers to what was asked when it was made.
pub(crate) fn usual_depth<'a>(
    repo: &Repo,
    seats: impl Iterator<Item = &'a ReviewerSpec>,
) -> Result<Depth, ReviewerError> {
    let mut depth = Depth::Council;
    for spec in seats {
        match spec.clone().settled(repo)? {
            ReviewerSpec::Rules | ReviewerSpec::Scripted(_) => {}
            ReviewerSpec::Cassette { place, source: None } => return cassette::depth(repo, &place),
            ReviewerSpec::Model(_)
            | ReviewerSpec::Agent(_)
            | ReviewerSpec::Human
            | ReviewerSpec::Host
            | ReviewerSpec::Loopback(_)
            | ReviewerSpec::Cassette { source: Some(_), .. } => depth = Depth::Auto,
        }
    }
    Ok(depth)
}

/// Returns what holds the work where a seat is filled by a script, a recording or a program on this machine: what they
/// say is a rehearsal, and nobody can tell who wrote it.
pub(crate) fn drilled<'a>(names: impl IntoIterator<Item = &'a String>) -> Option<Hold> {
    (!stand_ins(names).is_empty()).then_some(Hold::Drilled)
}

/// Returns what holds the work where nobody but agents of the program that asked filled a seat: whoever wrote the text can have
/// written their answers. A person who decides on the session vouches for it.
pub(crate) fn unvouched<'a>(names: impl IntoIterator<Item = &'a String>) -> Option<Hold> {
    let (mut is_host, mut is_other) = (false, false);
    for name in names {
        let spec = name.parse();
        is_host |= matches!(spec, Ok(ReviewerSpec::Host));
        is_other |= !matches!(spec, Ok(ReviewerSpec::Host | ReviewerSpec::Rules));
    }
    (is_host && !is_other).then_some(Hold::Unsigned)
}

/// Returns what filled a seat by the words of a record, which stand in backticks for all but the rules.
pub(crate) fn recorded(words: &str) -> Option<String> {
    Some(words.strip_prefix('`')?.strip_suffix('`')?.to_owned())
}

/// A flow whose seats everything here can fill.
pub(crate) trait Fillable: Flow {
    /// Whether its seats are shown findings that a script can stand behind or against.
    const HAS_STANCES: bool;

    /// Whether its budget is a number that somebody sets, and not what its seats can need.
    const HAS_BUDGET: bool;

    /// Tells whether a session asks nobody: then no seat is filled, and no key is looked for.
    fn asks_nobody(_opening: &Self::Opening) -> bool {
        false
    }

    /// Returns the offline reviewer, for the seats of one session.
    fn rules() -> Arc<dyn Reviewer<Self>>;

    /// Puts a question into words, with the packet behind a fence.
    fn prompt(call: &Call<Self>, fence: &str) -> Prompt;

    /// Returns what a program on this machine is told of a question.
    fn told(call: &Call<Self>) -> Value;

    /// Names the words that questions are put into, by their version and their hash.
    fn asked_in() -> String;

    /// Returns the shape of the reply to a question, as closely as is wanted.
    fn shape(call: &Call<Self>, how: SchemaSetting, bounds: Bounds) -> Option<Value>;

    /// Returns the number of the round of a question, from 1.
    fn number(ask: &Self::Ask) -> u8;

    /// Says in short what a question asks for, such as `round 1`.
    fn step(ask: &Self::Ask) -> String;

    /// Returns what a seat says by a script: its reply laid over what it would say otherwise, or what its stance is.
    fn rehearsed(
        call: &Call<Self>,
        reply: Option<&Map<String, Value>>,
        stance: Option<ScriptedStance>,
    ) -> String;

    /// Returns what a session asks, from its first questions: these, once each, where nothing comes after them.
    fn foreseen(_opening: &Self::Opening, first: Vec<Arc<Self::Ask>>) -> Vec<Foreseen<Self>> {
        first.into_iter().map(|ask| Foreseen { ask, times: 1, told: 0, tries: 1 }).collect()
    }

    /// Reads a record of a journal; none where the record is not about a session.
    fn entry(record: &str) -> serde_json::Result<Option<Entry<Self>>>;
}

/// Names what only stands in for reviewers among what fills the seats. What nobody knows is taken for a stand-in.
pub(crate) fn stand_ins<'a>(names: impl IntoIterator<Item = &'a String>) -> BTreeSet<&'static str> {
    let stand_in = |name: &String| match name.parse::<ReviewerSpec>() {
        Ok(spec) => spec.stand_in(),
        Err(_) => Some("unknown"),
    };
    names.into_iter().filter_map(stand_in).collect()
}

/// Refuses what a record of the repository fills its seats with and a repository may not. Whoever means a drill has said
/// so for what stands in for a reviewer.
pub(crate) fn expect_a_repositorys<'a>(
    named: impl Iterator<Item = &'a String>,
    providers: &Providers,
    drill: Drill,
) -> Result<(), ReviewerError> {
    for name in named {
        let spec: ReviewerSpec = name.parse()?;
        if drill == Drill::Unsaid || spec.stand_in().is_none() {
            spec.expect_a_repositorys(&providers.agents)?;
        }
    }
    Ok(())
}

/// Whose answers are handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    /// A person's.
    Person,
    /// Those of an agent of the program that holds the session.
    Host,
}

/// Returns who hands in the answers of a seat, where nobody here is called.
pub(crate) fn awaited(name: &str) -> Option<Awaited> {
    match name.parse() {
        Ok(ReviewerSpec::Human) => Some(Awaited::Person),
        Ok(ReviewerSpec::Host) => Some(Awaited::Host),
        Ok(
            ReviewerSpec::Rules
            | ReviewerSpec::Scripted(_)
            | ReviewerSpec::Cassette { .. }
            | ReviewerSpec::Loopback(_)
            | ReviewerSpec::Model(_)
            | ReviewerSpec::Agent(_),
        )
        | Err(_) => None,
    }
}

/// Tells whether what fills the seats sends the packet somewhere.
pub(crate) fn leaves_the_machine<'a>(mut named: impl Iterator<Item = &'a String>) -> bool {
    named.any(|name| {
        name.parse()
            .is_ok_and(|spec: ReviewerSpec| spec == ReviewerSpec::Host || spec.asked().is_some())
    })
}

/// Refuses a packet in which a secret stands.
pub(crate) fn keep(packet: &Packet) -> Result<(), ReviewerError> {
    match packet.secrets().into_iter().next() {
        Some(Secret { place, kind }) => Err(ReviewerError::Secret { place, kind }),
        None => Ok(()),
    }
}

/// What has to be paid for an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerPrice {
    /// The most tokens of one answer.
    pub(crate) most_tokens: u32,
    /// What a token costs, if that is known.
    pub(crate) price: Option<Price>,
    /// How many copies of a question can be sent.
    pub(crate) copies: u64,
}

/// Returns what has to be paid for an answer; what costs nothing has no terms. No key is looked for.
pub(crate) fn terms(
    spec: &ReviewerSpec,
    providers: &Providers,
) -> Result<Option<AnswerPrice>, ReviewerError> {
    Ok(match spec {
        ReviewerSpec::Rules
        | ReviewerSpec::Human
        | ReviewerSpec::Host
        | ReviewerSpec::Scripted(_)
        | ReviewerSpec::Loopback(_)
        | ReviewerSpec::Cassette { source: None, .. } => None,
        ReviewerSpec::Cassette { source: Some(source), .. } => terms(source, providers)?,
        ReviewerSpec::Model(name) => Some(providers.terms(name)?),
        ReviewerSpec::Agent(_) => {
            Some(AnswerPrice { most_tokens: model::AGENTS_TOKENS, price: None, copies: 1 })
        }
    })
}

/// Tells whether anybody among what fills the seats has to be paid for.
pub(crate) fn is_paid<'a>(
    named: impl Iterator<Item = &'a String>,
    providers: &Providers,
) -> Result<bool, ReviewerError> {
    for name in named {
        if terms(&name.parse()?, providers)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Fills the seats with what a record names.
pub(crate) fn seats<F: Fillable + 'static, C: Clock + 'static>(
    repo: &Repo,
    named: &BTreeMap<F::Seat, String>,
    rules: &Arc<dyn Reviewer<F>>,
    providers: &Providers,
    clock: &Arc<C>,
) -> Result<Seats<F>, ReviewerError> {
    let mut seats = Seats::<F>::new();
    for (seat, name) in named {
        let spec: ReviewerSpec = name.parse()?;
        let spec = match spec.asked() {
            Some(asked) => asked.clone(),
            None => spec,
        };
        let filled: Arc<dyn Reviewer<F>> = match spec {
            ReviewerSpec::Rules => rules.clone(),
            ReviewerSpec::Human => Arc::new(AwaitedSeat(Awaited::Person)),
            ReviewerSpec::Host => Arc::new(AwaitedSeat(Awaited::Host)),
            ReviewerSpec::Scripted(path) => scripted::load(&path, &repo.read(&path)?, clock)?,
            ReviewerSpec::Cassette { place, .. } => {
                Arc::new(cassette::load::<F>(repo, &place, seat)?)
            }
            ReviewerSpec::Loopback(loopback) => Arc::new(LoopbackSeat(loopback)),
            ReviewerSpec::Model(name) => {
                Arc::new(ModelSeat { model: providers.model(&name)?, fence: providers.fence() })
            }
            ReviewerSpec::Agent(agent) => {
                let (answer_within, fence) =
                    (providers.agent_answers_within(&agent), providers.fence());
                Arc::new(AgentSeat { agent: providers.agent(&agent), answer_within, fence })
            }
        };
        seats.insert(seat.clone(), filled);
    }
    Ok(seats)
}

/// Says what is wrong with a file and where.
fn said(diagnostic: &Diagnostic) -> String {
    format!("{}: {}", diagnostic.place, diagnostic.message)
}
