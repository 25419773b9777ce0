//! What would have to be otherwise for the verdict to be another one, found by judging changed facts.

use std::fmt;

use crate::{
    agreement::{Agreement, Resolution},
    verdict::{FindingFact, ReviewCourse, Verdict, VerdictFacts, judge},
};

/// The fewest things that would have to change for a milder verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise {
    /// The verdict there would be then.
    pub verdict: Verdict,
    /// What has to change; all of it, and none of it can be left out.
    pub needed: Vec<Needed>,
}

/// One thing that has to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// What it is about.
    pub subject: DecisiveFact,
    /// How it can change; each way is enough, if everything else that is needed changes too.
    pub ways: Vec<FactChange>,
}

/// One thing the verdict rests on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum DecisiveFact {
    /// How the review went.
    Course,
    /// A deterministic gate.
    Gate(String),
    /// A finding.
    Finding(String),
}

/// How a fact can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactChange {
    /// The seats agree how to mend the finding.
    Agree,
    /// The text is mended, and a review verifies it.
    Verify,
    /// A human accepts the risk.
    Accept,
    /// The council or a human settles that it is no defect.
    Dismiss,
    /// What the gate found is mended.
    Mend,
    /// A human waives what the gate found.
    Waive,
    /// The review is run again, to its end and with every seat.
    ReviewAgain,
}

impl FactChange {
    /// The ways of a finding, the weakest change first.
    const OF_FINDING: [FactChange; 4] =
        [FactChange::Agree, FactChange::Verify, FactChange::Accept, FactChange::Dismiss];

    /// Returns our own word for it.
    pub fn word(self) -> &'static str {
        match self {
            FactChange::Agree => "agree_remediation",
            FactChange::Verify => "verify",
            FactChange::Accept => "accept_risk",
            FactChange::Dismiss => "dismiss",
            FactChange::Mend => "mend",
            FactChange::Waive => "waive",
            FactChange::ReviewAgain => "review_again",
        }
    }
}

impl fmt::Display for FactChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FactChange::Agree => "the seats confirm it and agree how to fix it",
            FactChange::Verify => "the text is fixed and a review verifies it",
            FactChange::Accept => "a human accepts the risk",
            FactChange::Dismiss => "it is settled that this is no defect",
            FactChange::Mend => "what it found is fixed",
            FactChange::Waive => "a human waives what it found",
            FactChange::ReviewAgain => "a review runs to its end with every seat",
        })
    }
}

/// A finding that a vote dismissed, and the verdict there would be had it been confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upheld {
    /// The finding.
    pub id: String,
    /// The verdict there would be.
    pub verdict: Verdict,
}

/// Returns the fewest changes for each milder verdict that can be reached, the nearest first. A review of nothing has
/// none.
pub fn milder(facts: &VerdictFacts) -> Vec<Otherwise> {
    let now = judge(facts).verdict;
    let mut ladder: Vec<Otherwise> = Vec::new();
    let targets = Verdict::ALL.iter().rev().filter(|target| **target < now);
    for target in targets.filter(|target| **target >= Verdict::Pass) {
        if let Some(otherwise) = reach(facts, *target)
            && ladder.last() != Some(&otherwise)
            && otherwise.verdict == *target
        {
            ladder.push(otherwise);
        }
    }
    ladder
}

/// Returns which dismissed findings would have made the verdict stricter, the strictest first.
pub fn stricter(facts: &VerdictFacts) -> Vec<Upheld> {
    let now = judge(facts).verdict;
    let dismissed = facts.findings.iter().filter(|one| one.agreement == Agreement::QuorumOppose);
    let upheld = dismissed.map(|finding| {
        let changed = with(facts, &DecisiveFact::Finding(finding.id.clone()), |finding| {
            finding.agreement = Agreement::QuorumSupport;
            finding.resolution = Resolution::Open;
        });
        Upheld { id: finding.id.clone(), verdict: judge(&changed).verdict }
    });
    let mut upheld: Vec<Upheld> = upheld.filter(|one| one.verdict > now).collect();
    upheld.sort_by_key(|one| std::cmp::Reverse(one.verdict));
    upheld
}

/// Changes everything that can change, then takes back whatever is not needed. Since each fact speaks for itself and
/// the strictest decides, no smaller set is enough.
fn reach(facts: &VerdictFacts, target: Verdict) -> Option<Otherwise> {
    let reaches = |changed: &VerdictFacts| judge(changed).verdict <= target;
    let mut needed: Vec<DecisiveFact> = subjects(facts);
    if !reaches(&changed(facts, &needed)) {
        return None;
    }
    for subject in needed.clone() {
        let without: Vec<DecisiveFact> =
            needed.iter().filter(|other| **other != subject).cloned().collect();
        if reaches(&changed(facts, &without)) {
            needed = without;
        }
    }
    let all = changed(facts, &needed);
    let choice = |subject: &DecisiveFact| {
        let others: Vec<DecisiveFact> =
            needed.iter().filter(|other| *other != subject).cloned().collect();
        let before = changed(facts, &others);
        let is_enough = |way: &FactChange| reaches(&by(&before, subject, *way));
        let ways = ways(facts, subject).into_iter().filter(is_enough).collect();
        Needed { subject: subject.clone(), ways }
    };
    Some(Otherwise { verdict: judge(&all).verdict, needed: needed.iter().map(choice).collect() })
}

