//! What breaks the forum's protocol, and what is only worth saying.

use std::fmt;

use super::{
    answer::{Answer, Stance, Stand},
    ask::Step,
    challenge::ChallengeId,
    cited::Cited,
    line::Line,
    round::{self, Round, Style},
    seat::SeatId,
    table::Raising,
    transcript::Anchored,
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
    /// An owner stands elsewhere than it did before it heard the others.
    Moved {
        /// Who, from where and where to.
        anchored: Anchored,
    },
    /// A seat was asked once more, because its first answer could not be used.
    Mended {
        /// Who.
        seat: SeatId,
        /// For what.
        step: Step,
    },
    /// What fills seats.
    Filled {
        /// The seats, in speaking order.
        seats: Vec<SeatId>,
        /// By what.
        by: Line,
    },
    /// The round begins a new discussion, after a human closed the one before.
    Follows {
        /// What closed it.
        cited: Cited,
    },
}

impl Remark {
    /// Returns its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Remark::Unengaged { .. } => "PO_UNENGAGED",
            Remark::Moved { .. } => "PO_MOVED",
            Remark::Mended { .. } => "MENDED",
            Remark::Filled { .. } => "FILLED_BY",
            Remark::Follows { .. } => "FOLLOWS",
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Unengaged { seat, with } => {
                write!(f, "{seat} did not take up the position of {with}")
            }
            Remark::Moved { anchored } => {
                let word = |stance: Option<Stance>| stance.map_or("no position", Stance::word);
                let (alone, heard) = (word(anchored.alone), word(anchored.heard));
                write!(f, "{} drafted `{alone}` alone and said `{heard}`", anchored.seat)
            }
            Remark::Mended { seat, step } => {
                write!(f, "{seat} was asked twice for its {}", step.word())
            }
            Remark::Filled { seats, by } => {
                let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
                write!(f, "{}: {by}", seats.join(", "))
            }
            Remark::Follows { cited } => {
                let Cited { round, file, .. } = cited;
                write!(f, "a new discussion; the last one was closed after round {round}: {file}")
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
            Step::Draft | Step::Position | Step::Challenge | Step::Alternative => true,
            Step::Reply | Step::Evaluation => round.style == Style::Full,
        };
        for seat in seats.into_iter().filter(|_| held) {
            found.extend(slips(round, seat, step));
            if step == Step::Challenge {
                found.extend(no_alternative(round, seat));
            }
        }
    }
    found
}

/// Lists how a seat's last answer to a step breaches the protocol; the seat is asked once more to mend it.
pub(crate) fn slips(round: &Round, seat: SeatId, step: Step) -> Vec<Violation> {
    let is_present = round.loss(seat).is_none();
    match step {
        Step::Draft | Step::Alternative => Vec::new(),
        Step::Position => {
            let took = round.position(seat).and_then(super::answer::Position::taken);
            let silent = is_present && took.is_none();
            silent.then_some(Violation::OwnerSilence { seat }).into_iter().collect()
        }
        Step::Challenge => match round.raised.get(&seat) {
            Some((challenge, Raising::Loop)) => {
                vec![Violation::Loop { seat, challenge: *challenge }]
            }
            None if is_present && !examined(round, seat) => {
                vec![Violation::AdvocateSilence { seat }]
            }
            Some((_, Raising::Taken)) | None => Vec::new(),
        },
        Step::Reply | Step::Evaluation if !is_present => Vec::new(),
        Step::Reply => {
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
        Step::Evaluation => {
            let own =
                round::answerable(&round.table).filter(|challenge| challenge.is_raised_by(seat));
            own.filter(|challenge| round.evaluation(seat, challenge.id).is_none())
                .map(|challenge| Violation::Unjudged { seat, challenge: challenge.id })
                .collect()
        }
    }
}

/// Points out a challenge that has no alternative, also after its seat was asked for one.
fn no_alternative(round: &Round, seat: SeatId) -> Option<Violation> {
    match round.raised.get(&seat) {
        Some((challenge, Raising::Taken)) if !gave_alternative(round, seat) => {
            Some(Violation::NoAlternative { seat, challenge: *challenge })
        }
        Some(_) | None => None,
    }
}

/// Lists what is worth saying about a closed round.
pub(crate) fn remarks(round: &Round) -> Vec<Remark> {
    let mut found: Vec<Remark> =
        round.cites.iter().map(|cited| Remark::Follows { cited: cited.clone() }).collect();
    let filled = fillings(round).into_iter();
    found.extend(filled.map(|(seats, by)| Remark::Filled { seats, by }));
    found.extend(
        round.mended.iter().map(|(seat, step)| Remark::Mended { seat: *seat, step: *step }),
    );
    let moved = round.anchored().into_iter().filter(Anchored::is_moved);
    found.extend(moved.map(|anchored| Remark::Moved { anchored }));
    found.extend(unengaged(round));
    found
}

/// Returns what fills the seats of a round, the seats with the same filling together.
pub(crate) fn fillings(round: &Round) -> Vec<(Vec<SeatId>, Line)> {
    let mut fillings: Vec<(Vec<SeatId>, Line)> = Vec::new();
    for seat in round.seats.all().map(|seat| seat.id) {
        let Some(by) = round.filled_by.get(&seat) else { continue };
        match fillings.iter_mut().find(|(_, known)| known == by) {
            Some((seats, _)) => seats.push(seat),
            None => fillings.push((vec![seat], by.clone())),
        }
    }
    fillings
}

/// Points out owners who did not take up an owner before them.
fn unengaged(round: &Round) -> Vec<Remark> {
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
            Answer::Draft(_)
            | Answer::Position(_)
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
            Answer::Draft(_)
            | Answer::Position(_)
            | Answer::Challenge(_)
            | Answer::Alternative(_)
            | Answer::Replies(_)
            | Answer::Evaluations(_),
        )
        | None => false,
    }
}
