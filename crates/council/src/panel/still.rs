//! What the rules found in one version of a PRD and still find in the next: an edit beside it has not carried it out.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    finding::{Claim, Evidence},
    packet::Packet,
};
use council_rules::panel::{Seen, beside};

use super::KeptClaim;

/// What the rules still find in a new version.
#[derive(Debug, Default)]
pub(super) struct StillFound {
    /// What they find in it, by rule and by the words that show it or that they look for in vain.
    shown: BTreeSet<(String, String)>,
    /// Where each rule finds as much as before: the sentence may be another one, and the defect is the same.
    places: BTreeSet<(String, String)>,
}

impl StillFound {
    /// Compares what the rules find in two versions.
    pub(super) fn between(before: &Packet, after: &Packet) -> Self {
        let found = |packet: &Packet| beside(&Seen::of(packet), |_| false);
        let (before, after) = (found(before), found(after));
        let (old, new) = (counted(&before), counted(&after));
        let same = new.into_iter().filter(|(place, count)| old.get(place) <= Some(count));
        let shown = |claim: &Claim| Some((claim.rule.clone()?, words(&claim.evidence)));
        Self {
            shown: after.iter().filter_map(shown).collect(),
            places: same.map(|(place, _)| place).collect(),
        }
    }

    /// Tells whether the rule that made a claim still makes it. What no rule found is for people to judge.
    pub(super) fn shows(&self, claim: &KeptClaim) -> bool {
        let Some(rule) = &claim.rule else { return false };
        let words = match &claim.quote {
            Some(quote) => folded(quote),
            None => folded(&claim.terms.join(" ")),
        };
        let is_at = |anchor: &String| self.places.contains(&(rule.clone(), anchor.clone()));
        let is_near = claim.quote.is_some() && claim.anchor.as_ref().is_some_and(is_at);
        is_near || self.shown.contains(&(rule.clone(), words))
    }
}

/// Counts what each rule finds at each place that has a name, by its quotes.
fn counted(claims: &[Claim]) -> BTreeMap<(String, String), usize> {
    let mut counts = BTreeMap::new();
    for claim in claims.iter().filter(|claim| matches!(claim.evidence, Evidence::Quote(_))) {
        if let (Some(rule), Some(anchor)) = (&claim.rule, &claim.location.anchor) {
            *counts.entry((rule.clone(), anchor.clone())).or_insert(0) += 1;
        }
    }
    counts
}

/// Returns the words that show a finding, or those that were looked for in vain.
fn words(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Quote(quote) => folded(quote),
        Evidence::Searched { terms, .. } => folded(&terms.join(" ")),
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
