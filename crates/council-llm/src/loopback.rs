//! A reviewer on this machine: one connection a call, one JSON line there, one back.
//!
//! It lets a program of any language fill a seat, and drills count what a session really asked. It never leaves the
//! machine.

use std::{net::SocketAddr, str::FromStr, time::Duration};

use council_engine::{Fault, ReviewerReply};
use serde::Deserialize;
use serde_json::Value;

/// The longest line that is read back.
const LONGEST: u64 = 4 * 1024 * 1024;

/// The address is not one of this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLoopback(String);

impl std::fmt::Display for NotLoopback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is not an address on this machine, such as `127.0.0.1:4567`", self.0)
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

    /// Returns the most tokens a call can cost.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Asks: what the program is told is one JSON value.
    pub async fn ask(&self, told: Value) -> Result<ReviewerReply, Fault> {
        let back = self.exchange(told).await.map_err(|error| Fault::Passing {
            reason: format!("{} does not answer: {error}", self.address),
            wait: None,
            tokens: 0,
        })?;
        match back {
            Back { lasting: Some(reason), tokens, .. } => Err(Fault::Lasting { reason, tokens }),
            Back { passing: Some(reason), wait_ms, tokens, .. } => {
                let wait = wait_ms.map(Duration::from_millis);
                Err(Fault::Passing { reason, wait, tokens })
            }
            Back { text: Some(text), tokens, .. } => {
                Ok(ReviewerReply { text, tokens, delivery: None })
            }
            Back { text: None, tokens, .. } => {
                let reason = format!("{} said nothing", self.address);
                Err(Fault::Lasting { reason, tokens })
            }
        }
    }

    #[cfg(not(feature = "models"))]
    async fn exchange(&self, _line: Value) -> std::io::Result<Back> {
        Err(std::io::Error::other("this program was built without models"))
    }

    #[cfg(feature = "models")]
    async fn exchange(&self, line: Value) -> std::io::Result<Back> {
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
