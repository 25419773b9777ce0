//! A guard against rules that learned the list and not the language.
//!
//! Defects are planted into real documents in many wordings by a generator that is not part of this repository. One half of
//! the wordings may be looked at while rules are written; the other half, planted with the current commit as seed, is what a
//! rule has never met. The guard fails where the two part, where one family of documents is read much worse than the rest,
//! where sound twins of the defects are reported, or where unknown documents are louder than known ones.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context as _, Result, bail};
use council_testkit::{repo_root, shared_data};
use serde_json::Value;

use crate::shell;

/// How far planted defects in known wordings may be found more often than in wordings never met.
const WORDINGS_APART: f64 = 0.10;

/// How far the worst family of documents may fall behind all of them.
const FAMILY_APART: f64 = 0.20;

/// The largest share of sound twins that may be reported.
const TWINS: f64 = 0.03;

/// How much louder documents that no rule was written with may be.
const NOISE: f64 = 1.5;

/// The fewest planted defects for which a family of documents is compared.
const FEWEST: u32 = 60;

/// The fewest defects planted in one way into a family that say how well that way is found in it.
const FEWEST_OF_ONE: u32 = 5;

/// How many documents of each family are taken: enough to tell a rule that lost its eyes, few enough to be asked with
/// every change.
const DOCUMENTS: &str = "15";

/// What a run over some documents came to.
#[derive(Debug, Default)]
struct Score {
    /// For each way to plant a defect: found, planted.
    operators: BTreeMap<String, (u32, u32)>,
    twins: (u32, u32),
    noise: f64,
}

impl Score {
    fn read(line: &Value) -> Result<Score> {
        let operators = line.get("by_operator").and_then(Value::as_object);
        let operators = operators.context("the generator reported no operators")?;
        let operators = operators.iter().map(|(name, share)| Ok((name.clone(), counts(share)?)));
        let twins = line.get("twins_flagged").context("the generator reported no twins")?;
        let noise = line.get("findings_per_1000_words_on_originals").and_then(Value::as_f64);
        Ok(Score {
            operators: operators.collect::<Result<_>>()?,
            twins: counts(twins)?,
            noise: noise.context("the generator reported no noise")?,
        })
    }

    fn add(&mut self, other: &Score) {
        for (name, (found, planted)) in &other.operators {
            let own = self.operators.entry(name.clone()).or_default();
            *own = (own.0 + found, own.1 + planted);
        }
        self.twins = (self.twins.0 + other.twins.0, self.twins.1 + other.twins.1);
    }

    fn planted(&self) -> u32 {
        self.operators.values().map(|(_, planted)| planted).sum()
    }

    /// Returns what was planted often enough to say something.
    fn telling(&self) -> Score {
        let often = self.operators.iter().filter(|(_, (_, planted))| *planted >= FEWEST_OF_ONE);
        let operators = often.map(|(name, counts)| (name.clone(), *counts)).collect();
        Score { operators, ..Score::default() }
    }

    /// Returns what was planted in the ways of another score.
    fn like(&self, other: &Score) -> Score {
        let alike = self.operators.iter().filter(|(name, _)| other.operators.contains_key(*name));
        let operators = alike.map(|(name, counts)| (name.clone(), *counts)).collect();
        Score { operators, ..Score::default() }
    }

    /// Returns the share that was found, each way to plant a defect counting alike.
    fn found(&self) -> f64 {
        let shares = self.operators.values().map(|counts| share(*counts));
        let ways = u32::try_from(self.operators.len()).unwrap_or(u32::MAX).max(1);
        shares.sum::<f64>() / f64::from(ways)
    }
}

fn share((some, all): (u32, u32)) -> f64 {
    f64::from(some) / f64::from(all.max(1))
}

/// Reads `31/37`.
fn counts(value: &Value) -> Result<(u32, u32)> {
    let text = value.as_str().unwrap_or_default();
    let (some, all) = text.split_once('/').with_context(|| format!("no share: `{value}`"))?;
    Ok((some.parse()?, all.parse()?))
}

