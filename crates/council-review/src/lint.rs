//! A text and what the offline rules find in it.

use council_app::lint::{RuleSelection, lint_text};

use crate::finding::{Finding, Severity};

/// Lints a Markdown text as `council lint` does. `path` is the name to show for it; a file such as `CHANGELOG.md` is known
/// by it not to be a specification.
///
/// ```
/// assert!(council::lint("prd.md", "# Limits\n\n## Requirements\n\n- A user has at most 50 items.\n").is_empty());
/// ```
pub fn lint(path: &str, text: &str) -> Vec<Finding> {
    let linted = lint_text(path, text, &RuleSelection::default());
    let found = linted.findings.iter().map(|finding| Finding {
        rule: finding.rule.id.to_owned(),
        severity: Severity::of(finding.severity),
        path: Some(path.to_owned()),
        line: Some(finding.start.line),
        column: Some(finding.start.column),
        message: finding.message.to_string(),
        help: Some(finding.remediation.to_string()),
    });
    found.collect()
}

/// Returns the manual page of a rule, as Markdown.
///
/// ```
/// assert!(council::manual("placeholder").is_some_and(|page| page.starts_with("# placeholder\n")));
/// assert_eq!(council::manual("no-such-rule"), None);
/// ```
pub fn manual(rule: &str) -> Option<String> {
    council_rules::rule(rule).map(council_rules::Rule::manual)
}
