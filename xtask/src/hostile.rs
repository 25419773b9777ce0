//! `cargo xtask hostile`: every command in `examples/hostile-repository`, with the system's own word for what it did.
//!
//! A command that is asked to look at a stranger's repository starts no program, opens no connection, reads nothing outside
//! of the repository and the user's folder, and writes nothing but what it was asked to write.

use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};
use council_testkit::{TestEnv, repo_root};

use crate::{
    crash::trace::{self, Call, Install},
    shell,
};

/// What is looked at.
const CALLS: &str = "%file,%process,%network";

/// What every program on this system reads.
const SYSTEM: [&str; 11] = [
    "/lib/",
    "/lib64/",
    "/usr/lib/",
    "/usr/lib64/",
    "/etc/ld.so.",
    "/proc/",
    "/sys/",
    "/dev/null",
    "/dev/urandom",
    "/usr/share/zoneinfo/",
    "/etc/localtime",
];

/// Settings that a user would have, in a checkout that is the home folder.
const HOME: &str = "the checkout as home";

/// A command, and where in the repository it may write.
struct Asked {
    words: &'static [&'static str],
    writes: &'static [&'static str],
}

const RECORDS: &[&str] = &["evidence", "workspace"];
/// The user's own folder for what is made for a while, in which `demo` shows what the commands do.
const SCRATCH: &str = "the user's folders for what is made for a while";
const FORUM: &[&str] = &["projects/shop"];

const fn asked(words: &'static [&'static str]) -> Asked {
    Asked { words, writes: RECORDS }
}

/// Every command, most with what a stranger would like it to look at.
const COMMANDS: &[Asked] = &[
    asked(&["check", "docs"]),
    asked(&["check", "docs/out.md"]),
    asked(&["check", "evidence"]),
    asked(&["completions", "bash"]),
    Asked { words: &["demo"], writes: &[SCRATCH] },
    asked(&["diff"]),
    asked(&["diff", "--base", "main"]),
    asked(&["diff", "--base", "main", "--repo", "gits/led"]),
    asked(&["diff", "--base", "main", "--repo", "gits/shared"]),
    asked(&["diff", "--base", "main", "--repo", "gits/borrowed"]),
    asked(&["diff", "--base", "main", "--repo", "gits/linked"]),
    asked(&["diff", "--base", "main", "--repo", "gits/settings"]),
    asked(&["doctor"]),
    asked(&["doctor", "--no-probe"]),
    asked(&["explain", "vague-time"]),
    asked(&["gate", "stage", "SPEC-1", "--stage", "plan"]),
    asked(&["gate", "handoff", "p"]),
    asked(&["gate", "handoff", "p", "--unsigned", "it is fine", "--by", "Ada"]),
    asked(&["gate", "handoff", "p", "--acknowledge", "it is fine", "--by", "Ada"]),
    asked(&["gate", "rereview", "p"]),
    asked(&["gate", "rereview", "p", "--proceed", "--rationale", "done", "--by", "Ada"]),
    asked(&[
        "gate",
        "stage",
        "SPEC-1",
        "--stage",
        "plan",
        "--ci",
        "--evidence-root",
        "docs/outside",
    ]),
    asked(&["gate", "forum", "shop"]),
    asked(&["lint"]),
    asked(&["lint", "."]),
    asked(&["lint", "docs/prd.md"]),
    asked(&["lint", "docs/out.md"]),
    asked(&["lint", "docs/pipe.md"]),
    asked(&["lint", "docs/prd.md", "--baseline", "docs/out.md"]),
    Asked { words: &["lint", "--fix", "docs/prd.md"], writes: &["docs"] },
    asked(&["modes", "docs/prd.md"]),
    asked(&["review"]),
    asked(&["review", "docs/prd.md", "--depth", "light"]),
    asked(&["review", "docs/prd.md", "--dry-run"]),
    asked(&["review", "docs/prd.md"]),
    asked(&["review", "docs"]),
    asked(&["review", "docs/outside"]),
    asked(&["review", "docs/prd.md", "--north-star", "docs/out.md"]),
    asked(&["review", "../../../../etc/hostname"]),
    asked(&["panel", "docs/prd.md", "--project", "p", "--dry-run"]),
    asked(&["panel", "docs/prd.md", "--project", "p"]),
    asked(&["panel", "docs/out.md", "--project", "q"]),
    asked(&["decide", "--project", "p", "--accept-all", "--by", "Ada"]),
    asked(&["decide", "latest"]),
    asked(&["revise", "docs/prd.md", "--project", "p"]),
    asked(&["revise", "docs/out.md", "--project", "p"]),
    asked(&["restore", "p"]),
    asked(&["answer", "latest", "--list"]),
    asked(&["answer", "p", "--list"]),
    asked(&["answer", "latest", "--seat", "SA-1", "--file", "docs/out.md", "--by", "Ada"]),
    asked(&["answer", "latest", "--seat", "SA-1", "--file", "docs/pipe.md", "--by", "Ada"]),
    asked(&["lint", "--learn", "docs"]),
    asked(&["tasks", "--project", "p"]),
    asked(&["replay", "latest"]),
    asked(&["resume", "latest"]),
    asked(&["resume", "latest", "--cancel"]),
    asked(&["resume", "latest", "--budget", "9000000"]),
    asked(&["show"]),
    asked(&["show", "latest"]),
    asked(&["show", "p"]),
    asked(&["tui"]),
    // It would listen for ever: what would let other machines in is refused.
    asked(&["serve", "--bind", "0.0.0.0"]),
    asked(&["lsp"]),
    asked(&["mcp"]),
    asked(&["hook", "claude"]),
    // No repository can name a store.
    asked(&["export", "latest"]),
    asked(&["import", "latest"]),
    asked(&["worker", "--until-empty"]),
    asked(&["store", "migrate"]),
    asked(&["store", "status"]),
    asked(&["store", "tenant", "other"]),
    asked(&["store", "quota", "anthropic"]),
    asked(&["store", "token", "other"]),
    asked(&["store", "revoke", "ada"]),
    asked(&["store", "erase", "latest"]),
    asked(&["store", "expire"]),
    asked(&["rules"]),
    Asked { words: &["forum", "--project", "shop", "--once", "Ship it?"], writes: FORUM },
    Asked { words: &["decide", "--forum", "shop", "--redirect", "No"], writes: FORUM },
    Asked {
        words: &["forum", "--project", "shop", "--packet", "docs/out.md", "--once", "Ship it?"],
        writes: FORUM,
    },
    Asked { words: &["init"], writes: &["council.toml"] },
    asked(&["init", "--user"]),
    asked(&["trust"]),
    asked(&["trust", "--list"]),
];

