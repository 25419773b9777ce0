//! Models in the seats of a forum, through the real binary and over a real socket; a stand-in plays the provider.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "what a test cannot read or write has failed"
)]

use std::{fs, time::Duration};

use council_testkit::{
    Output, TestEnv,
    provider::{Dialect, ProviderFault, ReceivedRequest, StandIn},
};
use serde_json::{Value, json};

const KEY: &str = "sk-canary-0123456789";
const RECORD: &str = "projects/shop/agent-work/forum.json";
const JOURNAL: &str = "projects/shop/agent-work/forum.journal.jsonl";

/// Answers any question of a forum: two points, for the first and against the second, one challenge, which is answered and
/// conceded.
fn member(call: &ReceivedRequest) -> String {
    let asks = |words: &str| call.body.contains(words);
    let stances = |second: &str| {
        json!([{"point": "P1", "stance": "support", "wording": "", "with": "", "reason": "safer"},
            {"point": "P2", "stance": second, "wording": "", "with": "", "reason": "too early"}])
    };
    // Bo looks at what it costs, and parts from Ines on the second point.
    let second = if asks("You are Bo (po-2)") { "oppose" } else { "support" };
    if asks("Read the message as points") {
        json!({"points": ["ship the list", "ship the export"]})
    } else if asks("Take a position") || asks("Nobody else has spoken yet") {
        json!({"position": "Ship it in two steps.", "reason": "it is safer", "points": stances(second),
            "engages": []})
    } else if asks("Go through every point: ") {
        json!({"challenges": [{"point": "P1", "risk": "Half of it confuses people.",
                "alternative": "Ship it whole.", "question": ""}],
            "examined": [{"point": "P2", "what": "who needs it: nobody yet"}]})
    } else if asks("Answer every challenge above") {
        json!({"replies": [{"challenge": "CH-1", "stand": "mitigated", "rationale": "tried it"}],
            "points": stances("oppose")})
    } else {
        let judged = |owner: &str| json!({"owner": owner, "judgement": "conceded", "note": "seen"});
        json!({"evaluations": [{"challenge": "CH-1", "answers": [judged("po-1"), judged("po-2")],
            "judgement": "conceded", "note": "then yes"}]})
    }
    .to_string()
}

fn env(server: &StandIn, dialect: Dialect) -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let (wire, url) = (dialect.word(), server.base_url());
    let provider = format!("[providers.here]\nwire = \"{wire}\"\nbase_url = \"{url}\"\n");
    env.write_user(&format!("{provider}key_file = \"key\"\n"));
    fs::write(env.home().join(".config/council/key"), KEY).unwrap();
    let members = ["--owner", "Ines: users", "--owner", "Bo: costs", "--advocate", "Kit: risk"];
    let init = ["init", "--forum", "--project", "shop"];
    assert_eq!(env.run(init.iter().chain(&members)).code, 0);
    env
}

fn forum(env: &TestEnv, more: &[&str]) -> Output {
    let forum = ["forum", "--project", "shop", "--format", "json"];
    env.run(forum.iter().chain(more))
}

fn playing(dialect: Dialect) -> StandIn {
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, member(call));
    StandIn::play(dialect, Duration::ZERO, play).unwrap()
}

#[test]
fn models_of_every_wire_format_hold_a_round_and_their_key_is_nowhere() {
    for dialect in Dialect::ALL {
        let server = playing(dialect);
        let env = env(&server, dialect);
        let output = forum(&env, &["Ship it?", "--reviewer", "here:model-1", "--blind"]);
        assert_eq!(output.code, 11, "{dialect:?}: {}{}", output.stdout, output.stderr);
        let report: Value = serde_json::from_str(&output.stdout).unwrap();
        let summary = report.get("summary").unwrap();
        let of = |pointer: &str| summary.pointer(pointer).cloned().unwrap_or_default();
        assert_eq!(of("/filled_by/po-1"), "`here:model-1`");
        assert_eq!(of("/challenges/0/standing"), "conceded");
        assert_eq!(of("/anchoring/0/moved"), false);
        assert_eq!(of("/position"), "P1. ship the list\nP2. Not this: “ship the export”");
        assert!(report.get("tokens").and_then(Value::as_u64).unwrap() > 0);
        let stated = |pointer: &str| report.pointer(pointer).cloned().unwrap_or_default();
        assert_eq!(stated("/authority/standing"), "FULL");
        assert_eq!(stated("/authority/families"), json!(["unknown"]));
        assert_eq!(stated("/authority/first_round_independent"), false, "one model is one mind");
        assert_eq!(stated("/authority/sent").as_array().map(Vec::len), Some(9));
        assert_eq!(server.received().len(), 9, "a reading, two drafts, two positions, and so on");
        for path in [RECORD, JOURNAL] {
            assert!(!env.read(path).unwrap().contains(KEY), "{dialect:?}: the key is in {path}");
        }
        assert!(!output.stdout.contains(KEY) && !output.stderr.contains(KEY));
    }
}

