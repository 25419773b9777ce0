//! For programs that read as it comes: one JSON object a line, each signal and finding, then a summary.

use std::io::{self, Write};

use council_core::gate::Weight;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Data, Report, SCHEMA_VERSION, TOOL_VERSION,
    finding::FindingJson,
    json,
    keys::{Envelope, ErrorKeys, Object, SeverityCounts, SignalKeys},
};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes each signal on its own line with `type: "signal"`, a failure with `type: "error"`, then one line with
/// `type: "summary"`.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    for report in reports {
        if let Some(failure) = &report.failure {
            let error = ErrorKeys::of(report, failure);
            json::write_line(&JsonlLine::Error { version: Version::default(), error }, out)?;
        }
        if report.is_in_full {
            json::write_line(&JsonlLine::Report(Box::new(report.into())), out)?;
        }
        for signal in &report.signals {
            let line = JsonlLine::Signal {
                version: Version::default(),
                subject: &report.subject,
                signal: signal.into(),
            };
            json::write_line(&line, out)?;
        }
        for finding in &report.findings {
            json::write_line(&JsonlLine::Finding(finding.keys()), out)?;
        }
    }
    json::write_line(&JsonlLine::Summary(JsonlSummary::of(reports)), out)
}

/// One line.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum JsonlLine<'a> {
    /// Why the command could not do its work.
    Error {
        #[serde(flatten)]
        version: Version,
        #[serde(flatten)]
        error: ErrorKeys<'a>,
    },
    /// Everything that one report says, as `--format json` has it; only of commands that say the same in every format.
    Report(#[schemars(with = "Map<String, Value>")] Box<Object<'a, &'a Data>>),
    /// What was noticed.
    Signal {
        #[serde(flatten)]
        version: Version,
        /// What the report is about.
        subject: &'a str,
        #[serde(flatten)]
        signal: SignalKeys<'a>,
    },
    /// What was found in a text.
    Finding(FindingJson<'a>),
    /// The last line: what was decided, and how much was noticed.
    Summary(JsonlSummary<'a>),
}

/// Who wrote a line.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Version {
    /// The version of this shape.
    schema_version: &'static str,
    /// The version of the program.
    tool_version: &'static str,
}

impl Default for Version {
    fn default() -> Self {
        Self { schema_version: SCHEMA_VERSION, tool_version: TOOL_VERSION }
    }
}

/// What was decided, and how much was noticed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct JsonlSummary<'a> {
    #[serde(flatten)]
    envelope: Envelope<'a>,
    /// What each report is about.
    subjects: Vec<&'a str>,
    /// How much stops the work.
    blocking: usize,
    /// How much does not.
    advisory: usize,
    #[serde(flatten)]
    counts: SeverityCounts,
}

impl<'a> JsonlSummary<'a> {
    fn of(reports: &'a [Report]) -> Self {
        let of = |weight| reports.iter().map(|report| report.of_weight(weight).count()).sum();
        Self {
            envelope: Envelope::of_all(reports),
            subjects: reports.iter().map(|report| report.subject.as_str()).collect(),
            blocking: of(Weight::Block),
            advisory: of(Weight::Advisory),
            counts: SeverityCounts::of(reports),
        }
    }
}
