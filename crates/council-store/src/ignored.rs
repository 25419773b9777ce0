//! Which files below a folder are somebody's work: not hidden, unless a tool keeps specifications there, and not what `.gitignore`, `.ignore` or
//! `.git/info/exclude` leave out.
//!
//! An ignore file belongs to whoever wrote the repository. It is read as everything else is: no links, no devices, no
//! pipes, not too long; and only those of the repository are read, neither the user's own nor those of a folder above.

use std::{
    ffi::OsString,
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    vec,
};

use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};

use crate::{Repo, StoreError};

/// The names of ignore files, each outranking the next.
const NAMES: [&str; 2] = [".ignore", ".gitignore"];

/// The hidden folders that are entered all the same: tools keep specifications in them.
const ENTERED: [&str; 2] = [".kiro", ".specify"];

/// Where git keeps what one copy of a repository ignores.
const EXCLUDE: &str = ".git/info/exclude";

/// The most bytes of all ignore files that hold for one folder. Matching them takes some hundred times as much memory.
pub(crate) const MOST_BYTES: usize = 256 * 1024;

/// The most patterns that hold for one folder.
pub(crate) const MOST_PATTERNS: usize = 10_000;

/// The longest pattern: no path is longer.
pub(crate) const LONGEST_PATTERN: usize = 4096;

impl Repo {
    /// Lists the files below a folder that have one of some extensions, depth first, each folder in the order of its
    /// names. Links are not followed.
    pub(crate) fn below(
        &self,
        folder: &str,
        extensions: &[&str],
    ) -> Result<Vec<String>, StoreError> {
        let real = self.resolve(folder)?;
        let mut rules = IgnoreRules::above(self, &real)?;
        let mut files = Vec::new();
        let mut open = vec![self.listed(&real, &mut rules)?];
        while let Some(entries) = open.last_mut() {
            let Some(FolderEntry { path, is_folder }) = entries.next() else {
                open.pop();
                rules.leave();
                continue;
            };
            if rules.ignores(&path, is_folder) {
                continue;
            }
            if is_folder {
                open.push(self.listed(&path, &mut rules)?);
                continue;
            }
            let extension = path.extension().and_then(|extension| extension.to_str());
            let is_wanted = extension
                .is_some_and(|word| extensions.contains(&word.to_ascii_lowercase().as_str()));
            if is_wanted {
                files.push(self.shown(&path));
            }
        }
        Ok(files)
    }

    /// Lists what is in a folder and is entered, in the order of the names, and takes up its ignore files.
    fn listed(
        &self,
        folder: &Path,
        rules: &mut IgnoreRules,
    ) -> Result<vec::IntoIter<FolderEntry>, StoreError> {
        let io_error = |source| StoreError::Io { path: self.shown(folder), source };
        let mut names: Vec<(OsString, bool)> = Vec::new();
        for entry in fs::read_dir(folder).map_err(io_error)? {
            let entry = entry.map_err(io_error)?;
            // Somebody may remove a file while its folder is read.
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() || kind.is_file() {
                names.push((entry.file_name(), kind.is_dir()));
            }
        }
        names.sort();
        rules.enter(self, folder)?;
        names.retain(|(name, is_folder)| {
            let name = name.as_encoded_bytes();
            !name.starts_with(b".")
                || *is_folder && ENTERED.iter().any(|own| own.as_bytes() == name)
        });
        let entry = |(name, is_folder)| FolderEntry { path: folder.join(name), is_folder };
        Ok(names.into_iter().map(entry).collect::<Vec<_>>().into_iter())
    }

    pub(crate) fn shown(&self, real: &Path) -> String {
        let inside = real.strip_prefix(self.root()).unwrap_or(real);
        let parts = inside.components().map(|part| part.as_os_str().to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    }
}

/// Something in a folder.
struct FolderEntry {
    path: PathBuf,
    is_folder: bool,
}

/// Everything that ignores something on the way from the repository to a folder.
struct IgnoreRules {
    /// The ignore files of each folder, in the order of [`NAMES`].
    folders: Vec<[Patterns; NAMES.len()]>,
    exclude: Patterns,
}

/// The patterns of one ignore file.
#[derive(Default)]
struct Patterns {
    matcher: Option<Gitignore>,
    count: usize,
    bytes: usize,
}

impl IgnoreRules {
    /// Reads what holds in a folder because of those above it.
    fn above(repo: &Repo, folder: &Path) -> Result<Self, StoreError> {
        let mut rules = Self { folders: Vec::new(), exclude: Patterns::default() };
        rules.exclude = match rules.read(repo, repo.root(), EXCLUDE) {
            // Nobody can commit this file; where a tool made it or its folder a link, nothing is excluded.
            Err(StoreError::NotAFile { .. }) => Patterns::default(),
            read => read?,
        };
        let mut above: Vec<&Path> =
            folder.ancestors().skip(1).take_while(|above| above.starts_with(repo.root())).collect();
        above.reverse();
        for folder in above {
            rules.enter(repo, folder)?;
        }
        Ok(rules)
    }

