//! Which claims are one defect, by what they say and not only by what they call it.

use std::{
    borrow::Borrow,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
};

use super::{FindingId, RaisedClaim, terms};
use crate::{
    council::CouncilProtocol,
    disjoint::Disjoint,
    finding::SeatId,
    likeness::{ClaimWords, Likeness},
    packet::Span,
};

/// Groups claims that are about the same defect.
///
/// - What was one before stays one, and so does what two seats call the same: `joined` has those pairs.
/// - Equal signatures with evidence that meets, as in [`super::merge`]. Of several claims of one seat that meet a claim of
///   another, only the most alike is the same: who says two things of one sentence means two.
/// - Claims of two seats whose evidence meets and that say much the same, whatever they call it and wherever they put it.
/// - From the eighth protocol on, claims of two seats that show the same places, two or more, in whatever order; again the
///   most alike of several.
/// - From the tenth on, claims of two seats that looked for the same in vain, and claims that say much the same where one
///   seat quotes what is there and the other looked for what is not, whose evidence can never meet.
///
/// Two rules, and one rule with two messages, report two defects. The result depends only on the claims and the pairs, not
/// on their order: groups and their members are sorted by id.
pub(crate) fn merge(
    mut raised: Vec<RaisedClaim>,
    joined: &BTreeSet<(FindingId, FindingId)>,
    protocol: CouncilProtocol,
) -> Vec<Vec<RaisedClaim>> {
    raised.sort_by(|one, two| one.id.cmp(&two.id));
    let mut together = Disjoint::new(raised.len());
    let place = |id: &FindingId| raised.binary_search_by(|claim| claim.id.cmp(id)).ok();
    for (one, two) in joined {
        if let (Some(one), Some(two)) = (place(one), place(two)) {
            together.join(one, two);
        }
    }
    for (one, two) in identical(&raised).into_iter().chain(same(&raised, protocol)) {
        together.join(one, two);
    }
    let mut claims: Vec<Option<RaisedClaim>> = raised.into_iter().map(Some).collect();
    let mut take = |at: usize| claims.get_mut(at).and_then(Option::take);
    let groups = together.groups().into_iter();
    groups.map(|group| group.into_iter().filter_map(&mut take).collect()).collect()
}

/// Returns, for every claim that was made before in the same words about the same words, that one and the first.
fn identical(raised: &[RaisedClaim]) -> Vec<(usize, usize)> {
    let mut seen: BTreeMap<_, usize> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (at, one) in raised.iter().enumerate() {
        let Some(span) = one.claim.quote_span() else { continue };
        let claim = one.claim.claim();
        let said = (&claim.rule, &claim.description, &claim.location.path, span.start, span.end);
        match seen.entry((one.signature, said)) {
            Entry::Vacant(free) => drop(free.insert(at)),
            Entry::Occupied(first) => pairs.push((*first.get(), at)),
        }
    }
    pairs
}

/// Returns the pairs of claims that are one defect.
fn same(raised: &[RaisedClaim], protocol: CouncilProtocol) -> Vec<(usize, usize)> {
    let lexicon = ClaimWords::of(raised.iter());
    let mut pairs = Vec::new();
    let mut rivals = Vec::new();
    let mut near = meeting(raised);
    if protocol >= CouncilProtocol::Tenth {
        near.extend(lexicon.neighbours().into_iter().filter(|pair| is_mixed(raised, *pair)));
    }
    for (one, two) in near {
        let (Some(first), Some(second)) = (raised.get(one), raised.get(two)) else { continue };
        match kinship(first, second) {
            Kinship::SameRule => pairs.push((one, two)),
            Kinship::Apart => {}
            Kinship::OneSeat | Kinship::TwoSeats => {
                let likeness = lexicon.likeness(one, two);
                if likeness >= Likeness::ONE {
                    pairs.push((one, two));
                } else if (first.signature == second.signature
                    && first_words_meet(first, second, protocol))
                    || (protocol >= CouncilProtocol::Eighth && has_same_places(first, second))
                    || (protocol >= CouncilProtocol::Tenth
                        && shared_terms(first, second) >= SAME_TERMS)
                {
                    rivals.push((likeness, one, two));
                }
            }
        }
    }
    let chosen = matched(raised, &pairs, rivals);
    pairs.extend(chosen);
    pairs
}

/// How two claims whose evidence meets stand to each other.
enum Kinship {
    /// One rule reports the same twice.
    SameRule,
    /// Different rules, or one rule with something else to say.
    Apart,
    /// One seat says both.
    OneSeat,
    /// Two seats say them.
    TwoSeats,
}

fn kinship(one: &RaisedClaim, two: &RaisedClaim) -> Kinship {
    let (first, second) = (one.claim.claim(), two.claim.claim());
    if first.rule.is_some() && second.rule.is_some() {
        let is_same = first.rule == second.rule && first.description == second.description;
        let is_same = is_same && one.signature == two.signature;
        return if is_same { Kinship::SameRule } else { Kinship::Apart };
    }
    if one.seat == two.seat { Kinship::OneSeat } else { Kinship::TwoSeats }
}

