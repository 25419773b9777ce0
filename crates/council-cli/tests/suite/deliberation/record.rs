//! What a record of a council says, and does not say: each test is a way in which it was once wrong.

use std::fs;

use council_testkit::{TestEnv, repo_root};
use serde_json::{Value, json};

use super::{Heard, Held, PRD, opinion, vote};

/// A seat that raises what it is told and otherwise agrees with everything.
fn agrees(heard: &Heard, first: impl Fn(&Heard) -> Value) -> Value {
    match heard.round {
        1 => first(heard),
        2 => {
            let opinions = heard
                .listed("* ")
                .iter()
                .map(|id| opinion(id, Some("MAJOR"), "so I see it"))
                .collect::<Vec<_>>();
            json!({"opinions": opinions, "proposals": []})
        }
        _ => {
            let votes = |list| heard.votes(list, "it holds");
            json!({"validity": votes("validity"), "remediation": votes("remediation")})
        }
    }
}

fn offline(name: &str, text: &str, more: &[&str]) -> (TestEnv, String, Value) {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write(name, text);
    let output = env.run(["review", name, "--format", "json"].iter().chain(more));
    assert!(output.code <= 2, "{}", output.stderr);
    assert_eq!(env.run(["check", "evidence"]).code, 0);
    let (yaml, bundle) = files(&env);
    (env, yaml, bundle)
}

/// Returns the texts of the session and of the bundle.
fn files(env: &TestEnv) -> (String, Value) {
    let packets = fs::read_dir(env.repo().join("evidence/prd")).unwrap();
    let packet = packets.map(|one| one.unwrap().path()).next().unwrap();
    let all = fs::read_dir(packet.join("reviews")).unwrap().map(|one| one.unwrap().path());
    let all: Vec<_> = all.collect();
    let of = |kind: &str| all.iter().find(|one| one.extension().is_some_and(|is| is == kind));
    let yaml = fs::read_to_string(of("yaml").unwrap()).unwrap();
    let bundle = of("json").map(|path| fs::read_to_string(path).unwrap());
    (yaml, bundle.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap()))
}

const SPEC: &str = include_str!("../../../../../examples/prd-team-chat.md");

#[test]
fn a_claim_of_rules_names_a_mode_that_shows_its_rule() {
    let (env, _, bundle) = offline("prd.md", SPEC, &[]);
    let findings = bundle["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for finding in findings {
        let rule = finding["rule_id"].as_str().unwrap();
        let page: Value =
            serde_json::from_str(&env.run(["rules", rule, "--format", "json"]).stdout).unwrap();
        let shows =
            |mode: &Value| page["modes"].as_array().unwrap().iter().any(|one| one["mode"] == *mode);
        for claim in finding["merged_from"].as_array().unwrap() {
            assert!(shows(&claim["source_mode"]), "{rule} through {}", claim["source_mode"]);
        }
    }
}

#[test]
fn no_finding_of_the_rules_is_quarantined() {
    for name in ["prd-team-chat.md", "prd-invoice-export.md", "prd-gift-cards-hostile.md"] {
        let text = fs::read_to_string(repo_root().join("examples").join(name)).unwrap();
        // Every term that is looked for stands there, though not as a section.
        let text = format!(
            "{text}\n\nNo word on rollback, security, privacy, metrics, goals, scope, risks.\n"
        );
        let (_, yaml, bundle) = offline(name, &text, &[]);
        assert!(!yaml.contains("quarantined_findings"), "{name}");
        assert_eq!(bundle["quarantined_findings"], json!([]), "{name}");
    }
}

#[test]
fn rules_alone_are_no_model_and_the_words_of_the_record_are_plain() {
    let (_, yaml, bundle) = offline("prd.md", SPEC, &[]);
    let gates = bundle["gates"].as_array().unwrap();
    let own = gates.iter().find(|gate| gate["gate_id"] == "GATE-PRD-CONTENT").unwrap();
    assert_eq!(own["type"], "DETERMINISTIC");
    assert!(!yaml.contains("occurs 1 times") && yaml.contains("occurs once"), "{yaml}");
    assert!(yaml.contains("selection_score: "), "the score that decided is on record");
    let time = yaml.lines().find(|line| line.starts_with("initiated_at:")).unwrap();
    assert_eq!(time.len(), "initiated_at: \"2026-01-26T10:00:00Z\"".len(), "{time}");
}

