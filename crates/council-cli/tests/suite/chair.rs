//! A chair that chairs: recommendations come in groups, each is in exactly one, and a human decides group by group.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "these tests read what was recorded elsewhere"
)]

use std::{collections::BTreeMap, fs, path::Path};

use council_testkit::{TestEnv, shared_data};
use serde_json::{Value, json};

const PRD: &str = "# Refunds\n\n## Requirements\n\n- FR-1: The page must book a refund within 5 seconds of the request.\n\
- FR-2: The page must delete old refunds permanently.\n\n## Logs\n\nRefunds are written to a log.\n";

fn finding(severity: &str, place: &str, quote: &str, says: &str, wants: &str) -> Value {
    json!({
        "subcategory": "AMBIGUITY", "severity": severity, "confidence": 0.9, "quote": quote,
        "location": format!("workspace/refunds/tasks/prd-refunds-v1.md#{place}"),
        "description": says, "recommendation": wants,
    })
}

/// Four seats: two say the same of the deletion in their own words, the others one thing each.
fn seats() -> Vec<Value> {
    let reply = |rating: &str, findings: Vec<Value>| json!({"rating": rating, "findings": findings, "examined": [], "summary": "it is not ready"});
    let deletion = "delete old refunds permanently";
    vec![
        json!({"seat": "technical-reviewer", "reply": reply("REVISE_AND_RESUBMIT", vec![
            finding("HIGH", "FR-2", deletion, "a permanent delete cannot be undone", "send deleted refunds to the archive before the permanent delete"),
            finding("MEDIUM", "FR-1", "within 5 seconds", "no load is named for the time", "name the load under which the time is measured"),
        ])}),
        json!({"seat": "security-reviewer", "reply": reply("APPROVED_WITH_CONCERNS", vec![
            finding("CRITICAL", "FR-2", deletion, "nobody confirms a permanent delete", "confirm each permanent delete of refunds, or archive deleted refunds instead"),
            finding("LOW", "logs", "written to a log", "no retention of the log", "say how long the log is kept and who reads it"),
        ])}),
    ]
}

/// Holds a panel with these seats and this chair, and returns what it printed.
fn held(env: &TestEnv, seats: &[Value], chair: &Value) -> Value {
    let mut answers = seats.to_vec();
    answers.push(json!({"seat": "council-chair", "reply": chair}));
    env.write("drill.yaml", json!({ "answers": answers }).to_string());
    let panel = ["panel", "prd.md", "--project", "refunds", "--drill", "--format", "json"];
    let output = env.run(panel.iter().chain(&["--reviewer", "scripted:drill.yaml"]));
    serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stderr))
}

/// Returns the groups by the recommendations in them.
fn groups(review: &Value) -> Vec<Vec<usize>> {
    let numbers = |group: &Value| serde_json::from_value(group["recommendations"].clone()).unwrap();
    review["record"]["groups"].as_array().unwrap().iter().map(numbers).collect()
}

fn world() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env
}

fn is_partition(review: &Value) -> bool {
    let count = review["record"]["issues"].as_array().unwrap().len();
    let mut all: Vec<usize> = groups(review).concat();
    all.sort_unstable();
    all == (1..=count).collect::<Vec<_>>()
}

#[test]
fn without_a_chairs_word_the_words_group_and_ratings_are_no_recommendations() {
    let review = held(&world(), &seats(), &json!({"verdict": "REVISE_AND_RESUBMIT"}));
    // Something critical is shown, so that nobody's rating has to be settled beside it.
    assert_eq!(review["record"]["issues"].as_array().unwrap().len(), 4, "{review}");
    assert!(is_partition(&review));
    assert_eq!(groups(&review), [vec![1, 2], vec![3], vec![4]], "{review}");
    let first = &review["record"]["groups"][0];
    assert_eq!(first["severity"], "blocker");
    assert_eq!(first["seats"], json!(["security-reviewer", "technical-reviewer"]));
}

