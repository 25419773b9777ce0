//! A provider that is asked over HTTP, and heard event by event.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{CONTENT_ENCODING, CONTENT_TYPE, DATE, HeaderMap, HeaderValue, LOCATION, RETRY_AFTER},
};
use secrecy::ExposeSecret as _;
use serde_json::Value;
use tokio::sync::Semaphore;
use tracing::debug;

use council_engine::{Clock, Pulse};

use super::{Delivered, ProviderConfig, ProviderError};
use crate::{
    failure::{Failure, FailureKind},
    pace::Pace,
    scrub::Scrub,
    sse::Events,
    timer::Timer,
    warmth::{WarmUpTurn, Warmth},
    wire::{Letter, ModelQuestion, PartialAnswer, Usage, Wire},
};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(10);

/// The most bytes of a refusal that are read.
const REFUSAL: usize = 64 * 1024;

/// The longest wait that is taken from a server; the engine grants less.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// How many bytes of a question are a token, for its pace.
const TOKEN: u64 = 4;

/// A provider that can be asked.
#[derive(Debug, Clone)]
pub struct Provider {
    config: Arc<ProviderConfig>,
    base: Url,
    client: Client,
    slots: Arc<Semaphore>,
    pace: Arc<Pace>,
    warmth: Arc<Warmth>,
    timer: Timer,
    scrub: Scrub,
}

impl Provider {
    /// Makes a provider; nothing is sent yet.
    pub fn new(config: ProviderConfig) -> Result<Self, ProviderError> {
        let base = Url::parse(config.base_url.trim_end_matches('/'))
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            .ok_or_else(|| ProviderError::Address(config.base_url.clone()))?;
        if let (Some(_), Some(reader)) = (&config.key, reader_on_the_way(&base, &config)?) {
            return Err(reader);
        }
        let client = client(&config)?;
        let slots = Arc::new(Semaphore::new(config.concurrency.max(1)));
        let (pace, warmth) = (Arc::default(), Arc::default());
        let timer = Timer::default();
        let scrub = Scrub::new(config.key.as_ref());
        Ok(Self { config: Arc::new(config), base, client, slots, pace, warmth, timer, scrub })
    }

