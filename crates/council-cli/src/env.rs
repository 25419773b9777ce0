//! The process's surroundings: every environment variable is declared and read here, once.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this is the one module that reads the process's surroundings"
)]

use std::{
    env,
    ffi::{OsStr, OsString},
    io::{self, BufRead, IsTerminal as _, Read as _},
    path::{Path, PathBuf},
};

use council::formats::{
    input,
    report::{Width, clean},
};

/// The most bytes of a file with a key.
const KEY: u64 = 64 * 1024;

/// The variables that mean something to us, besides those that hold the keys of providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variable {
    /// Turns colour off.
    NoColor,
    /// Turns colour on.
    ForceColor,
    /// Names the kind of terminal.
    Term,
    /// Says how wide what people read may be; clap reads it too, for the help.
    Columns,
    /// Names the machine.
    Hostname,
    /// Names a file for the log.
    Log,
    /// Names the folder of the user's settings.
    ConfigHome,
    /// Names the folder of what can be made again.
    CacheHome,
    /// Names the home folder.
    Home,
    /// Says that this is a pipeline.
    Ci,
    /// Says so in Azure Pipelines, which do not set the other one.
    AzurePipelines,
    /// Says so in `TeamCity`.
    TeamCity,
    /// Says so in AWS `CodeBuild`.
    CodeBuild,
    /// Says so in Jenkins.
    Jenkins,
    /// Names the store that many machines share.
    Store,
    /// Holds the token of a store.
    StoreToken,
}

impl Variable {
    /// Every variable.
    pub(crate) const ALL: [Variable; 16] = [
        Variable::NoColor,
        Variable::ForceColor,
        Variable::Term,
        Variable::Columns,
        Variable::Hostname,
        Variable::Log,
        Variable::ConfigHome,
        Variable::CacheHome,
        Variable::Home,
        Variable::Ci,
        Variable::AzurePipelines,
        Variable::TeamCity,
        Variable::CodeBuild,
        Variable::Jenkins,
        Variable::Store,
        Variable::StoreToken,
    ];

    /// Those that say that this is a pipeline.
    const PIPELINES: [Variable; 5] = [
        Variable::Ci,
        Variable::AzurePipelines,
        Variable::TeamCity,
        Variable::CodeBuild,
        Variable::Jenkins,
    ];

    /// Returns the variable's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Variable::NoColor => "NO_COLOR",
            Variable::ForceColor => "CLICOLOR_FORCE",
            Variable::Term => "TERM",
            Variable::Columns => "COLUMNS",
            Variable::Hostname => "HOSTNAME",
            Variable::Log => "COUNCIL_LOG",
            Variable::ConfigHome => "XDG_CONFIG_HOME",
            Variable::CacheHome => "XDG_CACHE_HOME",
            Variable::Home => "HOME",
            Variable::Ci => "CI",
            Variable::AzurePipelines => "TF_BUILD",
            Variable::TeamCity => "TEAMCITY_VERSION",
            Variable::CodeBuild => "CODEBUILD_BUILD_ID",
            Variable::Jenkins => "JENKINS_URL",
            Variable::Store => "COUNCIL_STORE",
            Variable::StoreToken => "COUNCIL_STORE_TOKEN",
        }
    }

    /// Returns what the variable means.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Variable::NoColor => {
                "any value but the empty one turns colour off under `--color auto`"
            }
            Variable::ForceColor => {
                "any value but `0` and the empty one turns colour on under `--color auto`, also into a pipe; \
                 `NO_COLOR` outranks it"
            }
            Variable::Term => "`dumb` turns colour off under `--color auto`",
            Variable::Columns => {
                "how wide what people read may be, in place of the terminal's own width; the help is at most 100 wide"
            }
            Variable::Hostname => "names the machine in the lock of a session",
            Variable::Log => {
                "names a file to which is added what happens between this program and the providers of models, such as \
                 `/dev/stderr`; no key and no text of a packet stands in it"
            }
            Variable::ConfigHome => {
                "the folder in which `council/config.toml` is looked for; only an absolute path counts"
            }
            Variable::CacheHome => {
                "the folder below which agents run, in `council`; `~/.cache` where it is not set"
            }
            Variable::Home => {
                "the folder whose `.config` is looked at where `XDG_CONFIG_HOME` is not set, and at which the search for a \
                 repository ends"
            }
            Variable::Ci => {
                "any value but `false`, `0` and the empty one says that this is a pipeline, which answers for no review: \
                 `--unsigned` and `--acknowledge` record nothing"
            }
            Variable::AzurePipelines => "says the same as `CI`, in Azure Pipelines",
            Variable::TeamCity => "says the same as `CI`, in TeamCity",
            Variable::CodeBuild => "says the same as `CI`, in AWS CodeBuild",
            Variable::Jenkins => "says the same as `CI`, in Jenkins",
            Variable::Store => {
                "the address of a store that many machines share, for every command that takes `--store`; here its password \
                 does not stand in the list of processes"
            }
            Variable::StoreToken => {
                "the token that opens a tenant of the store; whoever owns the database needs none"
            }
        }
    }

    fn read(self) -> Option<OsString> {
        env::var_os(self.name())
    }
}

