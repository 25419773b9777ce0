//! Time and tokens: limits that hold whatever the clock of the day says.

use std::time::Duration;

use council_core::council::{AbortReason, Ending, Round};
use proptest::prelude::*;

use super::world::{Reaction, World};
use crate::{budget::Budget, drive::Stop, entry::Entry, fold::Fold, port::Fault};
use council_core::finding::SeatId;

#[test]
fn an_hour_of_active_time_ends_a_session() {
    let forever = |_: &crate::Call| Reaction::silence();
    let mut world = World::new(forever);
    world.patience.per_try = Duration::from_hours(5);
    assert_eq!(world.run(), Stop::Ended(Ending::Aborted(AbortReason::Timeout)));
    assert!(world.elapsed() < Duration::from_secs(3601));
}

#[test]
fn the_time_of_day_may_jump_without_touching_the_limit() {
    for jump in [-86_400, 86_400] {
        let slow = |call: &crate::Call| Reaction::one_major(call).after(Duration::from_mins(10));
        let mut world = World::new(slow);
        world.patience.per_try = Duration::from_hours(5);
        world.jump_after(Duration::from_mins(5), jump);
        assert_eq!(world.run(), Stop::Ended(Ending::Converged), "{jump}");
    }
}

#[test]
fn active_time_adds_up_over_resumed_runs_and_the_time_between_does_not_count() {
    let slow = |call: &crate::Call| Reaction::one_major(call).after(Duration::from_mins(25));
    let mut world = World::new(slow);
    world.patience.per_try = Duration::from_hours(5);
    // One wave ends after 25 minutes and is recorded; the second is cut off.
    assert_eq!(world.run_for(Duration::from_mins(30)), Stop::Interrupted);
    world.pass(Duration::from_hours(100));
    // 25 minutes are on the record, so the third wave would end after 75.
    assert_eq!(world.resume(), Stop::Ended(Ending::Aborted(AbortReason::Timeout)));
}

#[test]
fn a_call_that_does_not_fit_is_not_made() {
    let dear = |call: &crate::Call| {
        Reaction::one_major(call).costing(10, 40_000).after(Duration::from_secs(1))
    };
    let mut world = World::new(dear);
    // Each call may cost 40,000 and costs 10: two fit at once, and the third follows when they are settled.
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert_eq!(world.most_at_once(), 2);
    let mut world = World::new(|call| Reaction::one_major(call).costing(10, 100_001));
    assert_eq!(world.run(), Stop::Ended(Ending::Aborted(AbortReason::BudgetExhausted)));
    assert_eq!(world.calls(), 0);
}

#[test]
fn an_answer_that_comes_after_its_question_was_asked_again_is_taken_and_counted_once() {
    let late = |call: &crate::Call| {
        let answer = Reaction::one_major(call).costing(10, 100);
        let is_first = call.ask.seat == SeatId::ALL[0] && call.ask.round == Round::Broad;
        match (is_first, call.attempt) {
            (true, 1) => answer.after(Duration::from_mins(7)),
            (true, _) => Reaction::silence().costing(0, 100),
            (false, _) => answer,
        }
    };
    let mut world = World::new(late);
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert!(world.elapsed() < Duration::from_mins(8), "nobody waits for the second call");
    // Nine answers, and one call that may be billed though nobody waited for it.
    assert_eq!(world.calls(), 10);
    assert_eq!(world.fold().session().spent(), 9 * 10 + 100);
}

const MIB: u64 = 1024 * 1024;

#[test]
fn an_answer_that_the_journal_cannot_keep_loses_its_seat_and_is_paid_for_once() {
    let long = |_: &crate::Call| Reaction::text("x".repeat(3 << 20)).costing(100, 100);
    let mut world = World::new(long);
    // Two such answers fit beside what is kept free; the third is paid for and given up.
    world.limit_journal(16 * MIB + 7 * MIB);
    // What is garbage is asked for once more, and cannot be kept either: two seats are lost.
    assert_eq!(world.run(), Stop::Ended(Ending::Aborted(AbortReason::SeatsLost)));
    let entries = world.entries();
    let lost = entries.iter().filter_map(|entry| match entry {
        Entry::Lost { tokens, reason, .. } => Some((*tokens, reason.as_str())),
        _ => None,
    });
    assert_eq!(lost.collect::<Vec<_>>(), [(100, "the journal has no room for its answer"); 2]);
    let calls = world.calls();
    assert_eq!(world.resume(), Stop::Ended(Ending::Aborted(AbortReason::SeatsLost)));
    assert_eq!(world.calls(), calls, "nobody pays again");
}

