//! Facts about decisions and what is handed off.

use super::{
    super::{
        answer::{AdvocateJudgement, Stance},
        script::*,
        *,
    },
    FULL, challenged, judging,
};

#[test]
fn an_approval_names_the_latest_round_and_the_hash_that_was_shown() {
    let mut talk = discussion();
    let (_, first) = play(&mut talk, setting(2, FULL), "go", agree);
    let (_, second) = play(&mut talk, setting(2, FULL), "go", agree);
    assert_ne!(first.digest(), second.digest(), "equal words in another round are another summary");
    let approve = |summary: &RoundSummary| act(summary, RoundChoice::Approve);
    assert_eq!(
        talk.decide(approve(&first)).unwrap_err(),
        DiscussionRefusal::NotLatest { round: 1, latest: 2 }
    );
    let stale = RoundAct { hash: first.digest().clone(), ..approve(&second) };
    assert!(matches!(talk.decide(stale).unwrap_err(), DiscussionRefusal::Stale { .. }));
    assert_eq!(talk.state(), DiscussionState::Ready);
    talk.decide(approve(&second)).unwrap();
    assert_eq!(talk.state(), DiscussionState::Approved);
    assert_eq!(talk.decide(approve(&second)).unwrap_err(), DiscussionRefusal::Decided { round: 2 });
}

#[test]
fn where_nobody_agrees_nothing_is_approved_but_a_person_decides_alone() {
    let mut talk = discussion();
    let (_, summary) = challenged(&mut talk, "it breaks", |ask| match ask.step {
        RoundStep::Position if ask.seat.id == id("po-2") => {
            Some(position("do not", Some(Stance::Oppose)))
        }
        _ => judging(AdvocateJudgement::Insufficient)(ask),
    });
    let refused = talk.decide(act(&summary, RoundChoice::Approve)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "there is no position that could be approved: the project owners have no majority; challenge CH-1 is open"
    );
    assert!(talk.intents().is_empty());
    let blank = talk.decide(act(&summary, RoundChoice::Unilateral(" ".to_owned()))).unwrap_err();
    assert_eq!(blank, DiscussionRefusal::NoWords { choice: "unilateral" });
    talk.decide(act(&summary, RoundChoice::Unilateral("we wait".to_owned()))).unwrap();
    let intents = talk.intents();
    assert_eq!(talk.state(), DiscussionState::Unilateral);
    assert_eq!(intents[0].position, intent::DecidedPosition::Unilateral("we wait".to_owned()));
    assert_eq!((intents[0].minority.len(), intents[0].unresolved.len()), (2, 1));
}

#[test]
fn a_redirection_hands_nothing_off_and_the_next_round_is_open() {
    let mut talk = discussion();
    let (_, summary) = play(&mut talk, setting(2, FULL), "go", agree);
    talk.decide(act(&summary, RoundChoice::Redirect("smaller".to_owned()))).unwrap();
    assert_eq!(talk.state(), DiscussionState::Redirected);
    assert!(talk.intents().is_empty());
    play(&mut talk, setting(2, FULL), "smaller", agree);
    assert_eq!(talk.state(), DiscussionState::Ready);
}

#[test]
fn a_later_round_reopens_what_was_approved_and_both_stay() {
    let mut talk = discussion();
    for _ in 0..2 {
        let (_, summary) = play(&mut talk, setting(2, FULL), "Ship the export", agree);
        assert_eq!(talk.state(), DiscussionState::Ready);
        talk.decide(act(&summary, RoundChoice::Approve)).unwrap();
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
        RoundStep::Position if ask.seat.id == id("po-3") => {
            answered(ask, position("never", Some(Stance::Oppose)))
        }
        RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
        RoundStep::Evaluation => answered(ask, evaluations(ask, AdvocateJudgement::Escalated)),
        RoundStep::Reading
        | RoundStep::Question
        | RoundStep::Draft
        | RoundStep::Position
        | RoundStep::Alternative
        | RoundStep::Reply => agree(ask),
    });
    talk.decide(act(&summary, RoundChoice::Approve)).unwrap();
    let intent = talk.intents().remove(0);
    let intent::DecidedPosition::Majority { direction, voices } = &intent.position else {
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
