//! What the rules about silences find: a demand whose question nothing in the document answers, and what ends the silence.

mod quoted;

use council_core::severity::Severity;
use council_formats::packet::{markdown_prd, prd_folder};
use council_rules::{Finding, check_with};
use quoted::{found, required};

fn check(rule: &str, text: &str) -> Vec<Finding> {
    check_with(&markdown_prd("prd.md", text).value, |own| own.id == rule)
}

/// Returns a document with a list of requirements.
fn document(requirements: &[&str]) -> String {
    format!("# Product\n\n## Requirements\n\n- {}\n", requirements.join("\n- "))
}

/// Checks that a rule finds each demand alone, and none of them where it is no demand or where something answers it.
fn raises(rule: &str, demands: &[&str], answers: &[&str]) {
    for demand in demands {
        assert_eq!(required(rule, &[demand]), [*demand], "{rule}");
        for text in [
            format!("# Product\n\n## {demand}\n\nA page about it.\n"),
            format!("# Product\n\n## Requirements\n\n> {demand}\n"),
            format!("# Product\n\n## Requirements\n\n```\n{demand}\n```\n"),
            format!("# Product\n\n## Requirements\n\n`{demand}`\n"),
            format!("# Product\n\n## Out of scope\n\n- {demand}\n"),
            format!("# Product\n\n## Glossary\n\n- {demand}\n"),
        ] {
            assert!(found(rule, &text).is_empty(), "{rule}: {text}");
        }
        for answer in answers {
            assert!(required(rule, &[demand, answer]).is_empty(), "{rule}: {demand} {answer}");
        }
    }
}

/// Checks that a rule leaves sentences alone.
fn passes(rule: &str, sentences: &[&str]) {
    for sentence in sentences {
        assert!(required(rule, &[sentence]).is_empty(), "{rule}: {sentence}");
    }
}

#[test]
fn what_fails_in_practice_needs_a_word_about_failure() {
    let rule = "no-error-path";
    raises(
        rule,
        &[
            "Customers shall upload a photo of the damage.",
            "The shop shall import the price list of the supplier as CSV every night.",
            "The service shall send a webhook for every order.",
            "The app shall sync notes with the cloud.",
            "The checkout shall call the payment provider.",
        ],
        &["If this fails, the customer is told why.", "On an error nothing is kept."],
    );
    passes(
        rule,
        &[
            "The shop shall not import a price list as CSV.",
            "The module shall import the parser from the core package.",
            "The list shall be kept in sync with the table.",
            "The page shall show the price list.",
            "The variable holds the external API key.",
        ],
    );
}

#[test]
fn failure_of_something_else_is_no_error_path_of_an_upload() {
    let part = |more: &str| {
        format!(
            "# Product\n\n## Sign-in\n\nA failed sign-in shall be refused.\n\n## Photos\n\nCustomers shall upload a \
             photo.\n{more}"
        )
    };
    assert_eq!(found("no-error-path", &part("")), ["Customers shall upload a photo."]);
    let elsewhere =
        part("\n## Notes\n\nAn upload that breaks off is an error, and nothing is kept.\n");
    assert!(found("no-error-path", &elsewhere).is_empty());
}

#[test]
fn what_others_run_needs_a_word_about_its_absence() {
    let rule = "no-degradation";
    let known = "A card that is refused shall be reported as an error.";
    for demand in [
        "The checkout shall charge the card through the payment provider.",
        "Staff shall sign in through the identity provider.",
        "The text shall be translated by an external API.",
        "The message shall be sent through Twilio.",
    ] {
        assert_eq!(required(rule, &[demand, known]), [demand]);
        for answer in [
            "While it is unavailable, orders are kept as unpaid.",
            "Every call has a timeout of 5 s.",
            "After an outage it goes on where it was.",
        ] {
            assert!(required(rule, &[demand, known, answer]).is_empty(), "{demand} {answer}");
        }
    }
    for fine in [
        "The checkout shall not use a payment provider.",
        "The stripe shall be red on a blue ground.",
        "The page shall name the payment and the date.",
        "The key of the external API key store shall be kept for a day.",
    ] {
        assert!(required(rule, &[fine, known]).is_empty(), "{fine}");
    }
    let quoted =
        "# A\n\n## Requirements\n\n> It shall use an external API.\n\n- Errors shall be shown.\n";
    assert!(found(rule, quoted).is_empty());
}

