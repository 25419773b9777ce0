//! Whether a program synced in the right order, read off the system calls it made.
//!
//! A kill cannot show a missing sync, because the system keeps what was written; only a power cut does. So the order
//! itself is checked: what may be lost in a power cut is tracked, and nothing that counts may rest on it.
//!
//! - A file is renamed to its final name only when its bytes are synced.
//! - Nobody is asked, and no file derived from a journal gets its name, while the journal, or the name of it or of a
//!   folder above it, may be lost.
//! - When the program ends well, nothing may be lost.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use super::trace::Call;

/// The calls that are looked at.
pub(crate) const CALLS: &str = "openat,open,creat,write,pwrite64,writev,ftruncate,fsync,fdatasync,rename,renameat,\
                                renameat2,link,linkat,mkdir,mkdirat,connect,exit_group";

/// Something that rests on what a power cut can take away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The line of the log.
    pub(crate) line: usize,
    /// What counts.
    pub(crate) deed: String,
    /// What may be lost.
    pub(crate) lost: PathBuf,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} before `{}` is synced", self.line, self.deed, self.lost.display())
    }
}

/// What a run is judged by.
pub(crate) struct Rules<'a> {
    /// Only what is below this folder counts.
    pub(crate) root: &'a Path,
    /// Where asks go.
    pub(crate) port: u16,
    /// The journals that were there. Nobody knows whether they, or their names, were ever synced.
    pub(crate) found: &'a [PathBuf],
    /// The exit codes of a program that has done its work.
    pub(crate) good: &'a [&'a str],
}

/// Checks the calls of one run.
pub(crate) fn check(calls: &[Call], rules: &Rules<'_>) -> Vec<Violation> {
    let root = rules.root.to_owned();
    let mut disk = Disk { root, states: BTreeMap::new(), violations: Vec::new() };
    for journal in rules.found {
        disk.change(Some(journal.clone()));
        disk.change(journal.parent().map(Path::to_owned));
    }
    // A write counts from its beginning and a sync from its end, for what was written before it began.
    let mut events: Vec<(usize, Moment, &Call)> = Vec::new();
    for call in calls {
        events.push((call.began, Moment::Began, call));
        events.push((call.ended, Moment::Ended, call));
    }
    events.sort_by_key(|(line, moment, call)| (*line, call.began, *moment == Moment::Ended));
    for (line, moment, call) in events {
        disk.see(line, moment, call, rules);
    }
    disk.violations
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    Began,
    Ended,
}

/// How often a file's bytes, or a folder's entries, were changed, and up to which change they are safe.
#[derive(Debug, Clone, Default)]
struct State {
    changed: usize,
    /// The change up to which the sync that is under way reaches, by thread.
    syncing: BTreeMap<u32, usize>,
    safe: usize,
}

impl State {
    fn is_safe(&self) -> bool {
        self.safe == self.changed
    }
}

struct Disk {
    root: PathBuf,
    states: BTreeMap<PathBuf, State>,
    violations: Vec<Violation>,
}

impl Disk {
    fn see(&mut self, line: usize, moment: Moment, call: &Call, rules: &Rules<'_>) {
        match (call.name.as_str(), moment) {
            ("write" | "pwrite64" | "writev" | "ftruncate", Moment::Began) => {
                self.change(descriptor(&call.arguments));
            }
            ("fsync" | "fdatasync", Moment::Began) => {
                if let Some(state) = self.of(descriptor(&call.arguments)) {
                    state.syncing.insert(call.thread, state.changed);
                }
            }
            ("fsync" | "fdatasync", Moment::Ended) => {
                let happened = call.happened();
                if let Some(state) = self.of(descriptor(&call.arguments))
                    && let Some(reached) = state.syncing.remove(&call.thread)
                    && happened
                {
                    state.safe = reached.max(state.safe);
                }
            }
            ("openat" | "open" | "creat", Moment::Ended) if call.happened() => self.opened(call),
            ("mkdir" | "mkdirat", Moment::Ended) if call.happened() => {
                let made = self.paths(&call.arguments).into_iter().next();
                self.entered(made);
            }
            ("link" | "linkat", Moment::Ended) if call.happened() => {
                let paths = self.paths(&call.arguments);
                if let [from, to] = paths.as_slice() {
                    let state = self.states.get(from).cloned().unwrap_or_default();
                    self.states.insert(to.clone(), state);
                    self.entered(Some(to.clone()));
                    self.named(line, to);
                }
            }
            ("rename" | "renameat" | "renameat2", Moment::Ended) if call.happened() => {
                let paths = self.paths(&call.arguments);
                if let [from, to] = paths.as_slice() {
                    let state = self.states.remove(from).unwrap_or_default();
                    self.states.insert(to.clone(), state);
                    self.entered(Some(to.clone()));
                    self.named(line, to);
                }
            }
            ("connect", Moment::Began)
                if call.arguments.contains(&format!("htons({})", rules.port)) =>
            {
                self.expect_journals(line, "a seat is asked");
            }
            ("exit_group", Moment::Began) if rules.good.contains(&call.arguments.trim()) => {
                let unsafe_paths = self.states.iter().filter(|(path, state)| {
                    !state.is_safe() && path.starts_with(&self.root) && !is_passing(path)
                });
                let lost: Vec<PathBuf> = unsafe_paths.map(|(path, _)| path.clone()).collect();
                for lost in lost {
                    self.violate(line, "the program ends well", lost);
                }
            }
            _ => {}
        }
    }

