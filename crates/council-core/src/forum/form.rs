//! The JSON of a summary: one form, which the record keeps and the hash seals.

use serde_json::{Map, Value, json};

use super::{
    answer::{Evaluation, ForumAnswer, ForumInput, JudgedAnswer, OwnerPosition, ReplyToChallenge},
    challenge::{Challenge, ChallengeEvent, ChallengeStatus},
    point::OnPoint,
    protocol::ForumProtocol,
    round::Round,
    seat::ForumSeat,
    settled::SettledPoint,
    summary::RoundSummary,
    transcript::Anchored,
};

/// Writes a summary: what was opened and said first, what follows from it after.
pub(crate) fn summary(summary: &RoundSummary) -> Value {
    let round = summary.round();
    let tally = summary.tally();
    let mut form = json!({
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
        "anchoring": round.anchored().into_iter().map(anchored).collect::<Vec<_>>(),
    });
    // A round of the first protocol is written as it always was, key by key.
    if round.protocol == ForumProtocol::First {
        extend(
            &mut form,
            json!({
                "tally": {
                    "support": ids(&tally.support),
                    "oppose": ids(&tally.oppose),
                    "abstain": ids(&tally.abstain),
                },
                "majority": tally.majority().map(super::majority::Direction::word),
            }),
        );
    }
    extend(&mut form, outcome(summary));
    if round.protocol >= ForumProtocol::Second {
        extend(&mut form, by_point(summary));
    }
    form
}

