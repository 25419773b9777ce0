//! Facts about challenges: raised, answered, judged, escalated, and never forgotten.

use super::{
    super::{
        answer::{AdvocateJudgement, ChallengeResponse, ForumAnswer, ReplyToChallenge},
        challenge::EscalatedBy,
        script::*,
        *,
    },
    FULL, challenged, codes, judging, order,
};

#[test]
fn a_missing_alternative_is_asked_for_once() {
    let (asks, summary) = challenged(&mut discussion(), "it breaks", |ask| {
        (ask.step == RoundStep::Challenge).then(|| challenge("it breaks", "  "))
    });
    assert_eq!(order(&asks)[2..4], ["da-1 challenge", "da-1 alternative"]);
    assert_eq!(asks[3].challenges[0].id, ch(1));
    assert_eq!(summary.table().challenges()[0].alternative.as_deref(), Some("wait"));
    assert_eq!(summary.status(), RoundStatus::Ready);
}

#[test]
fn a_challenge_that_stays_without_an_alternative_is_invalid_and_shown() {
    let (asks, summary) = challenged(&mut discussion(), "it breaks", |ask| match ask.step {
        RoundStep::Challenge => Some(challenge("it breaks", "")),
        RoundStep::Alternative => Some(ForumAnswer::Alternative(" ".to_owned())),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Reply
        | RoundStep::Evaluation => None,
    });
    assert_eq!(order(&asks).len(), 4, "nobody answers an invalid challenge");
    assert_eq!(codes(&summary), ["DA_NO_ALTERNATIVE", "CHALLENGE_INVALID"]);
    assert_eq!(summary.table().unresolved().count(), 1);
}

#[test]
fn an_advocate_who_says_nothing_breaks_the_protocol() {
    for silent in [
        challenge("", "wait"),
        challenge("?!", "wait"),
        ForumAnswer::NoUncoveredRisk { examined: vec![] },
        ForumAnswer::NoUncoveredRisk { examined: vec![" ".to_owned()] },
    ] {
        let (_, summary) = challenged(&mut discussion(), "", |ask| {
            (ask.step == RoundStep::Challenge).then(|| silent.clone())
        });
        assert_eq!(codes(&summary), ["DA_SILENCE"]);
    }
}

#[test]
fn a_rejection_needs_a_reason_and_every_challenge_an_answer() {
    let (_, summary) = challenged(&mut discussion(), "it breaks", |ask| match ask.step {
        RoundStep::Reply if ask.seat.id == id("po-1") => {
            Some(replies(ask, ChallengeResponse::Rejected, " "))
        }
        RoundStep::Reply => Some(ForumAnswer::Replies(vec![])),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Challenge
        | RoundStep::Alternative
        | RoundStep::Evaluation => None,
    });
    assert_eq!(codes(&summary), ["PO_DISMISSAL", "PO_UNANSWERED"]);
}

#[test]
fn two_answers_to_one_challenge_are_none() {
    let twice = |ask: &ForumQuestion| {
        let reply = ReplyToChallenge {
            challenge: ch(1),
            stand: ChallengeResponse::Accepted,
            rationale: String::new(),
        };
        let rejected = ReplyToChallenge { stand: ChallengeResponse::Rejected, ..reply.clone() };
        (ask.seat.id == id("po-2") && ask.step == RoundStep::Reply)
            .then(|| ForumAnswer::Replies(vec![reply, rejected]))
    };
    let (_, summary) = challenged(&mut discussion(), "it breaks", twice);
    assert_eq!(codes(&summary), ["PO_UNANSWERED"]);
}

#[test]
fn an_advocate_who_judges_nothing_concedes_nothing() {
    let (_, summary) = challenged(&mut discussion(), "it breaks", |ask| {
        (ask.step == RoundStep::Evaluation).then(|| ForumAnswer::Evaluations(vec![]))
    });
    assert_eq!(codes(&summary), ["DA_UNJUDGED", "CHALLENGE_OPEN"]);
}

