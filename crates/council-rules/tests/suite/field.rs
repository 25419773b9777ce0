//! What strangers' documents taught: the smallest text of each finding that readers called wrong, and of what was missed.

use council_core::severity::Severity;
use council_formats::packet::markdown_prd;
use council_rules::{Finding, check_with};

/// Returns what a rule says of a document.
fn found(rule: &str, text: &str) -> Vec<Finding> {
    let packet = markdown_prd("prd.md", text).value;
    check_with(&packet, |own| own.id == rule)
}

/// Counts what a rule says of a line among requirements.
fn required(rule: &str, line: &str) -> usize {
    found(rule, &format!("# PRD: Till\n\n## Requirements\n\n- FR-1: {line}\n")).len()
}

/// A proposal that argues, with a statement in two of its sections.
fn argued(first: &str, second: &str) -> String {
    format!(
        "# RFC 7: Buckets\n\n- Start Date: 2024-01-02\n\n## Summary\n\nA proposal.\n\n## Motivation\n\nIt is \
         slow.\n\n## Detailed design\n\n{first}\n\n## Drawbacks\n\nNone.\n\n## Unresolved questions\n\n{second}\n"
    )
}

#[test]
fn what_is_said_again_and_turned_round_contradicts_also_where_a_document_argues() {
    let duty = "Buckets must cover the full range of values.";
    for turned in [
        "Contrary to earlier drafts, buckets won't cover the full range of values.",
        "Buckets must not cover the full range of values.",
        "Under no circumstances may buckets cover the full range of values.",
    ] {
        assert_eq!(found("contradicting-duties", &argued(duty, turned)).len(), 1, "{turned}");
    }
    let nothing = "The allocator must guarantee that no address is given twice to two hosts.";
    let twice = "The allocator must not guarantee that no address is given twice to two hosts.";
    assert_eq!(found("contradicting-duties", &argued(nothing, twice)).len(), 1);
    for other in [
        "Buckets must not cover the tail of the values.",
        "Buckets cover the full range of values.",
        "Readers must not cover the full range of values.",
    ] {
        assert!(found("contradicting-duties", &argued(duty, other)).is_empty(), "{other}");
    }
}

#[test]
fn a_sentence_that_is_written_again_with_another_number_contradicts_the_first() {
    let rule = "contradicting-numbers";
    let told = "The daemon refreshes the index of the mirror after 5 minutes of silence.";
    for again in [
        "In practice: the daemon refreshes the index of the mirror after 20 minutes of silence.",
        "The daemon refreshes the index of the mirror after 90 seconds of silence (agreed with operations).",
        "As a rule, the daemon refreshes the index of the mirror after 2 hours of silence.",
    ] {
        assert_eq!(found(rule, &argued(told, again)).len(), 1, "{again}");
    }
    for other in [
        "The daemon refreshes the index of the mirror after 5 minutes of silence.",
        "The daemon refreshes the index of the mirror after 300 seconds of silence.",
        "The daemon drops the lease of the leader after 20 minutes of silence.",
        "By default, the daemon refreshes the cache of a reader after 20 minutes.",
    ] {
        assert!(found(rule, &argued(told, other)).is_empty(), "{other}");
    }
}

#[test]
fn a_step_and_its_opposite_contradict_where_nearly_all_words_are_the_same() {
    let text = "# Spec\n\n## Requirements\n\n### Requirement: Count\n\nThe bell SHALL count.\n\n#### Scenario: \
                Unread\n\n- **WHEN** a mail arrives\n- **THEN** the unread count SHALL render in the header bar\n\n\
                ## Notes\n\nAt no time will the unread count render in the header bar.\n";
    assert_eq!(found("contradicting-duties", text).len(), 1);
}

