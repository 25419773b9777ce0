//! Hostile words and hostile front matter against the panel's handoff and its gates.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "these tests write files, and what they cannot set up has failed"
)]

use std::fs;

use council_app::{
    Repo,
    core::{
        gate::Outcome,
        handoff::{
            CleanLine, DecisionWord, Decisions, ExaminedSections, Front, GateDecision, Handoff,
            HandoffStatus, HumanAct, PacketVersion, PanelFinding, PanelSeat, Prose, Rating,
            ReReview, RecommendedChange, Rejection, Revised, RevisionLog, SeatRating, SeatReview,
            StatedCertainty, Synthesis, Tier,
        },
        ident::ProjectName,
        series::ReviewNumber,
        severity::Severity,
    },
    formats::{
        handoff::{read, write},
        markdown,
        report::clean,
    },
    handoff::{HandoffRequest, gate, rereview},
};
use council_testkit::shared_data;
use serde_json::Value;

const PATH: &str = "workspace/demo/handoffs/004-council-review.md";

fn project() -> ProjectName {
    ProjectName::new("demo").unwrap()
}

/// A review that passes the gate, with these words wherever someone's words stand.
fn saying(words: &str) -> Handoff {
    let line = CleanLine::new(words).unwrap_or_else(|| CleanLine::new("nothing").unwrap());
    let prose = Prose::new(&format!("{words}\n\n{words}"));
    let at = "2026-03-03T10:00:00Z".parse().unwrap();
    let act = HumanAct { by: line.clone(), at, shown: "6a0f".to_owned() };
    let finding = PanelFinding {
        severity: Some(Severity::Note),
        certainty: Some(StatedCertainty::High),
        text: line.clone(),
        quote: Some(line.clone()),
        recommendation: Some(line.clone()),
    };
    let review = |seat| SeatReview {
        biases: vec![line.clone()],
        rating: Some(Rating::Approved),
        findings: vec![finding.clone()],
        endorsements: vec![line.clone()],
        examined: vec![ExaminedSections { sections: line.clone(), questions: line.clone() }],
        summary: prose.clone(),
        ..SeatReview::new(seat)
    };
    let row =
        |seat| SeatRating { seat, rating: Some(Rating::Approved), concern: Some(line.clone()) };
    let core = PanelSeat::core().to_vec();
    let reviewers: Vec<_> = core.iter().cloned().chain([PanelSeat::chair()]).collect();
    Handoff {
        front: Some(Front {
            project: Some(project()),
            number: Some(ReviewNumber::FIRST),
            date: Some("2026-03-03".parse().unwrap()),
            version: Some(PacketVersion(1)),
            reviewers,
            verdict: Some(Rating::Approved),
            status: Some(HandoffStatus::Accepted),
            ..Front::new()
        }),
        reviews: core.iter().cloned().map(review).collect(),
        synthesis: Some(Synthesis {
            reviewers: core.clone(),
            verdict: Some(Rating::Approved),
            consensus: vec![line.clone()],
            conflicts: vec![line.clone()],
            groups: Vec::new(),
            revisions: Tier::ALL
                .map(|tier| RecommendedChange { tier, text: line.clone() })
                .to_vec(),
            stakeholder: vec![line.clone()],
            ratings: core.iter().cloned().map(row).collect(),
            assessment: prose.clone(),
        }),
        decisions: Decisions {
            date: Some("2026-03-03".parse().unwrap()),
            answer: Some(DecisionWord::Accepted),
            accepted: vec![line.clone()],
            rejected: vec![
                Rejection { text: line.clone(), rationale: Some(line.clone()) },
                Rejection { text: line.clone(), rationale: None },
            ],
            notes: prose.clone(),
            acts: vec![act.clone()],
        },
        revisions: RevisionLog {
            before: Some(PacketVersion(1)),
            after: Some(Revised::Version(PacketVersion(2))),
            changes: vec![line.clone()],
            act: Some(act.clone()),
        },
        rereview: Some(ReReview {
            decision: Some(GateDecision::Proceed),
            date: Some("2026-03-03".parse().unwrap()),
            rationale: Some(line.clone()),
            next_scope: Some(line.clone()),
            next_file: Some(line.clone()),
            act: Some(act.clone()),
            acknowledged: Some((act, line.clone())),
        }),
    }
}

