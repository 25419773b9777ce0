//! An answer as fields that somebody fills in one by one, made from the shape that is asked for.

use serde_json::Value;

use super::{OpenAsk, template};

/// What stands for an answer that is left out.
const LEFT_OUT: &str = "left out";

/// An answer that is being filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerForm {
    schema: Value,
    value: Value,
}

/// One line of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormField {
    /// What it is called, such as `P1, stance`.
    pub label: String,
    /// What may be put there.
    pub kind: FieldKind,
    /// What stands there now, in words.
    pub said: String,
    /// Whether it can be taken away, as an entry of a list.
    pub is_entry: bool,
    /// Whether something has to be put there before the answer can be handed in.
    pub is_missing: bool,
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
    /// The head of an entry with fields of its own.
    Entry,
}

impl AnswerForm {
    /// Begins an answer: nothing is chosen, and lists are empty but for one entry for each thing that is asked about.
    pub fn new(ask: &OpenAsk) -> Self {
        Self { schema: ask.schema.clone(), value: begun("", &ask.schema) }
    }

    /// Returns the lines of the form as it is now.
    pub fn fields(&self) -> Vec<FormField> {
        let mut lines = FormLines(Vec::new());
        lines.add("", &self.schema, &self.value, "", "");
        lines.0
    }