#[test]
fn a_challenge_keeps_its_id_across_rounds_and_wordings() {
    let mut talk = discussion();
    challenged(&mut talk, "It breaks!", judging(AdvocateJudgement::Insufficient));
    let (_, second) = challenged(&mut talk, "it   BREAKS", judging(AdvocateJudgement::Conceded));
    let all = second.table().challenges();
    assert_eq!(all.len(), 1);
    assert_eq!(
        (all[0].id, all[0].risk.as_str(), all[0].standing),
        (ch(1), "It breaks!", ChallengeStatus::Conceded)
    );
    assert_eq!(second.status(), RoundStatus::Ready);
}

#[test]
fn a_challenge_not_conceded_after_two_rounds_goes_to_the_human() {
    let mut talk = discussion();
    let (_, first) = challenged(&mut talk, "it breaks", judging(AdvocateJudgement::Insufficient));
    assert_eq!(codes(&first), ["CHALLENGE_OPEN"]);
    let (asks, second) = play(&mut talk, setting(2, FULL), "go on", |ask| match ask.step {
        RoundStep::Evaluation => answered(ask, evaluations(ask, AdvocateJudgement::Insufficient)),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Challenge
        | RoundStep::Alternative
        | RoundStep::Reply => agree(ask),
    });
    assert_eq!(asks.last().unwrap().challenges[0].id, ch(1), "open challenges are carried");
    assert_eq!(
        second.table().challenges()[0].standing,
        ChallengeStatus::Escalated(EscalatedBy::Limit)
    );
    assert_eq!(
        second.status(),
        RoundStatus::Ready,
        "the human decides, with the challenge in view"
    );
    assert_eq!(second.table().unresolved().count(), 1);
}

#[test]
fn a_conceded_challenge_has_its_two_rounds_again_after_a_decision_and_only_then() {
    let raised_again = |decided: bool| {
        let mut talk = discussion();
        challenged(&mut talk, "it breaks", judging(AdvocateJudgement::Insufficient));
        let (_, second) = challenged(&mut talk, "it breaks", judging(AdvocateJudgement::Conceded));
        if decided {
            talk.decide(act(&second, RoundChoice::Approve)).unwrap();
        }
        let (_, third) =
            challenged(&mut talk, "it breaks", judging(AdvocateJudgement::Insufficient));
        third.table().challenges()[0].standing
    };
    assert_eq!(raised_again(true), ChallengeStatus::Open);
    assert_eq!(raised_again(false), ChallengeStatus::Escalated(EscalatedBy::Limit));
}

#[test]
fn an_advocate_can_escalate_at_once() {
    let (_, summary) =
        challenged(&mut discussion(), "it breaks", judging(AdvocateJudgement::Escalated));
    assert_eq!(
        summary.table().challenges()[0].standing,
        ChallengeStatus::Escalated(EscalatedBy::Advocate)
    );
}

#[test]
fn raising_an_escalated_challenge_again_is_a_loop() {
    let mut talk = discussion();
    challenged(&mut talk, "it breaks", judging(AdvocateJudgement::Escalated));
    let (asks, second) = challenged(&mut talk, "It breaks", |_| None);
    assert_eq!(codes(&second), ["DA_LOOP"]);
    assert_eq!(asks.len(), 4, "the advocate is asked once more, and nobody answers a loop");
}

