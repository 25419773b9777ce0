//! What blocks, in the words and codes that others rely on.

use council_core::{
    agreement::{Agreement, Resolution},
    diagnostic::{Diagnostic, Level, Place},
    finding::Confidence,
    gate::{Hold, Signal, Weight},
    severity::Severity,
    verdict::{
        FindingFact, GateFact, Ground, ReasonedVerdict, ReviewCourse, Verdict, VerdictFacts, judge,
    },
};

#[test]
fn an_error_blocks_and_a_warning_does_not() {
    let weight = |diagnostic: Diagnostic| Signal::from(diagnostic).weight;
    assert_eq!(weight(Diagnostic::error("a", Place::file("a.md"), "a")), Weight::Block);
    assert_eq!(weight(Diagnostic::warning("a", Place::file("a.md"), "a")), Weight::Advisory);
}

#[test]
fn only_a_note_is_graded_as_a_note() {
    let severity = |level| {
        let error = Diagnostic::error("a", Place::file("a.md"), "a");
        Signal::from(Diagnostic { level, ..error }).severity()
    };
    assert_eq!(severity(Level::Error), Severity::Blocker);
    assert_eq!(severity(Level::Warning), Severity::Minor);
    assert_eq!(severity(Level::Note), Severity::Note);
}

fn judged(course: ReviewCourse, majors: usize, findings: Vec<FindingFact>) -> ReasonedVerdict {
    let gates = vec![GateFact { id: "GATE-1".to_owned(), failed: false, majors, carried: 0 }];
    judge(&VerdictFacts { course, gates, findings })
}

#[test]
fn a_degraded_council_holds_the_work_and_a_whole_one_does_not() {
    assert_eq!(judged(ReviewCourse::Degraded, 0, Vec::new()).holds(), [Hold::Degraded]);
    assert_eq!(judged(ReviewCourse::Full, 0, Vec::new()).holds(), []);
    assert_eq!(judged(ReviewCourse::Full, 2, Vec::new()).holds(), []);
}

#[test]
fn a_major_of_a_gate_asks_for_a_remediation_whoever_sits() {
    assert_eq!(judged(ReviewCourse::Full, 0, Vec::new()).verdict, Verdict::Pass);
    for majors in [1, 7] {
        assert_eq!(judged(ReviewCourse::Full, majors, Vec::new()).verdict, Verdict::Remediate);
    }
}

#[test]
fn what_a_human_lets_stand_at_a_gate_is_a_concern_and_never_a_clean_pass() {
    let said = |carried| {
        let gates = vec![GateFact { id: "GATE-1".to_owned(), failed: false, majors: 0, carried }];
        let judgement =
            judge(&VerdictFacts { course: ReviewCourse::Full, gates, findings: Vec::new() });
        let grounds = judgement.reasons.iter().map(|reason| reason.ground.to_string());
        (judgement.verdict, grounds.collect::<Vec<_>>())
    };
    assert_eq!(said(0), (Verdict::Pass, Vec::new()));
    let one = "a human lets stand what GATE-1 found".to_owned();
    assert_eq!(said(1), (Verdict::PassWithConcerns, vec![one]));
    let more = "a human lets stand 3 things that GATE-1 found".to_owned();
    assert_eq!(said(3), (Verdict::PassWithConcerns, vec![more]));
}

#[test]
fn the_decisive_reasons_are_those_of_the_verdict() {
    let grounds = |course, majors| {
        let judgement = judged(course, majors, Vec::new());
        judgement.decisive().map(|reason| reason.ground.clone()).collect::<Vec<_>>()
    };
    assert_eq!(grounds(ReviewCourse::Degraded, 0), [Ground::Degraded]);
    let gate = "GATE-1".to_owned();
    assert_eq!(grounds(ReviewCourse::Degraded, 3), [Ground::GateMajors { gate, count: 3 }]);
}

#[test]
fn a_confidence_that_is_just_high_enough_needs_no_human() {
    let verdict = |confidence| {
        let finding = FindingFact {
            id: "FND-1".to_owned(),
            severity: Severity::Major,
            confidence,
            agreement: Agreement::Majority,
            resolution: Resolution::RemediationAgreed,
            rejected: false,
        };
        judged(ReviewCourse::Full, 0, vec![finding]).verdict
    };
    assert_eq!(verdict(Confidence::LOW), Verdict::Remediate);
    assert_eq!(verdict(Confidence::new(0.0).unwrap()), Verdict::Adjudicate);
}

#[test]
fn every_verdict_has_its_word() {
    let words = [
        (Verdict::Skipped, "skipped"),
        (Verdict::Pass, "pass"),
        (Verdict::PassWithConcerns, "pass_with_concerns"),
        (Verdict::Remediate, "remediate"),
        (Verdict::Fail, "fail"),
        (Verdict::Adjudicate, "adjudicate"),
        (Verdict::Aborted, "aborted"),
    ];
    for (verdict, word) in words {
        assert_eq!(verdict.word(), word);
    }
}

#[test]
fn a_ground_names_the_finding_it_is_about_and_no_other() {
    let id = || "FND-1".to_owned();
    for ground in [
        Ground::Deadlock(id()),
        Ground::NoRemediation(id()),
        Ground::LowConfidence(id()),
        Ground::RejectedBlocker(id()),
        Ground::UnverifiedBlocker(id()),
        Ground::OpenMajor(id()),
        Ground::Concern(id()),
    ] {
        assert_eq!(ground.finding(), Some("FND-1"), "{ground:?}");
    }
    let gate = || "GATE-1".to_owned();
    for ground in [
        Ground::Aborted,
        Ground::Degraded,
        Ground::GateFailed(gate()),
        Ground::GateMajors { gate: gate(), count: 1 },
        Ground::GateCarried { gate: gate(), count: 1 },
    ] {
        assert_eq!(ground.finding(), None, "{ground:?}");
    }
}