#[test]
fn what_a_chair_leaves_out_or_names_twice_is_put_right() {
    let group = |topic: &str, numbers: &[usize]| json!({"topic": topic, "recommendations": numbers, "agreed": "it must be settled", "choice": "archive or confirm"});
    let env = world();
    let chair = json!({"verdict": "REVISE_AND_RESUBMIT", "groups": [
        group("logs and load", &[4, 3]), group("deletion", &[1, 2]),
    ]});
    let review = held(&env, &seats(), &chair);
    assert_eq!(groups(&review), [vec![4, 3], vec![1, 2]]);
    let page = env.read("workspace/refunds/handoffs/004-council-review.md").unwrap();
    assert!(page.contains("G2 deletion (CRITICAL; recommendations 1, 2;"), "{page}");
    assert!(page.contains("Security Reviewer, Technical Reviewer: it must be settled"), "{page}");

    let wrong = json!({"verdict": "REVISE_AND_RESUBMIT", "groups": [group("all", &[1, 1, 9])]});
    let review = held(&world(), &seats(), &wrong);
    assert!(is_partition(&review), "{review}");
    assert_eq!(groups(&review)[0], [1]);
}

#[test]
fn a_human_decides_group_by_group_with_exceptions() {
    let env = world();
    let chair = json!({"verdict": "REVISE_AND_RESUBMIT"});
    held(&env, &seats(), &chair);
    let decide = ["decide", "--project", "refunds"];
    // Without an answer everything that has to be decided is shown with what shows it.
    let asked = env.run(decide.iter().chain(&["--format", "json"]));
    assert_eq!(asked.code, 10, "{}", asked.stdout);
    let asked: Value = serde_json::from_str(&asked.stdout).unwrap();
    let claim = &asked["recommendations"][0]["claims"][0];
    assert_eq!(claim["quote"], "delete old refunds permanently", "{asked}");
    assert_eq!((&claim["line"], &claim["confidence"]), (&json!(6), &json!(0.9)));
    assert_eq!(asked["recommendations"][0]["seats"], json!(["security-reviewer"]));
    assert_eq!(asked["groups"].as_array().unwrap().len(), 3);
    let human = env.run(decide);
    assert!(human.stdout.contains("“delete old refunds permanently”"), "{}", human.stdout);

    let wrong = env.run(decide.iter().chain(&["--accept", "4-2", "--by", "Ada"]));
    assert_eq!(wrong.code, 64, "{}", wrong.stdout);
    assert!(wrong.stderr.contains("`4-2` runs backwards"), "{}", wrong.stderr);
    let missing = env.run(decide.iter().chain(&["--accept", "1", "--by", "Ada"]));
    assert_eq!(missing.code, 10, "{}", missing.stdout);
    assert!(missing.stdout.contains("recommendations 2-4 are not answered"), "{}", missing.stdout);
    let answers =
        ["--accept", "G1,G3", "--reject", "2: the archive is full", "--reject", "G2: later"];
    let waived = ["--waive", "2: Ada, 2999-12-31", "--by", "Ada", "--format", "json"];
    let decided = env.run(decide.iter().chain(&answers).chain(&waived));
    assert_eq!(decided.code, 0, "{}", decided.stdout);
    let decided: Value = serde_json::from_str(&decided.stdout).unwrap();
    assert_eq!(decided["decision"]["accepted"], json!([1, 4]));
    let declined = decided["decision"]["declined"].as_array().unwrap();
    let declined: Vec<&Value> = declined.iter().map(|one| &one["number"]).collect();
    assert_eq!(declined, [&json!(2), &json!(3)]);
}

/// The recorded panel's sets of recommendations that say the same, by the numbers that they had then.
const SAME: [&[usize]; 15] = [
    &[6, 32, 35],
    &[7, 22, 30, 36],
    &[8, 20, 42],
    &[9, 27, 29, 44],
    &[10, 23, 31, 37],
    &[11, 12, 25, 39, 69],
    &[13, 33, 38],
    &[14, 34, 40, 63],
    &[5, 17],
    &[16, 18, 19, 43],
    &[41, 52],
    &[48, 54, 55],
    &[57, 75],
    &[60, 77],
    &[68, 72],
];

