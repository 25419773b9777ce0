//! `cargo xtask fuzz`: each reader against texts nobody would write.
//!
//! The targets are built without a sanitizer: our crates forbid `unsafe`, so what is looked for are panics, broken laws
//! and inputs that cost too much, and those need no more than the pinned stable toolchain.

use std::fs;

use anyhow::{Context as _, Result, bail};
use council_testkit::{
    harness, repo_root,
    scenario::{Action, Page},
};

use crate::shell::{self, Had};

/// What one input may cost, and how long inputs get.
const LIMITS: &[&str] = &["-timeout=2", "-rss_limit_mb=1024", "-max_len=65536"];

/// Where the samples of all targets are.
const SEEDS: &str = "fuzz/corpus/seeds";

/// Fuzzes one target, or each of them, for a number of seconds.
pub(crate) fn run(target: Option<&str>, seconds: u32) -> Result<()> {
    if shell::FUZZ.have()? == Had::Unreachable {
        bail!("`cargo fuzz` is not installed, and the package registry cannot be reached");
    }
    let all = targets()?;
    let chosen: Vec<&String> =
        all.iter().filter(|name| target.is_none_or(|target| target == *name)).collect();
    if chosen.is_empty() {
        bail!("no such target, expected one of: {}", all.join(", "));
    }
    plant_seeds()?;
    for name in &chosen {
        let corpus = format!("fuzz/corpus/{name}");
        fs::create_dir_all(repo_root().join(&corpus))
            .context("failed to make the corpus folder")?;
        // What is found goes to the first folder; the second is only read.
        let mut command = shell::command("cargo", &["fuzz", "run", "--sanitizer", "none", name]);
        command.args([&corpus, SEEDS, "--"]);
        command.args(LIMITS);
        command.args([format!("-max_total_time={seconds}").as_str(), "-verbosity=0"]);
        command.arg("-print_final_stats=1");
        shell::run(&mut command)?;
    }
    println!("nothing found (targets: {}, seconds each: {seconds})", chosen.len());
    Ok(())
}

/// Writes the files of the scenarios where a fuzzer finds them: nobody has better samples of every format.
fn plant_seeds() -> Result<()> {
    let folder = repo_root().join(SEEDS);
    fs::create_dir_all(&folder).context("failed to make the seed folder")?;
    for found in harness::pages(repo_root()) {
        let Ok(page) = Page::parse(&found.path, &found.text()) else { continue };
        let steps = page.scenarios.iter().flat_map(|scenario| &scenario.steps).chain(&page.shared);
        for step in steps {
            if let Action::Write { text, .. } = &step.action {
                let name = format!("{}-{}", found.name.replace('/', "-"), step.line);
                fs::write(folder.join(name), text).context("failed to write a seed")?;
            }
        }
    }
    Ok(())
}

fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    let folder = repo_root().join("fuzz/fuzz_targets");
    for entry in fs::read_dir(&folder).context("failed to list the fuzz targets")? {
        let name = entry.context("failed to list the fuzz targets")?.file_name();
        names.extend(name.to_str().and_then(|name| name.strip_suffix(".rs")).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_built() {
        let manifest = fs::read_to_string(repo_root().join("fuzz/Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let built: Vec<_> = manifest["bin"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bin| bin["name"].as_str().unwrap())
            .collect();
        assert_eq!(targets().unwrap(), built);
    }
}
