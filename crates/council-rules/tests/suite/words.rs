//! What the rules about words, names and conditions find, and what they leave alone.

use crate::quoted::{found, required};
use council_formats::packet::markdown_prd;
use council_rules::check_with;

#[test]
fn an_act_of_people_in_the_passive_names_nobody() {
    let rule = "passive-without-agent";
    for (sentence, quote) in [
        ("Refunds above 500 € shall be approved before they are paid.", "shall be approved"),
        ("Refunds must be approved by Friday.", "must be approved"),
        ("Each release must be formally reviewed.", "must be formally reviewed"),
        ("The security team will be notified within an hour.", "will be notified"),
        ("The text needs to be signed off.", "needs to be signed"),
        ("If it fails twice, the case must be escalated.", "must be escalated"),
        ("The alarm must be cleared manually.", "must be cleared"),
    ] {
        assert_eq!(required(rule, &[sentence]), [quote], "{sentence}");
    }
}

#[test]
fn a_passive_that_needs_nobody_or_names_somebody_is_left_alone() {
    let rule = "passive-without-agent";
    for sentence in [
        "Refunds shall be approved by the finance lead.",
        "The finance lead shall approve refunds.",
        "Refunds shall be approved in accordance with the finance policy.",
        "Prices must be agreed with the supplier.",
        "Refunds below 5 € shall be approved automatically.",
        "Refunds must not be approved twice.",
        "The page shall list the refunds that must be approved.",
        "If a refund must be approved, the server shall show a note.",
        "A password is required and answers are stored.",
        "The user shall be notified when the export is ready.",
        "Users must be authorised to see the file.",
        "The terms should be reviewed in the annex.",
        "The page shall show \"must be approved\".",
        "The flag `must be approved` shall be kept.",
    ] {
        assert!(required(rule, &[sentence]).is_empty(), "{sentence}");
    }
    assert!(
        found(rule, "# A\n\n## Refunds must be approved\n\n> Refunds must be approved.\n")
            .is_empty()
    );
    let answered = ["Refunds must be approved.", "The finance lead approves refunds once a day."];
    assert!(required(rule, &answered).is_empty());
}

#[test]
fn one_thing_under_two_names_is_found_at_the_rarer_one() {
    let rule = "inconsistent-terminology";
    let mails =
        ["The email shall be sent.", "The email shall be signed.", "The e-mail shall be kept."];
    assert_eq!(required(rule, &mails), ["e-mail"]);
    for (one, other, quote) in [
        ("The username must be shown.", "The user name must be kept.", "user name"),
        ("The colour must be red.", "The color must be kept.", "color"),
        ("Users must sign in.", "The page must open after login.", "login"),
        ("Users must log in to pay.", "Users must log on with a card.", "log on"),
        ("The page must run JavaScript.", "The page must load Javascript first.", "Javascript"),
        ("The server must synchronise files.", "Synchronization must end.", "Synchronization"),
    ] {
        assert_eq!(required(rule, &[one, other]), [quote], "{other}");
    }
}

#[test]
fn a_name_in_code_a_quote_a_heading_or_another_sense_is_no_second_name() {
    let rule = "inconsistent-terminology";
    for (one, other) in [
        ("The email must be sent.", "The field `e-mail` must be kept."),
        ("The email must be sent.", "The page must show \"e-mail\"."),
        ("The email must be sent.", "The file must be e-mail-list.csv."),
        ("Users must sign in.", "The server must log in JSON."),
        ("Users must sign in.", "The server must log on every failure."),
        ("The COMmunication module must run.", "The Communication module must run."),
        ("The file must hold data set before.", "The dataset must be kept."),
    ] {
        assert!(required(rule, &[one, other]).is_empty(), "{other}");
    }
    let heading = "# A\n\n## E-mail\n\nThe email must be sent.\n\n> The e-mail must be sent.\n";
    assert!(found(rule, heading).is_empty());
}

