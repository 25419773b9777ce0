//! Things that belong together, found by joining two at a time.

use std::collections::BTreeMap;

/// Numbered things, each in exactly one group.
#[derive(Debug)]
pub(crate) struct Disjoint {
    /// Each thing points to an earlier one of its group, or to itself.
    earlier: Vec<usize>,
}

impl Disjoint {
    /// Returns a number of things, each in a group of its own.
    pub(crate) fn new(count: usize) -> Self {
        Self { earlier: (0..count).collect() }
    }

    /// Makes one group of the groups of two things.
    pub(crate) fn join(&mut self, one: usize, two: usize) {
        let (one, two) = (self.first(one), self.first(two));
        if let Some(higher) = self.earlier.get_mut(one.max(two)) {
            *higher = one.min(two);
        }
    }

    /// Returns the groups, by their first members, each in order.
    pub(crate) fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in 0..self.earlier.len() {
            groups.entry(self.first(at)).or_default().push(at);
        }
        groups.into_values().collect()
    }

    /// Follows the pointers to the first of a group, and shortens the way for the next time.
    fn first(&mut self, from: usize) -> usize {
        let mut at = from;
        while let Some(next) = self.earlier.get(at).copied().filter(|next| *next != at) {
            let beyond = self.earlier.get(next).copied().unwrap_or(next);
            if let Some(pointer) = self.earlier.get_mut(at) {
                *pointer = beyond;
            }
            at = next;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_to_one_of_a_group_is_joined_to_all() {
        let mut things = Disjoint::new(6);
        for (one, two) in [(4, 2), (5, 4), (1, 1), (0, 3)] {
            things.join(one, two);
        }
        assert_eq!(things.groups(), [vec![0, 3], vec![1], vec![2, 4, 5]]);
    }
}
