//! Groups that become one, two at a time.

use std::collections::BTreeSet;

use super::count;

/// Groups that become one two at a time, and how alike each two of them are: the mean over their members.
pub(super) struct Joined {
    /// The groups that are left.
    pub(super) groups: Vec<Vec<usize>>,
    /// Who speaks in each, by number.
    voices: Vec<BTreeSet<usize>>,
    table: Vec<Vec<f64>>,
}

impl Joined {
    /// Begins with these groups of what the table compares; `voices` has who speaks in each member.
    pub(super) fn of(
        groups: Vec<Vec<usize>>,
        likenesses: &[Vec<f64>],
        voices: &[BTreeSet<usize>],
    ) -> Self {
        let alike = |one: usize, two: usize| {
            likenesses.get(one).and_then(|row| row.get(two)).copied().unwrap_or(0.0)
        };
        let mean = |first: &Vec<usize>, second: &Vec<usize>| {
            let pairs = first.iter().flat_map(|one| second.iter().map(|two| alike(*one, *two)));
            pairs.sum::<f64>() / count(first.len() * second.len())
        };
        let row = |first| groups.iter().map(|second| mean(first, second)).collect();
        let table = groups.iter().map(row).collect();
        let speakers = |members: &Vec<usize>| {
            members.iter().filter_map(|at| voices.get(*at)).flatten().copied().collect()
        };
        let voices = groups.iter().map(speakers).collect();
        Self { groups, voices, table }
    }

    /// Returns the two groups with the highest score and that score; of equal ones the first. What is scored is how many
    /// speak in either, and how alike the two are.
    pub(super) fn best(
        &self,
        score: impl Fn(usize, usize, f64) -> f64,
    ) -> Option<(f64, usize, usize)> {
        let voices: Vec<usize> = self.voices.iter().map(BTreeSet::len).collect();
        let mut best: Option<(f64, usize, usize)> = None;
        for (two, (row, second)) in self.table.iter().zip(&voices).enumerate() {
            for (one, (likeness, first)) in row.iter().zip(&voices).enumerate().take(two) {
                let score = score(*first, *second, *likeness);
                if best.is_none_or(|(highest, _, _)| score > highest) {
                    best = Some((score, one, two));
                }
            }
        }
        best
    }

    /// Puts one group into an earlier one and keeps the means true.
    pub(super) fn join(&mut self, kept: usize, gone: usize) {
        let moved = self.groups.remove(gone);
        let moved_voices = self.voices.remove(gone);
        let gone_row = self.table.remove(gone);
        let (Some(group), Some(voices)) = (self.groups.get_mut(kept), self.voices.get_mut(kept))
        else {
            return;
        };
        let (ours, theirs) = (count(group.len()), count(moved.len()));
        group.extend(moved);
        voices.extend(moved_voices);
        for row in &mut self.table {
            row.remove(gone);
        }
        let other = |at: usize| if at < gone { at } else { at + 1 };
        let means: Vec<f64> = (0..self.groups.len())
            .map(|at| {
                let before =
                    self.table.get(kept).and_then(|row| row.get(at)).copied().unwrap_or(0.0);
                let come = gone_row.get(other(at)).copied().unwrap_or(0.0);
                (before * ours + come * theirs) / (ours + theirs)
            })
            .collect();
        for (at, mean) in means.into_iter().enumerate() {
            for (row, column) in [(kept, at), (at, kept)] {
                if let Some(cell) = self.table.get_mut(row).and_then(|row| row.get_mut(column)) {
                    *cell = mean;
                }
            }
        }
    }
}
