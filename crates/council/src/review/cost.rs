//! What a review can cost at most, before anybody is asked.

use std::{collections::BTreeMap, sync::Arc};

use council_core::{
    council::{Effect, Session},
    finding::SeatId,
};
use council_engine::{Call, Fold};
use council_llm::{Money, Price};

use super::{Prepared, ReviewError};
use crate::{
    providers::Providers,
    reviewer::{self, ReviewerSpec},
};

/// The most a seat can cost in a whole session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// What fills the seat.
    pub name: String,
    /// The tokens.
    pub tokens: u64,
    /// Those of them that are written.
    pub written: u64,
    /// What a token costs, if that is known.
    pub price: Option<Price>,
}

/// Returns the most that each seat with a model or an agent can cost.
pub fn bounds(
    prepared: &Prepared,
    seats: &BTreeMap<SeatId, ReviewerSpec>,
    providers: &Providers,
) -> Result<BTreeMap<SeatId, Bound>, ReviewError> {
    let opened = &prepared.opened;
    let rounds = u64::from(opened.opening.depth.rounds());
    let opening = Arc::new(opened.opening.clone());
    let (_, effects) = Fold::<Session>::open(opened.clone(), prepared.packet.clone())?;
    let mut bounds = BTreeMap::new();
    for effect in effects {
        let Effect::Ask(ask) = effect else { continue };
        let Some(spec) = seats.get(&ask.seat) else { continue };
        let Some(paid) = reviewer::paid::<Session>(spec, providers)? else { continue };
        let (packet, opening) = (prepared.packet.clone(), opening.clone());
        let call: Call = Call { packet, opening, ask, attempt: 1 };
        let bound = Bound {
            name: spec.to_string(),
            tokens: paid.reviewer.bound(&call).saturating_mul(rounds),
            written: u64::from(paid.most_tokens).saturating_mul(rounds),
            price: paid.price,
        };
        bounds.insert(call.ask.seat, bound);
    }
    Ok(bounds)
}

/// Returns the most money that seats can cost, or those whose price nobody knows.
pub fn money(bounds: &BTreeMap<SeatId, Bound>) -> Result<Money, Vec<String>> {
    let mut unknown: Vec<String> = Vec::new();
    let mut most = Money::default();
    for bound in bounds.values() {
        match bound.price {
            Some(price) => {
                let read = bound.tokens.saturating_sub(bound.written);
                most = Money(most.0.saturating_add(price.at_most(read, bound.written).0));
            }
            None => unknown.push(format!("`{}`", bound.name)),
        }
    }
    unknown.dedup();
    if unknown.is_empty() { Ok(most) } else { Err(unknown) }
}

/// Refuses a review that cannot keep to its budget or to what it may cost.
pub(super) fn check(
    prepared: &Prepared,
    seats: &BTreeMap<SeatId, ReviewerSpec>,
    providers: &Providers,
    cap: Option<Money>,
) -> Result<(), ReviewError> {
    let bounds = bounds(prepared, seats, providers)?;
    let needed = bounds.values().map(|bound| bound.tokens).fold(0, u64::saturating_add);
    let budget = prepared.opened.policy.budget;
    if needed > budget {
        return Err(ReviewError::TooLarge { needed, budget });
    }
    match (cap, money(&bounds)) {
        (None, _) => Ok(()),
        (Some(cap), Ok(most)) if most <= cap => Ok(()),
        (Some(cap), Ok(most)) => Err(ReviewError::TooDear { most, cap }),
        (Some(cap), Err(models)) => Err(ReviewError::NoPrice { models, cap }),
    }
}
