//! Learns when one sentence says again what another one says, gives another number or takes it back: statements of strangers
//! are said once more in the words of `training/wrappers`, elsewhere in their own document.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts and rounded weights are small"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
};

use anyhow::{Context as _, Result, ensure};
use council::rules::model::{PairExample, Sentence, Text, Token, TokenKind, pair_examples};
use serde::Deserialize;

use super::wording::{Dice, is_own, read};

/// Where the weights are kept, and the words around a statement: a file for each writer.
const TABLE: &str = "crates/council-rules/src/model/align/pairs.txt";
const WRAPPERS: &str = "crates/council-rules/training/wrappers";

/// How many sentences of each kind are put into a document.
const PLANTED: usize = 6;

/// What a pair is: said again, another number, taken back, or two statements of their own.
const KINDS: [&str; 3] = ["same", "number", "refusal"];
const NONE: usize = 3;

/// Words around a statement, as a writer gave them.
#[derive(Deserialize)]
struct Wrapper {
    turns: bool,
    frame: String,
}

/// A pair to learn from.
struct Row {
    document: usize,
    kind: usize,
    /// Which sentence was put there; nothing for what the document says itself.
    planted: Option<usize>,
    /// Whether it was put there and holds in a case of its own.
    is_case: bool,
    features: Vec<usize>,
}

#[derive(Default)]
struct Corpus {
    names: BTreeMap<(&'static str, i32), usize>,
    rows: Vec<Row>,
    /// How many sentences of each kind were put somewhere, and how many words there are without them.
    planted: [usize; 3],
    words: usize,
}

/// Trains on documents of strangers and writes the weights.
pub(crate) fn run(folders: &[PathBuf], checks_only: bool) -> Result<()> {
    let wrappers = wrappers()?;
    let documents = super::steering::documents(folders)?;
    ensure!(documents.len() >= 50, "at least fifty documents are needed");
    let mut corpus = Corpus::default();
    let mut dice = Dice(5);
    for (number, document) in documents.iter().enumerate() {
        corpus.words += document.split_whitespace().count();
        corpus.add(number, document, None);
        for kind in 0..=NONE {
            for _ in 0..PLANTED {
                let Some(planted) = plant(document, kind, &wrappers, &mut dice) else { continue };
                corpus.add(number, &planted.text, Some((kind, &planted)));
            }
        }
    }
    let left_out = corpus.left_out();
    println!("{left_out}");
    if checks_only {
        return Ok(());
    }
    let weights = corpus.fit(|_| true);
    fs::write(TABLE, corpus.written(&weights, &left_out)?).context("failed to write the weights")
}

fn wrappers() -> Result<Vec<Wrapper>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(WRAPPERS)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut wrappers = Vec::new();
    for path in paths {
        for line in fs::read_to_string(path)?.lines() {
            wrappers.push(serde_json::from_str(line)?);
        }
    }
    Ok(wrappers)
}

/// A document in which a statement stands once more.
struct Planted {
    text: String,
    /// Where the statement stands, and where it stands again.
    own: (usize, usize),
    again: (usize, usize),
}

/// Says a statement of a document once more, elsewhere in it.
fn plant(document: &str, kind: usize, wrappers: &[Wrapper], dice: &mut Dice) -> Option<Planted> {
    let (own, said) = read(document, |text| {
        let able: Vec<&Sentence> = text.sentences.iter().filter(|one| is_own(one)).collect();
        for _ in 0..60 {
            let sentence = *dice.of(&able)?;
            if let Some(said) = restated(text, sentence, kind, wrappers, dice) {
                return Some(((sentence.span.start, sentence.span.end), said));
            }
        }
        None
    })??;
    let mut lines: Vec<usize> = Vec::new();
    let mut fenced = false;
    let mut at = 0;
    for line in document.split_inclusive('\n') {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && line.starts_with("##") {
            lines.push(at);
        }
        at += line.len();
    }
    let mark = if dice.below(2) == 0 { "" } else { "- " };
    // Before a heading, below a heading of its own, or at the end.
    let (place, head) = match dice.below(3) {
        0 => (*dice.of(&lines).unwrap_or(&document.len()), String::new()),
        1 => (document.len(), "## Further notes\n\n".to_owned()),
        _ => (document.len(), String::new()),
    };
    let put = format!("\n\n{head}{mark}{said}\n\n");
    let text = format!("{}{put}{}", document.get(..place)?, document.get(place..)?);
    let start = place + 2 + head.len() + mark.len();
    let moved = if place <= own.0 { put.len() } else { 0 };
    let again = (start, start + said.len());
    Some(Planted { text, own: (own.0 + moved, own.1 + moved), again })
}

