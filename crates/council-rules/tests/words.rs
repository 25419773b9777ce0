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
