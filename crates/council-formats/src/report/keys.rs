//! The keys of every JSON that is printed. These types are what is written, and what the schemas are made of.

use std::collections::BTreeMap;

use council_core::{
    gate::{Hold, Outcome, Signal, Weight},
    severity::Severity,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::{
    CommandFailure, Data, Report, SCHEMA_VERSION, TOOL_VERSION, all_allow_progress, exit_code,
    finding::FindingJson, outcome_name, weight_name, worst,
};

/// What every JSON object of ours says about itself.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Envelope<'a> {
    /// The version of this shape.
    schema_version: &'static str,
    /// The version of the program.
    tool_version: &'static str,
    /// The command, such as `gate stage`.
    command: &'a str,
    /// What it looked at. Not there where the object is about any number of things.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    /// What was decided.
    #[schemars(schema_with = "outcomes")]
    outcome: &'static str,
    /// How the process ended.
    exit_code: u8,
    /// Whether the work may go on. Only a gate or a review says so.
    allows_progress: bool,
}

impl<'a> Envelope<'a> {
    /// Returns what one report says about itself.
    fn of(report: &'a Report) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            command: report.command,
            subject: Some(&report.subject),
            outcome: outcome_name(report.outcome),
            exit_code: report.exit_code(),
            allows_progress: report.allows_progress(),
        }
    }

    /// Returns what any number of reports say about themselves together.
    pub(super) fn of_all(reports: &'a [Report]) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            command: reports.first().map_or("", |report| report.command),
            subject: None,
            outcome: outcome_name(worst(reports)),
            exit_code: exit_code(reports),
            allows_progress: all_allow_progress(reports),
        }
    }
}

/// A signal; every key is always there.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Signal")]
pub(super) struct SignalKeys<'a> {
    /// A stable name, such as `STATUS_PENDING` or `unclosed-front-matter`.
    code: &'a str,
    /// The name under which people speak of it, where it has one.
    id: Option<String>,
    /// Whether it stops the work.
    #[schemars(schema_with = "weights")]
    weight: &'static str,
    /// How bad it is.
    #[schemars(schema_with = "severities")]
    severity: &'static str,
    /// What is wrong.
    message: &'a str,
    /// The file it is in.
    path: Option<&'a str>,
    /// The line it begins on, from 1.
    line: Option<u32>,
    /// The column it begins at, from 1.
    column: Option<u32>,
    /// What to do about it.
    help: Option<&'a str>,
    /// What else a gate knows of it; not there where that is nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    details: BTreeMap<&'static str, &'a str>,
}

impl<'a> From<&'a Signal> for SignalKeys<'a> {
    fn from(signal: &'a Signal) -> Self {
        Self {
            code: &signal.code,
            id: signal.short_id.map(|id| id.to_string()),
            weight: weight_name(signal.weight),
            severity: signal.severity().word(),
            message: &signal.message,
            path: signal.place.path.as_deref(),
            line: signal.place.line,
            column: signal.place.column,
            help: signal.help.as_deref(),
            details: signal.details.iter().map(|(name, value)| (*name, value.as_str())).collect(),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(super) struct ErrorKeys<'a> {
    /// What went wrong.
    message: &'a str,
    /// What it comes from, outermost first.
    causes: &'a [String],
    /// The ways out.
    hints: &'a [String],
}

impl<'a> ErrorKeys<'a> {
    pub(super) fn of(report: &'a Report, failure: &'a CommandFailure) -> Self {
        Self { message: &report.headline, causes: &failure.causes, hints: &failure.hints }
    }
}

/// One report: the envelope, the command's own keys, the signals and what to do next.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Object<'a, D> {
    #[serde(flatten)]
    envelope: Envelope<'a>,
    /// What the work waits for, whatever was decided; not there where that is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "holds")]
    held_by: Option<Vec<&'static str>>,
    #[serde(flatten)]
    own: D,
    /// What was noticed.
    signals: Vec<SignalKeys<'a>>,
    /// What to do next.
    next: &'a [String],
}

impl<'a> From<&'a Report> for Object<'a, &'a Data> {
    fn from(report: &'a Report) -> Self {
        Self {
            envelope: Envelope::of(report),
            held_by: held_by(report),
            own: &report.data,
            signals: report.signals.iter().map(SignalKeys::from).collect(),
            next: &report.next,
        }
    }
}

/// A command that could not do its work.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Failed<'a> {
    #[serde(flatten)]
    envelope: Envelope<'a>,
    /// Why it could not.
    error: ErrorKeys<'a>,
    /// What was noticed, which is nothing.
    signals: [(); 0],
    /// What to do next.
    next: &'a [String],
}

impl<'a> Failed<'a> {
    pub(super) fn of(report: &'a Report, failure: &'a CommandFailure) -> Self {
        Self {
            envelope: Envelope::of(report),
            error: ErrorKeys::of(report, failure),
            signals: [],
            next: &report.next,
        }
    }
}

/// Any number of reports: the envelope of the whole, and the object of each.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ReportObjects<'a, D> {
    #[serde(flatten)]
    envelope: Envelope<'a>,
    /// What each has to say.
    #[serde(serialize_with = "objects")]
    #[schemars(with = "Vec<Object<'a, D>>")]
    reports: TypedReports<'a, D>,
}

