//! `cargo xtask bench-council`: what a council finds that one call does not, on the same model. Defects are planted into
//! documents of our own, beside decoys that look like them and are in order; one call, three calls with a vote, a review by
//! need and the full council read them, and what each found, cost and took is printed side by side.

mod plant;
mod rehearsal;
mod score;

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use council_testkit::TestEnv;
use serde_json::Value;

pub(crate) use self::rehearsal::rehearse;
use self::{
    plant::Planted,
    score::{Found, Prices, Score},
};
use crate::{bench, shell};

/// Below so many plants nothing is claimed.
const FEWEST: usize = 20;

/// How the same model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// One call, and the rules beside it.
    Once,
    /// Three calls that know nothing of each other; what two of them raise counts.
    Thrice,
    /// A council that asks by need.
    Auto,
    /// The full three rounds.
    Council,
}

impl Way {
    const ALL: [Way; 4] = [Way::Once, Way::Thrice, Way::Auto, Way::Council];

    fn name(self) -> &'static str {
        match self {
            Way::Once => "one call",
            Way::Thrice => "three calls, two agree",
            Way::Auto => "auto",
            Way::Council => "full council",
        }
    }

    /// Returns the arguments that put the model into the seats.
    fn arguments(self, reviewer: &str) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        match self {
            Way::Once => words(&["--depth", "standard", "--seat", &format!("SA-1={reviewer}")]),
            Way::Thrice => words(&["--depth", "standard", "--reviewer", reviewer]),
            Way::Auto => words(&["--depth", "auto", "--reviewer", reviewer]),
            Way::Council => words(&["--depth", "council", "--reviewer", reviewer]),
        }
    }

    /// Returns how many seats have to stand behind a finding for it to count.
    fn least(self) -> usize {
        match self {
            Way::Once | Way::Auto | Way::Council => 1,
            Way::Thrice => 2,
        }
    }
}

/// What to run.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// What fills the seats, as `council review --reviewer` takes it.
    pub(crate) reviewer: String,
    /// How many documents are planted.
    pub(crate) documents: usize,
    /// What the planting is drawn with.
    pub(crate) seed: u64,
    /// Other settings than the user's own, with the address and the key of the provider.
    pub(crate) settings: Option<std::path::PathBuf>,
}

/// Plants, asks and prints.
pub(crate) fn run(asked: &Asked) -> Result<()> {
    shell::run(&mut shell::command(
        "cargo",
        &["build", "--profile", "dist", "--package", "council-cli"],
    ))?;
    let settings = asked.settings.as_ref().map(std::fs::read_to_string).transpose();
    let settings = settings.context("failed to read the settings")?;
    let documents: Vec<Planted> =
        (0..asked.documents).map(|number| plant::document(asked.seed, number)).collect();
    let rows = compared(&bench::binary()?, &documents, &asked.reviewer, settings.as_deref())?;
    print!("{}", score::table(&rows, FEWEST));
    Ok(())
}

/// Reviews documents in every way, and returns what each way came to.
fn compared(
    binary: &Path,
    documents: &[Planted],
    reviewer: &str,
    settings: Option<&str>,
) -> Result<Vec<(&'static str, Score)>> {
    let row = |way: Way| {
        let mut sum = Score::default();
        for document in documents {
            sum.add(&one(binary, way, document, reviewer, settings)?);
        }
        Ok((way.name(), sum))
    };
    Way::ALL.into_iter().map(row).collect()
}

/// Reviews one document in one way.
fn one(
    binary: &Path,
    way: Way,
    document: &Planted,
    reviewer: &str,
    settings: Option<&str>,
) -> Result<Score> {
    let env = TestEnv::new(binary);
    env.write(plant::PATH, &document.text);
    if let Some(settings) = settings {
        env.write_user(settings);
    }
    // The keys and programs of whoever has a model are in its own environment.
    let mut command = Command::new(binary);
    command.args(["review", plant::PATH, "--format", "json", "--budget", "2000000"]);
    command.args(way.arguments(reviewer)).current_dir(env.repo()).stdin(Stdio::null());
    if settings.is_some() {
        command.env("XDG_CONFIG_HOME", env.home().join(".config"));
    }
    let began = Instant::now();
    let output = command.output().context("failed to start the binary")?;
    let seconds = began.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value =
        serde_json::from_slice(&output.stdout).with_context(|| format!("no report: {said}"))?;
    let path = report.pointer("/files/bundle").and_then(Value::as_str).unwrap_or_default();
    let bundle = env.read(path).with_context(|| format!("no bundle: {said}"))?;
    let bundle: Value = serde_json::from_str(&bundle).context("the bundle is no JSON")?;
    ensure!(bundle.get("verdict").is_some(), "the bundle has no verdict");
    let prices = settings.and_then(|settings| Prices::read(settings, reviewer));
    let money = prices.map(|prices| prices.of(&bundle));
    Ok(Score { money, seconds, ..score::of(&Found::read(&bundle, way.least()), document, &bundle) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_asks_the_same_model() {
        for way in Way::ALL {
            let words = way.arguments("here:model").join(" ");
            assert!(words.contains("here:model"), "{words}");
        }
        assert!(Way::Once.arguments("x").join(" ").contains("SA-1=x"));
    }
}
