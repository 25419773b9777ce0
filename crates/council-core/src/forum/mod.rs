//! The forum: project owners take positions in turn, devil's advocates challenge them, a human decides.
//!
//! A [`Round`] is the fold of what its seats said: it takes one input and answers with the next ask, and when nobody is
//! left to ask it awaits a human. Everything shown about a round (majority, standing of the challenges, violations,
//! status) is computed from what was said and never stored. A [`Discussion`] is rounds in a row with the human's
//! decisions; the [`Intent`] that leaves it cannot be made without one.

pub mod answer;
pub mod ask;
pub mod challenge;
pub mod cited;
pub mod config;
pub mod decision;
pub mod digest;
pub mod discussion;
mod form;
pub mod intent;
pub mod intent_only;
pub mod line;
pub mod majority;
pub mod message;
pub mod point;
pub mod protocol;
pub mod question;
pub mod remark;
pub mod role;
pub mod round;
pub mod seat;
pub mod session;
pub mod settled;
pub mod status;
pub mod summary;
pub mod table;
pub mod transcript;
pub mod violation;
mod words;

#[cfg(test)]
mod laws;
#[cfg(test)]
pub(crate) mod script;
#[cfg(test)]
mod tests;

pub use answer::{ForumAnswer, ForumInput, Loss};
pub use ask::{EarlierAnswer, ForumEffect, ForumQuestion, RoundStep};
pub use challenge::{Challenge, ChallengeId, ChallengeStatus};
pub use cited::Cited;
pub use config::{Config, Seats};
pub use decision::{DiscussionRefusal, RoundAct, RoundChoice, RoundDecision};
pub use digest::Digest;
pub use discussion::{Discussion, DiscussionRound, DiscussionState};
pub use intent::Intent;
pub use line::TrimmedLine;
pub use majority::{Direction, Tally};
pub use message::Message;
pub use point::{OnPoint, Point, PointId, PointStance, PointsBy};
pub use protocol::ForumProtocol;
pub use question::OpenQuestion;
pub use remark::RoundRemark;
pub use role::{RoleDefinition, RoleDefinitions, RoleDigests};
pub use round::{Hearing, Round, RoundError, Setting, Style};
pub use seat::{ForumRole, ForumSeat, ForumSeatId};
pub use session::{ForumRecord, ForumSession, ForumWarning, RoundEnding};
pub use settled::SettledPoint;
pub use status::{Blocker, Checklist, ChecklistItem, Presented, RoundStatus};
pub use summary::RoundSummary;
pub use table::ChallengeList;
pub use transcript::Anchored;
pub use violation::ProtocolViolation;
