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
            let votes = heard.votes("remediation", "it bounds it");
            json!({"opinions": [said], "proposals": [], "remediation": votes, "same": []})
        }
        (_, _) => panic!("nothing is left to vote on"),
    })
}

#[test]
fn only_the_seats_whose_word_can_change_something_are_asked_again() {
    let held = by_need("MAJOR");
    let second = held.asked(2);
    assert_eq!(second.iter().map(|heard| heard.seat).collect::<Vec<_>>(), [2, 3]);
    for heard in &second {
        assert!(heard.text.contains("* FND-001"), "{}", heard.text);
        assert!(!heard.text.contains("FND-002"), "a minor of one seat changes nothing");
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

/// Rules: 004.converge.5, 004.states.4
#[test]
fn what_two_seats_would_write_for_a_blocker_is_agreed_in_the_second_round() {
    let held = by_need("BLOCKER");
    let second = held.asked(2);
    assert_eq!(second.iter().map(|heard| heard.seat).collect::<Vec<_>>(), [2, 3]);
    for heard in &second {
        assert!(heard.text.contains("\nVote in `remediation` on FND-001.\n"), "{}", heard.text);
        assert!(heard.text.contains("    remediation: state a bound"), "{}", heard.text);
    }
    assert_eq!(held.asked(3).len(), 0);
    let finding = held.finding("must be fast");
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "{finding}");
    let votes = &finding["ballots"][0]["votes"];
    assert_eq!(votes[0]["rationale"], "it wrote this remediation", "{finding}");
    assert_eq!(votes[1]["rationale"], "it bounds it", "{finding}");
    assert_eq!(held.bundle()["council_metadata"]["terminal_state"], "CONVERGED");
}

#[test]
fn what_only_its_author_would_write_for_a_blocker_is_voted_on_in_the_third() {
    let held = Held::as_usual(PRD, &[], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, _) => {
            let id = heard.id("must be fast");
            json!({
                "opinions": [opinion(&id, Some("BLOCKER"), "no number bounds it")],
                "proposals": [{"finding": id, "text": "two seconds", "excludes_others": false}],
                "remediation": [vote(&id, "OPPOSE", "which bound?")], "same": [],
            })
        }
        (_, _) => {
            json!({"validity": [], "remediation": heard.votes("remediation", "a number"), "proposals": []})
        }
    });
    let third = held.asked(3);
    assert_eq!(third.len(), 3);
    assert!(third[0].text.contains("    remediation: two seconds"), "{}", third[0].text);
    let finding = held.finding("must be fast");
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "{finding}");
    assert_eq!(finding["remediation"], "two seconds");
}

/// A text in which what is found stands far from everything else.
fn long() -> String {
    let filler =
        "The operator reads the log of the day and files it under its date.\n\n".repeat(40);
    PRD.replace("The archive is kept for ever.", &format!("{filler}The archive is kept for ever."))
}

#[test]
fn a_seat_that_is_asked_again_reads_the_places_that_the_findings_speak_of() {
    let held = Held::as_usual(&long(), &[], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (_, _) => {
            let said = opinion(&heard.id("must be fast"), Some("MAJOR"), "no number bounds it");
            json!({"opinions": [said], "proposals": [], "same": []})
        }
    });
    let filed = "files it under its date";
    assert_eq!(held.asked(1)[0].text.matches(filed).count(), 40);
    for heard in held.asked(2) {
        assert!(heard.text.contains("¦ The export must be fast."), "{}", heard.text);
        assert!(heard.text.contains("¦ ## Storage\n--- left out\n"), "{}", heard.text);
        assert!(heard.text.contains("`--- left out` stands where"), "{}", heard.text);
        assert!(!heard.text.contains(filed), "{}", heard.text);
        assert!(!heard.text.contains("subcategory is one of"), "nothing can be raised here");
    }
}

#[test]
fn whether_something_is_missing_is_told_from_all_of_the_text() {
    let held = Held::as_usual(&long(), &[], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            let mut finding = heard.finding("MAJOR", "must be fast", "goals");
            finding["quote"] = Value::Null;
            finding["searched"] = json!({"terms": ["rollback"], "sections": []});
            finding["description"] = json!("nothing says how it is taken back");
            json!({"findings": [finding], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (_, _) => {
            let said = opinion(&heard.id("taken back"), Some("MAJOR"), "it is nowhere");
            json!({"opinions": [said], "proposals": [], "same": []})
        }
    });
    for heard in held.asked(2) {
        assert_eq!(heard.text.matches("files it under its date").count(), 40, "{}", heard.text);
        assert!(!heard.text.contains("--- left out"), "{}", heard.text);
    }
}

#[test]
fn where_nothing_can_be_raised_no_place_is_named_to_look_closer_at() {
    let held = Held::as_usual(PRD, &[], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            let mut whole = heard.finding("MINOR", "The archive", "storage");
            whole["location"] = json!("prd.md");
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals"), whole], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        _ => agreeing(heard),
    });
    let second = held.asked(2);
    assert!(!second.is_empty());
    for heard in second {
        assert!(!heard.text.contains("look closer at prd.md"), "{}", heard.text);
    }
}

/// Finds that what it is asked about holds, and that what is proposed will do.
fn agreeing(heard: &Heard) -> Value {
    let opinions: Vec<Value> =
        heard.listed("* ").iter().map(|id| opinion(id, Some("BLOCKER"), "it holds")).collect();
    json!({
        "opinions": opinions, "proposals": [], "same": [], "findings": [],
        "validity": heard.votes("validity", "it holds"), "remediation": heard.votes("remediation", ""),
    })
}