#[test]
fn what_a_human_decided_over_leaves_the_table_and_is_a_loop_when_raised_again() {
    for (judgement, choice) in [
        (AdvocateJudgement::Escalated, RoundChoice::Approve),
        (AdvocateJudgement::Insufficient, RoundChoice::Unilateral("go".to_owned())),
    ] {
        let mut talk = discussion();
        let (_, first) = challenged(&mut talk, "it breaks", judging(judgement));
        talk.decide(act(&first, choice)).unwrap();
        let (_, second) = play(&mut talk, setting(2, FULL), "and phones?", agree);
        assert_eq!(second.table().challenges()[0].standing, ChallengeStatus::Overridden);
        assert_eq!((second.status(), second.shown().count()), (RoundStatus::Ready, 0));
        let (_, third) = challenged(&mut talk, "it breaks", |_| None);
        assert_eq!(codes(&third), ["DA_LOOP"]);
        assert_eq!(third.shown().count(), 1);
    }
}

#[test]
fn a_redirection_leaves_an_escalated_challenge_on_the_table() {
    let mut talk = discussion();
    let (_, first) = challenged(&mut talk, "it breaks", judging(AdvocateJudgement::Escalated));
    talk.decide(act(&first, RoundChoice::Redirect("smaller".to_owned()))).unwrap();
    let (_, second) = play(&mut talk, setting(2, FULL), "smaller", agree);
    assert_eq!(second.table().unresolved().count(), 1);
}

#[test]
fn a_conceded_challenge_is_shown_in_its_round_only() {
    let mut talk = discussion();
    let (_, first) = challenged(&mut talk, "it breaks", |_| None);
    assert_eq!(first.shown().count(), 1);
    let (_, second) = play(&mut talk, setting(2, FULL), "and phones?", agree);
    assert_eq!((second.shown().count(), second.table().challenges().len()), (0, 1));
}

#[test]
fn classic_rounds_escalate_too() {
    let mut talk = discussion();
    for expected in [ChallengeStatus::Open, ChallengeStatus::Escalated(EscalatedBy::Limit)] {
        let (_, summary) =
            play(&mut talk, setting(2, Style::Classic), "go", |ask| match ask.step {
                RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
                RoundStep::Reading
                | RoundStep::Question
                | RoundStep::Draft
                | RoundStep::Position
                | RoundStep::Alternative
                | RoundStep::Reply
                | RoundStep::Evaluation => agree(ask),
            });
        assert_eq!(summary.table().challenges()[0].standing, expected);
    }
}

#[test]
fn an_invalid_challenge_goes_to_the_human_too_and_becomes_valid_with_an_alternative() {
    let silent = |ask: &ForumQuestion| match ask.step {
        RoundStep::Challenge => Some(challenge("it breaks", "")),
        RoundStep::Alternative => Some(ForumAnswer::Alternative(String::new())),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Reply
        | RoundStep::Evaluation => None,
    };
    let mut talk = discussion();
    challenged(&mut talk, "", silent);
    let mut other = talk.clone();
    let (_, mended) = challenged(&mut other, "it breaks", |_| None);
    assert_eq!(mended.status(), RoundStatus::Ready);
    let (_, stuck) = challenged(&mut talk, "", silent);
    assert_eq!(
        stuck.table().challenges()[0].standing,
        ChallengeStatus::Escalated(EscalatedBy::Limit)
    );
    assert_eq!(codes(&stuck), ["DA_NO_ALTERNATIVE"]);
}

#[test]
fn a_challenge_two_advocates_raised_is_conceded_by_both_or_not_at_all() {
    let one = |both: bool| {
        let (_, summary) = play(&mut discussion(), setting(4, FULL), "go", |ask| match ask.step {
            RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
            RoundStep::Evaluation if ask.seat.id == id("da-2") && !both => {
                answered(ask, evaluations(ask, AdvocateJudgement::Insufficient))
            }
            RoundStep::Reading
            | RoundStep::Question
            | RoundStep::Draft
            | RoundStep::Position
            | RoundStep::Alternative
            | RoundStep::Reply
            | RoundStep::Evaluation => agree(ask),
        });
        assert_eq!(summary.table().challenges().len(), 1);
        summary.status()
    };
    assert_eq!((one(true), one(false)), (RoundStatus::Ready, RoundStatus::Open));
}