    /// Takes up the ignore files of a folder.
    fn enter(&mut self, repo: &Repo, folder: &Path) -> Result<(), StoreError> {
        let [first, second] = NAMES;
        self.folders.push([Patterns::default(), Patterns::default()]);
        for (at, name) in [first, second].into_iter().enumerate() {
            let patterns = self.read(repo, folder, name)?;
            if let Some(place) = self.folders.last_mut().and_then(|last| last.get_mut(at)) {
                *place = patterns;
            }
        }
        Ok(())
    }

    /// Forgets the ignore files of the last folder.
    fn leave(&mut self) {
        self.folders.pop();
    }

    /// Tells whether something is ignored. What a name of [`NAMES`] says outranks what the next says, wherever they
    /// stand; of files of one name the deepest outranks the others.
    fn ignores(&self, path: &Path, is_folder: bool) -> bool {
        let of_name =
            |at: usize| self.folders.iter().rev().filter_map(move |folder| folder.get(at));
        let all = (0..NAMES.len()).flat_map(of_name).chain([&self.exclude]);
        for matcher in all.filter_map(|patterns| patterns.matcher.as_ref()) {
            match matcher.matched(path, is_folder) {
                Match::None => {}
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
            }
        }
        false
    }

    fn read(&self, repo: &Repo, folder: &Path, name: &str) -> Result<Patterns, StoreError> {
        let inside = folder.strip_prefix(repo.root()).unwrap_or(folder).join(name);
        let Some(file) = repo.open_plain(&inside)? else { return Ok(Patterns::default()) };
        let path = repo.shown(&repo.root().join(&inside));
        let mut bytes = Vec::new();
        let limit = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let read = file.take(limit).read_to_end(&mut bytes);
        read.map_err(|source| StoreError::Io { path: path.clone(), source })?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        let is_pattern = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let lines = || text.lines().filter(is_pattern);
        let so_far = |of: fn(&Patterns) -> usize| {
            self.folders.iter().flatten().chain([&self.exclude]).map(of).sum::<usize>()
        };
        let count = lines().count();
        let is_too_much = so_far(|patterns| patterns.bytes) + bytes.len() > MOST_BYTES
            || so_far(|patterns| patterns.count) + count > MOST_PATTERNS
            || lines().any(|line| line.len() > LONGEST_PATTERN);
        if is_too_much {
            return Err(StoreError::TooManyPatterns { path });
        }
        let mut builder = GitignoreBuilder::new(folder);
        for line in lines() {
            // Git, too, passes over a pattern that is none.
            let _ = builder.add_line(None, line);
        }
        let matcher = builder.build().ok();
        Ok(Patterns { matcher, count, bytes: bytes.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::repo;

    #[test]
    fn what_is_hidden_or_ignored_is_left_out_and_the_rest_is_in_order() {
        let (_folder, repo) = repo(&[
            (".gitignore", "build/\n*.tmp.md\n!keep.tmp.md\n/docs/local.md\n\\#odd.md\n# b.md\n\n"),
            (".git/info/exclude", "private.md\n"),
            (".hidden/a.md", ""),
            ("a.md", ""),
            ("a/z.MD", ""),
            ("a/z.txt", ""),
            ("b.md", ""),
            ("#odd.md", ""),
            ("build/a.md", ""),
            ("docs/.gitignore", "\u{feff}drafts\r\n!c.tmp.md\r\n"),
            ("docs/.ignore", "!private.md\nlate.md\n"),
            ("docs/c.tmp.md", ""),
            ("docs/drafts/a.md", ""),
            ("docs/late.md", ""),
            ("docs/local.md", ""),
            ("docs/private.md", ""),
            ("docs/x.tmp.md", ""),
            ("keep.tmp.md", ""),
            ("private.md", ""),
            ("sub/local.md", ""),
        ]);
        let docs = ["docs/c.tmp.md", "docs/private.md"];
        assert_eq!(repo.markdown("docs").unwrap(), docs);
        let all = ["a/z.MD", "a.md", "b.md", docs[0], docs[1], "keep.tmp.md", "sub/local.md"];
        assert_eq!(repo.markdown("").unwrap(), all);
        assert_eq!(repo.markdown("docs/drafts").unwrap(), ["docs/drafts/a.md"]);
        assert_eq!(repo.yaml("").unwrap(), [""; 0]);
    }

    #[test]
    fn an_ignore_file_with_a_broken_pattern_or_byte_still_counts() {
        let (folder, repo) = repo(&[("a.md", ""), ("b.md", "")]);
        fs::write(folder.path().join(".gitignore"), b"[\n\xff\na.md\n").unwrap();
        assert_eq!(repo.markdown("").unwrap(), ["b.md"]);
    }

    #[test]
    fn a_folder_above_the_repository_has_no_say() {
        let (folder, _) = repo(&[(".gitignore", "*.md\n"), ("repo/a.md", "")]);
        let repo = Repo::open(&folder.path().join("repo")).unwrap();
        assert_eq!(repo.markdown("").unwrap(), ["a.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn an_ignore_file_that_is_no_file_is_refused_at_once() {
        use std::os::unix::fs::symlink;

        use rustix::fs::{CWD, FileType, Mode, mknodat};

        for name in [".gitignore", ".ignore"] {
            let (folder, repo) = repo(&[("docs/a.md", "")]);
            let path = folder.path().join("docs").join(name);
            let is_refused = || {
                let shown = format!("docs/{name}");
                matches!(repo.markdown("docs"), Err(StoreError::NotAFile { path }) if path == shown)
            };
            symlink("/dev/zero", &path).unwrap();
            assert!(is_refused());
            fs::remove_file(&path).unwrap();
            mknodat(CWD, &path, FileType::Fifo, Mode::RUSR, 0).unwrap();
            assert!(is_refused());
            fs::remove_file(&path).unwrap();
            symlink("a.md", &path).unwrap();
            assert!(is_refused());
        }
        let (folder, repo) = repo(&[("a.md", ""), (".git/info/x", "")]);
        symlink("/dev/zero", folder.path().join(EXCLUDE)).unwrap();
        assert_eq!(repo.markdown("").unwrap(), ["a.md"]);
    }

    #[test]
    fn what_holds_for_a_folder_is_bounded_and_what_does_not_is_not() {
        let half = "x\n".repeat(MOST_PATTERNS / 2);
        let (folder, repo) = repo(&[
            ("one/.gitignore", &half),
            ("one/two/.gitignore", &half),
            ("other/.gitignore", &half),
            ("other/a.md", ""),
        ]);
        assert_eq!(repo.markdown("").unwrap(), ["other/a.md"]);
        let write = |text: &str| fs::write(folder.path().join(".gitignore"), text).unwrap();
        let long = "x".repeat(LONGEST_PATTERN + 1);
        for text in ["one more", &long, &"#\n".repeat(MOST_BYTES / 2)] {
            write(text);
            let refused = repo.markdown("").unwrap_err();
            assert!(matches!(refused, StoreError::TooManyPatterns { .. }), "{refused}");
        }
        write("# no pattern\n\n");
        assert!(repo.markdown("").is_ok());
    }

    #[test]
    fn a_bound_is_what_is_still_allowed() {
        let (folder, repo) = repo(&[("a.md", "")]);
        let is_refused = |text: String| {
            fs::write(folder.path().join(".gitignore"), text).unwrap();
            repo.markdown("").is_err()
        };
        assert_eq!(MOST_BYTES, 262_144);
        let comment = |bytes: usize| format!("#{}", "x".repeat(bytes - 1));
        assert!(!is_refused(comment(MOST_BYTES)) && is_refused(comment(MOST_BYTES + 1)));
        let pattern = |bytes: usize| "x".repeat(bytes);
        assert!(!is_refused(pattern(LONGEST_PATTERN)) && is_refused(pattern(LONGEST_PATTERN + 1)));
        let patterns = |count: usize| "x\n".repeat(count);
        assert!(!is_refused(patterns(MOST_PATTERNS)) && is_refused(patterns(MOST_PATTERNS + 1)));
    }
}
