//! What members said, from the record's words to inputs.

use council_core::forum::{
    Answer, ChallengeId, Input, Loss, SeatId,
    answer::{
        Engagement, Evaluation, Judgement, Manner, Objection, Position, Reply, Stance, Stand,
    },
};

use crate::fields::{Field, Log, shown};

/// Reads the inputs of a round, in order.
pub(super) fn inputs(round: &Field<'_>, log: &mut Log<'_>) -> Option<Vec<Input>> {
    let items = round.list("transcript", log)?;
    items.into_iter().map(|item| input(&item.map(log)?, log)).collect()
}

fn input(item: &Field<'_>, log: &mut Log<'_>) -> Option<Input> {
    let seat = item.word("seat", SeatId::read, "a seat such as `po-1`", log)?;
    let others = item.unknown(&["seat"]);
    let [said] = others.as_slice() else {
        return log.error("bad-input", item, "must say exactly one thing besides its `seat`");
    };
    let answer = match said.key.as_str() {
        "lost" => {
            let reason = item.word("lost", Loss::read, "why it was lost", log)?;
            return Some(Input::Lost { seat, reason });
        }
        "unreadable" => {
            let reason = item.text("unreadable", log)?.to_owned();
            return Some(Input::Unreadable { seat, reason });
        }
        "draft" => Answer::Draft(position(&item.required("draft", log)?, log)?),
        "position" => Answer::Position(position(&item.required("position", log)?, log)?),
        "challenge" => challenge(&item.required("challenge", log)?, log)?,
        "no_uncovered_risk" => {
            let examined = item.required("no_uncovered_risk", log)?.list("examined", log)?;
            let examined = examined.into_iter().map(|one| Some(one.as_text(log)?.to_owned()));
            Answer::NoUncoveredRisk { examined: examined.collect::<Option<_>>()? }
        }
        "alternative" => Answer::Alternative(item.text("alternative", log)?.to_owned()),
        "replies" => {
            let replies = item.list("replies", log)?;
            Answer::Replies(replies.iter().map(|one| reply(one, log)).collect::<Option<_>>()?)
        }
        "evaluations" => {
            let all = item.list("evaluations", log)?;
            Answer::Evaluations(all.iter().map(|one| evaluation(one, log)).collect::<Option<_>>()?)
        }
        other => {
            let message = format!("says `{}`, which no member can", shown(other));
            return log.error("bad-input", item, &message);
        }
    };
    Some(Input::Answered { seat, answer })
}

fn position(said: &Field<'_>, log: &mut Log<'_>) -> Option<Position> {
    let stance = match said.optional("stance") {
        Some(stance) => {
            Some(stance.as_word(Stance::read, "`support`, `oppose` or `abstain`", log)?)
        }
        None => None,
    };
    let engages = said.list("engages", log)?;
    let engagement = |one: Field<'_>| {
        Some(Engagement {
            with: one.word("with", SeatId::read, "a seat such as `po-1`", log)?,
            manner: one.word("manner", Manner::read, "`agrees`, `refines` or `diverges`", log)?,
        })
    };
    let engages = engages.into_iter().map(engagement).collect::<Option<_>>()?;
    Some(Position {
        position: said.text("position", log)?.to_owned(),
        reason: said.text("reason", log)?.to_owned(),
        stance,
        engages,
    })
}

fn challenge(said: &Field<'_>, log: &mut Log<'_>) -> Option<Answer> {
    Some(Answer::Challenge(Objection {
        risk: said.text("risk", log)?.to_owned(),
        alternative: said.text("alternative", log)?.to_owned(),
        question: said.text("question", log)?.to_owned(),
    }))
}

fn reply(said: &Field<'_>, log: &mut Log<'_>) -> Option<Reply> {
    Some(Reply {
        challenge: said.word("challenge", ChallengeId::read, "a challenge such as `CH-1`", log)?,
        stand: said.word("stand", Stand::read, "`accepted`, `mitigated` or `rejected`", log)?,
        rationale: said.text("rationale", log)?.to_owned(),
    })
}

fn evaluation(said: &Field<'_>, log: &mut Log<'_>) -> Option<Evaluation> {
    let expected = "`conceded`, `insufficient` or `escalated`";
    Some(Evaluation {
        challenge: said.word("challenge", ChallengeId::read, "a challenge such as `CH-1`", log)?,
        judgement: said.word("judgement", Judgement::read, expected, log)?,
        note: said.text("note", log)?.to_owned(),
    })
}