/// Writes what follows from what was said.
fn outcome(summary: &RoundSummary) -> Value {
    json!({
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

/// Writes what only a round on points has.
fn by_point(summary: &RoundSummary) -> Value {
    let round = summary.round();
    json!({
        "protocol": round.protocol.number(),
        "questioners": round.questioners.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "points_by": round.points_by.word(),
        "points": summary.settled().iter().map(settled).collect::<Vec<_>>(),
        "position_hash": summary.position_digest().as_str(),
    })
}

/// Adds the keys of one object to another.
fn extend(form: &mut Value, more: Value) {
    if let (Value::Object(form), Value::Object(more)) = (form, more) {
        form.extend(more);
    }
}

fn anchored(one: Anchored) -> Value {
    let mut form = json!({
        "seat": one.seat.to_string(),
        "alone": one.alone.map(super::point::PointStance::word),
        "heard": one.heard.map(super::point::PointStance::word),
        "moved": one.is_moved(),
    });
    if let Some(point) = one.point {
        extend(&mut form, json!({ "point": point.to_string() }));
    }
    form
}

fn settled(one: &SettledPoint) -> Value {
    let seats = |all: &[ForumSeat]| all.iter().map(|seat| seat.id.to_string()).collect::<Vec<_>>();
    json!({
        "id": one.point.id.to_string(),
        "text": one.point.text,
        "sides": one.sides,
        "held": one.held.as_ref().map(|held| json!({
            "stance": held.stance.word(),
            "text": held.text,
            "by": held.holders.iter().map(|one| one.seat.id.to_string()).collect::<Vec<_>>(),
        })),
        "says": one.paragraph(),
        "differs": one.differs.iter().map(|stood| json!({
            "seat": stood.seat.id.to_string(),
            "stance": stood.stance.word(),
            "text": stood.text,
            "reason": stood.reason,
        })).collect::<Vec<_>>(),
        "abstain": seats(&one.abstain),
        "against": ids(&one.against),
    })
}

fn filled_by(round: &Round) -> Map<String, Value> {
    round.filled_by.iter().map(|(seat, by)| (seat.to_string(), by.as_str().into())).collect()
}

fn ids<T: ToString>(ids: &[T]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

fn seat(seat: &ForumSeat) -> Value {
    json!({ "id": seat.id.to_string(), "name": seat.name.as_str(), "lens": seat.lens.as_str() })
}

impl ForumInput {
    /// Returns what happened as JSON, as a record keeps it.
    pub fn json(&self) -> Value {
        input(self)
    }
}

fn input(input: &ForumInput) -> Value {
    let (seat, key, said) = match input {
        ForumInput::Lost { seat, reason } => (seat, "lost", reason.word().into()),
        ForumInput::Unreadable { seat, reason } => (seat, "unreadable", reason.as_str().into()),
        ForumInput::Answered { seat, answer } => {
            let (key, said) = self::answer(answer);
            (seat, key, said)
        }
    };
    json!({ "seat": seat.to_string(), key: said })
}

fn answer(answer: &ForumAnswer) -> (&'static str, Value) {
    match answer {
        ForumAnswer::Reading(points) => ("reading", json!(points)),
        ForumAnswer::Questions(questions) => {
            let questions =
                questions.iter().map(|one| json!({ "about": one.about.word(), "text": one.text }));
            ("questions", questions.collect())
        }
        ForumAnswer::Draft(said) => ("draft", position(said)),
        ForumAnswer::Position(said) => ("position", position(said)),
        ForumAnswer::Challenge(said) => {
            let said = json!({
                "risk": said.risk,
                "alternative": said.alternative,
                "question": said.question,
            });
            ("challenge", said)
        }
        ForumAnswer::NoUncoveredRisk { examined } => {
            ("no_uncovered_risk", json!({ "examined": examined }))
        }
        ForumAnswer::Examination(said) => {
            let raised = said.raised.iter().map(|one| {
                json!({
                    "point": one.point.map(|point| point.to_string()),
                    "risk": one.risk,
                    "alternative": one.alternative,
                    "question": one.question,
                })
            });
            let examined = said
                .examined
                .iter()
                .map(|one| json!({ "point": one.point.to_string(), "what": one.what }));
            let said = json!({
                "raised": raised.collect::<Vec<_>>(),
                "examined": examined.collect::<Vec<_>>(),
            });
            ("examination", said)
        }
        ForumAnswer::Alternative(alternative) => ("alternative", alternative.as_str().into()),
        ForumAnswer::Replies(replies) => ("replies", replies.iter().map(reply).collect()),
        ForumAnswer::Restated { replies, points } => {
            let said = json!({
                "replies": replies.iter().map(reply).collect::<Vec<_>>(),
                "points": points.iter().map(on_point).collect::<Vec<_>>(),
            });
            ("restated", said)
        }
        ForumAnswer::Evaluations(all) => ("evaluations", all.iter().map(evaluation).collect()),
    }
}

fn reply(reply: &ReplyToChallenge) -> Value {
    json!({
        "challenge": reply.challenge.to_string(),
        "stand": reply.stand.word(),
        "rationale": reply.rationale,
    })
}

fn evaluation(said: &Evaluation) -> Value {
    let mut form = json!({
        "challenge": said.challenge.to_string(),
        "judgement": said.judgement.word(),
        "note": said.note,
    });
    if !said.answers.is_empty() {
        extend(&mut form, json!({ "answers": answers(&said.answers) }));
    }
    form
}

fn answers(all: &[JudgedAnswer]) -> Vec<Value> {
    let answer = |one: &JudgedAnswer| {
        json!({
            "owner": one.owner.to_string(),
            "judgement": one.judgement.word(),
            "note": one.note,
        })
    };
    all.iter().map(answer).collect()
}

fn on_point(said: &OnPoint) -> Value {
    json!({
        "point": said.point.to_string(),
        "stance": said.stance.word(),
        "wording": said.wording,
        "with": said.with.map(|seat| seat.to_string()),
        "reason": said.reason,
    })
}

fn position(said: &OwnerPosition) -> Value {
    let engages = said.engages.iter().map(|one| {
        let mut form = json!({ "with": one.with.to_string(), "manner": one.manner.word() });
        if !one.why.is_empty() {
            extend(&mut form, json!({ "why": one.why }));
        }
        form
    });
    let mut form = json!({
        "position": said.position,
        "reason": said.reason,
        "stance": said.stance.map(super::answer::Stance::word),
        "engages": engages.collect::<Vec<_>>(),
    });
    if !said.points.is_empty() {
        extend(
            &mut form,
            json!({ "points": said.points.iter().map(on_point).collect::<Vec<_>>() }),
        );
    }
    form
}

fn challenge(challenge: &Challenge) -> Value {
    let escalated_by = match challenge.standing {
        ChallengeStatus::Escalated(by) => Some(by.word()),
        ChallengeStatus::Open
        | ChallengeStatus::Conceded
        | ChallengeStatus::Overridden
        | ChallengeStatus::Superseded => None,
    };
    let history = challenge.history.iter().map(|past| {
        let mut line = event(&past.event);
        if let Value::Object(entries) = &mut line {
            entries.insert("round".to_owned(), past.round.into());
        }
        line
    });
    let mut form = json!({
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
    });
    if !challenge.against.is_empty() {
        let against = challenge
            .against
            .iter()
            .map(|(round, points)| json!({ "round": round, "points": ids(points) }));
        extend(&mut form, json!({ "against": against.collect::<Vec<_>>() }));
    }
    form
}

fn event(event: &ChallengeEvent) -> Value {
    match event {
        ChallengeEvent::Raised { by } => json!({ "raised": by.to_string() }),
        ChallengeEvent::Answered { by, stand, rationale } => {
            json!({ "answered": by.to_string(), "stand": stand.word(), "rationale": rationale })
        }
        ChallengeEvent::Judged { by, judgement, note, answers } => {
            let mut form =
                json!({ "judged": by.to_string(), "judgement": judgement.word(), "note": note });
            if !answers.is_empty() {
                extend(&mut form, json!({ "answers": self::answers(answers) }));
            }
            form
        }
        ChallengeEvent::Escalated(by) => json!({ "escalated": by.word() }),
        ChallengeEvent::Overridden => json!({ "overridden": "human" }),
        ChallengeEvent::Superseded => json!({ "superseded": "human" }),
    }
}
