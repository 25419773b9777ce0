//! How the rounds go when every seat answers: what is found, disputed, voted on and mended.

use super::*;
use crate::authority::Authority;

#[test]
fn a_session_begins_by_asking_all_three_seats() {
    let asked: Vec<SeatId> = Driven::open()
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Ask(ask) => Some(ask.seat),
            Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
        })
        .collect();
    assert_eq!(asked, SeatId::ALL);
}

#[test]
fn nothing_found_ends_after_the_first_round_with_three_rounds_on_record() {
    let driven = Driven::open().all(broad(&[]), broad(&[]), broad(&[]));
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    let record = driven.session.record();
    assert_eq!(record.completed(), 3);
    let idle: Vec<_> = record.rounds.iter().map(|round| round.not_asked).collect();
    let nothing = Some(NotAsked::NothingContested);
    assert_eq!(idle, [None, nothing, nothing], "and the record says that nobody was asked");
    assert_eq!(driven.verdict(), Verdict::Pass);
}

#[test]
fn what_three_seats_raise_is_one_unanimous_finding() {
    let same = || broad(&[(0, Severity::Minor)]);
    let driven = Driven::open().all(same(), same(), same());
    assert_eq!(driven.agreements(), [Agreement::Unanimous]);
    assert_eq!(driven.session.findings()[0].raised().count(), 3);
    assert_eq!(driven.verdict(), Verdict::PassWithConcerns);
}

#[test]
fn different_quotes_at_one_place_stay_apart() {
    let driven = Driven::open().all(
        broad(&[(0, Severity::Minor)]),
        broad(&[(1, Severity::Minor)]),
        broad(&[]),
    );
    assert_eq!(driven.agreements(), [Agreement::Pending, Agreement::Pending]);
}

#[test]
fn a_contested_finding_is_voted_on_and_two_votes_confirm_it() {
    let major = Some(Severity::Major);
    let driven = Driven::open().all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[])).all(
        remediate(&[]),
        remediate(&[(1, major)]),
        remediate(&[(1, None)]),
    );
    assert_eq!(driven.agreements(), [Agreement::Contested]);
    let (yes, no) = ([(1, Vote::Support)], [(1, Vote::Oppose)]);
    let driven = driven.all(converge(&yes, &yes), converge(&yes, &yes), converge(&no, &no));
    assert_eq!(driven.agreements(), [Agreement::QuorumSupport]);
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.verdict(), Verdict::Remediate);
}

#[test]
fn two_votes_against_dismiss_it() {
    let no = [(1, Vote::Oppose)];
    let driven = Driven::open()
        .all(broad(&[(0, Severity::Blocker)]), broad(&[]), broad(&[]))
        .all(remediate(&[]), remediate(&[(1, None)]), remediate(&[(1, None)]))
        .all(converge(&[(1, Vote::Support)], &[]), converge(&no, &[]), converge(&no, &[]));
    assert_eq!(driven.agreements(), [Agreement::QuorumOppose]);
    assert_eq!(
        driven.session.findings()[0].resolution(driven.session.live()),
        Resolution::Dismissed
    );
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.verdict(), Verdict::Pass);
}

#[test]
fn a_split_vote_is_a_deadlock_for_a_human() {
    let driven = Driven::open()
        .all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[]))
        .all(remediate(&[]), remediate(&[(1, None)]), remediate(&[]))
        .all(
            converge(&[(1, Vote::Support)], &[]),
            converge(&[(1, Vote::Oppose)], &[]),
            converge(&[], &[]),
        );
    assert_eq!(driven.session.ending(), Some(Ending::Deadlocked));
    assert_eq!(driven.verdict(), Verdict::Adjudicate);
}

/// A major of SA-1 that SA-3 doubts, before the votes.
fn doubted(driven: Driven) -> Driven {
    driven.all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[])).all(
        remediate(&[]),
        remediate(&[]),
        remediate(&[(1, None)]),
    )
}

fn unreasoned(vote: Vote) -> CouncilAnswer {
    CouncilAnswer::Converge(ConvergeAnswer {
        validity: BTreeMap::from([(id(1), Cast { vote, severity: None, rationale: "  ".into() })]),
        ..ConvergeAnswer::default()
    })
}

fn counted(driven: &Driven) -> Vec<Vote> {
    let ballot = driven.session.findings()[0].validity().unwrap();
    ballot.votes.values().map(|cast| cast.vote).collect()
}

