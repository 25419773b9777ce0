//! The shape of a council seat's reply.

use council_core::{
    council::{CouncilProtocol, Round, ShownFinding},
    merge::FindingId,
    mode::ModeId,
    north_star::Vision,
};
use council_formats::words::{DegreeWord, SeverityWord, ViolationWord, VoteWord};
use serde_json::{Value, json};

use super::ReplyContext;
use crate::{
    prompt::{self, AskedKeys, LETTERS},
    schema::{Bounds, nullable, object, place, share, subcategory, words},
};

/// Returns the shape of all replies: the same for every seat and round, so that a provider can cache what comes after it.
pub fn common(bounds: Bounds) -> Value {
    let shape = ReplyParts {
        bounds,
        mode: json!({"type": "integer", "minimum": 1, "maximum": 80}),
        place: bounds.text(),
        finding: json!({"type": "string", "maxLength": 80}),
        notes: Some(bounds.list(&json!({"type": "string", "maxLength": 20}))),
        is_held_to_vision: true,
    };
    let phase = json!({"type": "integer", "minimum": 1, "maximum": 99});
    let mut whole = object([
        ("findings", bounds.list(&shape.finding())),
        ("opinions", bounds.list(&shape.opinion())),
        ("proposals", bounds.list(&shape.proposal())),
        ("same", bounds.list(&shape.same())),
        ("validity", bounds.votes().list(&shape.vote())),
        ("remediation", bounds.votes().list(&shape.consent(true))),
        ("questions", bounds.list(&bounds.text())),
        ("north_star", nullable(&shape.assessment(&phase))),
    ]);
    // The shape of one question has no such keys, and its words need not speak of them.
    let unasked = "A key that the question does not explain is an empty list or null.";
    if let Some(keys) = whole.as_object_mut() {
        keys.insert("description".to_owned(), unasked.into());
    }
    whole
}

/// Returns the shape of the reply to one question: only what is asked, only the modes, places and findings there are.
pub fn exact(asked: ReplyContext<'_>, vision: Option<&Vision>, bounds: Bounds) -> Value {
    let modes: Vec<u8> = asked.lens.modes().into_iter().map(ModeId::number).collect();
    let marks = prompt::marks(asked.ask);
    // Before there are any notes, nobody is asked about them.
    let notes = (!marks.is_empty()).then(|| bounds.list(&words(&marks)));
    let among = |ids: Vec<String>| ReplyParts {
        bounds,
        mode: json!({"type": "integer", "enum": modes}),
        place: place(asked.packet, bounds),
        finding: words(&ids),
        notes: notes.clone(),
        is_held_to_vision: vision.is_some(),
    };
    // A finding has the name that it has in the question.
    let name = |id: &FindingId| {
        if asked.ask.protocol < CouncilProtocol::Fifth { id.to_string() } else { id.short() }
    };
    let named = |is_it: &dyn Fn(&ShownFinding) -> bool| -> Vec<String> {
        let shown = asked.ask.findings.iter().filter(|shown| is_it(shown));
        shown.map(|shown| name(&shown.id)).collect()
    };
    let mended: Vec<String> = asked.ask.remediation.iter().map(|(id, _)| name(id)).collect();
    let valid: Vec<String> = asked.ask.validity.iter().map(name).collect();
    let marked = among(named(&|shown| shown.must_assess));
    let spoken_of = among(named(&|shown| prompt::is_asked_about(asked.ask, shown)));
    let shape = among(named(&|_| true));
    let AskedKeys { opinions, validity, remediation, choice, proposals, same } =
        AskedKeys::of(asked.ask);
    let mut keys = Vec::new();
    if asked.ask.may_raise {
        keys.push(("findings", bounds.list(&shape.finding())));
    }
    if asked.ask.round == Round::Broad {
        keys.push(("questions", bounds.list(&bounds.text())));
    }
    if opinions {
        keys.push(("opinions", bounds.list(&marked.opinion())));
    }
    if validity {
        keys.push(("validity", bounds.votes().list(&among(valid).vote())));
    }
    if remediation {
        keys.push(("remediation", bounds.votes().list(&among(mended).consent(choice))));
    }
    if proposals {
        keys.push(("proposals", bounds.list(&spoken_of.proposal())));
    }
    if same {
        keys.push(("same", bounds.list(&shape.same())));
    }
    if let Some(vision) = vision {
        let phases: Vec<u8> = vision.phases.iter().map(|phase| phase.number).collect();
        keys.push(("north_star", shape.assessment(&json!({"type": "integer", "enum": phases}))));
    }
    object(keys)
}

/// What the parts of a reply are made from.
struct ReplyParts {
    bounds: Bounds,
    mode: Value,
    place: Value,
    finding: Value,
    notes: Option<Value>,
    /// Whether a vision is there to be broken.
    is_held_to_vision: bool,
}

impl ReplyParts {
    /// Returns the shape of an entry with these keys, and the notes that it goes back to.
    fn noted(&self, keys: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
        object(keys.into_iter().chain(self.notes.clone().map(|notes| ("notes", notes))))
    }

    fn finding(&self) -> Value {
        let searched = self.bounds.searched(&self.place);
        let quotes = json!({
            "type": ["array", "null"], "items": self.bounds.text(), "minItems": 1, "maxItems": 3,
        });
        let violation = || ("violation", nullable(&words(ViolationWord::WORDS)));
        let keys = [
            ("mode", self.mode.clone()),
            ("subcategory", subcategory()),
            ("severity", words(SeverityWord::WORDS)),
            ("confidence", share()),
            ("location", self.place.clone()),
            ("quotes", quotes),
            ("searched", nullable(&searched)),
            ("description", self.bounds.text()),
            ("remediation", self.bounds.text()),
        ];
        self.noted(keys.into_iter().chain(self.is_held_to_vision.then(violation)))
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
            ("rationale", self.bounds.votes().text()),
        ])
    }

    fn consent(&self, is_chosen: bool) -> Value {
        let keys = [
            ("finding", self.finding.clone()),
            ("vote", words(VoteWord::WORDS)),
            ("rationale", self.bounds.votes().text()),
        ];
        let choice = || ("choice", nullable(&words(&LETTERS)));
        self.noted(keys.into_iter().chain(is_chosen.then(choice)))
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
