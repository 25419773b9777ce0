//! A reviewer on this machine: one connection a call, one JSON line there, one back.
//!
//! It lets a program of any language fill a seat, and drills count what a session really asked. It never leaves the
//! machine.

use std::{net::SocketAddr, str::FromStr, time::Duration};

use council_core::{
    council::{Session, Shown},
    mode::ModeId,
};
use council_engine::{Answered, BoxFuture, Call, Fault, Flow, Reviewer};
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest line that is read back.
const LONGEST: u64 = 4 * 1024 * 1024;

/// The address is not one of this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLoopback(String);

impl std::fmt::Display for NotLoopback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is no address on this machine, such as `127.0.0.1:4567`", self.0)
    }
}

impl std::error::Error for NotLoopback {}

/// A reviewer behind a port of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loopback {
    address: SocketAddr,
    bound: u64,
}

/// What comes back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Back {
    /// The reply.
    text: Option<String>,
    /// What it cost.
    #[serde(default)]
    tokens: u64,
    /// Why there is none, for a while.
    passing: Option<String>,
    /// How long to wait, in milliseconds.
    wait_ms: Option<u64>,
    /// Why there is none, for good.
    lasting: Option<String>,
}

impl FromStr for Loopback {
    type Err = NotLoopback;

    fn from_str(text: &str) -> Result<Self, NotLoopback> {
        let address: SocketAddr = text.parse().map_err(|_| NotLoopback(text.to_owned()))?;
        if !address.ip().is_loopback() {
            return Err(NotLoopback(text.to_owned()));
        }
        Ok(Self { address, bound: 0 })
    }
}

impl Loopback {
    /// Returns what it is called in records.
    pub fn label(&self) -> String {
        format!("loopback:{}", self.address)
    }

    /// Sets the most tokens a call can cost.
    #[must_use]
    pub fn bounded(self, bound: u64) -> Self {
        Self { bound, ..self }
    }

    #[cfg(not(feature = "models"))]
    async fn ask(&self, _line: Value) -> std::io::Result<Back> {
        Err(std::io::Error::other("this program was built without models"))
    }

    #[cfg(feature = "models")]
    async fn ask(&self, line: Value) -> std::io::Result<Back> {
        use tokio::{
            io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
            net::TcpStream,
        };

        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(format!("{line}\n").as_bytes()).await?;
        let mut back = String::new();
        BufReader::new(stream.take(LONGEST)).read_line(&mut back).await?;
        serde_json::from_str(&back).map_err(std::io::Error::other)
    }
}

/// A flow whose questions can be told to a program, as one JSON value.
pub trait Told: Flow {
    /// Returns what the program is told.
    fn told(call: &Call<Self>) -> Value;
}

impl Told for Session {
    fn told(call: &Call) -> Value {
        let lens = call.opening.selection.lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let modes: Vec<u8> = lens
            .map_or_else(Vec::new, |lens| lens.modes().into_iter().map(ModeId::number).collect());
        let shown =
            |shown: &Shown| json!({"id": shown.id.to_string(), "description": shown.description});
        json!({
            "session": call.opening.id.as_str(),
            "seat": call.ask.seat.to_string(),
            "round": call.ask.round.number(),
            "attempt": call.attempt,
            "repair": call.ask.repair.is_some(),
            "modes": modes,
            "findings": call.ask.findings.iter().map(shown).collect::<Vec<_>>(),
        })
    }
}

impl<F: Told> Reviewer<F> for Loopback {
    fn name(&self) -> String {
        self.label()
    }

    fn bound(&self, _call: &Call<F>) -> u64 {
        self.bound
    }

    fn answer<'a>(&'a self, call: &'a Call<F>) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move {
            let back = self.ask(F::told(call)).await.map_err(|error| Fault::Passing {
                reason: format!("{} does not answer: {error}", self.address),
                wait: None,
                tokens: 0,
            })?;
            match back {
                Back { lasting: Some(reason), tokens, .. } => {
                    Err(Fault::Lasting { reason, tokens })
                }
                Back { passing: Some(reason), wait_ms, tokens, .. } => {
                    let wait = wait_ms.map(Duration::from_millis);
                    Err(Fault::Passing { reason, wait, tokens })
                }
                Back { text: Some(text), tokens, .. } => {
                    Ok(Answered { text, tokens, delivery: None })
                }
                Back { text: None, tokens, .. } => {
                    let reason = format!("{} said nothing", self.address);
                    Err(Fault::Lasting { reason, tokens })
                }
            }
        })
    }
}
