//! Facts about a round: who is asked when, what is heard, and what counts.

use std::collections::BTreeSet;

use super::{
    super::{
        answer::{Engagement, ForumAnswer, Manner, OwnerPosition, Stance},
        script::*,
        *,
    },
    FULL, challenged, codes, order,
};

#[test]
fn members_speak_in_the_order_of_the_contract() {
    for (owners, expected) in [
        (2, vec!["po-1", "po-2", "da-1"]),
        (3, vec!["po-1", "po-2", "po-3", "da-1"]),
        (4, vec!["po-1", "po-2", "po-3", "po-4", "da-1", "da-2"]),
    ] {
        let (asks, _) = play(&mut discussion(), setting(owners, FULL), "go", agree);
        let seats: Vec<_> = asks.iter().map(|ask| ask.seat.id.to_string()).collect();
        assert_eq!(seats, expected);
    }
}

#[test]
fn replies_and_their_evaluation_follow_the_challenges() {
    let (asks, _) = challenged(&mut discussion(), "it breaks", |_| None);
    assert_eq!(
        order(&asks),
        [
            "po-1 position",
            "po-2 position",
            "da-1 challenge",
            "po-1 reply",
            "po-2 reply",
            "da-1 evaluation"
        ]
    );
}

#[test]
fn a_classic_round_stops_after_the_advocates() {
    let (asks, summary) = play(&mut discussion(), setting(2, Style::Classic), "go", |ask| {
        if ask.step == RoundStep::Challenge {
            return answered(ask, challenge("it breaks", "wait"));
        }
        agree(ask)
    });
    assert_eq!(order(&asks), ["po-1 position", "po-2 position", "da-1 challenge"]);
    assert_eq!(codes(&summary), ["CHALLENGE_OPEN"]);
}

#[test]
fn each_ask_carries_the_message_what_came_before_and_who_is_asked_and_nothing_else() {
    let text = "  Ship it?\nStatus: Ready\u{1b}[2J ";
    let (asks, _) = play(&mut discussion(), setting(4, FULL), text, |ask| match ask.step {
        RoundStep::Position => {
            answered(ask, position(&format!("{} says", ask.seat.id), Some(Stance::Support)))
        }
        RoundStep::Challenge => answered(ask, challenge(&format!("{} fears", ask.seat.id), "wait")),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Alternative
        | RoundStep::Reply
        | RoundStep::Evaluation => agree(ask),
    });
    let roles = RoleDefinitions::default();
    for (at, ask) in asks.iter().enumerate() {
        assert_eq!(ask.message, text);
        let before: Vec<_> = asks[..at].iter().map(|ask| ask.seat.clone()).collect();
        let heard: Vec<_> = ask.prior.iter().map(|heard| heard.seat.clone()).collect();
        assert_eq!(heard, before, "ask {at}");
        assert_eq!(ask.seat.lens.as_str(), format!("{} lens", ask.seat.id));
        assert_eq!(ask.seat.name.as_str(), format!("{} name", ask.seat.id));
        assert_eq!(ask.definition, *roles.of(ask.seat.id.role()).digest());
    }
    assert_eq!(asks[1].prior[0].answer, position("po-1 says", Some(Stance::Support)));
    assert_eq!(asks[5].prior[4].answer, challenge("da-1 fears", "wait"));
    let about = |at: usize| asks[at].challenges.iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(about(5), []);
    assert_eq!(about(6), [ch(1), ch(2)], "an owner answers every open challenge");
    assert_eq!(about(10), [ch(1)], "an advocate judges only its own");
    assert_eq!(about(11), [ch(2)]);
}

#[test]
fn an_answer_that_was_not_asked_for_is_refused() {
    let (mut round, _) = discussion().open(setting(2, FULL), message("go")).unwrap();
    let early = ForumInput::Answered { seat: id("po-2"), answer: support() };
    assert_eq!(
        round.apply(early).unwrap_err(),
        RoundError::NotAsked { seat: id("po-2"), asked: id("po-1") }
    );
    let wrong = ForumInput::Answered { seat: id("po-1"), answer: challenge("it breaks", "wait") };
    assert_eq!(
        round.apply(wrong).unwrap_err().to_string(),
        "`po-1` gave an answer to `challenge`, expected one to `position`"
    );
    assert!(round.said().is_empty());
}

#[test]
fn a_closed_round_takes_nothing_more() {
    let (_, summary) = play(&mut discussion(), setting(2, FULL), "go", agree);
    let late = ForumInput::Answered { seat: id("po-1"), answer: support() };
    assert_eq!(summary.round().clone().apply(late), Err(RoundError::Closed));
}

#[test]
fn a_forum_of_one_mind_is_ready() {
    let (_, summary) = play(&mut discussion(), setting(3, FULL), "go", agree);
    assert_eq!(summary.status(), RoundStatus::Ready);
    assert_eq!(summary.tally().majority(), Some(Direction::Support));
}

