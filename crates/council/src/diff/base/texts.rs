//! The specifications of both sides: as they are on the disk, and as they were in a commit.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::{Diagnostic, Place},
    gate::Signal,
};
use council_formats::{input, packet};
use council_store::{GitHistory, ObjectId, Repo};

use super::{BaseError, BaseRequest, about};
use crate::{lint::prd_folder, specifications::is_below};

/// The settings of a project, which say what is looked for.
const SETTINGS: &str = "council.toml";

/// The texts of both sides.
#[derive(Default)]
pub(super) struct BaseTexts {
    /// The specifications that changed, in the order of their paths.
    pub(super) changed: Vec<ChangedFile>,
    /// The specifications that are there now, by path.
    pub(super) now: BTreeMap<String, String>,
    /// The pages that are no specifications, such as lists of tasks.
    pub(super) pages: BTreeSet<String>,
    /// The files of PRD folders as they were, by path.
    pub(super) earlier_yaml: BTreeMap<String, String>,
    /// The PRD folder of each such file of either side.
    pub(super) prd_folders: BTreeMap<String, String>,
    /// What there is to say about files.
    pub(super) signals: Vec<Signal>,
    /// Whether a specification that changed could not be read.
    pub(super) is_unreadable: bool,
}

/// A specification that changed.
pub(super) struct ChangedFile {
    /// Where it is, or where it was if it is gone.
    pub(super) path: String,
    /// Where it was, if it has another name now.
    pub(super) renamed_from: Option<String>,
    /// What it said.
    pub(super) before: Option<String>,
    /// What it says.
    pub(super) after: Option<String>,
}

impl ChangedFile {
    /// Returns what happened to the file.
    pub(super) fn word(&self) -> &'static str {
        match (&self.before, &self.after, &self.renamed_from) {
            (_, _, Some(_)) => "renamed",
            (None, ..) => "added",
            (_, None, _) => "removed",
            (Some(_), Some(_), None) => "changed",
        }
    }
}

impl BaseTexts {
    /// Reads both sides.
    pub(super) fn read(
        repo: &Repo,
        history: &GitHistory,
        from: ObjectId,
        request: &BaseRequest,
    ) -> Result<Self, BaseError> {
        let asked = |path: &str| {
            request.paths.is_empty() || request.paths.iter().any(|one| is_below(one, path))
        };
        let is_read = |path: &str| path == SETTINGS || is_candidate(repo, request, path);
        let earlier = history.files(from, is_read)?;
        let here: BTreeSet<String> = repo.markdown("")?.into_iter().chain(repo.yaml("")?).collect();
        let here = here.into_iter().filter(|path| is_candidate(repo, request, path));
        let mut paths: BTreeSet<String> = earlier.keys().cloned().collect();
        paths.extend(here);
        paths.insert(SETTINGS.to_owned());
        for path in &request.paths {
            let is_known = paths.iter().any(|known| is_below(path, known));
            if !is_known && !repo.has_folder(path) && !repo.has_file(path) {
                let base = request.base.clone();
                return Err(BaseError::NoPath { path: path.clone(), base });
            }
        }
        let mut texts = BaseTexts::default();
        for path in paths {
            let before = earlier.get(&path).map(|id| history.blob(*id)).transpose()?;
            texts.take_up(repo, request, path, before, asked);
        }
        texts.pair_renamed();
        Ok(texts)
    }

    /// Takes up one file of either side.
    fn take_up(
        &mut self,
        repo: &Repo,
        request: &BaseRequest,
        path: String,
        before: Option<Vec<u8>>,
        asked: impl Fn(&str) -> bool,
    ) {
        let convention = request.specifications.convention(repo, &path);
        let is_ours = convention.is_some() && asked(&path);
        let after = match repo.read_bytes_if_there(&path) {
            Ok(after) => after,
            // Something else is in its place now, such as a link that leads out.
            Err(error) if is_ours => {
                let place = Place::file(path);
                return self.refuse(Diagnostic::error("unreadable", place, error.to_string()));
            }
            Err(_) => return,
        };
        let is_changed = before != after;
        let text =
            |bytes: Option<Vec<u8>>| bytes.map(|bytes| input::text(&path, &bytes)).transpose();
        let (before, after) = match (text(before), text(after)) {
            (before, Ok(after)) => (before, after),
            (_, Err(diagnostic)) if is_changed && is_ours => return self.refuse(diagnostic),
            (_, Err(_)) => return,
        };
        if path == SETTINGS {
            if before.as_ref().ok() != Some(&after) {
                let what = "the settings changed, and with them what is looked for";
                self.signals.push(about("settings-changed", SETTINGS, what));
            }
            return;
        }
        if before.is_err() && is_changed && is_ours {
            let what = "the earlier version is no text, so that all of it counts as new";
            self.signals.push(about("earlier-unreadable", &path, what));
        }
        let before = before.ok().flatten();
        let is_changed = before != after;
        let says_so =
            |text: &String| request.specifications.convention_of_text(repo, &path, text).is_some();
        let is_written = || after.as_ref().or(before.as_ref()).is_some_and(says_so);
        let is_specification = convention.is_some() || (is_changed && is_written());
        if let Some(folder) = prd_folder(repo, &path) {
            self.prd_folders.insert(path.clone(), folder);
            self.earlier_yaml.extend(before.clone().map(|before| (path.clone(), before)));
        }
        if is_specification && is_changed && asked(&path) {
            let (path, after) = (path.clone(), after.clone());
            self.changed.push(ChangedFile { path, renamed_from: None, before, after });
        }
        match after {
            Some(after) if is_specification => drop(self.now.insert(path, after)),
            Some(_) => drop(self.pages.insert(path)),
            None => {}
        }
    }