/// Returns a statement in other words: demanded again, with another number, or taken back.
fn restated(
    text: &Text<'_>,
    sentence: &Sentence,
    kind: usize,
    wrappers: &[Wrapper],
    dice: &mut Dice,
) -> Option<String> {
    let whole = text.slice(sentence.span);
    let quantity = if kind == 1 { Some(*dice.of(text.quantities(sentence))?) } else { None };
    let shift = |at: usize| at.checked_sub(sentence.span.start);
    let change = |from: usize, until: usize, dice: &mut Dice| -> Option<String> {
        let part = whole.get(from..until)?;
        let Some(quantity) = quantity else { return Some(part.to_owned()) };
        let (start, end) = (shift(quantity.span.start)?, shift(quantity.span.end)?);
        let other = other(whole.get(start..end)?, dice)?;
        Some(format!("{}{other}{}", whole.get(from..start)?, whole.get(end..until)?))
    };
    let turns = kind == 2 || kind == NONE && dice.below(4) > 0;
    let able: Vec<&Wrapper> = wrappers.iter().filter(|one| one.turns == turns).collect();
    let Some(clause) = Clause::of(text, sentence) else {
        // What demands nothing is said again with other words before it.
        (kind == 1).then_some(())?;
        let lead = dice.of(&able)?.frame.split('{').next().unwrap_or_default().to_owned();
        let said = change(0, whole.len(), dice)?;
        return (!lead.is_empty() || dice.below(3) == 0).then(|| format!("{lead}{said}"));
    };
    let rest = change(clause.rest, clause.end, dice)?;
    let rest = rest.trim().trim_end_matches(['.', ';']);
    // What is added at the end is often left out.
    let cut =
        ["(", ", ", " so that ", " because ", " such as "].iter().filter_map(|at| rest.find(at));
    let rest = match cut.min() {
        Some(cut) if kind != 1 && cut > 25 && dice.below(3) == 0 => rest.get(..cut)?.trim(),
        _ => rest,
    };
    let subject = whole.get(clause.subject..clause.modal)?.trim();
    if kind == NONE {
        return apart(
            text,
            (subject, whole.get(clause.verb..clause.rest)?.trim(), rest),
            &able,
            dice,
        );
    }
    let condition = whole.get(..clause.subject)?.trim();
    let verb = whole.get(clause.verb..clause.rest)?.trim();
    let said = filled(&dice.of(&able)?.frame, (subject, verb, rest))?;
    let is_plain = !condition.is_empty() && condition.ends_with(',') && dice.below(3) > 0;
    let said = if is_plain { format!("{} {}", raised(condition), lowered(&said)) } else { said };
    Some(format!("{}.", raised(said.trim_end_matches(['.', ' ']))))
}

/// Puts the parts of a demand into a frame.
fn filled(frame: &str, (subject, verb, rest): (&str, &str, &str)) -> Option<String> {
    let mut said = frame.to_owned();
    let slots = [
        ("{S}", raised(subject)),
        ("{s}", lowered(subject)),
        ("{v}", verb.to_owned()),
        ("{ving}", doing(verb)),
        ("{Ving}", raised(&doing(verb))),
        ("{vs}", does(verb)),
        ("{M}", "must".to_owned()),
        ("{r}", rest.to_owned()),
        ("{C}", String::new()),
    ];
    for (slot, words) in slots {
        said = said.replace(slot, &words);
    }
    (!said.contains('{') || rest.contains('{')).then_some(said)
}

