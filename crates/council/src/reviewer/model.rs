//! A model in a seat: its question is put into words, its reply is held to a shape, and what was sent where is kept.

use std::{sync::Arc, time::Duration};

use council_core::signature;
use council_engine::{BoxFuture, Call, Delivery, Fault, Reviewer, ReviewerReply, Sending};
use council_llm::{
    Agent, Loopback,
    wire::{Letter, ModelQuestion, Usage},
};
use council_prompts::{prompt::Prompt, schema::Bounds};

use super::Fillable;
use crate::providers::ConfiguredModel;

/// What an agent is taken to write at most: a full list of findings, and some words around it. Three agents that read a short
/// packet have to fit the budget of the contract.
pub(super) const AGENTS_TOKENS: u32 = 5_000;

/// How much more than estimated a question may be, in halves: an estimate that is too low must not break the budget.
pub(crate) const MARGIN: u64 = 3;

/// A model in a seat.
#[derive(Debug)]
pub(super) struct ModelSeat {
    /// The model.
    pub(super) model: ConfiguredModel,
    /// What fences the packet: the same for all seats, so that what comes before a seat's own question is cached.
    pub(super) fence: Arc<str>,
}

/// A program on this machine in a seat.
#[derive(Debug)]
pub(super) struct LoopbackSeat(pub(super) Loopback);

impl<F: Fillable> Reviewer<F> for LoopbackSeat {
    fn name(&self) -> String {
        self.0.label()
    }

    fn bound(&self, _call: &Call<F>) -> u64 {
        self.0.bound()
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(self.0.ask(F::told(call)))
    }
}

impl<F: Fillable> Reviewer<F> for ModelSeat {
    fn name(&self) -> String {
        self.model.name.to_string()
    }

    fn bound(&self, call: &Call<F>) -> u64 {
        let once = bound(&F::prompt(call, &self.fence), self.model.most_tokens);
        once.saturating_mul(self.model.provider.most_copies())
    }

    fn sends(&self, call: &Call<F>) -> Option<Sending> {
        let letter = self.letter(call, &F::prompt(call, &self.fence));
        Some(sending::<F>(self.model.provider.host(), &letter.body))
    }

    fn answers_within(&self) -> Option<Duration> {
        self.model.answer_within
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let prompt = F::prompt(call, &self.fence);
            let most = bound(&prompt, self.model.most_tokens);
            let copies = self.model.provider.most_copies();
            let delivered = self.model.provider.send(self.letter(call, &prompt), &call.pulse).await;
            let delivered = delivered
                .map_err(|failure| failure.costing_at_most(most.saturating_mul(copies)))?;
            let model = delivered.heard.model.unwrap_or_else(|| self.model.name.model().to_owned());
            let host = self.model.provider.host();
            Ok(ReviewerReply {
                // What a copy cost whose answer nobody waited for is not known: the most it can have been.
                tokens: charged(delivered.heard.usage, most)
                    .saturating_add(most.saturating_mul(delivered.copies.saturating_sub(1))),
                delivery: Some(Delivery {
                    copies: delivered.copies,
                    ..delivery(host, model, delivered.bytes_sent, delivered.heard.usage)
                }),
                text: delivered.heard.text,
            })
        })
    }
}

impl ModelSeat {
    fn letter<F: Fillable>(&self, call: &Call<F>, prompt: &Prompt) -> Letter {
        let bounds = Bounds::fitting(self.model.most_tokens);
        let schema = F::shape(call, self.model.schema, bounds);
        let session = F::lot(&call.opening);
        let question = ModelQuestion {
            instructions: &prompt.instructions,
            packet: &prompt.packet,
            role: &prompt.role,
            question: &prompt.question,
            schema: schema.as_ref(),
            most_tokens: self.model.most_tokens,
            cache_key: &session,
        };
        self.model.provider.wire().letter(self.model.name.model(), &question)
    }
}

/// A coding agent in a seat.
#[derive(Debug)]
pub(super) struct AgentSeat {
    /// The agent.
    pub(super) agent: Agent,
    /// For how long it may be silent, where that was settled.
    pub(super) answer_within: Option<Duration>,
    /// What fences the packet.
    pub(super) fence: Arc<str>,
}

impl<F: Fillable> Reviewer<F> for AgentSeat {
    fn name(&self) -> String {
        format!("agent:{}", self.agent)
    }

    fn bound(&self, call: &Call<F>) -> u64 {
        bound(&F::prompt(call, &self.fence), AGENTS_TOKENS)
    }

    fn sends(&self, call: &Call<F>) -> Option<Sending> {
        Some(sending::<F>(self.host(), &told(&F::prompt(call, &self.fence))))
    }

    fn answers_within(&self) -> Option<Duration> {
        self.answer_within
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let prompt = F::prompt(call, &self.fence);
            let most = bound(&prompt, AGENTS_TOKENS);
            let spoken = self.agent.ask(&told(&prompt), &call.pulse).await;
            let spoken = spoken.map_err(|failure| failure.costing_at_most(most))?;
            Ok(ReviewerReply {
                tokens: charged(spoken.usage, most),
                delivery: Some(delivery(
                    self.host(),
                    self.agent.to_string(),
                    spoken.bytes_sent,
                    spoken.usage,
                )),
                text: spoken.text,
            })
        })
    }
}

impl AgentSeat {
    fn host(&self) -> String {
        format!("the agent `{}` on this machine", self.agent)
    }
}

/// Returns everything an agent is told, in one piece.
fn told(prompt: &Prompt) -> String {
    let asked = [prompt.role.as_str(), &prompt.question].concat();
    [prompt.instructions.as_str(), &prompt.packet, &asked].join("\n")
}

fn sending<F: Fillable>(host: String, text: &str) -> Sending {
    let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
    Sending { host, words: F::asked_in(), bytes, hash: signature::hash(text) }
}

/// Returns the most tokens a question and its answer can be.
pub(crate) fn bound(prompt: &Prompt, most_tokens: u32) -> u64 {
    (prompt.tokens().saturating_mul(MARGIN) / 2).saturating_add(most_tokens.into())
}

/// Returns what a call is charged with: what the server says where that can be, else the most it can have been.
fn charged(usage: Option<Usage>, most: u64) -> u64 {
    usage.map(Usage::weighted).filter(|tokens| *tokens <= most).unwrap_or(most)
}

fn delivery(host: String, model: String, bytes_sent: u64, usage: Option<Usage>) -> Delivery {
    let usage = usage.unwrap_or_default();
    Delivery {
        host,
        model,
        bytes_sent,
        copies: 1,
        fresh: usage.fresh,
        cache_read: usage.cache_read,
        cache_written: usage.cache_written,
        output: usage.output,
    }
}
