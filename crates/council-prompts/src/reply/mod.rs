//! A seat's reply: one JSON object, read into an answer or refused with the reason.

mod extract;
mod parse;
mod read;
pub mod schema;
mod shape;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use parse::parse;
pub(crate) use read::{MOST_FINDINGS, bounded, claim, unknown};
pub use read::{ReplyContext, Unreadable, read};
pub use shape::{
    AssessmentReply, FindingReply, OpinionReply, PhaseReply, ProposalReply, RecommendationReply,
    Reply, ReplyText, SearchedReply, VoteReply,
};
pub use write::ReplyDraft;
pub(crate) use write::finding as finding_reply;
