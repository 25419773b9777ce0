//! JSON Schemas of every file that is written, generated from the types that write them.

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::{bundle::BundleShape, session::SessionShape};

/// Returns every schema with the name of its file.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("council-session.schema.json", schema::<SessionShape>()),
        ("evidence-bundle.schema.json", schema::<BundleShape>()),
    ]
}

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}
