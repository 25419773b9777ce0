//! The budget on the wire: counted over all seats, shared out among the rounds, and never exceeded.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// A text that nine questions about it just fit into the usual budget.
fn long() -> String {
    let page =
        |number: usize| format!("The operator reads page {number} of the log and files it.\n\n");
    let pages: String = (0..150).map(page).collect();
    format!("# Export\n\n## Goals\n\nThe export must be fast.\n\n## Log\n\n{pages}")
}

/// Raises one major; of a server that does not say how much an answer took, the most is counted.
fn one_major(heard: &Heard) -> (ProviderFault, Value) {
    let finding = heard.finding("MAJOR", "must be fast", "goals");
    (ProviderFault::NoUsage, json!({"findings": [finding], "questions": []}))
}

/// Rules: 004.aborted.2, 004.limits.4, 004.limits.5, 004.limits.6
#[test]
fn a_council_that_runs_out_of_its_budget_ends_with_what_it_found() {
    let files = [("prd.md", &*long())];
    let args = ["--depth", "council", "--budget", "100000"];
    let held = Held::with(&files, &args, |heard| match heard.round {
        1 => one_major(heard),
        // An answer that breaks off may be billed, so the most that it can cost is counted.
        _ => (ProviderFault::CutAfter(40), Value::Null),
    });
    assert_eq!(held.output.code, 3, "{}", held.output.stdout);
    let outputs = held.shown()["final_outputs"].clone();
    assert_eq!(outputs["verdict"], "ABORTED");
    assert_eq!(outputs["abort_reason"], "BUDGET_EXHAUSTED", "{outputs}");
    assert_eq!(outputs["partial_findings"].as_array().unwrap().len(), 1, "{outputs}");
    assert_eq!(outputs["council_metadata"]["cycles_completed"], 1, "{outputs}");
    let used = outputs["council_metadata"]["budget_consumed_tokens"].as_u64().unwrap();
    assert!((60_000..=100_000).contains(&used), "{used} of all seats together");
    let session = held.shown();
    let cycles = session["cycles"].as_array().unwrap().iter();
    let of_cycles: u64 = cycles.map(|cycle| cycle["tokens_consumed"].as_u64().unwrap()).sum();
    assert_eq!(of_cycles, used);
    let seated = ["review", "prd.md", "--reviewer", "here:model", "--depth", "council"];
    let dry = held.env.run(seated.iter().chain(&["--dry-run"])).stdout;
    assert!(dry.contains("budget   100000"), "unless set otherwise: {dry}");
}

/// Rules: 004.limits.7
#[test]
fn a_round_that_takes_more_than_its_share_is_a_warning() {
    let files = [("prd.md", &*long())];
    let calls = AtomicUsize::new(0);
    let held = Held::with(&files, &["--depth", "standard", "--budget", "100000"], move |heard| {
        // The first of the four calls of each review breaks off and is made again.
        match calls.fetch_add(1, Ordering::SeqCst) % 4 {
            0 => (ProviderFault::CutAfter(40), Value::Null),
            _ => one_major(heard),
        }
    });
    let review = ["review", "prd.md", "--reviewer", "here:model", "--depth", "standard"];
    let told = held.env.run(review.iter().chain(&["--format", "jsonl"])).stdout;
    let warned = told.lines().find(|line| line.contains("\"type\":\"warned\""));
    let warned = warned.unwrap_or_else(|| panic!("nobody is warned: {told}"));
    assert!(warned.contains("more than its share of 35000"), "{warned}");
    assert!(told.contains("\"terminal_state\":\"CONVERGED\""), "it goes on: {told}");
}
