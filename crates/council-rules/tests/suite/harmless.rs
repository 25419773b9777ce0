//! What strangers' specifications say all the time and nobody has to change, beside what they should.

use crate::quoted::found;

/// A behaviour specification with one requirement and one step of a scenario.
fn behaviour(requirement: &str, step: &str) -> String {
    format!(
        "# Till\n\n## Purpose\n\nThe till takes money and keeps the books of the shop.\n\n## Requirements\n\n\
         ### Requirement: Sale\n\n{requirement}\n\n#### Scenario: A sale\n\n- **WHEN** a sum is keyed in\n- **THEN** \
         {step}\n\n### Requirement: Drawer\n\nThe drawer SHALL open.\n\n#### Scenario: Open\n\n- **WHEN** it opens\n- \
         **THEN** it rings\n"
    )
}

/// Asserts that a rule quotes this of one sentence and nothing of others.
fn tells_apart(rule: &str, quoted: &[(&str, &str)], fine: &[&str]) {
    for (sentence, quote) in quoted {
        assert_eq!(found(rule, &behaviour(sentence, "it rings")), [*quote], "{sentence}");
    }
    for sentence in fine {
        let seen = found(rule, &behaviour(sentence, "it rings"));
        assert!(seen.is_empty(), "{sentence}: {seen:?}");
    }
}

#[test]
fn a_judgement_counts_where_nothing_beside_it_says_what_is_meant() {
    tells_apart(
        "subjective-word",
        &[
            ("The till SHALL use an efficient way to sort its rows.", "efficient"),
            ("The till SHALL return appropriate exit codes.", "appropriate"),
            ("The till SHALL handle a torn note gracefully.", "gracefully"),
            ("The till SHALL be easy to learn.", "easy"),
        ],
        &[
            "The till SHALL support a graceful shutdown.",
            "On a signal the till SHALL stop gracefully.",
            "The till SHALL gracefully disable the printer and go on.",
            "The till SHALL handle a torn note gracefully with a red lamp.",
            "The till SHALL show a helpful message with the steps to take.",
            "The till SHALL start properly and print `ready`.",
            "Each page SHALL be properly signed.",
            "The till SHALL ring, since it may be difficult to see the lamp.",
            "The till SHALL answer a simple ping with \"pong\".",
            "The till SHALL be usable as a drawer.",
            "The till SHALL print a text suitable for the tax office.",
            "If several rows are suitable, the till SHALL take the first.",
            "The till SHALL know rolls of these sizes: tiny, narrow, wide.",
            "The colours SHALL have adequate contrast after WCAG AA.",
        ],
    );
}

#[test]
fn criteria_of_stories_are_no_bare_list_of_requirements() {
    let story = |number: u8| {
        format!(
            "## Story 1.{number}: Rows\n\nAs a clerk, I want rows.\n\n**Acceptance Criteria:**\n\n1. The total row is \
             green\n2. Sales never made are grey\n3. A failed sale is red\n4. An empty roll is shown\n5. The static \
             text is printed\n6. The recent rows stand first\n7. The average is shown\n8. Each row has a day\n9. Each \
             row has a sum\n10. Each row has a clerk\n\n"
        )
    };
    let text = format!("# Epic 1: Till\n\n{}{}{}", story(1), story(2), story(3));
    assert_eq!(found("subjective-word", &text), Vec::<String>::new());
    assert_eq!(found("never-always", &text), Vec::<String>::new());
}

#[test]
fn two_duties_are_two_where_each_has_its_own_subject() {
    tells_apart(
        "several-in-one",
        &[(
            "The till SHALL print the receipt, and the bank SHALL keep the day's sum.",
            ", and the bank SHALL",
        )]
        .map(|(sentence, quote)| (sentence, quote.trim_start_matches(", "))),
        &[
            "The till SHALL create the row and SHALL return its number.",
            "The till SHALL keep the row; it SHALL show the number.",
            "The till SHALL use the new drawer; the old drawer SHALL NOT be used.",
            "The till SHALL go on: when the row is there, the drawer SHALL stay shut.",
            "The till SHALL keep rows that are then hidden by a clerk who SHALL sign.",
        ],
    );
}

#[test]
fn a_time_is_not_vague_beside_its_figure() {
    tells_apart(
        "vague-time",
        &[("The till SHALL answer quickly.", "quickly")],
        &[
            "The till SHALL look at the drawer every 5 seconds with the bell and the lamp off and promptly ring.",
            "The books of the till MAY be eventually consistent.",
            "The till SHALL show a friendly notice.",
        ],
    );
    let table = "# Till PRD\n\n## Requirements\n\n| ID | Requirement | Metric |\n|---|---|---|\n| R-1 | The report must \
                 end within reasonable time | < 5 minutes |\n| R-2 | The bell must ring within reasonable time | loud |\n";
    assert_eq!(found("vague-time", table), ["within reasonable time"]);
}

