//! PRD folders: files of keys that are one document together, read as prose where their values are prose.

use std::{collections::BTreeSet, sync::Arc};

use council_core::packet::Original;
use council_formats::packet::{self, File};
use council_rules::{Finding, Kind, Model};
use council_store::Repo;

use super::{LintRequest, Linted, RuleSelection, refused, suppress};

/// The folder that holds one file per requirement, which tells a PRD folder from any other folder with YAML in it.
const REQUIREMENTS: &str = "requirements";

/// Returns the YAML files of the PRD folders at or below a folder.
pub(super) fn below(repo: &Repo, folder: &str) -> Vec<String> {
    let files = repo.yaml(folder).unwrap_or_default();
    files.into_iter().filter(|file| of(repo, file).is_some()).collect()
}

/// Returns the PRD folder of a YAML file: the nearest folder around it that has a file about itself and a folder of
/// requirements.
pub(crate) fn of(repo: &Repo, file: &str) -> Option<String> {
    if !packet::is_yaml(file) {
        return None;
    }
    let mut inner = file;
    for _ in 0..DEEPEST {
        let folder = inner.rsplit_once('/').map_or("", |(folder, _)| folder);
        if is_prd(repo, folder) {
            return Some(folder.to_owned());
        }
        if folder.is_empty() {
            return None;
        }
        inner = folder;
    }
    None
}

/// How many folders a PRD folder nests.
const DEEPEST: usize = 3;

fn is_prd(repo: &Repo, folder: &str) -> bool {
    let here = if folder.is_empty() { "." } else { folder };
    let inside = format!("{here}/{REQUIREMENTS}");
    let is_about = |name: &String| packet::is_yaml(name) && name.to_lowercase().contains("meta");
    repo.has_folder(&inside) && repo.files(here).is_ok_and(|names| names.iter().any(is_about))
}

/// Lints a file of keys that stands alone. What it refers to may be anywhere.
pub(super) fn alone(path: &str, text: &str, rules: &RuleSelection) -> Linted {
    let parsed = packet::prd_folder(&[(path.to_owned(), text.to_owned())]);
    let model = Model::of(&parsed.value);
    let is_decidable =
        |kind: Kind| !matches!(kind, Kind::DanglingReference | Kind::OrphanRequirement);
    let mut findings =
        council_rules::check_model(&model, |rule| rules.wants(rule) && is_decidable(rule.kind));
    rules.raise(&mut findings);
    let judged = council_rules::judged(&model);
    let mut diagnostics = parsed.diagnostics;
    let (original, (suppressed, wrong)) = match parsed.value.documents.first() {
        Some(document) => {
            (Arc::clone(document.original()), suppress::taken_out(document, &mut findings))
        }
        None => (Arc::new(Original::new(path, text)), Default::default()),
    };
    diagnostics.extend(wrong);
    Linted {
        original,
        findings,
        diagnostics,
        suppressed,
        known: 0,
        is_read: true,
        judged,
        is_specification: true,
    }
}

/// Lints some files of one PRD folder. All of the folder is read, since its files mention each other's ids. The text of one can
/// be another than on the disk.
pub(super) fn lint(
    repo: &Repo,
    request: &LintRequest,
    paths: &[&String],
    open: Option<(&str, &str)>,
) -> Vec<Linted> {
    let folder = paths.first().and_then(|path| of(repo, path)).unwrap_or_default();
    let here = if folder.is_empty() { "." } else { &folder };
    let wanted: BTreeSet<&str> = paths.iter().map(|path| path.as_str()).collect();
    let mut refusals = Vec::new();
    let mut files: Vec<File> = Vec::new();
    let all = repo.yaml(here).unwrap_or_default();
    let named = paths.iter().map(|path| (*path).clone());
    for path in all.into_iter().chain(named).collect::<BTreeSet<String>>() {
        let open = open.filter(|(name, _)| *name == path).map(|(_, text)| Ok(text.to_owned()));
        match open.unwrap_or_else(|| repo.read(&path)) {
            Ok(text) => files.push((path, text)),
            Err(error) if wanted.contains(path.as_str()) => refusals.push(refused(&path, &error)),
            Err(_) => {}
        }
    }
    let mut linted = refusals;
    linted.extend(lint_files(request, &files, &wanted));
    linted
}

/// Lints some of the files that are a PRD folder together.
pub(crate) fn lint_files(
    request: &LintRequest,
    files: &[File],
    wanted: &BTreeSet<&str>,
) -> Vec<Linted> {
    let parsed = packet::prd_folder(files);
    let model = Model::of(&parsed.value);
    let mut findings = council_rules::check_model(&model, |_| true);
    // The files of a folder are one document, whichever of them holds its words.
    let judged = council_rules::judged(&model);
    let mut linted = Vec::new();
    for document in &parsed.value.documents {
        let path = document.path();
        if !wanted.contains(path) {
            continue;
        }
        let rules = request.rules_for(path);
        let (own, others): (Vec<Finding>, Vec<Finding>) =
            findings.into_iter().partition(|finding| finding.path() == path);
        findings = others;
        let mut own: Vec<Finding> =
            own.into_iter().filter(|finding| rules.wants(finding.rule)).collect();
        rules.raise(&mut own);
        let (suppressed, mut diagnostics) = suppress::taken_out(document, &mut own);
        let about = parsed.diagnostics.iter().filter(|one| one.place.path.as_deref() == Some(path));
        diagnostics.extend(about.cloned());
        linted.push(Linted {
            original: Arc::clone(document.original()),
            findings: own,
            diagnostics,
            suppressed,
            known: 0,
            is_read: true,
            judged,
            is_specification: true,
        });
    }
    linted
}
