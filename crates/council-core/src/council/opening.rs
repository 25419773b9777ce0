//! What a session begins with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CouncilProtocol, Moment, SessionId, Votes};
use crate::{
    depth::Depth,
    diagnostic::Place,
    finding::SeatId,
    gate::report::GateReport,
    ident::PacketId,
    mode::{Lens, ModeSelection, SeatTitle, select_for},
    north_star::Vision,
    packet::Packet,
    severity::Severity,
    slice::Slices,
};

/// Findings of a rule that nobody hears, because somebody said that they do not apply, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppressed {
    /// The rule.
    pub rule: String,
    /// Where; without a line, anywhere in the file.
    pub place: Place,
    /// How many findings it is about.
    pub count: usize,
    /// Why they do not apply.
    pub reason: String,
}

impl Suppressed {
    /// Tells whether a finding of a rule is meant.
    pub fn covers(&self, rule: &str, place: &Place) -> bool {
        let here = self.place.line.is_none() || self.place == *place;
        self.rule == rule && self.place.path == place.path && here
    }
}

/// What a session begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CouncilOpening {
    /// The packet under review.
    pub packet: PacketId,
    /// The session's id.
    pub id: SessionId,
    /// How deep the review goes.
    pub depth: Depth,
    /// What chance is drawn from in place of the session's id, for runs that are to be alike.
    pub seed: Option<u64>,
    /// The version of the packet, if it names one.
    pub version: Option<String>,
    /// The hash of what was read.
    pub content_hash: String,
    /// The three seats with their modes.
    pub selection: ModeSelection,
    /// The vision the packet is held against, if there is one.
    pub vision: Option<Vision>,
    /// What the deterministic gates found before any seat was asked.
    pub gates: Vec<GateReport>,
    /// Which parts of the packet each seat reads, where it is too long for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slices: Option<Slices>,
    /// What the rules found and somebody suppressed, with the reason: no seat of the rules says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suppressed: Vec<Suppressed>,
    /// The rules it is held under.
    #[serde(default, skip_serializing_if = "CouncilProtocol::is_unnamed")]
    pub protocol: CouncilProtocol,
    /// Which votes count.
    #[serde(default, skip_serializing_if = "Votes::is_unnamed")]
    pub votes: Votes,
    /// How many entries an answer of a seat can hold; who is not named can say as much as there is to say.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reply_entries: BTreeMap<SeatId, usize>,
    /// Whether the rules fill all seats: what they say twice more is not worth a round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rules_alone: bool,
    /// When it begins.
    pub moment: Moment,
}

impl CouncilOpening {
    /// Returns the role that emerges from a seat's modes in this session.
    pub fn role(&self, lens: &Lens) -> Option<SeatTitle> {
        lens.role(&self.lot())
    }

    /// Tells whether what a rule reports is weighed where the gates found it: no seat can add to it or take from it.
    pub fn is_weighed_by_gates(&self, rule: Option<&str>) -> bool {
        let Some(rule) = rule.filter(|_| self.protocol != CouncilProtocol::First) else {
            return false;
        };
        let gates = self.gates.iter().filter(|gate| gate.not_applicable.is_none());
        let mut found = gates.flat_map(|gate| &gate.findings);
        found.any(|found| found.rule == rule && found.severity >= Severity::Major)
    }

    /// Tells whether a vote needs a reason, and a changed one evidence, to count.
    pub fn is_strict(&self) -> bool {
        self.protocol == CouncilProtocol::First || self.votes == Votes::Strict
    }

    /// Returns what everything that is left to chance in this session is drawn from.
    pub fn lot(&self) -> String {
        match self.seed {
            Some(seed) => seed.to_string(),
            None => self.id.to_string(),
        }
    }

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
            seed: None,
            packet: packet.id.clone(),
            version: packet.version.clone(),
            content_hash: packet.hash(),
            selection: select_for(packet, &SeatId::ALL),
            vision,
            gates,
            slices: None,
            suppressed: Vec::new(),
            protocol: CouncilProtocol::TODAY,
            votes: Votes::AsCast,
            reply_entries: BTreeMap::new(),
            rules_alone: false,
            moment,
        }
    }
}
