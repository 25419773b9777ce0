//! What models cost. Prices change, so the table has a date, and settings outrank it; a model that is in neither has no
//! price, and nobody guesses one.

use std::fmt;

use crate::{model::ModelName, wire::Usage};

/// When the table was written.
pub const PRICES_AS_OF: &str = "2025-12-01";

/// The price of one token of each sort, in billionths of a dollar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// Read anew.
    pub fresh: u64,
    /// Read from the cache.
    pub cache_read: u64,
    /// Read anew and put into the cache.
    pub cache_written: u64,
    /// Written.
    pub output: u64,
}

/// An amount of money, in billionths of a dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(pub u64);

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded up: what is shown before it is spent is not less than what is spent.
        let hundredths = self.0.div_ceil(10_000_000);
        write!(f, "${}.{:02}", hundredths / 100, hundredths % 100)
    }
}

impl Price {
    /// Returns the price of a model, if its provider has published one.
    pub fn of(model: &ModelName) -> Option<Self> {
        let name = model.model();
        let is = |known: &str| {
            let rest = name.strip_prefix(known);
            // A dated edition costs what its model costs; another edition does not.
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("-20"))
        };
        let known = PUBLISHED
            .iter()
            .find(|(provider, known, _)| *provider == model.provider() && is(known));
        known.map(|(_, _, price)| *price)
    }

    /// Returns what a call cost.
    pub fn cost(self, usage: Usage) -> Money {
        let parts = [
            (self.fresh, usage.fresh),
            (self.cache_read, usage.cache_read),
            (self.cache_written, usage.cache_written),
            (self.output, usage.output),
        ];
        let cost = |(price, tokens): (u64, u64)| price.saturating_mul(tokens);
        Money(parts.into_iter().map(cost).fold(0, u64::saturating_add))
    }

    /// Returns the most a call can cost that reads and writes so many tokens.
    pub fn at_most(self, read: u64, written: u64) -> Money {
        let dearest = self.fresh.max(self.cache_read).max(self.cache_written);
        Money(dearest.saturating_mul(read).saturating_add(self.output.saturating_mul(written)))
    }
}

/// The published prices, in dollars for a million tokens times a thousand: fresh, cache read, cache written, output.
const PUBLISHED: [(&str, &str, Price); 17] = [
    published("anthropic", "claude-opus-4-5", [5_000, 500, 6_250, 25_000]),
    published("anthropic", "claude-opus-4-1", [15_000, 1_500, 18_750, 75_000]),
    published("anthropic", "claude-sonnet-4-5", [3_000, 300, 3_750, 15_000]),
    published("anthropic", "claude-sonnet-4", [3_000, 300, 3_750, 15_000]),
    published("anthropic", "claude-haiku-4-5", [1_000, 100, 1_250, 5_000]),
    published("openai", "gpt-5.1", [1_250, 125, 1_250, 10_000]),
    published("openai", "gpt-5", [1_250, 125, 1_250, 10_000]),
    published("openai", "gpt-5-mini", [250, 25, 250, 2_000]),
    published("openai", "gpt-5-nano", [50, 5, 50, 400]),
    published("openai", "gpt-4.1", [2_000, 500, 2_000, 8_000]),
    published("openai", "gpt-4.1-mini", [400, 100, 400, 1_600]),
    published("openai", "gpt-4.1-nano", [100, 25, 100, 400]),
    published("openai", "gpt-4o", [2_500, 1_250, 2_500, 10_000]),
    published("openai", "gpt-4o-mini", [150, 75, 150, 600]),
    published("gemini", "gemini-2.5-pro", [2_500, 250, 2_500, 15_000]),
    published("gemini", "gemini-2.5-flash", [300, 30, 300, 2_500]),
    published("gemini", "gemini-2.5-flash-lite", [100, 10, 100, 400]),
];

const fn published(
    provider: &'static str,
    model: &'static str,
    [fresh, cache_read, cache_written, output]: [u64; 4],
) -> (&'static str, &'static str, Price) {
    (provider, model, Price { fresh, cache_read, cache_written, output })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(name: &str) -> Option<Price> {
        Price::of(&name.parse().unwrap())
    }

    #[test]
    fn a_dated_edition_has_its_models_price_and_another_edition_has_not() {
        assert_eq!(price("openai:gpt-5-2025-08-07"), price("openai:gpt-5"));
        assert_ne!(price("openai:gpt-5-mini"), price("openai:gpt-5"));
        assert_eq!(price("openai:gpt-5-turbo"), None);
        assert_eq!(price("openrouter:gpt-5"), None);
    }

    #[test]
    fn a_call_costs_its_tokens_and_never_more_than_its_bound() {
        let price = price("anthropic:claude-sonnet-4-5").unwrap();
        let usage = Usage { fresh: 1_000, cache_read: 9_000, cache_written: 0, output: 1_000 };
        assert_eq!(price.cost(usage), Money(20_700_000));
        assert_eq!(price.cost(usage).to_string(), "$0.03");
        assert!(price.cost(usage) <= price.at_most(10_000, 1_000));
        assert_eq!(price.at_most(u64::MAX, 1), Money(u64::MAX));
    }
}