    fn opened(&mut self, call: &Call) {
        let arguments = &call.arguments;
        let Some(path) = call.result.as_deref().and_then(descriptor) else {
            return;
        };
        if !path.starts_with(&self.root) {
            return;
        }
        let is_new = !self.states.contains_key(&path);
        if arguments.contains("O_CREAT") && is_new {
            self.entered(Some(path.clone()));
        }
        if arguments.contains("O_TRUNC") {
            self.change(Some(path.clone()));
        }
        self.states.entry(path).or_default();
    }

    /// Notes that a name was entered into its folder.
    fn entered(&mut self, path: Option<PathBuf>) {
        let Some(path) = path.filter(|path| !is_passing(path)) else { return };
        self.change(path.parent().map(Path::to_owned));
    }

    fn change(&mut self, path: Option<PathBuf>) {
        if let Some(state) = self.of(path) {
            state.changed += 1;
        }
    }

    fn of(&mut self, path: Option<PathBuf>) -> Option<&mut State> {
        let path = path.filter(|path| path.starts_with(&self.root))?;
        Some(self.states.entry(path).or_default())
    }

    /// Checks a file that got its final name.
    fn named(&mut self, line: usize, path: &Path) {
        if !path.starts_with(&self.root) {
            return;
        }
        if self.states.get(path).is_some_and(|state| !state.is_safe()) {
            self.violate(line, "a file gets its name", path.to_owned());
        }
        self.expect_journals(line, "a derived file gets its name");
    }

    /// Checks that no journal, nor its name, can be lost.
    fn expect_journals(&mut self, line: usize, deed: &str) {
        let is_journal = |path: &&PathBuf| path.to_string_lossy().ends_with(".journal.jsonl");
        let journals: Vec<PathBuf> = self.states.keys().filter(is_journal).cloned().collect();
        let mut looked = journals.clone();
        for journal in &journals {
            // The folder's other entries may be newer than the journal, so only what stands above it is looked at.
            let above =
                journal.ancestors().skip(1).take_while(|above| above.starts_with(&self.root));
            looked.extend(above.map(Path::to_owned));
        }
        looked.sort();
        looked.dedup();
        let derived = deed.starts_with("a derived");
        let folders: Vec<&Path> = journals.iter().filter_map(|journal| journal.parent()).collect();
        for path in looked {
            // The derived file's own name is what just changed the folder.
            if derived && folders.contains(&path.as_path()) {
                continue;
            }
            if self.states.get(&path).is_some_and(|state| !state.is_safe()) {
                self.violate(line, deed, path);
            }
        }
    }

    fn violate(&mut self, line: usize, deed: &str, lost: PathBuf) {
        self.violations.push(Violation { line, deed: deed.to_owned(), lost });
    }

    /// Returns the paths named in arguments, resolved.
    fn paths(&self, arguments: &str) -> Vec<PathBuf> {
        let texts = arguments.split('"').skip(1).step_by(2);
        texts.map(|path| self.root.join(path)).collect()
    }
}

/// Returns the path that `strace` shows for the first descriptor.
fn descriptor(text: &str) -> Option<PathBuf> {
    let (_, rest) = text.split_once('<')?;
    rest.split_once('>').map(|(path, _)| PathBuf::from(path))
}

