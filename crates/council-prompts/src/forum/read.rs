//! From the text of a seat to an answer. One closed word out of place makes the whole unreadable. What is only missing is
//! read as missing: the round decides what that means, and asks once more.

use council_core::forum::{
    ChallengeId, ForumAnswer, ForumQuestion, ForumSeatId, OnPoint, OpenQuestion, PointId,
    PointStance, RoundStep,
    answer::{
        AdvocateJudgement, ChallengeResponse, Engagement, Evaluation, Examination, ExaminedPoint,
        JudgedAnswer, Manner, Objection, OwnerPosition, ReplyToChallenge, Stance,
    },
    question::About,
};

use super::shape::{
    AlternativeReply, ChallengeReply, EvaluationsReply, ExaminationReply, JudgementsReply,
    OnPointReply, PositionReply, PositionsReply, QuestionsReply, ReadingReply, RepliesReply,
    ReplyReply, RestatedReply,
};
use crate::reply::{Unreadable, bounded, parse, unknown};

/// The most entries of one list.
const MOST: usize = 50;

/// Reads a reply to a question. A proposal that is read as points is answered point by point.
pub fn read(ask: &ForumQuestion, text: &str) -> Result<ForumAnswer, Unreadable> {
    let is_whole = ask.points.is_empty();
    match ask.step {
        RoundStep::Reading => reading(parse(text)?),
        RoundStep::Question => questions(parse(text)?),
        RoundStep::Draft if is_whole => position(parse(text)?).map(ForumAnswer::Draft),
        RoundStep::Draft => positions(parse(text)?).map(ForumAnswer::Draft),
        RoundStep::Position if is_whole => position(parse(text)?).map(ForumAnswer::Position),
        RoundStep::Position => positions(parse(text)?).map(ForumAnswer::Position),
        RoundStep::Challenge if is_whole => challenge(parse(text)?),
        RoundStep::Challenge => examination(parse(text)?),
        RoundStep::Alternative => {
            let reply: AlternativeReply = parse(text)?;
            Ok(ForumAnswer::Alternative(bounded("alternative", reply.alternative)?))
        }
        RoundStep::Reply if is_whole => {
            let reply: RepliesReply = parse(text)?;
            Ok(ForumAnswer::Replies(replies(reply.replies)?))
        }
        RoundStep::Reply => {
            let reply: RestatedReply = parse(text)?;
            let (replies, points) = (replies(reply.replies)?, on_points(reply.points)?);
            Ok(ForumAnswer::Restated { replies, points })
        }
        RoundStep::Evaluation if is_whole => evaluations(parse(text)?),
        RoundStep::Evaluation => judgements(parse(text)?),
    }
}

fn reading(reply: ReadingReply) -> Result<ForumAnswer, Unreadable> {
    let points = few("points", reply.points)?.into_iter().map(|one| bounded("points", one));
    Ok(ForumAnswer::Reading(points.collect::<Result<_, _>>()?))
}

fn questions(reply: QuestionsReply) -> Result<ForumAnswer, Unreadable> {
    let mut all = Vec::new();
    for one in few("questions", reply.questions)? {
        let about = About::read(&one.about).ok_or_else(|| unknown("about", &one.about))?;
        all.push(OpenQuestion { about, text: bounded("text", one.text)? });
    }
    Ok(ForumAnswer::Questions(all))
}

fn on_points(replies: Vec<OnPointReply>) -> Result<Vec<OnPoint>, Unreadable> {
    let mut all = Vec::new();
    for one in few("points", replies)? {
        let stance = PointStance::read(&one.stance);
        let with = match one.with.as_str() {
            "" => None,
            with => Some(seat(with)?),
        };
        all.push(OnPoint {
            point: point(&one.point)?,
            stance: stance.ok_or_else(|| unknown("stance", &one.stance))?,
            wording: bounded("wording", one.wording)?,
            with,
            reason: bounded("reason", one.reason)?,
        });
    }
    Ok(all)
}

fn examination(reply: ExaminationReply) -> Result<ForumAnswer, Unreadable> {
    let mut raised = Vec::new();
    for one in few("challenges", reply.challenges)? {
        raised.push(Objection {
            risk: bounded("risk", one.risk)?,
            alternative: bounded("alternative", one.alternative)?,
            question: bounded("question", one.question)?,
            point: Some(point(&one.point)?),
        });
    }
    let mut examined = Vec::new();
    for one in few("examined", reply.examined)? {
        examined
            .push(ExaminedPoint { point: point(&one.point)?, what: bounded("what", one.what)? });
    }
    Ok(ForumAnswer::Examination(Examination { raised, examined }))
}

