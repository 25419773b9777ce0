//! Learns the table of word scores from labelled requirements and free lexica.

pub(crate) mod gaps;
pub(crate) mod pairs;
pub(crate) mod steering;
pub(crate) mod wording;

use std::{env, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};

/// Where the table is kept.
const TABLE: &str = "crates/council-rules/src/lexicon/scores.txt";

/// Trains on labels and texts that are not part of the repository, and writes the table.
///
/// The lexica are inside the Python package `textblob`, which is fetched with `pip` into a folder below `target`.
pub(crate) fn run(labels: &Path, texts: &Path) -> Result<()> {
    for given in [labels, texts] {
        ensure!(given.is_file(), "there is no file `{}`", given.display());
    }
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let folder = Path::new("target").join("train");
    let mut fetch = Command::new(&python);
    fetch.args(["-m", "pip", "install", "--quiet", "--no-deps", "--upgrade", "--target"]);
    let fetched = fetch.arg(&folder).arg("textblob").status().context("failed to start `pip`")?;
    ensure!(fetched.success(), "`pip` could not install the package `textblob`");
    let mut train = Command::new(&python);
    train.arg("xtask/train/word_scores.py").arg(folder.join("textblob").join("en"));
    let trained = train.args([labels, texts]).arg(TABLE).status();
    let trained = trained.context("failed to start `python3`")?;
    ensure!(trained.success(), "`xtask/train/word_scores.py` failed");
    Ok(())
}
