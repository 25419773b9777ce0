//! How a finding is mended: everything proposed is kept, and every seat votes on the same words.

use super::*;

fn proposing(number: u32, text: &str) -> RemediateAnswer {
    let proposal = FixProposal { text: text.to_owned(), excludes_others: false };
    let opinion = Opinion { holds: Some(Severity::Blocker), rationale: "I looked".into() };
    RemediateAnswer {
        opinions: BTreeMap::from([(id(number), opinion)]),
        proposals: BTreeMap::from([(id(number), proposal)]),
        ..RemediateAnswer::default()
    }
}

/// Lets one seat raise a blocker and every seat propose something, and returns what is put to the vote.
fn proposed(texts: [&str; 3]) -> Driven {
    let [one, two, three] = texts.map(|text| CouncilAnswer::Remediate(proposing(1, text)));
    let driven = Driven::open().all(broad(&[(0, Severity::Blocker)]), broad(&[]), broad(&[]));
    driven.all(one, two, three)
}

fn on_the_ballot(driven: &Driven) -> Vec<(FindingId, String)> {
    let asked = driven.effects.iter().find_map(|effect| match effect {
        Effect::Ask(ask) => Some(ask.remediation.to_vec()),
        Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
    });
    asked.unwrap()
}

#[test]
fn what_most_seats_stand_behind_is_voted_on_and_the_rest_is_kept() {
    let driven = proposed(["a bound in seconds", "p95 below 2 s", "P95  below 2 s"]);
    assert_eq!(on_the_ballot(&driven), [(id(1), "p95 below 2 s".to_owned())]);
    let finding = &driven.session.findings()[0];
    assert_eq!(finding.alternatives(), ["a bound in seconds", "say what is meant"]);
    let behind: Vec<usize> = finding.remedies().iter().map(|remedy| remedy.seats.len()).collect();
    assert_eq!(behind, [2, 1, 0], "the raiser proposed something else since");
}

#[test]
fn of_equals_a_proposal_of_the_lowest_seat_is_voted_on() {
    let driven = proposed(["one", "two", "three"]);
    assert_eq!(on_the_ballot(&driven), [(id(1), "one".to_owned())]);
    let driven = proposed(["", "two", "three"]);
    assert_eq!(on_the_ballot(&driven), [(id(1), "two".to_owned())]);
    let driven = proposed(["", "", ""]);
    assert_eq!(on_the_ballot(&driven), [(id(1), "say what is meant".to_owned())]);
}

#[test]
fn a_late_proposal_does_not_change_what_was_voted_on() {
    let late = FixProposal { text: "drop it".to_owned(), excludes_others: true };
    let vote = |proposals: BTreeMap<FindingId, FixProposal>| {
        CouncilAnswer::Converge(ConvergeAnswer {
            remediation: BTreeMap::from([(id(1), cast(Vote::Support))]),
            proposals,
            ..ConvergeAnswer::default()
        })
    };
    let driven = proposed(["one", "one", "two"]).all(
        vote(BTreeMap::from([(id(1), late.clone())])),
        vote(BTreeMap::from([(id(1), late)])),
        vote(BTreeMap::new()),
    );
    let finding = &driven.session.findings()[0];
    assert_eq!(finding.remediation(), "one");
    assert_eq!(finding.resolution(driven.session.live()), Resolution::RemediationAgreed);
    assert!(finding.alternatives().contains(&"drop it".to_owned()));
}

#[test]
fn a_blocker_for_which_a_remedy_came_too_late_for_a_vote_stays_open() {
    let blank = |severity| {
        let claim = Claim { remediation: String::new(), ..claim(0, severity).into_claim() };
        let locked = vec![lock(&packet(), claim).unwrap()];
        let findings = NewFindings { locked, ..NewFindings::default() };
        CouncilAnswer::Broad(BroadAnswer { findings, ..BroadAnswer::default() })
    };
    let same = || blank(Severity::Blocker);
    let late = FixProposal { text: "name a bound".to_owned(), excludes_others: false };
    let last = CouncilAnswer::Converge(ConvergeAnswer {
        proposals: BTreeMap::from([(id(1), late)]),
        ..ConvergeAnswer::default()
    });
    let driven = Driven::open()
        .all(same(), same(), same())
        .all(remediate(&[]), remediate(&[]), remediate(&[]))
        .all(last, converge(&[], &[]), converge(&[], &[]));
    let finding = &driven.session.findings()[0];
    assert_eq!(finding.remediation_ballot(), None);
    assert_eq!(finding.remediation(), "name a bound");
    assert_eq!(driven.session.ending(), Some(Ending::Deadlocked));
}