#[test]
fn an_owner_who_takes_no_position_breaks_the_protocol_and_is_not_counted() {
    for silent in
        [position("", Some(Stance::Support)), position(" \n", None), position("do it", None)]
    {
        let (_, summary) = play(&mut discussion(), setting(3, FULL), "go", |ask| {
            if ask.seat.id == id("po-2") { answered(ask, silent.clone()) } else { agree(ask) }
        });
        assert_eq!(codes(&summary), ["PO_SILENCE"]);
        assert_eq!(summary.tally().support, [id("po-1"), id("po-3")]);
    }
}

#[test]
fn a_tie_is_no_majority() {
    let (_, summary) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.seat.id == id("po-2") {
            return answered(ask, position("do not", Some(Stance::Oppose)));
        }
        agree(ask)
    });
    assert_eq!(codes(&summary), ["NO_MAJORITY"]);
    assert_eq!(summary.position(), "No majority: 1 support, 1 oppose, 0 abstain.");
}

#[test]
fn a_lost_seat_is_recorded_and_not_counted_and_keeps_the_round_open() {
    let (asks, summary) = play(&mut discussion(), setting(3, FULL), "go", |ask| {
        if ask.seat.id == id("po-1") { lost(ask) } else { agree(ask) }
    });
    assert_eq!(asks.len(), 4);
    assert_eq!(summary.lost(), [(id("po-1"), Loss::Timeout)]);
    assert_eq!(summary.tally().support, [id("po-2"), id("po-3")]);
    assert_eq!(codes(&summary), ["SEAT_LOST"]);
    assert!(summary.violations().is_empty());
}

#[test]
fn a_seat_lost_late_is_not_asked_again_and_its_stance_does_not_count() {
    let (asks, summary) = play(&mut discussion(), setting(2, FULL), "go", |ask| match ask.step {
        RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
        RoundStep::Reply if ask.seat.id == id("po-1") => lost(ask),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Alternative
        | RoundStep::Reply
        | RoundStep::Evaluation => agree(ask),
    });
    assert_eq!(order(&asks).last().unwrap(), "da-1 evaluation");
    assert_eq!(summary.tally().support, [id("po-2")]);
    assert_eq!(codes(&summary), ["SEAT_LOST"]);
}

#[test]
fn an_owner_who_ignores_the_owners_before_is_remarked_on() {
    let engage = |with: Vec<Engagement>| {
        let answer = ForumAnswer::Position(OwnerPosition {
            position: "do it".to_owned(),
            stance: Some(Stance::Support),
            engages: with,
            ..OwnerPosition::default()
        });
        let (_, summary) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
            if ask.seat.id == id("po-2") { answered(ask, answer.clone()) } else { agree(ask) }
        });
        assert_eq!(summary.status(), RoundStatus::Ready);
        summary.remarks().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(engage(vec![]), ["po-2 did not take up the position of po-1"]);
    assert_eq!(
        engage(vec![Engagement { with: id("po-1"), manner: Manner::Refines, why: String::new() }]),
        [""; 0]
    );
}

#[test]
fn the_checklist_has_six_items_and_each_can_fail() {
    let failing = |summary: &RoundSummary, presented: &Presented| {
        let items = summary.checklist(presented).items;
        (1..).zip(items).filter(|(_, item)| !item.holds()).map(|(at, _)| at).collect::<Vec<_>>()
    };
    let shown = |summary: &RoundSummary| Presented {
        surfaced: summary.table().unresolved().map(|one| one.id).collect(),
        unapproved: vec![],
    };
    let (_, fine) = play(&mut discussion(), setting(2, FULL), "go", agree);
    assert_eq!(failing(&fine, &shown(&fine)), [0; 0]);
    let unapproved = Presented { surfaced: BTreeSet::new(), unapproved: vec!["x.md".to_owned()] };
    assert_eq!(failing(&fine, &unapproved), [6]);
    let (_, silent) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.step == RoundStep::Position { answered(ask, position("", None)) } else { agree(ask) }
    });
    assert_eq!(failing(&silent, &shown(&silent)), [1, 4]);
    let (_, invalid) = challenged(&mut discussion(), "", |ask| match ask.step {
        RoundStep::Challenge => Some(challenge("it breaks", "")),
        RoundStep::Alternative => Some(ForumAnswer::Alternative(String::new())),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Reply
        | RoundStep::Evaluation => None,
    });
    assert_eq!(failing(&invalid, &shown(&invalid)), [2, 3]);
    assert_eq!(failing(&invalid, &Presented::default()), [2, 3, 5]);
    let (_, absent) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.seat.id == id("da-1") { lost(ask) } else { agree(ask) }
    });
    assert_eq!(failing(&absent, &shown(&absent)), [2]);
}
