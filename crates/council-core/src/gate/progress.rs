//! May the work go on? One function answers it for every command and every format.
//!
//! An exit code says how a command ended; whether automation may build on it is another question. A review that lost a
//! seat can pass, a decision can be recorded, and the work still has to wait.

use super::Outcome;

/// Why the work waits although nothing was found that stops it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hold {
    /// The command is no gate: it records, shows or checks a form, and says nothing of the work.
    NoGate,
    /// The gate before the next step does not pass now.
    GateClosed,
    /// A seat was lost.
    Degraded,
    /// A script, a recording or a program on this machine sat in a seat.
    Drilled,
    /// No journal shows that a human acted.
    Unsigned,
    /// Every agent failed.
    NothingReviewed,
}

impl Hold {
    /// Every hold.
    pub const ALL: [Hold; 6] = [
        Hold::NoGate,
        Hold::GateClosed,
        Hold::Degraded,
        Hold::Drilled,
        Hold::Unsigned,
        Hold::NothingReviewed,
    ];

    /// Returns its name in the machine formats.
    pub fn word(self) -> &'static str {
        match self {
            Hold::NoGate => "no_gate",
            Hold::GateClosed => "gate_closed",
            Hold::Degraded => "degraded",
            Hold::Drilled => "drilled",
            Hold::Unsigned => "unsigned",
            Hold::NothingReviewed => "nothing_reviewed",
        }
    }

    /// Says it in a few words.
    pub fn says(self) -> &'static str {
        match self {
            Hold::NoGate => "this command is no gate",
            Hold::GateClosed => "the gate before the next step does not pass yet",
            Hold::Degraded => "a seat was lost, so the review was not whole",
            Hold::Drilled => "a script, a recording or a local program sat in a seat",
            Hold::Unsigned => "no journal shows that a human acted on it",
            Hold::NothingReviewed => "every agent failed, so nothing was reviewed",
        }
    }
}

/// Tells whether the work may go on: the outcome lets it, and nothing holds it.
pub fn allows_progress(outcome: Outcome, holds: &[Hold]) -> bool {
    let passes = match outcome {
        Outcome::Pass | Outcome::Warned => true,
        Outcome::WarnedStrictly
        | Outcome::Skipped
        | Outcome::Missing
        | Outcome::Blocked
        | Outcome::ApprovalNeeded
        | Outcome::InputNeeded
        | Outcome::Failed => false,
    };
    passes && holds.is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};

    use super::*;

    const OUTCOMES: [Outcome; 9] = [
        Outcome::Pass,
        Outcome::Warned,
        Outcome::Skipped,
        Outcome::WarnedStrictly,
        Outcome::Missing,
        Outcome::Blocked,
        Outcome::ApprovalNeeded,
        Outcome::InputNeeded,
        Outcome::Failed,
    ];

    #[test]
    fn only_a_pass_that_nothing_holds_lets_the_work_go_on() {
        let allowed = OUTCOMES.into_iter().filter(|outcome| allows_progress(*outcome, &[]));
        assert_eq!(allowed.collect::<Vec<_>>(), [Outcome::Pass, Outcome::Warned]);
    }

    #[test]
    fn every_hold_has_a_word_and_a_sentence_of_its_own() {
        let words = Hold::ALL.map(Hold::word);
        let expected =
            ["no_gate", "gate_closed", "degraded", "drilled", "unsigned", "nothing_reviewed"];
        assert_eq!(words, expected);
        let said: std::collections::BTreeSet<&str> =
            Hold::ALL.iter().map(|one| one.says()).collect();
        assert_eq!(said.len(), Hold::ALL.len());
        assert!(said.iter().all(|words| words.split(' ').count() > 3), "{said:?}");
    }

    #[test]
    fn several_outcomes_let_the_work_go_on_only_where_each_of_them_does() {
        for (one, other) in
            OUTCOMES.iter().flat_map(|one| OUTCOMES.iter().map(move |other| (*one, *other)))
        {
            let each = allows_progress(one, &[]) && allows_progress(other, &[]);
            assert_eq!(allows_progress(one.max(other), &[]), each, "{one:?} and {other:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_holds_it_holds_it_alone(
            outcome in select(&OUTCOMES[..]), hold in select(&Hold::ALL[..]),
            others in prop::collection::vec(select(&Hold::ALL[..]), 0..4),
        ) {
            let mut holds = others;
            holds.push(hold);
            prop_assert!(!allows_progress(outcome, &holds));
        }

        #[test]
        fn what_ends_with_a_failure_never_lets_the_work_go_on(
            outcome in select(&OUTCOMES[..]),
            holds in prop::collection::vec(select(&Hold::ALL[..]), 0..3),
        ) {
            prop_assert!(outcome.exit_code() == 0 || !allows_progress(outcome, &holds));
        }
    }
}