    /// Gives it a clock to keep its manners by.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { timer: Timer::new(clock), ..self }
    }

    /// Returns how many copies of a question can be sent at most.
    pub fn most_copies(&self) -> u64 {
        1 + u64::from(self.config.manners.hedge_after.is_some() && self.timer.is_there())
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
    pub async fn ask(
        &self,
        model: &str,
        question: &ModelQuestion<'_>,
    ) -> Result<Delivered, Failure> {
        self.send(self.config.wire.letter(model, question), &Pulse::default()).await
    }

    /// Sends a letter that this provider's wire format has made, and hears what comes back. Where that takes long and it
    /// was settled so, the letter is sent once more, and the first answer counts. Everything that is heard is a sign of life.
    pub async fn send(&self, letter: Letter, pulse: &Pulse) -> Result<Delivered, Failure> {
        let Some(patience) = self.config.manners.hedge_after else {
            return self.send_once(letter, pulse).await;
        };
        let mut first = std::pin::pin!(self.send_once(letter.clone(), pulse));
        tokio::select! {
            biased;
            heard = &mut first => return heard,
            () = self.timer.sleep(patience) => {}
        }
        let mut second = std::pin::pin!(self.send_once(letter, pulse));
        // One that fails while the other is under way is no reason to give up.
        let heard = tokio::select! {
            biased;
            heard = &mut first => match heard {
                Ok(heard) => Ok(heard),
                Err(_) => second.await,
            },
            heard = &mut second => match heard {
                Ok(heard) => Ok(heard),
                Err(_) => first.await,
            },
        };
        heard.map(|one| Delivered {
            bytes_sent: one.bytes_sent.saturating_mul(2),
            copies: 2,
            ..one
        })
    }

    async fn send_once(&self, letter: Letter, pulse: &Pulse) -> Result<Delivered, Failure> {
        let queued = pulse.queue();
        let lead = match &letter.beginning {
            Some(beginning) => self.warmth.enter(beginning, &self.timer).await,
            None => None,
        };
        let bytes_sent = u64::try_from(letter.body.len()).unwrap_or(u64::MAX);
        if self.timer.is_there() {
            self.pace.wait(self.config.manners, bytes_sent / TOKEN, &self.timer).await;
        }
        let slot = self.slots.acquire().await;
        drop(queued);
        debug!("asking `{}`: {} with {bytes_sent} bytes", self.host(), letter.path);
        let address = format!("{}{}", self.base.as_str().trim_end_matches('/'), letter.path);
        let mut request = self.client.post(address).body(letter.body);
        request = request.header(CONTENT_TYPE, "application/json");
        for (name, value) in letter.headers {
            request = request.header(name, value);
        }
        let lead = Mutex::new(lead);
        let heard = {
            let mut hearing = std::pin::pin!(async {
                match request.send().await {
                    Ok(response) => self.hear(response, &lead, pulse).await,
                    Err(error) if is_untrusted(&error) => {
                        Err(broken(error, FailureKind::Untrusted))
                    }
                    // What was connected may have read the question.
                    Err(error) if error.is_connect() => {
                        Err(broken(error, FailureKind::Unreachable))
                    }
                    Err(error) => Err(broken(error, FailureKind::CutOff)),
                }
            });
            tokio::select! {
                biased;
                heard = &mut hearing => heard,
                () = pulse.overdue() => {
                    // It is asked again and still listened to; nobody else waits for it.
                    drop(slot);
                    drop(taken(&lead));
                    hearing.await
                }
            }
        };
        self.log(&heard);
        match heard {
            Ok(heard) if self.scrub.finds(&heard.text) => {
                let tokens = heard.usage.map_or(0, Usage::total);
                Err(Failure::new(FailureKind::KeyEchoed, "").costing(tokens))
            }
            Ok(mut heard) => {
                heard.model = heard.model.map(|model| self.scrub.clean(model));
                Ok(Delivered { heard, bytes_sent, copies: 1 })
            }
            Err(failure) => Err(Failure { said: self.scrub.clean(failure.said), ..failure }),
        }
    }

    async fn hear(
        &self,
        mut response: Response,
        lead: &Mutex<Option<WarmUpTurn>>,
        pulse: &Pulse,
    ) -> Result<PartialAnswer, Failure> {
        pulse.beat();
        let status = response.status();
        if status != StatusCode::OK {
            return Err(refusal(status, response).await);
        }
        if let Some(encoding) = response.headers().get(CONTENT_ENCODING)
            && encoding != "identity"
        {
            return Err(Failure::new(
                FailureKind::NotAnAnswer,
                "compressed without having been asked to be",
            ));
        }
        let kind = header(response.headers(), CONTENT_TYPE.as_str());
        if !kind.starts_with("text/event-stream") {
            return Err(Failure::new(FailureKind::NotAnAnswer, format!("of type `{kind}`")));
        }
        let mut events = Events::default();
        let mut heard = PartialAnswer::default();
        while !heard.is_over() {
            let bytes =
                response.chunk().await.map_err(|error| broken(error, FailureKind::CutOff))?;
            let Some(bytes) = bytes else { break };
            pulse.beat();
            for event in events.take(&bytes)? {
                if heard.is_over() {
                    // What follows the end is no part of the answer.
                    break;
                }
                self.config.wire.hear(&mut heard, &event)?;
                if let Some(lead) = taken(lead) {
                    lead.began(&self.timer);
                }
            }
        }
        // A model that refused has read the question, and that is paid for. What one had used that broke off is not all of it.
        let tokens = heard.usage.map_or(0, Usage::total);
        heard.finish().map_err(|failure| {
            let is_all = failure.kind != FailureKind::CutOff;
            if is_all { failure.costing(tokens) } else { failure }
        })
    }

    fn log(&self, heard: &Result<PartialAnswer, Failure>) {
        match heard {
            Ok(heard) => {
                let (bytes, usage) = (heard.text.len(), heard.usage.unwrap_or_default());
                debug!("`{}` answered with {bytes} bytes, {usage:?}", self.host());
            }
            Err(failure) => {
                let said = self.scrub.clean(failure.to_string());
                debug!(
                    "`{}` did not answer, asks to wait for {:?}: {said}",
                    self.host(),
                    failure.wait
                );
            }
        }
    }
}

