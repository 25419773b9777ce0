//! Exact checks: a session and an evidence bundle held against every rule the contracts state for them.
//!
//! The checks look at trees, not at the types of our own writer, so that they judge any file and know where each value
//! stands. What they notice is collected; the first error does not hide the second.

mod agreement;
mod bundle;
mod cycles;
mod extras;
mod fields;
mod finding;
mod gates;
mod notes;
mod outputs;
mod seats;
mod session;
mod star;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};

use council_core::finding::SeatId;

pub use bundle::check_bundle;
pub use session::check_session;

/// The verdicts a review can end with.
const VERDICTS: [&str; 5] =
    ["PASSED", "FAILED", "NEEDS_REMEDIATION", "NEEDS_ADJUDICATION", "ABORTED"];

/// What the rest of a file is checked against.
#[derive(Debug, Default)]
struct CheckedCouncil<'a> {
    /// The id of what was reviewed, if it is a valid one.
    packet: Option<&'a str>,
    /// The modes of each seat.
    modes: BTreeMap<SeatId, BTreeSet<i64>>,
    /// The seats that were lost on the way.
    lost: BTreeSet<SeatId>,
    /// The ids of everything the seats raised.
    raised: BTreeSet<&'a str>,
    /// How many phases the vision has; none without a vision.
    phases: Option<usize>,
}

impl CheckedCouncil<'_> {
    /// Returns the seats that stayed to the end.
    fn live(&self) -> BTreeSet<SeatId> {
        SeatId::ALL.into_iter().filter(|seat| !self.lost.contains(seat)).collect()
    }
}
