//! Which findings may be one defect under two names. They are linked and never merged or dropped for it: two seats may
//! say that they are one.

use std::collections::BTreeMap;

use super::{CouncilFinding, CouncilProtocol};
use crate::{
    disjoint::Disjoint,
    likeness::{ClaimWords, Likeness},
    merge::{self, FindingId, RaisedClaim, alike},
    packet::Span,
    taxonomy::Category,
};

/// Groups the findings that may be the same defect; who is alone is not listed.
///
/// Two findings are related if two seats say much the same, wherever in the packet, or say something of the same words; from
/// the tenth protocol on, of one of several places only if what they say has something in common.
/// Under earlier protocols they are if their quotes overlap, if they looked for the same term in vain, or if they are
/// of one category at one place. A whole document is no place: everything would be related in it. Being related is
/// passed on. The result depends only on the findings, not on their order: groups and their members are sorted by id.
pub fn related(findings: &[CouncilFinding]) -> Vec<Vec<FindingId>> {
    let is_early = findings.first().is_some_and(|one| one.protocol() < CouncilProtocol::Third);
    let together = if is_early { by_place_and_evidence(findings) } else { by_meaning(findings) };
    let ids = |group: Vec<usize>| -> Vec<FindingId> {
        let members = group.into_iter().filter_map(|at| findings.get(at));
        let mut ids: Vec<FindingId> = members.map(|finding| finding.id().clone()).collect();
        ids.sort();
        ids
    };
    let mut groups: Vec<Vec<FindingId>> =
        together.groups().into_iter().filter(|group| group.len() > 1).map(ids).collect();
    groups.sort();
    groups
}

/// Joins what two seats say much the same of.
fn by_meaning(findings: &[CouncilFinding]) -> Disjoint {
    let numbered = findings.iter().enumerate();
    let claims = numbered.flat_map(|(at, finding)| finding.raised().map(move |one| (at, one)));
    let (owners, claims): (Vec<usize>, Vec<&RaisedClaim>) = claims.unzip();
    let lexicon = ClaimWords::of(claims.iter().copied());
    let meeting = alike::meeting(&claims);
    let is_wide = findings.first().is_some_and(|one| one.protocol() < CouncilProtocol::Tenth);
    let mut together = Disjoint::new(findings.len());
    for (one, two) in lexicon.neighbours().union(&meeting) {
        let (Some(first), Some(second)) = (claims.get(*one), claims.get(*two)) else { continue };
        let meets = meeting.contains(&(*one, *two));
        let is_close = || {
            let likeness = lexicon.likeness(*one, *two);
            likeness >= Likeness::KIN || (meets && (is_wide || shares(first, second, likeness)))
        };
        if may_be_one(first, second) && is_close() {
            let owner = |at: &usize| owners.get(*at).copied().unwrap_or_default();
            together.join(owner(one), owner(two));
        }
    }
    together
}

/// Tells whether claims whose evidence meets have more in common than one of several places.
fn shares(one: &RaisedClaim, two: &RaisedClaim, likeness: Likeness) -> bool {
    likeness >= Likeness::NEAR
        || alike::shows_the_same(one, two)
        || alike::shared_terms(one, two) >= alike::SAME_TERMS
}

/// Tells whether two claims could be one defect: one seat means two things by two claims, and so do two rules.
fn may_be_one(one: &RaisedClaim, two: &RaisedClaim) -> bool {
    let rules = (&one.claim.claim().rule, &two.claim.claim().rule);
    one.seat != two.seat && !matches!(rules, (Some(first), Some(second)) if first != second)
}

fn by_place_and_evidence(findings: &[CouncilFinding]) -> Disjoint {
    let mut together = Disjoint::new(findings.len());
    let claims = || {
        let numbered = findings.iter().enumerate();
        numbered.flat_map(|(at, finding)| finding.raised().map(move |raised| (at, raised)))
    };
    by_quote(claims(), &mut together);
    by_term(claims(), &mut together);
    by_place(claims(), &mut together);
    together
}

/// Joins what quotes the same words, in one sweep over each document.
fn by_quote<'a>(claims: impl Iterator<Item = (usize, &'a RaisedClaim)>, together: &mut Disjoint) {
    let mut quotes: Vec<(&str, Span, usize)> = claims
        .filter_map(|(at, raised)| {
            let path = raised.claim.claim().location.path.as_str();
            Some((path, raised.claim.quote_span()?, at))
        })
        .collect();
    quotes.sort_by_key(|(path, span, _)| (*path, span.start, span.end));
    let mut open: Option<(&str, usize, usize)> = None;
    for (path, span, at) in quotes {
        open = match open {
            Some((document, reached, first)) if document == path && span.start < reached => {
                together.join(first, at);
                Some((document, reached.max(span.end), first))
            }
            Some(_) | None => Some((path, span.end, at)),
        };
    }
}

fn by_term<'a>(claims: impl Iterator<Item = (usize, &'a RaisedClaim)>, together: &mut Disjoint) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (at, raised) in claims {
        for term in merge::terms(raised) {
            together.join(*seen.entry(term.to_lowercase()).or_insert(at), at);
        }
    }
}

fn by_place<'a>(claims: impl Iterator<Item = (usize, &'a RaisedClaim)>, together: &mut Disjoint) {
    let mut seen: BTreeMap<(&str, &str, Category), usize> = BTreeMap::new();
    for (at, raised) in claims {
        let claim = raised.claim.claim();
        if let Some(anchor) = &claim.location.anchor {
            let place =
                (claim.location.path.as_str(), anchor.as_str(), claim.subcategory.category());
            together.join(*seen.entry(place).or_insert(at), at);
        }
    }
}