    fn refuse(&mut self, diagnostic: Diagnostic) {
        self.is_unreadable = true;
        self.signals.push(Signal::from(diagnostic));
    }

    /// Puts what is gone together with what is new where one is mostly the other, the most alike first.
    fn pair_renamed(&mut self) {
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        let with = |is_wanted: fn(&ChangedFile) -> bool| {
            let each = self.changed.iter().enumerate();
            each.filter(move |(_, one)| is_wanted(one)).take(MOST_RENAMED)
        };
        for (gone, old) in with(|one| one.after.is_none()) {
            for (new, young) in with(|one| one.before.is_none()) {
                let (Some(before), Some(after)) = (&old.before, &young.after) else { continue };
                let alike = likeness(before, after);
                if alike >= LIKE_ENOUGH {
                    pairs.push((alike, gone, new));
                }
            }
        }
        pairs.sort_by(|one, other| other.cmp(one));
        let mut used: BTreeSet<usize> = BTreeSet::new();
        let mut gone_files: BTreeSet<usize> = BTreeSet::new();
        for (_, gone, new) in pairs {
            if used.contains(&gone) || used.contains(&new) {
                continue;
            }
            used.extend([gone, new]);
            let (Some(path), before) =
                (self.changed.get(gone).map(|one| one.path.clone()), self.taken(gone))
            else {
                continue;
            };
            if let Some(young) = self.changed.get_mut(new) {
                young.before = before;
                young.renamed_from = Some(path);
                gone_files.insert(gone);
            }
        }
        let mut at = 0;
        self.changed.retain(|_| {
            at += 1;
            !gone_files.contains(&(at - 1))
        });
    }

    fn taken(&mut self, at: usize) -> Option<String> {
        self.changed.get_mut(at).and_then(|one| one.before.take())
    }

    /// Says how many specifications changed, and how.
    pub(super) fn summary(&self) -> String {
        let count = |word: &str| self.changed.iter().filter(|one| one.word() == word).count();
        let words = ["changed", "added", "renamed", "removed"];
        let each = words.iter().filter_map(|word| match count(word) {
            0 => None,
            count => Some(format!("{count} {word}")),
        });
        let each: Vec<String> = each.collect();
        if each.is_empty() { "none changed".to_owned() } else { each.join(", ") }
    }
}

/// The most files of each side that are looked at for new names.
const MOST_RENAMED: usize = 100;

/// How many percent of two files are the same where one is the other under a new name; git's own measure.
const LIKE_ENOUGH: usize = 50;

/// Returns how many percent of the lines of two texts are in both.
fn likeness(one: &str, other: &str) -> usize {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    let lines = |text| str::lines(text).map(str::trim).filter(|line: &&str| !line.is_empty());
    let (mut shared, mut all) = (0, 0);
    for line in lines(one) {
        *left.entry(line).or_default() += 1;
        all += 1;
    }
    for line in lines(other) {
        all += 1;
        if let Some(count) = left.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            shared += 2;
        }
    }
    (shared * 100_usize).checked_div(all).unwrap_or_default()
}

/// Tells whether a file can be a specification: by where it lies, or a page that is not hidden, whose words decide.
fn is_candidate(repo: &Repo, request: &BaseRequest, path: &str) -> bool {
    if packet::is_yaml(path) {
        return prd_folder(repo, path).is_some();
    }
    let is_hidden = path.split('/').any(|part| part.starts_with('.'));
    packet::is_read(path) && (!is_hidden || request.specifications.convention(repo, path).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_like_one_that_shares_half_of_its_lines() {
        assert_eq!(likeness("a\nb\n", "b\na\n"), 100);
        assert_eq!(likeness("a\nb\n", "a\nc\n"), 50);
        assert_eq!(likeness("a\n", "b\n"), 0);
        assert_eq!(likeness("", ""), 0);
        assert_eq!(likeness("a\na\na\n", "a\n"), 50);
    }
}