/// Reports whose own keys have a type.
#[derive(Debug)]
struct TypedReports<'a, D>(&'a [Report], std::marker::PhantomData<D>);

impl<'a> From<&'a [Report]> for ReportObjects<'a, &'a Data> {
    fn from(reports: &'a [Report]) -> Self {
        Self {
            envelope: Envelope::of_all(reports),
            reports: TypedReports(reports, std::marker::PhantomData),
        }
    }
}

fn objects<S: Serializer, D>(
    reports: &TypedReports<'_, D>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(reports.0.iter().map(Object::from))
}

/// What a linter says of any number of files, none included: always the same keys.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listing<'a, F, W> {
    #[serde(flatten)]
    envelope: Envelope<'a>,
    /// How much was noticed of each severity.
    counts: SeverityCounts,
    #[serde(flatten)]
    whole: W,
    /// Why the command could not do its work; only there where it could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorKeys<'a>>,
    /// What there is to say about each file besides its findings.
    files: Vec<ReportFileKeys<'a, F>>,
    /// What was noticed about the files as such.
    signals: Vec<SignalKeys<'a>>,
    /// What was found, in the order of the files and their lines.
    #[serde(serialize_with = "findings")]
    #[schemars(with = "Vec<FindingJson<'a>>")]
    findings: &'a [Report],
    /// What to do next.
    next: Vec<&'a str>,
}

impl<'a> From<&'a [Report]> for Listing<'a, &'a Data, Data> {
    fn from(reports: &'a [Report]) -> Self {
        // A report without a subject is about the whole run.
        let (whole, files): (Vec<&Report>, Vec<&Report>) =
            reports.iter().partition(|report| report.subject.is_empty());
        let failed = whole.iter().find_map(|report| Some((*report, report.failure.as_ref()?)));
        Self {
            envelope: Envelope::of_all(reports),
            counts: SeverityCounts::of(reports),
            whole: whole.first().map(|report| report.data.clone()).unwrap_or_default(),
            error: failed.map(|(report, failure)| ErrorKeys::of(report, failure)),
            files: files.into_iter().map(ReportFileKeys::from).collect(),
            signals: reports.iter().flat_map(|one| &one.signals).map(SignalKeys::from).collect(),
            findings: reports,
            next: reports.iter().flat_map(|one| &one.next).map(String::as_str).collect(),
        }
    }
}

fn findings<S: Serializer>(reports: &&[Report], serializer: S) -> Result<S::Ok, S::Error> {
    let all = reports.iter().flat_map(|report| &report.findings);
    serializer.collect_seq(all.map(super::ReportFinding::keys))
}

/// How much was noticed of each severity.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SeverityCounts {
    blocker: usize,
    major: usize,
    minor: usize,
    note: usize,
}

impl SeverityCounts {
    pub(super) fn of(reports: &[Report]) -> Self {
        let of = |severity: Severity| {
            let noticed = reports.iter().flat_map(Report::noticed);
            noticed.filter(|noticed| noticed.severity() == severity).count()
        };
        Self {
            blocker: of(Severity::Blocker),
            major: of(Severity::Major),
            minor: of(Severity::Minor),
            note: of(Severity::Note),
        }
    }
}

/// What there is to say about a file besides its findings.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "File")]
struct ReportFileKeys<'a, F> {
    /// Its path.
    file: &'a str,
    /// What was decided about it.
    #[schemars(schema_with = "outcomes")]
    outcome: &'static str,
    /// The same in words.
    headline: &'a str,
    /// What the work waits for, whatever was decided; not there where that is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "holds")]
    held_by: Option<Vec<&'static str>>,
    #[serde(flatten)]
    own: F,
}

impl<'a> From<&'a Report> for ReportFileKeys<'a, &'a Data> {
    fn from(report: &'a Report) -> Self {
        Self {
            file: &report.subject,
            outcome: outcome_name(report.outcome),
            headline: &report.headline,
            held_by: held_by(report),
            own: &report.data,
        }
    }
}

/// Returns what the work waits for besides a gate, if it does.
fn held_by(report: &Report) -> Option<Vec<&'static str>> {
    let held = report.holds.iter().filter(|hold| **hold != Hold::NoGate);
    let held: Vec<_> = held.map(|hold| hold.word()).collect();
    (!held.is_empty()).then_some(held)
}

fn words(words: impl IntoIterator<Item = &'static str>) -> Schema {
    let words: Vec<&str> = words.into_iter().collect();
    json_schema!({ "type": "string", "enum": words })
}

fn outcomes(_: &mut SchemaGenerator) -> Schema {
    words(Outcome::ALL.map(outcome_name))
}

pub(super) fn severities(_: &mut SchemaGenerator) -> Schema {
    words(Severity::ALL.map(Severity::word))
}

fn weights(_: &mut SchemaGenerator) -> Schema {
    words([Weight::Advisory, Weight::Block].map(weight_name))
}

fn holds(_: &mut SchemaGenerator) -> Schema {
    let words = words(Hold::ALL.map(Hold::word));
    json_schema!({ "type": "array", "items": words })
}
