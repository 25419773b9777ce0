//! The rules sit beside the seats: what they find stands in the record whoever sits there, and a seat that is filled by
//! them has nothing to say about what they cannot see.

use std::path::Path;

use council_testkit::repo_root;

use super::*;

const VAGUE: &str = "\
# Export

## Requirements

- FR-1: The export must finish within 10 s.
- FR-2: The report is sent to TBD.
- FR-3: The system should be easy to use.
";

fn silent(heard: &Heard) -> Value {
    match heard.round {
        1 => json!({"findings": [], "questions": []}),
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => json!({"validity": [], "remediation": [], "proposals": []}),
    }
}

/// Returns what the gates of a bundle found by rules: the rule and the severity.
fn facts(bundle: &Value) -> Vec<(String, String)> {
    let gates = bundle["gates"].as_array().unwrap().iter();
    let found = gates.flat_map(|gate| gate["findings"].as_array().unwrap());
    let pair = |found: &Value| {
        let text = |key: &str| found[key].as_str().map(str::to_owned);
        Some((text("rule_id")?, text("severity")?))
    };
    found.filter_map(pair).collect()
}

/// Rules: D.7
#[test]
fn models_that_find_nothing_take_nothing_away_from_what_the_rules_found() {
    let held = Held::on(VAGUE, &[], silent);
    let bundle = held.bundle();
    let found = facts(&bundle);
    let linted = held.env.run(["lint", "prd.md", "--format", "json", "--all"]);
    let linted: Value = serde_json::from_str(&linted.stdout).unwrap();
    let linted = linted["findings"].as_array().unwrap();
    assert!(linted.len() > 1, "{linted:?}");
    assert_eq!(found.len(), linted.len(), "{found:?} {linted:?}");
    for one in linted {
        let rule = one["rule"].as_str().unwrap();
        assert!(found.iter().any(|(known, _)| known == rule), "{rule}: {found:?}");
    }
    assert_eq!(bundle["findings"], json!([]), "no seat said so");
    let majors = found.iter().filter(|(_, severity)| severity == "MAJOR").count();
    assert!(majors > 0, "{found:?}");
    assert_eq!(bundle["verdict"], "NEEDS_REMEDIATION", "{bundle}");
    assert_eq!(held.output.code, 2, "{}", held.output.stdout);
    let told = &held.asked(1)[0].text;
    assert!(told.contains("is a fact and not voted on"), "{told}");
    assert!(told.contains(": MAJOR: "), "{told}");
}

/// Rules: D.2
#[test]
fn a_seat_of_rules_abstains_on_an_absence_that_no_rule_looks_for() {
    let held = Held::new(&["--seat", "SA-1=here:model"], |heard| match heard.round {
        1 => json!({"findings": [{
            "mode": heard.mode, "subcategory": "INCOMPLETENESS", "severity": "BLOCKER", "confidence": 0.9,
            "location": "prd.md", "quote": null, "searched": {"terms": ["blockchain"], "sections": []},
            "description": "there is no blockchain ledger", "remediation": "add one", "violation": null,
        }], "questions": []}),
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => {
            let id = heard.id("blockchain");
            let support = vote(&id, "SUPPORT", "it is missing");
            json!({"validity": [support], "remediation": [support], "proposals": []})
        }
    });
    let finding = held.finding("blockchain");
    assert_eq!(finding["supporting_agents"], json!(["SA-1"]), "{finding}");
    assert_eq!(finding["agreement_status"], "DEADLOCKED", "{finding}");
    let votes = finding["ballots"][0]["votes"].as_array().unwrap();
    let cast: Vec<_> = votes.iter().map(|vote| vote["vote"].as_str().unwrap()).collect();
    assert_eq!(cast, ["SUPPORT", "ABSTAIN", "ABSTAIN"], "{finding}");
}