#[test]
fn an_amount_is_not_vague_beside_its_bound_or_in_an_explanation() {
    tells_apart(
        "vague-amount",
        &[
            ("The till SHALL keep several copies.", "several"),
            ("The wait SHALL be as low as possible.", "as low as possible"),
        ],
        &[
            "The wait SHALL be as low as possible. The longest wait is 5 seconds.",
            "A full roll SHALL NOT count as paid: a roll of several sheets is full and unpaid.",
            "The text SHALL have sufficient contrast (WCAG AA).",
        ],
    );
}

#[test]
fn should_is_weak_in_a_duty_and_not_in_an_outcome_a_condition_or_an_example() {
    let rule = "weak-modal";
    tells_apart(
        rule,
        &[("The till should print the receipt.", "should")],
        &[
            "Should the roll end, the till rings.",
            "For example, the till could print a second row.",
        ],
    );
    assert!(
        found(rule, &behaviour("The till SHALL ring.", "the drawer should be open")).is_empty()
    );
    assert_eq!(
        found(rule, &behaviour("The till SHALL ring.", "the drawer might be open")),
        ["might"]
    );
}

#[test]
fn a_duty_does_not_lapse_by_what_it_makes_possible() {
    tells_apart(
        "loophole",
        &[("The till SHALL print the receipt when needed.", "when needed")],
        &[
            "The till SHALL keep the path, enabling the printer to start it when needed.",
            "Clerks add a mark as desired by the owner.",
        ],
    );
    let fine = "The till SHALL pay where some rows are open and others are closed.";
    tells_apart("open-list", &[], &[fine]);
}

#[test]
fn what_is_said_again_for_another_thing_is_no_copy() {
    let rule = "duplicate-requirement";
    let list = "- SHOULD use the number of the build to empty the store after a certain layer.\n";
    let led = format!(
        "# Files\n\n## Requirements\n\nA file of the build\n\n{list}\nA file of the run\n\n{list}"
    );
    assert!(found(rule, &led).is_empty());
    let twice = format!("# Files\n\n## Requirements\n\nA file of the build\n\n{list}{list}");
    assert_eq!(found(rule, &twice).len(), 1);
    let criteria = |other: &str| {
        format!(
            "# Requirements Document\n\n## Requirements\n\n### Requirement 1: The log page\n\n**User Story:** As a \
             clerk, I want help.\n\n#### Acceptance Criteria\n\n1. THE Help SHALL explain the switch between rows and \
             sums\n\n### Requirement 2: {other}\n\n**User Story:** As a clerk, I want help.\n\n#### Acceptance \
             Criteria\n\n1. THE Help SHALL explain the switch between rows and sums\n"
        )
    };
    assert!(found(rule, &criteria("The tax page")).is_empty());
}

#[test]
fn money_is_asked_about_where_a_request_moves_it() {
    let rule = "payment-without-idempotency";
    tells_apart(
        rule,
        &[],
        &[
            "The till SHALL show each refund with its card.",
            "The contract SHALL transfer the balance of the token to the caller.",
            "The relayer SHALL pay the fee of the packet.",
        ],
    );
    let asked = "The till SHALL charge the card when the customer confirms the order.";
    assert_eq!(found(rule, &behaviour(asked, "it rings")).len(), 1);
}

#[test]
fn a_risk_is_asked_for_its_answer_where_one_is_named() {
    let rule = "risk-without-mitigation";
    let under = |heading: &str, words: &str| {
        found(
            rule,
            &format!("# Till\n\n## Proposal\n\nA new drawer.\n\n### {heading}\n\n{words}\n"),
        )
        .len()
    };
    assert_eq!(under("Risks and Mitigations", "- The bank may drop the new drawer."), 1);
    assert_eq!(
        under("Risks and Mitigations", "This is a simple and backwards compatible change."),
        0
    );
    assert_eq!(under("Risks", "Some printers know nothing of it. It is off by default."), 0);
    assert_eq!(under("Pitfalls of the current drawer", "- It takes a clerk to close it."), 0);
}

#[test]
fn ids_in_a_range_of_another_document_are_not_looked_for() {
    let rule = "dangling-reference";
    let text = |source: &str| {
        format!(
            "# Till\n\n## Sources\n\n- {source}\n\n## Requirements\n\n- The drawer MUST NOT open twice (NFR-PORT-003).\n"
        )
    };
    assert!(found(rule, &text("`docs/srs.md`, part 4 (NFR-PORT-001~004)")).is_empty());
    assert_eq!(found(rule, &text("`docs/srs.md`, part 4 (NFR-PORT-001~002)")), ["NFR-PORT-003"]);
    assert_eq!(found(rule, &text("the old list (NFR-PORT-001~004)")), ["NFR-PORT-003"]);
}

