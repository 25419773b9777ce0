//! What breaks the forum's protocol, and what is only worth saying.

use std::fmt;

use super::{
    answer::{Answer, Stand},
    ask::Step,
    challenge::ChallengeId,
    round::{self, Round, Style},
    seat::SeatId,
    table::Raising,
};

/// A breach of the protocol. A round with one is never ready for approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// An owner took no position.
    OwnerSilence {
        /// Who.
        seat: SeatId,
    },
    /// An owner rejected a challenge without a reason.
    Dismissal {
        /// Who.
        seat: SeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An owner gave no answer, or two, to a challenge.
    Unanswered {
        /// Who.
        seat: SeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate neither named a risk nor said what was examined.
    AdvocateSilence {
        /// Who.
        seat: SeatId,
    },
    /// An advocate's challenge has no alternative, also after it was asked for one.
    NoAlternative {
        /// Who.
        seat: SeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate gave no judgement, or two, on the answers to a challenge of its own.
    Unjudged {
        /// Who.
        seat: SeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate raised a challenge again that the human already has.
    Loop {
        /// Who.
        seat: SeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
}

impl Violation {
    /// Returns its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Violation::OwnerSilence { .. } => "PO_SILENCE",
            Violation::Dismissal { .. } => "PO_DISMISSAL",
            Violation::Unanswered { .. } => "PO_UNANSWERED",
            Violation::AdvocateSilence { .. } => "DA_SILENCE",
            Violation::NoAlternative { .. } => "DA_NO_ALTERNATIVE",
            Violation::Unjudged { .. } => "DA_UNJUDGED",
            Violation::Loop { .. } => "DA_LOOP",
        }
    }

    /// Returns whose breach it is.
    pub fn seat(&self) -> SeatId {
        match self {
            Violation::OwnerSilence { seat }
            | Violation::Dismissal { seat, .. }
            | Violation::Unanswered { seat, .. }
            | Violation::AdvocateSilence { seat }
            | Violation::NoAlternative { seat, .. }
            | Violation::Unjudged { seat, .. }
            | Violation::Loop { seat, .. } => *seat,
        }
    }

    /// Returns the challenge it is about, if it is about one.
    pub fn challenge(&self) -> Option<ChallengeId> {
        match self {
            Violation::OwnerSilence { .. } | Violation::AdvocateSilence { .. } => None,
            Violation::Dismissal { challenge, .. }
            | Violation::Unanswered { challenge, .. }
            | Violation::NoAlternative { challenge, .. }
            | Violation::Unjudged { challenge, .. }
            | Violation::Loop { challenge, .. } => Some(*challenge),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::OwnerSilence { seat } => {
                write!(f, "{seat} took no position, expected a position and a stance")
            }
            Violation::Dismissal { seat, challenge } => {
                write!(f, "{seat} rejected {challenge} without a reason")
            }
            Violation::Unanswered { seat, challenge } => {
                write!(f, "{seat} did not answer {challenge}, expected exactly one answer")
            }
            Violation::AdvocateSilence { seat } => {
                write!(f, "{seat} named no risk, expected a challenge or what was examined")
            }
            Violation::NoAlternative { seat, challenge } => {
                write!(f, "{seat} gave no alternative with {challenge}, also when asked again")
            }
            Violation::Unjudged { seat, challenge } => {
                write!(f, "{seat} did not judge the answers to {challenge}, expected one judgement")
            }
            Violation::Loop { seat, challenge } => {
                write!(f, "{seat} raised {challenge} again, which the human already has")
            }
        }
    }
}

/// Something worth saying that breaks nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// An owner did not take up the position of an owner before.
    Unengaged {
        /// Who.
        seat: SeatId,
        /// Whose position.
        with: SeatId,
    },
}

impl Remark {
    /// Returns its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Remark::Unengaged { .. } => "PO_UNENGAGED",
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Unengaged { seat, with } => {
                write!(f, "{seat} did not take up the position of {with}")
            }
        }
    }
}

