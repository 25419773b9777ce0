//! What a session of any flow can cost at most, and what it asks first, before anybody is asked.

mod dry_run;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use council_core::{flow::Effect, packet::Packet};
use council_engine::{Call, Fold, FoldError, OpeningRecord, Pulse};
use council_formats::user;
use council_llm::{Money, Price};
use council_prompts::{prompt::Prompt, tokens::estimate as estimate_tokens};
use thiserror::Error;

use crate::{
    providers::{MOST_TOKENS, Providers},
    reviewer::{self, AnswerPrice, Fillable, ReviewerError},
    run::Spend,
};

pub use dry_run::DryRunKeys;
pub(crate) use dry_run::{dry_run, money};

/// Why a session is not begun.
#[derive(Debug, Error)]
pub enum CostError {
    /// It cannot fit the budget.
    #[error("the review can cost {needed} tokens, more than the budget of {budget}")]
    TooLarge {
        /// The most it can cost.
        needed: u64,
        /// What may be spent.
        budget: u64,
    },
    /// Its record, which comes with the repository, allows itself more than its user does.
    #[error(
        "the record of the session allows itself {recorded} tokens, more than the {most} that its user allows"
    )]
    Wider {
        /// What the record says.
        recorded: u64,
        /// The most it may say.
        most: u64,
    },
    /// It can cost more money than it may.
    #[error("the review can cost {most}, more than {cap}")]
    TooDear {
        /// The most it can cost.
        most: Money,
        /// What it may cost.
        cap: Money,
    },
    /// Nobody knows what it costs.
    #[error("there is no price for {}, so nobody knows whether the review keeps below {cap}", .models.join(", "))]
    NoPrice {
        /// The models without a price.
        models: Vec<String>,
        /// What it may cost.
        cap: Money,
    },
    /// A seat cannot be filled.
    #[error(transparent)]
    Reviewer(#[from] ReviewerError),
    /// The session cannot be opened.
    #[error(transparent)]
    Fold(#[from] FoldError),
}

impl CostError {
    /// Returns the way out, where there is one that fits everybody.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::TooLarge { needed, .. } => Some(format!(
                "allow it with `--budget {needed}`; a review asks less with `--depth standard`, and its seats read a part of \
                 the packet each with `--slice`"
            )),
            Self::Wider { recorded, .. } => Some(format!(
                "give `--budget {recorded}` where that is meant, or set `budget` under `[limits]` in `{}`",
                user::SHOWN
            )),
            Self::TooDear { .. } => {
                Some("raise `--max-cost`; a review asks less with `--depth standard`".to_owned())
            }
            Self::NoPrice { models, .. } => Some(format!(
                "set the price of {} below `[prices]` in `~/.config/council/config.toml`",
                models.join(" and ")
            )),
            Self::Reviewer(error) => error.help(),
            Self::Fold(_) => None,
        }
    }
}

/// Refuses to go on with a session whose record allows itself more tokens than it may, where they are paid for. A flow
/// whose budget is what its seats can need can cost no more by its record than a new session of it.
pub(crate) fn expect_no_wider<F: Fillable>(
    opened: &OpeningRecord<F>,
    most: u64,
    providers: &Providers,
) -> Result<(), CostError> {
    let recorded = opened.policy.budget;
    if F::HAS_BUDGET && recorded > most && reviewer::is_paid(opened.reviewers.values(), providers)?
    {
        return Err(CostError::Wider { recorded, most });
    }
    Ok(())
}

/// What to do with keys and passwords that stand in a packet, before it is sent to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    /// Send nothing.
    Keep,
    /// Send them with the rest.
    Send,
}

/// The most a seat can cost in a whole session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostBound {
    /// What fills the seat.
    pub name: String,
    /// How often it is asked, in all copies.
    pub calls: u64,
    /// The tokens.
    pub tokens: u64,
    /// Those of them that are written.
    pub written: u64,
    /// What a token costs, if that is known.
    pub price: Option<Price>,
}

/// A question that a session asks, as far as that is known before anybody has answered.
pub(crate) struct Foreseen<F: Fillable> {
    /// The question.
    pub(crate) ask: Arc<F::Ask>,
    /// How often it comes.
    pub(crate) times: u64,
    /// How many answers of others are put into it.
    pub(crate) told: u64,
    /// How often it may be asked because an answer cannot be used; so may those of others be that are put into it.
    pub(crate) tries: u64,
}

/// What a session asks first, and what it can cost at most.
#[derive(Debug, Clone)]
pub struct Estimate<S: Ord> {
    /// The first questions.
    pub asks: Vec<(S, Prompt)>,
    /// The most that each seat with a model or an agent can cost.
    pub bounds: BTreeMap<S, CostBound>,
    /// The tokens, were every seat filled with a model.
    pub whole: u64,
    /// The most tokens that the seats can use where answers have to be asked for again.
    pub repaired: u64,
    /// The tokens that may be used.
    pub budget: u64,
}

impl<S: Ord> Estimate<S> {
    /// Returns the most tokens that the seats can use.
    pub fn tokens(&self) -> u64 {
        self.bounds.values().map(|bound| bound.tokens).fold(0, u64::saturating_add)
    }

    /// Tells whether that is within the budget.
    pub fn fits(&self) -> bool {
        self.tokens() <= self.budget
    }

