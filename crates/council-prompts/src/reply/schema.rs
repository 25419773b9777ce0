//! The shape of a reply as a JSON Schema, for servers that hold a model to one. Every list and every text is bounded, so
//! that a reply ends; every key is required, because some servers take no other schemas.
//!
//! What a schema cannot say is checked when the reply is read, and a server that ignores the schema gains nothing.

use council_core::{
    council::Round, mode::ModeId, north_star::Vision, packet::Packet, taxonomy::Subcategory,
};
use council_formats::words::{DegreeWord, SeverityWord, ViolationWord, VoteWord};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Asked;

/// How much a reply may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most entries of a list.
    pub entries: u32,
    /// The longest text, in characters.
    pub text: u32,
}

/// The most places that are listed one by one; a model is trusted to spell one out of more.
const MOST_PLACES: usize = 100;

impl Bounds {
    /// Returns bounds that fit into so many tokens, as far as anybody can tell before they are written.
    pub fn fitting(tokens: u32) -> Self {
        Self { entries: (tokens / 250).clamp(1, 40), text: (tokens / 3).clamp(40, 600) }
    }
}

/// Returns the shape of all replies: the same for every seat and round, so that a provider can cache what comes after it.
pub fn common(bounds: Bounds) -> Value {
    let shape = Shape { bounds, modes: None, places: None, findings: None };
    let phase = json!({"type": "integer", "minimum": 1, "maximum": 99});
    object([
        ("findings", shape.list(&shape.finding())),
        ("opinions", shape.list(&shape.opinion())),
        ("proposals", shape.list(&shape.proposal())),
        ("validity", shape.list(&shape.vote())),
        ("remediation", shape.list(&shape.vote())),
        ("questions", shape.list(&shape.text())),
        ("north_star", nullable(&shape.assessment(&phase))),
    ])
}

/// Returns the shape of the reply to one question: only what is asked, only the modes, places and findings there are.
pub fn exact(asked: Asked<'_>, vision: Option<&Vision>, bounds: Bounds) -> Value {
    let ids = |ids: Vec<String>| Some(words(&ids));
    let shape = Shape {
        bounds,
        modes: Some(asked.lens.modes().into_iter().map(ModeId::number).collect()),
        places: places(asked.packet),
        findings: ids(asked.ask.findings.iter().map(|shown| shown.id.to_string()).collect()),
    };
    let mut keys = match asked.ask.round {
        Round::Broad => {
            vec![
                ("findings", shape.list(&shape.finding())),
                ("questions", shape.list(&shape.text())),
            ]
        }
        Round::Remediate => vec![
            ("opinions", shape.list(&shape.opinion())),
            ("proposals", shape.list(&shape.proposal())),
        ],
        Round::Converge => {
            let validity = ids(asked.ask.validity.iter().map(ToString::to_string).collect());
            let mended = ids(asked.ask.remediation.iter().map(|(id, _)| id.to_string()).collect());
            let ballot = |findings: Option<Value>| Shape { findings, ..shape.clone() };
            let (validity, mended) = (ballot(validity), ballot(mended));
            vec![
                ("validity", validity.list(&validity.vote())),
                ("remediation", mended.list(&mended.vote())),
            ]
        }
    };
    if let Some(vision) = vision {
        let phases: Vec<u8> = vision.phases.iter().map(|phase| phase.number).collect();
        keys.push(("north_star", shape.assessment(&json!({"type": "integer", "enum": phases}))));
    }
    object(keys)
}

/// What the parts of a reply are made from.
#[derive(Debug, Clone)]
struct Shape {
    bounds: Bounds,
    modes: Option<Vec<u8>>,
    places: Option<Value>,
    findings: Option<Value>,
}

impl Shape {
    fn finding(&self) -> Value {
        let mode = self.modes.as_ref().map_or_else(
            || json!({"type": "integer", "minimum": 1, "maximum": 80}),
            |modes| json!({"type": "integer", "enum": modes}),
        );
        let subcategories: Vec<_> = Subcategory::ALL.iter().map(|one| one.word()).collect();
        let searched =
            object([("terms", self.list(&self.text())), ("sections", self.list(&self.text()))]);
        object([
            ("mode", mode),
            ("subcategory", words(&subcategories)),
            ("severity", severity()),
            ("confidence", share()),
            ("location", self.places.clone().unwrap_or_else(|| self.text())),
            ("quote", json!({"type": ["string", "null"], "maxLength": self.bounds.text})),
            ("searched", nullable(&searched)),
            ("description", self.text()),
            ("remediation", self.text()),
            ("violation", nullable(&words(ViolationWord::WORDS))),
        ])
    }

    fn opinion(&self) -> Value {
        object([
            ("finding", self.id()),
            ("holds", json!({"type": "boolean"})),
            ("severity", nullable(&severity())),
            ("rationale", self.text()),
        ])
    }

    fn proposal(&self) -> Value {
        object([
            ("finding", self.id()),
            ("text", self.text()),
            ("excludes_others", json!({"type": "boolean"})),
        ])
    }

    fn vote(&self) -> Value {
        object([
            ("finding", self.id()),
            ("vote", words(VoteWord::WORDS)),
            ("rationale", self.text()),
        ])
    }

    fn assessment(&self, phase: &Value) -> Value {
        let scored = object([
            ("phase", phase.clone()),
            ("direct", share()),
            ("enabling", share()),
            ("no_harm", share()),
            ("rationale", self.text()),
        ]);
        let recommended = object([
            ("phase", phase.clone()),
            ("effort", words(DegreeWord::WORDS)),
            ("impact", words(DegreeWord::WORDS)),
            ("text", self.text()),
        ]);
        object([
            ("affirms_oath", json!({"type": "boolean"})),
            ("phases", self.list(&scored)),
            ("recommendations", self.list(&recommended)),
        ])
    }

    fn id(&self) -> Value {
        self.findings.clone().unwrap_or_else(|| json!({"type": "string", "maxLength": 80}))
    }

    fn text(&self) -> Value {
        json!({"type": "string", "maxLength": self.bounds.text})
    }

    fn list(&self, items: &Value) -> Value {
        // A list of things of which there are none is an empty one.
        let is_empty =
            |value: &Value| value.get("enum").and_then(Value::as_array).is_some_and(Vec::is_empty);
        let of_none = items.pointer("/properties/finding").is_some_and(is_empty);
        json!({"type": "array", "items": items, "maxItems": if of_none { 0 } else { self.bounds.entries }})
    }
}

/// Returns every place of a packet, if they are few.
fn places(packet: &Packet) -> Option<Value> {
    let mut places = Vec::new();
    for document in &packet.documents {
        places.push(document.path().to_owned());
        let anchors = document.sections.iter().map(|section| &section.anchor);
        places.extend(anchors.map(|anchor| format!("{}#{anchor}", document.path())));
    }
    (places.len() <= MOST_PLACES).then(|| words(&places))
}

fn object<'a>(keys: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let properties: Map<String, Value> =
        keys.into_iter().map(|(key, schema)| (key.to_owned(), schema)).collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties})
}

fn words(words: &[impl Serialize]) -> Value {
    json!({"type": "string", "enum": words})
}

fn severity() -> Value {
    words(SeverityWord::WORDS)
}

fn share() -> Value {
    json!({"type": "number", "minimum": 0, "maximum": 1})
}

fn nullable(schema: &Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}
