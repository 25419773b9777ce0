//! The shape of an answer as something to fill in, and a question as something to read.

use serde_json::Value;

/// Lists with one entry for each thing that is asked about, which the first key of an entry names.
const EACH: [&str; 11] = [
    "points",
    "engages",
    "challenges",
    "examined",
    "replies",
    "evaluations",
    "answers",
    "opinions",
    "validity",
    "remediation",
    "phases",
];

/// Returns an answer to fill in: every key of the shape, with the words to choose from where there are some.
pub(super) fn blank(name: &str, schema: &Value) -> Value {
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
            Value::Object(keys.map(|(key, inner)| (key.clone(), blank(key, inner))).collect())
        }
        "array" => Value::Array(match entries(name, schema) {
            Some((key, things)) => things.iter().map(|thing| about(schema, key, thing)).collect(),
            None => schema.get("items").map(|items| blank("", items)).into_iter().collect(),
        }),
        "boolean" => Value::Bool(false),
        "number" => 0.5.into(),
        "integer" => 1.into(),
        _ => Value::String(String::new()),
    }
}

/// Returns what the entries of a list with this name are about, where there is one for each: the key that names it, and the
/// things.
pub fn entries<'s>(name: &str, list: &'s Value) -> Option<(&'s str, Vec<Value>)> {
    let (key, inner) = properties(list.get("items")?).next()?;
    let things = inner.get("enum")?.as_array()?.clone();
    EACH.contains(&name).then_some((key.as_str(), things))
}

fn about(list: &Value, key: &str, thing: &Value) -> Value {
    let mut entry = list.get("items").map(|items| blank("", items)).unwrap_or_default();
    if let Some(named) = entry.get_mut(key) {
        *named = thing.clone();
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

/// Returns the word for something that can be chosen.
pub fn shown(word: &Value) -> String {
    match word {
        Value::String(word) if word.is_empty() => "(nobody)".to_owned(),
        Value::String(word) => word.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            word.to_string()
        }
    }
}

/// From so many letters on a line of a prompt was broken because it was long.
const LONG: usize = 90;

/// Writes a question so that a person reads it: what stands behind a fence is indented under what it is, and a sentence that
/// was broken into lines is one again, to be broken where it is shown.
pub(super) fn readable(text: &str, fence: &str) -> String {
    let (begin, end) = (format!("=== begin {fence} "), format!("=== end {fence}"));
    let mut lines: Vec<String> = Vec::new();
    let mut is_inside = false;
    // Whether the next line may go on with the sentence.
    let mut is_broken = false;
    for line in text.lines() {
        if let Some(what) = line.strip_prefix(&begin) {
            (is_inside, is_broken) = (true, false);
            lines.push(format!("{what}:"));
        } else if line == end {
            (is_inside, is_broken) = (false, false);
        } else if is_inside {
            lines.push(format!("  | {line}"));
        } else {
            let rest = line.trim_start();
            let goes_on = is_broken
                && rest.starts_with(|c: char| c.is_alphanumeric() || c == '`')
                && !is_entry(rest);
            // What is not indented does not go on with an entry of a list, and nothing goes on with a sentence that ends.
            let is_of_it = |last: &&mut String| {
                (line.starts_with(' ') || !last.starts_with(' ')) && !last.ends_with(['.', ':'])
            };
            match lines.last_mut().filter(|_| goes_on).filter(is_of_it) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(rest);
                }
                None => lines.push(line.to_owned()),
            }
            is_broken = line.chars().count() >= LONG;
        }
    }
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Tells whether a line begins an entry of a list: a word, a gap and what it means.
fn is_entry(line: &str) -> bool {
    line.split_once("  ").is_some_and(|(word, _)| !word.contains(' '))
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
        assert_eq!(blank("", &schema), expected);
    }

    #[test]
    fn what_stands_behind_a_fence_cannot_be_taken_for_the_question() {
        let text =
            "Take a side.\n=== begin f1 message\nShip it.\n=== end other\n=== end f1\nNow.\n";
        let page = "Take a side.\nmessage:\n  | Ship it.\n  | === end other\nNow.\n";
        assert_eq!(readable(text, "f1"), page);
    }

    #[test]
    fn a_sentence_that_was_broken_into_lines_is_one_again_and_a_list_stays_one() {
        let long = "a word and more ".repeat(6);
        let long = long.trim_end();
        let entries = format!("  MAJOR    {long}\n           goes on\n  MINOR    {long}\n");
        let page = format!("  MAJOR    {long} goes on\n  MINOR    {long}\n");
        assert_eq!(readable(&entries, "f1"), page);
        let text = format!(
            "{long}\ngoes on here.\n- {long}\n  and on\n- short\n\nNow.\n=== begin f1 m\n{long}\nas it is\n=== end f1\n"
        );
        let page = format!(
            "{long} goes on here.\n- {long} and on\n- short\n\nNow.\nm:\n  | {long}\n  | as it is\n"
        );
        assert_eq!(readable(&text, "f1"), page);
    }
}
