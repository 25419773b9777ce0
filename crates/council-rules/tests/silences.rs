//! What documents leave unsaid, and where they say it.

use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns what a rule quotes of a document.
fn found(rule: &str, text: &str) -> Vec<String> {
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |own| own.id == rule);
    findings.into_iter().map(|finding| finding.quote().to_owned()).collect()
}

/// A feature with requirements, one of them this.
fn feature(requirement: &str, more: &str) -> String {
    format!(
        "# Till\n\n## Requirements\n\n- FR-1: {requirement}\n- FR-2: The drawer shall open.\n\n{more}\n"
    )
}

#[test]
fn edge_cases_that_are_only_asked_are_reported_once() {
    let asked = "# Till\n\n## Requirements\n\n- FR-1: The till shall ring.\n\n## Edge Cases\n\n- What happens when the \
                 paper roll ends?\n- How does the till react to a torn note?\n";
    assert_eq!(found("unanswered-edge-case", asked), ["What happens when the paper roll ends?"]);
    for answered in [
        "- What happens when the paper roll ends? The till stops and shows a lamp.\n",
        "- What happens when the paper roll ends?\n  - The till stops.\n",
        "- The paper roll ends: the till stops.\n",
    ] {
        let text = format!("# Till\n\n## Edge Cases\n\n{answered}");
        assert!(found("unanswered-edge-case", &text).is_empty(), "{answered}");
    }
    let required = "# Till\n\n## Requirements\n\n- FR-1: When the paper roll ends, the till shall stop.\n\n## Edge \
                    Cases\n\n- What happens when the paper roll ends?\n";
    assert!(found("unanswered-edge-case", required).is_empty());
}

#[test]
fn a_limit_is_asked_for_its_figure() {
    let rule = "limit-without-number";
    let bare = feature("The service shall enforce rate limiting for each shop.", "");
    assert_eq!(found(rule, &bare).len(), 1);
    let given = feature(
        "The service shall enforce rate limiting for each shop.",
        "## Limits\n\n| What | Value |\n|---|---|\n| Rate limit | 60 requests |",
    );
    assert!(found(rule, &given).is_empty());
    for other in [
        "The service shall respect the rate limits of the bank.",
        "When the rate limit is exceeded, the service shall wait.",
        "The service shall enforce a rate limit of 60 requests.",
    ] {
        assert!(found(rule, &feature(other, "")).is_empty(), "{other}");
    }
}

#[test]
fn a_time_of_day_is_asked_for_its_zone() {
    let rule = "time-without-zone";
    for bare in [
        "The till shall close its day at midnight.",
        "The report shall be sent at 9 pm.",
        "Sales shall be summed at the end of each month.",
    ] {
        assert_eq!(found(rule, &feature(bare, "")).len(), 1, "{bare}");
    }
    let zoned = feature("The till shall close its day at midnight.", "All times are in UTC.");
    assert!(found(rule, &zoned).is_empty());
    assert!(found(rule, &feature("The end of the roll shall be shown.", "")).is_empty());
}

#[test]
fn options_are_asked_for_the_choice() {
    let rule = "option-not-chosen";
    let open = "# Till\n\n## Design\n\n### Option 1: a drawer\n\nIt slides.\n\n### Option 2: a lid\n\nIt lifts.\n";
    assert_eq!(found(rule, open), ["### Option 1: a drawer"]);
    let chosen = format!("{open}\nThe lid is chosen.\n");
    assert!(found(rule, &chosen).is_empty());
    let rest = open.replace("## Design", "## Alternatives considered");
    assert!(found(rule, &rest).is_empty());
}
