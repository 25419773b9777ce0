//! The difference between two lists of lines, found in time that no text can make long.
//!
//! What both begin and end with is set aside. Of the rest, lines that stand exactly once in both are anchors; the longest
//! run of anchors in order splits the text, and each piece is split again. What has no anchors is compared line by line
//! where it is small and replaced as a whole where it is not, or where as many pairs of lines were compared as there is
//! work for. The work is bounded by the number of lines and not by how they differ, and the same texts always give the same changes.

use std::{collections::BTreeMap, ops::Range};

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// How many lines two pieces have together, at most, that are compared line by line.
const SMALL: usize = 400;

/// How often a piece is split, at most.
const DEEPEST: usize = 12;

/// How many pairs of lines are compared, at most, for each line of both texts; the first small piece is always.
const PAIRS: usize = 64;

/// A stretch of lines that differs: where it was, and where it is.
pub(super) type Change = (Range<usize>, Range<usize>);

/// Where a line stands in a piece, if it stands there once.
#[derive(Debug, Clone, Copy, Default)]
enum LineMatch {
    #[default]
    Never,
    Once(usize),
    Often,
}

impl LineMatch {
    fn at(&mut self, at: usize) {
        *self = match self {
            LineMatch::Never => LineMatch::Once(at),
            LineMatch::Once(_) | LineMatch::Often => LineMatch::Often,
        };
    }
}

/// Returns what changed, in order.
pub(super) fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    counted(old, new).0
}

/// Returns what changed, and how many lines and pairs of lines were looked at to find it.
fn counted(old: &[&str], new: &[&str]) -> (Vec<Change>, usize) {
    let mut found: Vec<Change> = Vec::new();
    let mut looked = 0;
    let mut pairs = PAIRS * (old.len() + new.len()) + SMALL * SMALL;
    let mut pieces: Vec<(Change, usize)> = vec![((0..old.len(), 0..new.len()), 0)];
    while let Some(((from, to), depth)) = pieces.pop() {
        looked += from.len() + to.len();
        let (from, to) = trimmed(old, new, from, to);
        if from.is_empty() && to.is_empty() {
            continue;
        }
        if from.is_empty() || to.is_empty() {
            found.push((from, to));
            continue;
        }
        let wanted = from.len() * to.len();
        if from.len() + to.len() <= SMALL && wanted <= pairs {
            pairs -= wanted;
            looked += wanted;
            found.extend(compared(old, new, &from, &to));
            continue;
        }
        let anchors = anchors(old, new, &from, &to);
        if anchors.is_empty() || depth == DEEPEST {
            found.push((from, to));
            continue;
        }
        let (mut left, mut right) = (from.start, to.start);
        for (at, other) in anchors {
            pieces.push(((left..at, right..other), depth + 1));
            (left, right) = (at + 1, other + 1);
        }
        pieces.push(((left..from.end, right..to.end), depth + 1));
    }
    found.sort_by_key(|(from, to)| (from.start, to.start));
    (joined(found), looked)
}

/// Sets aside what both pieces begin and end with.
fn trimmed(old: &[&str], new: &[&str], from: Range<usize>, to: Range<usize>) -> Change {
    let same = |(at, other): &(usize, usize)| old.get(*at) == new.get(*other);
    let head = from.clone().zip(to.clone()).take_while(same).count();
    let (from, to) = (from.start + head..from.end, to.start + head..to.end);
    let tail = from.clone().rev().zip(to.clone().rev()).take_while(same).count();
    (from.start..from.end - tail, to.start..to.end - tail)
}

/// Compares two small pieces line by line.
fn compared(old: &[&str], new: &[&str], from: &Range<usize>, to: &Range<usize>) -> Vec<Change> {
    let before = old.get(from.clone()).unwrap_or_default();
    let after = new.get(to.clone()).unwrap_or_default();
    let ops = capture_diff_slices(Algorithm::Patience, before, after);
    let change = |op: &DiffOp| {
        let (one, two) = (op.old_range(), op.new_range());
        (from.start + one.start..from.start + one.end, to.start + two.start..to.start + two.end)
    };
    ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).map(change).collect()
}

/// Returns the longest run, in order in both, of lines that stand once in each piece.
fn anchors(
    old: &[&str],
    new: &[&str],
    from: &Range<usize>,
    to: &Range<usize>,
) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<&str, (LineMatch, LineMatch)> = BTreeMap::new();
    for at in from.clone() {
        if let Some(line) = old.get(at) {
            places.entry(line).or_default().0.at(at);
        }
    }
    for at in to.clone() {
        if let Some((_, other)) = new.get(at).and_then(|line| places.get_mut(line)) {
            other.at(at);
        }
    }
    let once = |seen: (LineMatch, LineMatch)| match seen {
        (LineMatch::Once(one), LineMatch::Once(two)) => Some((one, two)),
        (LineMatch::Never | LineMatch::Once(_) | LineMatch::Often, _) => None,
    };
    let mut pairs: Vec<(usize, usize)> = places.into_values().filter_map(once).collect();
    pairs.sort_unstable();
    longest(&pairs)
}

