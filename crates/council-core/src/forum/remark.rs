//! What is worth saying about a round and breaks nothing.

use std::fmt;

use super::{
    ask::RoundStep,
    cited::Cited,
    line::TrimmedLine,
    point::{PointStance, PointsBy},
    protocol::ForumProtocol,
    round::Round,
    seat::ForumSeatId,
    transcript::Anchored,
};

/// Something worth saying that breaks nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundRemark {
    /// An owner did not take up the position of an owner before.
    Unengaged {
        /// Who.
        seat: ForumSeatId,
        /// Whose position.
        with: ForumSeatId,
    },
    /// An owner stands elsewhere than it did before it heard the others.
    Moved {
        /// Who, from where and where to.
        anchored: Anchored,
    },
    /// A seat was asked once more, because its first answer could not be used.
    Mended {
        /// Who.
        seat: ForumSeatId,
        /// For what.
        step: RoundStep,
    },
    /// What fills seats.
    Filled {
        /// The seats, in speaking order.
        seats: Vec<ForumSeatId>,
        /// By what.
        by: TrimmedLine,
    },
    /// Who read the message as points.
    Read {
        /// Who.
        by: PointsBy,
    },
    /// The round begins a new discussion, after a human closed the one before.
    Follows {
        /// What closed it.
        cited: Cited,
    },
}

impl RoundRemark {
    /// Returns its stable name.
    pub fn code(&self) -> &'static str {
        match self {
            RoundRemark::Unengaged { .. } => "PO_UNENGAGED",
            RoundRemark::Moved { .. } => "PO_MOVED",
            RoundRemark::Mended { .. } => "MENDED",
            RoundRemark::Filled { .. } => "FILLED_BY",
            RoundRemark::Read { .. } => "POINTS_READ",
            RoundRemark::Follows { .. } => "FOLLOWS",
        }
    }
}

impl fmt::Display for RoundRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoundRemark::Unengaged { seat, with } => {
                write!(f, "{seat} did not take up the position of {with}")
            }
            RoundRemark::Moved { anchored } => {
                let word =
                    |stance: Option<PointStance>| stance.map_or("no position", PointStance::word);
                let (alone, heard) = (word(anchored.alone), word(anchored.heard));
                let point = anchored.point.map(|point| format!(" on {point}")).unwrap_or_default();
                write!(f, "{} drafted `{alone}`{point} alone and said `{heard}`", anchored.seat)
            }
            RoundRemark::Mended { seat, step } => {
                write!(f, "{seat} was asked twice for its {}", step.word())
            }
            RoundRemark::Filled { seats, by } => {
                let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
                write!(f, "{}: {by}", seats.join(", "))
            }
            RoundRemark::Read { by: PointsBy::Seat(seat) } => {
                write!(f, "{seat} read the message as these points; `--point` corrects them")
            }
            RoundRemark::Read { by: PointsBy::Person } => {
                f.write_str("the points are those of whoever sent the message")
            }
            RoundRemark::Read { by: PointsBy::Nobody } => {
                f.write_str("nobody read the message as points, so it is one; `--point` names them")
            }
            RoundRemark::Follows { cited } => {
                let Cited { round, file, .. } = cited;
                write!(f, "a new discussion; the last one was closed after round {round}: {file}")
            }
        }
    }
}

/// Lists what is worth saying about a closed round.
pub(crate) fn remarks(round: &Round) -> Vec<RoundRemark> {
    let mut found: Vec<RoundRemark> =
        round.cites.iter().map(|cited| RoundRemark::Follows { cited: cited.clone() }).collect();
    if round.protocol >= ForumProtocol::Second {
        found.push(RoundRemark::Read { by: round.points_by });
    }
    let filled = fillings(round).into_iter();
    found.extend(filled.map(|(seats, by)| RoundRemark::Filled { seats, by }));
    found.extend(
        round.mended.iter().map(|(seat, step)| RoundRemark::Mended { seat: *seat, step: *step }),
    );
    let moved = round.anchored().into_iter().filter(Anchored::is_moved);
    found.extend(moved.map(|anchored| RoundRemark::Moved { anchored }));
    found.extend(unengaged(round));
    found
}

/// Returns what fills the seats of a round, the seats with the same filling together.
pub(crate) fn fillings(round: &Round) -> Vec<(Vec<ForumSeatId>, TrimmedLine)> {
    let mut fillings: Vec<(Vec<ForumSeatId>, TrimmedLine)> = Vec::new();
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
fn unengaged(round: &Round) -> Vec<RoundRemark> {
    let took = |seat: &ForumSeatId| {
        round.position(*seat).is_some_and(|p| p.taken().is_some() || !p.points.is_empty())
    };
    let owners: Vec<ForumSeatId> =
        round.seats.owners().iter().map(|owner| owner.id).filter(took).collect();
    let mut found = Vec::new();
    for (at, seat) in owners.iter().enumerate() {
        for with in owners.iter().take(at) {
            let engages = round.position(*seat).map(|position| position.engages.as_slice());
            if !engages.is_some_and(|all| all.iter().any(|one| one.with == *with)) {
                found.push(RoundRemark::Unengaged { seat: *seat, with: *with });
            }
        }
    }
    found
}
