//! Where the owners have come out on each point. What a majority holds is one text, and that text is what a person
//! approves: a majority for two different texts is none.

use std::collections::BTreeMap;

use super::{
    answer::{ForumAnswer, OwnerPosition},
    ask::ForumQuestion,
    challenge::ChallengeId,
    point::{OnPoint, Point, PointId, PointStance},
    round::Round,
    seat::{ForumSeat, ForumSeatId},
    table::ChallengeList,
};

/// Where an owner stands on a point after everything that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalPosition {
    /// The owner.
    pub seat: ForumSeat,
    /// Where.
    pub stance: PointStance,
    /// The text the owner would have decided; blank where the owner wants none.
    pub text: String,
    /// Why.
    pub reason: String,
}

/// What a majority holds on a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    /// The way in which it holds it.
    pub stance: PointStance,
    /// The text.
    pub text: String,
    /// The owners who hold it, each with its reason.
    pub holders: Vec<FinalPosition>,
}

/// A point, and where the owners have come out on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledPoint {
    /// The point.
    pub point: Point,
    /// How many owners took a side.
    pub sides: usize,
    /// What more than half of them hold, if they do.
    pub held: Option<Holding>,
    /// The owners who took a side and hold something else.
    pub differs: Vec<FinalPosition>,
    /// The owners with no stake in it.
    pub abstain: Vec<ForumSeat>,
    /// The challenges that this round raised against it and nobody has settled.
    pub against: Vec<ChallengeId>,
}

impl SettledPoint {
    /// Says in one paragraph what a majority holds.
    pub fn says(&self) -> String {
        let Some(held) = &self.held else {
            return format!("No majority, so nothing is settled: “{}”", line(&self.point.text));
        };
        match held.stance {
            PointStance::Oppose => format!("Not this: “{}”", line(&held.text)),
            PointStance::Support | PointStance::Changes | PointStance::Abstain => line(&held.text),
        }
    }

    /// Returns the paragraph with its point: what a person approves.
    pub fn paragraph(&self) -> String {
        format!("{}. {}", self.point.id, self.says())
    }
}

/// Sums up every point of a round; `table` is the challenges as they stand after it.
pub(crate) fn settled(round: &Round, table: &ChallengeList) -> Vec<SettledPoint> {
    let stands = stands(round);
    round.points.iter().map(|point| on(round, table, &stands, point)).collect()
}

type Stands = BTreeMap<(ForumSeatId, PointId), (PointStance, String, String)>;

fn on(round: &Round, table: &ChallengeList, stands: &Stands, point: &Point) -> SettledPoint {
    let (mut taken, mut abstain) = (Vec::new(), Vec::new());
    for owner in round.seats.owners().iter().filter(|owner| round.loss(owner.id).is_none()) {
        let Some((stance, text, reason)) = stands.get(&(owner.id, point.id)).cloned() else {
            continue;
        };
        match stance {
            PointStance::Abstain => abstain.push(owner.clone()),
            PointStance::Support | PointStance::Changes | PointStance::Oppose => {
                taken.push(FinalPosition { seat: owner.clone(), stance, text, reason });
            }
        }
    }
    let same = |one: &FinalPosition, other: &FinalPosition| match (one.stance, other.stance) {
        (PointStance::Oppose, PointStance::Oppose) => true,
        (PointStance::Oppose, _) | (_, PointStance::Oppose) => false,
        (_, _) => line(&one.text) == line(&other.text),
    };
    let sides = taken.len();
    let carrying = taken.iter().find(|one| {
        taken.iter().filter(|other| same(one, other)).count().saturating_mul(2) > sides
    });
    let carrying = carrying.cloned();
    let (holders, differs): (Vec<FinalPosition>, Vec<FinalPosition>) = taken
        .into_iter()
        .partition(|one| carrying.as_ref().is_some_and(|carrying| same(one, carrying)));
    let held = carrying.map(|one| Holding {
        text: if one.stance == PointStance::Oppose { point.text.clone() } else { one.text },
        stance: one.stance,
        holders,
    });
    let against = table.unresolved().filter(|one| one.is_against(round.number, point.id));
    SettledPoint {
        point: point.clone(),
        sides,
        held,
        differs,
        abstain,
        against: against.map(|one| one.id).collect(),
    }
}

/// Returns where every owner stands on every point: what it said first, and over that what it restated. Whose wording is
/// taken is settled when it is taken, so that nobody is moved by what another says later.
fn stands(round: &Round) -> Stands {
    let is_last = |seat: ForumSeatId, answer: &ForumAnswer| {
        let last = round.answer(seat, answer.step());
        last.is_some_and(|last| std::ptr::eq(last, answer))
    };
    told(&round.points, round.answers().filter(|(seat, answer)| is_last(*seat, answer)))
}

fn told<'a>(
    points: &[Point],
    answers: impl Iterator<Item = (ForumSeatId, &'a ForumAnswer)>,
) -> Stands {
    let mut stands = Stands::new();
    for (seat, answer) in answers {
        let said: &[OnPoint] = match answer {
            ForumAnswer::Position(OwnerPosition { points, .. })
            | ForumAnswer::Restated { points, .. } => points,
            ForumAnswer::Draft(_)
            | ForumAnswer::Reading(_)
            | ForumAnswer::Questions(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Evaluations(_) => continue,
        };
        for one in said {
            let Some(point) = points.iter().find(|point| point.id == one.point) else {
                continue;
            };
            if let Some(text) = wanted(&stands, point, one) {
                stands.insert((seat, point.id), (one.stance, text, one.reason.clone()));
            }
        }
    }
    stands
}

/// Returns the text that an owner wants; nothing where it wants changes and does not say which.
fn wanted(stands: &Stands, point: &Point, said: &OnPoint) -> Option<String> {
    match said.stance {
        PointStance::Support => Some(point.text.clone()),
        PointStance::Oppose | PointStance::Abstain => Some(String::new()),
        PointStance::Changes if !said.wording.trim().is_empty() => {
            Some(said.wording.trim().to_owned())
        }
        PointStance::Changes => {
            let (_, text, _) = stands.get(&(said.with?, point.id))?;
            (!text.is_empty()).then(|| text.clone())
        }
    }
}

impl Round {
    /// Returns where an owner stands on a point after everything it said.
    pub fn stood(&self, seat: ForumSeatId, point: PointId) -> Option<PointStance> {
        stands(self).get(&(seat, point)).map(|(stance, ..)| *stance)
    }

    /// Returns the owner's wording of a point after everything it said, where it wants the point changed.
    pub(crate) fn wording(&self, seat: ForumSeatId, point: PointId) -> Option<String> {
        let (stance, text, _) = stands(self).remove(&(seat, point))?;
        (stance == PointStance::Changes).then_some(text)
    }
}

impl ForumQuestion {
    /// Returns the text that an owner wants of a point by what was said before the question; nothing where it wants none.
    pub fn wanted(&self, seat: ForumSeatId, point: PointId) -> Option<String> {
        let answers = self.prior.iter().map(|heard| (heard.seat.id, &heard.answer));
        let (_, text, _) = told(&self.points, answers).remove(&(seat, point))?;
        (!text.is_empty()).then_some(text)
    }
}

/// Returns a text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
