//! Applies the edits that repair findings and change nothing else.

use council_rules::{Edit, Finding};
use similar::TextDiff;

/// An edit that is applied to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The rule whose finding it repairs.
    pub rule: &'static str,
    /// The line it begins on.
    pub line: u32,
    /// The column it begins at.
    pub column: u32,
    /// What is replaced.
    pub before: String,
    /// What it is replaced with.
    pub after: String,
}

/// Returns every edit that does not overlap an earlier one, in the order of the text.
pub fn fixes(text: &str, findings: &[Finding]) -> Vec<Fix> {
    let fix = |(finding, edit): (&Finding, &Edit)| Fix {
        rule: finding.rule.id,
        line: finding.start.line,
        column: finding.start.column,
        before: edit.span.of(text).to_owned(),
        after: edit.text.clone(),
    };
    applied(text, findings).into_iter().map(fix).collect()
}

/// Returns a text with every edit applied that does not overlap an earlier one, and how many those are.
pub fn fixed(text: &str, findings: &[Finding]) -> (String, usize) {
    let edits = applied(text, findings);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (_, edit) in &edits {
        out.push_str(text.get(at..edit.span.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, edits.len())
}

/// Returns what the edits change in a file, as a unified diff; nothing where there are none.
pub fn diff(path: &str, text: &str, findings: &[Finding]) -> String {
    let (fixed, _) = fixed(text, findings);
    let diff = TextDiff::from_lines(text, &fixed);
    let (old, new) = (format!("a/{path}"), format!("b/{path}"));
    diff.unified_diff().context_radius(3).header(&old, &new).to_string()
}

fn applied<'f>(text: &str, findings: &'f [Finding]) -> Vec<(&'f Finding, &'f Edit)> {
    let with_edit = |finding: &'f Finding| finding.fix.as_ref().map(|edit| (finding, edit));
    let mut edits: Vec<(&Finding, &Edit)> = findings.iter().filter_map(with_edit).collect();
    edits.sort_by_key(|(_, edit)| (edit.span.start, edit.span.end));
    let mut at = 0;
    edits.retain(|(_, edit)| {
        let is_next = edit.span.start >= at && edit.span.end <= text.len();
        if is_next {
            at = edit.span.end;
        }
        is_next
    });
    edits
}
