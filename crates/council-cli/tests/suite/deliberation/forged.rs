//! Records of a council of models that somebody has changed: `check` finds it out, in the contract's own shape too.

use super::{protocol::argued, *};

/// The keys that contract 004 shows in a bundle, in its figures and in its assessment of the vision.
const BUNDLE: [&str; 10] = [
    "schema_version",
    "prd_id",
    "review_timestamp",
    "review_depth",
    "gates",
    "findings",
    "verdict",
    "verdict_reason",
    "council_metadata",
    "north_star_assessment",
];
const FIGURES: [&str; 8] = [
    "session_id",
    "subagents",
    "cycles_completed",
    "total_findings_generated",
    "findings_after_dedup",
    "contested_items_resolved",
    "quorum_achieved",
    "elapsed_time_seconds",
];
const STAR: [&str; 4] =
    ["phase_scores", "primary_phase_alignment", "strategic_recommendations", "violations"];

/// What somebody changes in a bundle.
type Change<'a> = &'a dyn Fn(&mut Value);

/// Leaves these keys of a map.
fn only(map: &mut Value, keys: &[&str]) {
    map.as_object_mut().unwrap().retain(|key, _| keys.contains(&key.as_str()));
}

/// Rules: D.8, D.36
#[test]
fn a_bundle_in_the_contracts_own_shape_is_held_against_the_contract() {
    let held = argued();
    let mut bare = held.bundle();
    only(&mut bare, &BUNDLE);
    only(&mut bare["council_metadata"], &FIGURES);
    only(&mut bare["north_star_assessment"], &STAR);
    let checked = |change: Change<'_>| {
        let mut bundle = bare.clone();
        change(&mut bundle);
        held.env.write("bare.json", bundle.to_string());
        let output = held.env.run(["check", "bare.json"]);
        assert!(!output.stdout.contains("legacy"), "{}", output.stdout);
        (output.code, output.stdout)
    };
    let (code, said) = checked(&|_| {});
    assert_eq!(code, 0, "{said}");
    let forged: [(&str, Change<'_>); 4] = [
        ("verdict-mismatch", &|bundle| bundle["verdict"] = json!("PASSED")),
        ("mode-duplicate", &|bundle| {
            bundle["council_metadata"]["subagents"][0]["selected_modes"] = json!([1, 1, 1, 43, 75]);
        }),
        ("out-of-range", &|bundle| {
            bundle["north_star_assessment"]["phase_scores"] = json!([7.0, 0.0]);
        }),
        ("bad-session-id", &|bundle| {
            bundle["council_metadata"]["session_id"] = json!("COUNCIL-other-20260126-100000");
        }),
    ];
    for (code, change) in forged {
        let (exit, said) = checked(change);
        assert!(exit == 2 && said.contains(code), "{code}: {said}");
    }
}

/// Rules: 001.reader.6, 001.reader.10, 001.reader.11, 001.reader.12
#[test]
fn files_of_models_are_known_by_what_they_say_and_the_worst_of_several_decides() {
    let held = argued();
    let (session, bundle) = (held.session(), held.bundle());
    held.env.write("a.yaml", &session);
    held.env.write("b.json", bundle.to_string());
    let checked = |args: &[&str]| {
        let output = held.env.run([&["check"], args].concat());
        (output.code, format!("{}{}", output.stdout, output.stderr))
    };
    let (code, said) = checked(&["a.yaml", "b.json"]);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("a.yaml: valid session") && said.contains("b.json: valid bundle"),
        "{said}"
    );
    held.env.write("twice.yaml", format!("{session}state: CONVERGED\n"));
    let cut: String = bundle.to_string().chars().take(900).collect();
    held.env.write("cut.json", cut);
    for (file, why) in
        [("twice.yaml", "duplicate-key"), ("cut.json", "not-json"), ("gone.yaml", "missing-file")]
    {
        let (code, said) = checked(&[file]);
        assert!(code == 3 && said.contains(why), "{file}: {code}: {said}");
        let (code, said) = checked(&["a.yaml", file, "b.json"]);
        assert_eq!(code, 3, "the others are fine: {said}");
    }
}

/// Rules: D.8, D.36
#[test]
fn a_session_whose_parts_do_not_follow_from_each_other_is_refused() {
    let held = argued();
    let path = held.path("council_session_", ".yaml");
    let (text, path) = (held.session(), path.to_str().unwrap());
    let checked = |changed: &str| {
        assert_ne!(changed, text);
        fs::write(path, changed).unwrap();
        let output = held.env.run(["check", path]);
        (output.code, output.stdout)
    };
    let line = |begins: &str| {
        let mut lines = text.lines();
        lines.find(|line| line.trim_start().starts_with(begins)).unwrap().to_owned()
    };
    let (start, outcome) = text.split_at(text.find("consensus_findings:\n").unwrap());
    let scores = line("phase_scores: [");
    let stamp = held.shown()["session_id"].as_str().unwrap().replace("COUNCIL-prd-", "");
    let forged = [
        ("role-mismatch", text.replacen(&line("emergent_role:"), "  emergent_role: Oracle", 1)),
        ("score-mismatch", text.replacen(&scores, "    phase_scores: [0.987, 0.1]", 1)),
        ("unknown-finding", format!("{start}{}", outcome.replacen("FND-prd-0", "FND-prd-9", 1))),
        ("bad-session-id", text.replacen("COUNCIL-prd-", "COUNCIL-other-", 1)),
        ("session-id-time", text.replacen(&stamp, "20010203-040506", 1)),
    ];
    for (code, changed) in forged {
        let (exit, said) = checked(&changed);
        assert!(exit == 2 && said.contains(code), "{code}: {said}");
    }
    let (cycles, outputs) =
        (text.find("\ncycles:").unwrap(), text.find("\nfinal_outputs:").unwrap());
    let without = format!("{}{}", text.get(..cycles).unwrap(), text.get(outputs..).unwrap());
    let (code, said) = checked(&without);
    assert_eq!(code, 2, "without its cycles it is no session that ended: {said}");
    assert!(!said.contains("legacy"), "{said}");
}
