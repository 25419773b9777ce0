//! Statements that contradict each other wherever they stand and however they are worded, and those that only look like it.

use crate::quoted::{found, required};

const NUMBERS: &str = "contradicting-numbers";
const DUTIES: &str = "contradicting-duties";

/// A document with a requirement, and something said much later under another heading.
fn noted(requirement: &str, note: &str) -> String {
    format!(
        "# Library desk\n\n## Requirements\n\n- FR-1: {requirement}\n- FR-2: The desk shall print a receipt.\n\n\
         ## Remarks\n\n{note}\n"
    )
}

#[test]
fn two_numbers_for_one_thing_contradict_each_other_in_other_words() {
    for (requirement, note, quote) in [
        (
            "The terminal shall lock after 90 seconds without input.",
            "For the avoidance of doubt, the terminal locks after 5 minutes without input.",
            "5 minutes",
        ),
        (
            "A reader session shall expire after 30 minutes.",
            "Reader sessions expire after 1 hour of inactivity.",
            "1 hour",
        ),
        ("Loan logs are kept for 30 days.", "Loan logs are retained for 1 year.", "1 year"),
        (
            "The catalogue shall answer a search within 200 ms.",
            "Within 900 ms, the catalogue has to answer a search.",
            "900 ms",
        ),
        (
            "When a book is scanned, the desk shall show its title within 2 seconds.",
            "It is mandatory that the desk displays the title within 9 seconds when a book is scanned.",
            "9 seconds",
        ),
        (
            "The export shall hold at most 500 rows of loans.",
            "The export shall hold at least 500 rows of loans.",
            "500 rows",
        ),
    ] {
        assert_eq!(found(NUMBERS, &noted(requirement, note)), [quote], "{note}");
    }
}

#[test]
fn numbers_of_different_cases_do_not_contradict_each_other() {
    for (requirement, note) in [
        ("Search latency is below 60 ms at p99.", "Search latency is below 15 ms at p95."),
        ("99,9% of searches shall succeed.", "99.9% of searches shall succeed."),
        ("The default loan period is 14 days.", "The maximum loan period is 60 days."),
        ("A loan lasts at least 7 days.", "A loan lasts at most 60 days."),
        ("A loan lasts 7-14 days.", "A loan lasts 30 days."),
        ("The terminal shall lock after 90 seconds.", "The printer shall lock after 5 minutes."),
        (
            "The terminal shall lock after 90 seconds.",
            "While a clerk is signed in, the terminal shall lock after 5 minutes.",
        ),
        (
            "If the book is new, the loan shall last 7 days.",
            "If the book is old, the loan shall last 28 days.",
        ),
        ("The terminal locks after 90 seconds.", "Previously the terminal locked after 5 minutes."),
        (
            "The terminal locks after 90 seconds.",
            "For example, the terminal locks after 5 minutes.",
        ),
        ("The desk keeps 100 requests per minute.", "The desk keeps 100 requests per hour."),
        ("The desk shall take about 20 scans.", "The desk shall take 25 scans."),
        ("The loan of a book costs 2 cents.", "The loan of a film costs 9 cents."),
    ] {
        assert!(found(NUMBERS, &noted(requirement, note)).is_empty(), "{note}");
    }
}

#[test]
fn tiers_phases_rows_and_scenarios_are_cases_of_their_own() {
    let tiers = "# Desk\n\n### Free tier\n\n- A reader may borrow 3 books at once.\n\n### Gold tier\n\n- A reader may borrow 9 \
                 books at once.\n";
    let phases = "# Desk\n\n## Phase 1\n\n- The desk must serve 20 readers a day.\n\n## Phase 2\n\n- The desk must serve 200 \
                  readers a day.\n";
    let rows = "# Desk\n\n| Action | Limit |\n|---|---|\n| Loan of a printed book | the desk must answer in 2 s |\n| Loan of \
                a film | the desk must answer in 5 s |\n";
    let steps = "# Desk\n\n#### Scenario: slow\n\n- **WHEN** the line is slow\n- **THEN** the desk answers the reader within 9 s\n\n\
                 #### Scenario: fast\n\n- **WHEN** the line is fast\n- **THEN** the desk answers the reader within 1 s\n";
    for text in [tiers, phases, rows, steps] {
        assert!(found(NUMBERS, text).is_empty(), "{text}");
    }
}

#[test]
fn a_duty_and_its_refusal_contradict_each_other_in_other_words() {
    let duty = "The desk shall store the address of every reader.";
    for note in [
        "The desk must never store the address of a reader.",
        "The desk is not allowed to keep the address of a reader.",
        "Under no circumstances may the desk store the address of a reader.",
        "It is forbidden for the desk to store the address of a reader.",
        "Storing the address of a reader is out of the question for the desk.",
        "The desk refrains from storing the address of any reader.",
        "The desk is not required to store the address of each reader.",
        "The desk shall, as agreed with the readers, not store the address of a reader.",
        "The desk may store the address of every reader.",
        "The desk may skip storing the address of every reader.",
    ] {
        assert_eq!(found(DUTIES, &noted(duty, note)).len(), 1, "{note}");
    }
}

#[test]
fn an_exception_a_narrower_ban_and_another_thing_refuse_nothing() {
    let duty = "The desk shall store the address of every reader.";
    for note in [
        "While the demo is running, the desk shall not store the address of a reader.",
        "The desk shall not store the address of a reader in plain text.",
        "The desk shall not store the birthday of a reader.",
        "The kiosk shall not store the address of a reader.",
        "The desk shall not store the address of a reader if the reader objects.",
        "If the desk does not store the address of a reader, a clerk is told.",
    ] {
        assert!(found(DUTIES, &noted(duty, note)).is_empty(), "{note}");
    }
    let gates = [
        "Case with gate on: verify that the loan count is tracked.",
        "Case with gate off: verify that the loan count is not tracked.",
    ];
    assert!(required(DUTIES, &gates).is_empty());
}

