//! How much a round's word weighs.

use std::collections::BTreeMap;

use super::*;
use crate::{
    authority::{Authority, Changed, Mind, MindKind},
    forum::answer::{Engagement, Manner, Stance},
    quorum::Vote,
};

/// Puts models into seats; a model's family is its first letter.
fn minds(filled: &[(&str, &str)]) -> BTreeMap<ForumSeatId, Mind> {
    let mind = |model: &str| Mind {
        model: model.to_owned(),
        family: model.chars().take(1).collect(),
        kind: MindKind::Model,
    };
    filled.iter().map(|(seat, model)| (id(seat), mind(model))).collect()
}

fn weigh(summary: &RoundSummary, filled: &[(&str, &str)]) -> Authority {
    Authority::of_forum(summary.round(), &minds(filled))
}

fn held(hearing: Hearing, say: impl Fn(&ForumQuestion) -> ForumInput) -> RoundSummary {
    let setting = Setting { hearing, ..setting(2, FULL) };
    play(&mut discussion(), setting, "go", say).1
}

#[test]
fn a_round_says_which_models_sat_in_it() {
    let round = held(Hearing::Open, agree);
    assert_eq!(weigh(&round, &[]).in_short(), "RULES-ONLY: no model took part");
    let one = weigh(&round, &[("po-1", "a1"), ("po-2", "a1"), ("da-1", "a1")]);
    assert_eq!(one.in_short(), "FULL: 1 model of 1 family, worth 1.0 independent votes");
    assert!(!one.is_consensus() && !one.is_independent);
    let solo = weigh(&round, &[("po-1", "a1")]);
    assert!(solo.in_short().starts_with("SOLO: 1 model of 1 family"), "{}", solo.in_short());
    let lost =
        held(Hearing::Open, |ask| if ask.seat.id == id("da-1") { lost(ask) } else { agree(ask) });
    let partial = weigh(&lost, &[("po-1", "a1"), ("po-2", "b1"), ("da-1", "c1")]);
    assert!(partial.in_short().starts_with("PARTIAL: 2 models of 2 families"));
    assert!(partial.is_consensus());
}

#[test]
fn owners_are_independent_only_where_they_drafted_alone_with_models_of_their_own() {
    let models = [("po-1", "a1"), ("po-2", "b1")];
    assert!(!weigh(&held(Hearing::Open, agree), &models).is_independent);
    assert!(weigh(&held(Hearing::Blind, agree), &models).is_independent);
    let same = [("po-1", "a1"), ("po-2", "a1")];
    assert!(!weigh(&held(Hearing::Blind, agree), &same).is_independent);
}

#[test]
fn owners_who_say_the_same_of_everything_are_one_vote_and_others_are_two() {
    let models = [("po-1", "a1"), ("po-2", "b1")];
    let votes = |summary: &RoundSummary| weigh(summary, &models).effective_votes;
    assert!((votes(&held(Hearing::Open, agree)) - 1.0).abs() < 1e-9);
    let apart = held(Hearing::Open, |ask| match ask.step {
        RoundStep::Position if ask.seat.id == id("po-2") => {
            answered(ask, position("never", Some(Stance::Oppose)))
        }
        _ => agree(ask),
    });
    assert!((votes(&apart) - 2.0).abs() < 1e-9);
}

#[test]
fn a_stance_that_changes_and_takes_up_nobody_changed_without_new_evidence() {
    let moved = |engages: &[(&str, Manner)]| {
        let engages: Vec<_> = engages
            .iter()
            .map(|(seat, manner)| Engagement {
                with: id(seat),
                manner: *manner,
                why: String::new(),
            })
            .collect();
        let round = held(Hearing::Blind, move |ask| match (ask.step, &support()) {
            (RoundStep::Draft, _) if ask.seat.id == id("po-2") => {
                answered(ask, draft("never", Some(Stance::Oppose)))
            }
            (RoundStep::Position, ForumAnswer::Position(said)) if ask.seat.id == id("po-2") => {
                answered(
                    ask,
                    ForumAnswer::Position(answer::OwnerPosition {
                        engages: engages.clone(),
                        ..said.clone()
                    }),
                )
            }
            _ => agree(ask),
        });
        weigh(&round, &[]).turned
    };
    let changed =
        Changed { seat: "po-2".to_owned(), on: "the proposal".to_owned(), claimed: Vote::Support };
    assert_eq!(moved(&[]), [changed]);
    assert_eq!(moved(&[("po-1", Manner::Agrees)]), []);
}
