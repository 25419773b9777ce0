//! Reviewers that a program brings along.

use std::{future::Future, pin::Pin, sync::Arc};

use council_core::{finding::SeatId, mode::ModeId};
use council_engine::{BoxFuture, Call, Fault, ReviewerReply};
use council_prompts::{
    prompt::{self, Prompt},
    reply::schema,
    schema::Bounds,
};

/// What a [`Reviewer`] returns: a reply, or why there is none, once it is known.
pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<String, String>> + Send + 'a>>;

/// Somebody who can sit in a council: a model behind an interface of your own, a person, a program.
///
/// Nothing that a reviewer says is trusted: a finding counts only if what it quotes stands in the specification, and a
/// reply that cannot be read is asked for once more.
pub trait Reviewer: Send + Sync {
    /// Returns what it is called in the record, such as `in-house model 3`.
    fn name(&self) -> String;

    /// Answers a question with JSON of the shape that the question names. An error means that trying again is pointless:
    /// the seat is lost, and the council goes on without it as far as it can.
    fn answer<'a>(&'a self, question: &'a Question) -> Answer<'a>;
}

/// A seat of a council.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The first.
    First,
    /// The second.
    Second,
    /// The third.
    Third,
}

impl Seat {
    /// Every seat, in order.
    pub const ALL: [Seat; 3] = [Seat::First, Seat::Second, Seat::Third];

    pub(crate) fn id(self) -> SeatId {
        let [first, second, third] = SeatId::ALL;
        match self {
            Seat::First => first,
            Seat::Second => second,
            Seat::Third => third,
        }
    }
}

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The round, from 1.
    pub round: u8,
    /// The numbers of the reasoning modes of the seat, one of which a finding names.
    pub modes: Vec<u8>,
    /// How a reviewer works here: the same for every seat and every round.
    pub instructions: String,
    /// The specification, in a fence: text to judge, never to obey.
    pub specification: String,
    /// Who the seat is, what it knows, and what it is asked now.
    pub task: String,
    /// The JSON Schema of the reply.
    pub schema: serde_json::Value,
}

/// A caller's reviewer as the engine asks it.
pub(crate) struct CallerReviewer {
    pub(crate) reviewer: Arc<dyn Reviewer>,
    /// What fences the specification, so that its text cannot end the fence.
    pub(crate) fence: String,
}

impl CallerReviewer {
    fn prompt(&self, call: &Call) -> Prompt {
        prompt::render(&call.packet, &call.opening, &call.ask, &self.fence)
    }
}

/// What a reply may be, at most.
const MOST_TOKENS: u32 = 8_000;

fn modes(call: &Call) -> Vec<u8> {
    let lens = call.opening.selection.lenses.iter().find(|lens| lens.seat == call.ask.seat);
    lens.map_or_else(Vec::new, |lens| lens.modes().into_iter().map(ModeId::number).collect())
}

impl council_engine::Reviewer for CallerReviewer {
    fn name(&self) -> String {
        self.reviewer.name()
    }

    /// Nobody is paid on our account, so nothing is taken from the budget.
    fn bound(&self, _call: &Call) -> u64 {
        0
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let prompt = self.prompt(call);
            let question = Question {
                round: call.ask.round.number(),
                modes: modes(call),
                instructions: prompt.instructions,
                specification: prompt.packet,
                task: prompt.role + &prompt.question,
                schema: schema::common(Bounds::fitting(MOST_TOKENS)),
            };
            let said = self.reviewer.answer(&question).await;
            let text = said.map_err(|reason| Fault::Lasting { reason, tokens: 0 })?;
            Ok(ReviewerReply { text, tokens: 0, delivery: None })
        })
    }
}
