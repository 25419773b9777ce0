//! The rules sit beside the seats: what they find stands in the record whoever sits there, and a seat that is filled by
//! them has nothing to say about what they cannot see.

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
    assert!(told.contains("this is a fact and not voted on"), "{told}");
    assert!(told.contains(": MAJOR: "), "{told}");
}

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

#[test]
fn no_vote_takes_what_a_rule_found_out_of_a_prd_folder() {
    let held = Held::new(&[], silent);
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/prds/PRD-0042");
    copy(&folder, &held.env, "prds/PRD-0042");
    let path = "prds/PRD-0042/requirements/REQ-0001.yaml";
    let text = held.env.read(path).unwrap();
    let vague = "statement: |\n    The service must answer within TBD seconds.\n";
    held.env.write(path, text.replacen("statement: |\n", vague, 1));
    let output = held.env.run([
        "review",
        "PRD-0042",
        "--reviewer",
        "here:model",
        "--format",
        "json",
        "--budget",
        "9000000",
    ]);
    let report: Value = serde_json::from_str(&output.stdout).unwrap();
    let found = facts(&report);
    assert!(found.contains(&("placeholder".to_owned(), "MAJOR".to_owned())), "{found:?}");
    assert_eq!(report["verdict"], "NEEDS_REMEDIATION", "{report}");
}

fn copy(from: &std::path::Path, env: &TestEnv, to: &str) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = format!("{to}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), env, &to);
        } else {
            env.write(&to, fs::read_to_string(entry.path()).unwrap());
        }
    }
}

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
