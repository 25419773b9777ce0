//! Seats that are lost while others go on.

use super::*;

/// All seats raise a major; then these are gone.
fn without(gone: &'static [usize]) -> Held {
    Held::with(&[("prd.md", PRD)], &["--depth", "council"], move |heard| {
        if heard.round > 1 && gone.contains(&heard.seat) {
            return (ProviderFault::Status(401, None), Value::Null);
        }
        let finding = || heard.finding("MAJOR", "must be fast", "goals");
        let said = match heard.round {
            1 if heard.seat == 2 => json!({"findings": [], "questions": []}),
            1 => json!({"findings": [finding()], "questions": []}),
            2 => json!({"opinions": [], "proposals": [], "same": [], "findings": []}),
            _ => {
                let votes = |list| heard.votes(list, "it holds");
                json!({"validity": votes("validity"), "remediation": votes("remediation"), "proposals": []})
            }
        };
        (ProviderFault::None, said)
    })
}

/// Rules: 004.aborted.4, 001.invariants.6, D.26, D.27
#[test]
fn two_lost_seats_abort_and_what_was_found_is_told_once() {
    let held = without(&[1, 2]);
    assert_eq!(held.output.code, 3, "{}", held.output.stdout);
    let outputs = held.shown()["final_outputs"].clone();
    assert_eq!(outputs["abort_reason"], "AGENT_FAILURE", "{outputs}");
    assert_eq!(outputs["consensus_findings"], json!([]), "{outputs}");
    let partial = outputs["partial_findings"].as_array().unwrap();
    assert_eq!(partial.len(), 1, "{outputs}");
    assert_eq!(partial[0]["supporting_agents"], json!(["SA-3"]), "a lost seat supports nothing");
}

/// Rules: 004.failure.1, 001.session.7, D.27
#[test]
fn a_seat_that_is_lost_stands_behind_nothing_and_the_record_says_why() {
    let held = without(&[3]);
    let session = held.shown();
    assert_eq!(session["lost_agents"][0]["agent_id"], "SA-3", "{session}");
    let why = session["lost_agents"][0]["reason"].as_str().unwrap();
    assert!(why.contains("UNAUTHORISED"), "{why}");
    let finding = held.finding("must be fast");
    assert_eq!(finding["supporting_agents"], json!(["SA-1", "SA-2"]), "as they voted: {finding}");
    assert_eq!(finding["merged_from"].as_array().unwrap().len(), 2, "what it raised stays");
}