#[test]
fn of_failure_and_absence_only_one_is_asked() {
    for text in [
        document(&["The checkout shall call the payment provider."]),
        document(&["The checkout shall call the payment provider.", "Errors shall be shown."]),
        document(&["Files shall be uploaded to an external service.", "Errors shall be shown."]),
    ] {
        let all = found("no-error-path", &text).len() + found("no-degradation", &text).len();
        assert!(all <= 1, "{text}");
    }
    let silent = document(&["The checkout shall call the payment provider."]);
    assert_eq!(found("no-error-path", &silent).len(), 1);
}

#[test]
fn a_use_of_data_that_people_agree_to_needs_a_ground() {
    let rule = "personal-data-without-consent";
    raises(
        rule,
        &[
            "The shop shall send marketing e-mails to customers every week.",
            "The app shall track the user's location.",
            "The site shall share customer data with advertising partners.",
            "Profiles of people: the site shall sell user data to third parties.",
        ],
        &[
            "Customers give their consent at sign-up.",
            "Each user can opt out.",
            "See the privacy page.",
        ],
    );
    passes(
        rule,
        &[
            "The app shall not track the user's location.",
            "The map shall show the location of the depot.",
            "The team shall share the marketing plan.",
            "Each record shall name its location, user and date.",
            "The page shall share its layout with the third page.",
        ],
    );
}

#[test]
fn consent_is_no_end_and_an_end_is_no_consent() {
    let demand = "The app shall track the user's location as personal data.";
    let rules = |answer: &str| {
        let text = document(&[demand, answer]);
        ["personal-data-without-consent", "personal-data-without-retention"]
            .map(|rule| found(rule, &text).len())
    };
    assert_eq!(rules("It is blue."), [1, 1]);
    assert_eq!(rules("Users give their consent."), [0, 1]);
    assert_eq!(rules("It is deleted after 30 days."), [1, 0]);
    passes("personal-data-without-retention", &["The log shall not hold personal data."]);
}

#[test]
fn a_dangerous_act_needs_somebody_who_may() {
    let rule = "missing-authorisation";
    raises(
        rule,
        &[
            "A user can delete any project.",
            "Users can export all customers as a table.",
            "It is possible to refund an order on its page.",
            "The system shall allow users to approve payments.",
            "A user may impersonate a colleague.",
            "Users can change the roles of colleagues.",
            "The system shall allow users to change the global settings.",
        ],
        &["Administrators are named in the settings.", "Each project has an owner."],
    );
    passes(
        rule,
        &[
            "A user cannot delete any project.",
            "Users can delete a draft.",
            "A user can remove all filters from the list.",
            "A customer can ask for a refund.",
            "A clerk can delete any order.",
            "The system shall delete all records after 30 days.",
        ],
    );
}

#[test]
fn what_comes_from_outside_needs_a_check() {
    let rule = "untrusted-input";
    raises(
        rule,
        &[
            "Customers can upload a photo of the damage.",
            "The shop shall import orders from a CSV file.",
            "A user shall enter the URL of a page, and its title is shown.",
            "Visitors can leave a comment below each article.",
            "The page shall render the HTML of a comment.",
        ],
        &["All input is validated.", "Each is rejected beyond 5 MB.", "Markup is escaped."],
    );
    passes(
        rule,
        &[
            "Customers cannot upload a photo.",
            "The server shall upload its state every hour.",
            "The module shall import the parser.",
            "The page shall show the URL of the shop.",
            "The team shall review the comment of the auditor.",
        ],
    );
}

#[test]
fn a_limit_of_something_else_does_not_check_an_upload() {
    let text = "# Product\n\n## Plans\n\nThere shall be at most 3 plans.\n\n## Photos\n\nCustomers can upload a photo, \
                and it must be kept.\n";
    assert_eq!(found("untrusted-input", text).len(), 1);
    let limited = text.replace("be kept", "be smaller than the limit");
    assert!(found("untrusted-input", &limited).is_empty());
}

