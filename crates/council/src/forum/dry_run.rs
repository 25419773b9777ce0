//! What a round would ask and could cost, before anybody is asked.

use std::time::Duration;

use council_core::{
    flow::{Effect, Moment},
    forum::{Hearing, Style},
    gate::Outcome,
};
use council_engine::Fold;
use council_formats::report::Report;
use council_prompts::{forum::render, prompt::Prompt};
use council_store::Repo;
use jiff::Timestamp;
use serde_json::json;

use super::{ForumError, Request, Room, Sitting, convene::prepare};

/// How many tokens an answer may have, at most, in an estimate.
const ANSWER: u64 = 1_000;

/// Makes the report of a round that nobody has held. Nothing is written.
pub fn dry_run(repo: &Repo, request: &Request, at: Timestamp) -> Result<Report, ForumError> {
    let room = Room::find(repo, &request.project)?;
    let moment = Moment { at, active: Duration::ZERO };
    let opened = prepare(repo, request, &room, moment)?;
    let packet = std::sync::Arc::new(opened.source.read().value);
    let (fold, effects) = Fold::<Sitting>::open(opened, packet)?;
    let opened = fold.opened().clone();
    let opening = &opened.opening;
    let fence = opening.content_hash.get(..16).unwrap_or(&opening.content_hash);
    let roles = opening.roles();
    let first = effects.iter().find_map(|effect| match effect {
        Effect::Ask(ask) => {
            let definition = roles.of(ask.seat.id.role()).text();
            Some((ask.seat.to_string(), render(fold.packet(), ask, definition, fence)))
        }
        Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
    });
    let (owners, advocates) = (opening.owners.len(), opening.advocates.len());
    let drafts = if opening.hearing == Hearing::Blind { owners } else { 0 };
    let answers = if opening.style == Style::Full { owners + advocates } else { 0 };
    let calls = drafts + owners + advocates + answers;
    // Every call is told what came before it, so the estimate grows with each.
    let base = first.as_ref().map_or(0, |(_, prompt)| prompt.tokens());
    let count = u64::try_from(calls).unwrap_or(u64::MAX);
    let heard = count.saturating_mul(count.saturating_sub(1)) / 2;
    let whole = (base + ANSWER).saturating_mul(count).saturating_add(ANSWER.saturating_mul(heard));
    let offline = opened.reviewers.values().all(|name| name == "rules");
    let cost = if offline { 0 } else { whole };
    let fits = cost <= opened.policy.budget;
    let headline = if fits { "would be discussed" } else { "does not fit the budget" };
    let outcome = if fits { Outcome::Pass } else { Outcome::Blocked };
    let mut report = Report::new("forum", opening.project.as_str(), outcome, headline);
    report.facts = vec![
        ("asks", format!("{calls}, one after the other, if nobody has to be asked twice")),
        (
            "tokens",
            format!(
                "at most about {whole} if models filled the seats, {cost} with these reviewers"
            ),
        ),
        ("budget", opened.policy.budget.to_string()),
    ];
    report.data.insert("dry_run".to_owned(), json!(true));
    report.data.insert("asks".to_owned(), json!(calls));
    report.data.insert("tokens_estimated".to_owned(), json!(whole));
    report.data.insert("tokens_charged".to_owned(), json!(cost));
    if let Some((seat, Prompt { instructions, packet, question, .. })) = first {
        let page =
            format!("{}: {headline}\n\n── {seat} is asked first ──\n{question}", opening.project);
        report.page = Some(page);
        let first = json!({
            "seat": seat, "instructions": instructions, "packet": packet, "question": question,
        });
        report.data.insert("first_ask".to_owned(), first);
    }
    report.next = vec!["run it again without `--dry-run`".to_owned()];
    Ok(report)
}
