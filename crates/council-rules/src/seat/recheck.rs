//! Whether a rule sees a finding that is shown to the seat.

use council_core::council::{Opinion, ShownFinding};

use crate::Finding;

/// Returns the seat's opinion of what a rule of its own reports; of anything else it has none.
pub(super) fn opinion(findings: &[Finding], shown: &ShownFinding) -> Option<Opinion> {
    let finding = seen(findings, shown)?;
    let rationale =
        format!("the rule `{}` reports it at line {}", finding.rule.id, finding.start.line);
    Some(Opinion { holds: Some(finding.severity), rationale: rationale.into() })
}

/// Returns the finding of a rule that is the one shown: of the same rule, at the same place, and about the same words.
///
/// That a rule has something to say about a sentence makes no other claim about this sentence true, and that a term is
/// nowhere to be found does not mean that it ought to be there.
pub(super) fn seen<'f>(findings: &'f [Finding], shown: &ShownFinding) -> Option<&'f Finding> {
    let rule = shown.rule.as_deref()?;
    let quote = shown.evidence.as_str();
    let is_it = |finding: &&Finding| {
        let said = finding.message == shown.description;
        let own = finding.quote();
        let meets = !own.is_empty() && (quote.contains(own) || own.contains(quote));
        finding.rule.id == rule
            && (said || meets)
            && finding.location().to_string() == shown.location
    };
    findings.iter().find(is_it)
}
