//! What documents in known layouts are asked for, and under which names they may answer.

use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// The rules about parts of a document.
const PARTS: [&str; 4] =
    ["missing-section", "no-acceptance-criteria", "no-success-measure", "no-test-plan"];

/// Returns which rules say that something is missing, and what they say.
fn missing(text: &str) -> Vec<String> {
    let packet = markdown_prd("spec.md", text).value;
    let findings = check_with(&packet, |rule| PARTS.contains(&rule.id));
    findings
        .into_iter()
        .map(|finding| format!("{}: {}", finding.rule.id, finding.message))
        .collect()
}

const SPEC_KIT: &str = "# Feature: Till

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Pay (Priority: P1)

A clerk takes money.

**Acceptance Scenarios**:

1. **Given** a sum, **When** it is keyed in, **Then** the drawer opens.

### Edge Cases

- The roll is empty: the till stops.

## Requirements *(mandatory)*

### Functional Requirements

- **FR-001**: The till MUST ring.
- **FR-002**: The drawer MUST open.

## Success Criteria *(mandatory)*

### Measurable Outcomes

- **SC-001**: A sale takes 20 seconds.

## Assumptions

- There is power.
";

#[test]
fn a_complete_spec_kit_specification_lacks_nothing() {
    assert_eq!(missing(SPEC_KIT), Vec::<String>::new());
}

#[test]
fn what_a_spec_kit_specification_leaves_out_is_named() {
    let (before, after) = SPEC_KIT.split_once("## Success Criteria").unwrap();
    let after = after.split_once("## Assumptions").unwrap().1;
    let without = format!("{before}## Assumptions{after}");
    assert_eq!(missing(&without), ["no-success-measure: nothing says how success is measured"]);
    let (before, after) = SPEC_KIT.split_once("### Edge Cases").unwrap();
    let after = after.split_once("## Requirements").unwrap().1;
    let found = missing(&format!("{before}## Requirements{after}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("missing-section: no `Edge Cases` section"), "{found:?}");
}

#[test]
fn every_requirement_of_an_open_spec_has_a_scenario() {
    let text = "# Till\n\n## Purpose\n\nTo sell.\n\n## Requirements\n\n### Requirement: Ring\n\nThe till SHALL ring.\n\n#### \
                Scenario: Sale\n\n- **WHEN** a sum is keyed in\n- **THEN** it rings\n\n### Requirement: Open\n\nThe drawer \
                SHALL open.\n";
    let found = missing(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("no-acceptance-criteria: this requirement"), "{found:?}");
    let gone = text.replace("## Requirements", "## REMOVED Requirements");
    assert!(missing(&gone).is_empty(), "what is taken out needs none");
}

#[test]
fn a_heading_that_carries_its_answer_is_not_empty() {
    let empty = |text: &str| {
        let packet = markdown_prd("spec.md", text).value;
        check_with(&packet, |rule| rule.id == "empty-section").len()
    };
    assert_eq!(
        empty("# Till\n\n## Design\n\nWood.\n\n### Review date: 2024-05-06\n\n## Risks\n\nFire.\n"),
        0
    );
    assert_eq!(empty("# Till\n\n## Design\n\n## Risks\n\nFire.\n"), 1);
}

#[test]
fn a_changelog_is_not_linted_as_a_specification() {
    let text = "# Changes\n\n## [1.1.0] - 2024-05-06\n\n- The till must be user-friendly, TBD.\n\n## [1.0.0] - 2024-01-02\n\n- \
                First.\n";
    let packet = markdown_prd("CHANGELOG.md", text).value;
    assert!(check_with(&packet, |_| true).is_empty());
}

#[test]
fn a_design_says_what_it_is_about_before_it_goes_into_parts() {
    let parts = "## Architecture\n\nA till and a drawer.\n\n## Components\n\n### Till\n\nIt rings.\n\n## Data Models\n\nA sale.\n\n## Testing\n\nBy hand.\n";
    let missing = |opening: &str| missing(&format!("# Design: Till\n\n{opening}{parts}"));
    let says = |found: &[String]| found.iter().any(|one| one.contains("no `Overview` section"));
    assert!(says(&missing("")));
    for opening in [
        "This design says how the till of a shop is built.\n\n",
        "## Summary\n\nHow a till is built.\n\n",
        "## Background\n\nThere was no till.\n\n",
    ] {
        assert!(!says(&missing(opening)), "{opening}");
    }
}