/// Takes the right to go ahead, where it is still held.
fn taken(lead: &Mutex<Option<WarmUpTurn>>) -> Option<WarmUpTurn> {
    lead.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Says who could read a key on its way. What is not encrypted stays on this machine, and a proxy elsewhere takes it off.
fn reader_on_the_way(
    base: &Url,
    config: &ProviderConfig,
) -> Result<Option<ProviderError>, ProviderError> {
    if base.scheme() != "http" {
        return Ok(None);
    }
    if !is_loopback(base) {
        return Ok(Some(ProviderError::Plain(host(base))));
    }
    let Some(proxy) = &config.proxy else {
        return Ok(None);
    };
    // The client takes a proxy without a scheme too.
    let parsed = Url::parse(proxy).ok().filter(Url::has_host);
    let parsed = parsed.or_else(|| Url::parse(&format!("http://{proxy}")).ok());
    let proxy = parsed.ok_or_else(|| ProviderError::Proxy(proxy.clone()))?;
    Ok((!is_loopback(&proxy)).then(|| ProviderError::PlainProxy(host(&proxy))))
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
        .user_agent(concat!("council/", env!("CARGO_PKG_VERSION")))
        .default_headers(key_headers(config)?)
        .no_proxy();
    if let Some(proxy) = &config.proxy {
        let refused = |_| ProviderError::Proxy(proxy.clone());
        builder = builder.proxy(reqwest::Proxy::all(proxy).map_err(refused)?);
    }
    builder.build().map_err(failed)
}

fn key_headers(config: &ProviderConfig) -> Result<HeaderMap, ProviderError> {
    let mut headers = HeaderMap::new();
    headers.insert("accept-encoding", HeaderValue::from_static("identity"));
    let Some(key) = &config.key else {
        return Ok(headers);
    };
    let (usual, scheme) = config.wire.key_header();
    let (name, scheme) = config.key_header.as_deref().map_or((usual, scheme), |own| (own, ""));
    let refused = |_| ProviderError::KeyHeader(name.to_owned());
    let header = name.parse::<reqwest::header::HeaderName>().map_err(refused)?;
    let value = format!("{scheme}{}", key.expose_secret().trim());
    let refused = |_| ProviderError::Key(config.name.clone());
    let mut value = HeaderValue::from_str(&value).map_err(refused)?;
    value.set_sensitive(true);
    headers.insert(header, value);
    Ok(headers)
}

/// Names what a server answered instead of an answer.
async fn refusal(status: StatusCode, mut response: Response) -> Failure {
    if status.is_redirection() {
        let to = header(response.headers(), LOCATION.as_str());
        let to = Url::parse(&to).map_or_else(|_| "elsewhere".to_owned(), |url| host(&url));
        return Failure::new(FailureKind::Redirected, format!("to `{to}`"));
    }
    let wait = wait(response.headers());
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
        401 => FailureKind::Unauthorised,
        402 => FailureKind::Unpaid,
        403 => FailureKind::Forbidden,
        404 | 410 => FailureKind::NoSuchModel,
        429 if code == "insufficient_quota" => FailureKind::Unpaid,
        429 => FailureKind::RateLimited,
        408 | 425 | 500..=599 => FailureKind::ServerError,
        400..=499 => FailureKind::BadRequest,
        _ => FailureKind::NotAnAnswer,
    };
    let said =
        if said.is_empty() { format!("status {}", status.as_u16()) } else { said.to_owned() };
    let failure = Failure::new(kind, said).after(wait);
    // These say that nobody began; what else goes wrong at a server may have come after the work.
    match status.as_u16() {
        425 | 503 | 529 => Failure { is_billed: false, ..failure },
        _ => failure,
    }
}

