//! JSON Schemas of every file that is written, generated from the types that write them or that stand for them here.
//!
//! Sessions, bundles, configs and stage evidence are written through their shapes. A handoff's front matter and the forum
//! record have writers of their own; their shapes are held against what those write by tests.

mod forum;
mod front_matter;
#[cfg(test)]
mod tests;

use schemars::{JsonSchema, Schema, json_schema, schema_for};
use serde_json::Value;

use crate::{
    bundle::BundleShape,
    consensus::EvidenceShape,
    council_config::ConfigShape,
    project::Project,
    session::{self, SessionShape},
    user::User,
};

pub use forum::RoundShape as ForumRound;

/// Returns every schema with the name of its file.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("council-config.schema.json", schema::<ConfigShape>()),
        ("council-session.schema.json", session_file()),
        ("config-toml.schema.json", schema::<User>()),
        ("council-toml.schema.json", schema::<Project>()),
        ("evidence-bundle.schema.json", schema::<BundleShape>()),
        ("forum-record.schema.json", schema::<forum::RecordShape>()),
        ("forum-round.schema.json", schema::<forum::RoundShape>()),
        ("handoff-front-matter.schema.json", schema::<front_matter::FrontShape>()),
        ("stage-evidence.schema.json", schema::<EvidenceShape>()),
    ]
}

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}

/// Returns the schema of a session file, which leaves out what stands in it already and what says nothing.
fn session_file() -> Value {
    let mut schema = schema::<SessionShape>();
    for (shape, keys) in session::left_out() {
        require(&mut schema, shape, |key| !keys.contains(&key));
    }
    require(&mut schema, "FindingShape", |key| session::stated().contains(&key));
    require(&mut schema, "VoteShape", |key| key != "rationale");
    let claim = schema.pointer_mut("/$defs/FindingShape/properties/merged_from/items");
    if let Some(claim) = claim {
        let whole = claim.take();
        *claim = serde_json::json!({ "anyOf": [{ "type": "string" }, whole] });
    }
    schema
}

/// Keeps only some of the keys that a shape requires.
fn require(schema: &mut Value, shape: &str, wanted: impl Fn(&str) -> bool) {
    let place = match schema.get("title").and_then(Value::as_str) {
        Some(title) if title == shape => "/required".to_owned(),
        Some(_) | None => format!("/$defs/{shape}/required"),
    };
    if let Some(Value::Array(required)) = schema.pointer_mut(&place) {
        required.retain(|key| key.as_str().is_some_and(&wanted));
    }
}

/// Returns the schema of a closed list of words.
fn one_of(words: impl IntoIterator<Item = &'static str>) -> Schema {
    let words: Vec<&str> = words.into_iter().collect();
    json_schema!({ "type": "string", "enum": words })
}

/// Returns the schema of a closed list of words, or nothing.
fn one_of_or_null(words: impl IntoIterator<Item = &'static str>) -> Schema {
    let words: Vec<Value> = words.into_iter().map(Value::from).chain([Value::Null]).collect();
    json_schema!({ "enum": words })
}
