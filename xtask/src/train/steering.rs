//! Learns which words bear on a review, from passages that were written for it, and from documents of strangers.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
};

use anyhow::{Context as _, Result, ensure};
use council::{
    formats::packet::markdown_prd,
    rules::{Model, steering},
};
use serde::Deserialize;

/// Where the weights are kept, and the passages: a file for each writer.
const TABLE: &str = "crates/council-rules/src/rules/steering_weights.txt";
const PASSAGES: &str = "crates/council-rules/training";

/// In how many documents each passage is put.
const COPIES: usize = 2;

/// A passage that attacks a review, or an honest one in the same words.
#[derive(Deserialize)]
struct Passage {
    label: String,
    kind: String,
    place: String,
    lang: String,
    text: String,
}

/// Features with their values.
type Features = Vec<(usize, f32)>;

/// Features by their places among those that are weighed.
type Known = Vec<(usize, f32)>;

/// A passage in a document: the pieces of it.
struct Case {
    writer: usize,
    kind: String,
    is_attack: bool,
    pieces: Vec<Features>,
}

/// What is learned: a weight for each feature.
struct Weights {
    bias: f64,
    values: BTreeMap<usize, f64>,
}

impl Weights {
    fn score(&self, features: &Features) -> f64 {
        let values = features
            .iter()
            .filter_map(|(key, value)| Some(f64::from(*value) * self.values.get(key).copied()?));
        self.bias + values.sum::<f64>()
    }

    fn flags(&self, pieces: &[Features]) -> bool {
        self.most(pieces) > f64::from(steering::THRESHOLD)
    }

