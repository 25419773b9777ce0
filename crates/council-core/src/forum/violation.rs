//! What breaks the forum's protocol.

mod by_point;

use std::fmt;

use super::{
    answer::{ChallengeResponse, Evaluation, ForumAnswer},
    ask::RoundStep,
    challenge::ChallengeId,
    point::{Point, PointId},
    protocol::ForumProtocol,
    round::{self, Round, Style},
    seat::ForumSeatId,
    table::Raising,
};

/// A breach of the protocol. A round with one is never ready for approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProtocolViolation {
    /// An owner took no position.
    OwnerSilence {
        /// Who.
        seat: ForumSeatId,
    },
    /// An owner took no stance on a point, or two.
    NoStance {
        /// Who.
        seat: ForumSeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner wants a point changed and does not say what it should be.
    NoWording {
        /// Who.
        seat: ForumSeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner opposes a point without a reason.
    NoReason {
        /// Who.
        seat: ForumSeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner's reading of the message is none. Nobody is held to it: the message is then one point.
    Unread {
        /// Who.
        seat: ForumSeatId,
    },
    /// An owner accepted a challenge and stands where it stood.
    Unmoved {
        /// Who.
        seat: ForumSeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate neither challenged a point nor said what it examined of it.
    Unexamined {
        /// Who.
        seat: ForumSeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner rejected a challenge without a reason.
    Dismissal {
        /// Who.
        seat: ForumSeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An owner gave no answer, or two, to a challenge.
    Unanswered {
        /// Who.
        seat: ForumSeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate neither named a risk nor said what was examined.
    AdvocateSilence {
        /// Who.
        seat: ForumSeatId,
    },
    /// An advocate's challenge has no alternative, also after it was asked for one.
    NoAlternative {
        /// Who.
        seat: ForumSeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate gave no judgement, or two, on the answers to a challenge of its own.
    Unjudged {
        /// Who.
        seat: ForumSeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate raised a challenge again that the human already has.
    Loop {
        /// Who.
        seat: ForumSeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
}

impl ProtocolViolation {
    /// Returns its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            ProtocolViolation::OwnerSilence { .. } => "PO_SILENCE",
            ProtocolViolation::NoStance { .. } => "PO_NO_STANCE",
            ProtocolViolation::NoWording { .. } => "PO_NO_WORDING",
            ProtocolViolation::NoReason { .. } => "PO_NO_REASON",
            ProtocolViolation::Unread { .. } => "PO_UNREAD",
            ProtocolViolation::Unmoved { .. } => "PO_UNMOVED",
            ProtocolViolation::Unexamined { .. } => "DA_UNEXAMINED",
            ProtocolViolation::Dismissal { .. } => "PO_DISMISSAL",
            ProtocolViolation::Unanswered { .. } => "PO_UNANSWERED",
            ProtocolViolation::AdvocateSilence { .. } => "DA_SILENCE",
            ProtocolViolation::NoAlternative { .. } => "DA_NO_ALTERNATIVE",
            ProtocolViolation::Unjudged { .. } => "DA_UNJUDGED",
            ProtocolViolation::Loop { .. } => "DA_LOOP",
        }
    }

    /// Returns whose breach it is.
    pub fn seat(&self) -> ForumSeatId {
        match self {
            ProtocolViolation::OwnerSilence { seat }
            | ProtocolViolation::NoStance { seat, .. }
            | ProtocolViolation::NoWording { seat, .. }
            | ProtocolViolation::NoReason { seat, .. }
            | ProtocolViolation::Unread { seat }
            | ProtocolViolation::Unmoved { seat, .. }
            | ProtocolViolation::Unexamined { seat, .. }
            | ProtocolViolation::Dismissal { seat, .. }
            | ProtocolViolation::Unanswered { seat, .. }
            | ProtocolViolation::AdvocateSilence { seat }
            | ProtocolViolation::NoAlternative { seat, .. }
            | ProtocolViolation::Unjudged { seat, .. }
            | ProtocolViolation::Loop { seat, .. } => *seat,
        }
    }

    /// Returns the challenge it is about, if it is about one.
    pub fn challenge(&self) -> Option<ChallengeId> {
        match self {
            ProtocolViolation::OwnerSilence { .. }
            | ProtocolViolation::NoStance { .. }
            | ProtocolViolation::NoWording { .. }
            | ProtocolViolation::NoReason { .. }
            | ProtocolViolation::Unread { .. }
            | ProtocolViolation::Unexamined { .. }
            | ProtocolViolation::AdvocateSilence { .. } => None,
            ProtocolViolation::Dismissal { challenge, .. }
            | ProtocolViolation::Unmoved { challenge, .. }
            | ProtocolViolation::Unanswered { challenge, .. }
            | ProtocolViolation::NoAlternative { challenge, .. }
            | ProtocolViolation::Unjudged { challenge, .. }
            | ProtocolViolation::Loop { challenge, .. } => Some(*challenge),
        }
    }
}

impl fmt::Display for ProtocolViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolViolation::OwnerSilence { seat } => {
                write!(f, "{seat} took no position, expected a position and a stance")
            }
            ProtocolViolation::NoStance { seat, point } => {
                write!(
                    f,
                    "{seat} did not say where it stands on {point}, expected exactly one stance"
                )
            }
            ProtocolViolation::NoWording { seat, point } => {
                write!(f, "{seat} wants {point} changed and does not say what it should be")
            }
            ProtocolViolation::NoReason { seat, point } => {
                write!(f, "{seat} opposes {point} without a reason")
            }
            ProtocolViolation::Unread { seat } => {
                write!(f, "{seat} named no points, or too many, expected 1 to {}", Point::MOST)
            }
            ProtocolViolation::Unmoved { seat, challenge } => {
                write!(f, "{seat} accepted {challenge} and changed nothing in what it supports")
            }
            ProtocolViolation::Unexamined { seat, point } => {
                write!(f, "{seat} neither challenged {point} nor said what it examined")
            }
            ProtocolViolation::Dismissal { seat, challenge } => {
                write!(f, "{seat} rejected {challenge} without a reason")
            }
            ProtocolViolation::Unanswered { seat, challenge } => {
                write!(f, "{seat} did not answer {challenge}, expected exactly one answer")
            }
            ProtocolViolation::AdvocateSilence { seat } => {
                write!(f, "{seat} named no risk, expected a challenge or what was examined")
            }
            ProtocolViolation::NoAlternative { seat, challenge } => {
                write!(f, "{seat} gave no alternative with {challenge}, also when asked again")
            }
            ProtocolViolation::Unjudged { seat, challenge } => {
                write!(f, "{seat} did not judge the answers to {challenge}, expected one judgement")
            }
            ProtocolViolation::Loop { seat, challenge } => {
                write!(f, "{seat} raised {challenge} again, which the human already has")
            }
        }
    }
}

/// Lists the breaches of a closed round, in speaking order. Lost seats breach nothing: they are recorded as lost, but a
/// challenge they left without an alternative stays one.
pub(crate) fn violations(round: &Round) -> Vec<ProtocolViolation> {
    let owners = round.seats.owners().iter().map(|seat| seat.id);
    let advocates = round.seats.advocates().iter().map(|seat| seat.id);
    let steps = [
        (RoundStep::Position, owners.clone().collect::<Vec<_>>()),
        (RoundStep::Challenge, advocates.clone().collect()),
        (RoundStep::Reply, owners.collect()),
        (RoundStep::Evaluation, advocates.collect()),
    ];
    let mut found = Vec::new();
    for (step, seats) in steps {
        let held = match step {
            RoundStep::Reading
            | RoundStep::Question
            | RoundStep::Draft
            | RoundStep::Position
            | RoundStep::Challenge
            | RoundStep::Alternative => true,
            RoundStep::Reply | RoundStep::Evaluation => round.style == Style::Full,
        };
        for seat in seats.into_iter().filter(|seat| held && !round.is_questioner(*seat)) {
            found.extend(slips(round, seat, step));
            if step == RoundStep::Challenge && round.protocol == ForumProtocol::First {
                found.extend(no_alternative(round, seat));
            }
        }
    }
    found
}

/// Lists how a seat's last answer to a step breaches the protocol; the seat is asked once more to mend it.
pub(crate) fn slips(round: &Round, seat: ForumSeatId, step: RoundStep) -> Vec<ProtocolViolation> {
    match round.protocol {
        ForumProtocol::First => slips_whole(round, seat, step),
        ForumProtocol::Second => by_point::slips(round, seat, step),
    }
}

/// Lists the slips of an answer on a proposal that is taken whole.
fn slips_whole(round: &Round, seat: ForumSeatId, step: RoundStep) -> Vec<ProtocolViolation> {
    let is_present = round.loss(seat).is_none();
    match step {
        RoundStep::Reading | RoundStep::Question | RoundStep::Draft | RoundStep::Alternative => {
            Vec::new()
        }
        RoundStep::Position => {
            let took = round.position(seat).and_then(super::answer::OwnerPosition::taken);
            let silent = is_present && took.is_none();
            silent.then_some(ProtocolViolation::OwnerSilence { seat }).into_iter().collect()
        }
        RoundStep::Challenge => match first_raised(round, seat) {
            Some((challenge, Raising::Loop)) => {
                vec![ProtocolViolation::Loop { seat, challenge }]
            }
            None if is_present && !examined(round, seat) => {
                vec![ProtocolViolation::AdvocateSilence { seat }]
            }
            Some((_, Raising::Taken)) | None => Vec::new(),
        },
        RoundStep::Reply | RoundStep::Evaluation if !is_present => Vec::new(),
        RoundStep::Reply => unanswered(round, seat),
        RoundStep::Evaluation => unjudged(round, seat, |_| true),
    }
}

/// Points out the challenges that an owner did not answer, or dismissed.
fn unanswered(round: &Round, seat: ForumSeatId) -> Vec<ProtocolViolation> {
    let open = round::answerable(&round.table).map(|challenge| challenge.id);
    open.filter_map(|challenge| match round.reply(seat, challenge) {
        None => Some(ProtocolViolation::Unanswered { seat, challenge }),
        Some(reply) if is_dismissal(reply.stand, &reply.rationale) => {
            Some(ProtocolViolation::Dismissal { seat, challenge })
        }
        Some(_) => None,
    })
    .collect()
}

/// Points out the challenges of an advocate that it did not judge, or not in full.
fn unjudged(
    round: &Round,
    seat: ForumSeatId,
    is_whole: impl Fn(&Evaluation) -> bool,
) -> Vec<ProtocolViolation> {
    let own = round::answerable(&round.table).filter(|challenge| challenge.is_raised_by(seat));
    own.filter(|challenge| !round.evaluation(seat, challenge.id).is_some_and(&is_whole))
        .map(|challenge| ProtocolViolation::Unjudged { seat, challenge: challenge.id })
        .collect()
}

fn first_raised(round: &Round, seat: ForumSeatId) -> Option<(ChallengeId, Raising)> {
    round.raised.get(&seat)?.first().copied()
}

/// Points out a challenge that has no alternative, also after its seat was asked for one.
fn no_alternative(round: &Round, seat: ForumSeatId) -> Option<ProtocolViolation> {
    match first_raised(round, seat) {
        Some((challenge, Raising::Taken)) if !gave_alternative(round, seat) => {
            Some(ProtocolViolation::NoAlternative { seat, challenge })
        }
        Some(_) | None => None,
    }
}

fn is_dismissal(stand: ChallengeResponse, rationale: &str) -> bool {
    match stand {
        ChallengeResponse::Rejected => rationale.trim().is_empty(),
        ChallengeResponse::Accepted | ChallengeResponse::Mitigated => false,
    }
}

/// Tells whether an advocate's challenge came with an alternative, at once or when asked.
fn gave_alternative(round: &Round, advocate: ForumSeatId) -> bool {
    let said = |step| match round.answer(advocate, step) {
        Some(ForumAnswer::Challenge(objection)) => !objection.alternative.trim().is_empty(),
        Some(ForumAnswer::Alternative(alternative)) => !alternative.trim().is_empty(),
        Some(
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. }
            | ForumAnswer::Evaluations(_),
        )
        | None => false,
    };
    said(RoundStep::Challenge) || said(RoundStep::Alternative)
}

/// Tells whether an advocate who raised nothing said what was examined.
fn examined(round: &Round, advocate: ForumSeatId) -> bool {
    match round.answer(advocate, RoundStep::Challenge) {
        Some(ForumAnswer::NoUncoveredRisk { examined }) => {
            examined.iter().any(|one| !one.trim().is_empty())
        }
        Some(
            ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. }
            | ForumAnswer::Evaluations(_),
        )
        | None => false,
    }
}