/// Returns what speaks for more than a pass.
fn subjects(facts: &VerdictFacts) -> Vec<DecisiveFact> {
    let course = match facts.course {
        ReviewCourse::Full | ReviewCourse::NotReviewed => None,
        ReviewCourse::Degraded | ReviewCourse::Unassessed | ReviewCourse::Aborted => {
            Some(DecisiveFact::Course)
        }
    };
    let gates = facts.gates.iter().filter(|gate| gate.failed || gate.majors > 0);
    let gates = gates.map(|gate| DecisiveFact::Gate(gate.id.clone()));
    let findings = facts.findings.iter().map(|finding| DecisiveFact::Finding(finding.id.clone()));
    course.into_iter().chain(gates).chain(findings).collect()
}

/// Returns the ways in which a thing can change.
fn ways(facts: &VerdictFacts, subject: &DecisiveFact) -> Vec<FactChange> {
    match subject {
        DecisiveFact::Course => vec![FactChange::ReviewAgain],
        DecisiveFact::Gate(_) => vec![FactChange::Mend, FactChange::Waive],
        DecisiveFact::Finding(id) => {
            let finding = facts.findings.iter().find(|finding| finding.id == *id);
            let confirmed = finding.is_some_and(|finding| finding.agreement.is_confirmed());
            // What the council stands behind is mended or lived with; what it could not settle can still be settled.
            let fits = |way: &FactChange| *way != FactChange::Dismiss || !confirmed;
            FactChange::OF_FINDING.into_iter().filter(fits).collect()
        }
    }
}

/// Changes things in the way that takes the most away.
fn changed(facts: &VerdictFacts, subjects: &[DecisiveFact]) -> VerdictFacts {
    subjects.iter().fold(facts.clone(), |facts, subject| match subject {
        DecisiveFact::Course => by(&facts, subject, FactChange::ReviewAgain),
        DecisiveFact::Gate(_) => by(&facts, subject, FactChange::Mend),
        DecisiveFact::Finding(_) => by(&facts, subject, FactChange::Verify),
    })
}

/// Changes one thing in one way.
fn by(facts: &VerdictFacts, subject: &DecisiveFact, way: FactChange) -> VerdictFacts {
    with(facts, subject, |finding| match way {
        FactChange::Agree => {
            finding.resolution = Resolution::RemediationAgreed;
            if !finding.agreement.is_confirmed() {
                finding.agreement = Agreement::QuorumSupport;
            }
        }
        FactChange::Verify => {
            finding.resolution = Resolution::Verified;
        }
        FactChange::Accept => {
            finding.resolution = Resolution::AcceptedRisk;
        }
        FactChange::Dismiss => {
            finding.resolution = Resolution::Dismissed;
            finding.agreement = Agreement::QuorumOppose;
        }
        FactChange::Mend | FactChange::Waive | FactChange::ReviewAgain => {}
    })
}

