//! Models by name: `provider:model`, and which family a model comes from.

use std::{fmt, str::FromStr};

use crate::wire::Wire;

/// The longest name of a model.
const LONGEST: usize = 128;

/// A model at a provider, such as `anthropic:claude-sonnet-5`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModelName {
    provider: String,
    model: String,
}

/// The text names no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAModel(String);

impl fmt::Display for NotAModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no model, such as `anthropic:MODEL`", self.0.escape_debug())
    }
}

impl std::error::Error for NotAModel {}

impl FromStr for ModelName {
    type Err = NotAModel;

    fn from_str(text: &str) -> Result<Self, NotAModel> {
        let refused = || NotAModel(text.chars().take(LONGEST).collect());
        let (provider, model) = text.split_once(':').ok_or_else(refused)?;
        let is_name = |name: &str, others: &str| {
            (1..=LONGEST).contains(&name.len())
                && name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
        };
        // A model's name goes into addresses, so nothing in it may lead out of a path.
        if !is_name(provider, "-_") || !is_name(model, "-_./:@") || model.contains("..") {
            return Err(refused());
        }
        Ok(Self { provider: provider.to_owned(), model: model.to_owned() })
    }
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.provider, self.model)
    }
}

impl ModelName {
    /// Returns whose model it is.
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// Returns what its provider calls it.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the family it comes from, where its name tells one: models of one family make the same mistakes, and what a
    /// server calls a model makes no family.
    pub fn family(&self) -> Option<&'static str> {
        let name = self.model.to_ascii_lowercase();
        let word = |mark: &str| {
            name.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.starts_with(mark))
        };
        let known = FAMILIES.iter().find(|(marks, _)| marks.iter().any(|mark| word(mark)));
        known.map(|(_, family)| *family)
    }
}

/// The words in models' names that tell the family. Who trained it counts, not who serves it.
const FAMILIES: [(&[&str], &str); 15] = [
    (&["claude"], "claude"),
    (&["gpt", "chatgpt", "o1", "o3", "o4", "codex"], "gpt"),
    (&["gemini"], "gemini"),
    (&["gemma"], "gemma"),
    (&["smollm"], "smollm"),
    (&["llama", "codellama"], "llama"),
    (&["qwen", "qwq"], "qwen"),
    (&["mistral", "mixtral", "codestral", "ministral", "magistral", "devstral"], "mistral"),
    (&["deepseek"], "deepseek"),
    (&["grok"], "grok"),
    (&["phi"], "phi"),
    (&["command", "aya"], "command"),
    (&["kimi"], "kimi"),
    (&["glm"], "glm"),
    (&["granite"], "granite"),
];

/// A provider that is known without settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// What it speaks.
    pub wire: Wire,
    /// Where it is.
    pub base_url: &'static str,
    /// The variable its key is in, if it wants one.
    pub key_variable: Option<&'static str>,
}

/// The providers that are known without settings.
pub const PRESETS: [Preset; 8] = [
    preset("anthropic", Wire::Anthropic, "https://api.anthropic.com", Some("ANTHROPIC_API_KEY")),
    preset("openai", Wire::Responses, "https://api.openai.com/v1", Some("OPENAI_API_KEY")),
    preset(
        "gemini",
        Wire::Gemini,
        "https://generativelanguage.googleapis.com",
        Some("GEMINI_API_KEY"),
    ),
    preset("openrouter", Wire::Chat, "https://openrouter.ai/api/v1", Some("OPENROUTER_API_KEY")),
    preset("ollama", Wire::Chat, "http://127.0.0.1:11434/v1", None),
    preset("llamacpp", Wire::Chat, "http://127.0.0.1:8080/v1", None),
    preset("vllm", Wire::Chat, "http://127.0.0.1:8000/v1", None),
    preset("lmstudio", Wire::Chat, "http://127.0.0.1:1234/v1", None),
];

const fn preset(
    name: &'static str,
    wire: Wire,
    base_url: &'static str,
    key_variable: Option<&'static str>,
) -> Preset {
    Preset { name, wire, base_url, key_variable }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(name: &str) -> &'static str {
        name.parse::<ModelName>().unwrap().family().unwrap_or("unknown")
    }

    #[test]
    fn a_family_is_who_trained_it_and_not_who_serves_it() {
        assert_eq!(family("anthropic:claude-opus-5"), "claude");
        assert_eq!(family("openrouter:anthropic/claude-sonnet-5"), "claude");
        assert_eq!(family("openai:gpt-6-astra"), "gpt");
        assert_eq!(family("ollama:llama3.3:70b"), "llama");
        assert_eq!(family("openrouter:deepseek/deepseek-r1-distill-llama-70b"), "llama");
        assert_eq!(family("local:SmolLM2-135M-Instruct"), "smollm");
        assert_eq!(family("local:my-own"), "unknown");
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_refused() {
        for name in [
            "gemini",
            "gemini:",
            ":x",
            "gemini:../../x",
            "gemini:a?key=b",
            "gemini:a b",
            "g:\u{e9}",
        ] {
            assert!(name.parse::<ModelName>().is_err(), "{name}");
        }
        assert_eq!("a:b/c:d@e".parse::<ModelName>().unwrap().to_string(), "a:b/c:d@e");
    }
}
