//! Reviewers that are reached over a network, or started as programs of this machine.
//!
//! This crate opens sockets, starts the coding agents that somebody names, each in an empty temporary folder of its own,
//! and does nothing else: what a seat is asked and how its reply is read is decided elsewhere.
//!
//! Without the feature `models` it does neither: whoever would be asked is refused with a sentence that says so, and no TLS
//! and no network crate is built.

#![cfg_attr(
    not(feature = "models"),
    expect(
        clippy::unused_async,
        dead_code,
        reason = "whoever asks waits, and what is used to ask stays in place; neither is reached"
    )
)]

mod agent;
mod failure;
mod fence;
mod loopback;
mod model;
mod pace;
mod price;
mod provider;
mod scrub;
mod sse;
mod timer;
mod warmth;
pub mod wire;

pub use agent::{Agent, AgentReply, NotAnAgent};
pub use failure::{Failure, FailureKind};
pub use fence::fence;
pub use loopback::{Loopback, NotLoopback};
pub use model::{ModelName, NotAModel, PRESETS, Preset};
pub use pace::Manners;
pub use price::{Money, PRICES_AS_OF, Price};
pub use provider::{Delivered, Provider, ProviderConfig, ProviderError};
pub use scrub::{SHORTEST as SHORTEST_KEY, is_looked_for};
pub use secrecy::SecretString;
