//! For programs: one JSON object with an envelope.
//!
//! The envelope comes first, then the command's own keys, then the signals and what to do next. Several reports become one object with the
//! envelope of the whole and the objects of the parts under `reports`. A listing is one object however many files were
//! read: all findings are under `findings`, and what there is to say about each file is under `files`.

use std::io::{self, Write};

use council_core::{
    gate::{Hold, Outcome, Signal},
    severity::Severity,
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::{Map, Value, json};

use super::{
    Failure, Finding, Report, SCHEMA_VERSION, TOOL_VERSION, Telling, all_allow_progress, exit_code,
    layout::{Indented, Line},
    outcome_name, weight_name, worst,
};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes reports as one indented JSON object.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    match reports {
        [first, ..] if is_listing(first) => write_value(&Listing(reports), out),
        [report] => write_value(&Object(report), out),
        reports => write_value(&Objects(reports), out),
    }
}

/// Returns one value, indented, as a text in which nothing acts on a terminal or a log.
pub(crate) fn page(value: &impl Serialize) -> String {
    super::rendered(|out| write_value(value, out))
}

/// Returns one value on a line, as a text in which nothing acts on a terminal or a log.
pub fn line(value: &impl Serialize) -> String {
    super::rendered(|out| write_line(value, out))
}

/// Writes one value, indented, and ends its last line.
pub(super) fn write_value(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Indented::default()))?;
    out.write_all(b"\n")
}

/// Writes one value on a line.
pub(super) fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Line))?;
    out.write_all(b"\n")
}

/// Returns the object of one signal; every key is always there.
pub(super) fn of_signal(signal: &Signal) -> Map<String, Value> {
    object([
        ("code", json!(signal.code)),
        ("id", json!(signal.short_id.map(|id| id.to_string()))),
        ("weight", json!(weight_name(signal.weight))),
        ("severity", json!(signal.severity().word())),
        ("message", json!(signal.message)),
        ("path", json!(signal.place.path)),
        ("line", json!(signal.place.line)),
        ("column", json!(signal.place.column)),
        ("help", json!(signal.help)),
    ])
}

/// Returns the object of a failure.
pub(super) fn of_failure(report: &Report, failure: &Failure) -> Map<String, Value> {
    object([
        ("message", json!(report.headline)),
        ("causes", json!(failure.causes)),
        ("hints", json!(failure.hints)),
    ])
}

/// Returns the envelope: what every JSON object of ours says about itself.
pub(super) fn envelope(
    command: &str,
    subject: Option<&str>,
    (outcome, exit_code): (Outcome, u8),
    allows_progress: bool,
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
        ("exit_code", json!(exit_code)),
        ("allows_progress", json!(allows_progress)),
    ]));
    envelope
}

/// The object of one report.
struct Object<'a>(&'a Report);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Object(report) = self;
        let ended = (report.outcome, report.exit_code());
        let mut value =
            envelope(report.command, Some(&report.subject), ended, report.allows_progress());
        let held = report.holds.iter().filter(|hold| **hold != Hold::NoGate);
        let held: Vec<&str> = held.map(|hold| hold.word()).collect();
        if !held.is_empty() {
            value.insert("held_by".to_owned(), json!(held));
        }
        // The envelope is the program's word: a command's own key cannot replace it.
        for (key, own) in &report.data {
            value.entry(key.as_str()).or_insert_with(|| own.clone());
        }
        if let Some(failure) = &report.failure {
            value.insert("error".to_owned(), Value::Object(of_failure(report, failure)));
        }
        let signals = report.signals.iter().map(|signal| Value::Object(of_signal(signal)));
        value.insert("signals".to_owned(), signals.collect());
        if !report.findings.is_empty() {
            value.insert(FINDINGS.to_owned(), Value::Null);
        }
        value.insert("next".to_owned(), json!(report.next));
        let mut object = serializer.serialize_map(Some(value.len()))?;
        for (key, value) in &value {
            if key == FINDINGS && !report.findings.is_empty() {
                object.serialize_entry(key, &Found(&report.findings))?;
            } else {
                object.serialize_entry(key, value)?;
            }
        }
        object.end()
    }
}

/// The key of the findings, which are never all in memory as JSON.
const FINDINGS: &str = "findings";

/// The objects of findings.
struct Found<'a>(&'a [Finding]);

impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Finding::keys))
    }
}

/// Tells whether a report is one of a linter, also where a page of its own takes the place of the findings.
fn is_listing(report: &Report) -> bool {
    match report.telling {
        Telling::Listing | Telling::WholeListing => true,
        Telling::Each | Telling::Folded => false,
    }
}

/// What a linter says of any number of files, always with the same keys.
struct Listing<'a>(&'a [Report]);

impl Serialize for Listing<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Listing(reports) = self;
        let command = reports.first().map_or("", |report| report.command);
        let decided = (worst(reports), exit_code(reports));
        let mut value = envelope(command, None, decided, all_allow_progress(reports));
        let noticed = || reports.iter().flat_map(Report::noticed);
        let count =
            |severity: Severity| noticed().filter(|noticed| noticed.severity() == severity).count();
        let counts = Severity::ALL.map(|severity| (severity.word(), json!(count(severity))));
        value.insert("counts".to_owned(), Value::Object(object(counts)));
        let files = reports.iter().map(|report| Value::Object(file(report)));
        value.insert("files".to_owned(), files.collect());
        let signals = reports.iter().flat_map(|report| &report.signals);
        let signals = signals.map(|signal| Value::Object(of_signal(signal)));
        value.insert("signals".to_owned(), signals.collect());
        let next: Vec<&String> = reports.iter().flat_map(|report| &report.next).collect();
        let mut map = serializer.serialize_map(Some(value.len() + 2))?;
        for (key, value) in &value {
            map.serialize_entry(key, value)?;
        }
        map.serialize_entry(FINDINGS, &AllFound(reports))?;
        map.serialize_entry("next", &next)?;
        map.end()
    }
}

/// Returns what there is to say about a file besides its findings.
fn file(report: &Report) -> Map<String, Value> {
    let mut file = object([
        ("file", json!(report.subject)),
        ("outcome", json!(outcome_name(report.outcome))),
        ("headline", json!(report.headline)),
    ]);
    let held = report.holds.iter().filter(|hold| **hold != Hold::NoGate);
    let held: Vec<&str> = held.map(|hold| hold.word()).collect();
    if !held.is_empty() {
        file.insert("held_by".to_owned(), json!(held));
    }
    for (key, own) in &report.data {
        file.entry(key.as_str()).or_insert_with(|| own.clone());
    }
    file
}

/// The objects of the findings of all files.
struct AllFound<'a>(&'a [Report]);

impl Serialize for AllFound<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = self.0.iter().flat_map(|report| &report.findings);
        serializer.collect_seq(all.map(Finding::keys))
    }
}

/// The envelope of several reports and the object of each.
struct Objects<'a>(&'a [Report]);

impl Serialize for Objects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Objects(reports) = self;
        let command = reports.first().map_or("", |report| report.command);
        let ended = (worst(reports), exit_code(reports));
        let value = envelope(command, None, ended, all_allow_progress(reports));
        let mut object = serializer.serialize_map(Some(value.len() + 1))?;
        for (key, value) in &value {
            object.serialize_entry(key, value)?;
        }
        object.serialize_entry("reports", &Parts(reports))?;
        object.end()
    }
}

/// The objects of several reports.
struct Parts<'a>(&'a [Report]);

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Object))
    }
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
