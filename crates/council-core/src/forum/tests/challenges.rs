//! Facts about challenges: raised, answered, judged, escalated, and never forgotten.

use super::{
    super::{
        answer::{Answer, Judgement, Reply, Stand},
        challenge::EscalatedBy,
        script::*,
        *,
    },
    FULL, challenged, codes, judging, order,
};

#[test]
fn a_missing_alternative_is_asked_for_once() {
    let (asks, summary) = challenged(&mut discussion(), "it breaks", |ask| {
        (ask.step == Step::Challenge).then(|| challenge("it breaks", "  "))
    });
    assert_eq!(order(&asks)[2..4], ["da-1 challenge", "da-1 alternative"]);
    assert_eq!(asks[3].challenges[0].id, ch(1));
    assert_eq!(summary.table().challenges()[0].alternative.as_deref(), Some("wait"));
    assert_eq!(summary.status(), Status::Ready);
}

#[test]
fn a_challenge_that_stays_without_an_alternative_is_invalid_and_shown() {
    let (asks, summary) = challenged(&mut discussion(), "it breaks", |ask| match ask.step {
        Step::Challenge => Some(challenge("it breaks", "")),
        Step::Alternative => Some(Answer::Alternative(" ".to_owned())),
        Step::Reading
        | Step::Question
        | Step::Draft
        | Step::Position
        | Step::Reply
        | Step::Evaluation => None,
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
        Answer::NoUncoveredRisk { examined: vec![] },
        Answer::NoUncoveredRisk { examined: vec![" ".to_owned()] },
    ] {
        let (_, summary) = challenged(&mut discussion(), "", |ask| {
            (ask.step == Step::Challenge).then(|| silent.clone())
        });
        assert_eq!(codes(&summary), ["DA_SILENCE"]);
    }
}

#[test]
fn a_rejection_needs_a_reason_and_every_challenge_an_answer() {
    let (_, summary) = challenged(&mut discussion(), "it breaks", |ask| match ask.step {
        Step::Reply if ask.seat.id == id("po-1") => Some(replies(ask, Stand::Rejected, " ")),
        Step::Reply => Some(Answer::Replies(vec![])),
        Step::Reading
        | Step::Question
        | Step::Draft
        | Step::Position
        | Step::Challenge
        | Step::Alternative
        | Step::Evaluation => None,
    });
    assert_eq!(codes(&summary), ["PO_DISMISSAL", "PO_UNANSWERED"]);
}

#[test]
fn two_answers_to_one_challenge_are_none() {
    let twice = |ask: &Ask| {
        let reply = Reply { challenge: ch(1), stand: Stand::Accepted, rationale: String::new() };
        let rejected = Reply { stand: Stand::Rejected, ..reply.clone() };
        (ask.seat.id == id("po-2") && ask.step == Step::Reply)
            .then(|| Answer::Replies(vec![reply, rejected]))
    };
    let (_, summary) = challenged(&mut discussion(), "it breaks", twice);
    assert_eq!(codes(&summary), ["PO_UNANSWERED"]);
}

#[test]
fn an_advocate_who_judges_nothing_concedes_nothing() {
    let (_, summary) = challenged(&mut discussion(), "it breaks", |ask| {
        (ask.step == Step::Evaluation).then(|| Answer::Evaluations(vec![]))
    });
    assert_eq!(codes(&summary), ["DA_UNJUDGED", "CHALLENGE_OPEN"]);
}

#[test]
fn a_challenge_keeps_its_id_across_rounds_and_wordings() {
    let mut talk = discussion();
    challenged(&mut talk, "It breaks!", judging(Judgement::Insufficient));
    let (_, second) = challenged(&mut talk, "it   BREAKS", judging(Judgement::Conceded));
    let all = second.table().challenges();
    assert_eq!(all.len(), 1);
    assert_eq!(
        (all[0].id, all[0].risk.as_str(), all[0].standing),
        (ch(1), "It breaks!", Standing::Conceded)
    );
    assert_eq!(second.status(), Status::Ready);
}

#[test]
fn a_challenge_not_conceded_after_two_rounds_goes_to_the_human() {
    let mut talk = discussion();
    let (_, first) = challenged(&mut talk, "it breaks", judging(Judgement::Insufficient));
    assert_eq!(codes(&first), ["CHALLENGE_OPEN"]);
    let (asks, second) = play(&mut talk, setting(2, FULL), "go on", |ask| match ask.step {
        Step::Evaluation => answered(ask, evaluations(ask, Judgement::Insufficient)),
        Step::Reading
        | Step::Question
        | Step::Draft
        | Step::Position
        | Step::Challenge
        | Step::Alternative
        | Step::Reply => agree(ask),
    });
    assert_eq!(asks.last().unwrap().challenges[0].id, ch(1), "open challenges are carried");
    assert_eq!(second.table().challenges()[0].standing, Standing::Escalated(EscalatedBy::Limit));
    assert_eq!(second.status(), Status::Ready, "the human decides, with the challenge in view");
    assert_eq!(second.table().unresolved().count(), 1);
}

#[test]
fn a_conceded_challenge_has_its_two_rounds_again_after_a_decision_and_only_then() {
    let raised_again = |decided: bool| {
        let mut talk = discussion();
        challenged(&mut talk, "it breaks", judging(Judgement::Insufficient));
        let (_, second) = challenged(&mut talk, "it breaks", judging(Judgement::Conceded));
        if decided {
            talk.decide(act(&second, Choice::Approve)).unwrap();
        }
        let (_, third) = challenged(&mut talk, "it breaks", judging(Judgement::Insufficient));
        third.table().challenges()[0].standing
    };
    assert_eq!(raised_again(true), Standing::Open);
    assert_eq!(raised_again(false), Standing::Escalated(EscalatedBy::Limit));
}

#[test]
fn an_advocate_can_escalate_at_once() {
    let (_, summary) = challenged(&mut discussion(), "it breaks", judging(Judgement::Escalated));
    assert_eq!(
        summary.table().challenges()[0].standing,
        Standing::Escalated(EscalatedBy::Advocate)
    );
}

#[test]
fn raising_an_escalated_challenge_again_is_a_loop() {
    let mut talk = discussion();
    challenged(&mut talk, "it breaks", judging(Judgement::Escalated));
    let (asks, second) = challenged(&mut talk, "It breaks", |_| None);
    assert_eq!(codes(&second), ["DA_LOOP"]);
    assert_eq!(asks.len(), 4, "the advocate is asked once more, and nobody answers a loop");
}

#[test]
fn what_a_human_decided_over_leaves_the_table_and_is_a_loop_when_raised_again() {
    for (judgement, choice) in [
        (Judgement::Escalated, Choice::Approve),
        (Judgement::Insufficient, Choice::Unilateral("go".to_owned())),
    ] {
        let mut talk = discussion();
        let (_, first) = challenged(&mut talk, "it breaks", judging(judgement));
        talk.decide(act(&first, choice)).unwrap();
        let (_, second) = play(&mut talk, setting(2, FULL), "and phones?", agree);
        assert_eq!(second.table().challenges()[0].standing, Standing::Overridden);
        assert_eq!((second.status(), second.shown().count()), (Status::Ready, 0));
        let (_, third) = challenged(&mut talk, "it breaks", |_| None);
        assert_eq!(codes(&third), ["DA_LOOP"]);
        assert_eq!(third.shown().count(), 1);
    }
}

#[test]
fn a_redirection_leaves_an_escalated_challenge_on_the_table() {
    let mut talk = discussion();
    let (_, first) = challenged(&mut talk, "it breaks", judging(Judgement::Escalated));
    talk.decide(act(&first, Choice::Redirect("smaller".to_owned()))).unwrap();
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
    for expected in [Standing::Open, Standing::Escalated(EscalatedBy::Limit)] {
        let (_, summary) =
            play(&mut talk, setting(2, Style::Classic), "go", |ask| match ask.step {
                Step::Challenge => answered(ask, challenge("it breaks", "wait")),
                Step::Reading
                | Step::Question
                | Step::Draft
                | Step::Position
                | Step::Alternative
                | Step::Reply
                | Step::Evaluation => agree(ask),
            });
        assert_eq!(summary.table().challenges()[0].standing, expected);
    }
}

#[test]
fn an_invalid_challenge_goes_to_the_human_too_and_becomes_valid_with_an_alternative() {
    let silent = |ask: &Ask| match ask.step {
        Step::Challenge => Some(challenge("it breaks", "")),
        Step::Alternative => Some(Answer::Alternative(String::new())),
        Step::Reading
        | Step::Question
        | Step::Draft
        | Step::Position
        | Step::Reply
        | Step::Evaluation => None,
    };
    let mut talk = discussion();
    challenged(&mut talk, "", silent);
    let mut other = talk.clone();
    let (_, mended) = challenged(&mut other, "it breaks", |_| None);
    assert_eq!(mended.status(), Status::Ready);
    let (_, stuck) = challenged(&mut talk, "", silent);
    assert_eq!(stuck.table().challenges()[0].standing, Standing::Escalated(EscalatedBy::Limit));
    assert_eq!(codes(&stuck), ["DA_NO_ALTERNATIVE"]);
}

#[test]
fn a_challenge_two_advocates_raised_is_conceded_by_both_or_not_at_all() {
    let one = |both: bool| {
        let (_, summary) = play(&mut discussion(), setting(4, FULL), "go", |ask| match ask.step {
            Step::Challenge => answered(ask, challenge("it breaks", "wait")),
            Step::Evaluation if ask.seat.id == id("da-2") && !both => {
                answered(ask, evaluations(ask, Judgement::Insufficient))
            }
            Step::Reading
            | Step::Question
            | Step::Draft
            | Step::Position
            | Step::Alternative
            | Step::Reply
            | Step::Evaluation => agree(ask),
        });
        assert_eq!(summary.table().challenges().len(), 1);
        summary.status()
    };
    assert_eq!((one(true), one(false)), (Status::Ready, Status::Open));
}
