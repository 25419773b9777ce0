//! The report of a session that nobody has held.

use std::fmt::{Display, Write as _};

use council_core::gate::Outcome;
use council_formats::report::{Data, Report};
use council_llm::{Money, PRICES_AS_OF};
use schemars::JsonSchema;
use serde::Serialize;

use super::Estimate;

/// What is said in JSON of a session that nobody has held.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DryRunKeys {
    /// Always `true`.
    dry_run: bool,
    /// The most that it could take if models filled the seats.
    tokens_estimated: u64,
    /// The most that it could take with these reviewers.
    tokens_charged: u64,
    /// The most that it could cost, in billionths of a dollar; none where a price is unknown.
    nanodollars: Option<u64>,
    /// What would be asked first.
    asks: Vec<DryRunAskKeys>,
}

/// A question.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ask")]
struct DryRunAskKeys {
    seat: String,
    tokens_estimated: u64,
    instructions: String,
    packet: String,
    role: String,
    question: String,
}

/// Says what a session would ask, in how many waves, and what it can cost.
pub(crate) fn dry_run<S: Ord + Display>(
    command: &'static str,
    subject: &str,
    facts: Vec<(&'static str, String)>,
    estimate: &Estimate<S>,
) -> Report {
    let (outcome, headline) = if estimate.fits() {
        (Outcome::Pass, "would be reviewed")
    } else {
        (Outcome::Blocked, "does not fit the budget")
    };
    let mut report = Report::new(command, subject, outcome, headline);
    let (whole, tokens) = (estimate.whole, estimate.tokens());
    report.facts = facts;
    report.facts.extend([
        (
            "tokens",
            format!("at most {whole} if models filled the seats, {tokens} with these reviewers"),
        ),
        ("budget", estimate.budget.to_string()),
        ("money", money(estimate.money())),
    ]);
    let mut page = format!("{subject}: {headline}\n\n");
    for (name, value) in &report.facts {
        let _ = writeln!(page, "  {name:<8} {value}");
    }
    for (seat, prompt) in &estimate.asks {
        let _ = write!(page, "\n── {seat}, about {} tokens ──\n", prompt.tokens());
        let _ = write!(page, "{}{}", prompt.role, prompt.question);
    }
    let asks = estimate.asks.iter().map(|(seat, prompt)| DryRunAskKeys {
        seat: seat.to_string(),
        tokens_estimated: prompt.tokens(),
        instructions: prompt.instructions.clone(),
        packet: prompt.packet.clone(),
        role: prompt.role.clone(),
        question: prompt.question.clone(),
    });
    report.data = Data::of(&DryRunKeys {
        dry_run: true,
        tokens_estimated: whole,
        tokens_charged: tokens,
        nanodollars: estimate.money().ok().map(|money| money.0),
        asks: asks.collect(),
    });
    report.next = vec!["run it again without `--dry-run`".to_owned()];
    report.page = Some(page);
    report
}

/// Says what something can cost.
pub(crate) fn money(most: Result<Money, Vec<String>>) -> String {
    match most {
        Ok(Money(0)) => "none".to_owned(),
        Ok(most) => {
            format!("at most {most} at the prices of {PRICES_AS_OF} and of your `config.toml`")
        }
        Err(unknown) => format!("an unknown price ({})", unknown.join(", ")),
    }
}
