//! Learns which statements leave a case undecided, and which are contradicted elsewhere, from documents in which readers
//! wrote down their defects.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use council::{
    formats::packet::markdown_prd,
    rules::{
        Model,
        attention::{self, Sort},
    },
};
use serde::Deserialize;

/// What is learned: where its table is kept, and what readers called it.
struct Lesson {
    table: &'static str,
    kinds: &'static [&'static str],
    /// What the first line of its table says.
    says: &'static str,
    /// How many statements of a document are named at most.
    named: usize,
}

const LESSONS: [Lesson; 2] = [
    Lesson {
        table: "crates/council-rules/src/attention/gaps.txt",
        kinds: &[
            "missing-case",
            "state-hole",
            "missing-limit",
            "undefined-term",
            "unresolved",
            "scope",
            "security",
            "privacy",
        ],
        says: "How likely a statement leaves a case undecided",
        named: 5,
    },
    Lesson {
        table: "crates/council-rules/src/attention/conflicts.txt",
        kinds: &["contradiction", "example-mismatch", "ordering"],
        says: "How likely a statement is contradicted elsewhere",
        named: 3,
    },
];

/// In how many documents a feature must stand to be weighed.
const FEWEST: usize = 4;

/// What readers wrote down about a document.
#[derive(Deserialize)]
struct Key {
    defects: Vec<Defect>,
}

#[derive(Deserialize)]
struct Defect {
    kind: String,
    lines: Vec<u32>,
}

/// A statement with what can be weighed.
struct Example {
    document: usize,
    features: Vec<u32>,
    /// The gaps that readers saw on its lines, each a number of its document.
    gaps: BTreeSet<usize>,
}

/// A feature as people read it.
type Name = (Sort, String);

#[derive(Default)]
struct Corpus {
    /// What the table says already.
    table: BTreeMap<u32, i16>,
    /// The family of each document: they are left out together.
    families: Vec<String>,
    /// How many defects of any kind readers saw in all of them.
    defects: usize,
    examples: Vec<Example>,
    names: BTreeMap<u32, BTreeMap<Name, usize>>,
}

/// Trains on folders that hold `NAME.md` beside `NAME.key.json` and writes the tables. What a table says already is where
/// learning begins: an empty one is learned anew.
pub(crate) fn run(folders: &[PathBuf], checks_only: bool) -> Result<()> {
    for lesson in &LESSONS {
        let table = fs::read_to_string(lesson.table)?;
        let mut corpus = Corpus { table: attention::read(&table), ..Corpus::default() };
        for folder in folders {
            corpus.read(folder, lesson)?;
        }
        ensure!(corpus.families.len() >= 20, "at least twenty documents with a key are needed");
        let left_out = corpus.left_out(lesson.named);
        println!("{}\n{left_out}", lesson.says);
        let before = |one: &Example| one.features.iter().map(|key| corpus.before(*key)).sum();
        let all: Vec<f64> = corpus.examples.iter().map(before).collect();
        println!("with the table as it is: {}", corpus.measure(&all, lesson.named));
        if !checks_only {
            let weights = corpus.fit(|_| true);
            fs::write(lesson.table, corpus.written(lesson, &table, &weights, &left_out)?)
                .with_context(|| format!("failed to write `{}`", lesson.table))?;
        }
    }
    Ok(())
}

