//! Models in the seats, through the real binary and over a real socket; a stand-in plays the provider.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "these tests look into every file the binary wrote"
)]

mod cost;

use std::{fs, path::Path, time::Duration};

use council_testkit::{
    CANARY, Output, TestEnv,
    provider::{Dialect, ProviderFault, ReceivedRequest, StandIn},
};
use serde_json::{Value, json};

const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n\n## Storage\n\nThe archive is kept for ever.\n";

/// Answers any question of a council: one finding first, then agreement with everything.
fn reply(call: &ReceivedRequest) -> String {
    let body: Value = serde_json::from_str(&call.body).unwrap();
    let all = body.to_string();
    let mode = all
        .split("Your modes:")
        .nth(1)
        .and_then(|rest| rest.split("- ").nth(1))
        .and_then(|rest| rest.split(' ').next())
        .and_then(|number| number.parse::<u8>().ok());
    let ids: Vec<&str> = all
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with("FND-"))
        .collect();
    let about = |entry: &dyn Fn(&str) -> Value| {
        let mut ids = ids.clone();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(entry).collect::<Value>()
    };
    let vote = |id: &str| json!({"finding": id, "vote": "SUPPORT", "rationale": "it says `fast`"});
    if all.contains("This is the first of three rounds") {
        json!({"findings": [{
            "mode": mode, "subcategory": "AMBIGUITY", "severity": "MAJOR", "confidence": 0.9,
            "location": "prd.md#goals", "quote": "must be fast", "searched": null,
            "description": "there is no number", "remediation": "state a bound", "violation": null,
        }], "questions": []})
        .to_string()
    } else if all.contains("This is the second of three rounds") {
        let opinion = |id: &str| json!({"finding": id, "holds": true, "severity": "MAJOR", "rationale": "yes"});
        json!({"opinions": about(&opinion), "proposals": []}).to_string()
    } else {
        json!({"validity": about(&vote), "remediation": about(&vote)}).to_string()
    }
}

fn env(servers: &[(&str, &StandIn)], dialect: Dialect) -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let provider = |(name, server): &(&str, &StandIn)| {
        let (wire, url) = (dialect.word(), server.base_url());
        format!(
            "[providers.{name}]\nwire = \"{wire}\"\nbase_url = \"{url}\"\nkey_variable = \"OPENAI_API_KEY\"\n"
        )
    };
    let toml: String = servers.iter().map(provider).collect();
    env.write_user(&toml);
    env
}

fn review(env: &TestEnv, more: &[&str]) -> Output {
    env.run(["review", "prd.md", "--format", "json"].iter().chain(more))
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

/// Returns every file below a folder.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            all.extend(texts(&path));
        } else {
            all.push((
                path.display().to_string(),
                String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned(),
            ));
        }
    }
    all
}

