//! For reviewdog: a diagnostic a line, with what would repair it as a suggestion.

use std::io::{self, Write};

use council_core::{
    packet::{LineIndex, Span},
    severity::Severity,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Noticed, Report, json as plain_json, markdown::plain};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes everything that was noticed in a file.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    for report in reports {
        for noticed in report.noticed() {
            let Some(path) = noticed.path() else { continue };
            let address = (report.manual)(noticed.code()).map(|manual| manual.address);
            let line = RdjsonLine {
                source: RdjsonSource { name: "council" },
                message: message(noticed),
                severity: level(noticed.severity()),
                code: RdjsonCode { value: noticed.code(), url: address },
                location: json!({ "path": path, "range": range(noticed) }),
                suggestions: suggestions(noticed),
            };
            plain_json::write_line(&line, out)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct RdjsonLine<'a> {
    message: String,
    location: Value,
    severity: &'static str,
    source: RdjsonSource,
    code: RdjsonCode<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Value>,
}

#[derive(Serialize)]
struct RdjsonSource {
    name: &'static str,
}

#[derive(Serialize)]
struct RdjsonCode<'a> {
    value: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// Returns what is said, a paragraph a line. It becomes a comment, so that text of a document is made harmless for one.
fn message(noticed: Noticed<'_>) -> String {
    let advice = noticed.advice();
    let lines: Vec<String> = advice.lines().map(plain).collect();
    lines.join("\n\n")
}

fn range(noticed: Noticed<'_>) -> Value {
    match noticed {
        // Its columns are bytes.
        Noticed::Finding(finding) => of_span(finding.original.text(), finding.span),
        Noticed::Signal(_) => json!({ "start": { "line": noticed.line().unwrap_or(1).max(1) } }),
    }
}

fn suggestions(noticed: Noticed<'_>) -> Vec<Value> {
    let Noticed::Finding(finding) = noticed else { return Vec::new() };
    let fix = finding.fix.as_deref().map(
        |(span, text)| json!({ "range": of_span(finding.original.text(), *span), "text": text }),
    );
    fix.into_iter().collect()
}

fn of_span(text: &str, span: Span) -> Value {
    let lines = LineIndex::new(text);
    let place = |offset: usize| {
        let line = lines.line(offset);
        let column = offset.saturating_sub(lines.start(line).unwrap_or_default()) + 1;
        json!({ "line": line, "column": column })
    };
    json!({ "start": place(span.start), "end": place(span.end) })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker | Severity::Major => "ERROR",
        Severity::Minor => "WARNING",
        Severity::Note => "INFO",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing;

    #[test]
    fn a_line_has_a_place_in_bytes_and_what_would_repair_it() {
        let text = render(&[testing::with_two_equal_findings()]);
        let line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(line["location"]["path"], "a.md");
        assert_eq!(line["location"]["range"]["start"], json!({ "line": 1, "column": 4 }));
        assert_eq!(line["severity"], "INFO");
        assert_eq!(line["suggestions"][0]["text"], "the");
        assert_eq!(line["suggestions"][0]["range"]["end"], json!({ "line": 1, "column": 11 }));
        assert_eq!(text.lines().count(), 2);
        assert_eq!(line["message"], "\\`the\\` stands twice\n\nhelp: write it once");
    }

    #[test]
    fn text_of_a_document_mentions_nobody() {
        let mut report = testing::with_two_equal_findings();
        for finding in &mut report.findings {
            finding.message = "`@bad <img src=x>` stands twice".into();
        }
        let text = render(&[report]);
        assert!(!text.contains("@bad") && !text.contains("<img"), "{text}");
    }
}