/// Returns the longest part of pairs, sorted by the first, in which the second also rises.
fn longest(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best run of each length, and before each pair the one it follows.
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, second)) in pairs.iter().enumerate() {
        let rises = |top: &usize| pairs.get(*top).is_some_and(|(_, other)| other < second);
        let length = tops.partition_point(rises);
        before.push(length.checked_sub(1).and_then(|last| tops.get(last).copied()));
        match tops.get_mut(length) {
            Some(top) => *top = at,
            None => tops.push(at),
        }
    }
    let mut run = Vec::new();
    let mut next = tops.last().copied();
    while let Some(at) = next {
        run.extend(pairs.get(at));
        next = before.get(at).copied().flatten();
    }
    run.reverse();
    run
}

/// Joins changes that touch.
fn joined(changes: Vec<Change>) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    for (from, to) in changes {
        match all.last_mut() {
            Some((before, after)) if before.end == from.start && after.end == to.start => {
                (before.end, after.end) = (from.end, to.end);
            }
            Some(_) | None => all.push((from, to)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Makes the new lines from the old ones and the changes.
    fn applied<'a>(old: &[&'a str], new: &[&'a str], changes: &[Change]) -> Vec<&'a str> {
        let (mut made, mut at) = (Vec::new(), 0);
        for (from, to) in changes {
            made.extend_from_slice(&old[at..from.start]);
            made.extend_from_slice(&new[to.clone()]);
            at = from.end;
        }
        made.extend_from_slice(&old[at..]);
        made
    }

    #[test]
    fn a_moved_block_between_unique_lines_is_found_without_comparing_everything() {
        let lines: Vec<String> = (0..4_000).map(|number| format!("line {number}")).collect();
        let old: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut new = old.clone();
        new.insert(1_000, "new");
        new.remove(3_000);
        let found = changes(&old, &new);
        assert_eq!(found, [(1_000..1_000, 1_000..1_001), (2_999..3_000, 3_000..3_000)]);
    }

    #[test]
    fn lines_that_all_look_alike_are_replaced_as_a_whole() {
        let old = vec!["a"; 3_000];
        let new: Vec<&str> = ["b", "c"].into_iter().cycle().take(3_000).collect();
        assert_eq!(changes(&old, &new), [(0..3_000, 0..3_000)]);
    }

    /// Makes texts that are hard to compare: anchors with as many look-alikes between them as are compared line by line.
    fn hard(pieces: usize, between: usize) -> (Vec<String>, Vec<String>) {
        let text = |words: [&'static str; 3]| {
            let piece = move |number: usize| {
                let alike = words.into_iter().cycle().take(between).map(str::to_owned);
                alike.chain([format!("anchor {number}")])
            };
            (0..pieces).flat_map(piece).collect()
        };
        (text(["a", "b", "c"]), text(["c", "a", "a"]))
    }

    #[test]
    fn the_work_grows_with_the_lines_and_not_with_how_they_differ() {
        for (pieces, between) in [(2_000, 1), (1_000, 20), (100, 198), (400, 198), (100, 300)] {
            let (old, new) = hard(pieces, between);
            let old: Vec<&str> = old.iter().map(String::as_str).collect();
            let new: Vec<&str> = new.iter().map(String::as_str).collect();
            let lines = old.len() + new.len();
            let most = (PAIRS + DEEPEST + 1) * lines + SMALL * SMALL;
            for new in [new.clone(), new.iter().rev().copied().collect()] {
                let (found, looked) = counted(&old, &new);
                assert!(looked <= most, "{looked} for {lines} lines");
                assert_eq!(applied(&old, &new, &found), new);
            }
        }
    }

    #[test]
    fn a_piece_that_there_is_no_work_left_for_is_replaced_as_a_whole() {
        let (old, new) = hard(400, 198);
        let old: Vec<&str> = old.iter().map(String::as_str).collect();
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        let found = changes(&old, &new);
        let whole = found.iter().filter(|(from, to)| from.len() > 190 && to.len() > 190).count();
        assert!((1..400).contains(&whole), "{whole} of {}", found.len());
        assert_eq!(found, changes(&old, &new));
    }

    proptest! {
        #[test]
        fn the_changes_make_the_new_text_of_the_old_one(
            old in prop::collection::vec("[a-d]", 0..40), new in prop::collection::vec("[a-d]", 0..40),
        ) {
            let old: Vec<&str> = old.iter().map(String::as_str).collect();
            let new: Vec<&str> = new.iter().map(String::as_str).collect();
            prop_assert_eq!(applied(&old, &new, &changes(&old, &new)), new.clone());
            prop_assert!(changes(&new, &new).is_empty());
        }
    }
}
