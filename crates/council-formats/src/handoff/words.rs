//! The contract's spellings of the panel's words.

use council_core::{
    handoff::{DecisionWord, GateDecision, HandoffStatus, Rating, StatedCertainty, Tier},
    severity::Severity,
};

/// The value of `phase` in a panel review.
pub(crate) const PHASE: &str = "council-review";

/// What stands under `## User Decisions` while nobody has decided.
pub(super) const UNDECIDED: &str = "User review in progress. Decisions not yet recorded.";

/// What stands under `### Notes` where nothing else was said.
pub(super) const NO_NOTES: &str = "No notes.";

/// What parts a declined recommendation from the reason.
pub(super) const BECAUSE: &str = "— Rationale:";

/// Returns a rating as the front matter and the chair spell it.
pub fn rating(rating: Rating) -> &'static str {
    match rating {
        Rating::Approved => "APPROVED",
        Rating::Concerns => "APPROVED_WITH_CONCERNS",
        Rating::Revise => "REVISE_AND_RESUBMIT",
    }
}

/// Returns a rating as a seat spells it.
pub fn rating_phrase(rating: Rating) -> &'static str {
    match rating {
        Rating::Approved => "APPROVED",
        Rating::Concerns => "APPROVED WITH CONCERNS",
        Rating::Revise => "REVISE AND RESUBMIT",
    }
}

/// Reads a rating in either spelling. There is no default.
pub fn read_rating(word: &str) -> Option<Rating> {
    let word = bare(word);
    Rating::ALL.into_iter().find(|one| word == rating(*one) || word == rating_phrase(*one))
}

/// Returns a status as the front matter spells it.
pub fn status(status: HandoffStatus) -> &'static str {
    match status {
        HandoffStatus::Pending => "PENDING",
        HandoffStatus::Accepted => "ACCEPTED",
        HandoffStatus::Rejected => "REJECTED",
    }
}

/// Reads a status.
pub fn read_status(word: &str) -> Option<HandoffStatus> {
    let word = bare(word);
    let all = [HandoffStatus::Pending, HandoffStatus::Accepted, HandoffStatus::Rejected];
    all.into_iter().find(|one| word == status(*one))
}

/// Returns the decision of the re-review gate as its section spells it.
pub fn decision(decision: GateDecision) -> &'static str {
    match decision {
        GateDecision::Proceed => "PROCEED",
        GateDecision::Reconvene => "RECONVENE",
    }
}

/// Reads the decision of the re-review gate.
pub fn read_decision(word: &str) -> Option<GateDecision> {
    let word = bare(word);
    [GateDecision::Proceed, GateDecision::Reconvene].into_iter().find(|one| word == decision(*one))
}

/// Returns a human's answer as its section spells it.
pub fn answer(answer: DecisionWord) -> &'static str {
    match answer {
        DecisionWord::Accepted => "ACCEPTED",
        DecisionWord::Rejected => "REJECTED",
        DecisionWord::Partial => "PARTIAL",
    }
}

/// Reads a human's answer.
pub(super) fn read_answer(word: &str) -> Option<DecisionWord> {
    let word = bare(word);
    let all = [DecisionWord::Accepted, DecisionWord::Rejected, DecisionWord::Partial];
    all.into_iter().find(|one| word == answer(*one))
}

/// Returns a severity as a panel spells it.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "CRITICAL",
        Severity::Major => "HIGH",
        Severity::Minor => "MEDIUM",
        Severity::Note => "LOW",
    }
}

/// Reads a panel's severity, in any case: people write both `HIGH` and `High`.
pub(super) fn read_severity(word: &str) -> Option<Severity> {
    let word = bare(word);
    Severity::ALL.into_iter().find(|one| word.eq_ignore_ascii_case(severity(*one)))
}

/// Returns a certainty as a panel spells it.
pub fn certainty(certainty: StatedCertainty) -> &'static str {
    match certainty {
        StatedCertainty::Low => "LOW",
        StatedCertainty::Medium => "MEDIUM",
        StatedCertainty::High => "HIGH",
    }
}

/// Reads a panel's certainty, in any case.
pub(super) fn read_certainty(word: &str) -> Option<StatedCertainty> {
    let word = bare(word);
    StatedCertainty::ALL.into_iter().find(|one| word.eq_ignore_ascii_case(certainty(*one)))
}

/// Returns the title of a tier of recommended revisions.
pub(super) fn tier(tier: Tier) -> &'static str {
    match tier {
        Tier::Must => "Must Address Before Proceeding",
        Tier::Should => "Should Address",
        Tier::Could => "Could Address",
        Tier::Deferred => "Deferred",
    }
}

/// Returns a word without the emphasis or backticks around it.
fn bare(word: &str) -> &str {
    word.trim().trim_matches(['*', '`']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_rating_are_read() {
        for one in Rating::ALL {
            assert_eq!(read_rating(rating(one)), Some(one));
            assert_eq!(read_rating(&format!(" **{}** ", rating_phrase(one))), Some(one));
        }
    }

    #[test]
    fn anything_else_is_no_rating() {
        for word in [
            "",
            "approved",
            "APPROVED.",
            "APPRОVED", // The O is Cyrillic.
            "APPROVED | APPROVED_WITH_CONCERNS | REVISE_AND_RESUBMIT",
            "APPROVED_WITH CONCERNS",
            "APPROVED WITH CONCERNS (two)",
            "PASSED",
        ] {
            assert_eq!(read_rating(word), None, "{word}");
        }
    }
}
