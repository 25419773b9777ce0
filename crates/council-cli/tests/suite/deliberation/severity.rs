//! How bad a finding is, is settled by the seats like everything else; a last attempt to repair a blocker can succeed.

use super::*;

/// SA-1 raises a blocker; the others agree that it holds, as bad as they are told.
fn weighed(two: &'static str, three: &'static str, voted: [Option<&'static str>; 3]) -> Held {
    Held::new(&[], move |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, seat) => {
            let id = heard.id("must be fast");
            let said = match seat {
                2 => opinion(&id, Some(two), "there is a workaround"),
                3 => opinion(&id, Some(three), "nobody waits for it"),
                _ => return json!({"opinions": [], "proposals": [], "findings": []}),
            };
            json!({"opinions": [said], "proposals": [], "findings": []})
        }
        (_, seat) => {
            let id = heard.id("must be fast");
            let mut cast = vote(&id, "SUPPORT", "it holds");
            cast["severity"] = json!(voted[seat - 1]);
            json!({"validity": [cast], "remediation": [vote(&id, "SUPPORT", "yes")], "proposals": []})
        }
    })
}

/// Rules: D.6
#[test]
fn one_seat_alone_makes_no_blocker_of_what_two_call_minor() {
    let held = weighed("MINOR", "MINOR", [None; 3]);
    let finding = held.finding("must be fast");
    assert_eq!(finding["severity"], "MINOR", "{finding}");
    assert_eq!(finding["agreement_status"], "QUORUM_SUPPORT");
    assert_eq!(
        finding["severity_dissent"],
        json!([{"agent_id": "SA-1", "severity": "BLOCKER"}]),
        "{finding}"
    );
    assert_eq!(held.bundle()["verdict"], "PASSED", "{}", held.bundle());
    let third = held.asked(3);
    assert!(third.iter().all(|heard| heard.text.contains("whether it must stop the work")));
    assert!(third.iter().all(|heard| heard.text.contains("    for (BLOCKER): ")));
}

/// Rules: D.6
#[test]
fn of_what_all_seats_raise_two_settle_how_bad_it_is() {
    let held = Held::new(&[], |heard| match heard.round {
        1 => {
            let severity = ["MAJOR", "MINOR", "MINOR"][heard.seat - 1];
            let mut finding = heard.finding(severity, "must be fast", "goals");
            finding["remediation"] = json!(format!("below {} seconds", heard.seat));
            json!({"findings": [finding], "questions": []})
        }
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => json!({"remediation": heard.votes("remediation", ""), "proposals": []}),
    });
    let finding = held.finding("must be fast");
    assert_eq!(finding["severity"], "MINOR", "{finding}");
    assert_eq!(finding["severity_dissent"], json!([{"agent_id": "SA-1", "severity": "MAJOR"}]));
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "{finding}");
    assert_eq!(held.env.run(["check", "evidence"]).code, 0);
}

/// Rules: D.6
#[test]
fn two_seats_that_call_it_a_blocker_with_their_votes_settle_it() {
    let held = weighed("MINOR", "MINOR", [None, Some("BLOCKER"), None]);
    let finding = held.finding("must be fast");
    assert_eq!(finding["severity"], "BLOCKER", "{finding}");
    assert_eq!(finding["severity_dissent"], json!([{"agent_id": "SA-3", "severity": "MINOR"}]));
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "its remediation was voted on too");
    assert_eq!(held.bundle()["verdict"], "NEEDS_REMEDIATION");
}

/// Rules: D.6
#[test]
fn of_three_severities_the_one_that_two_hold_or_more_is_settled() {
    let finding = weighed("MAJOR", "MINOR", [None; 3]).finding("must be fast");
    assert_eq!(finding["severity"], "MAJOR", "{finding}");
    let others = finding["severity_dissent"].as_array().unwrap().len();
    assert_eq!(others, 2, "{finding}");
}

/// Rules: 004.converge.7, 004.converged.1, D.14, D.15
#[test]
fn a_blocker_that_all_seats_would_repair_alike_in_the_last_round_is_not_escalated() {
    let held = |last: [&'static str; 3]| {
        Held::new(&[], move |heard| match heard.round {
            1 => {
                let mut finding = heard.finding("BLOCKER", "must be fast", "goals");
                finding["remediation"] = json!("");
                json!({"findings": [finding], "questions": []})
            }
            2 => json!({"opinions": [], "proposals": [], "findings": []}),
            _ => {
                let text = last[heard.seat - 1];
                let id = heard.id("must be fast");
                let proposal = json!({"finding": id, "text": text, "excludes_others": false});
                json!({"validity": [], "remediation": [], "proposals": [proposal]})
            }
        })
    };
    let agreed = held(["p95 below 2 s", "P95 below  2 s", "p95 below 2 s"]);
    let finding = agreed.finding("must be fast");
    assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "{finding}");
    assert_eq!(finding["remediation"], "p95 below 2 s");
    assert_eq!(agreed.bundle()["council_metadata"]["terminal_state"], "CONVERGED");
    let apart = held(["p95 below 2 s", "p95 below 3 s", "p95 below 2 s"]);
    assert_eq!(apart.finding("must be fast")["resolution"], "OPEN");
    assert_eq!(apart.bundle()["council_metadata"]["terminal_state"], "DEADLOCKED");
}