/// Tells whether a file is not there to stay: a lock, or a file under its temporary name.
fn is_passing(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "lock" || extension == "tmp")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::trace::parse;

    /// A session that syncs whatever counts.
    const SOUND: &str = r#"1 mkdir("/repo/e", 0777) = 0
1 fsync(3</repo>) = 0
1 openat(AT_FDCWD</repo>, "/repo/e/s.journal.jsonl", O_RDWR|O_CREAT|O_EXCL|O_APPEND, 0666) = 4</repo/e/s.journal.jsonl>
1 openat(AT_FDCWD</repo>, "/repo/e/s.lock", O_RDWR|O_CREAT, 0666) = 5</repo/e/s.lock>
1 write(5</repo/e/s.lock>, "{}", 2) = 2
1 fsync(6</repo/e>) = 0
1 write(4</repo/e/s.journal.jsonl>, "{}", 2) = 2
1 fdatasync(4</repo/e/s.journal.jsonl>) = 0
1 connect(7<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(99), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
1 write(4</repo/e/s.journal.jsonl>, "{}", 2) = 2
1 fdatasync(4</repo/e/s.journal.jsonl>) = 0
1 openat(AT_FDCWD</repo>, "/repo/e/.s.yaml.1-0.tmp", O_RDWR|O_CREAT|O_EXCL, 0666) = 8</repo/e/.s.yaml.1-0.tmp>
1 write(8</repo/e/.s.yaml.1-0.tmp>, "a: 1", 4) = 4
1 fsync(8</repo/e/.s.yaml.1-0.tmp>) = 0
1 rename("/repo/e/.s.yaml.1-0.tmp", "/repo/e/s.yaml") = 0
1 fsync(6</repo/e>) = 0
1 exit_group(0) = ?
"#;

    fn rules(found: &[PathBuf]) -> Rules<'_> {
        Rules { root: Path::new("/repo"), port: 99, found, good: &["0"] }
    }

    fn violations(log: &str) -> Vec<Violation> {
        check(&parse(log), &rules(&[]))
    }

    #[test]
    fn a_session_that_syncs_whatever_counts_is_sound() {
        assert_eq!(violations(SOUND), []);
    }

    #[test]
    fn every_sync_that_is_left_out_or_fails_is_missed() {
        let syncs: Vec<_> = SOUND.lines().filter(|line| line.contains("sync(")).collect();
        assert_eq!(syncs.len(), 6);
        for sync in syncs {
            let line = SOUND.lines().position(|line| line == sync).unwrap();
            for instead in [
                String::new(),
                sync.replace("= 0", "= 0 (INJECTED)"),
                sync.replace("= 0", "= -1 EIO (Input/output error)"),
            ] {
                let mut lines: Vec<_> = SOUND.lines().collect();
                lines[line] = &instead;
                assert_ne!(violations(&lines.join("\n")), [], "{sync} became {instead}");
            }
        }
    }

    #[test]
    fn a_journal_that_was_found_is_synced_before_it_counts() {
        let found = [PathBuf::from("/repo/e/s.journal.jsonl")];
        let journal = "1 fsync(4</repo/e/s.journal.jsonl>) = 0\n";
        let folder = "1 fsync(5</repo/e>) = 0\n";
        let ask = "1 connect(7<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(99)}, 16) = 0\n";
        for (log, violations) in [
            ([journal, folder, ask].concat(), 0),
            ([folder, ask].concat(), 1),
            ([journal, ask].concat(), 1),
            (ask.to_owned(), 2),
        ] {
            let checked = check(&parse(&log), &rules(&found));
            assert_eq!(checked.len(), violations, "{log}");
        }
    }

    #[test]
    fn a_sync_covers_only_what_was_written_before_it_began() {
        let late = SOUND.replacen(
            "1 fdatasync(4</repo/e/s.journal.jsonl>) = 0\n1 connect",
            "1 fdatasync(4</repo/e/s.journal.jsonl> <unfinished ...>\n\
             2 write(4</repo/e/s.journal.jsonl>, \"{}\", 2) = 2\n\
             1 <... fdatasync resumed>) = 0\n1 connect",
            1,
        );
        let found = violations(&late);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].to_string(),
            "line 11: a seat is asked before `/repo/e/s.journal.jsonl` is synced"
        );
    }
}
