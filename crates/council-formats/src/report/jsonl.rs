//! For programs that read as it comes: one JSON object a line, each signal and finding, then a summary.

use std::io::{self, Write};

use council_core::{gate::Weight, severity::Severity};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    Report, SCHEMA_VERSION, TOOL_VERSION, all_allow_progress, exit_code, finding::Keys, json, worst,
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
            let mut value = typed("error");
            value.extend(json::of_failure(report, failure));
            json::write_line(&value, out)?;
        }
        for signal in &report.signals {
            let mut value = typed("signal");
            value.insert("subject".to_owned(), json!(report.subject));
            value.extend(json::of_signal(signal));
            json::write_line(&value, out)?;
        }
        for finding in &report.findings {
            json::write_line(&Line { kind: "finding", keys: finding.keys() }, out)?;
        }
    }
    json::write_line(&summary(reports), out)
}

/// The line of a finding.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    keys: Keys<'a>,
}

fn summary(reports: &[Report]) -> Map<String, Value> {
    let command = reports.first().map_or("", |report| report.command);
    let subjects: Vec<_> = reports.iter().map(|report| report.subject.as_str()).collect();
    let count =
        |weight| reports.iter().map(|report| report.of_weight(weight).count()).sum::<usize>();
    let mut value = typed("summary");
    let ended = (worst(reports), exit_code(reports));
    value.extend(json::envelope(command, None, ended, all_allow_progress(reports)));
    value.insert("subjects".to_owned(), json!(subjects));
    value.insert("blocking".to_owned(), json!(count(Weight::Block)));
    value.insert("advisory".to_owned(), json!(count(Weight::Advisory)));
    for severity in Severity::ALL {
        let all = reports.iter().flat_map(Report::noticed);
        let count = all.filter(|noticed| noticed.severity() == severity).count();
        value.insert(severity.word().to_owned(), json!(count));
    }
    value
}

fn typed(name: &str) -> Map<String, Value> {
    Map::from_iter([
        ("type".to_owned(), json!(name)),
        ("schema_version".to_owned(), json!(SCHEMA_VERSION)),
        ("tool_version".to_owned(), json!(TOOL_VERSION)),
    ])
}
