//! The session file of a council: one shape, written from the record.

mod compact;
mod finding;
mod lens;
mod notes;
mod shape;
mod write;

pub use compact::{compact, expand};
pub(crate) use compact::{left_out, stated};
pub use finding::{
    BallotQuestion, BallotShape, FindingShape, MergedShape, SearchedShape, SeverityDissentShape,
    VoteShape,
};
pub use shape::*;
pub(crate) use write::{CONTENT_GATE, decided, related_findings};
pub use write::{SessionDocument, shape, text, write};