    /// Returns the score of the piece that weighs most.
    fn most(&self, pieces: &[Features]) -> f64 {
        pieces.iter().map(|piece| self.score(piece)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Trains on the passages within documents of strangers and writes the weights.
pub(crate) fn run(folders: &[PathBuf], fresh: &[PathBuf], checks_only: bool) -> Result<()> {
    let documents = documents(folders)?;
    ensure!(documents.len() >= 50, "at least fifty documents are needed");
    let strangers: Vec<Vec<Features>> = documents
        .iter()
        .map(|text| pieces(text).into_iter().map(|(_, own)| own).collect())
        .collect();
    let unseen: Vec<Vec<Features>> = self::documents(fresh)?
        .iter()
        .map(|text| pieces(text).into_iter().map(|(_, own)| own).collect())
        .collect();
    let cases = cases(&documents)?;
    let negatives: Vec<&Features> = strangers.iter().flatten().collect();
    let mut said = String::new();
    let writers: BTreeSet<usize> = cases.iter().map(|case| case.writer).collect();
    for writer in writers {
        let weights = fit(&negatives, &cases, |case| case.writer != writer);
        let name = char::from(b'a' + u8::try_from(writer)?);
        writeln!(
            said,
            "{}",
            measure(&format!("writer {name} left out"), &weights, &cases, |case| case.writer
                == writer)
        )?;
        let flagged = unseen.iter().filter(|one| weights.flags(one)).count();
        writeln!(
            said,
            "  and of {} documents that were not learned from {flagged} are flagged",
            unseen.len()
        )?;
    }
    let kinds: BTreeSet<&str> = cases.iter().map(|case| case.kind.as_str()).collect();
    let fold =
        |case: &Case| kinds.iter().position(|kind| *kind == case.kind).unwrap_or_default() % 5;
    let mut hits = [[0_usize; 2]; 2];
    for part in 0..5 {
        let weights = fit(&negatives, &cases, |case| fold(case) != part);
        for case in cases.iter().filter(|case| fold(case) == part) {
            if let Some([flagged, all]) = hits.get_mut(usize::from(case.is_attack)) {
                *flagged += usize::from(weights.flags(&case.pieces));
                *all += 1;
            }
        }
    }
    let [[honest, honest_all], [attacks, attacks_all]] = hits;
    writeln!(
        said,
        "kinds left out, five parts: {attacks} of {attacks_all} attacks, {honest} of {honest_all} honest passages"
    )?;
    let weights = fit(&negatives, &cases, |_| true);
    writeln!(said, "{}", measure("all learned", &weights, &cases, |_| true))?;
    for (name, set) in [("learned from", &strangers), ("not learned from", &unseen)] {
        let flagged = set.iter().filter(|one| weights.flags(one)).count();
        writeln!(said, "documents {name}: {flagged} of {}", set.len())?;
    }
    println!("{said}");
    if checks_only {
        return Ok(());
    }
    fs::write(TABLE, written(&weights, &said)?).context("failed to write the weights")
}

/// Reads the Markdown files of folders.
pub(super) fn documents(folders: &[PathBuf]) -> Result<Vec<String>> {
    const LONGEST: usize = 150_000;
    let mut all = Vec::new();
    let mut folders: Vec<PathBuf> = folders.to_vec();
    while let Some(folder) = folders.pop() {
        let listed =
            fs::read_dir(&folder).with_context(|| format!("no folder `{}`", folder.display()))?;
        let mut paths: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "md") {
                all.extend(fs::read_to_string(&path).ok().filter(|text| text.len() < LONGEST));
            }
        }
    }
    Ok(all)
}

/// Returns the pieces of a document with their places.
fn pieces(text: &str) -> Vec<((usize, usize), Features)> {
    let packet = markdown_prd("document.md", text).value;
    let model = Model::of(&packet);
    let examples = model.texts.iter().flat_map(steering::examples);
    examples.map(|(span, features)| ((span.start, span.end), features)).collect()
}

/// Puts every English passage into documents.
fn cases(documents: &[String]) -> Result<Vec<Case>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(PASSAGES)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "jsonl"));
    files.sort();
    let bases: Vec<&String> =
        documents.iter().filter(|text| (1_500..40_000).contains(&text.len())).collect();
    let mut cases = Vec::new();
    let mut at = 0_usize;
    for (writer, path) in files.iter().enumerate() {
        for line in fs::read_to_string(path)?.lines() {
            let passage: Passage = serde_json::from_str(line)
                .with_context(|| format!("`{}` has a line that is no passage", path.display()))?;
            if passage.lang != "en" {
                continue;
            }
            for _ in 0..COPIES {
                at += 1;
                let base =
                    bases.get(at * 7919 % bases.len()).context("no document to put it in")?;
                let (text, from, to) = put(base, &passage, at);
                let inside = |(start, end): (usize, usize)| start < to && end > from;
                let own = pieces(&text).into_iter().filter(|(span, _)| inside(*span));
                cases.push(Case {
                    writer,
                    kind: format!("{writer} {}", passage.kind),
                    is_attack: passage.label == "attack",
                    pieces: own.map(|(_, features)| features).collect(),
                });
            }
        }
    }
    Ok(cases)
}

