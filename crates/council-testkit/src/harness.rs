//! A test target with one test per page of scenarios, and one per guide that can be followed.
//!
//! Pages are found when the tests run, so that a new page needs no line of code. The runner speaks the part of the test
//! harness's command line that `cargo test` and `cargo nextest` use: `--list`, `--exact`, `--skip`, `--ignored` and
//! names to filter by.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{
    repo_root,
    scenario::{self, Page},
};

/// Lists or runs the pages below `scenarios/` and the guides, as the arguments of the process ask.
pub fn main(binary: &str) -> ExitCode {
    let asked = match HarnessOptions::parse(env::args().skip(1)) {
        Ok(asked) => asked,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let pages: Vec<PageFile> = pages(repo_root())
        .into_iter()
        .chain(guides(repo_root()))
        .filter(|page| asked.wants(page))
        .collect();
    if asked.list {
        for page in &pages {
            println!("{}: test", page.name);
        }
        return ExitCode::SUCCESS;
    }
    let failed = pages.iter().filter(|page| !passes(page, Path::new(binary))).count();
    let passed = pages.len() - failed;
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {passed} passed; {failed} failed\n");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the names of guides begin with.
const GUIDE: &str = "guide/";

/// A page on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// The test's name, e.g. `002-stage/signals`.
    pub name: String,
    /// The path, relative to the repository.
    pub path: String,
    file: PathBuf,
}

impl PageFile {
    /// Reads the page's text.
    pub fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("a page is a readable text file")
    }
}

/// Finds the pages of a repository, sorted: `scenarios/*/*.md`.
pub fn pages(root: &Path) -> Vec<PageFile> {
    let mut found = Vec::new();
    for (folder, path) in entries(&root.join("scenarios")) {
        for (page, file) in entries(&path) {
            if let Some(stem) = page.strip_suffix(".md") {
                let path = format!("scenarios/{folder}/{page}");
                found.push(PageFile { name: format!("{folder}/{stem}"), path, file });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Finds the guides of a repository that give the files they speak of, sorted: `docs/guide/*.md`.
fn guides(root: &Path) -> Vec<PageFile> {
    let mut found = Vec::new();
    for (page, file) in entries(&root.join("docs/guide")) {
        let Some(stem) = page.strip_suffix(".md") else { continue };
        let guide =
            PageFile { name: format!("{GUIDE}{stem}"), path: format!("docs/guide/{page}"), file };
        if Page::guide(&guide.path, &guide.text()).is_some() {
            found.push(guide);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|entry| entry.expect("a folder can be listed"));
    entries
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .collect()
}

fn passes(page: &PageFile, binary: &Path) -> bool {
    let text = page.text();
    let guide = page.name.strip_prefix(GUIDE).and_then(|_| Page::guide(&page.path, &text));
    let failures = match guide.unwrap_or_else(|| Page::parse(&page.path, &text)) {
        Ok(read) => scenario::run(&read, binary),
        Err(failures) => failures,
    };
    println!("test {} ... {}", page.name, if failures.is_empty() { "ok" } else { "FAILED" });
    for failure in &failures {
        eprintln!("{failure}\n");
    }
    failures.is_empty()
}

/// What the command line asks for.
#[derive(Debug, Default)]
struct HarnessOptions {
    list: bool,
    exact: bool,
    ignored: bool,
    names: Vec<String>,
    skipped: Vec<String>,
}

impl HarnessOptions {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut asked = Self::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--list" => asked.list = true,
                "--exact" => asked.exact = true,
                "--ignored" => asked.ignored = true,
                "--skip" => asked.skipped.extend(arguments.next()),
                // These change how a harness prints or schedules, which is one way here.
                "--format" | "--test-threads" | "--color" => {
                    arguments.next();
                }
                "--nocapture" | "--no-capture" | "--quiet" | "-q" | "--include-ignored"
                | "--show-output" => {}
                other
                    if other.starts_with("--format=")
                        || other.starts_with("--test-threads=")
                        || other.starts_with("--color=") => {}
                other if other.starts_with('-') => {
                    return Err(format!("`{other}` is not an argument of the scenario runner"));
                }
                name => asked.names.push(name.to_owned()),
            }
        }
        Ok(asked)
    }

    fn wants(&self, page: &PageFile) -> bool {
        let fits = |name: &String| {
            if self.exact { page.name == *name } else { page.name.contains(name.as_str()) }
        };
        // No page is ever ignored, so asking for the ignored ones asks for none.
        !self.ignored
            && (self.names.is_empty() || self.names.iter().any(fits))
            && !self.skipped.iter().any(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(arguments: &[&str]) -> Vec<&'static str> {
        let asked = HarnessOptions::parse(arguments.iter().map(ToString::to_string)).unwrap();
        let page = |name: &str| PageFile {
            name: name.to_owned(),
            path: String::new(),
            file: PathBuf::new(),
        };
        ["000-panel/a", "002-stage/a", "002-stage/ab"]
            .into_iter()
            .filter(|name| asked.wants(&page(name)))
            .collect()
    }

    #[test]
    fn names_filter_pages() {
        assert_eq!(wanted(&[]).len(), 3);
        assert_eq!(wanted(&["stage"]), ["002-stage/a", "002-stage/ab"]);
        assert_eq!(wanted(&["002-stage/a", "--exact", "--nocapture"]), ["002-stage/a"]);
        assert_eq!(wanted(&["--skip", "stage"]), ["000-panel/a"]);
        assert_eq!(wanted(&["--list", "--format", "terse", "--ignored"]), [""; 0]);
    }

    #[test]
    fn an_unknown_argument_is_refused() {
        assert!(HarnessOptions::parse(["--bench".to_owned()].into_iter()).is_err());
    }

    #[test]
    fn pages_are_found_below_scenarios_only() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            "scenarios/002-b/z.md",
            "scenarios/000-a/y.md",
            "scenarios/000-a/rules.toml",
            "docs/x/w.md",
        ] {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let names: Vec<_> = pages(folder.path()).into_iter().map(|page| page.name).collect();
        assert_eq!(names, ["000-a/y", "002-b/z"]);
    }
}
