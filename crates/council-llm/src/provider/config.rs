//! What a provider is, and why there is none.

use secrecy::SecretString;
use thiserror::Error;

use crate::{
    pace::Manners,
    wire::{PartialAnswer, Wire},
};

/// What a provider is.
#[derive(Debug, Clone)]
pub struct ProviderConfig {
    /// What it is called in settings and in front of a model's name.
    pub name: String,
    /// What it speaks.
    pub wire: Wire,
    /// Where it is, up to what all its paths begin with.
    pub base_url: String,
    /// The key.
    pub key: Option<SecretString>,
    /// The header that carries the key, where it is not the usual one.
    pub key_header: Option<String>,
    /// How many calls it takes at a time.
    pub concurrency: usize,
    /// The proxy in front of it.
    pub proxy: Option<String>,
    /// How it is asked.
    pub manners: Manners,
}

/// Why there is no such provider.
#[derive(Debug, Error)]
pub enum ProviderError {
    /// The address is none.
    #[error("`{0}` is not a server address, such as `https://api.example.com/v1`")]
    Address(String),
    /// The key would be readable on the way.
    #[error("a key is not sent to `{0}` without encryption")]
    Plain(String),
    /// The key would be readable for the proxy.
    #[error("a key is not sent through the proxy `{0}` without encryption")]
    PlainProxy(String),
    /// The proxy is none.
    #[error("`{0}` is not a proxy address, such as `http://127.0.0.1:3128`")]
    Proxy(String),
    /// The key cannot be sent.
    #[error("the key of `{0}` has characters that no header can carry")]
    Key(String),
    /// The header that is to carry the key is none.
    #[error("`{0}` is not a header name, such as `x-api-key`")]
    KeyHeader(String),
    /// This program was built without what it takes to ask a model.
    #[error("`{0}` cannot be asked: this program was built without models")]
    NotBuilt(String),
    /// A client could not be made.
    #[error("no connection can be made to `{provider}`: {why}")]
    Client {
        /// The provider.
        provider: String,
        /// What is wrong.
        why: String,
    },
}

impl ProviderError {
    /// Returns what has to be done about it; the settings are those of a file.
    pub fn help(&self, file: &str) -> String {
        let correct = |setting: &str| format!("correct `{setting}` of the provider in `{file}`");
        match self {
            Self::Address(_) | Self::Plain(_) => correct("base_url"),
            Self::PlainProxy(_) | Self::Proxy(_) => correct("proxy"),
            Self::KeyHeader(_) => correct("key_header"),
            Self::Key(_) => "see whether the key is whole and nothing else is with it".to_owned(),
            Self::NotBuilt(_) => "take a program that was built with models".to_owned(),
            Self::Client { .. } => {
                "see whether this system knows any certificate authorities; `SSL_CERT_FILE` names a file of them"
                    .to_owned()
            }
        }
    }
}

/// An answer, and what became of the question on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    /// The answer.
    pub heard: PartialAnswer,
    /// How many bytes were sent, in all copies.
    pub bytes_sent: u64,
    /// How many copies of the question were sent.
    pub copies: u64,
}
