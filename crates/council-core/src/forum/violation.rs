//! What breaks the forum's protocol.

mod by_point;

use std::fmt;

use super::{
    answer::{Answer, Evaluation, Stand},
    ask::Step,
    challenge::ChallengeId,
    point::{Point, PointId},
    protocol::Protocol,
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
    /// An owner took no stance on a point, or two.
    NoStance {
        /// Who.
        seat: SeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner wants a point changed and does not say what it should be.
    NoWording {
        /// Who.
        seat: SeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner opposes a point without a reason.
    NoReason {
        /// Who.
        seat: SeatId,
        /// Which point.
        point: PointId,
    },
    /// An owner's reading of the message is none. Nobody is held to it: the message is then one point.
    Unread {
        /// Who.
        seat: SeatId,
    },
    /// An owner accepted a challenge and stands where it stood.
    Unmoved {
        /// Who.
        seat: SeatId,
        /// Which challenge.
        challenge: ChallengeId,
    },
    /// An advocate neither challenged a point nor said what it examined of it.
    Unexamined {
        /// Who.
        seat: SeatId,
        /// Which point.
        point: PointId,
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
            Violation::NoStance { .. } => "PO_NO_STANCE",
            Violation::NoWording { .. } => "PO_NO_WORDING",
            Violation::NoReason { .. } => "PO_NO_REASON",
            Violation::Unread { .. } => "PO_UNREAD",
            Violation::Unmoved { .. } => "PO_UNMOVED",
            Violation::Unexamined { .. } => "DA_UNEXAMINED",
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
            | Violation::NoStance { seat, .. }
            | Violation::NoWording { seat, .. }
            | Violation::NoReason { seat, .. }
            | Violation::Unread { seat }
            | Violation::Unmoved { seat, .. }
            | Violation::Unexamined { seat, .. }
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
            Violation::OwnerSilence { .. }
            | Violation::NoStance { .. }
            | Violation::NoWording { .. }
            | Violation::NoReason { .. }
            | Violation::Unread { .. }
            | Violation::Unexamined { .. }
            | Violation::AdvocateSilence { .. } => None,
            Violation::Dismissal { challenge, .. }
            | Violation::Unmoved { challenge, .. }
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
            Violation::NoStance { seat, point } => {
                write!(
                    f,
                    "{seat} did not say where it stands on {point}, expected exactly one stance"
                )
            }
            Violation::NoWording { seat, point } => {
                write!(f, "{seat} wants {point} changed and does not say what it should be")
            }
            Violation::NoReason { seat, point } => {
                write!(f, "{seat} opposes {point} without a reason")
            }
            Violation::Unread { seat } => {
                write!(f, "{seat} named no points, or too many, expected 1 to {}", Point::MOST)
            }
            Violation::Unmoved { seat, challenge } => {
                write!(f, "{seat} accepted {challenge} and changed nothing in what it supports")
            }
            Violation::Unexamined { seat, point } => {
                write!(f, "{seat} neither challenged {point} nor said what it examined")
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

/// Lists the breaches of a closed round, in speaking order. Lost seats breach nothing: they are recorded as lost, but a
/// challenge they left without an alternative stays one.
pub(crate) fn violations(round: &Round) -> Vec<Violation> {
    let owners = round.seats.owners().iter().map(|seat| seat.id);
    let advocates = round.seats.advocates().iter().map(|seat| seat.id);
    let steps = [
        (Step::Position, owners.clone().collect::<Vec<_>>()),
        (Step::Challenge, advocates.clone().collect()),
        (Step::Reply, owners.collect()),
        (Step::Evaluation, advocates.collect()),
    ];
    let mut found = Vec::new();
    for (step, seats) in steps {
        let held = match step {
            Step::Reading
            | Step::Question
            | Step::Draft
            | Step::Position
            | Step::Challenge
            | Step::Alternative => true,
            Step::Reply | Step::Evaluation => round.style == Style::Full,
        };
        for seat in seats.into_iter().filter(|seat| held && !round.is_questioner(*seat)) {
            found.extend(slips(round, seat, step));
            if step == Step::Challenge && round.protocol == Protocol::First {
                found.extend(no_alternative(round, seat));
            }
        }
    }
    found
}

/// Lists how a seat's last answer to a step breaches the protocol; the seat is asked once more to mend it.
pub(crate) fn slips(round: &Round, seat: SeatId, step: Step) -> Vec<Violation> {
    match round.protocol {
        Protocol::First => slips_whole(round, seat, step),
        Protocol::Second => by_point::slips(round, seat, step),
    }
}

/// Lists the slips of an answer on a proposal that is taken whole.
fn slips_whole(round: &Round, seat: SeatId, step: Step) -> Vec<Violation> {
    let is_present = round.loss(seat).is_none();
    match step {
        Step::Reading | Step::Question | Step::Draft | Step::Alternative => Vec::new(),
        Step::Position => {
            let took = round.position(seat).and_then(super::answer::Position::taken);
            let silent = is_present && took.is_none();
            silent.then_some(Violation::OwnerSilence { seat }).into_iter().collect()
        }
        Step::Challenge => match first_raised(round, seat) {
            Some((challenge, Raising::Loop)) => {
                vec![Violation::Loop { seat, challenge }]
            }
            None if is_present && !examined(round, seat) => {
                vec![Violation::AdvocateSilence { seat }]
            }
            Some((_, Raising::Taken)) | None => Vec::new(),
        },
        Step::Reply | Step::Evaluation if !is_present => Vec::new(),
        Step::Reply => unanswered(round, seat),
        Step::Evaluation => unjudged(round, seat, |_| true),
    }
}

/// Points out the challenges that an owner did not answer, or dismissed.
fn unanswered(round: &Round, seat: SeatId) -> Vec<Violation> {
    let open = round::answerable(&round.table).map(|challenge| challenge.id);
    open.filter_map(|challenge| match round.reply(seat, challenge) {
        None => Some(Violation::Unanswered { seat, challenge }),
        Some(reply) if is_dismissal(reply.stand, &reply.rationale) => {
            Some(Violation::Dismissal { seat, challenge })
        }
        Some(_) => None,
    })
    .collect()
}

/// Points out the challenges of an advocate that it did not judge, or not in full.
fn unjudged(round: &Round, seat: SeatId, is_whole: impl Fn(&Evaluation) -> bool) -> Vec<Violation> {
    let own = round::answerable(&round.table).filter(|challenge| challenge.is_raised_by(seat));
    own.filter(|challenge| !round.evaluation(seat, challenge.id).is_some_and(&is_whole))
        .map(|challenge| Violation::Unjudged { seat, challenge: challenge.id })
        .collect()
}

fn first_raised(round: &Round, seat: SeatId) -> Option<(ChallengeId, Raising)> {
    round.raised.get(&seat)?.first().copied()
}

/// Points out a challenge that has no alternative, also after its seat was asked for one.
fn no_alternative(round: &Round, seat: SeatId) -> Option<Violation> {
    match first_raised(round, seat) {
        Some((challenge, Raising::Taken)) if !gave_alternative(round, seat) => {
            Some(Violation::NoAlternative { seat, challenge })
        }
        Some(_) | None => None,
    }
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
            Answer::Reading(_)
            | Answer::Questions(_)
            | Answer::Draft(_)
            | Answer::Position(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Examination(_)
            | Answer::Replies(_)
            | Answer::Restated { .. }
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
            Answer::Reading(_)
            | Answer::Questions(_)
            | Answer::Draft(_)
            | Answer::Position(_)
            | Answer::Challenge(_)
            | Answer::Examination(_)
            | Answer::Alternative(_)
            | Answer::Replies(_)
            | Answer::Restated { .. }
            | Answer::Evaluations(_),
        )
        | None => false,
    }
}