/// Returns a statement that looks like another one and neither repeats nor contradicts it: it holds in a case of its own, of
/// a part only, for somebody else, or of something else.
fn apart(
    text: &Text<'_>,
    (subject, verb, rest): (&str, &str, &str),
    able: &[&Wrapper],
    dice: &mut Dice,
) -> Option<String> {
    let frame = &dice.of(able)?.frame;
    let all: Vec<&Sentence> = text.sentences.iter().filter(|one| is_own(one)).collect();
    let other = *dice.of(&all)?;
    let said = match dice.below(5) {
        0 => {
            let clause = Clause::of(text, other)?;
            let whole = text.slice(other.span);
            let someone = whole.get(clause.subject..clause.modal)?.trim();
            (!someone.eq_ignore_ascii_case(subject)).then_some(())?;
            filled(frame, (someone, verb, rest))?
        }
        1 | 2 => {
            let content =
                |word: &&str| word.len() > 4 && word.bytes().all(|b| b.is_ascii_lowercase());
            let own: Vec<&str> = rest.split(' ').filter(content).collect();
            let others: Vec<&str> = text.slice(other.span).split(' ').filter(content).collect();
            let (word, instead) = (*dice.of(&own)?, *dice.of(&others)?);
            (!rest.contains(instead)).then_some(())?;
            filled(frame, (subject, verb, &rest.replacen(word, instead, 1)))?
        }
        3 => filled(frame, (subject, verb, &format!("{rest} {}", dice.of(&PARTS)?)))?,
        _ => format!("{}, {}", dice.of(&CASES)?, lowered(&filled(frame, (subject, verb, rest))?)),
    };
    Some(format!("{}.", raised(said.trim_end_matches(['.', ' ']))))
}

/// What limits a statement to a part.
const PARTS: [&str; 16] = [
    "in plain text",
    "on weekends",
    "outside the home region",
    "without a ticket",
    "by telephone",
    "in the old format",
    "from memory",
    "for guests",
    "beyond the first page",
    "over an open line",
    "in bulk",
    "on paper",
    "across tenants",
    "in the first week",
    "through a proxy",
    "with a shared key",
];

/// Cases of their own.
const CASES: [&str; 24] = [
    "While the stock is being counted",
    "During the yearly audit",
    "When a guest is signed in",
    "For accounts in their trial month",
    "As long as the queue is frozen",
    "Where the old format is still read",
    "If the shop runs on the spare line",
    "On devices without a camera",
    "In read-only mode",
    "Once the contract has ended",
    "Until the first import is done",
    "After a failed payment",
    "When the tenant is suspended",
    "In the sandbox",
    "If the operator has set the quiet flag",
    "While a migration runs",
    "Outside of office hours",
    "For anonymous visitors",
    "When the cache is cold",
    "If the region is closed",
    "Before the owner has confirmed",
    "In the preview build",
    "When the emergency switch is on",
    "For records older than ten years",
];

/// Returns another number with the same unit.
fn other(written: &str, dice: &mut Dice) -> Option<String> {
    let digits = written.find(|c: char| c.is_ascii_digit())?;
    let tail = written.get(digits..)?;
    let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
    let number: u64 = tail.get(..end)?.parse().ok()?;
    (!tail.get(end..)?.starts_with(['.', ','])).then_some(())?;
    let factor = *dice.of(&[2, 3, 4, 5, 10])?;
    let other = if number >= 10 && dice.below(2) == 0 { number / factor } else { number * factor };
    (other != number && other > 0).then(|| {
        format!(
            "{}{other}{}",
            written.get(..digits).unwrap_or_default(),
            tail.get(end..).unwrap_or_default()
        )
    })
}

/// Where the parts of a demand stand in its sentence.
struct Clause {
    subject: usize,
    modal: usize,
    verb: usize,
    rest: usize,
    end: usize,
}

