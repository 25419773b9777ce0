//! `config.toml` in the user's own folder: where models are asked, with which key, through which proxy, and which agents
//! may be started. None of it may stand in a repository, which anybody may have written.

use std::{collections::BTreeMap, num::NonZeroU64};

use council_core::diagnostic::Diagnostic;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{project::DecideSettings, setting};

/// The name of the file in the user's folder.
pub const FILE: &str = "config.toml";

/// Where the file usually is, for people.
pub const SHOWN: &str = "~/.config/council/config.toml";

/// A user's settings.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "User")]
pub struct User {
    /// Servers that models are asked at, by the name in front of a model, such as `azure` in `azure:MODEL`. A name that is
    /// known without settings, such as `openai`, keeps what is not set here.
    pub providers: BTreeMap<String, ProviderSettings>,
    /// What models cost, in dollars for a million tokens, by their whole name, such as `openai:MODEL`.
    pub prices: BTreeMap<String, PriceSettings>,
    /// Coding agents that a repository may name. The command line may name any.
    pub agents: AgentsSettings,
    /// The most that a session may use; a repository can lower it, and flags outrank it.
    pub limits: LimitSettings,
    /// What is trusted although others can write it.
    pub trust: TrustSettings,
    /// By which ways a human may decide, whatever a repository says.
    pub decide: DecideSettings,
}

/// Coding agents, by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AgentsSettings {
    /// Claude Code.
    pub claude: Option<AgentSettings>,
    /// Codex.
    pub codex: Option<AgentSettings>,
    /// Gemini CLI.
    pub gemini: Option<AgentSettings>,
}

impl AgentsSettings {
    /// Returns what is said about an agent, if something is.
    pub fn get(&self, name: &str) -> Option<&AgentSettings> {
        match name {
            "claude" => self.claude.as_ref(),
            "codex" => self.codex.as_ref(),
            "gemini" => self.gemini.as_ref(),
            _ => None,
        }
    }
}

/// A coding agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AgentSettings {
    /// The program, where it is not the one that `PATH` finds.
    pub program: Option<String>,
    /// Environment variables that it gets besides the usual ones.
    pub environment: Vec<String>,
    /// After how many seconds of silence it is asked again. Most agents are silent until they answer.
    pub answer_within: Option<NonZeroU64>,
}

/// The most that a session may use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Tokens of all its calls together.
    pub budget: Option<u64>,
    /// Seconds that it is active.
    pub timeout: Option<u64>,
}

/// What is trusted although others can write it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TrustSettings {
    /// Folders, by their whole paths, in and below which a `council.toml` may belong to anybody.
    pub folders: Vec<String>,
}

/// A server that models are asked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderSettings {
    /// What it speaks.
    pub wire: Option<WireSetting>,
    /// Where it is, up to what all its paths begin with.
    pub base_url: Option<String>,
    /// The environment variable that holds the key.
    pub key_variable: Option<String>,
    /// The file that holds the key.
    pub key_file: Option<String>,
    /// The command that prints the key, with its arguments.
    pub key_command: Option<Vec<String>>,
    /// The header that carries the key, where it is not the usual one.
    pub key_header: Option<String>,
    /// How many calls it takes at a time.
    pub concurrency: Option<u32>,
    /// How many calls it takes in a minute.
    pub requests_per_minute: Option<u64>,
    /// How many tokens may be sent to it in a minute.
    pub tokens_per_minute: Option<u64>,
    /// After how many seconds without an answer a question is asked once more beside the first; both are paid for.
    pub hedge_after: Option<u64>,
    /// After how many seconds of silence a question is asked again. A stream that is alive is never cut, and an answer that
    /// comes late is taken all the same.
    pub answer_within: Option<NonZeroU64>,
    /// The proxy in front of it.
    pub proxy: Option<String>,
    /// How closely the server holds a model to the shape of a reply.
    pub schema: Option<SchemaSetting>,
    /// The most tokens of one reply.
    pub most_tokens: Option<u32>,
}

/// What a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WireSetting {
    /// Anthropic's Messages.
    Anthropic,
    /// The chat API that OpenAI began and most servers speak.
    Chat,
    /// OpenAI's Responses.
    Responses,
    /// Google's Gemini.
    Gemini,
}

/// How closely a server holds a model to the shape of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SchemaSetting {
    /// One shape for all questions, so that the beginning of a question can be cached.
    Common,
    /// The shape of this question's reply, with the modes, places and findings there are; small models need it.
    Exact,
    /// Not at all: the shape is asked for in words.
    None,
}

/// What a model costs, in dollars for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceSettings {
    /// Tokens that are read.
    pub input: f64,
    /// Tokens that are read from the provider's cache; as dear as others where it is not said.
    pub cache_read: Option<f64>,
    /// Tokens that are read and put into the cache; as dear as others where it is not said.
    pub cache_written: Option<f64>,
    /// Tokens that are written.
    pub output: f64,
}