fn bundle(env: &TestEnv) -> Value {
    let all = texts(&env.repo().join("evidence"));
    let (_, text) = all.iter().find(|(path, _)| path.contains("prd_review_council_")).unwrap();
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_log_says_who_was_asked_and_what_came_of_it_but_neither_key_nor_text() {
    let play = |call: &ReceivedRequest, number: usize| match number {
        0 => (ProviderFault::Status(529, Some("1")), String::new()),
        _ => (ProviderFault::None, reply(call)),
    };
    let server = StandIn::play(Dialect::Anthropic, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Anthropic);
    let output = review(&env, &["--reviewer", "here:model"]);
    assert_eq!(output.code, 2, "{}{}", output.stdout, output.stderr);
    let log = fs::read_to_string(env.repo().with_file_name("log")).unwrap();
    let host = server.base_url().replace("http://", "");
    assert!(log.contains(&format!("asking `{host}`: /v1/messages with")), "{log}");
    assert!(log.contains("asks to wait for Some(1s): SERVER_ERROR"), "{log}");
    assert!(log.contains(&format!("`{host}` answered with")), "{log}");
    assert!(log.contains("TRACE"), "what the libraries trace is there too: {log}");
    assert!(!log.contains(CANARY) && !log.contains("must be fast"), "{log}");
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_before_anything_is_asked() {
    let env = env(&[], Dialect::Chat);
    let output = env.command(["rules"]).env("COUNCIL_LOG", "/nowhere/log").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(64), "{said}");
    assert!(said.contains("the log file `/nowhere/log` cannot be written"), "{said}");
    assert!(said.contains("COUNCIL_LOG"), "{said}");
}

#[test]
fn models_of_every_wire_format_hold_a_whole_session_and_their_key_is_nowhere() {
    for dialect in Dialect::ALL {
        let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
        let server = StandIn::play(dialect, Duration::ZERO, play).unwrap();
        let env = env(&[("here", &server)], dialect);
        let full = ["--reviewer", "here:model-1", "-v", "--depth", "council"];
        let output = review(&env, &full);
        let report = json(&output);
        assert_eq!(output.code, 2, "{dialect:?}: {}", output.stderr);
        assert_eq!(report["verdict"], "NEEDS_REMEDIATION", "{dialect:?}: {report}");
        assert!(server.received().len() >= 6, "{dialect:?}");
        let is_sent = |call: &ReceivedRequest| call.head.iter().any(|line| line.contains(CANARY));
        assert!(server.received().iter().all(is_sent), "{dialect:?}: the server gets the key");
        for (path, text) in texts(env.repo()) {
            assert!(!text.contains(CANARY), "{dialect:?}: the key is in {path}");
        }
        let checked = env.run(["check", "evidence"]);
        assert_eq!(checked.code, 0, "{dialect:?}: {}{}", checked.stdout, checked.stderr);
    }
}

#[test]
fn the_packet_stands_behind_a_mark_that_is_the_same_for_all_seats_and_new_every_time() {
    let marks = |server: &StandIn| {
        let mut marks: Vec<String> = server
            .received()
            .iter()
            .map(|call| {
                call.body.split("=== begin ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
            })
            .collect();
        marks.dedup();
        marks
    };
    let held = || {
        let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
        let server = StandIn::play(Dialect::Anthropic, Duration::ZERO, play).unwrap();
        let env = env(&[("here", &server)], Dialect::Anthropic);
        assert_eq!(review(&env, &["--reviewer", "here:model-1"]).code, 2);
        marks(&server)
    };
    let (first, second) = (held(), held());
    assert_eq!((first.len(), second.len()), (1, 1));
    assert_ne!(first, second);
}

#[test]
fn what_one_provider_breaks_does_not_lose_what_another_says() {
    let broken = StandIn::start(Dialect::Chat, ProviderFault::Status(401, None), "").unwrap();
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
    let sound = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("broken", &broken), ("sound", &sound)], Dialect::Chat);
    let output = review(&env, &["--reviewer", "sound:m", "--seat", "SA-1=broken:m"]);
    let report = json(&output);
    assert_eq!(report["council_metadata"]["degraded_mode"], true, "{report}");
    assert_eq!(report["authority"]["standing"], "PARTIAL", "{report}");
    assert_eq!(
        report["authority"]["effective_votes"], 1.0,
        "two seats with one model are one vote"
    );
    assert_eq!(report["authority"]["consensus"], false);
    assert_eq!(report["authority"]["first_round_independent"], false);
    assert_eq!(report["authority"]["first_round_overlap"], 1.0, "both found the same: {report}");
    let findings = report["findings"].as_array().unwrap();
    assert!(
        findings.iter().any(|finding| finding["description"] == "there is no number"),
        "{report}"
    );
    assert!(
        output.stderr.contains("UNAUTHORISED") || output.stdout.contains("UNAUTHORISED"),
        "{report}"
    );
    assert_eq!(broken.received().len(), 1, "a key that is not accepted is not tried again");
}

#[test]
fn a_session_that_was_killed_asks_no_finished_question_twice() {
    let play = |call: &ReceivedRequest, number| {
        let fault =
            if number == 4 { ProviderFault::Status(401, None) } else { ProviderFault::None };
        (fault, reply(call))
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    assert_eq!(review(&env, &["--reviewer", "here:m"]).code, 2);
    let asked = server.received().len();
    let again = env.run(["resume", "latest"]);
    assert_eq!(server.received().len(), asked, "{}", again.stderr);
}

#[test]
fn two_models_that_find_different_things_are_independent() {
    let other = |call: &ReceivedRequest| {
        reply(call).replace("must be fast", "kept for ever").replace("#goals", "#storage")
    };
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
    let one = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let play = move |call: &ReceivedRequest, _| (ProviderFault::None, other(call));
    let two = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("one", &one), ("two", &two)], Dialect::Chat);
    let unknown = ["--seat", "SA-1=one:a", "--seat", "SA-2=two:b", "--depth", "standard"];
    let report = json(&review(&env, &unknown));
    let stated = &report["authority"]["first_round_independent"];
    assert_eq!(stated, false, "two names that tell nothing may be one model: {report}");
    let seats = ["--seat", "SA-1=one:claude-a", "--seat", "SA-2=two:gpt-b", "--depth", "standard"];
    let report = json(&review(&env, &seats));
    let authority = &report["authority"];
    assert_eq!(authority["first_round_independent"], true, "{report}");
    let overlap = authority["first_round_overlap"].as_f64().unwrap();
    assert!(overlap < 0.5, "{authority}");
}

