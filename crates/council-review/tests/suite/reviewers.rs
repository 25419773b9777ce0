//! Reviewers that a program brings along: what they find counts if it stands in the text, and nothing else does.

use std::fs;

use council::{Answer, Council, Question, Reviewer, Seat, Severity, Verdict};
use serde_json::json;

const TEXT: &str = "# Export\n\n## Requirements\n\n- FR-1: The export shall hold every order of the month.\n- FR-2: The \
                    export shall name the clerk.\n";

/// Says one thing in the first round.
struct Says {
    quote: &'static str,
}

impl Reviewer for Says {
    fn name(&self) -> String {
        "a test".to_owned()
    }

    fn answer<'a>(&'a self, question: &'a Question) -> Answer<'a> {
        Box::pin(async move {
            assert!(question.specification.contains("The export shall name the clerk."));
            assert!(question.schema.is_object() && !question.task.is_empty());
            let found = json!({
                "mode": question.modes.first(),
                "subcategory": "AMBIGUITY",
                "severity": "MAJOR",
                "confidence": 0.9,
                "location": "prd.md#requirements",
                "quote": self.quote,
                "description": "a clerk has several names",
                "remediation": "say which of them",
            });
            let findings = if question.round == 1 { vec![found] } else { Vec::new() };
            Ok(json!({ "findings": findings }).to_string())
        })
    }
}

struct Gone;

impl Reviewer for Gone {
    fn name(&self) -> String {
        "gone".to_owned()
    }

    fn answer<'a>(&'a self, _question: &'a Question) -> Answer<'a> {
        Box::pin(async { Err("nobody is there".to_owned()) })
    }
}

fn review(convene: impl FnOnce(Council) -> Council) -> (council::Review, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("prd.md"), TEXT).unwrap();
    let council = convene(Council::open(folder.path()).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    (runtime.block_on(council.review("prd.md")).unwrap(), folder)
}

#[test]
fn what_a_reviewer_quotes_is_in_the_review() {
    let own = Says { quote: "The export shall name the clerk." };
    let (review, _folder) = review(|council| council.seat(Seat::First, own));
    let found = review.findings.iter().find(|one| one.message.contains("several names")).unwrap();
    assert_eq!((found.severity, found.line), (Severity::Major, Some(6)));
}

#[test]
fn what_stands_nowhere_is_not() {
    let own = Says { quote: "The export shall name the owner." };
    let (review, _folder) = review(|council| council.seat(Seat::First, own));
    assert!(!review.findings.iter().any(|one| one.message.contains("several names")));
}

#[test]
fn a_council_that_loses_two_seats_is_aborted() {
    let (review, _folder) =
        review(|council| council.seat(Seat::First, Gone).seat(Seat::Second, Gone));
    assert_eq!(review.verdict, Verdict::Aborted);
}

#[test]
fn a_record_is_kept_only_where_it_is_wanted() {
    let (unkept, folder) = review(|council| council);
    assert_eq!(unkept.record, None);
    assert!(!folder.path().join("evidence").exists());
    let (kept, folder) = review(Council::recorded);
    assert!(folder.path().join(kept.record.unwrap()).exists());
}

#[test]
fn a_folder_that_is_not_there_is_an_error_with_its_cause() {
    let error = Council::open("/no/such/folder").unwrap_err();
    assert_eq!(error.to_string(), "failed to open `/no/such/folder`");
    assert!(std::error::Error::source(&error).is_some());
}
