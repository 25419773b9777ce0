//! Facts about rounds on points: where the owners come out on each, what is approved, and seats that nobody holds.

use super::{
    super::{
        answer::{AdvocateJudgement, ChallengeResponse, Examination, ForumAnswer, Objection},
        challenge::ChallengeStatus,
        script::*,
        *,
    },
    codes, order,
};

const CUT: [&str; 3] = ["Linux only", "keep permanent delete", "keep scripts"];

fn says(summary: &RoundSummary) -> Vec<String> {
    summary.settled().iter().map(SettledPoint::paragraph).collect()
}

#[test]
fn what_a_majority_holds_is_said_point_by_point_with_who_differs_and_what_stands_against_it() {
    let (asks, summary) =
        play(&mut discussion(), pointed(3, &CUT), "this cut?", |ask| match ask.step {
            RoundStep::Position => {
                let scripts = if ask.seat.id == id("po-3") {
                    PointStance::Oppose
                } else {
                    PointStance::Support
                };
                answered(
                    ask,
                    stands(vec![
                        on(1, PointStance::Support),
                        on(2, PointStance::Oppose),
                        on(3, scripts),
                    ]),
                )
            }
            RoundStep::Challenge => {
                answered(ask, against(ask, 3, "scripts run what strangers name"))
            }
            RoundStep::Reply if ask.seat.id == id("po-1") => answered(
                ask,
                restated(ask, ChallengeResponse::Accepted, vec![on(3, PointStance::Oppose)]),
            ),
            RoundStep::Evaluation => answered(ask, judging_each(ask, AdvocateJudgement::Escalated)),
            RoundStep::Reading
            | RoundStep::Question
            | RoundStep::Draft
            | RoundStep::Alternative
            | RoundStep::Reply => agree(ask),
        });
    assert_eq!(
        order(&asks),
        [
            "po-1 position",
            "po-2 position",
            "po-3 position",
            "da-1 challenge",
            "po-1 reply",
            "po-2 reply",
            "po-3 reply",
            "da-1 evaluation"
        ]
    );
    let position =
        "P1. Linux only\nP2. Not this: “keep permanent delete”\nP3. Not this: “keep scripts”";
    assert_eq!(summary.position(), position);
    assert_eq!(summary.position_digest(), Digest::of_text(position));
    let scripts = summary.settled().last().unwrap();
    let differs: Vec<_> = scripts.differs.iter().map(|one| one.seat.id).collect();
    assert_eq!((differs, scripts.against.clone()), (vec![id("po-2")], vec![ch(1)]));
    assert_eq!(summary.status(), RoundStatus::Ready, "what is escalated is the human's");
    assert_eq!(summary.json()["points"][2]["held"]["by"], serde_json::json!(["po-1", "po-3"]));
}

#[test]
fn two_wordings_are_no_majority_and_one_that_is_taken_up_is() {
    let held = |second: OnPoint| {
        let (_, summary) =
            play(&mut discussion(), pointed(2, &["all at once"]), "go", |ask| {
                match (ask.step, ask.seat.id == id("po-1")) {
                    (RoundStep::Position, true) => {
                        answered(ask, stands(vec![changed(1, "ten first")]))
                    }
                    (RoundStep::Position, false) => answered(ask, stands(vec![second.clone()])),
                    _ => agree(ask),
                }
            });
        (says(&summary), codes(&summary))
    };
    let split = "P1. No majority, so nothing is settled: “all at once”".to_owned();
    assert_eq!(held(changed(1, "fifty first")), (vec![split], vec!["NO_MAJORITY"]));
    assert_eq!(held(with(1, "po-1")), (vec!["P1. ten first".to_owned()], vec![]));
}

