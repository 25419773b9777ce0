//! The offline rules on a PRD folder: the prose of its values is read, its keys, ids and words of closed lists are not.
#![expect(clippy::unwrap_used, reason = "a test that cannot write its files has failed")]
#![expect(clippy::disallowed_methods, reason = "a test writes the files it reads")]

use std::{fs, path::Path};

use council_app::{
    Repo,
    lint::{LintRequest, Linted, lint},
};

const META: &str = "prd_meta:\n  prd:\n    id: PRD-0042\n    title: Exports of orders\n";

const FIRST: &str = "prd_requirement:
  id: REQ-0001
  type: NON_FUNCTIONAL
  title: Fast and user-friendly exports
  statement: |
    An export MUST be complete.

    The page MUST be user-friendly for every clerk.
  rationale: Clerks say that the old page is user-friendly and fast.
  acceptance_criteria:
    - \"The export is fast and simple. Verified by: REQ-0002.\"
  command: \"make the user-friendly export of all orders\"
";

const SECOND: &str = "prd_requirement:
  id: REQ-0002
  statement: \"The page MUST show the number of orders before an export.\"
  see: REQ-0009
";

fn write(root: &Path, files: &[(&str, &str)]) -> Repo {
    for (path, text) in files {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    Repo::open(root).unwrap()
}

fn linted(repo: &Repo, path: &str) -> Vec<Linted> {
    lint(repo, &LintRequest { paths: vec![path.to_owned()], ..LintRequest::default() }).linted
}

/// Returns the rule, the line, the column and the quote of everything found in a file.
fn found<'l>(all: &'l [Linted], path: &str) -> Vec<(&'static str, u32, u32, &'l str)> {
    let file = all.iter().find(|linted| linted.path() == path).unwrap();
    let told = file.findings.iter();
    told.map(|one| (one.rule.id, one.start.line, one.start.column, one.quote())).collect()
}

fn folder(root: &Path) -> Repo {
    write(
        root,
        &[
            ("prds/a/00_meta.yaml", META),
            ("prds/a/requirements/REQ-0001.yaml", FIRST),
            ("prds/a/requirements/REQ-0002.yaml", SECOND),
            ("deploy/values.yaml", "note: \"The page must be user-friendly for all of us.\"\n"),
        ],
    )
}

#[test]
fn what_is_required_is_read_where_it_stands() {
    let root = tempfile::tempdir().unwrap();
    let repo = folder(root.path());
    for asked in [".", "prds", "prds/a"] {
        let all = linted(&repo, asked);
        let first = found(&all, "prds/a/requirements/REQ-0001.yaml");
        assert!(first.contains(&("subjective-word", 8, 22, "user-friendly")), "{first:?}");
        assert!(
            first.iter().any(|(_, line, _, quote)| (*line, *quote) == (11, "fast")),
            "{first:?}"
        );
        // The title, the reason and the command are no demands.
        assert!(first.iter().all(|(_, line, ..)| ![4, 9, 12].contains(line)), "{first:?}");
    }
}

#[test]
fn files_of_one_folder_know_each_others_ids() {
    let root = tempfile::tempdir().unwrap();
    let repo = folder(root.path());
    let whole = linted(&repo, "prds/a");
    let second = found(&whole, "prds/a/requirements/REQ-0002.yaml");
    assert_eq!(second, [("dangling-reference", 4, 8, "REQ-0009")]);
    let first = found(&whole, "prds/a/requirements/REQ-0001.yaml");
    assert!(first.iter().all(|(rule, ..)| *rule != "dangling-reference"), "{first:?}");
    // A single file of it is read with the others around it.
    let alone = linted(&repo, "prds/a/requirements/REQ-0001.yaml");
    assert_eq!(alone.len(), 1);
    assert_eq!(found(&alone, "prds/a/requirements/REQ-0001.yaml"), first);
}

#[test]
fn yaml_that_is_no_prd_is_read_only_where_it_is_named() {
    let root = tempfile::tempdir().unwrap();
    let repo = folder(root.path());
    assert!(linted(&repo, ".").iter().all(|linted| linted.path() != "deploy/values.yaml"));
    let named = linted(&repo, "deploy/values.yaml");
    let found = found(&named, "deploy/values.yaml");
    assert_eq!(found, [("subjective-word", 1, 25, "user-friendly")]);
}

#[test]
fn a_comment_suppresses_and_a_broken_file_is_told() {
    let root = tempfile::tempdir().unwrap();
    let quiet = FIRST.replace(
        "    The page",
        "    <!-- council-ignore subjective-word: clerks tested it -->\n    The page",
    );
    let repo = write(
        root.path(),
        &[
            ("a/00_meta.yaml", META),
            ("a/requirements/REQ-0001.yaml", &quiet),
            ("a/requirements/REQ-0003.yaml", "a: 1\na: 2\n"),
        ],
    );
    let all = linted(&repo, "a");
    let of = |path: &str| all.iter().find(|linted| linted.path() == path).unwrap();
    assert_eq!(of("a/requirements/REQ-0001.yaml").suppressed.len(), 1);
    assert_eq!(of("a/requirements/REQ-0003.yaml").diagnostics.len(), 1);
}

#[test]
fn real_prd_folders_are_read_without_noise() {
    let Some(root) = council_testkit::shared_data("apm2") else {
        return;
    };
    let repo = Repo::open(&root).unwrap();
    let all = linted(&repo, "prds/PRD-0009");
    let words: usize =
        all.iter().map(|linted| linted.original.text().split_whitespace().count()).sum();
    let findings: usize = all.iter().map(|linted| linted.findings.len()).sum();
    assert!(findings > 10 && findings * 1000 < words * 3, "{findings} findings in {words} words");
}
