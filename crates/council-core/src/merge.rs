//! Equal findings of several seats become one, with every raiser kept; different defects at one place stay apart.

use std::fmt;

use crate::{
    council::Round,
    evidence::LockedClaim,
    finding::{Evidence, SeatId},
    ident::PacketId,
    signature::Signature,
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
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FND-{}-{:03}", self.packet, self.number)
    }
}

/// A claim as one seat raised it, after the evidence lock.
#[derive(Debug, Clone, PartialEq)]
pub struct Raised {
    /// The id given to it.
    pub id: FindingId,
    /// Who raised it.
    pub seat: SeatId,
    /// In which round.
    pub round: Round,
    /// What was claimed and proven to be in the text.
    pub claim: LockedClaim,
    signature: Signature,
}

impl Raised {
    /// Records who raised a claim and when.
    pub fn new(id: FindingId, seat: SeatId, round: Round, claim: LockedClaim) -> Self {
        let signature = Signature::of(claim.claim().subcategory, &claim.claim().location);
        Self { id, seat, round, claim, signature }
    }

    /// Returns what identifies the finding.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Tells whether two claims are about the same defect: the same signature, and evidence that meets.
    ///
    /// Quotes meet when their spans overlap; searches meet when they looked for a common term. A quote and a search
    /// are different kinds of defect.
    fn is_same_defect(&self, other: &Raised) -> bool {
        if self.signature != other.signature {
            return false;
        }
        match (&self.claim.claim().evidence, &other.claim.claim().evidence) {
            (Evidence::Quote(one), Evidence::Quote(two)) => {
                match (self.claim.quote_span(), other.claim.quote_span()) {
                    (Some(one), Some(two)) => one.start < two.end && two.start < one.end,
                    (None, _) | (_, None) => one == two,
                }
            }
            (Evidence::Searched { terms: one, .. }, Evidence::Searched { terms: two, .. }) => {
                one.iter().any(|term| two.iter().any(|other| term.eq_ignore_ascii_case(other)))
            }
            (Evidence::Quote(_), Evidence::Searched { .. })
            | (Evidence::Searched { .. }, Evidence::Quote(_)) => false,
        }
    }
}

/// Adds claims to groups of claims about the same defect.
///
/// Claims that meet a group join it; a claim that meets several groups joins them together. The result does not depend
/// on the order in which the claims came, only on their ids: groups and members are sorted by id.
pub fn merge(groups: Vec<Vec<Raised>>, raised: Vec<Raised>) -> Vec<Vec<Raised>> {
    let mut groups = groups;
    for claim in raised {
        let (meeting, mut apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| group.iter().any(|member| member.is_same_defect(&claim)));
        let mut joined: Vec<Raised> = meeting.into_iter().flatten().collect();
        joined.push(claim);
        joined.sort_by(|one, two| one.id.cmp(&two.id));
        apart.push(joined);
        groups = apart;
    }
    groups.sort_by(|one, two| {
        one.first().map(|raised| &raised.id).cmp(&two.first().map(|raised| &raised.id))
    });
    groups
}
