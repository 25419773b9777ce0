//! Whether what the binary prints is what the schemas of the reference promise, and nothing else.
//!
//! The published schemas allow keys that they do not name, so that a program which follows one goes on working when
//! there are more. Here they do not: a key without a description is found by the first test that prints it.

use std::fs;

use council_fixtures::repo_root;
use serde_json::{Map, Value, json};

/// Holds what a command printed against the schema of its command, where it is JSON or JSON Lines of ours.
///
/// # Panics
/// If it is not what the schema says.
pub(crate) fn hold(stdout: &str) {
    if let Ok(Value::Object(printed)) = serde_json::from_str(stdout) {
        let command = printed.get("command").and_then(Value::as_str);
        if let (Some(command), true) = (command, printed.contains_key("allows_progress")) {
            // What lists files has one shape, also where it failed.
            let is_error = printed.contains_key("error") && !printed.contains_key("files");
            let name = if is_error { "error" } else { command };
            check(name, &[Value::Object(printed.clone())]);
        }
        return;
    }
    let lines = stdout.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
    if let Ok(lines) = lines
        && lines.last().is_some_and(|last| last["type"] == "summary")
    {
        check("jsonl", &lines);
    }
}

fn check(name: &str, printed: &[Value]) {
    let path = format!("docs/reference/schemas/output/{}.schema.json", name.replace(' ', "-"));
    let text = fs::read_to_string(repo_root().join(&path)).unwrap_or_default();
    assert!(!text.is_empty(), "no `{path}` describes what is printed");
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    let strict = closed(&schema, &schema, Position::Value);
    let validator = jsonschema::validator_for(&strict).expect("a schema is a schema");
    for one in printed {
        let errors: Vec<String> = validator
            .iter_errors(one)
            .map(|error| format!("{} at `{}`", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "not what `{path}` says: {}\n{one:#}", errors.join("; "));
    }
}

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// It describes a whole value.
    Value,
    /// It describes some keys of an object that others describe too.
    Part,
}

/// Returns a schema without references, in which an object has no key that is not named.
fn closed(schema: &Value, root: &Value, position: Position) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let target =
            root.pointer(name.trim_start_matches('#')).expect("a reference leads somewhere");
        return closed(&merged(target, schema), root, position);
    }
    let is_object = schema.contains_key("properties");
    let within = |value: &Value| closed(value, root, Position::Value);
    let beside = if is_object { Position::Part } else { position };
    let mut strict = Map::new();
    for (key, value) in schema.iter().filter(|(key, _)| *key != "$defs") {
        let value = match (key.as_str(), value) {
            ("properties", Value::Object(all)) => {
                all.iter().map(|(name, one)| (name.clone(), within(one))).collect()
            }
            ("items" | "additionalProperties", one) => within(one),
            ("prefixItems", Value::Array(all)) => all.iter().map(within).collect(),
            ("anyOf" | "oneOf" | "allOf", Value::Array(all)) => {
                all.iter().map(|one| closed(one, root, beside)).collect()
            }
            (_, other) => other.clone(),
        };
        strict.insert(key.clone(), value);
    }
    let says = |key: &str| schema.contains_key(key);
    if is_object && position == Position::Value && !says("additionalProperties") {
        strict.insert("unevaluatedProperties".to_owned(), json!(false));
    }
    Value::Object(strict)
}

/// Returns what a reference leads to, together with what is said beside it.
fn merged(target: &Value, beside: &Map<String, Value>) -> Value {
    let mut whole = target.as_object().cloned().unwrap_or_default();
    for (key, value) in beside.iter().filter(|(key, _)| *key != "$ref") {
        match (whole.get_mut(key), value) {
            (Some(Value::Object(there)), Value::Object(more)) => there.extend(more.clone()),
            (Some(Value::Array(there)), Value::Array(more)) => there.extend(more.clone()),
            (_, value) => drop(whole.insert(key.clone(), value.clone())),
        }
    }
    Value::Object(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_no_part_of_a_schema_names_is_refused() {
        let schema = json!({
            "type": "object",
            "properties": { "a": { "$ref": "#/$defs/inner" } },
            "anyOf": [{ "$ref": "#/$defs/part", "properties": { "b": { "type": "integer" } } }],
            "$defs": { "inner": { "type": "object", "properties": { "c": { "type": "integer" } } }, "part": { "properties": { "e": { "type": "integer" } } } },
        });
        let strict = jsonschema::validator_for(&closed(&schema, &schema, Position::Value)).unwrap();
        assert!(strict.is_valid(&json!({ "a": { "c": 1 }, "b": 2, "e": 3 })));
        assert!(!strict.is_valid(&json!({ "a": { "c": 1 }, "d": 2 })));
        assert!(!strict.is_valid(&json!({ "a": { "d": 1 } })));
    }

    #[test]
    #[should_panic(expected = "not what `docs/reference/schemas/output/lint.schema.json` says")]
    fn what_no_schema_describes_is_noticed() {
        hold(r#"{"command": "lint", "allows_progress": true, "surprise": 1}"#);
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        hold("no JSON");
        hold("{}");
        hold("");
    }
}
