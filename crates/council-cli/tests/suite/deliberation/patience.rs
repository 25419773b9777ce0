//! Patience on the wire: what counts is silence, and an answer that comes late is taken.

use super::*;

const NOTHING: &str = r#"{"findings": [], "questions": []}"#;

/// Reviews once with a model that is played by a server, with what its user has settled about it.
fn review(server: &StandIn, settings: &str) -> (TestEnv, Value) {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let url = server.base_url();
    env.write_user(&format!(
        "[providers.here]\nwire = \"chat\"\nbase_url = \"{url}\"\n{settings}\n"
    ));
    let output = env.run(["review", "prd.md", "--reviewer", "here:model", "--format", "json"]);
    let replayed = env.run(["replay", "latest", "--check"]);
    assert_eq!(replayed.code, 0, "{}{}{}", output.stderr, replayed.stdout, replayed.stderr);
    (env, serde_json::from_str(&output.stdout).unwrap())
}

/// Returns the records of the only session's journal that are of a sort.
fn records(env: &TestEnv, sort: &str) -> Vec<Value> {
    let bundle = env.run(["replay", "latest", "--format", "json"]);
    let told: Value = serde_json::from_str(&bundle.stdout).unwrap();
    let journal = env.read(told["files"]["journal"].as_str().unwrap()).unwrap();
    let records = journal.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let records = records.map(|record| record["entry"].clone());
    records.filter(|entry| entry["event"] == sort).collect()
}

#[test]
fn a_stream_that_is_alive_is_not_cut() {
    // It begins after 1.2 seconds and ends 1.2 seconds later; it was never silent for two.
    let pause = Duration::from_millis(1200);
    let play = |_: &ReceivedRequest, _| (ProviderFault::None, NOTHING.to_owned());
    let server = StandIn::stream(Dialect::Chat, pause, pause, play).unwrap();
    let (_, told) = review(&server, "answer_within = 2");
    assert_eq!(server.received().len(), 3, "nobody is asked again: {told}");
    assert_eq!(told["council_metadata"]["terminal_state"], "CONVERGED", "{told}");
}

#[test]
fn who_waits_for_a_turn_is_not_silent() {
    let play = |_: &ReceivedRequest, _| (ProviderFault::After(1200), NOTHING.to_owned());
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let (_, told) = review(&server, "answer_within = 2\nconcurrency = 1");
    assert_eq!(server.received().len(), 3, "nobody is asked again: {told}");
    assert_eq!(told["council_metadata"]["lost_agents"], json!([]), "{told}");
}

#[test]
fn a_late_answer_to_a_question_that_was_asked_again_is_taken() {
    let play = |_: &ReceivedRequest, number| match number {
        0 => (ProviderFault::After(1500), NOTHING.to_owned()),
        1 | 2 => (ProviderFault::None, NOTHING.to_owned()),
        _ => (ProviderFault::Silence, String::new()),
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let (env, told) = review(&server, "answer_within = 1");
    assert_eq!(server.received().len(), 4, "one question is asked again: {told}");
    assert_eq!(told["council_metadata"]["terminal_state"], "CONVERGED", "{told}");
    assert_eq!(told["council_metadata"]["lost_agents"], json!([]), "{told}");
    let (asked, faults) = (records(&env, "asked"), records(&env, "faulted"));
    let answers = records(&env, "answered");
    assert_eq!((asked.len(), faults.len(), answers.len()), (3, 1, 3), "{faults:?}");
    assert_eq!(faults[0]["reason"], "no answer within 1 s");
    // What nobody waited for may be billed, so the most it can be is counted once, and every answer as it was.
    let tokens = |entry: &Value| entry["tokens"].as_u64().unwrap();
    let bound = asked.iter().find(|entry| entry["seat"] == faults[0]["seat"]).unwrap();
    assert_eq!(faults[0]["tokens"], bound["bound"], "{faults:?}");
    let used = faults.iter().chain(&answers).map(tokens).sum::<u64>();
    assert_eq!(told["council_metadata"]["budget_consumed_tokens"], used, "{told}");
}

#[test]
fn a_server_that_holds_its_only_line_in_silence_is_asked_again_on_another() {
    let play = |_: &ReceivedRequest, number| match number {
        0 => (ProviderFault::Silence, String::new()),
        _ => (ProviderFault::None, NOTHING.to_owned()),
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let (_, told) = review(&server, "answer_within = 1\nconcurrency = 1");
    assert_eq!(server.received().len(), 4, "{told}");
    assert_eq!(told["council_metadata"]["lost_agents"], json!([]), "{told}");
}

#[test]
fn patience_of_no_seconds_is_refused_before_anybody_is_asked() {
    let server = StandIn::start(Dialect::Chat, ProviderFault::None, NOTHING).unwrap();
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write_user("[providers.here]\nanswer_within = 0\n");
    let output = env.run(["review", "prd.md", "--reviewer", "here:model"]);
    assert!(output.stderr.contains("config.toml:2"), "{}", output.stderr);
    assert_eq!((server.received().len(), output.code), (0, 3), "{}", output.stderr);
}
