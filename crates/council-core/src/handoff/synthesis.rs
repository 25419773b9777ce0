//! What the chair of a panel makes of the reviews.

use super::{CleanLine, PanelSeat, Prose, Rating};

/// The chair's synthesis.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Synthesis {
    /// Whose reviews were summed up.
    pub reviewers: Vec<PanelSeat>,
    /// The verdict as the chair states it.
    pub verdict: Option<Rating>,
    /// Where the seats agree.
    pub consensus: Vec<CleanLine>,
    /// Where they do not.
    pub conflicts: Vec<CleanLine>,
    /// What is decided at once, each with the numbers of its revisions.
    pub groups: Vec<CleanLine>,
    /// What should change in the packet, tier by tier.
    pub revisions: Vec<RecommendedChange>,
    /// What only a stakeholder can decide.
    pub stakeholder: Vec<CleanLine>,
    /// Each seat's rating.
    pub ratings: Vec<SeatRating>,
    /// The chair's assessment.
    pub assessment: Prose,
}

impl Synthesis {
    /// Returns the revisions of a tier, in order.
    pub fn tier(&self, tier: Tier) -> impl Iterator<Item = &RecommendedChange> {
        self.revisions.iter().filter(move |revision| revision.tier == tier)
    }
}

/// A change the panel recommends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecommendedChange {
    /// How urgent it is.
    pub tier: Tier,
    /// What should change.
    pub text: CleanLine,
}

/// How urgent a recommended change is, most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// The work may not go on without it.
    Must,
    /// It should be done before the work goes on.
    Should,
    /// It could be done in the next pass.
    Could,
    /// It can wait.
    Deferred,
}

impl Tier {
    /// Every tier, most urgent first.
    pub const ALL: [Tier; 4] = [Tier::Must, Tier::Should, Tier::Could, Tier::Deferred];
}

/// A row of the table of ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRating {
    /// Whose rating it is.
    pub seat: PanelSeat,
    /// The rating.
    pub rating: Option<Rating>,
    /// What the seat minds most.
    pub concern: Option<CleanLine>,
}
