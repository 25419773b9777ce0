//! What the offline rules find of defects that were put into real documents, by operators that no rule was written with,
//! and how fast they read.

mod general;
mod plain;
mod scaling;
mod silent;
mod unseen;
mod words;

use std::{collections::BTreeSet, fs, time::Instant};

use anyhow::{Context as _, Result};
use council::{
    lint::{Linted, RuleSelection, lint_text},
    rules::Finding,
};
use council_testkit::shared_data;
use serde_json::Value;

pub(crate) use general::run as run_general;

/// A way to damage one line: what stands there instead, or what is added at the end, and what a rule should call it.
struct Operator {
    name: &'static str,
    kinds: &'static [&'static str],
    damage: fn(&str) -> Option<Damage>,
}

/// A damaged line.
enum Damage {
    /// This stands there instead.
    Replaced(String),
    /// This is added at the end of the document.
    Added(String),
    /// This is a paragraph or an item of its own right below.
    Below(String),
}

const OPERATORS: [Operator; 5] = [
    Operator {
        name: "another unit in a copy",
        kinds: &["contradiction", "inconsistent_units"],
        damage: another_unit,
    },
    Operator {
        name: "the opposite verb in a copy",
        kinds: &["contradiction"],
        damage: opposite_verb,
    },
    Operator { name: "a sentence that breaks off", kinds: &["incomplete"], damage: broken_off },
    Operator { name: "a list left open", kinds: &["incomplete"], damage: open_list },
    Operator {
        name: "two bounds to choose from",
        kinds: &["ambiguous", "contradiction"],
        damage: two_bounds,
    },
];

/// Measures detection, precision and speed, and prints them.
pub(crate) fn run() -> Result<()> {
    for set in SETS {
        detection(set)?;
    }
    if cfg!(debug_assertions) {
        println!(
            "no speed: this is a debug build, use `cargo run --profile dist -p xtask -- bench-lint`"
        );
    } else {
        speed()?;
    }
    Ok(())
}

/// The sets of documents that are damaged.
const SETS: [&str; 2] = ["openspec", "speckit"];

/// Returns every operator.
fn operators() -> impl Iterator<Item = &'static Operator> {
    let known = OPERATORS.iter().chain(&unseen::UNSEEN).chain(&plain::PLAIN);
    known.chain(&words::WORDS).chain(&silent::SILENT)
}

/// Returns the documents of a set as they are.
fn originals(set: &str) -> Result<Option<Vec<String>>> {
    let Some(file) = shared_data(&format!("../bench/data/seeded-specs/{set}.originals.jsonl"))
    else {
        return Ok(None);
    };
    let text = fs::read_to_string(&file)
        .with_context(|| format!("failed to read `{}`", file.display()))?;
    let text_of = |line: &str| {
        serde_json::from_str::<Value>(line).ok()?.get("text")?.as_str().map(str::to_owned)
    };
    Ok(Some(text.lines().filter_map(text_of).collect()))
}

fn detection(set: &str) -> Result<()> {
    let Some(documents) = originals(set)? else {
        return Ok(());
    };
    for operator in operators() {
        let (mut made, mut found) = (0, 0);
        for document in &documents {
            let Some((damaged, lines)) = damaged(document, operator) else {
                continue;
            };
            made += 1;
            found += usize::from(is_noticed(document, &damaged, &lines, operator.kinds));
        }
        println!("{set:<10} {:<30} {found:>3} of {made:>3}", operator.name);
    }
    Ok(())
}

/// Damages the first line of a document that an operator can damage, from its middle on, and returns where.
fn damaged(document: &str, operator: &Operator) -> Option<(String, Vec<u32>)> {
    let lines: Vec<&str> = document.lines().collect();
    let middle = lines.len() / 3;
    let is_prose = |line: &&str| {
        line.len() > 30
            && !line.starts_with(['#', '|', '>', '`'])
            && !line.contains("```")
            && !line.ends_with([':', '?'])
    };
    let mut order = (middle..lines.len()).chain(0..middle);

    let (index, damage) = order.find_map(|index| {
        let line = lines.get(index).filter(|line| is_prose(line))?;
        Some((index, (operator.damage)(line)?))
    })?;
    let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
    let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    match damage {
        Damage::Replaced(line) => {
            if let Some(place) = changed.get_mut(index) {
                *place = line;
            }
            Some((changed.join("\n"), vec![number(index)]))
        }
        Damage::Added(line) => {
            changed.extend([String::new(), line]);
            let last = changed.len() - 1;
            Some((changed.join("\n"), vec![number(index), number(last)]))
        }
        Damage::Below(line) => {
            changed.splice(index + 1..=index, [String::new(), line, String::new()]);
            Some((changed.join("\n"), vec![number(index), number(index + 2)]))
        }
    }
}

/// Tells whether a damage is found.
fn is_noticed(before: &str, after: &str, lines: &[u32], kinds: &[&str]) -> bool {
    !noticed(before, after, lines, kinds).is_empty()
}