/// Chooses, between two seats, for every claim the one claim of the other that it is most alike, if it has none yet.
fn matched(
    raised: &[RaisedClaim],
    known: &[(usize, usize)],
    mut rivals: Vec<(Likeness, usize, usize)>,
) -> Vec<(usize, usize)> {
    rivals.sort_by_key(|(likeness, one, two)| (Reverse(*likeness), *one, *two));
    let seats = |one: usize, two: usize| {
        let (first, second) = (raised.get(one)?, raised.get(two)?);
        Some([(one, second.seat), (two, first.seat)])
    };
    let known = known.iter().filter_map(|(one, two)| seats(*one, *two));
    let mut taken: BTreeSet<(usize, SeatId)> = known.flatten().collect();
    let mut pairs = Vec::new();
    for (_, one, two) in rivals {
        let Some([here, there]) = seats(one, two) else { continue };
        if here.1 != there.1 && !taken.contains(&here) && !taken.contains(&there) {
            taken.extend([here, there]);
            pairs.push((one, two));
        }
    }
    pairs
}

/// Tells whether two seats begin at the same words. Of two searches one common term is enough until the ninth protocol; a word
/// as common as `discard` made one of two absences.
fn first_words_meet(one: &RaisedClaim, two: &RaisedClaim, protocol: CouncilProtocol) -> bool {
    match (one.claim.quote_span(), two.claim.quote_span()) {
        (Some(first), Some(second)) => meet(first, second),
        (None, None) => {
            let fewest = terms(one).len().min(terms(two).len()).min(SAME_TERMS);
            protocol < CouncilProtocol::Tenth || shared_terms(one, two) >= fewest
        }
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Returns how many terms two claims both looked for in vain.
pub(crate) fn shared_terms(one: &RaisedClaim, two: &RaisedClaim) -> usize {
    let lowered = |raised| -> BTreeSet<String> {
        terms(raised).iter().map(|term| term.to_lowercase()).collect()
    };
    lowered(one).intersection(&lowered(two)).count()
}

/// Tells whether two seats show a defect by different kinds of evidence: one by what stands there, one by what does not.
fn is_mixed(raised: &[RaisedClaim], (one, two): (usize, usize)) -> bool {
    let (Some(first), Some(second)) = (raised.get(one), raised.get(two)) else { return false };
    let is_quoted = |raised: &RaisedClaim| raised.claim.quote_span().is_some();
    first.seat != second.seat && is_quoted(first) != is_quoted(second)
}

/// Tells whether two claims quote the same places, of which a contradiction has two: then they hold the same sentences against
/// each other.
fn has_same_places(one: &RaisedClaim, two: &RaisedClaim) -> bool {
    let places = |raised: &RaisedClaim| raised.claim.quoted().count();
    places(one) > 1 && places(two) > 1 && shows_the_same(one, two)
}

/// Tells whether two claims quote the same places, however many.
pub(crate) fn shows_the_same(one: &RaisedClaim, two: &RaisedClaim) -> bool {
    let covers = |here: &RaisedClaim, there: &RaisedClaim| {
        here.claim.quoted().all(|(path, span)| {
            let mut others = there.claim.quoted();
            others.any(|(other, place)| other == path && meet(span, place))
        })
    };
    let is_quoted = one.claim.quote_span().is_some();
    is_quoted && covers(one, two) && covers(two, one)
}

fn meet(one: Span, two: Span) -> bool {
    one.start < two.end && two.start < one.end
}

/// Returns the pairs of claims whose evidence meets: quotes that overlap, or searches for a common term.
pub(crate) fn meeting<R: Borrow<RaisedClaim>>(raised: &[R]) -> BTreeSet<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    let mut quotes: Vec<(&str, Span, usize)> = Vec::new();
    let mut searches: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, claim) in raised.iter().map(Borrow::borrow).enumerate() {
        quotes.extend(claim.claim.quoted().map(|(path, span)| (path, span, at)));
        for term in terms(claim) {
            searches.entry(term.to_lowercase()).or_default().push(at);
        }
    }
    quotes.sort_by_key(|(path, span, at)| (*path, span.start, span.end, *at));
    for (after, (path, span, one)) in quotes.iter().enumerate() {
        let later = quotes.iter().skip(after + 1);
        let meets = later.take_while(|(other, next, _)| other == path && next.start < span.end);
        for (_, _, two) in meets.take(MOST).filter(|(_, _, two)| two != one) {
            pairs.insert((*one.min(two), *one.max(two)));
        }
    }
    for found in searches.values() {
        for (after, one) in found.iter().enumerate() {
            let later = found.iter().skip(after + 1).take(MOST);
            pairs.extend(later.filter(|two| *two != one).map(|two| (*one, *two)));
        }
    }
    pairs
}

/// As many terms in common, looked for in vain, are one absence. In what strong models said of four documents every pair of
/// claims with so many was one defect, and of those with fewer most were two.
pub(crate) const SAME_TERMS: usize = 3;

/// The most later claims that one is held against: who claims more about the same words is not heard better.
const MOST: usize = 30;