    /// Puts words into a field; says what is wrong with them where they do not fit.
    pub fn set(&mut self, field: &FormField, words: &str) -> Result<(), &'static str> {
        let value = match &field.kind {
            FieldKind::Words(_) => {
                let choices = found(&self.schema, &field.pointer).and_then(choices);
                let mut choices = choices.unwrap_or_default().into_iter();
                let chosen = choices.find(|(word, _)| word == words);
                chosen.ok_or("one of the words has to be chosen")?.1
            }
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
    pub fn add(&mut self, field: &FormField) {
        let Some(schema) = found(&self.schema, &field.pointer).cloned() else { return };
        match self.value.pointer_mut(&field.pointer) {
            Some(Value::Array(entries)) => {
                entries.extend(schema.get("items").map(|items| begun("", items)));
            }
            Some(place @ Value::Null) => {
                *place = optional(&schema).map(|inner| begun("", inner)).unwrap_or_default();
            }
            Some(_) | None => {}
        }
    }

    /// Takes an entry out of its list, or leaves out what may be left out.
    pub fn remove(&mut self, field: &FormField) {
        if !field.is_entry {
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

    /// Returns the form as it is now, for whoever goes on with it later.
    pub fn draft(&self) -> String {
        self.value.to_string()
    }

    /// Goes on with a form that was put down. What it says is read again when it is handed in, so a draft that somebody
    /// else wrote can say nothing that an answer could not.
    pub fn drafted(ask: &OpenAsk, draft: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(draft).ok()?;
        value.is_object().then(|| Self { schema: ask.schema.clone(), value })
    }

    /// Returns the answer, as `council answer --file` takes it. Entries in which nobody has said anything are left out.
    pub fn text(&self) -> String {
        let said = spoken(&self.schema, &self.value);
        serde_json::to_string_pretty(&said).unwrap_or_default()
    }
}

/// Returns what may stand where something may be left out.
fn optional(schema: &Value) -> Option<&Value> {
    schema.get("anyOf")?.get(0)
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// Returns what can be chosen, each with the word for it; what may be left out can also be that.
fn choices(schema: &Value) -> Option<Vec<(String, Value)>> {
    let left_out = optional(schema).map(|_| (LEFT_OUT.to_owned(), Value::Null));
    let words = optional(schema).unwrap_or(schema).get("enum")?.as_array()?;
    let words = words.iter().map(|word| (template::shown(word), word.clone()));
    Some(words.chain(left_out).collect())
}

fn begun(name: &str, schema: &Value) -> Value {
    if let Some(choices) = choices(schema) {
        return match choices.as_slice() {
            [(_, only)] => only.clone(),
            _ => Value::Null,
        };
    }
    if optional(schema).is_some() {
        return Value::Null;
    }
    match template::kind(schema) {
        "object" => {
            let keys = properties(schema);
            keys.map(|(key, inner)| (key.clone(), begun(key, inner))).collect()
        }
        "array" => {
            let about = |key: &str, thing: &Value| {
                let mut entry = schema.get("items").map(|items| begun("", items));
                if let Some(place) = entry.as_mut().and_then(|entry| entry.get_mut(key)) {
                    *place = thing.clone();
                }
                entry.unwrap_or_default()
            };
            let entries = template::entries(name, schema);
            let entries =
                entries.iter().flat_map(|(key, all)| all.iter().map(|thing| about(key, thing)));
            Value::Array(entries.collect())
        }
        "boolean" | "number" | "integer" => Value::Null,
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

/// Returns a value without the entries of its lists in which nothing is said, and with `nobody` as the shape has it.
pub(super) fn spoken(schema: &Value, value: &Value) -> Value {
    let schema = optional(schema).unwrap_or(schema);
    match value {
        Value::Array(entries) => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            let said = entries.iter().filter(|entry| !is_blank(items, entry));
            said.map(|entry| spoken(items, entry)).collect()
        }
        Value::Object(keys) => keys
            .iter()
            .map(|(key, value)| {
                let inner = schema.get("properties").and_then(|all| all.get(key));
                (key.clone(), spoken(inner.unwrap_or(&Value::Null), value))
            })
            .collect(),
        // The template has a word for the choice of nobody, and that is what people leave there.
        Value::String(said) => {
            let words = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
            let mut unnamed = words.filter(|word| word.as_str().is_some_and(str::is_empty));
            unnamed.find(|word| template::shown(word) == *said).unwrap_or(value).clone()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Tells whether an entry says nothing but what it is about. What is still to be chosen keeps it.
fn is_blank(schema: &Value, entry: &Value) -> bool {
    let may_be_null = optional(schema).is_some() || schema.get("type").is_some_and(Value::is_array);
    match entry {
        Value::String(said) => said.is_empty(),
        Value::Array(entries) => entries.is_empty(),
        Value::Null => may_be_null,
        Value::Bool(_) | Value::Number(_) => false,
        Value::Object(keys) => {
            let own = properties(schema).filter(|(_, inner)| inner.get("enum").is_none());
            let mut own = own.peekable();
            let is_more = own.peek().is_some();
            let chosen = properties(schema).skip(1).any(|(_, inner)| inner.get("enum").is_some());
            is_more
                && !chosen
                && own.all(|(key, inner)| is_blank(inner, keys.get(key).unwrap_or(&Value::Null)))
        }
    }
}

/// The lines of a form.
struct FormLines(Vec<FormField>);

impl FormLines {
    fn push(&mut self, schema: &Value, kind: FieldKind, said: String, pointer: &str, label: &str) {
        let may_be_null =
            optional(schema).is_some() || schema.get("type").is_some_and(Value::is_array);
        self.0.push(FormField {
            label: label.to_owned(),
            is_entry: kind == FieldKind::Entry,
            kind,
            said,
            is_missing: false,
            pointer: pointer.to_owned(),
            may_be_null,
        });
    }

    /// Adds the lines of a value.
    fn add(&mut self, name: &str, schema: &Value, value: &Value, pointer: &str, label: &str) {
        if let Some(choices) = choices(schema) {
            if choices.len() > 1 {
                let chosen = choices.iter().find(|(_, choice)| choice == value);
                let said = chosen.map_or("?", |(word, _)| word).to_owned();
                let is_missing = chosen.is_none();
                let words = choices.iter().map(|(word, _)| word.clone()).collect();
                self.push(schema, FieldKind::Words(words), said, pointer, label);
                self.missing(is_missing);
            }
            return;
        }
        if let Some(inner) = optional(schema) {
            if value.is_null() {
                self.push(schema, FieldKind::List, LEFT_OUT.to_owned(), pointer, label);
                return;
            }
            self.push(schema, FieldKind::Entry, String::new(), pointer, label);
            self.add(name, inner, value, pointer, label);
            return;
        }
        match template::kind(schema) {
            "object" => {
                for (key, inner) in properties(schema) {
                    let label =
                        if label.is_empty() { key.clone() } else { format!("{label}, {key}") };
                    let value = value.get(key).unwrap_or(&Value::Null);
                    self.add(key, inner, value, &format!("{pointer}/{key}"), &label);
                }
            }
            "array" => self.entries(name, schema, value, pointer, label),
            "boolean" => {
                let said = match value.as_bool() {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "?",
                };
                self.push(schema, FieldKind::Flag, said.to_owned(), pointer, label);
                self.missing(value.is_null());
            }
            "number" | "integer" => {
                let said = value.as_number().map(ToString::to_string).unwrap_or_default();
                self.push(schema, FieldKind::Number, said, pointer, label);
                self.missing(value.is_null());
            }
            _ => {
                let said = value.as_str().unwrap_or_default().to_owned();
                self.push(schema, FieldKind::Text, said, pointer, label);
            }
        }
    }

    fn missing(&mut self, is_missing: bool) {
        if let Some(last) = self.0.last_mut() {
            last.is_missing = is_missing;
        }
    }

    fn entries(&mut self, name: &str, schema: &Value, list: &Value, pointer: &str, label: &str) {
        let about = template::entries(name, schema);
        let entries = list.as_array().map(Vec::as_slice).unwrap_or_default();
        if about.is_none() {
            let said = format!("{} so far", entries.len());
            self.push(schema, FieldKind::List, said, pointer, label);
        }
        let items = schema.get("items").unwrap_or(&Value::Null);
        for (at, entry) in entries.iter().enumerate() {
            let pointer = format!("{pointer}/{at}");
            if let Some((key, _)) = &about {
                let thing = entry.get(*key).map(template::shown).unwrap_or_default();
                for (inner_key, inner) in properties(items).filter(|(inner, _)| inner != key) {
                    let label = format!("{thing}, {inner_key}");
                    let value = entry.get(inner_key).unwrap_or(&Value::Null);
                    self.add(inner_key, inner, value, &format!("{pointer}/{inner_key}"), &label);
                }
                continue;
            }
            let label = format!("{label} {}", at + 1);
            if template::kind(items) == "object" {
                self.push(items, FieldKind::Entry, String::new(), &pointer, &label);
                self.add("", items, entry, &pointer, &label);
                continue;
            }
            // An entry that is one value is one line.
            let line = self.0.len();
            self.add("", items, entry, &pointer, &label);
            if let Some(line) = self.0.get_mut(line) {
                line.is_entry = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(schema: Value) -> AnswerForm {
        AnswerForm { value: begun("", &schema), schema }
    }

    fn forum() -> AnswerForm {
        let stance = json!({"type": "string", "enum": ["support", "oppose"]});
        let point = json!({"type": "object", "properties": {
            "point": {"type": "string", "enum": ["P1", "P2"]}, "stance": stance}});
        let finding = json!({"type": "object", "properties": {
            "quote": {"type": ["string", "null"]}, "sure": {"type": "number"}}});
        form(json!({"type": "object", "properties": {
            "findings": {"type": "array", "items": finding},
            "points": {"type": "array", "items": point},
            "ready": {"type": "boolean"},
            "remark": {"anyOf": [{"type": "object", "properties": {"words": {"type": "string"}}}, {"type": "null"}]}}}))
    }

    #[test]
    fn whoever_leaves_the_word_for_nobody_names_nobody() {
        let with = json!({"type": "object", "properties": {
            "with": {"type": "string", "enum": ["", "po-2"]}, "why": {"type": "string"}}});
        let said = |words: &str| spoken(&with, &json!({"with": words, "why": "(nobody)"}));
        let offered = template::blank("", &with);
        let first = offered["with"].as_str().unwrap().split(" | ").next().unwrap();
        assert_eq!(said(first), json!({"with": "", "why": "(nobody)"}));
        assert_eq!(said("po-2"), json!({"with": "po-2", "why": "(nobody)"}));
    }

    fn field(form: &AnswerForm, label: &str) -> FormField {
        form.fields().into_iter().find(|field| field.label == label).unwrap()
    }

    fn labels(form: &AnswerForm) -> Vec<String> {
        form.fields().into_iter().map(|field| field.label).collect()
    }

    fn answer(form: &AnswerForm) -> Value {
        serde_json::from_str(&form.text()).unwrap()
    }

    #[test]
    fn a_form_has_a_line_for_everything_that_can_be_said_and_gives_the_answer_that_a_file_would() {
        let mut form = forum();
        assert_eq!(labels(&form), ["findings", "P1, stance", "P2, stance", "ready", "remark"]);
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
        let points =
            json!([{"point": "P1", "stance": "support"}, {"point": "P2", "stance": "oppose"}]);
        assert_eq!(
            answer(&form),
            json!({"findings": [{"quote": null, "sure": 0.8}], "points": points, "ready": true,
                "remark": {"words": "as before"}})
        );
        form.remove(&field(&form, "remark"));
        assert_eq!(answer(&form).get("remark"), Some(&Value::Null));
    }

    #[test]
    fn what_has_to_be_said_is_missing_until_it_is() {
        let mut form = forum();
        let missing = |form: &AnswerForm| -> Vec<String> {
            let missing = form.fields().into_iter().filter(|field| field.is_missing);
            missing.map(|field| field.label).collect()
        };
        assert_eq!(missing(&form), ["P1, stance", "P2, stance", "ready"]);
        form.set(&field(&form, "P1, stance"), "support").unwrap();
        form.set(&field(&form, "P2, stance"), "oppose").unwrap();
        form.set(&field(&form, "ready"), "no").unwrap();
        form.add(&field(&form, "findings"));
        assert_eq!(missing(&form), ["findings 1, sure"]);
    }

    #[test]
    fn choices_of_numbers_and_choices_that_may_be_left_out_are_chosen_by_their_words() {
        let severity = json!({"type": "string", "enum": ["MAJOR", "MINOR"]});
        let finding = json!({"type": "object", "properties": {
            "mode": {"type": "integer", "enum": [7, 43]},
            "severity": {"anyOf": [severity, {"type": "null"}]},
            "quotes": {"type": ["array", "null"], "items": {"type": "string"}},
            "notes": {"type": "array", "items": {"type": "string", "enum": ["N1", "N2"]}}}});
        let mut form = form(json!({"type": "object", "properties": {
            "findings": {"type": "array", "items": finding}}}));
        form.add(&field(&form, "findings"));
        let mode = field(&form, "findings 1, mode");
        assert_eq!(mode.kind, FieldKind::Words(vec!["7".to_owned(), "43".to_owned()]));
        assert_eq!((mode.said.as_str(), mode.is_missing), ("?", true));
        form.set(&mode, "43").unwrap();
        let severity = field(&form, "findings 1, severity");
        assert_eq!((severity.said.as_str(), severity.is_missing), ("left out", false));
        form.set(&severity, "MINOR").unwrap();
        form.add(&field(&form, "findings 1, quotes"));
        form.add(&field(&form, "findings 1, quotes"));
        form.set(&field(&form, "findings 1, quotes 2"), "a refund").unwrap();
        form.add(&field(&form, "findings 1, notes"));
        form.set(&field(&form, "findings 1, notes 1"), "N2").unwrap();
        let said = |severity: Value, quotes: Value, notes: Value| {
            json!({"findings": [
            {"mode": 43, "severity": severity, "quotes": quotes, "notes": notes}]})
        };
        // A line that was added and never filled in says nothing.
        assert_eq!(answer(&form), said(json!("MINOR"), json!(["a refund"]), json!(["N2"])));
        form.set(&field(&form, "findings 1, severity"), "left out").unwrap();
        form.remove(&field(&form, "findings 1, quotes 2"));
        form.remove(&field(&form, "findings 1, notes 1"));
        assert_eq!(answer(&form), said(Value::Null, json!([]), json!([])));
    }

    #[test]
    fn a_point_that_is_not_challenged_needs_no_words_and_findings_are_called_the_same_one_by_one() {
        let words = json!({"type": "string", "enum": ["P1", "P2"]});
        let challenge = json!({"type": "object", "properties": {
            "point": words, "risk": {"type": "string"}, "question": {"type": "string"}}});
        let same = json!({"type": "object", "properties": {"finding": words, "same_as": words}});
        let phase = json!({"type": "object", "properties": {
            "phase": {"type": "integer", "enum": [1, 2]}, "direct": {"type": "number"}}});
        let mut form = form(json!({"type": "object", "properties": {
            "challenges": {"type": "array", "items": challenge},
            "same": {"type": "array", "items": same},
            "phases": {"type": "array", "items": phase}}}));
        form.set(&field(&form, "P2, risk"), "it breaks").unwrap();
        form.set(&field(&form, "1, direct"), "0.5").unwrap();
        form.set(&field(&form, "2, direct"), "1").unwrap();
        assert_eq!(
            answer(&form),
            json!({"challenges": [{"point": "P2", "risk": "it breaks", "question": ""}], "same": [],
                "phases": [{"phase": 1, "direct": 0.5}, {"phase": 2, "direct": 1}]})
        );
        form.add(&field(&form, "same"));
        form.set(&field(&form, "same 1, finding"), "P2").unwrap();
        form.set(&field(&form, "same 1, same_as"), "P1").unwrap();
        assert_eq!(answer(&form)["same"], json!([{"finding": "P2", "same_as": "P1"}]));
    }
}