/// Rules: D.2
#[test]
fn a_seat_of_rules_does_not_confirm_another_claim_about_a_sentence_that_a_rule_reports() {
    let held = Held::on(VAGUE, &["--seat", "SA-1=here:model"], |heard| match heard.round {
        1 => {
            let mut finding =
                heard.finding("BLOCKER", "The system should be easy to use", "requirements");
            finding["subcategory"] = json!("INCONSISTENCY");
            finding["description"] = json!("it contradicts the ten seconds of FR-1");
            json!({"findings": [finding], "questions": []})
        }
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => {
            let id = heard.id("it contradicts the ten seconds");
            json!({"validity": [vote(&id, "SUPPORT", "it does")], "remediation": [], "proposals": []})
        }
    });
    let finding = held.finding("it contradicts the ten seconds");
    assert_eq!(finding["supporting_agents"], json!(["SA-1"]), "{finding}");
    assert_eq!(finding["agreement_status"], "DEADLOCKED", "{finding}");
}

/// A seat that finds nothing and doubts whatever the others find.
fn against(heard: &Heard) -> Value {
    let why = "it is of no weight";
    match heard.round {
        1 => json!({"findings": [], "questions": []}),
        2 => {
            let marked = heard.listed("* ");
            let doubts: Vec<Value> = marked.iter().map(|id| opinion(id, None, why)).collect();
            json!({"opinions": doubts, "proposals": [], "same": [], "findings": []})
        }
        _ => {
            let cast = |list: &str| {
                let asked = heard.listed(&format!("Vote in `{list}` on "));
                asked.iter().map(|id| vote(id, "OPPOSE", why)).collect::<Vec<_>>()
            };
            json!({"validity": cast("validity"), "remediation": cast("remediation"), "proposals": []})
        }
    }
}

/// Rules: D.1
#[test]
fn no_vote_takes_what_a_rule_found_out_of_a_prd_folder() {
    let held = Held::new(&[], against);
    let folder = repo_root().join("examples/prds/PRD-0042");
    copy(&folder, &held.env, "prds/PRD-0042");
    let path = "prds/PRD-0042/requirements/REQ-0001.yaml";
    let text = held.env.read(path).unwrap();
    let vague = "statement: |\n    The service must answer within TBD seconds.\n";
    held.env.write(path, text.replacen("statement: |\n", vague, 1));
    for seats in [
        &["--reviewer", "here:model"][..],
        &["--seat", "SA-2=here:model", "--seat", "SA-3=here:model"],
    ] {
        let review =
            ["review", "PRD-0042", "--format", "json", "--depth", "council", "--budget", "9000000"];
        let output = held.env.run(review.iter().chain(seats));
        let report: Value = serde_json::from_str(&output.stdout).unwrap();
        let found = facts(&report);
        assert!(found.contains(&("placeholder".to_owned(), "MAJOR".to_owned())), "{found:?}");
        assert_eq!(report["verdict"], "NEEDS_REMEDIATION", "{report}");
        assert_eq!(output.code, 2, "{seats:?}");
    }
}

fn copy(from: &Path, env: &TestEnv, to: &str) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = format!("{to}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), env, &to);
        } else {
            env.write(&to, fs::read_to_string(entry.path()).unwrap());
        }
    }
}

/// Rules: D.10
#[test]
fn a_cycle_that_asked_nobody_says_so() {
    let held = Held::on("# Export\n\n## Goals\n\nThe export must be fast.\n", &[], silent);
    assert_eq!((held.asked(2).len(), held.asked(3).len()), (0, 0));
    let session = held.session();
    assert_eq!(session.matches("not_asked: nothing was contested").count(), 2, "{session}");
    let light = Held::on(VAGUE, &["--depth", "light"], silent);
    assert_eq!(light.server.received(), []);
    let session = light.session();
    assert_eq!(
        session.matches("not_asked: the review does not go so deep").count(),
        3,
        "{session}"
    );
    let asked = |held: &Held| held.bundle()["council_metadata"]["cycles_asked"].clone();
    assert_eq!((asked(&held), asked(&light)), (json!(1), json!(0)));
    let told = light.env.run(["replay", "latest"]).stdout;
    assert!(told.contains("seats      none was asked"), "nobody claims a seat: {told}");
}

