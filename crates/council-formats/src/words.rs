//! The contracts' spellings of our own values, for everything that is written.

use council_core::{
    agreement::{Agreement, Resolution},
    alignment::{Degree, VisionViolation},
    council::{AbortReason, Ending, Round},
    gate::report::{GateStatus, Trust},
    quorum::Vote,
    severity::Severity,
    verdict::Verdict,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares an enum of contract words and how our values turn into them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident from $ours:ty { $($pattern:pat => $variant:ident = $word:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`")]
                #[serde(rename = $word)]
                $variant,
            )+
        }

        impl From<$ours> for $name {
            fn from(value: $ours) -> Self {
                match value { $($pattern => Self::$variant,)+ }
            }
        }

        impl $name {
            /// Every spelling, in the contract's order.
            pub const WORDS: &[&str] = &[$($word,)+];

            /// Reads a spelling; there is no other.
            pub fn read(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }

            /// Returns the spelling.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }
    };
}

/// Declares an enum of contract words that are one to one with our values, and turns into them both ways.
macro_rules! paired_words {
    ($(#[$doc:meta])* $name:ident from $ours:ident { $($value:ident => $variant:ident = $word:literal;)+ }) => {
        words! { $(#[$doc])* $name from $ours { $($ours::$value => $variant = $word;)+ } }

        impl From<$name> for $ours {
            fn from(word: $name) -> Self {
                match word { $($name::$variant => Self::$value,)+ }
            }
        }
    };
}

words! {
    /// A severity.
    SeverityWord from Severity {
        Severity::Blocker => Blocker = "BLOCKER";
        Severity::Major => Major = "MAJOR";
        Severity::Minor => Minor = "MINOR";
        Severity::Note => Info = "INFO";
    }
}

paired_words! {
    /// How far the seats agree.
    AgreementWord from Agreement {
        Unanimous => Unanimous = "UNANIMOUS";
        Majority => Majority = "MAJORITY";
        Pending => Pending = "PENDING";
        Contested => Contested = "CONTESTED";
        QuorumSupport => QuorumSupport = "QUORUM_SUPPORT";
        QuorumOppose => QuorumOppose = "QUORUM_OPPOSE";
        Deadlocked => Deadlocked = "DEADLOCKED";
    }
}

paired_words! {
    /// What became of a finding.
    ResolutionWord from Resolution {
        Open => Open = "OPEN";
        RemediationAgreed => RemediationAgreed = "REMEDIATION_AGREED";
        RemediatedUnverified => RemediatedUnverified = "REMEDIATED_UNVERIFIED";
        Verified => Verified = "VERIFIED";
        Dismissed => Dismissed = "DISMISSED";
        AcceptedRisk => AcceptedRisk = "ACCEPTED_RISK";
        Deferred => Deferred = "DEFERRED";
        Deadlocked => Deadlocked = "DEADLOCKED";
    }
}

words! {
    /// A verdict as sessions and bundles spell it.
    VerdictWord from Verdict {
        Verdict::Pass | Verdict::PassWithConcerns => Passed = "PASSED";
        Verdict::Remediate => NeedsRemediation = "NEEDS_REMEDIATION";
        Verdict::Fail => Failed = "FAILED";
        Verdict::Adjudicate => NeedsAdjudication = "NEEDS_ADJUDICATION";
        Verdict::Aborted => Aborted = "ABORTED";
        Verdict::Skipped => Skipped = "SKIPPED";
    }
}

words! {
    /// How a session ended.
    EndingWord from Ending {
        Ending::Converged => Converged = "CONVERGED";
        Ending::Deadlocked => Deadlocked = "DEADLOCKED";
        Ending::Aborted(_) => Aborted = "ABORTED";
    }
}

words! {
    /// Why a session was stopped.
    AbortWord from AbortReason {
        AbortReason::Timeout => Timeout = "TIMEOUT";
        AbortReason::BudgetExhausted => BudgetExhausted = "BUDGET_EXHAUSTED";
        AbortReason::SeatsLost => AgentFailure = "AGENT_FAILURE";
        AbortReason::Cancelled => UserCancelled = "USER_CANCELLED";
    }
}

words! {
    /// The name of a cycle.
    CycleName from Round {
        Round::Broad => Broad = "BROAD";
        Round::Remediate => Remediate = "REMEDIATE";
        Round::Converge => Converge = "CONVERGE";
    }
}

words! {
    /// A vote.
    VoteWord from Vote {
        Vote::Support => Support = "SUPPORT";
        Vote::Oppose => Oppose = "OPPOSE";
        Vote::Abstain => Abstain = "ABSTAIN";
    }
}

words! {
    /// A coarse amount.
    DegreeWord from Degree {
        Degree::Low => Low = "LOW";
        Degree::Medium => Medium = "MEDIUM";
        Degree::High => High = "HIGH";
    }
}

words! {
    /// How a packet breaks the vision.
    ViolationWord from VisionViolation {
        VisionViolation::PhaseRegression => PhaseRegression = "PHASE_REGRESSION";
        VisionViolation::PhaseSkip => PhaseSkip = "PHASE_SKIP";
        VisionViolation::MissionDrift => MissionDrift = "MISSION_DRIFT";
        VisionViolation::ValueExtraction => ValueExtraction = "VALUE_EXTRACTION";
    }
}

words! {
    /// What kind of gate it is.
    TrustWord from Trust {
        Trust::Trusted => Trusted = "TRUSTED";
        Trust::Deterministic => Deterministic = "DETERMINISTIC";
        Trust::Assisted => Assisted = "LLM-ASSISTED";
    }
}

words! {
    /// How a gate ended.
    GateStatusWord from GateStatus {
        GateStatus::Passed => Passed = "PASSED";
        GateStatus::Failed => Failed = "FAILED";
        GateStatus::NotApplicable => NotApplicable = "NOT_APPLICABLE";
    }
}
