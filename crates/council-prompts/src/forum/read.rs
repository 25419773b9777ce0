//! From the text of a seat to an answer. One closed word out of place makes the whole unreadable. What is only missing is
//! read as missing: the round decides what that means, and asks once more.

use council_core::forum::{
    Answer, Ask, ChallengeId, SeatId, Step,
    answer::{
        Engagement, Evaluation, Judgement, Manner, Objection, Position, Reply, Stance, Stand,
    },
};

use super::shape::{
    AlternativeReply, ChallengeReply, EvaluationsReply, PositionReply, RepliesReply,
};
use crate::reply::{Unreadable, bounded, parse, unknown};

/// The most entries of one list.
const MOST: usize = 50;

/// Reads a reply to a question.
pub fn read(ask: &Ask, text: &str) -> Result<Answer, Unreadable> {
    match ask.step {
        Step::Draft => position(parse(text)?).map(Answer::Draft),
        Step::Position => position(parse(text)?).map(Answer::Position),
        Step::Challenge => challenge(parse(text)?),
        Step::Alternative => {
            let reply: AlternativeReply = parse(text)?;
            Ok(Answer::Alternative(bounded("alternative", reply.alternative)?))
        }
        Step::Reply => replies(parse(text)?),
        Step::Evaluation => evaluations(parse(text)?),
    }
}

fn position(reply: PositionReply) -> Result<Position, Unreadable> {
    let stance = |word: String| Stance::read(&word).ok_or_else(|| unknown("stance", &word));
    let mut engages = Vec::new();
    for one in few("engages", reply.engages)? {
        engages.push(Engagement {
            with: SeatId::read(&one.with).ok_or_else(|| unknown("seat", &one.with))?,
            manner: Manner::read(&one.manner).ok_or_else(|| unknown("manner", &one.manner))?,
        });
    }
    Ok(Position {
        position: bounded("position", reply.position)?,
        reason: bounded("reason", reply.reason)?,
        stance: reply.stance.map(stance).transpose()?,
        engages,
    })
}

fn challenge(reply: ChallengeReply) -> Result<Answer, Unreadable> {
    if !reply.risk.trim().is_empty() {
        return Ok(Answer::Challenge(Objection {
            risk: bounded("risk", reply.risk)?,
            alternative: bounded("alternative", reply.alternative)?,
            question: bounded("question", reply.question)?,
        }));
    }
    let mut examined = Vec::new();
    for one in few("examined", reply.examined)? {
        examined.push(bounded("examined", one)?);
    }
    Ok(Answer::NoUncoveredRisk { examined })
}

fn replies(reply: RepliesReply) -> Result<Answer, Unreadable> {
    let mut all = Vec::new();
    for one in few("replies", reply.replies)? {
        all.push(Reply {
            challenge: id(&one.challenge)?,
            stand: Stand::read(&one.stand).ok_or_else(|| unknown("stand", &one.stand))?,
            rationale: bounded("rationale", one.rationale)?,
        });
    }
    Ok(Answer::Replies(all))
}

fn evaluations(reply: EvaluationsReply) -> Result<Answer, Unreadable> {
    let mut all = Vec::new();
    for one in few("evaluations", reply.evaluations)? {
        let judgement = Judgement::read(&one.judgement);
        all.push(Evaluation {
            challenge: id(&one.challenge)?,
            judgement: judgement.ok_or_else(|| unknown("judgement", &one.judgement))?,
            note: bounded("note", one.note)?,
        });
    }
    Ok(Answer::Evaluations(all))
}

fn id(word: &str) -> Result<ChallengeId, Unreadable> {
    ChallengeId::read(word).ok_or_else(|| unknown("challenge", word))
}

fn few<T>(field: &str, all: Vec<T>) -> Result<Vec<T>, Unreadable> {
    if all.len() > MOST {
        return Err(Unreadable::new(format!("`{field}` has more than {MOST} entries")));
    }
    Ok(all)
}