#[test]
fn marks_that_are_explained_and_types_are_no_placeholders() {
    let rule = "placeholder";
    let glossary = "# Till\n\n## Requirements\n\nThe till must ring.\n\n## Words\n\n| Short | Long |\n|---|---|\n| tbd | \
                    to be determined |\n";
    assert!(found(rule, glossary).is_empty());
    assert_eq!(found(rule, &glossary.replace("to be determined", "the rate")), ["tbd"]);
    let typed = "# Till\n\n## Requirements\n\n- The rows must be a map <string, value> of sums.\n";
    assert!(found(rule, typed).is_empty());
    tells_apart(
        rule,
        &[("The till SHALL ring within TBD seconds.", "TBD")],
        &[
            "The till SHALL flag placeholders (TODO, TKTK, ???) that are left.",
            "The till SHALL refuse a page that has TBD or, in its margin, FIXME.",
        ],
    );
}

#[test]
fn capitals_that_are_columns_or_characters_are_no_abbreviations() {
    tells_apart(
        "undefined-acronym",
        &[("The till SHALL send it by QRT.", "QRT")],
        &[
            "The till SHALL print NAME, STATUS, SUM and QTD of each row.",
            "The till SHALL drop QRT (0x7F).",
            "The till SHALL run on QRT.NET 5.",
        ],
    );
}

#[test]
fn a_limit_that_is_only_a_topic_needs_no_figure() {
    tells_apart(
        "limit-without-number",
        &[(
            "The till SHALL enforce a rate limit for each shop.",
            "The till SHALL enforce a rate limit for each shop.",
        )],
        &[
            "The help page SHALL explain the retention period of each table.",
            "The till SHALL log each of these:\n\n- Rate limiter state\n- The day",
            "The backoff timer SHALL be separate from the rate limit timer.",
        ],
    );
}

#[test]
fn a_share_that_nobody_promises_is_not_broken() {
    let rule = "uptime-with-downtime";
    let text = |promise: &str| {
        format!("# Till\n\n## Requirements\n\n- {promise}, with 1 hour of downtime per day.\n")
    };
    let denied = "We cannot guarantee 100 %, and the server must be available 95 % of the time";
    assert!(found(rule, &text(denied)).is_empty());
    assert_eq!(found(rule, &text("The server must be available 100 % of the time")).len(), 1);
}

#[test]
fn what_is_uploaded_as_it_is_cannot_be_unreadable() {
    let rule = "unreadable-input";
    let requires = |words: &str| found(rule, &behaviour(words, "it rings")).len();
    assert_eq!(requires("The till SHALL upload each file in turn."), 0);
    assert_eq!(requires("The till SHALL upload a CSV file of rows."), 1);
    assert_eq!(requires("The till SHALL import the file of rows."), 1);
}

#[test]
fn plans_topologies_and_what_is_left_out_are_no_rollouts_and_have_no_owner() {
    let of = |rule: &str, heading: &str| {
        let steps = "1. Begin with the first shop of the town on the hill.\n2. Go on with the others by the river.\n";
        found(
            rule,
            &format!(
                "# Till\n\n## Requirements\n\n- The till must ring.\n\n## {heading}\n\n{steps}"
            ),
        )
        .len()
    };
    for rule in ["no-rollback", "no-observability"] {
        assert_eq!(of(rule, "Deployment plan"), 1, "{rule}");
        assert_eq!(of(rule, "Single-node deployments"), 0, "{rule}");
        assert_eq!(of(rule, "Release planning"), 0, "{rule}");
    }
    assert_eq!(of("no-owner", "Follow-ups"), 1);
    assert_eq!(of("no-owner", "What this change does not do (follow-ups)"), 0);
}

#[test]
fn a_story_that_is_crossed_out_needs_no_criteria() {
    let rule = "no-acceptance-criteria";
    let story = |title: &str, criteria: &str| {
        format!("## Story {title}\n\nAs a clerk, I want rows, so that I can count.\n\n{criteria}\n")
    };
    let shown = "**Acceptance Criteria:**\n\n1. Each row has a day.\n2. Each row has a sum.\n";
    let text = |title: &str| {
        let stories =
            [story("1.1: Rows", shown), story("1.2: Sums", shown), story("1.3: Days", shown)];
        format!("# Epic 1: Till\n\n{}{}", stories.concat(), story(title, ""))
    };
    assert_eq!(found(rule, &text("1.4: Clerks")).len(), 1);
    assert!(found(rule, &text("1.4: ~~DELETED - Clerks~~")).is_empty());
}

#[test]
fn a_chapter_and_a_guide_lack_nothing() {
    let rule = "missing-section";
    assert!(found(rule, "# 2. Till\n\n## Overview\n\nThe till MUST ring.\n").is_empty());
    let skips = "# Till\n\n## 2. Drawer\n\nThe drawer MUST open.\n\n## 3. Bell\n\nIt MUST ring.\n";
    assert_eq!(found(rule, skips), ["## 2. Drawer"]);
    let product =
        "# PRD of the till\n\n## Goals\n\nTo sell.\n\n## Requirements\n\nThe till must ring.\n";
    assert!(!found(rule, product).is_empty());
    assert!(found(rule, &format!("{product}\n## What is a PRD?\n\nA page.\n")).is_empty());
}
