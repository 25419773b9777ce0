//! What goes wrong: lost seats, unreadable and unproven answers, limits, and what a session refuses.

use super::*;

#[test]
fn one_lost_seat_degrades_and_two_abort() {
    let driven = Driven::open().lose(THREE).answer(ONE, broad(&[])).answer(TWO, broad(&[]));
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.verdict(), Verdict::PassWithConcerns);
    let driven = Driven::open().answer(ONE, broad(&[(0, Severity::Major)])).lose(TWO).lose(THREE);
    assert_eq!(driven.session.ending(), Some(Ending::Aborted(AbortReason::SeatsLost)));
    assert_eq!(driven.verdict(), Verdict::Aborted);
    assert_eq!(driven.session.findings().len(), 1, "partial findings are kept");
}

#[test]
fn an_unreadable_answer_is_asked_for_once_more_then_the_seat_is_lost() {
    let mut driven = Driven::open();
    let garbled = |seconds| Input::Unreadable {
        seat: ONE,
        reason: "not JSON".to_owned(),
        tokens: 5,
        moment: moment(seconds),
    };
    let effects = driven.session.apply(&Policy::default(), garbled(1)).unwrap();
    assert!(matches!(&effects[..], [Effect::Ask(ask)] if ask.repair.is_some()));
    driven.session.apply(&Policy::default(), garbled(2)).unwrap();
    assert!(!driven.session.live().contains(&ONE));
}

#[test]
fn an_unproven_claim_is_asked_for_once_more_then_quarantined() {
    let unproven = || Unproven {
        claim: claim(0, Severity::Minor).into_claim(),
        reason: "not in the text".to_owned(),
    };
    let answer = || {
        let findings = NewFindings { unlocked: vec![unproven()], ..NewFindings::default() };
        CouncilAnswer::Broad(BroadAnswer { findings, ..BroadAnswer::default() })
    };
    let driven = Driven::open().answer(ONE, answer());
    assert!(
        matches!(&driven.effects[..], [Effect::Ask(ask)] if matches!(ask.repair, Some(Repair::Unproven(_))))
    );
    let driven = driven.answer(ONE, answer()).answer(TWO, broad(&[])).answer(THREE, broad(&[]));
    let record = driven.session.record();
    assert_eq!(record.quarantined.len(), 1);
    assert!(record.findings.is_empty());
    assert_eq!(driven.verdict(), Verdict::Pass);
}

#[test]
fn the_hour_ends_a_session_and_clocks_never_run_backwards() {
    let mut driven = Driven::open();
    let policy = Policy::default();
    driven.session.apply(&policy, Input::Ticked { moment: moment(3600) }).unwrap();
    driven.session.apply(&policy, Input::Ticked { moment: moment(10) }).unwrap();
    assert_eq!(driven.session.ending(), None);
    driven.session.apply(&policy, Input::Ticked { moment: moment(3601) }).unwrap();
    assert_eq!(driven.session.ending(), Some(Ending::Aborted(AbortReason::Timeout)));
    let late = driven.session.apply(&policy, Input::Ticked { moment: moment(3602) });
    assert_eq!(late, Err(ProtocolError::Closed));
}

#[test]
fn the_budget_ends_a_session() {
    let policy = Policy { budget: 150, ..Policy::default() };
    let (mut session, _) = CouncilSession::open(opening()).unwrap();
    let answer =
        |seat| Input::Answered { seat, answer: broad(&[]), tokens: 100, moment: moment(1) };
    session.apply(&policy, answer(ONE)).unwrap();
    session.apply(&policy, answer(TWO)).unwrap();
    assert_eq!(session.ending(), Some(Ending::Aborted(AbortReason::BudgetExhausted)));
}

