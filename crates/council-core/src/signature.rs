//! What makes two findings the same finding: a hash of what is wrong and where, never of how it was worded.

use std::fmt::{self, Write as _};

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    finding::{Evidence, Location, LocationKind},
    taxonomy::Subcategory,
};

/// How many hex digits a signature has.
const DIGITS: usize = 16;

/// The first 16 hex digits of BLAKE3 over the canonical JSON of what identifies a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingSignature([u8; DIGITS]);

impl FindingSignature {
    /// Identifies a finding within one version of a packet.
    pub fn of(subcategory: Subcategory, location: &Location) -> Self {
        Self::at(subcategory, &location.path, location.anchor.as_deref())
    }

    /// Identifies a finding by the path and the anchor of its location.
    pub fn at(subcategory: Subcategory, path: &str, anchor: Option<&str>) -> Self {
        let place = match anchor {
            Some(anchor) => [path, "#", anchor].concat(),
            None => path.to_owned(),
        };
        Self::hash(&[
            ("category", Some(subcategory.category().word())),
            ("location", Some(&place)),
            ("subcategory", Some(subcategory.word())),
        ])
    }

    /// Identifies a sort of finding wherever it occurs again.
    pub fn recurrence(subcategory: Subcategory, rule: Option<&str>, kind: LocationKind) -> Self {
        Self::hash(&[
            ("category", Some(subcategory.category().word())),
            ("location_type", Some(kind.word())),
            ("rule_id", rule),
            ("subcategory", Some(subcategory.word())),
        ])
    }

    /// Returns the hex digits.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Hashes the canonical JSON of an object whose keys are given in order.
    fn hash(entries: &[(&str, Option<&str>)]) -> Self {
        let hex = blake3::hash(canonical_entries(entries).as_bytes()).to_hex();
        Self(hex.as_bytes().first_chunk().copied().unwrap_or_default())
    }
}

impl fmt::Display for FindingSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How many hex digits a short id has.
const SHORT: usize = 10;

/// The name of a finding that people write into tickets: `F-` and ten hex digits of what was found, by which rule, in
/// which section and in which words. It holds no number, no line and no session, so an inserted line and another
/// session leave it as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortId([u8; SHORT]);

impl ShortId {
    /// What a short id begins with.
    pub const PREFIX: &str = "F-";

    /// Names what a rule or, without one, a seat found at a place.
    pub fn of(
        rule: Option<&str>,
        subcategory: Subcategory,
        location: &Location,
        evidence: &Evidence,
    ) -> Self {
        let place = location.anchor.as_deref();
        let found_by = rule.unwrap_or_else(|| subcategory.word());
        match evidence {
            Evidence::Quote(quote) => Self::at(found_by, &location.path, place, "quote", quote),
            Evidence::Searched { terms, .. } => {
                Self::at(found_by, &location.path, place, "searched", &terms.join(" "))
            }
        }
    }

    /// Names what a gate found that no rule has named.
    pub fn of_gate(rule: &str, path: &str, message: &str) -> Self {
        Self::at(rule, path, None, "gate", message)
    }

    fn at(found_by: &str, path: &str, anchor: Option<&str>, kind: &str, words: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in [found_by, path, anchor.unwrap_or_default(), kind] {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        // Only words count: a line that is wrapped or set in bold says what it said before.
        let mut bare = String::with_capacity(words.len());
        for word in words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            bare.push_str(word);
            bare.push(' ');
        }
        // Where there are no words, the signs are all there is.
        hasher.update(if bare.is_empty() { words.trim() } else { &bare }.as_bytes());
        let hex = hasher.finalize().to_hex();
        Self(hex.as_bytes().first_chunk().copied().unwrap_or_default())
    }

    /// Tells whether a text is written like a short id.
    pub fn is_like(text: &str) -> bool {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let digits = text.strip_prefix(Self::PREFIX);
        digits.is_some_and(|digits| digits.len() == SHORT && digits.bytes().all(is_hex))
    }
}

impl fmt::Display for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::PREFIX)?;
        f.write_str(str::from_utf8(&self.0).unwrap_or_default())
    }
}

