//! The verdict: one scale, one function.

/// What the council thinks. The order is the order of strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing was reviewed.
    Skipped,
    /// Nothing is left to say.
    Pass,
    /// Only minor findings or notes are left, or the panel was degraded.
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
