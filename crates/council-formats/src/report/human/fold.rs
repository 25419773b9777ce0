//! Which of many findings are shown, and how the rest is told.

use std::{cmp::Reverse, collections::BTreeMap, fmt::Write as _};

use council_core::severity::Severity;

use crate::report::{Noticed, Report, Telling, clean};

/// How many findings of a rule are shown before the rest is folded.
const FEW: usize = 3;

/// How many places of what is folded are named.
const PLACES: usize = 5;

/// Returns what reports noticed: the worst first, and of one severity in the order in which it was noticed; a linter's in
/// the order of files and lines.
pub(super) fn by_severity(reports: &[Report]) -> Vec<Noticed<'_>> {
    let line = |at: usize, one: &Noticed<'_>| match reports.get(at)?.telling {
        Telling::Listing | Telling::WholeListing => one.line(),
        Telling::Each | Telling::Folded => None,
    };
    let all = reports.iter().enumerate();
    let mut noticed: Vec<(usize, Noticed<'_>)> =
        all.flat_map(|(at, report)| report.noticed().map(move |one| (at, one))).collect();
    noticed.sort_by_key(|(at, one)| (Reverse(one.severity()), *at, line(*at, one)));
    noticed.into_iter().map(|(_, one)| one).collect()
}

/// Findings of one rule and one severity that are not shown.
pub(super) struct FoldedFindings<'a> {
    pub(super) severity: Severity,
    pub(super) code: &'a str,
    /// How many there are, those that are shown included.
    total: usize,
    hidden: Vec<Noticed<'a>>,
}

/// What repeats: a rule, where it points at words; else also what it says, since every missing thing is another one.
type Key<'a> = (&'a str, Option<&'a str>);

fn key(noticed: Noticed<'_>) -> Key<'_> {
    (noticed.code(), (!noticed.is_quoted()).then(|| noticed.message()))
}

impl FoldedFindings<'_> {
    /// Returns how many are not shown.
    pub(super) fn count(&self) -> usize {
        self.hidden.len()
    }

    /// Says how many more there are, and where the next ones are.
    pub(super) fn sentence(&self) -> String {
        let mut said = format!("{} more, at ", self.hidden.len());
        let mut path = None;
        for (at, noticed) in self.hidden.iter().take(PLACES).enumerate() {
            let place = noticed.place();
            let comma = if at > 0 { ", " } else { "" };
            let _ = match (place.line, place.column) {
                (Some(line), Some(column)) if at > 0 && path == place.path => {
                    write!(said, "{comma}{line}:{column}")
                }
                _ => write!(said, "{comma}{place}"),
            };
            path = place.path;
        }
        if self.hidden.len() > PLACES {
            said.push_str(", …");
        }
        clean::line(&said).into_owned()
    }

    /// Returns how many there are, as one writes it behind a name.
    pub(super) fn times(&self) -> String {
        format!("×{}", self.total)
    }
}

/// Parts findings of one severity into those that are shown and those that are folded, by rule.
///
/// One is never folded alone: saying that there is one more takes as much room as showing it.
pub(super) fn parted<'a>(noticed: &[Noticed<'a>]) -> (Vec<Noticed<'a>>, Vec<FoldedFindings<'a>>) {
    let mut totals: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    for one in noticed {
        *totals.entry(key(*one)).or_default() += 1;
    }
    let (mut shown, mut folded) = (Vec::new(), BTreeMap::<Key<'_>, FoldedFindings<'a>>::new());
    let mut seen: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    for one in noticed {
        let (code, severity) = (one.code(), one.severity());
        let total = totals.get(&key(*one)).copied().unwrap_or_default();
        let count = seen.entry(key(*one)).or_default();
        *count += 1;
        if total <= FEW + 1 || *count <= FEW {
            shown.push(*one);
            continue;
        }
        let new = || FoldedFindings { severity, code, total, hidden: Vec::new() };
        folded.entry(key(*one)).or_insert_with(new).hidden.push(*one);
    }
    let mut folded: Vec<FoldedFindings<'a>> = folded.into_values().collect();
    folded.sort_by_key(|one| Reverse(one.total));
    (shown, folded)
}
