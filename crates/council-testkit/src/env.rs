//! A hermetic place to run the binary in: a fresh repository and an environment with nothing of the machine's in it.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Component, Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use tempfile::TempDir;

/// A key that stands in the environment of every run. No output and no file of any test may hold it.
pub const CANARY: &str = "sk-canary-7f3a9c51e0b24d68";

/// The variables that keys are looked for in.
const KEYS: [&str; 4] =
    ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];

/// A fresh repository on disk and the binary to run in it; both folders go away with the value.
#[derive(Debug)]
pub struct TestEnv {
    folder: TempDir,
    repo: PathBuf,
    binary: PathBuf,
}

/// What one run of the binary said and how it ended.
#[must_use = "what a command said is what a test is about"]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Standard output, with the repository's folder written as `[REPO]`.
    pub stdout: String,
    /// Standard error, with the repository's folder written as `[REPO]`.
    pub stderr: String,
    /// The exit code; 128 plus the signal's number if a signal ended the process, as in a shell.
    pub code: i32,
}

impl TestEnv {
    /// Makes a fresh repository. Tests of the binary pass `env!("CARGO_BIN_EXE_council")`.
    pub fn new(binary: impl Into<PathBuf>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let real = fs::canonicalize(folder.path()).expect("the temporary folder is there");
        let repo = real.join("repo");
        // The mark keeps the search for the repository's root from climbing out of the temporary folder.
        fs::create_dir_all(repo.join(".git")).expect("the repository can be made");
        fs::create_dir(real.join("home")).expect("the home folder can be made");
        Self { folder, repo, binary: binary.into() }
    }

    /// Returns the repository's folder.
    pub fn repo(&self) -> &Path {
        &self.repo
    }

    /// Writes a file of the repository, with its folders.
    ///
    /// # Panics
    /// If the path leads out of the repository or the disk refuses.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        assert!(is_inside(path), "`{path}` leads out of the repository");
        let target = self.repo.join(path);
        let folder = target.parent().expect("a file has a folder");
        fs::create_dir_all(folder).expect("a folder can be made in the repository");
        fs::write(target, text).expect("a file can be written in the repository");
    }

    /// Writes the settings of the user, for their owner alone.
    pub fn write_user(&self, text: &str) {
        let folder = self.home().join(".config/council");
        fs::create_dir_all(&folder).expect("the user's folder can be made");
        let path = folder.join("config.toml");
        fs::write(&path, text).expect("the user's settings can be written");
        private(&path);
    }

    /// Returns the home folder of whoever runs the binary.
    pub fn home(&self) -> PathBuf {
        self.repo.with_file_name("home")
    }

    /// Reads a file of the repository, or nothing if it is not there.
    pub fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.repo.join(path)).ok()
    }

    /// Runs the binary in the repository: no input, no terminal, no variable of the machine's.
    pub fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Output {
        self.ended(&self.command(arguments).output().expect("the binary starts"))
    }

    /// Runs the binary where nobody has set a key.
    pub fn run_keyless<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Output {
        let mut command = self.command(arguments);
        for variable in KEYS {
            command.env_remove(variable);
        }
        self.ended(&command.output().expect("the binary starts"))
    }

    /// Runs the binary with just these arguments: what stands in for a reviewer is no drill unless they say so.
    pub fn run_undrilled<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Output {
        self.ended(&self.plain_command(arguments).output().expect("the binary starts"))
    }

    /// Returns what [`TestEnv::run`] runs, for whoever wants to start it and not wait. Where the arguments name what only
    /// stands in for a reviewer, or go on with what may have had one, a drill is meant.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut arguments: Vec<OsString> =
            arguments.into_iter().map(|one| one.as_ref().to_owned()).collect();
        let is = |word: &str| arguments.iter().any(|one| one == word);
        let names_a_stand_in = arguments.iter().filter_map(|one| one.to_str()).any(|one| {
            ["scripted:", "cassette:", "loopback:"].iter().any(|kind| one.contains(kind))
        });
        let drills = ["review", "panel", "forum"].iter().any(|command| is(command));
        let goes_on = is("resume") || (is("gate") && (is("handoff") || is("forum")));
        if ((drills && names_a_stand_in) || goes_on) && !is("--drill") && !is("decide") {
            let end = arguments.iter().position(|one| one == "--").unwrap_or(arguments.len());
            arguments.insert(end, "--drill".into());
        }
        self.plain_command(arguments)
    }

    fn plain_command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .args(arguments)
            .current_dir(&self.repo)
            .env_clear()
            .env("HOME", self.repo.with_file_name("home"))
            .env("LANG", "C.UTF-8")
            .env("TZ", "UTC")
            .env("COUNCIL_LOG", self.repo.with_file_name("log"))
            .envs(KEYS.map(|variable| (variable, CANARY)))
            .stdin(Stdio::null());
        command
    }

    /// Returns what a run said.
    ///
    /// # Panics
    /// If it said a key, or something in JSON that no schema describes.
    fn ended(&self, output: &std::process::Output) -> Output {
        let (stdout, stderr) = (self.shown(&output.stdout), self.shown(&output.stderr));
        assert!(!stdout.contains(CANARY), "the key is in the output: {stdout}");
        assert!(!stderr.contains(CANARY), "the key is in the output: {stderr}");
        #[cfg(feature = "schemas")]
        crate::printed::hold(&stdout);
        Output { stdout, stderr, code: code(output.status) }
    }

    fn shown(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        let text = text.replace(&*self.repo.to_string_lossy(), "[REPO]");
        text.replace(&*self.folder.path().to_string_lossy(), "[OUTSIDE]")
    }
}

