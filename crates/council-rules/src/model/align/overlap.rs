//! What two statements share, word by word, and what only one of them has.

use std::{cell::OnceCell, cmp::Ordering, iter};

use super::{
    statement::{Place, Stem},
    words,
};

/// What two statements share, and what only one of them has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Overlap {
    pub(super) shared: u32,
    pub(super) shared_stems: u32,
    /// What their conditions share.
    pub(super) shared_conditions: u32,
    /// What stands in the same part of both.
    pub(super) placed: u32,
    /// What both have, and one of them more often.
    pub(super) left_again: u32,
    pub(super) right_again: u32,
    /// What is left of the one, outside of its condition.
    pub(super) left: u32,
    /// What is left of the other.
    pub(super) right: u32,
    /// What is left of the conditions.
    pub(super) left_condition: u32,
    pub(super) right_condition: u32,
    /// How much of each subject the other statement has.
    pub(super) left_subject: (u32, u32),
    pub(super) right_subject: (u32, u32),
    /// Whether a word that says which value is meant stands in one of them only.
    pub(super) is_qualified: bool,
    /// A word of the one and its opposite in the other.
    pub(super) opposites: Option<(u32, u32)>,
}

/// The stems of two statements side by side: what they have in common at a glance, and in full once somebody asks.
#[derive(Debug)]
pub(super) struct SideBySide<'s> {
    one: &'s [Stem],
    other: &'s [Stem],
    /// How many stems both have.
    pub(super) in_common: usize,
    /// Whether they may share enough to be about the same thing. Nearly all of those that are compared do not.
    pub(super) may_be_enough: bool,
    overlap: OnceCell<Overlap>,
}

