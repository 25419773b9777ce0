//! What is said in words that no list has: known by its grammar, worth a note, and told from what means what it says.

use council_core::severity::Severity;
use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns how grave what a rule says about a demand in a specification is.
fn severities(rule: &str, demand: &str) -> Vec<Severity> {
    let text = format!(
        "# Ledger\n\nThe ledger keeps what a shop sells.\n\n## Requirements\n\n- **FR-001**: {demand}\n"
    );
    let packet = markdown_prd("prd.md", &text).value;
    let found = check_with(&packet, |own| own.id == rule);
    found.into_iter().map(|finding| finding.severity).collect()
}

/// Checks that each of some demands is worth one note of a rule, and others are worth nothing.
fn check(rule: &str, noted: &[&str], fine: &[&str]) {
    for demand in noted {
        assert_eq!(severities(rule, demand), [Severity::Note], "{demand}");
    }
    for demand in fine {
        assert_eq!(severities(rule, demand), [], "{demand}");
    }
}

#[test]
fn a_subject_that_could_be_anybody_names_nobody() {
    check(
        "pronoun-subject",
        &[
            "Several of these MUST print a receipt.",
            "One of the tools MUST print a receipt.",
            "Certain modules MUST print a receipt.",
            "The competent department MUST print a receipt.",
            "The office on duty MUST print a receipt.",
            "Those involved MUST print a receipt.",
            "The mechanism MUST print a receipt.",
            "The tool that does this MUST print a receipt.",
            "The printer or equivalent MUST print a receipt.",
            "What was agreed MUST print a receipt.",
            "Each MUST print a receipt.",
            "The preceding MUST print a receipt.",
            "We MUST print a receipt.",
        ],
        &[
            "The ledger MUST print a receipt.",
            "Anyone who sells MUST print a receipt.",
            "All tills MUST print a receipt.",
            "The till of a shop MUST print a receipt.",
            "Each service MUST print a receipt.",
        ],
    );
}

#[test]
fn a_duty_that_an_aside_takes_back_is_weak() {
    check(
        "weak-modal",
        &[
            "The ledger will in general print a receipt.",
            "The ledger will, under normal conditions, print a receipt.",
            "The ledger must use all due efforts to print a receipt.",
            "The ledger is believed to print a receipt.",
            "The ledger has the freedom to print a receipt.",
            "The ledger is in theory obliged to print a receipt.",
        ],
        &[
            "The ledger must print a receipt.",
            "The ledger will print a receipt.",
            "The ledger must, when the till closes, print a receipt.",
            "The ledger is required to print a receipt.",
            "The total is added to the receipt.",
        ],
    );
}

#[test]
fn a_bound_by_feeling_is_found_by_its_noun() {
    check(
        "vague-amount",
        &[
            "The ledger MUST keep an ordinary quantity of receipts.",
            "The ledger MUST keep a slew of receipts.",
            "The ledger MUST keep untold receipts.",
            "The ledger MUST print far fewer receipts.",
        ],
        &[
            "The ledger MUST keep the total number of receipts.",
            "The ledger MUST keep a receipt for each sale.",
            "The ledger MUST keep a different part of the receipt.",
            "The ledger MUST print the largest number of the day.",
        ],
    );
    check(
        "vague-time",
        &[
            "The ledger MUST print a receipt in a heartbeat.",
            "The ledger MUST print a receipt with alacrity.",
            "The ledger MUST print a receipt not too late.",
        ],
        &[
            "The ledger MUST print the time of the sale.",
            "The ledger MUST print a receipt at the end of a period.",
        ],
    );
}

#[test]
fn a_duty_without_its_verb_is_not_written_yet() {
    check(
        "placeholder",
        &[
            "The ledger MUST the settled amount.",
            "The ledger MUST keep %AMOUNT% of them.",
            "The ledger MUST keep receipts $$$.",
            "The ledger MUST keep receipts (number provisional).",
            "The ledger MUST keep receipts, details to arrive.",
        ],
        &[
            "The ledger MUST keep receipts (number and date).",
            "The ledger MUST NOT keep receipts.",
            "Only then MUST the ledger keep receipts.",
        ],
    );
}

/// Returns how many findings of some rules a second statement has, elsewhere in a document with a first one.
fn pair(rules: &[&str], one: &str, other: &str) -> usize {
    let text = format!(
        "# Ledger\n\nThe ledger keeps what a shop sells.\n\n## Requirements\n\n- **FR-001**: {one}\n- **FR-002**: The ledger \
         MUST ring a bell.\n\n## Remarks\n\n{other}\n"
    );
    let packet = markdown_prd("prd.md", &text).value;
    check_with(&packet, |own| rules.contains(&own.id)).len()
}

#[test]
fn a_refusal_is_one_in_any_frame() {
    let duty = "The cash drawer MUST send a daily report of all sales to the accountant.";
    let rules = ["contradicting-duties"];
    for refusal in [
        "The cash drawer is prevented from sending a daily report of all sales to the accountant.",
        "The cash drawer must decline to send a daily report of all sales to the accountant.",
        "The cash drawer must stay away from sending a daily report of all sales to the accountant.",
        "The cash drawer has no authority to send a daily report of all sales to the accountant.",
        "It is illegal for the cash drawer to send a daily report of all sales to the accountant.",
    ] {
        assert_eq!(pair(&rules, duty, refusal), 1, "{refusal}");
    }
    for fine in [
        "The cash drawer must not fail to send a daily report of all sales to the accountant.",
        "The cash drawer has no option but to send a daily report of all sales to the accountant.",
    ] {
        assert_eq!(pair(&rules, duty, fine), 0, "{fine}");
    }
}

