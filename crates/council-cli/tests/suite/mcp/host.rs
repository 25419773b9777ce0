//! The client's own agents in the seats: they are asked, answer, and are held to the text like everybody.

use council_testkit::TestEnv;
use serde_json::{Value, json};

use super::{Client, OLD, STATELESS, env, forms};

const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n\n## Storage\n\nThe archive must be kept for a long time.\n\n\
    ## Access\n\nEvery user must be able to read many files.\n";

/// What each seat finds: its quote and the section it stands in.
const FOUND: [(&str, &str); 3] =
    [("must be fast", "goals"), ("for a long time", "storage"), ("many files", "access")];

/// Answers a question as a diligent sub-agent does: a finding in the first round, then votes for what it is asked about.
fn answered(ask: &Value) -> Value {
    let prompt = ask["prompt"].as_str().unwrap_or_default();
    let number = |mark: &str| -> Option<usize> {
        let after = prompt.split(mark).nth(1)?;
        after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let mut answer = serde_json::Map::new();
    let keys = ask["schema"]["properties"].as_object().cloned().unwrap_or_default();
    for (key, shape) in &keys {
        if shape["type"] == "array" {
            answer.insert(key.clone(), json!([]));
        }
    }
    if prompt.contains("This is the first of three rounds") {
        let seat = number("You are SA-").unwrap_or(1);
        let (quote, section) = FOUND[seat - 1];
        answer.insert("findings".to_owned(), json!([{
            "mode": number("Your modes:\n- "), "subcategory": "AMBIGUITY", "severity": "MAJOR", "confidence": 0.9,
            "location": format!("prd.md#{section}"), "quote": quote, "searched": null,
            "description": format!("`{quote}` has no bound"), "remediation": "state a bound", "violation": null}]));
    }
    for line in prompt.lines() {
        let Some((list, ids)) =
            line.strip_prefix("Vote in `").and_then(|rest| rest.split_once("` on "))
        else {
            continue;
        };
        let votes: Vec<Value> = ids
            .split(' ')
            .take_while(|word| word.starts_with("FND-"))
            .map(|id| id.trim_end_matches([',', '.', ':']))
            .map(|id| json!({"finding": id, "vote": "SUPPORT", "rationale": "the words are there"}))
            .collect();
        answer.insert(list.to_owned(), Value::from(votes));
    }
    Value::Object(answer)
}

fn hand_in(client: &mut Client, session: &str, ask: &Value) -> Value {
    let given = json!({"session": session, "seat": ask["seat"], "question_hash": ask["question_hash"], "answer": answered(ask)});
    client.said("answer", given)
}

fn asks(status: &Value) -> Vec<Value> {
    status["asks"].as_array().cloned().unwrap_or_default()
}

/// Returns the shortest answer of a shape: nothing found, the first of each choice.
fn blank(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let keys = schema["properties"].as_object().cloned().unwrap_or_default();
            Value::Object(
                keys.iter()
                    .map(|(key, shape)| {
                        // Whoever found nothing says at least what was looked at.
                        let items = &shape["items"];
                        let is_needed = key == "examined" && items.is_object();
                        (key.clone(), if is_needed { json!([blank(items)]) } else { blank(shape) })
                    })
                    .collect(),
            )
        }
        Some("array") => json!([]),
        Some("number" | "integer") => json!(1),
        Some("boolean") => json!(false),
        _ => json!("Read from the first line to the last."),
    }
}

fn exported() -> TestEnv {
    let env = env();
    env.write("prd.md", PRD);
    env
}

