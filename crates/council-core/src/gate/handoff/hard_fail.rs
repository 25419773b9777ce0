//! The nine things that stop task generation.

/// What stops task generation, in the contract's order. The ninth has two halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HardFail {
    /// The values at the top are missing or malformed.
    Front,
    /// The file is not a panel review.
    Phase,
    /// The verdict is missing or not one of the three.
    Verdict,
    /// Nobody has acted on the review.
    Pending,
    /// Fewer than four core seats have spoken.
    Reviewers,
    /// The chair's synthesis is missing.
    Synthesis,
    /// The chair states no valid verdict.
    ChairVerdict,
    /// The re-review section is missing.
    ReReview,
    /// The re-review gate did not say to proceed.
    NotProceed,
    /// The file is not the latest of a series in order.
    NotLatest,
}

impl HardFail {
    /// Every hard fail, in order.
    pub const ALL: [HardFail; 10] = [
        HardFail::Front,
        HardFail::Phase,
        HardFail::Verdict,
        HardFail::Pending,
        HardFail::Reviewers,
        HardFail::Synthesis,
        HardFail::ChairVerdict,
        HardFail::ReReview,
        HardFail::NotProceed,
        HardFail::NotLatest,
    ];

    /// Returns the contract's number.
    pub fn number(self) -> u8 {
        match self {
            HardFail::Front => 1,
            HardFail::Phase => 2,
            HardFail::Verdict => 3,
            HardFail::Pending => 4,
            HardFail::Reviewers => 5,
            HardFail::Synthesis => 6,
            HardFail::ChairVerdict => 7,
            HardFail::ReReview => 8,
            HardFail::NotProceed | HardFail::NotLatest => 9,
        }
    }

    /// Returns the stable code of its signal.
    pub fn code(self) -> &'static str {
        match self {
            HardFail::Front => "FRONT_MATTER_INVALID",
            HardFail::Phase => "PHASE_WRONG",
            HardFail::Verdict => "VERDICT_INVALID",
            HardFail::Pending => "STATUS_PENDING",
            HardFail::Reviewers => "REVIEWERS_MISSING",
            HardFail::Synthesis => "SYNTHESIS_MISSING",
            HardFail::ChairVerdict => "CHAIR_VERDICT_MISSING",
            HardFail::ReReview => "REREVIEW_MISSING",
            HardFail::NotProceed => "GATE_NOT_PROCEED",
            HardFail::NotLatest => "NOT_LATEST",
        }
    }

    /// Returns the reader's codes that say the same with a line.
    pub fn diagnostics(self) -> &'static [&'static str] {
        match self {
            HardFail::Front => &[
                "ambiguous-key",
                "date-invalid",
                "duplicate-key",
                "front-matter-missing",
                "front-matter-not-a-map",
                "front-matter-unclosed",
                "key-spelling",
                "not-yaml",
                "prd-version-invalid",
                "project-invalid",
                "project-mismatch",
                "review-number-invalid",
                "reviewers-invalid",
                "status-invalid",
                "yaml-alias",
            ],
            HardFail::Phase => &["phase-wrong"],
            HardFail::Verdict => &["verdict-invalid"],
            HardFail::Pending => &[],
            HardFail::Reviewers => {
                &["core-reviewer-missing", "reviews-duplicate", "reviews-missing"]
            }
            HardFail::Synthesis => &["synthesis-duplicate", "synthesis-missing"],
            HardFail::ChairVerdict => &["chair-verdict-invalid", "chair-verdict-missing"],
            HardFail::ReReview => &["rereview-duplicate", "rereview-missing"],
            HardFail::NotProceed => &["gate-decision-invalid", "gate-decision-missing"],
            HardFail::NotLatest => &["review-number-mismatch"],
        }
    }

    /// Returns the hard fail that a diagnostic of the reader stands for.
    pub fn of(code: &str) -> Option<HardFail> {
        HardFail::ALL.into_iter().find(|fail| fail.diagnostics().contains(&code))
    }

    /// Returns what to say where no reader said it better.
    pub(super) fn message(self) -> &'static str {
        match self {
            HardFail::Front => "the front matter is missing or malformed",
            HardFail::Phase => "the file does not say that it is a council review",
            HardFail::Verdict => "the front matter has no valid verdict",
            HardFail::Pending => "nobody has acted on the review: its status is PENDING",
            HardFail::Reviewers => "fewer than four core reviewers have spoken",
            HardFail::Synthesis => "the chair's synthesis is missing",
            HardFail::ChairVerdict => "the chair's synthesis states no valid verdict",
            HardFail::ReReview => "the re-review status is missing",
            HardFail::NotProceed => "the gate decision is not PROCEED",
            HardFail::NotLatest => "the review is not the latest of its series",
        }
    }

    /// Returns what to do about it.
    pub(super) fn help(self) -> &'static str {
        match self {
            HardFail::Front => "begin the file with `---`, the required keys once each, and `---`",
            HardFail::Phase => "write `phase: council-review`",
            HardFail::Verdict => {
                "write one of APPROVED, APPROVED_WITH_CONCERNS and REVISE_AND_RESUBMIT"
            }
            HardFail::Pending => {
                "whoever wrote the review records in it what is accepted and rejected, and its `status`"
            }
            HardFail::Reviewers => "each core reviewer needs a subsection of `## Reviewer Outputs`",
            HardFail::Synthesis => "add the section `## Council Chair Synthesis`",
            HardFail::ChairVerdict => {
                "add a line `Overall Verdict:` with one of the three verdicts"
            }
            HardFail::ReReview => "add the section `## Re-Review Status`",
            HardFail::NotProceed => {
                "whoever wrote the review records under `## Re-Review Status` whether to proceed"
            }
            HardFail::NotLatest => "finish the review with the highest number",
        }
    }
}