#[test]
fn the_bundle_says_how_many_bytes_went_to_which_host() {
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    assert_eq!(review(&env, &["--seat", "SA-1=here:m"]).code, 2);
    let bundle = bundle(&env);
    let sent = bundle["authority"]["deliveries"].as_array().unwrap_or_else(|| panic!("{bundle}"));
    let bytes: usize = server.received().iter().map(|call| call.body.len()).sum();
    assert_eq!(sent.len(), 1, "{bundle}");
    assert_eq!(sent[0]["agent"], "SA-1");
    assert_eq!(sent[0]["bytes_sent"], bytes, "{bundle}");
    assert!(sent[0]["host"].as_str().unwrap().starts_with("127.0.0.1:"));
    let letters = bundle["authority"]["sent"].as_array().unwrap();
    let hash = |call: &ReceivedRequest| council::core::signature::hash(&call.body);
    let hashes: Vec<String> = server.received().iter().map(hash).collect();
    let named: Vec<&str> = letters.iter().map(|one| one["blake3"].as_str().unwrap()).collect();
    assert_eq!(named, hashes, "{bundle}");
    for letter in letters {
        assert_eq!(letter["times"], 1, "{letter}");
        assert!(letter["prompt"].as_str().unwrap().starts_with("council/14 "), "{letter}");
    }
}

#[test]
fn what_was_sent_in_vain_is_listed_too() {
    let play = |call: &ReceivedRequest, number| {
        let fault =
            if number == 0 { ProviderFault::Status(503, None) } else { ProviderFault::None };
        (fault, reply(call))
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let lost = StandIn::start(Dialect::Chat, ProviderFault::Status(401, None), "").unwrap();
    let env = env(&[("here", &server), ("lost", &lost)], Dialect::Chat);
    let output = review(&env, &["--seat", "SA-1=here:m", "--seat", "SA-2=lost:m"]);
    let bundle = bundle(&env);
    let letters = bundle["authority"]["sent"].as_array().unwrap_or_else(|| panic!("{output:?}"));
    let sent = |agent: &str| -> u64 {
        let own = letters.iter().filter(|letter| letter["agent"] == agent);
        own.map(|letter| letter["times"].as_u64().unwrap()).sum()
    };
    assert_eq!(sent("SA-1"), u64::try_from(server.received().len()).unwrap(), "{bundle}");
    assert_eq!((sent("SA-2"), lost.received().len()), (1, 1), "{bundle}");
}

#[test]
fn a_model_without_a_provider_or_a_key_is_refused_before_anything_is_asked() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let unknown = env.run(["review", "prd.md", "--reviewer", "antropic:claude"]);
    assert_eq!(unknown.code, 3, "{}", unknown.stderr);
    assert!(unknown.stderr.contains("is `anthropic` meant?"), "{}", unknown.stderr);
    let keyless = env.run_keyless(["review", "prd.md", "--reviewer", "anthropic:claude"]);
    assert!(keyless.stderr.contains("ANTHROPIC_API_KEY"), "{}", keyless.stderr);
    assert!(!env.repo().join("evidence").exists());
}

#[test]
fn a_secret_in_the_packet_stops_it_from_being_sent() {
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let secret = format!("AKIA{}", "Q3EGRIZB7LMN2XYZ");
    env.write("prd.md", format!("{PRD}\nSign in with `{secret}`.\n"));
    let output = env.run(["review", "prd.md", "--reviewer", "here:m"]);
    assert_eq!(output.code, 3, "{}", output.stdout);
    assert!(
        output.stderr.contains("prd.md:11: an AWS access key stands here"),
        "{}",
        output.stderr
    );
    assert!(!output.stderr.contains(&secret));
    assert_eq!(server.received(), []);
    let panel = ["panel", "prd.md", "--project", "export", "--reviewer", "here:m"];
    let kept = env.run(panel);
    assert_eq!((kept.code, server.received().len()), (3, 0), "{}", kept.stdout);
    let sent = env.run(panel.iter().chain(&["--allow-secrets"]));
    assert!(!server.received().is_empty(), "{}", sent.stderr);
    let asked = server.received().len();
    let offline = env.run(["review", "prd.md"]);
    assert_eq!(offline.code, 0, "what leaves nothing may read everything: {}", offline.stderr);
    let allowed = env.run(["review", "prd.md", "--reviewer", "here:m", "--allow-secrets"]);
    assert_eq!(allowed.code, 2, "{}", allowed.stderr);
    assert!(server.received().len() > asked);
}

