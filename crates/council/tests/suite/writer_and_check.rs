//! What the writer writes, the check accepts: every session that a scenario plays is valid in both its files.
#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "what a test cannot read has failed"
)]

use std::collections::BTreeSet;

use council_app::{
    core::{
        diagnostic::{Diagnostic, Level},
        tree::{Node, TreeEntry, Value as Tree},
    },
    formats::{artifact, session, yaml},
};
use council_testkit::{
    harness, repo_root,
    scenario::{Action, Page},
    script,
};
use serde_json::Value;

/// Plays every scripted session of every page; returns what each gave, with the page and line it stands at.
fn played() -> Vec<(String, Value)> {
    let (_, play) = script::KINDS.iter().find(|(kind, _)| *kind == "session").unwrap();
    let mut played = Vec::new();
    for found in harness::pages(repo_root()) {
        let page = Page::parse(&found.path, &found.text()).unwrap();
        for step in page.scenarios.iter().flat_map(|scenario| &scenario.steps) {
            if let Action::Script { kind, text } = &step.action
                && kind == "session"
            {
                played.push((format!("{}:{}", found.path, step.line), play(text).unwrap()));
            }
        }
    }
    assert!(!played.is_empty());
    played
}

fn errors(diagnostics: Vec<Diagnostic>) -> Vec<String> {
    let wrong = diagnostics.into_iter().filter(|noticed| noticed.level == Level::Error);
    wrong
        .map(|noticed| format!("{}: {} ({})", noticed.code, noticed.message, noticed.place))
        .collect()
}

#[test]
fn every_session_that_is_played_is_valid() {
    for (place, given) in played() {
        let text = given["yaml"].as_str().unwrap();
        let tree = artifact::tree("s.yaml", text).unwrap().value;
        assert!(artifact::is_exact(&tree), "{place}");
        assert_eq!(errors(artifact::check_session("s.yaml", &tree)), [""; 0], "{place}\n{text}");
    }
}

#[test]
fn every_bundle_that_is_played_is_valid() {
    for (place, given) in played().into_iter().filter(|(_, given)| !given["bundle"].is_null()) {
        let text = format!("{:#}", given["bundle"]);
        let tree = artifact::tree("b.json", &text).unwrap().value;
        assert!(artifact::is_exact(&tree), "{place}");
        assert_eq!(errors(artifact::check_bundle("b.json", &tree)), [""; 0], "{place}\n{text}");
    }
}

/// Returns every tree that lacks one key of a tree, with the key.
fn without_one(node: &Node) -> Vec<(String, Node)> {
    let mut changed = Vec::new();
    match &node.value {
        Tree::Map(entries) => {
            for at in 0..entries.len() {
                let mut rest = entries.clone();
                let TreeEntry { key, node: below } = rest.remove(at);
                changed.push((key.clone(), Node { value: Tree::Map(rest), line: node.line }));
                for (key_below, below) in without_one(&below) {
                    let mut kept = entries.clone();
                    kept[at] = TreeEntry { key: key.clone(), node: below };
                    changed.push((key_below, Node { value: Tree::Map(kept), line: node.line }));
                }
            }
        }
        Tree::List(items) => {
            for (at, item) in items.iter().enumerate() {
                for (key, below) in without_one(item) {
                    let mut kept = items.clone();
                    kept[at] = below;
                    changed.push((key, Node { value: Tree::List(kept), line: node.line }));
                }
            }
        }
        Tree::Null | Tree::Bool(_) | Tree::Int(_) | Tree::Float(_) | Tree::Text(_) => {}
    }
    changed
}

