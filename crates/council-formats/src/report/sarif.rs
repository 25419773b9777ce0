//! For code scanning: SARIF 2.1.0, the small part of it that says what was found and where.

use std::{collections::BTreeMap, fmt::Write as _};

use council_core::gate::{Outcome, Signal, Weight};
use serde_json::{Value, json};

use super::{
    Finding, Report, SCHEMA_VERSION, TOOL_VERSION, human, json as plain_json, outcome_name, worst,
};

/// Renders reports as one SARIF log with one run.
pub fn render(reports: &[Report]) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run(reports)],
    });
    let mut text = plain_json::escape(&format!("{log:#}"));
    text.push('\n');
    text
}

/// The name under which a reader resolves our repo-relative paths.
const ROOT: &str = "%SRCROOT%";

/// The name of our fingerprint; its number changes when what goes into it changes.
const FINGERPRINT: &str = "councilSignal/v1";

fn run(reports: &[Report]) -> Value {
    let signals: Vec<_> = reports.iter().flat_map(Report::noticed).collect();
    let rules = Rules::of(&signals);
    let mut seen = BTreeMap::new();
    let plain =
        reports.iter().flat_map(|report| report.signals.iter().map(|signal| (signal, None)));
    let found = reports.iter().flat_map(|report| &report.findings);
    let found = found.map(|finding| (&finding.signal, Some(finding)));
    let results: Vec<_> = plain
        .chain(found)
        .map(|(signal, finding)| result(signal, finding, &rules, &mut seen))
        .collect();
    let outcome = worst(reports);
    json!({
        "tool": { "driver": {
            "name": "council",
            "semanticVersion": TOOL_VERSION,
            "version": TOOL_VERSION,
            "rules": rules.values(),
        } },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": { ROOT: { "description": { "text": "the root of the repository" } } },
        "invocations": [{
            "executionSuccessful": outcome != Outcome::Failed,
            "exitCode": outcome.exit_code(),
            "exitCodeDescription": reports.iter().map(human::decision).collect::<Vec<_>>().join("; "),
        }],
        "results": results,
        "properties": {
            "schema_version": SCHEMA_VERSION,
            "tool_version": TOOL_VERSION,
            "command": reports.first().map(|report| report.command),
            "outcome": outcome_name(outcome),
            "allows_progress": outcome.allows_progress(),
        },
    })
}

fn result(
    signal: &Signal,
    finding: Option<&Finding>,
    rules: &Rules<'_>,
    seen: &mut BTreeMap<String, usize>,
) -> Value {
    let hash = fingerprint(signal);
    // Two equal signals in one file are two findings, and a reader tells findings apart by this.
    let count = seen.entry(hash.clone()).or_default();
    *count += 1;
    let text = match &signal.help {
        Some(help) => format!("{}\nhelp: {help}", signal.message),
        None => signal.message.clone(),
    };
    let mut result = json!({
        "ruleId": signal.code,
        "ruleIndex": rules.index(&signal.code),
        "level": level(signal.weight),
        "message": { "text": unlinked(&text) },
        "locations": [{ "physicalLocation": location(signal) }],
        "partialFingerprints": { FINGERPRINT: format!("{hash}:{count}") },
    });
    if let Some(finding) = finding {
        extend(&mut result, finding);
    }
    result
}

/// Adds what a finding in a text knows beyond a signal: its end, and its own keys.
fn extend(result: &mut Value, finding: &Finding) {
    let region = result.pointer_mut("/locations/0/physicalLocation/region");
    if let (Some(Value::Object(region)), Some(end)) = (region, finding.end) {
        region.insert("endLine".to_owned(), json!(end.line));
        region.insert("endColumn".to_owned(), json!(end.column));
    }
    if let Value::Object(result) = result {
        result.insert("properties".to_owned(), Value::Object(finding.data.clone()));
    }
}

/// Returns where a signal is. One that has no file is at the root: code scanning refuses a whole log for one result
/// that is nowhere.
fn location(signal: &Signal) -> Value {
    let uri = signal.place.path.as_deref().map_or_else(|| ".".to_owned(), uri);
    let artifact = json!({ "uri": uri, "uriBaseId": ROOT });
    // A line or column of 0 does not exist in SARIF, nor in a file.
    let region = match (signal.place.line, signal.place.column) {
        (None | Some(0), _) => return json!({ "artifactLocation": artifact }),
        (Some(line), None | Some(0)) => json!({ "startLine": line }),
        (Some(line), Some(column)) => json!({ "startLine": line, "startColumn": column }),
    };
    json!({ "artifactLocation": artifact, "region": region })
}

/// The codes of a run, in order, each with the level of its heaviest signal.
struct Rules<'a>(BTreeMap<&'a str, Weight>);

impl<'a> Rules<'a> {
    fn of(signals: &[&'a Signal]) -> Self {
        let mut rules = BTreeMap::new();
        for signal in signals {
            let weight = rules.entry(signal.code.as_str()).or_insert(signal.weight);
            *weight = signal.weight.max(*weight);
        }
        Self(rules)
    }

    fn index(&self, code: &str) -> Option<usize> {
        self.0.keys().position(|known| *known == code)
    }

    fn values(&self) -> Vec<Value> {
        let rule = |(code, weight): (&&str, &Weight)| json!({ "id": code, "defaultConfiguration": { "level": level(*weight) } });
        self.0.iter().map(rule).collect()
    }
}

fn level(weight: Weight) -> &'static str {
    match weight {
        Weight::Block => "error",
        Weight::Advisory => "warning",
    }
}

/// Hashes what a signal is about. Lines are left out, so that a finding stays itself when text above it changes.
fn fingerprint(signal: &Signal) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [&signal.code, signal.place.path.as_deref().unwrap_or_default(), &signal.message] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex().chars().take(16).collect()
}

/// Keeps a `[text](target)` of a document from becoming a link in a SARIF viewer.
fn unlinked(text: &str) -> String {
    text.replace("](", "\\](")
}

/// Encodes a repo-relative path as a URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