#[test]
fn a_seat_that_was_not_asked_is_refused_and_nothing_changes() {
    let mut driven = Driven::open().answer(ONE, broad(&[]));
    let before = driven.session.clone();
    let again = Input::Answered { seat: ONE, answer: broad(&[]), tokens: 1, moment: moment(9) };
    assert_eq!(driven.session.apply(&Policy::default(), again), Err(ProtocolError::NotAsked(ONE)));
    let early = Input::Answered { seat: TWO, answer: remediate(&[]), tokens: 1, moment: moment(9) };
    assert!(matches!(
        driven.session.apply(&Policy::default(), early),
        Err(ProtocolError::WrongRound { .. })
    ));
    assert_eq!(driven.session, before);
}

#[test]
fn a_claim_in_a_mode_the_seat_does_not_hold_is_refused() {
    let mut driven = Driven::open();
    let held = driven.session.record().opening.selection.lenses[0].modes();
    let foreign = (1..=80).filter_map(ModeId::new).find(|mode| !held.contains(mode)).unwrap();
    let claim = Claim { mode: Some(foreign), ..claim(0, Severity::Minor).into_claim() };
    let findings =
        NewFindings { locked: vec![lock(&packet(), claim).unwrap()], ..NewFindings::default() };
    let answer = CouncilAnswer::Broad(BroadAnswer { findings, ..BroadAnswer::default() });
    let input = Input::Answered { seat: ONE, answer, tokens: 1, moment: moment(1) };
    let refused = driven.session.apply(&Policy::default(), input);
    assert_eq!(refused, Err(ProtocolError::ForeignMode { seat: ONE, mode: foreign }));
}

#[test]
fn a_seat_lost_while_it_mends_its_answer_keeps_what_it_had_proven() {
    let unproven = Unproven {
        claim: claim(1, Severity::Minor).into_claim(),
        reason: "not in the text".to_owned(),
    };
    let findings = NewFindings {
        locked: vec![claim(0, Severity::Major)],
        unlocked: vec![unproven],
        ..NewFindings::default()
    };
    let half = CouncilAnswer::Broad(BroadAnswer { findings, ..BroadAnswer::default() });
    let driven = Driven::open()
        .answer(ONE, half)
        .lose(ONE)
        .answer(TWO, broad(&[]))
        .answer(THREE, broad(&[]));
    assert_eq!(driven.session.findings().len(), 1);
    assert_eq!(driven.session.record().quarantined.len(), 1);
}

#[test]
fn a_session_that_ends_asks_nobody_anything() {
    let policy = Policy { budget: 10, ..Policy::default() };
    let (mut session, _) = CouncilSession::open(opening()).unwrap();
    let garbled = Input::Unreadable {
        seat: ONE,
        reason: "no JSON".to_owned(),
        tokens: u64::MAX,
        moment: moment(1),
    };
    let effects = session.apply(&policy, garbled).unwrap();
    assert!(effects.iter().all(|effect| !matches!(effect, Effect::Ask(_))), "{effects:?}");
    assert_eq!(session.ending(), Some(Ending::Aborted(AbortReason::BudgetExhausted)));
}

#[test]
fn a_claim_without_a_mode_or_without_words_is_refused_and_nothing_changes() {
    let held = opening().selection.lenses[0].modes()[0];
    let bare = claim(0, Severity::Minor).into_claim();
    let wordless = Claim { mode: Some(held), description: " \n".to_owned(), ..bare.clone() };
    for (claim, error) in
        [(bare, ProtocolError::NoMode(ONE)), (wordless, ProtocolError::NoDescription(ONE))]
    {
        let mut driven = Driven::open();
        let before = driven.session.clone();
        let findings =
            NewFindings { locked: vec![lock(&packet(), claim).unwrap()], ..NewFindings::default() };
        let answer = CouncilAnswer::Broad(BroadAnswer { findings, ..BroadAnswer::default() });
        let input = Input::Answered { seat: ONE, answer, tokens: 1, moment: moment(1) };
        assert_eq!(driven.session.apply(&Policy::default(), input), Err(error));
        assert_eq!(driven.session, before);
    }
}
