//! Facts about rounds, challenges, decisions and what is handed off.

mod authority;
mod challenges;
mod decisions;
mod points;
mod repairs;
mod rounds;

use super::{
    answer::{AdvocateJudgement, ForumAnswer},
    script::*,
    *,
};

const FULL: Style = Style::Full;

fn order(asks: &[ForumQuestion]) -> Vec<String> {
    asks.iter().map(|ask| format!("{} {}", ask.seat.id, ask.step.word())).collect()
}

fn codes(summary: &RoundSummary) -> Vec<&'static str> {
    summary.blockers().iter().map(Blocker::code).collect()
}

/// Plays a round where advocates raise a risk and everything else is of one mind, unless `other` says otherwise.
fn challenged(
    discussion: &mut Discussion,
    risk: &str,
    other: impl Fn(&ForumQuestion) -> Option<ForumAnswer>,
) -> (Vec<ForumQuestion>, RoundSummary) {
    play(discussion, setting(2, FULL), "ship it", |ask| match other(ask) {
        Some(answer) => answered(ask, answer),
        None if ask.step == RoundStep::Challenge => answered(ask, challenge(risk, "wait")),
        None => agree(ask),
    })
}

fn judging(judgement: AdvocateJudgement) -> impl Fn(&ForumQuestion) -> Option<ForumAnswer> {
    move |ask| (ask.step == RoundStep::Evaluation).then(|| evaluations(ask, judgement))
}
