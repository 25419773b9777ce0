//! For programs: one JSON object with an envelope.
//!
//! The envelope comes first, then the command's own keys, then the signals and what to do next. Several reports become one object with the
//! envelope of the whole and the objects of the parts under `reports`.

use std::fmt::Write as _;

use council_core::gate::{Outcome, Signal};
use serde_json::{Map, Value, json};

use super::{Report, SCHEMA_VERSION, TOOL_VERSION, clean, outcome_name, weight_name, worst};

/// Renders reports as one indented JSON object.
pub fn render(reports: &[Report]) -> String {
    let value = match reports {
        [report] => of_report(report),
        reports => of_reports(reports),
    };
    let mut text = escape(&format!("{value:#}"));
    text.push('\n');
    text
}

/// Returns the object of one signal; every key is always there.
pub(super) fn of_signal(signal: &Signal) -> Map<String, Value> {
    object([
        ("code", json!(signal.code)),
        ("weight", json!(weight_name(signal.weight))),
        ("message", json!(signal.message)),
        ("path", json!(signal.place.path)),
        ("line", json!(signal.place.line)),
        ("column", json!(signal.place.column)),
        ("help", json!(signal.help)),
    ])
}

/// Returns the envelope: what every JSON object of ours says about itself.
pub(super) fn envelope(
    command: &str,
    subject: Option<&str>,
    outcome: Outcome,
) -> Map<String, Value> {
    let mut envelope = object([
        ("schema_version", json!(SCHEMA_VERSION)),
        ("tool_version", json!(TOOL_VERSION)),
        ("command", json!(command)),
    ]);
    if let Some(subject) = subject {
        envelope.insert("subject".to_owned(), json!(subject));
    }
    envelope.extend(object([
        ("outcome", json!(outcome_name(outcome))),
        ("exit_code", json!(outcome.exit_code())),
        ("allows_progress", json!(outcome.allows_progress())),
    ]));
    envelope
}

/// Escapes what `serde_json` leaves as it is and a terminal would not: the value stays the same.
///
/// Outside of strings JSON has no character of this kind but its own line breaks and spaces.
pub(super) fn escape(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || !clean::is_hidden(c) {
            text.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text.replace(clean::LOG_COMMAND, "##\\u005b")
}

fn of_report(report: &Report) -> Value {
    let mut value = envelope(report.command, Some(&report.subject), report.outcome);
    // The envelope is the program's word: a command's own key cannot replace it.
    for (key, own) in &report.data {
        value.entry(key.as_str()).or_insert_with(|| own.clone());
    }
    let signals = report.signals.iter().map(|signal| Value::Object(of_signal(signal))).collect();
    value.insert("signals".to_owned(), Value::Array(signals));
    if !report.findings.is_empty() {
        let found = report.findings.iter().map(|finding| Value::Object(finding.data.clone()));
        value.insert("findings".to_owned(), found.collect());
    }
    value.insert("next".to_owned(), json!(report.next));
    Value::Object(value)
}

fn of_reports(reports: &[Report]) -> Value {
    let command = reports.first().map_or("", |report| report.command);
    let mut value = envelope(command, None, worst(reports));
    value.insert("reports".to_owned(), Value::Array(reports.iter().map(of_report).collect()));
    Value::Object(value)
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