#[test]
fn a_vision_is_served_and_sworn_to_only_where_it_is() {
    let vision = |oath: &str| {
        format!(
            "# Lighthouse\n\n{oath}\n\n## Phase 1: Quarries\n\nDig granite.\n\n## Phase 2: Ropes\n\nTwist hemp.\n"
        )
    };
    let held = |oath: &str| {
        let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
        env.write("prd.md", PRD);
        env.write("vision.md", vision(oath));
        let output = env.run(["review", "prd.md", "--north-star", "vision.md"]);
        assert!(output.code <= 2, "{}", output.stderr);
        files(&env)
    };
    let (without, bundle) = held("We build it well.");
    assert!(without.contains("oath_affirmed: false"), "{without}");
    let star = &bundle["north_star_assessment"];
    assert_eq!(star["primary_phase_alignment"], Value::Null, "nothing is served by a word");
    assert_eq!(star["assessor"], "COUNCIL");
    assert!(star["assessed_at"].is_string());
    let (with, _) = held("Oath: we ship nothing that we would not use.");
    assert!(with.contains("oath_affirmed: true") && !with.contains("oath_hash: null"), "{with}");
}

/// Rules: D.20
#[test]
fn a_violation_without_a_vision_is_none() {
    let held = Held::new(&[], |heard| {
        agrees(heard, |heard| {
            let mut finding = heard.finding("MINOR", "must be fast", "goals");
            finding["violation"] = json!("MISSION_DRIFT");
            json!({"findings": [finding]})
        })
    });
    let finding = held.finding("must be fast");
    assert_eq!((&finding["severity"], &finding["violation_type"]), (&json!("MINOR"), &Value::Null));
}

#[test]
fn two_long_names_are_two_packets() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let name = |end: &str| format!("{}/{end}.md", "a-folder-with-a-long-name/".repeat(3));
    for end in ["one", "two"] {
        env.write(&name(end), PRD);
        assert!(env.run(["review", &name(end)]).code <= 2);
    }
    let packets = fs::read_dir(env.repo().join("evidence/prd")).unwrap();
    assert_eq!(packets.count(), 2);
}

/// Rules: 004.quorum.2, 004.converge.4, 004.deadlocked.4, 004.bundle.2, 004.merge.4, 004.escalation.3, 001.session.22, D.17, D.24
#[test]
fn what_was_voted_down_and_what_is_deadlocked_stay_in_the_bundle() {
    let held = Held::new(&[], |heard| match heard.round {
        1 if heard.seat == 1 => json!({"findings": [
            heard.finding("BLOCKER", "must be fast", "goals"),
            heard.finding("BLOCKER", "Every user reads every file", "access"),
        ]}),
        1 => json!({"findings": []}),
        2 => json!({"opinions": [], "proposals": []}),
        _ => {
            let (down, open) = (heard.id("must be fast"), heard.id("Every user"));
            let split = ["SUPPORT", "OPPOSE", "ABSTAIN"][heard.seat - 1];
            let against = if heard.seat == 1 { "SUPPORT" } else { "OPPOSE" };
            json!({"validity": [
                vote(&down, against, "the annex has the bound"), vote(&open, split, "who knows"),
            ], "remediation": []})
        }
    });
    let bundle = held.bundle();
    let dismissed = bundle["dismissed_findings"].as_array().unwrap();
    assert_eq!(dismissed.len(), 1, "{bundle}");
    assert_eq!(dismissed[0]["severity"], "BLOCKER");
    assert_eq!(dismissed[0]["agreement_status"], "QUORUM_OPPOSE");
    let stuck = held.finding("Every user")["finding_id"].clone();
    assert_eq!(bundle["deadlocked_findings"], json!([stuck]));
    assert_eq!(bundle["escalated_findings"], json!([stuck]));
    let outputs = held.shown()["final_outputs"].clone();
    assert_eq!(outputs["escalation_target"], "AUTH_PRODUCT", "who decides is named: {outputs}");
    assert_eq!(outputs["escalated_findings"], json!([stuck]));
    let handed = &outputs["deadlocked_findings"][0];
    assert_eq!(handed["finding_id"], stuck);
    for (at, cast) in ["SUPPORT", "OPPOSE", "ABSTAIN"].into_iter().enumerate() {
        let vote = &handed["ballots"][0]["votes"][at];
        assert_eq!((&vote["vote"], &vote["rationale"]), (&json!(cast), &json!("who knows")));
    }
    let contested = &bundle["council_metadata"]["contested_items_count"];
    assert_eq!(contested, 1, "what the votes could not settle; nobody doubted the other before");
}

