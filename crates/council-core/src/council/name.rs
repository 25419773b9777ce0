//! What a session is called.

use std::fmt;

use serde::{Deserialize, Serialize};

use jiff::Timestamp;

use crate::ident::PacketId;

/// The id of a session: `COUNCIL-{packet}-{YYYYMMDD-HHMMSS}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SessionId(String);

impl SessionId {
    /// Returns the id of a session on a packet that began at a time.
    pub fn new(packet: &PacketId, at: Timestamp) -> Self {
        Self(format!("COUNCIL-{packet}-{}", stamp(at)))
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a time as names have it: `YYYYMMDD-HHMMSS`, in UTC.
pub fn stamp(at: Timestamp) -> String {
    at.strftime("%Y%m%d-%H%M%S").to_string()
}
