//! The summary a human is shown after a forum round: a page with a fixed layout that no words on it can break.

mod escape;
mod page;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use page::{
    AdvocateEntry, ChallengeMark, Member, OwnerLine, PositionTaken, Says, SettledLine, SummaryPage,
};
pub use read::{is_round_summary, read};
pub use write::write;
