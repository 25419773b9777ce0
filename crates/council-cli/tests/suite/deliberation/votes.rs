//! Votes count as they were cast, and the record says which of them are worth a second look.

use super::*;

/// SA-1 raises a major, SA-3 doubts it; then they vote as they are told.
fn disputed(args: &[&str], votes: [(&'static str, &'static str); 3]) -> Held {
    Held::new(args, move |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, 3) => json!({
            "opinions": [opinion(&heard.id("must be fast"), None, "the SLA bounds it")], "proposals": [],
        }),
        (2, _) => json!({"opinions": [], "proposals": []}),
        (_, seat) => {
            let (cast, why) = votes[seat - 1];
            let id = heard.id("must be fast");
            json!({"validity": [vote(&id, cast, why)], "remediation": [vote(&id, cast, why)]})
        }
    })
}

fn counted(finding: &Value) -> Vec<&str> {
    let votes = finding["ballots"][0]["votes"].as_array().unwrap();
    votes.iter().map(|vote| vote["vote"].as_str().unwrap()).collect()
}

/// Rules: 004.converge.2, 004.converge.3, 004.quorum.1, 004.overview.3, D.12
#[test]
fn votes_without_a_reason_count_and_are_listed() {
    let held = disputed(&[], [("SUPPORT", ""), ("SUPPORT", "no number"), ("OPPOSE", "")]);
    let finding = held.finding("must be fast");
    assert_eq!(finding["agreement_status"], "QUORUM_SUPPORT", "{finding}");
    assert_eq!(counted(&finding), ["SUPPORT", "SUPPORT", "OPPOSE"]);
    assert_eq!(finding["dissenting_agents"], json!(["SA-3"]));
    let bundle = held.bundle();
    assert_eq!(bundle["council_metadata"]["terminal_state"], "CONVERGED");
    let listed = bundle["authority"]["votes_without_reason"].as_array().unwrap();
    let listed: Vec<_> = listed
        .iter()
        .filter(|one| one["question"] == "VALIDITY")
        .map(|one| (one["agent"].as_str().unwrap(), one["counted"].as_str().unwrap()))
        .collect();
    assert_eq!(listed, [("SA-1", "SUPPORT"), ("SA-3", "OPPOSE")]);
}

/// Rules: 004.quorum.2, 004.tally.2, D.13
#[test]
fn a_seat_that_concedes_decides_and_is_listed() {
    let conceded = [("OPPOSE", "I was wrong"), ("ABSTAIN", "no view"), ("OPPOSE", "it is bounded")];
    let held = disputed(&[], conceded);
    let bundle = held.bundle();
    assert_eq!(bundle["council_metadata"]["terminal_state"], "CONVERGED", "{bundle}");
    let changed = &bundle["authority"]["votes_changed"];
    assert_eq!(changed.as_array().unwrap().len(), 1, "{bundle}");
    assert_eq!((&changed[0]["agent"], &changed[0]["counted"]), (&json!("SA-1"), &json!("OPPOSE")));
    assert!(held.session().contains("agreement_status: QUORUM_OPPOSE"), "{}", held.session());
}

#[test]
fn strict_votes_need_a_reason_and_a_changed_one_evidence() {
    let conceded = [("OPPOSE", "I was wrong"), ("OPPOSE", ""), ("OPPOSE", "it is bounded")];
    let held = disputed(&["--strict-votes"], conceded);
    let finding = held.finding("must be fast");
    assert_eq!(counted(&finding), ["ABSTAIN", "ABSTAIN", "OPPOSE"]);
    assert_eq!(finding["agreement_status"], "DEADLOCKED");
    let bundle = held.bundle();
    assert_eq!(bundle["authority"]["votes_changed"][0]["counted"], "ABSTAIN", "{bundle}");
    assert_eq!(bundle["authority"]["votes_without_reason"][0]["counted"], "ABSTAIN", "{bundle}");
    assert!(held.asked(3).iter().all(|heard| heard.text.contains("Votes are strict")));
    let usual = disputed(&[], conceded);
    assert!(usual.asked(3).iter().all(|heard| !heard.text.contains("counts as ABSTAIN")));
}

/// Rules: 004.remediate.6, 004.states.2, 004.states.3, D.3, D.14
#[test]
fn what_is_first_raised_in_the_second_round_is_settled_by_the_votes_of_the_third() {
    let held = Held::new(&[], |heard| match (heard.round, heard.seat) {
        (1, _) => {
            json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
        }
        (2, 2) => json!({
            "opinions": [], "proposals": [],
            "findings": [heard.finding("MAJOR", "kept for ever", "storage")],
        }),
        (2, _) => json!({"opinions": [], "proposals": []}),
        (_, _) => {
            let (new, old) = (heard.id("kept for ever"), heard.id("must be fast"));
            let support = |id: &str| vote(id, "SUPPORT", "there is no number");
            json!({"validity": [support(&new)], "remediation": [support(&new), support(&old)]})
        }
    });
    let finding = held.finding("kept for ever");
    assert_eq!(counted(&finding), ["SUPPORT"; 3]);
    assert_eq!(finding["agreement_status"], "QUORUM_SUPPORT", "{finding}");
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED");
    assert_eq!(held.bundle()["council_metadata"]["terminal_state"], "CONVERGED");
}