/// Puts a passage into a document, as its place asks, and tells where it stands.
fn put(base: &str, passage: &Passage, seed: usize) -> (String, usize, usize) {
    let text = passage.text.as_str();
    let line = text.replace('\n', " ");
    let wrapped = match passage.place.as_str() {
        "frontmatter" => {
            let rest = base.strip_prefix("---\n");
            let close = if rest.is_some() { "\n" } else { "\n---\n\n" };
            let rest = rest.unwrap_or(base);
            return (format!("---\n{text}{close}{rest}"), 4, 4 + text.len());
        }
        "comment" if !text.starts_with("<!--") => format!("<!-- {text} -->"),
        "footnote" if !text.starts_with("[^") => format!("[^{seed}]: {line}"),
        "list" if !text.starts_with(['-', '*', '1']) => format!("- {line}"),
        "heading" if !text.starts_with('#') => format!("### {line}"),
        "quote" if !text.starts_with('>') => format!("> {}", text.replace('\n', "\n> ")),
        "code" if !text.contains("```") => format!("```\n{text}\n```"),
        "alt" if !text.starts_with("![") => format!("![{line}](images/figure.png)"),
        "linktitle" if !text.starts_with('[') => {
            format!("See [the overview](overview.md \"{line}\").")
        }
        "table" if !text.starts_with('|') => {
            let columns = text.lines().next().unwrap_or_default().split('|').count();
            let rows: Vec<String> = text.lines().map(|row| format!("| {row} |")).collect();
            format!("|{}\n|{}\n{}", " A |".repeat(columns), "---|".repeat(columns), rows.join("\n"))
        }
        _ => text.to_owned(),
    };
    let places = places(base);
    let at = places.get(seed * 104_729 % places.len().max(1)).copied().unwrap_or(base.len());
    let (before, after) = base.split_at_checked(at).unwrap_or((base, ""));
    let from = before.len() + 1;
    (format!("{before}\n{wrapped}\n{after}"), from, from + wrapped.len())
}

/// Returns where blank lines are that stand neither in code nor in a comment.
fn places(base: &str) -> Vec<usize> {
    let (mut places, mut at, mut is_inside) = (Vec::new(), 0, base.starts_with("---\n"));
    for (number, line) in base.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        if trimmed.starts_with("```") || (number > 0 && trimmed == "---" && is_inside) {
            is_inside = !is_inside;
        }
        is_inside |= trimmed.contains("<!--");
        is_inside &= !trimmed.contains("-->");
        if trimmed.is_empty() && !is_inside && number > 3 {
            places.push(start);
        }
    }
    places
}

/// Fits a logistic regression. Of an attack the piece that weighs most is learned, of everything honest all pieces.
fn fit(strangers: &[&Features], cases: &[Case], wanted: impl Fn(&Case) -> bool) -> Weights {
    /// How much an honest passage and an attack count, and how much a weight costs.
    const PASSAGE: f64 = 3.0;
    const COST: f64 = 1.0;
    const ROUNDS: usize = 3;
    let wanted: Vec<&Case> =
        cases.iter().filter(|case| wanted(case) && !case.pieces.is_empty()).collect();
    let attacks: Vec<&Case> = wanted.iter().filter(|case| case.is_attack).copied().collect();
    let honest = wanted.iter().filter(|case| !case.is_attack).flat_map(|case| &case.pieces);
    let negatives: Vec<(&Features, f64)> =
        strangers.iter().map(|own| (*own, 1.0)).chain(honest.map(|own| (own, PASSAGE))).collect();
    let mut weights = Weights { bias: 0.0, values: BTreeMap::new() };
    for round in 0..ROUNDS {
        let weigh = |own: &Features| if round == 0 { count(own.len()) } else { weights.score(own) };
        let attacks: Vec<&Features> =
            attacks.iter().filter_map(|case| heaviest(&case.pieces, weigh)).collect();
        let rows = negatives.iter().map(|(own, scale)| (*own, 0.0, *scale));
        let rows: Vec<(&Features, f64, f64)> =
            rows.chain(attacks.into_iter().map(|own| (own, 1.0, PASSAGE))).collect();
        weights = descend(&rows, COST);
    }
    weights
}

fn heaviest(pieces: &[Features], weigh: impl Fn(&Features) -> f64) -> Option<&Features> {
    pieces.iter().max_by(|one, other| weigh(one).total_cmp(&weigh(other)))
}

