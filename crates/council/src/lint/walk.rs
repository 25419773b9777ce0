//! Which files a request names, linted on every core.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use council_store::{Repo, StoreError};

use super::{LintRequest, Linted, folder, lint_text, outside, read, refused};
use crate::specifications::{Specification, Specifications};

/// What was linted.
#[derive(Debug)]
pub struct Walked {
    /// The files, in the order of the paths, whatever the cores do.
    pub linted: Vec<Linted>,
    /// How many files were found in folders and passed over, because they are no specifications.
    pub passed_over: usize,
    /// What a search found.
    pub found: Vec<Specification>,
}

/// Lints everything a request names. A file that was only found in a folder is passed over where it is no specification.
pub fn lint(repo: &Repo, request: &LintRequest) -> Walked {
    let mut linted: Vec<Linted> = Vec::new();
    if let Some((name, text)) = &request.text {
        linted.push(lint_text(name, text, &request.rules));
    }
    let Subjects { files, refusals, found: specifications } = files(repo, request);
    linted.extend(refusals.iter().map(|(path, error)| refused(path, error)));
    let mut found = all(repo, request, &files);
    found.extend(request.outside.iter().flat_map(|one| outside::lint(one, &request.rules)));
    let outside = request.outside.iter().map(|one| &one.shown);
    let named: BTreeSet<&String> = request.paths.iter().chain(outside).collect();
    let before = found.len();
    found.retain(|one| one.is_specification || named.contains(&one.path().to_owned()));
    let passed_over = before - found.len();
    linted.extend(found);
    request.baseline.take_out(&mut linted);
    Walked { linted, passed_over, found: specifications }
}

/// What a request is about.
#[derive(Default)]
pub(super) struct Subjects {
    /// The files, each once.
    pub(super) files: Vec<String>,
    /// The folders that cannot be read.
    refusals: Vec<(String, StoreError)>,
    /// What a search found.
    found: Vec<Specification>,
}

/// Returns the files that a request names, or that a search finds. Where no convention is known, every page is one to look at.
pub(super) fn files(repo: &Repo, request: &LintRequest) -> Subjects {
    let Subjects { mut files, mut refusals, mut found } = Subjects::default();
    let mut paths = request.paths.clone();
    if let Some(search) = &request.search {
        match search.specifications.find(repo, &search.folder) {
            Ok(all) => found = all,
            Err(error) => refusals.push((search.folder.clone(), error)),
        }
        files.extend(found.iter().map(|one| one.path.clone()));
        if found.is_empty() && refusals.is_empty() {
            paths.push(search.folder.clone());
        }
    }
    for path in &paths {
        if !repo.has_folder(path) {
            files.push(path.clone());
            continue;
        }
        match repo.markdown(path) {
            Ok(found) => files.extend(found.into_iter().filter(|file| is_read(repo, path, file))),
            Err(error) => refusals.push((path.clone(), error)),
        }
        files.extend(folder::below(repo, path));
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Subjects { files, refusals, found }
}

/// Tells whether a page found below a folder is read: in hidden folders of tools lies more than specifications.
fn is_read(repo: &Repo, folder: &str, file: &str) -> bool {
    let below = file.strip_prefix(folder).unwrap_or(file);
    let is_hidden = below.split('/').any(|part| part.starts_with('.'));
    !is_hidden || Specifications::default().convention(repo, file).is_some()
}

/// What is read together.
enum LintUnit<'f> {
    /// A page.
    Page(&'f String),
    /// Files of one PRD folder, which mention each other's ids.
    Folder(Vec<&'f String>),
}

/// Parts files into what is read together.
fn units<'f>(repo: &Repo, files: &'f [String]) -> Vec<LintUnit<'f>> {
    let mut units = Vec::new();
    let mut folders: BTreeMap<String, Vec<&'f String>> = BTreeMap::new();
    for file in files {
        match folder::of(repo, file) {
            Some(folder) => folders.entry(folder).or_default().push(file),
            None => units.push(LintUnit::Page(file)),
        }
    }
    units.extend(folders.into_values().map(LintUnit::Folder));
    units
}

/// Reads and lints files, each core taking the next ones that nobody has taken.
fn all(repo: &Repo, request: &LintRequest, files: &[String]) -> Vec<Linted> {
    let units = units(repo, files);
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(units.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            match unit {
                LintUnit::Page(path) => done.push(read(repo, path, path, &request.rules_for(path))),
                LintUnit::Folder(paths) => done.extend(folder::lint(repo, request, paths, None)),
            }
        }
        done
    };
    if cores <= 1 {
        return in_order(work(), files);
    }
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    in_order(done, files)
}

fn in_order(mut linted: Vec<Linted>, files: &[String]) -> Vec<Linted> {
    let order: BTreeMap<&str, usize> =
        files.iter().enumerate().map(|(at, file)| (file.as_str(), at)).collect();
    linted.sort_by_key(|linted| order.get(linted.path()).copied());
    linted
}