/// Looks for the key in every file that a test leaves behind.
impl Drop for TestEnv {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let leak = leak(self.folder.path());
            assert!(leak.is_none(), "the key is in `{}`", leak.unwrap_or_default().display());
        }
    }
}

fn leak(folder: &Path) -> Option<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().find_map(|entry| {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => leak(&path),
            Ok(kind) if kind.is_file() => {
                let bytes = fs::read(&path).unwrap_or_default();
                let is_there = bytes.windows(CANARY.len()).any(|part| part == CANARY.as_bytes());
                is_there.then_some(path)
            }
            Ok(_) | Err(_) => None,
        }
    })
}

#[cfg(unix)]
fn private(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::Permissions::from_mode(0o600);
    fs::set_permissions(path, mode).expect("a file of one's own can be made private");
}

#[cfg(not(unix))]
fn private(_path: &Path) {}

/// Tells whether a path stays below the folder it is joined to.
pub(crate) fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(unix)]
fn code(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt as _;
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(-1)
}

#[cfg(not(unix))]
fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or(-1)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(env: &TestEnv, script: &str) -> Output {
        env.run(["-c", script])
    }

    #[test]
    #[should_panic(expected = "the key is in the output")]
    fn a_key_that_is_printed_is_noticed() {
        let _ = shell(&TestEnv::new("/bin/sh"), "echo \"$OPENAI_API_KEY\" >&2");
    }

    #[test]
    #[should_panic(expected = "the key is in `")]
    fn a_key_that_is_written_is_noticed() {
        let _ = shell(&TestEnv::new("/bin/sh"), "echo \"$GEMINI_API_KEY\" > log.txt");
    }

    #[test]
    fn output_and_code_are_kept_apart() {
        let output = shell(&TestEnv::new("/bin/sh"), "echo out; echo err >&2; exit 7");
        let expected = Output { stdout: "out\n".into(), stderr: "err\n".into(), code: 7 };
        assert_eq!(output, expected);
    }

    #[test]
    fn nothing_of_the_machine_leaks_in() {
        let output = shell(&TestEnv::new("/bin/sh"), "echo \"${CARGO_MANIFEST_DIR-none}\"");
        assert_eq!(output.stdout, "none\n");
    }

    #[test]
    fn the_repository_is_shown_by_name_not_by_its_random_folder() {
        let env = TestEnv::new("/bin/sh");
        env.write("docs/a.md", "hello\n");
        let output = shell(&env, "pwd; cat docs/a.md");
        assert_eq!(output.stdout, "[REPO]\nhello\n");
        assert_eq!(env.read("docs/a.md").as_deref(), Some("hello\n"));
        assert_eq!(env.read("docs/b.md"), None);
    }

    #[test]
    fn a_death_by_signal_is_told_as_in_a_shell() {
        assert_eq!(shell(&TestEnv::new("/bin/sh"), "kill -9 $$").code, 137);
    }

    #[test]
    #[should_panic(expected = "leads out")]
    fn a_file_outside_the_repository_is_refused() {
        TestEnv::new("/bin/sh").write("../a.md", "x");
    }
}
