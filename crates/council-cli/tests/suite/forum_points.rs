//! The life of a forum on points through the real binary: what is approved, what is recorded as open, what is raised again.
#![expect(clippy::unwrap_used, reason = "what a test cannot read or write has failed")]

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const PAGE: &str = "projects/shop/context/agents/council-forum-instance.md";
const RECORD: &str = "projects/shop/agent-work/forum.json";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let members = ["--owner", "Ines: users", "--owner", "Bo: costs", "--advocate", "Kit: risk"];
    let init = ["init", "--forum", "--project", "shop"];
    assert_eq!(env.run(init.iter().chain(&members)).code, 0);
    env.write("calm.yaml", "answers: []\n");
    for judgement in ["insufficient", "escalated", "conceded"] {
        let script = format!(
            "answers:\n  - {{ seat: da-1, round: 2, reply: {{ risk: It breaks., alternative: Wait. }} }}\n  \
             - {{ seat: da-1, round: 5, reply: {{ evaluations: [{{ challenge: CH-1, judgement: {judgement} }}] }} }}\n"
        );
        env.write(&format!("{judgement}.yaml"), &script);
    }
    env
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

/// Holds a round by a script, or with nobody in the seats, and returns its exit code and report.
fn hold(env: &TestEnv, message: &str, script: Option<&str>) -> (i32, Value) {
    let reviewer = script.map(|name| format!("scripted:{name}.yaml"));
    let mut args = vec!["forum", "--project", "shop", "--format", "json", "--by", "Ana", message];
    if let Some(reviewer) = &reviewer {
        args.extend(["--reviewer", reviewer, "--drill"]);
    }
    let output = env.run(args);
    (output.code, json(&output))
}

fn decide(env: &TestEnv, round: &Value, choice: &[&str]) -> (i32, Value) {
    let hash = round.get("hash").unwrap().as_str().unwrap();
    let by = ["--hash", hash, "--by", "Ana", "--format", "json"];
    let output = env.run(["decide", "--forum", "shop"].iter().chain(choice).chain(&by));
    (output.code, json(&output))
}

fn at(value: &Value, pointer: &str) -> Value {
    value.pointer(pointer).cloned().unwrap_or_default()
}

/// Audit D18: the page says "awaiting your response or approval", so an approval is taken.
#[test]
fn an_open_round_is_approved_and_every_open_challenge_is_recorded_as_unresolved() {
    let env = env();
    let (code, round) = hold(&env, "Ship it", Some("insufficient"));
    assert_eq!((code, at(&round, "/status")), (2, "open".into()));
    let next = at(&round, "/next").to_string();
    assert!(next.contains("--approve 1"), "{next}");
    let (code, decided) = decide(&env, &round, &["--approve", "1"]);
    assert_eq!(code, 0, "{decided}");
    let handoff = env.read(at(&decided, "/handoff").as_str().unwrap()).unwrap();
    let position = at(&round, "/summary/position");
    let hash = at(&round, "/summary/position_hash");
    assert_eq!(position, "P1. Ship it");
    assert!(handoff.contains("## Approved position\n\n> P1. Ship it\n"), "{handoff}");
    assert!(handoff.contains(&format!("The text has the hash `{}`.", hash.as_str().unwrap())));
    assert!(handoff.contains("### CH-1, open") && handoff.contains("> It breaks."), "{handoff}");
    let gate = env.run(["gate", "forum", "shop", "--format", "json", "--drill"]);
    assert_eq!(gate.code, 0);
    assert!(gate.stdout.contains("CHALLENGE_UNRESOLVED"), "{}", gate.stdout);
}

/// Audit D15, F1: no words make a position that nobody holds.
#[test]
fn where_nobody_holds_a_seat_nothing_is_approved_and_a_person_decides_alone() {
    let env = env();
    let (code, round) = hold(&env, "Ship version 2 so that people are happy", None);
    assert_eq!((code, at(&round, "/summary/position")), (2, "Nobody took a position.".into()));
    let (code, refused) = decide(&env, &round, &["--approve", "1"]);
    assert_eq!(code, 2);
    assert_eq!(at(&refused, "/signals/0/code"), "NO_POSITION");
    let (code, decided) = decide(&env, &round, &["--unilateral", "We ship it."]);
    assert_eq!(code, 0);
    let handoff = env.read(at(&decided, "/handoff").as_str().unwrap()).unwrap();
    assert!(handoff.contains("## Open when it was decided"), "{handoff}");
    assert!(handoff.contains("nobody holds po\\-1") || handoff.contains("nobody holds po-1"));
}

