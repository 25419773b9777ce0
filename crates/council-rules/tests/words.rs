//! What the rules about words, names and conditions find, and what they leave alone.

use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns what a rule quotes of a document.
fn found(rule: &str, text: &str) -> Vec<String> {
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |own| own.id == rule);
    findings.into_iter().map(|finding| finding.quote).collect()
}

/// Returns what a rule quotes of a list of requirements.
fn required(rule: &str, requirements: &[&str]) -> Vec<String> {
    let list = requirements.join("\n- ");
    found(rule, &format!("# Product\n\n## Requirements\n\n- {list}\n"))
}

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
