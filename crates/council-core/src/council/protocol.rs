//! The rules that a session is held under. They got better; a session is judged by those it began with.

use serde::{Deserialize, Serialize};

/// The rules that a session is held under.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum CouncilProtocol {
    /// Of journals up to version 2. A vote is an abstention where it has no reason, where it goes against what its seat
    /// said before and cites nothing, and where its seat has said nothing of the finding before.
    #[default]
    First,
    /// Of journals of version 3. A vote counts as it was cast.
    Second,
    /// Claims of several seats about the same words that say much the same are one finding, whatever they call it, and
    /// so are two findings that two seats call the same.
    Third,
    /// The session file says a thing once: what is said again stands in it as what changed.
    Fourth,
    /// At depth `auto` the second round agrees on the remediations of blockers, so that the third has only what is still
    /// open. Findings have short names in questions and answers.
    Fifth,
    /// A focus area of the notes suggests the modes that have found nothing there yet, by what was found.
    Sixth,
    /// A seat goes on with its list only while everything on it is of weight; it is not asked again of what it raised
    /// itself, nor of a remediation that it wrote; an answer holds more opinions and votes; only the first part of the
    /// second round reads everything and raises.
    Seventh,
    /// A SUPPORT of a remediation needs no reason. Where remediations exclude each other, the seats of the last round choose
    /// between them, and what two choose is agreed. Claims of two seats that hold the same sentences against each other are
    /// one finding. The record counts the cycles in which somebody was asked, and of whoever is a person it does not say
    /// that it knew nothing of the others.
    Eighth,
    /// Findings that a seat calls the same as a third are the same to it. Of remediations that do not exclude each other one
    /// stands for all where a choice is shown. How bad a finding is that several raised differently is settled by two of
    /// them once its remediation was voted on. Where votes are strict, a choice without a reason is none.
    Ninth,
    /// Claims of two seats that looked for the same in vain are one finding, and so are those that say much the same of what
    /// one seat quotes and the other misses; a single common term makes no two absences one. Findings may be one defect
    /// only if more than one of several places is common to them. Who calls a finding the same as one that it raised
    /// stands behind both. Who wrote a remediation chooses too where others exclude it, and at depth `auto`, where only those
    /// of blockers are voted on, no others are disputed. How bad a finding is that all seats raised is settled by two of
    /// them, and where two seats differ on whether it is of weight, the third is asked at every depth.
    Tenth,
}

impl CouncilProtocol {
    /// The rules that a session of today is held under.
    pub const TODAY: CouncilProtocol = CouncilProtocol::Tenth;

    /// Returns the number that the files of a session name it by; those of the first name none.
    pub fn version(self) -> Option<u8> {
        (self > CouncilProtocol::First).then_some(self as u8 + 1)
    }

    /// Tells whether it is the one that journals do not name.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn is_unnamed(&self) -> bool {
        *self == CouncilProtocol::default()
    }
}

/// Which votes of a council count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Votes {
    /// Every vote, as it was cast.
    #[default]
    AsCast,
    /// Only those with a reason, and of those that go against what their seat said before only those whose reason cites
    /// the text or another finding. The others are abstentions.
    Strict,
}

impl Votes {
    /// Tells whether it is what journals do not name.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn is_unnamed(&self) -> bool {
        *self == Votes::default()
    }
}
