//! A finding as the report formats want it.

use council_core::{diagnostic::Place, gate::Signal, severity::Severity};
use council_formats::report;
use council_rules::Finding;
use serde_json::{Map, Value, json};

/// Returns findings with the lines they stand on and their keys for programs.
pub(super) fn findings(findings: &[Finding], text: &str) -> Vec<report::Finding> {
    let lines: Vec<&str> = text.lines().collect();
    findings.iter().map(|found| finding(found, &lines)).collect()
}

fn finding(finding: &Finding, lines: &[&str]) -> report::Finding {
    let line = usize::try_from(finding.start.line).unwrap_or(usize::MAX).saturating_sub(1);
    let source = lines.get(line).copied().filter(|_| !finding.span.is_empty());
    report::Finding {
        signal: signal(finding),
        end: Some(finding.end),
        source: source.map(str::to_owned),
        severity: finding.severity.word(),
        data: keys(finding),
    }
}

fn signal(finding: &Finding) -> Signal {
    let place = Place {
        path: Some(finding.path.clone()),
        line: Some(finding.start.line),
        column: Some(finding.start.column),
    };
    let message = finding.message.clone();
    let signal = match finding.severity {
        Severity::Blocker | Severity::Major => Signal::block(finding.rule.id, place, message),
        Severity::Minor | Severity::Note => Signal::advisory(finding.rule.id, place, message),
    };
    Signal { help: Some(finding.remediation.clone()), ..signal }
}

/// Returns the keys of a finding, in the order in which they are documented.
fn keys(finding: &Finding) -> Map<String, Value> {
    let rule = finding.rule;
    let entries = [
        ("file", json!(finding.path)),
        ("line", json!(finding.start.line)),
        ("column", json!(finding.start.column)),
        ("end_line", json!(finding.end.line)),
        ("end_column", json!(finding.end.column)),
        ("rule", json!(rule.id)),
        ("kind", json!(rule.kind.word())),
        ("category", json!(rule.subcategory.category().word())),
        ("subcategory", json!(rule.subcategory.word())),
        ("severity", json!(finding.severity.word())),
        ("confidence", json!(rule.confidence())),
        ("message", json!(finding.message)),
        ("quote", json!(finding.quote)),
        ("remediation", json!(finding.remediation)),
        ("signature", json!(finding.signature().as_str())),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