fn authority(driven: &Driven) -> Authority {
    Authority::of(&driven.session.record(), &BTreeMap::new())
}

#[test]
fn a_vote_without_a_reason_counts_and_is_listed() {
    let driven = doubted(Driven::open()).all(
        unreasoned(Vote::Support),
        converge(&[(1, Vote::Support)], &[]),
        converge(&[], &[]),
    );
    assert_eq!(counted(&driven), [Vote::Support, Vote::Support, Vote::Abstain]);
    assert_eq!(driven.agreements(), [Agreement::QuorumSupport]);
    let listed = authority(&driven).remarkable;
    let listed: Vec<_> =
        listed.iter().map(|one| (one.seat, one.counted, one.reasoned, one.changed)).collect();
    assert_eq!(listed, [(ONE, Vote::Support, false, false)]);
}

#[test]
fn where_votes_are_strict_one_without_a_reason_is_an_abstention() {
    let driven = doubted(Driven::strict()).all(
        unreasoned(Vote::Support),
        converge(&[(1, Vote::Support)], &[]),
        converge(&[], &[]),
    );
    assert_eq!(counted(&driven), [Vote::Abstain, Vote::Support, Vote::Abstain]);
    assert_eq!(driven.agreements(), [Agreement::Deadlocked]);
    let listed = authority(&driven).remarkable;
    assert_eq!((listed[0].cast, listed[0].counted), (Vote::Support, Vote::Abstain));
}

#[test]
fn under_the_first_protocol_a_vote_without_a_reason_or_a_look_is_an_abstention() {
    let driven = doubted(Driven::first()).all(
        unreasoned(Vote::Support),
        converge(&[(1, Vote::Support)], &[]),
        converge(&[], &[]),
    );
    assert_eq!(counted(&driven), [Vote::Abstain; 3]);
    assert_eq!(driven.agreements(), [Agreement::Deadlocked]);
    assert_eq!(authority(&driven).remarkable, []);
}

#[test]
fn a_seat_can_be_persuaded_and_its_changed_vote_is_listed() {
    let (yes, no) = ([(1, Vote::Support)], [(1, Vote::Oppose)]);
    let conceded = |driven: Driven| {
        doubted(driven).all(converge(&no, &[]), converge(&yes, &[]), converge(&no, &[]))
    };
    let driven = conceded(Driven::open());
    assert_eq!(driven.agreements(), [Agreement::QuorumOppose]);
    let finding = &driven.session.findings()[0];
    assert_eq!(finding.dissenting(), [ONE, THREE].into(), "its last word counts");
    assert_eq!(finding.supporting(), [TWO].into());
    let listed = authority(&driven).remarkable;
    let listed: Vec<_> =
        listed.iter().map(|one| (one.seat, one.cast, one.counted, one.changed)).collect();
    assert_eq!(listed, [(ONE, Vote::Oppose, Vote::Oppose, true)]);
    for before in [Driven::strict(), Driven::first()] {
        assert_eq!(conceded(before).agreements(), [Agreement::Deadlocked]);
    }
}

#[test]
fn a_finding_of_the_second_round_is_settled_in_the_third() {
    let late = || {
        let locked = vec![claim(1, Severity::Major)];
        let findings = NewFindings { locked, ..NewFindings::default() };
        CouncilAnswer::Remediate(RemediateAnswer { findings, ..RemediateAnswer::default() })
    };
    let yes = || converge(&[(3, Vote::Support)], &[(3, Vote::Support)]);
    let driven = Driven::open()
        .all(broad(&[(0, Severity::Major)]), broad(&[(0, Severity::Major)]), broad(&[]))
        .all(remediate(&[]), late(), remediate(&[]))
        .all(yes(), yes(), yes());
    assert_eq!(driven.agreements(), [Agreement::Majority, Agreement::QuorumSupport]);
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
}

