//! Reports for the tests of formats.

use std::{borrow::Cow, sync::Arc};

use council_core::{
    finding::{Evidence, Location, LocationKind},
    gate::Outcome,
    packet::{LineIndex, Original, Span},
    severity::Severity,
    signature::ShortId,
    taxonomy::Subcategory,
};

use super::{Report, ReportFinding};

/// Returns a report with two findings of one rule and one name, behind a letter of two bytes.
pub(super) fn with_two_equal_findings() -> Report {
    let text = "\u{fc} the the end\n";
    let span = Span::new(3, 10);
    let lines = LineIndex::new(text);
    let whole = Location { path: "a.md".to_owned(), anchor: None, kind: LocationKind::Document };
    let evidence = Evidence::Quote(String::new());
    let finding = ReportFinding {
        original: Arc::new(Original::new("a.md", text)),
        short_id: ShortId::of(None, Subcategory::Ambiguity, &whole, &evidence),
        span,
        quoted: span,
        start: lines.position(text, span.start),
        end: lines.position(text, span.end),
        rule: "doubled-word",
        kind: "kind",
        subcategory: Subcategory::Ambiguity,
        severity: Severity::Note,
        confidence: 0.5,
        message: Cow::Borrowed("`the` stands twice"),
        remediation: Cow::Borrowed("write it once"),
        fix: Some(Box::new((span, "the".to_owned()))),
        anchor: None,
    };
    let mut report = Report::new("lint", "a.md", Outcome::Warned, "2 findings");
    report.findings = vec![finding.clone(), finding];
    report
}
