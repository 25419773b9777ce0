//! Asking rules about a packet, on a second core where there is much to read.

use std::{
    panic,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use crate::{Finding, Model, Rule};

/// How many bytes a packet has at least for which a second thread is worth its while.
const LONG: usize = 1 << 18;

/// How few bytes of a text there are to each finding, where there are many.
const SHORTEST: usize = 16;

/// Returns what rules find, those of one rule in its own order.
pub(crate) fn ask(model: &Model<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let bytes: usize = model.packet.documents.iter().map(|one| one.text().len()).sum();
    if bytes < LONG {
        return each(model, bytes, rules.iter());
    }
    let taken = AtomicUsize::new(0);
    let is_left = || taken.fetch_add(1, Ordering::Relaxed) < rules.len();
    thread::scope(|scope| {
        // The rules are taken from both ends: those that rest on the same work stand near each other, and one of two that
        // want it at the same time would have to wait.
        let other = thread::Builder::new().spawn_scoped(scope, || {
            // Whoever lints a packet asks this next.
            for text in &model.texts {
                _ = text.judged();
            }
            each(model, bytes, rules.iter().rev().take_while(|_| is_left()))
        });
        let mut findings = each(model, bytes, rules.iter().take_while(|_| is_left()));
        // Where no thread is to be had, all rules have been asked here.
        let Ok(other) = other else { return findings };
        let mut others = other.join().unwrap_or_else(|cause| panic::resume_unwind(cause));
        if others.len() > findings.len() {
            (findings, others) = (others, findings);
        }
        findings.append(&mut others);
        findings
    })
}

/// Does two things, of which neither needs the other, the first on a second core where there is much to read.
pub(crate) fn both<A: Send, B>(
    bytes: usize,
    aside: impl Fn() -> A + Sync,
    here: impl FnOnce() -> B,
) -> (A, B) {
    if bytes < LONG {
        return (aside(), here());
    }
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, &aside);
        let own = here();
        let other = match other {
            Ok(other) => other.join().unwrap_or_else(|cause| panic::resume_unwind(cause)),
            // Where no thread is to be had, all is done here.
            Err(_) => aside(),
        };
        (other, own)
    })
}

fn each<'r>(
    model: &Model<'_>,
    bytes: usize,
    rules: impl Iterator<Item = &'r &'static Rule>,
) -> Vec<Finding> {
    // Findings are large, and a list that grows is moved each time; room that is never used costs nothing.
    let mut findings = Vec::with_capacity(bytes / SHORTEST);
    for rule in rules {
        (rule.check)(model, &mut findings);
    }
    findings
}
