//! Two places of one document that do not agree, in the words that people use, and what only looks like it.

use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns what a rule says of a document.
fn said(rule: &str, text: &str) -> Vec<String> {
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |own| own.id == rule);
    findings.into_iter().map(|finding| finding.message.into_owned()).collect()
}

/// A document with two sections, one statement in each.
fn two(first: &str, second: &str) -> String {
    format!("# Till\n\n## Requirements\n\n{first}\n\n## Success Criteria\n\n{second}\n")
}

#[test]
fn a_list_that_lacks_what_another_has_is_reported() {
    for (first, second, missing) in [
        (
            "- FR-1: The till shall register its hotkeys: `F2` (save), `F3` (print), `Escape` (close).",
            "- SC-1: All hotkeys (F2, F3) are shown in the help page.",
            "escape",
        ),
        (
            "- FR-1: Clerks find an article by name, number, barcode, or colour.",
            "- SC-1: An article is found by name, number or barcode.",
            "colour",
        ),
        (
            "- FR-1: The export offers these formats: JSON, CSV, XML and PDF.",
            "- SC-1: Every export format (JSON, CSV, XML) opens in a spreadsheet.",
            "pdf",
        ),
        (
            "- FR-1: The start page links all areas (Open Till, Count Cash, Print Receipt, Close Day).",
            "- SC-1: Any area (Open Till, Count Cash, Print Receipt) is two clicks away.",
            "close day",
        ),
        (
            "- FR-1: An error lists the valid values: `cash`, `card`, `voucher`.",
            "- SC-1: The help shows the valid values: `cash`, `card`, `voucher`, `invoice`.",
            "invoice",
        ),
        (
            "- FR-1: A receipt shows these fields: date, clerk, sum and tax.",
            "- SC-1: The fields of a receipt are date, clerk and sum.",
            "tax",
        ),
    ] {
        let found = said("differing-lists", &two(first, second));
        assert_eq!(found.len(), 1, "{first} {second}");
        assert!(found[0].contains(&format!("`{missing}`")), "{found:?}");
        assert!(found[0].contains("line 5"), "{found:?}");
    }
}

