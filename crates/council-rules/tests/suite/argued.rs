//! Documents that argue and describe: duties are looked at wherever they are stated, words are not weighed.

use council_core::severity::Severity;
use council_formats::packet::markdown_prd;
use council_rules::{Finding, check_with};

use crate::quoted::{found, required};

/// A proposal with a paragraph in its design.
fn proposal(words: &str) -> String {
    format!(
        "# Ferry timetables\n\n## Summary\n\nFerries get timetables.\n\n## Motivation\n\nNobody knows when they \
         leave.\n\n## Detailed design\n\nA clerk enters the times.\n\n{words}\n\nThe harbour must list every \
         ferry. A pilot must call the harbour.\n\n## Drawbacks\n\nPaper is used.\n\n## Unresolved questions\n\nWho \
         pays for the paper?\n"
    )
}

/// Returns what a rule quotes of a paragraph in the design of a proposal.
fn proposed(rule: &str, words: &str) -> Vec<String> {
    found(rule, &proposal(words))
}

/// Returns what a rule finds in a paragraph in the design of a proposal.
fn weighed(rule: &str, words: &str) -> Vec<Finding> {
    let packet = markdown_prd("prd.md", &proposal(words)).value;
    check_with(&packet, |own| own.id == rule)
}

#[test]
fn a_duty_is_looked_at_in_the_prose_of_a_proposal() {
    for (rule, words) in [
        ("several-in-one", "The harbour must ring a bell, and the pilot must answer it."),
        ("pronoun-subject", "Whoever is there must ring a bell."),
        ("dangling-reference", "The harbour must ring a bell, as described in clause 14.2."),
        ("dangling-reference", "The harbour must ring a bell (see REQ-417)."),
        ("dangling-reference", "The harbour must ring a bell. Its tone is told (see REQ-417)."),
        ("undefined-acronym", "The harbour must ring a bell as the QRX says."),
        ("vague-time", "The harbour must ring a bell within a reasonable time."),
        ("vague-amount", "The harbour should store bells in a modest amount of space."),
    ] {
        assert_eq!(proposed(rule, words).len(), 1, "{rule}: {words}");
        assert_eq!(required(rule, &[words]).len(), 1, "{rule}: {words}");
    }
}

#[test]
fn what_authors_must_do_and_what_is_described_is_none() {
    for (rule, words) in [
        ("several-in-one", "First we must find the bell, and then we must ring it."),
        ("subjective-word", "The harbour must offer a simple and friendly bell."),
        ("vague-time", "Passengers may have to wait a long time for the bell."),
        ("vague-amount", "The harbour must ring for ferries that carry a large number of cars."),
        ("vague-amount", "The thing that must be stopped may hold a large number of cars."),
        ("dangling-reference", "The law says in clause 14.2 that bells ring."),
    ] {
        assert!(proposed(rule, words).is_empty(), "{rule}: {words}");
    }
}

#[test]
fn a_measure_without_a_number_is_worth_a_note_where_a_design_tells_how_things_are() {
    let severities = |rule: &str, words: &str| -> Vec<Severity> {
        weighed(rule, words).into_iter().map(|found| found.severity).collect()
    };
    for (rule, words) in [
        ("vague-time", "The bell rings after a short while."),
        ("vague-amount", "The log of the bell takes a moderate amount of space."),
    ] {
        assert_eq!(severities(rule, words), [Severity::Note], "{words}");
    }
    let demanded = "The harbour must keep a moderate number of bells.";
    assert_eq!(severities("vague-amount", demanded), [Severity::Minor]);
    for (rule, words) in [
        ("vague-amount", "Most of the ferries are small."),
        ("vague-amount", "At a high level, a bell rings."),
        ("vague-time", "The bell rings as long as necessary parts are there."),
    ] {
        assert!(severities(rule, words).is_empty(), "{words}");
    }
}

#[test]
fn a_duty_that_is_taken_back_is_found_where_its_subject_has_duties() {
    for words in [
        "The harbour is encouraged to ring a bell.",
        "The pilot should preferably ring a bell.",
        "The harbour should, if convenient, ring a bell.",
        "A pilot aims to ring a bell.",
        "We should probably ring a bell.",
    ] {
        assert_eq!(proposed("weak-modal", words).len(), 1, "{words}");
    }
}