#[test]
fn what_is_done_and_undone_in_one_section_is_no_contradiction() {
    let rule = "contradicting-duties";
    let two = |one: &str, other: &str| {
        found(rule, &format!("# PRD: A\n\n## Requirements\n\n- FR-1: {one}\n- FR-2: {other}\n"))
            .len()
    };
    assert_eq!(
        two("The page shall open the side panel.", "The page shall close the side panel."),
        0
    );
    assert_eq!(
        two(
            "The help shall tell how to allow a domain in any view.",
            "The help shall tell how to block a domain in any view."
        ),
        0
    );
    assert_eq!(
        two("The gate shall accept torn tickets.", "The gate shall reject torn tickets."),
        1
    );
}

#[test]
fn a_duty_said_again_in_other_words_is_found_in_prose() {
    let rule = "duplicate-requirement";
    let duty = "The exporter must return an opaque tracer to its caller.";
    let again = "Mind that the exporter needs to return an opaque tracer to its caller.";
    assert_eq!(found(rule, &argued(duty, again)).len(), 1);
    // Who copies it to the letter means it so.
    assert!(found(rule, &argued(duty, duty)).is_empty());
    let led = "If a start time is given, the exporter must return an opaque tracer to its caller.";
    let other = "If a time is given, the exporter must return an opaque tracer to its caller.";
    assert!(found(rule, &argued(led, other)).is_empty());
}

#[test]
fn a_checklist_of_the_review_and_what_is_crossed_out_demand_nothing() {
    let spec = |words: &str| {
        format!(
            "# Feature Specification: Bells\n\n## Requirements\n\n- **FR-001**: The bell MUST ring.\n{words}\n\n\
             ## Review & Acceptance Checklist\n\n### Requirement Completeness\n\n- [x] The tone is still TBD\n"
        )
    };
    assert!(found("placeholder", &spec("")).is_empty());
    let open = "- **FR-002**: The bell MUST [NEEDS CLARIFICATION: how loud?]";
    assert_eq!(found("placeholder", &spec(open)).len(), 1);
    let gone = "- ~~**FR-002**: The bell MUST [NEEDS CLARIFICATION: how loud?]~~ **[LATER]**";
    assert!(found("placeholder", &spec(gone)).is_empty());
}

#[test]
fn items_below_different_items_are_different_things() {
    let text = "# SRS\n\n## Requirements\n\n1. Users must be able to delete their profile:\n    1. The user must be \
                prompted to confirm the deletion\n2. Users must be able to delete a pet:\n    1. The user must be \
                prompted to confirm the deletion\n";
    assert!(found("duplicate-requirement", text).is_empty());
}

#[test]
fn criteria_are_missed_where_they_would_stand() {
    let requirement = |number: u8, criteria: &str| {
        format!(
            "### Requirement {number}\n\n**User Story:** As a clerk, I want to sell, so that we live.\n\n{criteria}\n"
        )
    };
    let given = "#### Acceptance Criteria\n\n1. WHEN a sum is keyed in THE till SHALL ring\n";
    let named = "**Acceptance Criteria:**\n1. **Catalogue:**\n   - All tools are listed\n";
    let all =
        [requirement(1, given), requirement(2, ""), requirement(3, given), requirement(4, named)];
    let text = format!("# Requirements Document\n\n## Requirements\n\n{}", all.concat());
    let lines: Vec<u32> =
        found("no-acceptance-criteria", &text).iter().map(|one| one.start.line).collect();
    let story = text.lines().enumerate().filter(|(_, line)| line.starts_with("**User Story"));
    let second = story.map(|(at, _)| at + 1).nth(1).unwrap();
    assert_eq!(lines, [u32::try_from(second).unwrap()]);
}

#[test]
fn what_a_program_says_to_its_users_demands_nothing() {
    let text = "# PRD: Till\n\n## Requirements\n\n| Id | Type | Message |\n|---|---|---|\n| MSG-1 | Info | Too many \
                requests. Wait a few moments. |\n";
    assert!(found("vague-amount", text).is_empty());
    assert!(found("vague-time", text).is_empty());
}