#[test]
fn nobody_is_moved_by_what_another_says_later() {
    let (_, summary) = play(&mut discussion(), pointed(3, &["all at once"]), "go", |ask| {
        let (first, second) = (ask.seat.id == id("po-1"), ask.seat.id == id("po-2"));
        match ask.step {
            RoundStep::Position if first => answered(ask, stands(vec![changed(1, "ten first")])),
            RoundStep::Position => answered(ask, stands(vec![with(1, "po-1")])),
            RoundStep::Challenge => answered(ask, against(ask, 1, "it breaks")),
            RoundStep::Reply if first => answered(
                ask,
                restated(ask, ChallengeResponse::Mitigated, vec![changed(1, "one first")]),
            ),
            RoundStep::Reply if second => {
                answered(ask, restated(ask, ChallengeResponse::Mitigated, vec![with(1, "po-3")]))
            }
            _ => agree(ask),
        }
    });
    assert_eq!(says(&summary), ["P1. ten first"], "po-2 and po-3 hold what po-1 said at first");
}

#[test]
fn an_owner_stands_somewhere_on_every_point_and_founds_it() {
    let repairs = |points: Vec<OnPoint>| {
        let (asks, _) = play(&mut discussion(), pointed(2, &["a", "b"]), "go", |ask| {
            if ask.step == RoundStep::Position && ask.repair.is_none() && ask.seat.id == id("po-1")
            {
                return answered(ask, stands(points.clone()));
            }
            agree(ask)
        });
        asks.into_iter().find_map(|ask| ask.repair).unwrap_or_default()
    };
    let unsaid = "po-1 did not say where it stands on P2, expected exactly one stance";
    assert_eq!(repairs(vec![]), "po-1 took no position, expected a position and a stance");
    assert_eq!(repairs(vec![on(1, PointStance::Support)]), unsaid);
    assert_eq!(
        repairs(vec![
            on(1, PointStance::Support),
            on(2, PointStance::Support),
            on(2, PointStance::Oppose)
        ]),
        unsaid
    );
    let unworded = "po-1 wants P2 changed and does not say what it should be";
    assert_eq!(repairs(vec![on(1, PointStance::Support), on(2, PointStance::Changes)]), unworded);
    let reasonless = OnPoint { reason: " ".to_owned(), ..on(2, PointStance::Oppose) };
    assert_eq!(
        repairs(vec![on(1, PointStance::Support), reasonless]),
        "po-1 opposes P2 without a reason"
    );
}

#[test]
fn whoever_accepts_a_challenge_changes_something() {
    let (asks, summary) = play(&mut discussion(), pointed(2, &["a"]), "go", |ask| match ask.step {
        RoundStep::Challenge => answered(ask, against(ask, 1, "it breaks")),
        RoundStep::Reply if ask.seat.id == id("po-1") => {
            answered(ask, restated(ask, ChallengeResponse::Accepted, vec![]))
        }
        _ => agree(ask),
    });
    let said: Vec<_> = asks.iter().filter_map(|ask| ask.repair.as_deref()).collect();
    assert_eq!(said, ["po-1 accepted CH-1 and changed nothing in what it supports"]);
    assert_eq!(codes(&summary), ["PO_UNMOVED"]);
}

#[test]
fn an_advocate_covers_every_point_and_its_second_answer_takes_the_place_of_its_first() {
    let (asks, summary) = play(&mut discussion(), pointed(2, &["a", "b"]), "go", |ask| {
        match (ask.step, &ask.repair) {
            (RoundStep::Challenge, None) => {
                let raised = vec![Objection {
                    risk: "it breaks".to_owned(),
                    point: Some(p(1)),
                    ..Objection::default()
                }];
                answered(ask, ForumAnswer::Examination(Examination { raised, examined: vec![] }))
            }
            (RoundStep::Challenge, Some(_)) => answered(ask, against(ask, 2, "it is late")),
            _ => agree(ask),
        }
    });
    let said: Vec<_> = asks.iter().filter_map(|ask| ask.repair.as_deref()).collect();
    let both = "da-1 gave no alternative with CH-1, also when asked again; da-1 neither challenged P2 nor said \
                what it examined";
    assert_eq!(said, [both]);
    let challenges: Vec<_> = summary.table().challenges().iter().map(|one| &one.risk).collect();
    assert_eq!(challenges, ["it is late"]);
    assert_eq!(summary.status(), RoundStatus::Ready);
}