/// Returns how long a server asks to be left alone: in milliseconds, in seconds, or until a moment of its own clock.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let said = |name: &str| header(headers, name).trim().to_owned();
    let number = |name: &str| said(name).parse::<u64>().ok();
    let moment = |name: &str| DateTimeParser::new().parse_timestamp(said(name)).ok();
    let until = || {
        let ahead = moment(RETRY_AFTER.as_str())?.duration_since(moment(DATE.as_str())?);
        Some(ahead.try_into().unwrap_or_default())
    };
    let exact = number("retry-after-ms").map(Duration::from_millis);
    let wait = exact.or_else(|| number(RETRY_AFTER.as_str()).map(Duration::from_secs));
    wait.or_else(until).map(|wait| wait.min(LONGEST_WAIT))
}

/// Names what broke on the way, with its causes; the address is left out because the host is known.
fn broken(error: reqwest::Error, kind: FailureKind) -> Failure {
    let error = error.without_url();
    let mut said = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        said = format!("{said}: {error}");
        cause = error.source();
    }
    Failure::new(kind, said)
}

/// Tells whether a connection was given up over the certificate of the other side. What encrypts puts its error into one
/// of the system's, which hides it from whoever asks for causes.
fn is_untrusted(error: &(dyn std::error::Error + 'static)) -> bool {
    if let Some(error) = error.downcast_ref::<rustls::Error>() {
        return matches!(error, rustls::Error::InvalidCertificate(_));
    }
    let hidden = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    hidden.is_some_and(|hidden| is_untrusted(hidden)) || error.source().is_some_and(is_untrusted)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::Manners;

    fn asked(said: &[(&'static str, &'static str)]) -> Option<Duration> {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (name.parse().unwrap(), HeaderValue::from_static(value))
        };
        wait(&said.iter().map(pair).collect::<HeaderMap>())
    }

    fn refused(base_url: &str, proxy: Option<&str>) -> Option<String> {
        let made = Provider::new(ProviderConfig {
            name: "here".to_owned(),
            wire: Wire::Chat,
            base_url: base_url.to_owned(),
            key: Some("sk-of-a-test".into()),
            key_header: None,
            concurrency: 1,
            proxy: proxy.map(str::to_owned),
            manners: Manners::default(),
        });
        made.err().map(|error| error.to_string())
    }

    #[test]
    fn a_key_leaves_this_machine_only_encrypted_also_through_a_proxy() {
        assert_eq!(refused("http://127.0.0.1:1", None), None);
        assert_eq!(refused("http://127.0.0.1:1", Some("http://localhost:3128")), None);
        assert_eq!(refused("https://example.com", Some("http://proxy.example.com:8080")), None);
        let plain = refused("http://example.com", None).unwrap();
        assert!(plain.contains("`example.com` without encryption"), "{plain}");
        for proxy in ["http://192.0.2.7:8080", "192.0.2.7:8080", "socks5://192.0.2.7:8080"] {
            let said = refused("http://127.0.0.1:1", Some(proxy)).unwrap();
            assert!(said.contains("through the proxy `192.0.2.7:8080`"), "{proxy}: {said}");
        }
    }

    #[test]
    fn a_server_asks_to_be_left_alone_for_a_time_or_until_a_moment_of_its_clock() {
        let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(asked(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        let exact = [("retry-after-ms", "250"), ("retry-after", "1")];
        assert_eq!(asked(&exact), Some(Duration::from_millis(250)));
        let later = ("retry-after", "Sun, 06 Nov 1994 08:50:00 GMT");
        assert_eq!(asked(&[date, later]), Some(Duration::from_secs(23)));
        let past = ("retry-after", "Sat, 05 Nov 1994 08:50:00 GMT");
        assert_eq!(asked(&[date, past]), Some(Duration::ZERO));
        assert_eq!(asked(&[later]), None, "nobody knows what the server's clock says");
        assert_eq!(asked(&[date, ("retry-after", "soon")]), None);
        assert_eq!(asked(&[("retry-after", "999999999")]), Some(LONGEST_WAIT));
    }
}
