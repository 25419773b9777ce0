//! Why a verdict is what it is, and the fewest facts that would change it.

use std::cmp::Reverse;

use council_core::{
    council::Record,
    counterfactual::{Needed, Otherwise, Subject, Way, milder, stricter},
    verdict::{Facts, Verdict, judge},
};
use council_formats::report::sheet::{Item, Sheet};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{decide, review, sessions::Kept, words};

/// The most things that are named one by one.
const MOST: usize = 12;

/// Sets the explanation of a verdict as a page.
pub(super) fn sheet(kept: &Kept) -> Sheet {
    let Kept::Folded(folded) = kept else {
        let verdict = kept.verdict().map_or("no certain verdict", words::verdict);
        let mut sheet = Sheet::new(format!("{}: {verdict}", kept.id()));
        sheet.prose("There is no journal, so the verdict cannot be computed again: it is what the record says.");
        return sheet;
    };
    let record = &folded.record;
    let headline = review::headline(record, folded.reviewed.stop);
    let mut sheet = Sheet::new(format!("{}: {headline}", record.opening.id));
    let Some(facts) = weighed(record) else {
        sheet.prose("The session has not ended, so there is no verdict yet.");
        return sheet;
    };
    let judgement = judge(&facts);
    sheet.heading("What decided it");
    let decisive = judgement.decisive().map(|reason| Item::plain(reason.ground.to_string()));
    let decisive: Vec<Item> = decisive.collect();
    if decisive.is_empty() {
        sheet.prose("Nothing is left to say.");
    }
    sheet.items(shortened(decisive));
    for otherwise in milder(&facts) {
        step(record, &otherwise, &mut sheet);
    }
    let upheld = stricter(&facts);
    if !upheld.is_empty() {
        sheet.heading("What would have made it stricter");
        let item = |one: &council_core::counterfactual::Upheld| {
            let said = described(record, &one.id);
            Item::named(one.id.clone(), format!("voted down; confirmed, it {}", ends(one.verdict)))
                .fact("says", said)
        };
        sheet.items(shortened(upheld.iter().map(item).collect()));
    }
    sheet
}

/// Why a verdict is what it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerdictKeys {
    session_id: String,
    verdict: Option<&'static str>,
    #[serde(flatten)]
    because: Option<BecauseKeys>,
}

/// What a verdict rests on; only where there is a journal.
#[derive(Debug, Serialize, JsonSchema)]
struct BecauseKeys {
    reasons: Vec<ReasonKeys>,
    /// What would have to change for a milder verdict.
    milder: Vec<StepKeys>,
    /// What was voted down and would have made it stricter.
    stricter: Vec<UpheldKeys>,
}

/// What speaks for a verdict.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reason")]
struct ReasonKeys {
    verdict: &'static str,
    ground: String,
    /// Whether it decides, or weighs less than what does.
    decides: bool,
}

/// What a milder verdict needs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Milder")]
struct StepKeys {
    verdict: &'static str,
    needed: Vec<NeededKeys>,
}

/// What would have to change.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Needed")]
struct NeededKeys {
    /// `course`, `gate` or `finding`.
    kind: &'static str,
    id: Option<String>,
    /// How it could.
    ways: Vec<&'static str>,
}

/// What was voted down.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Upheld")]
struct UpheldKeys {
    finding_id: String,
    /// The verdict if it had been confirmed.
    verdict: &'static str,
}

/// Returns the explanation of a verdict.
pub(super) fn keys(kept: &Kept) -> VerdictKeys {
    let because = match kept {
        Kept::Folded(folded) => weighed(&folded.record).map(|facts| because(&facts)),
        Kept::Recorded(_) => None,
    };
    VerdictKeys { session_id: kept.id(), verdict: kept.verdict().map(Verdict::word), because }
}

