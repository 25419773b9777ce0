//! The words legacy files use for verdicts, severities and gate statuses, and what they certainly mean.

use council_core::verdict::Verdict;

/// What a word certainly means. A word that is not here has no meaning: there is no default verdict.
const VERDICTS: [(&str, Verdict); 13] = [
    ("PASS", Verdict::Pass),
    ("PASSED", Verdict::Pass),
    ("APPROVED", Verdict::Pass),
    ("PASSED_WITH_WARNINGS", Verdict::PassWithConcerns),
    ("APPROVED_WITH_CONCERNS", Verdict::PassWithConcerns),
    ("APPROVED_WITH_REMEDIATION", Verdict::Remediate),
    ("NEEDS_REMEDIATION", Verdict::Remediate),
    ("FAIL", Verdict::Fail),
    ("FAILED", Verdict::Fail),
    ("REJECTED", Verdict::Fail),
    ("NEEDS_ADJUDICATION", Verdict::Adjudicate),
    ("ABORTED", Verdict::Aborted),
    ("SKIPPED", Verdict::Skipped),
];

/// Reads a verdict by one of the words whose meaning is certain, spaces and case aside.
pub fn verdict(word: &str) -> Option<Verdict> {
    let word = word.trim().to_ascii_uppercase().replace([' ', '-'], "_");
    VERDICTS.iter().find(|(known, _)| *known == word).map(|(_, meant)| *meant)
}

/// How a gate's status weighs when a file states it more than once: the strictest statement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GateWeight {
    /// The gate holds, or does not apply.
    Held,
    /// Nobody looked.
    NotRun,
    /// Something is to be said, or the word is unknown.
    Doubtful,
    /// The gate does not hold.
    Failed,
}

impl GateWeight {
    /// Weighs a status word; an unknown one is doubtful.
    pub(super) fn of(status: &str) -> GateWeight {
        match status.trim().to_ascii_uppercase().as_str() {
            "PASS" | "PASSED" | "NOT_APPLICABLE" | "WAIVED" => GateWeight::Held,
            "SKIPPED" | "PENDING" => GateWeight::NotRun,
            "FAIL" | "FAILED" | "BLOCKED" | "REJECTED" => GateWeight::Failed,
            _ => GateWeight::Doubtful,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_certain_meaning_are_read() {
        for (word, expected) in [
            ("PASSED", Verdict::Pass),
            ("approved with concerns", Verdict::PassWithConcerns),
            ("APPROVED_WITH_REMEDIATION", Verdict::Remediate),
            ("REJECTED", Verdict::Fail),
            ("NEEDS_ADJUDICATION", Verdict::Adjudicate),
        ] {
            assert_eq!(verdict(word), Some(expected), "{word}");
        }
    }

    #[test]
    fn no_other_word_is_a_verdict() {
        for word in ["", "ADVANCED", "NEEDS_REVISION", "it is APPROVED", "PASSED?", "NOT PASSED"] {
            assert_eq!(verdict(word), None, "{word}");
        }
    }

    #[test]
    fn an_unknown_gate_status_never_weighs_like_a_pass() {
        assert!(GateWeight::of("SPLENDID") > GateWeight::of("PASSED"));
        assert!(GateWeight::of("FAIL") > GateWeight::of("PASSED_WITH_REMEDIATION"));
    }
}
