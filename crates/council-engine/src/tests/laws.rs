//! Laws: whatever the seats do and wherever a run is cut off, the journal is the session.

use std::time::Duration;

use proptest::prelude::*;

use super::{
    kept,
    world::{Reaction, World},
};
use crate::{drive::Stop, fold::Fold, port::Fault};

/// What each of a session's calls does, by seat and call.
fn plans() -> impl Strategy<Value = Vec<(u64, u8)>> {
    prop::collection::vec((0_u64..90, 0_u8..12), 9..30)
}

fn world(plan: Vec<(u64, u8)>) -> World {
    World::new(move |call| {
        let at = call.ask.seat.index()
            + 3 * (call.ask.round.number() as usize - 1)
            + 9 * (call.attempt as usize - 1);
        let (seconds, what) = plan[at % plan.len()];
        let reaction = match what {
            0 => {
                let tokens = seconds % 3 * 50;
                Reaction::fault(Fault::Passing { reason: "busy".to_owned(), wait: None, tokens })
            }
            1 => Reaction::text("not what was asked for"),
            2 => Reaction::unproven(call),
            3 => Reaction::nothing_found(),
            _ => Reaction::one_major(call),
        };
        reaction.costing(100, 200).after(Duration::from_secs(seconds))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn replay_equals_live(plan in plans()) {
        let mut world = world(plan);
        world.run();
        let replayed = Fold::replay(kept(&world.entries())).unwrap();
        prop_assert_eq!(replayed.record(), world.fold().record());
    }

    #[test]
    fn every_session_ends_wherever_it_is_cut_off_and_no_answer_is_asked_for_twice(
        plan in plans(),
        cuts in prop::collection::vec(1_u64..120, 0..5),
    ) {
        let mut world = world(plan);
        let mut stop = world.run_for(Duration::from_secs(*cuts.first().unwrap_or(&1)));
        for cut in cuts.iter().skip(1) {
            if stop == Stop::Interrupted {
                stop = world.resume_for(Duration::from_secs(*cut));
            }
        }
        if stop == Stop::Interrupted {
            stop = world.resume();
        }
        prop_assert!(matches!(stop, Stop::Ended(_)));
        prop_assert_eq!(world.answered_twice(), 0);
        let replayed = Fold::replay(kept(&world.entries())).unwrap();
        prop_assert_eq!(replayed.record(), world.fold().record());
    }
}
