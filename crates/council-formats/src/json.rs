//! JSON as a tree, with duplicate keys and excess depth refused.

mod lines;

use std::{collections::BTreeSet, fmt};

use council_core::{
    diagnostic::{Diagnostic, Place},
    tree::{Node, TreeEntry, Value},
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};

use crate::input::LARGEST;

/// Reads one JSON document as a tree with lines.
pub fn read(path: &str, text: &str) -> Result<Node, Diagnostic> {
    if text.len() > LARGEST {
        return Err(Diagnostic::error(
            "too-large",
            Place::file(path),
            "the text is larger than 4 MiB",
        ));
    }
    match serde_json::from_str::<JsonTree>(text) {
        Ok(JsonTree(mut node)) => {
            lines::place(&mut node, text);
            Ok(node)
        }
        Err(error) => {
            let mut place = Place::file(path);
            place.line = u32::try_from(error.line()).ok().filter(|line| *line > 0);
            place.column = u32::try_from(error.column()).ok().filter(|column| *column > 0);
            let said = error.to_string();
            let message = said.split(" at line ").next().unwrap_or(&said).to_owned();
            // A tree takes every value, so the only thing that it refuses itself is a second key.
            let code = if error.is_data() { "duplicate-key" } else { "not-json" };
            Err(Diagnostic::error(code, place, message))
        }
    }
}

/// Turns a value of ours into a tree, without lines.
pub fn tree(value: &impl Serialize) -> Result<Node, serde_json::Error> {
    JsonTree::deserialize(serde_json::to_value(value)?).map(|JsonTree(node)| node)
}

/// Turns a tree into a JSON value, keys in their order.
pub fn value(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(items) => items.iter().map(value).collect(),
        Value::Map(entries) => {
            entries.iter().map(|entry| (entry.key.clone(), value(&entry.node))).collect()
        }
    }
}

struct JsonTree(Node);

impl<'de> Deserialize<'de> for JsonTree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor).map(|value| JsonTree(Node::new(value)))
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(i64::try_from(number).map_or_else(|_| Value::Text(number.to_string()), Value::Int))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(JsonTree(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        let mut seen = BTreeSet::new();
        while let Some((key, JsonTree(node))) = map.next_entry::<String, JsonTree>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format_args!(
                    "duplicate key `{}`",
                    key.escape_default()
                )));
            }
            entries.push(TreeEntry { key, node });
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duplicate_key_is_refused_with_its_line() {
        let error = read("a.json", "{\"a\": 1,\n \"b\": 2,\n \"a\": 3}").unwrap_err();
        assert_eq!((error.code, error.place.line), ("duplicate-key", Some(3)));
    }

    #[test]
    fn every_value_knows_its_line() {
        let text = "{\"a\": 1, \"b\":\n[true,\n {\"c\\\"\": \"x\\\\\"}\n, []],\n\n\"d\": -2.5e3}";
        let root = read("a.json", text).unwrap();
        let list = root.get("b").unwrap();
        assert_eq!((root.line, root.get("a").unwrap().line), (Some(1), Some(1)));
        assert_eq!((list.line, list.items()[0].line), (Some(2), Some(2)));
        assert_eq!(list.items()[1].get("c\"").unwrap().line, Some(3));
        assert_eq!((list.items()[2].line, root.get("d").unwrap().line), (Some(4), Some(6)));
    }

    #[test]
    fn garbage_numbers_and_depth_are_refused() {
        for text in ["", "{", "{\"a\":NaN}", "{\"a\":1e999}", "{} {}", "[1,]", "\u{feff}{}"] {
            assert!(read("a.json", text).is_err(), "{text}");
        }
        assert!(read("a.json", &"[".repeat(100_000)).is_err());
    }

    #[test]
    fn a_tree_turns_back_into_the_same_json() {
        let text = r#"{"b":[1,2.5,null,true],"a":{"c":"x"}}"#;
        assert_eq!(value(&read("a.json", text).unwrap()).to_string(), text);
    }
}