impl Clause {
    fn of(text: &Text<'_>, sentence: &Sentence) -> Option<Self> {
        let tokens = text.tokens(sentence);
        let at = tokens.iter().position(|token| {
            token.kind == TokenKind::Word
                && matches!(text.word(token).to_ascii_lowercase().as_str(), "must" | "shall")
        })?;
        let verb = tokens.get(at + 1)?;
        let word = text.word(verb);
        let is_verb = verb.kind == TokenKind::Word
            && word.bytes().all(|byte| byte.is_ascii_lowercase())
            && !word.ends_with("ly")
            && !["not", "never", "the", "a", "an", "all", "also", "only", "have"].contains(&word);
        let before = tokens.get(..at)?;
        let from = before
            .iter()
            .rposition(|token| {
                matches!(token.kind, TokenKind::Mark(b',' | b':' | b';' | b')' | b'*'))
            })
            .map_or(0, |mark| mark + 1);
        let fits = is_verb && from < at && at - from <= 8 && tokens.len() >= at + 4;
        fits.then_some(())?;
        let shift = |token: &Token| (token.start as usize).checked_sub(sentence.span.start);
        let end = text.slice(sentence.span).len();
        Some(Self {
            subject: shift(tokens.get(from)?)?,
            modal: shift(tokens.get(at)?)?,
            verb: shift(verb)?,
            rest: shift(tokens.get(at + 2)?)?,
            end,
        })
    }
}

fn raised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn lowered(words: &str) -> String {
    let second = words.chars().nth(1);
    if second.is_some_and(char::is_uppercase) {
        return words.to_owned();
    }
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn doing(verb: &str) -> String {
    match verb.strip_suffix('e') {
        Some(stem) if !verb.ends_with("ee") && verb != "be" => format!("{stem}ing"),
        _ => format!("{verb}ing"),
    }
}

fn does(verb: &str) -> String {
    match verb {
        "be" => "is".to_owned(),
        "have" => "has".to_owned(),
        _ if verb.ends_with(['s', 'x', 'o']) || verb.ends_with("ch") || verb.ends_with("sh") => {
            format!("{verb}es")
        }
        _ => match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{verb}s"),
        },
    }
}

impl Corpus {
    /// Adds the pairs of a document, or the one pair that was put into it.
    fn add(&mut self, document: usize, text: &str, planted: Option<(usize, &Planted)>) {
        let number = planted.map(|(kind, _)| {
            if let Some(count) = self.planted.get_mut(kind) {
                *count += 1;
            }
            self.planted.iter().sum()
        });
        let number = number.filter(|_| planted.is_some_and(|(kind, _)| kind < NONE));
        let pairs = read(text, pair_examples).unwrap_or_default();
        for pair in pairs {
            let kind = match planted {
                Some((kind, planted)) if is_between(&pair, planted) => kind,
                Some(_) => continue,
                None => NONE,
            };
            let next = &mut self.names;
            let numbered = |feature: (&'static str, i32)| {
                let len = next.len();
                *next.entry(feature).or_insert(len)
            };
            let features = pair.features.into_iter().map(numbered).collect();
            let is_case = planted.is_some() && kind == NONE;
            self.rows.push(Row { document, kind, planted: number, is_case, features });
        }
    }

    /// Says how many of the sentences that were put into a fifth of the documents are told by what the others taught, where
    /// one, three and ten in a hundred thousand words of sound documents are told wrongly, and from which sum on.
    fn left_out(&self) -> String {
        const PARTS: usize = 5;
        let mut sums: Vec<[f64; 3]> = vec![[0.0; 3]; self.rows.len()];
        for part in 0..PARTS {
            let weights = self.fit(|row| row.document % PARTS != part);
            for (sums, row) in sums.iter_mut().zip(&self.rows) {
                if row.document % PARTS == part {
                    *sums = weights.sums(row);
                }
            }
        }
        let mut said = String::from("documents left out, at .01, .03 and .1 in a thousand words:");
        for (kind, name) in KINDS.iter().enumerate() {
            let sum = |sums: &[f64; 3]| {
                let own = sums.get(kind).copied().unwrap_or_default();
                (sums.iter().all(|other| own >= *other)).then_some(own)
            };
            let told =
                || self.rows.iter().zip(&sums).filter_map(|(row, sums)| Some((row, sum(sums)?)));
            let is_sound = |row: &Row| row.kind == NONE && !row.is_case;
            let mut alarms: Vec<f64> =
                told().filter(|(row, _)| is_sound(row)).map(|(_, sum)| sum).collect();
            alarms.sort_by(|one, other| other.total_cmp(one));
            let _ = write!(said, " {name}");
            for rate in [0.01, 0.03, 0.1] {
                let at = (self.words as f64 * rate / 1000.0) as usize;
                let bound = alarms.get(at).copied().unwrap_or_default();
                let hits: BTreeSet<_> = told()
                    .filter(|(row, sum)| row.kind == kind && *sum > bound)
                    .filter_map(|(row, _)| row.planted)
                    .collect();
                let all = self.planted.get(kind).copied().unwrap_or_default();
                let cases = told().filter(|(row, sum)| row.is_case && *sum > bound).count();
                let share = hits.len() as f64 / all as f64;
                let _ = write!(said, " {share:.2} (from {bound:.1}, {cases} cases)");
            }
        }
        said
    }