/// Runs every command in every form of the repository.
pub(crate) fn run() -> Result<()> {
    if !trace::is_there(Install::Try) {
        println!(
            "skipped: without `strace` nobody sees what a command does in a hostile repository"
        );
        return Ok(());
    }
    covers_every_command()?;
    shell::run(&mut shell::command("cargo", &["build", "--quiet", "--package", "council-cli"]))?;
    let binary = env::current_exe().context("failed to find this program")?;
    let binary = binary.with_file_name("council");
    control()?;
    let (mut count, mut problems) = (0, Vec::new());
    for settings in [Some("council.toml"), Some("nasty.toml"), Some(HOME), None] {
        let scene = Scene::set(&binary, settings)?;
        for asked in COMMANDS {
            count += 1;
            let mut command = scene.env.command(asked.words);
            command.env("TMPDIR", scene.scratch());
            if settings == Some(HOME) {
                command.env("HOME", scene.env.repo());
            }
            let found = scene.watch(&command, asked.writes)?;
            let named = settings.unwrap_or("no settings");
            problems.extend(
                found
                    .into_iter()
                    .map(|one| format!("{} with {named}: {one}", asked.words.join(" "))),
            );
        }
    }
    println!("hostile repository: {count} commands, {} problems", problems.len());
    if problems.is_empty() {
        return Ok(());
    }
    for problem in &problems {
        eprintln!("  {problem}");
    }
    bail!("a repository got more than a review")
}

/// Fails where a command is not tried.
fn covers_every_command() -> Result<()> {
    let root = council_cli::command();
    for command in root.get_subcommands() {
        let below: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
        let names = |asked: &Asked, group: &str, one: Option<&str>| {
            asked.words.first() == Some(&group)
                && one.is_none_or(|one| asked.words.get(1) == Some(&one))
        };
        let (group, below) = (
            command.get_name(),
            if below.is_empty() { vec![None] } else { below.into_iter().map(Some).collect() },
        );
        for one in below {
            let is_tried = COMMANDS.iter().any(|asked| names(asked, group, one));
            ensure!(
                is_tried,
                "no command of the hostile repository tries `{group} {}`",
                one.unwrap_or_default()
            );
        }
    }
    Ok(())
}

/// Shows that the harness sees what it looks for.
fn control() -> Result<()> {
    let scene = Scene { env: TestEnv::new("/bin/sh"), own: PathBuf::from("/nowhere") };
    let script = "cat /etc/passwd > /dev/null; echo x > stray; mkdir aside; exit 0";
    let found = scene.watch(&scene.env.command(["-c", script]), RECORDS)?;
    for sign in ["starts", "reads `/etc/passwd`", "stray` is written", "aside` is written"] {
        ensure!(found.iter().any(|one| one.contains(sign)), "nobody noticed `{sign}`: {found:?}");
    }
    Ok(())
}