/// Measures, prints the figures, and fails where a limit is passed.
pub(crate) fn run(seed: Option<&str>) -> Result<()> {
    let generator = shared_data("../bench/wide/wide.py");
    let (Some(generator), Some(field)) = (generator, shared_data("../field/open")) else {
        eprintln!("skipped: there are no real documents to plant defects into");
        return Ok(());
    };
    let seed = match seed {
        Some(seed) => seed.to_owned(),
        None => commit()?,
    };
    shell::run(&mut shell::command("cargo", &["build", "--quiet", "--package", "council-cli"]))?;
    let mut known = Score::default();
    let mut fresh = Score::default();
    let mut families = BTreeMap::new();
    let (mut noise, mut count) = (0.0, 0.0);
    println!(
        "{:<20} {:>8} {:>6} {:>6} {:>9} {:>7}",
        "", "planted", "known", "fresh", "twins", "noise"
    );
    for folder in folders(&field)? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = written(&folder, &name)?;
        let (one, other) = thread::scope(|scope| {
            let known = scope.spawn(|| planted(&generator, &folder, "open", "even"));
            let fresh = planted(&generator, &folder, &seed, "odd");
            (known.join(), fresh)
        });
        let Ok(one) = one else { bail!("planting defects into `{name}` failed") };
        let (one, other) = (one?, other?);
        print(&name, &one, &other);
        known.add(&one);
        fresh.add(&other);
        noise += other.noise;
        count += 1.0;
        families.insert(name, other);
    }
    fresh.noise = noise / f64::max(count, 1.0);
    known.noise = known_noise(&generator)?.unwrap_or(fresh.noise);
    print("all", &known, &fresh);
    for (name, counts) in &fresh.operators {
        println!(
            "{name:<20} {:>8} {:>6.2} {:>6.2}",
            counts.1,
            share(known.operators.get(name).copied().unwrap_or_default()),
            share(*counts)
        );
    }
    judge(&known, &fresh, &families)
}

fn print(name: &str, known: &Score, fresh: &Score) {
    let (planted, twins) = (fresh.planted(), format!("{}/{}", fresh.twins.0, fresh.twins.1));
    let (one, other, noise) = (known.found(), fresh.found(), fresh.noise);
    println!("{name:<20} {planted:>8} {one:>6.2} {other:>6.2} {twins:>9} {noise:>7.1}");
}

/// Fails with every limit that is passed.
fn judge(known: &Score, fresh: &Score, families: &BTreeMap<String, Score>) -> Result<()> {
    let mut passed = Vec::new();
    let (one, other) = (known.found(), fresh.found());
    if one - other > WORDINGS_APART {
        passed.push(format!("known wordings are found {one:.2}, wordings never met {other:.2}"));
    }
    // A family is held against all of them by the defects that were planted into it often enough.
    for (name, score) in families {
        let own = score.telling();
        let all = fresh.like(&own);
        let (planted, own, all) = (own.planted(), own.found(), all.found());
        // Some sixty defects are found a little more or less often by chance, and the commit is the seed.
        let chance = (own * (1.0 - own) / f64::from(planted.max(1))).sqrt();
        if planted >= FEWEST && all - own - chance > FAMILY_APART {
            passed.push(format!("`{name}` is read {own:.2}, all of them {all:.2}"));
        }
    }
    if share(fresh.twins) > TWINS {
        passed.push(format!("{} of {} sound twins are reported", fresh.twins.0, fresh.twins.1));
    }
    if fresh.noise > NOISE * known.noise {
        passed.push(format!(
            "unknown documents: {:.1} findings per 1000 words, known ones {:.1}",
            fresh.noise, known.noise
        ));
    }
    if !passed.is_empty() {
        bail!("the rules know the list and not the language: {}", passed.join("; "));
    }
    Ok(())
}

/// Writes the documents of a family without their comments, which nobody reads and in which no defect is one, and returns
/// the folder.
fn written(family: &Path, name: &str) -> Result<PathBuf> {
    let folder = repo_root().join("target/bench-lint-field").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(family)? {
        let path = entry?.path();
        let (Some(file), true) =
            (path.file_name(), path.extension().is_some_and(|ext| ext == "md"))
        else {
            continue;
        };
        fs::write(folder.join(file), without_comments(&fs::read_to_string(&path)?))?;
    }
    Ok(folder)
}

