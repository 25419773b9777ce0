//! Classes of expression: the same thing in many words is found, and what only looks like it is left alone.

use council_core::severity::Severity;
use council_formats::packet::markdown_prd;
use council_rules::check_with;

use crate::quoted::{found, required};

/// Puts a requirement into a specification, where words around it tell how it is meant.
fn specified(rule: &str, requirement: &str) -> Vec<String> {
    found(
        rule,
        &format!(
            "# Ledger\n\nThe ledger keeps what a shop sells.\n\n## Background\n\nShops kept paper until now.\n\n## \
             Requirements\n\nEverything below binds.\n\n- **FR-001**: {requirement}\n"
        ),
    )
}

#[test]
fn what_is_still_to_be_written_is_found_in_any_words() {
    for open in [
        "The ledger MUST keep entries for TBC.",
        "The ledger MUST keep entries for <number goes here> days.",
        "The ledger MUST keep entries for {{retention}}.",
        "The ledger MUST keep entries for ____ days.",
        "The ledger MUST keep entries for ??? days.",
        "The ledger MUST keep entries for XX days.",
        "The ledger MUST keep entries (period still under discussion).",
        "The ledger MUST keep entries, details to be agreed.",
        "The ledger MUST keep entries for a period pending clarification from finance.",
        "The ledger MUST keep entries as will be defined in a later phase.",
        "The ledger MUST keep entries for [insert number] days.",
        "The ledger MUST keep entries (length to be determined).",
        "The ledger MUST keep entries for a time that is not yet decided.",
        "The ledger MUST keep entries (number pending).",
        "The ledger MUST …",
        "The ledger MUST .",
        "The ledger MUST <TODO: ask finance>.",
        "The ledger MUST keep entries yet to be named.",
    ] {
        assert_eq!(specified("placeholder", open).len(), 1, "{open}");
    }
}

