//! Coding agents that are installed here, as models: a process a call, the question on its standard input, no tools, an
//! empty folder around it.
//!
//! An agent reads the instructions of the folder it is started in and of those above it; started in an empty one below a
//! folder that is ours alone, it is told little else than the question. It gets the variables that it is given and no others.
//! The question never stands in an argument, where other users of the machine could read it.

#[cfg(feature = "models")]
mod group;
#[cfg(feature = "models")]
mod listen;
#[cfg(feature = "models")]
mod place;
mod said;

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use council_engine::Pulse;

use crate::{
    failure::{Failure, FailureKind},
    wire::Usage,
};

/// What Codex can do besides answering, as far as it can be told not to.
const CODEX_OFF: [&str; 12] = [
    "web_search=\"disabled\"",
    "features.shell_tool=false",
    "features.unified_exec=false",
    "features.view_image=false",
    "features.image_generation=false",
    "features.browser_use=false",
    "features.computer_use=false",
    "features.multi_agent=false",
    "features.apps=false",
    "features.plugins=false",
    "features.hooks=false",
    "features.goals=false",
];

/// An agent and, where somebody chose one, its model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    kind: AgentKind,
    model: Option<String>,
    program: String,
    environment: Vec<(String, String)>,
    home: Option<PathBuf>,
}

/// The environment variables that an agent gets where its user has set them: who and where they are, how to find programs
/// and certificates. No other is handed on, whatever it holds.
const USUAL: [&str; 21] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TERM",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "SYSTEMROOT",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "PATHEXT",
];

/// A kind of agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AgentKind {
    Claude,
    Codex,
    Gemini,
}

/// The text names no agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnAgent(String);

impl fmt::Display for NotAnAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no agent `{}`: use `claude`, `codex` or `gemini`, with or without `:MODEL`",
            self.0.escape_debug()
        )
    }
}

impl std::error::Error for NotAnAgent {}

impl FromStr for Agent {
    type Err = NotAnAgent;

    fn from_str(text: &str) -> Result<Self, NotAnAgent> {
        let (name, model) = match text.split_once(':') {
            Some((name, model)) => (name, Some(model)),
            None => (text, None),
        };
        let kind = match name {
            "claude" => AgentKind::Claude,
            "codex" => AgentKind::Codex,
            "gemini" => AgentKind::Gemini,
            _ => return Err(NotAnAgent(text.chars().take(60).collect())),
        };
        // What begins with a dash would be another argument.
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:@".contains(c))
        };
        if !model.is_none_or(is_name) {
            return Err(NotAnAgent(text.chars().take(60).collect()));
        }
        Ok(Self {
            kind,
            model: model.map(str::to_owned),
            program: name.to_owned(),
            environment: Vec::new(),
            home: None,
        })
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        self.model.as_ref().map_or(Ok(()), |model| write!(f, ":{model}"))
    }
}

impl AgentKind {
    fn word(self) -> &'static str {
        match self {
            AgentKind::Claude => "claude",
            AgentKind::Codex => "codex",
            AgentKind::Gemini => "gemini",
        }
    }
}

/// What an agent said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentReply {
    /// The text.
    pub text: String,
    /// What it cost, if the agent said so.
    pub usage: Option<Usage>,
    /// How many bytes it was given.
    pub bytes_sent: u64,
}

impl Agent {
    /// Takes the program from another place than the usual one.
    #[must_use]
    pub fn at(self, program: impl Into<String>) -> Self {
        Self { program: program.into(), ..self }
    }

    /// Gives it environment variables; it gets no others.
    #[must_use]
    pub fn with_environment(self, environment: Vec<(String, String)>) -> Self {
        Self { environment, ..self }
    }

    /// Lets it run below a folder of the user's own, which is made where it is not there.
    #[must_use]
    pub fn below(self, home: Option<PathBuf>) -> Self {
        Self { home, ..self }
    }

