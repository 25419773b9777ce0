//! How often each rule found something.

use std::{collections::BTreeMap, fmt::Write as _};

use council_formats::report::{Data, Report, Telling};
use council_rules::RULES;

use crate::words;

use super::{
    Linted, MinorFindings,
    keys::{CountKeys, RunKeys},
    outcome,
};

/// Counts the findings of every rule over all files, the most frequent first.
pub fn statistics(linted: &[Linted], warnings: MinorFindings) -> Report {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for finding in linted.iter().flat_map(|linted| &linted.findings) {
        *counts.entry(finding.rule.id).or_default() += 1;
    }
    let mut rows: Vec<(&'static str, usize)> = counts.into_iter().collect();
    rows.sort_by_key(|(rule, count)| (std::cmp::Reverse(*count), *rule));
    let worst = linted.iter().map(|linted| outcome(linted, warnings)).max();
    let total: usize = rows.iter().map(|(_, count)| count).sum();
    let headline = format!("{total} in {}", words::count(linted.len(), "file"));
    let worst = worst.unwrap_or(council_core::gate::Outcome::Failed);
    let mut report = Report::of_gate("lint", "", worst, headline);
    let mut page = String::new();
    for (rule, count) in &rows {
        let summary = RULES.iter().find(|known| known.id == *rule).map_or("", |rule| rule.summary);
        let _ = writeln!(page, "{count:>6}  {rule:<32}  {summary}");
    }
    let _ = writeln!(page, "{total:>6}  in {}", words::count(linted.len(), "file"));
    report.page = Some(page);
    report.telling = Telling::Listing;
    let counted = rows.into_iter().map(|(rule, count)| CountKeys { rule, count }).collect();
    report.data = Data::of(&RunKeys { statistics: Some(counted), ..RunKeys::default() });
    report
}
