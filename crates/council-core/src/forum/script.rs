//! Words for tests: councils, answers, and a driver that plays a round to its end.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::{
    answer::{
        AdvocateJudgement, ChallengeResponse, Evaluation, Examination, ExaminedPoint, ForumAnswer,
        ForumInput, JudgedAnswer, Objection, OwnerPosition, ReplyToChallenge, Stance,
    },
    *,
};
use crate::ident::ProjectName;

pub(crate) fn noon() -> Timestamp {
    "2026-03-01T12:00:00Z".parse().unwrap()
}

pub(crate) fn line(text: &str) -> TrimmedLine {
    TrimmedLine::new(text).unwrap()
}

pub(crate) fn id(word: &str) -> ForumSeatId {
    ForumSeatId::read(word).unwrap()
}

pub(crate) fn ch(number: usize) -> ChallengeId {
    ChallengeId::after(number - 1)
}

pub(crate) fn seat(seat: &str, name: &str, lens: &str) -> ForumSeat {
    ForumSeat { id: id(seat), name: line(name), lens: line(lens) }
}

pub(crate) fn setting(owners: usize, style: Style) -> Setting {
    let seats = |role: ForumRole, count: usize| {
        (1..=count).map(move |n| {
            let word = format!("{}-{n}", role.prefix());
            seat(&word, &format!("{word} name"), &format!("{word} lens"))
        })
    };
    let seats = Seats::new(
        seats(ForumRole::Owner, owners).collect(),
        seats(ForumRole::Advocate, owners / 2).collect(),
    );
    let project = ProjectName::new("demo").unwrap();
    Setting {
        project,
        seats: seats.unwrap(),
        roles: RoleDefinitions::default().digests(),
        style,
        hearing: Hearing::Open,
        filled_by: BTreeMap::new(),
        protocol: ForumProtocol::First,
        points: Vec::new(),
        questioners: BTreeSet::new(),
    }
}

pub(crate) fn config(owners: usize) -> Config {
    let Setting { project, seats, .. } = setting(owners, Style::Full);
    Config { project, created: "2026-03-01".parse().unwrap(), seats }
}

pub(crate) fn discussion() -> Discussion {
    Discussion::new(ProjectName::new("demo").unwrap())
}

pub(crate) fn message(text: &str) -> Message {
    Message::new(text, line("Ana"), noon()).unwrap()
}

pub(crate) fn position(position: &str, stance: Option<Stance>) -> ForumAnswer {
    ForumAnswer::Position(OwnerPosition {
        position: position.to_owned(),
        reason: String::new(),
        stance,
        ..OwnerPosition::default()
    })
}

pub(crate) fn draft(words: &str, stance: Option<Stance>) -> ForumAnswer {
    match position(words, stance) {
        ForumAnswer::Position(said) => ForumAnswer::Draft(said),
        other => other,
    }
}

pub(crate) fn support() -> ForumAnswer {
    position("do it", Some(Stance::Support))
}

pub(crate) fn challenge(risk: &str, alternative: &str) -> ForumAnswer {
    ForumAnswer::Challenge(Objection {
        risk: risk.to_owned(),
        alternative: alternative.to_owned(),
        ..Objection::default()
    })
}

pub(crate) fn nothing_left() -> ForumAnswer {
    ForumAnswer::NoUncoveredRisk { examined: vec!["cost".to_owned()] }
}

pub(crate) fn replies(
    ask: &ForumQuestion,
    stand: ChallengeResponse,
    rationale: &str,
) -> ForumAnswer {
    let reply = |one: &Challenge| ReplyToChallenge {
        challenge: one.id,
        stand,
        rationale: rationale.to_owned(),
    };
    ForumAnswer::Replies(ask.challenges.iter().map(reply).collect())
}

pub(crate) fn evaluations(ask: &ForumQuestion, judgement: AdvocateJudgement) -> ForumAnswer {
    let judged = |one: &Challenge| Evaluation {
        challenge: one.id,
        judgement,
        note: String::new(),
        answers: Vec::new(),
    };
    ForumAnswer::Evaluations(ask.challenges.iter().map(judged).collect())
}

pub(crate) fn answered(ask: &ForumQuestion, answer: ForumAnswer) -> ForumInput {
    ForumInput::Answered { seat: ask.seat.id, answer }
}

pub(crate) fn lost(ask: &ForumQuestion) -> ForumInput {
    ForumInput::Lost { seat: ask.seat.id, reason: Loss::Timeout }
}

/// Returns a forum of today that discusses these points.
pub(crate) fn pointed(owners: usize, points: &[&str]) -> Setting {
    Setting {
        protocol: ForumProtocol::TODAY,
        points: points.iter().map(ToString::to_string).collect(),
        ..setting(owners, Style::Full)
    }
}

pub(crate) fn p(number: usize) -> PointId {
    PointId::read(&format!("P{number}")).unwrap()
}

/// What an owner says of a point; an opposition always has a reason.
pub(crate) fn on(number: usize, stance: PointStance) -> OnPoint {
    let reason = "so it is".to_owned();
    OnPoint { point: p(number), stance, wording: String::new(), with: None, reason }
}

pub(crate) fn changed(number: usize, wording: &str) -> OnPoint {
    OnPoint { wording: wording.to_owned(), ..on(number, PointStance::Changes) }
}