/// Lists the breaches of a closed round, in speaking order. Lost seats breach nothing: they are recorded as lost.
pub(crate) fn violations(round: &Round) -> Vec<Violation> {
    let present = |seat: SeatId| round.loss(seat).is_none();
    let mut found = Vec::new();
    for owner in round.seats.owners().iter().map(|seat| seat.id).filter(|seat| present(*seat)) {
        if round.position(owner).and_then(super::answer::Position::taken).is_none() {
            found.push(Violation::OwnerSilence { seat: owner });
        }
    }
    for advocate in round.seats.advocates().iter().map(|seat| seat.id) {
        let own = round.raised.get(&advocate).copied();
        if let Some((challenge, Raising::Loop)) = own {
            found.push(Violation::Loop { seat: advocate, challenge });
        } else if let Some((challenge, Raising::Taken)) = own
            && !gave_alternative(round, advocate)
        {
            found.push(Violation::NoAlternative { seat: advocate, challenge });
        } else if own.is_none() && present(advocate) && !examined(round, advocate) {
            found.push(Violation::AdvocateSilence { seat: advocate });
        }
    }
    if round.style == Style::Classic {
        return found;
    }
    let open: Vec<_> = round::answerable(&round.table).collect();
    for owner in round.seats.owners().iter().map(|seat| seat.id).filter(|seat| present(*seat)) {
        for challenge in open.iter().map(|challenge| challenge.id) {
            match round.reply(owner, challenge) {
                None => found.push(Violation::Unanswered { seat: owner, challenge }),
                Some(reply) if is_dismissal(reply.stand, &reply.rationale) => {
                    found.push(Violation::Dismissal { seat: owner, challenge });
                }
                Some(_) => {}
            }
        }
    }
    for advocate in round.seats.advocates().iter().map(|seat| seat.id).filter(|seat| present(*seat))
    {
        for challenge in open.iter().filter(|challenge| challenge.is_raised_by(advocate)) {
            if round.evaluation(advocate, challenge.id).is_none() {
                found.push(Violation::Unjudged { seat: advocate, challenge: challenge.id });
            }
        }
    }
    found
}

/// Lists what is worth saying about a closed round.
pub(crate) fn remarks(round: &Round) -> Vec<Remark> {
    let took = |seat: &SeatId| round.position(*seat).is_some_and(|p| p.taken().is_some());
    let owners: Vec<SeatId> =
        round.seats.owners().iter().map(|owner| owner.id).filter(took).collect();
    let mut found = Vec::new();
    for (at, seat) in owners.iter().enumerate() {
        for with in owners.iter().take(at) {
            let engages = round.position(*seat).map(|position| position.engages.as_slice());
            if !engages.is_some_and(|all| all.iter().any(|one| one.with == *with)) {
                found.push(Remark::Unengaged { seat: *seat, with: *with });
            }
        }
    }
    found
}

fn is_dismissal(stand: Stand, rationale: &str) -> bool {
    match stand {
        Stand::Rejected => rationale.trim().is_empty(),
        Stand::Accepted | Stand::Mitigated => false,
    }
}

/// Tells whether an advocate's challenge came with an alternative, at once or when asked.
fn gave_alternative(round: &Round, advocate: SeatId) -> bool {
    let said = |step| match round.answer(advocate, step) {
        Some(Answer::Challenge(objection)) => !objection.alternative.trim().is_empty(),
        Some(Answer::Alternative(alternative)) => !alternative.trim().is_empty(),
        Some(
            Answer::Position(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Replies(_)
            | Answer::Evaluations(_),
        )
        | None => false,
    };
    said(Step::Challenge) || said(Step::Alternative)
}

/// Tells whether an advocate who raised nothing said what was examined.
fn examined(round: &Round, advocate: SeatId) -> bool {
    match round.answer(advocate, Step::Challenge) {
        Some(Answer::NoUncoveredRisk { examined }) => {
            examined.iter().any(|one| !one.trim().is_empty())
        }
        Some(
            Answer::Position(_)
            | Answer::Challenge(_)
            | Answer::Alternative(_)
            | Answer::Replies(_)
            | Answer::Evaluations(_),
        )
        | None => false,
    }
}