/// Takes the comments out of a Markdown text.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// Returns how many findings per 1000 words there are on the documents with which rules were written.
fn known_noise(generator: &Path) -> Result<Option<f64>> {
    let folder = repo_root().join("target/bench-lint-known");
    fs::create_dir_all(&folder)?;
    let mut written = 0;
    for set in super::SETS {
        for text in super::originals(set)?.into_iter().flatten() {
            fs::write(folder.join(format!("{written:03}.md")), text)?;
            written += 1;
        }
    }
    if written == 0 {
        return Ok(None);
    }
    Ok(Some(planted(generator, &folder, "open", "even")?.noise))
}

/// Plants defects into the documents of a folder and reads them.
fn planted(generator: &Path, folder: &Path, seed: &str, half: &str) -> Result<Score> {
    let binary = repo_root().join("target/debug/council");
    let mut command = shell::command("python3", &[]);
    command.arg(generator).arg(binary).arg(folder).arg(seed);
    command.arg(format!("--templates={half}")).arg("--docs").arg(DOCUMENTS);
    let output = command.output().context("failed to start `python3`")?;
    if !output.status.success() {
        bail!("planting defects failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Score::read(&serde_json::from_slice(&output.stdout)?)
}

fn folders(field: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(field).with_context(|| format!("failed to read `{}`", field.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let mut folders: Vec<PathBuf> = paths.into_iter().filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

/// Returns the current commit, so that every change is measured with wordings that nobody chose.
fn commit() -> Result<String> {
    let output = shell::command("git", &["rev-parse", "HEAD"]).output()?;
    let commit = String::from_utf8(output.stdout)?.trim().to_owned();
    Ok(if commit.is_empty() { "no commit".to_owned() } else { commit })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(found: u32, planted: u32, twins: u32, noise: f64) -> Score {
        let operators = BTreeMap::from([("weak".to_owned(), (found, planted))]);
        Score { operators, twins: (twins, 100), noise }
    }

    #[test]
    fn rules_that_know_the_language_pass() {
        let families = BTreeMap::from([("a".to_owned(), score(75, 100, 0, 5.0))]);
        assert!(judge(&score(80, 100, 0, 4.0), &score(75, 100, 2, 5.0), &families).is_ok());
    }

    #[test]
    fn each_limit_fails_by_itself() {
        let none = BTreeMap::new();
        let says = |fresh: &Score, families: &BTreeMap<String, Score>| {
            judge(&score(80, 100, 0, 4.0), fresh, families).unwrap_err().to_string()
        };
        assert!(says(&score(60, 100, 0, 4.0), &none).contains("never met 0.60"));
        assert!(says(&score(80, 100, 4, 4.0), &none).contains("4 of 100 sound twins"));
        assert!(says(&score(80, 100, 0, 6.5), &none).contains("6.5 findings"));
        let families = BTreeMap::from([("odd".to_owned(), score(50, 100, 0, 4.0))]);
        assert!(says(&score(80, 100, 0, 4.0), &families).contains("`odd` is read 0.50"));
    }

    #[test]
    fn nothing_is_planted_into_comments() {
        assert_eq!(without_comments("a<!-- b\n-->c<!--d-->e"), "ace");
        assert_eq!(without_comments("a\n\nb"), "a\n\nb");
        assert_eq!(without_comments("a<!-- open"), "a");
    }

    #[test]
    fn a_small_family_proves_nothing() {
        let families = BTreeMap::from([("small".to_owned(), score(0, 10, 0, 4.0))]);
        assert!(judge(&score(80, 100, 0, 4.0), &score(80, 100, 0, 4.0), &families).is_ok());
    }

    #[test]
    fn a_family_is_compared_by_what_was_planted_into_it_often_enough() {
        let both = |weak: (u32, u32), unit: (u32, u32)| {
            let operators = [("weak".to_owned(), weak), ("unit".to_owned(), unit)];
            Score { operators: BTreeMap::from(operators), twins: (0, 100), noise: 4.0 }
        };
        let (known, fresh) = (both((60, 100), (90, 100)), both((60, 100), (90, 100)));
        // Four units that were missed say nothing; that weak duties are hard everywhere is no fault of the family.
        let fair = BTreeMap::from([("fair".to_owned(), both((35, 70), (0, 4)))]);
        assert!(judge(&known, &fresh, &fair).is_ok());
        let poor = BTreeMap::from([("poor".to_owned(), both((20, 70), (0, 4)))]);
        let said = judge(&known, &fresh, &poor).unwrap_err().to_string();
        assert!(said.contains("`poor` is read 0.29, all of them 0.60"), "{said}");
    }
}
