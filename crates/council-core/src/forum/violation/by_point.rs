//! The slips of an answer on a proposal that is read as points.

use super::{ProtocolViolation, unanswered, unjudged};
use crate::forum::{
    answer::{ChallengeResponse, Evaluation, Examination, ForumAnswer, OwnerPosition, only},
    ask::RoundStep,
    point::{OnPoint, PointId, PointStance},
    round::{Round, answerable},
    seat::ForumSeatId,
    table::Raising,
};

pub(super) fn slips(round: &Round, seat: ForumSeatId, step: RoundStep) -> Vec<ProtocolViolation> {
    if round.loss(seat).is_some() {
        return Vec::new();
    }
    match step {
        RoundStep::Question | RoundStep::Draft | RoundStep::Alternative => Vec::new(),
        RoundStep::Reading => {
            let unread = round.reading(seat).is_none();
            unread.then_some(ProtocolViolation::Unread { seat }).into_iter().collect()
        }
        RoundStep::Position => positions(round, seat),
        RoundStep::Challenge => examination(round, seat),
        RoundStep::Reply => {
            let mut found = unanswered(round, seat);
            found.extend(restated(round, seat));
            found
        }
        RoundStep::Evaluation => unjudged(round, seat, |evaluation| is_whole(round, evaluation)),
    }
}

/// An owner says where it stands on every point.
fn positions(round: &Round, seat: ForumSeatId) -> Vec<ProtocolViolation> {
    let Some(said) = round.position(seat).filter(|said| !said.points.is_empty()) else {
        return vec![ProtocolViolation::OwnerSilence { seat }];
    };
    let of = |id: PointId| match said.on(id) {
        None => Some(ProtocolViolation::NoStance { seat, point: id }),
        Some(one) => unfounded(round, seat, one),
    };
    round.points.iter().filter_map(|point| of(point.id)).collect()
}

/// Whoever wants a point changed says into what, and whoever opposes it says why.
fn unfounded(round: &Round, seat: ForumSeatId, said: &OnPoint) -> Option<ProtocolViolation> {
    let point = said.point;
    match said.stance {
        PointStance::Changes if round.wording(seat, point).is_none() => {
            Some(ProtocolViolation::NoWording { seat, point })
        }
        PointStance::Oppose if said.reason.trim().is_empty() => {
            Some(ProtocolViolation::NoReason { seat, point })
        }
        PointStance::Support
        | PointStance::Changes
        | PointStance::Oppose
        | PointStance::Abstain => None,
    }
}

/// An advocate challenges every point or says what it examined of it, and every challenge has an alternative.
fn examination(round: &Round, seat: ForumSeatId) -> Vec<ProtocolViolation> {
    let Some(ForumAnswer::Examination(Examination { raised, examined })) =
        round.answer(seat, RoundStep::Challenge)
    else {
        return vec![ProtocolViolation::AdvocateSilence { seat }];
    };
    let on_table = round.raised.get(&seat).map(Vec::as_slice).unwrap_or_default();
    let mut found = Vec::new();
    for (challenge, how) in on_table {
        let lacks = round.table.challenge(*challenge).is_some_and(|one| !one.is_valid());
        match how {
            Raising::Loop => found.push(ProtocolViolation::Loop { seat, challenge: *challenge }),
            Raising::Taken if lacks => {
                found.push(ProtocolViolation::NoAlternative { seat, challenge: *challenge });
            }
            Raising::Taken => {}
        }
    }
    let is_covered = |id: PointId| {
        raised.iter().any(|one| one.point == Some(id) && !one.risk.trim().is_empty())
            || examined.iter().any(|one| one.point == id && !one.what.trim().is_empty())
    };
    if !round.points.iter().any(|point| is_covered(point.id)) {
        return vec![ProtocolViolation::AdvocateSilence { seat }];
    }
    let bare = round.points.iter().filter(|point| !is_covered(point.id));
    found.extend(bare.map(|point| ProtocolViolation::Unexamined { seat, point: point.id }));
    found
}

/// What an owner restates is founded, and a challenge that it accepts changes something. What it does not restate stays.
fn restated(round: &Round, seat: ForumSeatId) -> Vec<ProtocolViolation> {
    let Some(ForumAnswer::Restated { replies, points }) = round.answer(seat, RoundStep::Reply)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for point in &round.points {
        let said = points.iter().filter(|one| one.point == point.id);
        match only(said.clone()) {
            Some(one) => found.extend(unfounded(round, seat, one)),
            None if said.count() > 1 => {
                found.push(ProtocolViolation::NoStance { seat, point: point.id });
            }
            None => {}
        }
    }
    for reply in replies.iter().filter(|reply| reply.stand == ChallengeResponse::Accepted) {
        let challenge = answerable(&round.table).find(|one| one.id == reply.challenge);
        let against = challenge.and_then(|one| one.against.get(&round.number));
        let Some(against) = against else { continue };
        let before =
            |id: PointId| round.position(seat).and_then(|said: &OwnerPosition| said.on(id));
        let is_unmoved = |id: &PointId| {
            before(*id).is_some_and(|one| one.stance == PointStance::Support)
                && round.stood(seat, *id) == Some(PointStance::Support)
        };
        if against.iter().any(is_unmoved) {
            found.push(ProtocolViolation::Unmoved { seat, challenge: reply.challenge });
        }
    }
    found
}

/// An advocate judges the answer of every owner who gave one.
fn is_whole(round: &Round, evaluation: &Evaluation) -> bool {
    let mut owners = round.seats.owners().iter().map(|owner| owner.id);
    owners.all(|owner| {
        round.reply(owner, evaluation.challenge).is_none()
            || only(evaluation.answers.iter().filter(|one| one.owner == owner)).is_some()
    })
}
