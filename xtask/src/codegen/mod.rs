//! `cargo xtask codegen`: the pages below `docs/reference`, written from what they describe.

mod contracts;
mod house;

use std::{collections::BTreeMap, fs};

use anyhow::{Context as _, Result, bail};
use council_testkit::repo_root;

use crate::tree::{self, Text};

/// Where the generated pages are.
const FOLDER: &str = "docs/reference/";

/// What a reader of a generated page's source should know.
const NOTICE: &str =
    "<!-- Written by `cargo xtask codegen`. Edit what it describes instead. -->\n\n";

/// The page of figures, which may be off by a little.
const HOUSE: &str = "house.md";

/// Writes every page.
pub(crate) fn write() -> Result<()> {
    let texts = tree::read(repo_root())?;
    let pages = pages(&texts)?;
    for path in differences(&pages, &texts) {
        let target = repo_root().join(&path);
        let Some(text) = pages.get(&path) else {
            fs::remove_file(&target).with_context(|| format!("failed to remove `{path}`"))?;
            println!("removed {path}");
            continue;
        };
        let folder = target.parent().context("a page has a folder")?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&target, text))
            .with_context(|| format!("failed to write `{path}`"))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Fails if a page is out of date.
pub(crate) fn check() -> Result<()> {
    let stale = stale(&tree::read(repo_root())?)?;
    if !stale.is_empty() {
        bail!("out of date: {}; run `cargo xtask codegen`", stale.join(", "));
    }
    Ok(())
}

/// Returns the pages that differ from what would be written, are missing, or should not be there.
pub(crate) fn stale(texts: &[Text]) -> Result<Vec<String>> {
    Ok(differences(&pages(texts)?, texts))
}

/// Counts the types and traits of the product, and those of them that share their name with another one.
pub(crate) fn repeated_names(texts: &[Text]) -> (usize, usize) {
    house::repeated_names(texts)
}

fn differences(pages: &BTreeMap<String, String>, texts: &[Text]) -> Vec<String> {
    let there: BTreeMap<&str, &str> = texts
        .iter()
        .filter(|text| text.path.starts_with(FOLDER))
        .map(|text| (text.path.as_str(), text.text.as_str()))
        .collect();
    let is_current = |path: &str, text: &str| match there.get(path) {
        Some(old) if path.ends_with(HOUSE) => !house::has_moved(old, text),
        old => old == Some(&text),
    };
    let changed = pages.iter().filter(|(path, text)| !is_current(path, text));
    // A page without the notice is written by hand, such as the measured figures, and is nobody's to remove.
    let by_hand = |path: &str, text: &str| is_markdown(path) && !text.starts_with(NOTICE);
    let extra = there
        .iter()
        .filter(|(path, text)| !pages.contains_key(**path) && !by_hand(path, text))
        .map(|(path, _)| path);
    changed.map(|(path, _)| path.clone()).chain(extra.map(|path| (*path).to_owned())).collect()
}

fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "md")
}

fn pages(texts: &[Text]) -> Result<BTreeMap<String, String>> {
    let pages = [
        ("cli.md", council_cli::reference()),
        ("contracts.md", contracts::page(texts)?),
        (HOUSE, house::page(texts)),
        ("modes.md", council::modes::reference()),
        ("rules.md", council::manual::reference()),
        ("settings.md", council::formats::project::reference()),
    ];
    let mut pages: BTreeMap<_, _> =
        pages.map(|(name, text)| (format!("{FOLDER}{name}"), format!("{NOTICE}{text}"))).into();
    for (name, schema) in council::formats::schema::all() {
        pages.insert(format!("{FOLDER}schemas/{name}"), format!("{schema:#}\n"));
    }
    for (command, schema) in council_cli::outputs() {
        let name = command.replace(' ', "-");
        let path = format!("{FOLDER}schemas/output/{name}.schema.json");
        pages.insert(path, format!("{schema:#}\n"));
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    #[test]
    fn drift_of_every_kind_is_found() {
        let pages = [("docs/reference/a.md".to_owned(), "new".to_owned())].into();
        let drift = |texts: &[Text]| differences(&pages, texts);
        assert_eq!(drift(&[text("docs/reference/a.md", "new"), text("docs/b.md", "")]), [""; 0]);
        assert_eq!(drift(&[text("docs/reference/a.md", "old")]), ["docs/reference/a.md"]);
        assert_eq!(drift(&[]), ["docs/reference/a.md"]);
        let extra = [text("docs/reference/a.md", "new"), text("docs/reference/b.md", NOTICE)];
        assert_eq!(drift(&extra), ["docs/reference/b.md"]);
        let by_hand =
            [text("docs/reference/a.md", "new"), text("docs/reference/b.md", "# Figures")];
        assert_eq!(drift(&by_hand), [""; 0]);
    }
}
