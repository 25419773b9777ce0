//! Facts and laws about the engine, in virtual time.

mod laws;
mod limits;
mod world;

use std::time::Duration;

use council_core::{
    council::{AbortReason, Ending},
    depth::Depth,
};
use world::{Reaction, World};

use crate::{drive::Stop, entry::Entry, fold::Fold, port::Fault};

/// Serializes a journal as a store would, and reads it back.
fn kept(entries: &[Entry]) -> Vec<Entry> {
    let through =
        |entry: &Entry| serde_json::from_str(&serde_json::to_string(entry).unwrap()).unwrap();
    entries.iter().map(through).collect()
}

#[test]
fn a_council_that_finds_nothing_ends_after_one_wave_with_three_rounds_recorded() {
    let mut world = World::new(|_| Reaction::nothing_found());
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert_eq!(world.calls(), 3);
    assert_eq!(world.fold().record().completed(), 3);
}

#[test]
fn a_council_with_a_major_asks_nine_times_in_three_waves() {
    let mut world = World::new(|call| Reaction::one_major(call).after(Duration::from_secs(1)));
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert_eq!(world.calls(), 9);
    assert_eq!(world.most_at_once(), 3);
}

#[test]
fn a_light_review_asks_nobody_and_ends() {
    let mut world = World::new(Reaction::one_major);
    world.depth = Depth::Light;
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert_eq!(world.calls(), 0);
    assert_eq!(world.fold().record().completed(), 3);
}

#[test]
fn a_standard_review_asks_once_and_leaves_what_is_unsettled_to_a_human() {
    let one_seat = |call: &crate::Call| match call.ask.seat.index() {
        0 => Reaction::one_major(call),
        _ => Reaction::nothing_found(),
    };
    let mut world = World::new(one_seat);
    world.depth = Depth::Standard;
    assert_eq!(world.run(), Stop::Ended(Ending::Deadlocked));
    assert_eq!(world.calls(), 3);
}

#[test]
fn a_wave_takes_as_long_as_its_slowest_seat() {
    let slow = |call: &crate::Call| {
        let seconds = 10 * (1 + call.ask.seat.index() as u64);
        Reaction::nothing_found().after(Duration::from_secs(seconds))
    };
    let mut world = World::new(slow);
    world.run();
    assert_eq!(world.elapsed(), Duration::from_secs(30));
}

#[test]
fn everything_that_happened_together_is_one_write() {
    let mut world = World::new(Reaction::one_major);
    world.run();
    // The opening with the first questions, then each wave's answers with the next questions.
    assert_eq!(world.commits(), 4);
}

#[test]
fn the_replay_of_a_journal_is_the_session() {
    let mut world = World::new(Reaction::one_major);
    world.run();
    let replayed = Fold::replay(kept(&world.entries())).unwrap();
    assert_eq!(replayed.record(), world.fold().record());
}

#[test]
fn a_call_that_fails_for_a_while_is_tried_again_and_the_seat_stays() {
    let flaky = |call: &crate::Call| {
        if call.attempt < 3 {
            return Reaction::fault(Fault::Passing {
                reason: "503".to_owned(),
                wait: None,
                tokens: 0,
            });
        }
        Reaction::one_major(call)
    };
    let mut world = World::new(flaky);
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    assert!(world.fold().record().lost.is_empty());
    let faults =
        world.entries().iter().filter(|entry| matches!(entry, Entry::Faulted { .. })).count();
    assert_eq!(faults, 18);
}

#[test]
fn a_seat_that_never_answers_is_lost_and_the_council_goes_on_degraded() {
    let silent = |call: &crate::Call| {
        if call.ask.seat.index() == 2 {
            return Reaction::silence();
        }
        Reaction::one_major(call)
    };
    let mut world = World::new(silent);
    assert_eq!(world.run(), Stop::Ended(Ending::Converged));
    let record = world.fold().record();
    assert_eq!(record.lost.len(), 1);
    assert_eq!(record.live.len(), 2);
}

#[test]
fn two_lost_seats_abort_the_session() {
    let broken = |call: &crate::Call| {
        if call.ask.seat.index() == 0 {
            return Reaction::one_major(call);
        }
        Reaction::fault(Fault::Lasting { reason: "401".to_owned(), tokens: 0 })
    };
    let mut world = World::new(broken);
    assert_eq!(world.run(), Stop::Ended(Ending::Aborted(AbortReason::SeatsLost)));
}

#[test]
fn an_interrupted_session_goes_on_and_asks_only_who_had_not_answered() {
    let slow = |call: &crate::Call| {
        let seconds = 10 * (1 + call.ask.seat.index() as u64);
        Reaction::one_major(call).after(Duration::from_secs(seconds))
    };
    let mut world = World::new(slow);
    assert_eq!(world.run_for(Duration::from_secs(15)), Stop::Interrupted);
    assert_eq!(world.calls(), 3);
    assert_eq!(world.resume(), Stop::Ended(Ending::Converged));
    // One answer was there; the two in flight are asked again, then two whole waves.
    assert_eq!(world.calls(), 3 + 2 + 6);
}

#[test]
fn a_resumed_session_ends_like_one_that_was_never_interrupted() {
    let mut whole = World::new(Reaction::one_major);
    whole.run();
    let slow = |call: &crate::Call| Reaction::one_major(call).after(Duration::from_secs(10));
    let mut halved = World::new(slow);
    halved.run_for(Duration::from_secs(15));
    halved.resume();
    let (one, two) = (whole.fold().record(), halved.fold().record());
    assert_eq!(one.findings, two.findings);
    assert_eq!(one.judgement(), two.judgement());
}

#[test]
fn an_unwritable_journal_stops_everything_before_anybody_is_asked() {
    let mut world = World::new(Reaction::one_major);
    world.break_journal();
    assert!(world.try_run().is_err());
    assert_eq!(world.calls(), 0);
}

#[test]
fn a_session_that_has_ended_is_written_down_again_when_it_is_resumed() {
    let mut world = World::new(Reaction::one_major);
    world.run();
    let written = world.snapshots();
    assert_eq!(world.resume(), Stop::Ended(Ending::Converged));
    assert_eq!(world.snapshots(), written + 1);
    assert_eq!(world.calls(), 9);
}
