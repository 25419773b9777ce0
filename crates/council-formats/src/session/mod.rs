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
pub(crate) use write::related_findings;
pub use write::{Review, shape, write};
