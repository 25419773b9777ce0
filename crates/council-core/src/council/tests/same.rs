//! What is one defect: by the words of the claims, and by the word of two seats.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::merge::{RaisedClaim, alike};

const SPEC: &str = "\
# Import

## Limits

Uploads are kept for 7 days. A freeze of two weeks is caught up by replay on the first working day.

## Retry

A failed upload is tried again until it succeeds, and nothing waits for it longer than 200 ms.
";

fn spec() -> Packet {
    Packet { documents: vec![Document::new("prd.md", SPEC)], ..packet() }
}

/// What a seat says, and the words that it quotes or looked for in vain.
#[derive(Debug, Clone, Copy)]
struct Says {
    seat: SeatId,
    subcategory: Subcategory,
    quotes: &'static [&'static str],
    terms: &'static [&'static str],
    text: &'static str,
    rule: Option<&'static str>,
}

const KEPT: &str = "Uploads are kept for 7 days";
const FREEZE: &str = "A freeze of two weeks is caught up by replay";
const RETRY: &str = "A failed upload is tried again until it succeeds";
const LONG: &str = "what is kept for 7 days is gone when the freeze of two weeks is over, so a replay misses the first week";

fn says(seat: SeatId, quotes: &'static [&'static str], text: &'static str) -> Says {
    Says { seat, subcategory: Subcategory::Inconsistency, quotes, terms: &[], text, rule: None }
}

fn misses(seat: SeatId, terms: &'static [&'static str], text: &'static str) -> Says {
    Says { terms, subcategory: Subcategory::Incompleteness, ..says(seat, &[], text) }
}

fn raised(number: u32, said: Says) -> RaisedClaim {
    let mut quotes = said.quotes.iter().map(|quote| (*quote).to_owned());
    let terms = || said.terms.iter().map(|term| (*term).to_owned()).collect();
    let searched = || Evidence::Searched { terms: terms(), sections: Vec::new() };
    let claim = Claim {
        subcategory: said.subcategory,
        evidence: quotes.next().map_or_else(searched, Evidence::Quote),
        other_quotes: quotes.collect(),
        description: said.text.to_owned(),
        rule: said.rule.map(str::to_owned),
        ..claim(0, Severity::Major).into_claim()
    };
    RaisedClaim::new(id(number), said.seat, Round::Broad, lock(&spec(), claim).unwrap())
}

fn groups(all: &[Says]) -> Vec<Vec<usize>> {
    groups_under(CouncilProtocol::TODAY, all)
}

fn groups_under(protocol: CouncilProtocol, all: &[Says]) -> Vec<Vec<usize>> {
    let claims = (1..).zip(all).map(|(number, said)| raised(number, *said)).collect();
    let place = |raised: &RaisedClaim| (1..100).position(|number| id(number) == raised.id).unwrap();
    let merged = alike::merge(claims, &BTreeSet::new(), protocol);
    merged.iter().map(|group| group.iter().map(place).collect()).collect()
}

#[test]
fn what_two_seats_say_of_the_same_words_is_one_whatever_they_call_it() {
    let one = says(ONE, &[KEPT], LONG);
    let other = Says { subcategory: Subcategory::Infeasible, ..says(TWO, &[KEPT], LONG) };
    assert_eq!(groups(&[one, other]), [[0, 1]]);
    let else_said = "nobody can tell which uploads those days begin to count from";
    let apart = Says { text: else_said, ..other };
    assert_eq!(groups(&[one, apart]), [[0], [1]], "the same words, and another defect");
}

#[test]
fn both_sides_of_a_contradiction_bring_those_together_who_begin_at_either() {
    let one = says(ONE, &[KEPT, FREEZE], LONG);
    assert_eq!(groups(&[one, says(TWO, &[FREEZE, KEPT], LONG)]), [[0, 1]]);
    assert_eq!(groups(&[says(ONE, &[KEPT], LONG), says(TWO, &[FREEZE], LONG)]), [[0], [1]]);
}

#[test]
fn who_holds_the_same_sentences_against_each_other_means_one_defect_in_whatever_words() {
    let short = "neither can be met";
    let one = says(ONE, &[KEPT, FREEZE], LONG);
    assert_eq!(groups(&[one, says(TWO, &[FREEZE, KEPT], short)]), [[0, 1]]);
    assert_eq!(groups(&[one, says(TWO, &[FREEZE], short)]), [[0], [1]], "one side is not enough");
    let twice = [
        one,
        says(ONE, &[KEPT, FREEZE], "who replays it is not said"),
        says(TWO, &[FREEZE, KEPT], short),
    ];
    assert_eq!(groups(&twice).len(), 2, "two defects of one seat stay two");
}

