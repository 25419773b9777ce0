//! What tells a finding from every other of a run, and stays the same from run to run.

use std::collections::BTreeMap;

use super::{Noticed, Report};

/// Returns everything that was noticed, each with its fingerprint: signals first, then findings.
///
/// Two equal signals in one file are two findings, and a reader tells findings apart by this.
pub(super) fn of(reports: &[Report]) -> impl Iterator<Item = (Noticed<'_>, String)> {
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    let signals = reports.iter().flat_map(|report| &report.signals).map(Noticed::Signal);
    let found = reports.iter().flat_map(|report| &report.findings).map(Noticed::Finding);
    signals.chain(found).map(move |noticed| {
        let hash = hash(noticed);
        let count = seen.entry(hash).or_default();
        *count += 1;
        (noticed, format!("{hash:016x}:{count}"))
    })
}

/// Hashes what was noticed: what has a name by it, the rest by what it says. Neither lines nor sessions are in it, so that
/// a finding stays itself when text above it changes and when somebody reviews it again.
///
/// The name of a fingerprint has a number, which changes when what goes into it changes.
fn hash(noticed: Noticed<'_>) -> u64 {
    let mut hasher = blake3::Hasher::new();
    let name = noticed.short_id().map(|id| id.to_string());
    let said = name.as_deref().unwrap_or_else(|| noticed.message());
    for part in [noticed.code(), noticed.path().unwrap_or_default(), said] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    let hash = hasher.finalize();
    hash.as_bytes().first_chunk().map_or(0, |first| u64::from_be_bytes(*first))
}
