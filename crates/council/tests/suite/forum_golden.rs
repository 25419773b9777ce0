//! A forum's record and journal as an earlier version wrote them, with rounds that took the proposal whole: read, gone on
//! with and written again they are the same to the byte.
#![expect(clippy::unwrap_used, reason = "what a test cannot read has failed")]

use std::time::Duration;

use council_app::{
    Repo,
    core::{
        forum::{DiscussionState, ForumProtocol, Hearing, Style, TrimmedLine},
        ident::ProjectName,
        policy::Policy,
    },
    drill::Drill,
    engine::Patience,
    formats::forum_record,
    forum::{self, ForumProgress, ForumRequest, RoundRequest, Unfinished},
    review::Secrets,
    run::{Seating, Spend},
};
use council_testkit::{Moment, TestEnv};
use futures_util::FutureExt as _;

const JOURNAL: &str = "projects/demo/agent-work/forum.journal.jsonl";
const RECORD: &str = "projects/demo/agent-work/forum.json";
const CONFIG: &str = r#"{ "project": "demo", "created": "2026-11-17", "council": {
  "normal_pos": [
    { "id": "po-1", "name": "Ines", "perspective": "people who wait" },
    { "id": "po-2", "name": "Bo", "perspective": "what it costs" },
    { "id": "po-3", "name": "Ari", "perspective": "the years ahead" } ],
  "devils_advocates": [{ "id": "da-1", "name": "Kit", "perspective": "what breaks" }] } }"#;

fn golden(name: &str) -> &'static str {
    match name {
        "journal" => include_str!("../golden/forum/forum.journal.jsonl"),
        _ => include_str!("../golden/forum/forum.json"),
    }
}

fn project() -> ProjectName {
    ProjectName::new("demo").unwrap()
}

fn goes_on() -> RoundRequest {
    RoundRequest {
        project: project(),
        message: None,
        by: TrimmedLine::new("Ana").unwrap(),
        points: vec![],
        style: Style::Full,
        hearing: Hearing::Open,
        packet: None,
        seating: Seating::default(),
        policy: Policy::default(),
        budget: None,
        spend: Spend { secrets: Secrets::Keep, max_cost: None },
        unfinished: Unfinished::GoOn,
        drill: Drill::Meant,
    }
}

#[test]
fn a_record_of_an_earlier_version_is_written_again_as_it_was() {
    let read = forum_record::read("forum.json", golden("record"));
    assert_eq!(read.diagnostics, []);
    let discussion = read.value.unwrap();
    assert_eq!(discussion.held().len(), 5);
    assert!(
        discussion
            .held()
            .iter()
            .all(|one| one.summary().round().protocol() == ForumProtocol::First)
    );
    assert_eq!(forum_record::write(&discussion), golden("record"));
}

#[test]
fn every_round_of_a_journal_of_an_earlier_version_comes_to_the_record_it_came_to() {
    let lines: Vec<&str> = golden("journal").lines().collect();
    let entry = |line: &str| -> serde_json::Value {
        serde_json::from_str::<serde_json::Value>(line).unwrap().get("entry").unwrap().clone()
    };
    let mut before: Option<String> = None;
    let mut rounds = 0;
    for (at, line) in lines.iter().enumerate() {
        let step = entry(line);
        let Some(files) = step.get("files").and_then(|files| files.as_array()) else { continue };
        let image = files.iter().find(|one| one.get("path").unwrap() == RECORD).unwrap();
        let after = image.get("text").unwrap().as_str().unwrap().to_owned();
        if step.get("event").unwrap() == "held" {
            // The step is taken away, and what was said before it is held again.
            let env = TestEnv::new("no binary is run here");
            env.write("projects/demo/council-config.json", CONFIG);
            let kept: String = lines.iter().take(at).flat_map(|line| [*line, "\n"]).collect();
            env.write(JOURNAL, &kept);
            if let Some(before) = &before {
                env.write(RECORD, before);
            }
            let repo = Repo::open(env.repo()).unwrap();
            let moment = Moment::default();
            let patience = Patience { per_try: Duration::from_secs(1), ..Patience::default() };
            let around = moment.surroundings(patience);
            let request = goes_on();
            let held = forum::hold(&repo, &request, around, std::future::pending());
            let held = held.now_or_never().unwrap().unwrap();
            assert!(matches!(held, ForumProgress::Round(_)), "{held:?}");
            assert_eq!(env.read(RECORD).unwrap(), after, "round {}", rounds + 1);
            rounds += 1;
        }
        before = Some(after);
    }
    assert_eq!(rounds, 5);
}

#[test]
fn the_gate_reads_what_an_earlier_version_left() {
    let env = TestEnv::new("no binary is run here");
    env.write("projects/demo/council-config.json", CONFIG);
    env.write(JOURNAL, golden("journal"));
    env.write(RECORD, golden("record"));
    let repo = Repo::open(env.repo()).unwrap();
    let review = forum::review(&repo, &ForumRequest { project: project() }).unwrap();
    let codes: Vec<&str> = review.judged.signals.iter().map(|one| one.code.as_str()).collect();
    assert!(!codes.contains(&"edited-round") && !codes.contains(&"UNSIGNED"), "{codes:?}");
    let discussion = forum_record::read(RECORD, golden("record")).value.unwrap();
    assert_eq!(discussion.state(), DiscussionState::Open);
}