impl<'s> SideBySide<'s> {
    /// Compares two lists of stems, each in its order, by how much each statement tells outside of its condition.
    pub(super) fn of(
        (one, mut left): (&'s [Stem], u32),
        (other, mut right): (&'s [Stem], u32),
    ) -> Self {
        let (mut shared, mut in_common) = (0, 0);
        for (a, b) in common(one, other) {
            let told = |stem: &Stem| match stem.place {
                Place::Condition => 0,
                Place::Subject | Place::Core => u32::from(stem.weight),
            };
            let (own, others) = (told(a), told(b));
            shared += if own + others > 0 { u32::from(a.weight.min(b.weight)) } else { 0 };
            left = left.saturating_sub(own);
            right = right.saturating_sub(others);
            in_common += 1;
        }
        let may_be_enough =
            shared >= ENOUGH || shared >= ENOUGH_IN_SHORT && left.max(right) <= SHORT;
        Self { one, other, in_common, may_be_enough, overlap: OnceCell::new() }
    }

    /// Returns what they share in full.
    pub(super) fn overlap(&self) -> &Overlap {
        self.overlap.get_or_init(|| Overlap::of(self.one, self.other))
    }
}

/// Goes through the stems that two lists have in common, each in its order.
fn common<'s>(
    mut one: &'s [Stem],
    mut other: &'s [Stem],
) -> impl Iterator<Item = (&'s Stem, &'s Stem)> {
    iter::from_fn(move || {
        loop {
            let ((a, after_a), (b, after_b)) = (one.split_first()?, other.split_first()?);
            if a.id <= b.id {
                one = after_a;
            }
            if b.id <= a.id {
                other = after_b;
            }
            if a.id == b.id {
                return Some((a, b));
            }
        }
    })
}

/// What two statements share at least that are about the same thing, and two short ones.
const ENOUGH: u32 = 20;
const ENOUGH_IN_SHORT: u32 = 10;

/// What each of two short statements has alone at most.
const SHORT: u32 = 20;

impl Overlap {
    /// Compares two lists of stems, each in its order.
    pub(super) fn of(one: &[Stem], other: &[Stem]) -> Overlap {
        let mut overlap = Overlap::default();
        let (mut left, mut right) = (one, other);
        let mut alone: [Option<u32>; 4] = [None; 4];
        let [left_one, left_two, right_one, right_two] = &mut alone;
        loop {
            match (left, right) {
                ([one, rest @ ..], [two, others @ ..]) if one.id == two.id => {
                    overlap.share(*one, *two);
                    (left, right) = (rest, others);
                }
                ([one, rest @ ..], _) if right.first().is_none_or(|two| one.id < two.id) => {
                    overlap.leave_left(*one);
                    keep(*one, left_one, left_two);
                    left = rest;
                }
                (_, [two, others @ ..]) => {
                    overlap.leave_right(*two);
                    keep(*two, right_one, right_two);
                    right = others;
                }
                ([..], []) => break,
            }
        }
        // Those that share too little are not looked at any further.
        if !overlap.is_enough() {
            return overlap;
        }
        let lefts = [*left_one, *left_two].into_iter().flatten();
        let rights = [*right_one, *right_two];
        overlap.opposites = lefts
            .flat_map(|one| rights.into_iter().flatten().map(move |two| (one, two)))
            .find(|(one, two)| words::are_opposite(*one, *two));
        overlap
    }
}

/// Keeps the first two stems that only one statement has, outside of its condition.
fn keep(stem: Stem, one: &mut Option<u32>, two: &mut Option<u32>) {
    if stem.place == Place::Condition {
        return;
    }
    if one.is_none() {
        *one = Some(stem.id);
    } else if two.is_none() {
        *two = Some(stem.id);
    }
}

impl Overlap {
    fn share(&mut self, one: Stem, two: Stem) {
        let weight = u32::from(one.weight.min(two.weight));
        if one.place != Place::Condition || two.place != Place::Condition {
            self.shared += weight;
            self.shared_stems += 1;
        } else {
            self.shared_conditions += weight;
        }
        if one.place == two.place {
            self.placed += weight;
        }
        // A word that stands twice here and once there stands once for something else.
        match one.count.cmp(&two.count) {
            Ordering::Greater => self.left_again += weight,
            Ordering::Less => self.right_again += weight,
            Ordering::Equal => {}
        }
        if one.place == Place::Subject {
            self.left_subject.0 += u32::from(one.weight);
            self.left_subject.1 += u32::from(one.weight);
        }
        if two.place == Place::Subject {
            self.right_subject.0 += u32::from(two.weight);
            self.right_subject.1 += u32::from(two.weight);
        }
    }

    fn leave_left(&mut self, stem: Stem) {
        let weight = u32::from(stem.weight);
        match stem.place {
            Place::Condition => self.left_condition += weight,
            Place::Core => self.left += weight,
            Place::Subject => {
                self.left += weight;
                self.left_subject.1 += weight;
            }
        }
        self.is_qualified |= stem.qualifies;
    }

    fn leave_right(&mut self, stem: Stem) {
        let weight = u32::from(stem.weight);
        match stem.place {
            Place::Condition => self.right_condition += weight,
            Place::Core => self.right += weight,
            Place::Subject => {
                self.right += weight;
                self.right_subject.1 += weight;
            }
        }
        self.is_qualified |= stem.qualifies;
    }

    /// Tells whether one statement has all words of the other, and hardly any more.
    pub(super) fn is_exact(&self) -> bool {
        let left = self.left + self.left_condition;
        let right = self.right + self.right_condition;
        let shared = self.shared + self.shared_conditions;
        left.min(right) == 0
            && self.replaced() == 0
            && left.max(right) * 100 <= shared * 12
            && shared >= 40
            && !self.is_qualified
    }

    /// Tells whether one sentence is the other with some words before, behind or left out.
    pub(super) fn is_echo(&self) -> bool {
        let left = self.left + self.left_condition;
        let right = self.right + self.right_condition;
        let shared = self.shared + self.shared_conditions;
        left.min(right) * 100 <= shared * 15
            && left.max(right) * 100 <= shared * 100
            && shared >= 30
            && !self.is_qualified
    }

