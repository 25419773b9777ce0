//! The shape of a council seat's reply.

use council_core::{
    council::{Protocol, Round},
    merge::FindingId,
    mode::ModeId,
    north_star::Vision,
};
use council_formats::words::{DegreeWord, SeverityWord, ViolationWord, VoteWord};
use serde_json::{Value, json};

use super::Asked;
use crate::schema::{Bounds, nullable, object, place, share, subcategory, words};

/// Returns the shape of all replies: the same for every seat and round, so that a provider can cache what comes after it.
pub fn common(bounds: Bounds) -> Value {
    let shape = Shape {
        bounds,
        mode: json!({"type": "integer", "minimum": 1, "maximum": 80}),
        place: bounds.text(),
        finding: json!({"type": "string", "maxLength": 80}),
        notes: Some(bounds.list(&json!({"type": "string", "maxLength": 20}))),
    };
    let phase = json!({"type": "integer", "minimum": 1, "maximum": 99});
    object([
        ("findings", bounds.list(&shape.finding())),
        ("opinions", bounds.list(&shape.opinion())),
        ("proposals", bounds.list(&shape.proposal())),
        ("same", bounds.list(&shape.same())),
        ("validity", bounds.list(&shape.vote())),
        ("remediation", bounds.list(&shape.consent())),
        ("questions", bounds.list(&bounds.text())),
        ("north_star", nullable(&shape.assessment(&phase))),
    ])
}

/// Returns the shape of the reply to one question: only what is asked, only the modes, places and findings there are.
pub fn exact(asked: Asked<'_>, vision: Option<&Vision>, bounds: Bounds) -> Value {
    // A list about things of which there are none is an empty one.
    let about = |ids: &[String], items: Value| {
        let bounds = if ids.is_empty() { Bounds { entries: 0, ..bounds } } else { bounds };
        bounds.list(&items)
    };
    let modes: Vec<u8> = asked.lens.modes().into_iter().map(ModeId::number).collect();
    let marks = asked.ask.briefing.iter().flat_map(|briefing| briefing.marks());
    let marks: Vec<String> = marks.collect();
    // Before there are any notes, nobody is asked about them.
    let notes = (!marks.is_empty()).then(|| bounds.list(&words(&marks)));
    let among = |ids: Vec<String>| Shape {
        bounds,
        mode: json!({"type": "integer", "enum": modes}),
        place: place(asked.packet, bounds),
        finding: words(&ids),
        notes: notes.clone(),
    };
    // A finding has the name that it has in the question.
    let name = |id: &FindingId| match asked.ask.protocol {
        Protocol::First | Protocol::Second | Protocol::Third | Protocol::Fourth => id.to_string(),
        Protocol::Fifth | Protocol::Sixth => id.short(),
    };
    let shown: Vec<String> = asked.ask.findings.iter().map(|shown| name(&shown.id)).collect();
    let mended: Vec<String> = asked.ask.remediation.iter().map(|(id, _)| name(id)).collect();
    let remediation = || ("remediation", about(&mended, among(mended.clone()).consent()));
    let shape = among(shown.clone());
    let mut keys = match asked.ask.round {
        Round::Broad => vec![
            ("findings", bounds.list(&shape.finding())),
            ("questions", bounds.list(&bounds.text())),
        ],
        Round::Remediate => {
            let fixed = [
                ("opinions", about(&shown, shape.opinion())),
                ("proposals", about(&shown, shape.proposal())),
                ("same", about(&shown, shape.same())),
            ];
            let consent = (!mended.is_empty()).then(remediation);
            let new = || ("findings", bounds.list(&shape.finding()));
            let new = asked.ask.may_raise.then(new);
            fixed.into_iter().chain(consent).chain(new).collect()
        }
        Round::Converge => {
            let valid: Vec<String> = asked.ask.validity.iter().map(name).collect();
            vec![
                ("validity", about(&valid, among(valid.clone()).vote())),
                remediation(),
                ("proposals", about(&shown, shape.proposal())),
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
struct Shape {
    bounds: Bounds,
    mode: Value,
    place: Value,
    finding: Value,
    notes: Option<Value>,
}

impl Shape {
    /// Returns the shape of an entry with these keys, and the notes that it goes back to.
    fn noted<const N: usize>(&self, keys: [(&'static str, Value); N]) -> Value {
        object(keys.into_iter().chain(self.notes.clone().map(|notes| ("notes", notes))))
    }

    fn finding(&self) -> Value {
        let [_, searched] = self.bounds.evidence();
        let quotes = json!({
            "type": ["array", "null"], "items": self.bounds.text(), "minItems": 1, "maxItems": 3,
        });
        self.noted([
            ("mode", self.mode.clone()),
            ("subcategory", subcategory()),
            ("severity", words(SeverityWord::WORDS)),
            ("confidence", share()),
            ("location", self.place.clone()),
            ("quotes", quotes),
            searched,
            ("description", self.bounds.text()),
            ("remediation", self.bounds.text()),
            ("violation", nullable(&words(ViolationWord::WORDS))),
        ])
    }

    fn opinion(&self) -> Value {
        self.noted([
            ("finding", self.finding.clone()),
            ("holds", json!({"type": "boolean"})),
            ("severity", nullable(&words(SeverityWord::WORDS))),
            ("rationale", self.bounds.text()),
        ])
    }

    fn proposal(&self) -> Value {
        object([
            ("finding", self.finding.clone()),
            ("text", self.bounds.text()),
            ("excludes_others", json!({"type": "boolean"})),
        ])
    }

    fn same(&self) -> Value {
        object([("finding", self.finding.clone()), ("same_as", self.finding.clone())])
    }

    fn vote(&self) -> Value {
        self.noted([
            ("finding", self.finding.clone()),
            ("vote", words(VoteWord::WORDS)),
            ("severity", nullable(&words(SeverityWord::WORDS))),
            ("rationale", self.bounds.text()),
        ])
    }

    fn consent(&self) -> Value {
        self.noted([
            ("finding", self.finding.clone()),
            ("vote", words(VoteWord::WORDS)),
            ("rationale", self.bounds.text()),
        ])
    }

    fn assessment(&self, phase: &Value) -> Value {
        let scored = object([
            ("phase", phase.clone()),
            ("direct", share()),
            ("enabling", share()),
            ("no_harm", share()),
            ("rationale", self.bounds.text()),
        ]);
        let recommended = object([
            ("phase", phase.clone()),
            ("effort", words(DegreeWord::WORDS)),
            ("impact", words(DegreeWord::WORDS)),
            ("text", self.bounds.text()),
        ]);
        object([
            ("affirms_oath", json!({"type": "boolean"})),
            ("phases", self.bounds.list(&scored)),
            ("recommendations", self.bounds.list(&recommended)),
        ])
    }
}
