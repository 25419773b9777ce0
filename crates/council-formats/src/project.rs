//! `council.toml`: what a project has decided about its reviews. Flags outrank it.
//!
//! A key that means nothing here is an error with the key that was probably meant, because a setting that is silently
//! ignored is a review that silently did something else.

use std::collections::BTreeMap;

use council_core::{
    depth::Depth,
    diagnostic::{Diagnostic, Place},
    finding::SeatId,
    severity::Severity,
    spelling,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// The name of the file.
pub const FILE: &str = "council.toml";

/// A project's settings, as they stand in `council.toml`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Project")]
pub struct Project {
    /// How reviews are held.
    pub review: ReviewSettings,
    /// What fills single seats, such as `SA-2 = "rules"`; a seat that is not named has the reviewer of `review`.
    pub seats: SeatSettings,
    /// Where things are.
    pub paths: PathSettings,
    /// How documents are linted.
    pub lint: LintSettings,
    /// Where tasks go once a PRD may be built.
    pub tasks: TaskSettings,
    /// Servers that models are asked at, by the name in front of a model, such as `azure` in `azure:MODEL`. A name that is
    /// known without settings, such as `openai`, keeps what is not set here.
    pub providers: BTreeMap<String, ProviderSettings>,
    /// What models cost, in dollars for a million tokens, by their whole name, such as `openai:MODEL`.
    pub prices: BTreeMap<String, PriceSettings>,
}

/// Where tasks go once a PRD may be built.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TaskSettings {
    /// The project-management destination; without it, somebody has to choose one (phase 4.5).
    pub to: Option<Destination>,
}

/// Where tasks go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Destination {
    /// A page for people.
    Markdown,
    /// One JSON object.
    Json,
    /// The bodies of requests to create issues on GitHub, one a line.
    Github,
    /// Comma-separated values for Jira's importer.
    Jira,
    /// Comma-separated values for Linear's importer.
    Linear,
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

/// How documents are linted: rules are named by their name, their kind or their category.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LintSettings {
    /// Only these rules are asked; empty for all.
    pub select: Vec<String>,
    /// These rules are not asked.
    pub ignore: Vec<String>,
    /// Files or folders, with the rules that are not asked there.
    pub paths: BTreeMap<String, Vec<String>>,
}

/// How reviews are held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewSettings {
    /// How deep to go.
    pub depth: Option<DepthSetting>,
    /// What fills every seat.
    pub reviewer: Option<String>,
    /// The most tokens all calls of a session together may use.
    pub budget: Option<u64>,
    /// The longest time a session may be active, in seconds.
    pub timeout: Option<u64>,
    /// The vision file to review against.
    pub north_star: Option<String>,
    /// Who decides what the council cannot.
    pub escalation_target: Option<String>,
    /// The mildest severity that fails a review. Blockers and majors always do.
    pub fail_on: Option<FailOn>,
}

/// What fills single seats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SeatSettings {
    /// The first seat.
    #[serde(rename = "SA-1")]
    pub first: Option<String>,
    /// The second seat.
    #[serde(rename = "SA-2")]
    pub second: Option<String>,
    /// The third seat.
    #[serde(rename = "SA-3")]
    pub third: Option<String>,
}

impl SeatSettings {
    /// Returns what fills each seat that is named.
    pub fn named(&self) -> BTreeMap<SeatId, &str> {
        let named = [&self.first, &self.second, &self.third].map(Option::as_deref);
        SeatId::ALL.into_iter().zip(named).filter_map(|(seat, name)| Some((seat, name?))).collect()
    }
}

/// Where things are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PathSettings {
    /// Folders in which packets are looked for by their id, before the usual ones.
    pub packets: Vec<String>,
}

/// How deep a review goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DepthSetting {
    /// The deterministic gates.
    Light,
    /// Also, every seat reads.
    Standard,
    /// Also, the seats look at each other's findings.
    Deep,
    /// Also, what is not settled is voted on.
    Council,
}

impl From<DepthSetting> for Depth {
    fn from(setting: DepthSetting) -> Self {
        match setting {
            DepthSetting::Light => Depth::Light,
            DepthSetting::Standard => Depth::Standard,
            DepthSetting::Deep => Depth::Deep,
            DepthSetting::Council => Depth::Council,
        }
    }
}

/// The mildest severity that fails a review: a project can be stricter than the contracts, never laxer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// As the contracts say.
    Major,
    /// Minor findings too.
    Minor,
    /// Whatever there is.
    Note,
}

impl From<FailOn> for Severity {
    fn from(fail_on: FailOn) -> Self {
        match fail_on {
            FailOn::Major => Severity::Major,
            FailOn::Minor => Severity::Minor,
            FailOn::Note => Severity::Note,
        }
    }
}

/// Reads `council.toml`.
pub fn read(path: &str, text: &str) -> Result<Project, Diagnostic> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| {
            let before = text.get(..span.start).unwrap_or_default();
            u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1)
        });
        let message = error.message().to_owned();
        let refused = Diagnostic::error("bad-setting", Place::file(path).at(line), message.clone());
        match meant(&message) {
            Some(meant) => refused.help(format!("did you mean `{meant}`?")),
            None => refused,
        }
    })
}

/// Returns the known word nearest to the one that was refused: the first in backticks is refused, the others are known.
fn meant(message: &str) -> Option<&str> {
    let mut words = message.split('`').skip(1).step_by(2);
    let refused = words.next()?;
    spelling::nearest(refused, words)
}

