//! The token budget: a call is made only if the most it can cost still fits.

use std::collections::BTreeMap;

/// What may be spent, what was, and what calls in flight may still cost.
#[derive(Debug, Clone)]
pub struct Budget<S: Ord> {
    limit: u64,
    spent: u64,
    reserved: BTreeMap<S, u64>,
}

impl<S: Ord> Budget<S> {
    /// Returns a budget of which some is spent already.
    pub fn new(limit: u64, spent: u64) -> Self {
        Self { limit, spent, reserved: BTreeMap::new() }
    }

    /// Sets the most a call can cost aside; tells whether that was possible.
    #[must_use]
    pub fn reserve(&mut self, seat: S, bound: u64) -> bool {
        let fits = bound <= self.left();
        if fits {
            self.reserved.insert(seat, bound);
        }
        fits
    }

    /// Replaces what was set aside for a seat by what its call did cost.
    pub fn settle(&mut self, seat: &S, cost: u64) {
        self.reserved.remove(seat);
        self.spent = self.spent.saturating_add(cost);
    }

    /// Takes what a call that failed did cost, and tells whether what was set aside for the seat still fits, so that it
    /// can be tried again; where it does not, nothing is set aside any more.
    #[must_use]
    pub fn pay(&mut self, seat: &S, cost: u64) -> bool
    where
        S: Clone,
    {
        let bound = self.reserved.get(seat).copied().unwrap_or_default();
        self.settle(seat, cost);
        self.reserve(seat.clone(), bound)
    }

    /// Returns what no call has spent or set aside.
    pub fn left(&self) -> u64 {
        let reserved = self.reserved.values().fold(0, |sum: u64, bound| sum.saturating_add(*bound));
        self.limit.saturating_sub(self.spent).saturating_sub(reserved)
    }

    /// Returns what was spent.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}
