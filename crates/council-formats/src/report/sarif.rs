//! For code scanning: SARIF 2.1.0, the small part of it that says what was found and where.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
};

use council_core::{
    gate::{Outcome, Weight},
    packet::LineIndex,
};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{
    Data, Manual, Noticed, Report, SCHEMA_VERSION, TOOL_VERSION, all_allow_progress, exit_code,
    finding::FindingJson, fingerprint, human, json as plain_json, keys::Object, outcome_name,
    worst,
};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes reports as one SARIF log with one run.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    let log = SarifLog {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [SarifRun::of(reports)],
    };
    plain_json::write_value(&log, out)
}

/// The name under which a reader resolves our repo-relative paths.
const ROOT: &str = "%SRCROOT%";

#[derive(Serialize)]
struct SarifLog<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'a> {
    tool: Value,
    automation_details: Value,
    column_kind: &'static str,
    original_uri_base_ids: Value,
    invocations: Value,
    results: Results<'a>,
    properties: Value,
}

impl<'a> SarifRun<'a> {
    fn of(reports: &'a [Report]) -> Self {
        let rules = SarifRules::of(reports);
        let outcome = worst(reports);
        let command = reports.first().map_or("", |report| report.command);
        let mut invocation = json!({
            "executionSuccessful": outcome != Outcome::Failed,
            "exitCode": exit_code(reports),
            "exitCodeDescription": reports.iter().map(human::decision).collect::<Vec<_>>().join("; "),
        });
        let notifications: Vec<Value> = reports.iter().filter_map(notification).collect();
        if !notifications.is_empty()
            && let Some(keys) = invocation.as_object_mut()
        {
            keys.insert("toolExecutionNotifications".to_owned(), notifications.into());
        }
        Self {
            tool: json!({ "driver": {
                "name": "council",
                "semanticVersion": TOOL_VERSION,
                "version": TOOL_VERSION,
                "rules": rules.values(|code| {
                    reports.iter().find_map(|report| (report.manual)(code))
                }),
            } }),
            // Logs of one command replace each other; those of another stand beside them.
            automation_details: json!({ "id": format!("council/{}/", command.replace(' ', "-")) }),
            column_kind: "unicodeCodePoints",
            original_uri_base_ids: json!({ ROOT: { "description": { "text": "the root of the repository" } } }),
            invocations: json!([invocation]),
            results: Results { reports, rules },
            properties: properties(reports, outcome),
        }
    }
}

/// Returns what the run says of itself, and everything that reports say which say the same in every format.
fn properties(reports: &[Report], outcome: Outcome) -> Value {
    let mut properties = json!({
        "schema_version": SCHEMA_VERSION,
        "tool_version": TOOL_VERSION,
        "command": reports.first().map(|report| report.command),
        "outcome": outcome_name(outcome),
        "allows_progress": all_allow_progress(reports),
    });
    let full: Vec<Object<'_, &Data>> =
        reports.iter().filter(|report| report.is_in_full).map(Object::from).collect();
    if !full.is_empty()
        && let Some(keys) = properties.as_object_mut()
    {
        keys.insert("reports".to_owned(), json!(full));
    }
    properties
}

/// Returns what a reader is told of a command that could not do its work.
fn notification(report: &Report) -> Option<Value> {
    let failure = report.failure.as_ref()?;
    let causes = failure.causes.iter().map(|cause| format!("cause: {cause}"));
    let hints = failure.hints.iter().map(|hint| format!("hint: {hint}"));
    let said: Vec<String> =
        std::iter::once(report.headline.clone()).chain(causes).chain(hints).collect();
    Some(json!({ "level": "error", "message": { "text": said.join("\n") } }))
}

/// What was noticed, each put together while it is written: there can be hundreds of thousands.
struct Results<'a> {
    reports: &'a [Report],
    rules: SarifRules<'a>,
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            fingerprint::of(self.reports)
                .map(|(noticed, fingerprint)| SarifResult::of(noticed, &self.rules, fingerprint)),
        )
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    rule_index: Option<usize>,
    level: &'static str,
    message: SarifMessage,
    locations: [SarifLocation<'a>; 1],
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<FindingJson<'a>>,
}

