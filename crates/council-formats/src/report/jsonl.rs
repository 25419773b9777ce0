//! For programs that read as it comes: one JSON object a line, each signal and finding, then a summary.

use council_core::gate::Weight;
use serde_json::{Map, Value, json};

use super::{Report, SCHEMA_VERSION, TOOL_VERSION, json, worst};

/// Renders each signal on its own line with `type: "signal"`, then one line with `type: "summary"`.
pub fn render(reports: &[Report]) -> String {
    let mut text = String::new();
    for report in reports {
        for signal in &report.signals {
            let mut value = typed("signal");
            value.insert("subject".to_owned(), json!(report.subject));
            value.extend(json::of_signal(signal));
            push(&mut text, value);
        }
        for finding in &report.findings {
            let mut value = Map::from_iter([("type".to_owned(), json!("finding"))]);
            value.extend(finding.data.clone());
            push(&mut text, value);
        }
    }
    push(&mut text, summary(reports));
    text
}

fn summary(reports: &[Report]) -> Map<String, Value> {
    let command = reports.first().map_or("", |report| report.command);
    let subjects: Vec<_> = reports.iter().map(|report| report.subject.as_str()).collect();
    let count =
        |weight| reports.iter().map(|report| report.of_weight(weight).count()).sum::<usize>();
    let mut value = typed("summary");
    value.extend(json::envelope(command, None, worst(reports)));
    value.insert("subjects".to_owned(), json!(subjects));
    value.insert("blocking".to_owned(), json!(count(Weight::Block)));
    value.insert("advisory".to_owned(), json!(count(Weight::Advisory)));
    value
}

fn typed(name: &str) -> Map<String, Value> {
    Map::from_iter([
        ("type".to_owned(), json!(name)),
        ("schema_version".to_owned(), json!(SCHEMA_VERSION)),
        ("tool_version".to_owned(), json!(TOOL_VERSION)),
    ])
}

fn push(text: &mut String, value: Map<String, Value>) {
    text.push_str(&json::escape(&Value::Object(value).to_string()));
    text.push('\n');
}
