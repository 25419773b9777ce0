//! Whether everything that sits in the seats answers, and what a session would cost, before anything is spent.

use std::{collections::BTreeMap, time::Duration};

use council_core::{finding::SeatId, gate::Outcome};
use council_engine::{Clock, Patience, Pulse, within};
use council_formats::report::{Data, Report};
use council_llm::{
    Failure,
    wire::{ModelQuestion, Usage},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    cost::{self, Estimate},
    providers::{ConfiguredModel, Providers},
    review::Prepared,
    reviewer::ReviewerSpec,
};

/// What a probe asks: as little as an answer can be.
const PROBE: &str = "Answer with the JSON object {\"ok\": true} and nothing else.";

/// The most tokens of a probe's answer.
const PROBE_TOKENS: u32 = 64;

/// Whether reviewers are asked something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probe {
    /// Each is asked once, as little as possible.
    Ask,
    /// Nobody is; only settings are looked at, and no key is looked for.
    Skip,
}

/// What sits in some seats.
#[derive(Debug)]
pub struct Sitter {
    /// What it is called.
    pub name: String,
    /// Where it sits.
    pub seats: Vec<SeatId>,
    /// How it is.
    pub state: ReviewerState,
}

/// How a reviewer is.
#[derive(Debug)]
pub enum ReviewerState {
    /// It needs nobody's answer.
    Here,
    /// Its settings are there.
    Settled,
    /// It answered.
    Answered {
        /// After how long.
        took: Duration,
        /// What it cost, if the server said so.
        usage: Option<Usage>,
    },
    /// It cannot be asked, or does not answer.
    Failed {
        /// Why.
        why: String,
        /// What to do about it.
        help: String,
    },
}

/// Asks every reviewer once, the same one in several seats only once.
pub async fn probe(
    seats: &BTreeMap<SeatId, ReviewerSpec>,
    providers: &Providers,
    clock: &impl Clock,
    probe: Probe,
) -> Vec<Sitter> {
    let mut by_name: BTreeMap<String, (Vec<SeatId>, &ReviewerSpec)> = BTreeMap::new();
    for (seat, spec) in seats {
        by_name.entry(spec.to_string()).or_insert_with(|| (Vec::new(), spec)).0.push(*seat);
    }
    let mut sitters = Vec::new();
    for (name, (seats, spec)) in by_name {
        let state = state(spec, providers, clock, probe).await;
        sitters.push(Sitter { name, seats, state });
    }
    sitters
}

async fn state(
    spec: &ReviewerSpec,
    providers: &Providers,
    clock: &impl Clock,
    probe: Probe,
) -> ReviewerState {
    let question = ModelQuestion {
        instructions: PROBE,
        packet: "",
        role: "",
        question: PROBE,
        schema: None,
        most_tokens: PROBE_TOKENS,
        cache_key: "probe",
    };
    let began = clock.elapsed();
    let usage = match spec.asked().unwrap_or(spec) {
        ReviewerSpec::Rules
        | ReviewerSpec::Human
        | ReviewerSpec::Host
        | ReviewerSpec::Scripted(_)
        | ReviewerSpec::Cassette { .. }
        | ReviewerSpec::Loopback(_) => return ReviewerState::Here,
        ReviewerSpec::Model(name) if probe == Probe::Skip => {
            return match providers.expect_settled(name) {
                Ok(()) => ReviewerState::Settled,
                Err(error) => ReviewerState::Failed { why: error.to_string(), help: error.help() },
            };
        }
        ReviewerSpec::Model(name) => {
            let model: ConfiguredModel = match providers.model(name) {
                Ok(model) => model,
                Err(error) => {
                    return ReviewerState::Failed { why: error.to_string(), help: error.help() };
                }
            };
            let limit = model.answer_within.unwrap_or(Patience::default().per_try);
            let asked = model.provider.ask(name.model(), &question);
            let Some(answered) = within(clock, limit, asked).await else {
                let why = format!("no answer within {} s", limit.as_secs());
                let help = "look whether the server is at work, or set `answer_within`";
                return ReviewerState::Failed { why, help: help.to_owned() };
            };
            answered.map(|delivered| delivered.heard.usage)
        }
        ReviewerSpec::Agent(_) if probe == Probe::Skip => return ReviewerState::Settled,
        ReviewerSpec::Agent(agent) => {
            providers.agent(agent).ask(PROBE, &Pulse::default()).await.map(|spoken| spoken.usage)
        }
    };
    match usage {
        Ok(usage) => ReviewerState::Answered { took: clock.elapsed().saturating_sub(began), usage },
        Err(failure) => failed(&failure),
    }
}

fn failed(failure: &Failure) -> ReviewerState {
    ReviewerState::Failed { why: failure.to_string(), help: failure.kind.remedy().to_owned() }
}

