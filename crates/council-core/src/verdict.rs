//! The verdict: one scale, one function. Prose never decides; every surface asks here.

use std::fmt;

use crate::{
    agreement::{Agreement, Resolution},
    finding::Confidence,
    gate::{Hold, Outcome},
    severity::Severity,
};

/// What the council thinks. The order is the order of strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing was reviewed.
    Skipped,
    /// Nothing is left to say.
    Pass,
    /// Only minor findings or notes are left, or the council was degraded.
    PassWithConcerns,
    /// A blocker with an agreed but unverified remediation, or an open major.
    Remediate,
    /// A deterministic gate failed with a blocker, or a confirmed blocker stands rejected by its owner.
    Fail,
    /// A deadlock, a confirmed blocker without an agreed remediation, or low confidence where it matters.
    Adjudicate,
    /// The session did not end by itself.
    Aborted,
}

impl Verdict {
    /// Every verdict, mildest first.
    pub const ALL: [Verdict; 7] = [
        Verdict::Skipped,
        Verdict::Pass,
        Verdict::PassWithConcerns,
        Verdict::Remediate,
        Verdict::Fail,
        Verdict::Adjudicate,
        Verdict::Aborted,
    ];

    /// Returns our own word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Skipped => "skipped",
            Verdict::Pass => "pass",
            Verdict::PassWithConcerns => "pass_with_concerns",
            Verdict::Remediate => "remediate",
            Verdict::Fail => "fail",
            Verdict::Adjudicate => "adjudicate",
            Verdict::Aborted => "aborted",
        }
    }

    /// Returns what a gate makes of it.
    pub fn outcome(self) -> Outcome {
        match self {
            Verdict::Pass => Outcome::Pass,
            Verdict::PassWithConcerns => Outcome::Warned,
            Verdict::Skipped => Outcome::Skipped,
            Verdict::Remediate | Verdict::Fail | Verdict::Adjudicate => Outcome::Blocked,
            Verdict::Aborted => Outcome::Failed,
        }
    }
}

/// One thing the verdict rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictReason {
    /// The verdict this alone would give.
    pub verdict: Verdict,
    /// What it is.
    pub ground: Ground,
}

/// Why a reason has its weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// The session was aborted.
    Aborted,
    /// Nothing was reviewed.
    NothingReviewed,
    /// A deterministic gate failed with a blocker.
    GateFailed(String),
    /// A deterministic gate found majors.
    GateMajors {
        /// The gate.
        gate: String,
        /// How many.
        count: usize,
    },
    /// A human lets stand what a deterministic gate found, and somebody answers for it.
    GateCarried {
        /// The gate.
        gate: String,
        /// How many blockers and majors.
        count: usize,
    },
    /// The council could not settle a finding.
    Deadlock(String),
    /// A confirmed blocker has no agreed remediation.
    NoRemediation(String),
    /// A confirmed blocker or major rests on low confidence.
    LowConfidence(String),
    /// A confirmed blocker was rejected by its owner.
    RejectedBlocker(String),
    /// A confirmed blocker has an agreed remediation that nobody has verified.
    UnverifiedBlocker(String),
    /// A confirmed major is open.
    OpenMajor(String),
    /// A finding below major is left, or one that a human put off or lives with.
    Concern(String),
    /// A seat was lost.
    Degraded,
    /// A seat has not assessed the packet against the vision.
    Unassessed,
}

