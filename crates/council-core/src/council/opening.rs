//! What a session begins with.

use serde::{Deserialize, Serialize};

use super::{Moment, SessionId};
use crate::{
    depth::Depth,
    finding::SeatId,
    gate::report::GateReport,
    ident::PacketId,
    mode::{Selection, select_for},
    north_star::Vision,
    packet::Packet,
};

/// What a session begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The packet under review.
    pub packet: PacketId,
    /// The session's id.
    pub id: SessionId,
    /// How deep the review goes.
    pub depth: Depth,
    /// The version of the packet, if it names one.
    pub version: Option<String>,
    /// The hash of what was read.
    pub content_hash: String,
    /// The three seats with their modes.
    pub selection: Selection,
    /// The vision the packet is held against, if there is one.
    pub vision: Option<Vision>,
    /// What the deterministic gates found before any seat was asked.
    pub gates: Vec<GateReport>,
    /// When it begins.
    pub moment: Moment,
}

impl Opening {
    /// Convenes a full council on a packet: the seats choose their modes by what the packet says.
    pub fn convene(
        packet: &Packet,
        id: SessionId,
        vision: Option<Vision>,
        gates: Vec<GateReport>,
        moment: Moment,
    ) -> Self {
        Self {
            id,
            depth: Depth::Council,
            packet: packet.id.clone(),
            version: packet.version.clone(),
            content_hash: packet.hash(),
            selection: select_for(packet, &SeatId::ALL),
            vision,
            gates,
            moment,
        }
    }
}
