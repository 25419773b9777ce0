//! The protocol from its opening to its end, as models in the seats and readers of the files see it.

use super::*;

const VISION: &str = "\
# Lighthouse

Oath: we ship nothing that we would not use.

## Phase 1: Quarries

Dig granite for everybody.

## Phase 2: Ropes

Twist hemp for everybody.
";

/// How a seat sees the packet against the vision.
fn assessed(direct: f64) -> Value {
    let phase = |phase: u8, direct: f64| json!({"phase": phase, "direct": direct, "enabling": 0.0, "no_harm": 1.0, "rationale": "so I read it"});
    json!({"affirms_oath": true, "phases": [phase(1, direct), phase(2, 0.0)], "recommendations": []})
}

/// Two seats find a blocker in other words for its repair, one of them a major and a minor that a third calls a blocker;
/// SA-3 finds nothing.
fn found(heard: &Heard) -> Vec<Value> {
    let blocker = |repair: &str| {
        let mut finding = heard.finding("BLOCKER", "must be fast", "goals");
        finding["remediation"] = json!(repair);
        finding
    };
    match heard.seat {
        1 => vec![
            heard.finding("MAJOR", "kept for ever", "storage"),
            blocker("within two seconds"),
            heard.finding("MINOR", "reads every file", "access"),
        ],
        2 => {
            vec![blocker("within a second"), heard.finding("BLOCKER", "reads every file", "access")]
        }
        _ => Vec::new(),
    }
}

/// A council that argues and agrees in the end, with a vision.
pub(super) fn argued() -> Held {
    let files = [("prd.md", PRD), ("vision.md", VISION)];
    let args = ["--depth", "council", "--north-star", "vision.md"];
    Held::with(&files, &args, |heard| {
        let seat = [0.8, 0.5, 0.2][heard.seat - 1];
        let said = match heard.round {
            1 => json!({"findings": found(heard), "questions": [], "north_star": assessed(seat)}),
            2 => {
                let fast = heard.id("must be fast");
                let opinions: Vec<Value> = heard
                    .listed("* ")
                    .iter()
                    .map(|id| {
                        let severity = if *id == fast { "BLOCKER" } else { "MAJOR" };
                        let is_doubted = heard.seat == 3 && *id == heard.id("kept for ever");
                        opinion(id, (!is_doubted).then_some(severity), "so I read it")
                    })
                    .collect();
                let proposals: Vec<Value> = (heard.seat > 1)
                    .then(|| json!({"finding": fast, "text": "within a second", "excludes_others": false}))
                    .into_iter()
                    .collect();
                json!({"opinions": opinions, "proposals": proposals, "same": [], "findings": [], "north_star": assessed(0.5)})
            }
            _ => {
                let (validity, remediation) =
                    (heard.votes("validity", "it holds"), heard.votes("remediation", "it will do"));
                json!({"validity": validity, "remediation": remediation, "proposals": [], "north_star": assessed(0.5)})
            }
        };
        (ProviderFault::None, said)
    })
}

/// Rules: 004.overview.1, 004.states.1, 004.init.1, 004.init.4, 004.broad.1, 004.broad.2, 004.broad.4
#[test]
fn three_seats_read_alone_each_with_five_modes_and_a_role() {
    let held = argued();
    let first = held.asked(1);
    assert_eq!(first.iter().map(|heard| heard.seat).collect::<Vec<_>>(), [1, 2, 3]);
    for heard in &first {
        let who = heard.text.split("You are SA-").nth(1).unwrap();
        let role = who.lines().next().unwrap().split(", ").nth(1).unwrap();
        assert!(role.ends_with(". Your modes:") && role.len() > ". Your modes:".len(), "{role}");
        let modes = who.lines().skip(1).take_while(|line| line.starts_with("- ")).count();
        assert_eq!(modes, 5, "{who}");
        assert!(!heard.text.contains("FND-"), "no seat is shown another's findings");
    }
    let session = held.session();
    let id = session.lines().find(|line| line.starts_with("session_id: ")).unwrap();
    let stamp = id.strip_prefix("session_id: COUNCIL-prd-").unwrap();
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (day, second) = stamp.split_once('-').unwrap();
    assert!(digits(day) && digits(second) && day.len() == 8 && second.len() == 6, "{id}");
    for seat in 1..=3 {
        assert!(session.contains(&format!("agent_id: SA-{seat}\n")), "{session}");
    }
    let mode = first[0].mode;
    assert!(session.contains(&format!("source_mode: {mode}")), "{session}");
}

