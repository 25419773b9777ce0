//! Applies the edits that mend findings and change nothing else.

use council_rules::{Edit, Finding};

/// Returns a text with every edit applied that does not overlap an earlier one, and how many those are.
pub fn fixed(text: &str, findings: &[Finding]) -> (String, usize) {
    let mut edits: Vec<&Edit> =
        findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let (mut at, mut count) = (0, 0);
    for edit in edits.into_iter().filter(|edit| edit.span.end <= text.len()) {
        if edit.span.start < at {
            continue;
        }
        out.push_str(text.get(at..edit.span.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.span.end;
        count += 1;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, count)
}
