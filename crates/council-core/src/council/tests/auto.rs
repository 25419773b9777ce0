//! Depth by need: who is asked what, where only some words can change something.

use super::*;
use crate::depth::Depth;

fn open() -> Driven {
    Driven::with(Opening { depth: Depth::Auto, ..opening() })
}

/// Returns who is asked now, and what of.
fn asked(driven: &Driven) -> Vec<(SeatId, Vec<FindingId>)> {
    let ask = |effect: &Effect| match effect {
        Effect::Ask(ask) => {
            let marked = ask.findings.iter().filter(|shown| shown.must_assess);
            Some((ask.seat, marked.map(|shown| shown.id.clone()).collect()))
        }
        Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
    };
    driven.effects.iter().filter_map(ask).collect()
}

#[test]
fn what_two_seats_found_alike_asks_nobody_again() {
    let major = || broad(&[(0, Severity::Major)]);
    let driven = open().all(major(), major(), broad(&[]));
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.verdict(), Verdict::Remediate);
    assert_eq!(driven.agreements(), [Agreement::Majority]);
    let minor = open().all(broad(&[(0, Severity::Minor)]), broad(&[]), broad(&[]));
    assert_eq!(minor.session.ending(), Some(Ending::Converged));
}

#[test]
fn what_one_seat_found_is_asked_of_the_others_and_nothing_else_is_shown() {
    let one = broad(&[(0, Severity::Major), (1, Severity::Minor)]);
    let driven = open().all(one, broad(&[]), broad(&[]));
    assert_eq!(asked(&driven), [(TWO, vec![id(1)]), (THREE, vec![id(1)])]);
    let driven = driven
        .answer(TWO, remediate(&[(1, Some(Severity::Major))]))
        .answer(THREE, remediate(&[(1, Some(Severity::Major))]));
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.agreements(), [Agreement::Unanimous, Agreement::Pending]);
}

#[test]
fn a_blocker_is_settled_with_its_remediation_and_a_doubt_with_a_vote() {
    let blocker = || broad(&[(0, Severity::Blocker)]);
    let driven = open().all(blocker(), blocker(), blocker());
    assert_eq!(driven.session.round(), Round::Converge, "nobody doubts it");
    let driven = driven.all(
        converge(&[], &[(1, Vote::Support)]),
        converge(&[], &[(1, Vote::Support)]),
        converge(&[], &[(1, Vote::Support)]),
    );
    assert_eq!(driven.verdict(), Verdict::Remediate);

    let doubted = open().all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[]));
    let doubted =
        doubted.answer(TWO, remediate(&[(1, None)])).answer(THREE, remediate(&[(1, None)]));
    assert_eq!(doubted.session.round(), Round::Converge);
    let voted = |vote| converge(&[(1, vote)], &[]);
    let doubted = doubted.all(voted(Vote::Support), voted(Vote::Oppose), voted(Vote::Oppose));
    assert_eq!(doubted.agreements(), [Agreement::QuorumOppose]);
    assert_eq!(doubted.session.ending(), Some(Ending::Converged));
}