pub(crate) fn with(number: usize, seat: &str) -> OnPoint {
    OnPoint { with: Some(id(seat)), ..on(number, PointStance::Changes) }
}

pub(crate) fn stands(points: Vec<OnPoint>) -> ForumAnswer {
    ForumAnswer::Position(OwnerPosition {
        position: "as follows".to_owned(),
        points,
        ..OwnerPosition::default()
    })
}

/// Challenges one point and says of every other that it was examined.
pub(crate) fn against(ask: &ForumQuestion, number: usize, risk: &str) -> ForumAnswer {
    let objection = Objection {
        risk: risk.to_owned(),
        alternative: "wait".to_owned(),
        point: Some(p(number)),
        ..Objection::default()
    };
    let rest = ask.points.iter().filter(|point| point.id != p(number));
    ForumAnswer::Examination(Examination {
        raised: vec![objection],
        examined: rest.map(|one| examined(one.id)).collect(),
    })
}

pub(crate) fn examined(point: PointId) -> ExaminedPoint {
    ExaminedPoint { point, what: "who pays for it".to_owned() }
}

/// Judges every challenge alike, and every answer to it.
pub(crate) fn judging_each(ask: &ForumQuestion, judgement: AdvocateJudgement) -> ForumAnswer {
    let note = || "as said".to_owned();
    let replied = ask.prior.iter().filter(|heard| heard.answer.step() == RoundStep::Reply);
    let owners: BTreeSet<ForumSeatId> = replied.map(|heard| heard.seat.id).collect();
    let answers =
        || owners.iter().map(|owner| JudgedAnswer { owner: *owner, judgement, note: note() });
    let judged = |one: &Challenge| Evaluation {
        challenge: one.id,
        judgement,
        note: note(),
        answers: answers().collect(),
    };
    ForumAnswer::Evaluations(ask.challenges.iter().map(judged).collect())
}

pub(crate) fn restated(
    ask: &ForumQuestion,
    stand: ChallengeResponse,
    points: Vec<OnPoint>,
) -> ForumAnswer {
    let reply = |one: &Challenge| ReplyToChallenge {
        challenge: one.id,
        stand,
        rationale: "covered".to_owned(),
    };
    ForumAnswer::Restated { replies: ask.challenges.iter().map(reply).collect(), points }
}

/// Answers as a forum of one mind does on points.
fn agree_by_point(ask: &ForumQuestion) -> ForumAnswer {
    let support = || (1..=ask.points.len()).map(|n| on(n, PointStance::Support)).collect();
    match ask.step {
        RoundStep::Reading => ForumAnswer::Reading(vec![ask.message.clone()]),
        RoundStep::Question => ForumAnswer::Questions(Vec::new()),
        RoundStep::Draft => match stands(support()) {
            ForumAnswer::Position(said) => ForumAnswer::Draft(said),
            other => other,
        },
        RoundStep::Position => stands(support()),
        RoundStep::Challenge => ForumAnswer::Examination(Examination {
            raised: Vec::new(),
            examined: ask.points.iter().map(|point| examined(point.id)).collect(),
        }),
        RoundStep::Alternative => ForumAnswer::Alternative("wait".to_owned()),
        RoundStep::Reply => restated(ask, ChallengeResponse::Mitigated, Vec::new()),
        RoundStep::Evaluation => judging_each(ask, AdvocateJudgement::Conceded),
    }
}

/// Answers as a forum of one mind: everyone supports, nothing is left uncovered, replies mitigate, advocates concede.
pub(crate) fn agree(ask: &ForumQuestion) -> ForumInput {
    if !ask.points.is_empty() {
        return answered(ask, agree_by_point(ask));
    }
    let answer = match ask.step {
        RoundStep::Reading => ForumAnswer::Reading(vec![ask.message.clone()]),
        RoundStep::Question => ForumAnswer::Questions(Vec::new()),
        RoundStep::Draft => draft("do it", Some(Stance::Support)),
        RoundStep::Position => support(),
        RoundStep::Challenge => nothing_left(),
        RoundStep::Alternative => ForumAnswer::Alternative("wait".to_owned()),
        RoundStep::Reply => replies(ask, ChallengeResponse::Mitigated, "covered"),
        RoundStep::Evaluation => evaluations(ask, AdvocateJudgement::Conceded),
    };
    answered(ask, answer)
}

/// Plays the next round of a discussion to its end and takes it in; returns the asks and the summary.
pub(crate) fn play(
    discussion: &mut Discussion,
    setting: Setting,
    text: &str,
    mut answer: impl FnMut(&ForumQuestion) -> ForumInput,
) -> (Vec<ForumQuestion>, RoundSummary) {
    let (mut round, mut effects) = discussion.open(setting, message(text)).unwrap();
    let mut asks = Vec::new();
    loop {
        assert_eq!(effects.len(), 1, "one effect at a time");
        match effects.remove(0) {
            ForumEffect::Ask(ask) => {
                effects = round.apply(answer(&ask)).unwrap();
                asks.push(*ask);
            }
            ForumEffect::AwaitDecision(summary) => {
                discussion.close((*summary).clone()).unwrap();
                return (asks, *summary);
            }
        }
    }
}

pub(crate) fn act(summary: &RoundSummary, choice: RoundChoice) -> RoundAct {
    RoundAct {
        round: summary.number(),
        hash: summary.digest().clone(),
        by: line("Ana"),
        at: noon(),
        choice,
    }
}
