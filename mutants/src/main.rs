//! Which changes do the tests notice?
//!
//! `cargo mutants` lists the changes. They are woven into one copy of the repository, which is built once, and the tests are
//! run against each: first those of the changed crate, then, for what these let through, those of all crates. What a test
//! of its own crate notices is noticed by the tests of all crates too. What is known is kept, and a run goes on from it.

mod build;
mod elsewhere;
mod kept;
mod list;
mod trial;
mod tree;
mod weave;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    build::Suite,
    kept::{Fate, Kept, hash},
    list::{Genre, Mutant},
    tree::Tree,
    trial::{Ended, Named, Trial, Until},
};

const USAGE: &str = "council-mutants ROOT WORK [--file TEXT]... [--shard K/N] [--own] [--with CRATE]... [--tests TEXT]... [--anew]

  --file TEXT   only files whose path contains this
  --shard K/N   only the K-th of N parts, counted from 1
  --own         only the tests of the changed crate
  --with CRATE  beside the tests of the changed crate only those of this one
  --tests TEXT  of the tests of other crates only those whose name contains this
  --anew        try again what survived or was missed before";

/// What was asked for.
#[derive(Debug, Default)]
struct Wanted {
    files: Vec<String>,
    shard: Option<(usize, usize)>,
    own: bool,
    with: Vec<String>,
    tests: Vec<String>,
    anew: bool,
}

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let (Some(root), Some(work)) = (arguments.next(), arguments.next()) else { bail!("{USAGE}") };
    let mut wanted = Wanted::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--file" => wanted.files.push(arguments.next().context(USAGE)?),
            "--shard" => wanted.shard = Some(shard(&arguments.next().context(USAGE)?)?),
            "--own" => wanted.own = true,
            "--with" => wanted.with.push(arguments.next().context(USAGE)?),
            "--tests" => wanted.tests.push(arguments.next().context(USAGE)?),
            "--anew" => wanted.anew = true,
            _ => bail!("{USAGE}"),
        }
    }
    run(Path::new(&root), &PathBuf::from(work), &wanted)
}

fn shard(text: &str) -> Result<(usize, usize)> {
    let (part, parts) = text.split_once('/').context(USAGE)?;
    let (part, parts) = (part.parse().context(USAGE)?, parts.parse().context(USAGE)?);
    if part == 0 || part > parts {
        bail!("{USAGE}");
    }
    Ok((part, parts))
}

/// The changes with their numbers, and what is known of them.
struct Run<'a> {
    tree: Tree,
    target: PathBuf,
    scratch: PathBuf,
    kept: Kept,
    all: Vec<(usize, &'a Mutant, String)>,
    /// The crates whose tests are asked beside those of the changed crate; every crate where none is named.
    with: Vec<String>,
    /// What names those of their tests that are asked; all where nothing does.
    tests: Vec<String>,
}

fn run(root: &Path, work: &Path, wanted: &Wanted) -> Result<()> {
    fs::create_dir_all(work)?;
    let work = fs::canonicalize(work)?;
    let listed = list::all(root)?;
    let tree = Tree::sync(root, work.join("tree"), work.join("chosen"))?;
    let _ = fs::remove_file(&tree.chosen);
    let kept = Kept::open(&work.join("known.jsonl"))?;
    let is_wanted = |at: usize, mutant: &Mutant| {
        (wanted.files.is_empty() || wanted.files.iter().any(|text| mutant.file.contains(text)))
            && wanted.shard.is_none_or(|(part, parts)| at % parts == part - 1)
    };
    let numbered = listed.iter().enumerate().filter(|(at, mutant)| is_wanted(*at, mutant));
    let all: Vec<_> =
        numbered.map(|(at, mutant)| (at + 1, mutant, hash(tree.source(&mutant.file)))).collect();
    let (target, scratch) = (work.join("target"), work.join("scratch"));
    let (with, tests) = (wanted.with.clone(), wanted.tests.clone());
    let mut run = Run { tree, target, scratch, kept, all, with, tests };
    let untried = |fate: Option<Fate>| match fate {
        None => true,
        Some(Fate::Survived | Fate::Missed) => wanted.anew,
        Some(Fate::Unviable | Fate::Caught | Fate::CaughtElsewhere | Fate::NotWoven) => false,
    };
    let pending = run.that(untried);
    eprintln!("{} changes, {} to try", run.all.len(), pending.len());
    let viable = run.viable(pending)?;
    run.own_crates(&viable)?;
    if !wanted.own {
        let survived = run.that(|fate| fate == Some(Fate::Survived));
        let survived = run.viable(survived)?;
        run.every_crate(&survived)?;
    }
    run.report();
    let left = run.that(|fate| fate == Some(Fate::Missed));
    if !left.is_empty() {
        bail!("{} changes are noticed by no test", left.len());
    }
    Ok(())
}

