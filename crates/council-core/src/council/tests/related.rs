//! Near-duplicates are linked, whatever the order, and nothing else is.

use proptest::prelude::*;

use super::*;
use crate::merge::RaisedClaim;

const WORDS: [&str; 6] = ["alphabet", "bravado", "charter", "delight", "echoing", "foxtrot"];

fn text() -> String {
    let line = WORDS.join(" ");
    format!("# One\n\n{line}\n\n# Two\n\n{line}\n")
}

/// What one claim is about: a section, if any, a kind of defect, and words quoted or looked for in vain.
#[derive(Debug, Clone)]
struct Case {
    anchor: Option<&'static str>,
    subcategory: Subcategory,
    evidence: Evidence,
}

fn cases() -> impl Strategy<Value = Vec<Case>> {
    let quote = (0_usize..5, 1_usize..3).prop_map(|(from, count)| {
        Evidence::Quote(WORDS[from..WORDS.len().min(from + count + 1)].join(" "))
    });
    let terms = prop::sample::subsequence(vec!["Rollback", "rollback", "quota", "owner"], 1..3);
    let searched = terms.prop_map(|terms| Evidence::Searched {
        terms: terms.into_iter().map(str::to_owned).collect(),
        sections: Vec::new(),
    });
    let case = (
        prop::sample::select(vec![None, Some("one"), Some("two")]),
        prop::sample::select(vec![
            Subcategory::Ambiguity,
            Subcategory::Untestable,
            Subcategory::OrphanReq,
        ]),
        prop_oneof![quote, searched],
    );
    let case =
        case.prop_map(|(anchor, subcategory, evidence)| Case { anchor, subcategory, evidence });
    prop::collection::vec(case, 0..12)
}

fn findings(cases: &[Case]) -> Vec<CouncilFinding> {
    let mut packet = packet();
    packet.documents = vec![Document::new("prd.md", text())];
    let raised = (1..).zip(cases).filter_map(|(number, case)| {
        let kind = LocationKind::Section;
        let anchor = case.anchor.map(str::to_owned);
        let claim = Claim {
            subcategory: case.subcategory,
            location: Location { path: "prd.md".to_owned(), anchor, kind },
            evidence: case.evidence.clone(),
            ..claim(0, Severity::Minor).into_claim()
        };
        let locked = lock(&packet, claim).ok()?;
        CouncilFinding::new(
            CouncilProtocol::Second,
            vec![RaisedClaim::new(id(number), ONE, Round::Broad, locked)],
        )
    });
    raised.collect()
}

/// Says by the definition, pair by pair, whether two findings are related.
fn are_related(one: &CouncilFinding, two: &CouncilFinding) -> bool {
    let (first, second) = (one.claim(), two.claim());
    let span = |finding: &CouncilFinding| finding.raised().next().unwrap().claim.quote_span();
    let overlap = match (span(one), span(two)) {
        (Some(one), Some(two)) => one.start < two.end && two.start < one.end,
        _ => false,
    };
    let terms = |claim: &Claim| match &claim.evidence {
        Evidence::Searched { terms, .. } => terms.iter().map(|term| term.to_lowercase()).collect(),
        Evidence::Quote(_) => Vec::new(),
    };
    let (sought, others) = (terms(first), terms(second));
    let place = first.location.anchor.is_some()
        && first.location.anchor == second.location.anchor
        && first.subcategory.category() == second.subcategory.category();
    overlap || place || sought.iter().any(|term| others.contains(term))
}

/// Groups by the definition: as long as two groups hold a related pair, they are one.
fn by_definition(findings: &[CouncilFinding]) -> Vec<Vec<FindingId>> {
    let mut groups: Vec<Vec<&CouncilFinding>> =
        findings.iter().map(|finding| vec![finding]).collect();
    let meet = |one: &[&CouncilFinding], two: &[&CouncilFinding]| {
        one.iter().any(|first| two.iter().any(|second| are_related(first, second)))
    };
    'again: loop {
        for at in 0..groups.len() {
            for other in at + 1..groups.len() {
                if meet(&groups[at], &groups[other]) {
                    let joined = groups.remove(other);
                    groups[at].extend(joined);
                    continue 'again;
                }
            }
        }
        break;
    }
    let mut ids: Vec<Vec<FindingId>> = groups
        .into_iter()
        .filter(|group| group.len() > 1)
        .map(|group| {
            let mut ids: Vec<FindingId> = group.into_iter().map(|one| one.id().clone()).collect();
            ids.sort();
            ids
        })
        .collect();
    ids.sort();
    ids
}

proptest! {
    #[test]
    fn the_sweep_finds_what_the_definition_says_in_any_order(
        cases in cases(), seed in any::<prop::sample::Index>(),
    ) {
        let mut all = findings(&cases);
        let groups = related(&all);
        prop_assert_eq!(&groups, &by_definition(&all));
        if !all.is_empty() {
            let by = seed.index(all.len());
            all.rotate_left(by);
            all.reverse();
        }
        prop_assert_eq!(related(&all), groups);
    }
}

#[test]
fn thousands_of_findings_at_one_place_are_one_group() {
    let case = Case {
        anchor: Some("one"),
        subcategory: Subcategory::Ambiguity,
        evidence: Evidence::Quote("alphabet bravado".to_owned()),
    };
    let one = findings(&[case]).remove(0);
    let locked = one.raised().next().unwrap().claim.clone();
    let raised = |number| RaisedClaim::new(id(number), ONE, Round::Broad, locked.clone());
    let many: Vec<CouncilFinding> = (1..=20_000)
        .filter_map(|number| CouncilFinding::new(CouncilProtocol::Second, vec![raised(number)]))
        .collect();
    assert_eq!(related(&many).iter().map(Vec::len).collect::<Vec<_>>(), [20_000]);
}