#[test]
fn words_that_rank_choose_or_name_a_part_are_exact() {
    for (rule, fine, vague) in [
        ("vague-amount", "It shall show their most successful plans.", "It shall show most plans."),
        (
            "vague-time",
            "It shall draw a chart over a selectable window.",
            "It shall answer within a sensible window.",
        ),
        (
            "limit-without-number",
            "The tests shall run against the rate-limit port.",
            "The service shall apply a rate limit to each client.",
        ),
        (
            "target-without-conditions",
            "When loading takes longer than 5 seconds, a note shall be shown.",
            "Loading shall take less than 5 seconds.",
        ),
        (
            "placeholder",
            "A note shall substitute {{date}} and {{title}}.",
            "A note shall begin with {{title}}.",
        ),
        (
            "vague-time",
            "It shall show an editable duration.",
            "It shall answer within an acceptable time.",
        ),
        (
            "placeholder",
            "Each row shall show its status (Paid/Pending).",
            "The fee shall be 5 (value pending).",
        ),
    ] {
        assert_eq!(required(rule, fine), 0, "{rule}: {fine}");
        assert_eq!(required(rule, vague), 1, "{rule}: {vague}");
    }
}

#[test]
fn a_dash_a_padded_number_and_a_title_of_its_own_are_answers() {
    let dash = "# PRD: A\n\n## Goals\n\nTo sell.\n\n### Neutral\n\n-\n\n### Negative\n\n\\-\n";
    assert!(found("empty-section", dash).is_empty());
    assert_eq!(found("empty-section", "# PRD: A\n\n## Goals\n\n## Scope\n\nAll.\n").len(), 1);
    let link = "# PRD: A\n\n## Goals\n\nSee [shop#0017](https://example.org/shop/pull/17).\n";
    assert!(found("link-to-another-number", link).is_empty());
    let titled = "# PRD: A\n\n## Requirements\n\n- FR-1: It opens.\n- FR-2: It shuts.\n- FR-3: It rings.\n\n## Later\n\n\
                  - **FR-8 — Sharing**, **FR-9 — Printing**: not now\n";
    assert!(found("dangling-reference", titled).is_empty());
}

/// Returns how severe a rule calls what it finds in a document.
fn severities(rule: &str, text: &str) -> Vec<Severity> {
    found(rule, text).into_iter().map(|finding| finding.severity).collect()
}

#[test]
fn what_ranks_accepts_or_goes_beyond_a_limit_is_no_amount() {
    let rule = "vague-amount";
    for fine in [
        "The page shall mark the most popular plan with a star.",
        "The report shall list the ten most reported domains first.",
        "The page shall sort by most interacted rows.",
        "The import shall accept a draft where a plain reply is sufficient.",
        "The till shall check that there is sufficient stock of each article.",
        "The server shall answer `429` with the words too many requests.",
    ] {
        assert_eq!(required(rule, fine), 0, "{fine}");
    }
    for open in [
        "The export shall hold most orders.",
        "The export shall hold most of the orders.",
        "The till shall keep sufficient copies of the journal.",
    ] {
        assert_eq!(required(rule, open), 1, "{open}");
    }
}

#[test]
fn another_thing_of_the_same_kind_and_a_case_that_cannot_arise_are_notes() {
    let severity = |line: &str| {
        severities("loophole", &format!("# PRD: Till\n\n## Requirements\n\n- FR-1: {line}\n"))
    };
    assert_eq!(severity("Passwords shall be hashed with bcrypt or similar."), [Severity::Note]);
    assert_eq!(severity("The till shall list the fees, where applicable."), [Severity::Note]);
    assert_eq!(
        severity("The till shall keep the session open where appropriate."),
        [Severity::Minor]
    );
}