#[test]
fn agents_answer_nine_questions_and_the_server_is_killed_in_the_middle() {
    let env = exported();
    let mut client = Client::start(&env, STATELESS, forms());
    let begun =
        client.said("review_start", json!({"path": "prd.md", "seats": "host", "depth": "council"}));
    assert_eq!(begun["state"], "waiting", "{begun}");
    let session = begun["session"].as_str().unwrap_or_default().to_owned();
    let mut open = asks(&begun);
    assert_eq!(open.len(), 3, "{begun}");
    assert!(open.iter().all(|ask| ask["deadline"].is_string() && ask["schema"].is_object()));
    let mut count = 0;
    let mut last = Value::Null;
    while let Some(ask) = open.first().cloned() {
        last = hand_in(&mut client, &session, &ask);
        count += 1;
        if count == 2 || count == 5 {
            // Killed, as a machine that loses its power: what was answered stays, the rest is asked again.
            let before: Vec<Value> =
                asks(&last).iter().map(|ask| ask["question_hash"].clone()).collect();
            client.child.kill().unwrap();
            client.child.wait().unwrap();
            client = Client::start(&env, OLD, json!({}));
            last = client.said("review_status", json!({"session": session}));
            let after: Vec<Value> =
                asks(&last).iter().map(|ask| ask["question_hash"].clone()).collect();
            assert_eq!(after, before, "{last}");
        }
        open = asks(&last);
        assert!(count < 12, "{last}");
    }
    assert_eq!(count, 9, "{last}");
    assert_eq!(last["state"], "stopped", "{last}");
    let authority = &last["report"]["authority"];
    assert_eq!(authority["hosts"], json!(["test-client 1.2"]), "{authority}");
    assert_eq!(authority["independence"], "claimed", "{authority}");
    assert_eq!(authority["first_round_independent"], false, "{authority}");
    assert_eq!(authority["effective_votes"], 1.0, "{authority}");
    let why = authority["effective_votes_because"].as_str().unwrap_or_default();
    assert!(why.contains("claimed, not proven"), "{authority}");
    assert!(last["report"].to_string().contains("has no bound"), "{last}");
    // The journal is whole, and says who answered by which way.
    let replayed = env.run(["replay", &session, "--format", "json"]);
    assert_eq!(replayed.code, last["exit_code"], "{}{}", replayed.stdout, replayed.stderr);
}

#[test]
fn an_invented_quote_comes_back_and_an_answer_names_its_question() {
    let env = exported();
    let mut client = Client::start(&env, OLD, json!({}));
    let begun = client
        .said("review_start", json!({"path": "prd.md", "seats": "host", "depth": "standard"}));
    let session = begun["session"].clone();
    let ask = asks(&begun)[0].clone();
    let mut invented = answered(&ask);
    invented["findings"][0]["quote"] = json!("administrators see all passwords");
    let given = |hash: &Value, answer: &Value| json!({"session": session, "seat": ask["seat"], "question_hash": hash, "answer": answer});
    let wrong = client.refused("answer", given(&json!("0000000000000000"), &invented));
    assert_eq!(wrong["report"]["signals"][0]["code"], "QUESTION_CHANGED", "{wrong}");
    let again = client.said("answer", given(&ask["question_hash"], &invented));
    let repair = asks(&again).into_iter().find(|one| one["seat"] == ask["seat"]).unwrap();
    assert_eq!(repair["repair"], true, "{again}");
    let unreadable = client.refused("answer", given(&repair["question_hash"], &json!("no answer")));
    assert_eq!(unreadable["report"]["signals"][0]["code"], "ANSWER_UNREADABLE", "{unreadable}");
    // A sub-agent that fetches its own question sees no other.
    let own = client.said("review_status", json!({"session": session, "seat": "SA-2"}));
    assert_eq!(asks(&own).len(), 1, "{own}");
    let brief = client.said("review_status", json!({"session": session, "brief": true}));
    assert!(asks(&brief).iter().all(|one| one["prompt"].is_null()), "{brief}");
}