/// Returns the BLAKE3 hash of a text, as 64 hex digits.
pub fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Writes JSON in its one canonical form: keys sorted, no spaces, text in NFC.
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

/// Writes an object of texts in the canonical form without building it first: every claim of a session is signed.
fn canonical_entries(entries: &[(&str, Option<&str>)]) -> String {
    let mut out = String::with_capacity(160);
    out.push('{');
    for (at, (key, text)) in entries.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_text(key, &mut out);
        out.push(':');
        match text {
            Some(text) => write_text(text, &mut out),
            None => out.push_str("null"),
        }
    }
    out.push('}');
    out
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            let _ = write!(out, "{value}");
        }
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
    // Printable ASCII has nothing to compose, and without these two nothing to escape; most text here is like that.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
        return;
    }
    let _ = write!(out, "{}", Value::String(text.nfc().collect()));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

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
        let one = FindingSignature::of(Subcategory::Ambiguity, &location("prd.md", "goals"));
        assert_eq!(one.as_str().len(), 16);
        assert!(one.as_str().chars().all(|c| c.is_ascii_hexdigit()));
        assert_eq!(one, FindingSignature::of(Subcategory::Ambiguity, &location("prd.md", "goals")));
        assert_ne!(one, FindingSignature::of(Subcategory::Ambiguity, &location("prd.md", "scope")));
        assert_ne!(
            one,
            FindingSignature::of(Subcategory::Untestable, &location("prd.md", "goals"))
        );
    }

    #[test]
    fn a_short_id_is_of_the_rule_the_section_and_the_words() {
        let id = |rule, anchor: &str, words: &str| {
            let quote = Evidence::Quote(words.to_owned());
            ShortId::of(rule, Subcategory::Ambiguity, &location("prd.md", anchor), &quote)
        };
        let one = id(Some("loophole"), "goals", "It works where possible.");
        assert!(ShortId::is_like(&one.to_string()), "{one}");
        assert_eq!(one, id(Some("loophole"), "goals", "It **works**\n  where possible"));
        assert_ne!(one, id(Some("loophole"), "scope", "It works where possible."));
        assert_ne!(one, id(Some("weak-modal"), "goals", "It works where possible."));
        assert_ne!(one, id(Some("loophole"), "goals", "It works wherever possible."));
        assert_ne!(id(None, "goals", "???"), id(None, "goals", "..."));
        for other in ["F-", "F-0123456789a", "F-012345678g", "FND-PRD-1-001", "loophole"] {
            assert!(!ShortId::is_like(other), "{other}");
        }
    }

    #[test]
    fn recurrence_ignores_the_place_but_not_the_rule() {
        let kind = LocationKind::Requirement;
        let one = FindingSignature::recurrence(Subcategory::Ambiguity, Some("vague-word"), kind);
        assert_eq!(
            one,
            FindingSignature::recurrence(Subcategory::Ambiguity, Some("vague-word"), kind)
        );
        assert_ne!(one, FindingSignature::recurrence(Subcategory::Ambiguity, None, kind));
    }

    proptest! {
        #[test]
        fn a_signature_is_the_hash_of_the_canonical_json(path in "\\PC*|[ -~]*|.*", rule in any::<Option<String>>()) {
            let (kind, subcategory) = (LocationKind::Document, Subcategory::Ambiguity);
            let hashed = |value: Value| blake3::hash(canonical(&value).as_bytes()).to_hex().to_string();
            let location = Location { path: path.clone(), anchor: None, kind };
            let category = subcategory.category().word();
            let whole = hashed(json!({"category": category, "subcategory": subcategory.word(), "location": path}));
            prop_assert!(whole.starts_with(FindingSignature::of(subcategory, &location).as_str()));
            let whole = hashed(json!({
                "category": category, "subcategory": subcategory.word(), "rule_id": rule, "location_type": kind.word(),
            }));
            prop_assert!(whole.starts_with(FindingSignature::recurrence(subcategory, rule.as_deref(), kind).as_str()));
        }
    }
}