impl User {
    /// Tells whether the file says where a key lies or how it is had.
    pub fn leads_to_keys(&self) -> bool {
        self.providers.values().any(|one| one.key_file.is_some() || one.key_command.is_some())
    }
}

/// Reads the user's `config.toml`.
pub fn read(path: &str, text: &str) -> Result<User, Diagnostic> {
    setting::read(path, text)
}

/// What `council init --user` writes: every setting, as a comment.
pub const TEMPLATE: &str = "\
# What Council may use on this account. No repository can say any of this.
# docs/reference/schemas/config-toml.schema.json describes it for editors.

# [providers.NAME]                 # a server for models that are called NAME:MODEL
# wire = \"chat\"                    # anthropic, chat, responses or gemini
# base_url = \"http://127.0.0.1:8080/v1\"
# key_variable = \"NAME_API_KEY\"    # or key_file, or key_command = [\"pass\", \"show\", \"name\"]
# concurrency = 4                  # calls at a time
# requests_per_minute = 50         # calls in a minute, and
# tokens_per_minute = 30000        # tokens sent in a minute; what is more waits
# answer_within = 300              # seconds of silence after which a question is asked again; a late answer still counts
# hedge_after = 60                 # seconds after which a question without an answer is asked again, and paid twice
# schema = \"exact\"                 # common, exact or none: how closely replies are held to their shape
# most_tokens = 4000               # tokens of one reply

# [prices]                         # dollars for a million tokens; outranks what is known
# \"openai:MODEL\" = { input = 1.25, cache_read = 0.125, output = 10.0 }

# [agents.claude]                  # agents that a repository may name: claude, codex, gemini
# program = \"/usr/local/bin/claude\"
# answer_within = 300              # seconds of silence after which it is asked again
# environment = [\"ANTHROPIC_API_KEY\"]   # variables it gets besides PATH, HOME and the like

# [limits]                         # the most a session may use; a repository can only lower it
# budget = 100000                  # tokens
# timeout = 3600                   # seconds

# [trust]
# folders = [\"/builds\"]            # in and below these a council.toml may belong to anybody

# [decide]
# mcp = \"refuse\"                  # no decision comes through a coding agent's program, whatever a council.toml says
";

/// Returns the part of the manual page about the file.
pub(crate) fn reference() -> String {
    format!(
        "# `config.toml`\n\n\
         What a user lets Council use: `$XDG_CONFIG_HOME/council/config.toml`, else `{SHOWN}`. \
         No repository can\nsay any of it; each of these settings but `[decide]`, which refuses where one of the two does, is an error in \
         `council.toml` that names this file. \
         [The schema](schemas/config-toml.schema.json)\nlets an editor complete and check it.\n\n\
         `council init --user` writes this, for its owner alone:\n\n\
         ```toml\n{TEMPLATE}```\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::McpSetting;

    #[test]
    fn the_template_sets_nothing_and_its_comments_are_settings() {
        assert_eq!(read(FILE, TEMPLATE).unwrap(), User::default());
        let user = read(FILE, &setting::uncommented(TEMPLATE)).unwrap();
        assert_eq!((user.providers.len(), user.prices.len()), (1, 1));
        assert_eq!(user.limits, LimitSettings { budget: Some(100_000), timeout: Some(3600) });
        assert_eq!(user.trust.folders, ["/builds"]);
        assert_eq!(user.decide.mcp, McpSetting::Refuse);
        assert!(user.agents.get("claude").is_some() && user.agents.get("codex").is_none());
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_key_that_was_meant() {
        let error = read(FILE, "[providers.here]\nbase_ulr = \"x\"\n").unwrap_err();
        assert_eq!(error.place.to_string(), "config.toml:2");
        assert_eq!(error.help.as_deref(), Some("did you mean `base_url`?"));
        let error = read(FILE, "[review]\nreviewer = \"rules\"\n").unwrap_err();
        assert!(error.message.contains("unknown field `review`"), "{}", error.message);
    }

    #[test]
    fn patience_is_at_least_a_second() {
        let read =
            |seconds: u32| read(FILE, &format!("[providers.here]\nanswer_within = {seconds}\n"));
        let patience = read(900).unwrap().providers["here"].answer_within;
        assert_eq!(patience.map(NonZeroU64::get), Some(900));
        assert_eq!(read(0).unwrap_err().place.to_string(), "config.toml:2");
    }

    #[test]
    fn a_file_that_says_where_a_key_is_leads_to_keys() {
        let leads = |setting: &str| {
            read(FILE, &format!("[providers.a]\n{setting}\n")).unwrap().leads_to_keys()
        };
        assert!(leads("key_file = \"x\"") && leads("key_command = [\"x\"]"));
        assert!(!leads("key_variable = \"X\""));
    }
}
