//! An answer as fields that somebody fills in one by one, made from the shape that is asked for.

use serde_json::Value;

use super::{OpenAsk, template};

/// An answer that is being filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    schema: Value,
    value: Value,
}

/// One line of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// What it is called, such as `P1, stance`.
    pub label: String,
    /// What may be put there.
    pub kind: FieldKind,
    /// What stands there now, in words.
    pub said: String,
    /// Where it is in the answer.
    pointer: String,
    /// Whether nothing may stand there.
    may_be_null: bool,
}

/// What may be put into a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// One of these words.
    Words(Vec<String>),
    /// Anything.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// Entries, which can be added.
    List,
    /// One of a list's entries, or something that may be left out: it can be taken away.
    Entry,
}

impl Form {
    /// Begins an answer: nothing is chosen, and lists are empty but for one entry for each thing that is asked about.
    pub fn new(ask: &OpenAsk) -> Self {
        Self { schema: ask.schema.clone(), value: begun(&ask.schema) }
    }

    /// Returns the lines of the form as it is now.
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        collect(&self.schema, &self.value, "", "", &mut fields);
        fields
    }

    /// Puts words into a field; says what is wrong with them where they do not fit.
    pub fn set(&mut self, field: &Field, words: &str) -> Result<(), &'static str> {
        let value = match &field.kind {
            FieldKind::Words(all) if all.iter().any(|word| word == words) => {
                Value::String(words.to_owned())
            }
            FieldKind::Words(_) => return Err("one of the words has to be chosen"),
            FieldKind::Text if words.is_empty() && field.may_be_null => Value::Null,
            FieldKind::Text => Value::String(words.to_owned()),
            FieldKind::Number => match serde_json::from_str(words.trim()) {
                Ok(number @ Value::Number(_)) => number,
                Ok(_) | Err(_) => return Err("this has to be a number"),
            },
            FieldKind::Flag => Value::Bool(words == "yes"),
            FieldKind::List | FieldKind::Entry => return Err("entries are added and taken away"),
        };
        if let Some(place) = self.value.pointer_mut(&field.pointer) {
            *place = value;
        }
        Ok(())
    }

    /// Adds an entry to a list, or what may be left out.
    pub fn add(&mut self, field: &Field) {
        let Some(schema) = found(&self.schema, &field.pointer).cloned() else { return };
        match self.value.pointer_mut(&field.pointer) {
            Some(Value::Array(entries)) => {
                entries.extend(schema.get("items").map(begun));
            }
            Some(place @ Value::Null) => {
                *place = optional(&schema).map(begun).unwrap_or_default();
            }
            Some(_) | None => {}
        }
    }

    /// Takes an entry out of its list, or leaves out what may be left out.
    pub fn remove(&mut self, field: &Field) {
        if field.kind != FieldKind::Entry {
            return;
        }
        let Some((list, at)) = field.pointer.rsplit_once('/') else { return };
        match (self.value.pointer_mut(list), at.parse::<usize>()) {
            (Some(Value::Array(entries)), Ok(at)) if at < entries.len() => {
                entries.remove(at);
            }
            (Some(_), _) => {
                if let Some(place) = self.value.pointer_mut(&field.pointer) {
                    *place = Value::Null;
                }
            }
            (None, _) => {}
        }
    }

    /// Returns the answer, as `council answer --file` takes it.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(&self.value).unwrap_or_default()
    }
}

