//! Facts about rounds, challenges, decisions and what is handed off.

mod authority;
mod challenges;
mod decisions;
mod points;
mod repairs;
mod rounds;

use super::{
    answer::{Answer, Judgement},
    script::*,
    *,
};

const FULL: Style = Style::Full;

fn order(asks: &[Ask]) -> Vec<String> {
    asks.iter().map(|ask| format!("{} {}", ask.seat.id, ask.step.word())).collect()
}

fn codes(summary: &Summary) -> Vec<&'static str> {
    summary.blockers().iter().map(Blocker::code).collect()
}

/// Plays a round where advocates raise a risk and everything else is of one mind, unless `other` says otherwise.
fn challenged(
    discussion: &mut Discussion,
    risk: &str,
    other: impl Fn(&Ask) -> Option<Answer>,
) -> (Vec<Ask>, Summary) {
    play(discussion, setting(2, FULL), "ship it", |ask| match other(ask) {
        Some(answer) => answered(ask, answer),
        None if ask.step == Step::Challenge => answered(ask, challenge(risk, "wait")),
        None => agree(ask),
    })
}

fn judging(judgement: Judgement) -> impl Fn(&Ask) -> Option<Answer> {
    move |ask| (ask.step == Step::Evaluation).then(|| evaluations(ask, judgement))
}