/// A session with everything in it: a vision, a merged finding, a dispute, votes on both questions.
const SCRIPT: &str = "
vision: {title: Lighthouse, oath: we keep the light, phases: [Harbour, Open sea]}
events:
  - seat: SA-1
    raises: [{quote: must be fast, severity: MAJOR}]
    north_star: {oath: true, phases: {1: [0.5, 0.5, 0.5], 2: [0, 0, 1]}, recommends: Write the bound down}
  - seat: SA-2
    raises: [{quote: kept for ever, severity: MINOR}]
    asks: [Who pays for the archive?]
    north_star: {oath: true, phases: {1: [0.5, 0.5, 0.5], 2: [0, 0, 1]}}
  - seat: SA-3
    raises: [{quote: kept for ever, severity: MINOR}]
    north_star: {oath: true, phases: {1: [0.5, 0.5, 0.5], 2: [0, 0, 1]}}
  - {seat: SA-2, thinks: {1: {holds: MAJOR, why: no number}}, proposes: {1: {text: under two seconds}}}
  - {seat: SA-3, thinks: {1: {why: the service level bounds it}}}
  - rest: silent
  - {seat: SA-1, votes: {1: {vote: SUPPORT, why: no number}}, mends: {1: {vote: SUPPORT, why: good}}}
  - {seat: SA-2, votes: {1: {vote: SUPPORT, why: no number}}, mends: {1: {vote: SUPPORT, why: good}}}
  - {seat: SA-3, votes: {1: {vote: OPPOSE, why: bounded elsewhere}}}
";

/// Keys that can be absent somewhere: what our writer adds to the contract, and what is null where nothing is to be said.
const OPTIONAL: &str = "\
    abort_reason agent_id alternative_remediations argument arguments_against arguments_for assessed_at assessments assessor category complete confidence \
    consensus_candidates \
    constraint_relaxations content_hash contested_items_resolved convergence_targets cycles_asked \
    degraded_mode dismissed_findings escalated_findings escalation_target excludes_others gates lost_agents \
    merged_from mode_categories_present note_id note_ref oath_affirmed oath_hash onboarding_notes \
    onboarding_refs overlap_with_other_agents partial_findings phase_1 phase_2 phase_consensus phase_variances \
    prd_affinity_signals prd_version protocol_version quarantined_findings question quote rationale \
    recommended_deemphasis recurrence_signature related_findings remediation_proposals resolution review_depth role_derivation \
    secondary_phase_alignment selection_score selection_timestamp severity source_mode state title tokens_consumed tool_version \
    unconfirmed_findings vision_hash votes warnings";

#[test]
fn no_key_of_the_contract_can_be_left_out_unnoticed() {
    let (_, play) = script::KINDS.iter().find(|(kind, _)| *kind == "session").unwrap();
    let text = yaml::write(&play(SCRIPT).unwrap()["session"]).unwrap();
    let tree = artifact::tree("s.yaml", &text).unwrap().value;
    assert_eq!(errors(artifact::check_session("s.yaml", &tree)), [""; 0]);
    let noticed = |tree: &Node| !errors(artifact::check_session("s.yaml", tree)).is_empty();
    let changed = without_one(&tree).into_iter();
    let unnoticed = changed.filter(|(_, tree)| !noticed(tree)).map(|(key, _)| key);
    let unnoticed: BTreeSet<String> = unnoticed.collect();
    assert_eq!(unnoticed, OPTIONAL.split(' ').map(str::to_owned).collect());
}

/// What an entry takes from an earlier one of the same finding where it does not say so itself, and what a cycle leaves
/// out where no seat has looked at the vision.
const INHERITED: &str =
    "dissent_rationale dissenting_agents north_star_assessment remediation supporting_agents";

#[test]
fn no_key_of_a_file_that_says_a_thing_once_can_be_left_out_unnoticed() {
    let (_, play) = script::KINDS.iter().find(|(kind, _)| *kind == "session").unwrap();
    let played = play(SCRIPT).unwrap();
    let file = yaml::read("s.yaml", played["yaml"].as_str().unwrap()).unwrap();
    let noticed =
        |file: &Node| !errors(artifact::check_session("s.yaml", &session::expand(file))).is_empty();
    assert!(!noticed(&file));
    let unnoticed: BTreeSet<String> = without_one(&file)
        .into_iter()
        .filter(|(_, file)| !noticed(file))
        .map(|(key, _)| key)
        .filter(|key| !OPTIONAL.split(' ').any(|known| known == key))
        .collect();
    assert_eq!(unnoticed, INHERITED.split(' ').map(str::to_owned).collect());
}
