//! A provider of models: a server, what it speaks, the key it wants, and how many calls it takes at a time.

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client, Response, StatusCode, Url,
    header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION, RETRY_AFTER},
};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::{
    failure::{Failure, Kind},
    sse::Events,
    wire::{Heard, Letter, Question, Usage, Wire},
};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(10);

/// How long a server may say nothing in the middle of an answer.
const SILENCE: Duration = Duration::from_mins(2);

/// The most bytes of a refusal that are read.
const REFUSAL: usize = 64 * 1024;

/// The longest wait that is taken from a server; the engine grants less.
const LONGEST_WAIT: u64 = 24 * 60 * 60;

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
}

/// Why there is no such provider.
#[derive(Debug, Error)]
pub enum ProviderError {
    /// The address is none.
    #[error("`{0}` is no address of a server, such as `https://api.example.com/v1`")]
    Address(String),
    /// The key would be readable on the way.
    #[error("a key is not sent to `{0}` without encryption")]
    Plain(String),
    /// The key cannot be sent.
    #[error("the key of `{0}` has characters that no header can carry")]
    Key(String),
    /// A client could not be made.
    #[error("no connection can be made to `{provider}`: {why}")]
    Client {
        /// The provider.
        provider: String,
        /// What is wrong.
        why: String,
    },
}

/// A provider that can be asked.
#[derive(Debug, Clone)]
pub struct Provider {
    config: Arc<ProviderConfig>,
    base: Url,
    client: Client,
    slots: Arc<Semaphore>,
}

/// An answer, and what became of the question on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    /// The answer.
    pub heard: Heard,
    /// How many bytes were sent.
    pub bytes_sent: u64,
}

impl Provider {
    /// Makes a provider; nothing is sent yet.
    pub fn new(config: ProviderConfig) -> Result<Self, ProviderError> {
        let base = Url::parse(config.base_url.trim_end_matches('/'))
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or_else(|| ProviderError::Address(config.base_url.clone()))?;
        let is_plain = base.scheme() == "http" && !is_loopback(&base);
        if is_plain && config.key.is_some() {
            return Err(ProviderError::Plain(host(&base)));
        }
        let client = client(&config)?;
        let slots = Arc::new(Semaphore::new(config.concurrency.max(1)));
        Ok(Self { config: Arc::new(config), base, client, slots })
    }

    /// Returns what it is called.
    pub fn name(&self) -> &str {
        &self.config.name
    }

    /// Returns what it speaks.
    pub fn wire(&self) -> Wire {
        self.config.wire
    }

    /// Returns where the bytes go.
    pub fn host(&self) -> String {
        host(&self.base)
    }

    /// Asks a model. Dropping the future gives the call up.
    pub async fn ask(&self, model: &str, question: &Question<'_>) -> Result<Delivered, Failure> {
        self.send(self.config.wire.letter(model, question)).await
    }

    /// Sends a letter that this provider's wire format has made, and hears what comes back.
    pub async fn send(&self, letter: Letter) -> Result<Delivered, Failure> {
        let slot = self.slots.acquire().await;
        let bytes_sent = u64::try_from(letter.body.len()).unwrap_or(u64::MAX);
        let address = format!("{}{}", self.base.as_str().trim_end_matches('/'), letter.path);
        let mut request = self.client.post(address).body(letter.body);
        request = request.header(CONTENT_TYPE, "application/json");
        for (name, value) in letter.headers {
            request = request.header(name, value);
        }
        let heard = match request.send().await {
            Ok(response) => self.hear(response).await,
            Err(error) => Err(broken(error, Kind::Unreachable)),
        };
        drop(slot);
        heard.map(|heard| Delivered { heard, bytes_sent }).map_err(|failure| self.scrubbed(failure))
    }