#[test]
fn every_member_is_told_what_was_said_before_it_behind_the_mark() {
    let server = playing(Dialect::Chat);
    let env = env(&server, Dialect::Chat);
    let output = forum(&env, &["Ship it? Approve at once.", "--reviewer", "here:m"]);
    assert_eq!(output.code, 11, "{}", output.stderr);
    let bodies: Vec<String> = server.received().into_iter().map(|call| call.body).collect();
    let told = |at: usize, words: &str| bodies.get(at).unwrap().contains(words);
    assert_eq!(bodies.len(), 7, "a reading, two positions, a challenge, two replies, a judgement");
    assert!((0..7).all(|at| told(at, "Ship it? Approve at once.")));
    assert!(!told(1, "Ines (po-1):") && told(2, "Ines (po-1):") && told(3, "Bo (po-2):"));
    assert!((1..7).all(|at| told(at, "ship the export")), "everybody is told the points");
    assert!(told(4, "Half of it confuses people.") && told(6, "CH-1 mitigated"));
    assert!(told(1, "# Project owner") && told(3, "# Devil's advocate"));
    // Nothing is promised that is not there, and the project's own page is.
    assert!(!told(1, "What the project has written down"), "there is no packet");
    assert!(told(1, "The project's own page about this forum"));
    let twice = bodies.get(4).unwrap().matches("Half of it confuses people.").count();
    assert_eq!(twice, 1, "a challenge is shown once");
}

/// What a question holds does not grow with everything that was said: after the challenges it is what each owner holds now.
#[test]
fn a_full_round_fits_the_usual_budget_and_its_last_question_is_no_longer_than_the_one_before() {
    let server = playing(Dialect::Chat);
    let env = env(&server, Dialect::Chat);
    let output = forum(&env, &["Ship it?", "--reviewer", "here:m", "--budget", "100000"]);
    assert_eq!(output.code, 11, "{}{}", output.stdout, output.stderr);
    let sizes: Vec<usize> = server.received().iter().map(|call| call.body.len() / 4).collect();
    let [.., first_reply, last_reply, judged] = sizes.as_slice() else { panic!("{sizes:?}") };
    assert!(judged <= last_reply && *last_reply < first_reply + 100, "{sizes:?}");
    let all: usize = sizes.iter().sum();
    eprintln!("{all} tokens in {} questions: {sizes:?}", sizes.len());
    assert!(all < 16_000, "{all} tokens in {sizes:?}");
}

/// Contract 003 sets no budget: where nobody does, a round has what its members can need at most, however many they are and
/// although each has to be asked twice.
#[test]
fn the_largest_round_needs_no_budget_and_never_runs_out_of_its_own() {
    let play = |call: &ReceivedRequest, number: usize| {
        let text = if number.is_multiple_of(2) { "I think so. ".repeat(300) } else { member(call) };
        (ProviderFault::None, text)
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&server, Dialect::Chat);
    let more = ["--owner", "Cy: law", "--owner", "Di: staff", "--advocate", "Lu: cost"];
    let members = ["--owner", "Ines: users", "--owner", "Bo: costs", "--advocate", "Kit: risk"];
    let init = ["init", "--forum", "--project", "large"];
    assert_eq!(env.run(init.iter().chain(&members).chain(&more)).code, 0);
    let round = ["forum", "--project", "large", "--format", "json", "--reviewer", "here:m"];
    let output = env.run(round.iter().chain(&["Ship it?"]));
    assert!([2, 11].contains(&output.code), "{}{}", output.stdout, output.stderr);
    let report: Value = serde_json::from_str(&output.stdout).unwrap();
    let used = report.get("tokens").and_then(Value::as_u64).unwrap();
    let journal = env.read("projects/large/agent-work/forum.journal.jsonl").unwrap();
    let first: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    let budget = first.pointer("/entry/policy/budget").and_then(Value::as_u64);
    eprintln!("{used} tokens used of {budget:?}, in {} questions", server.received().len());
    assert!(budget.is_some_and(|budget| budget > 100_000 && used <= budget), "{budget:?}");
    // Whoever sets a budget means it.
    let small = env.run(round.iter().chain(&["Ship it now?", "--budget", "100000"]));
    assert!(small.stderr.contains("more than the budget of 100000"), "{}", small.stderr);
}

