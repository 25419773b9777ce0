//! Depth by need on the wire: who is asked, what of, and what that saved.

use super::*;

/// SA-1 finds a major and a minor that nobody else has; whoever is asked again says that it holds.
fn by_need(severity: &'static str) -> Held {
    Held::as_usual(PRD, &[], move |heard| match (heard.round, heard.seat) {
        (1, 1) => json!({
            "findings": [
                heard.finding(severity, "must be fast", "goals"),
                heard.finding("MINOR", "kept for ever", "storage"),
            ],
            "questions": [],
        }),
        (1, _) => json!({"findings": [], "questions": []}),
        (2, _) => {
            let said = opinion(&heard.id("must be fast"), Some(severity), "no number bounds it");
            json!({"opinions": [said], "proposals": [], "same": [], "findings": []})
        }
        (_, _) => {
            let id = heard.id("must be fast");
            json!({"validity": [], "remediation": [vote(&id, "SUPPORT", "it bounds it")], "proposals": []})
        }
    })
}

#[test]
fn only_the_seats_whose_word_can_change_something_are_asked_again() {
    let held = by_need("MAJOR");
    let second = held.asked(2);
    assert_eq!(second.iter().map(|heard| heard.seat).collect::<Vec<_>>(), [2, 3]);
    for heard in &second {
        assert!(heard.text.contains("* FND-prd-001"), "{}", heard.text);
        assert!(!heard.text.contains("FND-prd-002"), "a minor of one seat changes nothing");
    }
    assert_eq!(held.asked(3).len(), 0, "nothing is left to vote on");
    let finding = held.finding("must be fast");
    assert_eq!(finding["agreement_status"], "UNANIMOUS", "{finding}");
    let bundle = held.bundle();
    assert_eq!(bundle["review_depth"], "AUTO");
    assert_eq!(bundle["verdict"], "NEEDS_REMEDIATION");
    let told = held.env.run(["replay", "latest"]).stdout;
    assert!(told.contains("4 of 9 questions"), "what it saved is printed: {told}");
}

#[test]
fn a_recording_is_played_as_deep_as_it_was_made() {
    let held = by_need("MAJOR");
    let journal = held.path("council_session_", ".jsonl");
    let journal = journal.strip_prefix(held.env.repo()).unwrap().to_str().unwrap();
    let cassette = format!("cassette:{journal}");
    let told = held.env.run(["review", "prd.md", "--reviewer", &cassette, "--drill"]).stdout;
    assert!(told.contains("4 of 9 questions"), "{told}");
}

/// Rules: 004.converge.5
#[test]
fn a_blocker_goes_on_until_its_remediation_is_agreed() {
    let held = by_need("BLOCKER");
    assert_eq!(held.asked(3).len(), 3);
    let finding = held.finding("must be fast");
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "{finding}");
    assert_eq!(held.bundle()["council_metadata"]["terminal_state"], "CONVERGED");
}
