//! From a statement to the one shape we write.

use council_core::gate::stage::Statement;
use serde_json::{Map, Value, json};

/// Renders a statement. What it does not say is left out; the conflicts are always there.
pub fn render(statement: &Statement) -> String {
    let mut file = Map::new();
    let mut say = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            file.insert(key.to_owned(), value);
        }
    };
    say("agent", statement.agent.as_ref().map(|agent| json!(agent)));
    say("model", statement.model.as_ref().map(|model| json!(model)));
    say("run_id", statement.run.as_ref().map(|run| json!(run)));
    say("timestamp", statement.at.map(|at| json!(at.to_string())));
    say("error", statement.error.as_ref().map(|error| json!(error)));
    let mut consensus = Map::from_iter([("conflicts".to_owned(), json!(statement.conflicts))]);
    if let Some(status) = &statement.status {
        consensus.insert("synthesis_status".to_owned(), json!(status));
    }
    say("consensus", Some(Value::Object(consensus)));
    format!("{:#}\n", Value::Object(file))
}
