//! Many machines: reviews in a store on a real Postgres server, worked on by workers that come, go and are killed.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "these tests start and kill workers"
)]

use std::{
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use council_testkit::{Output, Postgres, TestEnv};
use serde_json::{Value, json};

const PRD: &str = "# Refunds\n\n## Goals\n\nStaff refund an order from its page.\n\n## Requirements\n\n\
    - FR-1: The page must book a refund within 5 seconds.\n- FR-2: The page is fast.\n";

/// How long anything may take on a busy machine.
const LONG: Duration = Duration::from_mins(4);

struct House {
    env: TestEnv,
    server: Postgres,
    url: String,
}

/// Starts a store; nothing where there is no server to be had.
fn house() -> Option<House> {
    let server = Postgres::start()?;
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write("slow.yaml", "answers:\n  - delay_ms: 900\n");
    let url = server.url("council", "owner");
    let house = House { env, server, url };
    let unset = house.run(&["show"]);
    assert_eq!(unset.code, 3, "{}", unset.stderr);
    assert!(unset.stderr.contains("council store migrate"), "{}", unset.stderr);
    house.ok(&["store", "migrate"]);
    Some(house)
}

impl House {
    fn arguments<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        arguments.iter().copied().chain(["--store", &self.url]).collect()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.env.run(self.arguments(arguments))
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let Output { stdout, stderr, code } = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {stdout}{stderr}");
        assert!(!format!("{stdout}{stderr}").contains(&self.url), "{stdout}{stderr}");
        stdout
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let all: Vec<&str> = arguments.iter().copied().chain(["--format", "json"]).collect();
        serde_json::from_str(&self.ok(&all)).unwrap()
    }

    fn worker(&self, more: &[&str]) -> Child {
        let all: Vec<&str> = ["worker", "--drill"].iter().chain(more).copied().collect();
        let mut command = self.env.command(self.arguments(&all));
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn count(&self, sql: &str) -> u64 {
        self.server.psql("council", sql).trim().parse().unwrap()
    }

    fn state(&self, session: &str) -> Value {
        let all = self.json(&["show"]);
        let sessions = all["sessions"].as_array().unwrap();
        sessions.iter().find(|one| one["session_id"] == session).unwrap()["state"].clone()
    }
}

fn session_of(text: &str) -> String {
    let from = text.find("COUNCIL-").unwrap();
    text.split_at(from).1.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}

#[test]
fn a_review_in_a_store_is_the_review_of_a_repository() {
    let Some(house) = house() else { return };
    let here = house.env.run(["review", "prd.md"]);
    let there = house.run(&["review", "prd.md"]);
    assert_eq!(there.code, here.code, "{}{}", there.stdout, there.stderr);
    // Another one, left to a worker.
    let detached = house.ok(&["review", "prd.md", "--detach"]);
    let name = session_of(&detached);
    assert_eq!(house.state(&name), "open");
    house.ok(&["worker", "--until-empty"]);
    assert_eq!(house.state(&name), "done");
    house.ok(&["replay", &name, "--check"]);
    let page = house.ok(&["show", &name]);
    assert!(page.contains(&name), "{page}");
    // Exported, it is a session of the repository; imported for another tenant, the same lines.
    house.ok(&["export", &name]);
    assert_eq!(house.env.run(["replay", &name, "--check"]).code, 0);
    house.ok(&["store", "tenant", "other"]);
    house.ok(&["import", &name, "--tenant", "other"]);
    let again = house.run(&["import", &name, "--tenant", "other"]);
    assert_eq!(again.code, 3, "{}", again.stdout);
    let heads = format!("SELECT count(DISTINCT head) FROM council.session WHERE name = '{name}'");
    assert_eq!(house.count(&heads), 1);
    house.ok(&["replay", &name, "--check"]);
    let status = house.ok(&["store", "status"]);
    assert!(status.contains("default"), "{status}");
}

#[test]
fn a_person_is_waited_for_without_a_process() {
    let Some(house) = house() else { return };
    let review = ["review", "prd.md", "--seat", "SA-2=human", "--depth", "standard", "--detach"];
    let name = session_of(&house.ok(&review));
    house.ok(&["worker", "--until-empty"]);
    assert_eq!(house.state(&name), "waiting");
    assert_eq!(house.count("SELECT count(*) FROM council.ask WHERE provider = 'human'"), 1);
    let asks = house.json(&["answer", &name, "--list"]);
    let answer =
        json!({"question_hash": asks["asks"][0]["question_hash"], "findings": [], "questions": []});
    house.env.write("answer.json", answer.to_string());
    house.ok(&["answer", &name, "--seat", "SA-2", "--file", "answer.json", "--by", "Ada"]);
    // Nothing else was open, so what was answered ends the session.
    assert_eq!(house.state(&name), "done");
    house.ok(&["replay", &name, "--check"]);
    // Nobody sees another's.
    house.ok(&["store", "tenant", "other"]);
    for command in [
        vec!["show", &name],
        vec!["replay", &name],
        vec!["export", &name],
        vec!["resume", &name],
        vec!["decide", &name, "--by", "Ada"],
        vec!["answer", &name, "--list"],
    ] {
        let all: Vec<&str> = command.iter().copied().chain(["--tenant", "other"]).collect();
        let refused = house.run(&all);
        assert_eq!(refused.code, 3, "{command:?}: {}{}", refused.stdout, refused.stderr);
        assert!(refused.stderr.contains("has no session"), "{}", refused.stderr);
    }
}

#[test]
fn killed_workers_lose_no_answer_and_none_is_recorded_twice() {
    let Some(mut house) = house() else { return };
    let sessions = 24;
    for n in 0..sessions {
        let packet = format!("prd-{n}.md");
        house.env.write(&packet, PRD);
        house.ok(&["review", &packet, "--reviewer", "scripted:slow.yaml", "--detach"]);
    }
    let done = "SELECT count(*) FROM council.session WHERE state = 'done'";
    let mut kills = 0;
    let began = Instant::now();
    let fresh = |house: &House| house.worker(&["--sessions", "3", "--lease", "1"]);
    let mut workers: Vec<Child> = (0..3).map(|_| fresh(&house)).collect();
    // One is stopped for longer than its lease, and wakes when others have its sessions.
    let signal = |worker: &Child, name: &str| {
        std::process::Command::new("kill").args([name, &worker.id().to_string()]).status().unwrap();
    };
    while house.count("SELECT count(*) FROM council.session WHERE state = 'running'") == 0 {
        assert!(began.elapsed() < LONG, "nobody begins");
    }
    signal(&workers[0], "-STOP");
    let mut is_restarted = false;
    while house.count(done) < sessions {
        assert!(began.elapsed() < LONG, "{} of {sessions} after {kills} kills", house.count(done));
        if kills < 20 {
            let mut killed = workers.pop().unwrap();
            killed.kill().unwrap();
            killed.wait().unwrap();
            kills += 1;
            workers.push(fresh(&house));
        }
        if kills == 4 && !is_restarted {
            is_restarted = true;
            house.server.stop();
            house.server.begin();
        }
    }
    signal(&workers[0], "-CONT");
    for mut worker in workers {
        signal(&worker, "-TERM");
        worker.wait().unwrap();
    }
    assert!(kills >= 4 && is_restarted, "it was over after {kills} kills");
    // Every seat answered once in every round, whatever was asked again.
    let answers = house.server.psql(
        "council",
        "SELECT count(*) FROM council.journal WHERE line LIKE '%\"event\":\"answered\"%'",
    );
    let distinct = house.server.psql(
        "council",
        "SELECT sum(asks) FROM (SELECT session, count(DISTINCT (line::json -> 'entry' ->> 'seat', \
         line::json -> 'entry' ->> 'round')) AS asks FROM council.journal \
         WHERE line LIKE '%\"event\":\"asked\"%' GROUP BY session) each",
    );
    assert_eq!(answers.trim(), distinct.trim(), "after {kills} kills");
    let all = house.json(&["show"]);
    for session in all["sessions"].as_array().unwrap() {
        house.ok(&["replay", session["session_id"].as_str().unwrap(), "--check"]);
    }
    println!(
        "{sessions} sessions, {kills} kills, {} answers, {:?}",
        answers.trim(),
        began.elapsed()
    );
}
