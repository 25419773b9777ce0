//! Facts about rounds, challenges, decisions and what is handed off.

use std::collections::BTreeSet;

use super::{
    answer::{Answer, Engagement, Judgement, Manner, Position, Reply, Stance, Stand},
    challenge::EscalatedBy,
    intent,
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
        if ask.step == Step::Challenge {
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
        Step::Position => {
            answered(ask, position(&format!("{} says", ask.seat.id), Some(Stance::Support)))
        }
        Step::Challenge => answered(ask, challenge(&format!("{} fears", ask.seat.id), "wait")),
        Step::Alternative | Step::Reply | Step::Evaluation => agree(ask),
    });
    let roles = Roles::default();
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
    let early = Input::Answered { seat: id("po-2"), answer: support() };
    assert_eq!(
        round.apply(early).unwrap_err(),
        ProtocolError::NotAsked { seat: id("po-2"), asked: id("po-1") }
    );
    let wrong = Input::Answered { seat: id("po-1"), answer: challenge("it breaks", "wait") };
    assert_eq!(
        round.apply(wrong).unwrap_err().to_string(),
        "`po-1` gave an answer to `challenge`, expected one to `position`"
    );
    assert!(round.said().is_empty());
}

#[test]
fn a_closed_round_takes_nothing_more() {
    let (_, summary) = play(&mut discussion(), setting(2, FULL), "go", agree);
    let late = Input::Answered { seat: id("po-1"), answer: support() };
    assert_eq!(summary.round().clone().apply(late), Err(ProtocolError::Closed));
}

#[test]
fn a_forum_of_one_mind_is_ready() {
    let (_, summary) = play(&mut discussion(), setting(3, FULL), "go", agree);
    assert_eq!(summary.status(), Status::Ready);
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
        Step::Challenge => answered(ask, challenge("it breaks", "wait")),
        Step::Reply if ask.seat.id == id("po-1") => lost(ask),
        Step::Position | Step::Alternative | Step::Reply | Step::Evaluation => agree(ask),
    });
    assert_eq!(order(&asks).last().unwrap(), "da-1 evaluation");
    assert_eq!(summary.tally().support, [id("po-2")]);
    assert_eq!(codes(&summary), ["SEAT_LOST"]);
}

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
        Step::Position | Step::Reply | Step::Evaluation => None,
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
        Step::Position | Step::Challenge | Step::Alternative | Step::Evaluation => None,
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
        Step::Position | Step::Challenge | Step::Alternative | Step::Reply => agree(ask),
    });
    assert_eq!(asks.last().unwrap().challenges[0].id, ch(1), "open challenges are carried");
    assert_eq!(second.table().challenges()[0].standing, Standing::Escalated(EscalatedBy::Limit));
    assert_eq!(second.status(), Status::Ready, "the human decides, with the challenge in view");
    assert_eq!(second.table().unresolved().count(), 1);
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
    assert_eq!(asks.len(), 3, "it is neither repaired nor answered again");
}

#[test]
fn classic_rounds_escalate_too() {
    let mut talk = discussion();
    for expected in [Standing::Open, Standing::Escalated(EscalatedBy::Limit)] {
        let (_, summary) =
            play(&mut talk, setting(2, Style::Classic), "go", |ask| match ask.step {
                Step::Challenge => answered(ask, challenge("it breaks", "wait")),
                Step::Position | Step::Alternative | Step::Reply | Step::Evaluation => agree(ask),
            });
        assert_eq!(summary.table().challenges()[0].standing, expected);
    }
}

#[test]
fn an_invalid_challenge_goes_to_the_human_too_and_becomes_valid_with_an_alternative() {
    let silent = |ask: &Ask| match ask.step {
        Step::Challenge => Some(challenge("it breaks", "")),
        Step::Alternative => Some(Answer::Alternative(String::new())),
        Step::Position | Step::Reply | Step::Evaluation => None,
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
            Step::Position | Step::Alternative | Step::Reply | Step::Evaluation => agree(ask),
        });
        assert_eq!(summary.table().challenges().len(), 1);
        summary.status()
    };
    assert_eq!((one(true), one(false)), (Status::Ready, Status::Open));
}

#[test]
fn an_owner_who_ignores_the_owners_before_is_remarked_on() {
    let engage = |with: Vec<Engagement>| {
        let answer = Answer::Position(Position {
            position: "do it".to_owned(),
            reason: String::new(),
            stance: Some(Stance::Support),
            engages: with,
        });
        let (_, summary) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
            if ask.seat.id == id("po-2") { answered(ask, answer.clone()) } else { agree(ask) }
        });
        assert_eq!(summary.status(), Status::Ready);
        summary.remarks().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(engage(vec![]), ["po-2 did not take up the position of po-1"]);
    assert_eq!(engage(vec![Engagement { with: id("po-1"), manner: Manner::Refines }]), [""; 0]);
}