/// Returns what may stand where something may be left out.
fn optional(schema: &Value) -> Option<&Value> {
    schema.get("anyOf")?.get(0)
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// Returns the words to choose from; one word alone is no choice.
fn words(schema: &Value) -> Option<Vec<String>> {
    let words = schema.get("enum")?.as_array()?;
    Some(words.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn begun(schema: &Value) -> Value {
    if let Some(words) = words(schema) {
        return match words.as_slice() {
            [only] => Value::String(only.clone()),
            _ => Value::Null,
        };
    }
    if optional(schema).is_some() {
        return Value::Null;
    }
    match template::kind(schema) {
        "object" => properties(schema).map(|(key, inner)| (key.clone(), begun(inner))).collect(),
        "array" => {
            let about = |key: &str, name: &String| {
                let mut entry = schema.get("items").map(begun).unwrap_or_default();
                if let Some(place) = entry.get_mut(key) {
                    *place = Value::String(name.clone());
                }
                entry
            };
            let entries = template::entries(schema);
            let entries =
                entries.iter().flat_map(|(key, names)| names.iter().map(|name| about(key, name)));
            Value::Array(entries.collect())
        }
        "boolean" => Value::Bool(false),
        "number" | "integer" => Value::Null,
        _ => Value::String(String::new()),
    }
}

/// Returns the shape of what a pointer names.
fn found<'s>(schema: &'s Value, pointer: &str) -> Option<&'s Value> {
    let mut schema = schema;
    for step in pointer.split('/').skip(1) {
        schema = optional(schema).unwrap_or(schema);
        schema = match template::kind(schema) {
            "array" => schema.get("items")?,
            _ => schema.get("properties")?.get(step)?,
        };
    }
    Some(schema)
}

fn collect(schema: &Value, value: &Value, pointer: &str, label: &str, all: &mut Vec<Field>) {
    let may_be_null = schema.get("type").is_some_and(Value::is_array);
    let mut push = |kind: FieldKind, said: String| {
        let (label, pointer) = (label.to_owned(), pointer.to_owned());
        all.push(Field { label, kind, said, pointer, may_be_null });
    };
    if let Some(words) = words(schema) {
        if words.len() > 1 {
            push(FieldKind::Words(words), value.as_str().unwrap_or("?").to_owned());
        }
        return;
    }
    if let Some(inner) = optional(schema) {
        if value.is_null() {
            push(FieldKind::List, "left out".to_owned());
            return;
        }
        push(FieldKind::Entry, String::new());
        collect(inner, value, pointer, label, all);
        return;
    }
    match template::kind(schema) {
        "object" => {
            for (key, inner) in properties(schema) {
                let label = if label.is_empty() { key.clone() } else { format!("{label}, {key}") };
                let value = value.get(key).unwrap_or(&Value::Null);
                collect(inner, value, &format!("{pointer}/{key}"), &label, all);
            }
        }
        "array" => {
            let about = template::entries(schema);
            let entries = value.as_array().map(Vec::as_slice).unwrap_or_default();
            if about.is_none() {
                push(FieldKind::List, format!("{} so far", entries.len()));
            }
            let items = schema.get("items").unwrap_or(&Value::Null);
            for (at, entry) in entries.iter().enumerate() {
                let pointer = format!("{pointer}/{at}");
                let Some((key, _)) = &about else {
                    let label = format!("{label} {}", at + 1);
                    all.push(Field {
                        label: label.clone(),
                        kind: FieldKind::Entry,
                        said: String::new(),
                        pointer: pointer.clone(),
                        may_be_null: false,
                    });
                    collect(items, entry, &pointer, &label, all);
                    continue;
                };
                let name = entry.get(*key).and_then(Value::as_str).unwrap_or_default();
                for (inner_key, inner) in properties(items).filter(|(inner, _)| inner != key) {
                    let label = format!("{name}, {inner_key}");
                    let value = entry.get(inner_key).unwrap_or(&Value::Null);
                    collect(inner, value, &format!("{pointer}/{inner_key}"), &label, all);
                }
            }
        }
        "boolean" => {
            let said = if value.as_bool() == Some(true) { "yes" } else { "no" };
            push(FieldKind::Flag, said.to_owned());
        }
        "number" | "integer" => {
            push(FieldKind::Number, value.as_number().map(ToString::to_string).unwrap_or_default());
        }
        _ => push(FieldKind::Text, value.as_str().unwrap_or_default().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form() -> Form {
        let stance = json!({"type": "string", "enum": ["support", "oppose"]});
        let point = json!({"type": "object", "properties": {
            "point": {"type": "string", "enum": ["P1", "P2"]}, "stance": stance}});
        let finding = json!({"type": "object", "properties": {
            "quote": {"type": ["string", "null"]}, "sure": {"type": "number"}}});
        let schema = json!({"type": "object", "properties": {
            "findings": {"type": "array", "items": finding},
            "points": {"type": "array", "items": point},
            "ready": {"type": "boolean"},
            "remark": {"anyOf": [{"type": "object", "properties": {"words": {"type": "string"}}}, {"type": "null"}]}}});
        Form { value: begun(&schema), schema }
    }

    fn field(form: &Form, label: &str) -> Field {
        form.fields().into_iter().find(|field| field.label == label).unwrap()
    }

    #[test]
    fn a_form_has_a_line_for_everything_that_can_be_said_and_gives_the_answer_that_a_file_would() {
        let mut form = form();
        let labels: Vec<String> = form.fields().into_iter().map(|field| field.label).collect();
        assert_eq!(labels, ["findings", "P1, stance", "P2, stance", "ready", "remark"]);
        assert!(form.set(&field(&form, "P1, stance"), "perhaps").is_err());
        form.set(&field(&form, "P1, stance"), "support").unwrap();
        form.set(&field(&form, "P2, stance"), "oppose").unwrap();
        form.set(&field(&form, "ready"), "yes").unwrap();
        form.add(&field(&form, "findings"));
        form.add(&field(&form, "findings"));
        assert!(form.set(&field(&form, "findings 1, sure"), "very").is_err());
        form.set(&field(&form, "findings 1, sure"), "0.8").unwrap();
        form.set(&field(&form, "findings 1, quote"), "").unwrap();
        form.remove(&field(&form, "findings 2"));
        form.add(&field(&form, "remark"));
        form.set(&field(&form, "remark, words"), "as before").unwrap();
        let answer: Value = serde_json::from_str(&form.text()).unwrap();
        let points =
            json!([{"point": "P1", "stance": "support"}, {"point": "P2", "stance": "oppose"}]);
        assert_eq!(
            answer,
            json!({"findings": [{"quote": null, "sure": 0.8}], "points": points, "ready": true,
                "remark": {"words": "as before"}})
        );
        form.remove(&field(&form, "remark"));
        let answer: Value = serde_json::from_str(&form.text()).unwrap();
        assert_eq!(answer.get("remark"), Some(&Value::Null));
    }
}