impl Ground {
    /// Returns the finding it is about.
    pub fn finding(&self) -> Option<&str> {
        match self {
            Ground::Deadlock(id)
            | Ground::NoRemediation(id)
            | Ground::LowConfidence(id)
            | Ground::RejectedBlocker(id)
            | Ground::UnverifiedBlocker(id)
            | Ground::OpenMajor(id)
            | Ground::Concern(id) => Some(id),
            Ground::Aborted
            | Ground::NothingReviewed
            | Ground::GateFailed(_)
            | Ground::GateMajors { .. }
            | Ground::GateCarried { .. }
            | Ground::Degraded
            | Ground::Unassessed => None,
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::Aborted => f.write_str("the session was aborted"),
            Ground::NothingReviewed => f.write_str("nothing was reviewed"),
            Ground::GateFailed(gate) => write!(f, "{gate} failed with a blocker"),
            Ground::GateMajors { gate, count: 1 } => write!(f, "{gate} found a major"),
            Ground::GateMajors { gate, count } => write!(f, "{gate} found {count} majors"),
            Ground::GateCarried { gate, count: 1 } => {
                write!(f, "a human lets stand what {gate} found")
            }
            Ground::GateCarried { gate, count } => {
                write!(f, "a human lets stand {count} things that {gate} found")
            }
            Ground::Deadlock(id) => write!(f, "the council is deadlocked on {id}"),
            Ground::NoRemediation(id) => write!(f, "the blocker {id} has no agreed remediation"),
            Ground::LowConfidence(id) => write!(f, "{id} is confirmed with low confidence"),
            Ground::RejectedBlocker(id) => write!(f, "the blocker {id} was rejected by its owner"),
            Ground::UnverifiedBlocker(id) => {
                write!(f, "the remediation of the blocker {id} is not verified")
            }
            Ground::OpenMajor(id) => write!(f, "the major {id} is open"),
            Ground::Concern(id) => write!(f, "{id} is left as a concern"),
            Ground::Unassessed => {
                f.write_str("not every seat has assessed the packet against the vision")
            }
            Ground::Degraded => f.write_str("a seat was lost, so the council was degraded"),
        }
    }
}

/// A deterministic gate as the verdict sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateFact {
    /// The gate's id.
    pub id: String,
    /// Whether it failed with a blocker that no human has waived.
    pub failed: bool,
    /// How many majors it found that no human has decided on.
    pub majors: usize,
    /// How many blockers and majors it found that a human lets stand.
    pub carried: usize,
}

/// A finding as the verdict sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingFact {
    /// The finding's id.
    pub id: String,
    /// How bad it is.
    pub severity: Severity,
    /// How sure its raisers are.
    pub confidence: Confidence,
    /// How far the seats agree.
    pub agreement: Agreement,
    /// What became of it.
    pub resolution: Resolution,
    /// Whether a human said it should not be mended, without a waiver.
    pub rejected: bool,
}

/// Everything the verdict rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictFacts {
    /// How the review went.
    pub course: ReviewCourse,
    /// The deterministic gates.
    pub gates: Vec<GateFact>,
    /// The findings that passed the evidence lock.
    pub findings: Vec<FindingFact>,
}

/// How the review went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReviewCourse {
    /// There was nothing to review.
    NotReviewed,
    /// Every seat stayed to the end.
    Full,
    /// One seat was lost.
    Degraded,
    /// A seat that is left has not assessed the packet against the vision.
    Unassessed,
    /// It did not end by itself.
    Aborted,
}

/// A verdict and what it rests on, weightiest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonedVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// Everything that speaks for more than a pass.
    pub reasons: Vec<VerdictReason>,
}

impl ReasonedVerdict {
    /// Returns what the work waits for, whatever the verdict: a degraded council never lets it go on.
    pub fn holds(&self) -> Vec<Hold> {
        let degraded = self.reasons.iter().any(|reason| reason.ground == Ground::Degraded);
        degraded.then_some(Hold::Degraded).into_iter().collect()
    }

    /// Returns the reasons that alone would give the verdict.
    pub fn decisive(&self) -> impl Iterator<Item = &VerdictReason> {
        self.reasons.iter().filter(|reason| reason.verdict == self.verdict)
    }
}

/// Computes the verdict: the strictest of what each fact alone would give.
pub fn judge(facts: &VerdictFacts) -> ReasonedVerdict {
    let mut reasons = Vec::new();
    match facts.course {
        ReviewCourse::Full => {}
        ReviewCourse::Degraded => {
            reasons.push(VerdictReason {
                verdict: Verdict::PassWithConcerns,
                ground: Ground::Degraded,
            });
        }
        ReviewCourse::Unassessed => {
            reasons
                .push(VerdictReason { verdict: Verdict::Adjudicate, ground: Ground::Unassessed });
        }
        ReviewCourse::Aborted => {
            reasons.push(VerdictReason { verdict: Verdict::Aborted, ground: Ground::Aborted });
        }
        ReviewCourse::NotReviewed => {
            let reason =
                VerdictReason { verdict: Verdict::Skipped, ground: Ground::NothingReviewed };
            return ReasonedVerdict { verdict: Verdict::Skipped, reasons: vec![reason] };
        }
    }
    let failed = facts.gates.iter().filter(|gate| gate.failed);
    reasons.extend(failed.map(|gate| VerdictReason {
        verdict: Verdict::Fail,
        ground: Ground::GateFailed(gate.id.clone()),
    }));
    let open = facts.gates.iter().filter(|gate| gate.majors > 0);
    reasons.extend(open.map(|gate| VerdictReason {
        verdict: Verdict::Remediate,
        ground: Ground::GateMajors { gate: gate.id.clone(), count: gate.majors },
    }));
    let carried = facts.gates.iter().filter(|gate| gate.carried > 0);
    reasons.extend(carried.map(|gate| VerdictReason {
        verdict: Verdict::PassWithConcerns,
        ground: Ground::GateCarried { gate: gate.id.clone(), count: gate.carried },
    }));
    reasons.extend(facts.findings.iter().flat_map(weigh));
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.verdict));
    let verdict = reasons.first().map_or(Verdict::Pass, |reason| reason.verdict);
    ReasonedVerdict { verdict, reasons }
}

