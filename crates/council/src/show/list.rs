//! The sessions of a repository, newest first.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    agreement::Agreement, council::CouncilFinding, gate::Outcome, severity::Severity,
    verdict::Verdict,
};
use council_formats::report::{Data, Report, sheet::Sheet};
use council_store::{Repo, SessionFiles, StoreError};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    review,
    run::RunError,
    sessions::{self, JournaledSession, RecordedSession, StoredSession},
    words,
};

/// Where the evidence of packets lives.
const ROOT: &str = "evidence/prd";

/// One session in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// What it is called.
    pub id: String,
    /// What was reviewed.
    pub packet: Option<String>,
    /// When it began, as precisely as is known.
    pub at: Option<String>,
    /// How deep it went.
    pub depth: Option<String>,
    /// How far it is.
    pub state: String,
    /// The verdict, if there is one.
    pub verdict: Option<Verdict>,
    /// The verdict in words.
    pub headline: String,
    /// How many findings stand, by severity.
    pub severities: BTreeMap<Severity, usize>,
    /// The file it was read from.
    pub path: String,
}

/// Lists the sessions of a repository, newest first, then the records that no session of ours left.
pub fn list(repo: &Repo, day: Date) -> Result<Vec<SessionRow>, StoreError> {
    let sessions = review::newest_first(repo, repo.sessions()?)?;
    let mut rows: Vec<SessionRow> = sessions.iter().map(|files| row(repo, files, day)).collect();
    rows.extend(others(repo, &sessions)?);
    Ok(rows)
}

/// Lists the records of reviews that none of our sessions left, newest first.
pub fn others(repo: &Repo, sessions: &[SessionFiles]) -> Result<Vec<SessionRow>, StoreError> {
    let ours: BTreeSet<&str> =
        sessions.iter().flat_map(|files| [files.yaml(), files.journal(), files.bundle()]).collect();
    let mut others = Vec::new();
    for packet in repo.folders(ROOT)? {
        for folder in [format!("{ROOT}/{packet}"), format!("{ROOT}/{packet}/reviews")] {
            for name in repo.files(&folder)? {
                let path = format!("{folder}/{name}");
                let is_record = [".yaml", ".yml", ".json"].iter().any(|end| name.ends_with(end));
                if is_record && !ours.contains(path.as_str()) {
                    others.extend(sessions::recorded(repo, &path).ok().map(|read| read_row(&read)));
                }
            }
        }
    }
    others.sort_by(|one, two| two.at.cmp(&one.at).then_with(|| one.path.cmp(&two.path)));
    Ok(others)
}

/// Makes the report of a list.
pub fn listing(rows: &[SessionRow]) -> Report {
    let headline = match rows {
        [] => "there are no sessions".to_owned(),
        rows => words::count(rows.len(), "session"),
    };
    let mut sheet = Sheet::new(headline.clone());
    let cells = |row: &SessionRow| {
        [
            row.id.clone(),
            row.depth.clone().unwrap_or_else(|| "–".to_owned()),
            row.state.clone(),
            row.headline.clone(),
            words::severities(|severity| row.severities.get(&severity).copied().unwrap_or(0)),
        ]
    };
    let rows_shown = rows.iter().map(cells).collect();
    sheet.table(["session", "depth", "state", "verdict", "findings"], rows_shown);
    let mut report = Report::new("show", "", Outcome::Skipped, headline);
    report.next = vec![match rows.first() {
        Some(row) => format!("`council show {}` shows one session", row.id),
        None => "`council review PATH` convenes a council".to_owned(),
    }];
    report.data = Data::of(&ListKeys { sessions: rows.iter().map(keys).collect() });
    report.sheet = Some(sheet);
    report
}

/// Reads one session for a list. One that cannot be read is listed as such.
pub fn row(repo: &Repo, files: &SessionFiles, day: Date) -> SessionRow {
    match sessions::of_files(repo, files, Some(day)) {
        Ok(StoredSession::Folded(folded)) => folded_row(&folded),
        Ok(StoredSession::Recorded(recorded)) => {
            SessionRow { id: files.id(), ..read_row(&recorded) }
        }
        Err(error) => unreadable(files, &error),
    }
}

fn folded_row(folded: &JournaledSession) -> SessionRow {
    let record = &folded.record;
    let stands =
        |finding: &&CouncilFinding| finding.agreement(&record.live) != Agreement::QuorumOppose;
    let mut severities = BTreeMap::new();
    for finding in record.findings.iter().filter(stands) {
        *severities.entry(finding.severity()).or_insert(0) += 1;
    }
    let damaged = if folded.damage.is_some() { ", damaged" } else { "" };
    SessionRow {
        id: folded.reviewed.files.id(),
        packet: Some(record.opening.packet.to_string()),
        at: Some(record.opening.moment.at.to_string()),
        depth: Some(record.opening.depth.word().to_ascii_lowercase()),
        state: words::state(record) + damaged,
        verdict: record.judgement().map(|judgement| judgement.verdict),
        headline: review::headline(record, folded.reviewed.stop),
        severities,
        path: folded.reviewed.files.journal().to_owned(),
    }
}

fn read_row(recorded: &RecordedSession) -> SessionRow {
    let reading = &recorded.reading;
    let mut severities = BTreeMap::new();
    for severity in recorded.findings().iter().filter_map(|found| found.severity) {
        *severities.entry(severity).or_insert(0) += 1;
    }
    SessionRow {
        id: recorded.path.clone(),
        packet: reading.id.clone(),
        at: reading.named_at.clone().or_else(|| reading.timestamp.clone()),
        depth: reading.depth.as_ref().map(|depth| depth.to_ascii_lowercase()),
        state: "recorded".to_owned(),
        verdict: reading.verdict,
        headline: match reading.verdict {
            Some(verdict) => words::verdict(verdict).to_owned(),
            None => "no certain verdict".to_owned(),
        },
        severities,
        path: recorded.path.clone(),
    }
}

fn unreadable(files: &SessionFiles, error: &RunError) -> SessionRow {
    SessionRow {
        id: files.id(),
        packet: Some(files.packet().to_string()),
        at: None,
        depth: None,
        state: format!("unreadable: {error}"),
        verdict: None,
        headline: "none".to_owned(),
        severities: BTreeMap::new(),
        path: files.journal().to_owned(),
    }
}

/// The sessions of a repository, newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListKeys {
    sessions: Vec<RowKeys>,
}

/// A session in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListedSession")]
struct RowKeys {
    session_id: String,
    /// What was reviewed.
    packet: Option<String>,
    /// When it began, as precisely as is known.
    at: Option<String>,
    depth: Option<String>,
    /// How far it is, in words.
    state: String,
    verdict: Option<&'static str>,
    /// How many findings stand, by severity.
    findings: BTreeMap<&'static str, usize>,
    /// The file it was read from.
    path: String,
}

fn keys(row: &SessionRow) -> RowKeys {
    let counted = |severity: Severity| {
        (severity.word(), row.severities.get(&severity).copied().unwrap_or_default())
    };
    RowKeys {
        session_id: row.id.clone(),
        packet: row.packet.clone(),
        at: row.at.clone(),
        depth: row.depth.clone(),
        state: row.state.clone(),
        verdict: row.verdict.map(Verdict::word),
        findings: Severity::ALL.map(counted).into(),
        path: row.path.clone(),
    }
}