impl Run<'_> {
    /// Returns the changes of which something is known.
    fn that(&self, so: impl Fn(Option<Fate>) -> bool) -> Vec<usize> {
        let known = |mutant: &Mutant, source: &str| self.kept.fate(&mutant.name, source);
        let all = self.all.iter().filter(|(_, mutant, source)| so(known(mutant, source)));
        all.map(|(id, ..)| *id).collect()
    }

    fn of(&self, id: usize) -> Option<(&Mutant, String)> {
        let found = self.all.iter().find(|(other, ..)| *other == id);
        found.map(|(_, mutant, source)| (*mutant, source.clone()))
    }

    fn note(&mut self, id: usize, fate: Fate, by: &str) -> Result<()> {
        let Some((name, source)) = self.of(id).map(|(mutant, source)| (mutant.name.clone(), source))
        else {
            return Ok(());
        };
        println!("{fate:?}: {name}{}{by}", if by.is_empty() { "" } else { " by " });
        self.kept.note(&name, &source, fate, by)
    }

    fn packages(&self, ids: &[usize]) -> Vec<String> {
        let packages = ids.iter().filter_map(|id| Some(self.of(*id)?.0.package.clone()));
        packages.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Builds the tests of a crate, or of every crate. What is named beside it is built with it each time: another choice of
    /// crates has other features, and everything would be built again.
    fn suites(&self, package: Option<&str>) -> Result<Vec<Suite>> {
        let with = self.with.iter().map(String::as_str);
        let packages: Vec<&str> = match package {
            None if with.len() == 0 => Vec::new(),
            package => package.into_iter().chain(with).collect(),
        };
        let mut suites = build::suites(&self.tree.root, &self.target, &packages)?;
        if let Some(package) = package {
            suites.retain(|suite| suite.package == package);
        }
        Ok(suites)
    }

    /// Weaves changes in and takes those out again that the compiler refuses. Returns those that are left.
    fn viable(&mut self, mut ids: Vec<usize>) -> Result<Vec<usize>> {
        if ids.is_empty() {
            return Ok(ids);
        }
        for id in ids.clone() {
            if self.is_unnamed(id) {
                self.note(id, Fate::NotWoven, "")?;
            }
        }
        ids.retain(|id| !self.is_unnamed(*id));
        loop {
            let mutants: Vec<(usize, &Mutant)> =
                self.all.iter().filter(|(id, ..)| ids.contains(id)).map(|(id, one, _)| (*id, *one)).collect();
            let (regions, unplaced) = self.tree.weave(&mutants)?;
            let packages = self.packages(&ids);
            let packages: Vec<&str> = packages.iter().chain(&self.with).map(String::as_str).collect();
            let refused = build::check(&self.tree.root, &self.target, &packages, &regions)?;
            let out: BTreeSet<usize> =
                unplaced.iter().chain(&refused.changes).chain(&refused.constant).copied().collect();
            eprintln!("{} woven in, {} taken out", ids.len(), out.len());
            if out.is_empty() {
                if refused.others.is_empty() {
                    return Ok(ids);
                }
                bail!("the copy cannot be built:\n{}", refused.others.join("\n"));
            }
            for id in &out {
                let is_constant = refused.constant.contains(id);
                let fate = if is_constant { Fate::NotWoven } else { Fate::Unviable };
                self.note(*id, fate, "")?;
            }
            ids.retain(|id| !out.contains(id));
            if ids.is_empty() {
                self.tree.weave(&[])?;
                return Ok(ids);
            }
        }
    }

    /// Tells whether a change is of the value of a function whose type has no name: two ways to leave it are two types.
    fn is_unnamed(&self, id: usize) -> bool {
        self.of(id).is_some_and(|(mutant, _)| {
            let returned = mutant.function.as_ref().map_or("", |one| one.return_type.as_str());
            mutant.genre == Genre::FnValue && returned.contains("impl ")
        })
    }

    /// Runs the tests of each change's own crate.
    fn own_crates(&mut self, ids: &[usize]) -> Result<()> {
        for package in self.packages(ids) {
            let suites = self.suites(Some(&package))?;
            let (limit, skipped) = self.baseline(&suites, &[])?;
            let own = |id: &&usize| self.of(**id).is_some_and(|(mutant, _)| mutant.package == package);
            let own: Vec<usize> = ids.iter().filter(own).copied().collect();
            for id in own {
                let named = Named::Environment(id);
                // Most changes are noticed nearby, which costs little.
                let mut around = self.of(id).map(|(mutant, _)| modules(&mutant.file)).unwrap_or_default();
                around.push(Vec::new());
                let mut by = None;
                for tests in around {
                    by = self.noticed(&suites, limit, &skipped, &tests, named)?;
                    if by.is_some() {
                        break;
                    }
                }
                match by {
                    Some(by) => self.note(id, Fate::Caught, &by)?,
                    None => self.note(id, Fate::Survived, "")?,
                }
            }
        }
        Ok(())
    }

    /// Runs the tests of all crates against what the tests of its own crate let through.
    fn every_crate(&mut self, ids: &[usize]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let suites = self.suites(None)?;
        let tests = self.tests.clone();
        let (limit, skipped) = self.baseline(&suites, &tests)?;
        let chosen = self.tree.chosen.clone();
        for id in ids {
            match self.noticed(&suites, limit, &skipped, &tests, Named::File(*id, &chosen))? {
                Some(by) => self.note(*id, Fate::CaughtElsewhere, &by)?,
                None => self.note(*id, Fate::Missed, "")?,
            }
        }
        Ok(())
    }

    /// Runs tests without any change. Returns how long one program may take with one, and the tests that fail anyhow.
    fn baseline(&self, suites: &[Suite], tests: &[String]) -> Result<(Duration, Vec<String>)> {
        let (mut longest, mut skipped) = (Duration::ZERO, Vec::new());
        for suite in suites {
            let limit = Duration::from_secs(1800);
            let trial = Trial { scratch: &self.scratch, limit, skipped: &[], tests, named: Named::Not, until: Until::End };
            let (ended, failed, took) = trial.run(suite)?;
            eprintln!("{}: {ended:?}, {took:.1?}", suite.program.display());
            if ended != Ended::Passed && failed.is_empty() {
                bail!("`{}` fails without any change", suite.program.display());
            }
            longest = longest.max(took);
            skipped.extend(failed);
        }
        for test in &skipped {
            println!("left out, it fails without any change: {test}");
        }
        Ok((longest * 10 + Duration::from_secs(30), skipped))
    }

    /// Returns the test that notices a change, if one does.
    fn noticed(
        &self,
        suites: &[Suite],
        limit: Duration,
        skipped: &[String],
        tests: &[String],
        named: Named<'_>,
    ) -> Result<Option<String>> {
        for suite in suites {
            let trial = Trial { scratch: &self.scratch, limit, skipped, tests, named, until: Until::FirstFailure };
            match trial.run(suite)?.0 {
                Ended::Passed => {}
                Ended::Failed(test) if test.is_empty() => return Ok(Some("a crash".to_owned())),
                Ended::Failed(test) => return Ok(Some(test)),
                Ended::Late => return Ok(Some("taking too long".to_owned())),
            }
        }
        Ok(None)
    }

    /// Says how many changes of each file ended how, and which were missed.
    fn report(&self) {
        let mut files: BTreeMap<&str, BTreeMap<Option<Fate>, usize>> = BTreeMap::new();
        let mut total: BTreeMap<Option<Fate>, usize> = BTreeMap::new();
        for (_, mutant, source) in &self.all {
            let fate = self.kept.fate(&mutant.name, source);
            *files.entry(&mutant.file).or_default().entry(fate).or_default() += 1;
            *total.entry(fate).or_default() += 1;
            if matches!(fate, None | Some(Fate::Survived | Fate::Missed | Fate::NotWoven)) {
                println!("{fate:?}: {}", mutant.name);
            }
        }
        files.insert("total", total);
        for (file, counts) in files {
            let said: Vec<String> = counts
                .iter()
                .map(|(fate, count)| match fate {
                    Some(fate) => format!("{count} {fate:?}"),
                    None => format!("{count} untried"),
                })
                .collect();
            println!("{file}: {}", said.join(", "));
        }
    }
}

/// Returns what names the tests of a file, then those around it.
fn modules(file: &str) -> Vec<Vec<String>> {
    let Some((_, within)) = file.split_once("/src/") else { return Vec::new() };
    let own = within.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    let around = own.rsplit_once("::").map(|(around, _)| format!("{around}::"));
    [Some(own + "::"), around].into_iter().flatten().map(|name| vec![name]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_nearby_are_those_of_a_file_and_then_of_its_folder() {
        let modules = |file: &str| modules(file).concat();
        assert_eq!(modules("crates/a/src/gate/stage/review.rs"), ["gate::stage::review::", "gate::stage::"]);
        assert_eq!(modules("crates/a/src/gate/stage/mod.rs"), ["gate::stage::", "gate::"]);
        assert_eq!(modules("crates/a/src/verdict.rs"), ["verdict::"]);
        assert!(modules("crates/a/tests/b.rs").is_empty());
    }

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(shard("1/8").unwrap(), (1, 8));
        assert!(shard("0/8").is_err() && shard("9/8").is_err() && shard("x").is_err());
    }
}
