//! What a reader has to say about one file, kept to what anyone would read.

use std::collections::BTreeMap;

use council_core::diagnostic::{Diagnostic, Level, Place};

/// How many remarks of one kind are kept: nobody reads more, and a file made to provoke them costs memory.
const MOST: usize = 100;

/// The remarks about one file, in the order they were made.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    list: Vec<Diagnostic>,
    counts: BTreeMap<&'static str, usize>,
}

impl Remarks {
    /// Adds a remark and returns it, unless there are enough of its kind.
    pub(crate) fn push(&mut self, remark: Diagnostic) -> Option<&mut Diagnostic> {
        let count = self.counts.entry(remark.code).or_default();
        *count += 1;
        if *count > MOST {
            return None;
        }
        self.list.push(remark);
        self.list.last_mut()
    }

    /// Tells whether something was said under this code.
    pub(crate) fn says(&self, code: &str) -> bool {
        self.counts.contains_key(code)
    }

    /// Tells whether anything breaks the contract.
    pub(crate) fn has_errors(&self) -> bool {
        self.list.iter().any(|remark| remark.level == Level::Error)
    }

    /// Returns the remarks, and how many of each kind were left out.
    pub(crate) fn close(self, path: &str) -> Vec<Diagnostic> {
        self.close_sorted(path, |_| ())
    }

    /// Returns the remarks in an order, and how many of each kind were left out.
    pub(crate) fn close_sorted<K: Ord>(
        mut self,
        path: &str,
        order: impl Fn(&Diagnostic) -> K,
    ) -> Vec<Diagnostic> {
        self.list.sort_by_key(order);
        let left_out = self.counts.into_iter().filter(|(_, count)| *count > MOST);
        self.list.extend(left_out.map(|(code, count)| {
            let message = format!("{} more remarks like `{code}`", count - MOST);
            Diagnostic::note("more-remarks", Place::file(path), message)
        }));
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_kind_is_counted_and_hides_no_other_kind() {
        let mut remarks = Remarks::default();
        let error = |code| Diagnostic::error(code, Place::file("a"), "wrong");
        for _ in 0..250 {
            remarks.push(Diagnostic::note("odd", Place::file("a"), "odd"));
        }
        assert!(!remarks.has_errors());
        remarks.push(error("broken"));
        assert!(remarks.has_errors() && remarks.says("broken") && !remarks.says("other"));
        let closed = remarks.close("a");
        assert_eq!(closed.len(), MOST + 2);
        assert_eq!(closed.last().unwrap().message, "150 more remarks like `odd`");
    }
}
