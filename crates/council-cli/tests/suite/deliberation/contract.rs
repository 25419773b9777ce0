//! The session file of a council of models, held against the shape that contract 001 gives it.

use super::{protocol::argued, *};

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

fn is_time(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    text.len() == "2026-01-26T10:00:00Z".len() && text.ends_with('Z') && text.contains('T')
}

/// Rules: 001.location.1, 001.location.2, 001.session.1, 001.session.2, 001.session.3, 001.session.4, 001.session.5, 001.session.6
#[test]
fn the_file_says_which_session_it_is_of_what_when_and_how_it_ended() {
    let held = argued();
    let path = held.path("council_session_", ".yaml");
    let folder = path.parent().unwrap();
    assert!(folder.ends_with("evidence/prd/prd/reviews"), "{}", folder.display());
    let name = path.file_stem().unwrap().to_str().unwrap();
    let stamp = name.strip_prefix("council_session_").unwrap();
    let session = held.shown();
    assert_eq!(session["schema_version"], "1.0.0");
    assert_eq!(session["session_id"], format!("COUNCIL-prd-{stamp}"));
    assert_eq!(session["prd_id"], "prd");
    assert!(is_time(&session["initiated_at"]) && is_time(&session["completed_at"]));
    assert_eq!(session["terminal_state"], "CONVERGED");
}