#[test]
fn a_description_that_leaves_open_what_a_thing_does_is_worth_a_note() {
    for words in [
        "The harbour might ring a bell.",
        "The harbour should ring a bell.",
        "Old bells should be painted.",
        "The pilot is free to ring a bell.",
        "The pilot can optionally ring a bell.",
        "The harbour should, if the bell is there, ring it.",
        "The harbour would sometimes ring a bell.",
        "The bell is meant to be heard.",
        "The mast strives to be seen.",
    ] {
        let found = weighed("weak-modal", words);
        let severities: Vec<Severity> = found.iter().map(|found| found.severity).collect();
        assert_eq!(severities, [Severity::Note], "{words}");
    }
    for words in [
        "The weather is expected to be foul.",
        "This harbour is intended to be small.",
        "This should hopefully ring a bell.",
        "This proposal aims to ring bells.",
        "Passengers might miss a bell.",
        "A bell could be heard.",
        "The clapper attempts to hit the bell.",
        "We might ring a bell.",
        "The harbour could, for example, ring a bell.",
        "The owners are free to ring a bell.",
    ] {
        assert!(proposed("weak-modal", words).is_empty(), "{words}");
    }
}

#[test]
fn a_duty_whose_bearer_is_only_pointed_to_is_worth_a_note() {
    for (words, said) in [
        ("It must ring a bell.", "It"),
        ("Those must ring a bell.", "Those"),
        ("When the ferry is lost, those must ring a bell.", "those"),
        ("The relevant service must ring a bell.", "The relevant service"),
    ] {
        let found = weighed("pronoun-subject", words);
        let seen: Vec<(&str, Severity)> =
            found.iter().map(|found| (found.quote(), found.severity)).collect();
        assert_eq!(seen, [(said, Severity::Note)], "{words}");
    }
    for words in [
        "When a ferry leaves, it must ring a bell.",
        "A ferry has a bell. It must be rung.",
        "It must be possible to ring a bell.",
    ] {
        assert!(proposed("pronoun-subject", words).is_empty(), "{words}");
    }
}

#[test]
fn what_is_counted_by_feeling_is_worth_a_note_where_it_says_what_a_thing_will_do() {
    let severities = |words: &str| -> Vec<Severity> {
        weighed("vague-amount", words).into_iter().map(|found| found.severity).collect()
    };
    assert_eq!(severities("The harbour will keep quite a few bells."), [Severity::Note]);
    assert!(severities("There are quite a few bells in the world.").is_empty());
}

#[test]
fn what_is_said_again_in_its_own_section_is_worth_a_note() {
    let again = |words: &str| {
        format!(
            "The night bell rings for ferries from the north within 5 minutes.\n\nA rope is tied to it.\n\n{words}"
        )
    };
    for (rule, words) in [
        (
            "contradicting-numbers",
            "The night bell rings for ferries from the north within 20 minutes.",
        ),
        ("contradicting-duties", "The harbour must never list every ferry."),
    ] {
        let found = weighed(rule, &again(words));
        let severities: Vec<Severity> = found.iter().map(|found| found.severity).collect();
        assert_eq!(severities, [Severity::Note], "{words}");
    }
}

#[test]
fn a_document_is_no_abbreviation_of_itself() {
    let text = |head: &str| {
        format!("# Bells\n\n{head}\n\n## Requirements\n\n- The harbour must follow the FBX.\n")
    };
    assert_eq!(found("undefined-acronym", &text("Bells ring.")), ["FBX"]);
    for head in ["See FBX-12.", "FBX7 came before.", "FBX: 12"] {
        assert!(found("undefined-acronym", &text(head)).is_empty(), "{head}");
    }
}

