//! The archive of this machine, laid out as `dist` lays out those of a release.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use council_testkit::repo_root;

use super::PACKAGE;
use crate::shell;

/// What a user reads, and may have to pass on.
const PAPERS: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Packs the program with its papers, man pages and completions.
pub(super) fn make(folder: &Path, target: &str, program: &Path, extras: &Path) -> Result<PathBuf> {
    let name = format!("{PACKAGE}-{target}");
    let content = folder.join(&name);
    fs::create_dir_all(&content)
        .with_context(|| format!("failed to make `{}`", content.display()))?;
    let file_name = program.file_name().context("the program has a name")?;
    copy(program, &content.join(file_name))?;
    for paper in PAPERS {
        copy(&repo_root().join(paper), &content.join(paper))?;
    }
    for kind in ["man", "completions"] {
        fs::create_dir_all(content.join(kind))?;
        for entry in fs::read_dir(extras.join(kind))? {
            let entry = entry?;
            copy(&entry.path(), &content.join(kind).join(entry.file_name()))?;
        }
    }
    let archive = folder.join(format!("{name}.tar.gz"));
    shell::run(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(folder).arg(&name))?;
    fs::remove_dir_all(&content)?;
    Ok(archive)
}

/// Unpacks an archive and returns its program.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("failed to make `{}`", folder.display()))?;
    // The same program reads both kinds on the systems that have the other one.
    shell::run(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(folder))?;
    find(folder)?.with_context(|| format!("`{}` holds no council", archive.display()))
}

fn find(folder: &Path) -> Result<Option<PathBuf>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_program = path.file_stem().is_some_and(|stem| stem == "council");
        if path.is_file() && is_program && path.extension().is_none_or(|end| end == "exe") {
            return Ok(Some(path));
        }
        if path.is_dir()
            && let Some(found) = find(&path)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("failed to copy `{}`", from.display()))?;
    Ok(())
}