/// Rules: 001.session.8, 001.session.9, 001.invariants.1, 001.invariants.2, 001.modes.1, 001.modes.4, 001.lens.1, 001.lens.2, 001.lens.3, 001.lens.4, 001.lens.5, 001.lens.6, 001.lens.7, 001.lens.8, 001.lens.9, D.35
#[test]
fn the_modes_of_the_record_are_those_that_the_seats_were_given() {
    let held = argued();
    let session = held.shown();
    let seats = list(&session["subagents"]);
    assert_eq!(seats.len(), 3);
    let mut is_meta = false;
    for (seat, heard) in seats.iter().zip(held.asked(1)) {
        assert_eq!(seat["agent_id"], format!("SA-{}", heard.seat));
        let modes = list(&seat["selected_modes"]);
        let mut numbers: Vec<u64> = Vec::new();
        for mode in modes {
            let (number, name) =
                (mode["mode_id"].as_u64().unwrap(), mode["mode_name"].as_str().unwrap());
            assert!(heard.text.contains(&format!("\n- {number} {name}: ")), "{}", heard.text);
            assert!(
                !mode["selection_rationale"].as_str().unwrap().is_empty()
                    && mode["category"].is_string()
            );
            let affinity = mode["affinity_score"].as_f64().unwrap();
            assert!(
                (0.0..=1.0).contains(&affinity) && mode["selection_score"].is_number(),
                "{mode}"
            );
            is_meta |= (75..=80).contains(&number);
            numbers.push(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 5, "five, and none twice: {seat}");
        assert!(list(&seat["mode_categories_present"]).len() >= 3, "{seat}");
        let role = seat["emergent_role"].as_str().unwrap();
        assert!(heard.text.contains(&format!("You are SA-{}, {role}. ", heard.seat)));
        for key in ["role_derivation", "mode_cluster_signature"] {
            assert!(!seat[key].as_str().unwrap().is_empty(), "{key}: {seat}");
        }
        assert!(
            seat["prd_affinity_signals"].is_array() && seat["overlap_with_other_agents"].is_array()
        );
    }
    assert!(is_meta, "one seat questions the reasoning");
}

/// Rules: 001.session.12, 001.session.13, 001.session.15, 001.session.16, 001.invariants.3, 001.invariants.4
#[test]
fn every_cycle_keeps_what_each_seat_said_what_became_of_it_and_what_is_contested() {
    let held = argued();
    let session = held.shown();
    let cycles = list(&session["cycles"]);
    let names: Vec<_> = cycles.iter().map(|cycle| &cycle["cycle_name"]).collect();
    assert_eq!(names, ["BROAD", "REMEDIATE", "CONVERGE"]);
    for (number, cycle) in (1..).zip(cycles) {
        assert_eq!(cycle["cycle_number"], number);
        assert!(is_time(&cycle["started_at"]) && is_time(&cycle["completed_at"]), "{cycle}");
        for finding in list(&cycle["merged_findings"]) {
            assert!(
                finding["source_agent"].is_string() && finding["source_cycle"] == 1,
                "{finding}"
            );
        }
    }
    let said = |seat: &str| list(&cycles[0]["subagent_findings"][seat]["findings"]).len();
    assert_eq!([said("SA-1"), said("SA-2"), said("SA-3")], [3, 2, 0]);
    assert_eq!(list(&cycles[0]["merged_findings"]).len(), 3, "two of them are one");
    let access = held.finding("reads every file")["finding_id"].clone();
    assert_eq!(cycles[0]["contested_items"], json!([access]), "they differ on how bad it is");
    let storage = held.finding("kept for ever")["finding_id"].clone();
    assert_eq!(cycles[1]["contested_items"], json!([storage]), "SA-3 doubts it");
}

/// Rules: 001.finding.1, 001.finding.2, 001.finding.3, 001.finding.4, 001.finding.5, 001.finding.6, 001.finding.7, 001.finding.8, 001.finding.9, 001.finding.10
#[test]
fn a_finding_says_whose_it_is_what_where_how_bad_and_who_stands_where() {
    let held = argued();
    let session = held.shown();
    let outputs = &session["final_outputs"];
    let all = list(&outputs["consensus_findings"]);
    let is_storage = |one: &&Value| one["description"].as_str().unwrap().contains("kept for ever");
    let finding = all.iter().find(is_storage).unwrap();
    assert!(finding["finding_id"].as_str().unwrap().starts_with("FND-prd-0"), "{finding}");
    assert_eq!((&finding["source_agent"], &finding["source_cycle"]), (&json!("SA-1"), &json!(1)));
    assert_eq!(finding["source_mode"], held.asked(1)[0].mode);
    assert_eq!(
        (&finding["category"], &finding["subcategory"]),
        (&json!("SPEC_DEFECT"), &json!("AMBIGUITY"))
    );
    assert_eq!(finding["severity"], "MAJOR");
    assert_eq!(
        (&finding["location"], &finding["location_type"]),
        (&json!("prd.md#storage"), &json!("SECTION"))
    );
    assert_eq!(finding["remediation"], "state a bound");
    assert_eq!(finding["agreement_status"], "QUORUM_SUPPORT");
    let doubted = list(&session["cycles"][1]["merged_findings"]).iter().find(is_storage).unwrap();
    assert_eq!(doubted["dissenting_agents"], json!(["SA-3"]), "{doubted}");
    assert_eq!(doubted["dissent_rationale"], "SA-3: so I read it");
    let signature = finding["signature"].as_str().unwrap();
    assert!(signature.len() == 16 && signature.bytes().all(|byte| byte.is_ascii_hexdigit()));
    // That it is of category, subcategory and place is what `check` computes again.
    let path = held.path("council_session_", ".yaml");
    let forged = held.session().replace(signature, "0123456789abcdef");
    fs::write(&path, forged).unwrap();
    assert_eq!(held.env.run(["check", path.to_str().unwrap()]).code, 2);
}

/// Rules: 001.session.17, 001.onboarding.1, 001.onboarding.3, 001.onboarding.4, 001.notes.1, 001.notes.2, 001.notes.3, 001.notes.4, 001.notes.7
#[test]
fn the_notes_of_the_record_are_those_that_the_seats_are_told() {
    let held = argued();
    let session = held.shown();
    let cycles = list(&session["cycles"]);
    assert_eq!(cycles[2]["onboarding_notes"], Value::Null, "the last cycle hands on nothing");
    for (cycle, round) in cycles.iter().zip([2, 3]) {
        let notes = &cycle["onboarding_notes"];
        assert_eq!(notes["cycle_source"], cycle["cycle_number"]);
        assert!(is_time(&notes["generated_at"]), "{notes}");
        let areas = list(&notes["focus_areas"]);
        assert!(!areas.is_empty(), "{notes}");
        let asked = held.asked(round);
        for area in areas {
            let mark = area["note_ref"].as_str().unwrap();
            // In the last round nothing can be raised, and nobody is sent to a place.
            let is_told = round == 2 || !area["area"].as_str().unwrap().contains('#');
            for heard in &asked {
                let told = format!("\n{mark} look closer at ");
                assert_eq!(heard.text.contains(&told), is_told, "{}", heard.text);
            }
            assert!(area["priority"].is_string() && area["rationale"].is_string(), "{area}");
            assert!(area["suggested_modes"].is_array(), "{area}");
        }
        let modes = list(&notes["mode_recommendations"]);
        assert_eq!(modes.len(), 3, "one for each seat");
        for (seat, heard) in modes.iter().zip(&asked) {
            let lean = &list(&seat["recommended_emphasis"])[0];
            let told = format!("of your modes, lean on {lean}");
            assert!(heard.text.contains(&told), "{told}: {}", heard.text);
            assert_eq!(list(&seat["current_modes"]).len(), 5);
        }
    }
}

/// A focus area suggests other modes than those that have found something there.
/// Rules: D.29
#[test]
fn where_to_look_closer_is_suggested_to_modes_that_found_nothing_there() {
    let held = argued();
    let session = held.shown();
    let found: Vec<u8> = held.asked(1).iter().map(|heard| heard.mode).collect();
    let areas = list(&session["cycles"][0]["onboarding_notes"]["focus_areas"]).clone();
    for area in &areas {
        let suggested = list(&area["suggested_modes"]);
        assert!((1..=3).contains(&suggested.len()), "{area}");
        let storage = area["area"] == "prd.md#storage";
        let raisers = if storage { &found[..1] } else { &found[..2] };
        assert!(
            suggested.iter().all(|mode| raisers.iter().all(|by| mode != by)),
            "{area} {found:?}"
        );
    }
    let told = held.asked(2).iter().filter(|heard| heard.text.contains("; try your mode")).count();
    assert!(told > 0, "a seat that holds one of them is told so");
    assert!(held.asked(3).iter().all(|heard| !heard.text.contains("; try your mode")));
    // How a dispute can end is told of this dispute: one is about a severity, the other about whether it holds.
    let ways: Vec<String> = [0, 1]
        .into_iter()
        .flat_map(|cycle| {
            let notes = &session["cycles"][cycle]["onboarding_notes"];
            list(&notes["contested_items_summary"]).clone()
        })
        .map(|item| item["suggested_resolution"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ways.len(), 2, "{ways:?}");
    assert_ne!(ways[0], ways[1]);
}

/// Rules: 001.session.18, 001.session.19, 001.session.20, 001.session.21, 001.session.24, 001.session.25, 001.session.26, 001.invariants.5
#[test]
fn the_outputs_follow_from_the_votes_and_the_figures_from_what_was_said() {
    let held = argued();
    let session = held.shown();
    let outputs = &session["final_outputs"];
    assert_eq!(outputs["verdict"], "NEEDS_REMEDIATION");
    assert!(outputs["verdict_reason"].as_str().unwrap().contains("is not verified"), "{outputs}");
    assert_eq!(list(&outputs["consensus_findings"]).len(), 3);
    let figures = &outputs["council_metadata"];
    assert_eq!(figures["total_findings_generated"], 5, "{figures}");
    assert_eq!(figures["findings_after_dedup"], 3, "{figures}");
    assert_eq!(figures["contested_items_count"], 2, "{figures}");
    assert_eq!(
        (&figures["cycles_completed"], &figures["quorum_achieved"]),
        (&json!(3), &json!(true))
    );
    // The stand-in says of every call that it read 1,000 tokens, 900 of them from a cache at a tenth, and wrote 50.
    assert_eq!(figures["budget_consumed_tokens"], 9 * (100 + 90 + 50), "{figures}");
    assert!(figures["elapsed_time_seconds"].is_number());
}
