//! Equal findings of several seats become one, with every raiser kept; different defects at one place stay apart.

pub(crate) mod alike;

use std::{collections::BTreeMap, fmt};

use crate::{
    alignment::VisionViolation,
    council::{Cited, Round},
    disjoint::Disjoint,
    evidence::LockedClaim,
    finding::{Evidence, SeatId},
    ident::PacketId,
    packet::Span,
    signature::FindingSignature,
};

/// The id of a finding: `FND-{packet}-{NNN}`, given out by the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingId {
    packet: PacketId,
    number: u32,
}

impl FindingId {
    /// Returns the id with a number, from 1.
    pub fn new(packet: PacketId, number: u32) -> Self {
        Self { packet, number }
    }

    /// Reads an id of the same packet from its one spelling.
    pub fn sibling(&self, text: &str) -> Option<FindingId> {
        let number = text
            .strip_prefix("FND-")
            .and_then(|rest| rest.strip_prefix(self.packet.as_str()))
            .and_then(|rest| rest.strip_prefix('-'))?;
        self.numbered(number)
    }

    /// Returns the name that it has where only one packet is spoken of.
    pub fn short(&self) -> String {
        format!("FND-{:03}", self.number)
    }

    /// Reads the short name of another finding of the same packet.
    pub fn short_sibling(&self, text: &str) -> Option<FindingId> {
        self.numbered(text.strip_prefix("FND-")?)
    }

    fn numbered(&self, number: &str) -> Option<FindingId> {
        // One id has one spelling: three digits, or more without a leading zero.
        let is_digits = number.bytes().all(|digit| digit.is_ascii_digit());
        let is_padded = number.len() == 3 || number.len() > 3 && !number.starts_with('0');
        let number = number.parse().ok().filter(|_| is_digits && is_padded)?;
        Some(FindingId { packet: self.packet.clone(), number })
    }
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FND-{}-{:03}", self.packet, self.number)
    }
}

/// A claim as one seat raised it, after the evidence lock.
#[derive(Debug, Clone, PartialEq)]
pub struct RaisedClaim {
    /// The id given to it.
    pub id: FindingId,
    /// Who raised it.
    pub seat: SeatId,
    /// In which round.
    pub round: Round,
    /// What was claimed and proven to be in the text.
    pub claim: LockedClaim,
    /// How it breaks the vision, if it does.
    pub violation: Option<VisionViolation>,
    /// The notes that it goes back to, as its seat cites them.
    pub notes: Cited,
    signature: FindingSignature,
}

impl RaisedClaim {
    /// Records who raised a claim and when.
    pub fn new(id: FindingId, seat: SeatId, round: Round, claim: LockedClaim) -> Self {
        let signature = FindingSignature::of(claim.claim().subcategory, &claim.claim().location);
        Self { id, seat, round, claim, violation: None, notes: Cited::new(), signature }
    }

    /// Adds how it breaks the vision.
    #[must_use]
    pub fn breaking(mut self, violation: Option<VisionViolation>) -> Self {
        self.violation = violation;
        self
    }

    /// Adds the notes that it goes back to.
    #[must_use]
    pub fn citing(mut self, notes: Cited) -> Self {
        self.notes = notes;
        self
    }

    /// Returns what identifies the finding.
    pub fn signature(&self) -> FindingSignature {
        self.signature
    }
}

/// Groups claims that are about the same defect: the same signature, and evidence that meets.
///
/// Quotes meet when their spans overlap, searches when they looked for a common term; a quote and a search are
/// different kinds of defect. Meeting is passed on: if one claim meets two others, all three are one defect. The result
/// depends only on the claims, not on their order: groups and their members are sorted by id.
pub fn merge(raised: Vec<RaisedClaim>) -> Vec<Vec<RaisedClaim>> {
    let (quoted, searched): (Vec<RaisedClaim>, Vec<RaisedClaim>) =
        raised.into_iter().partition(|raised| match raised.claim.claim().evidence {
            Evidence::Quote(_) => true,
            Evidence::Searched { .. } => false,
        });
    let mut alike: BTreeMap<FindingSignature, Vec<RaisedClaim>> = BTreeMap::new();
    for claim in searched {
        alike.entry(claim.signature).or_default().push(claim);
    }
    let mut groups = by_overlap(quoted);
    groups.extend(alike.into_values().flat_map(by_term));
    for group in &mut groups {
        group.sort_by(|one, two| one.id.cmp(&two.id));
    }
    groups.sort_by(|one, two| {
        one.first().map(|raised| &raised.id).cmp(&two.first().map(|raised| &raised.id))
    });
    groups
}

/// Joins quotes with the same signature whose spans overlap, in one sweep over the text for each signature.
fn by_overlap(mut quoted: Vec<RaisedClaim>) -> Vec<Vec<RaisedClaim>> {
    let span = |raised: &RaisedClaim| raised.claim.quote_span().unwrap_or_default();
    quoted.sort_by_key(|raised| (raised.signature, span(raised).start, span(raised).end));
    let mut groups: Vec<Vec<RaisedClaim>> = Vec::new();
    let mut open: Option<(FindingSignature, usize)> = None;
    for claim in quoted {
        let (signature, Span { start, end }) = (claim.signature, span(&claim));
        open = match (open, groups.last_mut()) {
            (Some((same, reached)), Some(group)) if same == signature && start < reached => {
                group.push(claim);
                Some((signature, reached.max(end)))
            }
            (Some(_) | None, Some(_) | None) => {
                groups.push(vec![claim]);
                Some((signature, end))
            }
        };
    }
    groups
}