#[test]
fn a_duty_said_again_in_a_frame_is_the_same_duty() {
    let duty = "The cash drawer MUST send a daily report of all sales to the accountant.";
    for again in [
        "The cash drawer is obligated to send a daily report of all sales to the accountant.",
        "It is imperative that the cash drawer sends a daily report of all sales to the accountant.",
        "The cash drawer has no alternative but to send a daily report of all sales to the accountant.",
        "The cash drawer is under orders to send a daily report of all sales to the accountant.",
        "The cash drawer must not neglect to send a daily report of all sales to the accountant.",
    ] {
        assert_eq!(pair(&["duplicate-requirement"], duty, again), 1, "{again}");
    }
}

#[test]
fn a_second_duty_is_one_behind_any_connector() {
    for joined in [
        "The ledger MUST print a receipt, whereas the till MUST ring a bell.",
        "The ledger MUST print a receipt, which implies that the till MUST ring a bell.",
        "The ledger MUST print a receipt, and once this is over the till MUST ring a bell.",
    ] {
        assert_eq!(severities("several-in-one", joined).len(), 1, "{joined}");
    }
    let fine = "The ledger MUST print a receipt if the till must ring a bell.";
    assert_eq!(severities("several-in-one", fine), [], "{fine}");
}

#[test]
fn whatever_is_lettered_or_numbered_can_be_pointed_to_in_vain() {
    check(
        "dangling-reference",
        &[
            "The ledger MUST print a receipt (drawn in Exhibit R).",
            "The ledger MUST print a receipt, as Schedule D says.",
            "The ledger MUST print a receipt, pursuant to Annex IV.",
            "The ledger MUST print a receipt, as Table B-2 lists.",
            "The ledger MUST print a receipt, by equation (18).",
            "The ledger MUST print a receipt (\"Till rolls of winter\" applies).",
            "The ledger MUST print a receipt, as shown in Diagram 36.",
            "The ledger MUST print a receipt (wireframe 14).",
            "The ledger MUST print a receipt (open item #83).",
            "The ledger MUST print a receipt, as case 17 above asks.",
            "The ledger MUST print a receipt (turn to \"Till rolls of winter\").",
        ],
        &[
            "The ledger MUST schedule a receipt.",
            "The ledger MUST print item I want.",
            "The ledger MUST print page 36.",
            "The ledger MUST print a receipt in table format A4.",
            "The ledger MUST print a receipt at level B-2.",
            "The ledger MUST print a receipt (said to be \"Paid\").",
            "The ledger MUST print a receipt (headed \"Till rolls of winter\" or \"Ledger\").",
            "The ledger MUST print a receipt, as shown in Diagram 36. Diagram 36 hangs in the shop.",
        ],
    );
}

#[test]
fn a_duty_without_a_verb_or_with_mere_sounds_is_unwritten() {
    check(
        "placeholder",
        &["The ledger MUST (ask the shop).", "The ledger MUST yada yada yada."],
        &[
            "The ledger MUST (in winter) print a receipt.",
            "The ledger MUST print what it had had.",
            "The ledger MUST print that that is paid.",
        ],
    );
}

#[test]
fn a_word_that_describes_everything_is_told_once() {
    let page = |sentences: &str| {
        let text = format!(
            "# Ferry timetables\n\n## Summary\n\nFerries get timetables.\n\n## Motivation\n\nNobody knows them.\n\n## Detailed design\n\n{sentences}\n\n## Drawbacks\n\nPaper is used.\n"
        );
        let packet = markdown_prd("rfc.md", &text).value;
        check_with(&packet, |own| own.id == "weak-modal").len()
    };
    let twice =
        "The printer should skip ferries that are laid up. The clerk should fold the sheets.";
    let habit = format!(
        "{twice} The binder should sort the sheets. The porter should carry the boxes. The office should count the boxes."
    );
    assert_eq!((page(twice), page(&habit)), (2, 1));
}

#[test]
fn a_document_hears_once_that_it_judges_and_once_that_it_demands_with_should() {
    let told = |rule: &str, demand: &str| {
        let lines = ["1", "2", "3", "4", "5", "6", "7", "8"]
            .map(|id| format!("- **FR-{id}**: The till {demand} page for the clerk."));
        let text = format!(
            "# Ledger\n\n## Functional Requirements\n\n{}\n\n## Success Criteria\n\nA sale takes 20 seconds.\n",
            lines.join("\n")
        );
        let packet = markdown_prd("prd.md", &text).value;
        check_with(&packet, |own| own.id == rule)
    };
    let judged = told("subjective-word", "MUST show an intuitive");
    assert_eq!(judged.len(), 1);
    assert!(judged[0].message.ends_with("; 7 more in this document"), "{}", judged[0].message);
    assert_eq!(told("weak-modal", "should print").len(), 1);
}
