//! A copy of the repository that changes are woven into.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use crate::{list::Mutant, weave};

/// What is added to a crate, so that a change can be asked for when it runs: by the environment, or by a file where the
/// environment of a process is cleared.
const SWITCH: &str = r#"
mod mutant_switch {
    static CHOSEN: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    pub(crate) fn is(id: usize) -> bool {
        let read = || {
            let named = std::env::var("COUNCIL_MUTANT").or_else(|_| std::fs::read_to_string(FILE).map_err(drop));
            named.ok().and_then(|named| named.trim().parse().ok()).unwrap_or(0)
        };
        *CHOSEN.get_or_init(read) == id
    }
"#;

/// The copy.
pub struct Tree {
    /// Where it is.
    pub root: PathBuf,
    /// The file that names the change where the environment cannot.
    pub chosen: PathBuf,
    /// The files as they are in the repository.
    sources: BTreeMap<String, String>,
}

/// Where changes stand in woven files, by file.
pub type Regions = BTreeMap<String, Vec<(usize, Range<usize>)>>;

impl Tree {
    /// Brings the copy to what the repository is now. Only what differs is written, so that little is built again.
    pub fn sync(repository: &Path, root: PathBuf, chosen: PathBuf) -> Result<Self> {
        let mut command = Command::new("git");
        command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let output = command.current_dir(repository).output().context("failed to start `git`")?;
        if !output.status.success() {
            bail!("`git ls-files` failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        let listed = String::from_utf8(output.stdout).context("a file has no name in UTF-8")?;
        let listed: BTreeSet<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
        let mut sources = BTreeMap::new();
        for path in &listed {
            let (from, to) = (repository.join(path), root.join(path));
            let Ok(kind) = fs::symlink_metadata(&from) else { continue };
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            if kind.is_symlink() {
                let _ = fs::remove_file(&to);
                #[cfg(unix)]
                std::os::unix::fs::symlink(fs::read_link(&from)?, &to)?;
                continue;
            }
            let bytes = fs::read(&from).with_context(|| format!("failed to read `{path}`"))?;
            if path.ends_with(".rs") {
                let text = String::from_utf8(bytes).with_context(|| format!("`{path}` is no text"))?;
                sources.insert((*path).to_owned(), text);
            } else if fs::read(&to).ok().as_ref() != Some(&bytes) {
                fs::copy(&from, &to).with_context(|| format!("failed to copy `{path}`"))?;
            }
        }
        Ok(Self { root, chosen, sources })
    }

    /// Returns a source file as it is in the repository.
    pub fn source(&self, file: &str) -> &str {
        self.sources.get(file).map_or("", String::as_str)
    }

    /// Writes every source file, with the changes in it. Returns where they stand, and those that have no place.
    pub fn weave(&self, mutants: &[(usize, &Mutant)]) -> Result<(Regions, Vec<usize>)> {
        let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
        for (id, mutant) in mutants {
            by_file.entry(&mutant.file).or_default().push((*id, mutant));
        }
        let roots: BTreeSet<String> = by_file.keys().filter_map(|file| self.crate_root(file)).collect();
        let (mut regions, mut unplaced) = (Regions::new(), Vec::new());
        for (path, source) in &self.sources {
            let mut text = source.clone();
            if let Some(mutants) = by_file.get(path.as_str()) {
                let woven = weave::weave(source, mutants).with_context(|| path.clone())?;
                text = woven.text;
                regions.insert(path.clone(), woven.regions);
                unplaced.extend(woven.unplaced);
            }
            if roots.contains(path) {
                text += SWITCH;
                text += &format!("    const FILE: &str = {:?};\n}}\n", self.chosen.display().to_string());
            }
            let to = self.root.join(path);
            if fs::read_to_string(&to).ok().as_ref() != Some(&text) {
                fs::write(&to, text).with_context(|| format!("failed to write `{}`", to.display()))?;
            }
        }
        Ok((regions, unplaced))
    }

    /// Returns the root of the crate that a file belongs to.
    fn crate_root(&self, file: &str) -> Option<String> {
        let (folder, _) = file.split_once("/src/")?;
        let named = ["lib.rs", "main.rs"].map(|name| format!("{folder}/src/{name}"));
        named.into_iter().find(|root| self.sources.contains_key(root))
    }
}