#[test]
fn a_journal_without_room_asks_nobody() {
    let mut world = World::new(Reaction::one_major);
    world.limit_journal(16 * MIB - 1);
    assert_eq!(world.run(), Stop::Ended(Ending::Aborted(AbortReason::BudgetExhausted)));
    assert_eq!(world.calls(), 0);
}

#[test]
fn a_call_that_takes_too_long_counts_with_the_most_it_can_cost() {
    let silent = |call: &crate::Call| {
        if call.ask.seat.index() == 2 {
            return Reaction::silence().costing(0, 700);
        }
        Reaction::nothing_found().costing(1, 700)
    };
    let mut world = World::new(silent);
    world.run();
    let faulted: Vec<u64> = world
        .entries()
        .iter()
        .filter_map(|entry| match entry {
            Entry::Faulted { tokens, .. } | Entry::Lost { tokens, .. } => Some(*tokens),
            _ => None,
        })
        .collect();
    assert!(!faulted.is_empty() && faulted.iter().all(|tokens| *tokens == 700), "{faulted:?}");
}

#[test]
fn a_call_that_failed_and_was_paid_for_counts_as_spent() {
    let flaky = |call: &crate::Call| {
        if call.attempt == 1 {
            let fault = Fault::Passing { reason: "cut off".to_owned(), wait: None, tokens: 300 };
            return Reaction::fault(fault).costing(0, 400);
        }
        Reaction::one_major(call).costing(10, 400)
    };
    let mut world = World::new(flaky);
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert_eq!(world.fold().record().tokens, 9 * 310);
    let kept = Fold::replay(super::kept(&world.entries())).unwrap();
    assert_eq!(kept.record(), world.fold().record());
}

#[test]
fn a_call_that_no_longer_fits_after_it_was_paid_for_is_not_made_again() {
    let dear = |_: &crate::Call| {
        let fault = Fault::Passing { reason: "cut off".to_owned(), wait: None, tokens: 60_000 };
        Reaction::fault(fault).costing(0, 60_000)
    };
    let mut world = World::new(dear);
    assert_eq!(world.run(), Stop::Ended(Ending::Aborted(AbortReason::BudgetExhausted)));
    assert_eq!((world.calls(), world.fold().record().tokens), (1, 60_000));
}

#[test]
fn what_was_in_flight_when_a_run_was_cut_off_counts_as_spent() {
    let slow = |call: &crate::Call| {
        Reaction::one_major(call).costing(10, 30_000).after(Duration::from_secs(10))
    };
    let mut world = World::new(slow);
    assert_eq!(world.run_for(Duration::from_secs(5)), Stop::Interrupted);
    // Three calls of 30,000 may have been paid for, so only 10,000 are left.
    assert_eq!(world.resume(), Stop::Ended(Ending::Aborted(AbortReason::BudgetExhausted)));
    assert_eq!(world.calls(), 3);
    assert!(matches!(world.entries().last(), Some(Entry::OutOfBudget { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn no_sequence_of_calls_exceeds_the_budget(
        limit in 0_u64..1000,
        steps in prop::collection::vec((0_usize..3, 0_u64..500, 0_u64..=100), 0..40),
    ) {
        let mut budget = Budget::new(limit, 0);
        let mut open = [None::<u64>; 3];
        let mut spent = 0;
        for (seat, bound, percent) in steps {
            let id = SeatId::ALL[seat];
            match open[seat].take() {
                Some(reserved) => {
                    let cost = reserved * percent / 100;
                    budget.settle(&id, cost);
                    spent += cost;
                }
                None if budget.reserve(id, bound) => open[seat] = Some(bound),
                None => {}
            }
            let at_most: u64 = open.iter().flatten().sum();
            prop_assert!(spent + at_most <= limit);
            prop_assert_eq!(budget.left(), limit - spent - at_most);
        }
    }
}
