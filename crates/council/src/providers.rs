//! The models that can fill seats: where they are, how their keys are had, what they cost.

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZeroU64,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use council_core::{policy::Policy, spelling};
use council_engine::Clock;
use council_formats::user::{
    self, AgentsSettings, PriceSettings, ProviderSettings, SchemaSetting, User, WireSetting,
};
use council_llm::{
    Agent, Manners, ModelName, PRESETS, Preset, Price, Provider, ProviderConfig, ProviderError,
    fence, wire::Wire,
};
use thiserror::Error;

use crate::reviewer::AnswerPrice;

pub use council_llm::{SHORTEST_KEY, SecretString, is_looked_for};

/// How many calls a provider takes at a time, if nobody says so.
const CONCURRENCY: u32 = 8;

/// The most tokens of one reply, if nobody says so.
pub(crate) const MOST_TOKENS: u32 = 4_000;

/// Where a key is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// In an environment variable.
    Variable(String),
    /// In a file.
    File(String),
    /// Printed by a command.
    Command(Vec<String>),
}

impl fmt::Display for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "the variable `{name}`"),
            Self::File(path) => write!(f, "the file `{path}`"),
            Self::Command(command) => write!(f, "the command `{}`", command.join(" ")),
        }
    }
}

/// Whoever can get at keys. A key is asked for when a seat needs it, and kept nowhere but in memory.
pub trait KeyLookup: Send + Sync {
    /// Returns the key, or says why there is none.
    fn key(&self, source: &KeySource) -> Result<SecretString, String>;

