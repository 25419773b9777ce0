//! What was known before: the lines an earlier run printed with `--format jsonl`, so that only new findings are reported.

use std::collections::BTreeMap;

use council_core::tree::Node;
use council_formats::json;
use thiserror::Error;

use super::Linted;

/// Why a baseline cannot be used.
#[derive(Debug, Error)]
#[error("line {line} of the baseline is not a line that `council lint --format jsonl` prints")]
pub struct BadBaseline {
    line: usize,
}

/// How often each finding was known: by file, rule and quote, so that lines may move.
#[derive(Debug, Clone, Default)]
pub struct Baseline {
    known: BTreeMap<(String, String, String), usize>,
}

impl Baseline {
    /// Reads what an earlier run printed.
    pub fn read(text: &str) -> Result<Baseline, BadBaseline> {
        let mut known = BTreeMap::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let bad = || BadBaseline { line: index + 1 };
            let value = json::read("baseline", line).map_err(|_| bad())?;
            let word = |key: &str| value.get(key).and_then(Node::text).map(str::to_owned);
            match word("type").as_deref() {
                Some("finding") => {
                    let key = (word("file"), word("rule"), word("quote"));
                    let (Some(file), Some(rule), Some(quote)) = key else {
                        return Err(bad());
                    };
                    *known.entry((file, rule, quote)).or_default() += 1;
                }
                Some("summary" | "signal") => {}
                Some(_) | None => return Err(bad()),
            }
        }
        Ok(Baseline { known })
    }

    /// Takes out of files what was known, and notes how many findings that were.
    pub(super) fn take_out(&self, linted: &mut [Linted]) {
        if self.known.is_empty() {
            return;
        }
        let mut left = self.known.clone();
        for file in linted {
            let before = file.findings.len();
            file.findings.retain(|finding| {
                let quote = finding.quote().to_owned();
                let key = (finding.path().to_owned(), finding.rule.id.to_owned(), quote);
                match left.get_mut(&key) {
                    Some(count) if *count > 0 => {
                        *count -= 1;
                        false
                    }
                    Some(_) | None => true,
                }
            });
            file.known = before - file.findings.len();
        }
    }
}