/// Joins searches that looked for a common term.
fn by_term(searched: Vec<RaisedClaim>) -> Vec<Vec<RaisedClaim>> {
    let mut together = Disjoint::new(searched.len());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (at, claim) in searched.iter().enumerate() {
        for term in terms(claim) {
            together.join(*seen.entry(term.to_lowercase()).or_insert(at), at);
        }
    }
    let mut claims: Vec<Option<RaisedClaim>> = searched.into_iter().map(Some).collect();
    let mut take = |at: usize| claims.get_mut(at).and_then(Option::take);
    together
        .groups()
        .into_iter()
        .map(|group| group.into_iter().filter_map(&mut take).collect())
        .collect()
}

/// Returns what a claim that something is missing looked for.
pub(crate) fn terms(raised: &RaisedClaim) -> &[String] {
    match &raised.claim.claim().evidence {
        Evidence::Searched { terms, .. } => terms,
        Evidence::Quote(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        evidence::lock,
        finding::{Claim, Confidence, Location, LocationKind},
        packet::{Document, Packet, PacketKind},
        severity::Severity,
        taxonomy::Subcategory,
    };

    const WORDS: [&str; 6] = ["alphabet", "bravado", "charter", "delight", "echoing", "foxtrot"];

    fn packet() -> Packet {
        Packet {
            id: PacketId::new("PRD-7").unwrap(),
            version: None,
            title: String::new(),
            kind: PacketKind::MarkdownPrd,
            documents: vec![Document::new("prd.md", WORDS.join(" "))],
        }
    }

    fn raised(number: u32, evidence: Evidence) -> RaisedClaim {
        let claim = Claim {
            mode: None,
            subcategory: Subcategory::Ambiguity,
            severity: Severity::Minor,
            confidence: Confidence::LOW,
            location: Location {
                path: "prd.md".to_owned(),
                anchor: None,
                kind: LocationKind::Document,
            },
            evidence,
            other_quotes: Vec::new(),
            rule: None,
            description: String::new(),
            remediation: String::new(),
        };
        let id = FindingId::new(packet().id, number);
        RaisedClaim::new(id, SeatId::ALL[0], Round::Broad, lock(&packet(), claim).unwrap())
    }

    fn quote(number: u32, words: std::ops::Range<usize>) -> RaisedClaim {
        raised(number, Evidence::Quote(WORDS[words].join(" ")))
    }

    fn searched(number: u32, terms: &[&str]) -> RaisedClaim {
        let terms = terms.iter().map(|term| (*term).to_owned()).collect();
        raised(number, Evidence::Searched { terms, sections: Vec::new() })
    }

    fn numbers(claims: Vec<RaisedClaim>) -> Vec<Vec<u32>> {
        merge(claims)
            .iter()
            .map(|group| group.iter().map(|raised| raised.id.number).collect())
            .collect()
    }

    #[test]
    fn quotes_that_meet_through_a_third_are_one_defect() {
        assert_eq!(numbers(vec![quote(1, 0..2), quote(2, 3..5), quote(3, 1..4)]), [[1, 2, 3]]);
        assert_eq!(numbers(vec![quote(1, 0..2), quote(2, 3..5)]), [[1], [2]]);
    }

    #[test]
    fn searches_meet_by_a_term_in_any_case_and_never_meet_a_quote() {
        let claims = vec![
            searched(1, &["rollback"]),
            searched(2, &["owner"]),
            searched(3, &["Rollback", "OWNER"]),
        ];
        assert_eq!(numbers(claims), [[1, 2, 3]]);
        assert_eq!(numbers(vec![searched(1, &["rollback"]), quote(2, 0..2)]), [[1], [2]]);
    }

    #[test]
    fn an_id_is_written_with_three_digits_or_more() {
        for number in [1, 7, 10, 100, 999, 1000, 1234] {
            let id = FindingId::new(packet().id, number);
            assert_eq!(FindingId::new(packet().id, 5).sibling(&id.to_string()), Some(id));
        }
        for wrong in
            ["FND-PRD-7-07", "FND-PRD-7-0007", "FND-PRD-8-007", "FND-PRD-7-", "7", "FND-PRD-7-+07"]
        {
            assert_eq!(FindingId::new(packet().id, 5).sibling(wrong), None, "{wrong}");
        }
        assert_eq!(FindingId::new(packet().id, 7).to_string(), "FND-PRD-7-007");
        assert_eq!(FindingId::new(packet().id, 1234).to_string(), "FND-PRD-7-1234");
    }

    proptest! {
        #[test]
        fn the_order_of_claims_does_not_matter(
            ranges in prop::collection::vec((0_usize..5, 1_usize..3), 1..8),
            seed in any::<prop::sample::Index>(),
        ) {
            let claim = |(number, (start, length)): (u32, (usize, usize))| quote(number, start..(start + length).min(6));
            let claims: Vec<RaisedClaim> = (1..).zip(ranges).map(claim).collect();
            let mut turned = claims.clone();
            let by = seed.index(turned.len());
            turned.rotate_left(by);
            turned.reverse();
            prop_assert_eq!(merge(claims), merge(turned));
        }

        #[test]
        fn no_claim_is_lost(ranges in prop::collection::vec((0_usize..5, 1_usize..3), 0..8)) {
            let claim = |(number, (start, length)): (u32, (usize, usize))| quote(number, start..(start + length).min(6));
            let claims: Vec<RaisedClaim> = (1..).zip(ranges).map(claim).collect();
            prop_assert_eq!(merge(claims.clone()).into_iter().flatten().count(), claims.len());
        }
    }
}