impl Corpus {
    fn read(&mut self, folder: &Path, lesson: &Lesson) -> Result<()> {
        let listed =
            fs::read_dir(folder).with_context(|| format!("no folder `{}`", folder.display()))?;
        let mut keys: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
        keys.retain(|path| path.to_string_lossy().ends_with(".key.json"));
        keys.sort();
        for path in keys {
            let name = path.to_string_lossy().replace(".key.json", ".md");
            let key: Key = serde_json::from_str(&fs::read_to_string(&path)?)
                .with_context(|| format!("`{}` is no key", path.display()))?;
            self.add(Path::new(&name), &key, lesson)?;
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, key: &Key, lesson: &Lesson) -> Result<()> {
        let text = fs::read_to_string(path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let document = self.families.len();
        let family = file.split_once("__").map_or(file.as_str(), |(family, _)| family);
        self.families.push(family.to_owned());
        self.defects += key.defects.len();
        let packet = markdown_prd(&file, &text).value;
        let model = Model::of(&packet);
        for text in &model.texts {
            for statement in attention::statements(text) {
                let lines = text.document.lines();
                let (from, to) = (lines.line(statement.span.start), lines.line(statement.span.end));
                let is_there = |line: &u32| (from..=to).contains(line);
                let gaps = key.defects.iter().enumerate().filter(|(_, defect)| {
                    lesson.kinds.contains(&defect.kind.as_str())
                        && defect.lines.iter().any(is_there)
                });
                let gaps = gaps.map(|(at, _)| at).collect();
                let mut features = BTreeSet::new();
                attention::features(text, &statement, |sort, name| {
                    let key = sort.key(name);
                    features.insert(key);
                    let names = self.names.entry(key).or_default();
                    *names.entry((sort, name.to_ascii_lowercase())).or_default() += 1;
                });
                let features = features.into_iter().collect();
                self.examples.push(Example { document, features, gaps });
            }
        }
        Ok(())
    }

    /// Returns what a feature weighs in the table that is there.
    fn before(&self, key: u32) -> f64 {
        self.table.get(&key).map_or(0.0, |weight| f64::from(*weight) / 100.0)
    }

    /// Weighs every document by what the other families taught.
    fn left_out(&self, named: usize) -> String {
        let mut weighed = vec![0.0; self.examples.len()];
        let families: BTreeSet<&String> = self.families.iter().collect();
        for family in families {
            let is_own = |example: &Example| self.families.get(example.document) == Some(family);
            let weights = self.fit(|example| !is_own(example));
            for (place, example) in weighed.iter_mut().zip(&self.examples) {
                if is_own(example) {
                    *place = sum(&weights, example);
                }
            }
        }
        self.measure(&weighed, named)
    }

    /// Says what would be seen by asking about the statements of each document that weigh most.
    fn measure(&self, weighed: &[f64], named: usize) -> String {
        let mut by_document: BTreeMap<usize, Vec<(f64, &Example)>> = BTreeMap::new();
        for (weight, example) in weighed.iter().zip(&self.examples) {
            by_document.entry(example.document).or_default().push((*weight, example));
        }
        let (mut asked, mut right, mut seen, mut random) = (0, 0, 0, 0.0);
        for examples in by_document.values_mut() {
            examples.sort_by(|one, other| other.0.total_cmp(&one.0));
            let most: Vec<&Example> = examples.iter().take(named).map(|(_, one)| *one).collect();
            asked += most.len();
            right += most.iter().filter(|one| !one.gaps.is_empty()).count();
            seen += most.iter().flat_map(|one| &one.gaps).collect::<BTreeSet<_>>().len();
            let with = examples.iter().filter(|(_, one)| !one.gaps.is_empty()).count();
            random += count(with) / count(examples.len()) * count(most.len());
        }
        let share = |part: f64| part / count(asked);
        format!(
            "{} documents, {} statements: of {asked} named {:.2} have such a defect (by chance {:.2}), which is {:.3} of all {} defects",
            self.families.len(),
            self.examples.len(),
            share(count(right)),
            share(random),
            count(seen) / count(self.defects),
            self.defects,
        )
    }

    /// Fits a logistic regression in which statements with and without a defect count alike, and a weight costs what it
    /// departs from the table that is there.
    fn fit(&self, wanted: impl Fn(&Example) -> bool) -> BTreeMap<u32, f64> {
        const STEPS: usize = 250;
        const RATE: f64 = 0.1;
        /// How much a weight costs: what stands in few documents stays small.
        const COST: f64 = 30.0;
        let examples: Vec<&Example> = self.examples.iter().filter(|one| wanted(one)).collect();
        let mut documents: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        for example in &examples {
            for feature in &example.features {
                documents.entry(*feature).or_default().insert(example.document);
            }
        }
        documents.retain(|_, documents| documents.len() >= FEWEST);
        let places: BTreeMap<u32, usize> = documents.keys().copied().zip(0..).collect();
        let rows: Vec<(Vec<usize>, bool)> = examples
            .iter()
            .map(|one| {
                let known = one.features.iter().filter_map(|key| places.get(key).copied());
                (known.collect(), !one.gaps.is_empty())
            })
            .collect();
        let with = count(rows.iter().filter(|(_, gap)| *gap).count()).max(1.0);
        let without = (count(rows.len()) - with).max(1.0);
        let half = count(rows.len()) / 2.0;
        let before: Vec<f64> = places.keys().map(|key| self.before(*key)).collect();
        let (mut weights, mut bias) = (before.clone(), 0.0);
        let (mut squares, mut square) = (vec![1e-6; places.len()], 1e-6);
        for _ in 0..STEPS {
            let cost = |(weight, before): (&f64, &f64)| (weight - before) * COST;
            let (mut slopes, mut slope): (Vec<f64>, f64) =
                (weights.iter().zip(&before).map(cost).collect(), 0.0);
            for (features, gap) in &rows {
                let score: f64 =
                    bias + features.iter().filter_map(|at| weights.get(*at)).sum::<f64>();
                let (wanted, scale) = if *gap { (1.0, half / with) } else { (0.0, half / without) };
                let error = scale * (1.0 / (1.0 + (-score).exp()) - wanted);
                slope += error;
                for at in features {
                    if let Some(place) = slopes.get_mut(*at) {
                        *place += error;
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
        places.into_iter().filter_map(|(key, at)| Some((key, *weights.get(at)?))).collect()
    }

    /// Writes the weights of a hundredth and more, each under the name that is used most, and what the table had that was not
    /// met now.
    fn written(
        &self,
        lesson: &Lesson,
        table: &str,
        weights: &BTreeMap<u32, f64>,
        left_out: &str,
    ) -> Result<String> {
        let mut lines: BTreeMap<(i32, &str), Vec<&str>> = BTreeMap::new();
        let (heads, kept): (Vec<&str>, Vec<&str>) =
            table.lines().partition(|line| line.starts_with('#'));
        for line in kept {
            let mut cells = line.split(' ');
            let (weight, sort) = (cells.next().unwrap_or_default(), cells.next());
            let weight = weight.parse::<i32>()?;
            let sort = Sort::ALL.into_iter().find(|one| Some(one.word()) == sort);
            let sort = sort.with_context(|| format!("`{line}` is no line of the table"))?;
            let old = cells.filter(|name| !weights.contains_key(&sort.key(name)));
            for name in old {
                lines.entry((-weight, sort.word())).or_default().push(name);
            }
        }
        for (key, weight) in weights {
            let hundredths = format!("{:.0}", weight * 100.0).parse::<i32>()?;
            let named = self.names.get(key).into_iter().flatten();
            if let Some(((sort, name), _)) = named.max_by_key(|(_, times)| **times)
                && hundredths != 0
            {
                lines.entry((-hundredths, sort.word())).or_default().push(name);
            }
        }
        let mut table = format!(
            "# {}, in hundredths: written by `cargo xtask train-gaps`, never by hand.\n",
            lesson.says
        );
        // What it was learned from before stays written down.
        for head in heads.iter().filter(|head| head.contains(" documents, ")) {
            writeln!(table, "{head}")?;
        }
        writeln!(table, "# {left_out}.")?;
        for ((weight, sort), mut names) in lines {
            names.sort_unstable();
            writeln!(table, "{} {sort} {}", -weight, names.join(" "))?;
        }
        Ok(table)
    }
}

fn sum(weights: &BTreeMap<u32, f64>, example: &Example) -> f64 {
    example.features.iter().filter_map(|key| weights.get(key)).sum()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "nobody reads as many statements as a float can count"
)]
fn count(number: usize) -> f64 {
    number as f64
}