/// Rules: 004.broad.5, 004.merge.2, 004.remediate.3, 004.remediate.5, 004.remediate.8, 004.tally.1, 004.tally.4, 004.notes1.4
#[test]
fn the_gravest_comes_first_and_every_proposal_is_kept_though_one_is_voted_on() {
    let held = argued();
    for heard in held.asked(2) {
        let at = |words: &str| {
            let mut lines = heard.text.lines().enumerate();
            let is_it = |line: &str| line.contains("FND-") && line.contains(words);
            lines.find(|(_, line)| is_it(line) && line.contains(", at ")).unwrap().0
        };
        assert!(at("must be fast") < at("kept for ever"), "{}", heard.text);
        assert!(heard.listed("* ").contains(&heard.id("reads every file")), "contested");
        let eases = heard.text.contains("; ease off ");
        assert_eq!(eases, heard.seat < 3, "whose modes found something: {}", heard.text);
    }
    for heard in held.asked(3) {
        assert!(heard.text.contains("    remediation: within a second\n"), "{}", heard.text);
    }
    let session = held.session();
    assert!(session.contains("source_agent: SA-1\n") && session.contains("source_cycle: 1\n"));
    assert!(session.contains("agreement_status: PENDING\n"), "{session}");
    assert!(session.contains("agreement_status: MAJORITY\n"), "{session}");
    let finding = held.finding("must be fast");
    assert_eq!(finding["remediation"], "within a second", "two seats propose it");
    assert_eq!(finding["alternative_remediations"], json!(["within two seconds"]));
}

/// Rules: 004.notes2.2, 004.notes2.3, 004.converged.2, 004.converged.3, 004.converged.4, 004.bundle.1, 004.bundle.3
#[test]
fn the_last_round_is_told_what_is_left_and_its_votes_make_the_outcome() {
    let held = argued();
    for heard in held.asked(3) {
        assert!(heard.text.contains("ONB-2.T1 to be settled: FND-"), "{}", heard.text);
        assert!(heard.text.contains("\nAgreed so far: FND-"), "{}", heard.text);
    }
    let bundle = held.bundle();
    assert_eq!(bundle["council_metadata"]["terminal_state"], "CONVERGED");
    assert_eq!(bundle["verdict"], "NEEDS_REMEDIATION");
    assert_eq!(bundle["council_metadata"]["cycles_completed"], 3);
    assert!(held.session().contains("consensus_findings:\n"), "{}", held.session());
    for key in ["gates", "findings", "verdict", "verdict_reason", "north_star_assessment"] {
        assert!(!bundle[key].is_null(), "{key}: {bundle}");
    }
}

/// Rules: 004.init.3, 004.overview.4, 004.broad.3, 004.remediate.7, 004.northstar.1, 004.northstar.2, 004.northstar.3, 004.converged.5, 004.bundle.4
#[test]
fn every_seat_scores_the_vision_in_every_round_and_the_last_scores_make_the_mean() {
    let held = argued();
    for round in 1..=3 {
        for heard in held.asked(round) {
            assert!(heard.text.contains("- phase 1: Quarries"), "{}", heard.text);
            assert!(heard.text.contains("Dig granite for everybody."), "{}", heard.text);
            assert!(heard.text.contains("Its oath, which `affirms_oath` is about: we ship"));
        }
    }
    let star = held.bundle()["north_star_assessment"].clone();
    // 0.6 × 0.5 + 0.1 × 1.0, alike from every seat.
    assert_eq!(star["phase_scores"], json!([0.4, 0.1]), "{star}");
    let session = held.session();
    assert!(session.contains("oath_affirmed: true"), "{session}");
    assert!(session.contains("phase_variances: [0.0, 0.0]"), "{session}");
    assert!(session.contains("phase_consensus: [true, true]"), "{session}");
}

/// Rules: 004.notes2.4, 004.deadlocked.2, 004.escalation.2
#[test]
fn a_blocker_that_nobody_can_repair_goes_to_a_human_and_the_rest_is_agreed() {
    let held = Held::new(&[], |heard| match heard.round {
        1 if heard.seat == 3 => json!({"findings": [], "questions": []}),
        1 => {
            let mut finding = heard.finding("BLOCKER", "must be fast", "goals");
            finding["remediation"] = json!("");
            let major = heard.finding("MAJOR", "kept for ever", "storage");
            json!({"findings": [finding, major], "questions": []})
        }
        2 => {
            let said = |id: &String| {
                let is_fast = *id == heard.id("must be fast");
                opinion(id, Some(if is_fast { "BLOCKER" } else { "MAJOR" }), "so I read it")
            };
            let opinions: Vec<Value> = heard.listed("* ").iter().map(said).collect();
            json!({"opinions": opinions, "proposals": [], "same": [], "findings": []})
        }
        _ => {
            json!({"validity": [], "remediation": heard.votes("remediation", "it will do"), "proposals": []})
        }
    });
    for heard in held.asked(3) {
        assert!(heard.text.contains("look closer at blockers without a remediation: FND-001"));
    }
    let bundle = held.bundle();
    assert_eq!(bundle["verdict"], "NEEDS_ADJUDICATION", "{bundle}");
    assert_eq!(bundle["council_metadata"]["terminal_state"], "DEADLOCKED");
    let agreed = held.finding("kept for ever");
    assert_eq!(
        agreed["resolution"], "REMEDIATION_AGREED",
        "what was agreed is written all the same"
    );
    let session = held.session();
    assert!(session.contains("escalation_target: AUTH_PRODUCT"), "{session}");
}

