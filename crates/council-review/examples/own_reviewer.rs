//! Holds a review with a reviewer of one's own in a seat: `cargo run -p council-review --example own_reviewer`.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "an example prints and writes a file"
)]

use std::{error::Error, fs};

use council::{Answer, Council, Question, Reviewer, Seat};
use serde_json::json;

const TEXT: &str = "\
# Export

## Requirements

- FR-1: The export shall hold every order of the month.
- FR-2: The export shall be written at the end of the month.
";

/// Looks for one thing and quotes it. A model would be asked with the instructions, the specification and the task.
struct Calendar;

impl Reviewer for Calendar {
    fn name(&self) -> String {
        "calendar".to_owned()
    }

    fn answer<'a>(&'a self, question: &'a Question) -> Answer<'a> {
        Box::pin(async move {
            let sees = question.round == 1 && question.specification.contains(QUOTE);
            let mode = question.modes.first();
            let found = json!({
                "mode": mode,
                "subcategory": "AMBIGUITY",
                "severity": "MAJOR",
                "confidence": 0.9,
                "location": "prd.md#requirements",
                "quote": QUOTE,
                "description": "the end of the month depends on the time zone",
                "remediation": "say whose time zone counts",
            });
            let findings = if sees { vec![found] } else { Vec::new() };
            Ok(json!({ "findings": findings }).to_string())
        })
    }
}

const QUOTE: &str = "The export shall be written at the end of the month.";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("prd.md"), TEXT)?;
    let council = Council::open(folder.path())?.seat(Seat::First, Calendar);
    let review = council.review("prd.md").await?;
    println!("{:?}: {}", review.verdict, review.summary);
    for finding in review.findings {
        println!("  {:?} {}: {}", finding.severity, finding.rule, finding.message);
    }
    Ok(())
}
