//! Counts again how often each rule is right, and compares that with the table from which its confidence comes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

use anyhow::{Context as _, Result, bail};
use council::{
    lint::{Selection, lint_text},
    rules::{
        Finding, Kind, RULES,
        measured::{Basis, Measured, Set},
    },
};
use council_testkit::shared_data;
use serde_json::Value;

/// How many findings of each rule were right, and how many there were.
#[derive(Default)]
struct Count(BTreeMap<&'static str, (u32, u32)>);

impl Count {
    fn add(&mut self, rule: &'static str, is_right: bool) {
        let (right, total) = self.0.entry(rule).or_default();
        *right += u32::from(is_right);
        *total += 1;
    }
}

/// Counts on every set, prints the figures, and fails where the table says something else.
pub(super) fn run() -> Result<()> {
    let mut counts = Vec::new();
    for set in Set::ALL {
        let count = match set {
            Set::Labelled => labelled()?,
            Set::Seeded => seeded()?,
            Set::Worsened => worsened()?,
            Set::Attacked => attacked()?,
            Set::Damaged => damaged()?,
        };
        let Some(count) = count else {
            return Ok(());
        };
        counts.push((set, count));
    }
    let mut differing = Vec::new();
    for rule in RULES {
        let counted = counts.iter().find_map(|(set, count)| {
            let (right, total) = count.0.get(rule.id).copied()?;
            Some(Measured { set: *set, right, total }).filter(|measured| measured.is_enough())
        });
        let known = match rule.basis() {
            Basis::Measured(measured) => Some(measured),
            Basis::Assumed(_) => None,
        };
        if let Some(Measured { set, right, total }) = counted {
            println!("{:<34} {right:>3} of {total:>3} right on {}", rule.id, set.name());
        }
        if counted != known {
            differing.push(rule.id);
        }
    }
    if !differing.is_empty() {
        bail!("the table in `measured.rs` says something else of `{}`", differing.join("`, `"));
    }
    Ok(())
}

/// Counts on requirements in which people marked words.
fn labelled() -> Result<Option<Count>> {
    const WORDS: [Kind; 8] = [
        Kind::Subjective,
        Kind::Ambiguous,
        Kind::Unverifiable,
        Kind::Superlative,
        Kind::Comparative,
        Kind::Negative,
        Kind::VaguePronoun,
        Kind::WeakObligation,
    ];
    let Some(items) = rows("../bench/data/arta-ds1/gold.jsonl")? else {
        return Ok(None);
    };
    let mut page = String::from("# Requirements\n\n");
    let mut marked: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for (line, item) in (3_u32..).zip(&items) {
        let one_line: Vec<&str> = text(item, "text").split_whitespace().collect();
        let _ = writeln!(page, "- {}", one_line.join(" "));
        let labels = item.get("labels").and_then(Value::as_object);
        let named =
            labels.into_iter().flatten().filter(|(name, _)| LABELS.contains(&name.as_str()));
        let spans = named.filter_map(|(_, spans)| spans.as_array()).flatten();
        marked.insert(line, spans.filter_map(Value::as_str).flat_map(letters).collect());
    }
    let mut count = Count::default();
    for finding in findings(&page) {
        let Some(marked) = marked.get(&finding.start.line) else {
            continue;
        };
        if WORDS.contains(&finding.rule.kind) {
            count.add(finding.rule.id, letters(finding.quote()).any(|word| marked.contains(&word)));
        }
    }
    Ok(Some(count))
}

/// The marks that are about words.
const LABELS: [&str; 8] = [
    "subjective",
    "ambiguous_adv_adj",
    "nonverifiable",
    "superlative",
    "comparative",
    "negative",
    "vague_pronoun",
    "uncertain_verb",
];

/// Counts on documents into which one defect was put: each defect once, and every finding on an original as wrong.
fn seeded() -> Result<Option<Count>> {
    let mut count = Count::default();
    for set in ["openspec", "speckit"] {
        let path = format!("../bench/data/seeded-specs/{set}");
        let (Some(originals), Some(damaged)) =
            (rows(&format!("{path}.originals.jsonl"))?, rows(&format!("{path}.jsonl"))?)
        else {
            return Ok(None);
        };
        let mut before = BTreeMap::new();
        for original in &originals {
            let found = findings(text(original, "text"));
            for finding in &found {
                count.add(finding.rule.id, false);
            }
            before.insert(text(original, "doc"), tally(&found));
        }
        for item in &damaged {
            let known = before.get(text(item, "doc")).cloned().unwrap_or_default();
            for rule in defect(item, known) {
                count.add(rule, true);
            }
        }
    }
    Ok(Some(count))
}

/// Returns the rules that find the defect of a document: of its kind, where it was put, and not known before.
fn defect(item: &Value, mut known: BTreeMap<(Kind, String), u32>) -> BTreeSet<&'static str> {
    let lines: Vec<u64> = item
        .get("lines")
        .and_then(Value::as_array)
        .map(|lines| lines.iter().filter_map(Value::as_u64).collect())
        .unwrap_or_default();
    let is_drop = text(item, "op").starts_with("drop");
    let mut rules = BTreeSet::new();
    for finding in findings(text(item, "text")) {
        let kind = finding.rule.kind;
        if let Some(left) = known.get_mut(&(kind, finding.quote().to_owned()))
            && *left > 0
        {
            *left -= 1;
            continue;
        }
        let line = u64::from(finding.start.line);
        let is_near = lines.iter().any(|own| own.abs_diff(line) <= 1) || is_drop && line == 1;
        if is_near && kind.word() == text(item, "category") {
            rules.insert(finding.rule.id);
        }
    }
    rules
}