#[test]
fn nobody_answers_for_the_other() {
    let env = exported();
    let seats = ["--seat", "SA-1=human", "--seat", "SA-2=host", "--depth", "standard"];
    assert_eq!(env.run(["review", "prd.md"].iter().chain(&seats)).code, 10);
    let mut client = Client::start(&env, OLD, json!({}));
    let status = client.said("review_status", json!({"session": "latest"}));
    assert_eq!(status["people"], json!(["SA-1"]), "{status}");
    let (session, mine) = (status["session"].clone(), asks(&status));
    assert_eq!(mine.len(), 1, "{status}");
    let listed = env.run(["answer", "latest", "--list", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    let of = |seat: &str| {
        let all = listed["asks"].as_array().cloned().unwrap_or_default();
        all.into_iter().find(|ask| ask["seat"] == seat).unwrap()
    };
    assert_eq!((&of("SA-1")["awaits"], &of("SA-2")["awaits"]), (&json!("person"), &json!("host")));
    let answer = json!({"findings": [], "questions": []});
    let person = json!({"session": session, "seat": "SA-1", "question_hash": of("SA-1")["question_hash"], "answer": answer});
    let refused = client.refused("answer", person);
    assert_eq!(refused["report"]["signals"][0]["code"], "PERSONS_SEAT", "{refused}");
    env.write("answer.json", answer.to_string());
    let hash = of("SA-2")["question_hash"].as_str().unwrap_or_default().to_owned();
    let file = [
        "answer",
        "latest",
        "--seat",
        "SA-2",
        "--file",
        "answer.json",
        "--question",
        &hash,
        "--format",
        "json",
    ];
    let by = env.run(file.iter().chain(&["--by", "Ada"]));
    assert!(by.stdout.contains("HOSTS_SEAT"), "{}", by.stdout);
    // Without a server an agent hands in with a command of its own.
    let by = env.run(file.iter().chain(&["--agent", "shell-agent 1"]));
    assert_eq!(by.code, 0, "{}{}", by.stdout, by.stderr);
}

#[test]
fn a_panel_and_a_forum_are_filled_the_same_way() {
    let env = exported();
    let mut client = Client::start(&env, STATELESS, json!({}));
    let panel = json!({"flow": "panel", "path": "prd.md", "project": "shop", "seats": "host"});
    let begun = client.said("review_start", panel);
    assert_eq!(
        (&begun["state"], &begun["session"]),
        (&json!("waiting"), &json!("shop")),
        "{begun}"
    );
    let mut open = asks(&begun);
    assert!(!open.is_empty(), "{begun}");
    let mut count = 0;
    while let Some(ask) = open.first().cloned() {
        let answer = blank(&ask["schema"]);
        let given = json!({"session": "shop", "seat": ask["seat"], "question_hash": ask["question_hash"], "answer": answer});
        let status = client.said("answer", given);
        open = asks(&status);
        count += 1;
        assert!(count < 20, "{status}");
    }
    let handoff = env.read("workspace/shop/handoffs/004-council-review.md").unwrap_or_default();
    assert!(handoff.contains("the host's agent, test-client 1.2"), "{handoff}");
    let members = [
        "--owner",
        "Ines: people who wait",
        "--owner",
        "Bo: what it costs",
        "--advocate",
        "Kit: what breaks",
    ];
    assert_eq!(env.run(["init", "--forum", "--project", "pay"].iter().chain(&members)).code, 0);
    let forum = json!({"flow": "forum", "project": "pay", "message": "Let shops order on account", "seats": "host"});
    let held = client.said("review_start", forum);
    assert_eq!(held["state"], "waiting", "{held}");
    assert!(
        asks(&held).iter().all(|ask| ask["prompt"]
            .as_str()
            .is_some_and(|told| told.contains("order on account"))),
        "{held}"
    );
}

/// Whoever wrote the text can have written the answers.
#[test]
fn an_agent_does_not_pass_its_own_specification() {
    let env = exported();
    let mut client = Client::start(&env, STATELESS, forms());
    let mut last =
        client.said("review_start", json!({"path": "prd.md", "seats": "host", "depth": "council"}));
    let session = last["session"].as_str().unwrap_or_default().to_owned();
    let mut count = 0;
    while let Some(ask) = asks(&last).first().cloned() {
        let given = json!({"session": session, "seat": ask["seat"], "question_hash": ask["question_hash"], "answer": blank(&ask["schema"])});
        last = client.said("answer", given);
        count += 1;
        assert!(count < 12, "{last}");
    }
    let report = &last["report"];
    assert_eq!(report["allows_progress"], false, "{report}");
    assert_ne!(report["outcome"], "pass", "{report}");
    assert_eq!(report["authority"]["standing"], "SOLO", "{report}");
    // The same in every other place that tells of it.
    let shown = env.run(["show", &session, "--format", "json"]);
    assert!(!shown.stdout.contains("\"FULL\""), "{}", shown.stdout);
}