#[test]
fn where_votes_are_strict_a_vote_that_changes_without_evidence_is_an_abstention() {
    let disputed = || {
        let major = Some(Severity::Major);
        Driven::strict().all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[])).all(
            remediate(&[]),
            remediate(&[(1, major)]),
            remediate(&[(1, None)]),
        )
    };
    let (yes, no) = ([(1, Vote::Support)], [(1, Vote::Oppose)]);
    let turned = disputed().all(converge(&yes, &[]), converge(&no, &[]), converge(&no, &[]));
    assert_eq!(counted(&turned), [Vote::Support, Vote::Abstain, Vote::Oppose]);
    let shown = authority(&turned).turned;
    let whose: Vec<_> = shown.iter().map(|one| (one.seat.as_str(), one.claimed)).collect();
    assert_eq!(whose, [("SA-2", Vote::Oppose)]);
    // The seat that raised it stands behind it, whether it says so again or not.
    let raiser = disputed().all(converge(&no, &[]), converge(&yes, &[]), converge(&no, &[]));
    assert_eq!(raiser.agreements(), [Agreement::Deadlocked]);
    let mut reasoned = converge(&no, &[]);
    if let CouncilAnswer::Converge(answer) = &mut reasoned {
        answer.cited.insert(id(1));
    }
    let changed = disputed().all(converge(&yes, &[]), reasoned, converge(&no, &[]));
    assert_eq!(changed.agreements(), [Agreement::QuorumOppose]);
    assert_eq!(authority(&changed).turned, []);
}

#[test]
fn what_is_held_against_no_vision_breaks_none() {
    let violating = || {
        let mut answer = broad(&[(0, Severity::Minor)]);
        if let CouncilAnswer::Broad(answer) = &mut answer {
            answer.findings.violations.insert(0, crate::alignment::VisionViolation::MissionDrift);
        }
        answer
    };
    let held = |driven: Driven| driven.answer(ONE, violating()).answer(TWO, violating());
    let driven = held(Driven::open()).answer(THREE, broad(&[]));
    assert_eq!(driven.session.findings()[0].severity(), Severity::Minor);
    let before = held(Driven::first()).answer(THREE, broad(&[]));
    assert_eq!(before.session.findings()[0].severity(), Severity::Blocker);
}

#[test]
fn a_confirmed_blocker_without_an_agreed_remediation_deadlocks() {
    let same = || broad(&[(0, Severity::Blocker)]);
    let driven = Driven::open()
        .all(same(), same(), same())
        .all(remediate(&[]), remediate(&[]), remediate(&[]))
        .all(
            converge(&[], &[(1, Vote::Support)]),
            converge(&[], &[(1, Vote::Oppose)]),
            converge(&[], &[]),
        );
    assert_eq!(driven.session.ending(), Some(Ending::Deadlocked));
    assert_eq!(driven.verdict(), Verdict::Adjudicate);
}

#[test]
fn an_agreed_remediation_converges_and_asks_for_the_work() {
    let same = || broad(&[(0, Severity::Blocker)]);
    let yes = || converge(&[], &[(1, Vote::Support)]);
    let driven = Driven::open()
        .all(same(), same(), same())
        .all(remediate(&[]), remediate(&[]), remediate(&[]))
        .all(yes(), yes(), yes());
    assert_eq!(driven.session.ending(), Some(Ending::Converged));
    assert_eq!(driven.verdict(), Verdict::Remediate);
}

#[test]
fn two_seats_that_call_it_a_blocker_make_it_one() {
    let blocker = Some(Severity::Blocker);
    let driven = Driven::open().all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[])).all(
        remediate(&[(1, blocker)]),
        remediate(&[(1, blocker)]),
        remediate(&[(1, blocker)]),
    );
    assert_eq!(driven.session.findings()[0].severity(), Severity::Blocker);
    assert_eq!(driven.agreements(), [Agreement::Unanimous]);
}

#[test]
fn an_open_session_has_no_verdict() {
    assert_eq!(Driven::open().session.record().judgement(), None);
}

#[test]
fn later_rounds_are_briefed_and_do_not_name_who_raised_what() {
    let driven = Driven::open().all(broad(&[(0, Severity::Major)]), broad(&[]), broad(&[]));
    let asks: Vec<&CouncilQuestion> = driven
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Ask(ask) => Some(&**ask),
            Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
        })
        .collect();
    assert_eq!(asks.len(), 3);
    for ask in asks {
        let briefing = ask.briefing.as_ref().unwrap();
        assert_eq!(briefing.id(), "ONB-1");
        assert_eq!(briefing.emphasis.len(), 3);
        assert!(!briefing.focus.is_empty());
        assert_eq!(ask.findings.len(), 1);
    }
}