/// What surrounds the process, read once at its start.
#[derive(Debug)]
pub(crate) struct Environment {
    /// What was typed, with the program's name first.
    pub(crate) arguments: Vec<OsString>,
    /// The current folder; none when it was deleted.
    pub(crate) folder: Option<PathBuf>,
    /// What the machine is called.
    pub(crate) host: String,
    /// Where the log goes, if there is to be one.
    pub(crate) log: Option<PathBuf>,
    /// How many columns a variable says that there are.
    pub(crate) columns: Option<usize>,
    /// The user's home folder, if it is said.
    pub(crate) home: Option<PathBuf>,
    /// The folder of the user's settings, if there can be one.
    pub(crate) config: Option<PathBuf>,
    /// The folder of what can be made again, if there can be one.
    pub(crate) cache: Option<PathBuf>,
    /// Whether this is a pipeline, in which nobody can answer for anything.
    pub(crate) is_pipeline: bool,
    /// The address of a store that many machines share, if one is named.
    pub(crate) store: Option<Hidden>,
    /// The token of that store.
    pub(crate) store_token: Option<Hidden>,
    /// What the variables say about colour.
    pub(crate) wish: ColorWish,
    /// What standard input comes from.
    pub(crate) stdin: Sink,
    /// What standard output leads to.
    pub(crate) stdout: Sink,
    /// What standard error leads to.
    pub(crate) stderr: Sink,
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Hidden(pub(crate) String);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(hidden)")
    }
}

impl From<&str> for Hidden {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// Reads a variable that is never shown; an empty one is none.
fn hidden(variable: Variable) -> Option<Hidden> {
    let text = variable.read()?.into_string().ok()?;
    (!text.is_empty()).then_some(Hidden(text))
}

/// Reads standard input to its end, or to one byte more than a text may have.
pub(crate) fn standard_input() -> io::Result<Vec<u8>> {
    let limit = u64::try_from(input::LARGEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns standard input, for a program that speaks on it.
pub(crate) fn input() -> impl BufRead + Send + 'static {
    io::BufReader::new(io::stdin())
}

/// Reads the variable that a provider's settings name.
pub(crate) fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// Reads the file that a user's settings name, and tells whether other accounts can read it too.
pub(crate) fn key_file(path: &Path) -> io::Result<(String, bool)> {
    let file = std::fs::File::open(path)?;
    let is_shared = is_shared(&file.metadata()?);
    let mut text = String::new();
    file.take(KEY).read_to_string(&mut text)?;
    Ok((text, is_shared))
}

#[cfg(unix)]
fn is_shared(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    about.is_file() && about.mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn is_shared(_about: &std::fs::Metadata) -> bool {
    false
}

/// Tells whether whoever started this process wants a closed terminal to be ignored.
#[cfg(unix)]
pub(crate) fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 != 0)
}

/// Opens the file that the log is added to; it is somebody's own and may lie outside of the repository.
pub(crate) fn log_file(path: &Path) -> io::Result<impl io::Write + Send + use<>> {
    std::fs::OpenOptions::new().create(true).append(true).open(path)
}

/// Returns what the command prints that a user's settings name. It runs in a folder of the user's, never in a repository.
pub(crate) fn printed(command: &[String], folder: &Path) -> io::Result<String> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
    let output = std::process::Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(output.status.to_string()));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// Reads a variable that names a folder; one that is not absolute would lead into whatever folder this is run in.
fn absolute(variable: Variable) -> Option<PathBuf> {
    variable.read().map(PathBuf::from).filter(|path| path.is_absolute())
}

/// What the environment says about colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColorWish {
    /// Nothing: a terminal gets colour, everything else does not.
    Unsaid,
    /// Colour, also into a pipe.
    Forced,
    /// No colour.
    Refused,
}