#[test]
fn another_word_for_what_the_glossary_explains_is_found() {
    let rule = "inconsistent-terminology";
    let page = |glossary: &str, requirement: &str| {
        let text =
            format!("# A\n\n## Glossary\n\n- {glossary}\n\n## Requirements\n\n- {requirement}\n");
        found(rule, &text)
    };
    let cart = "**Cart**: what a buyer has chosen.";
    assert_eq!(page(cart, "The baskets must be emptied at night."), ["baskets"]);
    assert!(page(cart, "The cart must be emptied at night.").is_empty());
    assert!(page("**Cart** (also basket): what is chosen.", "The basket must be kept.").is_empty());
    assert!(page("**Order**: a cart that is paid.", "The basket must be kept.").is_empty());
    assert!(page(cart, "The field `basket` must be kept.").is_empty());
}

#[test]
fn a_spelling_is_mended_once_and_for_all() {
    let text = "# A\n\n## Requirements\n\n- The user name must be kept.\n- E-mails must be sent.\n- The email must be \
                short.\n- The email must be signed.\n- The username must be short.\n- The username must be shown.\n";
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |own| own.id == "inconsistent-terminology");
    let mut mended = text.to_owned();
    for finding in findings.iter().rev() {
        let edit = finding.fix.as_ref().unwrap();
        mended.replace_range(edit.span.start..edit.span.end, &edit.text);
    }
    assert!(mended.contains("The username must be kept.\n- Emails must be sent."), "{mended}");
    assert!(found("inconsistent-terminology", &mended).is_empty());
}

#[test]
fn an_id_unlike_its_siblings_is_found() {
    let rule = "id-out-of-pattern";
    let listed = |ids: &[&str]| {
        let items = ids.join("**: The page must open.\n- **");
        found(rule, &format!("# A\n\n## Requirements\n\n- **{items}**: The page must open.\n"))
    };
    assert_eq!(listed(&["FR-001", "FR-002", "FR-3", "FR-004"]), ["FR-3"]);
    assert_eq!(listed(&["REQ-1", "REQ-2", "Req-3", "REQ-4"]), ["Req-3"]);
    assert_eq!(listed(&["REQ-1", "REQ-2", "REQ_3", "REQ-4"]), ["REQ_3"]);
    assert_eq!(listed(&["FR-1", "FR-2", "FR-03", "FR-4"]), ["FR-03"]);
    for fine in [
        vec!["FR-001", "FR-002", "FR-3"],
        vec!["FR-001", "FR-002", "FR-3", "FR-4"],
        vec!["FR-8", "FR-9", "FR-10", "FR-11"],
        vec!["FR-098", "FR-099", "FR-100", "FR-1000"],
        vec!["FR-001", "FR-002", "FR-003", "NFR-1"],
        vec!["FR-1", "FR-2", "FR-3", "FR-4a"],
    ] {
        assert!(listed(&fine).is_empty(), "{fine:?}");
    }
}

#[test]
fn ids_of_another_list_a_quote_a_block_of_code_and_the_history_have_no_siblings() {
    let rule = "id-out-of-pattern";
    let list = "- **R1**: The page must open.\n- **R2**: The page must close.\n- **R3**: The page must wait.\n";
    for other in [
        "## Risks\n\n- **R-01**: The provider may raise its prices.",
        "> - **R-4**: The page must blink.",
        "```\n- **R-4**: x\n```",
        "## Changelog\n\n- **R-4**: gone",
        "- R-4 waits for R1.",
    ] {
        let text = format!("# A\n\n## Requirements\n\n{list}\n{other}\n");
        assert!(found(rule, &text).is_empty(), "{other}");
    }
}

#[test]
fn ids_in_headings_and_tables_have_siblings_too() {
    let rule = "id-out-of-pattern";
    let heading = |id: &str| format!("### {id}: Page\n\nThe page must open.\n\n");
    let headings: String =
        ["FR-001", "FR-002", "FR-3", "FR-004"].into_iter().map(heading).collect();
    assert_eq!(found(rule, &format!("# A\n\n## Requirements\n\n{headings}")), ["FR-3"]);
    let row = |id: &str| format!("| {id} | The page must open. |\n");
    let rows: String = ["FR-1", "FR-2", "FR_3", "FR-4"].into_iter().map(row).collect();
    let table = format!("# A\n\n## Requirements\n\n| Id | What |\n|---|---|\n{rows}");
    assert_eq!(found(rule, &table), ["FR_3"]);
}

