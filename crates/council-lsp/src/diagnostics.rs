//! Findings as an editor shows them.

use council::{
    core::{diagnostic::Diagnostic as Noticed, packet::Span, severity::Severity},
    formats::report::clean,
    lint::Linted,
    manual,
    rules::Finding,
};
use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    Uri,
};
use serde_json::json;

use crate::text::Lines;

/// What the editor shows as the origin of a finding.
pub(crate) const SOURCE: &str = "council";

/// The most findings of a file that are shown, the worst of them; a file that has more is not read to its end by anybody.
const MOST: usize = 500;

/// Returns what there is to show of a file.
pub(crate) fn of(linted: &Linted, lines: &Lines, uri: &Uri) -> Vec<Diagnostic> {
    let mut findings: Vec<&Finding> = linted.findings.iter().collect();
    let left = findings.len().saturating_sub(MOST);
    if left > 0 {
        findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.span));
        findings.truncate(MOST);
        findings.sort_by_key(|finding| finding.span);
    }
    let mut shown: Vec<Diagnostic> =
        linted.diagnostics.iter().map(|noticed| of_noticed(noticed, lines)).collect();
    shown.extend(findings.into_iter().map(|finding| of_finding(finding, lines, uri)));
    if left > 0 {
        let message = format!("{left} more findings are not shown here: run `council lint --all`");
        shown.push(plain(
            Span::default(),
            lines,
            DiagnosticSeverity::Information,
            "more",
            &message,
        ));
    }
    shown
}

/// Returns that a text could not be read.
pub(crate) fn unreadable(reason: &str, lines: &Lines) -> Diagnostic {
    plain(Span::default(), lines, DiagnosticSeverity::Error, "unreadable", reason)
}

/// Returns how bad a finding is for an editor: what stops a review is an error.
pub(crate) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Blocker | Severity::Major => DiagnosticSeverity::Error,
        Severity::Minor => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    }
}

fn of_finding(finding: &Finding, lines: &Lines, uri: &Uri) -> Diagnostic {
    let message =
        format!("{}\nhelp: {}", clean::line(&finding.message), clean::line(&finding.remediation));
    let related = finding.related.map(|span| {
        let location = Location { uri: uri.clone(), range: lines.range(span) };
        let words = clean::line(span.of(lines.text())).into_owned();
        vec![DiagnosticRelatedInformation { location, message: format!("the other half: {words}") }]
    });
    Diagnostic {
        code_description: Some(CodeDescription { href: Uri(manual::address(finding.rule.id)) }),
        related_information: related,
        data: Some(
            json!({ "fingerprint": finding.short_id().to_string(), "severity": finding.severity.word() }),
        ),
        ..plain(finding.span, lines, severity(finding.severity), finding.rule.id, &message)
    }
}

fn of_noticed(noticed: &Noticed, lines: &Lines) -> Diagnostic {
    let line = noticed.place.line.unwrap_or(1).saturating_sub(1);
    let at = lines.offset(gen_lsp_types::Position { line, character: 0 });
    let mut message = clean::line(&noticed.message).into_owned();
    if let Some(help) = &noticed.help {
        message = format!("{message}\nhelp: {}", clean::line(help));
    }
    plain(Span::new(at, at), lines, DiagnosticSeverity::Warning, noticed.code, &message)
}

fn plain(
    span: Span,
    lines: &Lines,
    severity: DiagnosticSeverity,
    code: &str,
    message: &str,
) -> Diagnostic {
    Diagnostic {
        range: lines.range(span),
        severity: Some(severity),
        code: Some(Code::String(code.to_owned())),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: message.to_owned().into(),
        tags: None,
        related_information: None,
        data: None,
    }
}
