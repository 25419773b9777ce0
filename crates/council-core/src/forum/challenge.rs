//! A challenge: an advocate's risk and alternative, with an identity that outlives the round and the wording.

use std::{collections::BTreeMap, fmt, num::NonZeroU32};

use unicode_normalization::UnicodeNormalization as _;

use super::{
    answer::{AdvocateJudgement, ChallengeResponse, JudgedAnswer},
    digest::Digest,
    point::PointId,
    seat::{ForumSeat, ForumSeatId},
    words::words,
};

/// The id of a challenge, by the order of first appearance in the discussion: `CH-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChallengeId(NonZeroU32);

impl ChallengeId {
    /// Returns the id that follows a number of challenges.
    pub(crate) fn after(count: usize) -> Self {
        let number = u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
    }

    /// Reads an id in its one spelling.
    pub fn read(word: &str) -> Option<Self> {
        let id = Self(word.strip_prefix("CH-")?.parse().ok()?);
        (id.to_string() == word).then_some(id)
    }
}

impl fmt::Display for ChallengeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CH-{}", self.0)
    }
}

/// What makes two challenges the same: a hash of the risk's words, whatever their case and punctuation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RiskKey(String);

impl RiskKey {
    /// Returns the key of a risk; a risk without a letter or digit says nothing and has none.
    pub fn of(risk: &str) -> Option<Self> {
        let folded: String = risk.nfkc().flat_map(char::to_lowercase).collect();
        let words: Vec<&str> =
            folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return None;
        }
        let digest = Digest::of_text(&words.join(" "));
        Some(Self(digest.as_str().chars().take(16).collect()))
    }

    /// Returns the hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A challenge and everything that became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The id.
    pub id: ChallengeId,
    /// What makes it the same challenge when it is raised again.
    pub key: RiskKey,
    /// What fails if the direction is taken, verbatim.
    pub risk: String,
    /// What to do instead, verbatim; without one the challenge is invalid.
    pub alternative: Option<String>,
    /// What must be answered before the risk counts as mitigated.
    pub question: Option<String>,
    /// The points it was raised against, by the round whose points they are.
    pub against: BTreeMap<u32, Vec<PointId>>,
    /// Who raised it, in order.
    pub raisers: Vec<ForumSeat>,
    /// In how many rounds it was on the table without being conceded.
    pub rounds: u32,
    /// What has become of it.
    pub standing: ChallengeStatus,
    /// Everything that happened to it, in order.
    pub history: Vec<PastEvent>,
}

impl Challenge {
    /// How many rounds the group has to settle a challenge before the human must.
    pub const ROUNDS: u32 = 2;

    /// Tells whether it has an alternative.
    pub fn is_valid(&self) -> bool {
        self.alternative.is_some()
    }

    /// Tells whether the group still has to settle it.
    pub fn is_open(&self) -> bool {
        self.standing == ChallengeStatus::Open
    }

    /// Tells whether the human must be shown it: it is open or escalated.
    pub fn is_unresolved(&self) -> bool {
        match self.standing {
            ChallengeStatus::Open | ChallengeStatus::Escalated(_) => true,
            ChallengeStatus::Conceded
            | ChallengeStatus::Overridden
            | ChallengeStatus::Superseded => false,
        }
    }

    /// Tells whether it was raised against a point of a round.
    pub fn is_against(&self, round: u32, point: PointId) -> bool {
        self.against.get(&round).is_some_and(|points| points.contains(&point))
    }

    /// Tells whether anything happened to it in a round.
    pub fn is_touched_in(&self, round: u32) -> bool {
        self.history.iter().any(|past| past.round == round)
    }

    /// Returns the rounds in which it was raised, in order.
    pub fn raised_in(&self) -> Vec<u32> {
        let mut rounds: Vec<u32> = self
            .history
            .iter()
            .filter(|past| matches!(past.event, ChallengeEvent::Raised { .. }))
            .map(|past| past.round)
            .collect();
        rounds.dedup();
        rounds
    }

    /// Tells whether a seat raised it.
    pub fn is_raised_by(&self, seat: ForumSeatId) -> bool {
        self.raisers.iter().any(|raiser| raiser.id == seat)
    }
}

/// What has become of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeStatus {
    /// The group has not settled it.
    Open,
    /// Everyone who raised it has conceded.
    Conceded,
    /// It went to the human.
    Escalated(EscalatedBy),
    /// The human decided over it.
    Overridden,
    /// The human put another proposal in the place of the one it was about.
    Superseded,
}

impl ChallengeStatus {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            ChallengeStatus::Open => "open",
            ChallengeStatus::Conceded => "conceded",
            ChallengeStatus::Escalated(_) => "escalated",
            ChallengeStatus::Overridden => "overridden",
            ChallengeStatus::Superseded => "superseded",
        }
    }
}

words! {
    /// Who sent a challenge to the human.
    pub enum EscalatedBy {
        /// An advocate who raised it.
        Advocate = "advocate",
        /// The limit of rounds.
        Limit = "limit",
    }
}

/// One thing that happened to a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastEvent {
    /// In which round.
    pub round: u32,
    /// What.
    pub event: ChallengeEvent,
}

/// The things that can happen to a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChallengeEvent {
    /// An advocate raised it, for the first time or again.
    Raised {
        /// Who.
        by: ForumSeatId,
    },
    /// An owner answered it.
    Answered {
        /// Who.
        by: ForumSeatId,
        /// How.
        stand: ChallengeResponse,
        /// Why.
        rationale: String,
    },
    /// An advocate judged the answers.
    Judged {
        /// Who.
        by: ForumSeatId,
        /// How.
        judgement: AdvocateJudgement,
        /// Why.
        note: String,
        /// What became of each owner's answer, where each was judged.
        answers: Vec<JudgedAnswer>,
    },
    /// It went to the human.
    Escalated(EscalatedBy),
    /// The human decided over it.
    Overridden,
    /// The human put another proposal in the place of the one it was about.
    Superseded,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_spelling() {
        assert_eq!(ChallengeId::after(0).to_string(), "CH-1");
        assert_eq!(ChallengeId::read("CH-12").map(|id| id.to_string()).as_deref(), Some("CH-12"));
        for word in ["CH-0", "CH-01", "ch-1", "CH-", "CH--1", "1", ""] {
            assert_eq!(ChallengeId::read(word), None, "{word}");
        }
    }

    #[test]
    fn case_space_and_punctuation_do_not_make_a_new_risk() {
        let key = RiskKey::of("Users lose trust when exports fail.").unwrap();
        assert_eq!(RiskKey::of("users  lose TRUST — when exports fail"), Some(key.clone()));
        assert_ne!(RiskKey::of("users lose trust when imports fail"), Some(key.clone()));
        assert_eq!(key.as_str().len(), 16);
    }

    #[test]
    fn a_risk_without_words_has_no_key() {
        assert_eq!(RiskKey::of(" …!? "), None);
    }
}