fn with(
    facts: &VerdictFacts,
    subject: &DecisiveFact,
    change: impl Fn(&mut FindingFact),
) -> VerdictFacts {
    let mut facts = facts.clone();
    match subject {
        DecisiveFact::Course => facts.course = ReviewCourse::Full,
        DecisiveFact::Gate(id) => {
            facts
                .gates
                .iter_mut()
                .filter(|gate| gate.id == *id)
                .for_each(|gate| (gate.failed, gate.majors) = (false, 0));
        }
        DecisiveFact::Finding(id) => {
            facts.findings.iter_mut().filter(|finding| finding.id == *id).for_each(change);
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{finding::Confidence, severity::Severity, verdict::GateFact};

    fn finding(
        id: &str,
        severity: Severity,
        agreement: Agreement,
        resolution: Resolution,
    ) -> FindingFact {
        let confidence = Confidence::new(0.9).unwrap();
        let id = id.to_owned();
        FindingFact { id, severity, confidence, agreement, resolution, rejected: false }
    }

    fn facts(findings: Vec<FindingFact>) -> VerdictFacts {
        VerdictFacts { course: ReviewCourse::Full, gates: Vec::new(), findings }
    }

    fn subjects_of(otherwise: &Otherwise) -> Vec<String> {
        let name = |needed: &Needed| match &needed.subject {
            DecisiveFact::Course => "course".to_owned(),
            DecisiveFact::Gate(id) | DecisiveFact::Finding(id) => id.clone(),
        };
        otherwise.needed.iter().map(name).collect()
    }

    #[test]
    fn only_what_decides_has_to_change() {
        let ladder = milder(&facts(vec![
            finding("a", Severity::Blocker, Agreement::Majority, Resolution::Open),
            finding("b", Severity::Major, Agreement::Majority, Resolution::Open),
            finding("c", Severity::Minor, Agreement::Majority, Resolution::Open),
        ]));
        let steps: Vec<_> =
            ladder.iter().map(|step| (step.verdict, subjects_of(step).join(" "))).collect();
        let expected = [
            (Verdict::Remediate, "a"),
            (Verdict::PassWithConcerns, "a b"),
            (Verdict::Pass, "a b c"),
        ];
        assert_eq!(steps, expected.map(|(verdict, names)| (verdict, names.to_owned())));
        assert_eq!(
            ladder[0].needed[0].ways,
            [FactChange::Agree, FactChange::Verify, FactChange::Accept]
        );
        assert_eq!(ladder[1].needed[0].ways, [FactChange::Verify, FactChange::Accept]);
        assert_eq!(ladder[2].needed[0].ways, [FactChange::Verify]);
    }

    #[test]
    fn a_failed_gate_is_mended_or_waived_and_a_lost_seat_means_another_review() {
        let gates = vec![GateFact { id: "GATE-1".to_owned(), failed: true, majors: 0, carried: 0 }];
        let ladder =
            milder(&VerdictFacts { course: ReviewCourse::Degraded, gates, findings: Vec::new() });
        assert_eq!(ladder[0].needed[0].ways, [FactChange::Mend, FactChange::Waive]);
        assert_eq!(subjects_of(&ladder[1]), ["course", "GATE-1"]);
        assert_eq!(ladder[1].verdict, Verdict::Pass);
    }

    #[test]
    fn a_pass_and_a_review_of_nothing_have_no_milder_verdict() {
        assert_eq!(milder(&facts(vec![])), []);
        let nothing = VerdictFacts { course: ReviewCourse::NotReviewed, ..facts(vec![]) };
        assert_eq!(milder(&nothing), []);
    }

    #[test]
    fn a_dismissed_blocker_would_have_made_it_stricter() {
        let dismissed =
            finding("a", Severity::Blocker, Agreement::QuorumOppose, Resolution::Dismissed);
        let upheld = stricter(&facts(vec![dismissed]));
        assert_eq!(upheld, [Upheld { id: "a".to_owned(), verdict: Verdict::Adjudicate }]);
    }

    fn any_facts() -> impl Strategy<Value = VerdictFacts> {
        let agreement = prop::sample::select(vec![
            Agreement::Unanimous,
            Agreement::Pending,
            Agreement::QuorumOppose,
            Agreement::Deadlocked,
        ]);
        let resolution = prop::sample::select(vec![
            Resolution::Open,
            Resolution::RemediationAgreed,
            Resolution::AcceptedRisk,
            Resolution::Deadlocked,
        ]);
        let severity = prop::sample::select(Severity::ALL.to_vec());
        let one = (severity, agreement, resolution, 0.0..=1.0, any::<bool>());
        let course = prop::sample::select(vec![
            ReviewCourse::Full,
            ReviewCourse::Degraded,
            ReviewCourse::Unassessed,
            ReviewCourse::Aborted,
        ]);
        (course, prop::collection::vec(one, 0..5), any::<bool>()).prop_map(
            |(course, list, failed)| VerdictFacts {
                course,
                gates: vec![GateFact { id: "gate".to_owned(), failed, majors: 0, carried: 0 }],
                findings: (1..)
                    .zip(list)
                    .map(|(number, (severity, agreement, resolution, confidence, rejected))| {
                        FindingFact {
                            confidence: Confidence::new(confidence).unwrap(),
                            rejected,
                            ..finding(&format!("f{number}"), severity, agreement, resolution)
                        }
                    })
                    .collect(),
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_needed_is_enough_and_nothing_smaller_is(facts in any_facts()) {
            for step in milder(&facts) {
                let needed: Vec<DecisiveFact> =
                    step.needed.iter().map(|needed| needed.subject.clone()).collect();
                prop_assert_eq!(judge(&changed(&facts, &needed)).verdict, step.verdict);
                let all = subjects(&facts);
                for chosen in 0_u32..(1 << all.len()) {
                    let few: Vec<DecisiveFact> = all
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| chosen & (1 << at) != 0)
                        .map(|(_, subject)| subject.clone())
                        .collect();
                    if few.len() < needed.len() {
                        prop_assert!(judge(&changed(&facts, &few)).verdict > step.verdict);
                    }
                }
            }
        }

        #[test]
        fn every_way_that_is_named_is_enough(facts in any_facts()) {
            for step in milder(&facts) {
                for needed in &step.needed {
                    prop_assert!(!needed.ways.is_empty());
                    let others: Vec<DecisiveFact> = step
                        .needed
                        .iter()
                        .map(|other| other.subject.clone())
                        .filter(|other| *other != needed.subject)
                        .collect();
                    for way in &needed.ways {
                        let changed = by(&changed(&facts, &others), &needed.subject, *way);
                        prop_assert!(judge(&changed).verdict <= step.verdict);
                    }
                }
            }
        }

        #[test]
        fn every_verdict_above_a_pass_can_be_made_milder(facts in any_facts()) {
            let verdict = judge(&facts).verdict;
            prop_assert_eq!(milder(&facts).is_empty(), verdict == Verdict::Pass);
        }
    }
}
