//! The language server in this process: messages in, messages out.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "these tests read what the server answers"
)]

mod client;
mod hostile;
mod protocol;
