//! Learns what words make of a demand, from wordings that were written for it, put into statements of strangers.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts and rounded weights are small"
)]

mod learn;
mod plant;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
};

use anyhow::{Context as _, Result, ensure};
use council::{
    formats::packet::markdown_prd,
    rules::{
        Model, lexicon,
        model::{Role, Sentence, Text, Token, TokenKind},
        wording::{
            self, SCALE, Wording,
            key::{self, CLASSES, CODE, EDGE, Feature, NAME, NUMBER},
        },
    },
};
use serde::Deserialize;

use learn::{Weights, fit};
use plant::{frames, plant};

/// Where the weights are kept, and the wordings: a file for each writer.
const TABLE: &str = "crates/council-rules/src/wording/weights.txt";
const WORDINGS: &str = "crates/council-rules/training/wordings";

/// How many statements get a wording of each class, and how many times a sound sentence counts.
const PLANTED: usize = 8000;
const SOUND: usize = 10;

/// How many features are kept.
const KEPT: usize = 20_000;

/// A wording, as a writer gave it.
#[derive(Deserialize)]
struct Given {
    kind: String,
    words: String,
}

/// The wordings of one writer.
#[derive(Default)]
struct Writer {
    by_kind: BTreeMap<String, Vec<String>>,
}

/// A token to learn from: its features, and for each class whether it is one, or nothing where it does not tell.
struct Row {
    features: Vec<u32>,
    labels: [Option<bool>; CLASSES],
}

/// Features by their identity: a number of each, and how to write it.
#[derive(Default)]
struct Known {
    numbers: BTreeMap<u64, u32>,
    features: Vec<Feature>,
    words: BTreeMap<u64, String>,
}

/// Trains on the wordings within documents of strangers and writes the weights.
pub(crate) fn run(folders: &[PathBuf], checks_only: bool) -> Result<()> {
    let writers = writers()?;
    let documents = super::steering::documents(folders)?;
    ensure!(documents.len() >= 50, "at least fifty documents are needed");
    let is_learned = |at: usize| at.is_multiple_of(2);
    let (learned, held): (Vec<_>, Vec<_>) =
        documents.iter().enumerate().partition(|(at, _)| is_learned(*at));
    let texts =
        |part: Vec<(usize, &String)>| part.into_iter().map(|(_, text)| text.clone()).collect();
    let (learned, held): (Vec<String>, Vec<String>) = (texts(learned), texts(held));
    let mut said = String::new();
    for (left, writer) in writers.iter().enumerate().step_by(if checks_only { 1 } else { 4 }) {
        let others: Vec<&Writer> =
            writers.iter().enumerate().filter(|(at, _)| *at != left).map(|(_, one)| one).collect();
        let mut known = Known::default();
        let weights = fit(&rows(&learned, &others, &mut known), known.features.len());
        let line = measure(&weights, &known, &held, writer);
        writeln!(
            said,
            "# before rounding and cutting, writer {} left out, and half of the documents, at .1, .3 and .7 in a thousand words:{line}",
            left + 1
        )?;
        println!("writer {} left out: {line}", left + 1);
    }
    if checks_only {
        return Ok(());
    }
    let all: Vec<&Writer> = writers.iter().collect();
    let mut known = Known::default();
    let weights = fit(&rows(&documents, &all, &mut known), known.features.len());
    fs::write(TABLE, written(&weights, &known, &said)?).context("failed to write the weights")
}

fn writers() -> Result<Vec<Writer>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(WORDINGS)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let read = |path: &PathBuf| -> Result<Writer> {
        let mut writer = Writer::default();
        for line in fs::read_to_string(path)?.lines() {
            let given: Given = serde_json::from_str(line)?;
            writer.by_kind.entry(given.kind).or_default().push(given.words);
        }
        Ok(writer)
    };
    paths.iter().map(read).collect()
}

/// Chooses without any order that could be learned, the same each time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % most.max(1)
    }

    pub(super) fn of<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        all.get(self.below(all.len()))
    }
}

