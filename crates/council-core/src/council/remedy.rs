//! How a finding could be mended: everything that was proposed stays visible, and one of it is put to the vote.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{CouncilFinding, CouncilProtocol, FixProposal};
use crate::finding::SeatId;

/// A way to mend a finding, and the seats that stand behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    /// What to write instead.
    pub text: String,
    /// Who stands behind it; nobody, where its author has proposed something else since.
    pub seats: BTreeSet<SeatId>,
}

impl CouncilFinding {
    /// Returns every way to mend it, the one to be voted on first.
    ///
    /// A seat stands behind what it proposed last, else behind what it wrote when it raised the finding. Proposals go
    /// before such first thoughts, because their authors had seen what the others found; then the one that more seats
    /// stand behind goes first, and of equals the one of the lower seat. Case and white space make no other remedy.
    pub fn remedies(&self) -> Vec<Remedy> {
        let proposed = self.proposals().iter().flat_map(|(seat, proposals)| {
            let last = proposals.len().saturating_sub(1);
            let texts = proposals.iter().enumerate();
            texts.map(move |(at, proposal)| (&proposal.text, seat, at == last))
        });
        let claimed = self.raised().map(|raised| {
            let stands = !self.proposals().contains(raised.seat);
            (&raised.claim.claim().remediation, raised.seat, stands)
        });
        let mut remedies: Vec<Remedy> = Vec::new();
        let mut known: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
        for (text, seat, stands) in proposed.chain(claimed) {
            let folded = folded(text);
            if folded.is_empty() {
                continue;
            }
            let at = *known.entry(folded).or_insert(remedies.len());
            if at == remedies.len() {
                remedies.push(Remedy { text: text.clone(), seats: BTreeSet::new() });
            }
            if let Some(remedy) = remedies.get_mut(at).filter(|_| stands) {
                remedy.seats.insert(seat);
            }
        }
        if remedies.len() > 1 {
            let standing: BTreeSet<Cow<'_, str>> =
                self.standing_proposals().map(|proposal| folded(&proposal.text)).collect();
            // The sort is stable, so that equals stay in the order they were met.
            remedies.sort_by_key(|remedy| {
                Reverse((standing.contains(&folded(&remedy.text)), remedy.seats.len()))
            });
        }
        remedies
    }

    /// Tells whether anybody has said how it could be mended.
    pub fn has_remedy(&self) -> bool {
        let proposed = self.proposals().values().flatten().map(|proposal| &proposal.text);
        let claimed = self.raised().map(|raised| &raised.claim.claim().remediation);
        proposed.chain(claimed).any(|text| !text.trim().is_empty())
    }

    /// Returns the remediation that is or was put to the vote: of the ballot, else the first of [`CouncilFinding::remedies`].
    pub fn remediation(&self) -> String {
        let voted = self.voted_remedy().map(str::to_owned);
        let best = || self.remedies().into_iter().next().map(|remedy| remedy.text);
        voted.or_else(best).unwrap_or_default()
    }

    /// Returns the seats that stand behind a remediation because they wrote it.
    pub(super) fn authors_of(&self, text: &str) -> BTreeSet<SeatId> {
        let remedies = self.remedies().into_iter();
        remedies.filter(|remedy| is_same(&remedy.text, text)).flat_map(|one| one.seats).collect()
    }

    /// Returns the other ways to mend it.
    pub fn alternatives(&self) -> Vec<String> {
        let chosen = self.remediation();
        let others = self.remedies().into_iter().map(|remedy| remedy.text);
        others.filter(|text| folded(text) != folded(&chosen)).collect()
    }

    /// Tells whether seats stand behind different remediations and one of them says that its own excludes the others.
    pub(crate) fn is_torn_between_remedies(&self) -> bool {
        let excludes = self.standing_proposals().any(|proposal| proposal.excludes_others);
        let backed = |remedy: &&Remedy| !remedy.seats.is_empty();
        excludes && self.remedies().iter().filter(backed).count() > 1
    }

    /// Returns the remediations that seats stand behind beside this one, where somebody says that they exclude each other.
    /// Of those of which nobody says so the first stands for all, so that seats that want much the same can meet.
    pub(super) fn rivals(&self, voted: &str) -> Vec<String> {
        if self.protocol() < CouncilProtocol::Eighth || !self.is_torn_between_remedies() {
            return Vec::new();
        }
        let backed = self.remedies().into_iter().filter(|remedy| !remedy.seats.is_empty());
        let backed: Vec<String> = backed.map(|remedy| remedy.text).collect();
        let is_alone = |text: &str| {
            let mut own =
                self.standing_proposals().filter(|proposal| is_same(&proposal.text, text));
            self.protocol() < CouncilProtocol::Ninth || own.any(|proposal| proposal.excludes_others)
        };
        let mut is_told = backed.iter().any(|text| is_same(text, voted) && !is_alone(text));
        let mut rivals = Vec::new();
        for text in backed.into_iter().filter(|text| !is_same(text, voted)) {
            let is_open = is_alone(&text) || !std::mem::replace(&mut is_told, true);
            rivals.extend(is_open.then_some(text));
        }
        rivals
    }

    fn standing_proposals(&self) -> impl Iterator<Item = &FixProposal> {
        self.proposals().values().filter_map(|proposals| proposals.last())
    }
}

/// Tells whether two texts propose the same: case and white space make no difference.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

/// Returns a text in the form in which two of them are compared.
fn folded(text: &str) -> Cow<'_, str> {
    let is_small = |byte: u8| matches!(byte, b'!'..=b'~') && !byte.is_ascii_uppercase();
    let mut words = text.split(' ');
    if words.all(|word| !word.is_empty() && word.bytes().all(is_small)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_white_space_make_no_other_text() {
        for (text, same) in [
            ("state a bound", "state a bound"),
            (" State\ta  BOUND ", "state a bound"),
            ("a ", "a"),
            (" ", ""),
            ("", ""),
            ("a\u{a0}Ä", "a ä"),
        ] {
            assert_eq!(folded(text), same);
        }
    }
}
