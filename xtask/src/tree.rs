//! The texts of the repository.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

/// Folders that hold nothing we wrote.
const SKIPPED: &[&str] =
    &[".git", "target", "fuzz/target", "fuzz/corpus", "fuzz/artifacts", "fuzz/coverage"];

/// The kinds of files that are looked at.
const KINDS: &[&str] = &["rs", "md", "toml", "lock", "json", "yaml"];

/// A text of the repository.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    /// The path, relative to the root, with `/`.
    pub(crate) path: String,
    /// What the file says.
    pub(crate) text: String,
}

impl Text {
    /// Tells whether the file's name ends with an extension.
    pub(crate) fn is(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }
}

/// Reads the texts of the repository, sorted by path.
pub(crate) fn read(root: &Path) -> Result<Vec<Text>> {
    let mut texts = Vec::new();
    walk(root, "", &mut texts)?;
    texts.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(texts)
}

fn walk(root: &Path, folder: &str, texts: &mut Vec<Text>) -> Result<()> {
    let listed = root.join(folder);
    let entries = fs::read_dir(&listed).with_context(|| format!("failed to list `{folder}`"))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("failed to list `{folder}`"))?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if SKIPPED.contains(&path.as_str()) {
            continue;
        }
        let kind = entry.file_type().with_context(|| format!("failed to look at `{path}`"))?;
        if kind.is_dir() {
            walk(root, &path, texts)?;
        } else if Path::new(&path)
            .extension()
            .is_some_and(|found| KINDS.iter().any(|kind| found == *kind))
        {
            let text = fs::read_to_string(entry.path())
                .with_context(|| format!("failed to read `{path}`"))?;
            texts.push(Text { path, text });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_and_build_output_is_not() {
        let texts = read(council_testkit::repo_root()).unwrap();
        assert!(texts.iter().any(|text| text.path == "xtask/src/tree.rs"));
        assert!(!texts.iter().any(|text| text.path.starts_with("target/")));
        assert!(texts.is_sorted_by(|a, b| a.path <= b.path));
    }
}
