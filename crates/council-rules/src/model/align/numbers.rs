//! The quantities of two statements: which of them differ, and whether both can hold.

use council_core::packet::Span;

use super::{
    Relation,
    decide::{Compared, Conditions},
    overlap::Overlap,
};
use crate::model::{Bound, Dimension, Quantity};

/// Returns the one quantity that was changed between two sentences that are otherwise the same.
pub(super) fn changed<'m>(
    earlier: &'m Compared<'_, '_>,
    later: &'m Compared<'_, '_>,
) -> Option<(&'m Quantity, &'m Quantity)> {
    let (one, two) = (earlier.statement.counted, later.statement.counted);
    let alone = |own: &'m Compared<'_, '_>, mask, other: &'m Compared<'_, '_>, others| {
        let mut alone =
            own.masked(mask).filter(move |one| !other.masked(others).any(|two| is_same(one, two)));
        alone.next().filter(|_| alone.next().is_none())
    };
    let (a, b) = (alone(earlier, one, later, two)?, alone(later, two, earlier, one)?);
    let is_one =
        a.unit.dimension == b.unit.dimension && (!a.is_counted() || a.unit.word == b.unit.word);
    (is_one && exclude(a, b)).then_some((a, b))
}

/// Tells whether two quantities are the same, whatever their units.
pub(super) fn is_same(one: &Quantity, two: &Quantity) -> bool {
    one.unit.dimension == two.unit.dimension
        && (one.base() - two.base()).abs() <= f64::EPSILON * one.base().abs()
}

/// They give two numbers for one thing.
pub(super) fn numbers(
    earlier: &Compared<'_, '_>,
    later: &Compared<'_, '_>,
    overlap: &Overlap,
    conditions: Conditions,
) -> Option<Relation> {
    if let Some((one, two)) = delayed(earlier, later) {
        let exact = conditions == Conditions::Same && overlap.replaced() <= 4;
        return (exact && overlap.shared_stems >= 2).then_some(Relation::Numbers(one, two));
    }
    let (one, two) = differing(earlier, later)?;
    if earlier.statement.is_estimate != later.statement.is_estimate {
        return None;
    }
    let limit = match conditions {
        Conditions::Same => 20,
        Conditions::Earlier => 10,
        Conditions::Later => return None,
    };
    let extra = overlap.left.max(overlap.right).saturating_sub(overlap.replaced());
    let is_limit = one.bound == two.bound && one.bound != Bound::Exact && !one.is_counted();
    if overlap.shared < 20 {
        let is_one =
            is_limit && conditions == Conditions::Same && one.unit.dimension == two.unit.dimension;
        return is_one.then_some(Relation::Numbers(one.span, two.span));
    }
    if overlap.replaced() * 100 > overlap.shared * limit || extra * 100 > overlap.shared * 80 {
        return None;
    }
    if one.unit.dimension != two.unit.dimension {
        let measured = !one.is_counted() && !two.is_counted();
        let exact = overlap.replaced() == 0 && extra == 0;
        return (measured && exact).then_some(Relation::Units(one.span, two.span));
    }
    let counted = one.is_counted()
        && one.unit.word != two.unit.word
        && !earlier.names(two)
        && !later.names(one);
    (!counted && exclude(one, two)).then_some(Relation::Numbers(one.span, two.span))
}

/// Returns where one statement allows some time and the other none.
fn delayed(earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> Option<(Span, Span)> {
    let time = |one: &Compared<'_, '_>| {
        let mut times = one.quantities().filter(|quantity| {
            quantity.unit.dimension == Dimension::Time && quantity.bound == Bound::Most
        });
        times.next().filter(|_| times.next().is_none()).map(|quantity| quantity.span)
    };
    let (one, two) = (earlier.statement.at_once, later.statement.at_once);
    match (time(earlier), time(later)) {
        (Some(time), None) if one.is_none() => Some((time, two?)),
        (None, Some(time)) if two.is_none() => Some((one?, time)),
        (Some(_) | None, Some(_) | None) => None,
    }
}

/// Returns the one quantity in which two statements differ, where all others of the shorter one agree.
fn differing<'m>(
    earlier: &'m Compared<'_, '_>,
    later: &'m Compared<'_, '_>,
) -> Option<(&'m Quantity, &'m Quantity)> {
    let alone = |own: &'m Compared<'_, '_>, other: &'m Compared<'_, '_>| {
        let mut alone =
            own.quantities().filter(|one| !other.quantities().any(|two| agree(one, two)));
        let first = alone.next();
        (first, alone.next().is_some())
    };
    let ((one, one_more), (two, two_more)) = (alone(earlier, later), alone(later, earlier));
    if one_more && two_more {
        return None;
    }
    let (one, two) = (one?, two?);
    // With several left on one side, the one of the same dimension is meant.
    if one_more || two_more {
        let same = |own: &'m Compared<'_, '_>, like: &Quantity| {
            let mut same = own.quantities().filter(|one| one.unit.dimension == like.unit.dimension);
            same.next().filter(|_| same.next().is_none())
        };
        return if one_more {
            Some((same(earlier, two)?, two))
        } else {
            Some((one, same(later, one)?))
        };
    }
    Some((one, two))
}

/// Tells whether two quantities are the same, on the same side or on none.
pub(super) fn agree(one: &Quantity, two: &Quantity) -> bool {
    is_same(one, two)
        && (one.bound == two.bound || one.bound == Bound::Exact || two.bound == Bound::Exact)
}

/// Tells whether two limits of one thing exclude each other, or say different things of it.
pub(super) fn exclude(one: &Quantity, two: &Quantity) -> bool {
    match (one.bound, two.bound) {
        (Bound::Most, Bound::Least) => one.base() <= two.base(),
        (Bound::Least, Bound::Most) => one.base() >= two.base(),
        (Bound::Most, Bound::Exact) | (Bound::Exact, Bound::Least) => one.base() < two.base(),
        (Bound::Exact, Bound::Most) | (Bound::Least, Bound::Exact) => one.base() > two.base(),
        (Bound::Most, Bound::Most)
        | (Bound::Least, Bound::Least)
        | (Bound::Exact, Bound::Exact) => true,
    }
}