/// Counts on documents that our own operators damaged: each damage once, and every finding on an original as wrong.
fn damaged() -> Result<Option<Count>> {
    let mut count = Count::default();
    for set in super::SETS {
        let Some(documents) = super::originals(set)? else {
            return Ok(None);
        };
        for document in &documents {
            for finding in findings(document) {
                count.add(finding.rule.id, false);
            }
            for operator in super::operators() {
                let Some((after, lines)) = super::damaged(document, operator) else {
                    continue;
                };
                for rule in super::noticed(document, &after, &lines, operator.kinds) {
                    count.add(rule, true);
                }
            }
        }
    }
    Ok(Some(count))
}

fn tally(findings: &[Finding]) -> BTreeMap<(Kind, String), u32> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry((finding.rule.kind, finding.quote().to_owned())).or_default() += 1;
    }
    counts
}

/// Counts on descriptions of functions that were made worse: a rule is right where it finds more than on the original.
fn worsened() -> Result<Option<Count>> {
    let Some(items) = rows("../bench/data/humanevalcomm/items.jsonl")? else {
        return Ok(None);
    };
    let found = |item: &Value| {
        let mut rules: BTreeMap<&'static str, u32> = BTreeMap::new();
        for finding in findings(text(item, "text")) {
            *rules.entry(finding.rule.id).or_default() += 1;
        }
        rules
    };
    let is_original = |item: &&Value| text(item, "variant") == "orig";
    let mut count = Count::default();
    let mut before = BTreeMap::new();
    for item in items.iter().filter(is_original) {
        let rules = found(item);
        for rule in rules.keys() {
            count.add(rule, false);
        }
        before.insert(text(item, "base"), rules);
    }
    for item in items.iter().filter(|item| !is_original(item)) {
        let Some(known) = before.get(text(item, "base")) else {
            continue;
        };
        for (rule, findings) in found(item) {
            if findings > known.get(rule).copied().unwrap_or_default() {
                count.add(rule, true);
            }
        }
    }
    Ok(Some(count))
}

/// Counts on documents of which some speak to their reviewer: each document once for each rule.
fn attacked() -> Result<Option<Count>> {
    let Some(items) = rows("injection/council/cases_dev.jsonl")? else {
        return Ok(None);
    };
    let mut count = Count::default();
    for item in &items {
        let found = findings(text(item, "prd"));
        let alarms = found.iter().filter(|finding| finding.rule.kind == Kind::InstructionInjection);
        let rules: BTreeSet<&'static str> = alarms.map(|finding| finding.rule.id).collect();
        for rule in rules {
            count.add(rule, text(item, "wrapper") != "benign");
        }
    }
    Ok(Some(count))
}

fn findings(text: &str) -> Vec<Finding> {
    lint_text("a.md", text, &Selection::default()).findings
}

/// Returns the words of a text that are letters only.
fn letters(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase)
}

fn text<'a>(item: &'a Value, key: &str) -> &'a str {
    item.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the lines of a file of the shared data, if it is there.
fn rows(name: &str) -> Result<Option<Vec<Value>>> {
    let Some(file) = shared_data(name) else {
        return Ok(None);
    };
    let context = || format!("failed to read `{}`", file.display());
    let text = fs::read_to_string(&file).with_context(context)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows = lines.map(serde_json::from_str).collect::<Result<_, _>>().with_context(context)?;
    Ok(Some(rows))
}
