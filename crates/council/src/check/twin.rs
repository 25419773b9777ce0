//! The JSON beside a handoff: it says what the Markdown says, or it misleads every program that reads it.

use council_core::diagnostic::{Diagnostic, Place};
use council_formats::handoff::{self, twin};
use council_store::Repo;
use serde_json::{Map, Value};

use super::{CheckDepth, Checked, CheckedKind, refusal};

/// What every twin is called in itself.
const NAMED: &str = "panel-review";

/// Tells whether a JSON text is the twin of a handoff.
pub(super) fn is_twin(text: &str) -> bool {
    let value: Option<Value> = serde_json::from_str(text).ok();
    value.is_some_and(|value| value.get("kind").and_then(Value::as_str) == Some(NAMED))
}

/// Holds the JSON against the Markdown beside it.
pub(super) fn check(repo: &Repo, path: &str, text: &str) -> Checked {
    let kind = Some(CheckedKind::HandoffTwin);
    let refuse = |code: &'static str, message: String| {
        refusal(path, kind, Diagnostic::error(code, Place::file(path), message))
    };
    let found: Map<String, Value> = match serde_json::from_str(text) {
        Ok(found) => found,
        Err(error) => return refuse("not-json", format!("the file is not a JSON object: {error}")),
    };
    let page = format!("{}.md", path.strip_suffix(".json").unwrap_or(path));
    let text = match repo.read(&page) {
        Ok(text) => text,
        Err(error) => return refuse("no-handoff", format!("there is no handoff to it: {error}")),
    };
    let record = found.get("record").cloned().unwrap_or_default();
    let made = twin::write(&handoff::read(&page, &text).value, &record);
    let made: Map<String, Value> = serde_json::from_str(&made).unwrap_or_default();
    let is_compared = |key: &&String| !["schema_version", "tool_version"].contains(&key.as_str());
    let said = |map: &Map<String, Value>, key: &str| map.get(key).cloned().map(bare);
    let differs = |key: &&String| said(&found, key) != said(&made, key);
    let differing: Vec<String> =
        made.keys().filter(is_compared).filter(differs).map(|key| format!("`{key}`")).collect();
    let mut diagnostics = Vec::new();
    if !differing.is_empty() {
        let message = format!("{} is not what `{page}` says", differing.join(", "));
        diagnostics.push(
            Diagnostic::error("twin-differs", Place::file(path), message)
                .help("the Markdown is what counts; repeat the last step to rewrite the JSON"),
        );
    }
    Checked { path: path.to_owned(), kind, reach: CheckDepth::Held, diagnostics, read: None }
}

/// Takes a section in which nothing is said for one that is not there: a page cannot tell them apart.
fn bare(value: Value) -> Value {
    match value {
        Value::Object(map) if map.values().all(Value::is_null) => Value::Null,
        other => other,
    }
}