fn position(reply: PositionReply) -> Result<OwnerPosition, Unreadable> {
    let stance = |word: String| Stance::read(&word).ok_or_else(|| unknown("stance", &word));
    let mut engages = Vec::new();
    for one in few("engages", reply.engages)? {
        engages.push(Engagement {
            with: seat(&one.with)?,
            manner: manner(&one.manner)?,
            why: String::new(),
        });
    }
    Ok(OwnerPosition {
        position: bounded("position", reply.position)?,
        reason: bounded("reason", reply.reason)?,
        stance: reply.stance.map(stance).transpose()?,
        points: Vec::new(),
        engages,
    })
}

fn positions(reply: PositionsReply) -> Result<OwnerPosition, Unreadable> {
    let mut engages = Vec::new();
    for one in few("engages", reply.engages)? {
        engages.push(Engagement {
            with: seat(&one.with)?,
            manner: manner(&one.manner)?,
            why: bounded("why", one.why)?,
        });
    }
    Ok(OwnerPosition {
        position: bounded("position", reply.position)?,
        reason: bounded("reason", reply.reason)?,
        stance: None,
        points: on_points(reply.points)?,
        engages,
    })
}

fn manner(word: &str) -> Result<Manner, Unreadable> {
    Manner::read(word).ok_or_else(|| unknown("manner", word))
}

fn challenge(reply: ChallengeReply) -> Result<ForumAnswer, Unreadable> {
    if !reply.risk.trim().is_empty() {
        return Ok(ForumAnswer::Challenge(Objection {
            risk: bounded("risk", reply.risk)?,
            alternative: bounded("alternative", reply.alternative)?,
            question: bounded("question", reply.question)?,
            point: None,
        }));
    }
    let mut examined = Vec::new();
    for one in few("examined", reply.examined)? {
        examined.push(bounded("examined", one)?);
    }
    Ok(ForumAnswer::NoUncoveredRisk { examined })
}

fn replies(said: Vec<ReplyReply>) -> Result<Vec<ReplyToChallenge>, Unreadable> {
    let mut all = Vec::new();
    for one in few("replies", said)? {
        all.push(ReplyToChallenge {
            challenge: id(&one.challenge)?,
            stand: ChallengeResponse::read(&one.stand)
                .ok_or_else(|| unknown("stand", &one.stand))?,
            rationale: bounded("rationale", one.rationale)?,
        });
    }
    Ok(all)
}

fn evaluations(reply: EvaluationsReply) -> Result<ForumAnswer, Unreadable> {
    let mut all = Vec::new();
    for one in few("evaluations", reply.evaluations)? {
        let judgement = judgement(&one.judgement)?;
        all.push(Evaluation {
            challenge: id(&one.challenge)?,
            judgement,
            note: bounded("note", one.note)?,
            answers: Vec::new(),
        });
    }
    Ok(ForumAnswer::Evaluations(all))
}

fn judgements(reply: JudgementsReply) -> Result<ForumAnswer, Unreadable> {
    let mut all = Vec::new();
    for one in few("evaluations", reply.evaluations)? {
        let mut answers = Vec::new();
        for judged in few("answers", one.answers)? {
            answers.push(JudgedAnswer {
                owner: seat(&judged.owner)?,
                judgement: judgement(&judged.judgement)?,
                note: bounded("note", judged.note)?,
            });
        }
        all.push(Evaluation {
            challenge: id(&one.challenge)?,
            judgement: judgement(&one.judgement)?,
            note: bounded("note", one.note)?,
            answers,
        });
    }
    Ok(ForumAnswer::Evaluations(all))
}

fn judgement(word: &str) -> Result<AdvocateJudgement, Unreadable> {
    AdvocateJudgement::read(word).ok_or_else(|| unknown("judgement", word))
}

fn point(word: &str) -> Result<PointId, Unreadable> {
    PointId::read(word).ok_or_else(|| unknown("point", word))
}

fn seat(word: &str) -> Result<ForumSeatId, Unreadable> {
    ForumSeatId::read(word).ok_or_else(|| unknown("seat", word))
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