#[test]
fn rules_alone_are_asked_once_and_claim_no_votes() {
    for depth in ["standard", "deep", "council"] {
        let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
        env.write("prd.md", VAGUE);
        let output = env.run(["review", "prd.md", "--format", "json", "--depth", depth]);
        let report: Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!(report["verdict"], "NEEDS_REMEDIATION", "{depth}: {report}");
        assert_eq!(output.code, 2, "{depth}");
        let figures = &report["council_metadata"];
        assert_eq!(figures["terminal_state"], "CONVERGED", "{depth}: nobody was asked to vote");
        assert_eq!(figures["quorum_achieved"], false, "{depth}");
        let findings = report["findings"].as_array().unwrap();
        assert!(!findings.is_empty(), "{depth}");
        assert!(findings.iter().all(|finding| finding.get("ballots").is_none()), "{depth}");
        let journal = env.read(report["files"]["journal"].as_str().unwrap()).unwrap();
        let asked = journal.lines().filter(|line| line.contains("asked") && line.contains("bound"));
        assert_eq!(asked.count(), 3, "{depth}: {journal}");
        let session = env.read(report["files"]["session"].as_str().unwrap()).unwrap();
        assert_eq!(session.matches("not_asked: ").count(), 2, "{depth}");
        let checked = env.run(["check", "evidence"]);
        assert_eq!(checked.code, 0, "{depth}: {}{}", checked.stdout, checked.stderr);
        let replayed = env.run(["replay", "latest", "--check"]);
        assert_eq!(replayed.code, 0, "{depth}: {}", replayed.stdout);
    }
}

/// A specification of its kind lists its edge cases, and this one only names them.
const TILL: &str = "\
# Feature: Till

## User Scenarios & Testing

### User Story 1 - Pay (Priority: P1)

A clerk takes money and should be quick.

**Acceptance Scenarios**:

1. **Given** a sum, **When** it is keyed in, **Then** the drawer opens.

## Requirements

### Functional Requirements

- **FR-001**: The till MUST ring.
- **FR-002**: The drawer MUST open within TBD seconds.

## Success Criteria

### Measurable Outcomes

- **SC-001**: A sale takes 20 seconds.

## Assumptions

- There is power, and every clerk knows the edge cases.
";

/// SA-1 is a model that quotes what nobody wrote; the other two seats are filled by rules.
fn beside_rules() -> Held {
    Held::on(TILL, &["--seat", "SA-1=here:model"], |heard| match heard.round {
        1 => {
            let invented = heard.finding("MAJOR", "nobody wrote these words", "requirements");
            json!({"findings": [invented], "questions": []})
        }
        _ => silent(heard),
    })
}

/// Rules: D.11
#[test]
fn a_seat_of_rules_beside_a_model_speaks_through_modes_of_its_own_that_show_the_rule() {
    let held = beside_rules();
    let session = held.shown();
    let seats = session["subagents"].as_array().unwrap();
    let bundle = held.bundle();
    let findings = bundle["findings"].as_array().unwrap();
    assert!(!findings.is_empty(), "{bundle}");
    for finding in findings {
        let rule = finding["rule_id"].as_str().unwrap();
        let page = held.env.run(["rules", rule, "--format", "json"]);
        let page: Value = serde_json::from_str(&page.stdout).unwrap();
        for claim in finding["merged_from"].as_array().unwrap() {
            let (seat, mode) = (&claim["agent_id"], &claim["source_mode"]);
            assert_ne!(seat, "SA-1", "the model raised nothing that holds: {finding}");
            let own = seats.iter().find(|one| one["agent_id"] == *seat).unwrap();
            let holds = |modes: &Value, key: &str| {
                modes.as_array().unwrap().iter().any(|one| one[key] == *mode)
            };
            assert!(holds(&own["selected_modes"], "mode_id"), "{seat} does not hold {mode}");
            assert!(holds(&page["modes"], "mode"), "mode {mode} does not show {rule}");
        }
    }
}

/// Rules: D.19
#[test]
fn of_a_model_and_rules_only_the_model_is_quarantined() {
    let held = beside_rules();
    let bundle = held.bundle();
    let quarantined = bundle["quarantined_findings"].as_array().unwrap();
    assert_eq!(quarantined.len(), 1, "{bundle}");
    assert_eq!(quarantined[0]["source_agent"], "SA-1", "{bundle}");
    let found = facts(&bundle);
    assert!(found.iter().any(|(rule, _)| rule == "missing-section"), "{found:?}");
}
