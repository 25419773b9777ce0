//! Requirements and ids that stand twice, and what only looks like it.

use council_core::severity::Severity;
use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns the lines on which a rule finds something in a document.
fn lines(rule: &str, text: &str) -> Vec<u32> {
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |own| own.id == rule);
    findings.into_iter().map(|finding| finding.start.line).collect()
}

const BEHAVIOUR: &str = "# Export\n\n## Requirements\n\n### Requirement: Export\n\nThe server SHALL write every \
                         invoice of the month into the export.\n\n#### Scenario: One month\n\n- **WHEN** a month \
                         ends\n- **THEN** the server writes the file\n\n#### Scenario: No invoice\n\n- **WHEN** there \
                         is none\n- **THEN** the file is empty\n";

#[test]
fn a_requirement_that_is_copied_below_a_scenario_is_found() {
    let copy = "The server SHALL write every invoice of the month into the export.";
    assert_eq!(lines("duplicate-requirement", &format!("{BEHAVIOUR}\n{copy}\n")).len(), 1);
}

#[test]
fn a_copy_with_an_id_of_its_own_is_a_warning_and_one_of_another_thing_a_note() {
    let severity = |one: &str, other: &str| {
        let text = format!("# Till\n\n## Requirements\n\n- FR-3: {one}\n- FR-9: {other}\n");
        let packet = markdown_prd("prd.md", &text).value;
        let found = check_with(&packet, |rule| rule.id == "duplicate-requirement");
        found.first().map(|finding| finding.severity)
    };
    let copy = "The desk shall send a reminder two days before a loan ends.";
    assert_eq!(severity(copy, copy), Some(Severity::Minor));
    let other = "The kiosk shall send a reminder two days before a loan ends.";
    assert_ne!(severity(copy, other), Some(Severity::Minor));
}

#[test]
fn a_step_that_repeats_its_requirement_is_none() {
    let step = "- **AND** the server SHALL write every invoice of the month into the export.";
    assert!(lines("duplicate-requirement", &format!("{BEHAVIOUR}{step}\n")).is_empty());
    for fine in [
        "The server writes every invoice of the month into the export.",
        "> The server SHALL write every invoice of the month into the export.",
        "The server SHALL write every invoice of the year into the export.",
        "The server SHALL NOT write every invoice of the month into the export.",
        "#### The server SHALL write every invoice of the month into the export",
    ] {
        let text = format!("{BEHAVIOUR}\n{fine}\n");
        assert!(lines("duplicate-requirement", &text).is_empty(), "{fine}");
    }
}

#[test]
fn an_id_that_heads_two_paragraphs_is_given_twice() {
    let rule = "duplicate-id";
    let text = "# A\n\n## Requirements\n\n**FR2: Run**\n- Runs the command\n\n**FR2: Read**\n- Reads the answer\n";
    assert_eq!(lines(rule, text), [8]);
    let elsewhere = "# A\n\n## Should have\n\n**SC1**: Limits known\n- Written down\n\n**SC1**: Examples found\n- Two\n";
    assert_eq!(lines(rule, elsewhere), [8]);
}

#[test]
fn an_id_that_comes_back_to_its_own_requirement_is_given_once() {
    let rule = "duplicate-id";
    for fine in [
        "### FR-2: Run\n\n**FR-2**: The server must run the command.",
        "**FR-2**: The server must run the command.\n\n**FR-2** (continued) covers the answer.",
        "**FR-2**: The server must run the command.\n\nFR-2 is tested by hand.",
        "**FR-2**: The server must run the command.\n\n> **FR-2**: The server runs.",
        "**FR-2**: The server must run the command.\n\n```\n**FR-2**: x\n```",
        "**[P1] Audit trail.** The server must log every act.\n\n**[P1] Limits.** The server must refuse long texts.",
    ] {
        let text = format!("# A\n\n## Requirements\n\n{fine}\n");
        assert!(lines(rule, &text).is_empty(), "{fine}");
    }
}