#[test]
fn what_is_referred_to_is_there_in_reasons_too() {
    let text = |words: &str| {
        format!(
            "# Bells\n\n## Summary\n\nBells.\n\n## Motivation\n\n{words}\n\n## Detailed design\n\nIt rings.\n\n## \
             Drawbacks\n\nNoise.\n\n## Unresolved questions\n\nNone.\n"
        )
    };
    for (rule, words, count) in [
        ("dangling-reference", "A bell must ring twice, as Table 14 says.", 1),
        ("dangling-reference", "A bell must ring twice (see REQ-417).", 1),
        ("dangling-reference", "A bell rings twice, as listed in Annex H.", 1),
        ("dangling-reference", "A bell must ring. How is drawn in Exhibit H.", 1),
        ("dangling-reference", "A bell rings twice, as Table 14 says.", 0),
        ("undefined-acronym", "A bell must ring twice for the QRX.", 1),
        ("placeholder", "A bell must ring for a time that is not yet decided.", 1),
        ("undefined-acronym", "A bell rings twice for the QRX.", 0),
        ("pronoun-subject", "Whoever is responsible must ring the bell.", 1),
        ("pronoun-subject", "Somebody must ring the bell.", 0),
        ("several-in-one", "A bell must ring, and a horn must sound.", 0),
    ] {
        assert_eq!(found(rule, &text(words)).len(), count, "{rule}: {words}");
    }
}

#[test]
fn a_criterion_with_a_bound_that_stretches_is_found_without_a_modal() {
    let text = |words: &str| {
        format!(
            "# Bells\n\n## Overview\n\nBells.\n\n## Design\n\nIron.\n\n## Success Metrics\n\n- {words}\n"
        )
    };
    assert_eq!(
        found("vague-time", &text("The bell rings as soon as feasible.")),
        ["as soon as feasible"]
    );
    for fine in ["Ships may wait a long time.", "The bell rings within 3 seconds."] {
        assert!(found("vague-time", &text(fine)).is_empty(), "{fine}");
    }
}

#[test]
fn a_demand_that_points_to_nothing_is_found_in_any_item() {
    let listed = |item: &str| {
        let first = "The bell must hang.";
        required("pronoun-subject", &[first, item]).len()
    };
    for item in [
        "These must ring twice.",
        "Once the ferry is gone, those must ring twice.",
        "One must ring the bell twice.",
        "They must ring twice.",
        "It must ring twice.",
    ] {
        assert_eq!(listed(item), 1, "{item}");
    }
    for item in [
        "When two ferries leave, they must ring twice.",
        "If a bell and a horn are there, these must sound.",
        "There are two bells. One must ring.",
        "If no bell is there, one must be bought.",
    ] {
        assert_eq!(listed(item), 0, "{item}");
    }
}

#[test]
fn a_second_duty_is_found_behind_a_bracket_that_closes() {
    let joined = "The bell shall ring; furthermore, the horn (of brass) shall sound.";
    assert_eq!(required("several-in-one", &[joined]).len(), 1);
    let again = "The bell shall ring with the horn, its twin (it shall be of brass).";
    assert!(required("several-in-one", &[again]).is_empty());
}

#[test]
fn a_form_in_capitals_needs_no_comma_before_what_it_demands() {
    let weak = "# Requirements\n\n## Requirements\n\n### Requirement 1\n\n#### Acceptance Criteria\n\n1. WHEN a ferry \
                leaves THE harbour SHALL ring.\n2. WHEN a ferry comes THE harbour can optionally ring.\n\n### \
                Requirement 2\n\n#### Acceptance Criteria\n\n1. WHEN it rains THE harbour SHALL open.\n";
    assert_eq!(found("weak-modal", weak), ["can optionally"]);
}

#[test]
fn a_form_asks_by_itself() {
    let text = |heading: &str| {
        format!("# Bells\n\n## {heading}\n\n### Night\n\nIt rings.\n\n- Does it ring by day?\n")
    };
    assert!(found("question-in-design", &text("Launch Questionnaire")).is_empty());
    assert_eq!(found("question-in-design", &text("Design")).len(), 1);
}

#[test]
fn a_table_of_contents_that_names_a_part_shows_that_it_is_gone() {
    let text = |sections: &str| {
        format!(
            "# Bells\n\n- [Summary](#summary)\n- [Non-Goals](#non-goals)\n- [Design](#design)\n\n## Summary\n\nBells \
             ring.\n\n{sections}## Design\n\nA bell hangs.\n"
        )
    };
    let gone = text("");
    assert_eq!(found("missing-section", &gone).len(), 1);
    assert!(found("broken-link", &gone).is_empty());
    let there = text("## Out of scope\n\nHorns.\n\n");
    assert!(found("missing-section", &there).is_empty());
    assert_eq!(found("broken-link", &there), ["[Non-Goals](#non-goals)"]);
}
