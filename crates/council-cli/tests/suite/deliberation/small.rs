//! How much a session file says: a thing once.

use std::fs;

use council_testkit::{TestEnv, repo_root};
use serde_json::json;

use super::{Held, opinion, vote};

/// The most bytes of the session file of 803 bytes of text: a quarter of what it had when it said everything up to twenty
/// times.
const MOST: usize = 52_000;

/// The page, cut at a line so that it has 803 bytes at most.
fn page() -> String {
    let page = fs::read_to_string(repo_root().join("examples/prd-team-chat.md")).unwrap();
    let mut length = 0;
    let short = |line: &&str| {
        length += line.len();
        length <= 803
    };
    page.split_inclusive('\n').take_while(short).collect()
}

#[test]
fn the_file_of_a_page_of_text_is_short_and_holds_its_contract() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let page = fs::read_to_string(repo_root().join("examples/prd-team-chat.md")).unwrap();
    assert!(page.len() > 803, "{}", page.len());
    env.write("prd-team-chat.md", &page);
    let reviewed = env.run(["review", "prd-team-chat.md", "--format", "json"]);
    assert_eq!(reviewed.code, 2, "{}", reviewed.stderr);
    let reviews = env.repo().join("evidence/prd/prd-team-chat/reviews");
    let mut files = fs::read_dir(reviews).unwrap().map(|file| file.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|kind| kind == "yaml")).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.len() <= MOST, "{} bytes", text.len());
    assert_eq!(env.run(["check", "evidence"]).code, 0);
    assert_eq!(env.run(["replay", "latest", "--check"]).code, 0);
    // An entry that is attributed to nobody is found out, wherever it stands.
    fs::write(&file, text.replacen("source_agent: SA-1", "source_agent: SA-9", 1)).unwrap();
    assert_ne!(env.run(["check", "evidence"]).code, 0);
}

#[test]
fn the_file_of_models_that_find_a_lot_and_disagree_is_short_too() {
    let page = page();
    let lines: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("- "))
        .map(|line| line.trim_end_matches('.').to_owned())
        .collect();
    assert!(page.len() > 600 && lines.len() >= 5, "{} bytes", page.len());
    let held = Held::on(&page, &[], move |heard| match heard.round {
        // Every seat finds something in every line, and no two in the same words.
        1 => {
            let claim = |line: &String| {
                let mut finding = heard.finding("MAJOR", line, "requirements");
                finding["location"] = json!("prd.md");
                let why = format!("seat {} cannot tell from `{line}` when it is met", heard.seat);
                finding["description"] = json!(why);
                finding["remediation"] =
                    json!(format!("say when it is met, for seat {}", heard.seat));
                finding
            };
            json!({"findings": lines.iter().map(claim).collect::<Vec<_>>(), "questions": ["Who decides?"]})
        }
        2 => {
            let marked = heard.listed("* ");
            let view = |id: &String| {
                let holds = (heard.seat != 3).then_some("MAJOR");
                opinion(id, holds, &format!("seat {} has read it twice", heard.seat))
            };
            json!({"opinions": marked.iter().map(view).collect::<Vec<_>>(), "proposals": []})
        }
        _ => {
            let votes = |list| heard.votes(list, "it holds as it is described");
            json!({"validity": votes("validity"), "remediation": votes("remediation")})
        }
    });
    let findings = held.bundle()["findings"].as_array().unwrap().len();
    assert!(findings >= 5, "{findings}");
    let length = held.session().len();
    assert!(length <= MOST, "{length} bytes for {findings} findings");
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
    assert_eq!(count("rationale: a bound will do"), 2, "who wrote it is not asked: {text}");
    assert_eq!(
        held.finding("must be fast")["ballots"][0]["votes"][1]["rationale"],
        "a bound will do"
    );
    let read = held.env.run(["check", "evidence", "--format", "json"]);
    assert!(read.stdout.contains("\"BLOCKER\""), "{}", read.stdout);
}
