//! Facts about breaches that a seat is given one chance to mend.

use super::*;
use crate::forum::answer::{AdvocateJudgement, ChallengeResponse, Stance};

/// Holds a round in which one seat says something else the first time it is asked for a step.
fn at_first(
    seat: &str,
    step: RoundStep,
    first: impl Fn(&ForumQuestion) -> ForumInput,
) -> (Vec<ForumQuestion>, RoundSummary) {
    let mut talk = discussion();
    play(&mut talk, setting(2, FULL), "go", |ask| {
        if ask.seat.id == id(seat) && ask.step == step && ask.repair.is_none() {
            return first(ask);
        }
        match ask.step {
            RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
            RoundStep::Reading
            | RoundStep::Question
            | RoundStep::Draft
            | RoundStep::Position
            | RoundStep::Alternative
            | RoundStep::Reply
            | RoundStep::Evaluation => agree(ask),
        }
    })
}

fn repairs(asks: &[ForumQuestion]) -> Vec<&str> {
    asks.iter().filter_map(|ask| ask.repair.as_deref()).collect()
}

#[test]
fn a_silent_owner_is_asked_once_more_and_then_counts() {
    let (asks, summary) =
        at_first("po-1", RoundStep::Position, |ask| answered(ask, position("hm", None)));
    assert_eq!(repairs(&asks), ["po-1 took no position, expected a position and a stance"]);
    assert_eq!(summary.tally().support, [id("po-1"), id("po-2")]);
    assert_eq!(summary.status(), RoundStatus::Ready);
    assert_eq!(summary.remarks()[0].to_string(), "po-1 was asked twice for its position");
    assert_eq!(summary.said().len(), asks.len(), "both answers are kept");
}

#[test]
fn a_dismissal_and_a_missing_answer_are_mended() {
    let (asks, summary) = at_first("po-2", RoundStep::Reply, |ask| {
        answered(ask, replies(ask, ChallengeResponse::Rejected, " "))
    });
    assert_eq!(repairs(&asks), ["po-2 rejected CH-1 without a reason"]);
    assert_eq!(summary.violations(), []);
    let (asks, summary) =
        at_first("po-2", RoundStep::Reply, |ask| answered(ask, ForumAnswer::Replies(vec![])));
    assert_eq!(repairs(&asks), ["po-2 did not answer CH-1, expected exactly one answer"]);
    assert_eq!(summary.violations(), []);
}

#[test]
fn an_advocate_without_a_risk_and_one_without_a_judgement_are_asked_again() {
    let (asks, summary) = at_first("da-1", RoundStep::Challenge, |ask| {
        answered(ask, ForumAnswer::NoUncoveredRisk { examined: vec![] })
    });
    assert_eq!(repairs(&asks), ["da-1 named no risk, expected a challenge or what was examined"]);
    assert_eq!(summary.violations(), []);
    let (asks, summary) = at_first("da-1", RoundStep::Evaluation, |ask| {
        answered(ask, ForumAnswer::Evaluations(vec![]))
    });
    assert_eq!(repairs(&asks).len(), 1);
    assert_eq!(summary.violations(), []);
}

#[test]
fn a_loop_is_mended_by_another_challenge() {
    let mut talk = discussion();
    play(&mut talk, setting(2, FULL), "go", |ask| match ask.step {
        RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
        RoundStep::Evaluation => answered(ask, evaluations(ask, AdvocateJudgement::Escalated)),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Alternative
        | RoundStep::Reply => agree(ask),
    });
    let (asks, summary) = play(&mut talk, setting(2, FULL), "go on", |ask| match ask.step {
        RoundStep::Challenge if ask.repair.is_none() => {
            answered(ask, challenge("It breaks", "wait"))
        }
        RoundStep::Challenge => answered(ask, challenge("it is late", "begin")),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Alternative
        | RoundStep::Reply
        | RoundStep::Evaluation => agree(ask),
    });
    assert_eq!(repairs(&asks), ["da-1 raised CH-1 again, which the human already has"]);
    assert_eq!(asks[0].standing[0].id, ch(1), "everybody is told what is left of earlier rounds");
    assert_eq!(summary.violations(), []);
    assert_eq!(summary.status(), RoundStatus::Ready);
}

