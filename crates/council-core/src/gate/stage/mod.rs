//! The stage review: the evidence of one stage to one resolution.
//!
//! A stage's agents leave statements behind. [`judge`] reads the selected ones and answers whether the work may go on:
//! every conflict blocks, every agent's failure and every unreadable file is a warning. Nothing here opens a file; what
//! was read comes in as a [`StageRead`] and what follows from it goes out as a [`StageReview`].

mod evidence;
mod explain;
mod policy;
mod review;
mod select;
mod signal;
mod stages;

pub use evidence::{
    AgentStatement, EvidenceFile, FileTime, NotEvidence, PacketFile, PassedOver, StageRead,
    Telemetry,
};
pub use explain::{Considered, Explanation};
pub use policy::{Select, StagePolicy, Strict};
pub use review::{DisplayVerdict, SkipReason, StageResolution, StageReview, judge};
pub use select::{FileChoice, Why};
pub use signal::{AgentRole, Cause, Origin, StageSignal, StageSignalKind};
pub use stages::{Checkpoint, Stage};

#[cfg(test)]
mod laws;
#[cfg(test)]
mod told;