fn because(facts: &Facts) -> BecauseKeys {
    let judgement = judge(facts);
    let reasons = judgement.reasons.iter().map(|reason| ReasonKeys {
        verdict: reason.verdict.word(),
        ground: reason.ground.to_string(),
        decides: reason.verdict == judgement.verdict,
    });
    let steps = milder(facts);
    let steps = steps.iter().map(|step| StepKeys {
        verdict: step.verdict.word(),
        needed: step.needed.iter().map(needed).collect(),
    });
    let upheld = stricter(facts);
    let upheld = upheld
        .iter()
        .map(|one| UpheldKeys { finding_id: one.id.clone(), verdict: one.verdict.word() });
    BecauseKeys { reasons: reasons.collect(), milder: steps.collect(), stricter: upheld.collect() }
}

fn needed(needed: &Needed) -> NeededKeys {
    let (kind, id) = match &needed.subject {
        Subject::Course => ("course", None),
        Subject::Gate(id) => ("gate", Some(id.clone())),
        Subject::Finding(id) => ("finding", Some(id.clone())),
    };
    NeededKeys { kind, id, ways: needed.ways.iter().map(|way| way.word()).collect() }
}

/// Returns what the verdict rests on, the gravest finding first: that is where a reader begins.
fn weighed(record: &Record) -> Option<Facts> {
    let mut facts = record.facts()?;
    facts.findings.sort_by_key(|finding| Reverse(finding.severity));
    Some(facts)
}

fn step(record: &Record, otherwise: &Otherwise, sheet: &mut Sheet) {
    let number = otherwise.needed.len();
    sheet.heading(format!(
        "To end with “{}”: {number} to change",
        words::verdict(otherwise.verdict)
    ));
    let items = otherwise.needed.iter().map(|needed| {
        let (name, said) = match &needed.subject {
            Subject::Course => ("the review".to_owned(), course(record)),
            Subject::Gate(id) => (id.clone(), "has blockers or majors".to_owned()),
            Subject::Finding(id) => (id.clone(), described(record, id)),
        };
        let ways: Vec<String> = needed.ways.iter().map(Way::to_string).collect();
        let item = Item::named(name, said).fact("if", ways.join(", or "));
        match command(record, needed) {
            Some(command) => item.fact("with", command),
            None => item,
        }
    });
    let mut items: Vec<Item> = items.collect();
    if number > MOST {
        items = shortened(items);
    }
    sheet.items(items);
    if number > 1 {
        sheet.prose("All of this has to change, and nothing less is enough.");
    }
}

/// Returns the command by which a human changes what is needed, if one can.
fn command(record: &Record, needed: &Needed) -> Option<String> {
    let ruling = needed.ways.iter().find_map(|way| match way {
        Way::Accept => Some("--accept-risk"),
        Way::Waive => Some("--waive"),
        Way::Dismiss => Some("--dismiss"),
        Way::Agree | Way::Verify | Way::Mend | Way::ReviewAgain => None,
    })?;
    let ids = match &needed.subject {
        Subject::Course => return None,
        Subject::Gate(id) => decide::at_gate(record, id).join(","),
        Subject::Finding(id) => {
            let finding = record.findings.iter().find(|finding| finding.id().to_string() == *id);
            finding.map_or_else(|| id.clone(), |finding| finding.short_id().to_string())
        }
    };
    let until = if ruling == "--waive" { " --until YYYY-MM-DD" } else { "" };
    let owner = if ruling == "--dismiss" { "" } else { " --owner NAME" };
    let session = &record.opening.id;
    Some(format!("`council decide {session} {ruling} \"{ids}: REASON\"{owner}{until} --by NAME`"))
}

fn course(record: &Record) -> String {
    if !record.lost.is_empty() {
        return "a seat was lost".to_owned();
    }
    words::state(record)
}

fn described(record: &Record, id: &str) -> String {
    let finding = record.findings.iter().find(|finding| finding.id().to_string() == id);
    finding.map_or_else(String::new, |finding| {
        format!("{}: {}", finding.severity().word(), words::brief(&finding.claim().description))
    })
}

fn ends(verdict: Verdict) -> String {
    format!("would have ended with “{}”", words::verdict(verdict))
}

fn shortened(mut items: Vec<Item>) -> Vec<Item> {
    if items.len() > MOST {
        let more = items.len() - MOST;
        items.truncate(MOST);
        items.push(Item::plain(format!("and {more} more")));
    }
    items
}
