//! Words for tests: councils, answers, and a driver that plays a round to its end.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::{
    answer::{Answer, Evaluation, Input, Judgement, Objection, Position, Reply, Stance, Stand},
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
        engages: Vec::new(),
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
        question: String::new(),
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
    let judged = |one: &Challenge| Evaluation { challenge: one.id, judgement, note: String::new() };
    Answer::Evaluations(ask.challenges.iter().map(judged).collect())
}

pub(crate) fn answered(ask: &Ask, answer: Answer) -> Input {
    Input::Answered { seat: ask.seat.id, answer }
}

pub(crate) fn lost(ask: &Ask) -> Input {
    Input::Lost { seat: ask.seat.id, reason: Loss::Timeout }
}

/// Answers as a forum of one mind: everyone supports, nothing is left uncovered, replies mitigate, advocates concede.
pub(crate) fn agree(ask: &Ask) -> Input {
    let answer = match ask.step {
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