/// What a stream leads to or comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sink {
    /// A person is looking.
    Terminal,
    /// A file, a pipe or another program.
    Other,
}

impl Environment {
    /// Reads everything there is to read.
    pub(crate) fn read() -> Self {
        let home = absolute(Variable::Home);
        Self {
            arguments: env::args_os().collect(),
            folder: env::current_dir().ok(),
            host: Variable::Hostname.read().map_or_else(
                || "this machine".to_owned(),
                |name| name.to_string_lossy().into_owned(),
            ),
            log: Variable::Log.read().filter(|path| !path.is_empty()).map(PathBuf::from),
            columns: Variable::Columns.read().as_deref().and_then(columns),
            config: absolute(Variable::ConfigHome)
                .or_else(|| Some(home.as_ref()?.join(".config")))
                .map(|folder| folder.join("council")),
            cache: absolute(Variable::CacheHome)
                .or_else(|| Some(home.as_ref()?.join(".cache")))
                .map(|folder| folder.join("council")),
            home,
            is_pipeline: Variable::PIPELINES
                .iter()
                .any(|one| one.read().is_some_and(|value| is_said(&value))),
            store: hidden(Variable::Store),
            store_token: hidden(Variable::StoreToken),
            wish: ColorWish::of(
                Variable::NoColor.read().as_deref(),
                Variable::ForceColor.read().as_deref(),
                Variable::Term.read().as_deref(),
            ),
            stdin: Sink::of(io::stdin().is_terminal()),
            stdout: Sink::of(io::stdout().is_terminal()),
            stderr: Sink::of(io::stderr().is_terminal()),
        }
    }

    /// Returns how wide what people read may be: as a variable says, else as wide as the terminal, if there is one.
    pub(crate) fn width(&self) -> Width {
        let terminal = || match self.stdout {
            Sink::Terminal => crossterm::terminal::size().ok().map(|(columns, _)| columns.into()),
            Sink::Other => None,
        };
        self.columns
            .or_else(terminal)
            .filter(|columns| *columns > 0)
            .map_or(Width::Open, Width::Columns)
    }

    /// Tells whether something that cannot be shown as it is was typed.
    pub(crate) fn has_hidden_arguments(&self) -> bool {
        self.arguments.iter().any(|word| !clean::is_harmless(&word.to_string_lossy()))
    }
}

/// Tells whether a variable says yes.
fn is_said(value: &OsStr) -> bool {
    !["", "0"].iter().any(|no| value == *no) && !value.eq_ignore_ascii_case("false")
}

/// Reads a number of columns; a variable that holds none says nothing.
fn columns(value: &OsStr) -> Option<usize> {
    value.to_str()?.trim().parse().ok().filter(|columns| *columns > 0)
}

impl ColorWish {
    /// `NO_COLOR` is a person's word and outranks what a script forces.
    fn of(no_color: Option<&OsStr>, force: Option<&OsStr>, term: Option<&OsStr>) -> Self {
        if no_color.is_some_and(|value| !value.is_empty()) {
            return ColorWish::Refused;
        }
        if force.is_some_and(|value| !value.is_empty() && value != "0") {
            return ColorWish::Forced;
        }
        if term.is_some_and(|value| value == "dumb") {
            return ColorWish::Refused;
        }
        ColorWish::Unsaid
    }
}

impl Sink {
    fn of(is_terminal: bool) -> Self {
        if is_terminal { Sink::Terminal } else { Sink::Other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(no_color: Option<&str>, force: Option<&str>, term: Option<&str>) -> ColorWish {
        ColorWish::of(no_color.map(OsStr::new), force.map(OsStr::new), term.map(OsStr::new))
    }

    #[test]
    fn no_color_outranks_everything_and_an_empty_one_is_unset() {
        assert_eq!(wish(Some("1"), Some("1"), None), ColorWish::Refused);
        assert_eq!(wish(Some("0"), None, None), ColorWish::Refused);
        assert_eq!(wish(Some(""), None, None), ColorWish::Unsaid);
    }

    #[test]
    fn force_outranks_a_dumb_terminal_and_zero_is_unset() {
        assert_eq!(wish(None, Some("1"), Some("dumb")), ColorWish::Forced);
        assert_eq!(wish(None, Some("0"), None), ColorWish::Unsaid);
        assert_eq!(wish(None, None, Some("dumb")), ColorWish::Refused);
    }
}