/// Returns what would repair it, as the replacement of a piece of its file.
fn fixes(noticed: Noticed<'_>) -> Option<Value> {
    let Noticed::Finding(finding) = noticed else { return None };
    let (span, text) = &**finding.fix.as_ref()?;
    let lines = LineIndex::new(finding.original.text());
    let place = |offset: usize| lines.position(finding.original.text(), offset);
    let (start, end) = (place(span.start), place(span.end));
    let region = Region {
        start_line: start.line,
        start_column: Some(start.column),
        end_line: Some(end.line),
        end_column: Some(end.column),
    };
    let artifact = Artifact { uri: uri(finding.original.path()), uri_base_id: ROOT };
    Some(json!([{
        "description": { "text": finding.remediation },
        "artifactChanges": [{
            "artifactLocation": artifact,
            "replacements": [{ "deletedRegion": region, "insertedContent": { "text": text } }],
        }],
    }]))
}

#[derive(Serialize)]
struct SarifMessage {
    text: String,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "councilSignal/v2")]
    own: String,
}

impl<'a> SarifResult<'a> {
    fn of(noticed: Noticed<'a>, rules: &SarifRules<'_>, fingerprint: String) -> Self {
        Self {
            rule_id: noticed.code(),
            rule_index: rules.index(noticed.code()),
            level: level(noticed.weight()),
            message: SarifMessage { text: unlinked(noticed.advice()) },
            locations: [SarifLocation::of(noticed)],
            partial_fingerprints: Fingerprints { own: fingerprint },
            fixes: fixes(noticed),
            properties: match noticed {
                Noticed::Signal(_) => None,
                Noticed::Finding(finding) => Some(finding.keys()),
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation<'a> {
    physical_location: Physical<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical<'a> {
    artifact_location: Artifact<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact<'a> {
    uri: Cow<'a, str>,
    uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

impl<'a> SarifLocation<'a> {
    /// Returns where something is. What has no file is at the root: code scanning refuses a whole log for one result
    /// that is nowhere.
    fn of(noticed: Noticed<'a>) -> Self {
        let uri = noticed.path().map_or(Cow::Borrowed("."), uri);
        let end = match noticed {
            Noticed::Signal(_) => None,
            Noticed::Finding(finding) => Some(finding.end),
        };
        // A line or column of 0 does not exist in SARIF, nor in a file.
        let region = noticed.line().filter(|line| *line > 0).map(|start_line| Region {
            start_line,
            start_column: noticed.column().filter(|column| *column > 0),
            end_line: end.map(|end| end.line),
            end_column: end.map(|end| end.column),
        });
        let artifact_location = Artifact { uri, uri_base_id: ROOT };
        Self { physical_location: Physical { artifact_location, region } }
    }
}

/// The codes of a run, in order, each with the level of its heaviest signal.
struct SarifRules<'a>(Vec<(&'a str, Weight)>);

impl<'a> SarifRules<'a> {
    fn of(reports: &'a [Report]) -> Self {
        let mut rules = BTreeMap::new();
        for noticed in reports.iter().flat_map(Report::noticed) {
            let weight = rules.entry(noticed.code()).or_insert(noticed.weight());
            *weight = noticed.weight().max(*weight);
        }
        Self(rules.into_iter().collect())
    }

    fn index(&self, code: &str) -> Option<usize> {
        self.0.binary_search_by_key(&code, |(known, _)| known).ok()
    }

    fn values(&self, manual: impl Fn(&str) -> Option<Manual>) -> Vec<Value> {
        let rule = |(code, weight): &(&str, Weight)| {
            let level = json!({ "level": level(*weight) });
            let mut rule = vec![("id", json!(code)), ("defaultConfiguration", level)];
            if let Some(Manual { summary, page, address }) = manual(code) {
                rule.extend([
                    ("name", json!(code)),
                    ("shortDescription", json!({ "text": summary })),
                    ("fullDescription", json!({ "text": summary })),
                    ("help", json!({ "text": page, "markdown": page })),
                    ("helpUri", json!(address)),
                ]);
            }
            Value::Object(rule.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        };
        self.0.iter().map(rule).collect()
    }
}

fn level(weight: Weight) -> &'static str {
    match weight {
        Weight::Block => "error",
        Weight::Advisory => "warning",
    }
}

/// Keeps a `[text](target)` of a document from becoming a link in a SARIF viewer.
fn unlinked(text: String) -> String {
    if text.contains("](") { text.replace("](", "\\](") } else { text }
}

/// Encodes a repo-relative path as a URI reference.
fn uri(path: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z');
    if path.bytes().all(is_plain) {
        return Cow::Borrowed(path);
    }
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if is_plain(byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Cow::Owned(uri)
}
