//! The wire formats: how a question is put to a server, and what its answer means.
//!
//! Everything here is a function of its arguments; sockets are opened elsewhere. The beginning of a question is the same
//! for all calls of a session (instructions, then the packet), so that a provider that caches beginnings is paid once.

mod anthropic;
mod chat;
mod gemini;
mod responses;

use council_core::signature;
use serde_json::Value;

use crate::failure::{Failure, FailureKind};

pub(crate) use anthropic::spent as anthropic_usage;

/// The fewest bytes that a provider keeps: 1024 tokens.
const KEPT: usize = 4 * 1024;

/// More tokens than any call can use: what a server says beyond is not believed.
const MOST_TOKENS: u64 = 100_000_000;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wire {
    /// Anthropic's Messages.
    Anthropic,
    /// The chat API that OpenAI began and most servers speak.
    Chat,
    /// OpenAI's Responses.
    Responses,
    /// Google's Gemini.
    Gemini,
}

/// A question to a model.
#[derive(Debug, Clone, Copy)]
pub struct ModelQuestion<'a> {
    /// What every seat is told.
    pub instructions: &'a str,
    /// What is reviewed, fenced.
    pub packet: &'a str,
    /// Who this seat is: the same in all its questions of a session.
    pub role: &'a str,
    /// What this seat is asked.
    pub question: &'a str,
    /// The JSON Schema of the reply, where the server is to hold the model to it.
    pub schema: Option<&'a Value>,
    /// The most tokens of the reply.
    pub most_tokens: u32,
    /// The same for all calls that begin alike.
    pub cache_key: &'a str,
}

/// A question as it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Where to, below the server's base address.
    pub path: String,
    /// The headers besides the key's.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The JSON.
    pub body: String,
    /// Names what a provider keeps of it, where it does: the model, the instructions and the packet.
    pub beginning: Option<String>,
}

/// What a call cost, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Read anew.
    pub fresh: u64,
    /// Read from the provider's cache.
    pub cache_read: u64,
    /// Read anew and put into the cache.
    pub cache_written: u64,
    /// Written.
    pub output: u64,
}

impl Usage {
    /// Returns the tokens by what they cost: one that was read from a cache is a tenth.
    pub fn weighted(self) -> u64 {
        self.total().saturating_sub(self.cache_read).saturating_add(self.cache_read.div_ceil(10))
    }

    /// Returns all tokens, each counted as one.
    pub fn total(self) -> u64 {
        [self.fresh, self.cache_read, self.cache_written, self.output]
            .into_iter()
            .fold(0, u64::saturating_add)
    }
}

/// What was heard of an answer so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartialAnswer {
    /// The text.
    pub text: String,
    /// What it cost, if the server said so believably.
    pub usage: Option<Usage>,
    /// The model that the server says answered.
    pub model: Option<String>,
    id: Option<String>,
    stop: Option<StopReason>,
    is_over: bool,
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
enum StopReason {
    /// It was done.
    Done,
    /// Something else.
    Failed(FailureKind, String),
}

impl Wire {
    /// Every wire format.
    pub const ALL: [Wire; 4] = [Wire::Anthropic, Wire::Chat, Wire::Responses, Wire::Gemini];

    /// Returns the word that settings use.
    pub fn word(self) -> &'static str {
        match self {
            Wire::Anthropic => "anthropic",
            Wire::Chat => "chat",
            Wire::Responses => "responses",
            Wire::Gemini => "gemini",
        }
    }

    /// Returns the header that carries the key, and what stands before the key in it.
    pub fn key_header(self) -> (&'static str, &'static str) {
        match self {
            Wire::Anthropic => ("x-api-key", ""),
            Wire::Chat | Wire::Responses => ("authorization", "Bearer "),
            Wire::Gemini => ("x-goog-api-key", ""),
        }
    }

    /// Puts a question to a model into a letter.
    pub fn letter(self, model: &str, question: &ModelQuestion<'_>) -> Letter {
        match self {
            Wire::Anthropic => anthropic::letter(model, question),
            Wire::Chat => chat::letter(model, question),
            Wire::Responses => responses::letter(model, question),
            Wire::Gemini => gemini::letter(model, question),
        }
    }

    /// Tells whether a provider keeps the beginning of a question where it is told to, and takes more for it than for a
    /// beginning that it has: then one question goes ahead of the others.
    pub fn keeps_beginnings(self) -> bool {
        match self {
            Wire::Anthropic => true,
            Wire::Chat | Wire::Responses | Wire::Gemini => false,
        }
    }

    /// Takes one event of an answer.
    pub fn hear(self, heard: &mut PartialAnswer, event: &str) -> Result<(), Failure> {
        if self == Wire::Chat && event.trim() == "[DONE]" {
            heard.is_over = true;
            return Ok(());
        }
        let event: Value = serde_json::from_str(event).map_err(|error| {
            Failure::new(FailureKind::Garbled, format!("an event is not JSON: {error}"))
        })?;
        match self {
            Wire::Anthropic => anthropic::hear(heard, &event),
            Wire::Chat => chat::hear(heard, &event),
            Wire::Responses => responses::hear(heard, &event),
            Wire::Gemini => gemini::hear(heard, &event),
        }
    }
}