/// Rules: 004.broad.6
#[test]
fn a_claim_without_a_mode_of_its_own_or_without_words_is_sent_back() {
    for (key, value, why) in [
        ("mode", json!(81), "mode 81 is none of yours"),
        ("description", json!(" "), "`description` is empty"),
    ] {
        let held = Held::new(&[], move |heard| match heard.round {
            1 if heard.seat == 1 && !heard.text.contains("could not be read") => {
                let mut finding = heard.finding("MINOR", "must be fast", "goals");
                finding[key] = value.clone();
                json!({"findings": [finding], "questions": []})
            }
            _ => json!({"findings": [], "questions": []}),
        });
        let asked = held.asked(1);
        assert_eq!(asked.len(), 4, "SA-1 is asked once more");
        assert!(asked.iter().any(|heard| heard.text.contains(why)), "{}", asked[1].text);
        assert_eq!(held.bundle()["findings"], json!([]));
    }
}

/// Rules: 004.failure.1, 004.failure.2, 004.failure.3, 004.failure.4
#[test]
fn with_one_seat_lost_both_others_must_agree_and_the_bundle_says_so() {
    let held = Held::with(&[("prd.md", PRD)], &["--depth", "council"], |heard| {
        if heard.seat == 3 && heard.round > 1 {
            return (ProviderFault::Status(401, None), Value::Null);
        }
        let said = match heard.round {
            1 if heard.seat == 1 => {
                json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
            }
            1 => json!({"findings": [], "questions": []}),
            2 => {
                let said = |id: &String| opinion(id, None, "the annex bounds it");
                let marked = heard.listed("* ");
                let opinions: Vec<Value> =
                    marked.iter().filter(|_| heard.seat == 2).map(said).collect();
                json!({"opinions": opinions, "proposals": [], "same": [], "findings": []})
            }
            _ => {
                let side = if heard.seat == 1 { "SUPPORT" } else { "OPPOSE" };
                let id = heard.id("must be fast");
                json!({"validity": [vote(&id, side, "as before")], "remediation": heard.votes("remediation", "good"), "proposals": []})
            }
        };
        (ProviderFault::None, said)
    });
    assert_eq!(held.asked(3).iter().map(|heard| heard.seat).collect::<Vec<_>>(), [1, 2]);
    let bundle = held.bundle();
    assert_eq!(bundle["council_metadata"]["terminal_state"], "DEADLOCKED", "{bundle}");
    assert_eq!(held.finding("must be fast")["agreement_status"], "DEADLOCKED");
    assert!(held.session().contains("degraded_mode: true"), "{}", held.session());
    assert!(bundle.to_string().contains("\"degraded_mode\":true"), "{bundle}");
}

/// What all seats say in a council that a limit ends.
fn one_major(heard: &Heard) -> Value {
    match heard.round {
        1 => {
            json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
        }
        2 => json!({"opinions": [], "proposals": [], "same": [], "findings": []}),
        _ => {
            json!({"validity": [], "remediation": heard.votes("remediation", "good"), "proposals": []})
        }
    }
}

/// Rules: 004.states.6, 004.aborted.1, 004.aborted.3, 004.aborted.4, 004.limits.1, 004.limits.2, 004.limits.3
#[test]
fn a_council_that_runs_out_of_time_ends_with_what_it_found() {
    let files = [("prd.md", PRD)];
    let held = Held::with(&files, &["--depth", "council", "--timeout", "3"], |heard| {
        let fault =
            if heard.round == 1 { ProviderFault::None } else { ProviderFault::After(9_000) };
        (fault, one_major(heard))
    });
    let bundle = held.bundle();
    assert_eq!(bundle["council_metadata"]["terminal_state"], "ABORTED", "{bundle}");
    assert!(held.session().contains("abort_reason: TIMEOUT"), "{}", held.session());
    assert_eq!(bundle["findings"].as_array().unwrap().len(), 1, "{bundle}");
    assert_eq!(held.output.code, 3);
}