#[test]
fn an_advocate_judges_every_answer() {
    let (asks, summary) = play(&mut discussion(), pointed(2, &["a"]), "go", |ask| match ask.step {
        RoundStep::Challenge => answered(ask, against(ask, 1, "it breaks")),
        RoundStep::Evaluation if ask.repair.is_none() => {
            answered(ask, evaluations(ask, AdvocateJudgement::Conceded))
        }
        _ => agree(ask),
    });
    assert!(asks.iter().any(|ask| ask.repair.is_some()), "one word for two answers is none");
    assert_eq!(summary.status(), RoundStatus::Ready);
    let history = &summary.json()["challenges"][0]["history"];
    let last = history.as_array().unwrap().last().unwrap();
    assert_eq!(last["answers"][1]["owner"], "po-2");
}

#[test]
fn the_message_is_read_as_points_by_the_first_owner_unless_the_human_names_them() {
    let read = Setting { points: vec![], ..pointed(2, &[]) };
    let (asks, summary) = play(&mut discussion(), read.clone(), "a and b", |ask| match ask.step {
        RoundStep::Reading => {
            answered(ask, ForumAnswer::Reading(vec!["a".to_owned(), "b".to_owned()]))
        }
        _ => agree(ask),
    });
    assert_eq!(order(&asks)[..2], ["po-1 reading", "po-1 position"]);
    assert_eq!(says(&summary), ["P1. a", "P2. b"]);
    let remarks = |summary: &RoundSummary| summary.remarks()[0].to_string();
    assert_eq!(remarks(&summary), "po-1 read the message as these points; `--point` corrects them");
    let (asks, summary) = play(&mut discussion(), read, "a and b", |ask| match ask.step {
        RoundStep::Reading => answered(ask, ForumAnswer::Reading(vec![])),
        _ => agree(ask),
    });
    assert_eq!(order(&asks)[..3], ["po-1 reading", "po-1 reading", "po-1 position"]);
    assert_eq!(says(&summary), ["P1. a and b"]);
    assert_eq!(summary.status(), RoundStatus::Ready, "a message can be one point");
    let (asks, _) = play(&mut discussion(), pointed(2, &["a"]), "a and b", agree);
    assert_eq!(order(&asks)[0], "po-1 position");
}

#[test]
fn seats_that_nobody_holds_ask_and_take_no_position_and_the_round_is_never_ready() {
    let all = ["po-1", "po-2", "da-1"].map(id);
    let unheld = Setting { questioners: all.into_iter().collect(), ..pointed(2, &["a"]) };
    let mut talk = discussion();
    let (asks, summary) = play(&mut talk, unheld, "a", agree);
    assert_eq!(order(&asks), ["po-1 question", "po-2 question", "da-1 question"]);
    assert_eq!(summary.position(), "Nobody took a position.");
    assert_eq!(codes(&summary), ["NO_MAJORITY", "SEAT_UNHELD", "SEAT_UNHELD", "SEAT_UNHELD"]);
    let refused = talk.decide(act(&summary, RoundChoice::Approve)).unwrap_err();
    assert!(refused.to_string().starts_with("there is no position that could be approved"));
    talk.decide(act(&summary, RoundChoice::Unilateral("we wait".to_owned()))).unwrap();
    let open = &talk.intents()[0].open;
    assert!(open.iter().any(|line| line.contains("nobody holds po-1")), "{open:?}");
    let half = Setting { questioners: [id("da-1")].into_iter().collect(), ..pointed(2, &["a"]) };
    let (_, summary) = play(&mut discussion(), half, "a", agree);
    assert_eq!(codes(&summary), ["SEAT_UNHELD"], "nobody has challenged it");
}