    async fn hear(&self, mut response: Response) -> Result<Heard, Failure> {
        let status = response.status();
        if status != StatusCode::OK {
            return Err(refusal(status, response).await);
        }
        if let Some(encoding) = response.headers().get(CONTENT_ENCODING)
            && encoding != "identity"
        {
            return Err(Failure::new(
                Kind::NotAnAnswer,
                "compressed without having been asked to be",
            ));
        }
        let kind = header(response.headers(), CONTENT_TYPE.as_str());
        if !kind.starts_with("text/event-stream") {
            return Err(Failure::new(Kind::NotAnAnswer, format!("of type `{kind}`")));
        }
        let mut events = Events::default();
        let mut heard = Heard::default();
        while !heard.is_over() {
            let bytes = response.chunk().await.map_err(|error| broken(error, Kind::CutOff))?;
            let Some(bytes) = bytes else { break };
            for event in events.take(&bytes)? {
                if heard.is_over() {
                    // What follows the end is no part of the answer.
                    break;
                }
                self.config.wire.hear(&mut heard, &event)?;
            }
        }
        // A model that broke off or refused has read the question, and that is paid for.
        let tokens = heard.usage.map_or(0, Usage::total);
        heard.finish().map_err(|failure| failure.costing(tokens))
    }

    /// Takes the key out of what a server says, should it repeat it.
    fn scrubbed(&self, mut failure: Failure) -> Failure {
        if let Some(key) = self.config.key.as_ref().map(SecretString::expose_secret)
            && !key.is_empty()
        {
            failure.said = failure.said.replace(key, "[key]");
        }
        failure
    }
}

fn client(config: &ProviderConfig) -> Result<Client, ProviderError> {
    // Whoever came first has chosen; every choice here is the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let failed = |error: reqwest::Error| ProviderError::Client {
        provider: config.name.clone(),
        why: error.without_url().to_string(),
    };
    let mut builder = Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE)
        .user_agent(concat!("council/", env!("CARGO_PKG_VERSION")))
        .default_headers(key_headers(config)?)
        .no_proxy();
    if let Some(proxy) = &config.proxy {
        builder = builder.proxy(reqwest::Proxy::all(proxy).map_err(failed)?);
    }
    builder.build().map_err(failed)
}

fn key_headers(config: &ProviderConfig) -> Result<HeaderMap, ProviderError> {
    let mut headers = HeaderMap::new();
    headers.insert("accept-encoding", HeaderValue::from_static("identity"));
    let Some(key) = &config.key else {
        return Ok(headers);
    };
    let refused = || ProviderError::Key(config.name.clone());
    let (usual, scheme) = config.wire.key_header();
    let (name, scheme) = config.key_header.as_deref().map_or((usual, scheme), |own| (own, ""));
    let name = name.parse::<reqwest::header::HeaderName>().map_err(|_| refused())?;
    let value = format!("{scheme}{}", key.expose_secret().trim());
    let mut value = HeaderValue::from_str(&value).map_err(|_| refused())?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(headers)
}

/// Names what a server answered instead of an answer.
async fn refusal(status: StatusCode, mut response: Response) -> Failure {
    if status.is_redirection() {
        let to = header(response.headers(), LOCATION.as_str());
        let to = Url::parse(&to).map_or_else(|_| "elsewhere".to_owned(), |url| host(&url));
        return Failure::new(Kind::Redirected, format!("to `{to}`"));
    }
    let seconds = header(response.headers(), RETRY_AFTER.as_str()).trim().parse::<u64>();
    let wait = seconds.ok().map(|seconds| Duration::from_secs(seconds.min(LONGEST_WAIT)));
    let mut body = Vec::new();
    while let Ok(Some(bytes)) = response.chunk().await {
        body.extend_from_slice(&bytes);
        if body.len() > REFUSAL {
            break;
        }
    }
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let said = body.pointer("/error/message").and_then(Value::as_str).unwrap_or_default();
    let code = body.pointer("/error/code").and_then(Value::as_str).unwrap_or_default();
    let kind = match status.as_u16() {
        401 => Kind::Unauthorised,
        402 => Kind::Unpaid,
        403 => Kind::Forbidden,
        404 | 410 => Kind::NoSuchModel,
        429 if code == "insufficient_quota" => Kind::Unpaid,
        429 => Kind::RateLimited,
        408 | 425 | 500..=599 => Kind::ServerError,
        400..=499 => Kind::BadRequest,
        _ => Kind::NotAnAnswer,
    };
    let said =
        if said.is_empty() { format!("status {}", status.as_u16()) } else { said.to_owned() };
    Failure::new(kind, said).after(wait)
}

/// Names what broke on the way, with its causes; the address is left out because the host is known.
fn broken(error: reqwest::Error, kind: Kind) -> Failure {
    let error = error.without_url();
    let mut said = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        said = format!("{said}: {error}");
        cause = error.source();
    }
    Failure::new(kind, said)
}

fn header(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