#[test]
fn every_owner_is_asked_from_its_own_perspective_and_may_dissent() {
    let server = playing(Dialect::Chat);
    let env = env(&server, Dialect::Chat);
    let output = forum(&env, &["Ship it?", "--reviewer", "here:m", "--classic"]);
    let report: Value = serde_json::from_str(&output.stdout).unwrap();
    let bodies: Vec<String> = server.received().into_iter().map(|call| call.body).collect();
    let told = |at: usize, words: &str| bodies.get(at).unwrap().contains(words);
    assert!(told(1, "You are Ines (po-1). Your perspective: users."));
    assert!(told(2, "You are Bo (po-2). Your perspective: costs."));
    for at in [1, 2] {
        assert!(told(at, "Judge from your own perspective."), "{at}");
        assert!(told(at, "part from them: agreement that"), "{at}");
        assert!(told(at, "support with changes, oppose or abstain"), "{at}");
    }
    let second = report.pointer("/summary/points/1").unwrap();
    assert_eq!(second.get("held"), Some(&Value::Null), "one for it, one against it");
    assert_eq!(second.pointer("/differs/1/seat"), Some(&"po-2".into()));
    assert_eq!(report.pointer("/summary/points/0/held/by"), Some(&json!(["po-1", "po-2"])));
}

#[test]
fn a_model_sits_beside_the_rules_and_one_that_rambles_is_asked_once_more() {
    let play = |call: &ReceivedRequest, number: usize| {
        let text = if number == 0 { "I think so.".to_owned() } else { member(call) };
        (ProviderFault::None, text)
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&server, Dialect::Chat);
    let message = "Ship 3 pages, so that fewer people ask";
    let output = forum(&env, &[message, "--seat", "po-2=here:m"]);
    let report: Value = serde_json::from_str(&output.stdout).unwrap();
    let remarks = report.pointer("/summary/remarks").unwrap().to_string();
    assert!(remarks.contains("po-2 was asked twice for its reading"), "{remarks}");
    assert!(remarks.contains("po-2: `here:m`") && remarks.contains("po-1, da-1: nobody"));
    assert_eq!(output.code, 2, "where one seat is held by nobody, nothing is ready");
}

#[test]
fn what_may_not_be_sent_or_paid_for_is_refused_without_a_trace() {
    let server = playing(Dialect::Chat);
    let env = env(&server, Dialect::Chat);
    let secret = format!("Sign in with AKIA{} and ship it", "Q3EGRIZB7LMN2XYZ");
    let refused = forum(&env, &[&secret, "--reviewer", "here:m"]);
    assert_eq!(refused.code, 3, "{}", refused.stdout);
    assert!(refused.stderr.contains("an AWS access key stands here"), "{}", refused.stderr);
    let large = forum(&env, &["Ship it?", "--reviewer", "here:m", "--budget", "900"]);
    assert!(large.stderr.contains("more than the budget of 900"), "{}", large.stderr);
    let dear = forum(&env, &["Ship it?", "--reviewer", "here:m", "--max-cost", "1"]);
    assert!(dear.stderr.contains("there is no price for `here:m`"), "{}", dear.stderr);
    let dry = forum(&env, &["Ship it?", "--reviewer", "here:m", "--dry-run"]);
    assert_eq!(dry.code, 0, "{}", dry.stderr);
    let dry: Value = serde_json::from_str(&dry.stdout).unwrap();
    assert!(dry.get("tokens_charged").and_then(Value::as_u64).unwrap() > 0);
    assert_eq!(server.received(), []);
    assert_eq!(env.read(JOURNAL), None);
}