/// Returns the rules with a finding of the right kind on a damaged line that was not there before.
fn noticed(before: &str, after: &str, lines: &[u32], kinds: &[&str]) -> BTreeSet<&'static str> {
    let count = |linted: &Linted, kind: &str, quote: &str| {
        linted
            .findings
            .iter()
            .filter(|finding| finding.rule.kind.word() == kind && finding.quote() == quote)
            .count()
    };
    let rules = RuleSelection::default();
    let (old, new) = (lint_text("a.md", before, &rules), lint_text("a.md", after, &rules));
    let is_damage = |finding: &&Finding| {
        let kind = finding.rule.kind.word();
        let near = lines.iter().any(|line| line.abs_diff(finding.start.line) <= 1);
        near && kinds.contains(&kind)
            && count(&new, kind, finding.quote()) > count(&old, kind, finding.quote())
    };
    new.findings.iter().filter(is_damage).map(|finding| finding.rule.id).collect()
}

fn bare(line: &str) -> &str {
    line.trim_start()
        .trim_start_matches(['-', '*', '+'])
        .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
        .trim_start()
}

/// Finds ` 5 ms` and the like: a number, a space or none, and a unit.
fn with_unit(line: &str) -> Option<(usize, usize, &'static str, &'static str)> {
    const UNITS: [(&str, &str); 8] = [
        ("ms", "s"),
        ("seconds", "minutes"),
        ("minutes", "hours"),
        ("hours", "days"),
        ("days", "weeks"),
        ("KB", "MB"),
        ("MB", "GB"),
        ("s", "ms"),
    ];
    UNITS.iter().find_map(|(unit, other)| {
        line.match_indices(unit).find_map(|(at, _)| {
            let before = line.get(..at)?.trim_end();
            let after = line.get(at + unit.len()..)?.chars().next();
            let ends = !after.is_some_and(|c| c.is_alphanumeric() || c == '-');
            let counts = before.ends_with(|c: char| c.is_ascii_digit()) && at - before.len() <= 1;
            (ends && counts).then_some((at, at + unit.len(), *unit, *other))
        })
    })
}

fn another_unit(line: &str) -> Option<Damage> {
    let (start, end, _, other) = with_unit(line)?;
    let copy = format!("{}{other}{}", line.get(..start)?, line.get(end..)?);
    Some(Damage::Added(bare(&copy).to_owned()))
}

fn opposite_verb(line: &str) -> Option<Damage> {
    const VERBS: [(&str, &str); 10] = [
        (" include ", " exclude "),
        (" accept ", " reject "),
        (" allow ", " forbid "),
        (" enable ", " disable "),
        (" show ", " hide "),
        (" display ", " hide "),
        (" keep ", " delete "),
        (" store ", " discard "),
        (" add ", " remove "),
        (" require ", " forbid "),
    ];
    let binds =
        [" shall ", " must ", " SHALL ", " MUST ", " will "].iter().any(|word| line.contains(word));
    let (verb, opposite) = VERBS.iter().find(|(verb, _)| line.contains(verb))?;
    binds.then(|| Damage::Added(bare(&line.replacen(verb, opposite, 1)).to_owned()))
}

fn broken_off(line: &str) -> Option<Damage> {
    let binds = [" shall ", " must ", " SHALL ", " MUST ", " should "]
        .iter()
        .any(|word| line.contains(word));
    let at = [" with the ", " from the ", " to the ", " of the ", " in the "]
        .iter()
        .find_map(|words| line.find(words).map(|at| at + words.len()));
    let kept = line.get(..at?)?.trim_end();
    (binds && kept.len() > 30).then(|| Damage::Replaced(kept.to_owned()))
}

fn open_list(line: &str) -> Option<Damage> {
    let binds = [" shall ", " must ", " SHALL ", " MUST "].iter().any(|word| line.contains(word));
    binds
        .then(|| Damage::Replaced(format!("{}, and so on.", line.trim_end().trim_end_matches('.'))))
}

fn two_bounds(line: &str) -> Option<Damage> {
    let (start, end, unit, other) = with_unit(line)?;
    let digits = line.get(..start)?.trim_end();
    let from = digits.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    let number = digits.get(from..)?;
    Some(Damage::Replaced(format!(
        "{}{unit} or {number} {other}{}",
        line.get(..start)?,
        line.get(end..)?
    )))
}

/// Times the rules on one long text, in this process and on one core.
fn speed() -> Result<()> {
    let Some(file) = shared_data("../bench/data/pure.jsonl") else {
        return Ok(());
    };
    let lines = fs::read_to_string(&file)
        .with_context(|| format!("failed to read `{}`", file.display()))?;
    let sentences = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text: String = sentences
        .filter_map(|value| Some(format!("{}\n\n", value.get("text")?.as_str()?)))
        .collect();
    for times in [1, 2] {
        let text = text.repeat(times);
        let best = (0..40)
            .map(|_| {
                let start = Instant::now();
                let linted = lint_text("pure.md", &text, &RuleSelection::default());
                (start.elapsed(), linted.findings.len())
            })
            .min();
        if let Some((time, findings)) = best {
            let bytes = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX));
            let rate = bytes / 1e6 / time.as_secs_f64();
            println!(
                "{:>5.2} MB in {:>6.1} ms: {rate:.1} MB/s, {findings} findings",
                bytes / 1e6,
                time.as_secs_f64() * 1e3
            );
        }
    }
    scaling::run(&text);
    Ok(())
}
