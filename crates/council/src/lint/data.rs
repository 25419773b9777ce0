//! A finding as the report formats want it.

use council_formats::report;
use council_rules::Finding;

/// Returns a finding for any format. Nothing of the text is copied.
pub(crate) fn finding(finding: Finding) -> report::ReportFinding {
    let rule = finding.rule;
    report::ReportFinding {
        short_id: finding.short_id(),
        span: finding.span,
        quoted: finding.quoted(),
        start: finding.start,
        end: finding.end,
        rule: rule.id,
        kind: rule.kind.word(),
        subcategory: rule.subcategory,
        severity: finding.severity,
        confidence: rule.confidence(),
        message: finding.message,
        remediation: finding.remediation,
        fix: finding.fix.map(|edit| Box::new((edit.span, edit.text))),
        anchor: finding.anchor,
        original: finding.original,
    }
}
