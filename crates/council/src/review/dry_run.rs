//! What a review would ask and could cost, before anybody is asked.

use std::fmt::Write as _;

use council_core::{council::Effect, gate::Outcome};
use council_engine::Fold;
use council_formats::report::Report;
use council_prompts::prompt::{self, Prompt};
use serde_json::json;

use super::{Prepared, ReviewError};

/// How many tokens a seat's answer may have, at most, in an estimate.
const ANSWER: u64 = 2_000;

/// Makes the report of a review that nobody has run.
pub fn dry_run(prepared: Prepared) -> Result<Report, ReviewError> {
    let (fold, effects) = Fold::open(prepared.opened, prepared.packet)?;
    let opened = fold.opened().clone();
    let opening = &opened.opening;
    let fence = opening.content_hash.get(..16).unwrap_or(&opening.content_hash);
    let asks: Vec<(String, Prompt)> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Ask(ask) => {
                Some((ask.seat.to_string(), prompt::render(fold.packet(), opening, ask, fence)))
            }
            Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
        })
        .collect();
    let wave: u64 = asks.iter().map(|(_, prompt)| prompt.tokens() + ANSWER).sum();
    let whole = wave.saturating_mul(u64::from(opening.depth.rounds()));
    let offline = opened.reviewers.values().all(|name| name == "rules");
    let cost = if offline { 0 } else { whole };
    let fits = cost <= opened.policy.budget;
    let headline = if fits { "would be reviewed" } else { "does not fit the budget" };
    let outcome = if fits { Outcome::Pass } else { Outcome::Blocked };
    let mut report = Report::new("review", opening.packet.to_string(), outcome, headline);
    report.facts = vec![
        ("depth", opening.depth.word().to_ascii_lowercase()),
        ("asks", format!("{} in each of {} rounds, at most", asks.len(), opening.depth.rounds())),
        (
            "tokens",
            format!("about {whole} if models filled the seats, {cost} with these reviewers"),
        ),
        ("budget", opened.policy.budget.to_string()),
    ];
    let mut page = format!("{}: {headline}\n\n", opening.packet);
    for (seat, prompt) in &asks {
        let _ = writeln!(page, "── {seat}, about {} tokens ──", prompt.tokens());
        let _ = writeln!(page, "{}", prompt.question);
    }
    report.data.insert("dry_run".to_owned(), json!(true));
    report.data.insert("tokens_estimated".to_owned(), json!(whole));
    report.data.insert("tokens_charged".to_owned(), json!(cost));
    report.data.insert(
        "asks".to_owned(),
        asks.iter()
            .map(|(seat, prompt)| {
                json!({
                    "seat": seat,
                    "tokens_estimated": prompt.tokens(),
                    "instructions": prompt.instructions,
                    "packet": prompt.packet,
                    "question": prompt.question,
                })
            })
            .collect(),
    );
    report.next = vec!["run it again without `--dry-run`".to_owned()];
    report.page = Some(page);
    Ok(report)
}
