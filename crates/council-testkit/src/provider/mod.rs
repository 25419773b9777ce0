//! A stand-in for a provider of models: it listens on loopback, speaks each wire format, and goes wrong in every way that
//! real ones do.

mod dialect;
mod fault;
mod server;

pub use dialect::Dialect;
pub use fault::ProviderFault;
pub use server::{ReceivedRequest, StandIn};
