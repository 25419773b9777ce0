//! The shape of an answer as something to fill in, and a question as something to read.

use serde_json::Value;

/// Keys that name what an entry is about: a list of such entries has one for each.
const ABOUT: [&str; 5] = ["point", "challenge", "finding", "with", "owner"];

/// Returns an answer to fill in: every key of the shape, with the words to choose from where there are some.
pub(super) fn blank(schema: &Value) -> Value {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return match words.as_slice() {
            [only] => only.clone(),
            words => Value::String(words.iter().map(shown).collect::<Vec<_>>().join(" | ")),
        };
    }
    // What may be left out is, until somebody has something to say there.
    if schema.get("anyOf").is_some() {
        return Value::Null;
    }
    match kind(schema) {
        "object" => {
            let keys = properties(schema);
            Value::Object(keys.map(|(key, inner)| (key.clone(), blank(inner))).collect())
        }
        "array" => Value::Array(match entries(schema) {
            Some((key, ids)) => ids.iter().map(|id| about(schema, key, id)).collect(),
            None => schema.get("items").map(blank).into_iter().collect(),
        }),
        "boolean" => Value::Bool(false),
        "number" => 0.5.into(),
        "integer" => 1.into(),
        _ => Value::String(String::new()),
    }
}

/// Returns what the entries of a list are about, where there is one for each: the key that names it, and the names.
pub fn entries(list: &Value) -> Option<(&str, Vec<String>)> {
    let (key, inner) = properties(list.get("items")?).next()?;
    let names = inner.get("enum")?.as_array()?.iter().map(shown);
    ABOUT.contains(&key.as_str()).then(|| (key.as_str(), names.collect()))
}

fn about(list: &Value, key: &str, id: &str) -> Value {
    let mut entry = list.get("items").map(blank).unwrap_or_default();
    if let Some(named) = entry.get_mut(key) {
        *named = Value::String(id.to_owned());
    }
    entry
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// Returns the type of a shape; of several, the first.
pub fn kind(schema: &Value) -> &str {
    let kind = schema.get("type");
    let first = kind.and_then(Value::as_array).and_then(|all| all.first());
    first.or(kind).and_then(Value::as_str).unwrap_or_default()
}

fn shown(word: &Value) -> String {
    word.as_str().map_or_else(|| word.to_string(), str::to_owned)
}

/// Writes a question so that a person reads it: what stands behind a fence is indented under what it is.
pub(super) fn readable(text: &str, fence: &str) -> String {
    let (begin, end) = (format!("=== begin {fence} "), format!("=== end {fence}"));
    let mut page = String::new();
    let mut is_inside = false;
    for line in text.lines() {
        if let Some(what) = line.strip_prefix(&begin) {
            is_inside = true;
            page.push_str(what);
            page.push(':');
        } else if line == end {
            is_inside = false;
            continue;
        } else {
            page.push_str(if is_inside { "  | " } else { "" });
            page.push_str(line);
        }
        page.push('\n');
    }
    page
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_template_has_every_key_and_one_entry_for_everything_that_is_asked_about() {
        let on_point = json!({"type": "object", "properties": {
            "point": {"type": "string", "enum": ["P1", "P2"]},
            "stance": {"type": "string", "enum": ["support", "oppose"]},
        }});
        let schema = json!({"type": "object", "properties": {
            "position": {"type": "string"},
            "points": {"type": "array", "items": on_point},
            "rating": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        }});
        let expected = json!({
            "position": "",
            "points": [
                {"point": "P1", "stance": "support | oppose"},
                {"point": "P2", "stance": "support | oppose"},
            ],
            "rating": null,
        });
        assert_eq!(blank(&schema), expected);
    }

    #[test]
    fn what_stands_behind_a_fence_cannot_be_taken_for_the_question() {
        let text =
            "Take a side.\n=== begin f1 message\nShip it.\n=== end other\n=== end f1\nNow.\n";
        let page = "Take a side.\nmessage:\n  | Ship it.\n  | === end other\nNow.\n";
        assert_eq!(readable(text, "f1"), page);
    }
}