#[test]
fn a_cassette_is_recorded_once_and_played_without_anybody() {
    let play = |call: &ReceivedRequest, number| {
        // A server that repeats the key must not bring it onto the tape.
        let said = reply(call);
        let said = if number == 0 { said.replace("there is no number", CANARY) } else { said };
        (ProviderFault::None, said)
    };
    let server = StandIn::play(Dialect::Anthropic, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Anthropic);
    let empty = env.run(["review", "prd.md", "--reviewer", "cassette:bug"]);
    assert_eq!(empty.code, 3, "{}", empty.stdout);
    assert!(empty.stderr.contains("cassette:bug=PROVIDER:MODEL"), "{}", empty.stderr);
    let full = ["--reviewer", "cassette:bug=here:claude-x", "--depth", "council"];
    let recorded = json(&review(&env, &full));
    assert_eq!(recorded["authority"]["models"], json!(["here:claude-x"]), "{recorded}");
    let calls = server.received().len();
    assert!(calls >= 6 && env.read("bug/cassette.jsonl").is_some(), "{recorded}");
    drop(server);
    for name in ["cassette:bug=here:claude-x", "cassette:bug"] {
        let played = json(&review(&env, &["--reviewer", name]));
        assert_eq!(played["verdict"], recorded["verdict"], "{played}");
        let ids = |report: &Value| report["findings"].as_array().unwrap().len();
        assert_eq!(ids(&played), ids(&recorded), "{played}");
        assert_eq!(played["authority"]["sent"], json!([]), "nobody was asked: {played}");
    }
    env.write("prd.md", format!("{PRD}\nMore.\n"));
    let other = review(&env, &["--reviewer", "cassette:bug"]);
    assert!(other.stdout.contains("recorded on another packet"), "{}", other.stdout);
}

#[test]
fn a_panel_is_recorded_and_played_too() {
    let said = json!({
        "rating": "APPROVED", "findings": [], "endorsements": [], "summary": "fine",
        "examined": [{"sections": "all", "questions": "is it clear?"}],
        "verdict": "APPROVED", "conflicts": [], "questions": [], "assessment": "fine",
    });
    let server = StandIn::start(Dialect::Chat, ProviderFault::None, &said.to_string()).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let panel = |env: &TestEnv, reviewer: &str| {
        env.run(["panel", "prd.md", "--project", "export", "--reviewer", reviewer])
    };
    let recorded = panel(&env, "cassette:tape=here:m");
    assert!(server.received().len() >= 5, "{}{}", recorded.stdout, recorded.stderr);
    drop(server);
    let elsewhere = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    elsewhere.write("prd.md", PRD);
    elsewhere.write("tape/cassette.jsonl", env.read("tape/cassette.jsonl").unwrap());
    let played = panel(&elsewhere, "cassette:tape");
    assert_eq!(played.code, recorded.code, "{}{}", played.stdout, played.stderr);
}

#[test]
fn an_answer_that_repeats_the_key_is_asked_for_again_and_kept_nowhere() {
    let escaped = CANARY.chars().map(|c| format!("\\u{:04x}", u32::from(c)));
    let escaped = escaped.collect::<Vec<_>>().concat();
    let play = move |call: &ReceivedRequest, number| {
        let said = reply(call);
        let said = if number == 0 { said.replace("there is no number", &escaped) } else { said };
        (ProviderFault::None, said)
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let output = review(&env, &["--reviewer", "here:m"]);
    assert_eq!(output.code, 2, "{}{}", output.stdout, output.stderr);
    assert_eq!(json(&output)["council_metadata"]["degraded_mode"], false);
    let all = texts(env.repo());
    assert!(all.iter().any(|(_, text)| text.contains("KEY_ECHOED")), "the record says why");
    assert!(all.iter().all(|(_, text)| !text.contains("\\u0073\\u006b")), "no form of it is kept");
}

#[test]
fn a_short_key_changes_no_answer_and_its_user_is_told_once() {
    for key in ["x", "fast", "quote"] {
        let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
        let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
        let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
        env.write("prd.md", PRD);
        let url = server.base_url();
        env.write_user(&format!(
            "[providers.here]\nwire = \"chat\"\nbase_url = \"{url}\"\nkey_command = [\"echo\", \"{key}\"]\n"
        ));
        let output = review(&env, &["--reviewer", "here:m"]);
        assert_eq!(output.code, 2, "{key}: {}", output.stderr);
        assert_eq!(json(&output)["verdict"], "NEEDS_REMEDIATION", "{key}");
        let told = output.stderr.matches("fewer than 12 characters").count();
        assert_eq!(told, 1, "{key}: {}", output.stderr);
    }
}
