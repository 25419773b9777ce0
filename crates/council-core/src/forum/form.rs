//! The JSON of a summary: one form, which the record keeps and the hash seals.

use serde_json::{Map, Value, json};

use super::{
    answer::{Answer, Input, Position},
    challenge::{Challenge, Event, Standing},
    round::Round,
    seat::Seat,
    summary::Summary,
};

/// Writes a summary: what was opened and said first, what follows from it after.
pub(crate) fn summary(summary: &Summary) -> Value {
    let round = summary.round();
    let tally = summary.tally();
    json!({
        "project": summary.project().as_str(),
        "round": summary.number(),
        "previous": summary.previous().map(super::digest::Digest::as_str),
        "cites": round.cites.as_ref().map(|cited| json!({
            "round": cited.round,
            "hash": cited.hash.as_str(),
            "file": cited.file,
        })),
        "style": summary.style().word(),
        "hearing": round.hearing.word(),
        "message": {
            "text": summary.message().text(),
            "by": summary.message().by().as_str(),
            "at": summary.message().at().to_string(),
        },
        "owners": summary.seats().owners().iter().map(seat).collect::<Vec<_>>(),
        "advocates": summary.seats().advocates().iter().map(seat).collect::<Vec<_>>(),
        "roles": {
            "owner": round.roles.owner.as_str(),
            "advocate": round.roles.advocate.as_str(),
        },
        "filled_by": filled_by(round),
        "transcript": summary.said().iter().map(input).collect::<Vec<_>>(),
        "anchoring": round.anchored().iter().map(|one| json!({
            "seat": one.seat.to_string(),
            "alone": one.alone.map(super::answer::Stance::word),
            "heard": one.heard.map(super::answer::Stance::word),
            "moved": one.is_moved(),
        })).collect::<Vec<_>>(),
        "tally": {
            "support": ids(&tally.support),
            "oppose": ids(&tally.oppose),
            "abstain": ids(&tally.abstain),
        },
        "majority": tally.majority().map(super::majority::Direction::word),
        "position": summary.position(),
        "challenges": summary.shown().map(challenge).collect::<Vec<_>>(),
        "lost": summary.lost().into_iter().map(|(seat, reason)| json!({
            "seat": seat.to_string(),
            "reason": reason.word(),
        })).collect::<Vec<_>>(),
        "violations": summary.violations().iter().map(|violation| json!({
            "code": violation.code(),
            "seat": violation.seat().to_string(),
            "challenge": violation.challenge().map(|id| id.to_string()),
            "message": violation.to_string(),
        })).collect::<Vec<_>>(),
        "remarks": summary.remarks().iter().map(|remark| json!({
            "code": remark.code(),
            "message": remark.to_string(),
        })).collect::<Vec<_>>(),
        "status": summary.status().word(),
        "blockers": summary.blockers().iter().map(|blocker| json!({
            "code": blocker.code(),
            "message": blocker.to_string(),
        })).collect::<Vec<_>>(),
    })
}

fn filled_by(round: &Round) -> Map<String, Value> {
    round.filled_by.iter().map(|(seat, by)| (seat.to_string(), by.as_str().into())).collect()
}

fn ids<T: ToString>(ids: &[T]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

fn seat(seat: &Seat) -> Value {
    json!({ "id": seat.id.to_string(), "name": seat.name.as_str(), "lens": seat.lens.as_str() })
}

impl Input {
    /// Returns what happened as JSON, as a record keeps it.
    pub fn json(&self) -> Value {
        input(self)
    }
}

fn input(input: &Input) -> Value {
    let (seat, key, said) = match input {
        Input::Lost { seat, reason } => (seat, "lost", reason.word().into()),
        Input::Unreadable { seat, reason } => (seat, "unreadable", reason.as_str().into()),
        Input::Answered { seat, answer } => {
            let (key, said) = self::answer(answer);
            (seat, key, said)
        }
    };
    json!({ "seat": seat.to_string(), key: said })
}

fn answer(answer: &Answer) -> (&'static str, Value) {
    match answer {
        Answer::Draft(said) => ("draft", position(said)),
        Answer::Position(said) => ("position", position(said)),
        Answer::Challenge(said) => {
            let said = json!({
                "risk": said.risk,
                "alternative": said.alternative,
                "question": said.question,
            });
            ("challenge", said)
        }
        Answer::NoUncoveredRisk { examined } => {
            ("no_uncovered_risk", json!({ "examined": examined }))
        }
        Answer::Alternative(alternative) => ("alternative", alternative.as_str().into()),
        Answer::Replies(replies) => {
            let replies = replies.iter().map(|reply| {
                json!({
                    "challenge": reply.challenge.to_string(),
                    "stand": reply.stand.word(),
                    "rationale": reply.rationale,
                })
            });
            ("replies", replies.collect())
        }
        Answer::Evaluations(evaluations) => {
            let evaluations = evaluations.iter().map(|evaluation| {
                json!({
                    "challenge": evaluation.challenge.to_string(),
                    "judgement": evaluation.judgement.word(),
                    "note": evaluation.note,
                })
            });
            ("evaluations", evaluations.collect())
        }
    }
}

fn position(said: &Position) -> Value {
    let engages = said.engages.iter().map(|engagement| {
        json!({ "with": engagement.with.to_string(), "manner": engagement.manner.word() })
    });
    json!({
        "position": said.position,
        "reason": said.reason,
        "stance": said.stance.map(super::answer::Stance::word),
        "engages": engages.collect::<Vec<_>>(),
    })
}

fn challenge(challenge: &Challenge) -> Value {
    let escalated_by = match challenge.standing {
        Standing::Escalated(by) => Some(by.word()),
        Standing::Open | Standing::Conceded | Standing::Overridden => None,
    };
    let history = challenge.history.iter().map(|past| {
        let mut line = event(&past.event);
        if let Value::Object(entries) = &mut line {
            entries.insert("round".to_owned(), past.round.into());
        }
        line
    });
    json!({
        "id": challenge.id.to_string(),
        "key": challenge.key.as_str(),
        "risk": challenge.risk,
        "alternative": challenge.alternative,
        "question": challenge.question,
        "raised_by": challenge.raisers.iter().map(seat).collect::<Vec<_>>(),
        "rounds": challenge.rounds,
        "standing": challenge.standing.word(),
        "escalated_by": escalated_by,
        "valid": challenge.is_valid(),
        "history": history.collect::<Vec<_>>(),
    })
}

fn event(event: &Event) -> Value {
    match event {
        Event::Raised { by } => json!({ "raised": by.to_string() }),
        Event::Answered { by, stand, rationale } => {
            json!({ "answered": by.to_string(), "stand": stand.word(), "rationale": rationale })
        }
        Event::Judged { by, judgement, note } => {
            json!({ "judged": by.to_string(), "judgement": judgement.word(), "note": note })
        }
        Event::Escalated(by) => json!({ "escalated": by.word() }),
        Event::Overridden => json!({ "overridden": "human" }),
    }
}
