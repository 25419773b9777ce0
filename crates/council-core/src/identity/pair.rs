//! Which finding of one session is which of another.

use std::collections::{BTreeMap, BTreeSet};

use super::defect::{Defect, DefectLikeness};
use crate::taxonomy::Subcategory;

/// Pairs the defects of two sessions, each with at most one: the most alike first, then in order. Returns the places of
/// each pair in the two lists, in the order of the first.
pub fn pair(earlier: &[&Defect], later: &[&Defect]) -> Vec<(usize, usize)> {
    let mut sorts: BTreeMap<Option<Subcategory>, Vec<usize>> = BTreeMap::new();
    for (at, defect) in later.iter().enumerate() {
        sorts.entry(defect.subcategory()).or_default().push(at);
    }
    let mut alike: Vec<(DefectLikeness, usize, usize)> = Vec::new();
    for (one, defect) in earlier.iter().enumerate() {
        for two in sorts.get(&defect.subcategory()).into_iter().flatten() {
            let likeness = later.get(*two).and_then(|other| defect.likeness(other));
            alike.extend(likeness.map(|likeness| (likeness, one, *two)));
        }
    }
    alike.sort_by_key(|(likeness, one, two)| (std::cmp::Reverse(*likeness), *one, *two));
    let (mut ones, mut twos) = (BTreeSet::new(), BTreeSet::new());
    let mut pairs = Vec::new();
    for (_, one, two) in alike {
        if !ones.contains(&one) && !twos.contains(&two) {
            ones.insert(one);
            twos.insert(two);
            pairs.push((one, two));
        }
    }
    pairs.sort_unstable();
    pairs
}