/// Makes the report.
pub fn report(sitters: &[Sitter], session: Option<(&Prepared, &Estimate<SeatId>)>) -> Report {
    let failed = sitters
        .iter()
        .filter(|sitter| matches!(sitter.state, ReviewerState::Failed { .. }))
        .count();
    let fits = session.is_none_or(|(_, estimate)| estimate.fits());
    let (outcome, headline) = match (failed, fits) {
        (0, true) => (Outcome::Pass, "ready".to_owned()),
        (0, false) => (Outcome::Blocked, "the packet does not fit the budget".to_owned()),
        (failed, _) => (Outcome::Failed, format!("{failed} of {} do not answer", sitters.len())),
    };
    let mut report = Report::new("doctor", "reviewers", outcome, headline);
    let mut page = format!("{}\n\n", report.headline);
    for sitter in sitters {
        let seats: Vec<String> = sitter.seats.iter().map(ToString::to_string).collect();
        let said = match &sitter.state {
            ReviewerState::Here => "works offline".to_owned(),
            ReviewerState::Settled => {
                "has its settings; nobody looked for its key or asked it".to_owned()
            }
            ReviewerState::Answered { took, usage } => {
                let tokens = usage.map_or_else(
                    || "did not say what it cost".to_owned(),
                    |usage| format!("{} tokens", usage.total()),
                );
                format!("answers after {} ms, {tokens}", took.as_millis())
            }
            ReviewerState::Failed { why, help } => {
                report.next.push(format!("{}: {help}", sitter.name));
                why.clone()
            }
        };
        page += &line(&format!("{} in {}", sitter.name, seats.join(", ")), &said);
    }
    let mut keys =
        DoctorOutput { estimate: None, reviewers: sitters.iter().map(reviewer).collect() };
    if let Some((prepared, estimate)) = session {
        let opening = &prepared.opened.opening;
        let said = format!(
            "at most {} tokens of {}, {}\n      {}",
            estimate.tokens(),
            estimate.budget,
            cost::money(estimate.money()),
            duration(sitters, prepared),
        );
        page += &line(&format!("a session on {}", opening.packet), &said);
        keys.estimate = Some(EstimateKeys {
            packet: opening.packet.to_string(),
            tokens: estimate.tokens(),
            budget: estimate.budget,
            nanodollars: estimate.money().ok().map(|money| money.0),
        });
    }
    report.data = Data::of(&keys);
    report.page = Some(page);
    report
}

/// Says how long a session takes: every round waits for its slowest answer, and all of them for no longer than the limit.
fn duration(sitters: &[Sitter], prepared: &Prepared) -> String {
    let took = |sitter: &Sitter| match sitter.state {
        ReviewerState::Answered { took, .. } => Some(took),
        ReviewerState::Here | ReviewerState::Settled | ReviewerState::Failed { .. } => None,
    };
    let rounds = prepared.opened.opening.depth.rounds();
    let limit = prepared.opened.policy.timeout.as_secs();
    let least = sitters.iter().filter_map(took).max().map_or_else(String::new, |slowest| {
        format!(", at least {:.1} s", (slowest * u32::from(rounds)).as_secs_f64())
    });
    format!("{rounds} rounds, each as long as its slowest answer{least}, at most {limit} s")
}

fn line(name: &str, said: &str) -> String {
    format!("  {name}\n      {said}\n")
}

/// What `doctor` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DoctorOutput {
    /// What a review could take; not there where no packet is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<EstimateKeys>,
    /// What fills the seats.
    reviewers: Vec<ReviewerKeys>,
}

/// What a review could take.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Estimate")]
struct EstimateKeys {
    packet: String,
    tokens: u64,
    budget: u64,
    /// The most that it could cost, in billionths of a dollar; none where a price is unknown.
    nanodollars: Option<u64>,
}

/// What fills seats, and whether it answers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reviewer")]
struct ReviewerKeys {
    name: String,
    seats: Vec<String>,
    /// `here`, `settled`, `answered` or `failed`.
    state: &'static str,
    /// Why it failed.
    why: Option<String>,
    /// How long it took to answer.
    milliseconds: Option<u64>,
}

fn reviewer(sitter: &Sitter) -> ReviewerKeys {
    let (state, why, took) = match &sitter.state {
        ReviewerState::Here => ("here", None, None),
        ReviewerState::Settled => ("settled", None, None),
        ReviewerState::Answered { took, .. } => ("answered", None, Some(took.as_millis())),
        ReviewerState::Failed { why, .. } => ("failed", Some(why.clone()), None),
    };
    ReviewerKeys {
        name: sitter.name.clone(),
        seats: sitter.seats.iter().map(ToString::to_string).collect(),
        state,
        why,
        milliseconds: took.and_then(|took| u64::try_from(took).ok()),
    }
}