/// Rules: 004.converge.6, D.25
#[test]
fn what_is_doubted_for_low_confidence_is_escalated_by_name() {
    let held = Held::new(&[], |heard| {
        agrees(heard, |heard| {
            let mut finding = heard.finding("MAJOR", "must be fast", "goals");
            finding["confidence"] = json!(0.1);
            json!({"findings": [finding]})
        })
    });
    let bundle = held.bundle();
    assert_eq!(bundle["verdict"], "NEEDS_ADJUDICATION");
    let finding = held.finding("must be fast")["finding_id"].clone();
    assert_eq!(bundle["escalated_findings"], json!([finding]));
}

/// Rules: 001.notes.5, D.28
#[test]
fn a_question_names_the_findings_it_is_about() {
    let held = Held::new(&[], |heard| {
        agrees(heard, |heard| {
            let finding = heard.finding("MAJOR", "The archive is kept for ever", "storage");
            json!({"findings": [finding], "questions": ["Which bound holds for the archive?"]})
        })
    });
    let session = held.session();
    let at = session.find("question: Which bound holds for the archive?").unwrap();
    let rest = session.get(at..).unwrap();
    let line = rest.lines().find(|line| line.contains("relevant_findings")).unwrap();
    assert!(line.contains("[FND-prd-"), "{line}");
}

#[test]
fn an_aborted_session_lists_what_it_had_once_and_a_lost_seat_supports_nothing() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let finding = "{subcategory: AMBIGUITY, severity: MAJOR, confidence: 0.9, location: \"prd.md#goals\", quote: \"must be fast\", description: no bound, remediation: give one}";
    let raise = format!("{{round: 1, reply: {{findings: [{finding}]}}}}");
    let gone = |seat: &str| format!("{{seat: {seat}, round: 2, lasting: gone}}");
    let script = |lost: &[&str]| {
        let lost: Vec<String> = lost.iter().map(|seat| format!("  - {}\n", gone(seat))).collect();
        format!("answers:\n  - {raise}\n{}", lost.concat())
    };
    env.write("drill.yaml", script(&["SA-1", "SA-2"]));
    let review = ["review", "prd.md", "--reviewer", "scripted:drill.yaml", "--depth", "council"];
    assert_eq!(env.run(review).code, 3);
    let (yaml, bundle) = files(&env);
    assert!(
        yaml.contains("consensus_findings: []") && yaml.contains("partial_findings:\n"),
        "{yaml}"
    );
    assert_eq!(bundle["findings"].as_array().unwrap().len(), 1);
    assert_eq!(bundle["findings"][0]["supporting_agents"], json!(["SA-3"]));
    assert_eq!(env.run(["check", "evidence"]).code, 0);
}

#[test]
fn sessions_that_begin_in_one_second_are_named_apart_without_a_warning() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    for _ in 0..4 {
        assert!(env.run(["review", "prd.md"]).code <= 2);
    }
    let checked = env.run(["check", "evidence"]);
    assert_eq!(checked.code, 0);
    assert!(!checked.stdout.contains("session-id-time"), "{}", checked.stdout);
}

#[test]
fn names_of_one_server_are_not_families() {
    let seats =
        ["--seat", "SA-1=here:alpha", "--seat", "SA-2=here:beta", "--seat", "SA-3=here:gamma"];
    let held = Held::new(&seats, |heard| agrees(heard, |_| json!({"findings": []})));
    let bundle = held.bundle();
    assert_eq!(bundle["authority"]["families"], json!(["unknown"]));
    assert_eq!(bundle["authority"]["consensus"], false);
    let why = bundle["authority"]["effective_votes_because"].as_str().unwrap();
    assert!(why.starts_with("3 seats count as"), "{why}");
}

/// Changes a session on disk and returns what `check` says of it.
fn forged(change: impl Fn(&str) -> String) -> (i32, String) {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", SPEC);
    env.write("vision.md", "# Chat\n\n## Phase 1: Messages\n\nUsers send messages.\n");
    assert!(env.run(["review", "prd.md", "--north-star", "vision.md"]).code <= 2);
    let reviews = env.repo().join("evidence/prd/prd/reviews");
    let mut all = fs::read_dir(reviews).unwrap().map(|one| one.unwrap().path());
    let path = all.find(|one| one.extension().is_some_and(|is| is == "yaml")).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(changed, text);
    fs::write(&path, changed).unwrap();
    let checked = env.run(["check", path.to_str().unwrap()]);
    (checked.code, checked.stdout)
}

