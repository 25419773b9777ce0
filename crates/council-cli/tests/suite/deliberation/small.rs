//! How much a session file says: a thing once.

use std::fs;

use council_testkit::{TestEnv, repo_root};
use serde_json::json;

use super::{Held, opinion, vote};

#[test]
fn the_file_of_a_page_of_text_is_short_and_holds_its_contract() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let page = fs::read_to_string(repo_root().join("examples/prd-team-chat.md")).unwrap();
    env.write("prd-team-chat.md", &page);
    let reviewed = env.run(["review", "prd-team-chat.md", "--format", "json"]);
    assert_eq!(reviewed.code, 2, "{}", reviewed.stderr);
    let reviews = env.repo().join("evidence/prd/prd-team-chat/reviews");
    let mut files = fs::read_dir(reviews).unwrap().map(|file| file.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|kind| kind == "yaml")).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.len() <= 50_000, "{} bytes", text.len());
    assert_eq!(env.run(["check", "evidence"]).code, 0);
    assert_eq!(env.run(["replay", "latest", "--check"]).code, 0);
    // An entry that is attributed to nobody is found out, wherever it stands.
    fs::write(&file, text.replacen("source_agent: SA-1", "source_agent: SA-9", 1)).unwrap();
    assert_ne!(env.run(["check", "evidence"]).code, 0);
}

#[test]
fn what_models_say_stands_in_the_session_once() {
    let held = Held::new(&[], |heard| match heard.round {
        1 if heard.seat == 1 => {
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals")]})
        }
        1 => json!({"findings": []}),
        2 => {
            let id = heard.id("must be fast");
            let why = format!("seat {} sees no bound either", heard.seat);
            json!({"opinions": [opinion(&id, Some("BLOCKER"), &why)], "proposals": []})
        }
        _ => {
            let id = heard.id("must be fast");
            json!({"validity": [vote(&id, "SUPPORT", "it holds")],
                   "remediation": [vote(&id, "SUPPORT", "a bound will do")]})
        }
    });
    let text = held.session();
    let count = |words: &str| text.matches(words).count();
    assert_eq!(count("description: \"`must be fast` has no bound\""), 1, "{text}");
    assert_eq!(count("rationale: a bound will do"), 3, "{text}");
    assert_eq!(
        held.finding("must be fast")["ballots"][0]["votes"][0]["rationale"],
        "a bound will do"
    );
    let read = held.env.run(["check", "evidence", "--format", "json"]);
    assert!(read.stdout.contains("\"BLOCKER\""), "{}", read.stdout);
}