/// What a strong chair made of that panel, asked in the words that chairs are asked in now: the numbers that the
/// recommendations have now, the most important group first.
const CHAIRED: [&[usize]; 25] = [
    &[76, 77, 78, 93, 24, 95, 108],
    &[3, 18, 26, 32, 58],
    &[6, 19, 27, 33],
    &[1, 13, 73],
    &[12, 14, 15, 39, 75],
    &[4, 16, 38, 74],
    &[2, 28, 31],
    &[7, 8, 21, 35, 83],
    &[9, 29, 34],
    &[10, 30, 36, 69],
    &[37, 53],
    &[5, 23, 25, 40],
    &[79, 96, 56],
    &[44, 97, 59],
    &[72, 107, 94],
    &[65, 110],
    &[41, 98, 42, 43, 102, 103, 104, 105, 101, 112, 111, 90, 89],
    &[55, 80, 85, 100],
    &[17, 51, 50, 49, 87, 45, 88],
    &[61, 68, 91, 52, 92],
    &[20, 62, 64, 63, 70, 71, 66],
    &[11, 99, 22, 57],
    &[47, 81, 86, 48, 54],
    &[46, 106, 109, 84],
    &[67, 60, 82],
];

/// A panel that strong models held elsewhere, played again.
struct Played {
    env: TestEnv,
    seats: Vec<Value>,
    /// What was recommended then, by number.
    then: BTreeMap<usize, String>,
}

fn played(folder: &Path) -> Played {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let journal = read("journal.jsonl");
    let opened: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    let text = opened["entry"]["source"]["files"][0][1].as_str().unwrap().to_owned();
    env.write("prd.md", &text);
    let names = [
        "security-reviewer",
        "technical-reviewer",
        "executive-reviewer",
        "user-advocate",
        "accessibility-reviewer",
    ];
    let seat = |(name, number): (&&str, usize)| {
        let reply: Value = serde_json::from_str(&read(&format!("00{number}.answer.json"))).unwrap();
        json!({"seat": name, "reply": reply})
    };
    let seats = names.iter().zip(1..).map(seat).collect();
    let page = read("004-council-review.md");
    let from = page.find("### Recommended PRD Revisions").unwrap();
    let to = page.find("### Stakeholder").unwrap();
    let listed = page.get(from..to).unwrap().lines().filter_map(|line| {
        let (number, words) = line.split_once(". ")?;
        Some((number.parse().ok()?, letters(words.split_once(": ")?.1)))
    });
    Played { env, seats, then: listed.collect() }
}

/// Returns the letters and digits of a text, which no escaping changes.
fn letters(text: &str) -> String {
    text.split("; likewise in").next().unwrap().chars().filter(|c| c.is_alphanumeric()).collect()
}

impl Played {
    /// Returns the number that a recommendation has now.
    fn now(&self, review: &Value, then: usize) -> usize {
        let words = &self.then[&then];
        let issues = review["record"]["issues"].as_array().unwrap();
        let is_it = |issue: &&Value| {
            let claims = issue["claims"].as_array().unwrap().iter();
            let mut said = claims.map(|claim| letters(claim["remediation"].as_str().unwrap()));
            said.any(|said| said == *words)
        };
        let found = issues.iter().find(is_it).unwrap_or_else(|| panic!("{then}: {words}"));
        usize::try_from(found["number"].as_u64().unwrap()).unwrap()
    }

    /// Returns how many of the sets are whole, and what stood alone then and is in a group with a set now.
    fn held(&self, review: &Value, groups: &[Vec<usize>]) -> (usize, Vec<usize>) {
        let group_of = |then: usize| {
            let now = self.now(review, then);
            groups.iter().position(|group| group.contains(&now)).unwrap()
        };
        let is_whole = |same: &&&[usize]| {
            let first = group_of(same[0]);
            same.iter().all(|then| group_of(*then) == first)
        };
        let taken: Vec<usize> = SAME.concat().into_iter().map(group_of).collect();
        let alone = (5..=79).filter(|then| !SAME.iter().any(|same| same.contains(then)));
        let alone: Vec<usize> = alone.collect();
        assert_eq!(alone.len(), 28);
        let swallowed = alone.into_iter().filter(|then| taken.contains(&group_of(*then)));
        (SAME.iter().filter(is_whole).count(), swallowed.collect())
    }

    /// Holds the panel; `groups` are the chair's, if it groups.
    fn hold(&self, groups: &Value) -> Value {
        let mut answers = self.seats.clone();
        let chair = json!({"verdict": "REVISE_AND_RESUBMIT", "groups": groups});
        answers.push(json!({"seat": "council-chair", "reply": chair}));
        self.env.write("drill.yaml", json!({ "answers": answers }).to_string());
        let panel = ["panel", "prd.md", "--project", "filedispatch", "--drill", "--format", "json"];
        let output = self.env.run(panel.iter().chain(&["--reviewer", "scripted:drill.yaml"]));
        serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stderr))
    }
}

