//! Every rule, in one list.

use std::ptr;

use crate::{Rule, lexicon::Triggers, rule::Reads};

/// The rules that are wrong more often than right on documents they were not made for. They are asked only by name.
pub(crate) static NURSERY: &[&str] = &["unbounded-retry"];

/// The rules that say where to look and claim no defect. They are printed, and decide nothing.
pub(crate) static POINTERS: &[&str] = &["likely-conflict", "likely-gap"];

/// The rules, by name. A line in `rules/mod.rs` puts a file on the list.
pub static RULES: &[&Rule] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Returns the rules that look only at sentences which hold certain words, with those words. The place of a rule is its
/// mark, see [`trigger`].
pub(crate) fn triggers() -> impl Iterator<Item = (&'static Rule, &'static [&'static [u64]])> {
    RULES.iter().filter_map(|rule| match rule.reads {
        Reads::SentencesWith(words) => Some((*rule, words)),
        Reads::Words | Reads::Everything => None,
    })
}

/// Returns what marks a sentence that holds one of a rule's words.
pub(crate) fn trigger(rule: &Rule) -> Triggers {
    let place = triggers().position(|(triggered, _)| ptr::eq(triggered, rule));
    place.map(Triggers::only).unwrap_or_default()
}
