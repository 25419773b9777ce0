//! A provider of models: a server, what it speaks, the key it wants, and how many calls it takes at a time.

#[cfg(not(feature = "models"))]
mod absent;
mod config;
#[cfg(feature = "models")]
mod http;

#[cfg(not(feature = "models"))]
pub use absent::Provider;
pub use config::{Delivered, ProviderConfig, ProviderError};
#[cfg(feature = "models")]
pub use http::Provider;