/// Returns what one finding speaks for.
fn weigh(finding: &FindingFact) -> Vec<VerdictReason> {
    let reason = |verdict, ground: fn(String) -> Ground| VerdictReason {
        verdict,
        ground: ground(finding.id.clone()),
    };
    if finding.agreement == Agreement::QuorumOppose {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    let unsettled =
        finding.agreement == Agreement::Deadlocked || finding.resolution == Resolution::Deadlocked;
    if unsettled && finding.resolution.is_open() {
        reasons.push(reason(Verdict::Adjudicate, Ground::Deadlock));
    }
    let confirmed = finding.agreement.is_confirmed();
    let grave = finding.severity >= Severity::Major;
    if confirmed && grave && finding.resolution.is_open() {
        if finding.confidence < Confidence::LOW {
            reasons.push(reason(Verdict::Adjudicate, Ground::LowConfidence));
        }
        reasons.push(match (finding.severity, finding.resolution) {
            (Severity::Blocker, _) if finding.rejected => {
                reason(Verdict::Fail, Ground::RejectedBlocker)
            }
            (
                Severity::Blocker,
                Resolution::RemediationAgreed | Resolution::RemediatedUnverified,
            ) => reason(Verdict::Remediate, Ground::UnverifiedBlocker),
            (Severity::Blocker, _) => reason(Verdict::Adjudicate, Ground::NoRemediation),
            _ => reason(Verdict::Remediate, Ground::OpenMajor),
        });
        return reasons;
    }
    match finding.resolution {
        Resolution::Verified | Resolution::Dismissed => {}
        Resolution::AcceptedRisk | Resolution::Deferred => {
            reasons.push(reason(Verdict::PassWithConcerns, Ground::Concern));
        }
        Resolution::Open
        | Resolution::RemediationAgreed
        | Resolution::RemediatedUnverified
        | Resolution::Deadlocked => {
            // A blocker or major that nobody confirmed and no vote dismissed has not been settled: it never passes.
            let verdict = if grave { Verdict::Adjudicate } else { Verdict::PassWithConcerns };
            let ground = if grave { Ground::Deadlock } else { Ground::Concern };
            if reasons.is_empty() {
                reasons.push(reason(verdict, ground));
            }
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn finding(severity: Severity, agreement: Agreement, resolution: Resolution) -> FindingFact {
        let confidence = Confidence::new(0.9).unwrap();
        FindingFact {
            id: "FND-1".to_owned(),
            severity,
            confidence,
            agreement,
            resolution,
            rejected: false,
        }
    }

    fn verdict(findings: Vec<FindingFact>) -> Verdict {
        judge(&VerdictFacts { course: ReviewCourse::Full, gates: Vec::new(), findings }).verdict
    }

    #[test]
    fn nothing_left_is_a_pass() {
        assert_eq!(verdict(vec![]), Verdict::Pass);
    }

    #[test]
    fn each_row_of_the_table_holds() {
        use Agreement::{Deadlocked, Majority, QuorumOppose, QuorumSupport, Unanimous};
        use Resolution::{Open, RemediationAgreed, Verified};
        use Severity::{Blocker, Major, Minor, Note};
        for (finding, expected) in [
            (finding(Minor, Deadlocked, Open), Verdict::Adjudicate),
            (finding(Blocker, Majority, Open), Verdict::Adjudicate),
            (finding(Blocker, Unanimous, RemediationAgreed), Verdict::Remediate),
            (finding(Blocker, Unanimous, Verified), Verdict::Pass),
            (finding(Blocker, QuorumOppose, Resolution::Dismissed), Verdict::Pass),
            (finding(Major, QuorumSupport, Open), Verdict::Remediate),
            (finding(Major, QuorumSupport, RemediationAgreed), Verdict::Remediate),
            (finding(Major, QuorumSupport, Resolution::AcceptedRisk), Verdict::PassWithConcerns),
            (finding(Minor, Majority, Open), Verdict::PassWithConcerns),
            (finding(Note, Agreement::Pending, Open), Verdict::PassWithConcerns),
        ] {
            assert_eq!(verdict(vec![finding.clone()]), expected, "{finding:?}");
        }
    }

    #[test]
    fn low_confidence_on_a_confirmed_major_needs_a_human() {
        let mut doubtful =
            finding(Severity::Major, Agreement::Majority, Resolution::RemediationAgreed);
        doubtful.confidence = Confidence::new(0.3).unwrap();
        assert_eq!(verdict(vec![doubtful]), Verdict::Adjudicate);
    }

    #[test]
    fn a_rejected_blocker_fails() {
        let mut rejected =
            finding(Severity::Blocker, Agreement::Majority, Resolution::RemediationAgreed);
        rejected.rejected = true;
        assert_eq!(verdict(vec![rejected]), Verdict::Fail);
    }

    #[test]
    fn a_failed_gate_cannot_be_voted_away() {
        let gates = vec![GateFact {
            id: "GATE-PRD-SCHEMA".to_owned(),
            failed: true,
            majors: 0,
            carried: 0,
        }];
        let judgement =
            judge(&VerdictFacts { course: ReviewCourse::Full, gates, findings: Vec::new() });
        assert_eq!(judgement.verdict, Verdict::Fail);
        assert_eq!(
            judgement.reasons[0].ground.to_string(),
            "GATE-PRD-SCHEMA failed with a blocker"
        );
    }

    #[test]
    fn a_degraded_council_never_gives_a_clean_pass() {
        let facts = |course| VerdictFacts { course, gates: Vec::new(), findings: Vec::new() };
        assert_eq!(judge(&facts(ReviewCourse::Degraded)).verdict, Verdict::PassWithConcerns);
        assert_eq!(judge(&facts(ReviewCourse::Aborted)).verdict, Verdict::Aborted);
        assert_eq!(judge(&facts(ReviewCourse::NotReviewed)).verdict, Verdict::Skipped);
    }

    fn any_finding() -> impl Strategy<Value = FindingFact> {
        let agreement = prop::sample::select(vec![
            Agreement::Unanimous,
            Agreement::Majority,
            Agreement::Pending,
            Agreement::Contested,
            Agreement::QuorumSupport,
            Agreement::QuorumOppose,
            Agreement::Deadlocked,
        ]);
        let resolution = prop::sample::select(vec![
            Resolution::Open,
            Resolution::RemediationAgreed,
            Resolution::RemediatedUnverified,
            Resolution::Verified,
            Resolution::Dismissed,
            Resolution::AcceptedRisk,
            Resolution::Deferred,
            Resolution::Deadlocked,
        ]);
        let severity = prop::sample::select(Severity::ALL.to_vec());
        (severity, agreement, resolution, 0.0..=1.0, any::<bool>()).prop_map(
            |(severity, agreement, resolution, confidence, rejected)| FindingFact {
                confidence: Confidence::new(confidence).unwrap(),
                rejected,
                ..finding(severity, agreement, resolution)
            },
        )
    }

    proptest! {
        #[test]
        fn another_finding_never_improves_the_verdict(
            findings in prop::collection::vec(any_finding(), 0..6), extra in any_finding(),
        ) {
            let before = verdict(findings.clone());
            let mut more = findings;
            more.push(extra);
            prop_assert!(verdict(more) >= before);
        }

        #[test]
        fn an_open_blocker_or_major_never_passes(finding in any_finding()) {
            let open = finding.resolution.is_open() && finding.agreement != Agreement::QuorumOppose;
            if open && finding.severity >= Severity::Major {
                prop_assert!(verdict(vec![finding]) > Verdict::PassWithConcerns);
            }
        }
    }
}
