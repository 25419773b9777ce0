//! A human answers a session: recorded in its journal, and the verdict computed again.

use super::*;

/// A council that deadlocks on a blocker: one seat supports it, one opposes it, one cannot tell.
fn deadlocked() -> Held {
    Held::new(&[], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, 2) => {
            let said = opinion(&heard.id("must be fast"), None, "the next line bounds it");
            json!({"opinions": [said], "proposals": [], "same": [], "findings": []})
        }
        (2, _) => json!({"opinions": [], "proposals": [], "same": [], "findings": []}),
        (_, seat) => {
            let id = heard.id("must be fast");
            let cast = ["SUPPORT", "OPPOSE", "ABSTAIN"][seat - 1];
            json!({"validity": [vote(&id, cast, "as I said")], "remediation": [], "proposals": []})
        }
    })
}

/// Returns the short id of the only finding that the report of a review names.
fn short_id(held: &Held) -> String {
    let text = &held.output.stdout;
    let at = text.find("F-").unwrap_or_else(|| panic!("no short id in {text}"));
    text.get(at..at + 12).unwrap().to_owned()
}

fn decide(held: &Held, args: &[&str]) -> (i32, Value) {
    let output = held.env.run(["decide", "latest", "--format", "json"].iter().chain(args));
    let value = serde_json::from_str(&output.stdout);
    (output.code, value.unwrap_or_else(|_| panic!("{}{}", output.stdout, output.stderr)))
}

/// Rules: 004.states.5, 004.quorum.3, 004.deadlocked.1, 004.deadlocked.3, 004.escalation.1, D.9
#[test]
fn a_deadlock_ends_with_a_humans_word_and_both_verdicts_stay() {
    let held = deadlocked();
    assert_eq!(held.bundle()["verdict"], "NEEDS_ADJUDICATION", "{}", held.output.stdout);
    let id = short_id(&held);
    let said = format!("{id}: the pilot has ten users");
    let (code, report) =
        decide(&held, &["--accept-risk", &said, "--owner", "Ada", "--by", "Grace"]);
    assert_eq!(code, 0, "{report}");
    assert_eq!(
        (&report["verdict"], &report["verdict_before"]),
        (&json!("pass_with_concerns"), &json!("adjudicate"))
    );
    let bundle = held.bundle();
    assert_eq!(bundle["verdict"], "PASSED", "{bundle}");
    assert_eq!(bundle["council_verdict"], "NEEDS_ADJUDICATION");
    assert_eq!(held.finding("must be fast")["resolution"], "ACCEPTED_RISK");
    let decision = &bundle["human_decisions"][0];
    assert_eq!(decision["decision"], "ACCEPT_RISK");
    assert_eq!((&decision["owner"], &decision["decided_by"]), (&json!("Ada"), &json!("Grace")));
    assert_eq!(decision["shown"].as_str().unwrap().len(), 64, "what was shown is known");
    assert!(held.session().contains("council_verdict: NEEDS_ADJUDICATION"));
    assert!(held.file("council_session_", ".jsonl").contains("\"event\":\"decided\""));
    for args in [&["check", "evidence"][..], &["replay", "latest", "--check"]] {
        let output = held.env.run(args);
        assert_eq!(output.code, 0, "{args:?}: {}{}", output.stdout, output.stderr);
    }
    let shown = held.env.run(["show", "latest"]).stdout;
    assert!(
        shown.contains("Decided by humans") && shown.contains("the pilot has ten users"),
        "{shown}"
    );
}

/// Rules: D.9
#[test]
fn every_ruling_has_its_resolution_and_a_later_one_replaces_it() {
    let held = deadlocked();
    let id = short_id(&held);
    let said = format!("{id}: so be it");
    for (args, resolution, verdict) in [
        (&["--defer", &said, "--owner", "Ada", "--until", "2999-01-31"][..], "DEFERRED", "PASSED"),
        (&["--waive", &said, "--owner", "Ada", "--until", "2999-01-31"], "ACCEPTED_RISK", "PASSED"),
        (&["--verified", &said], "VERIFIED", "PASSED"),
        (&["--dismiss", &said], "DISMISSED", "PASSED"),
    ] {
        let args: Vec<&str> = args.iter().chain(&["--by", "Ada"]).copied().collect();
        let (code, report) = decide(&held, &args);
        assert_eq!(code, 0, "{report}");
        assert_eq!(held.finding("must be fast")["resolution"], resolution);
        assert_eq!(held.bundle()["verdict"], verdict);
        let checked = held.env.run(["check", "evidence"]);
        assert_eq!(checked.code, 0, "{}", checked.stdout);
    }
    assert_eq!(held.bundle()["human_decisions"].as_array().unwrap().len(), 4, "all of it stays");
    assert_eq!(held.bundle()["council_verdict"], "NEEDS_ADJUDICATION");
}

#[test]
fn what_is_not_said_whole_is_not_recorded() {
    let held = deadlocked();
    let id = short_id(&held);
    let said = format!("{id}: so be it");
    let missing = |args: &[&str], words: &str| {
        let (code, report) = decide(&held, args);
        assert_eq!(code, 10, "{report}");
        assert!(report.to_string().contains(words), "{report}");
    };
    missing(&[], "nothing is said of any finding");
    missing(&["--dismiss", &said], "it is not said who decides");
    missing(&["--accept-risk", &said, "--by", "Ada"], "it is not said who owns the risk");
    missing(&["--waive", &said, "--owner", "Ada", "--by", "Ada"], "no last day is named");
    let over = ["--waive", &said, "--owner", "Ada", "--until", "2020-01-01", "--by", "Ada"];
    let (code, report) = decide(&held, &over);
    assert_eq!(code, 2, "{report}");
    let (code, report) = decide(&held, &["--dismiss", "F-0000000000: no", "--by", "Ada"]);
    assert_eq!(code, 2, "{report}");
    assert!(!held.file("council_session_", ".jsonl").contains("\"event\":\"decided\""));
}