#[test]
fn a_list_below_a_lead_is_a_list_as_well() {
    let below = "The payment methods are:\n\n- `cash`: coins and notes\n- `card`: with a reader\n- `voucher`: on paper";
    let found = said(
        "differing-lists",
        &two(below, "- SC-1: Each payment method (`cash`, `card`) is tested."),
    );
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_column_and_a_type_in_code_are_lists() {
    let table = "| Status | Meaning |\n|---|---|\n| `open` | new |\n| `paid` | settled |\n| `void` | taken back |";
    let found =
        said("differing-lists", &two("- FR-1: The status of a sale is `open` or `paid`.", table));
    assert_eq!(found, Vec::<String>::new(), "no list without a comma");
    let found =
        said("differing-lists", &two("- FR-1: A sale has a status (`open`, `paid`).", table));
    assert_eq!(found.len(), 1, "{found:?}");
    for code in
        ["  status: 'open' | 'paid' | 'void';", "CHECK (status IN ('open', 'paid', 'void'))"]
    {
        let code = format!("```\n{code}\n```");
        let found =
            said("differing-lists", &two("- FR-1: A sale has a status (`open`, `paid`).", &code));
        assert_eq!(found.len(), 1, "{code}");
        assert!(found[0].contains("`void`"), "{found:?}");
    }
    let other = "```\nkind: 'open' | 'paid' | 'void';\n```";
    assert!(
        said("differing-lists", &two("- FR-1: A sale has a status (`open`, `paid`).", other))
            .is_empty()
    );
}

#[test]
fn lists_of_other_things_parts_and_examples_do_not_differ() {
    for (first, second) in [
        // Open lists.
        (
            "- FR-1: Export formats such as JSON, CSV, XML, PDF.",
            "- SC-1: Export formats (JSON, CSV, XML) open.",
        ),
        (
            "- FR-1: Export formats (JSON, CSV, XML, PDF).",
            "- SC-1: Export formats (JSON, CSV, XML, etc.) open.",
        ),
        // A part that is called one.
        (
            "- FR-1: Export formats: JSON, CSV, XML, PDF.",
            "- SC-1: Only the formats JSON, CSV, XML are tested.",
        ),
        (
            "- FR-1: The fields: date, clerk, sum, tax.",
            "- SC-1: The required new fields: date, clerk, sum.",
        ),
        // Other things with the same members.
        (
            "- FR-1: Reports show: date, clerk, sum, tax.",
            "- SC-1: Clerks sort drawers by date, clerk, sum.",
        ),
        // The same list.
        (
            "- FR-1: Export formats: JSON, CSV, XML.",
            "- SC-1: Export formats (XML, JSON and CSV) open.",
        ),
        // A call is no list.
        (
            "- FR-1: Formats `write(json, csv, xml, pdf)`.",
            "- SC-1: Formats `write(json, csv, xml)`.",
        ),
    ] {
        assert_eq!(
            said("differing-lists", &two(first, second)),
            Vec::<String>::new(),
            "{first} {second}"
        );
    }
}

#[test]
fn a_number_of_things_is_held_against_the_list() {
    for (text, number) in [
        ("An order has three states: open, paid, shipped and returned.", "4"),
        ("There are two ways to pay:\n\n- cash\n- card\n- voucher", "3"),
        ("The import runs in four steps:\n\n1. Read the file.\n2. Check it.\n3. Write it.", "3"),
        ("Clerks have one of 3 roles (cashier, manager).", "2"),
        ("We see five main risks to consider:\n\n- Paper ends.\n- Power ends.\n- Coins end.", "3"),
        ("The till supports three formats (JSON, CSV, XML, PDF).", "4"),
        ("The drawer knows two modes:\n- open\n- shut\n- locked", "3"),
    ] {
        let found = said("miscounted-list", &two("- FR-1: The till shall ring.", text));
        assert_eq!(found.len(), 1, "{text}");
        assert!(found[0].ends_with(&format!("{number} are listed")), "{found:?}");
    }
}

#[test]
fn a_number_that_counts_something_else_is_not_held_against_a_list() {
    for text in [
        "An order has four states: open, paid, shipped and returned.",
        "There are two ways to pay:\n\n- cash\n- card",
        "Each of the four steps shall have:\n\n- a name\n- a clerk\n- a time",
        "At least two ways are offered:\n\n- cash\n- card\n- voucher",
        "The two drawers are opened as follows:\n\n- turn the key\n- pull\n- push",
        "Two steps are needed:\n\n1. Read.\n2. Write.\n\n- Note that paper is short.\n- Note that ink is dear.",
        "There are two ways:\n* cash\n* card\n\n* **Pros**: simple",
        "Version 3 has new types:\n\n- cash\n- card",
        "Examples of day two operations include:\n\n- an update\n- a backup\n- a restore",
    ] {
        let found = said("miscounted-list", &two("- FR-1: The till shall ring.", text));
        assert_eq!(found, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn two_figures_for_one_limit_are_reported() {
    for (first, second) in [
        (
            "- NFR-1: Import operations (price list, stock) complete within 60 s.",
            "- Price list import operation: < 45 s",
        ),
        (
            "- NFR-1: Price search results appear within 2 seconds.",
            "- Price search shows results in under 500 ms.",
        ),
        ("- NFR-1: A receipt image is at most 5 MB.", "- Receipt image size below 2 MB"),
        (
            "- NFR-1: Nightly stock backup finishes within 4 hours.",
            "- Stock backup nightly: less than 2 hours",
        ),
        (
            "- NFR-1: The till serves at least 50 concurrent clerks.",
            "- Concurrent clerks served: at least 20 clerks",
        ),
        (
            "- NFR-1: Barcode recognition rate is at least 99 %.",
            "- Barcode recognition rate >= 95 %",
        ),
    ] {
        let numbers = said("contradicting-numbers", &two(first, second));
        let found = said("limits-apart", &two(first, second));
        assert!(found.len() + numbers.len() >= 1, "{first} {second}");
    }
}

#[test]
fn a_figure_beside_a_noun_of_limits_is_a_limit() {
    for (first, second) in [
        (
            "- NFR-1: The session timeout of a clerk is 30 minutes.",
            "- Clerk session timeout: 60 minutes",
        ),
        (
            "- NFR-1: Sales reports have a retention of 90 days.",
            "- Retention of sales reports: 1 year",
        ),
        (
            "- NFR-1: The price cache has a TTL of 5 minutes.",
            "- TTL of the price cache: 10 minutes",
        ),
    ] {
        let numbers = said("contradicting-numbers", &two(first, second));
        let found = said("limits-apart", &two(first, second));
        assert!(found.len() + numbers.len() >= 1, "{first} {second}");
    }
    let apart = two("- NFR-1: The price list was read in 30 minutes.", "- Price list: 60 minutes");
    assert_eq!(said("limits-apart", &apart), Vec::<String>::new());
}

#[test]
fn limits_of_other_things_or_other_cases_are_not_apart() {
    for (first, second) in [
        ("- NFR-1: Price search finishes within 2 s.", "- Price import finishes within 60 s."),
        (
            "- NFR-1: Price search takes at most 200 ms at p95.",
            "- Price search takes at most 800 ms at p99.",
        ),
        (
            "- NFR-1: Price search takes at most 2 s on average.",
            "- Price search takes at most 5 s.",
        ),
        (
            "- NFR-1: Search operations (single article) finish within 1 s.",
            "- Search operations (whole stock) within 9 s",
        ),
        ("- NFR-1: Price search takes at most 2 s.", "- Price search takes at least 1 s."),
        (
            "- NFR-1: If the line is slow, price search takes at most 9 s.",
            "- Price search takes at most 2 s.",
        ),
    ] {
        assert_eq!(
            said("limits-apart", &two(first, second)),
            Vec::<String>::new(),
            "{first} {second}"
        );
    }
}

#[test]
fn a_claim_about_all_is_held_against_its_exception() {
    for (all, exception) in [
        (
            "Every shop has exactly one default printer.",
            "The page shall show a hint when a shop has no printer.",
        ),
        (
            "100% of clerks who sign in have a drawer ready.",
            "Clerks without a drawer see a message.",
        ),
        ("Each receipt contains a tax number.", "What happens when a receipt has no tax number?"),
        ("All articles have a barcode.", "Articles without a barcode are typed in by hand."),
        (
            "Every order includes a delivery address.",
            "Orders with no delivery address are kept at the desk.",
        ),
        ("Each drawer has an owner.", "The report lists drawers lacking an owner."),
    ] {
        let text = two(&format!("- FR-1: {exception}"), &format!("- SC-1: {all}"));
        let found = said("exception-to-all", &text);
        assert_eq!(found.len(), 1, "{all} {exception}");
        assert!(found[0].contains("line 5"), "{found:?}");
    }
}

#[test]
fn what_keeps_a_claim_true_is_no_exception() {
    for (all, other) in [
        (
            "Every shop has a default printer.",
            "When a shop has no printer, the system shall create one.",
        ),
        ("All articles have a barcode.", "Articles without a barcode are rejected."),
        ("Each clerk may have a drawer.", "Clerks without a drawer see a message."),
        ("Every span has zero or one parent.", "A span without a parent is a root."),
        ("Every shop has a default printer.", "A clerk without a printer signs in."),
        ("Every shop has a default printer.", "A shop without a scanner is shown."),
        ("If they are open, all shops have a printer.", "A shop without a printer is shown."),
    ] {
        let text = two(&format!("- FR-1: {other}"), &format!("- SC-1: {all}"));
        assert_eq!(said("exception-to-all", &text), Vec::<String>::new(), "{all} {other}");
    }
}

#[test]
fn a_name_that_the_code_has_in_a_longer_form_is_reported() {
    for (code, words, name) in [
        (
            "rpc GetPriceList (Ask) returns (Answer);",
            "The till reads prices using GetList.",
            "GetList",
        ),
        (
            "message PriceUpdateRequest {}",
            "The shop sends a `PriceRequest` each night.",
            "PriceRequest",
        ),
        (
            "def count_open_drawers(till): ...",
            "The report calls `count_drawers()` first.",
            "count_drawers",
        ),
        ("MAX_OPEN_DRAWERS = 4", "No till opens more than `MAX_DRAWERS`.", "MAX_DRAWERS"),
        ("interface TillEventHandler {}", "A plug-in implements `TillHandler`.", "TillHandler"),
        ("function closeCashDrawer() {}", "At night `closeDrawer` is called.", "closeDrawer"),
    ] {
        let text = format!("# Till\n\n## Design\n\n```\n{code}\n```\n\n{words}\n");
        let found = said("undeclared-twin", &text);
        assert_eq!(found.len(), 1, "{code} {words}");
        assert!(found[0].contains(&format!("`{name}`")), "{found:?}");
        assert!(found[0].contains("line 6"), "{found:?}");
    }
    let comment = "# Till\n\n## Design\n\n```\n// See GetList for the answer.\nrpc GetPriceList (Ask);\n```\n";
    assert_eq!(said("undeclared-twin", comment).len(), 1);
}

#[test]
fn a_name_that_is_defined_or_another_is_not_reported() {
    for (code, words) in [
        ("rpc GetPriceList (Ask); rpc GetList (Ask);", "The till uses GetList."),
        (
            "rpc GetPriceList (Ask);",
            "The till uses GetList. GetList is defined by the bank. GetPriceList is ours.",
        ),
        ("rpc GetPriceList (Ask);", "The till uses PriceList."),
        (
            "func withUnsafeMutablePointer()",
            "As with `withUnsafePointer`, the body is called once.",
        ),
        ("rpc GetPriceList (Ask);", "The till uses get_list."),
    ] {
        let text = format!("# Till\n\n## Design\n\n```\n{code}\n```\n\n{words}\n");
        assert_eq!(said("undeclared-twin", &text), Vec::<String>::new(), "{code} {words}");
    }
}

#[test]
fn a_status_of_done_is_held_against_open_boxes() {
    for status in [
        "Status: Done",
        "**Status**: Complete",
        "**Status:** ✅ Completed",
        "| Status | Implemented |",
        "## Status\n\nDone",
        "> Status: Shipped",
    ] {
        let text =
            format!("# Till\n\n{status}\n\n## Tasks\n\n- [x] Ring\n- [ ] Open\n  - [ ] Close\n");
        let found = said("done-with-open-work", &text);
        assert_eq!(found.len(), 1, "{status}");
        assert!(found[0].contains("2 boxes are open"), "{found:?}");
    }
}

#[test]
fn a_status_of_something_else_and_boxes_for_later_are_no_contradiction() {
    for (status, boxes) in [
        ("Status: In progress", "- [ ] Open"),
        ("Status: Done except printing", "- [ ] Open"),
        ("Status: Implemented in phase 1", "- [ ] Open"),
        ("Status: Approved", "- [ ] Open"),
        ("Status: Done", "- [x] Open"),
        ("Status: Done", "## Future work\n\n- [ ] Open"),
        ("Status: Done", "```\n- [ ] Open\n```"),
        ("Status: Done", "**Ideas** (future, optional):\n\n- [ ] Open"),
        ("Status: Done", "- [x] Open\n- [ ] Consider a lamp"),
    ] {
        let text = format!("# Till\n\n{status}\n\n## Tasks\n\n{boxes}\n");
        assert_eq!(said("done-with-open-work", &text), Vec::<String>::new(), "{status} {boxes}");
    }
}

#[test]
fn criteria_are_not_met_before_the_sign_off_has_begun() {
    let signed = |mark: char, title: &str| {
        format!(
            "# Till\n\n## {title}\n\n- [{mark}] Read\n- [ ] Agreed\n- [ ] Built\n\n## Design\n\nIt rings.\n\n### Graduation \
             criteria\n\n- [x] Two shops use it\n"
        )
    };
    for title in ["Release Signoff Checklist", "Sign-off", "Sign off by owners"] {
        let found = said("done-with-open-work", &signed(' ', title));
        assert_eq!(found.len(), 1, "{title}");
        assert!(found[0].contains("line 5"), "{found:?}");
        assert!(said("done-with-open-work", &signed('x', title)).is_empty(), "{title}");
    }
    assert!(said("done-with-open-work", &signed(' ', "Ideas")).is_empty());
}

#[test]
fn a_dependency_that_a_requirement_needs_is_not_optional() {
    let text = |requirement: &str, word: &str| {
        format!(
            "# Till\n\n## Requirements\n\n- FR-1: {requirement}\n\n## Dependencies\n\n| What | Kind |\n|---|---|\n| scanlib | \
             {word} |\n"
        )
    };
    for needing in [
        "Barcodes are read via scanlib.",
        "The till shall read barcodes with `scanlib`.",
        "The till shall scan using Scanlib.",
    ] {
        let found = said("optional-feature", &text(needing, "Optional"));
        assert_eq!(found.len(), 1, "{needing}");
        assert!(found[0].contains("line 5"), "{found:?}");
        assert!(said("optional-feature", &text(needing, "Runtime")).is_empty(), "{needing}");
    }
    for other in [
        "The till may read barcodes with scanlib.",
        "The till shall ring.",
        "If there is one, scan with scanlib.",
    ] {
        assert!(said("optional-feature", &text(other, "Optional")).is_empty(), "{other}");
    }
}

#[test]
fn a_feature_that_is_optional_elsewhere_is_reported() {
    for (feature, optional) in [
        ("- **Chart**: Price history chart of a week", "- `Chart.vue`: history chart (optional)"),
        ("- Receipt printing for guests", "- receipt printing (optional)"),
        ("- Barcode scanner support", "- Driver: barcode scanner (optional for v1)"),
        ("- Offline cash counting", "- Cash counting (optional)"),
        ("- Export of tax reports", "- Module: tax reports (optional)"),
        ("- Voice control of the drawer", "- Microphone: voice control (optional)"),
    ] {
        let text = format!("# Till\n\n## Features\n\n{feature}\n\n## Impact\n\n{optional}\n");
        let found = said("optional-feature", &text);
        assert_eq!(found.len(), 1, "{feature} {optional}");
        assert!(found[0].contains("line 9"), "{found:?}");
    }
}

#[test]
fn what_is_optional_in_both_places_or_is_another_thing_is_fine() {
    for (feature, optional) in [
        ("- Price history chart (optional)", "- history chart (optional)"),
        ("- Clerks may open the history chart", "- history chart (optional)"),
        ("- Price history list", "- history chart (optional)"),
        ("- Tool parameters are documented", "- A path from tool parameters (optional)"),
    ] {
        let text = format!("# Till\n\n## Features\n\n{feature}\n\n## Impact\n\n{optional}\n");
        assert_eq!(said("optional-feature", &text), Vec::<String>::new(), "{feature} {optional}");
    }
}

#[test]
fn a_wait_that_breaks_the_limit_of_the_whole_is_reported() {
    for (whole, wait) in [
        (
            "The check shall add less than 5 seconds to the run.",
            "The price request shall time out after 5 seconds.",
        ),
        (
            "The total run time shall stay below 2 s.",
            "The timeout of a price request shall be 3 s.",
        ),
        (
            "The entire start shall take at most 10 seconds.",
            "The reader shall have a timeout of 30 seconds.",
        ),
        (
            "The end-to-end time of a sale shall be under 4 s.",
            "The bank call times out after 10 s.",
        ),
        ("The overhead shall be at most 200 ms.", "The lookup shall use a timeout of 1 s."),
        (
            "The overall duration shall be less than 1 minute.",
            "The import times out after 90 seconds.",
        ),
    ] {
        let text = two(&format!("- FR-1: {whole}\n- FR-2: {wait}"), "- SC-1: It rings.");
        let found = said("waits-too-long", &text);
        assert_eq!(found.len(), 1, "{whole} {wait}");
        assert!(found[0].contains("line 5"), "{found:?}");
    }
    for (whole, wait) in [
        (
            "The check shall add less than 5 seconds to the run.",
            "The price request shall time out after 3 seconds.",
        ),
        (
            "A sale shall take less than 5 seconds.",
            "The price request shall time out after 9 seconds.",
        ),
        (
            "The total wait per guest shall be below 2 s.",
            "The price request shall time out after 9 seconds.",
        ),
    ] {
        let text = two(&format!("- FR-1: {whole}\n- FR-2: {wait}"), "- SC-1: It rings.");
        assert_eq!(said("waits-too-long", &text), Vec::<String>::new(), "{whole} {wait}");
    }
}

#[test]
fn one_call_with_two_paths_is_reported_once() {
    for (first, second) in [
        ("GET /api/tills/{id}", "GET /tills/:id"),
        ("POST /api/v1/tills/{id}/close", "POST /tills/{id}/close"),
        ("DELETE /till/{id}", "DELETE /tills/{id}"),
        ("PUT /v1/tills/{id}", "PUT /tills/{id}"),
        ("GET /shops/{id}/till", "GET /shops/{shop}/tills"),
        ("PATCH /api/drawers/{id}", "PATCH /api/drawer/{id}"),
    ] {
        let text = two(
            &format!("- FR-1: `{first}` opens it."),
            &format!("- SC-1: `{second}` answers 200."),
        );
        let found = said("two-endpoints", &text);
        assert_eq!(found.len(), 1, "{first} {second}");
        assert!(found[0].contains("line 5"), "{found:?}");
    }
    for (first, second) in [
        ("GET /api/tills/{id}", "POST /tills/{id}"),
        ("GET /tills/{id}", "GET /tills/{till}"),
        ("GET /api/v1/tills/{id}", "GET /api/v2/tills/{id}"),
        ("GET /tills/{id}", "GET /tills/{id}/drawer"),
        ("GET /tills", "GET /till"),
    ] {
        let text = two(
            &format!("- FR-1: `{first}` opens it."),
            &format!("- SC-1: `{second}` answers 200."),
        );
        assert_eq!(said("two-endpoints", &text), Vec::<String>::new(), "{first} {second}");
    }
}
