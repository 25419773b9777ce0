//! Words for tests: councils, answers, and a driver that plays a round to its end.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::{
    answer::{
        Answer, Evaluation, Examination, Examined, Input, JudgedAnswer, Judgement, Objection,
        Position, Reply, Stance, Stand,
    },
    *,
};
use crate::ident::ProjectName;

pub(crate) fn noon() -> Timestamp {
    "2026-03-01T12:00:00Z".parse().unwrap()
}

pub(crate) fn line(text: &str) -> Line {
    Line::new(text).unwrap()
}

pub(crate) fn id(word: &str) -> SeatId {
    SeatId::read(word).unwrap()
}

pub(crate) fn ch(number: usize) -> ChallengeId {
    ChallengeId::after(number - 1)
}

pub(crate) fn seat(seat: &str, name: &str, lens: &str) -> Seat {
    Seat { id: id(seat), name: line(name), lens: line(lens) }
}

pub(crate) fn setting(owners: usize, style: Style) -> Setting {
    let seats = |role: Role, count: usize| {
        (1..=count).map(move |n| {
            let word = format!("{}-{n}", role.prefix());
            seat(&word, &format!("{word} name"), &format!("{word} lens"))
        })
    };
    let seats = Seats::new(
        seats(Role::Owner, owners).collect(),
        seats(Role::Advocate, owners / 2).collect(),
    );
    let project = ProjectName::new("demo").unwrap();
    Setting {
        project,
        seats: seats.unwrap(),
        roles: Roles::default().digests(),
        style,
        hearing: Hearing::Open,
        filled_by: BTreeMap::new(),
        protocol: Protocol::First,
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

pub(crate) fn position(position: &str, stance: Option<Stance>) -> Answer {
    Answer::Position(Position {
        position: position.to_owned(),
        reason: String::new(),
        stance,
        ..Position::default()
    })
}

pub(crate) fn draft(words: &str, stance: Option<Stance>) -> Answer {
    match position(words, stance) {
        Answer::Position(said) => Answer::Draft(said),
        other => other,
    }
}

pub(crate) fn support() -> Answer {
    position("do it", Some(Stance::Support))
}

pub(crate) fn challenge(risk: &str, alternative: &str) -> Answer {
    Answer::Challenge(Objection {
        risk: risk.to_owned(),
        alternative: alternative.to_owned(),
        ..Objection::default()
    })
}

pub(crate) fn nothing_left() -> Answer {
    Answer::NoUncoveredRisk { examined: vec!["cost".to_owned()] }
}

pub(crate) fn replies(ask: &Ask, stand: Stand, rationale: &str) -> Answer {
    let reply =
        |one: &Challenge| Reply { challenge: one.id, stand, rationale: rationale.to_owned() };
    Answer::Replies(ask.challenges.iter().map(reply).collect())
}

pub(crate) fn evaluations(ask: &Ask, judgement: Judgement) -> Answer {
    let judged = |one: &Challenge| Evaluation {
        challenge: one.id,
        judgement,
        note: String::new(),
        answers: Vec::new(),
    };
    Answer::Evaluations(ask.challenges.iter().map(judged).collect())
}

pub(crate) fn answered(ask: &Ask, answer: Answer) -> Input {
    Input::Answered { seat: ask.seat.id, answer }
}

pub(crate) fn lost(ask: &Ask) -> Input {
    Input::Lost { seat: ask.seat.id, reason: Loss::Timeout }
}

/// Returns a forum of today that discusses these points.
pub(crate) fn pointed(owners: usize, points: &[&str]) -> Setting {
    Setting {
        protocol: Protocol::TODAY,
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

pub(crate) fn stands(points: Vec<OnPoint>) -> Answer {
    Answer::Position(Position { position: "as follows".to_owned(), points, ..Position::default() })
}

/// Challenges one point and says of every other that it was examined.
pub(crate) fn against(ask: &Ask, number: usize, risk: &str) -> Answer {
    let objection = Objection {
        risk: risk.to_owned(),
        alternative: "wait".to_owned(),
        point: Some(p(number)),
        ..Objection::default()
    };
    let rest = ask.points.iter().filter(|point| point.id != p(number));
    Answer::Examination(Examination {
        raised: vec![objection],
        examined: rest.map(|one| examined(one.id)).collect(),
    })
}

pub(crate) fn examined(point: PointId) -> Examined {
    Examined { point, what: "who pays for it".to_owned() }
}

/// Judges every challenge alike, and every answer to it.
pub(crate) fn judging_each(ask: &Ask, judgement: Judgement) -> Answer {
    let note = || "as said".to_owned();
    let replied = ask.prior.iter().filter(|heard| heard.answer.step() == Step::Reply);
    let owners: BTreeSet<SeatId> = replied.map(|heard| heard.seat.id).collect();
    let answers =
        || owners.iter().map(|owner| JudgedAnswer { owner: *owner, judgement, note: note() });
    let judged = |one: &Challenge| Evaluation {
        challenge: one.id,
        judgement,
        note: note(),
        answers: answers().collect(),
    };
    Answer::Evaluations(ask.challenges.iter().map(judged).collect())
}

pub(crate) fn restated(ask: &Ask, stand: Stand, points: Vec<OnPoint>) -> Answer {
    let reply =
        |one: &Challenge| Reply { challenge: one.id, stand, rationale: "covered".to_owned() };
    Answer::Restated { replies: ask.challenges.iter().map(reply).collect(), points }
}

/// Answers as a forum of one mind does on points.
fn agree_by_point(ask: &Ask) -> Answer {
    let support = || (1..=ask.points.len()).map(|n| on(n, PointStance::Support)).collect();
    match ask.step {
        Step::Reading => Answer::Reading(vec![ask.message.clone()]),
        Step::Question => Answer::Questions(Vec::new()),
        Step::Draft => match stands(support()) {
            Answer::Position(said) => Answer::Draft(said),
            other => other,
        },
        Step::Position => stands(support()),
        Step::Challenge => Answer::Examination(Examination {
            raised: Vec::new(),
            examined: ask.points.iter().map(|point| examined(point.id)).collect(),
        }),
        Step::Alternative => Answer::Alternative("wait".to_owned()),
        Step::Reply => restated(ask, Stand::Mitigated, Vec::new()),
        Step::Evaluation => judging_each(ask, Judgement::Conceded),
    }
}

/// Answers as a forum of one mind: everyone supports, nothing is left uncovered, replies mitigate, advocates concede.
pub(crate) fn agree(ask: &Ask) -> Input {
    if !ask.points.is_empty() {
        return answered(ask, agree_by_point(ask));
    }
    let answer = match ask.step {
        Step::Reading => Answer::Reading(vec![ask.message.clone()]),
        Step::Question => Answer::Questions(Vec::new()),
        Step::Draft => draft("do it", Some(Stance::Support)),
        Step::Position => support(),
        Step::Challenge => nothing_left(),
        Step::Alternative => Answer::Alternative("wait".to_owned()),
        Step::Reply => replies(ask, Stand::Mitigated, "covered"),
        Step::Evaluation => evaluations(ask, Judgement::Conceded),
    };
    answered(ask, answer)
}

/// Plays the next round of a discussion to its end and takes it in; returns the asks and the summary.
pub(crate) fn play(
    discussion: &mut Discussion,
    setting: Setting,
    text: &str,
    mut answer: impl FnMut(&Ask) -> Input,
) -> (Vec<Ask>, Summary) {
    let (mut round, mut effects) = discussion.open(setting, message(text)).unwrap();
    let mut asks = Vec::new();
    loop {
        assert_eq!(effects.len(), 1, "one effect at a time");
        match effects.remove(0) {
            Effect::Ask(ask) => {
                effects = round.apply(answer(&ask)).unwrap();
                asks.push(*ask);
            }
            Effect::AwaitDecision(summary) => {
                discussion.close((*summary).clone()).unwrap();
                return (asks, *summary);
            }
        }
    }
}

pub(crate) fn act(summary: &Summary, choice: Choice) -> Act {
    Act {
        round: summary.number(),
        hash: summary.digest().clone(),
        by: line("Ana"),
        at: noon(),
        choice,
    }
}
