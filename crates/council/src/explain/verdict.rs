//! Why a verdict is what it is, and the fewest facts that would change it.

use std::cmp::Reverse;

use council_core::{
    council::CouncilRecord,
    counterfactual::{DecisiveFact, FactChange, Needed, Otherwise, milder, stricter},
    verdict::{Verdict, VerdictFacts, judge},
};
use council_formats::report::sheet::{Sheet, SheetItem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{decide, review, sessions::StoredSession, words};

/// The most things that are named one by one.
const MOST: usize = 12;

/// Sets the explanation of a verdict as a page.
pub(super) fn sheet(kept: &StoredSession) -> Sheet {
    let StoredSession::Folded(folded) = kept else {
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
    let decisive = judgement.decisive().map(|reason| SheetItem::plain(reason.ground.to_string()));
    let decisive: Vec<SheetItem> = decisive.collect();
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
            SheetItem::named(
                one.id.clone(),
                format!("voted down; confirmed, it {}", ends(one.verdict)),
            )
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
    reasons: Vec<ExplainedReasonKeys>,
    /// What would have to change for a milder verdict.
    milder: Vec<StepKeys>,
    /// What was voted down and would have made it stricter.
    stricter: Vec<UpheldKeys>,
}

/// What speaks for a verdict.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reason")]
struct ExplainedReasonKeys {
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
pub(super) fn keys(kept: &StoredSession) -> VerdictKeys {
    let because = match kept {
        StoredSession::Folded(folded) => weighed(&folded.record).map(|facts| because(&facts)),
        StoredSession::Recorded(_) => None,
    };
    VerdictKeys { session_id: kept.id(), verdict: kept.verdict().map(Verdict::word), because }
}

fn because(facts: &VerdictFacts) -> BecauseKeys {
    let judgement = judge(facts);
    let reasons = judgement.reasons.iter().map(|reason| ExplainedReasonKeys {
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
        DecisiveFact::Course => ("course", None),
        DecisiveFact::Gate(id) => ("gate", Some(id.clone())),
        DecisiveFact::Finding(id) => ("finding", Some(id.clone())),
    };
    NeededKeys { kind, id, ways: needed.ways.iter().map(|way| way.word()).collect() }
}

/// Returns what the verdict rests on, the gravest finding first: that is where a reader begins.
fn weighed(record: &CouncilRecord) -> Option<VerdictFacts> {
    let mut facts = record.facts()?;
    facts.findings.sort_by_key(|finding| Reverse(finding.severity));
    Some(facts)
}

fn step(record: &CouncilRecord, otherwise: &Otherwise, sheet: &mut Sheet) {
    let number = otherwise.needed.len();
    sheet.heading(format!(
        "To end with “{}”: {number} to change",
        words::verdict(otherwise.verdict)
    ));
    let items = otherwise.needed.iter().map(|needed| {
        let (name, said) = match &needed.subject {
            DecisiveFact::Course => ("the review".to_owned(), course(record)),
            DecisiveFact::Gate(id) => (id.clone(), "has blockers or majors".to_owned()),
            DecisiveFact::Finding(id) => (id.clone(), described(record, id)),
        };
        let ways: Vec<String> = needed.ways.iter().map(FactChange::to_string).collect();
        let item = SheetItem::named(name, said).fact("if", ways.join(", or "));
        match command(record, needed) {
            Some(command) => item.fact("with", command),
            None => item,
        }
    });
    let mut items: Vec<SheetItem> = items.collect();
    if number > MOST {
        items = shortened(items);
    }
    sheet.items(items);
    if number > 1 {
        sheet.prose("All of this has to change, and nothing less is enough.");
    }
}

/// Returns the command by which a human changes what is needed, if one can.
fn command(record: &CouncilRecord, needed: &Needed) -> Option<String> {
    let ruling = needed.ways.iter().find_map(|way| match way {
        FactChange::Accept => Some("--accept-risk"),
        FactChange::Waive => Some("--waive"),
        FactChange::Dismiss => Some("--dismiss"),
        FactChange::Agree | FactChange::Verify | FactChange::Mend | FactChange::ReviewAgain => None,
    })?;
    let ids = match &needed.subject {
        DecisiveFact::Course => return None,
        DecisiveFact::Gate(id) => decide::at_gate(record, id).join(","),
        DecisiveFact::Finding(id) => {
            let finding = record.findings.iter().find(|finding| finding.id().to_string() == *id);
            finding.map_or_else(|| id.clone(), |finding| finding.short_id().to_string())
        }
    };
    let until = if ruling == "--waive" { " --until YYYY-MM-DD" } else { "" };
    let owner = if ruling == "--dismiss" { "" } else { " --owner NAME" };
    let session = &record.opening.id;
    Some(format!("`council decide {session} {ruling} \"{ids}: REASON\"{owner}{until} --by NAME`"))
}

fn course(record: &CouncilRecord) -> String {
    if !record.lost.is_empty() {
        return "a seat was lost".to_owned();
    }
    words::state(record)
}

fn described(record: &CouncilRecord, id: &str) -> String {
    let finding = record.findings.iter().find(|finding| finding.id().to_string() == id);
    finding.map_or_else(String::new, |finding| {
        format!("{}: {}", finding.severity().word(), words::brief(&finding.claim().description))
    })
}

fn ends(verdict: Verdict) -> String {
    format!("would have ended with “{}”", words::verdict(verdict))
}

fn shortened(mut items: Vec<SheetItem>) -> Vec<SheetItem> {
    if items.len() > MOST {
        let more = items.len() - MOST;
        items.truncate(MOST);
        items.push(SheetItem::plain(format!("and {more} more")));
    }
    items
}