/// A repository with everything in it, and whose user has a provider of their own.
struct Scene {
    env: TestEnv,
    own: PathBuf,
}

impl Scene {
    fn set(binary: &Path, settings: Option<&str>) -> Result<Self> {
        let env = TestEnv::new(binary);
        let from = repo_root().join("examples/hostile-repository");
        copy(&env, &from, "")?;
        let own = env.home().join(".config/council");
        begin_session(&env)?;
        env.write_user("[providers.mine]\nwire = \"chat\"\nbase_url = \"http://127.0.0.1:9\"\nkey_command = [\"touch\", \"looked\"]\n");
        match settings {
            Some("council.toml") => {}
            Some(HOME) => {
                env.write("council.toml", "[review]\nreviewer = \"mine:m\"\n");
                env.write(".config/council/config.toml", fs::read(own.join("config.toml"))?);
            }
            Some(other) => env.write("council.toml", fs::read(from.join(other))?),
            None => fs::remove_file(env.repo().join("council.toml"))?,
        }
        lead_git_out(&env)?;
        fs::create_dir(env.home().join("scratch"))?;
        symlink("/etc/hostname", env.repo().join("docs/out.md"))?;
        symlink("/etc", env.repo().join("docs/outside"))?;
        symlink("/etc/passwd", env.repo().join("projects/shop/prd.md"))?;
        symlink("/dev/zero", env.repo().join(".gitignore"))?;
        symlink("/dev/zero", env.repo().join("docs/.ignore"))?;
        let pipe = env.repo().join("docs/pipe.md").display().to_string();
        shell::run(&mut shell::command("mkfifo", &[&pipe]))?;
        Ok(Self { env, own })
    }

    fn scratch(&self) -> PathBuf {
        self.env.home().join("scratch")
    }

    /// Tells whether a path is in the user's own folders for what is made for a while.
    fn is_scratch(&self, path: &Path) -> bool {
        let cache = self.env.home().join(".cache");
        path == cache || path.starts_with(cache.join("council")) || path.starts_with(self.scratch())
    }

    /// Runs a command and says what it did that it may not do.
    fn watch(&self, command: &Command, writes: &[&str]) -> Result<Vec<String>> {
        let log = self.env.repo().with_file_name("strace.log");
        let mut command = command_without_log(command);
        let mut traced = trace::traced(&command, CALLS, None, &log);
        command = std::mem::replace(&mut traced, Command::new("true"));
        let status =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.context("failed to start `strace`")?;
        let calls = trace::read(&log)?;
        ensure!(calls.len() > 3, "nothing was seen of {command:?}");
        Ok(calls.iter().enumerate().filter_map(|(at, call)| self.wrong(at, call, writes)).collect())
    }

    fn wrong(&self, at: usize, call: &Call, writes: &[&str]) -> Option<String> {
        if !call.happened() {
            return None;
        }
        let name = call.name.as_str();
        match name {
            "execve" | "execveat" if at > 0 => Some(format!("starts {}", call.arguments)),
            "fork" | "vfork" => Some("starts a process".to_owned()),
            "clone" | "clone3" if !call.arguments.contains("CLONE_THREAD") => {
                Some("starts a process".to_owned())
            }
            // A `socketpair` within the process is how signals are waited for.
            "socket" | "connect" | "bind" | "listen" | "sendto" | "sendmsg" => {
                Some(format!("reaches for the network: {name}({})", call.arguments))
            }
            "open" | "openat" | "openat2" | "creat" => {
                let path = between(call.result.as_deref()?, '<', '>')?;
                let is_written = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"]
                    .iter()
                    .any(|flag| call.arguments.contains(flag));
                if is_written { self.written(path, writes) } else { self.read(path) }
            }
            "rename" | "renameat" | "renameat2" | "link" | "linkat" | "symlink" | "symlinkat"
            | "unlink" | "unlinkat" | "mkdir" | "mkdirat" | "rmdir" | "truncate" | "chmod"
            | "fchmodat" | "chown" | "fchownat" | "utimensat" => self
                .named(&call.arguments)
                .iter()
                .find_map(|path| self.written(&path.to_string_lossy(), writes)),
            _ => None,
        }
    }

    /// Returns the paths that a call names. One that is not whole counts from the folder that is named before it.
    fn named(&self, arguments: &str) -> Vec<PathBuf> {
        let (mut from, mut paths) = (self.env.repo().to_owned(), Vec::new());
        for (at, part) in arguments.split('"').enumerate() {
            if at % 2 == 1 {
                paths.push(from.join(part));
            } else if let Some(folder) = between(part, '<', '>') {
                from = PathBuf::from(folder);
            }
        }
        paths
    }

