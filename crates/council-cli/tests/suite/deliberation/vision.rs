//! A vision on the wire: what seats are told of it, how they score it, and what the record keeps.

use super::*;

const VISION: &str = "\
# Lighthouse

Oath: we ship nothing that we would not use.

## Phase 1: Quarries

Dig granite for everybody.

Exit: a thousand blocks a day.

## Phase 2: Ropes

Twist hemp for everybody.
";

/// Holds a council in which every seat scores the two phases of the vision as it is told, and SA-1 raises a minor that it
/// calls a drift.
fn scored(vision: &str, score: fn(usize) -> Value) -> Held {
    let files = [("prd.md", PRD), ("vision.md", vision)];
    let args = ["--depth", "council", "--north-star", "vision.md"];
    Held::with(&files, &args, move |heard| {
        let mut said = match heard.round {
            1 => {
                let mut finding = heard.finding("MINOR", "must be fast", "goals");
                finding["violation"] = json!("MISSION_DRIFT");
                let findings = if heard.seat == 1 { json!([finding]) } else { json!([]) };
                json!({"findings": findings, "questions": []})
            }
            2 => {
                let marked = heard.listed("* ");
                let opinions: Vec<Value> =
                    marked.iter().map(|id| opinion(id, Some("BLOCKER"), "it drifts")).collect();
                json!({"opinions": opinions, "proposals": [], "same": [], "findings": []})
            }
            _ => {
                let votes = |list| heard.votes(list, "it drifts");
                json!({"validity": votes("validity"), "remediation": votes("remediation"), "proposals": []})
            }
        };
        said["north_star"] = score(heard.seat);
        (ProviderFault::None, said)
    })
}

fn phase(number: u8, score: f64) -> Value {
    json!({"phase": number, "direct": score, "enabling": score, "no_harm": score, "rationale": "so I read it"})
}

/// SA-1 sees all of the first phase in it and the others nothing.
fn apart(seat: usize) -> Value {
    let first = if seat == 1 { 1.0 } else { 0.0 };
    let more = json!({"phase": 2, "effort": "LOW", "impact": "HIGH", "text": "twist ropes first"});
    json!({"affirms_oath": true, "phases": [phase(1, first), phase(2, 0.5)], "recommendations": [more]})
}

/// Rules: 004.notes2.5, 001.session.11, 001.session.14, 001.session.23, 001.star.1, 001.star.2, 001.star.3, 001.star.4, 001.star.5, D.30
#[test]
fn where_seats_see_the_vision_apart_the_last_round_is_told_and_the_record_keeps_every_view() {
    let held = scored(VISION, apart);
    for heard in held.asked(3) {
        let gap = "look closer at North Star phase 1: Quarries: the seats differ, with a variance of 0.22";
        assert!(heard.text.contains(gap), "{}", heard.text);
        assert!(!heard.text.contains("look closer at North Star phase 2"), "{}", heard.text);
    }
    let session = held.shown();
    let star = &session["north_star"];
    assert_eq!((&star["title"], &star["oath_affirmed"]), (&json!("Lighthouse"), &json!(true)));
    for cycle in session["cycles"].as_array().unwrap() {
        let said = &cycle["subagent_findings"]["SA-1"]["north_star_assessment"];
        assert_eq!(said["assessor"], "SA-1", "{cycle}");
        assert!(said["assessed_at"].is_string(), "{cycle}");
        let first = &said["phase_scores"]["phase_1"];
        assert_eq!((&first["score"], &first["rationale"]), (&json!(1.0), &json!("so I read it")));
    }
    let council = &session["final_outputs"]["north_star_assessment"];
    assert_eq!(council["assessor"], "COUNCIL");
    assert_eq!(council["assessed_at"], session["completed_at"], "{council}");
    assert_eq!(council["phase_consensus"], json!([false, true]), "{council}");
    assert_eq!(council["primary_phase_alignment"], 2, "{council}");
    let more = &council["strategic_recommendations"][0];
    assert_eq!((&more["target_phase"], &more["impact"]), (&json!(2), &json!("HIGH")), "{more}");
    let violation = &council["violations"][0];
    assert_eq!(violation["violation_type"], "MISSION_DRIFT", "{council}");
    assert_eq!(violation["severity"], "BLOCKER", "a drift is one whatever it was called");
}

/// Rules: D.34
#[test]
fn in_the_first_round_a_seat_reads_the_vision_as_its_author_wrote_it() {
    let held = scored(VISION, apart);
    for heard in held.asked(1) {
        assert!(heard.text.contains("\u{a6} Exit: a thousand blocks a day.\n"), "{}", heard.text);
        assert_eq!(heard.text.matches("Dig granite").count(), 1, "and once: {}", heard.text);
    }
    for heard in held.asked(2).iter().chain(&held.asked(3)) {
        assert!(heard.text.contains("- phase 1: Quarries Dig granite for everybody."));
        assert!(!heard.text.contains("a thousand blocks"), "{}", heard.text);
    }
    let long = format!("{VISION}\n## Notes\n\n{}", "More of it.\n".repeat(2_000));
    let held = scored(&long, apart);
    let first = &held.asked(1)[0].text;
    assert!(first.matches("More of it.").count() < 700 && first.contains("--- left out\n"));
}

#[test]
fn a_secret_in_the_vision_is_not_sent_either() {
    let held = scored(VISION, apart);
    let asked = held.server.received().len();
    let secret = format!("AKIA{}", "Q3EGRIZB7LMN2XYZ");
    held.env.write("vision.md", format!("{VISION}\nSign in with `{secret}`.\n"));
    let review = [
        "review",
        "prd.md",
        "--reviewer",
        "here:model",
        "--north-star",
        "vision.md",
        "--budget",
        "900000",
    ];
    let refused = held.env.run(review);
    assert_eq!(refused.code, 3, "{}", refused.stdout);
    assert!(refused.stderr.contains("vision.md:"), "{}", refused.stderr);
    assert_eq!(held.server.received().len(), asked, "nothing was sent");
}

/// Rules: D.21
#[test]
fn an_oath_is_affirmed_where_there_is_one_and_every_seat_affirms_it() {
    let doubts = |seat: usize| {
        let mut said = apart(seat);
        said["affirms_oath"] = json!(seat != 2);
        said
    };
    let held = scored(VISION, doubts);
    assert_eq!(held.shown()["north_star"]["oath_affirmed"], false);
    let without = VISION.replace("Oath: we ship", "We ship");
    let held = scored(&without, apart);
    assert_eq!(
        held.shown()["north_star"]["oath_affirmed"],
        false,
        "nobody affirms what is not there"
    );
}

/// Rules: D.22
#[test]
fn what_serves_no_phase_is_aligned_with_none() {
    let held = scored(VISION, |_| {
        json!({"affirms_oath": true, "phases": [
            {"phase": 1, "direct": 0, "enabling": 0, "no_harm": 1, "rationale": "no word of it"},
            {"phase": 2, "direct": 0, "enabling": 0, "no_harm": 1, "rationale": "no word of it"},
        ], "recommendations": []})
    });
    let council = &held.bundle()["north_star_assessment"];
    assert_eq!(council["primary_phase_alignment"], Value::Null, "{council}");
}