    /// Tells whether one statement says again what the other says, hardly a word more or less.
    pub(super) fn is_repeated(&self) -> bool {
        let left = self.left_condition + self.right_condition;
        let is_led_apart = left > 0 && self.shared_conditions > 0
            || self.left_condition > 0 && self.right_condition > 0;
        self.replaced() * 100 <= self.shared * 12
            && self.left.max(self.right) * 100 <= self.shared * 18
            && self.shared >= 40
            && self.shared_stems >= 4
            && !self.is_qualified
            && !is_led_apart
    }

    /// Tells whether what one statement refuses stands in the other nearly word for word, which may say more.
    pub(super) fn is_refused(&self, later_refuses: bool) -> bool {
        let (refused, demanded) =
            if later_refuses { (self.right, self.left) } else { (self.left, self.right) };
        refused.max(self.replaced()) * 100 <= self.shared * 12
            && demanded * 100 <= self.shared * 90
            && self.shared >= 30
            && !self.is_qualified
    }

    /// Tells whether enough is shared for two statements to be about the same thing.
    pub(super) fn is_enough(&self) -> bool {
        self.shared >= ENOUGH || self.is_short()
    }

    /// Tells whether two short statements share the one word that tells what they are about.
    pub(super) fn is_short(&self) -> bool {
        let is_short = self.left.max(self.right) <= SHORT && self.replaced() <= 3;
        self.shared >= ENOUGH_IN_SHORT && is_short
    }

    /// Tells whether one statement has nearly all words of the other.
    pub(super) fn is_close(&self) -> bool {
        let more = self.left.max(self.right);
        self.replaced() * 100 <= self.shared * 12 && more * 100 <= self.shared * 35
    }

    /// Returns what stands in the one where something else stands in the other.
    pub(super) fn replaced(&self) -> u32 {
        self.left.min(self.right).max(self.left_again.min(self.right_again))
    }

    /// Tells whether what acts in the one is named in the other. `The system` acts in all of them, and what is done to
    /// something in one may be what somebody does in the other.
    pub(super) fn has_same_subject(&self) -> bool {
        let named = |(found, all): (u32, u32), share: u32| found * 100 >= all * share;
        let (left, right) = (self.left_subject, self.right_subject);
        let is_turned = |one: (u32, u32), other: (u32, u32)| {
            one.0 >= 10 && one.0 == one.1 && other.1 <= 14 && other.0 == 0
        };
        if left.1 == 0 || right.1 == 0 || is_turned(left, right) || is_turned(right, left) {
            return true;
        }
        let fits =
            |one: (u32, u32), share: u32| one.1 <= u32::from(words::COMMON) || named(one, share);
        fits(left, 60) && fits(right, 35)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Makes up the stems of a statement, in their order.
    fn stems() -> impl Strategy<Value = Vec<Stem>> {
        let place = prop_oneof![Just(Place::Subject), Just(Place::Core), Just(Place::Condition)];
        let stem = (prop_oneof![Just(3_u8), Just(6), Just(10), Just(13)], 1_u8..3, place);
        prop::collection::btree_map(0_u32..12, stem, 0..8).prop_map(|stems| {
            let stem =
                |(id, (weight, count, place))| Stem { id, weight, count, place, qualifies: false };
            stems.into_iter().map(stem).collect()
        })
    }

    proptest! {
        #[test]
        fn what_shares_enough_is_not_told_apart_before(one in stems(), other in stems()) {
            let weight = |stems: &[Stem]| {
                let told = stems.iter().filter(|stem| stem.place != Place::Condition);
                told.map(|stem| u32::from(stem.weight)).sum::<u32>()
            };
            let both = SideBySide::of((&one, weight(&one)), (&other, weight(&other)));
            prop_assert!(both.may_be_enough || !both.overlap().is_enough());
        }
    }
}