#[test]
fn open_points_need_somebody_to_look_after_them() {
    let rule = "no-owner";
    let open = "# Shop\n\n## Open questions\n\n- Which currencies?\n- Which countries?\n";
    assert_eq!(found(rule, open), ["## Open questions"]);
    assert_eq!(found(rule, &open.replace("Open questions", "Next steps")), ["## Next steps"]);
    for fine in [
        open.replace("- Which countries?\n", ""),
        open.replace("countries?", "countries? Owner: sales."),
        open.replace("countries?", "countries? **A**: two."),
        open.replace("Open questions", "Frequent questions"),
        open.replace("Open questions", "Scenario: open questions"),
        format!("{open}\nThe billing team decides.\n"),
        open.replace("- Which", "> - Which").replace("Open", "No"),
    ] {
        assert!(found(rule, &fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_product_document_with_a_status_needs_an_owner() {
    let rule = "no-owner";
    let text = "# PRD: Shop\n\n**Status**: draft\n**Created**: 2026-05-01\n\n## Goals\n\nFewer calls.\n\n## Users\n\n\
                Buyers.\n\n## Requirements\n\n- The page shall open.\n";
    assert_eq!(found(rule, text), ["**Status**: draft"]);
    let keyed = text
        .replace("# PRD: Shop\n\n**Status**: draft\n", "---\nstatus: draft\n---\n# PRD: Shop\n\n");
    assert_eq!(found(rule, &keyed), ["status: draft"]);
    for fine in [
        text.replace("**Created**: 2026-05-01", "**Author**: Ada"),
        text.replace("draft", "implemented"),
        text.replace("**Status**", "> **Status**"),
        text.replace("**Status**: draft\n", ""),
        text.replace("## Users", "Status: draft\n\n## Users").replace("**Status**: draft\n", ""),
    ] {
        assert!(found(rule, &fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_change_of_what_is_in_use_needs_a_word_on_what_is_there() {
    let rule = "no-migration";
    raises(
        rule,
        &[
            "The service shall rename the column price to net price.",
            "The release must drop the table of visits.",
            "The portal shall replace the existing booking system.",
            "The team shall deprecate the orders endpoint.",
            "The update shall change the schema of invoices.",
        ],
        &["Existing data is migrated overnight.", "Both stand side by side for a year."],
    );
    passes(
        rule,
        &[
            "The service shall not rename the column price.",
            "The page shall replace the current picture.",
            "Future changes must update the schema tables.",
            "The tool shall check the file before replacing an existing schema.",
            "The user shall drop a file on the table.",
        ],
    );
}

#[test]
fn a_promised_level_needs_something_that_shows_it() {
    let rule = "no-observability";
    raises(
        rule,
        &[
            "The service shall be available 99.9 % of the time.",
            "Uptime shall be at least 99.5 %.",
            "The system shall have an availability of 99 %.",
        ],
        &["It is measured from two places.", "An alert goes to the one on duty."],
    );
    passes(
        rule,
        &[
            "The service shall not be available 99.9 % of the time.",
            "Training shall reach 100 % of users that are available.",
            "The list shall show the 95 % of products that are available.",
            "The load may go up to 95 %.",
            "The product shall be available in three colours.",
        ],
    );
}

#[test]
fn a_rollout_needs_something_that_shows_how_it_runs() {
    let rule = "no-observability";
    let text = "# Shop\n\n## Rollout\n\nIt goes to one in ten customers in the first week and to everybody in the second \
                week.\n";
    assert_eq!(found(rule, text), ["## Rollout"]);
    for fine in [
        text.replace("## Rollout", "# Rollout"),
        text.replace("## Rollout", "### Scenario: rollout of pins"),
        text.replace("## Rollout", "> ## Rollout\n\n## Other"),
        text.replace("It goes to one in ten customers in the first week", "Slowly")
            .replace(" and to everybody in the second week", ""),
        format!("{text}\n## Operations\n\nA dashboard counts orders.\n"),
    ] {
        assert!(found(rule, &fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_silence_is_minor_and_reported_once() {
    for (rule, demand) in [
        ("no-error-path", "Customers shall upload a photo."),
        ("personal-data-without-consent", "The app shall track the user's location."),
        ("missing-authorisation", "A user can delete any project."),
        ("untrusted-input", "Customers can upload a photo of the damage."),
        ("no-migration", "The release must drop the table of visits."),
        ("no-observability", "Uptime shall be at least 99.5 %."),
    ] {
        let findings = check(rule, &document(&[demand, "It is blue.", demand]));
        assert_eq!(findings.len(), 1, "{rule}");
        assert!(findings.iter().all(|finding| finding.severity == Severity::Minor), "{rule}");
    }
}

#[test]
fn the_files_of_a_folder_answer_for_each_other() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let demand = file(
        "p/requirements/R-1.yaml",
        "requirement:\n  statement: Customers shall upload a photo.\n",
    );
    let answer = file("p/risks.yaml", "risks:\n  note: An upload that fails is tried again.\n");
    let found = |files: &[(String, String)]| {
        check_with(&prd_folder(files).value, |own| own.id == "no-error-path").len()
    };
    assert_eq!(found(std::slice::from_ref(&demand)), 1);
    assert_eq!(found(&[demand, answer]), 0);
}
