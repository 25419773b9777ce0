//! The gates a review went through.

use super::{
    fields::{CheckedNode, ContractCheck},
    verdict::is_of_seats,
};
use crate::words::{GateStatusWord, SeverityWord, TrustWord};

/// Checks the gates; a deterministic one fails with a blocker and only with one.
pub(super) fn gates(check: &mut ContractCheck<'_>, list: &[CheckedNode<'_>]) {
    for gate in list {
        check.text(gate, "gate_id");
        let kind = check.word(gate, "type", TrustWord::WORDS);
        let status = check.word(gate, "status", GateStatusWord::WORDS);
        check.need_key(gate, "evidence");
        let mut blocked = false;
        for found in check.list(gate, "findings") {
            if found.node().text().is_some() {
                continue;
            }
            blocked |= check.word(&found, "severity", SeverityWord::WORDS) == Some("BLOCKER");
            check.text(&found, "location");
            check.text(&found, "description");
        }
        let computed = if blocked { "FAILED" } else { "PASSED" };
        let deterministic = kind.is_some() && !is_of_seats(gate);
        if let Some(status) = status
            && deterministic
            && status != "NOT_APPLICABLE"
            && status != computed
        {
            let message =
                format!("{} is {status}, but its findings make it {computed}", gate.name());
            check
                .error("gate-mismatch", gate, message)
                .help("a gate fails with a BLOCKER and only with one");
        }
    }
}