    /// Returns the most money that the seats can cost, or those whose price nobody knows.
    pub fn money(&self) -> Result<Money, Vec<String>> {
        let mut unknown: BTreeSet<String> = BTreeSet::new();
        let mut most = Money::default();
        for bound in self.bounds.values() {
            match bound.price {
                Some(price) => {
                    let read = bound.tokens.saturating_sub(bound.written);
                    most = Money(most.0.saturating_add(price.at_most(read, bound.written).0));
                }
                None => {
                    unknown.insert(format!("`{}`", bound.name));
                }
            }
        }
        if unknown.is_empty() { Ok(most) } else { Err(unknown.into_iter().collect()) }
    }

    /// Returns how many tokens of the packet each seat could read for the whole to fit, if it can at all.
    pub(crate) fn room(&self) -> Option<u64> {
        let packet = |seat: &S| {
            let asked = self.asks.iter().find(|(asked, _)| asked == seat);
            asked.map_or(0, |(_, prompt)| estimate_tokens(&prompt.packet))
        };
        // A token of the packet costs what a question with it costs more than one without it.
        let (mut fixed, mut slope) = (0_u64, 0_u64);
        for (seat, bound) in &self.bounds {
            let per_token = bound.calls.saturating_mul(reviewer::MARGIN);
            fixed = fixed.saturating_add(
                bound.tokens.saturating_sub(per_token.saturating_mul(packet(seat)) / 2),
            );
            slope = slope.saturating_add(per_token);
        }
        let left = self.budget.checked_sub(fixed)?.saturating_mul(2);
        left.checked_div(slope).filter(|room| *room > 0)
    }

    /// Refuses what cannot keep to its budget or to what it may cost.
    pub(crate) fn check(&self, cap: Option<Money>) -> Result<(), CostError> {
        if !self.fits() {
            return Err(CostError::TooLarge { needed: self.tokens(), budget: self.budget });
        }
        match (cap, self.money()) {
            (None, _) => Ok(()),
            (Some(cap), Ok(most)) if most <= cap => Ok(()),
            (Some(cap), Ok(most)) => Err(CostError::TooDear { most, cap }),
            (Some(cap), Err(models)) => Err(CostError::NoPrice { models, cap }),
        }
    }
}

/// Refuses a session that would send secrets which stand in its texts, or that can cost more than it may.
pub(crate) fn afford<F: Fillable>(
    opened: &OpeningRecord<F>,
    packet: &Arc<Packet>,
    texts: &[&Packet],
    spend: Spend,
    providers: &Providers,
) -> Result<(), CostError> {
    if spend.secrets == Secrets::Keep && reviewer::leaves_the_machine(opened.reviewers.values()) {
        texts.iter().try_for_each(|text| reviewer::keep(text))?;
    }
    // What only rules and rehearsals fill costs nothing, so nobody has to open a session to find out.
    if !reviewer::is_paid(opened.reviewers.values(), providers)? {
        return Ok(());
    }
    estimate(opened, packet, providers)?.check(spend.max_cost)
}

/// Estimates a session that has not begun. Nobody is asked, and no key is looked for.
pub(crate) fn estimate<F: Fillable>(
    opened: &OpeningRecord<F>,
    packet: &Arc<Packet>,
    providers: &Providers,
) -> Result<Estimate<F::Seat>, CostError> {
    let opening = Arc::new(opened.opening.clone());
    let hash = F::content_hash(&opening);
    let fence = hash.get(..16).unwrap_or(hash);
    let (_, effects) = Fold::<F>::open(opened.clone(), packet.clone())?;
    let first: Vec<Arc<F::Ask>> = effects
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Ask(ask) => Some(ask),
            Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
        })
        .collect();
    let call = |ask: Arc<F::Ask>| -> Call<F> {
        Call {
            packet: packet.clone(),
            opening: opening.clone(),
            ask,
            attempt: 1,
            pulse: Pulse::default(),
        }
    };
    let asks = first.iter().map(|ask| (F::seat(ask), F::prompt(&call(ask.clone()), fence)));
    let mut estimate = Estimate {
        asks: asks.collect(),
        bounds: BTreeMap::new(),
        whole: 0,
        repaired: 0,
        budget: opened.policy.budget,
    };
    for Foreseen { ask, times, told, tries } in F::foreseen(&opening, first) {
        let seat = F::seat(&ask);
        let name = opened.reviewers.get(&seat).cloned().unwrap_or_default();
        let terms = reviewer::terms(&name.parse()?, providers)?;
        let most_tokens = terms.map_or(MOST_TOKENS, |terms| terms.most_tokens);
        let others = told.saturating_mul(most_tokens.into());
        let once = reviewer::bound(&F::prompt(&call(ask), fence), most_tokens);
        let times = times.saturating_mul(terms.map_or(1, |terms| terms.copies));
        let tokens = once.saturating_add(others).saturating_mul(times);
        estimate.whole = estimate.whole.saturating_add(tokens);
        if let Some(AnswerPrice { price, .. }) = terms {
            let new = CostBound { name, calls: 0, tokens: 0, written: 0, price };
            let bound = estimate.bounds.entry(seat).or_insert(new);
            bound.calls = bound.calls.saturating_add(times);
            bound.tokens = bound.tokens.saturating_add(tokens);
            let written = u64::from(most_tokens).saturating_mul(times);
            bound.written = bound.written.saturating_add(written);
            let each = once.saturating_add(others.saturating_mul(tries));
            let repaired = each.saturating_mul(times).saturating_mul(tries);
            estimate.repaired = estimate.repaired.saturating_add(repaired);
        }
    }
    Ok(estimate)
}
