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

#[test]
fn a_decision_that_is_left_open_is_reported() {
    let rule = "decision-left-open";
    for open in [
        "When the roll ends, the till will use either the spare printer or the screen.",
        "The receipt must be kept for the clerk (stored in browser storage or shop profile).",
    ] {
        assert_eq!(found(rule, &feature(open, "")).len(), 1, "{open}");
    }
    for decided in [
        "The till will use either the printer or the screen, depending on the shop's setting.",
        "The receipt must be stored in browser storage.",
        "The receipt must not be stored in browser storage or shop profile.",
    ] {
        assert!(found(rule, &feature(decided, "")).is_empty(), "{decided}");
    }
    let listed = |more: &str| {
        format!(
            "# Till\n\n## Design\n\nIf the drawer jams, there are two sensible options:\n\n1. Go on and warn.\n2. Stop \
             the sale.\n\n{more}\n"
        )
    };
    assert_eq!(found(rule, &listed("")).len(), 1);
    assert!(found(rule, &listed("We recommend the first.")).is_empty());
    let back = "# Till\n\n## Design\n\nDrivers live outside of the till. As there are few, we may instead\ndecide to \
                ship them with it.\n";
    assert_eq!(found(rule, back).len(), 1);
    let needed = feature(
        "The till shall ring.",
        "## Dependencies\n\n- Ledger: may need to follow closed shifts",
    );
    assert_eq!(found(rule, &needed).len(), 1);
}

#[test]
fn a_program_that_is_downloaded_is_asked_for_its_check() {
    let rule = "unverified-download";
    let bare = "On first use the till shall download the scanner binaries from the vendor.";
    assert_eq!(found(rule, &feature(bare, "")).len(), 1);
    let checked = feature(bare, "A file whose SHA-256 differs is thrown away.");
    assert!(found(rule, &checked).is_empty());
    assert!(found(rule, &feature("The clerk shall download the sales report.", "")).is_empty());
}

#[test]
fn work_in_pieces_is_asked_what_holds_midway() {
    let rule = "half-done";
    for bare in [
        "Price changes shall be written in batches of 500.",
        "The till shall import all articles of the old till.",
        "A clerk shall be able to bulk delete articles.",
    ] {
        assert_eq!(found(rule, &feature(bare, "")).len(), 1, "{bare}");
        assert!(found(rule, &feature(bare, "Each run is one transaction.")).is_empty(), "{bare}");
    }
    let named = "The manual shall describe import examples for each article.";
    assert!(found(rule, &feature(named, "")).is_empty());
}

#[test]
fn a_file_that_is_read_is_asked_what_happens_when_it_is_damaged() {
    let rule = "unreadable-input";
    let bare = "The till shall parse the supplier's spreadsheet.";
    assert_eq!(found(rule, &feature(bare, "")).len(), 1);
    assert!(found(rule, &feature(bare, "A malformed one is refused whole.")).is_empty());
    assert!(found(rule, &feature("The till shall open the drawer.", "")).is_empty());
}

#[test]
fn a_response_time_is_asked_for_its_share_and_load() {
    let rule = "target-without-conditions";
    let bare = "The till shall show the price within 2 seconds.";
    assert_eq!(found(rule, &feature(bare, "")).len(), 1);
    for told in [
        "The till shall show the price within 2 seconds at the 95th percentile.",
        "The till shall show the price within 2 seconds with 40 tills at work.",
        "The till shall show 95% of prices within 2 seconds.",
        "The till shall retry within 2 seconds.",
        "The till shall print the day's report within 2 hours.",
    ] {
        assert!(found(rule, &feature(told, "")).is_empty(), "{told}");
    }
}

#[test]
fn a_question_among_what_is_decided_is_reported_once_a_section() {
    let rule = "question-in-design";
    let asked = "# Till\n\n## Design\n\n- The till keeps drafts.\n- Should drafts be kept over night?\n- Do clerks see \
                 them?\n";
    assert_eq!(found(rule, asked), ["Should drafts be kept over night?"]);
    for fine in [
        "# Till\n\n## Design\n\n- Should drafts be kept over night? They are.\n",
        "# Till\n\n## Design\n\n- Should drafts be kept over night?\n  - They are.\n",
        "# Till\n\n## Open Questions\n\n- Should drafts be kept over night?\n",
        "# Till\n\n## Design\n\n- How much paper is left?\n",
    ] {
        assert!(found(rule, fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_link_leads_to_the_number_that_it_names() {
    let rule = "link-to-another-number";
    let text = |link: &str| format!("# Till\n\n## Design\n\nThis follows {link}.\n");
    let wrong = "[till#62](https://example.com/shop/till/pull/632)";
    assert_eq!(found(rule, &text(wrong)), [wrong]);
    for fine in [
        "[#632](https://example.com/shop/till/pull/632)",
        "[#632](https://example.com/shop/till/issues/632#note-7)",
        "[till](https://example.com/shop/till/pull/632)",
        "[#7](https://example.com/shop/till)",
    ] {
        assert!(found(rule, &text(fine)).is_empty(), "{fine}");
    }
    assert!(found(rule, &format!("# Till\n\n## Design\n\n```\n{wrong}\n```\n")).is_empty());
}

#[test]
fn a_sentence_that_runs_into_the_next_one_breaks_off() {
    let rule = "unfinished-sentence";
    let broken = "The interval can depend on If it is not given, the till shall ask hourly.";
    assert_eq!(found(rule, &feature(broken, "")), ["on If"]);
    let whole =
        "The interval shall depend on the shop. If it is not given, the till shall ask hourly.";
    assert!(found(rule, &feature(whole, "")).is_empty());
}

#[test]
fn the_answer_to_who_goes_beyond_a_limit_is_not_the_limit() {
    let asked = "Refunds shall be rate-limited for each clerk.";
    let told = "Rate limit exceeded: the till answers 429.";
    assert_eq!(found("limit-without-number", &feature(asked, told)).len(), 1);
}
