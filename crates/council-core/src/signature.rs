//! What makes two findings the same finding: a hash of what is wrong and where, never of how it was worded.

use std::sync::Arc;

use std::fmt;

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    finding::{Location, LocationKind},
    taxonomy::Subcategory,
};

/// The first 16 hex digits of BLAKE3 over the canonical JSON of what identifies a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(Arc<str>);

impl Signature {
    /// Identifies a finding within one version of a packet.
    pub fn of(subcategory: Subcategory, location: &Location) -> Self {
        Self::hash(&json!({
            "category": subcategory.category().word(),
            "subcategory": subcategory.word(),
            "location": location.to_string(),
        }))
    }

    /// Identifies a sort of finding wherever it occurs again.
    pub fn recurrence(subcategory: Subcategory, rule: Option<&str>, kind: LocationKind) -> Self {
        Self::hash(&json!({
            "category": subcategory.category().word(),
            "subcategory": subcategory.word(),
            "rule_id": rule,
            "location_type": kind.word(),
        }))
    }

    /// Returns the hex digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn hash(value: &Value) -> Self {
        let hex = blake3::hash(canonical(value).as_bytes()).to_hex();
        Self(hex.chars().take(16).collect::<String>().into())
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes JSON in its one canonical form: keys sorted, no spaces, text in NFC.
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => out.push_str(&value.to_string()),
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(entries) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (at, (key, item)) in sorted.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_text(key, out);
                out.push(':');
                write_canonical(item, out);
            }
            out.push('}');
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    // ASCII has nothing to compose, and most text here is ASCII.
    let composed: String = if text.is_ascii() { text.to_owned() } else { text.nfc().collect() };
    out.push_str(&Value::String(composed).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(path: &str, anchor: &str) -> Location {
        Location {
            path: path.to_owned(),
            anchor: Some(anchor.to_owned()),
            kind: LocationKind::Section,
        }
    }

    #[test]
    fn canonical_json_sorts_keys_and_composes_text() {
        assert_eq!(
            canonical(&json!({"b": [1, null], "a": "e\u{301}"})),
            "{\"a\":\"é\",\"b\":[1,null]}"
        );
    }

    #[test]
    fn a_signature_is_sixteen_hex_digits_of_what_and_where() {
        let one = Signature::of(Subcategory::Ambiguity, &location("prd.md", "goals"));
        assert_eq!(one.as_str().len(), 16);
        assert!(one.as_str().chars().all(|c| c.is_ascii_hexdigit()));
        assert_eq!(one, Signature::of(Subcategory::Ambiguity, &location("prd.md", "goals")));
        assert_ne!(one, Signature::of(Subcategory::Ambiguity, &location("prd.md", "scope")));
        assert_ne!(one, Signature::of(Subcategory::Untestable, &location("prd.md", "goals")));
    }

    #[test]
    fn recurrence_ignores_the_place_but_not_the_rule() {
        let kind = LocationKind::Requirement;
        let one = Signature::recurrence(Subcategory::Ambiguity, Some("vague-word"), kind);
        assert_eq!(one, Signature::recurrence(Subcategory::Ambiguity, Some("vague-word"), kind));
        assert_ne!(one, Signature::recurrence(Subcategory::Ambiguity, None, kind));
    }
}
