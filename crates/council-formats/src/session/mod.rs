//! The session file of a council: one shape, written from the record.

mod finding;
mod lens;
mod notes;
mod shape;
mod write;

pub use finding::{
    BallotQuestion, BallotShape, FindingShape, MergedShape, SearchedShape, SeverityDissentShape,
    VoteShape,
};
pub use shape::*;
pub use write::{Review, shape, write};
pub(crate) use write::{decided, related_findings};