#[test]
fn what_is_likely_to_be_unwritten_is_worth_a_note_in_a_demand() {
    let severities = |demand: &str| -> Vec<Severity> {
        let text = format!("# Ledger\n\n## Requirements\n\n- FR-1: {demand}\n");
        let packet = markdown_prd("prd.md", &text).value;
        let found = check_with(&packet, |rule| rule.id == "placeholder");
        found.into_iter().map(|finding| finding.severity).collect()
    };
    for open in [
        "The ledger MUST keep entries for at most <number> days.",
        "The ledger MUST keep entries for {duration} days.",
        "The ledger MUST keep entries [decide].",
        "The ledger MUST keep entries for [...] days.",
        "The ledger MUST keep entries (details later).",
        "The ledger MUST keep entries, awaiting confirmation.",
        "The ledger MUST keep entries for a time to be discussed with finance.",
        "The ledger MUST keep entries for a time that remains to be seen.",
        "The ledger MUST keep entries for a time that is left open.",
        "The ledger MUST keep entries for a time to be specified in phase two.",
    ] {
        assert_eq!(severities(open), [Severity::Note], "{open}");
    }
    for fine in [
        "The ledger MUST keep entries of [select menus](menus.md).",
        "The ledger MUST answer `GET /entries/{name}` within 2 s.",
        "The ledger MUST keep a file that is to be specified in the settings.",
        "The ledger MUST let the length be decided by the owner.",
        "The ledger MUST keep the lid open.",
        "The ledger MUST list entries awaiting approval.",
        "The ledger MUST keep entries (known and new ones).",
    ] {
        assert!(severities(fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_thing_that_may_is_left_to_whoever_builds_it() {
    for (weak, quote) in [
        ("The ledger may round a sum.", "may"),
        ("The ledger would round a sum.", "would"),
        ("The ledger is allowed to round a sum.", "is allowed to"),
        ("The ledger has the option to round a sum.", "has the option to"),
        ("The ledger will do its best to round a sum.", "will do its best to"),
        ("The ledger will normally round a sum.", "will normally"),
        ("The ledger should try to round a sum.", "should try to"),
    ] {
        assert_eq!(specified("weak-modal", weak), [quote], "{weak}");
    }
    for fine in [
        "A user may round a sum.",
        "A sum may be absent.",
        "Rounding a sum may take up to 2 s.",
        "The ledger is not allowed to round a sum.",
        "The ledger MAY round a sum, and MUST say so.",
    ] {
        assert!(specified("weak-modal", fine).is_empty(), "{fine}");
    }
}

#[test]
fn what_nobody_decided_stops_the_work_only_where_it_is_demanded() {
    let text = "# Ledger\n\n## Purpose\n\nTBD\n\n## Requirements\n\n- FR-1: The ledger MUST keep entries for TBD days.\n";
    let packet = markdown_prd("prd.md", text).value;
    let findings = check_with(&packet, |rule| rule.id == "placeholder");
    let severities: Vec<Severity> = findings.iter().map(|finding| finding.severity).collect();
    assert_eq!(severities, [Severity::Minor, Severity::Major]);
}

#[test]
fn a_text_that_speaks_about_placeholders_has_none() {
    for fine in [
        "The editor MUST list the TODO comments of a file.",
        "The editor MUST show a grey placeholder in the search box.",
        "The check MUST fail on a TODO that is left in the text.",
        "The tool MUST report no TBD in released pages.",
        "The tool MUST accept `<name>` and `{{name}}` in templates.",
        "The field is optional and MUST show `n/a` where it is empty.",
        "The ledger MUST hold pending requests until they are approved.",
        "The ledger MUST keep entries for 90 days (built in May; hand check pending).",
        "The ledger MUST keep entries for 90 days (human-verify pending).",
        "The form MUST allow rules to be defined by a clerk.",
        "The order MUST stay open until it is paid.",
        "The label MUST show \"to be decided\" while no date is set.",
        "The price MUST be rounded to two digits (see the table of rates).",
        "The tool MUST copy <name> to the folder of the shop.",
        "The page MUST show an <enter> button that leads to the list.",
        "The ledger MUST hold ~30 entries.",
        "The link [to the terms](terms.md) MUST be shown.",
        "No [NEEDS CLARIFICATION] markers remain.",
        "Use [NEEDS CLARIFICATION: the question] for any guess.",
        "{{% alert color=\"note\" %}}",
    ] {
        assert!(specified("placeholder", fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_weak_duty_is_found_whatever_weakens_it() {
    for (weak, quote) in [
        ("The ledger is designed and is meant to close at night.", "is meant to"),
        ("The ledger is strongly encouraged to close at night.", "is strongly encouraged to"),
        ("The ledger ought, if time permits, to close at night.", "ought, if time permits"),
        ("The ledger would usually close at night.", "would usually"),
        ("The ledger can possibly close at night.", "can possibly"),
        ("The ledger seeks to close at night.", "seeks to"),
        ("The ledger will attempt to close at night.", "will attempt to"),
        ("The ledger had better close at night.", "had better"),
        ("The ledger shall endeavour to close at night.", "shall endeavour to"),
        ("The ledger might close at night.", "might"),
        ("The ledger may opt to close at night.", "may opt to"),
        ("When the shop is closed, the ledger should close.", "should"),
        ("All pages of that ledger are advised to be signed.", "are advised to"),
        ("The pages (see below) aim to be signed, and the clerk signs them.", "aim to"),
    ] {
        assert_eq!(specified("weak-modal", weak), [quote], "{weak}");
    }
}

#[test]
fn a_duty_that_only_speaks_of_what_can_be_is_not_weak() {
    for fine in [
        "The ledger MUST keep what users should not lose.",
        "The ledger MUST show entries so that a clerk can find them.",
        "The ledger MUST retry when a clerk attempts to sign in.",
        "The ledger MUST attempt to reconnect three times.",
        "Clerks MAY export the ledger, and the ledger MUST log it.",
        "The ledger SHOULD close at night and MUST close on Sunday.",
        "This can be tested by a clerk, and the ledger MUST log it.",
        "It should be noted that the ledger MUST close.",
        "No clerk may open the ledger.",
    ] {
        assert!(specified("weak-modal", fine).is_empty(), "{fine}");
    }
}

#[test]
fn two_duties_are_found_whatever_joins_them() {
    for joined in [
        "The ledger MUST close at night, and by the way the clerk MUST sign it.",
        "The ledger MUST close at night; what is more, the clerk MUST sign it.",
        "The ledger MUST close at night; in turn the clerk MUST sign it.",
        "The ledger MUST close at night, whereupon nothing is lost, plus the clerk MUST sign it.",
        "The ledger MUST close at night, while the clerk MUST sign it.",
        "The ledger MUST close at night – and – the clerk MUST sign it.",
        "The ledger MUST close at night, after which the clerk MUST sign it.",
        "The ledger MUST close at night but the clerk MUST sign it.",
        "The ledger MUST close at night, as well as the clerk MUST sign it.",
        "The ledger MUST wait until it is paid and the clerk MUST sign it.",
        "WHEN night falls THEN the ledger MUST close and WHEN day breaks THEN the clerk MUST sign it.",
    ] {
        assert_eq!(specified("several-in-one", joined).len(), 1, "{joined}");
    }
    for single in [
        "The ledger MUST list the pages that a clerk MUST sign.",
        "If the ledger MUST close, the clerk is told.",
        "The ledger MUST close when a page must be signed.",
        "The ledger MUST close, and MUST NOT stay open.",
        "The ledger MUST close at night and MUST print a page.",
        "The ledger MUST enforce valid states (a wrong page must be refused).",
    ] {
        assert!(specified("several-in-one", single).is_empty(), "{single}");
    }
}

#[test]
fn a_subject_that_refers_to_nothing_is_found() {
    for empty in [
        "It MUST close at night.",
        "Those MUST be signed.",
        "Somebody MUST sign the page.",
        "Either MUST sign the page.",
        "The latter MUST sign the page.",
        "Whoever is on duty MUST sign the page.",
        "The competent authority MUST sign the page.",
        "The parties involved MUST sign the page.",
        "The person in question MUST sign the page.",
        "At night, someone MUST sign the page.",
        "The aforementioned MUST be signed.",
    ] {
        assert_eq!(specified("pronoun-subject", empty).len(), 1, "{empty}");
    }
    for named in [
        "It MUST be possible to sign a page.",
        "When a page is full, it MUST be signed.",
        "This ledger MUST be signed.",
        "The responsible clerk MUST sign the page.",
        "Each page MUST be signed.",
        "This should not affect other shops.",
    ] {
        assert!(specified("pronoun-subject", named).is_empty(), "{named}");
    }
    let told = "# A\n\n## Requirements\n\nThe ledger holds pages. It MUST close at night.\n";
    assert!(found("pronoun-subject", told).is_empty());
    let labelled = "# A\n\n## Requirements\n\n- **Ledger**: It MUST close at night.\n";
    assert!(found("pronoun-subject", labelled).is_empty());
    let step = "# A\n\n## Requirement: Close\n\n### Scenario: Night\n\n- **WHEN** the ledger is open\n- **THEN** it SHALL close\n";
    assert!(found("pronoun-subject", step).is_empty());
}

#[test]
fn a_bound_that_stretches_is_found_in_any_words() {
    for (rule, vague) in [
        ("vague-time", "The ledger MUST close within a bearable delay."),
        ("vague-time", "The ledger MUST close at a lively pace."),
        ("vague-time", "The ledger MUST close in reasonably short time."),
        ("vague-time", "The ledger MUST close as early as practicable."),
        ("vague-time", "The ledger MUST close without perceptible lag."),
        ("vague-time", "The ledger MUST close before very long, in no time."),
        ("vague-time", "The ledger MUST close in good time."),
        ("vague-time", "The ledger MUST close as soon as feasible for up to 20 shops."),
        ("vague-time", "The ledger MUST close as swiftly as the disk permits."),
        ("vague-amount", "The ledger MUST keep a decent number of pages."),
        ("vague-amount", "The ledger MUST keep a great many pages."),
        ("vague-amount", "The ledger MUST keep scores of pages."),
        ("vague-amount", "The ledger MUST keep as many pages as necessary."),
        ("vague-amount", "The ledger MUST keep the better part of the pages."),
        ("vague-amount", "The ledger MUST keep virtually every page."),
        ("vague-amount", "The ledger MUST keep a tolerable size."),
        ("vague-amount", "The ledger MUST keep a rather large share of the pages."),
        ("vague-amount", "The ledger MUST take a bearable amount of memory."),
    ] {
        assert_eq!(specified(rule, vague).len(), 1, "{vague}");
    }
    for (rule, exact) in [
        ("vague-time", "The ledger MUST close in a short time (5 s)."),
        ("vague-time", "The regular user MUST sign the page."),
        ("vague-time", "The ledger MUST close as soon as the page is full."),
        ("vague-time", "The ledger MUST serve high latency networks."),
        ("vague-time", "The page MUST be printed immediately after the total."),
        ("vague-amount", "The ledger MUST show how much interest was paid."),
        ("vague-amount", "The ledger MUST be printed at most once."),
        ("vague-amount", "The ledger MUST filter by date range."),
        ("vague-amount", "The ledger MUST open when many pages are full."),
        ("vague-amount", "The ledger MUST accept multiple files."),
    ] {
        assert!(specified(rule, exact).is_empty(), "{exact}");
    }
}

#[test]
fn one_phrase_gets_one_finding() {
    let text = "# A\n\nWhat binds.\n\n## Requirements\n\nAll of it.\n\n- The ledger MUST close within a reasonable time.\n";
    let packet = markdown_prd("a.md", text).value;
    let about = |finding: &council_rules::Finding| finding.quote().contains("reasonable");
    let findings: Vec<_> = council_rules::check(&packet).into_iter().filter(about).collect();
    assert_eq!(findings.len(), 1, "{findings:?}");
}

#[test]
fn words_of_another_sense_are_left_alone() {
    for (rule, fine) in [
        ("loophole", "The import MUST fail if required fields are missing."),
        ("never-always", "The ledger MUST never print a password."),
        ("superlative", "The page MUST show the latest snapshot."),
        ("superlative", "The page MUST show the most recent entry."),
        ("subjective-word", "The page MUST show the effective date."),
        ("unbounded-retry", "The client MUST stop retrying when it is told to."),
        ("unbounded-retry", "Retry counters MUST be kept."),
        ("unresolved-choice", "The command MUST enable or disable the export."),
        ("boundless-aim", "The tool MUST refuse to optimize a locked page."),
        ("bare-comparative", "The later entry MUST win."),
        ("unnamed-other", "No other status MUST be shown."),
        ("open-list", "The first bar MUST fill the row and others shrink."),
        ("vague-time", "The app MUST ask for access:realtime and access:video."),
        ("vague-time", "The app MUST ask at a suitable moment, namely when a timer starts."),
    ] {
        assert!(specified(rule, fine).is_empty(), "{fine}");
    }
    assert_eq!(specified("never-always", "The ledger MUST never be unavailable."), ["never"]);
    let retry = "The client MUST retry. It waits with an exponential backoff.";
    assert!(specified("unbounded-retry", retry).is_empty());
    assert_eq!(specified("unbounded-retry", "The client MUST retry until it works."), ["retry"]);
    let none = "# A\n\n## Requirements\n\n- Related issue of the other project: n/a\n";
    assert!(found("unfinished-sentence", none).is_empty());
}

#[test]
fn a_bare_list_is_read_word_by_word() {
    assert_eq!(required("weak-modal", &["The ledger can close."]), ["can"]);
    assert_eq!(required("unnamed-other", &["The ledger shall talk to other systems."]), ["other"]);
    assert!(specified("weak-modal", "The ledger can close.").is_empty());
}

#[test]
fn a_rule_of_the_nursery_takes_no_part_unless_it_is_asked() {
    let text = "# A\n\n## Requirements\n\nAll of it.\n\n- The client MUST retry until it works.\n";
    let packet = markdown_prd("a.md", text).value;
    let is_retry = |finding: &council_rules::Finding| finding.rule.id == "unbounded-retry";
    assert!(!council_rules::check(&packet).iter().any(is_retry));
    assert!(check_with(&packet, |_| true).iter().any(is_retry));
}