#[test]
fn the_checklist_has_six_items_and_each_can_fail() {
    let failing = |summary: &Summary, presented: &Presented| {
        let items = summary.checklist(presented).items;
        (1..).zip(items).filter(|(_, item)| !item.holds()).map(|(at, _)| at).collect::<Vec<_>>()
    };
    let shown = |summary: &Summary| Presented {
        surfaced: summary.table().unresolved().map(|one| one.id).collect(),
        unapproved: vec![],
    };
    let (_, fine) = play(&mut discussion(), setting(2, FULL), "go", agree);
    assert_eq!(failing(&fine, &shown(&fine)), [0; 0]);
    let unapproved = Presented { surfaced: BTreeSet::new(), unapproved: vec!["x.md".to_owned()] };
    assert_eq!(failing(&fine, &unapproved), [6]);
    let (_, silent) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.step == Step::Position { answered(ask, position("", None)) } else { agree(ask) }
    });
    assert_eq!(failing(&silent, &shown(&silent)), [1, 4]);
    let (_, invalid) = challenged(&mut discussion(), "", |ask| match ask.step {
        Step::Challenge => Some(challenge("it breaks", "")),
        Step::Alternative => Some(Answer::Alternative(String::new())),
        Step::Position | Step::Reply | Step::Evaluation => None,
    });
    assert_eq!(failing(&invalid, &shown(&invalid)), [2, 3]);
    assert_eq!(failing(&invalid, &Presented::default()), [2, 3, 5]);
    let (_, absent) = play(&mut discussion(), setting(2, FULL), "go", |ask| {
        if ask.seat.id == id("da-1") { lost(ask) } else { agree(ask) }
    });
    assert_eq!(failing(&absent, &shown(&absent)), [2]);
}

#[test]
fn an_approval_names_the_latest_round_and_the_hash_that_was_shown() {
    let mut talk = discussion();
    let (_, first) = play(&mut talk, setting(2, FULL), "go", agree);
    let (_, second) = play(&mut talk, setting(2, FULL), "go", agree);
    assert_ne!(first.digest(), second.digest(), "equal words in another round are another summary");
    let approve = |summary: &Summary| act(summary, Choice::Approve);
    assert_eq!(
        talk.decide(approve(&first)).unwrap_err(),
        Refusal::NotLatest { round: 1, latest: 2 }
    );
    let stale = Act { hash: first.digest().clone(), ..approve(&second) };
    assert!(matches!(talk.decide(stale).unwrap_err(), Refusal::Stale { .. }));
    assert_eq!(talk.state(), State::Ready);
    talk.decide(approve(&second)).unwrap();
    assert_eq!(talk.state(), State::Approved);
    assert_eq!(talk.decide(approve(&second)).unwrap_err(), Refusal::Decided { round: 2 });
}

#[test]
fn what_is_not_ready_cannot_be_approved_but_decided_alone() {
    let mut talk = discussion();
    let (_, summary) = challenged(&mut talk, "it breaks", judging(Judgement::Insufficient));
    let refused = talk.decide(act(&summary, Choice::Approve)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the discussion is not ready for approval: challenge CH-1 is open"
    );
    assert!(talk.intents().is_empty());
    let blank = talk.decide(act(&summary, Choice::Unilateral(" ".to_owned()))).unwrap_err();
    assert_eq!(blank, Refusal::NoWords { choice: "unilateral" });
    talk.decide(act(&summary, Choice::Unilateral("we wait".to_owned()))).unwrap();
    let intents = talk.intents();
    assert_eq!(talk.state(), State::Unilateral);
    assert_eq!(intents[0].position, intent::Position::Unilateral("we wait".to_owned()));
    assert_eq!((intents[0].minority.len(), intents[0].unresolved.len()), (2, 1));
}

#[test]
fn a_redirection_hands_nothing_off_and_the_next_round_is_open() {
    let mut talk = discussion();
    let (_, summary) = play(&mut talk, setting(2, FULL), "go", agree);
    talk.decide(act(&summary, Choice::Redirect("smaller".to_owned()))).unwrap();
    assert_eq!(talk.state(), State::Redirected);
    assert!(talk.intents().is_empty());
    play(&mut talk, setting(2, FULL), "smaller", agree);
    assert_eq!(talk.state(), State::Ready);
}

#[test]
fn a_later_round_reopens_what_was_approved_and_both_stay() {
    let mut talk = discussion();
    for _ in 0..2 {
        let (_, summary) = play(&mut talk, setting(2, FULL), "Ship the export", agree);
        assert_eq!(talk.state(), State::Ready);
        talk.decide(act(&summary, Choice::Approve)).unwrap();
    }
    let files: Vec<_> = talk.intents().into_iter().map(|intent| intent.file).collect();
    assert_eq!(
        files,
        ["COUNCIL-20260301-ship-the-export.md", "COUNCIL-20260301-ship-the-export-2.md"]
    );
    let strays = ["COUNCIL-20260301-other.md".to_owned(), files[0].clone()];
    assert_eq!(talk.unapproved(&strays), ["COUNCIL-20260301-other.md"]);
}

#[test]
fn an_intent_holds_the_position_the_dissent_and_the_standing_challenges() {
    let mut talk = discussion();
    let (_, summary) = play(&mut talk, setting(3, FULL), "Ship it", |ask| match ask.step {
        Step::Position if ask.seat.id == id("po-3") => {
            answered(ask, position("never", Some(Stance::Oppose)))
        }
        Step::Challenge => answered(ask, challenge("it breaks", "wait")),
        Step::Evaluation => answered(ask, evaluations(ask, Judgement::Escalated)),
        Step::Position | Step::Alternative | Step::Reply => agree(ask),
    });
    talk.decide(act(&summary, Choice::Approve)).unwrap();
    let intent = talk.intents().remove(0);
    let intent::Position::Majority { direction, voices } = &intent.position else {
        panic!("a majority was approved");
    };
    assert_eq!((*direction, voices.len()), (Direction::Support, 2));
    assert_eq!(intent.minority[0].position, "never");
    assert_eq!(intent.unresolved[0].risk, "it breaks");
    assert_eq!(intent.rounds, [(1, summary.digest().clone())]);
}

#[test]
fn another_projects_forum_cannot_go_on_with_a_discussion() {
    let other = Discussion::new(crate::ident::ProjectName::new("other").unwrap());
    let error = other.open(setting(2, FULL), message("go")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the forum of `demo` cannot go on with the discussion of `other`"
    );
}