#[test]
fn what_nobody_can_read_is_asked_for_once_more_and_then_the_seat_is_lost() {
    let unreadable = |ask: &ForumQuestion| ForumInput::Unreadable {
        seat: ask.seat.id,
        reason: "no JSON".into(),
    };
    let (asks, summary) = at_first("po-1", RoundStep::Position, unreadable);
    assert_eq!(repairs(&asks), ["no JSON"]);
    assert_eq!(summary.status(), RoundStatus::Ready);
    let (asks, summary) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.seat.id == id("po-1") { unreadable(ask) } else { agree(ask) }
    });
    assert_eq!(asks.iter().filter(|ask| ask.seat.id == id("po-1")).count(), 2);
    assert_eq!(summary.lost(), [(id("po-1"), Loss::Unreadable)]);
    assert_eq!(summary.status(), RoundStatus::Open);
}

#[test]
fn a_breach_that_is_not_mended_stays_one() {
    let (asks, summary) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.step == RoundStep::Position { answered(ask, position("", None)) } else { agree(ask) }
    });
    assert_eq!(repairs(&asks).len(), 2);
    assert_eq!(codes(&summary), ["NO_MAJORITY", "PO_SILENCE", "PO_SILENCE"]);
}

#[test]
fn drafts_are_made_alone_kept_from_the_others_and_compared_with_what_was_said() {
    let blind = Setting { hearing: Hearing::Blind, ..setting(2, FULL) };
    let (asks, summary) = play(&mut discussion(), blind, "go", |ask| match ask.step {
        RoundStep::Draft if ask.seat.id == id("po-2") => {
            answered(ask, draft("never", Some(Stance::Oppose)))
        }
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Challenge
        | RoundStep::Alternative
        | RoundStep::Reply
        | RoundStep::Evaluation => agree(ask),
    });
    let order: Vec<_> = asks.iter().map(|ask| (ask.step, ask.prior.len())).collect();
    assert_eq!(
        order,
        [
            (RoundStep::Draft, 0),
            (RoundStep::Draft, 0),
            (RoundStep::Position, 0),
            (RoundStep::Position, 1),
            (RoundStep::Challenge, 2)
        ]
    );
    assert_eq!(asks[3].drafted.as_ref().map(|said| said.position.as_str()), Some("never"));
    let remarks: Vec<String> = summary.remarks().iter().map(ToString::to_string).collect();
    assert!(remarks.contains(&"po-2 drafted `oppose` alone and said `support`".to_owned()));
    assert_eq!(summary.json()["anchoring"][1]["moved"], true);
    assert_eq!(summary.tally().oppose, [], "a draft is no voice");
}

#[test]
fn a_discussion_after_a_decision_is_new_and_cites_it() {
    let mut talk = discussion();
    let (_, first) = play(&mut talk, setting(2, FULL), "go", agree);
    talk.decide(act(&first, RoundChoice::Approve)).unwrap();
    let (_, second) = play(&mut talk, setting(2, FULL), "now this", agree);
    let cited = second.cites().unwrap();
    assert_eq!((cited.round, &cited.hash), (1, first.digest()));
    assert_eq!(cited.file, "COUNCIL-20260301-go.md");
    talk.decide(act(&second, RoundChoice::Approve)).unwrap();
    let intents = talk.intents();
    assert_eq!(intents[1].rounds.len(), 1, "only the rounds of its own discussion led to it");
    assert_eq!(intents[1].cites.as_ref(), Some(cited));
    let (_, third) = play(&mut talk, setting(2, FULL), "and this", agree);
    assert_eq!(third.cites().map(|cited| cited.round), Some(2));
}

#[test]
fn a_discussion_kept_open_waits_for_a_message_and_hands_nothing_off() {
    let mut talk = discussion();
    let (_, first) = play(&mut talk, setting(2, FULL), "go", agree);
    talk.decide(act(&first, RoundChoice::Open)).unwrap();
    assert_eq!(talk.state(), DiscussionState::KeptOpen);
    assert_eq!(talk.intents(), []);
    assert!(talk.decide(act(&first, RoundChoice::Approve)).is_err(), "a round is decided once");
    let (_, second) = play(&mut talk, setting(2, FULL), "go on", agree);
    assert_eq!(second.cites(), None);
}