#[test]
fn who_looked_for_the_same_in_vain_means_one_defect_in_whatever_words() {
    let lost = misses(ONE, &["rollback", "undo", "revert", "restore"], "an import is for good");
    let back = "nobody can take a bad file out again";
    let twin = misses(TWO, &["Undo", "restore", "rollback", "withdraw"], back);
    let twin = Says { subcategory: Subcategory::MissingRollback, ..twin };
    assert_eq!(groups(&[lost, twin]), [[0, 1]]);
    assert_eq!(groups_under(CouncilProtocol::Ninth, &[lost, twin]), [[0], [1]]);
    let fewer = Says { terms: &["undo", "restore", "quota"], ..twin };
    assert_eq!(groups(&[lost, fewer]), [[0], [1]], "two terms of three are not enough");
}

#[test]
fn one_common_term_makes_no_two_absences_one() {
    let gone = misses(ONE, &["discard", "unsaved", "confirm"], "an edit is lost by a switch");
    let late = misses(TWO, &["stale", "discard", "outdated"], "an answer comes after the switch");
    assert_eq!(groups(&[gone, late]), [[0], [1]]);
    assert_eq!(groups_under(CouncilProtocol::Ninth, &[gone, late]), [[0, 1]]);
    let short = Says { terms: &["discard"], ..late };
    assert_eq!(groups(&[gone, short]), [[0, 1]], "who looked for one thing looked for this");
}

#[test]
fn what_one_seat_quotes_and_another_misses_is_one_where_they_say_much_the_same() {
    let quoted = says(ONE, &[KEPT], LONG);
    let missed = misses(TWO, &["extended", "longer storage"], LONG);
    assert_eq!(groups(&[quoted, missed]), [[0, 1]]);
    assert_eq!(groups_under(CouncilProtocol::Ninth, &[quoted, missed]), [[0], [1]]);
    assert_eq!(groups(&[quoted, Says { seat: ONE, ..missed }]), [[0], [1]], "one seat means two");
    let other = Says { text: "nobody is told when an upload is gone for good", ..missed };
    assert_eq!(groups(&[quoted, other]), [[0], [1]]);
}

#[test]
fn who_says_two_things_of_one_sentence_means_two() {
    let when = "the days are counted from an event that nobody names";
    let what = "uploads may be files or their records, and only one of them is kept";
    let two = [says(ONE, &[KEPT], when), says(ONE, &[KEPT], what), says(TWO, &[KEPT], what)];
    assert_eq!(groups(&two), [vec![0], vec![1, 2]], "the other seat means the likest");
}

#[test]
fn two_rules_report_two_defects_and_one_rule_in_three_seats_one() {
    let rule = |seat, rule, text| Says { rule: Some(rule), ..says(seat, &[KEPT], text) };
    let all = [
        rule(ONE, "vague-amount", "`some` says no number"),
        rule(ONE, "vague-amount", "`most` says no number"),
        rule(ONE, "weak-modal", "`should` leaves it open"),
        rule(TWO, "vague-amount", "`some` says no number"),
    ];
    assert_eq!(groups(&all), [vec![0, 3], vec![1], vec![2]]);
}

#[test]
fn what_may_be_one_defect_is_told_from_what_is_said_and_not_from_the_section() {
    let finding = |number, said| {
        CouncilFinding::new(CouncilProtocol::Third, vec![raised(number, said)]).unwrap()
    };
    let near = "the retries hold the 200 ms that nothing is to wait for";
    let all = [
        finding(1, says(ONE, &[KEPT], LONG)),
        finding(2, says(TWO, &[FREEZE], LONG)),
        finding(3, says(THREE, &["nothing waits for it longer"], near)),
    ];
    assert_eq!(related(&all), [[id(1), id(2)]]);
    let own = [finding(1, says(ONE, &[KEPT], LONG)), finding(2, says(ONE, &[FREEZE], LONG))];
    assert_eq!(related(&own), Vec::<Vec<FindingId>>::new(), "one seat means two");
}

#[test]
fn one_of_several_places_relates_no_two_findings_that_say_nothing_alike() {
    let wait = "the retries hold the 200 ms that nothing is to wait for";
    let all = |protocol, text| {
        let finding =
            |number, said| CouncilFinding::new(protocol, vec![raised(number, said)]).unwrap();
        let one = finding(1, says(ONE, &[KEPT, FREEZE], LONG));
        related(&[one, finding(2, says(TWO, &[RETRY, KEPT], text))])
    };
    assert_eq!(all(CouncilProtocol::Ninth, wait), [[id(1), id(2)]]);
    assert_eq!(all(CouncilProtocol::TODAY, wait), Vec::<Vec<FindingId>>::new());
    let near = "after 7 days the freeze has lost a week, and a replay of two weeks waits for ever";
    assert_eq!(all(CouncilProtocol::TODAY, near), [[id(1), id(2)]]);
    let single = |number, seat, text| {
        CouncilFinding::new(CouncilProtocol::TODAY, vec![raised(number, says(seat, &[KEPT], text))])
            .unwrap()
    };
    let same = [single(1, ONE, "days of what"), single(2, TWO, "who keeps them")];
    assert_eq!(related(&same), [[id(1), id(2)]], "the very same words, in short");
}

