//! What a caller may set about a session. Passed to the flow with every input, never stored in it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits and names a session runs under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// The longest active time; waiting for a human does not count.
    pub timeout: Duration,
    /// How long a person may take to answer a question; after that the seat is lost.
    #[serde(default = "a_week", skip_serializing_if = "is_a_week")]
    pub answer_within: Duration,
    /// The most tokens all calls together may use.
    pub budget: u64,
    /// How many tokens each part of a session should use; more is a warning, not an error.
    pub allotment: Allotment,
    /// Who decides what the council cannot.
    pub escalation_target: String,
}

/// The soft share of the budget for each part of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allotment {
    /// Opening the session and choosing modes.
    pub opening: u64,
    /// The broad round.
    pub broad: u64,
    /// The remediation round.
    pub remediate: u64,
    /// The convergence round.
    pub converge: u64,
    /// Putting the outputs together.
    pub assembly: u64,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            timeout: Duration::from_hours(1),
            answer_within: a_week(),
            budget: 100_000,
            allotment: Allotment {
                opening: 5_000,
                broad: 35_000,
                remediate: 30_000,
                converge: 25_000,
                assembly: 5_000,
            },
            escalation_target: "AUTH_PRODUCT".to_owned(),
        }
    }
}

fn a_week() -> Duration {
    Duration::from_hours(7 * 24)
}

fn is_a_week(given: &Duration) -> bool {
    *given == a_week()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allotments_make_up_the_budget() {
        let Policy { budget, allotment, .. } = Policy::default();
        let Allotment { opening, broad, remediate, converge, assembly } = allotment;
        assert_eq!(opening + broad + remediate + converge + assembly, budget);
    }
}
