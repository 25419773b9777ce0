//! The shapes of replies as JSON Schemas, for servers that hold a model to one. Every list and every text is bounded, so
//! that a reply ends; every key is required, because some servers take no other schemas.
//!
//! What a schema cannot say is checked when the reply is read, and a server that ignores the schema gains nothing.

use council_core::{council::VOTES_PER_ENTRY, packet::Packet, taxonomy::Subcategory};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The most places that are listed one by one; a model is trusted to spell one out of more.
const MOST_PLACES: usize = 100;

/// How much a reply may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most entries of a list.
    pub entries: u32,
    /// The longest text, in characters.
    pub text: u32,
}

impl Bounds {
    /// Returns bounds that fit into so many tokens, as far as anybody can tell before they are written.
    pub fn fitting(tokens: u32) -> Self {
        Self { entries: (tokens / 250).clamp(1, 40), text: (tokens / 5).clamp(40, 600) }
    }

    /// Returns the longest text of an answer that holds so many entries.
    pub(crate) fn text_beside(entries: usize) -> u32 {
        let entries = u32::try_from(entries).unwrap_or(u32::MAX);
        Self::fitting(entries.saturating_mul(250)).text
    }

    /// Returns the bounds of a list of votes: more of them, with shorter reasons.
    pub(crate) fn votes(self) -> Self {
        let more = u32::try_from(VOTES_PER_ENTRY).unwrap_or(1);
        Self { entries: self.entries.saturating_mul(more), text: self.text / more }
    }

    pub(crate) fn text(self) -> Value {
        json!({"type": "string", "maxLength": self.text})
    }

    pub(crate) fn list(self, items: &Value) -> Value {
        json!({"type": "array", "items": items, "maxItems": self.entries})
    }

    /// Returns the shape of what shows a finding, its two keys.
    pub(crate) fn evidence(self) -> [(&'static str, Value); 2] {
        let searched = self.searched(&self.text());
        [
            ("quote", json!({"type": ["string", "null"], "maxLength": self.text})),
            ("searched", nullable(&searched)),
        ]
    }

    /// Returns the shape of a search that found nothing.
    pub(crate) fn searched(self, place: &Value) -> Value {
        object([("terms", self.list(&self.text())), ("sections", self.list(place))])
    }
}

/// Returns the shape of an object with these keys and no others.
pub(crate) fn object<'a>(keys: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let properties: Map<String, Value> =
        keys.into_iter().map(|(key, schema)| (key.to_owned(), schema)).collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties})
}

pub(crate) fn words(words: &[impl Serialize]) -> Value {
    json!({"type": "string", "enum": words})
}

/// Returns what a reviewer can call a defect: every thing by one name, and nothing that only a program tells from the bytes.
pub(crate) fn asked() -> impl Iterator<Item = Subcategory> {
    let told_by_programs = [
        Subcategory::ParseError,
        Subcategory::SchemaViolation,
        Subcategory::IdFormat,
        Subcategory::SortOrder,
        Subcategory::TabCharacter,
    ];
    let all = Subcategory::ALL.iter().copied();
    all.filter(move |one| one.kept() == *one && !told_by_programs.contains(one))
}

pub(crate) fn subcategory() -> Value {
    words(&asked().map(Subcategory::word).collect::<Vec<_>>())
}

/// Returns the shape of a number from 0 to 1.
pub(crate) fn share() -> Value {
    json!({"type": "number", "minimum": 0, "maximum": 1})
}

pub(crate) fn nullable(schema: &Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// Returns the shape of a place in a packet: one of those there are, if they are few.
pub(crate) fn place(packet: &Packet, bounds: Bounds) -> Value {
    let mut places = Vec::new();
    for document in &packet.documents {
        places.push(document.path().to_owned());
        let anchors = document.sections.iter().map(|section| &section.anchor);
        places.extend(anchors.map(|anchor| format!("{}#{anchor}", document.path())));
    }
    if places.len() <= MOST_PLACES { words(&places) } else { bounds.text() }
}