/// Reads a text on its own.
pub(super) fn read<T>(text: &str, what: impl FnOnce(&Text<'_>) -> T) -> Option<T> {
    let packet = markdown_prd("prd.md", text).value;
    let model = Model::of(&packet);
    model.texts.first().map(what)
}

/// Tells whether a sentence is one of its document's own.
pub(super) fn is_own(sentence: &Sentence) -> bool {
    !matches!(
        sentence.role,
        Role::Template | Role::Label | Role::Aside | Role::Question | Role::History
    )
}

/// Makes rows of a text; what stands between two places is of a class.
fn add(text: &str, of: Option<(Wording, usize, usize)>, known: &mut Known, rows: &mut Vec<Row>) {
    read(text, |text| {
        let whole = text.document.text();
        for sentence in &text.sentences {
            let tokens = text.tokens(sentence);
            let words: Vec<wording::Word> =
                tokens.iter().map(|token| wording::Word::of(whole, token)).collect();
            for (at, token) in tokens.iter().enumerate() {
                known.name(whole, token);
                let is_in = |(_, from, until): (Wording, usize, usize)| {
                    token.start as usize >= from && token.end as usize <= until
                };
                let labels = Wording::ALL.map(|class| match of {
                    Some(planted) if is_in(planted) => (planted.0 == class).then_some(true),
                    _ => Some(false),
                });
                let mut features = Vec::new();
                wording::features(&words, at, |sort, parts| {
                    features.extend(known.number((sort, parts)));
                });
                rows.push(Row { features, labels });
            }
        }
    });
}

impl Known {
    fn number(&mut self, feature: Feature) -> Option<u32> {
        let key = key::key(feature.0, feature.1);
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let number = u32::try_from(self.features.len()).ok()?;
        self.numbers.insert(key, number);
        self.features.push(feature);
        Some(number)
    }

    fn name(&mut self, text: &str, token: &Token) {
        let written = token.span().of(text).to_ascii_lowercase();
        match token.kind {
            TokenKind::Word => {
                if written.len() > 3
                    && let Some(ending) = written.get(written.len() - 3..)
                {
                    self.words
                        .entry(lexicon::hash(ending.as_bytes()))
                        .or_insert_with(|| ending.to_owned());
                }
                self.words.insert(token.id, written);
            }
            TokenKind::Mark(mark) => {
                let mark = char::from(mark).to_string();
                self.words.insert(lexicon::hash(mark.as_bytes()), mark);
            }
            TokenKind::Number | TokenKind::Code | TokenKind::Name => {}
        }
    }

    /// Returns how a line of the table names a feature; nothing where a word of it cannot be written.
    fn written(&self, (sort, parts): Feature) -> Option<String> {
        let mut line = sort.name();
        let count = parts.iter().rposition(|part| *part != 0).map_or(1, |last| last + 1);
        for part in parts.iter().take(count) {
            if sort.is_of_words() {
                let symbols = [EDGE, NUMBER, CODE, NAME];
                let symbol = symbols.iter().find(|symbol| lexicon::id(symbol) == *part);
                let word = symbol.copied().or_else(|| self.words.get(part).map(String::as_str))?;
                if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_graphic()) {
                    return None;
                }
                write!(line, " {word}").ok()?;
            } else {
                write!(line, " {part:x}").ok()?;
            }
        }
        Some(line)
    }
}

/// Makes the rows to learn from.
fn rows(documents: &[String], writers: &[&Writer], known: &mut Known) -> Vec<Row> {
    let mut rows = Vec::new();
    let frames = frames(documents);
    let mut dice = Dice(7);
    for class in Wording::ALL {
        let mut planted = 0;
        for _ in 0..PLANTED * 20 {
            let put = plant(&frames, class, writers, &mut dice);
            let Some((text, from, until)) = put else { continue };
            add(&text, Some((class, from, until)), known, &mut rows);
            planted += 1;
            if planted >= PLANTED {
                break;
            }
        }
    }
    for sound in writers.iter().flat_map(|one| one.by_kind.get("sound").into_iter().flatten()) {
        for _ in 0..SOUND {
            add(sound, None, known, &mut rows);
        }
    }
    for document in documents {
        for sentence in sentences(document) {
            add(&sentence, None, known, &mut rows);
        }
    }
    rows
}

/// Returns the sentences of a document, as they stand there.
fn sentences(document: &str) -> Vec<String> {
    read(document, |text| {
        let own = text.sentences.iter().filter(|one| is_own(one));
        own.map(|one| text.slice(one.span).to_owned()).collect()
    })
    .unwrap_or_default()
}