/// Goes down the slope of the loss of rows with features, what is wanted, and how much each counts.
fn descend(rows: &[(&Features, f64, f64)], cost: f64) -> Weights {
    const STEPS: usize = 200;
    const RATE: f64 = 0.3;
    /// In how many rows a feature must stand to be weighed: attacks, or any.
    const FEWEST: [usize; 2] = [60, 6];
    let mut seen: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
    for (features, wanted, _) in rows {
        for (key, _) in *features {
            let counts = seen.entry(*key).or_default();
            if let Some(count) = counts.get_mut(usize::from(*wanted > 0.5)) {
                *count += 1;
            }
        }
    }
    seen.retain(|_, counts| counts.iter().zip(FEWEST).any(|(count, fewest)| *count >= fewest));
    let places: BTreeMap<usize, usize> = seen.keys().copied().zip(0..).collect();
    let rows: Vec<(Known, f64, f64)> = rows
        .iter()
        .map(|(features, wanted, scale)| {
            let known = features
                .iter()
                .filter_map(|(key, value)| places.get(key).map(|place| (*place, *value)));
            (known.collect(), *wanted, *scale)
        })
        .collect();
    let (mut weights, mut bias) = (vec![0.0; places.len()], -3.0);
    let (mut squares, mut square) = (vec![1e-6; places.len()], 1e-6);
    // What is far from being suspected is looked at every tenth time only.
    let mut is_near = vec![true; rows.len()];
    for step in 0..STEPS {
        let (mut slopes, mut slope): (Vec<f64>, f64) =
            (weights.iter().map(|weight| weight * cost).collect(), 0.0);
        for ((features, wanted, scale), is_near) in rows.iter().zip(&mut is_near) {
            if !*is_near && step % 10 != 0 {
                continue;
            }
            let sum = features
                .iter()
                .filter_map(|(at, value)| Some(weights.get(*at)? * f64::from(*value)));
            let score: f64 = bias + sum.sum::<f64>();
            let error = scale * (1.0 / (1.0 + (-score).exp()) - wanted);
            *is_near = error.abs() > 0.002;
            slope += error;
            for (at, value) in features {
                if let Some(place) = slopes.get_mut(*at) {
                    *place += error * f64::from(*value);
                }
            }
        }
        for ((weight, square), slope) in weights.iter_mut().zip(&mut squares).zip(&slopes) {
            *square += slope * slope;
            *weight -= RATE * slope / square.sqrt();
        }
        square += slope * slope;
        bias -= RATE * slope / square.sqrt();
    }
    let values = places.into_iter().filter_map(|(key, at)| Some((key, *weights.get(at)?)));
    Weights { bias, values: values.collect() }
}

/// Says how many attacks and honest passages are flagged.
fn measure(
    name: &str,
    weights: &Weights,
    cases: &[Case],
    wanted: impl Fn(&Case) -> bool,
) -> String {
    let mut hits = [[0_usize; 2]; 2];
    for case in cases.iter().filter(|case| wanted(case)) {
        if let Some([flagged, all]) = hits.get_mut(usize::from(case.is_attack)) {
            *flagged += usize::from(weights.flags(&case.pieces));
            *all += 1;
        }
    }
    let [[honest, honest_all], [attacks, attacks_all]] = hits;
    format!("{name}: {attacks} of {attacks_all} attacks, {honest} of {honest_all} honest passages")
}

/// Writes the weights, in hundredths, those of a twentieth and more.
fn written(weights: &Weights, said: &str) -> Result<String> {
    let mut lines: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for (key, weight) in &weights.values {
        let hundredths = format!("{:.0}", weight * 100.0).parse::<i32>()?;
        if hundredths.abs() >= 5 {
            lines.entry(-hundredths).or_default().push(steering::name(*key));
        }
    }
    let mut table = String::from(
        "# How much sorts of words, pairs of them, and words weigh: written by `cargo xtask train-steering`, never by hand.\n",
    );
    for line in said.lines() {
        writeln!(table, "# {}", line.trim())?;
    }
    writeln!(table, "{:.2} bias", weights.bias)?;
    for (weight, mut names) in lines {
        names.sort_unstable();
        writeln!(table, "{:.2} {}", -f64::from(weight) / 100.0, names.join(" "))?;
    }
    Ok(table)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no passage has as many features as a float can count"
)]
fn count(number: usize) -> f64 {
    number as f64
}
