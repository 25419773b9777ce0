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
    bundle::BundleShape, consensus::EvidenceShape, council_config::ConfigShape, project::Project,
    session::SessionShape, user::User,
};

pub use forum::RoundShape as ForumRound;

/// Returns every schema with the name of its file.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("council-config.schema.json", schema::<ConfigShape>()),
        ("council-session.schema.json", schema::<SessionShape>()),
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