/// Weighs the words of a text, and returns the likeliest of each class between two places.
fn likeliest(
    weights: &Weights,
    known: &Known,
    text: &str,
    within: (usize, usize),
) -> [f64; CLASSES] {
    let mut most = [f64::MIN; CLASSES];
    read(text, |text| {
        let whole = text.document.text();
        for sentence in &text.sentences {
            let tokens = text.tokens(sentence);
            let words: Vec<wording::Word> =
                tokens.iter().map(|token| wording::Word::of(whole, token)).collect();
            let scores: Vec<wording::Scores> =
                (0..words.len()).map(|at| weights.score(known, &words, at)).collect();
            for (most, class) in most.iter_mut().zip(Wording::ALL) {
                let is_in = |at: usize| {
                    tokens.get(at).is_some_and(|token| {
                        token.start as usize >= within.0 && token.end as usize <= within.1
                    })
                };
                let found = wording::likeliest(tokens, &scores, class);
                if let Some((_, score)) = found.filter(|(at, _)| is_in(*at)) {
                    *most = most.max(f64::from(score));
                }
            }
        }
    });
    most
}

/// Says how many wordings of a writer are found where so many sentences of a thousand words are wrongly reported, and from
/// which sum on.
fn measure(weights: &Weights, known: &Known, held: &[String], writer: &Writer) -> String {
    let mut dice = Dice(23);
    let frames = frames(held);
    let sentences: Vec<String> = held.iter().flat_map(|document| sentences(document)).collect();
    let (mut sample, mut words) = (Vec::new(), 0_u32);
    for _ in 0..6000 {
        if let Some(one) = dice.of(&sentences) {
            words += u32::try_from(one.split_whitespace().count()).unwrap_or_default();
            sample.push(likeliest(weights, known, one, (0, one.len())));
        }
    }
    let mut said = String::new();
    for (number, class) in Wording::ALL.into_iter().enumerate() {
        let of = |scores: &[f64; CLASSES]| scores.get(number).copied().unwrap_or(f64::MIN);
        let mut alarms: Vec<f64> = sample.iter().map(of).collect();
        alarms.sort_by(|one, other| other.total_cmp(one));
        let mut hits = Vec::new();
        for _ in 0..9000 {
            if let Some((text, from, until)) = plant(&frames, class, &[writer], &mut dice) {
                hits.push(of(&likeliest(weights, known, &text, (from, until))));
            }
            if hits.len() >= 400 {
                break;
            }
        }
        write!(said, " {class:?}").ok();
        for alarm in [0.1, 0.3, 0.7] {
            let bound = alarms.get((alarm * f64::from(words) / 1000.0) as usize).copied();
            let bound = bound.unwrap_or_default();
            let found = hits.iter().filter(|hit| **hit > bound).count();
            write!(said, " {:.2} ({bound:.1})", found as f64 / hits.len().max(1) as f64).ok();
        }
        said.push(';');
    }
    said
}

/// Writes the table: the features that weigh most.
fn written(weights: &Weights, known: &Known, said: &str) -> Result<String> {
    let rounded = |value: f64| (value * f64::from(SCALE)).round().clamp(-127.0, 127.0) as i8;
    let mut lines: Vec<(i32, String)> = Vec::new();
    for (feature, values) in known.features.iter().zip(&weights.values) {
        let rounded = values.map(rounded);
        let most = rounded.iter().map(|value| i32::from(*value).abs()).max().unwrap_or_default();
        if most < 2 {
            continue;
        }
        let Some(name) = known.written(*feature) else { continue };
        lines
            .push((most, format!("{} {name}", rounded.map(|weight| weight.to_string()).join(" "))));
    }
    lines.sort_by(|(one, a), (other, b)| other.cmp(one).then_with(|| a.cmp(b)));
    lines.truncate(KEPT);
    let lines: BTreeSet<(String, String)> = lines
        .into_iter()
        .map(|(_, line)| {
            (line.splitn(CLASSES + 1, ' ').nth(CLASSES).unwrap_or_default().to_owned(), line)
        })
        .collect();
    let bias = weights.bias.map(|bias| (bias * f64::from(SCALE)).round() as i32);
    let mut table = String::from(
        "# How much a word and its neighbours speak for a time and an amount without a measure, a weak duty,\n# something unwritten, a subject that is nobody, a second duty: written by `cargo xtask train-wording`, never by hand.\n",
    );
    table.push_str(said);
    writeln!(table, "= {}", bias.map(|bias| bias.to_string()).join(" "))?;
    for (_, line) in lines {
        writeln!(table, "{line}")?;
    }
    Ok(table)
}