#[test]
fn an_open_round_can_be_approved_and_says_what_was_open() {
    let mut talk = discussion();
    let (_, summary) = play(&mut talk, pointed(2, &["a", "b"]), "go", |ask| match ask.step {
        RoundStep::Position if ask.seat.id == id("po-2") => {
            answered(ask, stands(vec![on(1, PointStance::Support), on(2, PointStance::Oppose)]))
        }
        RoundStep::Challenge => answered(ask, against(ask, 1, "it breaks")),
        RoundStep::Evaluation => answered(ask, judging_each(ask, AdvocateJudgement::Insufficient)),
        _ => agree(ask),
    });
    assert_eq!(codes(&summary), ["NO_MAJORITY", "CHALLENGE_OPEN"]);
    talk.decide(act(&summary, RoundChoice::Approve)).unwrap();
    let intent = talk.intents().remove(0);
    assert_eq!(intent.unresolved[0].id, ch(1));
    assert_eq!(intent.open, ["the project owners have no majority on P2"]);
    let intent::DecidedPosition::Points { text, hash, .. } = intent.position else {
        unreachable!()
    };
    assert_eq!((text, hash), (summary.position(), summary.position_digest()));
}

fn raising(ask: &ForumQuestion, judgement: AdvocateJudgement) -> ForumInput {
    match ask.step {
        RoundStep::Challenge => answered(ask, against(ask, 1, "it breaks")),
        RoundStep::Evaluation => answered(ask, judging_each(ask, judgement)),
        _ => agree(ask),
    }
}

#[test]
fn a_risk_overridden_or_left_behind_for_one_proposal_is_raised_again_for_another() {
    for choice in [RoundChoice::Approve, RoundChoice::Redirect("b".to_owned())] {
        let mut talk = discussion();
        let one = |ask: &ForumQuestion| raising(ask, AdvocateJudgement::Escalated);
        let (_, first) = play(&mut talk, pointed(2, &["a"]), "a", one);
        talk.decide(act(&first, choice)).unwrap();
        let (asks, second) = play(&mut talk, pointed(2, &["b"]), "b", |ask| {
            raising(ask, AdvocateJudgement::Insufficient)
        });
        assert!(asks.iter().all(|ask| ask.repair.is_none()));
        let challenge = &second.table().challenges()[0];
        assert_eq!((challenge.standing, challenge.rounds), (ChallengeStatus::Open, 1));
        let (_, third) = play(&mut talk, pointed(2, &["b"]), "b", |ask| {
            raising(ask, AdvocateJudgement::Insufficient)
        });
        assert!(matches!(third.table().challenges()[0].standing, ChallengeStatus::Escalated(_)));
        assert_eq!(third.table().challenges()[0].rounds, 2);
    }
}

#[test]
fn a_challenge_that_was_conceded_has_its_two_rounds_again() {
    let mut talk = discussion();
    let mut rounds = Vec::new();
    for judgement in [
        AdvocateJudgement::Insufficient,
        AdvocateJudgement::Conceded,
        AdvocateJudgement::Insufficient,
        AdvocateJudgement::Insufficient,
    ] {
        let (_, summary) = play(&mut talk, pointed(2, &["a"]), "a", |ask| raising(ask, judgement));
        let challenge = &summary.table().challenges()[0];
        rounds.push((challenge.rounds, challenge.standing.word()));
    }
    assert_eq!(rounds, [(1, "open"), (0, "conceded"), (1, "open"), (2, "escalated")]);
}

#[test]
fn drafts_are_compared_point_by_point() {
    let blind = Setting { hearing: Hearing::Blind, ..pointed(2, &["a", "b"]) };
    let (asks, summary) = play(&mut discussion(), blind, "go", |ask| match ask.step {
        RoundStep::Draft if ask.seat.id == id("po-2") => {
            let said = stands(vec![on(1, PointStance::Support), on(2, PointStance::Oppose)]);
            let ForumAnswer::Position(said) = said else { unreachable!() };
            answered(ask, ForumAnswer::Draft(said))
        }
        _ => agree(ask),
    });
    assert_eq!(order(&asks)[..3], ["po-1 draft", "po-2 draft", "po-1 position"]);
    let remarks: Vec<String> = summary.remarks().iter().map(ToString::to_string).collect();
    let moved = "po-2 drafted `oppose` on P2 alone and said `support`".to_owned();
    assert!(remarks.contains(&moved), "{remarks:?}");
    assert_eq!(summary.json()["anchoring"].as_array().unwrap().len(), 4);
}