#[test]
fn two_bans_stories_steps_and_answers_in_a_table_refuse_nothing() {
    for text in [
        noted(
            "Receipts and loan slips MUST NOT contain the address of a reader.",
            "No receipt or loan slip contains the address of a reader.",
        ),
        noted(
            "Every paid fine of a reader shall be recorded in the ledger.",
            "#### Scenario: Fine refused\n\n- **WHEN** a reader refuses a fine\n- **THEN** no fine is recorded in the \
             ledger (only paid fines of a reader are)",
        ),
        "# Desk\n\n## Stories\n\n### Look\n\nA signed-in reader wants to see the loans on the list.\n\n### Remove\n\n\
         A signed-in reader wants to remove a loan from the list that is no longer needed.\n"
            .to_owned(),
        "# Desk\n\n## Requirements\n\n- FR-1: The desk SHALL call `GET /loans/` for the list of loans.\n\n## Calls\n\n\
         | Call | Purpose | Signed in |\n|---|---|---|\n| `GET /loans/` | the list of loans for the desk | No |\n"
            .to_owned(),
    ] {
        assert!(found(DUTIES, &text).is_empty(), "{text}");
    }
}

#[test]
fn what_is_out_of_scope_is_not_demanded() {
    let text = "# Desk\n\n## Non-Goals\n\n- Export of loans as CSV files\n\n## Requirements\n\n- The desk shall export loans as CSV \
                files.\n";
    assert_eq!(found(DUTIES, text).len(), 1);
}

#[test]
fn a_requirement_said_again_is_found_in_other_words() {
    let rule = "duplicate-requirement";
    let requirement = "The desk shall send a reminder to the reader two days before a loan ends.";
    for note in [
        "The desk has to send a reminder to the reader two days before a loan ends.",
        "Mind that the desk needs to dispatch a reminder to the reader two days before a loan ends.",
    ] {
        assert_eq!(found(rule, &noted(requirement, note)).len(), 1, "{note}");
    }
    for note in [
        "The desk shall send a receipt to the reader two days before a loan ends.",
        "The desk shall send a reminder to the reader three days before a loan ends.",
        "The desk sends reminders.",
    ] {
        assert!(found(rule, &noted(requirement, note)).is_empty(), "{note}");
    }
}

#[test]
fn what_stands_around_a_statement_demands_it_again_or_refuses_it() {
    let requirement = "The desk shall send a reminder to the reader before a loan ends.";
    let repeated = "duplicate-requirement";
    for note in [
        "Head office reminded everybody that the desk shall send a reminder to the reader before a loan ends.",
        "It remains the duty of the desk to send a reminder to the reader before a loan ends.",
    ] {
        assert_eq!(found(repeated, &noted(requirement, note)).len(), 1, "{note}");
        assert!(found(DUTIES, &noted(requirement, note)).is_empty(), "{note}");
    }
    for note in [
        "Policy rules out that the desk sends a reminder to the reader before a loan ends.",
        "Any attempt by the desk to send a reminder to the reader before a loan ends is a violation.",
    ] {
        assert_eq!(found(DUTIES, &noted(requirement, note)).len(), 1, "{note}");
        assert!(found(repeated, &noted(requirement, note)).is_empty(), "{note}");
    }
    // Another subject, another case, another thing that is sent.
    for note in [
        "It remains the duty of the kiosk to send a reminder to the reader before a loan ends.",
        "While a strike lasts, the desk is barred from sending a reminder to the reader before a loan ends.",
        "It remains the duty of the desk to send an invoice to the reader before a loan ends.",
    ] {
        assert!(found(repeated, &noted(requirement, note)).is_empty(), "{note}");
        assert!(found(DUTIES, &noted(requirement, note)).is_empty(), "{note}");
    }
}

#[test]
fn a_comma_before_the_last_digits_of_a_share_is_a_point() {
    let rule = "impossible-share";
    assert!(required(rule, &["99,9% of requests shall end with success."]).is_empty());
    assert!(required(rule, &["Availability shall be 99,95 % each month."]).is_empty());
    assert_eq!(required(rule, &["Availability shall be 101 %."]), ["101 %"]);
}

#[test]
fn thousands_of_statements_that_are_nearly_alike_are_compared_with_a_few_each() {
    let nearly: Vec<String> = (0..8_000)
        .map(|n| format!("- The desk shall keep the loan of reader {n} for 30 days."))
        .collect();
    let nearly = nearly.join("\n");
    let text = format!("# Desk\n\n## Requirements\n\n{nearly}");
    assert!(found(NUMBERS, &text).is_empty());
    let same = "The desk shall keep the loan of every reader for 30 days. ".repeat(8_000);
    let text = format!("# Desk\n\n## Requirements\n\n{same}\n");
    assert_eq!(found("duplicate-requirement", &text).len(), 1, "one place repeats another once");
    // Two sentences that never end are not held against each other word by word.
    let endless = "the desk shall keep the loan of every reader in the archive, ".repeat(20_000);
    let text =
        format!("# Desk\n\n## Requirements\n\n{endless}\n\n## Notes\n\nAs agreed, {endless}\n");
    assert_eq!(found("duplicate-requirement", &text).len(), 1);
}
