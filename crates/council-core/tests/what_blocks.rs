//! What blocks, in the words and codes that others rely on.

use council_core::{
    diagnostic::{Diagnostic, Place},
    gate::{Signal, Weight},
    verdict::{Ground, Verdict},
};

#[test]
fn an_error_blocks_and_a_warning_does_not() {
    let weight = |diagnostic: Diagnostic| Signal::from(diagnostic).weight;
    assert_eq!(weight(Diagnostic::error("a", Place::file("a.md"), "a")), Weight::Block);
    assert_eq!(weight(Diagnostic::warning("a", Place::file("a.md"), "a")), Weight::Advisory);
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
    for ground in [Ground::Aborted, Ground::Degraded, Ground::GateFailed("GATE-1".to_owned())] {
        assert_eq!(ground.finding(), None, "{ground:?}");
    }
}