const PAY: &str = "# Pay\n\n## Requirements\n\n- FR-1: The service must charge the card within 5 s.\n- FR-2: The limit must be TBD.\n- FR-3: An administrator must see every password.\n";

/// Answers as a model that finds nothing.
fn silent(heard: &Heard) -> Value {
    match heard.round {
        1 => json!({"findings": [], "questions": []}),
        2 => json!({"opinions": [], "proposals": [], "same": [], "findings": []}),
        _ => json!({"validity": [], "remediation": [], "proposals": []}),
    }
}

#[test]
fn a_blocker_of_the_rules_goes_by_a_humans_word_and_by_nothing_else() {
    let held = Held::on(PAY, &[], silent);
    let before = held.bundle()["verdict"].clone();
    assert_ne!(before, "PASSED", "{}", held.output.stdout);
    let explained = held.env.run(["explain", "--verdict", "latest"]).stdout;
    let ways: Vec<&str> =
        explained.split('`').filter(|words| words.starts_with("council decide ")).collect();
    assert!(!ways.is_empty(), "{explained}");
    let ids = open_ids(&held);
    assert!(!ids.is_empty(), "{}", held.bundle());
    let said = format!("{}: it is known to the bank", ids.join(","));
    let (code, report) = decide(
        &held,
        &["--waive", &said, "--owner", "Ada", "--until", "2999-01-31", "--by", "Ada"],
    );
    assert_eq!(code, 0, "{report}");
    assert_eq!(report["verdict"], "pass_with_concerns", "what somebody carries is no clean pass");
    assert_eq!(held.bundle()["verdict"], "PASSED", "{}", held.bundle());
    assert!(held.session().contains("a human lets stand"), "{}", held.session());
    assert_eq!(held.bundle()["council_verdict"], before);
    let checked = held.env.run(["check", "evidence"]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    let replayed = held.env.run(["replay", "latest", "--check"]);
    assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
    let (code, report) = decide(&held, &["--dismiss", &said, "--by", "Ada"]);
    assert_eq!((code, &report["verdict"]), (0, &json!("pass")), "what is no defect weighs nothing");
}

#[test]
fn what_was_let_pass_until_a_day_stops_the_work_on_the_next_though_nobody_decides_again() {
    use council::{
        Repo,
        core::{
            gate::stage::{Stage, StagePolicy},
            ident::SpecId,
        },
        review, sessions, show, stage,
    };
    use jiff::civil::date;

    let held = Held::on(PAY, &["--stage-evidence", "SPEC-PAY-001:plan"], silent);
    let repo = Repo::open(held.env.repo()).unwrap();
    let (last, next) = (date(2999, 1, 31), date(2999, 2, 1));
    let replayed = |day| {
        let reviewed = review::replay(&repo, "latest", Some(day)).unwrap();
        let report = review::report("replay", &reviewed, review::Demands::default());
        (report.outcome.exit_code(), report.allows_progress())
    };
    let at_stage = |today| {
        let spec = SpecId::new("SPEC-PAY-001").unwrap();
        let (stage, policy) = (Stage::Plan, StagePolicy::default());
        let in_ci = StagePolicy::ci();
        let request =
            stage::StageRequest { spec, stage, evidence_root: None, policy, in_ci, today };
        let report = stage::report(&stage::review(&repo, &request).unwrap());
        (report.outcome.exit_code(), report.allows_progress())
    };
    assert_eq!((replayed(last), at_stage(last)), ((2, false), (2, false)), "before the waiver");
    let said = format!("{}: it is known to the bank", open_ids(&held).join(","));
    let waive = ["--waive", &said, "--owner", "Ada", "--until", "2999-01-31", "--by", "Ada"];
    let (code, report) = decide(&held, &waive);
    assert_eq!((code, &report["allows_progress"]), (0, &json!(true)), "{report}");
    assert_eq!((replayed(last), at_stage(last)), ((0, true), (0, true)), "on its last day");
    assert_eq!((replayed(next), at_stage(next)), ((2, false), (2, false)), "on the next day");
    let bundle = held.bundle();
    assert_eq!(bundle["holds_until"], "2999-01-31");
    assert_eq!(bundle["allows_progress"], false, "a file does not know on which day it is read");
    let verdict = |day| {
        let kept = sessions::load(&repo, "latest", Some(day)).unwrap();
        (kept.verdict().unwrap().word(), show::report(&kept).headline.clone())
    };
    assert!(verdict(last).0.starts_with("pass"), "{:?}", verdict(last));
    assert!(!verdict(next).0.starts_with("pass"), "{:?}", verdict(next));
    assert_ne!(verdict(next).1, verdict(last).1, "the page says it too");
}

/// Returns the short ids of what the gates found that stops the work.
fn open_ids(held: &Held) -> Vec<String> {
    let gates = held.bundle()["gates"].clone();
    let found =
        gates.as_array().unwrap().iter().flat_map(|gate| gate["findings"].as_array().unwrap());
    let grave = found.filter(|found| {
        ["BLOCKER", "MAJOR"].contains(&found["severity"].as_str().unwrap_or_default())
    });
    grave.map(|found| found["short_id"].as_str().unwrap().to_owned()).collect()
}