    /// Returns an environment variable that an agent is handed, if it is set.
    fn variable(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Nobody has keys.
impl KeyLookup for () {
    fn key(&self, source: &KeySource) -> Result<SecretString, String> {
        Err(format!("nobody can look into {source}"))
    }
}

/// Why a model cannot be asked.
#[derive(Debug, Error)]
pub enum ModelError {
    /// Nobody knows the provider.
    #[error("there is no provider `{name}`{}", near.as_ref().map_or_else(String::new, |near| format!("; is `{near}` meant?")))]
    UnknownProvider {
        /// What it was called.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// Its settings leave something out that is not known.
    #[error("the provider `{provider}` has no `{missing}`")]
    Incomplete {
        /// The provider.
        provider: String,
        /// The setting.
        missing: &'static str,
    },
    /// Its settings name two places for one key.
    #[error("the provider `{0}` has more than one of `key_variable`, `key_file` and `key_command`")]
    TwoKeys(String),
    /// There is no key.
    #[error("there is no key for `{provider}`: {why}")]
    NoKey {
        /// The provider.
        provider: String,
        /// Where it was looked for, and what was there.
        why: String,
    },
    /// It cannot be made.
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

impl ModelError {
    /// Returns the way out.
    pub fn help(&self) -> String {
        match self {
            Self::UnknownProvider { name, .. } => {
                let known: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
                format!(
                    "known are {}; others have `[providers.{name}]` in `{}`",
                    known.join(", "),
                    user::SHOWN
                )
            }
            Self::Incomplete { provider, missing } => {
                format!("set `{missing}` below `[providers.{provider}]` in `{}`", user::SHOWN)
            }
            Self::TwoKeys(provider) => format!("keep one of them below `[providers.{provider}]`"),
            Self::NoKey { .. } => format!(
                "set the variable, or `key_file` or `key_command` of the provider in `{}`",
                user::SHOWN
            ),
            Self::Provider(error) => error.help(user::SHOWN),
        }
    }
}

/// A model that can be asked, with what was settled about it.
#[derive(Debug, Clone)]
pub struct ConfiguredModel {
    /// Its whole name.
    pub name: ModelName,
    /// Where it is.
    pub provider: Provider,
    /// How closely the server holds it to the shape of a reply.
    pub schema: SchemaSetting,
    /// The most tokens of one reply.
    pub most_tokens: u32,
    /// For how long it may be silent, where that was settled.
    pub answer_within: Option<Duration>,
    /// What it costs, if that is known.
    pub price: Option<Price>,
}

/// Every provider there is.
pub struct Providers {
    settings: BTreeMap<String, ProviderSettings>,
    prices: BTreeMap<String, PriceSettings>,
    /// The agents that a repository may name.
    pub(crate) agents: AgentsSettings,
    most_tokens: u64,
    keys: Box<dyn KeyLookup>,
    /// Drawn once, so that the packet looks the same to every seat, and no author can know it.
    fence: Arc<str>,
    /// What providers keep their manners by.
    clock: Option<Arc<dyn Clock>>,
    /// The folder below which agents run.
    home: Option<PathBuf>,
    /// Made once, so that all seats share what a provider takes at a time.
    made: Mutex<BTreeMap<String, Provider>>,
}

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Providers").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Default for Providers {
    fn default() -> Self {
        Self::new(&User::default(), ())
    }
}

impl Providers {
    /// Takes what a user has settled, and whoever has the keys.
    pub fn new(user: &User, keys: impl KeyLookup + 'static) -> Self {
        Self {
            settings: user.providers.clone(),
            prices: user.prices.clone(),
            agents: user.agents.clone(),
            most_tokens: user.limits.budget.unwrap_or_else(|| Policy::default().budget),
            keys: Box::new(keys),
            fence: fence().into(),
            clock: None,
            home: None,
            made: Mutex::default(),
        }
    }

    /// Returns the most tokens that a repository may let a session use.
    pub(crate) fn most_tokens(&self) -> u64 {
        self.most_tokens
    }

    /// Takes a clock; without one nobody waits for a provider's limits, and nothing is asked twice.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Takes the folder below which agents run.
    #[must_use]
    pub fn with_agents_in(self, home: Option<PathBuf>) -> Self {
        Self { home, ..self }
    }

    /// Returns what fences the packet in front of models.
    pub(crate) fn fence(&self) -> Arc<str> {
        self.fence.clone()
    }

    /// Returns a model by its name. Its key is looked for, and nothing is sent.
    pub fn model(&self, name: &ModelName) -> Result<ConfiguredModel, ModelError> {
        let settled = SettledProvider::of(name.provider(), self.settings.get(name.provider()))?;
        Ok(ConfiguredModel {
            name: name.clone(),
            schema: settled.schema,
            most_tokens: settled.most_tokens,
            answer_within: settled.answer_within,
            price: self.price(name),
            provider: self.provider(settled)?,
        })
    }

    /// Refuses a model whose settings leave something out. Its key is not looked for.
    pub(crate) fn expect_settled(&self, name: &ModelName) -> Result<(), ModelError> {
        SettledProvider::of(name.provider(), self.settings.get(name.provider())).map(|_| ())
    }

    /// Returns an agent as the user wants it started.
    pub(crate) fn agent(&self, agent: &Agent) -> Agent {
        let settings = self.agents.get(agent.name()).cloned().unwrap_or_default();
        let named = agent.variables().map(str::to_owned).chain(settings.environment);
        let set = named.filter_map(|name| Some((name.clone(), self.keys.variable(&name)?)));
        let agent = agent.clone().with_environment(set.collect()).below(self.home.clone());
        match settings.program {
            Some(program) => agent.at(program),
            None => agent,
        }
    }

    /// Returns for how long an agent may be silent, where that was settled.
    pub(crate) fn agent_answers_within(&self, agent: &Agent) -> Option<Duration> {
        self.agents.get(agent.name())?.answer_within.map(seconds)
    }

    /// Returns what has to be paid for an answer of a model. Its key is not looked for.
    pub(crate) fn terms(&self, name: &ModelName) -> Result<AnswerPrice, ModelError> {
        let settled = SettledProvider::of(name.provider(), self.settings.get(name.provider()))?;
        let is_hedged = settled.manners.hedge_after.is_some() && self.clock.is_some();
        Ok(AnswerPrice {
            most_tokens: settled.most_tokens,
            price: self.price(name),
            copies: 1 + u64::from(is_hedged),
        })
    }

    /// Returns what a model costs: what the user says, else what its provider has published.
    pub fn price(&self, name: &ModelName) -> Option<Price> {
        match self.prices.get(&name.to_string()) {
            Some(settings) => price(settings),
            None => Price::of(name),
        }
    }

    fn provider(&self, settled: SettledProvider) -> Result<Provider, ModelError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(provider) = made.get(&settled.name) {
            return Ok(provider.clone());
        }
        let no_key = |why| ModelError::NoKey { provider: settled.name.clone(), why };
        let key = settled.key.as_ref().map(|source| self.keys.key(source)).transpose();
        let provider = Provider::new(ProviderConfig {
            key: key.map_err(no_key)?,
            name: settled.name.clone(),
            wire: settled.wire,
            base_url: settled.base_url,
            key_header: settled.key_header,
            concurrency: settled.concurrency,
            proxy: settled.proxy,
            manners: settled.manners,
        })?;
        let provider = match &self.clock {
            Some(clock) => provider.with_clock(clock.clone()),
            None => provider,
        };
        made.insert(settled.name, provider.clone());
        Ok(provider)
    }
}

fn seconds(number: NonZeroU64) -> Duration {
    Duration::from_secs(number.get())
}

/// A provider with everything decided.
struct SettledProvider {
    name: String,
    wire: Wire,
    base_url: String,
    key: Option<KeySource>,
    key_header: Option<String>,
    concurrency: usize,
    proxy: Option<String>,
    schema: SchemaSetting,
    most_tokens: u32,
    answer_within: Option<Duration>,
    manners: Manners,
}

impl SettledProvider {
    fn of(name: &str, settings: Option<&ProviderSettings>) -> Result<Self, ModelError> {
        let preset = PRESETS.iter().find(|preset| preset.name == name);
        if settings.is_none() && preset.is_none() {
            let near = spelling::nearest(name, PRESETS.iter().map(|preset| preset.name));
            return Err(ModelError::UnknownProvider {
                name: name.to_owned(),
                near: near.map(str::to_owned),
            });
        }
        let settings = settings.cloned().unwrap_or_default();
        let incomplete = |missing| ModelError::Incomplete { provider: name.to_owned(), missing };
        let wire = settings.wire.map(wire).or(preset.map(|preset| preset.wire));
        let base_url =
            settings.base_url.clone().or(preset.map(|preset| preset.base_url.to_owned()));
        let concurrency = settings.concurrency.unwrap_or(CONCURRENCY);
        Ok(Self {
            name: name.to_owned(),
            wire: wire.ok_or_else(|| incomplete("wire"))?,
            base_url: base_url.ok_or_else(|| incomplete("base_url"))?,
            key: key_source(name, &settings, preset)?,
            key_header: settings.key_header,
            concurrency: usize::try_from(concurrency).unwrap_or(1),
            proxy: settings.proxy,
            // A hosted model follows one shape and its beginning is cached; a small one needs to be led.
            schema: settings.schema.unwrap_or(match wire {
                Some(Wire::Chat) | None => SchemaSetting::Exact,
                Some(Wire::Anthropic | Wire::Responses | Wire::Gemini) => SchemaSetting::Common,
            }),
            most_tokens: settings.most_tokens.unwrap_or(MOST_TOKENS),
            answer_within: settings.answer_within.map(seconds),
            manners: Manners {
                requests_per_minute: settings.requests_per_minute,
                tokens_per_minute: settings.tokens_per_minute,
                hedge_after: settings.hedge_after.map(Duration::from_secs),
            },
        })
    }
}

/// Returns where a provider's key is. One that was moved elsewhere does not get the key that its name usually has.
fn key_source(
    name: &str,
    settings: &ProviderSettings,
    preset: Option<&Preset>,
) -> Result<Option<KeySource>, ModelError> {
    let given = [
        settings.key_variable.clone().map(KeySource::Variable),
        settings.key_file.clone().map(KeySource::File),
        settings.key_command.clone().map(KeySource::Command),
    ];
    let mut given = given.into_iter().flatten();
    match (given.next(), given.next()) {
        (Some(_), Some(_)) => Err(ModelError::TwoKeys(name.to_owned())),
        (Some(source), None) => Ok(Some(source)),
        (None, _) if settings.base_url.is_some() => Ok(None),
        (None, _) => {
            let usual = preset.and_then(|preset| preset.key_variable);
            Ok(usual.map(|variable| KeySource::Variable(variable.to_owned())))
        }
    }
}

fn wire(setting: WireSetting) -> Wire {
    match setting {
        WireSetting::Anthropic => Wire::Anthropic,
        WireSetting::Chat => Wire::Chat,
        WireSetting::Responses => Wire::Responses,
        WireSetting::Gemini => Wire::Gemini,
    }
}

/// Reads a price; one that is no price at all is none.
fn price(settings: &PriceSettings) -> Option<Price> {
    let input = billionths(settings.input)?;
    let or_input = |given: Option<f64>| given.map_or(Some(input), billionths);
    Some(Price {
        fresh: input,
        cache_read: or_input(settings.cache_read)?,
        cache_written: or_input(settings.cache_written)?,
        output: billionths(settings.output)?,
    })
}

/// Turns dollars for a million tokens into billionths of a dollar for one, rounded up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value was checked to be neither negative nor large"
)]
fn billionths(dollars: f64) -> Option<u64> {
    (0.0..=1e6).contains(&dollars).then(|| (dollars * 1_000.0).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use council_formats::user::{FILE, read};

    use super::*;

    struct OneKey;

    impl KeyLookup for OneKey {
        fn key(&self, source: &KeySource) -> Result<SecretString, String> {
            match source {
                KeySource::Variable(name) if name == "OPENAI_API_KEY" => Ok("sk-canary".into()),
                KeySource::Variable(_) | KeySource::File(_) | KeySource::Command(_) => {
                    Err(format!("{source} is empty"))
                }
            }
        }
    }

    fn providers(toml: &str) -> Providers {
        Providers::new(&read(FILE, toml).unwrap(), OneKey)
    }

    fn model(toml: &str, name: &str) -> Result<ConfiguredModel, ModelError> {
        providers(toml).model(&name.parse().unwrap())
    }

    #[test]
    fn a_provider_that_is_known_needs_only_its_key() {
        let model = model("", "openai:gpt-5").unwrap();
        assert_eq!(model.provider.wire(), Wire::Responses);
        assert_eq!(model.provider.host(), "api.openai.com");
        assert_eq!(model.schema, SchemaSetting::Common);
        assert!(model.price.is_some());
    }

    #[test]
    fn a_provider_that_was_moved_does_not_get_the_key_of_its_name() {
        let toml = "[providers.openai]\nbase_url = \"https://example.com/v1\"\n";
        let config = SettledProvider::of("openai", providers(toml).settings.get("openai")).unwrap();
        assert_eq!(config.key, None);
    }

    #[test]
    fn what_is_missing_is_named_with_the_way_out() {
        let refused = |toml: &str, name: &str| {
            let error = model(toml, name).unwrap_err();
            format!("{error} ({})", error.help())
        };
        assert!(refused("", "antropic:x").contains("is `anthropic` meant?"));
        assert!(refused("", "anthropic:x").contains("the variable `ANTHROPIC_API_KEY` is empty"));
        assert!(refused("[providers.here]\nwire = \"chat\"\n", "here:x").contains("no `base_url`"));
        assert!(
            refused("[providers.here]\nbase_url = \"http://127.0.0.1:1\"\n", "here:x")
                .contains("no `wire`")
        );
        let two = "[providers.openai]\nkey_file = \"a\"\nkey_variable = \"B\"\n";
        assert!(refused(two, "openai:x").contains("more than one of"));
    }

    #[test]
    fn a_price_of_the_user_outranks_a_published_one() {
        let toml = "[prices]\n\"openai:gpt-5\" = { input = 2.0, output = 3.5 }\n";
        let price = providers(toml).price(&"openai:gpt-5".parse().unwrap()).unwrap();
        assert_eq!((price.fresh, price.cache_read, price.output), (2_000, 2_000, 3_500));
        let none = "[prices]\n\"openai:gpt-5\" = { input = -2.0, output = 3.5 }\n";
        assert_eq!(providers(none).price(&"openai:gpt-5".parse().unwrap()), None);
    }

    #[test]
    fn seats_share_what_a_provider_takes_at_a_time() {
        let providers = providers("");
        let name = "openai:gpt-5".parse().unwrap();
        providers.model(&name).unwrap();
        providers.model(&name).unwrap();
        assert_eq!(providers.made.lock().unwrap().len(), 1);
    }
}