#[test]
fn a_recorded_panel_of_strong_models_is_grouped_by_its_words() {
    let Some(folder) = shared_data("strong-model-session/panel-filedispatch") else { return };
    let played = played(&folder);
    let review = played.hold(&json!([]));
    assert!(is_partition(&review));
    let groups = groups(&review);
    let (whole, swallowed) = played.held(&review, &groups);
    eprintln!(
        "{} groups of {} recommendations; {whole} of 15 sets are whole; alone then, and not now: {swallowed:?}",
        groups.len(),
        groups.concat().len()
    );
    assert!(groups.len() <= 25, "{} groups", groups.len());
    assert_eq!(whole, 15, "sets that are whole");
    assert!(swallowed.is_empty(), "{swallowed:?}");
    // What is put together only to be looked at together says so, and nobody is said to agree on it.
    let listed = review["record"]["groups"].as_array().unwrap();
    let is_mixed = |group: &&Value| group["topic"].as_str().unwrap().contains("separate points");
    assert!(listed.iter().filter(is_mixed).count() <= 8);
    let page = played.env.read("workspace/filedispatch/handoffs/004-council-review.md").unwrap();
    let (_, rest) = page.split_once("## Council Chair Synthesis").unwrap();
    let (_, consensus) = rest.split_once("### Consensus Points").unwrap();
    let (consensus, _) = consensus.split_once("\n### ").unwrap();
    assert!(!consensus.contains("separate points"), "{consensus}");
    expect_short(&page);
}

/// Counts the words of a handoff but for what the reviewers say in their own.
fn expect_short(page: &str) {
    let (before, rest) = page.split_once("## Reviewer Outputs").unwrap();
    let (_, after) = rest.split_once("## Council Chair Synthesis").unwrap();
    let words = before.split_whitespace().count() + after.split_whitespace().count();
    assert!(words < 6_000, "{words} words beside the reviewers' own");
}

#[test]
fn a_recorded_panel_of_strong_models_is_decided_in_25_groups_by_a_chair() {
    let Some(folder) = shared_data("strong-model-session/panel-filedispatch") else { return };
    let played = played(&folder);
    let group = |numbers: &&[usize]| json!({"topic": "a matter", "recommendations": numbers, "agreed": "it is open", "choice": "this or that"});
    let review = played.hold(&json!(CHAIRED.iter().map(group).collect::<Vec<_>>()));
    assert!(is_partition(&review));
    let groups = groups(&review);
    assert!(groups.len() <= 25, "{} groups", groups.len());
    let (whole, swallowed) = played.held(&review, &groups);
    assert_eq!(whole, 15);
    // What stands alone is in no group of what was said several times, so that nobody decides on it unseen.
    assert!(swallowed.is_empty(), "{swallowed:?}");
    expect_short(
        &played.env.read("workspace/filedispatch/handoffs/004-council-review.md").unwrap(),
    );
    // Every group says who speaks in it and is as grave as its worst member.
    for group in review["record"]["groups"].as_array().unwrap() {
        assert!(!group["seats"].as_array().unwrap().is_empty());
        assert!(!group["severity"].is_null());
    }
}

#[test]
fn a_human_decides_with_ranges_of_numbers() {
    let env = world();
    held(&env, &seats(), &json!({"verdict": "REVISE_AND_RESUBMIT"}));
    let answers = ["--accept", "1,3-4", "--reject", "2-2: the archive is full"];
    let waived = ["--waive", "2-2: Ada, 2999-12-31", "--by", "Ada", "--format", "json"];
    let decide = ["decide", "--project", "refunds"];
    let decided = env.run(decide.iter().chain(&answers).chain(&waived));
    assert_eq!(decided.code, 0, "{}{}", decided.stdout, decided.stderr);
    let decided: Value = serde_json::from_str(&decided.stdout).unwrap();
    assert_eq!(decided["decision"]["accepted"], json!([1, 3, 4]));
    assert_eq!(decided["decision"]["declined"][0]["number"], json!(2));
}
