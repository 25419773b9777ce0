//! Reviewers that are reached over a network.
//!
//! This crate opens sockets and nothing else: what a seat is asked and how its reply is read is decided elsewhere.

mod failure;
mod loopback;
mod model;
mod provider;
mod sse;
pub mod wire;

pub use failure::{Failure, Kind};
pub use loopback::{Loopback, NotLoopback, Told};
pub use model::{ModelName, NotAModel, PRESETS, Preset};
pub use provider::{Delivered, Provider, ProviderConfig, ProviderError};
pub use secrecy::SecretString;
