//! What members of a forum say that are filled by the rules: a small decision model over words, and no opinions.
//!
//! 1. **What is proposed**: the message, word for word.
//! 2. **Which goal it serves**: the goal of the packet that shares the most words with it; without one, the purpose that
//!    the message itself states. What shares more words with a stated non-goal is opposed, and what serves nothing that
//!    anybody stated is abstained from.
//! 3. **Which kinds of risk apply**: those of [`risk`] whose signs stand in the message. A kind is covered where the
//!    message or the packet says so.
//! 4. **Which alternative each suggests**: the one that stands beside the kind.
//!
//! Owners answer a challenge with the sentence that covers it, or accept it. Advocates concede what is covered, and what
//! is not covered in the second round they escalate. The same words always get the same answers.

mod matter;
pub mod risk;
mod words;

use council_core::forum::{
    Answer, Ask, Challenge, Standing, Step,
    answer::{
        Engagement, Evaluation, Judgement, Manner, Objection, Position, Reply, Stance, Stand,
    },
    challenge::RiskKey,
};

use matter::{Cover, Purpose};
use risk::{KINDS, RiskKind, UNCLEAR, UNMEASURED};
use words::{folded, phrase, quoted};

pub use matter::Matter;

/// What fills the seats, for a reader of the record.
pub const FILLED_BY: &str = "the offline rules, which compare words and have no opinions";

impl Matter {
    /// Answers for a seat.
    pub fn answer(&self, ask: &Ask) -> Answer {
        match ask.step {
            Step::Draft => Answer::Draft(self.position(ask)),
            Step::Position => Answer::Position(self.position(ask)),
            Step::Challenge => self.challenge(ask),
            Step::Alternative => {
                let kind = ask.challenges.first().and_then(|one| kind_of(one));
                Answer::Alternative(kind.unwrap_or(&UNCLEAR).alternative.to_owned())
            }
            Step::Reply => {
                Answer::Replies(ask.challenges.iter().map(|one| self.reply(one)).collect())
            }
            Step::Evaluation => {
                Answer::Evaluations(ask.challenges.iter().map(|one| self.evaluation(one)).collect())
            }
        }
    }

    fn position(&self, ask: &Ask) -> Position {
        let (stance, mut position, reason) = match self.purpose() {
            Purpose::Goal { words, place, shared } => (
                Stance::Support,
                format!("do it: it serves the goal {}.", quoted(&words)),
                format!("the message and `{place}` share the words {}", shared.join(", ")),
            ),
            Purpose::Own { words } => (
                Stance::Support,
                format!("do it, for the reason the message gives: {}.", quoted(&words)),
                "no goal of a packet shares a word with it, so its own purpose is taken".to_owned(),
            ),
            Purpose::NonGoal { words, place, shared } => (
                Stance::Oppose,
                format!("do not do it: {} is stated as what is not to be done.", quoted(&words)),
                format!("the message and `{place}` share the words {}", shared.join(", ")),
            ),
            Purpose::Nothing => (
                Stance::Abstain,
                "say what it is for before it is decided.".to_owned(),
                "no goal of a packet shares a word with it, and the message states no purpose"
                    .to_owned(),
            ),
        };
        let lens = folded(ask.seat.lens.as_str());
        let mut own = self.uncovered().into_iter().filter(|kind| cares(&lens, kind));
        if let Some(kind) = own.next().filter(|_| stance == Stance::Support) {
            position = format!("{position} To settle first: {}?", kind.question);
        }
        let engages = ask.prior.iter().filter_map(|heard| match &heard.answer {
            Answer::Position(before) => {
                let manner = match before.taken() {
                    Some(taken) if taken == stance => Manner::Agrees,
                    Some(_) | None => Manner::Diverges,
                };
                (heard.seat.id != ask.seat.id).then_some(Engagement { with: heard.seat.id, manner })
            }
            Answer::Draft(_)
            | Answer::Challenge(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Alternative(_)
            | Answer::Replies(_)
            | Answer::Evaluations(_) => None,
        });
        Position { position, reason, stance: Some(stance), engages: engages.collect() }
    }

    /// Raises the first risk that is not covered: those of the seat's own perspective first, none that an advocate
    /// before it has raised, and none that a human already has.
    fn challenge(&self, ask: &Ask) -> Answer {
        let lens = folded(ask.seat.lens.as_str());
        let is_taken = |kind: &RiskKind| {
            let key = RiskKey::of(kind.risk);
            let raised = ask.prior.iter().any(|heard| match &heard.answer {
                Answer::Challenge(said) => RiskKey::of(&said.risk) == key,
                Answer::Draft(_)
                | Answer::Position(_)
                | Answer::NoUncoveredRisk { .. }
                | Answer::Alternative(_)
                | Answer::Replies(_)
                | Answer::Evaluations(_) => false,
            });
            let decided = ask.standing.iter().filter(|one| Some(&one.key) == key.as_ref());
            raised
                || decided.into_iter().any(|one| match one.standing {
                    Standing::Escalated(_) | Standing::Overridden => true,
                    Standing::Open | Standing::Conceded => false,
                })
        };
        let mut left = self.uncovered();
        left.retain(|kind| !is_taken(kind));
        left.sort_by_key(|kind| !cares(&lens, kind));
        let Some(kind) = left.first() else {
            let all = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]);
            return Answer::NoUncoveredRisk {
                examined: all.map(|kind| kind.name.to_owned()).collect(),
            };
        };
        Answer::Challenge(Objection {
            risk: kind.risk.to_owned(),
            alternative: kind.alternative.to_owned(),
            question: match self.sign(kind) {
                Some(sign) => {
                    format!("where the message says {}, {}?", quoted(&sign), kind.question)
                }
                None => format!("{}?", kind.question),
            },
        })
    }

    fn reply(&self, challenge: &Challenge) -> Reply {
        let (stand, rationale) = match self.cover(challenge) {
            Some(Cover { words, place }) => {
                (Stand::Mitigated, format!("covered in {place}: {}", quoted(&words)))
            }
            None => (
                Stand::Accepted,
                "nothing in the message or the packet covers it, and the alternative would"
                    .to_owned(),
            ),
        };
        Reply { challenge: challenge.id, stand, rationale }
    }

    fn evaluation(&self, challenge: &Challenge) -> Evaluation {
        let (judgement, note) = match self.cover(challenge) {
            Some(Cover { words, place }) => {
                (Judgement::Conceded, format!("{place} covers it: {}", quoted(&words)))
            }
            // The owners have had their two rounds.
            None if challenge.rounds.saturating_add(1) >= Challenge::ROUNDS => {
                (Judgement::Escalated, "still nothing covers it, in the second round".to_owned())
            }
            None => (
                Judgement::Insufficient,
                "to accept a risk does not cover it: the proposal does not say so yet".to_owned(),
            ),
        };
        Evaluation { challenge: challenge.id, judgement, note }
    }
}

/// Returns the kind of risk that a challenge is about, where it was worded by the rules.
fn kind_of(challenge: &Challenge) -> Option<&'static RiskKind> {
    let mut all = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]);
    all.find(|kind| RiskKey::of(kind.risk).as_ref() == Some(&challenge.key))
}

/// Tells whether a perspective looks for a kind of risk first.
fn cares(lens: &str, kind: &RiskKind) -> bool {
    phrase(lens, kind.lenses).is_some()
}

#[cfg(test)]
mod tests;
