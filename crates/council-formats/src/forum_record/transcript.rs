//! What members said, from the record's words to inputs.

use council_core::forum::{
    ChallengeId, ForumAnswer, ForumInput, ForumSeatId, Loss, OnPoint, OpenQuestion, PointId,
    PointStance,
    answer::{
        AdvocateJudgement, ChallengeResponse, Engagement, Evaluation, Examination, ExaminedPoint,
        JudgedAnswer, Manner, Objection, OwnerPosition, ReplyToChallenge, Stance,
    },
    question::About,
};

use crate::fields::{Field, FileNotes, shown};

/// Reads the inputs of a round, in order.
pub(super) fn inputs(round: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Vec<ForumInput>> {
    let items = round.list("transcript", log)?;
    items.into_iter().map(|item| input(&item.map(log)?, log)).collect()
}

fn input(item: &Field<'_>, log: &mut FileNotes<'_>) -> Option<ForumInput> {
    let seat = item.word("seat", ForumSeatId::read, "a seat such as `po-1`", log)?;
    let others = item.unknown(&["seat"]);
    let [said] = others.as_slice() else {
        return log.error("bad-input", item, "must say exactly one thing besides its `seat`");
    };
    let answer = match said.key.as_str() {
        "lost" => {
            let reason = item.word("lost", Loss::read, "why it was lost", log)?;
            return Some(ForumInput::Lost { seat, reason });
        }
        "unreadable" => {
            let reason = item.text("unreadable", log)?.to_owned();
            return Some(ForumInput::Unreadable { seat, reason });
        }
        "reading" => {
            let points = item.list("reading", log)?;
            let points = points.into_iter().map(|one| Some(one.as_text(log)?.to_owned()));
            ForumAnswer::Reading(points.collect::<Option<_>>()?)
        }
        "questions" => {
            let all = item.list("questions", log)?;
            ForumAnswer::Questions(all.iter().map(|one| question(one, log)).collect::<Option<_>>()?)
        }
        "examination" => examination(&item.required("examination", log)?, log)?,
        "restated" => {
            let said = item.required("restated", log)?;
            let replies = said.list("replies", log)?;
            let replies = replies.iter().map(|one| reply(one, log)).collect::<Option<_>>()?;
            ForumAnswer::Restated { replies, points: on_points(&said, log)? }
        }
        "draft" => ForumAnswer::Draft(position(&item.required("draft", log)?, log)?),
        "position" => ForumAnswer::Position(position(&item.required("position", log)?, log)?),
        "challenge" => challenge(&item.required("challenge", log)?, log)?,
        "no_uncovered_risk" => {
            let examined = item.required("no_uncovered_risk", log)?.list("examined", log)?;
            let examined = examined.into_iter().map(|one| Some(one.as_text(log)?.to_owned()));
            ForumAnswer::NoUncoveredRisk { examined: examined.collect::<Option<_>>()? }
        }
        "alternative" => ForumAnswer::Alternative(item.text("alternative", log)?.to_owned()),
        "replies" => {
            let replies = item.list("replies", log)?;
            ForumAnswer::Replies(replies.iter().map(|one| reply(one, log)).collect::<Option<_>>()?)
        }
        "evaluations" => {
            let all = item.list("evaluations", log)?;
            ForumAnswer::Evaluations(
                all.iter().map(|one| evaluation(one, log)).collect::<Option<_>>()?,
            )
        }
        other => {
            let message = format!("says `{}`, which no member can", shown(other));
            return log.error("bad-input", item, &message);
        }
    };
    Some(ForumInput::Answered { seat, answer })
}

fn position(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<OwnerPosition> {
    let stance = match said.optional("stance") {
        Some(stance) => {
            Some(stance.as_word(Stance::read, "`support`, `oppose` or `abstain`", log)?)
        }
        None => None,
    };
    let engages = said.list("engages", log)?;
    let engagement = |one: Field<'_>| {
        Some(Engagement {
            with: one.word("with", ForumSeatId::read, "a seat such as `po-1`", log)?,
            manner: one.word("manner", Manner::read, "`agrees`, `refines` or `diverges`", log)?,
            why: optional_text(&one, "why", log)?,
        })
    };
    let engages = engages.into_iter().map(engagement).collect::<Option<_>>()?;
    let points = match said.optional("points") {
        Some(_) => on_points(said, log)?,
        None => Vec::new(),
    };
    Some(OwnerPosition {
        points,
        position: said.text("position", log)?.to_owned(),
        reason: said.text("reason", log)?.to_owned(),
        stance,
        engages,
    })
}

/// Reads a text that records of earlier rounds do not have.
fn optional_text(said: &Field<'_>, key: &str, log: &mut FileNotes<'_>) -> Option<String> {
    match said.optional(key) {
        Some(text) => Some(text.as_text(log)?.to_owned()),
        None => Some(String::new()),
    }
}

fn question(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<OpenQuestion> {
    Some(OpenQuestion {
        about: said.word("about", About::read, "what a question is about", log)?,
        text: said.text("text", log)?.to_owned(),
    })
}

fn on_points(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Vec<OnPoint>> {
    let points = said.list("points", log)?;
    points.iter().map(|one| on_point(one, log)).collect()
}

fn on_point(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<OnPoint> {
    let with = match said.optional("with") {
        Some(seat) => Some(seat.as_word(ForumSeatId::read, "a seat such as `po-1`", log)?),
        None => None,
    };
    Some(OnPoint {
        point: said.word("point", PointId::read, "a point such as `P1`", log)?,
        stance: said.word("stance", PointStance::read, "a stance on a point", log)?,
        wording: said.text("wording", log)?.to_owned(),
        with,
        reason: said.text("reason", log)?.to_owned(),
    })
}

fn examination(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<ForumAnswer> {
    let raised = said.list("raised", log)?;
    let raised = raised.iter().map(|one| objection(one, log)).collect::<Option<_>>()?;
    let examined = said.list("examined", log)?;
    let one = |one: &Field<'_>| {
        Some(ExaminedPoint {
            point: one.word("point", PointId::read, "a point such as `P1`", log)?,
            what: one.text("what", log)?.to_owned(),
        })
    };
    let examined = examined.iter().map(one).collect::<Option<_>>()?;
    Some(ForumAnswer::Examination(Examination { raised, examined }))
}

fn challenge(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<ForumAnswer> {
    Some(ForumAnswer::Challenge(objection(said, log)?))
}

fn objection(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Objection> {
    let point = match said.optional("point") {
        Some(point) => Some(point.as_word(PointId::read, "a point such as `P1`", log)?),
        None => None,
    };
    Some(Objection {
        risk: said.text("risk", log)?.to_owned(),
        alternative: said.text("alternative", log)?.to_owned(),
        question: said.text("question", log)?.to_owned(),
        point,
    })
}

fn reply(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<ReplyToChallenge> {
    Some(ReplyToChallenge {
        challenge: said.word("challenge", ChallengeId::read, "a challenge such as `CH-1`", log)?,
        stand: said.word(
            "stand",
            ChallengeResponse::read,
            "`accepted`, `mitigated` or `rejected`",
            log,
        )?,
        rationale: said.text("rationale", log)?.to_owned(),
    })
}

fn evaluation(said: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Evaluation> {
    let expected = "`conceded`, `insufficient` or `escalated`";
    let mut answers = Vec::new();
    if said.optional("answers").is_some() {
        for one in said.list("answers", log)? {
            answers.push(JudgedAnswer {
                owner: one.word("owner", ForumSeatId::read, "a seat such as `po-1`", log)?,
                judgement: one.word("judgement", AdvocateJudgement::read, expected, log)?,
                note: one.text("note", log)?.to_owned(),
            });
        }
    }
    Some(Evaluation {
        challenge: said.word("challenge", ChallengeId::read, "a challenge such as `CH-1`", log)?,
        judgement: said.word("judgement", AdvocateJudgement::read, expected, log)?,
        note: said.text("note", log)?.to_owned(),
        answers,
    })
}