/// What `council init` writes: every setting with its default, as a comment.
pub const TEMPLATE: &str = "\
# How Council reviews this project. Every line that is commented out shows the default.
# Flags outrank this file; docs/reference/schemas/council-toml.schema.json describes it for editors.

[review]
# depth = \"council\"                # light, standard, deep or council
# reviewer = \"rules\"               # what fills the seats: rules works offline, without a model
# budget = 100000                  # tokens a session may use
# timeout = 3600                   # seconds a session may be active
# north_star = \"references/NORTH_STAR.md\"
# escalation_target = \"AUTH_PRODUCT\"
# fail_on = \"major\"                # the mildest severity that fails a review: major, minor or note

[seats]
# SA-1 = \"rules\"                   # one seat may be filled by something else
# SA-2 = \"rules\"
# SA-3 = \"rules\"

[paths]
# packets = []                     # folders with packets, looked at before documents/prds, docs, prds, specs

[lint]
# select = []                      # only these rules, kinds or categories
# ignore = []                      # not these
# paths = {}                       # not these below a path: { \"docs/old\" = [\"weak-modal\"] }

[tasks]
# to = \"markdown\"                 # where `council tasks` hands over to: markdown, json, github, jira or linear

# [providers.NAME]                 # a server for models that are called NAME:MODEL
# wire = \"chat\"                    # anthropic, chat, responses or gemini
# base_url = \"http://127.0.0.1:8080/v1\"
# key_variable = \"NAME_API_KEY\"    # or key_file, or key_command = [\"pass\", \"show\", \"name\"]
# concurrency = 4                  # calls at a time
# requests_per_minute = 50         # calls in a minute, and
# tokens_per_minute = 30000        # tokens sent in a minute; what is more waits
# hedge_after = 60                 # seconds after which a question without an answer is asked again, and paid twice
# schema = \"exact\"                 # common, exact or none: how closely replies are held to their shape
# most_tokens = 4000               # tokens of one reply

# [prices]                         # dollars for a million tokens; outranks what is known
# \"openai:MODEL\" = { input = 1.25, cache_read = 0.125, output = 10.0 }
";

/// Returns the manual page of the file.
pub fn reference() -> String {
    format!(
        "# `council.toml`\n\n\
         What a project has decided about its reviews. The file lies at the root of the repository, and every setting \
         is optional.\nA flag outranks it. An unknown key, a wrong type or a second value for a key is an error with its \
         line, and with the\nkey that was probably meant. [The schema](schemas/council-toml.schema.json) lets an editor \
         complete and check it.\n\n\
         `council init` writes this, with every setting and its default:\n\n\
         ```toml\n{TEMPLATE}```\n\n\
         `fail_on` can make a project stricter than the contracts, never laxer: blockers and majors always fail a \
         review.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let error = read(FILE, text).unwrap_err();
        format!("{}: {} ({})", error.place, error.message, error.help.unwrap_or_default())
    }

    #[test]
    fn settings_are_read_and_what_is_left_out_is_not_set() {
        let text = "[review]\nbudget = 5\ndepth = \"deep\"\n[seats]\nSA-2 = \"rules\"\n";
        let project = read(FILE, text).unwrap();
        assert_eq!(project.review.budget, Some(5));
        assert_eq!(project.review.depth.map(Depth::from), Some(Depth::Deep));
        assert_eq!(project.review.timeout, None);
        assert_eq!(project.seats.named().len(), 1);
        assert_eq!(read(FILE, "").unwrap(), Project::default());
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_key_that_was_meant() {
        assert!(
            refused("[review]\n\nbudgt = 5\n").starts_with("council.toml:3: unknown field `budgt`")
        );
        assert!(refused("[review]\nbudgt = 5\n").ends_with("(did you mean `budget`?)"));
        assert!(refused("[reviews]\n").ends_with("(did you mean `review`?)"));
        assert!(refused("[review]\ndepth = \"deap\"\n").ends_with("(did you mean `deep`?)"));
        assert!(refused("[seats]\nSA-4 = \"rules\"\n").contains("unknown field `SA-4`"));
        assert!(refused("[review]\nfail_on = \"blocker\"\n").contains("unknown variant `blocker`"));
    }

    #[test]
    fn a_wrong_type_and_a_second_value_are_refused_with_their_line() {
        assert!(
            refused("[review]\nbudget = \"much\"\n").starts_with("council.toml:2: invalid type")
        );
        assert!(
            refused("[review]\nbudget = 1\nbudget = 2\n")
                .starts_with("council.toml:3: duplicate key")
        );
        assert!(refused("[review\n").starts_with("council.toml:1: "));
    }

    #[test]
    fn the_template_sets_nothing_and_its_comments_are_settings() {
        assert_eq!(read(FILE, TEMPLATE).unwrap(), Project::default());
        let uncommented: String = TEMPLATE
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(setting) if setting.contains(" = ") || setting.starts_with('[') => {
                    format!("{setting}\n")
                }
                _ => format!("{line}\n"),
            })
            .collect();
        let project = read(FILE, &uncommented).unwrap();
        assert_eq!(project.review.depth, Some(DepthSetting::Council));
        assert_eq!(project.seats.named().len(), 3);
        assert_eq!(project.tasks.to, Some(Destination::Markdown));
        assert_eq!((project.providers.len(), project.prices.len()), (1, 1));
    }
}
