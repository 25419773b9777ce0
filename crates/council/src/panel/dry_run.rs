//! What a panel would ask and could cost, before anybody is asked.

use std::fmt::Write as _;

use council_core::{
    flow::{Effect, Moment},
    gate::Outcome,
};
use council_engine::Fold;
use council_formats::report::Report;
use council_prompts::{panel::render, prompt::Prompt};
use council_store::Repo;
use jiff::Timestamp;
use serde_json::json;

use super::{PanelError, Request, convene::prepare};

/// How many tokens an answer may have, at most, in an estimate.
const ANSWER: u64 = 2_000;

/// Makes the report of a panel that nobody has held. Nothing is written.
pub fn dry_run(repo: &Repo, request: &Request, at: Timestamp) -> Result<Report, PanelError> {
    let text = repo.read(&request.path)?;
    let moment = Moment { at, active: std::time::Duration::ZERO };
    let opened = prepare(repo, request, None, &text, moment)?;
    let packet = std::sync::Arc::new(opened.source.read().value);
    let (fold, effects) = Fold::<super::Meeting>::open(opened, packet)?;
    let opened = fold.opened().clone();
    let opening = &opened.opening;
    let fence = opening.content_hash.get(..16).unwrap_or(&opening.content_hash);
    let asks: Vec<(String, Prompt)> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Ask(ask) => Some((ask.seat.to_string(), render(fold.packet(), ask, fence))),
            Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
        })
        .collect();
    let seats: u64 = asks.iter().map(|(_, prompt)| prompt.tokens() + ANSWER).sum();
    // The chair is told what the seats say, which is not known yet: at most all of their answers.
    let chair = asks.first().map_or(0, |(_, prompt)| prompt.tokens() + ANSWER)
        + ANSWER.saturating_mul(u64::try_from(asks.len()).unwrap_or(u64::MAX));
    let whole = seats.saturating_add(chair);
    let offline = opened.reviewers.values().all(|name| name == "rules");
    let cost = if offline { 0 } else { whole };
    let fits = cost <= opened.policy.budget;
    let headline = if fits { "would be reviewed" } else { "does not fit the budget" };
    let outcome = if fits { Outcome::Pass } else { Outcome::Blocked };
    let subject = format!("{} {}", opening.project, opening.number);
    let mut report = Report::new("panel", &subject, outcome, headline);
    report.facts = vec![
        ("asks", format!("{} seats at once, then the chair", asks.len())),
        (
            "tokens",
            format!("about {whole} if models filled the seats, {cost} with these reviewers"),
        ),
        ("budget", opened.policy.budget.to_string()),
    ];
    let mut page = format!("{subject}: {headline}\n\n");
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