#[test]
fn a_second_line_of_the_title_and_a_record_that_is_kept_later_are_no_empty_sections() {
    let rule = "empty-section";
    let rest =
        "## Summary\n\nThe till takes money.\n\n## Requirements\n\n- FR-1: The till shall ring.\n";
    assert!(
        found(
            rule,
            &format!("# Product requirements\n## The till, second edition\n\n---\n\n{rest}")
        )
        .is_empty()
    );
    let record = "\n## Change Log\n\n## Dev Record\n\n### Files touched\n\n### Model used\n";
    assert!(found(rule, &format!("# Product requirements\n\n{rest}{record}")).is_empty());
    assert_eq!(
        found(
            rule,
            &format!("# Product requirements\n\n{rest}\n## Testing\n\n## Risks\n\nNone.\n")
        )
        .len(),
        1
    );
}

#[test]
fn a_limit_that_is_kept_elsewhere_or_measured_by_another_is_not_missing() {
    let rule = "limit-without-number";
    for fine in [
        "Calls to the till shall be rate limited by configuration.",
        "Calls to the till shall be rate limited; see the contract of the API for the figures.",
        "Named links shall be rate-limited more strictly than others.",
    ] {
        assert_eq!(required(rule, fine), 0, "{fine}");
    }
    assert_eq!(required(rule, "The sign-in of the till shall be rate limited."), 1);
}

#[test]
fn the_same_words_in_another_order_are_no_sure_duplicate() {
    let steps = |first: &str, second: &str| {
        format!("# PRD: Till\n\n## Requirements\n\n- FR-1: {first}\n- FR-2: {second}\n")
    };
    let there =
        "When a clerk is on the login page, the till shall show a link to the registration page.";
    let back =
        "When a clerk is on the registration page, the till shall show a link to the login page.";
    let rule = "duplicate-requirement";
    assert!(!severities(rule, &steps(there, back)).contains(&Severity::Minor));
    assert_eq!(severities(rule, &steps(there, there)), [Severity::Minor]);
}

#[test]
fn a_name_that_is_not_known_yet_is_a_note() {
    let team = "# PRD: Till\n\n## Requirements\n\n- FR-1: The till shall ring.\n\n## Team\n\n| role | name |\n|---|---|\n\
                | clerk | TBA |\n| cook | Mira |\n";
    assert_eq!(severities("placeholder", team), [Severity::Note]);
}

#[test]
fn what_says_when_a_story_or_a_release_is_done_accepts_it() {
    let rule = "no-acceptance-criteria";
    let story = |id: u32| {
        format!(
            "### US-{id}: A sale {id} (P2)\n\n**As a** clerk  \n**I want to** key in sum {id}  \n**So that** it is paid\n\n\
             **Acceptance Criteria:**\n- [ ] The drawer {id} opens\n- [ ] The lamp {id} shines\n\n"
        )
    };
    let stories: String = (1..5).map(story).collect();
    let spec = format!(
        "# Feature: Till\n\n## User Stories\n\n{stories}---\n\n## Non-Functional Requirements\n\n- It is quiet.\n"
    );
    assert!(found(rule, &spec).is_empty());
    let steps = "# Requirements of the till\n\n## Requirements\n\n| **ID** | **Need** | **Verification steps** |\n|---|---|---|\n\
                 | REQ-1 | The till shall ring. | Key in a sum and listen. |\n| REQ-2 | The till shall shut. | Push it. |\n";
    assert!(found(rule, steps).is_empty());
}

#[test]
fn what_is_unwritten_only_in_words_stops_nothing() {
    let severity = |line: &str| {
        severities("placeholder", &format!("# PRD: Till\n\n## Requirements\n\n- FR-1: {line}\n"))
    };
    assert_eq!(severity("The till shall ring after TBD seconds."), [Severity::Major]);
    let words = "When a clerk enters an address not yet known, the till shall ask for a name.";
    assert!(!severity(words).contains(&Severity::Major));
}