/// Audit F4 and F5: what was decided for one proposal is not decided for another, and rounds are counted for each.
#[test]
fn a_risk_overridden_for_one_proposal_is_raised_again_for_another() {
    for choice in [["--approve", "1"], ["--redirect", "Ship half of it"]] {
        let env = env();
        let (_, first) = hold(&env, "Ship it", Some("escalated"));
        assert_eq!(decide(&env, &first, &choice).0, 0);
        for (rounds, standing) in [(1, "open"), (2, "escalated")] {
            let message = format!("Ship half of it, {rounds}");
            let (code, round) = hold(&env, &message, Some("insufficient"));
            let challenge = at(&round, "/summary/challenges/0");
            assert_eq!(at(&challenge, "/standing"), standing, "{challenge}");
            assert_eq!(at(&challenge, "/rounds"), rounds);
            assert_eq!(at(&round, "/summary/violations"), Value::Array(vec![]));
            assert_eq!(code, if standing == "open" { 2 } else { 11 });
        }
    }
}

/// Audit F3: "no uncovered risk" was said on the page on which another's challenge was open.
#[test]
fn an_advocate_beside_an_open_challenge_says_what_it_examined_and_nothing_of_the_rest() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let owners = ["--owner", "Ines: users", "--owner", "Bo: costs", "--owner", "Lea: law"];
    let others = ["--owner", "Max: sales", "--advocate", "Kit: risk", "--advocate", "Uma: scale"];
    let init = ["init", "--forum", "--project", "shop"];
    assert_eq!(env.run(init.iter().chain(&owners).chain(&others)).code, 0);
    env.write(
        "open.yaml",
        "answers:\n  - { seat: da-1, round: 2, reply: { risk: It breaks., alternative: Wait. } }\n  \
         - { seat: da-1, round: 5, reply: { evaluations: [{ challenge: CH-1, judgement: insufficient }] } }\n",
    );
    let drill = ["--reviewer", "scripted:open.yaml", "--drill"];
    for (message, how) in [("Ship it", &drill[..]), ("Ship the rest", &[])] {
        let output = env.run(["forum", "--project", "shop", message].iter().chain(how));
        let page = output.stdout;
        assert_eq!(output.code, 2, "{page}");
        assert!(page.contains("Uma (scale)") && !page.contains("No uncovered risk"), "{page}");
        // Somebody in the seats says what was examined of each point; nobody in them only asks.
        assert_eq!(page.contains("Examined:"), !how.is_empty(), "{page}");
        assert!(how.is_empty() || page.contains("CH-1 against P1, open"), "{page}");
    }
}

/// Audit D21: the page that `init` writes is read, told to every member, and compared with the config.
#[test]
fn the_page_of_the_forum_is_read_and_where_it_differs_that_is_said() {
    let env = env();
    let page = env.read(PAGE).unwrap();
    env.write(PAGE, format!("{}\nSpeak of money last.\n", page.replace("| Bo |", "| Bea |")));
    let (_, round) = hold(&env, "Ship it", Some("calm"));
    let said = at(&round, "/signals").to_string();
    assert!(said.contains("INSTANCE_DIFFERS") && said.contains("`po-2`"), "{said}");
    let gate = env.run(["gate", "forum", "shop", "--format", "json"]);
    assert!(gate.stdout.contains("INSTANCE_DIFFERS"), "{}", gate.stdout);
    let dry = env.run(["forum", "--project", "shop", "--dry-run", "Ship it"]);
    assert!(dry.stdout.contains("Speak of money last."), "{}", dry.stdout);
}

/// Audit D24: of a record that cannot be read nobody can tell which handoffs it stands behind.
#[test]
fn a_record_that_cannot_be_read_does_not_turn_a_genuine_handoff_into_a_stray_one() {
    let env = env();
    let (_, round) = hold(&env, "Ship it", Some("calm"));
    assert_eq!(decide(&env, &round, &["--approve", "1"]).0, 0);
    let record = env.read(RECORD).unwrap();
    env.write(RECORD, record.replacen("\"status\": \"ready\"", "\"status\": \"open\"", 1));
    let gate = env.run(["gate", "forum", "shop", "--format", "json"]);
    assert_eq!(gate.code, 3, "{}", gate.stdout);
    assert!(gate.stdout.contains("edited-round"), "{}", gate.stdout);
    assert!(!gate.stdout.contains("HANDOFF_UNAPPROVED"), "{}", gate.stdout);
}

/// The points are shown and can be corrected: the same words with other points are another round.
#[test]
fn a_person_corrects_how_the_message_was_read() {
    let env = env();
    let (_, first) = hold(&env, "Ship the list and the export", Some("calm"));
    assert_eq!(at(&first, "/summary/points_by"), "po-1");
    let points = ["--point", "ship the list", "--point", "ship the export"];
    let args = ["forum", "--project", "shop", "--by", "Ana", "Ship the list and the export"];
    let script = ["--reviewer", "scripted:calm.yaml", "--drill", "--format", "json"];
    let output = env.run(args.iter().chain(&script).chain(&points));
    let second = json(&output);
    assert_eq!(at(&second, "/round"), 2, "{}", output.stdout);
    assert_eq!(at(&second, "/summary/points_by"), "person");
    assert_eq!(at(&second, "/summary/position"), "P1. ship the list\nP2. ship the export");
}
