//! Which files a request names, linted on every core.

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use council_store::{Repo, StoreError};

use super::{Linted, Request, lint_text, read, refused};

/// Lints everything a request names. The result is in the order of the paths, whatever the cores do.
pub fn lint(repo: &Repo, request: &Request) -> Vec<Linted> {
    let mut linted: Vec<Linted> = Vec::new();
    if let Some((name, text)) = &request.text {
        linted.push(lint_text(name, text, &request.rules));
    }
    let (files, refusals) = files(repo, request);
    linted.extend(refusals.iter().map(|(path, error)| refused(path, error)));
    linted.extend(all(repo, request, &files));
    linted
}

/// Returns the files that a request names, each once, and the folders that cannot be read.
pub(super) fn files(repo: &Repo, request: &Request) -> (Vec<String>, Vec<(String, StoreError)>) {
    let (mut files, mut refusals) = (Vec::new(), Vec::new());
    for path in &request.paths {
        if !repo.has_folder(path) {
            files.push(path.clone());
            continue;
        }
        match repo.markdown(path) {
            Ok(found) => files.extend(found),
            Err(error) => refusals.push((path.clone(), error)),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    (files, refusals)
}

/// Reads and lints files, each core taking the next one that nobody has taken.
fn all(repo: &Repo, request: &Request, files: &[String]) -> Vec<Linted> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(files.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, path)) = take(&next, files) {
            let mut linted = read(repo, path, &request.rules_for(path));
            linted.known = request.baseline.take_out(&mut linted.findings);
            done.push((index, linted));
        }
        done
    };
    if cores <= 1 {
        return work().into_iter().map(|(_, linted)| linted).collect();
    }
    let mut done: Vec<(usize, Linted)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, linted)| linted).collect()
}

fn take<'f>(next: &AtomicUsize, files: &'f [String]) -> Option<(usize, &'f String)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    files.get(index).map(|file| (index, file))
}
