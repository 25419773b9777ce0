//! The report of a session that nobody has held.

use std::fmt::{Display, Write as _};

use council_core::gate::Outcome;
use council_formats::report::Report;
use council_llm::{Money, PRICES_AS_OF};
use serde_json::json;

use super::Estimate;

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
    report.data.insert("dry_run".to_owned(), json!(true));
    report.data.insert("tokens_estimated".to_owned(), json!(whole));
    report.data.insert("tokens_charged".to_owned(), json!(tokens));
    let nanodollars = estimate.money().ok().map(|money| money.0);
    report.data.insert("nanodollars".to_owned(), json!(nanodollars));
    let asks = estimate.asks.iter().map(|(seat, prompt)| {
        json!({
            "seat": seat.to_string(),
            "tokens_estimated": prompt.tokens(),
            "instructions": prompt.instructions,
            "packet": prompt.packet,
            "role": prompt.role,
            "question": prompt.question,
        })
    });
    report.data.insert("asks".to_owned(), asks.collect());
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