#[test]
fn two_conditions_at_once_that_exclude_each_other_are_found() {
    let rule = "exclusive-conditions";
    for (sentence, quote) in [
        ("If the order is paid and unpaid, the shop shall wait.", "paid and unpaid"),
        (
            "When the user is signed in and signed out, the page must close.",
            "signed in and signed out",
        ),
        ("The flag must be both enabled and disabled.", "enabled and disabled"),
        ("While the door is locked and unlocked, it must ring.", "locked and unlocked"),
        ("If the file is valid and not valid, the server shall stop.", "valid and not valid"),
        ("If the door is open and is also closed, the alarm must ring.", "open and is also closed"),
        ("If the level is below 5 and above 10, the pump must stop.", "below 5 and above 10"),
        ("The name must have at least 10 and at most 5 letters.", "at least 10 and at most 5"),
        (
            "If it waits more than 10 s and less than 5 s, it must stop.",
            "more than 10 s and less than 5",
        ),
    ] {
        assert_eq!(required(rule, &[sentence]), [quote], "{sentence}");
    }
}

#[test]
fn two_cases_two_things_and_a_range_exclude_nothing() {
    let rule = "exclusive-conditions";
    for sentence in [
        "If the order is paid or unpaid, the shop shall keep it.",
        "Exports can be enabled and disabled.",
        "When an export is enabled and disabled, the server must log it.",
        "The list must show active and inactive users.",
        "The page must open when the device is online and offline.",
        "If the order is paid and unpaid items remain, the shop shall wait.",
        "If the card is valid and the code is invalid, the shop must refuse it.",
        "If the level is above 5 and below 10, the pump must run.",
        "The page must hold at least 10 lines and at most 5 columns.",
        "If the order is not paid and not unpaid, the shop shall wait.",
        "The page must show \"is paid and unpaid\".",
        "The page must check if the flag is enabled and disabled.",
    ] {
        assert!(required(rule, &[sentence]).is_empty(), "{sentence}");
    }
    assert!(found(rule, "# A\n\n> If it is paid and unpaid, it must stop.\n").is_empty());
}

#[test]
fn a_check_of_which_only_one_end_is_told_is_found() {
    let rule = "missing-else";
    for (sentence, quote) in [
        ("If the voucher is valid, the shop shall take its value off.", "If the voucher is valid"),
        ("If the item is in stock, the shop shall reserve it.", "If the item is in stock"),
        ("If the payment succeeds, the shop shall send a receipt.", "If the payment succeeds"),
        ("FR-1: If the payment succeeds, the shop shall say so.", "If the payment succeeds"),
        ("**FR-1**: If the code is valid, the shop shall take it.", "If the code is valid"),
        (
            "If the account has been approved, the server must open it.",
            "If the account has been approved",
        ),
    ] {
        assert_eq!(required(rule, &[sentence]), [quote], "{sentence}");
    }
}

#[test]
fn a_check_whose_other_end_is_told_somewhere_is_left_alone() {
    let rule = "missing-else";
    let check = "If the voucher is valid, the shop shall take its value off.";
    for other in [
        "Otherwise the shop shall keep the total.",
        "An invalid voucher must be refused.",
        "A voucher that is not valid must be shown in red.",
        "The shop must reject a voucher that was used before.",
        "Without a voucher the total must stay.",
        "Unless the voucher has run out, its value counts.",
    ] {
        assert!(required(rule, &[check, other]).is_empty(), "{other}");
    }
    for alone in [
        "The shop shall take the value off if the voucher is valid.",
        "If the voucher is not valid, the shop must refuse it.",
        "If the voucher is valid and new, the shop must show it.",
        "When the voucher is valid, the page must show it.",
        "The page must show \"If the voucher is valid, pay\".",
    ] {
        assert!(required(rule, &[alone]).is_empty(), "{alone}");
    }
    assert!(found(rule, "# A\n\n> If the voucher is valid, the shop shall take it.\n").is_empty());
}