    /// Names the environment variables that it is handed where they are set: the usual ones, and those of its own.
    pub fn variables(&self) -> impl Iterator<Item = &'static str> + use<> {
        let own: &[&str] = match self.kind {
            AgentKind::Claude => {
                &["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR"]
            }
            AgentKind::Codex => &["OPENAI_API_KEY", "CODEX_API_KEY", "CODEX_HOME"],
            AgentKind::Gemini => &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
        };
        USUAL.into_iter().chain(own.iter().copied())
    }

    /// Returns its name, without its model.
    pub fn name(&self) -> &'static str {
        self.kind.word()
    }

    /// Returns the family of its models.
    pub fn family(&self) -> &'static str {
        match self.kind {
            AgentKind::Claude => "claude",
            AgentKind::Codex => "gpt",
            AgentKind::Gemini => "gemini",
        }
    }

    /// Tells the agent something and hears its answer. Whatever it writes is a sign of life. Dropping the future ends its
    /// process and those it started.
    #[cfg(feature = "models")]
    pub async fn ask(&self, told: &str, pulse: &Pulse) -> Result<AgentReply, Failure> {
        use std::process::Stdio;

        use tokio::process::Command;
        use tracing::debug;

        use self::{group::ProcessTree, place::CallFolder};
        use crate::sse::LARGEST;

        let place = CallFolder::make(self.home.as_deref()).map_err(|error| unreachable(&error))?;
        let arguments = self.arguments(&place.rules());
        debug!("starting `{}` with {arguments:?}, {} bytes on its input", self.program, told.len());
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .env("TMPDIR", place.scratch())
            .current_dir(place.empty())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let (mut child, group) =
            ProcessTree::start(&mut command).map_err(|error| self.unstarted(&error))?;
        let (said, complaints, status) =
            listen::converse(&mut child, group, told.as_bytes(), pulse)
                .await
                .map_err(|error| unreachable(&error))?;
        debug!("`{}` ended with {status} and {} bytes", self.program, said.len());
        if said.len() > LARGEST {
            return Err(Failure::new(FailureKind::TooLarge, format!("more than {LARGEST} bytes")));
        }
        let said =
            String::from_utf8(said).map_err(|_| Failure::new(FailureKind::Garbled, "not UTF-8"))?;
        if !status.success() {
            let complaints = String::from_utf8_lossy(&complaints);
            let why = said::why(self.kind, &said, &complaints);
            return Err(Failure::new(
                FailureKind::ServerError,
                format!("`{}`: {status}: {why}", self.program),
            ));
        }
        let (text, usage) = said::read(self.kind, &said)?;
        if text.trim().is_empty() {
            return Err(Failure::new(FailureKind::Empty, ""));
        }
        let bytes_sent = u64::try_from(told.len()).unwrap_or(u64::MAX);
        Ok(AgentReply { text, usage, bytes_sent })
    }

    /// Refuses to start the agent: this program was built without models.
    #[cfg(not(feature = "models"))]
    pub async fn ask(&self, _told: &str, _pulse: &Pulse) -> Result<AgentReply, Failure> {
        Err(self.unstarted(&io::Error::other("this program was built without models")))
    }

    fn unstarted(&self, error: &io::Error) -> Failure {
        Failure::new(FailureKind::NotInstalled, format!("`{}`: {error}", self.program))
    }

    /// Returns the arguments: one answer, no tools, nothing kept, and none of what its user has told it for other work.
    fn arguments(&self, rules: &Path) -> Vec<String> {
        let fixed: &[&str] = match self.kind {
            AgentKind::Claude => &[
                "-p",
                "--output-format",
                "json",
                "--tools",
                "",
                "--strict-mcp-config",
                "--safe-mode",
                "--no-session-persistence",
            ],
            AgentKind::Codex => &[
                "exec",
                "--json",
                "--sandbox",
                "read-only",
                "--skip-git-repo-check",
                "--ephemeral",
                "--ignore-user-config",
                "--ignore-rules",
            ],
            AgentKind::Gemini => &[
                "--output-format",
                "json",
                "--approval-mode",
                "default",
                "--skip-trust",
                "--extensions",
                "none",
                "--allowed-mcp-server-names",
                "none",
                "--admin-policy",
            ],
        };
        let mut all: Vec<String> = fixed.iter().map(ToString::to_string).collect();
        match self.kind {
            AgentKind::Claude => {}
            AgentKind::Codex => {
                all.extend(CODEX_OFF.iter().flat_map(|off| ["-c".to_owned(), off.to_string()]));
            }
            AgentKind::Gemini => all.push(rules.display().to_string()),
        }
        if let Some(name) = &self.model {
            all.extend(["--model".to_owned(), name.clone()]);
        }
        if self.kind == AgentKind::Codex {
            all.push("-".to_owned());
        }
        all
    }
}

fn unreachable(error: &io::Error) -> Failure {
    Failure::new(FailureKind::Unreachable, error.to_string())
}