#[test]
fn a_forged_role_mean_or_finding_is_found_out() {
    let line = |text: &str, begins: &str| {
        text.lines().find(|line| line.trim_start().starts_with(begins)).unwrap().to_owned()
    };
    let (code, said) = forged(|text| {
        let role = line(text, "emergent_role:");
        text.replacen(&role, "  emergent_role: Grand Inquisitor", 1)
    });
    assert!(code == 2 && said.contains("role-mismatch"), "{said}");
    let (code, said) = forged(|text| {
        let scores = line(text, "phase_scores: [");
        text.replacen(&scores, "    phase_scores: [0.987]", 1)
    });
    assert!(code == 2 && said.contains("score-mismatch"), "{said}");
    let (code, said) = forged(|text| {
        let at = text.find("unconfirmed_findings:").or(text.find("consensus_findings:\n")).unwrap();
        let (before, after) = text.split_at(at);
        format!("{before}{}", after.replacen("FND-prd-0", "FND-prd-9", 1))
    });
    assert!(code == 2 && said.contains("unknown-finding"), "{said}");
}

#[test]
fn a_bundle_in_the_shape_of_the_contract_is_held_against_it() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let seat = |seat: u8, modes: [u8; 5]| json!({"agent_id": format!("SA-{seat}"), "emergent_role": "Formal Rigorist", "selected_modes": modes});
    let bundle = |verdict: &str, first: [u8; 5]| {
        json!({
            "schema_version": "1.0.0", "prd_id": "PRD-7", "review_timestamp": "2026-01-26T10-00-00Z",
            "review_depth": "COUNCIL", "gates": [], "findings": [], "verdict": verdict,
            "verdict_reason": "no finding is open",
            "council_metadata": {
                "session_id": "COUNCIL-PRD-7-20260126-100000",
                "subagents": [seat(1, first), seat(2, [2, 3, 13, 37, 44]), seat(3, [4, 5, 14, 38, 45])],
                "cycles_completed": 3, "total_findings_generated": 0, "findings_after_dedup": 0,
                "contested_items_resolved": 0, "quorum_achieved": true, "elapsed_time_seconds": 60,
            },
            "north_star_assessment": null,
        })
        .to_string()
    };
    env.write("good.json", bundle("PASSED", [1, 7, 8, 43, 75]));
    let good = env.run(["check", "good.json"]);
    assert_eq!(good.code, 0, "{}", good.stdout);
    assert!(!good.stdout.contains("legacy"), "{}", good.stdout);
    for (verdict, modes) in [("FAILED", [1, 7, 8, 43, 75]), ("PASSED", [1, 1, 1, 43, 75])] {
        env.write("bad.json", bundle(verdict, modes));
        assert_eq!(env.run(["check", "bad.json"]).code, 2, "{verdict} {modes:?}");
    }
}

/// Returns every text of a value that stands below one of these keys.
fn below<'v>(value: &'v Value, keys: &[&str], texts: &mut Vec<&'v str>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                if let (true, Value::String(text)) = (keys.contains(&key.as_str()), inner) {
                    texts.push(text);
                }
                below(inner, keys, texts);
            }
        }
        Value::Array(all) => all.iter().for_each(|one| below(one, keys, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Rules: D.32
#[test]
fn the_record_of_models_has_plain_words_whole_seconds_and_names_who_took_part() {
    let held = Held::new(&[], |heard| agrees(heard, |_| json!({"findings": [], "questions": []})));
    let (session, bundle) = (held.shown(), held.bundle());
    let gates = bundle["gates"].as_array().unwrap();
    let own = gates.iter().find(|gate| gate["gate_id"] == "GATE-PRD-CONTENT").unwrap();
    assert_eq!(own["type"], "LLM-ASSISTED", "a model took part");
    let mut times = Vec::new();
    below(&session, &["initiated_at", "completed_at", "started_at", "generated_at"], &mut times);
    assert!(times.len() > 6, "{times:?}");
    assert!(times.iter().all(|time| time.len() == "2026-01-26T10:00:00Z".len()), "{times:?}");
    let mut reasons = Vec::new();
    below(&session, &["selection_rationale"], &mut reasons);
    assert_eq!(reasons.len(), 15);
    assert!(reasons.iter().any(|reason| reason.contains("occurs once")), "{reasons:?}");
    assert!(reasons.iter().all(|reason| !reason.contains("1 times")), "{reasons:?}");
    let why = bundle["verdict_reason"].as_str().unwrap();
    assert!(!why.contains("left to say"), "{why}");
}
