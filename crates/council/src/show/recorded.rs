//! A record without a journal as a page: as much as the file says, and nothing it does not.

use council_core::{severity::Severity, verdict::Verdict};
use council_formats::{
    artifact::{Normalised, normalised},
    report::sheet::{Sheet, SheetItem},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    sessions::{Listed, RecordedSession},
    words,
};

/// Sets a record as a page.
pub(super) fn of(recorded: &RecordedSession) -> Sheet {
    let reading = &recorded.reading;
    let name = reading.session_id.as_ref().unwrap_or(&recorded.path);
    let headline = match (reading.verdict, &reading.raw_verdict) {
        (Some(verdict), _) => words::verdict(verdict).to_owned(),
        (None, Some(raw)) => format!("no certain verdict (it says “{raw}”)"),
        (None, None) => "no verdict".to_owned(),
    };
    let mut sheet = Sheet::new(format!("{name}: {headline}"));
    let findings = recorded.findings();
    facts(recorded, &findings, &mut sheet);
    let steps = Severity::ALL.map(|severity| (Some(severity), severity.word()));
    let unknown = (None, "finding of unknown severity");
    for (severity, word) in steps.into_iter().chain([unknown]) {
        let of = findings.iter().filter(|found| found.severity == severity);
        let items: Vec<SheetItem> = of.map(|found| item(recorded, found)).collect();
        if !items.is_empty() {
            sheet.heading(words::count(items.len(), word));
        }
        sheet.items(items);
    }
    seats(recorded, &mut sheet);
    votes(recorded, &mut sheet);
    let gates = reading.gates.iter().map(|(gate, status)| [gate.clone(), status.clone()]);
    let gates: Vec<[String; 2]> = gates.collect();
    if !gates.is_empty() {
        sheet.heading("Gates");
    }
    sheet.table(["gate", "status"], gates);
    let scores = reading.phase_scores.iter().map(|scores| {
        let scores: Vec<String> = scores
            .iter()
            .map(|score| score.map_or("–".to_owned(), |score| format!("{score:.2}")))
            .collect();
        SheetItem::plain(scores.join("  "))
    });
    let scores: Vec<SheetItem> = scores.collect();
    if !scores.is_empty() {
        sheet.heading("North Star, phase 1 first");
    }
    sheet.items(scores);
    sheet
}

/// What is said of a record without a journal.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordKeys {
    session_id: Option<String>,
    /// What was reviewed.
    packet: Option<String>,
    verdict: Option<&'static str>,
    path: String,
    /// What the record says.
    read: Normalised,
    /// What was noticed while it was read.
    remarks: Vec<RemarkKeys>,
}

/// What was noticed while a record was read.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Remark")]
struct RemarkKeys {
    code: &'static str,
    message: String,
    line: Option<u32>,
}

/// Returns what was read.
pub(super) fn keys(recorded: &RecordedSession) -> RecordKeys {
    let reading = &recorded.reading;
    let remarks = recorded.diagnostics.iter().map(|remark| RemarkKeys {
        code: remark.code,
        message: remark.message.clone(),
        line: remark.place.line,
    });
    RecordKeys {
        session_id: reading.session_id.clone(),
        packet: reading.id.clone(),
        verdict: reading.verdict.map(Verdict::word),
        path: recorded.path.clone(),
        read: normalised(reading),
        remarks: remarks.collect(),
    }
}

fn facts(recorded: &RecordedSession, findings: &[Listed], sheet: &mut Sheet) {
    let reading = &recorded.reading;
    let count = |severity| findings.iter().filter(|one| one.severity == Some(severity)).count();
    let known = [
        ("packet", reading.id.clone()),
        ("when", reading.timestamp.clone().or_else(|| reading.named_at.clone())),
        ("depth", reading.depth.as_ref().map(|depth| depth.to_ascii_lowercase())),
        ("findings", Some(words::severities(count))),
        ("record", Some(format!("{} ({})", recorded.path, reading.kind.word()))),
    ];
    let known = known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    sheet.facts(known.collect());
    let remarks = match recorded.diagnostics.len() {
        0 => String::new(),
        number => format!(
            " Reading it gave {}; `council check {}` lists them.",
            words::count(number, "remark"),
            recorded.path
        ),
    };
    sheet.prose(format!("There is no journal: this is what the record says.{remarks}"));
}

fn item(recorded: &RecordedSession, listed: &Listed) -> SheetItem {
    let is_grave = listed.severity.is_none_or(|severity| severity >= Severity::Major);
    let said = match listed.description.as_str() {
        "" => "(the record does not say what is wrong)".to_owned(),
        said if is_grave => words::one_line(said),
        said => words::brief(said),
    };
    let mut item = SheetItem::named(listed.id.clone(), said);
    if listed.place.path.is_some() {
        item = item.fact("where", listed.place.to_string());
    }
    let mut stated = recorded.reading.findings.iter().rev();
    let Some(found) = stated.find(|found| found.id == listed.id).filter(|_| is_grave) else {
        return item;
    };
    let joined = |words: [Option<&String>; 2], between: &str| {
        let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
        words.join(between)
    };
    let more = [
        ("sort", joined([found.category.as_ref(), found.subcategory.as_ref()], " / ")),
        ("raised by", found.raisers.join(", ")),
        ("standing", joined([found.agreement.as_ref(), found.status.as_ref()], "; ")),
    ];
    let more = more.into_iter().filter(|(_, value)| !value.is_empty());
    more.fold(item, |item, (name, value)| item.fact(name, value))
}

fn seats(recorded: &RecordedSession, sheet: &mut Sheet) {
    let reading = &recorded.reading;
    let names = reading.agents.keys().chain(reading.seat_verdicts.keys());
    let names: std::collections::BTreeSet<&String> = names.collect();
    let row = |seat: &&String| {
        let modes = reading
            .agents
            .get(*seat)
            .map(|modes| modes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        let said = reading.seat_verdicts.get(*seat);
        [
            (*seat).clone(),
            modes.unwrap_or_else(|| "–".to_owned()),
            said.map_or_else(|| "–".to_owned(), |said| words::brief(said)),
        ]
    };
    let rows: Vec<[String; 3]> = names.iter().map(row).collect();
    if !rows.is_empty() {
        sheet.heading("Seats");
    }
    sheet.table(["seat", "modes", "thinks"], rows);
}

fn votes(recorded: &RecordedSession, sheet: &mut Sheet) {
    let cast = |votes: &std::collections::BTreeMap<String, String>| {
        let each: Vec<String> = votes.iter().map(|(seat, vote)| format!("{seat} {vote}")).collect();
        each.join(", ")
    };
    let votes = recorded.reading.votes.iter();
    let items: Vec<SheetItem> =
        votes.map(|(finding, votes)| SheetItem::named(finding.clone(), cast(votes))).collect();
    if !items.is_empty() {
        sheet.heading("Votes");
        sheet.items(items);
    }
}
