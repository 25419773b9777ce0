//! Depth by need: who is asked what, where only some words can change something.

use super::*;
use crate::depth::Depth;

fn open() -> Driven {
    Driven::with(CouncilOpening { depth: Depth::Auto, ..opening() })
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

/// An opinion of the second round, with a vote on the remediation.
fn consenting(vote: Vote) -> CouncilAnswer {
    let mut answer = remediate(&[(1, Some(Severity::Blocker))]);
    if let CouncilAnswer::Remediate(answer) = &mut answer {
        answer.remediation.insert(id(1), cast(vote));
    }
    answer
}

#[test]
fn what_the_seats_wrote_alike_for_a_blocker_asks_nobody_again() {
    let blocker = || broad(&[(0, Severity::Blocker)]);
    let driven = open().all(blocker(), blocker(), blocker());
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.verdict(), Verdict::Remediate);
}

#[test]
fn one_word_more_agrees_on_what_a_seat_wrote_for_a_blocker() {
    let open = || open().all(broad(&[(0, Severity::Blocker)]), broad(&[]), broad(&[]));
    let asks = open().effects.into_iter().filter_map(|effect| match effect {
        Effect::Ask(ask) => Some((ask.seat, ask.remediation.len(), ask.may_raise)),
        Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
    });
    assert_eq!(asks.collect::<Vec<_>>(), [(TWO, 1, false), (THREE, 1, false)]);
    let agreed =
        open().answer(TWO, consenting(Vote::Support)).answer(THREE, consenting(Vote::Oppose));
    assert_eq!(agreed.session.ending(), Some(Ending::Converged));
    assert_eq!(agreed.verdict(), Verdict::Remediate);
    let refused =
        open().answer(TWO, consenting(Vote::Abstain)).answer(THREE, consenting(Vote::Oppose));
    assert_eq!(refused.session.round(), Round::Converge, "one seat agrees with nobody");
    let voted = || converge(&[], &[(1, Vote::Oppose)]);
    let refused = refused.all(voted(), voted(), voted());
    assert_eq!(refused.session.ending(), Some(Ending::Deadlocked));
    let silent = open().lose(TWO).answer(THREE, consenting(Vote::Support));
    assert_eq!(silent.session.ending(), Some(Ending::Converged), "both of two agree");
}

#[test]
fn a_session_of_an_earlier_protocol_votes_on_it_in_the_third_round() {
    let opening =
        CouncilOpening { depth: Depth::Auto, protocol: CouncilProtocol::Fourth, ..opening() };
    let blocker = || broad(&[(0, Severity::Blocker)]);
    let driven = Driven::with(opening).all(blocker(), blocker(), blocker());
    assert_eq!(driven.session.round(), Round::Converge);
    let voted = || converge(&[], &[(1, Vote::Support)]);
    assert_eq!(driven.all(voted(), voted(), voted()).verdict(), Verdict::Remediate);
}

#[test]
fn a_doubt_is_settled_with_a_vote() {
    let doubted = open().all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[]));
    let doubted =
        doubted.answer(TWO, remediate(&[(1, None)])).answer(THREE, remediate(&[(1, None)]));
    assert_eq!(doubted.session.round(), Round::Converge);
    let voted = |vote| converge(&[(1, vote)], &[]);
    let doubted = doubted.all(voted(Vote::Support), voted(Vote::Oppose), voted(Vote::Oppose));
    assert_eq!(doubted.agreements(), [Agreement::QuorumOppose]);
    assert_eq!(doubted.session.ending(), Some(Ending::Converged));
}