/// Checks that words stay words: what is written is read back, in five sections, without a hidden character.
fn stays_words(words: &str) {
    let handoff = saying(words);
    let text = write(&handoff);
    let again = read(PATH, &text).value;
    assert_eq!(again, handoff, "{words:?}");
    assert_eq!(write(&again), text, "{words:?}");
    let outline = markdown::outline(&text);
    assert_eq!(outline.walk().iter().filter(|section| section.level <= 2).count(), 6, "{words:?}");
    assert!(!text.chars().any(|c| c != '\n' && clean::is_hidden(c)), "{words:?}");
}

/// Returns every text in a JSON value.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(entries) => entries.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[test]
fn what_takes_over_terminals_and_pages_stays_words() {
    let Some(path) = shared_data("hostile/terminal/output_injection.json") else {
        return;
    };
    let data: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let values = data["values"].as_array().unwrap();
    assert!(!values.is_empty());
    for value in values {
        stays_words(value.as_str().unwrap());
    }
}

#[test]
fn public_attack_strings_stay_words() {
    let Some(folder) = shared_data("injection/public") else {
        return;
    };
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let words: Vec<String> = match path.extension().and_then(|one| one.to_str()) {
            Some("json") => texts(&serde_json::from_str(&text).unwrap()),
            Some("jsonl") => {
                let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
                lines.flat_map(|value: Value| texts(&value["attack"])).collect()
            }
            _ => text.lines().map(str::to_owned).collect(),
        };
        seen += words.len();
        for words in &words {
            stays_words(words);
        }
    }
    assert!(seen > 500, "{seen}");
}

/// Returns a repository with this as its only review.
fn repo(bytes: &[u8]) -> (tempfile::TempDir, Repo) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(PATH);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
    let repo = Repo::open(folder.path()).unwrap();
    (folder, repo)
}

/// Returns whether the handoff gate and the re-review gate let this text pass as the only review.
fn gates(text: &str) -> (bool, bool) {
    let (_folder, repo) = repo(text.as_bytes());
    let request = HandoffRequest::new(project(), jiff::civil::Date::constant(2026, 3, 3));
    let tasks = gate(&repo, &request).unwrap().answer.outcome;
    let next = rereview(&repo, &project()).unwrap().answer.outcome;
    let passes = |outcome: Outcome| outcome.exit_code() == 0;
    (passes(tasks), passes(next))
}

#[test]
fn hostile_front_matter_never_passes() {
    let Some(folder) = shared_data("hostile/frontmatter") else {
        return;
    };
    let whole = write(&saying("fine"));
    let (_, body) = whole.split_once("\n---\n").unwrap();
    let (reviews, chaired) = body.split_once("## Council Chair Synthesis").unwrap();
    let (_, decisions) = chaired.split_once("## User Decisions").unwrap();
    let unchaired = format!("{reviews}## User Decisions{decisions}");
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Value = serde_json::from_str(&index).unwrap();
    let cases = index.as_array().unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let name = case["file"].as_str().unwrap();
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(gates(&text), (false, false), "{name}");
        // The same with the rest of a review below it, so that only the trick itself can stop it. What is a matter of
        // policy is unambiguous to us and may pass then; the chair is of no concern to the re-review gate.
        let with_body = match (name, case["expect"].as_str()) {
            (_, Some("policy")) => continue,
            ("section-in-html-comment.md", _) => gates(&format!("{text}\n{unchaired}")).0,
            _ => gates(&format!("{text}\n{body}")) != (false, false),
        };
        assert!(!with_body, "{name} with a body");
    }
}

#[test]
fn what_we_write_passes_our_own_gates() {
    assert_eq!(gates(&write(&saying("fine"))), (true, true));
}

#[test]
fn a_review_that_is_no_text_is_a_failure_and_not_a_decision() {
    for bytes in [b"---\n\xff".as_slice(), b"---\n\0", &vec![b'a'; 5 * 1024 * 1024]] {
        let (_folder, repo) = repo(bytes);
        let request = HandoffRequest::new(project(), jiff::civil::Date::constant(2026, 3, 3));
        assert!(gate(&repo, &request).is_err());
        assert!(rereview(&repo, &project()).is_err());
    }
}

#[cfg(unix)]
#[test]
fn a_review_that_leads_out_of_the_repository_is_a_failure() {
    let (folder, repo) = repo(write(&saying("fine")).as_bytes());
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("review.md");
    fs::write(&target, "elsewhere").unwrap();
    let link = folder.path().join(PATH.replace(".md", "-r2.md"));
    std::os::unix::fs::symlink(target, link).unwrap();
    let request = HandoffRequest::new(project(), jiff::civil::Date::constant(2026, 3, 3));
    assert!(gate(&repo, &request).is_err());
    assert!(rereview(&repo, &project()).is_err());
}