#[test]
fn every_quote_must_stand_in_the_text() {
    let claim = Claim {
        evidence: Evidence::Quote(KEPT.to_owned()),
        other_quotes: vec!["kept for 30 days".to_owned()],
        ..claim(0, Severity::Major).into_claim()
    };
    let refused = lock(&spec(), claim).unwrap_err();
    assert_eq!(refused.reason.to_string(), "`kept for 30 days` stands nowhere in the packet");
}

fn same(answer: CouncilAnswer, pairs: &[(u32, u32)]) -> CouncilAnswer {
    let CouncilAnswer::Remediate(answer) = answer else { panic!("only the second round says so") };
    let pairs = pairs.iter().map(|(one, kept)| (id(*one), id(*kept))).collect();
    CouncilAnswer::Remediate(RemediateAnswer { same: pairs, ..answer })
}

/// Opens a session in which two seats raise a blocker each.
fn two_blockers() -> Driven {
    let (one, two) = (broad(&[(0, Severity::Blocker)]), broad(&[(1, Severity::Major)]));
    Driven::open().all(one, two, broad(&[]))
}

#[test]
fn two_seats_make_two_findings_one_and_one_seat_does_not() {
    let holds = || remediate(&[(1, Some(Severity::Blocker)), (2, Some(Severity::Major))]);
    let told = |first: &[(u32, u32)], second: &[(u32, u32)]| {
        two_blockers().all(same(holds(), first), same(holds(), second), holds())
    };
    let merged = told(&[(2, 1)], &[(1, 2)]);
    let [finding] = merged.session.findings() else { panic!("two findings") };
    assert_eq!(finding.id(), &id(1));
    assert_eq!(finding.raised().count(), 2, "both descriptions are kept");
    assert_eq!(finding.opinions().len(), 3, "and every opinion once");
    assert_eq!(finding.severity(), Severity::Blocker);
    assert_eq!(told(&[(2, 1)], &[]).session.findings().len(), 2);
}

#[test]
fn who_calls_two_the_same_speaks_of_both_and_doubts_none_by_it() {
    let kept = || remediate(&[(1, Some(Severity::Blocker))]);
    let twice = remediate(&[(1, Some(Severity::Blocker)), (2, None)]);
    let driven = two_blockers().all(same(kept(), &[(2, 1)]), same(twice, &[(2, 1)]), kept());
    assert_eq!(driven.agreements(), [Agreement::Unanimous]);
    // Where nobody agrees, what the seat says of the one it would keep is what it says of the other.
    let alone = two_blockers().all(same(kept(), &[(2, 1)]), kept(), kept());
    assert_eq!(alone.session.findings()[1].opinions().len(), 1);
}

#[test]
fn who_calls_a_finding_the_same_as_its_own_stands_behind_both() {
    let told = |protocol, pairs: &[(u32, u32)]| {
        let opening = CouncilOpening { protocol, ..opening() };
        let (one, two) = (broad(&[(0, Severity::Blocker)]), broad(&[(1, Severity::Major)]));
        let driven = Driven::with(opening).all(one, two, broad(&[]));
        let silent = || remediate(&[]);
        driven.all(same(silent(), pairs), silent(), silent())
    };
    for pairs in [[(2, 1)], [(1, 2)]] {
        let driven = told(CouncilProtocol::TODAY, &pairs);
        assert_eq!(driven.agreements(), [Agreement::Pending, Agreement::Contested]);
        let opinion = driven.session.findings()[1].opinions().get(ONE).unwrap();
        assert_eq!(opinion.holds, Some(Severity::Blocker), "as bad as it called its own");
    }
    assert_eq!(told(CouncilProtocol::Ninth, &[(2, 1)]).agreements(), [Agreement::Pending; 2]);
}

proptest! {
    #[test]
    fn the_order_of_claims_makes_no_difference_and_none_is_lost(
        picks in prop::collection::vec((0_usize..3, 0_usize..3, 0_usize..4), 1..9), turn in 0_usize..9,
    ) {
        let texts = [LONG, "the days are counted from an event that nobody names", "short"];
        let quotes: [&[&str]; 2] = [&[KEPT], &[FREEZE, KEPT]];
        let terms: [&[&str]; 2] = [&["undo", "revert", "restore"], &["undo"]];
        let of = |(number, (seat, text, shown)): (u32, &(usize, usize, usize))| {
            let (seat, text) = (SeatId::ALL[*seat], texts[*text]);
            let said = match quotes.get(*shown) {
                Some(quotes) => says(seat, quotes, text),
                None => misses(seat, terms[*shown - quotes.len()], text),
            };
            raised(number, said)
        };
        let claims: Vec<RaisedClaim> = (1..).zip(&picks).map(of).collect();
        let mut turned = claims.clone();
        turned.rotate_left(turn % claims.len());
        turned.reverse();
        let merged = alike::merge(claims.clone(), &BTreeSet::new(), CouncilProtocol::TODAY);
        prop_assert_eq!(merged.iter().flatten().count(), claims.len());
        prop_assert_eq!(merged, alike::merge(turned, &BTreeSet::new(), CouncilProtocol::TODAY));
    }
}