impl ModelQuestion<'_> {
    /// Returns what only this seat is told, in one piece.
    fn own(&self) -> String {
        [self.role, self.question].concat()
    }

    /// Names what is the same for all questions of a session to one model, where it is long enough to be kept.
    fn beginning(&self, model: &str) -> Option<String> {
        let same = [model, self.instructions, self.packet].join("\n");
        (same.len() >= KEPT).then(|| signature::hash(&same))
    }
}

impl PartialAnswer {
    /// Tells whether the answer is complete and nothing more has to be read.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the answer once nothing more comes: complete, of its own accord, and not empty.
    pub fn finish(self) -> Result<Self, Failure> {
        match &self.stop {
            Some(StopReason::Failed(kind, said)) => return Err(Failure::new(*kind, said)),
            Some(StopReason::Done) if self.is_over => {}
            Some(StopReason::Done) | None => {
                return Err(Failure::new(FailureKind::CutOff, "the last event is missing"));
            }
        }
        let text = self.text.trim();
        if text.is_empty() {
            return Err(Failure::new(FailureKind::Empty, ""));
        }
        if is_schema(text) {
            return Err(Failure::new(FailureKind::SchemaEchoed, ""));
        }
        Ok(self)
    }

    /// Notes which answer an event belongs to; two in one stream are refused.
    fn belongs_to(&mut self, id: Option<&str>) -> Result<(), Failure> {
        match (&self.id, id.filter(|id| !id.is_empty())) {
            (Some(known), Some(id)) if known != id => {
                Err(Failure::new(FailureKind::Mixed, format!("`{known}` and `{id}`")))
            }
            (None, Some(id)) => {
                self.id = Some(id.to_owned());
                Ok(())
            }
            (Some(_) | None, _) => Ok(()),
        }
    }

    fn stopped(&mut self, stop: StopReason) {
        // The first reason counts: what comes after the end cannot make it better.
        self.stop.get_or_insert(stop);
    }
}

/// Tells whether a reply is a JSON Schema and not something that follows one.
fn is_schema(text: &str) -> bool {
    let Ok(Value::Object(keys)) = serde_json::from_str::<Value>(text) else {
        return false;
    };
    keys.contains_key("$schema")
        || (keys.get("type").is_some_and(|kind| kind == "object")
            && keys.get("properties").is_some_and(Value::is_object))
}

/// Returns a text below a value, empty when there is none.
fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a count of tokens below a value; none where it is missing or cannot be believed.
fn count(value: &Value, pointer: &str) -> Option<u64> {
    value.pointer(pointer).and_then(Value::as_u64).filter(|count| *count <= MOST_TOKENS)
}

/// Returns a count that may be left out, which means zero; none where it cannot be believed.
fn count_or_zero(value: &Value, pointer: &str) -> Option<u64> {
    match value.pointer(pointer) {
        None | Some(Value::Null) => Some(0),
        Some(_) => count(value, pointer),
    }
}

/// Sorts an error that came inside of an answer by what its server calls it.
fn error(kind: &str, said: &str) -> Failure {
    let kind = match kind {
        "rate_limit_error" | "rate_limit_exceeded" | "RESOURCE_EXHAUSTED" => {
            FailureKind::RateLimited
        }
        "authentication_error" | "invalid_api_key" | "UNAUTHENTICATED" => FailureKind::Unauthorised,
        "billing_error" | "insufficient_quota" => FailureKind::Unpaid,
        "permission_error" | "PERMISSION_DENIED" => FailureKind::Forbidden,
        "not_found_error" | "model_not_found" | "NOT_FOUND" => FailureKind::NoSuchModel,
        "invalid_request_error" | "INVALID_ARGUMENT" | "FAILED_PRECONDITION" => {
            FailureKind::BadRequest
        }
        "content_filter" => FailureKind::Filtered,
        // Overload, internal errors, and whatever has a name that is not known here.
        _ => FailureKind::ServerError,
    };
    Failure::new(kind, said)
}

/// Returns a schema without the keywords that a provider refuses.
fn without(schema: &Value, refused: &[&str]) -> Value {
    match schema {
        Value::Object(keys) => keys
            .iter()
            .filter(|(key, value)| !(refused.contains(&key.as_str()) && value.is_number()))
            .map(|(key, value)| (key.clone(), without(value, refused)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(|item| without(item, refused)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_keyword_goes_and_a_property_of_the_same_name_stays() {
        let schema = json!({"maxLength": 5, "properties": {"maxLength": {"type": "string", "maxLength": 7}}});
        assert_eq!(
            without(&schema, &["maxLength"]),
            json!({"properties": {"maxLength": {"type": "string"}}})
        );
    }

    #[test]
    fn a_schema_is_told_from_a_reply() {
        assert!(is_schema(r#"{"type": "object", "properties": {}}"#));
        assert!(is_schema(r#"{"$schema": "x"}"#));
        assert!(!is_schema(r#"{"findings": []}"#));
        assert!(!is_schema("type object"));
    }
}