    /// Fits a regression over the four kinds by stochastic gradient descent with a rate for each feature.
    fn fit(&self, wanted: impl Fn(&Row) -> bool) -> Weights {
        const ROUNDS: usize = 25;
        const RATE: f64 = 0.1;
        const DECAY: f64 = 2e-5;
        let rows: Vec<&Row> = self.rows.iter().filter(|row| wanted(row)).collect();
        let mut weights = Weights { bias: [-1.0; 3], values: vec![[0.0; 3]; self.names.len()] };
        let mut slopes = vec![[1e-6_f64; 3]; self.names.len()];
        let mut dice = Dice(3);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        for _ in 0..ROUNDS {
            for at in (1..order.len()).rev() {
                order.swap(at, dice.below(at + 1));
            }
            for row in order.iter().filter_map(|at| rows.get(*at)) {
                let sums = weights.sums(row).map(f64::exp);
                let all = 1.0 + sums.iter().sum::<f64>();
                let mut errors = [0.0; 3];
                for (kind, (error, sum)) in errors.iter_mut().zip(sums).enumerate() {
                    *error = f64::from(u8::from(row.kind == kind)) - sum / all;
                }
                for (bias, error) in weights.bias.iter_mut().zip(errors) {
                    *bias += 0.002 * error;
                }
                for at in &row.features {
                    let (Some(values), Some(slopes)) =
                        (weights.values.get_mut(*at), slopes.get_mut(*at))
                    else {
                        continue;
                    };
                    for ((value, slope), error) in values.iter_mut().zip(slopes).zip(errors) {
                        *slope += error * error;
                        *value += RATE / slope.sqrt().max(1.0) * error - DECAY * *value;
                    }
                }
            }
        }
        weights
    }

    fn written(&self, weights: &Weights, left_out: &str) -> Result<String> {
        let mut table = String::from(
            "# What two sentences are to each other, in hundredths for said again, another number, taken back: written by\n# `cargo xtask train-pairs`, never by hand.\n",
        );
        writeln!(table, "# {left_out}")?;
        let hundredths = |weights: &[f64; 3]| weights.map(|weight| (weight * 100.0).round() as i32);
        let [same, number, refusal] = hundredths(&weights.bias);
        writeln!(table, "bias 0 {same} {number} {refusal}")?;
        for ((name, value), at) in &self.names {
            let own = weights.values.get(*at).map(hundredths).unwrap_or_default();
            if own != [0; 3] {
                let [same, number, refusal] = own;
                writeln!(table, "{name} {value} {same} {number} {refusal}")?;
            }
        }
        Ok(table)
    }
}

/// Tells whether a pair is the statement and what says it again.
fn is_between(pair: &PairExample, planted: &Planted) -> bool {
    let meets =
        |(start, end): (usize, usize), from: usize, until: usize| from < end && start < until;
    let (a, b) = (pair.earlier, pair.later);
    let fits = |own: (usize, usize), again: (usize, usize)| {
        meets(own, a.start, a.end) && meets(again, b.start, b.end)
    };
    fits(planted.own, planted.again) || fits(planted.again, planted.own)
}

struct Weights {
    bias: [f64; 3],
    values: Vec<[f64; 3]>,
}

impl Weights {
    fn sums(&self, row: &Row) -> [f64; 3] {
        let mut sums = self.bias;
        for values in row.features.iter().filter_map(|at| self.values.get(*at)) {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value;
            }
        }
        sums
    }
}