    fn read(&self, path: &str) -> Option<String> {
        let real = Path::new(path);
        let is_known = real.starts_with(self.env.repo())
            || real.starts_with(&self.own)
            || self.is_scratch(real)
            || path == "/"
            || SYSTEM.iter().any(|known| path.starts_with(known));
        (!is_known).then(|| format!("reads `{path}`"))
    }

    fn written(&self, path: &str, writes: &[&str]) -> Option<String> {
        let real = Path::new(path);
        let is_asked = writes.iter().any(|one| {
            if *one == SCRATCH {
                return self.is_scratch(real);
            }
            let wanted = self.env.repo().join(one);
            // A file appears under a temporary name beside its own.
            real.starts_with(&wanted) || (wanted.is_file() && is_beside(real, &wanted))
        });
        let is_own = real.starts_with(self.env.home().join(".config"));
        let is_nothing = path.starts_with("/dev/null") || path.starts_with("/dev/tty");
        (!is_asked && !is_own && !is_nothing).then(|| format!("`{path}` is written"))
    }
}

fn is_beside(path: &Path, file: &Path) -> bool {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    path.parent() == file.parent() && name(path).starts_with(&format!(".{}.", name(file)))
}

/// Makes repositories whose git folders would lead somewhere else or start a program, if they were obeyed.
fn lead_git_out(env: &TestEnv) -> Result<()> {
    let head = "ref: refs/heads/main\n";
    env.write("gits/led/.git", "gitdir: /etc\n");
    for name in ["shared", "borrowed", "linked", "settings"] {
        env.write(&format!("gits/{name}/.git/HEAD"), head);
        env.write(&format!("gits/{name}/specs/a.md"), "# A\n\n- FR-1: It must work.\n");
    }
    env.write("gits/shared/.git/commondir", "/etc\n");
    env.write("gits/borrowed/.git/objects/info/alternates", "/etc\n");
    let linked = env.repo().join("gits/linked/.git");
    symlink("/etc", linked.join("objects"))?;
    fs::create_dir_all(linked.join("refs/heads"))?;
    symlink("/etc/hostname", linked.join("refs/heads/main"))?;
    symlink("/etc/passwd", linked.join("packed-refs"))?;
    env.write(
        "gits/settings/.git/config",
        "[core]\n\tfsmonitor = touch looked\n\thooksPath = hooks\n\tsshCommand = touch looked\n[diff]\n\texternal = touch looked\n[include]\n\tpath = /etc/passwd\n[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\turl = ext::touch looked\n\tpromisor = true\n",
    );
    env.write("gits/settings/.git/refs/heads/main", "0123456789012345678901234567890123456789\n");
    Ok(())
}

/// Leaves a session behind that somebody else began and did not end.
fn begin_session(env: &TestEnv) -> Result<()> {
    let council = env.repo().join("council.toml");
    let settings = fs::read(&council)?;
    fs::remove_file(&council)?;
    env.write("slow.yaml", "answers:\n  - {delay_ms: 600000, reply: {findings: []}}\n");
    let mut child = env
        .command(["review", "docs/prd.md", "--reviewer", "scripted:slow.yaml"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    while !is_asked(&env.repo().join("evidence")) && child.try_wait()?.is_none() {
        std::thread::yield_now();
    }
    child.kill()?;
    child.wait()?;
    fs::write(council, settings)?;
    Ok(())
}

/// Tells whether a journal below a folder says that somebody was asked.
fn is_asked(folder: &Path) -> bool {
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return is_asked(&path);
        }
        path.extension().is_some_and(|extension| extension == "jsonl")
            && fs::read_to_string(&path).is_ok_and(|text| text.contains("\"asked\""))
    })
}

fn copy(env: &TestEnv, from: &Path, to: &str) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if to.is_empty() { name } else { format!("{to}/{name}") };
        if entry.path().is_dir() {
            copy(env, &entry.path(), &path)?;
        } else {
            env.write(&path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Takes the log of a test away: it is written because the test asks for it.
fn command_without_log(command: &Command) -> Command {
    let mut plain = Command::new(command.get_program());
    plain.args(command.get_args()).env_clear();
    if let Some(folder) = command.get_current_dir() {
        plain.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        if let (true, Some(value)) = (name != "COUNCIL_LOG", value) {
            plain.env(name, value);
        }
    }
    plain
}

fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.split_once(open)?.1.rsplit_once(close).map(|(inside, _)| inside)
}
