//! How much of a packet changed between two versions.

use std::collections::BTreeMap;

/// The lines that changed, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineDelta {
    /// The lines that were added, removed or replaced.
    pub changed: usize,
    /// The lines of the longer version.
    pub lines: usize,
}

impl LineDelta {
    /// Compares the lines of two versions. A line that was replaced counts once, a line that only moved does not count:
    /// the measure is about what is said, and it stays cheap however large or hostile the two texts are.
    pub fn between(before: &str, after: &str) -> Self {
        let mut balance: BTreeMap<&str, isize> = BTreeMap::new();
        before.lines().for_each(|line| *balance.entry(line).or_default() -= 1);
        after.lines().for_each(|line| *balance.entry(line).or_default() += 1);
        let removed: usize = balance.values().filter(|n| **n < 0).map(|n| n.unsigned_abs()).sum();
        let added: usize = balance.values().filter(|n| **n > 0).map(|n| n.unsigned_abs()).sum();
        Self {
            changed: removed.max(added),
            lines: before.lines().count().max(after.lines().count()),
        }
    }

    /// Tells whether more than so many percent of the lines changed.
    pub fn exceeds(self, percent: usize) -> bool {
        self.changed.saturating_mul(100) > self.lines.saturating_mul(percent)
    }

    /// Returns the changed share in whole percent, rounded up, so that a little over a limit never reads as the limit.
    pub fn percent(self) -> usize {
        self.changed.saturating_mul(100).div_ceil(self.lines.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_line_counts_once() {
        let delta = LineDelta::between("a\nb\nc\nd\n", "a\nB\nc\nd\n");
        assert_eq!((delta.changed, delta.lines, delta.percent()), (1, 4, 25));
    }

    #[test]
    fn a_line_that_moved_did_not_change() {
        assert_eq!(LineDelta::between("a\nb\nc\n", "c\na\nb\n").changed, 0);
        assert_eq!(LineDelta::between("a\n", "a\na\n").changed, 1);
    }

    #[test]
    fn exactly_the_limit_does_not_exceed_it() {
        let before: String = (0..20).flat_map(|line| [line.to_string(), "\n".to_owned()]).collect();
        let three =
            before.replace("\n1\n", "\nx\n").replace("\n5\n", "\ny\n").replace("\n9\n", "\nz\n");
        assert!(!LineDelta::between(&before, &three).exceeds(15));
        assert!(LineDelta::between(&before, &three.replace("\n13\n", "\nw\n")).exceeds(15));
    }

    #[test]
    fn nothing_changed_is_nothing() {
        assert_eq!(LineDelta::between("", "").percent(), 0);
        assert!(!LineDelta::between("a\n", "a\n").exceeds(0));
    }
}
