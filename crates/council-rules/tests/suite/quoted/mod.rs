//! What a rule quotes, for tests of rules.

use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns what a rule quotes of a document.
pub(crate) fn found(rule: &str, text: &str) -> Vec<String> {
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |own| own.id == rule);
    findings.into_iter().map(|finding| finding.quote().to_owned()).collect()
}

/// Returns what a rule quotes of a list of requirements.
pub(crate) fn required(rule: &str, requirements: &[&str]) -> Vec<String> {
    let list = requirements.join("\n- ");
    found(rule, &format!("# Product\n\n## Requirements\n\n- {list}\n"))
}
